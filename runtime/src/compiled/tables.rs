//! Tables of steps and rays, made at compile time, and look-ups on them.
//!
//! A ray is the set of squares that one step, repeated, reaches from a square. Which of them a piece
//! can reach is found by subtraction: on a ray of rising square numbers, `(ray & occupied) - 1`
//! turns over all bits up to the first blocker.

use crate::geometry::BoardSize;
use crate::set::{Set64, Set128, Set256, SquareSet};

/// A set of squares on which rays are looked up and sets are moved as a whole.
pub trait LineSet: SquareSet {
    /// The part of a ray of rising square numbers up to and with the first occupied square.
    fn rising(ray: Self, occupied: Self) -> Self;
    /// The part of a ray of falling square numbers up to and with the first occupied square.
    fn falling(ray: Self, occupied: Self) -> Self;
    /// The set with `step` added to each square number. Squares that would leave the type are lost;
    /// the caller removes those that would leave the board.
    #[must_use]
    fn shifted(self, step: i16) -> Self;
}

macro_rules! word_lines {
    ($name:ident, $word:ty) => {
        impl LineSet for $name {
            #[inline(always)]
            fn rising(ray: Self, occupied: Self) -> Self {
                let blockers = ray.0 & occupied.0;
                Self((blockers ^ blockers.wrapping_sub(1)) & ray.0)
            }
            #[inline(always)]
            fn falling(ray: Self, occupied: Self) -> Self {
                // Square 0 stops every falling ray anyway; setting it spares the test for no blocker.
                let blockers = (ray.0 & occupied.0) | 1;
                Self((<$word>::MAX << (<$word>::BITS - 1 - blockers.leading_zeros())) & ray.0)
            }
            #[inline(always)]
            fn shifted(self, step: i16) -> Self {
                if step >= 0 { Self(self.0 << step) } else { Self(self.0 >> -step) }
            }
        }
    };
}

word_lines!(Set64, u64);
word_lines!(Set128, u128);

impl LineSet for Set256 {
    // Without branches: measured at half the time of a loop that stops at the first blocker.
    #[inline]
    fn rising(ray: Self, occupied: Self) -> Self {
        let blockers = (ray & occupied).0;
        let (a, borrow) = blockers[0].overflowing_sub(1);
        let (b, borrow) = blockers[1].overflowing_sub(borrow.into());
        let (c, borrow) = blockers[2].overflowing_sub(borrow.into());
        let d = blockers[3].wrapping_sub(borrow.into());
        (Self([a, b, c, d]) ^ Self(blockers)) & ray
    }
    #[inline]
    fn falling(ray: Self, occupied: Self) -> Self {
        let blockers = (ray & occupied).0;
        // From the highest blocker of a word upwards; the whole word where there is none.
        let top = |word: u64| u64::MAX << (63 - (word | 1).leading_zeros());
        let all_if = |none: bool| u64::from(none).wrapping_neg();
        let d = all_if(blockers[3] == 0);
        let c = d & all_if(blockers[2] == 0);
        let b = c & all_if(blockers[1] == 0);
        ray & Self([b & top(blockers[0]), c & top(blockers[1]), d & top(blockers[2]), top(blockers[3])])
    }
    #[inline]
    fn shifted(self, step: i16) -> Self {
        let (words, bits) = ((step.unsigned_abs() / 64) as usize, u32::from(step.unsigned_abs() % 64));
        let mut out = [0; 4];
        for (i, word) in out.iter_mut().enumerate() {
            let at = |k: Option<usize>| k.and_then(|k| self.0.get(k)).copied().unwrap_or(0);
            *word = if step >= 0 {
                let low = at(i.checked_sub(words));
                let carry = at(i.checked_sub(words + 1));
                if bits == 0 { low } else { low << bits | carry >> (64 - bits) }
            } else {
                let high = at(Some(i + words));
                let carry = at(Some(i + words + 1));
                if bits == 0 { high } else { high >> bits | carry << (64 - bits) }
            };
        }
        Self(out)
    }
}

/// `N` steps from the files and ranks of each in turn, to each of which `more` was added so that
/// none is negative: longer lists take less room so.
///
/// # Panics
/// If the list is not twice as long, which the compiler reports.
#[must_use]
pub const fn steps<const N: usize>(more: i8, list: &[i8]) -> [(i8, i8); N] {
    assert!(list.len() == 2 * N, "two numbers a step");
    let mut out = [(0, 0); N];
    let mut i = 0;
    while i < N {
        out[i] = (list[2 * i] - more, list[2 * i + 1] - more);
        i += 1;
    }
    out
}

