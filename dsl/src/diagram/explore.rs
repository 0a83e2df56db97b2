//! Everything a piece can do in one scene.
//!
//! States are a square, a node and what has changed on the board by then. A step onto an empty square
//! is also looked at as if an enemy or a friend stood there, for walks that end with it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chv_runtime::{Square, SquareSet};

use super::elements::{Act, Element, Elements, Mover};
use super::mark::{Mark, Marks};
use super::setting::{Setting, Stand};
use crate::model::{Edge, KindSet, Movement, NodeHead, NodeId, Stop, Take, Walk};

/// The most states that are looked at: a picture of more would be black.
const MOST_STATES: usize = 150_000;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The elements that are part of some move.
    pub(super) lit: Elements,
    pub(super) marks: BTreeMap<Square, Marks>,
    pub(super) steps: BTreeSet<(Square, Square)>,
}

impl Found {
    fn mark(&mut self, square: Square, mark: Mark) {
        let marks = self.marks.entry(square).or_default();
        *marks = marks.or(Marks::of(mark));
    }
}

/// Follows all actions from the scene's origin.
pub(super) fn explore(mover: &Mover<'_>, setting: &Setting) -> Found {
    let mut found = Found::default();
    for act in &mover.acts {
        let free = |s: Square| setting.stands[s.index()] == Stand::Empty || s == setting.origin;
        match &act.action.movement {
            _ if !act.action.from.has(setting.origin) => {}
            Movement::Walk(walk) if act.empty().squares().all(free) => {
                Trip::new(mover, setting, act, walk).run(&mut found);
            }
            Movement::Leap { test, take } => {
                let head = NodeHead::stop(*test, *take);
                leap(mover, setting, act, &head, &mut found);
            }
            Movement::Fixed { from, to, partner } if *from == setting.origin => {
                let partner_from = partner.map(|p| p.0);
                let free = |s: Square| free(s) || Some(s) == partner_from;
                let own =
                    |s: Square| matches!(setting.stands[s.index()], Stand::Piece(p) if p.side == mover.side);
                if free(*to) && act.empty().squares().all(free) && partner_from.is_none_or(own) {
                    found.lit.insert(act.node(0));
                    found.mark(*to, Mark::Castle);
                }
            }
            _ => {}
        }
    }
    tidy(&mut found);
    found
}

/// Marks that say less than others on the same square are taken away.
fn tidy(found: &mut Found) {
    for marks in found.marks.values_mut() {
        let all = *marks;
        for (less, more) in [
            (Mark::FirstMove, Mark::Move),
            (Mark::FirstCapture, Mark::Capture),
            (Mark::PlaceMove, Mark::Move),
            (Mark::PlaceCapture, Mark::Capture),
            (Mark::Royal, Mark::Capture),
            (Mark::Threat, Mark::Capture),
        ] {
            if all.has(more) {
                *marks = marks.without(less);
            }
        }
        let other = |m: Mark| m != Mark::Leg && m != Mark::Pass;
        if all.iter().any(other) {
            *marks = marks.without(Mark::Leg).without(Mark::Pass);
        }
    }
    found.marks.retain(|_, marks| !marks.is_empty());
}

fn leap(mover: &Mover<'_>, setting: &Setting, act: &Act<'_>, head: &NodeHead, found: &mut Found) {
    let board = &mover.variant.board;
    for to in board.size.all().filter(|&s| s != setting.origin && !board.holes.has(s)) {
        if !act.action.to.has(to) {
            continue;
        }
        let held = setting.stands[to.index()];
        let mut marks = Vec::new();
        if setting.accepts(mover.side, &head.test, to, held) {
            marks.push(match held {
                Stand::Empty if head.take == Take::Passed => Mark::Passed,
                Stand::Empty | Stand::Terrain(_) => moving(act, head),
                Stand::Piece(piece) => taking(mover, act, head, piece.side == mover.side, true),
            });
        }
        if held == Stand::Empty {
            marks.extend(supposed(mover, act, head, true));
        }
        for mark in marks {
            found.lit.insert(act.node(0));
            found.mark(to, mark);
        }
    }
}

/// The mark of ending on an empty square.
fn moving(act: &Act<'_>, head: &NodeHead) -> Mark {
    match act.action.offered {
        _ if head.stop == Some(Stop::Depart) => Mark::Later,
        false => Mark::Threat,
        true if act.first => Mark::FirstMove,
        true if act.bound => Mark::PlaceMove,
        true => Mark::Move,
    }
}

