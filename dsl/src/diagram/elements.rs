//! The piece of a diagram: its actions, and the parts of them that the scenes have to show.

use std::collections::{BTreeMap, BTreeSet};

use chv_runtime::{Piece, Record, Set256, Side, Square, SquareSet};

use crate::model::{
    Action, Actor, Content, Edge, Guard, KindId, KindSet, Movement, Node, NodeHead, NodeId, Owner, Stop,
    Take, Variant, Walk,
};

/// A part that some scene must show: a node, a step into a node, or an action without a walk.
pub(super) type Element = usize;

/// A set of parts.
pub(super) type Elements = BTreeSet<Element>;

/// An action of the piece.
pub(super) struct Act<'a> {
    pub(super) action: &'a Action,
    /// Only as the first move of the piece.
    pub(super) first: bool,
    /// Only from some squares of the board.
    pub(super) bound: bool,
    /// The number of its first element: its nodes, or itself.
    base: Element,
    /// Elements of steps: whether they go on from something taken, the node they lead to, and the vector.
    steps: BTreeMap<(bool, NodeId, i8, i8), Element>,
}

impl<'a> Act<'a> {
    /// The automaton, if it has one.
    pub(super) fn walk(&self) -> Option<&'a Walk> {
        match &self.action.movement {
            Movement::Walk(walk) => Some(walk),
            _ => None,
        }
    }

    /// The element of a node; of the action itself, if it has none.
    pub(super) fn node(&self, id: NodeId) -> Element {
        self.base + usize::from(id)
    }

    /// The element of a step.
    pub(super) fn step(&self, edge: &Edge) -> Element {
        let later = self.walk().is_some_and(|walk| goes_on(walk, edge));
        self.steps.get(&(later, edge.to, edge.dx, edge.dy)).copied().unwrap_or(self.base)
    }

    /// Whether something must be captured (`true`) or must not be.
    pub(super) fn capturing(&self) -> Option<bool> {
        self.action.guards.iter().find_map(|g| match g {
            Guard::Captures => Some(true),
            Guard::Not(inner) if **inner == Guard::Captures => Some(false),
            _ => None,
        })
    }

    /// Whether it may end on a square: the mover, for which it stays where it is if it shoots.
    pub(super) fn may_end(&self, head: &NodeHead, origin: Square, square: Square) -> bool {
        head.stop.is_some_and(|stop| self.action.to.has(if stop == Stop::Stay { origin } else { square }))
    }

    /// The squares that its guards want empty.
    pub(super) fn empty(&self) -> Set256 {
        self.action.guards.iter().fold(Set256::EMPTY, |all, g| match g {
            Guard::Empty(squares) => all | *squares,
            _ => all,
        })
    }
}

/// Whether a step goes on from where something was taken. One that leaves the origin may be just like it, and
/// still be another part: `mFcafmF` ends with the step that it can make alone.
fn goes_on(walk: &Walk, edge: &Edge) -> bool {
    let from = |n: &Node| n.head.take != Take::Nothing && n.next.iter().any(|e| std::ptr::eq(e, edge));
    walk.nodes.iter().any(from)
}

/// What two elements have in common that show the same thing: for steps whether they go on from something
/// taken, and the vector; and what is asked of the square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Class(Option<(bool, i8, i8)>, Option<NodeHead>);

/// A square that can be passed, and the piece that then stands further on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Passing {
    pub(super) square: Square,
    pub(super) victim: Square,
    pub(super) kind: KindId,
}

/// The piece of a diagram.
pub(super) struct Mover<'a> {
    pub(super) variant: &'a Variant,
    pub(super) side: Side,
    pub(super) kind: KindId,
    pub(super) acts: Vec<Act<'a>>,
    /// Which act each element belongs to, and what it shows.
    pub(super) about: Vec<(usize, Class)>,
    /// What the opponent can leave for en-passant capture.
    pub(super) passings: BTreeSet<Passing>,
    /// The kinds, those first that serve best as others on the board.
    extras: Vec<KindId>,
}

