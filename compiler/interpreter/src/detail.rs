//! Playing one move, and telling what it does.

use core::ops::ControlFlow::{Break, Continue};

use chv_dsl::model::Edit;
use chv_runtime::{EditView, MoveDetail, Piece, Set256, Square, SquareSet};

use crate::act::Deed;
use crate::code;
use crate::game::{Acting, How};
use crate::hooks;
use crate::moves::InterpretedMove;
use crate::react;
use crate::run::{Run, Sight};
use crate::setup;
use crate::walk::{self, Find, Flow, Landing, Visitor};

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
    let sight = core::mem::replace(&mut run.sight, Sight::Of(action.side));
    let _ = walk::landings(run, action, origin.then_some(m.origin), steps, targets, &mut find);
    run.sight = sight;
    let mut landing = find.found?;
    if run.g.hides && sight == Sight::Full {
        // The way that was chosen, as far as it goes with what is hidden on it.
        let way: Vec<u8> = run.path[run.path_base..].iter().map(|b| b.square).collect();
        run.undo(mark);
        run.path.truncate(run.path_base);
        run.taken.truncate(run.taken_base);
        let mut along = Along { way, step: Some(m.step), found: None };
        let _ = walk::landings(run, action, origin.then_some(m.origin), steps, targets, &mut along);
        if along.found.is_none() {
            // What is hidden may lie where the way goes on only as another step that captures nothing.
            along.step = None;
            let _ = walk::landings(run, action, origin.then_some(m.origin), u64::MAX, targets, &mut along);
        }
        landing = along.found?;
    }
    let mut passed = Vec::new();
    walk::left_passed(run, action, &landing, &mut passed);
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

/// Stops where a way ends, or something hidden cuts it short.
struct Along {
    way: Vec<u8>,
    /// The first step, if not any may lead along the way to where it is cut short.
    step: Option<u16>,
    found: Option<Landing>,
}

impl Visitor for Along {
    fn stop(&mut self, run: &mut Run<'_>, _action: &Acting, landing: &Landing) -> Flow {
        let mut been = run.path[run.path_base..].iter().map(|b| b.square);
        let (gone, all) = (run.path.len() - run.path_base, self.way.len());
        let whole = gone == all;
        let same = gone <= all && been.by_ref().zip(&self.way).all(|(a, b)| a == *b);
        // Leaps and castling have no way.
        let cut = landing.blown && !whole;
        let meant = self.step.map_or(cut, |step| step == landing.step && (whole || cut));
        if meant && same {
            self.found = Some(*landing);
            return Break(());
        }
        Continue(())
    }
}

/// What a move does, as data for people and programs. `run` is spent on a copy of the position.
pub(crate) fn detail(run: &mut Run<'_>, m: InterpretedMove) -> MoveDetail {
    run.telling = true;
    let g = run.g;
    if run.s.more.phase > 0 {
        let name = Some(setup::name(run, m));
        setup::play(run, m);
        return MoveDetail { name, edits: core::mem::take(&mut run.events), ..MoveDetail::default() };
    }
    if m.is_owed() {
        return owed(run, m);
    }
    if m.is_offered() {
        let _ = hooks::take_up(run, m.route);
        let (name, edits) = (run.offer.take(), core::mem::take(&mut run.events));
        return MoveDetail { name, edits, ..MoveDetail::default() };
    }
    let Some(played) = play(run, m) else { return MoveDetail::default() };
    let deed = played.deed;
    let action = &g.actions[usize::from(m.action)];
    let mut waypoints = Vec::new();
    // What leaves the board to come back goes no way.
    let edits = &g.variant.actions[usize::from(m.action)].edits;
    let departs = edits.iter().any(|edit| matches!(edit, Edit::Depart(..)));
    if let How::Walk(path) = &action.how
        && !departs
    {
        let way = &run.path[run.path_base..];
        for been in &way[..way.len().saturating_sub(1)] {
            let turns = way.windows(2).any(|w| w[0].square == been.square && w[0].table != w[1].table);
            let waypoint = path.nodes[usize::from(been.node)].head.waypoint;
            if waypoint || been.via || run.g.winds && turns {
                waypoints.push(Square(been.square));
            }
        }
    }
    // A piece that is moved along before it is taken is named by where it stood.
    let stood = |square: Square| {
        let mover = deed.origin.map(Square);
        let came = run.events.iter().rev().find_map(|edit| match *edit {
            EditView::Shift(from, to) if to == square && Some(from) != mover => Some(from),
            _ => None,
        });
        came.unwrap_or(square)
    };
    let text: String = run.choices.iter().map(|(text, _)| text.as_str()).collect();
    MoveDetail {
        from: deed.origin.map(Square),
        to: if deed.stay { deed.origin } else { deed.target }.map(Square),
        drop: (action.in_hand && code::is_piece(deed.code))
            .then(|| Piece { side: deed.side, kind: code::kind_of(deed.code) }),
        choice: (!text.is_empty()).then_some(text),
        second: run.choices.iter().rev().find_map(|&(_, square)| square).map(Square),
        captures: run.taken[run.taken_base..].iter().map(|&(square, _)| stood(Square(square))).collect(),
        waypoints,
        partner: deed.partner.map(|(start, _)| Square(start)),
        route: if run.g.hides && !departs {
            run.path[run.path_base..].iter().map(|b| Square(b.square)).collect()
        } else {
            Vec::new()
        },
        name: None,
        edits: core::mem::take(&mut run.events),
    }
}

/// The choice for a piece that was pushed to where it promotes.
fn owed(run: &mut Run<'_>, m: InterpretedMove) -> MoveDetail {
    let mut name = None;
    let side = run.s.side;
    if let Some(owed) = react::owed(run, side) {
        let _ = react::choose_owed(run, side, owed, &mut |run, i, branch| {
            if u16::from(i) != m.step {
                return Continue(());
            }
            name = Some(format!("{}={}", run.g.spec.size.name(Square(owed.0)), branch.text));
            Break(())
        });
    }
    let square = Some(Square(m.target));
    MoveDetail {
        from: square,
        to: square,
        name,
        edits: core::mem::take(&mut run.events),
        ..MoveDetail::default()
    }
}
