//! Legal moves.
//!
//! An action is legal if, after it and all it sets off, the actor's royals are all still there and,
//! unless the opponent has just lost, none of them is in check. Most actions are settled without
//! trying them: one that changes no square on which a threat to a royal hangs leaves all threats as
//! they are.

use core::ops::ControlFlow::{Break, Continue};

use chv_dsl::model::{Cost, KindSet, PhaseKind};
use chv_runtime::{Set256, Side, Square, SquareSet};

use crate::act::Deed;
use crate::code;
use crate::ends;
use crate::game::{Acting, Game};
use crate::guard;
use crate::hooks;
use crate::moves::InterpretedMove;
use crate::react::{self, Choices};
use crate::run::{Change, Run};
use crate::setup;
use crate::state::State;
use crate::threat::{self, Safety};
use crate::turn;
use crate::walk::{self, ALL_STEPS, Flow, Landing, Visitor};

/// Calls `emit` with each legal move until it breaks. Nothing when the pieces decide the position.
pub(crate) fn visit<F: FnMut(InterpretedMove) -> Flow>(g: &Game, state: &State, emit: &mut F) -> Flow {
    if ends::decided(g, state) { Continue(()) } else { visit_all(g, state, emit) }
}

/// The same, also where the pieces decide the position.
fn visit_all<F: FnMut(InterpretedMove) -> Flow>(g: &Game, state: &State, emit: &mut F) -> Flow {
    let mut state = state.clone();
    let side = state.side;
    let mut run = Run::new(g, &mut state);
    if run.s.more.phase > 0 {
        return setup::visit(&mut run, side, emit);
    }
    if g.owes
        && let Some(owed) = react::owed(&mut run, side)
    {
        return react::choose_owed(&mut run, side, owed, &mut |_, branch, _| {
            emit(InterpretedMove::owed(owed.0, branch))
        });
    }
    moves(&mut run, side, emit)?;
    if run.s.more.moved > 0 && ends_early(g) { emit(InterpretedMove::END_TURN) } else { Continue(()) }
}

/// Calls `emit` with each legal move and every route by which it can be made, where routes matter.
pub(crate) fn visit_routes<F: FnMut(InterpretedMove) -> Flow>(g: &Game, state: &State, emit: &mut F) -> Flow {
    if !g.hides || state.more.phase > 0 || ends::decided(g, state) {
        return Continue(());
    }
    let mut state = state.clone();
    let side = state.side;
    let mut run = Run::new(g, &mut state);
    if g.owes && react::owed(&mut run, side).is_some() {
        // A choice comes first.
        return Continue(());
    }
    let safety = if g.variant.royalty.checked { Safeties::of(&mut run, side) } else { Safeties::default() };
    let (checked, royals) = (g.variant.royalty.checked, threat::royals(&run, side));
    let (seen, passed) = (Seen::default(), Vec::new());
    let ranks = Ranks { every: true, ..Ranks::default() };
    Legal { safety, checked, royals, seen, passed, ranks, emit }.side(&mut run, side)
}

/// Whether a turn may be ended before its last move.
fn ends_early(g: &Game) -> bool {
    matches!(g.variant.phases.last().map(|p| p.kind), Some(PhaseKind::Play { early: true, .. }))
}

/// Calls `emit` with each legal action of a side on the board, until it breaks.
fn moves<F: FnMut(InterpretedMove) -> Flow>(run: &mut Run<'_>, side: Side, emit: &mut F) -> Flow {
    let checked = run.g.variant.royalty.checked;
    let safety = if checked { Safeties::of(run, side) } else { Safeties::default() };
    let royals = threat::royals(run, side);
    let (seen, passed, ranks) = (Seen::default(), Vec::new(), Ranks::default());
    Legal { safety, checked, royals, seen, passed, ranks, emit }.side(run, side)
}

/// Whether the side to act has a further move in its turn.
pub(crate) fn any_further(g: &Game, state: &State) -> bool {
    let mut state = state.clone();
    let side = state.side;
    moves(&mut Run::new(g, &mut state), side, &mut |_| Break(())).is_break()
}

