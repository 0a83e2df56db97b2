//! Sets of squares: one machine word, two, or four.
//!
//! The compiler chooses the smallest type that holds the board. Bit `i` is the square with dense
//! number `i`.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::geometry::Square;

/// A set of squares as a value.
pub trait SquareSet:
    Copy
    + Eq
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many squares the type can hold.
    const CAPACITY: usize;
    /// No square.
    const EMPTY: Self;

    /// The set of one square.
    fn of(square: Square) -> Self;
    /// Whether the set holds the square.
    fn has(self, square: Square) -> bool;
    /// Number of squares.
    fn len(self) -> u32;
    /// Whether there is no square.
    fn is_empty(self) -> bool;
    /// The lowest square; `None` when empty.
    fn first(self) -> Option<Square>;
    /// The highest square; `None` when empty.
    fn last(self) -> Option<Square>;
    /// The set without its lowest square.
    #[must_use]
    fn without_first(self) -> Self;
    /// The set with one square more.
    #[inline]
    #[must_use]
    fn with(self, square: Square) -> Self {
        self | Self::of(square)
    }
    /// The set with one square less.
    #[inline]
    #[must_use]
    fn without(self, square: Square) -> Self {
        self & !Self::of(square)
    }
    /// The squares in rising order.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// The squares of a set in rising order; made by [`SquareSet::squares`].
#[derive(Debug, Clone, Copy)]
pub struct Squares<S>(S);

impl<S: SquareSet> Iterator for Squares<S> {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first()?;
        self.0 = self.0.without_first();
        Some(first)
    }
}

macro_rules! word_set {
    ($name:ident, $word:ty, $doc:literal) => {
        #[doc = $doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
        #[repr(transparent)]
        pub struct $name(pub $word);

        impl BitAnd for $name {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
        impl BitOr for $name {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
        impl BitXor for $name {
            type Output = Self;
            #[inline]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }
        impl Not for $name {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
        impl BitAndAssign for $name {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }
        impl BitOrAssign for $name {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }
        impl BitXorAssign for $name {
            #[inline]
            fn bitxor_assign(&mut self, other: Self) {
                self.0 ^= other.0;
            }
        }
        impl SquareSet for $name {
            const CAPACITY: usize = <$word>::BITS as usize;
            const EMPTY: Self = Self(0);
            #[inline]
            fn of(square: Square) -> Self {
                Self(1 << square.0)
            }
            #[inline]
            fn has(self, square: Square) -> bool {
                self.0 >> square.0 & 1 != 0
            }
            #[inline]
            fn len(self) -> u32 {
                self.0.count_ones()
            }
            #[inline]
            fn is_empty(self) -> bool {
                self.0 == 0
            }
            #[inline]
            fn first(self) -> Option<Square> {
                if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
            }
            #[inline]
            fn last(self) -> Option<Square> {
                if self.0 == 0 {
                    None
                } else {
                    Some(Square((<$word>::BITS - 1 - self.0.leading_zeros()) as u8))
                }
            }
            #[inline]
            fn without_first(self) -> Self {
                Self(self.0 & self.0.wrapping_sub(1))
            }
        }
    };
}

word_set!(Set64, u64, "A set of at most 64 squares.");
word_set!(Set128, u128, "A set of at most 128 squares.");

/// A set of at most 256 squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
#[repr(align(32))]
pub struct Set256(pub [u64; 4]);

impl Set256 {
    /// The set of all squares below `count`.
    #[must_use]
    pub fn below(count: usize) -> Self {
        let mut words = [0u64; 4];
        for (i, word) in words.iter_mut().enumerate() {
            let low = i * 64;
            if count >= low + 64 {
                *word = u64::MAX;
            } else if count > low {
                *word = (1 << (count - low)) - 1;
            }
        }
        Self(words)
    }
}

impl FromIterator<Square> for Set256 {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, SquareSet::with)
    }
}

impl BitAnd for Set256 {
    type Output = Self;
    #[inline]
    fn bitand(self, o: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, o.0);
        Self([a & e, b & f, c & g, d & h])
    }
}
impl BitOr for Set256 {
    type Output = Self;
    #[inline]
    fn bitor(self, o: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, o.0);
        Self([a | e, b | f, c | g, d | h])
    }
}
impl BitXor for Set256 {
    type Output = Self;
    #[inline]
    fn bitxor(self, o: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, o.0);
        Self([a ^ e, b ^ f, c ^ g, d ^ h])
    }
}
impl Not for Set256 {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([!a, !b, !c, !d])
    }
}
impl BitAndAssign for Set256 {
    #[inline]
    fn bitand_assign(&mut self, o: Self) {
        *self = *self & o;
    }
}
impl BitOrAssign for Set256 {
    #[inline]
    fn bitor_assign(&mut self, o: Self) {
        *self = *self | o;
    }
}
impl BitXorAssign for Set256 {
    #[inline]
    fn bitxor_assign(&mut self, o: Self) {
        *self = *self ^ o;
    }
}

