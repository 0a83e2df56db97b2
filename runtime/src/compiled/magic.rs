//! Where riders can go, by one multiplication and one look-up.
//!
//! What a rider reaches depends on the occupied squares of its rays only (the last of each ray left
//! out: it is reached in any case). A multiplier gathers those bits into a small number, an index
//! into a table of answers. Multipliers are found by trying, in a fixed order, so that the tables are
//! the same in every run.

use crate::compiled::LineSet;
use crate::compiled::multipliers::KNOWN;
use crate::geometry::{BoardSize, Square};
use crate::set::{Set64, SquareSet};

/// Squares reached by a set of repeated steps, for each square of a board of at most 64 squares and
/// every occupancy.
///
/// Making one takes a millisecond or so; generated code keeps each in a
/// [`LazyLock`](std::sync::LazyLock).
#[derive(Debug, Clone)]
pub struct Magic {
    cells: [Cell; 64],
    reached: Vec<Set64>,
}

/// How one square finds its answers.
#[derive(Debug, Clone, Copy)]
struct Cell {
    /// The squares that matter.
    mask: u64,
    multiplier: u64,
    /// Where the answers begin.
    start: u32,
    shift: u32,
}

impl Magic {
    /// Most squares that may matter to one square: tables double with each.
    pub const MOST: u32 = 14;

    /// The number of squares of a board that matter to the rider that stands on one of them, at most.
    /// Where it is above [`MOST`](Magic::MOST), look rays up by subtraction instead.
    #[must_use]
    pub fn needed(size: BoardSize, steps: &[(i8, i8)], most: u8, board: Set64) -> u32 {
        let mask = |square| mask(&rays(size, steps, most, board, square)).len();
        size.all().map(mask).max().unwrap_or(0)
    }

    /// Tables for the squares that each of the steps, repeated at most `most` times over empty squares
    /// of `board`, reaches.
    #[must_use]
    pub fn new(size: BoardSize, steps: &[(i8, i8)], most: u8, board: Set64) -> Self {
        let mut cells = [Cell { mask: 0, multiplier: 0, start: 0, shift: 63 }; 64];
        let mut search = Search::new();
        let mut reached = Vec::new();
        for square in size.all().take(64) {
            let rays = rays(size, steps, most, board, square);
            let mask = mask(&rays).0;
            let (multiplier, bits) = search.find(mask, &rays);
            let (start, shift) = (reached.len() as u32, 64 - bits);
            cells[square.index()] = Cell { mask, multiplier, start, shift };
            reached.extend_from_slice(&search.table[..1 << bits]);
        }
        Self { cells, reached }
    }

    /// What a rider on `square` reaches, up to and with the first occupied square of each ray.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, square: Square, occupied: Set64) -> Set64 {
        let cell = &self.cells[square.index() & 63];
        let index = (occupied.0 & cell.mask).wrapping_mul(cell.multiplier) >> cell.shift;
        self.reached[cell.start as usize + index as usize]
    }
}

/// A ray and whether its square numbers rise.
type Ray = (Set64, bool);

fn rays(size: BoardSize, steps: &[(i8, i8)], most: u8, board: Set64, square: Square) -> Vec<Ray> {
    let ray = |&(dx, dy): &(i8, i8)| {
        let mut ray = Set64::EMPTY;
        let mut at = square;
        for _ in 0..most {
            match size.step(at, dx.into(), dy.into()) {
                Some(next) if board.has(next) => {
                    ray |= Set64::of(next);
                    at = next;
                }
                _ => break,
            }
        }
        (ray, at > square)
    };
    steps.iter().map(ray).collect()
}

fn mask(rays: &[Ray]) -> Set64 {
    rays.iter().fold(Set64::EMPTY, |mask, &(ray, rising)| {
        let end = if rising { ray.last() } else { ray.first() };
        mask | end.map_or(ray, |end| ray.without(end))
    })
}

fn reach(rays: &[Ray], occupied: Set64) -> Set64 {
    rays.iter().fold(Set64::EMPTY, |reach, &(ray, rising)| {
        reach | if rising { Set64::rising(ray, occupied) } else { Set64::falling(ray, occupied) }
    })
}

