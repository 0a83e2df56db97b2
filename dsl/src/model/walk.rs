//! Walks: how a piece gets from one square to another, as a small automaton.
//!
//! Every movement string, short or long, becomes one [`Walk`] a side: nodes stand for "arriving on
//! a square", edges for single steps. A node says what the square must hold, what happens to it,
//! and whether the walk may stop there. Leapers are one step to a stopping node; riders a node with
//! a step back to itself; hoppers two rides with a node between that needs an occupied square; lame
//! leapers steps over nodes where one may not stop; bent, crooked and repeated movement are just
//! more nodes. Moves, attacks, pins and diagrams all come from this one form.
//!
//! While a walk is under way the mover is lifted from its origin (the origin counts as empty) and
//! pieces it has taken are gone. No walk enters the same square in the same node twice; a walk that
//! ends on its origin with nothing changed is no move, unless the node says so.

use std::collections::{HashMap, HashSet};

use chv_runtime::{BoardSize, Square};

use super::{KindSet, TerrainId};

/// Index of a node in [`Walk::nodes`].
pub type NodeId = u16;

/// A walk: the first steps and the nodes they lead to.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Walk {
    /// The steps from the origin.
    pub first: Vec<Edge>,
    /// The nodes.
    pub nodes: Vec<Node>,
}

/// The most steps of a way that are counted.
const MOST_STEPS: usize = 64;
/// Where counting ends.
const MANY: u64 = 1 << 40;

/// A count of the ways on a board.
struct Count<'w> {
    walk: &'w Walk,
    size: BoardSize,
    /// What is known; `None` while it is counted.
    known: HashMap<(NodeId, Square), Option<u64>>,
}

impl Count<'_> {
    fn over(&mut self, edges: &[Edge], square: Square, steps: usize) -> u64 {
        let (file, rank) = (i32::from(self.size.file(square)), i32::from(self.size.rank(square)));
        let mut sum = 0;
        for edge in edges {
            let mut file = file + i32::from(edge.dx);
            if edge.wrap {
                file = file.rem_euclid(i32::from(self.size.files));
            }
            if let Some(to) = self.size.at(file, rank + i32::from(edge.dy)) {
                sum = (sum + 1 + self.from(edge.to, to, steps)).min(MANY);
            }
        }
        sum
    }

    fn from(&mut self, node: NodeId, square: Square, steps: usize) -> u64 {
        if steps > 4 * MOST_STEPS {
            return MANY;
        }
        match self.known.insert((node, square), None) {
            // It can come back.
            Some(None) => MANY,
            Some(Some(known)) => {
                self.known.insert((node, square), Some(known));
                known
            }
            None => {
                let walk = self.walk;
                let ways =
                    walk.nodes.get(usize::from(node)).map_or(0, |n| self.over(&n.next, square, steps + 1));
                self.known.insert((node, square), Some(ways));
                ways
            }
        }
    }
}

/// The number of ways over some edges.
fn along(edges: &[Edge], ways: &[u64]) -> u64 {
    let way = |e: &Edge| 1 + ways.get(usize::from(e.to)).copied().unwrap_or(0);
    edges.iter().fold(0, |sum: u64, e| (sum + way(e)).min(MANY))
}

impl Walk {
    /// For each node the number of ways in which a walk can go on from there, as if the board had no
    /// edges: what a way of more than 64 steps does later is not counted, and numbers end at 2^40.
    #[must_use]
    pub fn ways(&self) -> Vec<u64> {
        let mut ways = vec![0; self.nodes.len()];
        for _ in 0..MOST_STEPS {
            let next: Vec<u64> = self.nodes.iter().map(|n| along(&n.next, &ways)).collect();
            if next == ways {
                break;
            }
            ways = next;
        }
        ways
    }

    /// The number of ways of all first steps, given those of the nodes.
    #[must_use]
    pub fn all_ways(&self, ways: &[u64]) -> u64 {
        along(&self.first, ways)
    }

    /// Whether the walk may go on in more than `most` ways, on a board without joins, from where they
    /// must be followed apart. Where it has taken nothing yet, the square and the node are all that
    /// matters, and each such pair is looked at once; what it has taken makes two ways different, and
    /// so do the squares that it leaves behind, where something is set down on them or captured in
    /// passing.
    #[must_use]
    pub fn ways_apart_exceed(&self, most: u64, size: BoardSize) -> bool {
        let whole = self.nodes.iter().any(|n| n.head.leaves_passed || n.head.take == Take::Unload);
        let takes = |n: &usize| self.nodes[*n].head.take != Take::Nothing;
        let ways = self.ways();
        let taking: Vec<usize> = (0..self.nodes.len()).filter(takes).collect();
        let rough =
            if whole { self.all_ways(&ways) } else { taking.iter().map(|&n| ways[n]).max().unwrap_or(0) };
        // Rides end at the edges: what is too many without a board is counted on it.
        if rough <= most {
            return false;
        }
        let mut count = Count { walk: self, size, known: HashMap::new() };
        size.all().any(|square| {
            if whole {
                count.over(&self.first, square, 0) > most
            } else {
                taking.iter().any(|&n| count.from(n as NodeId, square, 0) > most)
            }
        })
    }