/// What is known of a side's safety, after each kind that it can move: where the opponent has pieces
/// that borrow the movement of the kind moved last, they threaten as that kind.
#[derive(Debug, Default)]
struct Safeties {
    any: Safety,
    by_kind: Vec<Option<Safety>>,
}

impl Safeties {
    fn of(run: &mut Run<'_>, side: Side) -> Self {
        let g = run.g;
        let kinds = g.variant.kinds.len();
        let enemies = run.s.sides[side.other().index()];
        let mimics = !g.mimics.is_empty() && enemies.squares().any(|s| code::is_of(run.at(s.0), g.mimics));
        let (Some(field), true) = (g.last_moved, mimics) else {
            return Self { any: Safety::of(run, side, KindSet::ALL), by_kind: Vec::new() };
        };
        let any = Safety::of(run, side, KindSet::ALL.minus(g.mimics));
        let mut by_kind: Vec<Option<Safety>> = Vec::new();
        by_kind.resize_with(kinds, || None);
        if any.known {
            let mut moved = KindSet::NONE;
            for square in run.s.sides[side.index()].squares() {
                for &id in &g.of_piece[usize::from(run.at(square.0))] {
                    moved = moved.or(KindSet::of(g.actions[usize::from(id)].counts_as));
                }
            }
            for kind in moved.iter() {
                let mark = run.mark();
                run.set_kind(field, side, kind + 1);
                by_kind[usize::from(kind)] = Some(any.and(&Safety::of(run, side, g.mimics)));
                run.undo(mark);
            }
        }
        Self { any, by_kind }
    }

    fn after(&self, kind: u8) -> &Safety {
        self.by_kind.get(usize::from(kind)).and_then(Option::as_ref).unwrap_or(&self.any)
    }
}

/// The way by which a piece goes, of several that lead to the same: the first by number of squares,
/// then by the direction of the first step clockwise from up the board, then by the squares.
type Rank = (usize, u8, Vec<u8>);

/// For each effect of one piece's movements, the best way to it.
#[derive(Debug, Default)]
struct Ranks {
    /// Whether every way is wanted.
    every: bool,
    /// Whether ways are only looked at.
    looking: bool,
    best: Vec<Best>,
}

/// The best way to an effect.
#[derive(Debug)]
struct Best {
    /// Where it ends, and what else it does.
    target: u8,
    effect: Option<Effect>,
    rank: Rank,
    /// The action, its first step, and the end among those that it leads to.
    way: (u16, u16, u16),
}

/// Calls `emit` with each move whose legality is not judged, guards on the position after it included.
#[cfg(test)]
pub(crate) fn visit_unjudged<F: FnMut(InterpretedMove) -> Flow>(
    g: &Game,
    state: &State,
    emit: &mut F,
) -> Flow {
    let mut state = state.clone();
    let side = state.side;
    let mut run = Run::new(g, &mut state);
    let (safety, seen, passed, ranks) = (Safeties::default(), Seen::default(), Vec::new(), Ranks::default());
    Legal { safety, checked: false, royals: 0, seen, passed, ranks, emit }.side(&mut run, side)
}

/// Whether there is any legal move, or would be if the pieces did not decide the position.
pub(crate) fn any(g: &Game, state: &State) -> bool {
    visit_all(g, state, &mut |_| Break(())).is_break()
}

/// What one piece's movements have led to so far.
#[derive(Debug, Default)]
struct Seen {
    /// Targets reached with no other effect than to take what stood there.
    plain: Set256,
    /// All other effects.
    other: Vec<Effect>,
}

/// The effect of a movement, so that two routes with one result are one move.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Effect {
    end: Option<u8>,
    partner: Option<(u8, u8)>,
    changes: Vec<(u8, u8)>,
    passed: Vec<u8>,
    /// The action, if it makes edits of its own.
    edits: Option<u16>,
}

impl Effect {
    /// Whether nothing but the target is changed, and nothing left behind.
    fn is_plain(&self) -> bool {
        self.changes.is_empty() && self.passed.is_empty() && (self.partner, self.edits) == (None, None)
    }
}

struct Legal<'f, F> {
    safety: Safeties,
    checked: bool,
    /// How many royals the actor has.
    royals: u32,
    seen: Seen,
    /// En-passant squares left by the walk at hand.
    passed: Vec<u8>,
    /// Where it matters by which way a piece goes: the best ways.
    ranks: Ranks,
    emit: &'f mut F,
}

