//! Choices made when a piece arrives, for both sides.

use chv_dsl::model::{
    At, Branch, Edit, KindId, KindSet, Owner, Set256, Side, Source, SquareSet, Trigger, Variant,
};

use super::Unsupported;

/// A promotion: which kinds, where, and the choices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    /// The kinds that promote.
    pub kinds: KindSet,
    /// Squares that set it off when reached, for White and for Black.
    pub to: [Set256; 2],
    /// Squares that set it off when left.
    pub from: [Set256; 2],
    /// Whether the piece may stay what it is.
    pub optional: bool,
    /// The choices in which it only becomes another kind come first.
    pub choices: Vec<Choice>,
    /// Where it is written.
    pub source: Source,
}

/// One choice of a promotion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What move text writes for it.
    pub text: String,
    /// What the piece becomes.
    pub becomes: KindId,
    /// A further piece of the owner placed where the piece came from.
    pub at_origin: Option<KindId>,
}

/// Pairs the promotions of both sides.
pub(super) fn collect(variant: &Variant, problems: &mut Vec<Unsupported>) -> Vec<Promotion> {
    let mut out: Vec<Promotion> = Vec::new();
    for reaction in &variant.reactions {
        let mut refuse =
            |what: &str| problems.push(Unsupported { what: what.to_owned(), source: reaction.source });
        let Trigger::Promotes { kinds, from, to, .. } = reaction.on else {
            refuse("an effect of captures or moves");
            continue;
        };
        if !reaction.guards.is_empty() || reaction.forced_when_stuck {
            refuse("a promotion with conditions");
            continue;
        }
        let mut choices: Vec<Choice> = Vec::new();
        for branch in &reaction.branches {
            match choice(branch) {
                Some(choice) => choices.push(choice),
                None => refuse("a promotion with other effects than becoming and placing"),
            }
        }
        // Tags of plain choices follow each other, so that one batch can hold them all.
        choices.sort_by_key(|c| c.at_origin.is_some());
        let side = reaction.side.index();
        let mut promotion = Promotion {
            kinds,
            to: [Set256::EMPTY; 2],
            from: [Set256::EMPTY; 2],
            optional: reaction.optional,
            choices,
            source: reaction.source,
        };
        promotion.to[side] = to;
        promotion.from[side] = from;
        let free = out.iter().all(|p| p.kinds.and(kinds).is_empty());
        let same = out.iter_mut().find(|p| {
            p.kinds == kinds
                && p.choices == promotion.choices
                && p.optional == promotion.optional
                && p.to[side].is_empty()
                && p.from[side].is_empty()
        });
        match same {
            Some(other) => {
                other.to[side] = to;
                other.from[side] = from;
            }
            None if reaction.side == Side::White || free => {
                out.push(promotion);
            }
            None => refuse("a promotion that differs by side"),
        }
    }
    out
}

fn choice(branch: &Branch) -> Option<Choice> {
    if !branch.guards.is_empty() || branch.square.is_some() {
        return None;
    }
    let mut becomes = None;
    let mut at_origin = None;
    for edit in &branch.edits {
        match *edit {
            Edit::Become(At::Target, kind) if becomes.is_none() => becomes = Some(kind),
            Edit::Place(At::Origin, Owner::Actor, kind) if at_origin.is_none() => at_origin = Some(kind),
            _ => return None,
        }
    }
    Some(Choice { text: branch.text.clone(), becomes: becomes?, at_origin })
}
