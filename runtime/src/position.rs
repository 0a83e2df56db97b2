//! The contract between rules and everything above them.
//!
//! [`Rules`] is a game; [`Position`] is one state of it, without history. Generated code and the
//! interpreter implement both; [`crate::game::Game`] adds history, [`crate::dynamic`] an object-safe
//! wrapper.

use core::fmt::Debug;
use core::ops::ControlFlow;

use crate::geometry::{Side, Square};
use crate::moves::MoveDetail;
use crate::record::Record;
use crate::spec::Spec;

/// A game: zero-sized for generated code, shared data for the interpreter.
pub trait Rules: Clone {
    /// Its positions.
    type Position: Position;

    /// Facts that text and callers read.
    fn spec(&self) -> &Spec;

    /// The start position.
    fn start(&self) -> Self::Position;

    /// Turns a well-formed record into a position.
    ///
    /// # Errors
    /// All reasons at once why the record is no position of this game (a missing royal, the side not
    /// to act in check, a right without its pieces), each as one sentence for people.
    fn position(&self, record: &Record) -> Result<Self::Position, Vec<String>>;
}

/// Several moves that share everything but where they end; the unit in which moves are generated.
pub trait MoveSet {
    /// One move of the set.
    type Move;
    /// Number of moves.
    fn len(&self) -> usize;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Calls `visit` with each move until it breaks.
    fn each<F: FnMut(Self::Move) -> ControlFlow<()>>(self, visit: F) -> ControlFlow<()>;
}

/// One state of a game: fields only, no history.
pub trait Position: Clone + PartialEq + Debug {
    /// A move, compact.
    type Move: Copy + Eq + Debug;
    /// Several moves at once.
    type MoveSet: MoveSet<Move = Self::Move>;
    /// What [`unmake`](Position::unmake) needs.
    type Undo;

    /// Whether a clone is no dearer than making and taking back a move: true for small positions
    /// without anything on the heap. Node counts then copy instead of unmaking.
    const COPIES: bool = false;

    /// Facts of the game that text and callers read.
    fn spec(&self) -> &Spec;

    /// The side to act.
    fn side(&self) -> Side;

    /// The phase that the game is in, by its name in the rules. Games of one phase are in `play`.
    fn phase(&self) -> &str {
        "play"
    }

    /// The position as a player sees it: without what the other hides. Moves, FEN and key of a view
    /// say nothing of that.
    #[must_use]
    fn view(&self, _player: Side) -> Self {
        self.clone()
    }

    /// Calls `visit` with every legal move, in sets, until it breaks. Nothing when the position is
    /// decided. Each legal move comes exactly once.
    fn visit<F: FnMut(Self::MoveSet) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()>;

    /// Plays a legal move. The result for a move that is not legal here is unspecified (but safe).
    fn make(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back the last move made.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// Whether a legal move may turn out to be none, because of what the side to act cannot know.
    fn may_take_back(&self) -> bool {
        false
    }

    /// The number of legal moves that do not turn out to be none. For who knows all: it hangs on what the
    /// side to act cannot know.
    fn count_kept(&self) -> u64 {
        if !self.may_take_back() {
            return self.count();
        }
        let mut kept = 0;
        let _ = self.visit(|set| {
            set.each(|m| {
                let mut child = self.clone();
                let undo = child.make(m);
                kept += u64::from(!child.was_taken_back(&undo));
                ControlFlow::Continue(())
            })
        });
        kept
    }

    /// Whether the move that was made last, and can be taken back with `undo`, turned out to be none:
    /// the same side is to act still, and knows more. For node counts that is no action.
    fn was_taken_back(&self, _undo: &Self::Undo) -> bool {
        false
    }

    /// Calls `visit` with moves that are not listed because they lead, as far as the side to act can
    /// know, to the same as a listed one by another route: a player may name the route.
    fn visit_routes<F: FnMut(Self::Move) -> ControlFlow<()>>(&self, _visit: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Plays a legal move and keeps `key` (as of [`key`](Position::key), without en-passant rights)
    /// up to date. `key` before and after is a [`base_key`](Position::base_key).
    fn make_keyed(&mut self, m: Self::Move, key: &mut u64) -> Self::Undo;

    /// The part of the key that [`make_keyed`](Position::make_keyed) maintains, from scratch.
    fn base_key(&self) -> u64;

    /// What must be mixed (xor) into the base key for equality of positions: en-passant rights that
    /// some legal move uses.
    fn key_supplement(&self) -> u64;

    /// The key of the position: equal for positions that are the same for repetition.
    fn key(&self) -> u64 {
        self.base_key() ^ self.key_supplement()
    }

    /// Whether a royal of the side to act is in check.
    fn in_check(&self) -> bool;

    /// The squares of the pieces that give check, rising.
    fn checkers(&self) -> Vec<Square>;

    /// The result, if the position alone decides it (not clocks, not repetition).
    fn outcome(&self) -> Option<Outcome>;

    /// The result by the clock, if the game has one and it has run out.
    fn clock_outcome(&self) -> Option<Outcome>;

    /// The result when this position occurs for the `count`-th time, if that ends the game.
    fn repetition_outcome(&self, count: u32) -> Option<Outcome>;

    /// The result that may be claimed by the clock, where the rules leave it to a claim and it has run out.
    fn clock_claim(&self) -> Option<Outcome> {
        None
    }

    /// The result that may be claimed when this position occurs for the `count`-th time, where the rules
    /// leave it to a claim.
    fn repetition_claim(&self, _count: u32) -> Option<Outcome> {
        None
    }

    /// Turns since the last capture or clock-resetting move.
    fn clock(&self) -> u32;

    /// What a legal move does.
    fn detail(&self, m: Self::Move) -> MoveDetail;

    /// The position as neutral data. En-passant squares that no legal move can use are left out.
    fn record(&self) -> Record;

    /// Number of legal moves; builds none.
    fn count(&self) -> u64 {
        let mut n = 0;
        let _ = self.visit(|set| {
            n += set.len() as u64;
            ControlFlow::Continue(())
        });
        n
    }

    /// Whether there is any legal move.
    fn any(&self) -> bool {
        self.visit(|set| if set.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            .is_break()
    }

    /// All legal moves.
    fn moves(&self) -> Vec<Self::Move> {
        let mut list = Vec::new();
        let _ = self.visit(|set| {
            set.each(|m| {
                list.push(m);
                ControlFlow::Continue(())
            })
        });
        list
    }

    /// Whether a move is legal here.
    fn is_legal(&self, m: Self::Move) -> bool {
        self.visit(|set| {
            set.each(|other| if other == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
        .is_break()
    }
}

/// Who has won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Winner {
    /// This side.
    Side(Side),
    /// Nobody.
    Draw,
}

/// The result of a decided position or game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Who has won.
    pub winner: Winner,
    /// Why, in the words of the rules (`checkmate`, `stalemate`, `threefold repetition`).
    pub reason: String,
}
