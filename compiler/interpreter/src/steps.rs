//! Single steps: where each leads from each square, on this board's topology.

use std::collections::BTreeMap;

use chv_dsl::model::{Board, Edge};
use chv_runtime::{Set256, SquareSet};

/// No square.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// What tells two steps apart: files, ranks, wrap, lines.
type Shape = (i8, i8, bool, Option<u8>);

/// All steps that the walks of a game use, as tables from square to square.
#[derive(Debug, Clone, Default)]
pub(crate) struct Steps {
    squares: usize,
    ids: BTreeMap<Shape, usize>,
    forward: Vec<u16>,
    back: Vec<u16>,
}

impl Steps {
    pub(crate) fn new(board: &Board) -> Self {
        Self { squares: board.size.squares(), ..Self::default() }
    }

    /// The table of an edge's step: what [`Steps::go`] and [`Steps::back`] are asked with.
    pub(crate) fn table(&mut self, board: &Board, edge: &Edge) -> usize {
        let shape = (edge.dx, edge.dy, edge.wrap, edge.along);
        if let Some(&id) = self.ids.get(&shape) {
            return id;
        }
        let id = self.forward.len();
        self.ids.insert(shape, id);
        self.back.resize(id + self.squares, NOWHERE);
        for from in board.size.all() {
            let to = if board.holes.has(from) { None } else { board.step(from, edge) };
            self.forward.push(to.map_or(NOWHERE, |s| u16::from(s.0)));
            if let Some(to) = to {
                self.back[id + to.index()] = u16::from(from.0);
            }
        }
        id
    }

    /// Where a step leads from a square, [`NOWHERE`] if it does not exist there.
    #[inline]
    pub(crate) fn go(&self, table: usize, from: u8) -> u16 {
        self.forward[table + usize::from(from)]
    }

    /// From where a step leads to a square.
    pub(crate) fn back(&self, table: usize, to: u8) -> u16 {
        self.back[table + usize::from(to)]
    }
}

/// The squares at most `within` king's steps from each square, the square itself left out.
pub(crate) fn near(board: &Board, within: u8) -> Vec<Set256> {
    let apart = |a: u8, b: u8, around: u8, joined: bool| {
        let d = a.abs_diff(b);
        if joined { d.min(around - d) } else { d }
    };
    let size = board.size;
    size.all()
        .map(|middle| {
            size.all()
                .filter(|&s| s != middle && !board.holes.has(s))
                .filter(|&s| {
                    apart(size.file(s), size.file(middle), size.files, board.joined_files) <= within
                        && apart(size.rank(s), size.rank(middle), size.ranks, board.joined_ranks) <= within
                })
                .collect()
        })
        .collect()
}
