//! The state of a game: which fields a position has.
//!
//! The board (pieces), the side to act, the move number and the terrain layer exist in every game.
//! Every field is hashed and undone; what differs is whether it is compared for repetition and how
//! FEN spells it, which is fixed for each shape.

use chv_runtime::{Set256, Side, Square};

use super::{KindId, KindSet, Source};

/// Which fields the game has besides the board and the side to act.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fields {
    /// Rights that fall when a square is touched: castling.
    pub rights: Vec<Right>,
    /// Whether squares are remembered on which en-passant capture is allowed: any number of pairs
    /// (square passed, square of the victim). They last for the opponent's next turn.
    pub passed: bool,
    /// Whether there are hands: pieces off the board, counted by side and kind.
    pub hands: bool,
    /// Squares (of the start) whose piece is remembered as not having moved: the mark falls when
    /// the square is touched. Empty when no rule asks or when the square alone tells.
    pub unmoved: Set256,
    /// Further fields, in declared order.
    pub more: Vec<Field>,
}

/// A right that is held at the start and lost when one of its squares is touched (a piece leaves
/// it, comes onto it or is removed from it).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Right {
    /// Whose it is.
    pub side: Side,
    /// Its letter in FEN.
    pub letter: char,
    /// What stands where while it is held.
    pub needs: Vec<(Square, KindId)>,
    /// The words that describe it to people: "king's side castling".
    pub label: String,
    /// Where it is written.
    pub source: Source,
}

/// Index into [`Fields::rights`].
pub type RightId = u8;

/// A further field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name, also in FEN: `{name value}`.
    pub name: String,
    /// What it holds.
    pub shape: FieldShape,
    /// Whether two positions that differ in it are different positions for repetition.
    pub repeats: bool,
    /// Who can see it.
    pub seen: Seen,
    /// Where it is written.
    pub source: Source,
}

/// What a field holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldShape {
    /// A number from 0 to the limit.
    Count {
        /// The largest value.
        most: u16,
        /// The value at the start.
        start: u16,
    },
    /// A number for each player.
    CountEach {
        /// The largest value.
        most: u16,
        /// The value at the start.
        start: u16,
    },
    /// A kind of piece, or none, for each player: a type moved last, a type chosen.
    KindEach {
        /// The kinds it can be.
        among: KindSet,
    },
    /// A queue of pieces off the board that come back: a square, a piece and a number of turns.
    Queue {
        /// How many it can hold.
        most: u8,
    },
    /// A set of squares for each player.
    SquaresEach,
}

/// Who can see a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Both players.
    Both,
    /// Each player his own half only.
    Owner,
}
