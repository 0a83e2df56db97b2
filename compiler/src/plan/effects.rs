//! What moves set off, paired for both sides, and how far it could reach.

use chv_dsl::model::{
    At, Branch, Edit, EndResult, EndWhen, Guard, KindId, KindSet, Reaction, Side, Trigger, Variant,
};

use super::Unsupported;

/// Most places that the choices of one move take: each choice of a branch and of a square is one.
const MOST: usize = 8;

/// When a reaction has its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Once for each captured piece.
    Capture,
    /// When a piece has moved on the board.
    Promotion,
    /// After the move.
    Moved,
}

/// A reaction that is carried out by a function of its own, as each side has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// White's form and Black's; a side may have none.
    pub sides: [Option<Reaction>; 2],
    /// When it has its turn.
    pub stage: Stage,
}

impl Effect {
    /// The form of one of the sides that have it.
    #[must_use]
    pub fn form(&self) -> &Reaction {
        let [white, black] = &self.sides;
        match (white, black) {
            (Some(form), _) | (None, Some(form)) => form,
            (None, None) => unreachable!("an effect is made of a reaction"),
        }
    }

    /// The forms of the sides that have it.
    pub fn forms(&self) -> impl Iterator<Item = &Reaction> {
        self.sides.iter().flatten()
    }

    /// Whether the mover chooses something in it.
    #[must_use]
    pub fn asks(&self) -> bool {
        self.forms().any(asks)
    }

    /// Whether it is a promotion that the owner of a piece that was pushed owes.
    #[must_use]
    pub fn is_owed(&self) -> bool {
        self.forms().any(|r| matches!(r.on, Trigger::Promotes { pushed: true, .. }))
    }

    /// The edits of all branches.
    pub fn edits(&self) -> impl Iterator<Item = &Edit> {
        self.forms().flat_map(|r| r.branches.iter().flat_map(|b| &b.edits))
    }

    /// Whether it changes nothing on the board.
    #[must_use]
    pub fn is_light(&self) -> bool {
        self.edits().all(|e| matches!(e, Edit::Hand(..) | Edit::VictimToHand | Edit::Grant(_)))
    }

    /// Whether it is set off by captures only, always and without a choice.
    fn is_plain(&self) -> bool {
        self.forms().all(|r| {
            let captures = matches!(r.on, Trigger::Captured { .. }) || r.guards.contains(&Guard::Captures);
            captures
                && !asks(r)
                && r.guards.iter().all(|g| *g == Guard::Captures)
                && r.branches.iter().all(|b| b.guards.is_empty())
        })
    }
}

/// Whether the mover chooses something in a reaction. A promotion with conditions may leave no way to
/// go, which is found out like a choice.
fn asks(reaction: &Reaction) -> bool {
    reaction.optional
        || reaction.branches.len() > 1
        || reaction.branches.iter().any(|b| b.square.is_some())
        || matches!(reaction.on, Trigger::Promotes { .. })
}

/// Whether edits could take a royal away (or make its owner another).
pub(super) fn removes(edit: &Edit, royals: KindSet) -> bool {
    match edit {
        Edit::Remove(..) | Edit::Become(..) | Edit::Turn(_) => true,
        Edit::Each(area, inner) => {
            !area.kinds.and(royals).is_empty() && inner.iter().any(|e| removes(e, royals))
        }
        _ => false,
    }
}

/// Whether an edit could give a side a royal.
fn makes_royals(edit: &Edit, royals: KindSet) -> bool {
    match edit {
        Edit::Place(_, _, kind) | Edit::Become(_, kind) => royals.has(*kind),
        Edit::Turn(_) => true,
        Edit::Each(_, inner) => inner.iter().any(|e| makes_royals(e, royals)),
        _ => false,
    }
}

/// Whether an edit changes what pieces stand where, other than by putting some on empty squares.
fn touches_pieces(edit: &Edit) -> bool {
    match edit {
        Edit::Remove(..) | Edit::Shift(..) | Edit::Become(..) | Edit::Turn(_) => true,
        Edit::Each(_, inner) => inner.iter().any(touches_pieces),
        _ => false,
    }
}

/// Whether what captures set off may change the mover, so that whether it promotes is not known before.
pub(super) fn captures_change_pieces(variant: &Variant) -> bool {
    let on_capture = |r: &&Reaction| matches!(r.on, Trigger::Captured { .. });
    variant.reactions.iter().filter(on_capture).flat_map(edits).any(touches_pieces)
}

