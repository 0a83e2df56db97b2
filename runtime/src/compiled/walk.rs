//! Walks that do more than lead somewhere: they take on the way, exchange, push, cross joined edges,
//! follow drawn lines, or come back to where they turned.
//!
//! Such a walk is compiled to a table of its nodes; [`Walk::each`] follows it over sets of pieces.
//! What a walk may do is the same as in the rules' model: the mover is lifted from its origin, taken
//! pieces are gone while the walk goes on, no square is entered twice in the same node, and a walk
//! that ends on its origin having changed nothing is no move.

use std::sync::OnceLock;

use crate::compiled::Passers;
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
    /// Whether the step is part of a slide: where it leads to an empty square of terrain that joins, it
    /// leads to the other squares of that terrain just as well.
    pub slides: bool,
    /// The terrain from which alone the step exists.
    pub on: Option<u8>,
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
    /// Kinds of terrain that block and may be there all the same, likewise.
    pub terrain: u64,
    /// What happens there.
    pub deed: Deed,
    /// Whether the walk may end there with the mover arriving.
    pub arrives: bool,
    /// Whether it may end there with the mover staying on its origin.
    pub stays: bool,
    /// Whether it may end there with the mover leaving the board.
    pub departs: bool,
    /// Whether the square becomes an en-passant square if nothing is taken.
    pub leaves_passed: bool,
    /// Whether move text names the square to tell routes apart.
    pub waypoint: bool,
    /// Whether the mover jumps over the square: what is hidden there stays as it is.
    pub over: bool,
    /// Whether the walk may end there though it is its origin and nothing has changed.
    pub null: bool,
    /// The steps from there.
    pub next: &'static [Step],
}

impl Step {
    /// A step of `dx` files and `dy` ranks to a node.
    #[must_use]
    pub const fn new(dx: i8, dy: i8, to: u16) -> Self {
        Self { by: (dx, dy), to, new_leg: false, wrap: false, along: None, slides: false, on: None }
    }

    /// Steps like one to every square at most `files` and `ranks` away, rank by rank; `N` is their number.
    #[must_use]
    pub const fn everywhere<const N: usize>(files: i8, ranks: i8, step: Self) -> [Self; N] {
        let mut all = [step; N];
        let (mut next, mut by) = (0, (-files, -ranks));
        while by.1 <= ranks {
            if by.0 != 0 || by.1 != 0 {
                all[next].by = by;
                next += 1;
            }
            by = if by.0 < files { (by.0 + 1, by.1) } else { (-files, by.1 + 1) };
        }
        all
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

    /// The same as part of a slide, for terrain that joins.
    #[must_use]
    pub const fn slides(self) -> Self {
        Self { slides: true, ..self }
    }

    /// The same, from squares with a kind of terrain only.
    #[must_use]
    pub const fn on(self, terrain: u8) -> Self {
        Self { on: Some(terrain), ..self }
    }

    /// Whether another step goes the same way, whatever node it leads to.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (self.by, self.wrap, self.along) == (other.by, other.wrap, other.along)
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
            terrain: 0,
            deed: Deed::Leave,
            arrives: false,
            stays: false,
            departs: false,
            leaves_passed: false,
            waypoint: false,
            over: false,
            null: false,
            next,
        }
    }

    /// A node that needs an empty square.
    #[must_use]
    pub const fn empty(next: &'static [Step]) -> Self {
        Self::new(true, 0, 0, next)
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

    /// The same, where the walk may end with the mover leaving the board.
    #[must_use]
    pub const fn departs(self) -> Self {
        Self { departs: true, ..self }
    }

    /// The same, over some terrain that blocks.
    #[must_use]
    pub const fn terrain(self, kinds: u64) -> Self {
        Self { terrain: kinds, ..self }
    }

    /// The same, becoming an en-passant square.
    #[must_use]
    pub const fn leaves_passed(self) -> Self {
        Self { leaves_passed: true, ..self }
    }

    /// The same, jumped over.
    #[must_use]
    pub const fn over(self) -> Self {
        Self { over: true, ..self }
    }

    /// The same, where ending on the origin is a move even if nothing has changed.
    #[must_use]
    pub const fn null(self) -> Self {
        Self { null: true, ..self }
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
    /// File and rank of each square.
    places: [(u8, u8); 256],
}

/// A walk of one side as data.
#[derive(Debug)]
pub struct Walk<S> {
    /// The board.
    pub ground: Ground<S>,
    /// The first steps.
    pub first: &'static [Step],
    /// The nodes.
    pub nodes: &'static [Node],
    /// Whether it can come back to a node or has many ways, and until something is taken only square and node matter
    /// for where it can end: then the same place is not followed twice.
    pub wanders: bool,
    /// Whether it is one leap to anywhere, which goes over no squares.
    pub leaps: bool,
    /// For each square what [`Walk::reach`] gives, and the same where no terrain joins slides or turns
    /// them.
    pub(super) reach: [OnceLock<Vec<(S, S)>>; 2],
    /// For each square and each first step all squares that the walk could ever touch from there by that
    /// step, whatever stands where, if no terrain joins slides or turns them.
    pub(super) heads: OnceLock<Vec<OnceLock<Vec<S>>>>,
    /// Whether terrain may join its slides or turn it.
    pub(super) winds: bool,
    /// Whether it can leave squares on which a piece can be captured en passant.
    pub(super) leaves_passed: bool,
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

/// The pieces a walk meets, and the terrain where that matters to walks.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a, S> {
    pub(super) view: View<'a, S>,
    /// Where terrain of each kind lies.
    pub(super) terrain: &'a [S],
    /// The kinds of terrain that join slides, one bit each.
    pub(super) joins: u64,
    /// The kinds of terrain that join slides or turn them, likewise.
    pub(super) winding: u64,
    /// Whether no walk enters a square twice by the same step.
    pub(super) winds: bool,
    /// Squares that can be captured on en passant, where several pieces have passed some.
    pub(super) passers: Option<&'a Passers<S>>,
    /// Squares on which something is hidden that destroys what comes there.
    pub(super) live: S,
    /// The pieces that do not go there, nor are pushed there.
    pub(super) wary: S,
    /// Whether it matters by which way a piece goes.
    pub(super) ways: bool,
}

impl<'a, S: SquareSet> From<View<'a, S>> for Scene<'a, S> {
    fn from(view: View<'a, S>) -> Self {
        let (live, wary) = (S::EMPTY, S::EMPTY);
        Self {
            view,
            terrain: &[],
            joins: 0,
            winding: 0,
            winds: false,
            passers: None,
            live,
            wary,
            ways: false,
        }
    }
}

