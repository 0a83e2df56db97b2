//! One way to make a move that has a given part, and what must stand on the board for it.

use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};

use chv_runtime::{Piece, Square, SquareSet};

use super::elements::{Act, Element, Elements, Mover, Passing};
use super::setting::{Setting, Stand};
use crate::model::{Edge, Movement, NodeId, Stop, Take, Walk};

/// The most steps that are tried for one part.
const BUDGET: u32 = 6_000;
/// How much longer than necessary a way may be, to show more on it.
const SLACK: usize = 2;

/// A board in the making: what is settled already stays.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) setting: Setting,
    /// The squares on which it is settled what stands there.
    pub(super) settled: Vec<bool>,
}

impl Draft {
    pub(super) fn new(setting: Setting) -> Self {
        let mut settled = vec![false; setting.stands.len()];
        settled[setting.origin.index()] = true;
        Self { setting, settled }
    }

    fn settle(&mut self, square: Square, stand: Stand) -> bool {
        if self.settled[square.index()] {
            return self.setting.stands[square.index()] == stand;
        }
        self.settled[square.index()] = true;
        self.setting.stands[square.index()] = stand;
        true
    }
}

/// Finds a way to show a part on a board in the making: of those found, the one that shows most of
/// what is wanted.
pub(super) fn trace(mover: &Mover<'_>, draft: &Draft, goal: Element, wanted: &Elements) -> Option<Draft> {
    let act = &mover.acts[mover.about[goal].0];
    if !act.action.from.has(draft.setting.origin) {
        return None;
    }
    let mut draft = draft.clone();
    let origin = draft.setting.origin;
    for square in act.empty().squares().filter(|&s| s != origin) {
        if !draft.settle(square, Stand::Empty) {
            return None;
        }
    }
    match &act.action.movement {
        Movement::Walk(walk) => Search::new(mover, act, walk, goal, wanted)?.find(draft),
        Movement::Fixed { from, partner, .. } => {
            if *from != draft.setting.origin {
                return None;
            }
            if let Some((start, _)) = *partner {
                let rights = &mover.variant.fields.rights;
                let named = rights.iter().flat_map(|r| &r.needs).find(|n| n.0 == start).map(|n| n.1);
                let begun = mover.variant.start.record.squares.get(start.index()).copied().flatten();
                let kind = named.or(begun.map(|p| p.kind))?;
                if !draft.settle(start, Stand::Piece(Piece { side: mover.side, kind })) {
                    return None;
                }
            }
            Some(draft)
        }
        Movement::Leap { .. } | Movement::Stand => None,
    }
}

struct Search<'a> {
    mover: &'a Mover<'a>,
    act: &'a Act<'a>,
    walk: &'a Walk,
    goal: Element,
    wanted: &'a Elements,
    /// Steps from a node to the goal, and to where the walk may stop; the goal being a step itself.
    to_goal: Vec<usize>,
    to_stop: Vec<usize>,
    budget: u32,
    most: usize,
    best: Option<(Score, Draft)>,
}

/// What is better is greater: wanted parts shown, then fewer pieces put, then more parts in all (a
/// hurdle a little way off shows how it is reached), then shorter.
type Score = (usize, Reverse<usize>, usize, Reverse<usize>);

/// A walk under way.
#[derive(Clone)]
struct Way {
    draft: Draft,
    /// What stands on the board now.
    now: Vec<Stand>,
    path: Vec<(Square, NodeId)>,
    shown: Vec<Element>,
    leg: Square,
    put: usize,
    changed: bool,
    taken: bool,
    reached: bool,
}

impl<'a> Search<'a> {
    fn new(
        mover: &'a Mover<'a>,
        act: &'a Act<'a>,
        walk: &'a Walk,
        goal: Element,
        wanted: &'a Elements,
    ) -> Option<Self> {
        let is_goal = |e: &Edge| act.step(e) == goal || act.node(e.to) == goal;
        let to_stop = distances(walk, |id| walk.nodes[id].head.stop.is_some());
        let to_goal = distances(walk, |id| walk.nodes[id].next.iter().any(is_goal));
        // The shortest possible: from the start to the goal and on to a stop.
        let onward = |edges: &[Edge]| {
            edges.iter().filter(|e| is_goal(e)).map(|e| to_stop[usize::from(e.to)]).min().unwrap_or(FAR)
        };
        let direct = onward(&walk.first).saturating_add(1);
        let later = walk
            .first
            .iter()
            .map(|e| to_goal[usize::from(e.to)].saturating_add(2))
            .min()
            .unwrap_or(FAR)
            .saturating_add(walk.nodes.iter().map(|n| onward(&n.next)).min().unwrap_or(FAR));
        let shortest = direct.min(later);
        let most = shortest.checked_add(SLACK).filter(|_| shortest < FAR)?;
        Some(Self { mover, act, walk, goal, wanted, to_goal, to_stop, budget: BUDGET, most, best: None })
    }