/// The mark of ending on a square with a piece.
fn taking(mover: &Mover<'_>, act: &Act<'_>, head: &NodeHead, friend: bool, at_origin: bool) -> Mark {
    let royals = mover.variant.royalty.kinds;
    match head.take {
        Take::Unload if at_origin => Mark::Swap,
        Take::Unload => Mark::Carry,
        Take::Push => Mark::Push,
        _ if head.stop == Some(Stop::Stay) => Mark::Rifle,
        _ if head.stop == Some(Stop::Depart) => Mark::Later,
        _ if friend => Mark::Friend,
        _ if !act.action.offered => Mark::Threat,
        _ if kinds_of(mover, head.test.enemy).minus(royals).is_empty() => Mark::Royal,
        _ if act.first => Mark::FirstCapture,
        _ if act.bound => Mark::PlaceCapture,
        _ => Mark::Capture,
    }
}

/// The kinds of a set that exist.
fn kinds_of(mover: &Mover<'_>, set: KindSet) -> KindSet {
    set.and((0..mover.variant.kinds.len() as u8).collect())
}

/// The marks of ending on an empty square if a piece stood there.
fn supposed(mover: &Mover<'_>, act: &Act<'_>, head: &NodeHead, at_origin: bool) -> Vec<Mark> {
    let test = &head.test;
    let stays = matches!(head.take, Take::Nothing | Take::Passed) && head.stop != Some(Stop::Depart);
    if stays || act.capturing() == Some(false) {
        return Vec::new();
    }
    [(test.enemy, false), (test.friend, true)]
        .into_iter()
        .filter(|&(kinds, _)| !kinds_of(mover, kinds).is_empty())
        .map(|(_, friend)| taking(mover, act, head, friend, at_origin))
        .collect()
}

/// A state of a walk under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    square: Square,
    node: NodeId,
    /// The board as it is now: index into the boards met.
    board: u32,
    /// Where the leg began, if pieces are set down there.
    leg: Square,
}

/// An arrival of which the walk makes no further step.
struct Leaf {
    before: Option<usize>,
    square: Square,
    node: NodeId,
    step: Element,
    mark: Mark,
}

/// Changes of the board: square and what is there now, by square.
type Changes = Vec<(Square, Stand)>;

struct Trip<'a> {
    mover: &'a Mover<'a>,
    setting: &'a Setting,
    act: &'a Act<'a>,
    walk: &'a Walk,
    unloads: bool,
    boards: Vec<Changes>,
    board_ids: HashMap<Changes, u32>,
    states: Vec<State>,
    ids: HashMap<State, usize>,
    parents: Vec<Option<usize>>,
    /// What the walk has captured is not told by the board alone (something may be pushed off it).
    taken: Vec<bool>,
    marks: Vec<Vec<Mark>>,
    /// From (`None`: the start), to, and the element of the step.
    moves: Vec<(Option<usize>, usize, Element)>,
    leaves: Vec<Leaf>,
    /// Where something is pushed to, and the state in which it was.
    pushed: Vec<(usize, Square)>,
}

impl<'a> Trip<'a> {
    fn new(mover: &'a Mover<'a>, setting: &'a Setting, act: &'a Act<'a>, walk: &'a Walk) -> Self {
        let unloads = walk.nodes.iter().any(|n| n.head.take == Take::Unload);
        Self {
            mover,
            setting,
            act,
            walk,
            unloads,
            boards: vec![Vec::new()],
            board_ids: HashMap::from([(Vec::new(), 0)]),
            states: Vec::new(),
            ids: HashMap::new(),
            parents: Vec::new(),
            taken: Vec::new(),
            marks: Vec::new(),
            moves: Vec::new(),
            leaves: Vec::new(),
            pushed: Vec::new(),
        }
    }

    fn held(&self, board: u32, square: Square) -> Stand {
        let changes = &self.boards[board as usize];
        match changes.binary_search_by_key(&square, |c| c.0) {
            Ok(i) => changes[i].1,
            Err(_) => self.setting.stands[square.index()],
        }
    }

    /// The board with some squares changed.
    fn changed(&mut self, board: u32, changes: &[(Square, Stand)]) -> u32 {
        let mut list = self.boards[board as usize].clone();
        for &(square, stand) in changes {
            match list.binary_search_by_key(&square, |c| c.0) {
                Ok(i) => list[i].1 = stand,
                Err(i) => list.insert(i, (square, stand)),
            }
        }
        if let Some(&id) = self.board_ids.get(&list) {
            return id;
        }
        let id = self.boards.len() as u32;
        self.boards.push(list.clone());
        self.board_ids.insert(list, id);
        id
    }

    fn run(mut self, found: &mut Found) {
        let walk = self.walk;
        let start = State { square: self.setting.origin, node: 0, board: 0, leg: self.setting.origin };
        self.expand(None, start, false, &walk.first);
        let mut next = 0;
        while next < self.states.len() && self.states.len() < MOST_STATES {
            let state = self.states[next];
            let taken = self.taken[next];
            self.expand(Some(next), state, taken, &walk.nodes[usize::from(state.node)].next);
            next += 1;
        }
        self.report(found);
    }

