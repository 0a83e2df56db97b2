//! Making a move: what it does, the end of its turn, and what is taken back.

use core::ops::ControlFlow::{Break, Continue};

use chv_runtime::{Side, SquareSet};

use crate::act::Deed;
use crate::detail;
use crate::hooks;
use crate::legal;
use crate::moves::InterpretedMove;
use crate::react;
use crate::run::{Change, Mark, Run, Sight};
use crate::setup;
use crate::threat;
use crate::turn::{self, Before};

/// Makes a move. `None` (and nothing changed) if there is no such move.
pub(crate) fn make(run: &mut Run<'_>, m: InterpretedMove) -> Option<Before> {
    let side = run.s.side;
    run.sight = Sight::Full;
    if run.s.more.phase > 0 {
        let declines = m == InterpretedMove::DECLINE;
        if !declines {
            setup::play(run, m);
        }
        return Some(turn::conclude_setup(run, side, declines));
    }
    if m.is_owed() {
        let owed = react::owed(run, side)?;
        let before = Before::of(run.s);
        let _ = react::choose_owed(run, side, owed, &mut |_, i, _| {
            if u16::from(i) == m.step { Break(()) } else { Continue(()) }
        });
        return Some(before);
    }
    let mark = run.mark();
    let royals = threat::royals(run, side);
    let before = if m == InterpretedMove::END_TURN {
        turn::conclude(run, &Deed::nothing(side), 0, &[])
    } else if m.is_offered() {
        let deed = hooks::take_up(run, m.route)?;
        turn::conclude(run, &deed, 0, &[])
    } else {
        let played = detail::play(run, m)?;
        turn::conclude(run, &played.deed, 0, &played.passed)
    };
    if run.g.hides {
        return Some(arbiter(run, side, mark, royals, before));
    }
    Some(before)
}

/// Takes a move back that something hidden forbids: a royal came to where it is, or what went off
/// leaves the mover's royal in check. What went off is revealed then, and nothing else has changed.
fn arbiter(run: &mut Run<'_>, side: Side, mark: Mark, royals: u32, before: Before) -> Before {
    let ended = run.s.side != side;
    let inner = run.mark();
    if !ended {
        // Each move is judged as if the turn ended with it.
        turn::land(run, side);
    }
    let (blown, spared) = run.blown(mark);
    let forbidden =
        !blown.is_empty() && (spared || threat::royals(run, side) < royals || threat::exposed(run, side));
    run.undo(inner);
    if !forbidden {
        return before;
    }
    run.undo(mark);
    turn::resume(run.s, before);
    let before = Before::of(run.s);
    let more = &run.s.more;
    let (hidden, revealed) = (more.hidden, more.revealed | blown);
    run.set_hidden(hidden, revealed);
    run.log.push(Change::TakenBack);
    if run.s.more.moved > 0 && !legal::any_further(run.g, run.s) {
        let _ = turn::conclude(run, &Deed::nothing(side), run.log.len(), &[]);
    }
    before
}
