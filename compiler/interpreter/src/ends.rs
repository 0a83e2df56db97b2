//! Ends: what decides a game, in the order in which the variant lists it.

use chv_dsl::model::{End, EndResult, EndWhen, KindSet};
use chv_runtime::position::{Outcome, Winner};
use chv_runtime::{Side, SquareSet};

use crate::code;
use crate::game::Game;
use crate::state::State;

/// An end that the pieces alone decide, with the side it is about.
pub(crate) fn by_pieces(g: &Game, s: &State, end: &End) -> Option<Side> {
    match end.when {
        EndWhen::Few { kinds, at_most } => {
            [s.side, s.side.other()].into_iter().find(|&side| has_few(g, s, side, kinds, at_most))
        }
        EndWhen::Only { kinds } => {
            let only = (s.sides[0] | s.sides[1]).squares().all(|sq| code::is_of(s.board[sq.index()], kinds));
            (only && s.hands.iter().all(|&n| n == 0)).then_some(s.side)
        }
        _ => None,
    }
}

/// Whether the pieces alone decide the position, so that there are no moves.
pub(crate) fn decided(g: &Game, s: &State) -> bool {
    g.variant.ends.iter().any(|end| by_pieces(g, s, end).is_some())
}

/// Whether a side has just lost by what it has left.
pub(crate) fn lost(g: &Game, s: &State, side: Side) -> bool {
    g.few
        && g.variant.ends.iter().any(|end| match end.when {
            EndWhen::Few { kinds, at_most } => {
                end.result == EndResult::Loses && has_few(g, s, side, kinds, at_most)
            }
            _ => false,
        })
}

fn has_few(g: &Game, s: &State, side: Side, kinds: KindSet, at_most: u8) -> bool {
    let most = usize::from(at_most);
    if kinds == g.variant.royalty.kinds {
        return s.royals[side.index()].len() as usize <= most;
    }
    let of = |sq: chv_runtime::Square| code::is_of(s.board[sq.index()], kinds);
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

/// The result of a position, if it alone decides. `stands` says whether the side to act is in check,
/// if it has no legal action.
pub(crate) fn outcome(g: &Game, s: &State, stands: impl FnOnce() -> Option<bool>) -> Option<Outcome> {
    let asks = |e: &End| matches!(e.when, EndWhen::Checkmate | EndWhen::Stalemate);
    // A position that the pieces decide has no actions for that reason alone.
    if !decided(g, s) {
        let checked = if g.variant.ends.iter().any(asks) { stands() } else { None }?;
        return g
            .variant
            .ends
            .iter()
            .find(|end| match end.when {
                EndWhen::Checkmate => checked,
                EndWhen::Stalemate => !checked,
                _ => false,
            })
            .map(|end| result(end, s.side));
    }
    g.variant.ends.iter().find_map(|end| by_pieces(g, s, end).map(|about| result(end, about)))
}

/// The result by the clock, if it has run out.
pub(crate) fn clock(g: &Game, s: &State) -> Option<Outcome> {
    let out = |end: &&End| matches!(end.when, EndWhen::Clock(turns) if s.clock >= turns);
    g.variant.ends.iter().find(out).map(|end| result(end, s.side))
}

/// The result of a position that occurs for the `count`-th time.
pub(crate) fn repetition(g: &Game, s: &State, count: u32) -> Option<Outcome> {
    let out = |end: &&End| matches!(end.when, EndWhen::Repetition(times) if count >= times);
    g.variant.ends.iter().find(out).map(|end| result(end, s.side))
}