pub(super) fn edits(reaction: &Reaction) -> impl Iterator<Item = &Edit> {
    reaction.branches.iter().flat_map(|b| &b.edits)
}

/// What reactions could remove beyond what movements take: both sides taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reach {
    /// Whether there is something of that sort that threatens, so that only trying a move tells what
    /// it removes.
    pub tries: bool,
    /// Whether there is something of that sort at all, so that a move could remove its own royal.
    pub backfires: bool,
    /// Whether it may be anywhere on the board.
    pub anywhere: bool,
    /// How far from where a move ends or captures it may be.
    pub within: u8,
    /// Whether it only happens where something is captured.
    pub captures: bool,
    /// Whether more than what is captured decides about it.
    pub guarded: bool,
}

impl Reach {
    fn new<'a>(forms: impl Iterator<Item = &'a Reaction>, royals: KindSet) -> Self {
        let mut reach = Self { captures: true, ..Self::default() };
        for form in forms {
            let promotes = matches!(form.on, Trigger::Promotes { .. });
            let captures =
                matches!(form.on, Trigger::Captured { .. }) || form.guards.contains(&Guard::Captures);
            for edit in edits(form) {
                // A promotion changes the mover only; that is no threat to anybody else.
                let own = promotes && matches!(edit, Edit::Become(At::Target, _));
                if removes(edit, royals) && !own {
                    reach.backfires = true;
                    reach.widen(edit);
                    if form.threatens {
                        reach.tries = true;
                        reach.captures &= captures;
                        let guards = form.guards.iter().chain(form.branches.iter().flat_map(|b| &b.guards));
                        reach.guarded |= guards.into_iter().any(|guard| *guard != Guard::Captures);
                    }
                }
            }
        }
        reach
    }

    fn widen(&mut self, edit: &Edit) {
        let (at, within) = match edit {
            Edit::Each(area, inner) => {
                let here = inner.iter().all(|e| {
                    !matches!(e, Edit::Remove(at, _) | Edit::Become(at, _) | Edit::Turn(at) if *at != At::Here)
                        && !matches!(e, Edit::Each(..))
                });
                (here.then_some(area.around), area.within)
            }
            Edit::Remove(at, _) | Edit::Become(at, _) | Edit::Turn(at) => (Some(*at), 0),
            _ => (None, 0),
        };
        match at {
            Some(At::Target | At::Victim) => self.within = self.within.max(within),
            _ => self.anywhere = true,
        }
    }
}

/// What is set off in a game.
#[derive(Debug, Clone, Default)]
pub struct Effects {
    /// The reactions, in order.
    pub list: Vec<Effect>,
    /// Whether the mover chooses something, so that a move is more than where it leads.
    pub asks: bool,
    /// What they could remove.
    pub reach: Reach,
    /// Whether captures do more than take, so that each is made and tested.
    pub careful_captures: bool,
    /// Whether nothing but captures can change who threatens whom in another way than by moving.
    pub steady: bool,
}

impl Effects {
    /// What could be removed so by moves of a kind, as far as that threatens `royals`.
    #[must_use]
    pub fn reach_of(&self, kind: KindId, royals: KindSet) -> Reach {
        let sets_off = |form: &&Reaction| {
            form.threatens
                && match form.on {
                    Trigger::Captured { captor, .. } => captor.has(kind),
                    Trigger::Moved { kinds } => kinds.has(kind),
                    Trigger::Promotes { .. } => true,
                }
        };
        Reach::new(self.list.iter().flat_map(Effect::forms).filter(sets_off), royals)
    }
}

