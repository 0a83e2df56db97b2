//! Squares open to en-passant capture, where a turn has several moves: those that each piece has passed.

use crate::geometry::Square;
use crate::set::SquareSet;

/// Most pieces whose way is remembered.
const MOST: usize = 8;

/// Squares passed, each set with the square of the piece that passed them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passers<S> {
    list: [(S, u8); MOST],
    len: u8,
}

impl<S: SquareSet> Default for Passers<S> {
    fn default() -> Self {
        Self { list: [(S::EMPTY, 0); MOST], len: 0 }
    }
}

impl<S: SquareSet> Passers<S> {
    /// The most moves of a turn for which there is room, the turns of both sides taken together.
    pub const TURN: u8 = MOST as u8 / 2;

    fn list(&self) -> &[(S, u8)] {
        &self.list[..usize::from(self.len)]
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Notes squares that a piece, now on `passer`, has passed. What there is no room for is left out.
    pub fn add(&mut self, squares: S, passer: Square) {
        if squares.is_empty() {
            return;
        }
        let len = usize::from(self.len);
        let known = self.list[..len].iter_mut().find(|(_, p)| *p == passer.0);
        if let Some((set, _)) = known {
            *set |= squares;
        } else if len < MOST {
            self.list[len] = (squares, passer.0);
            self.len += 1;
            self.list[..=len].sort_unstable_by_key(|(_, p)| *p);
        }
    }

    /// Those whose piece is on one of some squares, with the passed squares that are still empty.
    #[must_use]
    pub fn kept(&self, passers: S, empty: S) -> Self {
        let mut kept = Self::default();
        for &(squares, passer) in self.list().iter().filter(|(_, p)| passers.has(Square(*p))) {
            kept.add(squares & empty, Square(passer));
        }
        kept
    }

    /// All squares that have been passed, and those of the pieces that passed them.
    #[must_use]
    pub fn squares(&self) -> S {
        self.list().iter().fold(S::EMPTY, |all, &(squares, passer)| (all | squares).with(Square(passer)))
    }

    /// All squares that pieces on some squares have passed.
    #[must_use]
    pub fn by(&self, passers: S) -> S {
        let by = self.list().iter().filter(|(_, p)| passers.has(Square(*p)));
        by.fold(S::EMPTY, |all, &(squares, _)| all | squares)
    }

    /// The pieces that have passed a square.
    #[must_use]
    pub fn of(&self, square: Square) -> S {
        let of = self.list().iter().filter(|(squares, _)| squares.has(square));
        of.fold(S::EMPTY, |all, &(_, passer)| all.with(Square(passer)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::Set64;

    fn set(squares: &[u8]) -> Set64 {
        squares.iter().fold(Set64::EMPTY, |set, &s| set.with(Square(s)))
    }

    #[test]
    fn squares_are_open_while_their_piece_stands_and_they_are_empty() {
        let mut passers = Passers::default();
        passers.add(set(&[20, 28]), Square(36));
        passers.add(set(&[28]), Square(10));
        assert_eq!((passers.of(Square(28)), passers.of(Square(20))), (set(&[10, 36]), set(&[36])));
        assert_eq!(passers.by(set(&[10])), set(&[28]));
        let kept = passers.kept(set(&[36]), !set(&[28]));
        assert_eq!((kept.of(Square(28)), kept.of(Square(20))), (Set64::EMPTY, set(&[36])));
        assert!(kept.kept(set(&[10]), !Set64::EMPTY).is_empty());
    }
}
