//! Where pieces can get to: never too little, perhaps too much.
//!
//! What stands in the way is not looked at, so a square that is not in reach here is in reach in no
//! position.

use std::collections::BTreeSet;

use chv_runtime::{Set256, Side, Square, SquareSet};

use crate::model::{
    Action, Actor, At, Board, Content, Edge, Edit, Fields, Guard, KindId, KindSet, Movement, Stop, Take,
    Trigger, Variant,
};

/// What a movement reaches from some squares.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Arrivals {
    /// The squares on which it ends.
    pub(crate) squares: Set256,
    /// Whether it can also end with the piece where it was.
    pub(crate) stays: bool,
}

/// What a movement reaches from any of some squares.
pub(crate) fn arrivals(variant: &Variant, movement: &Movement, from: Set256) -> Arrivals {
    let board = &variant.board;
    let joins = variant.terrain.iter().any(|t| t.joins);
    let all = Set256::below(board.size.squares()) & !board.holes;
    match movement {
        Movement::Walk(walk) => {
            let mut sets = vec![Set256::EMPTY; walk.nodes.len()];
            let mut work: Vec<(usize, Set256)> = Vec::new();
            let mut go = |edges: &[Edge], set: Set256, work: &mut Vec<(usize, Set256)>| {
                for edge in edges {
                    let node = usize::from(edge.to);
                    if walk.nodes[node].head.test == Content::default() {
                        continue;
                    }
                    let mut new = steps(board, edge, set);
                    if joins && edge.slide && !new.is_empty() {
                        // The slide may go on from anywhere.
                        new = all;
                    }
                    let new = new & !sets[node];
                    if !new.is_empty() {
                        sets[node] |= new;
                        work.push((node, new));
                    }
                }
            };
            go(&walk.first, from, &mut work);
            while let Some((node, set)) = work.pop() {
                go(&walk.nodes[node].next, set, &mut work);
            }
            let mut found = Arrivals::default();
            for (node, set) in walk.nodes.iter().zip(sets) {
                match node.head.stop {
                    // A piece that departs lands there later.
                    Some(Stop::Arrive | Stop::Depart) => found.squares |= set,
                    Some(Stop::Stay) => found.stays |= !set.is_empty(),
                    None => {}
                }
            }
            found
        }
        Movement::Leap { .. } => Arrivals { squares: all, stays: false },
        Movement::Fixed { from: start, to, .. } if from.has(*start) => {
            Arrivals { squares: Set256::of(*to), stays: false }
        }
        Movement::Fixed { .. } | Movement::Stand => Arrivals::default(),
    }
}

/// Whether a movement that ends somewhere can change something: it may do no more than lead back to where
/// it began, and that alone is no move.
pub(crate) fn changes(variant: &Variant, action: &Action, from: Set256) -> bool {
    let Movement::Walk(walk) = &action.movement else { return true };
    let joins = variant.terrain.iter().any(|t| t.joins);
    if joins || walk.nodes.iter().any(|n| n.head.null) {
        return true;
    }
    from.squares().any(|origin| {
        // Nodes and squares, and whether something has been done on the way: on the origin nothing can be.
        let mut seen = BTreeSet::new();
        let mut open = vec![(&walk.first, origin, false)];
        while let Some((edges, at, done)) = open.pop() {
            for edge in edges {
                let node = &walk.nodes[usize::from(edge.to)];
                let Some(to) = variant.board.step(at, edge).filter(|_| node.head.test != Content::default())
                else {
                    continue;
                };
                let done = done || to != origin && node.head.take != Take::Nothing;
                if node.head.stop.is_some() && (done || to != origin && action.to.has(to)) {
                    return true;
                }
                if seen.insert((edge.to, to, done)) {
                    open.push((&node.next, to, done));
                }
            }
        }
        false
    })
}

/// The squares one step away from any of some.
fn steps(board: &Board, edge: &Edge, from: Set256) -> Set256 {
    let mut found = Set256::EMPTY;
    let mut rest = from;
    while let Some(square) = rest.first() {
        rest = rest.without_first();
        if let Some(to) = board.step(square, edge) {
            found = found.with(to);
        }
    }
    found
}

/// Where each kind of piece can be in a game, and where it can come to.
#[derive(Debug)]
pub(crate) struct Reach {
    start: [Vec<Set256>; 2],
    entered: [Vec<Set256>; 2],
}

impl Reach {
    /// Works it out, from the start position on.
    pub(crate) fn of(variant: &Variant) -> Self {
        let none = vec![Set256::EMPTY; variant.kinds.len()];
        let mut reach = Self { start: [none.clone(), none.clone()], entered: [none.clone(), none] };
        for square in variant.board.size.all() {
            if let Some(p) = variant.start.record.squares.get(square.index()).copied().flatten() {
                let set = &mut reach.start[p.side.index()][usize::from(p.kind)];
                *set = set.with(square);
            }
        }
        while reach.actions(variant) | reach.reactions(variant) {}
        reach
    }

    /// Where pieces of a kind can be.
    pub(crate) fn squares(&self, side: Side, kind: KindId) -> Set256 {
        self.start[side.index()][usize::from(kind)] | self.entered(side, kind)
    }