/// Pairs the reactions of both sides that are not among the `tagged` promotions.
pub(super) fn collect(variant: &Variant, tagged: &[usize], problems: &mut Vec<Unsupported>) -> Effects {
    let of = |side: Side| {
        let rest =
            variant.reactions.iter().enumerate().filter(move |(i, r)| r.side == side && !tagged.contains(i));
        rest.map(|(_, r)| r.clone()).collect::<Vec<_>>()
    };
    let (white, black) = (of(Side::White), of(Side::Black));
    let alike = white.len() == black.len() && white.iter().zip(&black).all(|(a, b)| pairs(a, b));
    let list: Vec<Effect> = if alike {
        white.into_iter().zip(black).map(|(a, b)| effect([Some(a), Some(b)])).collect()
    } else {
        let white = white.into_iter().map(|r| effect([Some(r), None]));
        white.chain(black.into_iter().map(|r| effect([None, Some(r)]))).collect()
    };
    for form in list.iter().flat_map(Effect::forms) {
        let guards = form.guards.iter().chain(form.branches.iter().flat_map(|b: &Branch| &b.guards));
        let missing = guards.filter_map(guard_without_form).chain(edits(form).filter_map(edit_without_form));
        let many = (form.branches.len() > 60).then_some("a reaction with more than 60 ways to go");
        for what in missing.chain(many) {
            problems.push(Unsupported { what: what.to_owned(), source: form.source });
        }
    }
    if let Some(effect) = list.iter().find(|_| Side::BOTH.into_iter().any(|side| room(&list, side) > MOST)) {
        problems.push(Unsupported {
            what: format!("a move that asks for more than {MOST} choices"),
            source: effect.form().source,
        });
    }
    let royals = if variant.royalty.checked { variant.royalty.kinds } else { KindSet::NONE };
    let reach = if royals.is_empty() {
        Reach::default()
    } else {
        Reach::new(list.iter().flat_map(Effect::forms), royals)
    };
    // A side that has just lost cannot take any more: that a capture decides allows it in check.
    let decides =
        variant.ends.iter().any(|e| matches!(e.when, EndWhen::Few { .. }) && e.result == EndResult::Loses);
    Effects {
        asks: list.iter().any(Effect::asks),
        careful_captures: decides || list.iter().any(|e| !e.is_light()),
        steady: !reach.tries
            && list.iter().all(|e| e.is_light() || e.is_plain())
            && !list.iter().flat_map(Effect::edits).any(|e| makes_royals(e, royals)),
        reach,
        list,
    }
}

/// Places that the choices of a side's moves can take; a capture may ask once for each victim, of
/// which two are allowed for.
fn room(list: &[Effect], side: Side) -> usize {
    let forms = list.iter().filter_map(|e| e.sides[side.index()].as_ref()).filter(|r| asks(r));
    forms
        .map(|r| {
            let each = 1 + usize::from(r.branches.iter().any(|b| b.square.is_some()));
            if matches!(r.on, Trigger::Captured { .. }) { 2 * each } else { each }
        })
        .sum()
}

/// What there is no form for in a guard of a reaction, in a few words.
fn guard_without_form(guard: &Guard) -> Option<&'static str> {
    match guard {
        Guard::Not(inner) => guard_without_form(inner),
        Guard::NoMate | Guard::NoCheck => Some("a reaction that hangs on check or mate after the move"),
        Guard::Safe(_) => Some("a reaction that hangs on attacks"),
        Guard::KindIs(..) | Guard::NotHidden | Guard::Balanced(_) => {
            Some("a reaction that hangs on what a game remembers")
        }
        Guard::Right(_)
        | Guard::Unmoved
        | Guard::Empty(_)
        | Guard::OnFile(..)
        | Guard::AtMost(..)
        | Guard::Captures
        | Guard::Budget(_)
        | Guard::Bare => None,
    }
}

/// What there is no form for in an edit.
fn edit_without_form(edit: &Edit) -> Option<&'static str> {
    match edit {
        Edit::Each(_, inner) => inner.iter().find_map(edit_without_form),
        Edit::Hide(_) => Some("hiding something"),
        Edit::SetKind(..) => Some("remembering a kind"),
        Edit::Depart(..) => Some("a piece that leaves the board and comes back"),
        Edit::Remove(..)
        | Edit::Place(..)
        | Edit::Shift(..)
        | Edit::Become(..)
        | Edit::Turn(_)
        | Edit::Hand(..)
        | Edit::VictimToHand
        | Edit::Lay(..)
        | Edit::Grant(_)
        | Edit::Clear(_) => None,
    }
}

/// Whether two reactions are one clause, written for both sides.
fn pairs(white: &Reaction, black: &Reaction) -> bool {
    white.source == black.source
        && std::mem::discriminant(&white.on) == std::mem::discriminant(&black.on)
        && white.branches.len() == black.branches.len()
}

fn effect(sides: [Option<Reaction>; 2]) -> Effect {
    let on = sides.iter().flatten().map(|r| r.on).next();
    let stage = match on {
        Some(Trigger::Captured { .. }) => Stage::Capture,
        Some(Trigger::Promotes { .. }) => Stage::Promotion,
        Some(Trigger::Moved { .. }) | None => Stage::Moved,
    };
    Effect { sides, stage }
}
