//! Walks that do more than lead somewhere: they take on the way, exchange, push, cross joined edges,
//! follow drawn lines, or come back to where they turned.
//!
//! Such a walk is compiled to a table of its nodes; [`Walk::each`] follows it over sets of pieces.
//! What a walk may do is the same as in the rules' model: the mover is lifted from its origin, taken
//! pieces are gone while the walk goes on, no square is entered twice in the same node, and a walk
//! that ends on its origin having changed nothing is no move.

use core::ops::ControlFlow;

use crate::geometry::{BoardSize, Square};
use crate::set::SquareSet;

/// A step of a walk: to the node that the square reached stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Files and ranks; absolute.
    pub by: (i8, i8),
    /// The node.
    pub to: u16,
    /// Whether a leg begins: a piece that is lifted is set down where it began.
    pub new_leg: bool,
    /// Whether the step may cross from the last file to the first.
    pub wrap: bool,
    /// The pairs of squares along which alone the step exists, if there are lines.
    pub along: Option<&'static [(u8, u8)]>,
}

/// What happens to the piece on a square that a walk enters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Nothing.
    Leave,
    /// It is captured.
    Capture,
    /// The piece that passed the square is captured.
    Passed,
    /// It is set down where the leg began.
    Unload,
    /// It is pushed one square on, or captured off the edge.
    Push,
}

/// A node: arriving on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The square may be empty.
    pub empty: bool,
    /// Kinds of friends that may stand on it, one bit each.
    pub friend: u64,
    /// Kinds of enemies, likewise.
    pub enemy: u64,
    /// Kinds that may have passed it, likewise.
    pub passed: u64,
    /// What happens there.
    pub deed: Deed,
    /// Whether the walk may end there with the mover arriving.
    pub arrives: bool,
    /// Whether it may end there with the mover staying on its origin.
    pub stays: bool,
    /// Whether the square becomes an en-passant square.
    pub leaves_passed: bool,
    /// Whether move text names the square to tell routes apart.
    pub waypoint: bool,
    /// The steps from there.
    pub next: &'static [Step],
}

impl Step {
    /// A step of `dx` files and `dy` ranks to a node.
    #[must_use]
    pub const fn new(dx: i8, dy: i8, to: u16) -> Self {
        Self { by: (dx, dy), to, new_leg: false, wrap: false, along: None }
    }

    /// The same, beginning a leg.
    #[must_use]
    pub const fn new_leg(self) -> Self {
        Self { new_leg: true, ..self }
    }

    /// The same, also from the last file to the first.
    #[must_use]
    pub const fn wrapped(self) -> Self {
        Self { wrap: true, ..self }
    }

    /// The same, along drawn lines only.
    #[must_use]
    pub const fn along(self, lines: &'static [(u8, u8)]) -> Self {
        Self { along: Some(lines), ..self }
    }
}

impl Node {
    /// A node that needs an empty square (`empty`), a friend or an enemy of some kinds, and goes on by
    /// some steps; it does nothing and does not end.
    #[must_use]
    pub const fn new(empty: bool, friend: u64, enemy: u64, next: &'static [Step]) -> Self {
        Self {
            empty,
            friend,
            enemy,
            passed: 0,
            deed: Deed::Leave,
            arrives: false,
            stays: false,
            leaves_passed: false,
            waypoint: false,
            next,
        }
    }

    /// The same with something done to what stands there.
    #[must_use]
    pub const fn deed(self, deed: Deed) -> Self {
        Self { deed, ..self }
    }

    /// The same, where the walk may end.
    #[must_use]
    pub const fn arrives(self) -> Self {
        Self { arrives: true, ..self }
    }

    /// The same, where the walk may end with the mover staying.
    #[must_use]
    pub const fn stays(self) -> Self {
        Self { stays: true, ..self }
    }

    /// The same, for squares that pieces of some kinds have passed too.
    #[must_use]
    pub const fn passed(self, kinds: u64) -> Self {
        Self { passed: kinds, ..self }
    }

    /// The same, becoming an en-passant square.
    #[must_use]
    pub const fn leaves_passed(self) -> Self {
        Self { leaves_passed: true, ..self }
    }