impl SquareSet for Set256 {
    const CAPACITY: usize = 256;
    const EMPTY: Self = Self([0; 4]);
    #[inline]
    fn of(square: Square) -> Self {
        let mut words = [0; 4];
        words[(square.0 >> 6) as usize] = 1 << (square.0 & 63);
        Self(words)
    }
    #[inline]
    fn has(self, square: Square) -> bool {
        self.0[(square.0 >> 6) as usize] >> (square.0 & 63) & 1 != 0
    }
    #[inline]
    fn len(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }
    #[inline]
    fn first(self) -> Option<Square> {
        (0..4).find(|&i| self.0[i] != 0).map(|i| Square((i as u32 * 64 + self.0[i].trailing_zeros()) as u8))
    }
    #[inline]
    fn last(self) -> Option<Square> {
        (0..4)
            .rev()
            .find(|&i| self.0[i] != 0)
            .map(|i| Square((i as u32 * 64 + 63 - self.0[i].leading_zeros()) as u8))
    }
    #[inline]
    fn with(mut self, square: Square) -> Self {
        self.0[(square.0 >> 6) as usize] |= 1 << (square.0 & 63);
        self
    }
    #[inline]
    fn without(mut self, square: Square) -> Self {
        self.0[(square.0 >> 6) as usize] &= !(1 << (square.0 & 63));
        self
    }
    #[inline]
    fn without_first(mut self) -> Self {
        for word in &mut self.0 {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Compares a type of set with an ordered set of numbers.
    fn behaves<S: SquareSet + core::fmt::Debug>() {
        let mut state = 11u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            Square(((state >> 33) % S::CAPACITY as u64) as u8)
        };
        let mut sets = Vec::new();
        for size in [0, 1, 2, 5, 40, 400] {
            let model: BTreeSet<Square> = (0..size).map(|_| draw()).collect();
            let set = model.iter().fold(S::EMPTY, |set, &square| set.with(square));
            sets.push((set, model));
        }
        for (set, model) in &sets {
            assert_eq!(set.squares().collect::<Vec<_>>(), model.iter().copied().collect::<Vec<_>>());
            assert_eq!((set.len() as usize, set.is_empty()), (model.len(), model.is_empty()));
            assert_eq!((set.first(), set.last()), (model.first().copied(), model.last().copied()));
            assert_eq!(set.without_first().len() as usize, model.len().saturating_sub(1));
            for i in 0..S::CAPACITY {
                let square = Square(i as u8);
                assert_eq!(
                    (set.has(square), (!*set).has(square)),
                    (model.contains(&square), !model.contains(&square))
                );
                assert!(!set.without(square).has(square));
            }
            for (other, other_model) in &sets {
                let list = |set: S| set.squares().collect::<BTreeSet<_>>();
                assert_eq!(list(*set & *other), model & other_model);
                assert_eq!(list(*set | *other), model | other_model);
                assert_eq!(list(*set ^ *other), model ^ other_model);
                let (mut and, mut or) = (*set, *set);
                and &= *other;
                or |= *other;
                assert_eq!((and, or), (*set & *other, *set | *other));
            }
        }
    }

    #[test]
    fn all_widths_behave_like_sets() {
        behaves::<Set64>();
        behaves::<Set128>();
        behaves::<Set256>();
        for count in [0, 1, 63, 64, 65, 200, 256] {
            let all: Vec<u8> = Set256::below(count).squares().map(|s| s.0).collect();
            assert_eq!(all, (0..count).map(|i| i as u8).collect::<Vec<_>>());
        }
    }
}
