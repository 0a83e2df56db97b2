//! Choices made when a piece arrives, for both sides: those that are known before the move is made have
//! tags of their own.

use chv_dsl::model::{
    At, Branch, Edit, KindId, KindSet, Owner, Reaction, Set256, Side, Source, SquareSet, Trigger, Variant,
};

use super::{Castle, Mover, drops, effects};

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
    /// For some kinds, the squares where it may not all the same, for White and for Black: it could
    /// never move again.
    pub forced: Vec<(KindId, [Set256; 2])>,
    /// The choices; those that are tested alone come last.
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
    /// Whether it threatens or shields otherwise than the piece would that does not promote, and so is made
    /// and tested by itself.
    pub alone: bool,
}

/// Pairs the promotions of both sides; also the reactions (by index) that they stand for. The others
/// are carried out like any other reaction.
pub(super) fn collect(
    variant: &Variant,
    castles: &[Castle],
    movers: &[Mover],
) -> (Vec<Promotion>, Vec<usize>) {
    let picky = movers.iter().any(|m| m.passes_kinds(variant));
    let mut out: Vec<(Promotion, Vec<usize>)> = Vec::new();
    // What is hidden may destroy a piece before it promotes.
    if effects::captures_change_pieces(variant) || variant.fields.hidden.is_some() {
        return (Vec::new(), Vec::new());
    }
    for (index, reaction) in variant.reactions.iter().enumerate() {
        let Trigger::Promotes { kinds, from, to, .. } = reaction.on else { continue };
        if matches!(reaction.on, Trigger::Promotes { pushed: true, .. }) {
            continue;
        }
        let choices: Option<Vec<Choice>> = reaction.branches.iter().map(|b| choice(b, picky)).collect();
        let Some(mut choices) = choices else { continue };
        // Where a piece has been, terrain may be left that nothing can be placed on.
        if variant.terrain.iter().any(|t| t.blocks) && choices.iter().any(|c| c.at_origin.is_some()) {
            continue;
        }
        let castled = castles.iter().any(|c| {
            c.side == reaction.side && kinds.has(c.kind) && (from.has(c.king.0) || to.has(c.king.1))
        });
        let shared = |(i, other): (usize, &Reaction)| {
            i != index
                && other.side == reaction.side
                && matches!(other.on, Trigger::Promotes { kinds: k, .. } if !k.and(kinds).is_empty())
        };
        if !reaction.guards.is_empty() || castled || variant.reactions.iter().enumerate().any(shared) {
            continue;
        }
        // Tags of plain choices follow each other, so that one batch can hold them all.
        choices.sort_by_key(|c| c.alone);
        let side = reaction.side.index();
        let mut promotion = Promotion {
            kinds,
            to: [Set256::EMPTY; 2],
            from: [Set256::EMPTY; 2],
            optional: reaction.optional,
            forced: Vec::new(),
            choices,
            source: reaction.source,
        };
        if reaction.optional && reaction.forced_when_stuck {
            promotion.forced = kinds
                .iter()
                .filter(|&k| usize::from(k) < variant.kinds.len())
                .map(|kind| (kind, Side::BOTH.map(|side| drops::stuck(variant, side, kind))))
                .collect();
        }
        promotion.to[side] = to;
        promotion.from[side] = from;
        let free = out.iter().all(|(p, _)| p.kinds.and(kinds).is_empty());
        let same = out.iter_mut().find(|(p, _)| {
            p.kinds == kinds
                && p.choices == promotion.choices
                && p.optional == promotion.optional
                && p.forced == promotion.forced
                && p.to[side].is_empty()
                && p.from[side].is_empty()
        });
        match same {
            Some((other, indices)) => {
                other.to[side] = to;
                other.from[side] = from;
                indices.push(index);
            }
            None if reaction.side == Side::White || free => out.push((promotion, vec![index])),
            None => {}
        }
    }
    let tagged = out.iter().flat_map(|(_, indices)| indices.clone()).collect();
    (out.into_iter().map(|(p, _)| p).collect(), tagged)
}

/// A choice; where hurdles are `picky`, it matters to threats what a piece becomes.
fn choice(branch: &Branch, picky: bool) -> Option<Choice> {
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
    let alone = picky || at_origin.is_some();
    Some(Choice { text: branch.text.clone(), becomes: becomes?, at_origin, alone })
}
