//! Where it matters by which way a piece goes: of several ways to the same the one that is meant.

use crate::compiled::walk::Landing;
use crate::geometry::{BoardSize, Square};
use crate::set::SquareSet;

/// By what ways are compared: number of squares, direction of the first step, squares.
type Rank = (usize, u8, Vec<Square>);

/// The best way to each effect of one piece's movements: over the fewest squares, then with the first
/// step that comes first clockwise from up the board, then with the squares that come first from a1 on.
#[derive(Debug, Clone)]
pub struct BestWays<S> {
    size: BoardSize,
    from: Square,
    every: bool,
    list: Vec<(Rank, u16, Landing<S>)>,
}

impl<S: SquareSet> BestWays<S> {
    /// None yet, for a piece on a square. With `every` all ways are kept.
    #[must_use]
    pub const fn new(size: BoardSize, from: Square, every: bool) -> Self {
        Self { size, from, every, list: Vec::new() }
    }

    /// Adds a way, of a walk whose ways are numbered from `offset` on.
    pub fn add(&mut self, offset: u16, landing: Landing<S>) {
        let rank = self.rank(&landing);
        let known = self.list.iter_mut().find(|(.., other)| !self.every && leads_to_same(other, &landing));
        match known {
            Some(best) if rank < best.0 => *best = (rank, offset, landing),
            Some(_) => {}
            None => self.list.push((rank, offset, landing)),
        }
    }

    /// The best ways, each with the offset of its walk.
    pub fn list(&self) -> impl Iterator<Item = (u16, &Landing<S>)> {
        self.list.iter().map(|(_, offset, landing)| (*offset, landing))
    }

    fn rank(&self, landing: &Landing<S>) -> Rank {
        const CLOCKWISE: [(i32, i32); 8] =
            [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let squares = landing.way.1.clone();
        let first = squares.first().map_or(0, |&to| {
            let step = |f: fn(&BoardSize, Square) -> u8| {
                (i32::from(f(&self.size, to)) - i32::from(f(&self.size, self.from))).signum()
            };
            let step = (step(|size, s| size.file(s)), step(|size, s| size.rank(s)));
            CLOCKWISE.iter().position(|&d| d == step).unwrap_or(0) as u8
        });
        (squares.len(), first, squares)
    }
}

/// Whether two ways of a piece change the same.
fn leads_to_same<S: SquareSet>(a: &Landing<S>, b: &Landing<S>) -> bool {
    (a.to, a.stays, a.passed, &a.changes) == (b.to, b.stays, b.passed, &b.changes)
}