    /// Where pieces of a kind stand at the start.
    pub(crate) fn start(&self, side: Side, kind: KindId) -> Set256 {
        self.start[side.index()][usize::from(kind)]
    }

    /// Where pieces of a kind can come to after the start, by moving or by coming into being.
    pub(crate) fn entered(&self, side: Side, kind: KindId) -> Set256 {
        self.entered[side.index()][usize::from(kind)]
    }

    /// Adds squares; whether some are new.
    fn enter(&mut self, side: Side, kind: KindId, squares: Set256) -> bool {
        let set = &mut self.entered[side.index()][usize::from(kind)];
        let new = !(squares & !*set).is_empty();
        *set |= squares;
        new
    }

    fn any(&self, side: Side, kinds: KindSet) -> Set256 {
        let known = |k: &KindId| usize::from(*k) < self.start[0].len();
        kinds.iter().take_while(known).fold(Set256::EMPTY, |sum, k| sum | self.squares(side, k))
    }

    fn actions(&mut self, variant: &Variant) -> bool {
        let mut changed = false;
        for action in variant.actions.iter().filter(|a| a.offered) {
            match action.actor {
                Actor::Kind(kind) => {
                    let from = self.squares(action.side, kind) & action.from;
                    if from.is_empty() {
                        continue;
                    }
                    changed |= self.moved_by(variant, action);
                    let found = arrivals(variant, &action.movement, from);
                    changed |= self.enter(action.side, kind, found.squares & action.to);
                    if let Movement::Fixed { partner: Some((from, to)), .. } = action.movement
                        && let Some(kind) = partner(&variant.fields, &action.guards, from)
                    {
                        changed |= self.enter(action.side, kind, Set256::of(to));
                    }
                }
                Actor::Hand(kind) => changed |= self.enter(action.side, kind, action.to),
                // What players place before play.
                Actor::Nobody => {
                    for edit in &action.edits {
                        if let Edit::Place(At::Square(square), _, kind) = edit {
                            changed |= self.enter(action.side, *kind, Set256::of(*square));
                        }
                    }
                }
            }
        }
        changed
    }

    /// Where pieces come to that an action pushes, or exchanges places with.
    fn moved_by(&mut self, variant: &Variant, action: &Action) -> bool {
        let all = Set256::below(variant.board.size.squares()) & !variant.board.holes;
        // For each sort of square entered: what it must hold, what is done, by which steps.
        let entries: Vec<(Content, Take, Option<&Edge>)> = match &action.movement {
            Movement::Walk(walk) => {
                let edges = walk.first.iter().chain(walk.nodes.iter().flat_map(|n| &n.next));
                let head = |e: &Edge| walk.nodes[usize::from(e.to)].head;
                edges.map(|e| (head(e).test, head(e).take, Some(e))).collect()
            }
            Movement::Leap { test, take } => vec![(*test, *take, None)],
            Movement::Fixed { .. } | Movement::Stand => Vec::new(),
        };
        let mut changed = false;
        for (test, take, edge) in entries {
            if !matches!(take, Take::Push | Take::Unload) {
                continue;
            }
            for (side, kinds) in [(action.side, test.friend), (action.side.other(), test.enemy)] {
                for kind in kinds.iter().take_while(|k| usize::from(*k) < variant.kinds.len()) {
                    let been = self.squares(side, kind);
                    let to = match edge {
                        _ if been.is_empty() => continue,
                        Some(edge) if take == Take::Push => steps(&variant.board, edge, been),
                        _ => all,
                    };
                    changed |= self.enter(side, kind, to);
                }
            }
        }
        changed
    }

    fn reactions(&mut self, variant: &Variant) -> bool {
        let mut changed = false;
        for reaction in &variant.reactions {
            let side = reaction.side;
            let (targets, origins) = match reaction.on {
                Trigger::Promotes { kinds, from, to, .. } => {
                    let been = self.any(side, kinds);
                    let leaves = !(been & from).is_empty();
                    (if leaves { been } else { been & to }, been)
                }
                Trigger::Captured { captor: kinds, .. } | Trigger::Moved { kinds } => {
                    let been = self.any(side, kinds);
                    (been, been)
                }
            };
            if targets.is_empty() {
                continue;
            }
            for edit in reaction.branches.iter().flat_map(|b| &b.edits) {
                let (at, kind) = match edit {
                    Edit::Become(at, kind) | Edit::Place(at, _, kind) => (*at, *kind),
                    _ => continue,
                };
                let squares = if matches!(at, At::Origin) { origins } else { targets };
                changed |= self.enter(side, kind, squares);
            }
        }
        changed
    }
}

/// The kind of the partner that stands on a square.
fn partner(fields: &Fields, guards: &[Guard], square: Square) -> Option<KindId> {
    guards.iter().find_map(|guard| {
        let Guard::Right(id) = guard else { return None };
        let right = fields.rights.get(usize::from(*id))?;
        right.needs.iter().find(|(s, _)| *s == square).map(|(_, kind)| *kind)
    })
}
