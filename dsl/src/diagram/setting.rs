//! What stands on a board.

use chv_runtime::{Piece, Record, Side, Square};

use super::elements::{Mover, Passing};
use crate::model::{Content, TerrainId, Variant};

/// What stands on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Stand {
    /// Nothing that is in the way.
    Empty,
    /// A piece.
    Piece(Piece),
    /// Terrain that blocks.
    Terrain(TerrainId),
}

/// A board, the mover lifted from its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Setting {
    pub(super) origin: Square,
    pub(super) stands: Vec<Stand>,
    /// Terrain that does not block, by square.
    pub(super) ground: Vec<Option<TerrainId>>,
    /// What can be captured en passant.
    pub(super) passed: Vec<Passing>,
}

impl Setting {
    /// Nobody but the mover.
    pub(super) fn empty(mover: &Mover<'_>, origin: Square) -> Self {
        let count = mover.variant.board.size.squares();
        Self { origin, stands: vec![Stand::Empty; count], ground: vec![None; count], passed: Vec::new() }
    }

    /// A position. `None` if the mover is not there.
    pub(super) fn of_record(mover: &Mover<'_>, record: &Record, at: Option<Square>) -> Option<Self> {
        let own = Piece { side: mover.side, kind: mover.kind };
        let here = |s: Square| record.squares.get(s.index()).copied().flatten() == Some(own);
        let size = mover.variant.board.size;
        let origin = match at {
            Some(square) => Some(square).filter(|&s| here(s)),
            None => size.all().find(|&s| here(s)),
        }?;
        let mut setting = Self::empty(mover, origin);
        for square in size.all() {
            let terrain = record.terrain.get(square.index()).copied().unwrap_or(0);
            let lies = usize::from(terrain).checked_sub(1).filter(|&i| i < mover.variant.terrain.len());
            let blocking = lies.filter(|&i| mover.variant.terrain[i].blocks);
            setting.ground[square.index()] = lies.filter(|_| blocking.is_none()).map(|i| i as TerrainId);
            let piece = record.squares.get(square.index()).copied().flatten();
            setting.stands[square.index()] = match (piece.filter(|_| square != origin), blocking) {
                (Some(piece), _) => Stand::Piece(piece),
                (None, Some(id)) => Stand::Terrain(id as TerrainId),
                (None, None) => Stand::Empty,
            };
        }
        let stands = |p: &&Passing| {
            let victim = Stand::Piece(Piece { side: mover.side.other(), kind: p.kind });
            record.side == mover.side
                && record.passed.contains(&p.square)
                && setting.stands[p.victim.index()] == victim
        };
        setting.passed = mover.passings.iter().filter(stands).copied().collect();
        Some(setting)
    }

    /// Whether a square that holds something now is what is asked.
    pub(super) fn accepts(&self, side: Side, test: &Content, square: Square, held: Stand) -> bool {
        match held {
            Stand::Piece(piece) if piece.side == side => test.friend.has(piece.kind),
            Stand::Piece(piece) => test.enemy.has(piece.kind),
            Stand::Terrain(id) => test.allows_terrain(id),
            Stand::Empty => {
                test.empty || self.passed.iter().any(|p| p.square == square && test.passed.has(p.kind))
            }
        }
    }

    /// The other squares from which a slide that comes to a square may go on.
    pub(super) fn joined(&self, variant: &Variant, square: Square) -> impl Iterator<Item = Square> + use<> {
        let here = self.ground[square.index()].filter(|&t| variant.terrain[usize::from(t)].joins);
        let same = |&(s, t): &(Square, Option<TerrainId>)| s != square && here.is_some() && t == here;
        let list: Vec<_> = (0..=255).map(Square).zip(self.ground.iter().copied()).filter(same).collect();
        list.into_iter().map(|(s, _)| s)
    }

    /// Whether what stands somewhere is a piece of a side.
    pub(super) fn is_of(side: Side, held: Stand) -> bool {
        matches!(held, Stand::Piece(piece) if piece.side == side)
    }
}
