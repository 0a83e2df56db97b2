//! Shapes of movement: a walk's automaton taken apart into leaps, rides, pushes and nested ways.
//!
//! Before: a [`Walk`] says everything, but only as an automaton. After: [`Ways`] say which part of
//! it is a plain leap or ride (looked up in tables), which is a quiet push, which captures in
//! passing, and which has to be followed square by square. What has no such form is refused with a
//! reason.

use chv_dsl::model::{Content, Edge, KindSet, Stop, Take, Walk};

/// A step in files and ranks.
pub type Step = (i8, i8);

/// Most steps a ride can have on the largest board; stands for "as far as it goes".
pub const FAR: u8 = 15;

/// One way on from a square. All steps are absolute.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// One step, and the walk ends.
    Leap {
        /// The step.
        step: Step,
        /// What may be on the square.
        ends: Ends,
    },
    /// Equal steps over empty squares, the walk ending after any of them.
    Ride {
        /// One step.
        step: Step,
        /// The largest number of steps.
        most: u8,
        /// What may be on the last square.
        ends: Ends,
    },
    /// One step to a square that is only passed (or where the walk may end as well), then on.
    Through {
        /// The step.
        step: Step,
        /// What the square must hold for the walk to go on.
        content: Needs,
        /// What may be on it if the walk ends here.
        ends: Ends,
        /// The ways on.
        then: Vec<Way>,
    },
    /// Equal steps over any number of empty squares, from each of which there are ways on.
    Slide {
        /// One step.
        step: Step,
        /// Whether the walk may end on an empty square of it.
        quiet: bool,
        /// The ways on from each empty square.
        then: Vec<Way>,
        /// The ways on from the first occupied square behind at least one empty square (or right
        /// away, if `near`), if that holds what is asked.
        blocked: Vec<Blocked>,
        /// Whether `blocked` holds for an occupied square next to the start as well.
        near: bool,
    },
}

/// What happens at the first occupied square of a slide.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Blocked {
    /// What the square must hold for the walk to go on.
    pub content: Needs,
    /// What may be on it if the walk ends here.
    pub ends: Ends,
    /// The ways on.
    pub then: Vec<Way>,
}

/// What the last square of a walk may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ends {
    /// It may be empty.
    pub quiet: bool,
    /// It may hold an enemy of one of these kinds, which is captured.
    pub capture: KindSet,
    /// It may hold a friend of one of these kinds, which is captured.
    pub friend: KindSet,
}

impl Ends {
    /// Whether nothing may be there at all.
    #[must_use]
    pub fn never(self) -> bool {
        !self.quiet && self.capture.is_empty() && self.friend.is_empty()
    }

    fn or(self, other: Self) -> Self {
        Self {
            quiet: self.quiet || other.quiet,
            capture: self.capture.or(other.capture),
            friend: self.friend.or(other.friend),
        }
    }
}

/// What a square that is passed must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Needs {
    /// It may be empty.
    pub empty: bool,
    /// It may hold a friend of one of these kinds.
    pub friend: KindSet,
    /// It may hold an enemy of one of these kinds.
    pub enemy: KindSet,
    /// It may hold terrain that blocks, of these kinds.
    pub terrain: u64,
}

impl From<Content> for Needs {
    fn from(c: Content) -> Self {
        Self { empty: c.empty, friend: c.friend, enemy: c.enemy, terrain: c.terrain }
    }
}

/// Equal steps over empty squares without capture, of certain numbers only.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Push {
    /// One step.
    pub step: Step,
    /// Bit `n` is set if it may have `n` steps.
    pub lengths: u32,
    /// Whether the squares passed become en-passant squares.
    pub leaves_passed: bool,
}

/// A walk taken apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ways {
    /// Leaps, rides and nested ways, in canonical order.
    pub ways: Vec<Way>,
    /// Quiet pushes of certain lengths.
    pub pushes: Vec<Push>,
    /// Steps that capture en passant, and the kinds they take so.
    pub passed: Vec<(Step, KindSet)>,
    /// Whether the mover stays where it is when it captures.
    pub stay: bool,
    /// The movement leads to any square that may be so, whatever the way.
    pub anywhere: Option<Ends>,
}

