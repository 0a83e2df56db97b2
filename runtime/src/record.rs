//! A position as neutral data: what FEN says, before or after any rules.
//!
//! Both executions turn their positions into a [`Record`] and back; reading and writing FEN is done
//! on records, once, by [`crate::fen`].

use crate::geometry::{Side, Square};
use crate::more::More;

/// A piece: whose it is and of which kind (the index of the kind in the game's list).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// Index into [`crate::spec::Spec::kinds`].
    pub kind: u8,
}

/// A position as neutral data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The piece on each square, in square order.
    pub squares: Vec<Option<Piece>>,
    /// The terrain on each square: index + 1 into [`crate::spec::Spec::terrain`], or 0 for none.
    pub terrain: Vec<u8>,
    /// Pieces in hand: for each side the number of each kind.
    pub hands: [Vec<u8>; 2],
    /// The side to act.
    pub side: Side,
    /// Rights still held, as bits in the order of [`crate::spec::Spec::rights`].
    pub rights: u32,
    /// Squares on which an en-passant capture may land, rising.
    pub passed: Vec<Square>,
    /// Turns (of both players) since the last capture or clock-resetting move.
    pub clock: u32,
    /// Number of the current move, from 1; grows after Black's turn.
    pub number: u32,
    /// State that only some games have.
    pub more: More,
    /// Fields of text ([`crate::spec::FieldShape::Text`]) that differ from their defaults, in declared
    /// order: name and spelling.
    pub fields: Vec<(String, String)>,
}