    fn find(mut self, draft: Draft) -> Option<Draft> {
        let now = draft.setting.stands.clone();
        let leg = draft.setting.origin;
        let start = Way {
            draft,
            now,
            path: Vec::new(),
            shown: Vec::new(),
            leg,
            put: 0,
            changed: false,
            taken: false,
            reached: false,
        };
        let walk = self.walk;
        // Short ways first, so that the budget is not spent in the depths.
        let most = self.most;
        for limit in [most.saturating_sub(SLACK), most] {
            self.most = limit;
            self.budget = BUDGET;
            let origin = start.draft.setting.origin;
            self.go(&start, origin, &walk.first);
        }
        self.best.map(|(_, draft)| draft)
    }

    fn go(&mut self, way: &Way, square: Square, edges: &[Edge]) {
        for edge in edges.iter().filter(|e| e.on.is_none()) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            let id = usize::from(edge.to);
            let made = way.path.len() + 1;
            let goal = self.act.step(edge) == self.goal || self.act.node(edge.to) == self.goal;
            let left =
                if goal || way.reached { self.to_stop[id] } else { self.to_goal[id].saturating_add(1) };
            if made.saturating_add(left) > self.most {
                continue;
            }
            let Some(to) = self.mover.variant.board.step(square, edge) else { continue };
            if way.path.contains(&(to, edge.to)) {
                continue;
            }
            for (draft, put) in self.choices(way, edge, to) {
                self.arrive(way, square, edge, to, draft, put, goal);
            }
            self.suppose(way, square, edge, to, goal);
        }
    }

    /// What may stand on a square that the walk enters, settled: the boards, and how many pieces were
    /// put on each.
    fn choices(&self, way: &Way, edge: &Edge, to: Square) -> Vec<(Option<Draft>, usize)> {
        let test = &self.walk.nodes[usize::from(edge.to)].head.test;
        let side = self.mover.side;
        let met = way.path.iter().any(|p| p.0 == to);
        if met || way.draft.settled[to.index()] {
            let held = way.now[to.index()];
            let fits = way.draft.setting.accepts(side, test, to, held);
            return if fits { vec![(None, 0)] } else { Vec::new() };
        }
        let mut list = Vec::new();
        let mut with = |stand: Stand, put: usize| {
            let mut draft = way.draft.clone();
            if draft.settle(to, stand) {
                list.push((Some(draft), put));
            }
        };
        if test.empty {
            with(Stand::Empty, 0);
        }
        if let Some(piece) = self.mover.extra(side, test.friend) {
            with(Stand::Piece(piece), 1);
        }
        if let Some(piece) = self.mover.extra(side.other(), test.enemy) {
            with(Stand::Piece(piece), 1);
        }
        if let Some(id) = (0..self.mover.variant.terrain.len() as u8).find(|&t| test.allows_terrain(t)) {
            with(Stand::Terrain(id), 1);
        }
        let passings = self.mover.passings.iter().filter(|p| p.square == to && test.passed.has(p.kind));
        for passing in passings {
            list.extend(self.passed(way, to, *passing));
        }
        list
    }

    /// The board on which a piece has just passed the square.
    fn passed(&self, way: &Way, to: Square, passing: Passing) -> Option<(Option<Draft>, usize)> {
        if way.path.iter().any(|p| p.0 == passing.victim) || passing.victim == way.draft.setting.origin {
            return None;
        }
        let mut draft = way.draft.clone();
        let victim = Piece { side: self.mover.side.other(), kind: passing.kind };
        let good = draft.settle(to, Stand::Empty) && draft.settle(passing.victim, Stand::Piece(victim));
        if !good {
            return None;
        }
        if !draft.setting.passed.contains(&passing) {
            draft.setting.passed.push(passing);
        }
        Some((Some(draft), 1))
    }

    #[allow(clippy::too_many_arguments, reason = "one step of a search")]
    fn arrive(
        &mut self,
        way: &Way,
        from: Square,
        edge: &Edge,
        to: Square,
        draft: Option<Draft>,
        put: usize,
        goal: bool,
    ) {
        let head = &self.walk.nodes[usize::from(edge.to)].head;
        let mut next = way.clone();
        if let Some(draft) = draft {
            // What has changed on the way stays so; what is new is as settled.
            for (i, stand) in draft.setting.stands.iter().enumerate() {
                if way.draft.setting.stands[i] != *stand {
                    next.now[i] = *stand;
                }
            }
            next.draft = draft;
        }
        next.put += put;
        next.reached |= goal;
        next.shown.extend([self.act.step(edge), self.act.node(edge.to)]);
        if edge.new_leg {
            next.leg = from;
        }
        let held = next.now[to.index()];
        let occupied = matches!(held, Stand::Piece(_));
        let origin = next.draft.setting.origin;
        match head.take {
            Take::Capture if occupied => {
                next.now[to.index()] = Stand::Empty;
                next.taken = true;
            }
            Take::Passed => {
                let passed = next.draft.setting.passed.clone();
                for p in passed.iter().filter(|p| p.square == to && head.test.passed.has(p.kind)) {
                    next.now[p.victim.index()] = Stand::Empty;
                    next.taken = true;
                }
            }
            Take::Unload if occupied => {
                let leg = next.leg;
                if next.now[leg.index()] != Stand::Empty {
                    return;
                }
                next.now[leg.index()] = held;
                next.now[to.index()] = Stand::Empty;
                next.changed = true;
            }
            Take::Push if occupied => {
                match self.mover.variant.board.step(to, edge) {
                    None => next.taken = true,
                    Some(beyond) => {
                        if next.now[beyond.index()] != Stand::Empty {
                            return;
                        }
                        if !next.draft.settled[beyond.index()] {
                            next.draft.settle(beyond, Stand::Empty);
                        }
                        next.now[beyond.index()] = held;
                    }
                }
                next.now[to.index()] = Stand::Empty;
                next.changed = true;
            }
            _ => {}
        }
        next.path.push((to, edge.to));
        if next.reached
            && let Some(stop) = head.stop
            && self.act.may_end(head, origin, to)
        {
            let stay = stop == Stop::Stay;
            let room = next.now[if stay { origin } else { to }.index()] == Stand::Empty;
            let nothing = (stay || to == origin) && !next.taken && !next.changed;
            if room && !nothing && self.act.capturing().is_none_or(|c| c == next.taken) {
                self.offer(&next);
            }
        }
        let nodes = &self.walk.nodes;
        self.go(&next, to, &nodes[usize::from(edge.to)].next);
    }

    /// The step onto an empty square as if a piece stood there, as the last one.
    fn suppose(&mut self, way: &Way, from: Square, edge: &Edge, to: Square, goal: bool) {
        let head = &self.walk.nodes[usize::from(edge.to)].head;
        let takes = matches!(head.take, Take::Capture | Take::Unload | Take::Push);
        let origin = way.draft.setting.origin;
        let met = to == origin || way.path.iter().any(|p| p.0 == to);
        if !(goal || way.reached)
            || !takes
            || met
            || way.now[to.index()] != Stand::Empty
            || !self.act.may_end(head, origin, to)
            || self.act.capturing() == Some(false)
            || head.test.friend.or(head.test.enemy).is_empty()
        {
            return;
        }
        let leg = if edge.new_leg { from } else { way.leg };
        let beyond = self.mover.variant.board.step(to, edge);
        let good = match head.take {
            Take::Unload => way.now[leg.index()] == Stand::Empty,
            Take::Push => beyond.is_none_or(|b| way.now[b.index()] == Stand::Empty),
            _ => true,
        };
        if good {
            let mut end = way.clone();
            end.shown.extend([self.act.step(edge), self.act.node(edge.to)]);
            end.path.push((to, edge.to));
            end.draft.settle(to, Stand::Empty);
            if let Some(b) = beyond.filter(|_| head.take == Take::Push) {
                end.draft.settle(b, Stand::Empty);
            }
            self.offer(&end);
        }
    }

    fn offer(&mut self, way: &Way) {
        let shown: BTreeSet<Element> = way.shown.iter().copied().collect();
        let new = shown.intersection(self.wanted).count();
        let score = (new, Reverse(way.put), shown.len(), Reverse(way.path.len()));
        if self.best.as_ref().is_none_or(|(best, _)| score > *best) {
            self.best = Some((score, way.draft.clone()));
        }
    }
}