    /// The nodes in which it can arrive on its origin with nothing changed, on a board without joins.
    #[must_use]
    pub fn idle_returns(&self, size: BoardSize) -> Vec<NodeId> {
        let (files, ranks) = (i32::from(size.files), i32::from(size.ranks));
        let mut seen: HashSet<(NodeId, i32, i32)> = HashSet::new();
        let mut open = vec![(&self.first, 0, 0)];
        while let Some((edges, x, y)) = open.pop() {
            for edge in edges {
                let Some(node) = self.nodes.get(usize::from(edge.to)) else { continue };
                let (x, y) = (x + i32::from(edge.dx), y + i32::from(edge.dy));
                let idle = node.head.test.empty || node.head.take == Take::Nothing;
                if idle && x.abs() < files && y.abs() < ranks && seen.insert((edge.to, x, y)) {
                    open.push((&node.next, x, y));
                }
            }
        }
        let ends = |id: NodeId| {
            let head = &self.nodes[usize::from(id)].head;
            head.stop == Some(Stop::Arrive) && head.test.empty
        };
        let here = seen.into_iter().filter(|&(id, x, y)| (x, y) == (0, 0) && ends(id));
        let mut nodes: Vec<NodeId> = here.map(|(id, ..)| id).collect();
        nodes.sort_unstable();
        nodes
    }

    /// Whether it can never end anywhere.
    #[must_use]
    pub fn is_void(&self) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut open: Vec<NodeId> = self.first.iter().map(|e| e.to).collect();
        while let Some(id) = open.pop() {
            let Some(node) = self.nodes.get(usize::from(id)) else { continue };
            if std::mem::replace(&mut seen[usize::from(id)], true) {
                continue;
            }
            if node.head.stop.is_some() {
                return false;
            }
            open.extend(node.next.iter().map(|e| e.to));
        }
        true
    }
}

/// A step to another square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edge {
    /// Files to the right (White's right; absolute).
    pub dx: i8,
    /// Ranks upwards.
    pub dy: i8,
    /// The node whose square this reaches.
    pub to: NodeId,
    /// Whether the step starts a new leg: [`Take::Unload`] puts its piece where the leg began.
    pub new_leg: bool,
    /// Whether this step may cross from the last file to the first even on a board whose files are
    /// not joined.
    pub wrap: bool,
    /// If set, the step exists only along the drawn lines of this set.
    pub along: Option<u8>,
    /// Whether the step is part of a slide. Where such a step leads to an empty square of terrain
    /// that joins ([`super::Terrain::joins`]), it may lead to the other squares of that terrain just
    /// as well.
    pub slide: bool,
    /// If set, the step exists only from squares with this terrain.
    pub on: Option<TerrainId>,
}

impl Edge {
    /// A plain step.
    #[must_use]
    pub const fn step(dx: i8, dy: i8, to: NodeId) -> Self {
        Self { dx, dy, to, new_leg: false, wrap: false, along: None, slide: false, on: None }
    }
}

/// Arriving on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeHead {
    /// What the square must hold.
    pub test: Content,
    /// What happens to what stands there.
    pub take: Take,
    /// Whether and how the walk may end here.
    pub stop: Option<Stop>,
    /// Whether this square becomes an en-passant square when the move is made, if it is not the last
    /// and the move takes nothing.
    pub leaves_passed: bool,
    /// Whether the square counts as a waypoint in move text: a turn, a capture or a rest.
    pub waypoint: bool,
    /// Whether the mover jumps over the square: what is hidden there stays as it is.
    pub over: bool,
    /// Whether a walk that ends here is a move even if this is its origin and nothing has changed: a
    /// null move.
    pub null: bool,
}

impl NodeHead {
    /// Arriving where one may stop.
    #[must_use]
    pub const fn stop(test: Content, take: Take) -> Self {
        let stop = Some(Stop::Arrive);
        Self { test, take, stop, leaves_passed: false, waypoint: false, over: false, null: false }
    }
}

/// A node: arriving on a square, and the steps from there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Node {
    /// What arriving means.
    pub head: NodeHead,
    /// Where the walk can go on to.
    pub next: Vec<Edge>,
}

/// What a square must hold for a walk to enter it: any of what is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Content {
    /// It may be empty: no piece, no terrain that blocks.
    pub empty: bool,
    /// It may hold a piece of the mover's side of one of these kinds.
    pub friend: KindSet,
    /// It may hold a piece of the other side of one of these kinds.
    pub enemy: KindSet,
    /// It may be an (empty) square on which en-passant capture is allowed now, of a piece of one of
    /// these kinds.
    pub passed: KindSet,
    /// It may hold this blocking terrain (a hurdle that is terrain): bit `i` is terrain `i`.
    pub terrain: u64,
}

impl Content {
    /// An empty square.
    pub const EMPTY: Self =
        Self { empty: true, friend: KindSet::NONE, enemy: KindSet::NONE, passed: KindSet::NONE, terrain: 0 };

    /// An enemy piece of one of some kinds.
    #[must_use]
    pub const fn enemy(kinds: KindSet) -> Self {
        Self { empty: false, friend: KindSet::NONE, enemy: kinds, passed: KindSet::NONE, terrain: 0 }
    }

    /// Whether blocking terrain of a kind may be entered.
    #[must_use]
    pub const fn allows_terrain(self, terrain: TerrainId) -> bool {
        self.terrain >> terrain & 1 != 0
    }
}

/// What a walk does to what stands on a square it enters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Take {
    /// Nothing.
    #[default]
    Nothing,
    /// Removes the piece: a capture (of a friend too, where [`Content::friend`] allows it).
    Capture,
    /// Removes the piece or pieces that passed this square.
    Passed,
    /// Lifts the piece and sets it down where the leg began: an exchange of places, if the leg
    /// began at the origin.
    Unload,
    /// Pushes the piece one square further in the direction of the last step: the square behind
    /// must be empty, or off the board, where the piece is captured.
    Push,
}

/// How a walk ends on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The mover is there now.
    Arrive,
    /// The mover stays on its origin: what was taken is captured from afar.
    Stay,
    /// The mover leaves the board; the square is only named, and keeps what stands there.
    Depart,
}
