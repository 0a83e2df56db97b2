//! Playing one move, and telling what it does.

use core::ops::ControlFlow::Break;

use chv_runtime::{MoveDetail, Piece, Set256, Square, SquareSet};

use crate::act::Deed;
use crate::code;
use crate::game::{Acting, How};
use crate::moves::InterpretedMove;
use crate::react;
use crate::run::Run;
use crate::walk::{self, Find};

/// A move that has been made on the board, its turn not ended.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) deed: Deed,
    pub(crate) passed: Vec<u8>,
}

/// Makes a move on the board, up to the end of the turn. `None` (and nothing changed) if there is no
/// such move.
pub(crate) fn play(run: &mut Run<'_>, m: InterpretedMove) -> Option<Played> {
    let action: &Acting = run.g.actions.get(usize::from(m.action))?;
    let mark = run.mark();
    let target = !matches!(action.how, How::Stand);
    let origin = !action.in_hand && target && !matches!(action.how, How::Fixed { .. });
    let mut find = Find { step: m.step, route: m.route, target: target.then_some(m.target), found: None };
    let steps = if m.step < 64 { 1 << m.step } else { 0 };
    let targets = Set256::of(Square(m.target));
    let _ = walk::landings(run, action, origin.then_some(m.origin), steps, targets, &mut find);
    let landing = find.found?;
    let mut passed = Vec::new();
    walk::left_passed(run, action, &mut passed);
    let mut played = None;
    let _ = react::perform(run, action, &landing, Some(m.choices), &mut |_, deed, _| {
        played = Some(*deed);
        Break(())
    });
    match played {
        Some(deed) => Some(Played { deed, passed }),
        None => {
            run.undo(mark);
            None
        }
    }
}

/// What a move does, as data for people and programs. `run` is spent on a copy of the position.
pub(crate) fn detail(run: &mut Run<'_>, m: InterpretedMove) -> MoveDetail {
    run.telling = true;
    let g = run.g;
    let Some(played) = play(run, m) else { return MoveDetail::default() };
    let deed = played.deed;
    let action = &g.actions[usize::from(m.action)];
    let mut waypoints = Vec::new();
    if let How::Walk(path) = &action.how {
        let way = &run.path[run.path_base..];
        for &(square, node) in &way[..way.len().saturating_sub(1)] {
            if path.nodes[usize::from(node)].head.waypoint {
                waypoints.push(Square(square));
            }
        }
    }
    let text: String = run.choices.iter().map(|(text, _)| text.as_str()).collect();
    MoveDetail {
        from: deed.origin.map(Square),
        to: if deed.stay { deed.origin } else { deed.target }.map(Square),
        drop: (action.in_hand && code::is_piece(deed.code))
            .then(|| Piece { side: deed.side, kind: code::kind_of(deed.code) }),
        choice: (!text.is_empty()).then_some(text),
        second: run.choices.iter().rev().find_map(|&(_, square)| square).map(Square),
        captures: run.taken[run.taken_base..].iter().map(|&(square, _)| Square(square)).collect(),
        waypoints,
        partner: deed.partner.map(|(start, _)| Square(start)),
        name: None,
        edits: core::mem::take(&mut run.events),
    }
}
