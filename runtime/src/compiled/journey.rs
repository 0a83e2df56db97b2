//! Walks under way: followed node by node over sets of pieces, and over terrain.

use core::ops::ControlFlow;

use crate::compiled::walk::{Deed, Landing, Scene, Step, View, Walk};
use crate::geometry::Square;
use crate::set::SquareSet;

/// A square that a walk has come to.
struct Been<'a> {
    square: Square,
    node: u16,
    /// The step by which.
    step: &'a Step,
    /// The slide went on from another square of the same terrain.
    via: bool,
}

/// A walk under way.
struct Journey<'a, S, F> {
    walk: &'a Walk<S>,
    scene: Scene<'a, S>,
    view: View<'a, S>,
    origin: Square,
    /// Where pieces of each side stand now, the mover lifted.
    own: S,
    enemy: S,
    path: Vec<Been<'a>>,
    /// Where a walk that wanders has been since its first step: nodes and squares as one number.
    been: Vec<bool>,
    captured: Vec<Square>,
    shifted: Vec<(Square, Square)>,
    en_passant: S,
    end: F,
}

impl<S: SquareSet> Walk<S> {
    /// Calls `end` with every way in which the walk from `from` can end, each effect once, in a fixed
    /// order.
    pub fn each<'a, F: FnMut(&Landing<S>) -> ControlFlow<()>>(
        &self,
        scene: impl Into<Scene<'a, S>>,
        from: Square,
        mut end: F,
    ) -> ControlFlow<()>
    where
        S: 'a,
    {
        let scene = scene.into();
        let view = scene.view;
        // Of those that do nothing but lead to a square, the squares say enough.
        let (mut plain, mut seen) = (S::EMPTY, Vec::<Landing<S>>::new());
        let mut journey = Journey {
            walk: self,
            scene,
            view,
            origin: from,
            own: view.own.without(from),
            enemy: view.enemy,
            path: Vec::new(),
            been: Vec::new(),
            captured: Vec::new(),
            shifted: Vec::new(),
            en_passant: S::EMPTY,
            end: |mut landing: Landing<S>| {
                let is_plain = landing.is_plain();
                let known = if is_plain {
                    plain.has(landing.to)
                } else {
                    seen.iter().any(|other| other.same_effect(&landing))
                };
                if known {
                    return ControlFlow::Continue(());
                }
                let others = seen.iter().filter(|other| other.to == landing.to).count() as u16;
                landing.route = 1 + u16::from(plain.has(landing.to)) + others;
                let flow = end(&landing);
                if is_plain {
                    plain = plain.with(landing.to);
                } else {
                    seen.push(landing);
                }
                flow
            },
        };
        for step in self.first {
            if self.wanders {
                journey.been.clear();
                journey.been.resize(self.nodes.len() * 256, false);
            }
            journey.arrive(step, from, from)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the walk from `from` has a landing that changes the same as another's.
    #[must_use]
    pub fn leads<'a>(&self, scene: impl Into<Scene<'a, S>>, from: Square, landing: &Landing<S>) -> bool
    where
        S: 'a,
    {
        self.each(scene, from, |other| {
            if other.same_effect(landing) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// The landing with a number among those on a square, counted from 1.
    #[must_use]
    pub fn route<'a>(
        &self,
        scene: impl Into<Scene<'a, S>>,
        from: Square,
        to: Square,
        route: u16,
    ) -> Option<Landing<S>>
    where
        S: 'a,
    {
        let mut found = None;
        let _ = self.each(scene, from, |landing| {
            if landing.to == to && landing.route == route {
                found = Some(landing.clone());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }
}

impl<'a, S: SquareSet, F: FnMut(Landing<S>) -> ControlFlow<()>> Journey<'a, S, F> {
    fn is_of(&self, square: Square, kinds: u64) -> bool {
        kinds != 0
            && self
                .view
                .kinds
                .iter()
                .enumerate()
                .any(|(k, set)| kinds >> k & 1 != 0 && set.has(self.stood(square)))
    }

    /// Where the piece that is on a square now stood at the start.
    fn stood(&self, square: Square) -> Square {
        self.shifted.iter().rev().find(|(_, to)| *to == square).map_or(square, |(from, _)| *from)
    }

    fn arrive(&mut self, step: &'a Step, from: Square, leg: Square) -> ControlFlow<()> {
        if step.on.is_some_and(|terrain| !self.scene.terrain[usize::from(terrain)].has(from)) {
            return ControlFlow::Continue(());
        }
        let Some(square) = self.walk.ground.step(from, step) else { return ControlFlow::Continue(()) };
        self.enter(step, square, from, leg)?;
        if step.slides
            && self.is_empty(square)
            && let Some(joined) = self.joined(square)
            && !self.has_been(square, step)
        {
            // The slide may go on from the other squares of this terrain, as with one step.
            self.path.push(Been { square, node: step.to, step, via: true });
            for other in joined.without(square).squares() {
                self.enter(step, other, from, leg)?;
            }
            self.path.pop();
        }
        ControlFlow::Continue(())
    }

    /// The squares of the terrain on a square, if it joins slides.
    fn joined(&self, square: Square) -> Option<S> {
        let terrain = self.scene.terrain.iter().enumerate();
        terrain
            .map(|(i, set)| (self.scene.joins >> i, set))
            .find(|(j, s)| j & 1 != 0 && s.has(square))
            .map(|t| *t.1)
    }

    /// Whether the walk has entered a square by the same step before.
    fn has_been(&self, square: Square, step: &Step) -> bool {
        self.path.iter().any(|b| b.square == square && b.step.is_like(step))
    }

    fn enter(&mut self, step: &'a Step, square: Square, from: Square, leg: Square) -> ControlFlow<()> {
        let node = &self.walk.nodes[usize::from(step.to)];
        let (friend, enemy) = (self.own.has(square), self.enemy.has(square));
        let blocked = self.view.blocked.has(square);
        let empty = !friend && !enemy && !blocked;
        let passed = empty
            && node.passed != 0
            && self.view.passed.has(square)
            && self.enemy.has(self.view.passer)
            && self.is_of(self.view.passer, node.passed);
        let over = |(kind, set): (usize, &S)| node.terrain >> kind & 1 != 0 && set.has(square);
        let fits = (empty && node.empty)
            || (friend && self.is_of(square, node.friend))
            || (enemy && self.is_of(square, node.enemy))
            || passed
            || blocked && node.terrain != 0 && self.scene.terrain.iter().enumerate().any(over);
        if !fits
            || self.scene.winds && self.has_been(square, step)
            || self.path.iter().any(|b| (b.square, b.node) == (square, step.to))
        {
            return ControlFlow::Continue(());
        }
        if self.walk.wanders && self.captured.is_empty() && self.shifted.is_empty() {
            let place = usize::from(step.to) * 256 + square.index();
            if core::mem::replace(&mut self.been[place], true) {
                return ControlFlow::Continue(());
            }
        }
        let leg = if step.new_leg { from } else { leg };
        let before = (self.own, self.enemy, self.captured.len(), self.shifted.len());
        let en_passant = self.en_passant;
        let piece = friend || enemy;
        match node.deed {
            Deed::Leave => {}
            Deed::Capture => {
                if piece {
                    self.take(square);
                }
            }
            Deed::Passed => {
                if passed {
                    self.take(self.view.passer);
                    self.en_passant = self.en_passant.with(square);
                }
            }
            Deed::Unload => {
                if piece {
                    if !self.is_empty(leg) {
                        return ControlFlow::Continue(());
                    }
                    self.shift(square, leg);
                }
            }
            Deed::Push => {
                if piece {
                    match self.walk.ground.step(square, step) {
                        None => self.take(square),
                        Some(behind) if self.is_empty(behind) => {
                            self.shift(square, behind);
                        }
                        Some(_) => return ControlFlow::Continue(()),
                    }
                }
            }
        }
        self.path.push(Been { square, node: step.to, step, via: false });
        if node.arrives {
            self.end_here(square, false)?;
        }
        if node.stays {
            self.end_here(square, true)?;
        }
        if node.departs {
            let landing = self.landing(square, false);
            (self.end)(landing)?;
        }
        for next in node.next {
            self.arrive(next, square, leg)?;
        }
        self.path.pop();
        (self.own, self.enemy) = (before.0, before.1);
        self.en_passant = en_passant;
        self.captured.truncate(before.2);
        self.shifted.truncate(before.3);
        ControlFlow::Continue(())
    }

    /// Whether neither a piece nor terrain that blocks is on a square now.
    fn is_empty(&self, square: Square) -> bool {
        !self.own.has(square) && !self.enemy.has(square) && !self.view.blocked.has(square)
    }

    fn take(&mut self, square: Square) {
        self.captured.push(self.stood(square));
        self.own = self.own.without(square);
        self.enemy = self.enemy.without(square);
    }

    fn shift(&mut self, from: Square, to: Square) {
        if self.own.has(from) {
            self.own = self.own.without(from).with(to);
        } else {
            self.enemy = self.enemy.without(from).with(to);
        }
        self.shifted.push((from, to));
    }

    fn end_here(&mut self, square: Square, stays: bool) -> ControlFlow<()> {
        let place = if stays { self.origin } else { square };
        let room = !self.own.has(place) && !self.enemy.has(place);
        let nothing = place == self.origin && self.captured.is_empty() && self.shifted.is_empty();
        if !room || nothing {
            return ControlFlow::Continue(());
        }
        let landing = self.landing(square, stays);
        (self.end)(landing)
    }

    /// What has been done, the walk ending on a square.
    fn landing(&self, square: Square, stays: bool) -> Landing<S> {
        let node = |been: &Been<'_>| &self.walk.nodes[usize::from(been.node)];
        let way = &self.path[..self.path.len() - 1];
        let leaves = self.walk.nodes.iter().any(|n| n.leaves_passed);
        let passed = |b: &&Been<'_>| leaves && b.via || node(b).leaves_passed;
        // On terrain a walk may turn where it usually does not.
        let turns = |b: &Been<'_>| {
            let turns = |w: &[Been<'_>]| w[0].square == b.square && !w[0].step.is_like(w[1].step);
            self.scene.winds && self.path.windows(2).any(turns)
        };
        let named = |b: &&Been<'_>| node(b).waypoint || b.via || turns(b);
        Landing {
            to: square,
            stays,
            captured: self.captured.clone(),
            shifted: self.shifted.clone(),
            passed: way.iter().filter(passed).fold(S::EMPTY, |set, b| set.with(b.square)),
            en_passant: self.en_passant,
            waypoints: way.iter().filter(named).map(|b| b.square).collect(),
            route: 0,
        }
    }
}