    /// The same, named by move text.
    #[must_use]
    pub const fn waypoint(self) -> Self {
        Self { waypoint: true, ..self }
    }
}

/// How a board hangs together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ground<S> {
    /// Width and height.
    pub size: BoardSize,
    /// The squares that exist.
    pub board: S,
    /// Whether the first and the last file are neighbours.
    pub joined_files: bool,
    /// Whether the first and the last rank are neighbours.
    pub joined_ranks: bool,
}

/// A walk of one side as data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Walk<S> {
    /// The board.
    pub ground: Ground<S>,
    /// The first steps.
    pub first: &'static [Step],
    /// The nodes.
    pub nodes: &'static [Node],
    /// Whether it can come back to a node, and until something is taken only square and node matter
    /// for where it can end: then the same place is not followed twice.
    pub wanders: bool,
}

/// The pieces a walk meets.
#[derive(Debug, Clone, Copy)]
pub struct View<'a, S> {
    /// The pieces of each kind.
    pub kinds: &'a [S],
    /// The mover's side.
    pub own: S,
    /// The other side.
    pub enemy: S,
    /// En-passant squares.
    pub passed: S,
    /// Where the piece stands that passed them.
    pub passer: Square,
    /// Squares with terrain that blocks.
    pub blocked: S,
}

/// How a walk ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Landing<S> {
    /// The last square of the walk.
    pub to: Square,
    /// Whether the mover stays on its origin.
    pub stays: bool,
    /// The pieces captured, in order.
    pub captured: Vec<Square>,
    /// Pieces moved along: from and to, in order.
    pub shifted: Vec<(Square, Square)>,
    /// Squares that become en-passant squares.
    pub passed: S,
    /// En-passant squares on which it captured.
    pub en_passant: S,
    /// Squares that move text may name.
    pub waypoints: Vec<Square>,
    /// The landing's number among those of the walk on the same square, from 1.
    pub route: u16,
}

impl<S: SquareSet> Landing<S> {
    /// Every square whose content changes.
    #[must_use]
    pub fn touched(&self, from: Square) -> S {
        let captured = self.captured.iter().fold(S::EMPTY, |set, &s| set.with(s));
        let shifted = self.shifted.iter().fold(captured, |set, &(a, b)| set.with(a).with(b));
        if self.stays { shifted } else { shifted.with(from).with(self.to) }
    }

    /// Whether the mover goes to its target, taking at most what stands there, and nothing else
    /// happens.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        !self.stays
            && self.shifted.is_empty()
            && self.passed.is_empty()
            && self.captured.iter().all(|&s| s == self.to)
    }

    /// Whether the mover stays and takes one piece from afar.
    #[must_use]
    pub fn is_shot(&self) -> bool {
        self.stays && self.shifted.is_empty() && self.captured.len() == 1 && self.captured[0] == self.to
    }

    /// Whether two landings change the same.
    fn same_effect(&self, other: &Self) -> bool {
        let set = |l: &Self| l.captured.iter().fold(S::EMPTY, |set, &s| set.with(s));
        self.to == other.to
            && self.stays == other.stays
            && self.shifted == other.shifted
            && self.passed == other.passed
            && set(self) == set(other)
    }
}

impl<S: SquareSet> Ground<S> {
    /// The square a step leads to.
    #[must_use]
    pub fn step(&self, from: Square, step: &Step) -> Option<Square> {
        let (files, ranks) = (i32::from(self.size.files), i32::from(self.size.ranks));
        let mut file = i32::from(self.size.file(from)) + i32::from(step.by.0);
        let mut rank = i32::from(self.size.rank(from)) + i32::from(step.by.1);
        if self.joined_files || step.wrap {
            file = file.rem_euclid(files);
        }
        if self.joined_ranks {
            rank = rank.rem_euclid(ranks);
        }
        let to = self.size.at(file, rank).filter(|&s| self.board.has(s))?;
        match step.along {
            None => Some(to),
            Some(lines) => {
                let joined = |&(a, b): &(u8, u8)| (a, b) == (from.0, to.0) || (b, a) == (from.0, to.0);
                lines.iter().any(joined).then_some(to)
            }
        }
    }
}