impl<F: FnMut(InterpretedMove) -> Flow> Legal<'_, F> {
    fn side(&mut self, run: &mut Run<'_>, side: Side) -> Flow {
        let g = run.g;
        let everywhere = Set256::below(256);
        for word in 0..g.words {
            let mut rest = run.s.sides[side.index()].0[word];
            while rest != 0 {
                let from = (word * 64) as u8 + rest.trailing_zeros() as u8;
                rest &= rest - 1;
                self.clear();
                for looking in [true, false] {
                    self.ranks.looking = looking;
                    if looking && (!g.hides || self.ranks.every) {
                        continue;
                    }
                    for &id in &g.of_piece[usize::from(run.at(from))] {
                        let action = &g.actions[usize::from(id)];
                        let affordable = action.cost == Cost::One || run.s.more.moved == 0;
                        if action.offered && action.from.has(Square(from)) && affordable {
                            walk::landings(run, action, Some(from), ALL_STEPS, everywhere, self)?;
                        }
                    }
                }
            }
        }
        let mut dropped = code::EMPTY;
        let i = side.index();
        for &id in g.fixed[i].iter().chain(&g.drops[i]).chain(&g.passes[i]) {
            let action = &g.actions[usize::from(id)];
            if !action.in_hand || action.code != dropped {
                dropped = action.code;
                self.clear();
            }
            if action.offered {
                walk::landings(run, action, None, ALL_STEPS, everywhere, self)?;
            }
        }
        self.offers(run)
    }

    /// The actions that hooks offer.
    fn offers(&mut self, run: &mut Run<'_>) -> Flow {
        if !run.g.hooks.offers || self.ranks.every {
            return Continue(());
        }
        for index in 0..hooks::offers(run).len() {
            let (mark, index) = (run.mark(), index as u16);
            let deed = hooks::take_up(run, index);
            let legal = deed.is_some_and(|deed| hooks::allow(run, &deed) && self.safe(run, &deed, &[]));
            run.undo(mark);
            run.offer = None;
            if legal {
                (self.emit)(InterpretedMove::offered(index))?;
            }
        }
        Continue(())
    }

    fn clear(&mut self) {
        self.seen.plain = Set256::default();
        self.seen.other.clear();
        self.ranks.best.clear();
    }

    /// Whether the effect of a movement has come before.
    fn known(&self, plain: bool, target: u8, effect: Option<&Effect>) -> bool {
        if plain {
            self.seen.plain.has(Square(target))
        } else {
            effect.is_some_and(|e| self.seen.other.contains(e))
        }
    }

    /// Whether a way is the best to its effect, or, while ways are only looked at, never.
    fn ranked(&mut self, run: &Run<'_>, action: &Acting, landing: &Landing, effect: Option<&Effect>) -> bool {
        let id = (action.id, landing.step, landing.route);
        let target = landing.target.unwrap_or(0);
        let known = |b: &Best| b.target == target && b.effect.as_ref() == effect;
        let at = self.ranks.best.iter().position(known);
        if !self.ranks.looking {
            return at.is_none_or(|at| self.ranks.best[at].way == id);
        }
        let squares: Vec<u8> = run.path[run.path_base..].iter().map(|b| b.square).collect();
        let size = run.g.spec.size;
        let first = landing.origin.zip(squares.first()).map_or(0, |(origin, &to)| {
            let side = |from: u8, to: u8| i32::from(to) - i32::from(from);
            let dx = side(size.file(Square(origin)), size.file(Square(to))).signum();
            let dy = side(size.rank(Square(origin)), size.rank(Square(to))).signum();
            let clockwise = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
            clockwise.iter().position(|&d| d == (dx, dy)).unwrap_or(0) as u8
        });
        let rank = (squares.len(), first, squares);
        match at {
            None => self.ranks.best.push(Best { target, effect: effect.cloned(), rank, way: id }),
            Some(at) if rank < self.ranks.best[at].rank => {
                self.ranks.best[at].rank = rank;
                self.ranks.best[at].way = id;
            }
            Some(_) => {}
        }
        false
    }

    fn effect(&self, run: &Run<'_>, action: &Acting, landing: &Landing) -> Effect {
        let end = if landing.stay { landing.origin } else { landing.target };
        let mut seen = Set256::default();
        let mut changes = Vec::new();
        for change in &run.log {
            // The first change of a square tells what stood there before.
            let Change::Cell(square, before) = *change else { continue };
            // The mover is lifted from its origin; something may be set down there, and be like it.
            let filled = Some(square) == landing.origin && code::is_piece(run.at(square));
            let mover = Some(square) == end || Some(square) == landing.origin && !filled;
            if !mover && !seen.has(Square(square)) && (filled || run.at(square) != before) {
                changes.push((square, run.at(square)));
            }
            seen = seen.with(Square(square));
        }
        if let Some(target) = landing.target
            && landing.pending
            && landing.stay
        {
            changes.push((target, run.vacant(target)));
        }
        changes.sort_unstable();
        let edits = !run.g.variant.actions[usize::from(action.id)].edits.is_empty();
        Effect {
            end,
            partner: landing.partner,
            changes,
            passed: self.passed.clone(),
            edits: edits.then_some(action.id),
        }
    }

    /// Settles an action by what is known of the actor's safety: legal, not legal, or not settled.
    #[inline]
    fn settled(&self, run: &Run<'_>, action: &Acting, landing: &Landing) -> Option<bool> {
        let target = landing.target?;
        let captures = landing.pending;
        let opens = self.checked && self.opens(run, &self.passed, action.side);
        if run.g.hooks.vetoes
            || opens
            || landing.special
            || landing.stay
            || !action.plain
            || run.g.royal[usize::from(action.code)]
        {
            return None;
        }
        let sets_off = match landing.origin {
            Some(from) => run.g.reactions.any(action.side, action.code, from, target, captures),
            None => run.g.reactions.by_acting(action.side, action.code, captures),
        };
        if sets_off || captures && self.takes_own_royal(run, target, action.side) {
            return None;
        }
        if !self.checked {
            return Some(true);
        }
        let safety = self.safety.after(action.counts_as);
        if !safety.known {
            return None;
        }
        let touches =
            |set: &Set256| set.has(Square(target)) || landing.origin.is_some_and(|o| set.has(Square(o)));
        if safety.checks.is_empty() {
            (!touches(&safety.open)).then_some(true)
        } else {
            let stands = safety.checks.iter().any(|check| !touches(check));
            (stands && !(captures && run.g.few)).then_some(false)
        }
    }

    fn takes_own_royal(&self, run: &Run<'_>, target: u8, side: Side) -> bool {
        let code = run.at(target);
        run.g.royal[usize::from(code)] && code::side_of(code) == side
    }

    /// Whether the actor is safe, the move having been made on the board.
    /// `passed` are the squares that it opens to en-passant capture.
    fn safe(&self, run: &mut Run<'_>, deed: &Deed, passed: &[u8]) -> bool {
        let side = deed.side;
        if !self.checked {
            return true;
        }
        if threat::royals(run, side) < self.royals {
            return false;
        }
        let safety = self.safety.after(deed.counts_as);
        let known = safety.known && run.g.hooks.is_empty() && !self.opens(run, passed, side);
        if known && safety.checks.is_empty() && self.untouched(run, safety, side) {
            return true;
        }
        // As if the turn ended here.
        let mark = run.mark();
        let open = deed.target.map_or_else(Vec::new, |t| passed.iter().map(|&s| (s, t)).collect());
        let before = core::mem::replace(&mut run.s.passed, open);
        turn::note_moved(run, deed);
        hooks::after(run, deed);
        turn::land(run, side);
        let opponent = side.other();
        let safe = threat::royals(run, side) >= self.royals
            && (run.removed > 0 && ends::lost(run.g, run.s, opponent) || !threat::exposed(run, side));
        run.undo(mark);
        run.s.passed = before;
        safe
    }

    /// Whether squares that a move opens to en-passant capture can matter to the mover's safety: where
    /// a capture does more than take, or royals pass squares.
    fn opens(&self, run: &Run<'_>, passed: &[u8], side: Side) -> bool {
        !passed.is_empty() && (run.g.reach[side.other().index()].tries || !run.g.passing_royals.is_empty())
    }

    /// Whether no change made can have opened a threat.
    fn untouched(&self, run: &Run<'_>, safety: &Safety, side: Side) -> bool {
        run.log.iter().all(|change| match *change {
            Change::Cell(square, old) => {
                let new = run.at(square);
                let royal = run.g.royal[usize::from(old)] || run.g.royal[usize::from(new)];
                let enemy = code::is_piece(new) && code::side_of(new) != side && new != old;
                !royal && !enemy && !safety.open.has(Square(square))
            }
            Change::Terrain(square, _) => !safety.open.has(Square(square)),
            // What the kind moved last changes is looked at for each such kind apart, and who is under way
            // matters only when somebody is about to land.
            Change::Hand(..)
            | Change::Turn(_)
            | Change::Kind(..)
            | Change::Travellers(_)
            | Change::Spared(_)
            | Change::TakenBack => true,
            Change::Hidden(_) | Change::Hook(..) => false,
        })
    }
}

