//! The state of a position: its fields and nothing else.

use chv_runtime::{More, Set256, Side};

use crate::code;

/// The fields of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct State {
    /// What each square holds, as a code; squares beyond the board are empty.
    pub(crate) board: [u8; 256],
    /// The squares of each side's pieces.
    pub(crate) sides: [Set256; 2],
    /// The squares of each side's royals.
    pub(crate) royals: [Set256; 2],
    /// Terrain on each square: index + 1, or 0. Empty when the game has none.
    pub(crate) terrain: Vec<u8>,
    /// Pieces in hand, White's then Black's, by kind. Empty when the game has no hands.
    pub(crate) hands: Vec<u8>,
    /// Squares whose piece has not moved, where that is remembered.
    pub(crate) unmoved: Set256,
    /// Rights still held.
    pub(crate) rights: u32,
    /// En-passant squares, each with the square of its victim.
    pub(crate) passed: Vec<(u8, u8)>,
    /// State that only some games have.
    pub(crate) more: More,
    /// The side to act.
    pub(crate) side: Side,
    /// Turns since the last removal or clock-resetting move.
    pub(crate) clock: u32,
    /// The number of the move.
    pub(crate) number: u32,
}

impl State {
    /// An empty board.
    pub(crate) fn empty() -> Self {
        Self {
            board: [code::EMPTY; 256],
            sides: [Set256::default(); 2],
            royals: [Set256::default(); 2],
            terrain: Vec::new(),
            hands: Vec::new(),
            unmoved: Set256::default(),
            rights: 0,
            passed: Vec::new(),
            more: More::default(),
            side: Side::White,
            clock: 0,
            number: 1,
        }
    }

    /// Writes a code to a square. `royal` says which codes are royal.
    #[inline]
    pub(crate) fn write(&mut self, square: u8, new: u8, royal: &[bool; 256]) {
        let (word, bit) = (usize::from(square >> 6), 1u64 << (square & 63));
        let old = core::mem::replace(&mut self.board[usize::from(square)], new);
        if code::is_piece(old) {
            let side = code::side_of(old).index();
            self.sides[side].0[word] &= !bit;
            if royal[usize::from(old)] {
                self.royals[side].0[word] &= !bit;
            }
        }
        if code::is_piece(new) {
            let side = code::side_of(new).index();
            self.sides[side].0[word] |= bit;
            if royal[usize::from(new)] {
                self.royals[side].0[word] |= bit;
            }
        }
    }
}