impl<'a, S: SquareSet> View<'a, S> {
    /// The same with terrain.
    #[must_use]
    pub fn on(self, terrain: &'a [S]) -> Scene<'a, S> {
        Scene { terrain, ..self.into() }
    }
}

impl<S: SquareSet> Scene<'_, S> {
    /// The squares with terrain of some kinds, one bit each.
    pub(super) fn of_kinds(&self, kinds: u64) -> S {
        let of = self.terrain.iter().enumerate().filter(|(kind, _)| kinds >> kind & 1 != 0);
        of.fold(S::EMPTY, |all, (_, &set)| all | set)
    }
}

impl<'a, S> Scene<'a, S> {
    /// The same where several pieces can have passed squares.
    #[must_use]
    pub fn passed_by(self, passers: &'a Passers<S>) -> Self {
        Self { passers: Some(passers), ..self }
    }

    /// The same where something is hidden on `live` squares that destroys what comes there. Pieces on
    /// `wary` squares do not go there.
    #[must_use]
    pub fn hiding(self, live: S, wary: S) -> Self {
        Self { live, wary, ways: true, ..self }
    }

    /// The same where it does not matter by which way a piece goes.
    #[must_use]
    pub fn by_any_way(self) -> Self {
        Self { ways: false, ..self }
    }

    /// The same where some kinds of terrain join slides, and those and some others may turn them, so that
    /// no walk enters a square twice by the same step.
    #[must_use]
    pub fn winding(self, joins: u64, winding: u64) -> Self {
        Self { joins, winding, winds: true, ..self }
    }
}

/// The bit of a move's route that says that it changes nothing but its origin and its target, and that
/// nothing becomes an en-passant square.
pub const LOCAL: u16 = 1 << 15;

/// So many ends are found by each first step of a walk, no more: a walk over many squares of terrain that
/// joins slides and turns them has more than can be told apart, or followed in good time.
pub const MOST_WAYS: u16 = u16::MAX;

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
    /// Whether the mover is destroyed where it comes to.
    pub blown: bool,
    /// Where pieces that were pushed are destroyed.
    pub exploded: S,
    /// Where it matters, the number of the first step, and all squares to the last.
    pub way: (u16, Vec<Square>),
    /// Likewise, what squares hold afterwards, those of the mover apart: its side and kind, as one number.
    pub changes: Vec<(Square, Option<u16>)>,
}

impl<S: SquareSet> Landing<S> {
    /// How a walk ends that changes nothing but its origin and its target, where it takes what stands there.
    #[must_use]
    pub fn simple(to: Square, takes: bool) -> Self {
        Self {
            to,
            stays: false,
            captured: if takes { vec![to] } else { Vec::new() },
            shifted: Vec::new(),
            passed: S::EMPTY,
            en_passant: S::EMPTY,
            waypoints: Vec::new(),
            route: 0,
            blown: false,
            exploded: S::EMPTY,
            way: (0, Vec::new()),
            changes: Vec::new(),
        }
    }

    /// The squares gone over, to the last, and those to which pieces are moved along.
    #[must_use]
    pub fn squares(&self) -> S {
        let gone = self.way.1.iter().fold(S::of(self.to), |set, &s| set.with(s));
        self.shifted.iter().fold(gone, |set, &(_, to)| set.with(to))
    }

