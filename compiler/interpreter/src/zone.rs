//! What could remove a piece from a square, before anything is known of the board: found by
//! following walks backwards from the square.

use chv_dsl::model::{At, Edit, Guard, Take, Trigger, Variant};
use chv_runtime::{Set256, Side, Square, SquareSet};

use crate::code;
use crate::game::{self, Acting, Game, How, Path, Step};
use crate::steps::NOWHERE;

/// What a side's reactions and edits could remove beyond what its movements take.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Reach {
    /// Whether there is anything of that sort that threatens, so that only trying an action tells
    /// what it removes.
    pub(crate) tries: bool,
    /// Whether all of that follows from what is captured where: the board beside the way to the
    /// capture does not matter.
    pub(crate) tries_plainly: bool,
    /// Whether there is anything of that sort at all, so that an action could remove a royal of its
    /// own side.
    pub(crate) backfires: bool,
    /// Whether, for that, only the place of a capture matters.
    pub(crate) backfires_plainly: bool,
    /// Whether it may be anywhere on the board.
    anywhere: bool,
    /// How far from the end of the movement it may be.
    target: Option<u8>,
    /// How far from a captured piece it may be.
    victim: Option<u8>,
    /// Whether it only happens where something is captured.
    pub(crate) captures: bool,
}

impl Reach {
    pub(crate) fn new(variant: &Variant, side: Side) -> Self {
        let mut reach =
            Self { captures: true, backfires_plainly: true, tries_plainly: true, ..Self::default() };
        for reaction in variant.reactions.iter().filter(|r| r.side == side) {
            let promotes = matches!(reaction.on, Trigger::Promotes { .. });
            let captures =
                matches!(reaction.on, Trigger::Captured { .. }) || reaction.guards.contains(&Guard::Captures);
            for edit in reaction.branches.iter().flat_map(|b| &b.edits) {
                // A promotion changes the mover only; that is no threat to anybody else.
                let own = promotes && matches!(edit, Edit::Become(At::Target, _));
                if game::removes(edit) && !own {
                    reach.backfires = true;
                    let plainly = reaction.branches.len() == 1
                        && !reaction.optional
                        && reaction.guards.iter().all(|g| *g == Guard::Captures)
                        && reaction.branches.iter().all(|b| b.guards.is_empty() && b.square.is_none());
                    reach.backfires_plainly &= plainly;
                    if reaction.threatens {
                        reach.tries_plainly &= plainly && captures;
                        reach.add(edit);
                        reach.captures &= captures;
                    }
                }
            }
        }
        for edit in variant.actions.iter().filter(|a| a.side == side).flat_map(|a| &a.edits) {
            if game::removes(edit) {
                reach.add(edit);
                reach.captures = false;
                reach.backfires = true;
                reach.backfires_plainly = false;
                reach.tries_plainly = false;
            }
        }
        reach
    }

    fn add(&mut self, edit: &Edit) {
        self.tries = true;
        let (at, within) = match edit {
            Edit::Each(area, inner) => {
                let here = |e: &Edit| !game::removes(e) || game::place_of(e) == Some(At::Here);
                (inner.iter().all(here).then_some(area.around), area.within)
            }
            _ => (game::place_of(edit), 0),
        };
        let widen = |old: Option<u8>| Some(old.unwrap_or(0).max(within));
        match at {
            Some(At::Target) => self.target = widen(self.target),
            Some(At::Victim) => self.victim = widen(self.victim),
            _ => {
                self.anywhere = true;
                self.tries_plainly = false;
            }
        }
    }
}

/// What one side could remove a piece on one square with.
#[derive(Debug)]
pub(crate) struct Zone {
    /// The squares from which some piece could do it.
    pub(crate) origins: Set256,
    /// For each kind, the actions that could.
    pub(crate) of_kind: Vec<Vec<Threat>>,
    /// Actions from hand, from fixed squares and of nobody that could.
    pub(crate) loose: Vec<u16>,
    /// Where leaps must end to do it.
    pub(crate) targets: Set256,
}

/// An action with which a piece could remove one on the zone's square.
#[derive(Debug)]
pub(crate) struct Threat {
    pub(crate) action: u16,
    /// The squares from which it could.
    pub(crate) origins: Set256,
    /// For each of these, rising: the first steps that could lead there, and the squares that are
    /// looked at on the way.
    pub(crate) ways: Vec<(u64, Set256)>,
}

impl Threat {
    /// What is known for one of the origins.
    #[inline]
    pub(crate) fn way(&self, origin: u8) -> (u64, Set256) {
        let word = usize::from(origin >> 6);
        let below = (self.origins.0[word] & ((1u64 << (origin & 63)) - 1)).count_ones();
        let before: u32 = self.origins.0[..word].iter().map(|w| w.count_ones()).sum();
        self.ways[(below + before) as usize]
    }
}

