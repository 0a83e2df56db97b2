//! Which squares a walk could come to at all, whatever stands where: what cannot matter is not followed.

use std::sync::OnceLock;

use crate::compiled::walk::{Deed, Scene, Step, Walk};
use crate::geometry::Square;
use crate::set::SquareSet;

impl<S: SquareSet> Walk<S> {
    /// Whether terrain may join its slides or turn it.
    #[must_use]
    pub const fn winds(&self) -> bool {
        self.winds
    }

    /// All squares that a way from one square to another can go over, whatever stands where. `winding` are
    /// the squares of terrain that joins slides or turns them.
    pub fn between(&self, from: Square, to: Square, winding: S) -> S {
        if self.leaps {
            return S::of(to);
        }
        let (touched, _) = self.straight_reach()[from.index()];
        if self.winds && !(touched & winding).is_empty() { self.ground.board } else { touched }
    }

    /// For each square, whatever stands where: all squares the walk could ever touch from there, and
    /// those on which it could take, exchange or push something.
    #[must_use]
    pub fn reach(&self) -> &[(S, S)] {
        self.reach[0].get_or_init(|| self.reach_from_all(true))
    }

    /// The same where no terrain joins slides or turns them.
    #[must_use]
    pub fn straight_reach(&self) -> &[(S, S)] {
        self.reach[1].get_or_init(|| self.reach_from_all(false))
    }

    fn reach_from_all(&self, winding: bool) -> Vec<(S, S)> {
        let all = 0..self.ground.size.squares();
        all.map(|from| self.reach_from(Square(from as u8), self.first, winding)).collect()
    }

    /// For each first step from a square what it could ever touch, if terrain has no part in that; `None` if
    /// it has, or for a leap, which touches one square.
    pub(super) fn heads(&self, from: Square, scene: &Scene<'_, S>) -> Option<&[S]> {
        let wound = || self.straight_reach()[from.index()].0 & scene.of_kinds(scene.winding);
        if self.leaps || self.winds && !wound().is_empty() {
            return None;
        }
        let squares = || (0..self.ground.size.squares()).map(|_| OnceLock::new()).collect();
        let heads = self.heads.get_or_init(squares).get(from.index())?;
        let by_steps = || self.first.chunks(1).map(|step| self.reach_from(from, step, false).0).collect();
        Some(heads.get_or_init(by_steps))
    }

    fn reach_from(&self, from: Square, first: &'static [Step], winding: bool) -> (S, S) {
        let (mut touched, mut taken) = (S::EMPTY, S::EMPTY);
        let mut been = vec![S::EMPTY; self.nodes.len()];
        let all = || self.ground.size.all().filter(|&s| self.ground.board.has(s));
        // A slide may go on from anywhere.
        let leads = |at: Square, step: &'static Step| -> Vec<(Square, &Step)> {
            match self.ground.step(at, step) {
                None => Vec::new(),
                Some(_) if step.on.is_some() && !winding => Vec::new(),
                Some(_) if step.slides && winding => all().map(|square| (square, step)).collect(),
                Some(square) => vec![(square, step)],
            }
        };
        let mut open: Vec<(Square, &Step)> = first.iter().flat_map(|step| leads(from, step)).collect();
        while let Some((square, step)) = open.pop() {
            let number = usize::from(step.to);
            if been[number].has(square) {
                continue;
            }
            been[number] |= S::of(square);
            let node = &self.nodes[number];
            touched |= S::of(square);
            if node.deed != Deed::Leave {
                taken |= S::of(square);
            }
            if node.deed == Deed::Push
                && let Some(behind) = self.ground.step(square, step)
            {
                touched |= S::of(behind);
            }
            open.extend(node.next.iter().flat_map(|next| leads(square, next)));
        }
        (touched, taken)
    }
}
