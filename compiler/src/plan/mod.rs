//! The plan of a compiled variant: what shapes its rules have and which form each takes in code.
//!
//! Before: a checked [`Variant`]. After: a [`Plan`], in which both sides' actions are paired and seen
//! from the owner's side, walks are taken apart into shapes, every further effect has a tag, and the
//! set type and the way of proving legality are chosen. What the generator has no form for is
//! refused with its place.

mod doubts;
mod drops;
mod effects;
mod ground;
mod legality;
mod movers;
mod promotions;
pub mod ways;

use chv_dsl::model::{
    Action, Cost, End, EndWhen, Guard, KindId, KindSet, PhaseKind, Set256, SetBy, Source, TerrainId, Variant,
};

use chv_runtime::compiled::Passers;

pub use doubts::{Blast, Doubts, hops};
pub use drops::{Drop, stuck};
pub use effects::{Effect, Effects, Reach, Stage};
pub use ground::{joins, winding, winds};
pub use legality::{Legality, RideThreat, ride_threats};
pub use movers::{Castle, Ground, Mover, Only, Who};
pub use promotions::{Choice, Promotion};

/// Something in a variant that the generator has no form for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// What it is, in a few words.
    pub what: String,
    /// Where it is written.
    pub source: Source,
}

/// The square set that holds the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetType {
    /// One word: up to 64 squares.
    Word,
    /// Two words: up to 128.
    Double,
    /// Four words: up to 256.
    Quad,
}

/// What is said of turns of several moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnRule {
    /// Whether a turn may be ended before its last move.
    pub early: bool,
    /// Whether a move that gives check ends the turn.
    pub check_ends: bool,
}

/// The plan of a compiled variant.
#[derive(Debug)]
pub struct Plan<'v> {
    /// The rules.
    pub variant: &'v Variant,
    /// The set type.
    pub set: SetType,
    /// The squares that exist.
    pub board: Set256,
    /// The movements on the board, by kind, each for both sides.
    pub movers: Vec<Mover>,
    /// The movements by which pieces leave the board, to come back where they seem to go.
    pub travels: Vec<Mover>,
    /// Castling moves, in the order of the actions.
    pub castles: Vec<Castle>,
    /// Drops, in the order of the actions.
    pub drops: Vec<Drop>,
    /// Choices made on arrival that are known before the move is made.
    pub promotions: Vec<Promotion>,
    /// Everything else that moves set off.
    pub effects: Effects,
    /// What players do before play.
    pub setup: Vec<Action>,
    /// How legality is proven.
    pub legality: Legality,
    /// The kinds of royals, if they are checked.
    pub royals: KindSet,
    /// Which captures remove royals beside them, if squares tell all that threatens.
    pub blasts: Option<Vec<Blast>>,
    /// Which moves are made to be proven, where that is needed for some only.
    doubts: Doubts,
}