impl Zone {
    pub(crate) fn new(g: &Game, attacker: Side, square: u8) -> Self {
        let reach = &g.reach[attacker.index()];
        let all = Set256::below(g.squares) & !g.variant.board.holes;
        let own = Set256::of(Square(square));
        let around = |within: Option<u8>| match within {
            _ if reach.anywhere => all,
            Some(within) => g.near(square, within) | own,
            None => Set256::default(),
        };
        let (takes, ends) = (around(reach.victim) | own, around(reach.target));
        let targets = takes | ends;
        let mut zone = Self {
            origins: Set256::default(),
            of_kind: g.variant.kinds.iter().map(|_| Vec::new()).collect(),
            loose: Vec::new(),
            targets,
        };
        for action in g.actions.iter().filter(|a| a.side == attacker) {
            let threat = match &action.how {
                How::Walk(path) => backward(g, action, path, takes, ends),
                How::Leap { take, .. } if *take != Take::Nothing || reach.tries => {
                    if (action.to & targets).is_empty() {
                        continue;
                    }
                    let ways = vec![(u64::MAX, all); action.from.len() as usize];
                    Threat { action: action.id, origins: action.from, ways }
                }
                How::Leap { .. } => continue,
                How::Fixed { .. } | How::Stand => {
                    if reach.tries && !reach.captures {
                        zone.loose.push(action.id);
                    }
                    continue;
                }
            };
            if action.in_hand {
                zone.loose.push(action.id);
            } else if !threat.origins.is_empty() {
                zone.origins |= threat.origins;
                zone.of_kind[usize::from(code::kind_of(action.code))].push(threat);
            }
        }
        zone
    }
}

/// A square and a node of a walk, as an index.
fn place(path: &Path, square: u8, node: usize) -> usize {
    usize::from(square) * path.nodes.len() + node
}

/// From where a walk could take something on some squares or end on others, and by which ways.
fn backward(g: &Game, action: &Acting, path: &Path, takes: Set256, ends: Set256) -> Threat {
    let nodes = path.nodes.len();
    let all = Set256::below(g.squares) & !g.variant.board.holes;
    let mut seen = vec![false; g.squares * nodes];
    let mut open: Vec<(u8, usize)> = Vec::new();
    for (n, knot) in path.nodes.iter().enumerate() {
        let head = &knot.head;
        let mut seeds = match head.take {
            Take::Capture | Take::Push => takes,
            // The victims of an en-passant capture stand anywhere.
            Take::Passed if takes.len() > 1 || !head.test.passed.and(g.passing_royals).is_empty() => all,
            _ => Set256::default(),
        };
        if head.stop.is_some() {
            seeds |= ends;
        }
        for square in seeds.squares() {
            seen[place(path, square.0, n)] = true;
            open.push((square.0, n));
        }
    }
    let seeds = open.clone();
    // Which steps lead to each node.
    let mut into: Vec<Vec<(Option<usize>, usize, &Step)>> = vec![Vec::new(); nodes];
    for (i, step) in path.first.iter().enumerate() {
        into[usize::from(step.to)].push((None, i, step));
    }
    for (n, knot) in path.nodes.iter().enumerate() {
        for (i, step) in knot.next.iter().enumerate() {
            into[usize::from(step.to)].push((Some(n), i, step));
        }
    }
    let mut first = vec![0u64; g.squares];
    let mut origins = Set256::default();
    while let Some((square, node)) = open.pop() {
        for &(from, i, step) in &into[node] {
            let before = g.steps.back(step.table, square);
            if before == NOWHERE {
                continue;
            }
            let before = before as u8;
            match from {
                None => {
                    if action.from.has(Square(before)) {
                        origins = origins.with(Square(before));
                        first[usize::from(before)] |= if i < 64 { 1 << i } else { 0 };
                    }
                }
                Some(from) => {
                    let at = place(path, before, from);
                    if !std::mem::replace(&mut seen[at], true) {
                        open.push((before, from));
                    }
                }
            }
        }
    }
    // Beyond a square where something is taken the walk must still come to an end.
    let mut beyond: Vec<(u8, usize)> = seeds
        .into_iter()
        .filter(|&(square, n)| !(game::arrives(&path.nodes[n].head) && action.to.has(Square(square))))
        .collect();
    while let Some((square, node)) = beyond.pop() {
        for step in &path.nodes[node].next {
            let after = g.steps.go(step.table, square);
            if after != NOWHERE {
                let at = place(path, after as u8, usize::from(step.to));
                if !std::mem::replace(&mut seen[at], true) {
                    beyond.push((after as u8, usize::from(step.to)));
                }
            }
        }
    }
    let ways = origins.squares().map(|o| (first[o.index()], looked_at(g, path, o.0, &seen))).collect();
    Threat { action: action.id, origins, ways }
}

/// The squares that a walk from a square looks at, among the places that matter.
fn looked_at(g: &Game, path: &Path, origin: u8, matters: &[bool]) -> Set256 {
    let mut squares = Set256::default();
    let mut seen = vec![false; matters.len()];
    let mut open: Vec<(u8, &[Step])> = vec![(origin, &path.first)];
    while let Some((from, steps)) = open.pop() {
        for step in steps {
            let square = g.steps.go(step.table, from);
            if square == NOWHERE {
                continue;
            }
            let (square, node) = (square as u8, usize::from(step.to));
            let at = place(path, square, node);
            if !matters[at] || std::mem::replace(&mut seen[at], true) {
                continue;
            }
            squares = squares.with(Square(square));
            let knot = &path.nodes[node];
            if knot.head.take == Take::Push {
                let beyond = g.steps.go(step.table, square);
                if beyond != NOWHERE {
                    squares = squares.with(Square(beyond as u8));
                }
            }
            open.push((square, &knot.next));
        }
    }
    squares
}
