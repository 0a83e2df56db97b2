//! What players do before play.

use core::ops::ControlFlow::Continue;

use chv_runtime::{Side, Square, SquareSet};

use crate::act::{self, Deed};
use crate::game::{Acting, How};
use crate::guard;
use crate::moves::InterpretedMove;
use crate::run::Run;
use crate::walk::Flow;

/// Calls `emit` with each action that a side has in the phase that the position is in.
pub(crate) fn visit<F: FnMut(InterpretedMove) -> Flow>(run: &mut Run<'_>, side: Side, emit: &mut F) -> Flow {
    let g = run.g;
    let phase = usize::from(run.s.more.phase);
    let Some(actions) = g.setup.get(phase - 1) else { return Continue(()) };
    for &id in &actions[side.index()] {
        let action = &g.actions[usize::from(id)];
        let m = |target: u8| InterpretedMove { action: id, target, ..InterpretedMove::END_TURN };
        match &action.how {
            How::Leap { accepts, .. } => {
                for Square(target) in action.to.squares() {
                    if accepts.has(run.at(target)) && allowed(run, action, Some(target)) {
                        emit(m(target))?;
                    }
                }
            }
            _ if allowed(run, action, None) => emit(m(0))?,
            _ => {}
        }
    }
    if g.more.may_decline(&run.s.more, side) { emit(InterpretedMove::DECLINE) } else { Continue(()) }
}

/// Whether an action may be made.
fn allowed(run: &mut Run<'_>, action: &Acting, target: Option<u8>) -> bool {
    let deed = deed(action, target);
    guard::all(run, &action.before, &deed) && guard::all(run, &action.after, &deed)
}

fn deed(action: &Acting, target: Option<u8>) -> Deed {
    Deed { target, ..Deed::nothing(action.side) }
}

/// Makes an action of set-up.
pub(crate) fn play(run: &mut Run<'_>, m: InterpretedMove) {
    let Some(action) = run.g.actions.get(usize::from(m.action)) else { return };
    let target = matches!(action.how, How::Leap { .. }).then_some(m.target);
    act::edit(run, &run.g.variant.actions[usize::from(action.id)].edits, &deed(action, target));
}

/// How move text names an action of set-up.
pub(crate) fn name(run: &Run<'_>, m: InterpretedMove) -> String {
    let g = run.g;
    let Some(action) = g.variant.actions.get(usize::from(m.action)) else {
        let phases = &g.variant.phases;
        let phase = phases.len().checked_sub(1 + usize::from(run.s.more.phase)).and_then(|i| phases.get(i));
        return format!("{}=-", phase.map_or("", |p| p.name.as_str()));
    };
    match action.movement {
        chv_dsl::model::Movement::Leap { .. } => {
            format!("{}={}", action.text, g.spec.size.name(Square(m.target)))
        }
        _ => action.text.clone(),
    }
}
