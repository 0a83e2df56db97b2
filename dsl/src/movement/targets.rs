//! Where a walk could lead on a board, whatever stands there.

use crate::model::{Board, Edge, Set256, Square, SquareSet, Take, Walk};

/// All squares that a walk from a square could end on or take from, over all ways in which the
/// board could be filled. Of en-passant captures it is the square passed, not that of the victim.
#[must_use]
pub fn possible_targets(walk: &Walk, board: &Board, from: Square) -> Set256 {
    let mut seen = vec![Set256::EMPTY; walk.nodes.len()];
    let mut found = Set256::EMPTY;
    let mut open: Vec<(Square, &[Edge])> = vec![(from, &walk.first)];
    while let Some((square, edges)) = open.pop() {
        for edge in edges {
            let Some(to) = board.step(square, edge) else { continue };
            let id = usize::from(edge.to);
            if seen[id].has(to) {
                continue;
            }
            seen[id] = seen[id].with(to);
            let node = &walk.nodes[id];
            if node.head.stop.is_some() || node.head.take != Take::Nothing {
                found = found.with(to);
            }
            open.push((to, &node.next));
        }
    }
    found
}