macro_rules! const_tables {
    ($name:ident, $bit:expr, $has:expr, $or:expr, $put:expr, $empty:expr) => {
        impl $name {
            /// For each square of `from` the squares of `to` that one of the steps reaches; nothing
            /// for other squares. `N` is the number of squares of the board.
            #[must_use]
            pub const fn leaps<const N: usize>(
                size: BoardSize,
                steps: &[(i8, i8)],
                from: Self,
                to: Self,
            ) -> [Self; N] {
                Self::leap_table(size, steps, from, to, false)
            }

            /// The other way round: for each square of `to` the squares of `from` that reach it by
            /// one of the steps.
            #[must_use]
            pub const fn leaps_to<const N: usize>(
                size: BoardSize,
                steps: &[(i8, i8)],
                from: Self,
                to: Self,
            ) -> [Self; N] {
                Self::leap_table(size, steps, from, to, true)
            }

            // Tables are computed by the compiler, statement by statement: the inner loop is kept bare.
            const fn leap_table<const N: usize>(
                size: BoardSize,
                steps: &[(i8, i8)],
                from: Self,
                to: Self,
                inverse: bool,
            ) -> [Self; N] {
                let mut table = [$empty; N];
                let (files, ranks) = (size.files as i32, size.ranks as i32);
                let mut whole = true;
                let mut square = 0;
                while square < N {
                    whole = whole && $has(from, square) && $has(to, square);
                    square += 1;
                }
                let mut i = 0;
                while i < steps.len() {
                    let (dx, dy) = (steps[i].0 as i32, steps[i].1 as i32);
                    let (first, last) = range(dx, files);
                    let (mut rank, end) = range(dy, ranks);
                    while rank < end {
                        let mut square = (rank * files + first) as usize;
                        let mut target = ((rank + dy) * files + first + dx) as usize;
                        let mut left = last - first;
                        while left > 0 {
                            if whole || ($has(from, square) && $has(to, target)) {
                                let (row, other) = if inverse { (target, square) } else { (square, target) };
                                $put(&mut table[row], other);
                            }
                            square += 1;
                            target += 1;
                            left -= 1;
                        }
                        rank += 1;
                    }
                    i += 1;
                }
                table
            }

            /// For each square the squares that a step, repeated at most `most` times, reaches
            /// without leaving `board` (the squares that exist).
            #[must_use]
            pub const fn rays<const N: usize>(
                size: BoardSize,
                dx: i8,
                dy: i8,
                most: u8,
                board: Self,
            ) -> [Self; N] {
                Self::all_rays(size, &[(dx, dy)], most, board)
            }

            /// The rays of several steps, united.
            #[must_use]
            pub const fn all_rays<const N: usize>(
                size: BoardSize,
                steps: &[(i8, i8)],
                most: u8,
                board: Self,
            ) -> [Self; N] {
                let mut table = [$empty; N];
                let (files, ranks) = (size.files as i32, size.ranks as i32);
                let mut i = 0;
                while i < steps.len() {
                    let (dx, dy) = (steps[i].0 as i32, steps[i].1 as i32);
                    let mut square = 0;
                    while square < N {
                        let (mut file, mut rank) = (square as i32 % files, square as i32 / files);
                        let mut n = 0;
                        while n < most {
                            file += dx;
                            rank += dy;
                            if file < 0 || file >= files || rank < 0 || rank >= ranks {
                                break;
                            }
                            let target = (rank * files + file) as usize;
                            if !$has(board, target) {
                                break;
                            }
                            $put(&mut table[square], target);
                            n += 1;
                        }
                        square += 1;
                    }
                    i += 1;
                }
                table
            }

            /// For each pair of squares the squares between them on a ray of one of the steps, if
            /// they lie on one. The steps must be such that a pair lies on one ray at most.
            #[must_use]
            pub const fn between<const N: usize>(
                size: BoardSize,
                steps: &[(i8, i8)],
                board: Self,
            ) -> [[Self; N]; N] {
                let mut table = [[$empty; N]; N];
                let mut square = 0;
                while square < N {
                    let mut i = 0;
                    while i < steps.len() {
                        let mut file = (square % size.files as usize) as i32;
                        let mut rank = (square / size.files as usize) as i32;
                        let mut way = $empty;
                        loop {
                            file += steps[i].0 as i32;
                            rank += steps[i].1 as i32;
                            match size.at(file, rank) {
                                Some(target) if $has(board, target.index()) => {
                                    table[square][target.index()] = way;
                                    way = $or(way, $bit(target.index()));
                                }
                                _ => break,
                            }
                        }
                        i += 1;
                    }
                    square += 1;
                }
                table
            }
        }
    };
}

