//! Makes automata small: united, deterministic, minimal, and numbered in a fixed order.

use std::collections::BTreeMap;

use crate::model::{Content, Edge, Node, NodeHead, NodeId, Stop, Take, Walk};

/// The most sets of nodes that are tried when an automaton is made deterministic.
const MOST_SETS: usize = 8_192;
/// The most steps that are looked at on the way.
const MOST_STEPS: usize = 200_000;

/// Several walks as one.
pub(crate) fn united(walks: Vec<Walk>) -> Walk {
    let mut all = Walk::default();
    for walk in walks {
        let base = all.nodes.len() as NodeId;
        let moved = |edge: &Edge| Edge { to: edge.to + base, ..*edge };
        all.first.extend(walk.first.iter().map(moved));
        all.nodes.extend(
            walk.nodes.iter().map(|n| Node { head: n.head, next: n.next.iter().map(moved).collect() }),
        );
    }
    all
}

/// The smallest form of a walk: edges with the same step to squares with the same meaning are
/// followed together, nodes that mean the same are one, and dead ends are gone.
pub(crate) fn reduced(walk: &Walk) -> Walk {
    let live = alive(walk);
    let walk = deterministic(&live).unwrap_or(live);
    numbered(&minimal(&walk))
}

/// Without nodes that nothing can enter, and without those from which the walk can never stop.
fn alive(walk: &Walk) -> Walk {
    let enters = |n: &Node| n.head.test != Content::default();
    let mut live: Vec<bool> = walk.nodes.iter().map(|n| enters(n) && n.head.stop.is_some()).collect();
    loop {
        let mut changed = false;
        for (i, node) in walk.nodes.iter().enumerate().rev() {
            if !live[i] && enters(node) && node.next.iter().any(|e| live[usize::from(e.to)]) {
                live[i] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let keep = |edges: &[Edge]| edges.iter().filter(|e| live[usize::from(e.to)]).copied().collect();
    Walk {
        first: keep(&walk.first),
        nodes: walk.nodes.iter().map(|n| Node { head: n.head, next: keep(&n.next) }).collect(),
    }
}

/// What two edges must share to be followed together.
type Label = (Edge7, [u64; 5], (u8, bool, bool, bool, bool, u8));

fn label(edge: &Edge, head: &NodeHead) -> Label {
    let Content { empty, friend, enemy, passed, terrain } = head.test;
    let take = match head.take {
        Take::Nothing => 0,
        Take::Capture => 1,
        Take::Passed => 2,
        Take::Unload => 3,
        Take::Push => 4,
    };
    // Nodes where one cannot stop go with either kind of those where one can; here all arrive.
    let stay = how(head.stop.filter(|s| *s != Stop::Arrive));
    (
        edge7(edge),
        [u64::from(empty), friend.0, enemy.0, passed.0, terrain],
        (take, head.leaves_passed, head.waypoint, head.over, head.null, stay),
    )
}

/// The subset construction; `None` if it grows too large.
fn deterministic(walk: &Walk) -> Option<Walk> {
    let mut ids: BTreeMap<Vec<NodeId>, NodeId> = BTreeMap::new();
    let mut sets: Vec<Vec<NodeId>> = Vec::new();
    let mut follow = |edges: &mut dyn Iterator<Item = &Edge>, sets: &mut Vec<Vec<NodeId>>| {
        let mut groups: BTreeMap<Label, (Edge, Vec<NodeId>)> = BTreeMap::new();
        for edge in edges {
            let head = &walk.nodes[usize::from(edge.to)].head;
            groups.entry(label(edge, head)).or_insert_with(|| (*edge, Vec::new())).1.push(edge.to);
        }
        let mut out = Vec::new();
        for (edge, mut set) in groups.into_values() {
            set.sort_unstable();
            set.dedup();
            let id = *ids.entry(set.clone()).or_insert_with(|| {
                sets.push(set);
                (sets.len() - 1) as NodeId
            });
            out.push(Edge { to: id, ..edge });
        }
        out
    };
    let first = follow(&mut walk.first.iter(), &mut sets);
    let mut nodes = Vec::new();
    let mut steps = 0;
    while nodes.len() < sets.len() {
        if sets.len() > MOST_SETS || steps > MOST_STEPS {
            return None;
        }
        let set = sets[nodes.len()].clone();
        let members = || set.iter().map(|&id| &walk.nodes[usize::from(id)]);
        let mut head = walk.nodes[usize::from(set[0])].head;
        head.stop = members().find_map(|n| n.head.stop);
        steps += members().map(|n| n.next.len()).sum::<usize>();
        let next = follow(&mut members().flat_map(|n| &n.next), &mut sets);
        nodes.push(Node { head, next });
    }
    Some(Walk { first, nodes })
}

/// Nodes that cannot be told apart become one.
fn minimal(walk: &Walk) -> Walk {
    let mut class: Vec<usize> = vec![0; walk.nodes.len()];
    let mut count = 0;
    loop {
        let mut known: BTreeMap<Signature, usize> = BTreeMap::new();
        let blank = Edge::step(0, 0, 0);
        let next: Vec<usize> = walk
            .nodes
            .iter()
            .enumerate()
            .map(|(i, node)| {
                let mut edges: Vec<(Edge7, usize)> =
                    node.next.iter().map(|e| (edge7(e), class[usize::from(e.to)])).collect();
                edges.sort_unstable();
                edges.dedup();
                let stop = node.head.stop.map(|s| how(Some(s)));
                let fresh = known.len();
                *known.entry((class[i], label(&blank, &node.head), stop, edges)).or_insert(fresh)
            })
            .collect();
        let found = known.len();
        class = next;
        if found == count {
            break;
        }
        count = found;
    }
    let merged = |edges: &[Edge]| {
        let mut out: Vec<Edge> =
            edges.iter().map(|e| Edge { to: class[usize::from(e.to)] as NodeId, ..*e }).collect();
        out.sort_by_key(|e| (edge7(e), e.to));
        out.dedup();
        out
    };
    let mut nodes: Vec<Option<Node>> = vec![None; count];
    for (i, node) in walk.nodes.iter().enumerate() {
        nodes[class[i]].get_or_insert_with(|| Node { head: node.head, next: merged(&node.next) });
    }
    Walk { first: merged(&walk.first), nodes: nodes.into_iter().flatten().collect() }
}

/// What must be equal for two nodes to be one: class so far, meaning, stop, and steps with the
/// classes that they lead to.
type Signature = (usize, Label, Option<u8>, Vec<(Edge7, usize)>);

type Edge7 = (i8, i8, bool, bool, Option<u8>, bool, Option<u8>);

fn edge7(e: &Edge) -> Edge7 {
    (e.dx, e.dy, e.new_leg, e.wrap, e.along, e.slide, e.on)
}

/// A way to stop as a number.
fn how(stop: Option<Stop>) -> u8 {
    match stop {
        None | Some(Stop::Arrive) => 0,
        Some(Stop::Stay) => 1,
        Some(Stop::Depart) => 2,
    }
}

/// Nodes in the order in which they are met, nearest first; edges in order of their steps.
fn numbered(walk: &Walk) -> Walk {
    let mut order: Vec<usize> = Vec::new();
    let mut number: Vec<Option<NodeId>> = vec![None; walk.nodes.len()];
    let sorted = |edges: &[Edge]| {
        let mut edges = edges.to_vec();
        edges.sort_by_key(|e| (edge7(e), label(e, &walk.nodes[usize::from(e.to)].head), e.to));
        edges
    };
    let mut visit = |edges: &[Edge], order: &mut Vec<usize>| {
        let mut edges = sorted(edges);
        for edge in &mut edges {
            let target = usize::from(edge.to);
            edge.to = *number[target].get_or_insert_with(|| {
                order.push(target);
                (order.len() - 1) as NodeId
            });
        }
        edges
    };
    let first = visit(&walk.first, &mut order);
    let mut nodes = Vec::new();
    while nodes.len() < order.len() {
        let node = &walk.nodes[order[nodes.len()]];
        let next = visit(&node.next, &mut order);
        nodes.push(Node { head: node.head, next });
    }
    Walk { first, nodes }
}