/// Takes a walk apart.
///
/// # Errors
/// The reason, in a few words, why the walk has no such form.
pub fn take_apart(walk: &Walk) -> Result<Ways, String> {
    let stops: Vec<Stop> = walk.nodes.iter().filter_map(|n| n.head.stop).collect();
    let stay = stops.contains(&Stop::Stay);
    if walk.nodes.iter().any(|n| n.head.null) {
        return Err("a walk that may come back with nothing changed".to_owned());
    }
    if stay && stops.contains(&Stop::Arrive) {
        return Err("a walk that sometimes stays and sometimes arrives".to_owned());
    }
    let (passing, plain): (Vec<Edge>, Vec<Edge>) =
        walk.first.iter().partition(|e| walk.nodes[e.to as usize].head.take == Take::Passed);
    let mut out = Ways { stay, ..Ways::default() };
    for edge in passing {
        let node = &walk.nodes[edge.to as usize];
        if node.head.test == Content::default() {
            // Nothing ever leaves such squares in this game.
            continue;
        }
        if !node.next.is_empty() || edge.wrap || edge.along.is_some() {
            return Err("a capture en passant that goes on".to_owned());
        }
        out.passed.push(((edge.dx, edge.dy), node.head.test.passed));
    }
    for group in by_step(&plain) {
        match line(walk, &group) {
            Some(line) => match line.shape() {
                Shape::Ways(ways) => out.ways.extend(ways),
                Shape::Push(push) => out.pushes.push(push),
                Shape::Other => out.ways.extend(nested(walk, &group, &mut Vec::new())?),
            },
            None => out.ways.extend(nested(walk, &group, &mut Vec::new())?),
        }
    }
    if let Some(node) = walk.nodes.iter().find(|n| n.head.leaves_passed)
        && out.pushes.iter().all(|p| !p.leaves_passed)
    {
        return Err(format!("squares left for en passant by a walk that is no push ({:?})", node.head.stop));
    }
    out.ways.sort();
    out.pushes.sort();
    out.passed.sort();
    Ok(out)
}

/// What a stopping node's square may hold.
fn ends_of(test: &Content) -> Ends {
    Ends { quiet: test.empty, capture: test.enemy, friend: test.friend }
}

/// Edges in groups of equal step, in order of first appearance.
fn by_step(edges: &[Edge]) -> Vec<Vec<Edge>> {
    let mut groups: Vec<Vec<Edge>> = Vec::new();
    for &edge in edges {
        match groups.iter_mut().find(|g| (g[0].dx, g[0].dy) == (edge.dx, edge.dy)) {
            Some(group) => group.push(edge),
            None => groups.push(vec![edge]),
        }
    }
    groups
}

/// What a straight walk may do after each number of steps, all squares before being empty.
struct Line {
    step: Step,
    ends: Vec<Ends>,
    leaves: Vec<bool>,
    endless: bool,
}

enum Shape {
    Ways(Vec<Way>),
    Push(Push),
    Other,
}

/// Follows edges of one step as long as every way on is the same step again; `None` if the walk
/// turns, passes over pieces or does something on its way.
fn line(walk: &Walk, edges: &[Edge]) -> Option<Line> {
    let step = (edges[0].dx, edges[0].dy);
    let mut here: Vec<u16> = Vec::new();
    let mut next: Vec<Edge> = edges.to_vec();
    let mut out = Line { step, ends: Vec::new(), leaves: Vec::new(), endless: false };
    for _ in 0..FAR {
        here.clear();
        for edge in &next {
            if (edge.dx, edge.dy) != step || edge.wrap || edge.along.is_some() {
                return None;
            }
            if !here.contains(&edge.to) {
                here.push(edge.to);
            }
        }
        if here.is_empty() {
            return Some(out);
        }
        next.clear();
        let mut ends = Ends::default();
        let mut leaves = false;
        for &id in &here {
            let node = &walk.nodes[id as usize];
            let head = &node.head;
            let occupied = head.test.friend.or(head.test.enemy);
            if head.test.terrain != 0 || !head.test.passed.is_empty() {
                return None;
            }
            if !matches!(head.take, Take::Nothing | Take::Capture) {
                return None;
            }
            if !occupied.is_empty()
                && (head.stop.is_none() || head.take == Take::Nothing || !node.next.is_empty())
            {
                return None;
            }
            if head.stop.is_some() {
                ends = ends.or(ends_of(&head.test));
            }
            leaves |= head.leaves_passed;
            next.extend(node.next.iter().copied());
        }
        out.ends.push(ends);
        out.leaves.push(leaves);
    }
    out.endless = !next.is_empty();
    Some(out)
}

