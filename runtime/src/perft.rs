//! Node counts: how many sequences of a given length are legal.
//!
//! Depth 0 is 1. Every action is one ply: a move, a pass, a drop. A decided position has no moves;
//! clocks and repetition, which are no part of a position, do not decide. A try that is taken back is
//! no action.

use core::ops::ControlFlow;

use crate::notation;
use crate::position::{MoveSet, Position, Rules};
use crate::spec::FieldShape;
use crate::{fen, record::Record};

/// Number of sequences of `depth` legal moves. With `bulk` the moves of the last ply are counted and
/// not made; without, each is made and taken back. The counts are the same.
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32, bulk: bool) -> u64 {
    match (depth, bulk) {
        (0, _) => 1,
        (_, true) => bulk_nodes(&mut position.clone(), depth),
        (_, false) => leaf_nodes(&mut position.clone(), depth),
    }
}

/// [`perft`], unless it is more than `most` or takes looking at more positions than that: `None` then.
/// For counts that somebody else asks for.
#[must_use]
pub fn perft_within<P: Position>(position: &P, depth: u32, most: u64) -> Option<u64> {
    let (mut nodes, mut looked_at) = (0, 0);
    within(position, depth, most, &mut nodes, &mut looked_at).is_continue().then_some(nodes)
}

fn within<P: Position>(
    position: &P,
    depth: u32,
    most: u64,
    nodes: &mut u64,
    looked_at: &mut u64,
) -> ControlFlow<()> {
    if depth == 0 {
        *nodes += 1;
    } else {
        *looked_at += 1;
    }
    if *nodes > most || *looked_at > most {
        return ControlFlow::Break(());
    }
    if depth == 0 {
        return ControlFlow::Continue(());
    }
    position.visit(|set| {
        set.each(|m| {
            let mut child = position.clone();
            let undo = child.make(m);
            if child.was_taken_back(&undo) {
                return ControlFlow::Continue(());
            }
            within(&child, depth - 1, most, nodes, looked_at)
        })
    })
}

/// The count below each legal move of the position, sorted bytewise by the move's text. Nothing for
/// depth 0.
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32, bulk: bool) -> Vec<(String, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let count = |(m, text)| {
        let mut child = position.clone();
        let undo = child.make(m);
        (!child.was_taken_back(&undo)).then(|| (text, perft(&child, below, bulk)))
    };
    notation::texts(position).into_iter().filter_map(count).collect()
}

/// Calls `below` with the position after each legal move.
#[inline]
fn each_child<P: Position>(position: &mut P, mut below: impl FnMut(&mut P)) {
    if P::COPIES {
        let _ = position.visit(|set| {
            set.each(|m| {
                let mut child = position.clone();
                let undo = child.make(m);
                if !child.was_taken_back(&undo) {
                    below(&mut child);
                }
                ControlFlow::Continue(())
            })
        });
    } else {
        // One copy a node gives the visitor something to look at while the moves are made.
        let here = position.clone();
        let _ = here.visit(|set| {
            set.each(|m| {
                let undo = position.make(m);
                if !position.was_taken_back(&undo) {
                    below(position);
                }
                position.unmake(m, undo);
                ControlFlow::Continue(())
            })
        });
    }
}

fn bulk_nodes<P: Position>(position: &mut P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return position.count_kept();
    }
    let mut nodes = 0;
    each_child(position, |child| nodes += bulk_nodes(child, depth - 1));
    nodes
}

fn leaf_nodes<P: Position>(position: &mut P, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth <= 1 {
        // The position after the move must be made even though nothing looks at it.
        each_child(position, |child| {
            core::hint::black_box(child);
            nodes += 1;
        });
    } else {
        each_child(position, |child| nodes += leaf_nodes(child, depth - 1));
    }
    nodes
}

/// Counts nodes and checks on the way all that the contract of [`Position`] says of each position:
/// that taking a move back restores everything, that the key kept up to date equals the key from
/// scratch, that counting, listing and asking agree, and that the text of the position reads back as
/// the same position.
///
/// # Errors
/// The first disagreement, with the moves that lead to it.
pub fn checked<R: Rules>(rules: &R, position: &R::Position, depth: u32) -> Result<u64, String> {
    check_some(rules, position, depth, usize::MAX)
}

/// [`checked`] for positions with so many moves that checking what follows each takes too long: at
/// most about `most` of them, evenly spread, are looked at in each position. The number is that of
/// the nodes looked at.
pub(crate) fn check_some<R: Rules>(
    rules: &R,
    position: &R::Position,
    depth: u32,
    most: usize,
) -> Result<u64, String> {
    let mut path = Vec::new();
    check_node(rules, &mut position.clone(), depth, most, &mut path)
        .map_err(|what| format!("after `{}`: {what}", path.join(" ")))
}

/// How far apart some of `all` things are, if at most about `most` are taken.
fn stride(all: usize, most: usize) -> usize {
    all.div_ceil(most.max(1)).max(1)
}

