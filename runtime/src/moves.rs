//! A move as both executions describe it to people and programs.

use crate::geometry::Square;
use crate::record::Piece;

/// What a move does, as data. Text (`e2e4`, `P@e4`, `a1xa4`) is made from this by
/// [`crate::notation`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MoveDetail {
    /// Where the mover stands; `None` for a drop or a pass.
    pub from: Option<Square>,
    /// Where the mover ends; equal to `from` for a capture without moving, `None` for a pass.
    pub to: Option<Square>,
    /// The piece that is dropped from the hand.
    pub drop: Option<Piece>,
    /// The text of the choice made with the move: a promotion letter or code, `+`, or a pair.
    pub choice: Option<String>,
    /// A second square chosen with the move (where a neutral piece goes).
    pub second: Option<Square>,
    /// The squares on which pieces are captured by the walk itself, in order.
    pub captures: Vec<Square>,
    /// Squares on which the walk turns or rests, in order: tells two routes apart.
    pub waypoints: Vec<Square>,
    /// For castling: where the partner stands.
    pub partner: Option<Square>,
    /// Every square that the walk enters, the last one included, where it matters which: then the move
    /// over the fewest is the one that text means if it names no route.
    pub route: Vec<Square>,
    /// What text calls the move, where squares do not say it: `royals=QCMD`.
    pub name: Option<String>,
    /// Everything the move changes on the board and in hand, in order.
    pub edits: Vec<EditView>,
}

/// One change that a move makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditView {
    /// A piece leaves the board.
    Remove(Square, Piece),
    /// A piece comes onto the board.
    Place(Square, Piece),
    /// A piece goes from one square to another.
    Shift(Square, Square),
    /// The number of pieces of a kind in a hand changes.
    Hand(Piece, i8),
    /// Terrain is laid (index + 1) or taken away (0).
    Terrain(Square, u8),
}
