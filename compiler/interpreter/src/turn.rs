//! The end of an action and of a turn: rights and marks fall, clocks go on, travellers land, the
//! other side acts.

use chv_dsl::model::{Cost, PhaseKind};
use chv_runtime::{EditView, Piece, Set256, Side, Square, SquareSet};

use crate::act::Deed;
use crate::code;
use crate::hooks;
use crate::legal;
use crate::react;
use crate::run::{Change, Run, Turn};
use crate::state::State;
use crate::threat;

/// What the end of an action overwrites and the log does not keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Before {
    pub(crate) rights: u32,
    pub(crate) unmoved: Set256,
    passed: Vec<(u8, u8)>,
    pub(crate) side: Side,
    clock: u32,
    number: u32,
}

impl Before {
    pub(crate) fn of(s: &State) -> Self {
        Self {
            rights: s.rights,
            unmoved: s.unmoved,
            passed: s.passed.clone(),
            side: s.side,
            clock: s.clock,
            number: s.number,
        }
    }
}

/// Ends an action of play whose changes were logged from `from` on, and the turn if it was its last;
/// `passed` are the squares that its walk left open to en-passant capture.
pub(crate) fn conclude(run: &mut Run<'_>, deed: &Deed, from: usize, passed: &[u8]) -> Before {
    let before = Before::of(run.s);
    let side = deed.side;
    let first = run.s.more.moved == 0;
    let touched = fall(run, deed, from);
    note_moved(run, deed);
    hooks::after(run, deed);
    let touched = touched | fall(run, deed, from);
    let over = !run.g.turns || spend(run, deed);
    if over {
        land(run, side);
    }
    let landed = fall(run, deed, from) & !touched;
    settle_passed(run, deed, touched | landed, passed, over);
    let kinds = &run.g.variant.kinds;
    let resets = code::is_piece(deed.code) && kinds[usize::from(code::kind_of(deed.code))].resets_clock;
    let s = &mut *run.s;
    // A turn counts once, with its first move.
    if run.removed > 0 || resets {
        s.clock = 0;
    } else if first {
        s.clock = s.clock.saturating_add(1);
    }
    if over {
        pass(run, side);
    }
    before
}

/// Takes back what the log does not keep.
pub(crate) fn resume(s: &mut State, before: Before) {
    s.rights = before.rights;
    s.unmoved = before.unmoved;
    s.passed = before.passed;
    s.side = before.side;
    s.clock = before.clock;
    s.number = before.number;
}

/// Rights and marks fall for the squares that were touched.
fn fall(run: &mut Run<'_>, deed: &Deed, from: usize) -> Set256 {
    let home = match deed.origin {
        Some(origin) if deed.stay || deed.target == Some(origin) => Some(origin),
        _ => None,
    };
    let mut fallen = 0;
    let mut touched = Set256::default();
    for change in &run.log[from..] {
        if let Change::Cell(square, _) = *change
            && home != Some(square)
        {
            fallen |= run.g.rights_at[usize::from(square)];
            touched = touched.with(Square(square));
        }
    }
    run.s.rights &= !fallen;
    run.s.unmoved &= !touched;
    touched
}

/// En-passant squares: those of the turn before go when the turn ends; all others as soon as what
/// passed them is touched or something stands on them.
fn settle_passed(run: &mut Run<'_>, deed: &Deed, touched: Set256, passed: &[u8], over: bool) {
    let old = core::mem::take(&mut run.s.passed);
    if old.is_empty() && passed.is_empty() {
        return;
    }
    let holds = |run: &Run<'_>, (square, victim): (u8, u8)| {
        let piece = run.at(victim);
        code::is_piece(piece)
            && !touched.has(Square(victim))
            && run.at(square) == code::EMPTY
            && (!over || code::side_of(piece) == deed.side)
    };
    let mut open: Vec<(u8, u8)> = old.into_iter().filter(|&p| holds(run, p)).collect();
    if let Some(target) = deed.target
        && code::is_piece(run.at(target))
    {
        open.extend(passed.iter().filter(|&&s| run.at(s) == code::EMPTY).map(|&s| (s, target)));
    }
    run.s.passed = open;
}