impl<F: FnMut(InterpretedMove) -> Flow> Visitor for Legal<'_, F> {
    fn stop(&mut self, run: &mut Run<'_>, action: &Acting, landing: &Landing) -> Flow {
        if landing.target.is_some_and(|s| !action.to.has(Square(s))) {
            return Continue(());
        }
        self.passed.clear();
        walk::left_passed(run, action, landing, &mut self.passed);
        let target = landing.target.unwrap_or(0);
        let edits = !action.plain && !run.g.variant.actions[usize::from(action.id)].edits.is_empty();
        let plain = !landing.special && !landing.stay && self.passed.is_empty() && !edits;
        let effect = (!plain).then(|| self.effect(run, action, landing));
        // A roundabout way may come to the same as a plain one.
        let plain = plain || !landing.stay && effect.as_ref().is_some_and(Effect::is_plain);
        let effect = effect.filter(|_| !plain);
        if run.g.hides && !self.ranks.every && !self.ranked(run, action, landing, effect.as_ref()) {
            return Continue(());
        }
        if !self.ranks.every && self.known(plain, target, effect.as_ref()) {
            return Continue(());
        }
        let m = InterpretedMove {
            action: action.id,
            step: landing.step,
            route: landing.route,
            origin: landing.origin.unwrap_or(0),
            target,
            choices: Choices::default(),
        };
        let mut counts = action.plain;
        match self.settled(run, action, landing) {
            Some(true) => (self.emit)(m)?,
            Some(false) => {}
            None => {
                let deed = Deed::of(run, action, landing);
                if !guard::all(run, &action.safe, &deed) {
                    return Continue(());
                }
                let passed = core::mem::take(&mut self.passed);
                let flow = react::perform(run, action, landing, None, &mut |run, deed, choices| {
                    if hooks::allow(run, deed) && self.safe(run, deed, &passed) && finals(run, deed, &passed)
                    {
                        counts = true;
                        (self.emit)(InterpretedMove { choices, ..m })?;
                    }
                    Continue(())
                });
                self.passed = passed;
                flow?;
            }
        }
        // A movement refused by its own guards does not hide another that leads to the same.
        if counts {
            if plain {
                self.seen.plain = self.seen.plain.with(Square(target));
            } else if let Some(effect) = effect {
                self.seen.other.push(effect);
            }
        }
        Continue(())
    }
}

/// Whether the guards hold that ask for the position after the move.
fn finals(run: &mut Run<'_>, deed: &Deed, passed: &[u8]) -> bool {
    let asked = run.finals;
    if asked == 0 {
        return true;
    }
    let mark = run.mark();
    let before = turn::conclude(run, deed, 0, passed);
    let opponent = deed.side.other();
    let check = threat::in_check(run, opponent);
    let mate = asked & (guard::NO_MATE | guard::MATE) != 0 && check && !any(run.g, run.s);
    run.undo(mark);
    turn::resume(run.s, before);
    !(asked & guard::NO_MATE != 0 && mate
        || asked & guard::NO_CHECK != 0 && check
        || asked & guard::MATE != 0 && !mate
        || asked & guard::CHECK != 0 && !check)
}