fn check_node<R: Rules>(
    rules: &R,
    position: &mut R::Position,
    depth: u32,
    most: usize,
    path: &mut Vec<String>,
) -> Result<u64, String> {
    if depth == 0 {
        // Asking for the legality of each move costs as much as there are moves, again.
        return check_position(rules, position, most / 16).map(|()| 1);
    }
    check_position(rules, position, most)?;
    let mut nodes = 0;
    let texts = notation::texts(position);
    let apart = stride(texts.len(), most);
    for (m, text) in texts.into_iter().step_by(apart) {
        let before = position.clone();
        path.push(text);
        let mut key = position.base_key();
        let mut plain = position.clone();
        let undo = position.make_keyed(m, &mut key);
        plain.make(m);
        if plain != *position {
            return Err("making the move with and without a key gives different positions".into());
        }
        if key != position.base_key() {
            return Err(format!("the key is {key:x}, from scratch {:x}", position.base_key()));
        }
        nodes += check_node(rules, position, depth - 1, most, path)?;
        position.unmake(m, undo);
        if *position != before {
            return Err(format!("taking the move back gives {position:?} instead of {before:?}"));
        }
        path.pop();
    }
    Ok(nodes)
}

fn check_position<R: Rules>(rules: &R, position: &R::Position, most: usize) -> Result<(), String> {
    let moves = position.moves();
    let counted = position.count();
    if counted != moves.len() as u64 || position.any() == moves.is_empty() {
        return Err(format!("{} moves are listed, {counted} counted, any: {}", moves.len(), position.any()));
    }
    if let Some(m) = moves.iter().step_by(stride(moves.len(), most)).find(|&&m| !position.is_legal(m)) {
        return Err(format!("{m:?} is listed but not legal"));
    }
    if position.outcome().is_some() && !moves.is_empty() {
        return Err("the position is decided but has moves".into());
    }
    let spec = rules.spec();
    let record: Record = position.record();
    let text = fen::write(&record, spec);
    match fen::read(&text, spec) {
        Ok(again) if again == record => {}
        Ok(_) => return Err(format!("{text} reads back as something else")),
        Err(error) => return Err(format!("{text} does not read back: {error}")),
    }
    let again = rules.position(&record).map_err(|e| format!("{text} is refused: {}", e.join("; ")))?;
    if again.key() != position.key() {
        return Err(format!("the key of {text} is {:x}, read back {:x}", position.key(), again.key()));
    }
    let same = again.record() == record
        && again.count() == counted
        && again.in_check() == position.in_check()
        && again.checkers() == position.checkers()
        && again.outcome() == position.outcome();
    if !same {
        return Err(format!("{text} reads back as a different position"));
    }
    // What lands or is still to be chosen gives check without a piece that does.
    let (check, none) = (position.in_check(), position.checkers().is_empty());
    let plain = spec.fields.iter().all(|f| f.shape == FieldShape::Text);
    if !check && !none || check && none && plain {
        return Err(format!("{text}: check is {check}, by {:?}", position.checkers()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    #[test]
    fn counts_agree_with_each_other() {
        let start = Toy::default().start();
        // By hand: from a corner two moves, from the middle of an edge three.
        for (depth, nodes) in [(0, 1), (1, 2), (2, 4), (3, 12), (4, 36)] {
            // trap 159: with and without bulk counting.
            assert_eq!(perft(&start, depth, true), nodes, "depth {depth}");
            assert_eq!(perft(&start, depth, false), nodes, "depth {depth}");
            assert_eq!(checked(&Toy::default(), &start, depth), Ok(nodes), "depth {depth}");
            if depth > 0 {
                // trap 142: sorted, one line for each move.
                let lines = divide(&start, depth, true);
                assert_eq!(lines.iter().map(|l| l.1).sum::<u64>(), nodes);
                assert_eq!(lines.iter().map(|l| l.0.as_str()).collect::<Vec<_>>(), ["a1a2", "a1b1"]);
            }
        }
        assert_eq!(divide(&start, 0, true), []);
    }

    #[test]
    fn clocks_do_not_decide_and_captures_do() {
        let rules = Toy::default();
        let tired = fen::read_position(&rules, "2w/3/W2 w - - 50 40").unwrap();
        assert_eq!(perft(&tired, 3, true), 12);
        let over = fen::read_position(&rules, "3/3/W2 b - - 0 4").unwrap();
        assert_eq!((perft(&over, 0, true), perft(&over, 1, true), perft(&over, 2, false)), (1, 0, 0));
    }

    #[test]
    fn checks_find_an_undo_that_forgets() {
        let broken = Toy { broken_undo: true };
        let error = checked(&broken, &broken.start(), 2).unwrap_err();
        assert!(error.starts_with("after `a1a2 c3b3`: taking the move back gives"), "{error}");
    }
}
