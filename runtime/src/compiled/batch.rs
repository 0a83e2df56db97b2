//! Moves of compiled games, one by one and in batches.

use core::ops::ControlFlow;

use crate::geometry::Square;
use crate::position::MoveSet;
use crate::set::SquareSet;

/// The tag of a move that does nothing but go to its target, capturing what stands there.
pub const PLAIN: u8 = 0;

/// A move of a compiled game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Dense number of the square the mover leaves.
    pub from: u8,
    /// Dense number of the square the move is about: where the mover ends, or what it captures from
    /// afar.
    pub to: u8,
    /// What more the move does: [`PLAIN`] or a number the game gives to a castling, a promotion
    /// choice, a capture en passant and so on.
    pub tag: u8,
    /// 0 for a displacement; for a walk with further effects its number among the walks that end on
    /// the same square.
    pub route: u16,
}

impl Move {
    /// A move without a number among walks, by the dense numbers of its squares and its tag.
    #[inline(always)]
    #[must_use]
    pub const fn new(from: u8, to: u8, tag: u8) -> Self {
        Self { from, to, tag, route: 0 }
    }
}

/// Several moves that differ only in where they end (and in a choice made there).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Batch<S> {
    /// One piece to each square of a set, each with `options` choices tagged from `tag` upwards.
    Fan {
        /// Where the piece stands.
        from: Square,
        /// The targets.
        to: S,
        /// The first tag.
        tag: u8,
        /// Number of choices for each target.
        options: u8,
    },
    /// A piece of one kind to each square of a set, all by the same step.
    Shift {
        /// The targets.
        to: S,
        /// Dense number of the target less that of the origin.
        step: i16,
        /// The first tag.
        tag: u8,
        /// Number of choices for each target.
        options: u8,
    },
    /// One move.
    One(Move),
}

impl<S: SquareSet> MoveSet for Batch<S> {
    type Move = Move;

    #[inline(always)]
    fn len(&self) -> usize {
        match *self {
            Batch::Fan { to, options, .. } | Batch::Shift { to, options, .. } => {
                to.len() as usize * options as usize
            }
            Batch::One(_) => 1,
        }
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        match *self {
            Batch::Fan { to, .. } | Batch::Shift { to, .. } => to.is_empty(),
            Batch::One(_) => false,
        }
    }

    #[inline(always)]
    fn each<F: FnMut(Move) -> ControlFlow<()>>(self, mut visit: F) -> ControlFlow<()> {
        match self {
            Batch::Fan { from, to, tag, options } => {
                for target in to.squares() {
                    for choice in 0..options {
                        visit(Move { from: from.0, to: target.0, tag: tag + choice, route: 0 })?;
                    }
                }
            }
            Batch::Shift { to, step, tag, options } => {
                for target in to.squares() {
                    let from = (i16::from(target.0) - step) as u8;
                    for choice in 0..options {
                        visit(Move { from, to: target.0, tag: tag + choice, route: 0 })?;
                    }
                }
            }
            Batch::One(m) => visit(m)?,
        }
        ControlFlow::Continue(())
    }
}