/// A walk under way.
struct Journey<'a, S, F> {
    walk: &'a Walk<S>,
    view: View<'a, S>,
    origin: Square,
    /// Where pieces of each side stand now, the mover lifted.
    own: S,
    enemy: S,
    path: Vec<(Square, u16)>,
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
    pub fn each<F: FnMut(&Landing<S>) -> ControlFlow<()>>(
        &self,
        view: View<'_, S>,
        from: Square,
        mut end: F,
    ) -> ControlFlow<()> {
        let mut seen: Vec<Landing<S>> = Vec::new();
        let mut journey = Journey {
            walk: self,
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
                if seen.iter().any(|other| other.same_effect(&landing)) {
                    return ControlFlow::Continue(());
                }
                landing.route = 1 + seen.iter().filter(|other| other.to == landing.to).count() as u16;
                let flow = end(&landing);
                seen.push(landing);
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
    pub fn leads(&self, view: View<'_, S>, from: Square, landing: &Landing<S>) -> bool {
        self.each(view, from, |other| {
            if other.same_effect(landing) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// The landing with a number among those on a square, counted from 1.
    #[must_use]
    pub fn route(&self, view: View<'_, S>, from: Square, to: Square, route: u16) -> Option<Landing<S>> {
        let mut found = None;
        let _ = self.each(view, from, |landing| {
            if landing.to == to && landing.route == route {
                found = Some(landing.clone());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// For each square, whatever stands where: all squares the walk could ever touch from there, and
    /// those on which it could take, exchange or push something.
    #[must_use]
    pub fn reach(&self) -> Vec<(S, S)> {
        let squares = self.ground.size.squares();
        (0..squares)
            .map(|from| {
                let (mut touched, mut taken) = (S::EMPTY, S::EMPTY);
                let mut been = vec![S::EMPTY; self.nodes.len()];
                let mut open: Vec<(Square, &Step)> =
                    self.first.iter().map(|step| (Square(from as u8), step)).collect();
                while let Some((at, step)) = open.pop() {
                    let Some(square) = self.ground.step(at, step) else { continue };
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
                    open.extend(node.next.iter().map(|next| (square, next)));
                }
                (touched, taken)
            })
            .collect()
    }
}

impl<S: SquareSet, F: FnMut(Landing<S>) -> ControlFlow<()>> Journey<'_, S, F> {
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

    fn arrive(&mut self, step: &Step, from: Square, leg: Square) -> ControlFlow<()> {
        let Some(square) = self.walk.ground.step(from, step) else { return ControlFlow::Continue(()) };
        let node = &self.walk.nodes[usize::from(step.to)];
        let (friend, enemy) = (self.own.has(square), self.enemy.has(square));
        let empty = !friend && !enemy && !self.view.blocked.has(square);
        let passed = empty
            && node.passed != 0
            && self.view.passed.has(square)
            && self.enemy.has(self.view.passer)
            && self.is_of(self.view.passer, node.passed);
        let fits = (empty && node.empty)
            || (friend && self.is_of(square, node.friend))
            || (enemy && self.is_of(square, node.enemy))
            || passed;
        if !fits || self.path.contains(&(square, step.to)) {
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
        self.path.push((square, step.to));
        if node.arrives {
            self.end_here(square, false)?;
        }
        if node.stays {
            self.end_here(square, true)?;
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
        let nodes = &self.walk.nodes;
        let way = &self.path[..self.path.len() - 1];
        let landing = Landing {
            to: square,
            stays,
            captured: self.captured.clone(),
            shifted: self.shifted.clone(),
            passed: way
                .iter()
                .filter(|(_, n)| nodes[usize::from(*n)].leaves_passed)
                .fold(S::EMPTY, |set, &(s, _)| set.with(s)),
            en_passant: self.en_passant,
            waypoints: way.iter().filter(|(_, n)| nodes[usize::from(*n)].waypoint).map(|&(s, _)| s).collect(),
            route: 0,
        };
        (self.end)(landing)
    }
}
