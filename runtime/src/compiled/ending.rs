//! An end of a walk, and what has been done on the way to it.

use crate::compiled::walk::{Landing, Node, Scene, Step, Walk};
use crate::geometry::Square;
use crate::set::SquareSet;

/// A square that a walk has come to.
#[derive(Debug)]
pub(super) struct Been<'a> {
    pub(super) square: Square,
    pub(super) node: u16,
    /// The step by which.
    pub(super) step: &'a Step,
    /// The slide went on from another square of the same terrain.
    pub(super) via: bool,
}

/// Where a walk can end. Most are looked at for their square alone: what else there is to say is put
/// together when [`End::landing`] asks for it.
#[derive(Debug)]
pub struct End<'a, S> {
    /// The last square of the walk.
    pub to: Square,
    /// Whether the mover stays on its origin.
    pub stays: bool,
    /// Whether the mover is destroyed where it comes to.
    pub blown: bool,
    pub(super) captured: &'a [Square],
    pub(super) shifted: &'a [(Square, Square)],
    pub(super) en_passant: S,
    pub(super) exploded: S,
    pub(super) first: u16,
    pub(super) path: &'a [Been<'a>],
    pub(super) walk: &'a Walk<S>,
    pub(super) scene: &'a Scene<'a, S>,
    pub(super) origin: Square,
    /// Where pieces of each side stand now, the mover lifted: its own, the other's.
    pub(super) sides: [S; 2],
}

impl<S: SquareSet> End<'_, S> {
    /// Whether the mover goes to its target, taking at most what stands there, and nothing else
    /// happens.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.is_local() && self.passed().is_empty()
    }

    /// Whether nothing but origin and target are changed.
    #[must_use]
    pub fn is_local(&self) -> bool {
        !self.stays && self.shifted.is_empty() && self.captured.iter().all(|&s| s == self.to)
    }

    /// The squares gone over, to the last; none in a leap to anywhere.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> {
        let path = if self.walk.leaps { &[] } else { self.path };
        path.iter().map(|been| been.square)
    }

    /// The pieces captured, in order.
    #[must_use]
    pub fn captured(&self) -> &[Square] {
        self.captured
    }

    /// Squares that become en-passant squares: none if something is taken.
    #[must_use]
    pub fn passed(&self) -> S {
        let quiet = !self.stays && self.captured.is_empty() && self.shifted.is_empty();
        if !self.walk.leaves_passed || !quiet {
            return S::EMPTY;
        }
        let passed = |b: &&Been<'_>| b.via || self.node(b).leaves_passed;
        self.before().iter().filter(passed).fold(S::EMPTY, |set, b| set.with(b.square))
    }

    fn node(&self, been: &Been<'_>) -> &Node {
        &self.walk.nodes[usize::from(been.node)]
    }

    /// The way without its last square.
    fn before(&self) -> &[Been<'_>] {
        &self.path[..self.path.len() - 1]
    }

    /// What has been done.
    #[must_use]
    pub fn landing(&self) -> Landing<S> {
        // On terrain a walk may turn where it usually does not.
        let turns = |b: &Been<'_>| {
            let turns = |w: &[Been<'_>]| w[0].square == b.square && !w[0].step.is_like(w[1].step);
            self.scene.winds && self.path.windows(2).any(turns)
        };
        let named = |b: &&Been<'_>| self.node(b).waypoint || b.via || turns(b);
        Landing {
            to: self.to,
            stays: self.stays,
            captured: self.captured.to_vec(),
            shifted: self.shifted.to_vec(),
            passed: self.passed(),
            en_passant: self.en_passant,
            waypoints: self.before().iter().filter(named).map(|b| b.square).collect(),
            route: 0,
            blown: self.blown,
            exploded: self.exploded,
            way: (self.first, if self.scene.ways { self.squares().collect() } else { Vec::new() }),
            changes: if self.scene.ways { self.changes() } else { Vec::new() },
        }
    }

    /// What squares hold now that held something else, those of the mover apart.
    pub(super) fn changes(&self) -> Vec<(Square, Option<u16>)> {
        if self.captured.is_empty() && self.shifted.is_empty() {
            return Vec::new();
        }
        let end = if self.stays { self.origin } else { self.to };
        let touched = self.captured.iter().copied().chain(self.shifted.iter().flat_map(|&(a, b)| [a, b]));
        // Where the mover comes from it matters only what is set down there.
        let touched = touched.fold(S::EMPTY, S::with).without(end);
        let touched = if (self.sides[0] | self.sides[1]).has(self.origin) {
            touched
        } else {
            touched.without(self.origin)
        };
        let view = &self.scene.view;
        let held = |here: bool, own: bool, stood: Square| {
            let kind = view.kinds.iter().position(|set| set.has(stood)).filter(|_| here);
            kind.map(|kind| kind as u16 * 2 + u16::from(own))
        };
        let [own, enemy] = self.sides;
        let both = |s: Square| {
            let before = held(view.own.has(s) || view.enemy.has(s), view.own.has(s), s);
            let now = held(own.has(s) || enemy.has(s), own.has(s), self.stood(s));
            (before != now).then_some((s, now))
        };
        touched.squares().filter_map(both).collect()
    }

    /// Where the piece that is on a square now stood at the start.
    fn stood(&self, square: Square) -> Square {
        stood(self.shifted, square)
    }
}

/// Where the piece that is on a square stood before some pieces were moved along.
pub(super) fn stood(shifted: &[(Square, Square)], square: Square) -> Square {
    shifted.iter().rev().find(|(_, to)| *to == square).map_or(square, |(from, _)| *from)
}