const fn word_or(a: Set64, b: Set64) -> Set64 {
    Set64(a.0 | b.0)
}
const fn double_or(a: Set128, b: Set128) -> Set128 {
    Set128(a.0 | b.0)
}
const fn quad_or(a: Set256, b: Set256) -> Set256 {
    Set256([a.0[0] | b.0[0], a.0[1] | b.0[1], a.0[2] | b.0[2], a.0[3] | b.0[3]])
}
const fn word_bit(i: usize) -> Set64 {
    Set64(1 << i)
}
const fn double_bit(i: usize) -> Set128 {
    Set128(1 << i)
}
const fn quad_bit(i: usize) -> Set256 {
    let mut words = [0; 4];
    words[i / 64] = 1 << (i % 64);
    Set256(words)
}
const fn word_has(s: Set64, i: usize) -> bool {
    s.0 >> i & 1 != 0
}
const fn double_has(s: Set128, i: usize) -> bool {
    s.0 >> i & 1 != 0
}
const fn quad_has(s: Set256, i: usize) -> bool {
    s.0[i / 64] >> (i % 64) & 1 != 0
}

const fn word_put(s: &mut Set64, i: usize) {
    s.0 |= 1 << i;
}
const fn double_put(s: &mut Set128, i: usize) {
    s.0 |= 1 << i;
}
const fn quad_put(s: &mut Set256, i: usize) {
    s.0[i / 64] |= 1 << (i % 64);
}

/// The files (or ranks) from which a step does not leave the board: the first, and the one after the
/// last.
const fn range(step: i32, size: i32) -> (i32, i32) {
    if step < 0 { (-step, size) } else { (0, size - step) }
}

const_tables!(Set64, word_bit, word_has, word_or, word_put, Set64(0));
const_tables!(Set128, double_bit, double_has, double_or, double_put, Set128(0));
const_tables!(Set256, quad_bit, quad_has, quad_or, quad_put, Set256([0; 4]));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;

    /// Steps along a ray by hand, as a check on the subtraction.
    fn walked<S: SquareSet>(size: BoardSize, from: Square, dx: i32, dy: i32, occupied: S) -> S {
        let mut out = S::EMPTY;
        let mut at = from;
        while let Some(next) = size.step(at, dx, dy) {
            out |= S::of(next);
            if occupied.has(next) {
                break;
            }
            at = next;
        }
        out
    }

    fn compare<S: LineSet, const N: usize>(size: BoardSize, rays: impl Fn(i8, i8) -> [S; N]) {
        let mut seed = 7u64;
        for (dx, dy) in
            [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1), (1, 2), (-2, -1)]
        {
            let table = rays(dx, dy);
            for round in 0..40 {
                let mut occupied = S::EMPTY;
                for square in size.all() {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    if (seed >> 40) % 8 < round % 5 {
                        occupied |= S::of(square);
                    }
                }
                for square in size.all() {
                    let ray = table[square.index()];
                    let found = if dy > 0 || (dy == 0 && dx > 0) {
                        S::rising(ray, occupied)
                    } else {
                        S::falling(ray, occupied)
                    };
                    let expected = walked(size, square, dx.into(), dy.into(), occupied);
                    assert!(found == expected, "step ({dx},{dy}) from {}", size.name(square));
                }
            }
        }
    }

    #[test]
    fn rays_found_by_subtraction_are_those_walked_step_by_step() {
        let size = BoardSize { files: 8, ranks: 8 };
        compare::<Set64, 64>(size, |x, y| Set64::rays(size, x, y, 255, Set64(u64::MAX)));
        let size = BoardSize { files: 9, ranks: 10 };
        compare::<Set128, 90>(size, |x, y| Set128::rays(size, x, y, 255, Set128(u128::MAX)));
        let size = BoardSize { files: 16, ranks: 16 };
        compare::<Set256, 256>(size, |x, y| Set256::rays(size, x, y, 255, Set256([u64::MAX; 4])));
    }

    #[test]
    fn a_shifted_set_holds_the_shifted_squares() {
        for step in [-200i16, -64, -17, -1, 0, 1, 16, 63, 64, 65, 130] {
            for square in [0u8, 1, 63, 64, 100, 127, 128, 255] {
                let expected = u8::try_from(i16::from(square) + step).ok();
                let shifted = Set256::of(Square(square)).shifted(step);
                assert_eq!(shifted.first().map(|s| s.0), expected, "{square} by {step}");
            }
        }
    }
}
