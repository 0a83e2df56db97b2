//! From a graph of legs to the automaton of a walk.
//!
//! A state is a leg, a direction, the number of steps so far (only as far as it matters), and the
//! side of the last bend. Unlimited rides come out as loops, limited ones as chains.

use std::collections::HashMap;

use super::legs::{Curve, Hop, Lame, Legs, Prey, Spec};
use super::{Context, Problem};
use crate::model::{Content, Edge, KindSet, Node, NodeHead, NodeId, Side, Stop, Take, Walk};

/// The most states of one term before the automaton is made smaller.
pub(super) const MOST_STATES: usize = 1_000;
/// The most steps between them.
const MOST_EDGES: usize = 10_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    leg: u16,
    /// The direction of the last step, or of the next one before a leg's first step.
    direction: u8,
    count: u8,
    /// How many hurdles a hopper has jumped, as far as it matters.
    beyond: u8,
    /// The turn before the next step of a ride that does not go straight.
    curve: i8,
    /// The side of the last bend: 1 right, -1 left, 0 none yet.
    bend: i8,
    /// The steps of the last ride, where they are compared.
    ride: u8,
}

/// What arriving on a square means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Role {
    /// Under way of one lame leap.
    Way(u8),
    Empty,
    /// An empty square where a leg ends, told apart from riding on: where something may be set down.
    Turn,
    Enemy,
    Friend,
    Passed,
    /// A piece to be jumped by a hopper.
    Platform,
    /// A piece of which the leg ends, untouched.
    Over,
}

struct Builder<'a> {
    legs: &'a Legs,
    cx: &'a Context,
    ids: HashMap<(State, Role), NodeId>,
    keys: Vec<(State, Role)>,
    full: bool,
}

/// The automaton of a term: complete, not yet small. Nodes are numbered in the order in which they
/// are found.
pub(crate) fn build(legs: &Legs, cx: &Context) -> Result<Walk, Problem> {
    let mut builder = Builder { legs, cx, ids: HashMap::new(), keys: Vec::new(), full: false };
    let mut first = Vec::new();
    for &leg in &legs.starts {
        let spec = &legs.legs[leg];
        let mask = spec.shape.first_all(spec.groups.iter().copied()) & spec.filter.unwrap_or(0xff);
        for direction in super::compass::bits(mask) {
            let turns: &[i8] = match spec.curve {
                Curve::Straight => &[0],
                Curve::Crooked(1) | Curve::Circular(1) => &[1, -1],
                Curve::Crooked(_) | Curve::Circular(_) => &[2, -2],
            };
            for &curve in turns {
                let leg = leg as u16;
                let start = State { leg, direction, count: 0, beyond: 0, curve, bend: 0, ride: 0 };
                first.extend(builder.step(start, false));
            }
        }
    }
    let mut nodes: Vec<Node> = Vec::new();
    let mut edges = 0;
    while nodes.len() < builder.keys.len() && !builder.full {
        let (state, role) = builder.keys[nodes.len()];
        let node = builder.node(state, role);
        edges += node.next.len();
        builder.full |= edges > MOST_EDGES;
        nodes.push(node);
    }
    if builder.full {
        let span = legs.legs.iter().map(|l| l.span).reduce(super::syntax::Span::to).unwrap_or_default();
        return Err(Problem::error("E0219", span, "this movement has too many different paths")
            .note(format!("its automaton would have more than {MOST_STATES} states"))
            .help("use fewer legs with limited ranges, or `0` where the limit does not matter"));
    }
    Ok(Walk { first, nodes })
}