impl<'a> Mover<'a> {
    /// What a piece borrows from others is shown only in a position, which says from whom, or for one
    /// lender, and then nothing else is.
    pub(super) fn new(
        variant: &'a Variant,
        side: Side,
        kind: KindId,
        position: Option<&Record>,
        lender: Option<KindId>,
    ) -> Self {
        let lent = |a: &Action| match lender {
            None => a.guards.iter().all(|g| holds(g, side, position)),
            Some(lender) => lenders(a).any(|kind| kind == lender),
        };
        let own = |a: &&Action| a.side == side && a.actor == Actor::Kind(kind) && lent(a);
        let mut acts = Vec::new();
        let mut about = Vec::new();
        for action in variant.actions.iter().filter(own) {
            let everywhere = |s: Square| action.from.has(s) || variant.board.holes.has(s);
            let mut act = Act {
                action,
                first: action.first,
                bound: !action.first && !variant.board.size.all().all(everywhere),
                base: about.len(),
                steps: BTreeMap::new(),
            };
            let index = acts.len();
            if let Some(walk) = act.walk() {
                about.extend(walk.nodes.iter().map(|n| (index, Class(None, Some(n.head)))));
                let edges = walk.first.iter().chain(walk.nodes.iter().flat_map(|n| &n.next));
                for edge in edges {
                    let head = walk.nodes[usize::from(edge.to)].head;
                    // Of squares that are only passed it is enough to see some.
                    let passes = head.stop.is_none() && head.take == Take::Nothing;
                    let later = goes_on(walk, edge);
                    act.steps.entry((later, edge.to, edge.dx, edge.dy)).or_insert_with(|| {
                        let vector = (!passes).then_some((later, edge.dx, edge.dy));
                        about.push((index, Class(vector, Some(head))));
                        about.len() - 1
                    });
                }
            } else {
                about.push((index, Class(None, None)));
            }
            acts.push(act);
        }
        Self {
            variant,
            side,
            kind,
            acts,
            about,
            passings: passings(variant, side),
            extras: extras(variant, kind),
        }
    }

    /// Whether an element is an end of moves, not only on the way to one.
    pub(super) fn ends(&self, element: Element) -> bool {
        self.about[element].1.1.is_none_or(|head| head.stop.is_some())
    }

    /// Whether two elements show the same step onto the same sort of square, wherever they come from.
    pub(super) fn looks_like(&self, one: Element, other: Element) -> bool {
        let looks = |e: Element| {
            let (act, Class(step, head)) = self.about[e];
            (act, step.map(|(_, dx, dy)| (dx, dy)), head)
        };
        looks(one) == looks(other)
    }

    /// A piece of some kinds to put on the board.
    pub(super) fn extra(&self, side: Side, among: KindSet) -> Option<Piece> {
        self.extras.iter().find(|&&k| among.has(k)).map(|&kind| Piece { side, kind })
    }

    /// The elements that can be part of a move from a square, whatever stands anywhere.
    pub(super) fn possible(&self, origin: Square) -> Elements {
        let mut found = Elements::new();
        for act in &self.acts {
            if !act.action.from.has(origin) {
                continue;
            }
            match &act.action.movement {
                Movement::Walk(walk) => self.possible_walk(act, walk, origin, &mut found),
                Movement::Leap { .. } => drop(found.insert(act.base)),
                Movement::Fixed { from, .. } if *from == origin => drop(found.insert(act.base)),
                Movement::Fixed { .. } | Movement::Stand => {}
            }
        }
        found
    }