    /// Every square whose content changes.
    #[must_use]
    pub fn touched(&self, from: Square) -> S {
        let captured = self.captured.iter().fold(S::EMPTY, |set, &s| set.with(s));
        let shifted = self.shifted.iter().fold(captured, |set, &(a, b)| set.with(a).with(b));
        if self.stays || self.to == from { shifted } else { shifted.with(from).with(self.to) }
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

    /// [`LOCAL`] if nothing but origin and target are changed and nothing can be captured en passant, else
    /// nothing.
    #[must_use]
    pub fn local(&self) -> u16 {
        if self.is_plain() { LOCAL } else { 0 }
    }

    /// Whether the mover stays and takes one piece from afar.
    #[must_use]
    pub fn is_shot(&self) -> bool {
        self.stays && self.shifted.is_empty() && self.captured.len() == 1 && self.captured[0] == self.to
    }

    /// Whether two landings change the same.
    pub(super) fn same_effect(&self, other: &Self) -> bool {
        let set = |l: &Self| l.captured.iter().fold(S::EMPTY, |set, &s| set.with(s));
        self.to == other.to
            && self.stays == other.stays
            && self.shifted == other.shifted
            && self.passed == other.passed
            && set(self) == set(other)
    }
}

impl<S: SquareSet> Ground<S> {
    /// A board of a size, with the squares that exist, and whether its first and last files and ranks are
    /// neighbours.
    #[must_use]
    pub const fn new(size: BoardSize, board: S, joined_files: bool, joined_ranks: bool) -> Self {
        let mut places = [(0, 0); 256];
        let mut square = 0;
        while square < 256 {
            places[square] = ((square % size.files as usize) as u8, (square / size.files as usize) as u8);
            square += 1;
        }
        Self { size, board, joined_files, joined_ranks, places }
    }

    /// The square a step leads to.
    #[inline(always)]
    #[must_use]
    pub fn step(&self, from: Square, step: &Step) -> Option<Square> {
        if self.joined_files || self.joined_ranks || step.wrap || step.along.is_some() {
            return self.odd_step(from, step);
        }
        let (file, rank) = self.places[from.index()];
        let file = (i32::from(file) + i32::from(step.by.0)) as u32;
        let rank = (i32::from(rank) + i32::from(step.by.1)) as u32;
        let files = u32::from(self.size.files);
        let to = Square((rank.wrapping_mul(files).wrapping_add(file)) as u8);
        (file < files && rank < u32::from(self.size.ranks) && self.board.has(to)).then_some(to)
    }

    /// The same where edges are joined or there are lines.
    fn odd_step(&self, from: Square, step: &Step) -> Option<Square> {
        let (files, ranks) = (i32::from(self.size.files), i32::from(self.size.ranks));
        let (file, rank) = self.places[from.index()];
        let mut file = i32::from(file) + i32::from(step.by.0);
        let mut rank = i32::from(rank) + i32::from(step.by.1);
        if self.joined_files || step.wrap {
            file = file.rem_euclid(files);
        }
        if self.joined_ranks {
            rank = rank.rem_euclid(ranks);
        }
        if !(0..files).contains(&file) || !(0..ranks).contains(&rank) {
            return None;
        }
        let to = Square((rank * files + file) as u8);
        if !self.board.has(to) {
            return None;
        }
        match step.along {
            None => Some(to),
            Some(lines) => {
                let joined = |&(a, b): &(u8, u8)| (a, b) == (from.0, to.0) || (b, a) == (from.0, to.0);
                lines.iter().any(joined).then_some(to)
            }
        }
    }
}

/// Whether terrain may join or turn any of some steps.
const fn any_winds(steps: &[Step]) -> bool {
    let (mut any, mut step) = (false, 0);
    while step < steps.len() {
        any |= steps[step].slides || steps[step].on.is_some();
        step += 1;
    }
    any
}

impl<S: SquareSet> Walk<S> {
    /// A walk by its first steps and its nodes.
    #[must_use]
    pub const fn new(ground: Ground<S>, first: &'static [Step], nodes: &'static [Node]) -> Self {
        let reach = [OnceLock::new(), OnceLock::new()];
        let (mut winds, mut leaves_passed) = (any_winds(first), false);
        let mut node = 0;
        while node < nodes.len() {
            winds |= any_winds(nodes[node].next);
            leaves_passed |= nodes[node].leaves_passed;
            node += 1;
        }
        let heads = OnceLock::new();
        Self { ground, first, nodes, wanders: false, leaps: false, reach, heads, winds, leaves_passed }
    }

    /// The same as a walk that [wanders](Self::wanders).
    #[must_use]
    pub const fn wandering(mut self) -> Self {
        self.wanders = true;
        self
    }

    /// The same as a leap to anywhere.
    #[must_use]
    pub const fn leaping(mut self) -> Self {
        self.leaps = true;
        self
    }
}