impl Line {
    fn shape(&self) -> Shape {
        let first = self.ends[0];
        let leaves = self.leaves.iter().any(|&l| l);
        if !leaves && self.ends.iter().all(|&e| e == first) && !first.never() {
            return Shape::Ways(vec![self.ride(first, self.ends.len())]);
        }
        let takes_none = |e: &Ends| e.capture.is_empty() && e.friend.is_empty();
        if self.ends.iter().all(takes_none) {
            let lengths =
                self.ends.iter().enumerate().fold(0, |bits, (i, e)| bits | u32::from(e.quiet) << (i + 1));
            return Shape::Push(Push { step: self.step, lengths, leaves_passed: leaves });
        }
        if leaves {
            return Shape::Other;
        }
        // Quiet to one distance, capturing to another: two rides.
        let reach = |wanted: fn(&Ends) -> bool| {
            let n = self.ends.iter().take_while(|e| wanted(e)).count();
            self.ends[n..].iter().all(|e| !wanted(e)).then_some(n)
        };
        let prey = |e: &Ends| Ends { quiet: false, ..*e };
        let taking = self.ends.iter().map(prey).find(|e| !e.never()).unwrap_or_default();
        let equal = self.ends.iter().map(prey).all(|e| e.never() || e == taking);
        match (reach(|e| e.quiet), reach(|e| !(Ends { quiet: false, ..*e }).never()), equal) {
            (Some(quiet), Some(capture), true) if quiet > 0 && capture > 0 => Shape::Ways(vec![
                self.ride(Ends { quiet: true, ..Ends::default() }, quiet),
                self.ride(taking, capture),
            ]),
            (None | Some(0), Some(capture), true) if self.ends.iter().all(|e| !e.quiet) && capture > 0 => {
                Shape::Ways(vec![self.ride(taking, capture)])
            }
            _ => Shape::Other,
        }
    }

    fn ride(&self, ends: Ends, most: usize) -> Way {
        if most == 1 && !(self.endless && self.ends.len() == 1) {
            return Way::Leap { step: self.step, ends };
        }
        Way::Ride { step: self.step, most: most as u8, ends }
    }
}

/// Follows edges of one step node by node.
fn nested(walk: &Walk, edges: &[Edge], open: &mut Vec<u16>) -> Result<Vec<Way>, String> {
    let mut out = Vec::new();
    for edge in edges {
        if edge.wrap || edge.along.is_some() {
            return Err("steps over a joined edge or along drawn lines".to_owned());
        }
        let step = (edge.dx, edge.dy);
        let node = &walk.nodes[edge.to as usize];
        let head = &node.head;
        if head.test.terrain != 0 && head.stop.is_some() {
            return Err("a walk that ends on terrain that blocks".to_owned());
        }
        if head.take == Take::Passed || head.leaves_passed {
            return Err("en passant inside a longer walk".to_owned());
        }
        if open.contains(&edge.to) {
            return Err("a walk that comes back to where it turned".to_owned());
        }
        let takes = match head.take {
            Take::Nothing => false,
            Take::Capture => true,
            _ => return Err("a walk that swaps or pushes".to_owned()),
        };
        let occupied = head.test.friend.or(head.test.enemy);
        if !takes && head.stop.is_some() && !occupied.is_empty() {
            return Err("a walk that ends on a piece without taking it".to_owned());
        }
        let ends = if head.stop.is_some() { ends_of(&head.test) } else { Ends::default() };
        if node.next.is_empty() {
            out.push(Way::Leap { step, ends });
            continue;
        }
        if takes && !occupied.is_empty() {
            return Err("a walk that goes on after a capture".to_owned());
        }
        let again = node.next.iter().any(|e| e.to == edge.to && (e.dx, e.dy) == step && !e.wrap);
        if again && head.test.empty && head.test.enemy.is_empty() && head.test.friend.is_empty() {
            open.push(edge.to);
            let rest: Vec<Edge> = node.next.iter().filter(|e| e.to != edge.to).copied().collect();
            let (on_block, on_free): (Vec<Edge>, Vec<Edge>) =
                rest.iter().partition(|e| (e.dx, e.dy) == step && !walk.nodes[e.to as usize].head.test.empty);
            let mut then = Vec::new();
            for group in by_step(&on_free) {
                then.extend(ways_on(walk, &group, open)?);
            }
            let mut blocked = Vec::new();
            for e in &on_block {
                for way in nested(walk, &[*e], open)? {
                    match way {
                        Way::Leap { ends, .. } => {
                            blocked.push(Blocked { content: Needs::default(), ends, then: Vec::new() })
                        }
                        Way::Through { content, ends, then, .. } => {
                            blocked.push(Blocked { content, ends, then })
                        }
                        _ => return Err("a slide that turns into another on an occupied square".to_owned()),
                    }
                }
            }
            open.pop();
            then.sort();
            blocked.sort();
            let near = on_block.iter().all(|b| edges.iter().any(|e| e.to == b.to));
            let far = on_block.iter().any(|b| edges.iter().any(|e| e.to == b.to));
            if far && !near {
                return Err("a slide whose first step differs from the others".to_owned());
            }
            out.push(Way::Slide { step, quiet: ends.quiet, then, blocked, near });
            continue;
        }
        open.push(edge.to);
        let mut then = Vec::new();
        for group in by_step(&node.next) {
            then.extend(ways_on(walk, &group, open)?);
        }
        open.pop();
        then.sort();
        out.push(Way::Through { step, content: head.test.into(), ends, then });
    }
    // What a slide says of its first occupied square holds for the next square too: the separate
    // leaps to the same effect are not needed.
    let slides_near =
        out.iter().any(|w| matches!(w, Way::Slide { near: true, blocked, .. } if !blocked.is_empty()));
    if slides_near {
        let blocked: Vec<Blocked> = out
            .iter()
            .filter_map(|w| if let Way::Slide { blocked, .. } = w { Some(blocked.clone()) } else { None })
            .flatten()
            .collect();
        out.retain(|w| match w {
            Way::Leap { ends, .. } => !blocked.iter().any(|b| b.ends == *ends && b.then.is_empty()),
            Way::Through { content, ends, then, .. } => {
                !blocked.iter().any(|b| b.ends == *ends && b.content == *content && b.then == *then)
            }
            _ => true,
        });
    }
    Ok(out)
}

