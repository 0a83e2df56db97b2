//! The scene that shows what slides do on terrain.

use std::collections::BTreeSet;

use chv_runtime::{Square, SquareSet};

use super::elements::Mover;
use super::explore::explore;
use super::setting::Setting;
use crate::model::{Edge, TerrainId};

/// A board with terrain on which slides of the piece go on, or turn: each kind of terrain two squares
/// away, in a direction of its own, and for terrain that joins a second square that is out of reach
/// otherwise. `None` if terrain changes nothing for the piece.
pub(super) fn setting(mover: &Mover<'_>, origin: Square) -> Option<Setting> {
    let board = &mover.variant.board;
    let acts = mover.acts.iter().filter(|a| a.action.from.has(origin));
    let walks: Vec<_> = acts.filter_map(|a| a.walk()).collect();
    // Squares two steps away in a slide, with the step.
    let mut places: Vec<(Square, Edge)> = Vec::new();
    for walk in &walks {
        for first in walk.first.iter().filter(|e| e.slide) {
            let goes_on = |e: &&Edge| e.slide && (e.dx, e.dy) == (first.dx, first.dy) && e.on.is_none();
            let Some(next) = walk.nodes[usize::from(first.to)].next.iter().find(goes_on) else { continue };
            let square = board.step(origin, first).and_then(|s| board.step(s, next));
            if let Some(square) = square.filter(|s| *s != origin && places.iter().all(|p| p.0 != *s)) {
                places.push((square, *next));
            }
        }
    }
    let turning: BTreeSet<TerrainId> =
        walks.iter().flat_map(|w| w.nodes.iter().flat_map(|n| &n.next)).filter_map(|e| e.on).collect();
    let joining = (0..).zip(&mover.variant.terrain).filter(|(_, t)| t.joins).map(|(id, _)| id);
    let bare = Setting::empty(mover, origin);
    let plain = explore(mover, &bare).marks;
    let mut setting = bare;
    let mut places = places.into_iter();
    for id in turning {
        let (square, _) = places.next()?;
        setting.ground[square.index()] = Some(id);
    }
    for id in joining {
        let Some((square, step)) = places.next() else { break };
        setting.ground[square.index()] = Some(id);
        let room = |s: &Square| board.step(*s, &step).is_some() && setting.ground[s.index()].is_none();
        let free = board.size.all().filter(|s| *s != origin && !board.holes.has(*s) && room(s));
        let far = |s: &Square| {
            let away = |a: u8, b: u8| a.abs_diff(b);
            let (x, y) = (
                away(board.size.file(*s), board.size.file(origin)),
                away(board.size.rank(*s), board.size.rank(origin)),
            );
            (plain.contains_key(s), x.max(y).abs_diff(3), s.0)
        };
        if let Some(other) = free.min_by_key(far) {
            setting.ground[other.index()] = Some(id);
        }
    }
    (explore(mover, &setting).marks != plain).then_some(setting)
}
