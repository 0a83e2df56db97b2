//! Terrain that joins slides or turns them: which walks it changes, and what they are without it.

use chv_dsl::model::{Edge, Movement, TerrainId, Variant, Walk};

/// Steps that are looked at before a walk counts as one that comes again.
const MOST: u32 = 100_000;

/// Largest distance from its origin that a walk can come to.
const FAR: i16 = 15;

/// The kinds of terrain that join slides.
#[must_use]
pub fn joins(variant: &Variant) -> u64 {
    (0..).zip(&variant.terrain).filter(|(_, t)| t.joins).fold(0, |bits, (id, _): (u8, _)| bits | 1 << id)
}

/// The kinds of terrain that join slides or turn them.
#[must_use]
pub fn winding(variant: &Variant) -> Vec<TerrainId> {
    let turns = |id: TerrainId| {
        let walks = variant.actions.iter().filter_map(|a| match &a.movement {
            Movement::Walk(walk) => Some(walk),
            _ => None,
        });
        walks.flat_map(edges).any(|e| e.on == Some(id))
    };
    let all = (0u8..).zip(&variant.terrain);
    all.filter(|(id, t)| t.joins || turns(*id)).map(|(id, _)| id).collect()
}

/// Whether there is such terrain: then no walk enters a square twice by the same step.
#[must_use]
pub fn winds(variant: &Variant) -> bool {
    !winding(variant).is_empty()
}

/// Whether such terrain changes a walk.
pub(super) fn is_wound(variant: &Variant, walk: &Walk) -> bool {
    let joins = joins(variant) != 0;
    edges(walk).any(|e| e.on.is_some() || e.slide && joins)
}

/// A walk where there is no such terrain.
pub(super) fn plain(walk: &Walk) -> Walk {
    let mut walk = walk.clone();
    walk.first.retain(|e| e.on.is_none());
    for node in &mut walk.nodes {
        node.next.retain(|e| e.on.is_none());
    }
    walk
}

fn edges(walk: &Walk) -> impl Iterator<Item = &Edge> {
    walk.first.iter().chain(walk.nodes.iter().flat_map(|n| &n.next))
}

/// Whether a walk could enter a square twice by the same step, whatever stands on the board.
pub(super) fn comes_again(walk: &Walk) -> bool {
    let mut left = MOST;
    let mut path = Vec::new();
    walk.first.iter().any(|edge| enters_twice(walk, edge, (0, 0), &mut path, &mut left))
}

/// A square, from the origin, and the step to it.
type Place = ((i16, i16), (i8, i8));

fn enters_twice(walk: &Walk, edge: &Edge, (x, y): (i16, i16), path: &mut Vec<Place>, left: &mut u32) -> bool {
    let at = (x + i16::from(edge.dx), y + i16::from(edge.dy));
    if at.0.abs() > FAR || at.1.abs() > FAR {
        return false;
    }
    let place = (at, (edge.dx, edge.dy));
    if *left == 0 || path.contains(&place) {
        return true;
    }
    *left -= 1;
    path.push(place);
    let next = walk.nodes.get(usize::from(edge.to)).map_or(&[][..], |n| &n.next);
    let again = next.iter().any(|edge| enters_twice(walk, edge, at, path, left));
    path.pop();
    again
}