/// The search for multipliers and what it works with.
struct Search {
    state: u64,
    /// The occupancies of one square's mask and their answers.
    cases: Vec<(u64, Set64)>,
    /// The answers by index, for the multiplier last tried.
    table: Vec<Set64>,
    /// The try in which an entry of the table was written: spares clearing it.
    written: Vec<u32>,
    tries: u32,
}

impl Search {
    /// Tries before the table is made twice as large.
    const PATIENCE: u32 = 2000;

    fn new() -> Self {
        Self {
            state: 0x9e37_79b9_7f4a_7c15,
            cases: Vec::new(),
            table: Vec::new(),
            written: Vec::new(),
            tries: 0,
        }
    }

    /// A multiplier and the number of bits of its indices; its answers are then in the table.
    fn find(&mut self, mask: u64, rays: &[Ray]) -> (u64, u32) {
        self.cases.clear();
        let mut occupied = 0u64;
        loop {
            self.cases.push((occupied, reach(rays, Set64(occupied))));
            // The next subset of the mask.
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
        let mut bits = mask.count_ones().max(1);
        if let Ok(at) = KNOWN.binary_search_by_key(&mask, |known| known.0)
            && self.fits(KNOWN[at].1, bits)
        {
            return (KNOWN[at].1, bits);
        }
        loop {
            for _ in 0..Self::PATIENCE {
                // Few bits set make good multipliers.
                let multiplier = self.draw() & self.draw() & self.draw();
                if self.fits(multiplier, bits) {
                    return (multiplier, bits);
                }
            }
            bits = (bits + 1).min(24);
        }
    }

    /// Whether a multiplier gives no two cases with different answers one index.
    fn fits(&mut self, multiplier: u64, bits: u32) -> bool {
        self.tries += 1;
        let size = 1usize << bits;
        if self.table.len() < size {
            self.table.resize(size, Set64::EMPTY);
            self.written.resize(size, 0);
        }
        for &(occupied, answer) in &self.cases {
            let index = (occupied.wrapping_mul(multiplier) >> (64 - bits)) as usize;
            if self.written[index] != self.tries {
                self.written[index] = self.tries;
                self.table[index] = answer;
            } else if self.table[index] != answer {
                return false;
            }
        }
        true
    }

    fn draw(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRAIGHT: &[(i8, i8)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
    const DIAGONAL: &[(i8, i8)] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
    const OBLIQUE: &[(i8, i8)] = &[(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

    #[test]
    fn look_ups_equal_walks() {
        let mut search = Search::new();
        let boards = [(8, 8), (7, 9), (5, 5), (6, 10), (1, 8), (16, 4), (1, 1)];
        for (files, ranks) in boards {
            let size = BoardSize { files, ranks };
            let whole = Set64(u64::MAX >> (64 - size.squares()));
            for (steps, most) in
                [(STRAIGHT, 255), (DIAGONAL, 255), (OBLIQUE, 255), (STRAIGHT, 2), (&[(0, 1)], 255)]
            {
                for board in [whole, whole & !Set64(0x0000_0420_0000_0100)] {
                    if Magic::needed(size, steps, most, board) > Magic::MOST {
                        continue;
                    }
                    let magic = Magic::new(size, steps, most, board);
                    for square in size.all() {
                        for _ in 0..40 {
                            let occupied = Set64(search.draw() & search.draw());
                            let mut expected = Set64::EMPTY;
                            for &(dx, dy) in steps {
                                let mut at = square;
                                for _ in 0..most {
                                    match size.step(at, dx.into(), dy.into()).filter(|&s| board.has(s)) {
                                        Some(next) => at = next,
                                        None => break,
                                    }
                                    expected |= Set64::of(at);
                                    if occupied.has(at) {
                                        break;
                                    }
                                }
                            }
                            assert_eq!(
                                magic.get(square, occupied),
                                expected,
                                "{size:?} {steps:?} {square:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn known_multipliers_are_sorted_and_good() {
        assert!(KNOWN.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let size = BoardSize { files: 8, ranks: 8 };
        let mut search = Search::new();
        for steps in [STRAIGHT, DIAGONAL] {
            for square in size.all() {
                let rays = rays(size, steps, 255, Set64(u64::MAX), square);
                let tries = search.tries;
                let (_, bits) = search.find(mask(&rays).0, &rays);
                assert_eq!((search.tries, bits), (tries + 1, mask(&rays).len()), "{steps:?} {square:?}");
            }
        }
    }
}
