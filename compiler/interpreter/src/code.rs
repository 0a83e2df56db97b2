//! What a square holds, as one small number, and sets of such numbers.

use chv_dsl::model::{Content, KindId, KindSet};
use chv_runtime::{Piece, Side};

/// Nothing: no piece, no terrain that blocks.
pub(crate) const EMPTY: u8 = 0;
/// The first code of terrain that blocks; pieces lie below.
const TERRAIN: u8 = 129;

/// The code of a piece.
#[inline]
pub(crate) const fn piece(side: Side, kind: KindId) -> u8 {
    1 + 2 * kind + side as u8
}

/// The code of an empty square with blocking terrain.
#[inline]
pub(crate) const fn blocked(terrain: u8) -> u8 {
    TERRAIN + terrain
}

/// Whether a code is a piece.
#[inline]
pub(crate) const fn is_piece(code: u8) -> bool {
    code.wrapping_sub(1) < TERRAIN - 1
}

/// The owner of a piece.
#[inline]
pub(crate) const fn side_of(code: u8) -> Side {
    if (code - 1) & 1 == 0 { Side::White } else { Side::Black }
}

/// The kind of a piece.
#[inline]
pub(crate) const fn kind_of(code: u8) -> KindId {
    (code - 1) >> 1
}

/// The piece that a code stands for.
pub(crate) fn unpack(code: u8) -> Option<Piece> {
    is_piece(code).then(|| Piece { side: side_of(code), kind: kind_of(code) })
}

/// A set of codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct CodeSet([u64; 4]);

impl CodeSet {
    /// What a walk of `side` accepts on a square, en-passant squares apart.
    pub(crate) fn of(content: &Content, side: Side) -> Self {
        let mut set = Self::default();
        if content.empty {
            set.add(EMPTY);
        }
        for kind in content.friend.iter() {
            set.add(piece(side, kind));
        }
        for kind in content.enemy.iter() {
            set.add(piece(side.other(), kind));
        }
        for terrain in (0..64).filter(|&t| content.allows_terrain(t)) {
            set.add(blocked(terrain));
        }
        set
    }

    fn add(&mut self, code: u8) {
        self.0[usize::from(code >> 6)] |= 1 << (code & 63);
    }

    /// Whether a code is in the set.
    #[inline]
    pub(crate) const fn has(&self, code: u8) -> bool {
        self.0[(code >> 6) as usize] >> (code & 63) & 1 != 0
    }
}

/// Whether a piece code is of one of some kinds.
#[inline]
pub(crate) const fn is_of(code: u8, kinds: KindSet) -> bool {
    is_piece(code) && kinds.has(kind_of(code))
}
