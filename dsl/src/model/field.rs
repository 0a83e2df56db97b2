//! The state of a game: which fields a position has.
//!
//! The board (pieces), the side to act, the move number and the terrain layer exist in every game,
//! as do the phase and the moves of a turn, which FEN leaves out where they are as usual. Every field
//! is hashed, undone and compared for repetition; how FEN spells it is fixed for each.

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
    /// Kinds remembered for each player, in declared order.
    pub kinds: Vec<KindField>,
    /// Pieces that have left the board and come back.
    pub travel: Option<Travel>,
    /// What players hide on squares.
    pub hidden: Option<Hidden>,
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

/// A kind of piece, or none, that is remembered for each player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindField {
    /// Its name, also in FEN: `last w:Pawn b:-`.
    pub name: String,
    /// The kinds it can be.
    pub among: KindSet,
    /// What sets it.
    pub set_by: SetBy,
    /// Where it is written.
    pub source: Source,
}

/// What sets a [`KindField`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetBy {
    /// Every move: it is the kind that the player moved last ([`super::Action::counts_as`]).
    Moves,
    /// A choice before play. The kind left over is in no position on the board, and the others of
    /// `among` at most once for each player.
    Choice,
}

/// Pieces that leave the board by [`super::Edit::Depart`] and land turns later.
///
/// A traveller is no piece on the board. At the end of each turn of its owner one is taken from its
/// number; at zero it lands: what stands on its square, of either side, is captured, with the
/// reactions of that capture; if that cannot be captured, the traveller is lost instead. Several land
/// in the order in which they left. That is an effect of the owner's turn, so a royal that a landing
/// would remove is in check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Travel {
    /// The field's name in FEN: `travellers w:T@e9/3`.
    pub name: String,
    /// The kinds that a landing can capture.
    pub prey: KindSet,
    /// Where it is written.
    pub source: Source,
}

/// What each player hides on squares before play: a piece that goes through such a square or ends on
/// it is destroyed there, and what was hidden is gone; what its move had still to do is not done.
///
/// Royals are spared: where one would be destroyed, or a destruction would leave the mover's royal in
/// check, what is hidden is revealed and the move taken back. Nobody knows what the other has hidden:
/// the moves offered are those of the mover's view, and check goes by what is revealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// The field's name in FEN: `mines w:a5,b7`. What is revealed is in a field of its own.
    pub name: String,
    /// Where it is written.
    pub source: Source,
}