/// The ways on from inside a longer walk, by edges of one step.
fn ways_on(walk: &Walk, group: &[Edge], open: &mut Vec<u16>) -> Result<Vec<Way>, String> {
    if let Some(line) = line(walk, group)
        && let Shape::Ways(ways) = line.shape()
    {
        return Ok(ways);
    }
    nested(walk, group, open)
}

impl Way {
    /// The same way turned by 180 degrees.
    #[must_use]
    pub fn turned(&self) -> Self {
        let turn = |(dx, dy): Step| (-dx, -dy);
        let all = |ways: &[Way]| {
            let mut out: Vec<Way> = ways.iter().map(Way::turned).collect();
            out.sort();
            out
        };
        match self {
            Way::Leap { step, ends } => Way::Leap { step: turn(*step), ends: *ends },
            Way::Ride { step, most, ends } => Way::Ride { step: turn(*step), most: *most, ends: *ends },
            Way::Through { step, content, ends, then } => {
                Way::Through { step: turn(*step), content: *content, ends: *ends, then: all(then) }
            }
            Way::Slide { step, quiet, then, blocked, near } => Way::Slide {
                step: turn(*step),
                quiet: *quiet,
                then: all(then),
                blocked: {
                    let turn = |b: &Blocked| Blocked { content: b.content, ends: b.ends, then: all(&b.then) };
                    let mut blocked: Vec<Blocked> = blocked.iter().map(turn).collect();
                    blocked.sort();
                    blocked
                },
                near: *near,
            },
        }
    }
}

impl Ways {
    /// Whether some way captures a friend.
    #[must_use]
    pub fn takes_friends(&self) -> bool {
        fn one(way: &Way) -> bool {
            match way {
                Way::Leap { ends, .. } | Way::Ride { ends, .. } => !ends.friend.is_empty(),
                Way::Through { ends, then, .. } => !ends.friend.is_empty() || then.iter().any(one),
                Way::Slide { then, blocked, .. } => {
                    then.iter().any(one)
                        || blocked.iter().any(|b| !b.ends.friend.is_empty() || b.then.iter().any(one))
                }
            }
        }
        self.ways.iter().any(one) || self.anywhere.is_some_and(|ends| !ends.friend.is_empty())
    }

    /// The same walk turned by 180 degrees, in canonical order.
    #[must_use]
    pub fn turned(&self) -> Self {
        let mut out = Self {
            ways: self.ways.iter().map(Way::turned).collect(),
            pushes: self.pushes.iter().map(|p| Push { step: (-p.step.0, -p.step.1), ..p.clone() }).collect(),
            passed: self.passed.iter().map(|&((x, y), k)| ((-x, -y), k)).collect(),
            stay: self.stay,
            anywhere: self.anywhere,
        };
        out.ways.sort();
        out.pushes.sort();
        out.passed.sort();
        out
    }
}