impl<'v> Plan<'v> {
    /// Makes the plan.
    ///
    /// # Errors
    /// Everything the generator has no form for.
    pub fn new(variant: &'v Variant) -> Result<Self, Vec<Unsupported>> {
        let mut problems = unsupported_parts(variant);
        let size = variant.board.size;
        let board = Set256::below(size.squares()) & !variant.board.holes;
        let set = match size.squares() {
            0..=64 => SetType::Word,
            65..=128 => SetType::Double,
            _ => SetType::Quad,
        };
        let (movers, travels, castles, drops) = movers::collect(variant, board, &mut problems);
        let (promotions, tagged) = promotions::collect(variant, &castles, &movers);
        let effects = effects::collect(variant, &tagged, &mut problems);
        // Each further effect of a move has a number that fits a byte.
        let tags =
            9 + castles.len() + drops.len() + promotions.iter().map(|p| p.choices.len()).sum::<usize>();
        if tags > 255 {
            let what =
                format!("{tags} different castling moves, drops and promotion choices (255 is the most)");
            problems.push(Unsupported { what, source: variant.start.source });
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let royals = if variant.royalty.checked { variant.royalty.kinds } else { KindSet::NONE };
        let legality = legality::choose(variant, royals, &effects, &movers);
        let setup = variant.actions.iter().filter(|a| a.phase > 0).cloned().collect();
        let blasts = doubts::blasts(variant, &effects, &movers, &travels, royals);
        let doubts = Doubts::new(&effects.list);
        let plan = Self {
            setup,
            blasts,
            doubts,
            variant,
            set,
            board,
            movers,
            travels,
            castles,
            drops,
            promotions,
            effects,
            legality,
            royals,
        };
        let problems = plan.unsupported_together();
        if problems.is_empty() { Ok(plan) } else { Err(problems) }
    }

    /// What has a form, but not beside something else that the game has.
    fn unsupported_together(&self) -> Vec<Unsupported> {
        let mut out = Vec::new();
        let mut refuse = |what: &str, source| out.push(Unsupported { what: what.to_owned(), source });
        for mover in self.movers.iter().filter(|m| !m.offered) {
            if self.tries() {
                refuse("a movement that only forbids, where effects of moves threaten royals", mover.source);
            } else if self.owes() {
                refuse(
                    "a movement that only forbids, beside promotions of pieces that were pushed",
                    mover.source,
                );
            }
        }
        for drop in self.drops.iter().filter(|_| self.hides()) {
            refuse("a drop beside what players hide", drop.source);
        }
        let finals = |g: &Guard| matches!(g, Guard::NoMate | Guard::NoCheck);
        for drop in self.drops.iter().filter(|d| self.concludes() && d.guards.iter().any(finals)) {
            refuse("a drop that hangs on check or mate, beside what happens when a turn ends", drop.source);
        }
        for mover in self.movers.iter().filter(|m| m.cost == Cost::Whole) {
            let other = |m: &Mover| m.cost != Cost::Whole;
            if self.movers_of(mover.kind).any(other) || self.castles.iter().any(|c| c.kind == mover.kind) {
                refuse("a piece that takes the whole turn with some moves only", mover.source);
            }
        }
        let asks = |e: &&Effect| e.stage == Stage::Capture && e.asks();
        for effect in self.effects.list.iter().filter(asks).filter(|_| self.variant.fields.travel.is_some()) {
            refuse("a choice at a capture, beside pieces that come back", effect.form().source);
        }
        for mover in &self.travels {
            if mover.travels != self.travel_turns() {
                refuse("pieces that come back after different numbers of turns", mover.source);
            }
        }
        for mover in self.travels.iter().filter(|m| self.last_moved().is_some() && m.counts_as != m.kind) {
            let mut travels = self.travels.iter().filter(|m| m.kind == mover.kind);
            if travels.any(|m| !m.only.same_field(mover.only)) {
                refuse("a piece that leaves the board to come back by itself and as another", mover.source);
            }
        }
        out
    }

    /// The movements of one kind.
    pub fn movers_of(&self, kind: KindId) -> impl Iterator<Item = &Mover> {
        self.movers.iter().filter(move |m| m.kind == kind)
    }

    /// The promotion that concerns a kind, if there is one.
    #[must_use]
    pub fn promotion_of(&self, kind: KindId) -> Option<&Promotion> {
        self.promotions.iter().find(|p| p.kinds.has(kind))
    }

    /// The field that every move sets to the kind that it counts as a move of.
    #[must_use]
    pub fn last_moved(&self) -> Option<u8> {
        let mut fields = (0..).zip(&self.variant.fields.kinds);
        fields.find(|(_, f)| f.set_by == SetBy::Moves).map(|(field, _)| field)
    }

    /// Whether pieces of a kind borrow movements beside others: which of them a move follows decides what
    /// is noted as moved.
    #[must_use]
    pub fn borrows_beside(&self, kind: KindId) -> bool {
        let castles = self.castles.iter().any(|c| c.kind == kind);
        let movers = || self.movers.iter().chain(&self.travels).filter(|m| m.kind == kind);
        let borrowed = movers().find(|m| m.counts_as != kind);
        self.last_moved().is_some()
            && borrowed.is_some_and(|b| castles || movers().any(|m| !m.only.same_field(b.only)))
    }

    /// Whether some movement captures en passant.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        self.variant.fields.passed
    }

    /// Whether several pieces can have passed squares.
    #[must_use]
    pub fn many_passers(&self) -> bool {
        self.has_passed() && self.variant.many_passers()
    }

    /// The terrain that a side must occupy to win.
    #[must_use]
    pub fn occupied(&self) -> Option<TerrainId> {
        self.variant.ends.iter().find_map(occupied)
    }

    /// The kinds that a kind captures en passant.
    #[must_use]
    pub fn passing_victims(&self, kind: KindId) -> KindSet {
        let each = self.movers_of(kind).flat_map(|m| &m.ways.passed);
        each.fold(KindSet::NONE, |all, (_, kinds)| all.or(*kinds))
    }

    /// The kinds that can be captured in play: all but checked royals, whose capture ends the game
    /// before it can happen. Where threats are found by trying moves, those that take royals are among
    /// them.
    #[must_use]
    pub fn prey(&self) -> KindSet {
        let all = (0..self.variant.kinds.len() as u8).collect::<KindSet>();
        if self.tries() { all } else { all.minus(self.royals) }
    }