impl<'a> Builder<'a> {
    fn spec(&self, state: State) -> &'a Spec {
        &self.legs.legs[usize::from(state.leg)]
    }

    fn id(&mut self, state: State, role: Role) -> NodeId {
        if let Some(&id) = self.ids.get(&(state, role)) {
            return id;
        }
        if self.keys.len() >= MOST_STATES {
            self.full = true;
            return 0;
        }
        let id = self.keys.len() as NodeId;
        self.ids.insert((state, role), id);
        self.keys.push((state, role));
        id
    }

    fn edge(&mut self, spec: &Spec, by: (i32, i32), new_leg: bool, state: State, role: Role) -> Edge {
        let turn = if self.cx.side == Side::Black { -1 } else { 1 };
        Edge {
            dx: (by.0 * turn) as i8,
            dy: (by.1 * turn) as i8,
            to: self.id(state, role),
            new_leg: new_leg && self.legs.unloads,
            wrap: spec.wrap,
            along: None,
            slide: self.cx.slides && spec.slides(),
            on: None,
        }
    }

    /// The limit of a leg's steps that can matter on this board; `None` if there is none.
    fn limit(&self, spec: &Spec) -> Option<u8> {
        let far = self.cx.size.files.max(self.cx.size.ranks).saturating_sub(1).max(1);
        match spec.most {
            Some(n) if n < far || n == 1 => Some(n),
            _ if self.legs.counts_steps => Some(far),
            _ => None,
        }
    }

    /// Whether the leg may end after the steps made.
    fn can_end(&self, state: State) -> bool {
        let spec = self.spec(state);
        if spec.same_count && state.count != state.ride {
            return false;
        }
        spec.hop.is_none_or(|h| state.beyond >= self.jumps(h))
    }

    /// How many hurdles a hop needs.
    const fn jumps(&self, hop: Hop) -> u8 {
        if hop.many { 1 } else { self.cx.hurdles.count }
    }

    /// Whether the leg may go on with a further step.
    fn can_go_on(&self, state: State) -> bool {
        let spec = self.spec(state);
        if spec.same_count {
            return state.count < state.ride;
        }
        if spec.hop.is_some_and(|h| h.close && state.beyond >= self.jumps(h)) {
            return false;
        }
        self.limit(spec).is_none_or(|most| state.count < most)
    }

    /// The state after one more step in the state's direction.
    fn advanced(&self, state: State) -> State {
        let spec = self.spec(state);
        let exact = spec.same_count || self.limit(spec).is_some();
        let count = if exact { state.count + 1 } else { 1 };
        State { count, ..state }
    }

    /// The state that goes on from here: rides that turn have turned.
    fn bent(&self, state: State) -> State {
        let curve = match self.spec(state).curve {
            Curve::Crooked(_) => -state.curve,
            _ => state.curve,
        };
        State { direction: (state.direction as i8 + state.curve).rem_euclid(8) as u8, curve, ..state }
    }

    /// The edges of the next step, in the state's direction.
    fn step(&mut self, before: State, new_leg: bool) -> Vec<Edge> {
        let spec = self.spec(before);
        let after = self.advanced(before);
        let (dx, dy) = spec.shape.step(before.direction);
        let times = if before.count == 0 { 1 + i32::from(spec.skip) } else { 1 };
        if spec.lame != Lame::Anything
            && let Some(&way) = spec.shape.way(before.direction).first()
        {
            return vec![self.edge(spec, way, new_leg, after, Role::Way(0))];
        }
        let by = (dx * times, dy * times);
        if by.0.abs() > 15 || by.1.abs() > 15 {
            return Vec::new();
        }
        self.arrivals(after, by, new_leg)
    }

    /// The edges to everything that the square of a step may hold.
    fn arrivals(&mut self, after: State, by: (i32, i32), new_leg: bool) -> Vec<Edge> {
        let spec = self.spec(after);
        let (end, on) = (self.can_end(after), self.can_go_on(after));
        let mut roles = Vec::new();
        let stands = end && spec.ends.empty;
        if on || (stands && !self.marks_turns(spec)) {
            roles.push(Role::Empty);
        }
        if stands && self.marks_turns(spec) {
            roles.push(Role::Turn);
        }
        if end && !self.enemies(spec).is_empty() {
            roles.push(Role::Enemy);
        }
        if end && spec.ends.friend {
            roles.push(Role::Friend);
        }
        if end && spec.ends.passed {
            roles.push(Role::Passed);
        }
        if end && spec.ends.over.is_some() {
            roles.push(Role::Over);
        }
        if let Some(hop) = spec.hop
            && on
            && (after.beyond < self.jumps(hop) || hop.many)
        {
            roles.push(Role::Platform);
        }
        roles.into_iter().map(|role| self.edge(spec, by, new_leg, after, role)).collect()
    }

    /// Whether it matters where a leg ends that goes on over empty squares.
    fn marks_turns(&self, spec: &Spec) -> bool {
        self.legs.unloads && !spec.last
    }

    /// The kinds of enemies that a leg may capture.
    fn enemies(&self, spec: &Spec) -> KindSet {
        match spec.ends.enemy {
            None => KindSet::NONE,
            Some(Prey::All) => self.cx.capturable,
            Some(Prey::Royals) => self.cx.capturable.and(self.cx.royals),
            Some(Prey::NoRoyals) => self.cx.capturable.minus(self.cx.royals),
        }
    }

    fn node(&mut self, state: State, role: Role) -> Node {
        let spec = self.spec(state);
        let (end, on) = (self.can_end(state), self.can_go_on(state));
        let none = Content::default();
        let hurdles = self.cx.hurdles;
        let over = Content { friend: hurdles.own, enemy: hurdles.enemy, terrain: hurdles.terrain, ..none };
        let take = if spec.ends.unload { Take::Unload } else { Take::Capture };
        let (test, take) = match role {
            Role::Way(_) if spec.lame == Lame::Occupied => (over, Take::Nothing),
            Role::Way(_) | Role::Empty | Role::Turn => (Content::EMPTY, Take::Nothing),
            Role::Enemy => (Content::enemy(self.enemies(spec)), take),
            Role::Friend => (Content { friend: self.cx.capturable.minus(self.cx.royals), ..none }, take),
            Role::Passed => (Content { passed: self.cx.capturable, ..none }, Take::Passed),
            Role::Over if spec.ends.over == Some(true) => {
                (Content { friend: hurdles.own, ..none }, Take::Nothing)
            }
            Role::Platform | Role::Over => (over, Take::Nothing),
        };
        let ends_here = match role {
            Role::Way(_) | Role::Platform => false,
            Role::Empty => end && spec.ends.empty && !self.marks_turns(spec),
            Role::Turn | Role::Enemy | Role::Friend | Role::Passed | Role::Over => true,
        };
        let mut next = Vec::new();
        match role {
            Role::Way(i) => {
                let way = spec.shape.way(state.direction);
                let (x, y) = way[usize::from(i)];
                if let Some(&(nx, ny)) = way.get(usize::from(i) + 1) {
                    next.push(self.edge(spec, (nx - x, ny - y), false, state, Role::Way(i + 1)));
                } else {
                    let (dx, dy) = spec.shape.step(state.direction);
                    next = self.arrivals(state, (dx - x, dy - y), false);
                }
            }
            Role::Platform => {
                let most = spec.hop.map_or(1, |h| self.jumps(h));
                let over = self.bent(State { beyond: most.min(state.beyond + 1), ..state });
                next = self.step(over, false);
            }
            Role::Empty if on => {
                let onward = self.bent(state);
                next = self.step(onward, false);
            }
            _ => {}
        }
        if ends_here && !spec.last {
            next.extend(self.next_legs(state));
        }
        let head = NodeHead {
            test,
            take,
            stop: (ends_here && spec.last).then_some(Stop::Arrive),
            leaves_passed: spec.leaves && (matches!(role, Role::Way(_)) || (role == Role::Empty && on)),
            waypoint: ends_here && !spec.last && role != Role::Empty,
            // What a hopper captures it reaches by one jump.
            over: self.cx.slides && spec.hop.is_some() && !ends_here,
            null: false,
        };
        Node { head, next }
    }

    /// The first steps of the legs that may follow.
    fn next_legs(&mut self, state: State) -> Vec<Edge> {
        let legs = self.legs;
        let spec = self.spec(state);
        let rides = spec.most != Some(1);
        let ride = if legs.counts_steps && rides { state.count } else { state.ride };
        let mut edges = Vec::new();
        for &to in &spec.next {
            for (direction, bend) in legs.follow(usize::from(state.leg), state.direction, state.bend, to) {
                let leg = to as u16;
                edges.extend(
                    self.step(State { leg, direction, count: 0, beyond: 0, curve: 0, bend, ride }, true),
                );
            }
        }
        edges
    }
}
