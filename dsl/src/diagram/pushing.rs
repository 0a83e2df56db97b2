//! The scene that shows pushes being made.

use chv_runtime::{Side, Square};

use super::elements::Mover;
use super::explore::explore;
use super::mark::{Mark, Marks};
use super::setting::{Setting, Stand};
use crate::model::KindSet;

/// A board on which an enemy and, where that is allowed, a piece of the mover's own can be pushed, each to
/// a square that was empty: in different directions, one of them next to the mover and one further off if
/// pushes go so far. `None` if the piece pushes nothing.
pub(super) fn setting(mover: &Mover<'_>, origin: Square) -> Option<Setting> {
    let size = mover.variant.board.size;
    let bare = Setting::empty(mover, origin);
    let empty = explore(mover, &bare).marks;
    let step = |a: u8, b: u8| (i32::from(a) - i32::from(b)).signum();
    let way = |s: Square| (step(size.file(s), size.file(origin)), step(size.rank(s), size.rank(origin)));
    let far = |s: Square| {
        let (files, ranks) =
            (size.file(s).abs_diff(size.file(origin)), size.rank(s).abs_diff(size.rank(origin)));
        files.max(ranks)
    };
    let all: KindSet = (0..mover.variant.kinds.len() as u8).collect();
    let mut setting = bare;
    let mut ways = Vec::new();
    for side in [mover.side.other(), mover.side] {
        // The enemy stands as far off as pushes go, and the own piece near; both up the board if possible.
        let enemy = side != mover.side;
        let order = |s: &Square| {
            let (dx, dy) = way(*s);
            let distance = if enemy { -i32::from(far(*s)) } else { i32::from(far(*s)) };
            (distance, -dy * up(mover.side), dx.abs(), -dx)
        };
        let mut places: Vec<Square> = empty
            .iter()
            .filter(|(s, marks)| marks.has(Mark::Push) && !ways.contains(&way(**s)))
            .map(|p| *p.0)
            .collect();
        places.sort_by_key(order);
        let made = places.into_iter().find_map(|place| {
            let mut tried = setting.clone();
            tried.stands[place.index()] = Stand::Piece(mover.extra(side, all)?);
            let marks = explore(mover, &tried).marks;
            let has = |marks: &std::collections::BTreeMap<Square, Marks>, mark| {
                marks.values().filter(|m| m.has(mark)).count()
            };
            // One more is pushed to a square of the board than before.
            let more = has(&marks, Mark::Pushed) > ways.len();
            let there = marks.get(&place).is_some_and(|m| m.has(Mark::Push));
            (more && there).then_some((tried, place))
        });
        if let Some((better, place)) = made {
            setting = better;
            ways.push(way(place));
        }
    }
    (!ways.is_empty()).then_some(setting)
}

/// Which way is up the board for a side.
fn up(side: Side) -> i32 {
    if side == Side::White { 1 } else { -1 }
}