    /// Whether a move does more than a displacement with a tag says: it sets something off, drops
    /// pieces, or lays terrain.
    #[must_use]
    pub fn has_deeds(&self) -> bool {
        !self.effects.list.is_empty()
            || !self.drops.is_empty()
            || self.variant.fields.hands
            || !self.variant.terrain.is_empty()
            || !self.variant.hooks.is_empty()
            || self.concludes()
    }

    /// Whether more happens when a turn ends than that the other side acts.
    #[must_use]
    pub fn concludes(&self) -> bool {
        self.variant.has_turns()
            || self.variant.fields.travel.is_some()
            || self.occupied().is_some()
            || self.hides()
    }

    /// Whether players hide something: then it matters by which way a piece goes.
    #[must_use]
    pub fn hides(&self) -> bool {
        self.variant.fields.hidden.is_some()
    }

    /// Whether the owner of a piece that was pushed may owe its promotion.
    #[must_use]
    pub fn owes(&self) -> bool {
        self.effects.list.iter().any(Effect::is_owed)
    }

    /// For how many turns a piece is away.
    #[must_use]
    pub fn travel_turns(&self) -> Option<u8> {
        self.travels.iter().find_map(|m| m.travels)
    }

    /// The kinds whose moves take a whole turn.
    #[must_use]
    pub fn whole_turn(&self) -> KindSet {
        self.movers.iter().filter(|m| m.cost == Cost::Whole).map(|m| m.kind).collect()
    }

    /// What is said of turns.
    #[must_use]
    pub fn turn(&self) -> TurnRule {
        match self.variant.phases.last().map(|p| p.kind) {
            Some(PhaseKind::Play { early, check_ends, .. }) => TurnRule { early, check_ends },
            _ => TurnRule { early: false, check_ends: false },
        }
    }

    /// Whether only trying a move tells which royals it removes.
    #[must_use]
    pub fn tries(&self) -> bool {
        let tells = self.effects.reach.tries || self.effects.reach.backfires;
        self.legality == Legality::Tested && (tells || self.variant.fields.travel.is_some() || self.hides())
    }

    /// Whether a piece that could take a royal may lose its own by that.
    #[must_use]
    pub fn backfires(&self) -> bool {
        self.legality == Legality::Masks && self.effects.reach.backfires
    }

    /// Whether captures are made and tested one by one, the other moves being proven by masks.
    #[must_use]
    pub fn careful_captures(&self) -> bool {
        self.legality == Legality::Masks && self.effects.careful_captures
    }

    /// Whether moves are generated without proof, to be proven with the choices made or tried for what
    /// they threaten.
    #[must_use]
    pub fn has_unproven(&self) -> bool {
        self.tries() || (self.effects.asks && self.legality == Legality::Tested)
    }

    /// Whether some terrain blocks.
    #[must_use]
    pub fn blocks(&self) -> bool {
        self.variant.terrain.iter().any(|t| t.blocks)
    }

    /// Whether a side loses by having few pieces.
    #[must_use]
    pub fn has_few(&self) -> bool {
        self.variant.ends.iter().any(|e| matches!(e.when, EndWhen::Few { .. }))
    }
}

/// Parts of a variant for which there is no generated form.
fn unsupported_parts(variant: &Variant) -> Vec<Unsupported> {
    let mut out = Vec::new();
    let mut refuse = |what: &str, source| out.push(Unsupported { what: what.to_owned(), source });
    if let Some(travel) = variant.fields.travel.as_ref().filter(|_| !variant.hooks.is_empty()) {
        refuse("a hook beside pieces that come back", travel.source);
    }
    if let Some(hidden) = &variant.fields.hidden {
        if !variant.royalty.checked || variant.royalty.kinds.is_empty() {
            refuse("what players hide, where no royal can be in check", hidden.source);
        }
        if !variant.hooks.is_empty() {
            refuse("a hook beside what players hide", hidden.source);
        }
    }
    if variant.has_turns() && variant.fields.passed && variant.more_rules().most > Passers::<Set256>::TURN {
        refuse("captures en passant beside turns of more than four moves", variant.start.source);
    }
    if variant.has_turns() && !variant.hooks.is_empty() {
        refuse("a hook beside turns of several moves", variant.start.source);
    }
    for end in variant.ends.iter().filter(|e| occupied(e).is_some() && !variant.hooks.is_empty()) {
        refuse("a hook beside an end by what a side occupies", end.source);
    }
    if variant.terrain.len() > 64 {
        refuse("more than 64 kinds of terrain", variant.start.source);
    }
    if variant.kinds.is_empty() {
        refuse("a game without pieces", variant.start.source);
    }
    out
}

/// The terrain that an end asks to be occupied.
fn occupied(end: &End) -> Option<TerrainId> {
    if let EndWhen::Occupied { terrain } = end.when { Some(terrain) } else { None }
}