    fn expand(&mut self, from: Option<usize>, state: State, taken: bool, edges: &[Edge]) {
        for edge in edges {
            let ground = &self.setting.ground;
            if edge.on.is_some_and(|t| ground[state.square.index()] != Some(t)) {
                continue;
            }
            let Some(square) = self.mover.variant.board.step(state.square, edge) else { continue };
            let reached = self.arrive(from, state, taken, edge, square);
            let passes = edge.slide && square != self.setting.origin;
            if reached.is_some() && passes && self.held(state.board, square) == Stand::Empty {
                for other in self.setting.joined(self.mover.variant, square) {
                    self.arrive(reached, state, taken, edge, other);
                }
            }
        }
    }

    /// Arriving on a square; the state that it comes to, if that can be.
    fn arrive(
        &mut self,
        from: Option<usize>,
        state: State,
        mut taken: bool,
        edge: &Edge,
        square: Square,
    ) -> Option<usize> {
        let board = &self.mover.variant.board;
        let head = self.walk.nodes[usize::from(edge.to)].head;
        let held = self.held(state.board, square);
        let leg = if edge.new_leg { state.square } else { state.leg };
        let step = self.act.step(edge);
        let origin = self.setting.origin;
        let room_at_leg = self.held(state.board, leg) == Stand::Empty;
        let beyond = board.step(square, edge);
        let pushable =
            |trip: &Self| beyond.is_none_or(|b| trip.held(state.board, b) == Stand::Empty && b != square);
        let in_reach = self.act.may_end(&head, origin, square);
        if held == Stand::Empty
            && square != origin
            && head.stop.is_some()
            && in_reach
            && !self.on_way(from, square)
        {
            let possible = match head.take {
                Take::Unload => room_at_leg,
                Take::Push => pushable(self),
                _ => true,
            };
            if possible {
                for mark in supposed(self.mover, self.act, &head, leg == origin) {
                    self.leaves.push(Leaf { before: from, square, node: edge.to, step, mark });
                }
            }
        }
        if !self.setting.accepts(self.mover.side, &head.test, square, held) {
            return None;
        }
        // What is taken at the end still stands there for the mark, and is gone for further steps.
        let mut board = state.board;
        let occupied = matches!(held, Stand::Piece(_));
        let mut ep = false;
        match head.take {
            Take::Nothing => {}
            Take::Capture if occupied => {
                taken = true;
                board = self.changed(board, &[(square, Stand::Empty)]);
            }
            Take::Unload if occupied => {
                if !room_at_leg {
                    return None;
                }
                board = self.changed(board, &[(square, Stand::Empty), (leg, held)]);
            }
            Take::Push if occupied => {
                if !pushable(self) {
                    return None;
                }
                taken |= beyond.is_none();
                let pushed = beyond.map(|b| (b, held));
                let changes: Vec<_> = [(square, Stand::Empty)].into_iter().chain(pushed).collect();
                board = self.changed(board, &changes);
            }
            Take::Passed => {
                let victims: Vec<_> = self
                    .setting
                    .passed
                    .iter()
                    .filter(|p| p.square == square && head.test.passed.has(p.kind))
                    .map(|p| (p.victim, Stand::Empty))
                    .collect();
                ep = !victims.is_empty();
                taken |= ep;
                board = self.changed(board, &victims);
            }
            Take::Capture | Take::Unload | Take::Push => {}
        }
        let reached =
            State { square, node: edge.to, board, leg: if self.unloads { leg } else { self.setting.origin } };
        let id = *self.ids.entry(reached).or_insert_with(|| {
            self.states.push(reached);
            self.parents.push(from);
            self.taken.push(false);
            self.marks.push(Vec::new());
            self.states.len() - 1
        });
        self.taken[id] |= taken;
        if let Some(to) = beyond.filter(|_| head.take == Take::Push && occupied) {
            self.pushed.push((id, to));
        }
        self.moves.push((from, id, step));
        let Some(stop) = head.stop.filter(|_| in_reach) else { return Some(id) };
        let stay = stop == Stop::Stay;
        let free = |s: Square| self.held(board, s) == Stand::Empty;
        let room = if stay { free(origin) } else { free(square) };
        let nothing = (stay || square == origin) && !taken && board == 0;
        let nothing_counts = head.null && !stay;
        if !room || nothing && !nothing_counts || self.act.capturing().is_some_and(|c| c != taken) {
            return Some(id);
        }
        let mark = match held {
            _ if nothing => Mark::Null,
            _ if square == origin && !stay => Mark::Return,
            Stand::Piece(_) => {
                taking(self.mover, self.act, &head, Setting::is_of(self.mover.side, held), leg == origin)
            }
            _ if ep => Mark::Passed,
            _ => moving(self.act, &head),
        };
        self.marks[id].push(mark);
        Some(id)
    }

