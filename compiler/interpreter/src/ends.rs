//! Ends: what decides a game, in the order in which the variant lists it.

use chv_dsl::model::{End, EndResult, EndWhen, KindSet};
use chv_runtime::position::{Outcome, Winner};
use chv_runtime::{Side, Square, SquareSet};

use crate::code;
use crate::game::Game;
use crate::state::State;

/// An end that the pieces alone decide, with the side it is about.
pub(crate) fn by_pieces(g: &Game, s: &State, end: &End) -> Option<Side> {
    if s.more.phase > 0 {
        return None;
    }
    match end.when {
        EndWhen::Few { kinds, at_most } => {
            [s.side, s.side.other()].into_iter().find(|&side| has_few(g, s, side, kinds, at_most))
        }
        EndWhen::Left { kinds } => {
            [s.side, s.side.other()].into_iter().find(|&side| has_only(s, side, kinds))
        }
        // It counts when the turn is over.
        EndWhen::Occupied { .. } => s.more.winner,
        EndWhen::Only { .. } if !s.more.travellers.is_empty() => None,
        EndWhen::Only { kinds } => {
            let only = (s.sides[0] | s.sides[1]).squares().all(|sq| code::is_of(s.board[sq.index()], kinds));
            (only && s.hands.iter().all(|&n| n == 0)).then_some(s.side)
        }
        EndWhen::Bare { kinds, against, at_most, one_colour } => {
            let bare = |side: &Side| is_bare(g, s, *side, kinds, against, at_most, one_colour);
            let hands = s.hands.iter().any(|&n| n > 0);
            [s.side, s.side.other()].into_iter().find(bare).filter(|_| !hands)
        }
        _ => None,
    }
}

/// Whether a side has only pieces of some kinds, and the other besides only some of other kinds.
fn is_bare(
    g: &Game,
    s: &State,
    side: Side,
    kinds: KindSet,
    against: KindSet,
    at_most: u8,
    one_colour: bool,
) -> bool {
    let of = |sq: Square, kinds| code::is_of(s.board[sq.index()], kinds);
    let (mut others, mut colours) = (0, [false; 2]);
    for square in s.sides[side.other().index()].squares().filter(|&sq| !of(sq, kinds)) {
        if !of(square, against) {
            return false;
        }
        others += 1;
        let size = g.spec.size;
        colours[usize::from((size.file(square) + size.rank(square)) % 2)] = true;
    }
    others <= usize::from(at_most)
        && !(one_colour && colours == [true; 2])
        && s.sides[side.index()].squares().all(|sq| of(sq, kinds))
}

/// Whether the pieces alone decide the position, so that there are no moves.
pub(crate) fn decided(g: &Game, s: &State) -> bool {
    s.more.phase == 0 && g.hooks.end(g, s).is_some()
        || g.variant.ends.iter().any(|end| by_pieces(g, s, end).is_some())
}

/// Whether a side has just lost by what it has left.
pub(crate) fn lost(g: &Game, s: &State, side: Side) -> bool {
    g.few
        && s.more.phase == 0
        && g.variant.ends.iter().any(|end| match end.when {
            EndWhen::Few { kinds, at_most } => {
                end.result == EndResult::Loses && has_few(g, s, side, kinds, at_most)
            }
            _ => false,
        })
}

/// Whether a side has lost by what it has left, in a position that may be none of play.
pub(crate) fn lost_already(g: &Game, s: &State, side: Side) -> bool {
    let only = |end: &End| match end.when {
        EndWhen::Left { kinds } => end.result == EndResult::Loses && has_only(s, side, kinds),
        _ => false,
    };
    lost(g, s, side) || s.more.phase == 0 && g.variant.ends.iter().any(only)
}

/// Whether a side has nothing but pieces of some kinds on the board.
fn has_only(s: &State, side: Side, kinds: KindSet) -> bool {
    s.sides[side.index()].squares().all(|sq| code::is_of(s.board[sq.index()], kinds))
}

fn has_few(g: &Game, s: &State, side: Side, kinds: KindSet, at_most: u8) -> bool {
    let most = usize::from(at_most);
    if kinds == g.variant.royalty.kinds {
        return s.royals[side.index()].len() as usize <= most;
    }
    let of = |sq: Square| code::is_of(s.board[sq.index()], kinds);
    s.sides[side.index()].squares().filter(|&sq| of(sq)).take(most + 1).count() <= most
}

/// The result of an end that is about a side.
pub(crate) fn result(end: &End, about: Side) -> Outcome {
    let winner = match end.result {
        EndResult::Draw => Winner::Draw,
        EndResult::Loses => Winner::Side(about.other()),
        EndResult::Wins => Winner::Side(about),
    };
    Outcome { winner, reason: end.reason.clone() }
}

/// The result of a position, if it alone decides: the first end that holds. `stuck` says whether the
/// side to act is in check, if it has no legal action (whether or not the pieces decide).
pub(crate) fn outcome(g: &Game, s: &State, stuck: impl FnOnce() -> Option<bool>) -> Option<Outcome> {
    if s.more.phase == 0
        && let Some(outcome) = g.hooks.end(g, s)
    {
        return Some(outcome);
    }
    let ends = &g.variant.ends;
    let pieces = ends.iter().position(|end| by_pieces(g, s, end).is_some());
    let listed = &ends[..pieces.unwrap_or(ends.len())];
    let mates = |e: &End| matches!(e.when, EndWhen::Checkmate | EndWhen::Stalemate);
    let checked = if listed.iter().any(mates) { stuck() } else { None };
    let mate = listed.iter().find(|end| match end.when {
        EndWhen::Checkmate => checked == Some(true),
        EndWhen::Stalemate => checked == Some(false),
        _ => false,
    });
    if let Some(end) = mate {
        return Some(result(end, s.side));
    }
    let end = &ends[pieces?];
    by_pieces(g, s, end).map(|about| result(end, about))
}

/// The result by the clock, if it has run out: the one that comes by itself, or the one to be `claimed`.
pub(crate) fn clock(g: &Game, s: &State, claimed: bool) -> Option<Outcome> {
    let out =
        |end: &&End| end.claimed == claimed && matches!(end.when, EndWhen::Clock(turns) if s.clock >= turns);
    g.variant.ends.iter().find(out).map(|end| result(end, s.side))
}

/// The result of a position that occurs for the `count`-th time: the one that comes by itself, or the one
/// to be `claimed`.
pub(crate) fn repetition(g: &Game, s: &State, count: u32, claimed: bool) -> Option<Outcome> {
    let out = |end: &&End| {
        end.claimed == claimed && matches!(end.when, EndWhen::Repetition(times) if count >= times)
    };
    g.variant.ends.iter().find(out).map(|end| result(end, s.side))
}
