//! Where it matters by which way a piece goes: of several ways to the same the one that is meant.

use core::ops::Range;

use crate::compiled::ending::End;
use crate::compiled::walk::LOCAL;
use crate::geometry::{BoardSize, Square};
use crate::set::SquareSet;

/// The best way to each effect of one piece's movements: over the fewest squares, then with the first
/// step that comes first clockwise from up the board, then with the squares that come first from a1 on.
#[derive(Debug, Clone)]
pub struct BestWays<S> {
    size: BoardSize,
    from: Square,
    every: bool,
    list: Vec<Way<S>>,
    /// The squares to which some lead.
    reached: S,
    /// The squares of all ways, one behind the other.
    squares: Vec<Square>,
}

/// A way and what it leads to.
#[derive(Debug, Clone)]
struct Way<S> {
    to: Square,
    stays: bool,
    passed: S,
    /// What squares hold afterwards, those of the mover apart.
    changes: Vec<(Square, Option<u16>)>,
    route: u16,
    /// Where its squares are.
    squares: Range<usize>,
}

impl<S: SquareSet> BestWays<S> {
    /// None yet. With `every` all ways are kept.
    #[must_use]
    pub const fn new(size: BoardSize, every: bool) -> Self {
        Self { size, from: Square(0), every, list: Vec::new(), reached: S::EMPTY, squares: Vec::new() }
    }

    /// None again, for a piece on another square.
    pub fn begin(&mut self, from: Square) {
        self.from = from;
        self.list.clear();
        self.reached = S::EMPTY;
        self.squares.clear();
    }

    /// Adds a way, which has a number among those of the piece.
    pub fn add(&mut self, route: u16, end: &End<'_, S>) {
        let local = end.is_local();
        let (to, stays, passed) = (end.to, end.stays, end.passed());
        let changes = if local { Vec::new() } else { end.changes() };
        let route = if local && passed.is_empty() { route | LOCAL } else { route };
        let same = |w: &Way<S>| (w.to, w.stays, w.passed, &w.changes) == (to, stays, passed, &changes);
        let again = !self.every && self.reached.has(to);
        let known = if again { self.list.iter().position(same) } else { None };
        self.reached = self.reached.with(to);
        if let Some(i) = known {
            let best = &self.list[i];
            let squares = || self.squares[best.squares.clone()].iter().copied();
            let better = (end.squares().len().cmp(&squares().len()))
                .then_with(|| self.direction(end.squares().next()).cmp(&self.direction(squares().next())))
                .then_with(|| end.squares().cmp(squares()));
            if better.is_ge() {
                return;
            }
        }
        let start = self.squares.len();
        self.squares.extend(end.squares());
        let squares = start..self.squares.len();
        let way = Way { to, stays, passed, changes, route, squares };
        match known {
            Some(i) => self.list[i] = way,
            None => self.list.push(way),
        }
    }

    /// Where the best ways lead, and their numbers, marked as [`LOCAL`] if they change nothing but origin
    /// and target and pass nothing.
    pub fn list(&self) -> impl Iterator<Item = (Square, u16)> {
        self.list.iter().map(|way| (way.to, way.route))
    }

    /// The place of a first step among the eight directions, clockwise from up the board.
    fn direction(&self, to: Option<Square>) -> u8 {
        const CLOCKWISE: [(i32, i32); 8] =
            [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let Some(to) = to else { return 0 };
        let step = |f: fn(&BoardSize, Square) -> u8| {
            (i32::from(f(&self.size, to)) - i32::from(f(&self.size, self.from))).signum()
        };
        let step = (step(|size, s| size.file(s)), step(|size, s| size.rank(s)));
        CLOCKWISE.iter().position(|&d| d == step).unwrap_or(0) as u8
    }
}