    /// Whether a square is on the way to a state.
    fn on_way(&self, mut state: Option<usize>, square: Square) -> bool {
        while let Some(id) = state {
            if self.states[id].square == square {
                return true;
            }
            state = self.parents[id];
        }
        false
    }

    /// Marks what is part of a move.
    fn report(self, found: &mut Found) {
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); self.states.len()];
        for &(from, to, _) in &self.moves {
            back[to].extend(from);
        }
        let mut live = vec![false; self.states.len()];
        // Whether the walk can go on from a state.
        let mut onward = vec![false; self.states.len()];
        let ends = (0..self.states.len()).filter(|&id| !self.marks[id].is_empty());
        let mut open: Vec<usize> = ends.chain(self.leaves.iter().filter_map(|l| l.before)).collect();
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut live[id], true) {
                open.extend(&back[id]);
            }
        }
        for &(from, to, _) in &self.moves {
            if let Some(from) = from.filter(|_| live[to]) {
                onward[from] = true;
            }
        }
        self.leaves.iter().filter_map(|l| l.before).for_each(|id| onward[id] = true);
        for &(from, to, step) in &self.moves {
            if live[to] {
                found.lit.extend([step, self.act.node(self.states[to].node)]);
                self.line(from, self.states[to].square, self.states[to].node, found);
            }
        }
        for leaf in &self.leaves {
            found.lit.extend([leaf.step, self.act.node(leaf.node)]);
            found.mark(leaf.square, leaf.mark);
            self.line(leaf.before, leaf.square, leaf.node, found);
        }
        for &(_, to) in self.pushed.iter().filter(|(id, _)| live[*id]) {
            found.mark(to, Mark::Pushed);
        }
        for (id, state) in self.states.iter().enumerate().filter(|&(id, _)| live[id]) {
            for &mark in &self.marks[id] {
                found.mark(state.square, mark);
            }
            let head = &self.walk.nodes[usize::from(state.node)].head;
            let passed = self.setting.passed.iter();
            for p in passed.filter(|p| head.take == Take::Passed && p.square == state.square) {
                if head.test.passed.has(p.kind) {
                    found.mark(p.victim, Mark::Through);
                }
            }
            if !onward[id] || state.square == self.setting.origin {
                continue;
            }
            let before = self.parents[id].map_or(0, |p| self.states[p].board);
            let held = self.held(before, state.square);
            match (held, head.take) {
                (_, Take::Nothing) if self.passes_anything(self.parents[id], state.node) => {
                    found.mark(state.square, Mark::Pass)
                }
                (Stand::Empty, _) if head.stop.is_none() => found.mark(state.square, Mark::Leg),
                (Stand::Empty, _) => {}
                (_, Take::Nothing) => found.mark(state.square, Mark::Hurdle),
                (_, Take::Unload) => found.mark(state.square, Mark::Carry),
                (_, Take::Push) => found.mark(state.square, Mark::Push),
                _ => found.mark(state.square, Mark::Through),
            }
        }
    }

    /// Whether a walk that comes to a node goes on alike whatever stands on the square, and cannot end there.
    fn passes_anything(&self, from: Option<usize>, node: NodeId) -> bool {
        let nodes = &self.walk.nodes;
        let like = &nodes[usize::from(node)];
        let edges = from.map_or(&self.walk.first, |id| &nodes[usize::from(self.states[id].node)].next);
        let passes = |e: &Edge| {
            let n = &nodes[usize::from(e.to)];
            n.next == like.next && n.head.stop.is_none() && n.head.take == Take::Nothing
        };
        let kinds: KindSet = (0..self.mover.variant.kinds.len() as u8).collect();
        like.head.stop.is_none()
            && edges.iter().filter(|e| e.to == node).any(|edge| {
                let beside = edges.iter().filter(|e| (e.dx, e.dy) == (edge.dx, edge.dy) && passes(e));
                let (empty, held) = beside.fold((false, KindSet::NONE), |(empty, held), e| {
                    let test = &nodes[usize::from(e.to)].head.test;
                    (empty || test.empty, held.or(test.friend).or(test.enemy))
                });
                empty && kinds.minus(held).is_empty()
            })
    }

    /// The line of a step, unless it is a leap that is all of a movement.
    fn line(&self, from: Option<usize>, to: Square, node: NodeId, found: &mut Found) {
        let start = from.map_or(self.setting.origin, |id| self.states[id].square);
        if from.is_some() || !self.walk.nodes[usize::from(node)].next.is_empty() {
            found.steps.insert((start, to));
        }
    }
}