/// Notes which kind the side has moved.
pub(crate) fn note_moved(run: &mut Run<'_>, deed: &Deed) {
    if let Some(field) = run.g.last_moved
        && code::is_piece(deed.code)
    {
        run.set_kind(field, deed.side, deed.counts_as + 1);
    }
}

/// Takes what an action costs; whether the turn is over.
fn spend(run: &mut Run<'_>, deed: &Deed) -> bool {
    occupy(run, deed.side);
    let mut turn = run.turn();
    if code::is_piece(deed.code) {
        turn.budget = match deed.cost {
            Cost::One => turn.budget.saturating_sub(1),
            Cost::Whole => 0,
        };
        turn.moved += 1;
    } else {
        turn.budget = 0;
    }
    run.set_turn(turn);
    turn.budget == 0 || turn.winner.is_some() || stops(run, deed.side)
}

/// Whether a turn that has moves left is over all the same.
fn stops(run: &mut Run<'_>, side: Side) -> bool {
    let Some(PhaseKind::Play { check_ends, .. }) = run.g.variant.phases.last().map(|p| p.kind) else {
        return true;
    };
    check_ends && threat::exposed(run, side.other()) || !legal::any_further(run.g, run.s)
}

/// The other side acts.
fn pass(run: &mut Run<'_>, side: Side) {
    if run.g.turns {
        let turn = run.turn();
        let budget = turn.next;
        let next = run.g.variant.budget();
        run.set_turn(Turn { side: side.other(), budget, next, moved: 0, ..turn });
    }
    run.s.side = side.other();
    if side == Side::Black {
        run.s.number = run.s.number.saturating_add(1);
    }
}

/// Whether some traveller of a side lands at the end of its turn that is under way.
pub(crate) fn is_due(s: &State, side: Side) -> bool {
    s.more.travellers.iter().any(|t| t.side == side && t.turns == 1)
}

/// The travellers of a side come one turn nearer; those that are there land.
pub(crate) fn land(run: &mut Run<'_>, side: Side) {
    let Some(prey) = run.g.travels else { return };
    if !run.s.more.travellers.iter().any(|t| t.side == side) {
        return;
    }
    run.keep_travellers();
    let mut landing = Vec::new();
    run.s.more.travellers.retain_mut(|t| {
        if t.side == side {
            t.turns = t.turns.saturating_sub(1);
            if t.turns == 0 {
                landing.push(*t);
            }
        }
        t.turns > 0
    });
    for traveller in landing {
        let square = traveller.square.0;
        let held = run.at(square);
        if held == code::EMPTY || code::is_of(held, prey) {
            if held != code::EMPTY {
                run.remove(square);
            }
            run.set(square, code::piece(side, traveller.kind));
            run.tell(EditView::Place(Square(square), Piece { side, kind: traveller.kind }));
            if held != code::EMPTY {
                react::landed(run, &Deed::landed(traveller, held));
            }
            if run.live().has(Square(square)) {
                run.explode(square);
            }
        } else {
            // What stands there cannot be captured: the traveller is lost.
            run.removed += 1;
        }
        occupy(run, side);
    }
}

/// Notes who has pieces on all squares of the terrain that wins.
fn occupy(run: &mut Run<'_>, side: Side) {
    let Some(terrain) = run.g.occupied else { return };
    let turn = run.turn();
    if turn.winner.is_some() {
        return;
    }
    let mut squares = Set256::default();
    for (square, &t) in (0u8..=255).zip(&run.s.terrain) {
        if t == terrain + 1 {
            squares = squares.with(Square(square));
        }
    }
    let holds = |s: &Side| (squares & !run.s.sides[s.index()]).is_empty();
    if !squares.is_empty()
        && let Some(winner) = [side, side.other()].into_iter().find(holds)
    {
        run.set_turn(Turn { winner: Some(winner), ..turn });
    }
}

/// Ends an action of set-up: one thing that the side may do is done, or all are declined.
pub(crate) fn conclude_setup(run: &mut Run<'_>, side: Side, declined: bool) -> Before {
    let before = Before::of(run.s);
    let g = run.g;
    let mut more = run.s.more.clone();
    let mut at = run.s.clone();
    let next = g.more.after_setup(&mut more, side, declined, |more, side| {
        at.more.clone_from(more);
        at.side = side;
        legal::any(g, &at)
    });
    run.set_turn(Turn { side: next, phase: more.phase, left: more.left, ..run.turn() });
    before
}