const FAR: usize = usize::MAX / 4;

/// The least number of steps from each node to one of some.
fn distances(walk: &Walk, near: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut back: Vec<Vec<usize>> = vec![Vec::new(); walk.nodes.len()];
    for (from, node) in walk.nodes.iter().enumerate() {
        for edge in &node.next {
            back[usize::from(edge.to)].push(from);
        }
    }
    let mut far = vec![FAR; walk.nodes.len()];
    let mut open: VecDeque<usize> = (0..walk.nodes.len()).filter(|&i| near(i)).collect();
    open.iter().for_each(|&i| far[i] = 0);
    while let Some(id) = open.pop_front() {
        for &before in &back[id] {
            if far[before] == FAR {
                far[before] = far[id] + 1;
                open.push_back(before);
            }
        }
    }
    far
}

/// How deep in the automaton a part lies: steps from the start.
pub(super) fn depth(mover: &Mover<'_>, element: Element) -> usize {
    let act = &mover.acts[mover.about[element].0];
    let Some(walk) = act.walk() else { return 0 };
    let mut seen = vec![false; walk.nodes.len()];
    let mut open: VecDeque<(usize, &[Edge])> = VecDeque::from([(1, walk.first.as_slice())]);
    while let Some((steps, edges)) = open.pop_front() {
        for edge in edges {
            if act.step(edge) == element || act.node(edge.to) == element {
                return steps;
            }
            if !std::mem::replace(&mut seen[usize::from(edge.to)], true) {
                open.push_back((steps + 1, &walk.nodes[usize::from(edge.to)].next));
            }
        }
    }
    FAR
}
