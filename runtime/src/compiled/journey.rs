//! Walks under way: followed node by node over sets of pieces, and over terrain.

use core::ops::ControlFlow;

use crate::compiled::ending::{Been, End, stood};
use crate::compiled::walk::{Deed, Landing, MOST_WAYS, Scene, Step, View, Walk};
use crate::geometry::Square;
use crate::set::SquareSet;

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
    /// The squares of the path.
    trodden: S,
    /// Where a walk that wanders has been since its first step: nodes and squares as one number.
    been: Vec<bool>,
    captured: Vec<Square>,
    shifted: Vec<(Square, Square)>,
    en_passant: S,
    /// Where pieces that were pushed have been destroyed.
    exploded: S,
    /// The squares of terrain that joins slides.
    joining: S,
    /// Every square that has been looked at.
    seen: S,
    /// The number of the first step.
    first: u16,
    /// How many ends it has led to.
    found: u16,
    end: F,
}

/// What a walk has done at some point.
struct Done<S> {
    sides: [S; 2],
    /// How many pieces have been captured, and moved along.
    lengths: [usize; 2],
    en_passant: S,
    exploded: S,
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
        // Of those that do nothing but lead to a square, the squares say enough.
        let (mut plain, mut seen) = (S::EMPTY, Vec::<Landing<S>>::new());
        let visit = |at: &End<'_, S>| {
            let is_plain = at.is_plain();
            if is_plain && plain.has(at.to) {
                return ControlFlow::Continue(());
            }
            let mut landing = at.landing();
            if !is_plain && seen.iter().any(|other| other.same_effect(&landing)) {
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
        };
        self.follow(scene.into(), from, |_, _| true, visit).0
    }

    /// Calls `end` with every end of the walk, until it breaks off; and gives every square that has been
    /// looked at. Only those first steps are followed that are `wanted`, by number.
    pub(super) fn follow<F: FnMut(&End<'_, S>) -> ControlFlow<()>>(
        &self,
        scene: Scene<'_, S>,
        from: Square,
        wanted: impl Fn(u16, &Step) -> bool,
        end: F,
    ) -> (ControlFlow<()>, S) {
        let view = scene.view;
        let mut journey = Journey {
            walk: self,
            scene,
            view,
            origin: from,
            own: view.own.without(from),
            enemy: view.enemy,
            path: Vec::with_capacity(16),
            trodden: S::EMPTY,
            been: Vec::new(),
            captured: Vec::new(),
            shifted: Vec::new(),
            en_passant: S::EMPTY,
            exploded: S::EMPTY,
            joining: scene.of_kinds(scene.joins),
            seen: S::EMPTY,
            first: 0,
            found: 0,
            end,
        };
        for (number, step) in (0u16..).zip(self.first) {
            if !wanted(number, step) {
                continue;
            }
            (journey.first, journey.found) = (number, 0);
            if self.wanders {
                journey.been.clear();
                journey.been.resize(self.nodes.len() * 256, false);
            }
            if journey.arrive(step, from, from).is_break() {
                return (ControlFlow::Break(()), journey.seen);
            }
        }
        (ControlFlow::Continue(()), journey.seen)
    }

    /// The same with those ways that may come to some squares; others may be left out.
    pub(super) fn toward<F: FnMut(&End<'_, S>) -> ControlFlow<()>>(
        &self,
        scene: Scene<'_, S>,
        from: Square,
        near: S,
        end: F,
    ) -> (ControlFlow<()>, S) {
        let heads = self.heads(from, &scene);
        let wanted = |number: u16, step: &Step| match heads {
            Some(heads) => !(heads[usize::from(number)] & near).is_empty(),
            None => !self.leaps || self.ground.step(from, step).is_some_and(|to| near.has(to)),
        };
        self.follow(scene, from, wanted, end)
    }

    /// The way with a number among all to a square, counted from 1.
    #[must_use]
    pub fn way<'a>(
        &self,
        scene: impl Into<Scene<'a, S>>,
        from: Square,
        to: Square,
        route: u16,
    ) -> Option<Landing<S>>
    where
        S: 'a,
    {
        let (mut found, mut number) = (None, 0u16);
        let _ = self.toward(scene.into(), from, S::of(to), |end| {
            number = number.saturating_add(u16::from(end.to == to));
            if end.to == to && number == route {
                found = Some(Landing { route, ..end.landing() });
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// How a way ends that is gone as far as it can be: to its end, or to where something hidden destroys
    /// the mover.
    #[must_use]
    pub fn along<'a>(
        &self,
        scene: impl Into<Scene<'a, S>>,
        from: Square,
        way: &Landing<S>,
    ) -> Option<Landing<S>>
    where
        S: 'a,
    {
        let (first, squares) = &way.way;
        let scene = scene.into();
        let seek = |first: Option<u16>| {
            let mut found = None;
            let wanted = |number, _: &Step| first.is_none_or(|first| first == number);
            let _ = self.follow(scene, from, wanted, |end| {
                let (gone, all) = (end.squares().len(), squares.len());
                let cut = end.blown && gone < all;
                let meant = cut || first.is_some() && gone == all;
                if meant && gone <= all && end.squares().zip(squares).all(|(a, &b)| a == b) {
                    found = Some(end.landing());
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            found
        };
        // What is hidden may lie where the way goes on only as another step that captures nothing.
        seek(Some(*first)).or_else(|| seek(None))
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

impl<'a, S: SquareSet, F: FnMut(&End<'_, S>) -> ControlFlow<()>> Journey<'a, S, F> {
    /// Whether the piece on a square is of one of some kinds.
    fn is_of(&self, square: Square, kinds: u64) -> bool {
        let others = !kinds & u64::MAX >> (64 - self.view.kinds.len().clamp(1, 64));
        if kinds == 0 || others == 0 {
            return kinds != 0;
        }
        let stood = self.stood(square);
        let one_of = |mut kinds: u64| {
            while kinds != 0 {
                if self.view.kinds[kinds.trailing_zeros() as usize].has(stood) {
                    return true;
                }
                kinds &= kinds - 1;
            }
            false
        };
        // A piece is of one kind: the shorter question is asked.
        if others.count_ones() < kinds.count_ones() { !one_of(others) } else { one_of(kinds) }
    }

    /// Where the piece that is on a square now stood at the start.
    fn stood(&self, square: Square) -> Square {
        stood(&self.shifted, square)
    }

    fn arrive(&mut self, step: &'a Step, from: Square, leg: Square) -> ControlFlow<()> {
        // Where terrain turns slides, there may be too many ways to tell apart.
        if self.found == MOST_WAYS {
            return ControlFlow::Continue(());
        }
        if step.on.is_some_and(|terrain| !self.scene.terrain[usize::from(terrain)].has(from)) {
            return ControlFlow::Continue(());
        }
        let Some(square) = self.walk.ground.step(from, step) else { return ControlFlow::Continue(()) };
        self.enter(step, square, from, leg)?;
        if step.slides
            && self.joining.has(square)
            && self.is_empty(square)
            && !self.is_live(square)
            && let Some(joined) = self.joined(square)
            && !self.has_been(square, step)
        {
            // The slide may go on from the other squares of this terrain, as with one step.
            self.path.push(Been { square, node: step.to, step, via: true });
            let trodden = self.trodden;
            self.trodden = trodden.with(square);
            for other in joined.without(square).squares() {
                self.enter(step, other, from, leg)?;
            }
            self.trodden = trodden;
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
        self.trodden.has(square) && self.path.iter().any(|b| b.square == square && b.step.is_like(step))
    }

    fn enter(&mut self, step: &'a Step, square: Square, from: Square, leg: Square) -> ControlFlow<()> {
        self.seen = self.seen.with(square);
        let node = &self.walk.nodes[usize::from(step.to)];
        let (friend, enemy) = (self.own.has(square), self.enemy.has(square));
        let blocked = self.view.blocked.has(square);
        let empty = !friend && !enemy && !blocked;
        let passers = if empty && node.passed != 0 { self.passers(square, node.passed) } else { S::EMPTY };
        let passed = !passers.is_empty();
        let over = |(kind, set): (usize, &S)| node.terrain >> kind & 1 != 0 && set.has(square);
        let fits = (empty && node.empty)
            || (friend && node.friend != 0 && self.is_of(square, node.friend))
            || (enemy && node.enemy != 0 && self.is_of(square, node.enemy))
            || passed
            || blocked && node.terrain != 0 && self.scene.terrain.iter().enumerate().any(over);
        if !fits
            || self.scene.winds && self.has_been(square, step)
            || self.trodden.has(square) && self.path.iter().any(|b| (b.square, b.node) == (square, step.to))
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
        let piece = friend || enemy;
        // Most squares are only gone over.
        let before = (node.deed != Deed::Leave && (piece || passed)).then(|| self.done());
        match node.deed {
            Deed::Leave => {}
            Deed::Capture => {
                if piece {
                    self.take(square);
                }
            }
            Deed::Passed => {
                if passed {
                    passers.squares().for_each(|passer| self.take(passer));
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
                    let behind = self.walk.ground.step(square, step);
                    self.seen = behind.map_or(self.seen, |s| self.seen.with(s));
                    match behind {
                        None => self.take(square),
                        Some(behind) if self.is_empty(behind) => {
                            let wary = self.scene.wary.has(self.stood(square));
                            let goes_off = self.is_live(behind);
                            if goes_off && wary {
                                return ControlFlow::Continue(());
                            }
                            self.shift(square, behind);
                            if goes_off {
                                self.explode(behind);
                            }
                        }
                        Some(_) => return ControlFlow::Continue(()),
                    }
                }
            }
        }
        self.path.push(Been { square, node: step.to, step, via: false });
        let again = self.trodden.has(square);
        self.trodden = self.trodden.with(square);
        let blown = !node.over && !node.departs && self.is_live(square);
        // What both know, or the mover hides himself, a wary piece does not step on.
        let spared = blown && self.scene.wary.has(self.origin);
        if (node.arrives || blown && !node.stays) && !spared {
            self.end_here(square, false, blown, node.null)?;
        }
        if node.stays && !spared {
            self.end_here(square, true, blown, false)?;
        }
        // What would leave the board to come back to where it stands goes nowhere.
        if node.departs && square != self.origin {
            self.ends(square, false, false)?;
        }
        if !blown {
            for next in node.next {
                self.arrive(next, square, leg)?;
            }
        }
        self.path.pop();
        if !again {
            self.trodden = self.trodden.without(square);
        }
        if let Some(before) = before {
            self.undo(before);
        }
        ControlFlow::Continue(())
    }

    /// What has been done so far.
    fn done(&self) -> Done<S> {
        Done {
            sides: [self.own, self.enemy],
            lengths: [self.captured.len(), self.shifted.len()],
            en_passant: self.en_passant,
            exploded: self.exploded,
        }
    }

    /// Takes back what has been done since.
    fn undo(&mut self, before: Done<S>) {
        [self.own, self.enemy] = before.sides;
        (self.en_passant, self.exploded) = (before.en_passant, before.exploded);
        self.captured.truncate(before.lengths[0]);
        self.shifted.truncate(before.lengths[1]);
    }

    /// The pieces of some kinds that can be captured en passant on a square.
    fn passers(&self, square: Square, kinds: u64) -> S {
        let single = || if self.view.passed.has(square) { S::of(self.view.passer) } else { S::EMPTY };
        let all = self.scene.passers.map_or_else(single, |passers| passers.of(square)) & self.enemy;
        all.squares().filter(|&s| self.is_of(s, kinds)).fold(S::EMPTY, S::with)
    }

    /// Whether something hidden on a square would destroy what comes there now.
    fn is_live(&self, square: Square) -> bool {
        self.scene.live.has(square) && !self.exploded.has(square)
    }

    /// What has been pushed to a square is destroyed there.
    fn explode(&mut self, square: Square) {
        self.own = self.own.without(square);
        self.enemy = self.enemy.without(square);
        self.exploded = self.exploded.with(square);
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

    /// Ends on a square if there is room, and something has changed or need not (`null`).
    fn end_here(&mut self, square: Square, stays: bool, blown: bool, null: bool) -> ControlFlow<()> {
        let place = if stays { self.origin } else { square };
        let room = !self.own.has(place) && !self.enemy.has(place);
        let nothing = place == self.origin && self.captured.is_empty() && self.shifted.is_empty() && !blown;
        if !room || nothing && !null {
            return ControlFlow::Continue(());
        }
        self.ends(square, stays, blown)
    }

    fn ends(&mut self, to: Square, stays: bool, blown: bool) -> ControlFlow<()> {
        if self.found == MOST_WAYS {
            return ControlFlow::Continue(());
        }
        self.found += 1;
        let end = End {
            to,
            stays,
            blown,
            captured: &self.captured,
            shifted: &self.shifted,
            en_passant: self.en_passant,
            exploded: self.exploded,
            first: self.first,
            path: &self.path,
            walk: self.walk,
            scene: &self.scene,
            origin: self.origin,
            sides: [self.own, self.enemy],
        };
        (self.end)(&end)
    }
}
