//! Keys of positions: one number for each feature a position can have, mixed by exclusive or.
//!
//! The numbers are computed, not looked up: a feature is a class and up to three small indices, and a
//! mixing function turns them into 64 well-spread bits. All functions are `const`, so generated code
//! can fold what is known while compiling, and both executions give equal keys without sharing a table.

use crate::geometry::{Side, Square};

/// Spreads the bits of a number (the finishing steps of the SplitMix64 generator, run twice so that
/// neighbouring indices have nothing in common).
const fn mix(value: u64) -> u64 {
    const fn round(mut z: u64) -> u64 {
        z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    round(round(value))
}

/// The class sits in the top byte, the indices below it, so no two features share an input.
const fn feature(class: u8, a: u8, b: u8, c: u32) -> u64 {
    mix((class as u64) << 56 | (a as u64) << 48 | (b as u64) << 40 | c as u64)
}

const PIECE: u8 = 1;
const SIDE: u8 = 2;
const RIGHT: u8 = 3;
const PASSED: u8 = 4;
const HAND: u8 = 5;
const TERRAIN: u8 = 6;
const UNMOVED: u8 = 7;
const FIELD: u8 = 8;

/// A piece of a side and kind on a square.
#[inline]
#[must_use]
pub const fn piece(side: Side, kind: u8, square: Square) -> u64 {
    feature(PIECE, side as u8, kind, square.0 as u32)
}

/// The side to act: nothing for White, so that a change of turn mixes in `side(Black)`.
#[inline]
#[must_use]
pub const fn side(side: Side) -> u64 {
    match side {
        Side::White => 0,
        Side::Black => feature(SIDE, 1, 0, 0),
    }
}

/// A right still held, by its index in the game's list of rights.
#[inline]
#[must_use]
pub const fn right(index: u8) -> u64 {
    feature(RIGHT, 0, 0, index as u32)
}

/// A square on which an en-passant capture may land.
#[inline]
#[must_use]
pub const fn passed(square: Square) -> u64 {
    feature(PASSED, 0, 0, square.0 as u32)
}

/// The piece that has passed an en-passant square, where squares alone do not say which.
#[inline]
#[must_use]
pub const fn passer(square: Square, piece: Square) -> u64 {
    feature(PASSED, 1, piece.0, square.0 as u32)
}

/// A side having `count` pieces of a kind in hand; nothing for none, so that an empty hand is no
/// feature.
#[inline]
#[must_use]
pub const fn hand(side: Side, kind: u8, count: u8) -> u64 {
    if count == 0 { 0 } else { feature(HAND, side as u8, kind, count as u32) }
}

/// Terrain (by its index in the game's list) on a square.
#[inline]
#[must_use]
pub const fn terrain(terrain: u8, square: Square) -> u64 {
    feature(TERRAIN, terrain, 0, square.0 as u32)
}

/// The piece on a square not having moved, where that is no matter of the position alone.
#[inline]
#[must_use]
pub const fn unmoved(square: Square) -> u64 {
    feature(UNMOVED, 0, 0, square.0 as u32)
}

/// A further field (by its index in the game's list) having a value; what values mean is the field's
/// own affair. A default value is best left out by the caller.
#[inline]
#[must_use]
pub const fn field(index: u8, part: u8, value: u32) -> u64 {
    feature(FIELD, index, part, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn features_differ_in_every_index() {
        let mut seen = BTreeSet::new();
        let mut n = 0;
        let mut add = |key| {
            n += 1;
            assert!(seen.insert(key), "two features share the key {key:x}");
        };
        for i in 0..=255u8 {
            let square = Square(i);
            for s in Side::BOTH {
                for kind in 0..40 {
                    add(piece(s, kind, square));
                }
            }
            add(passed(square));
            add(unmoved(square));
            add(terrain(0, square));
            add(terrain(1, square));
            add(right(i));
            add(field(0, 0, u32::from(i)));
            add(field(0, 1, u32::from(i)));
            add(field(1, 0, u32::from(i)));
        }
        // trap 100: hands are part of the key, each number of pieces on its own.
        for s in Side::BOTH {
            for kind in 0..40 {
                for count in 1..20 {
                    add(hand(s, kind, count));
                }
            }
        }
        add(side(Side::Black));
        assert_eq!(seen.len(), n);
        assert_eq!((side(Side::White), hand(Side::White, 3, 0)), (0, 0));
    }

    #[test]
    fn two_passed_squares_of_one_file_do_not_cancel() {
        // trap 41: keys by file alone would be equal here.
        let (a, b) = (passed(Square(20)), passed(Square(28)));
        assert!(a ^ b != 0 && a != b);
    }

    #[test]
    fn bits_are_spread() {
        // Each bit is set in about half of the keys: within 5 standard deviations of 4096 draws.
        let mut set = [0u32; 64];
        for kind in 0..32 {
            for square in 0..128 {
                let key = piece(Side::White, kind, Square(square));
                for (bit, count) in set.iter_mut().enumerate() {
                    *count += (key >> bit & 1) as u32;
                }
            }
        }
        for (bit, &count) in set.iter().enumerate() {
            assert!((1888..=2208).contains(&count), "bit {bit} set in {count} of 4096 keys");
        }
    }
}