    fn possible_walk(&self, act: &Act<'_>, walk: &Walk, origin: Square, found: &mut Elements) {
        let board = &self.variant.board;
        let count = board.size.squares();
        let at = |square: Square, node: NodeId| usize::from(node) * count + square.index();
        let mut seen = vec![false; walk.nodes.len() * count];
        // The mover has left its origin, and only pieces that are shifted can come there.
        let shifts = walk.nodes.iter().any(|n| matches!(n.head.take, Take::Unload | Take::Push));
        // Steps as (from, to, element), `None` being the start.
        let mut steps: Vec<(Option<usize>, usize, Element)> = Vec::new();
        let mut open: Vec<(Option<usize>, Square, &[Edge])> = vec![(None, origin, &walk.first)];
        let mut live = Vec::new();
        while let Some((before, square, edges)) = open.pop() {
            for edge in edges.iter().filter(|e| e.on.is_none()) {
                let Some(to) = board.step(square, edge) else { continue };
                let node = &walk.nodes[usize::from(edge.to)];
                let vacated = to == origin && !shifts;
                if !self.can_hold(&node.head.test, to) || vacated && !node.head.test.empty {
                    continue;
                }
                let id = at(to, edge.to);
                steps.push((before, id, act.step(edge)));
                if !std::mem::replace(&mut seen[id], true) {
                    if act.may_end(&node.head, origin, to) {
                        live.push(id);
                    }
                    open.push((Some(id), to, &node.next));
                }
            }
        }
        // Back from the ends.
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); seen.len()];
        for &(before, id, _) in &steps {
            back[id].extend(before);
        }
        let mut alive = vec![false; seen.len()];
        while let Some(id) = live.pop() {
            if !std::mem::replace(&mut alive[id], true) {
                live.extend(&back[id]);
            }
        }
        for (_, id, element) in steps {
            if alive[id] {
                found.insert(element);
                found.insert(act.node((id / count) as NodeId));
            }
        }
    }

    /// Whether a square can ever hold what is asked.
    fn can_hold(&self, test: &Content, square: Square) -> bool {
        test.empty
            || !test.friend.is_empty()
            || !test.enemy.is_empty()
            || test.terrain != 0
            || self.passings.iter().any(|p| p.square == square && test.passed.has(p.kind))
    }
}

/// Whether a guard holds in a position, as far as it is about kinds that are remembered.
fn holds(guard: &Guard, side: Side, position: Option<&Record>) -> bool {
    let Guard::KindIs(field, owner, kind) = guard else { return true };
    let whose = if *owner == Owner::Actor { side } else { side.other() };
    let fields = position.map(|record| &record.more.kinds);
    fields.and_then(|f| f.get(usize::from(*field))).is_some_and(|f| f[whose.index()] == kind + 1)
}

/// The kinds of which an action is borrowed.
pub(super) fn lenders(action: &Action) -> impl Iterator<Item = KindId> + '_ {
    action.guards.iter().filter(|_| action.counts_as.is_some()).filter_map(|g| match g {
        Guard::KindIs(_, _, kind) => Some(*kind),
        _ => None,
    })
}

/// The kinds in the order in which they serve as others: first what is not royal and not the same as
/// the mover, then what there is most of.
fn extras(variant: &Variant, mover: KindId) -> Vec<KindId> {
    let mut kinds: Vec<KindId> = (0..variant.kinds.len() as KindId).collect();
    let start = &variant.start.record.squares;
    let number = |kind: KindId| start.iter().flatten().filter(|p| p.kind == kind).count();
    kinds.sort_by_key(|&k| (variant.royalty.kinds.has(k), k == mover, std::cmp::Reverse(number(k)), k));
    kinds
}

/// The squares that the opponent's pieces pass in moves that can be captured en passant.
fn passings(variant: &Variant, side: Side) -> BTreeSet<Passing> {
    let mut found = BTreeSet::new();
    for action in &variant.actions {
        let (Actor::Kind(kind), Movement::Walk(walk)) = (action.actor, &action.movement) else { continue };
        if action.side == side || !walk.nodes.iter().any(|n| n.head.leaves_passed) {
            continue;
        }
        for origin in action.from.squares() {
            let mut way = Vec::new();
            pass(variant, action, walk, origin, &walk.first, kind, &mut way, &mut found);
        }
    }
    found
}

#[allow(clippy::too_many_arguments, reason = "a plain recursion over a walk")]
fn pass(
    variant: &Variant,
    action: &Action,
    walk: &Walk,
    square: Square,
    edges: &[Edge],
    kind: KindId,
    way: &mut Vec<(Square, NodeId)>,
    found: &mut BTreeSet<Passing>,
) {
    const MOST_STEPS: usize = 8;
    for edge in edges {
        let Some(to) = variant.board.step(square, edge) else { continue };
        let node = &walk.nodes[usize::from(edge.to)];
        if !node.head.test.empty || node.head.take == Take::Push || way.len() == MOST_STEPS {
            continue;
        }
        if node.head.stop.is_some() && action.to.has(to) {
            for &(passed, id) in way.iter() {
                if walk.nodes[usize::from(id)].head.leaves_passed {
                    found.insert(Passing { square: passed, victim: to, kind });
                }
            }
        }
        way.push((to, edge.to));
        pass(variant, action, walk, to, &node.next, kind, way, found);
        way.pop();
    }
}
