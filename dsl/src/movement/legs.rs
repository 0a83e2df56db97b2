//! From the tree of a term to a graph of legs: which leg can follow which, with everything that
//! the modifiers say about each already understood.

use std::collections::BTreeMap;

use super::compass::{Mask, Shape, Turn, bits, eight, oblique, turned, turns};
use super::syntax::{Body, Counts, Group, Leg, Mark, Mods, Span, Term, Unit};

/// The legs of a term and how they follow each other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Legs {
    pub(crate) legs: Vec<Spec>,
    /// The legs a movement may begin with.
    pub(crate) starts: Vec<usize>,
    /// Whether the legs stand in brackets, each with an atom of its own.
    pub(crate) bracket: bool,
    /// Whether some leg has as many steps as an earlier one.
    pub(crate) counts_steps: bool,
    /// Whether something is set down where a leg began.
    pub(crate) unloads: bool,
}

/// One leg. A leg that may be the last one or not is two of them.
#[derive(Debug, Clone)]
pub(crate) struct Spec {
    pub(crate) shape: Shape,
    /// The most steps; `None` for any number.
    pub(crate) most: Option<u8>,
    /// Direction groups, without lone bends on a first leg.
    pub(crate) groups: Vec<Group>,
    /// Directions of the board that are allowed, besides what the groups say.
    pub(crate) filter: Option<Mask>,
    /// Whether the movement ends with it.
    pub(crate) last: bool,
    pub(crate) ends: Ends,
    pub(crate) hop: Option<Hop>,
    pub(crate) lame: Lame,
    /// Squares skipped before the first step.
    pub(crate) skip: u8,
    /// Whether squares passed become en-passant squares.
    pub(crate) leaves: bool,
    pub(crate) wrap: bool,
    /// Whether it has as many steps as the last ride.
    pub(crate) same_count: bool,
    pub(crate) curve: Curve,
    pub(crate) next: Vec<usize>,
    /// Whether a movement may begin with it.
    pub(crate) first: bool,
    /// Whether `y` or `g` on the leg before changes its range.
    pub(crate) toggled: bool,
    /// The modifiers as they were written.
    pub(crate) mods: Mods,
    pub(crate) span: Span,
}

impl Spec {
    /// Whether the leg is a slide: any number of single steps in a straight line, or several.
    pub(crate) fn slides(&self) -> bool {
        let single = matches!(self.shape, Shape::Straight(1) | Shape::Diagonal(1) | Shape::Eight);
        single && self.most != Some(1) && self.hop.is_none() && self.curve == Curve::Straight
    }
}

/// What the last square of a leg may hold, and what happens to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) empty: bool,
    pub(crate) enemy: Option<Prey>,
    pub(crate) friend: bool,
    pub(crate) passed: bool,
    /// Any piece, left alone; only friends for `Some(true)`.
    pub(crate) over: Option<bool>,
    /// What is taken is set down where the leg began.
    pub(crate) unload: bool,
}

/// Which enemies may be captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prey {
    All,
    Royals,
    NoRoyals,
}

/// How a last leg hops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hop {
    /// Over any number of pieces.
    pub(crate) many: bool,
    /// To the square right behind.
    pub(crate) close: bool,
}

/// What the squares under way of a leap must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lame {
    Anything,
    Empty,
    Occupied,
}

/// Rides that do not go straight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Curve {
    Straight,
    /// Turns alternate.
    Crooked(u8),
    /// Every turn is the same.
    Circular(u8),
}

/// The legs of a term; `None` for the atoms that have none.
pub(crate) fn legs(term: &Term) -> Option<Legs> {
    let mut legs = match &term.body {
        Body::Plain { marks, unit } => plain(marks, unit)?,
        Body::Bracket { outer, legs } => bracket(outer, legs)?,
    };
    legs.counts_steps = legs.legs.iter().any(|l| l.same_count);
    legs.unloads = legs.legs.iter().any(|l| l.ends.unload);
    Some(legs)
}

/// One way from a place among the modifiers to the end of a leg.
struct Way {
    mods: Mods,
    /// Where the next leg's modifiers begin; `None` for the last leg.
    next: Option<usize>,
}

fn plain(marks: &[Mark], unit: &Unit) -> Option<Legs> {
    let shape = Shape::of(unit.atom)?;
    let mut all = Legs::default();
    let mut known: BTreeMap<(usize, bool), Vec<usize>> = BTreeMap::new();
    let mut links = Vec::new();
    let mut open = vec![(0, false)];
    while let Some((at, toggled)) = open.pop() {
        if known.contains_key(&(at, toggled)) {
            continue;
        }
        let mut here = Vec::new();
        for way in ways(marks, at) {
            let toggles = way.mods.has(b'y') || way.mods.has(b'g');
            let most = if toggled { toggle(unit) } else { unit.most() };
            let id = all.legs.len();
            let last = way.next.is_none();
            let spec = spec(&way.mods, shape, most, last, at == 0, unit.span);
            all.legs.push(Spec { toggled, ..spec });
            here.push(id);
            if let Some(next) = way.next {
                links.push((id, (next, toggles)));
                open.push((next, toggles));
            }
        }
        known.insert((at, toggled), here);
    }
    for (id, target) in links {
        all.legs[id].next = known[&target].clone();
    }
    all.starts = known[&(0, false)].clone();
    Some(all)
}

/// All ways to complete a leg whose modifiers begin at a mark.
fn ways(marks: &[Mark], from: usize) -> Vec<Way> {
    let mut done = Vec::new();
    let mut open = vec![(from, Mods::default())];
    while let Some((at, mods)) = open.pop() {
        match marks.get(at) {
            None => done.push(Way { mods, next: None }),
            Some(Mark::Again(_)) => done.push(Way { mods, next: Some(at + 1) }),
            Some(Mark::Mods(more)) => open.push((at + 1, mods.joined(more))),
            Some(Mark::Open(_)) => {
                let end = (at..marks.len()).find(|&i| matches!(marks[i], Mark::Close(_)));
                open.push((end.map_or(marks.len(), |e| e + 1), mods.clone()));
                open.push((at + 1, mods));
            }
            Some(Mark::Close(_)) => {
                let start = (0..at).rev().find(|&i| matches!(marks[i], Mark::Open(_)));
                open.push((at + 1, mods.clone()));
                open.push((start.map_or(0, |s| s + 1), mods));
            }
        }
    }
    done
}

/// The range of a leg after `y` or `g`: riders become leapers and leapers riders.
fn toggle(unit: &Unit) -> Option<u8> {
    if unit.most() == Some(1) { None } else { Some(1) }
}

fn bracket(outer: &Mods, legs: &[Leg]) -> Option<Legs> {
    let mut all = Legs { bracket: true, ..Legs::default() };
    // Leg i not as the last one is number 2i, as the last one 2i + 1.
    for (i, leg) in legs.iter().enumerate() {
        let shape = Shape::of(leg.unit.atom)?;
        let is_end = i + 1 == legs.len();
        for last in [false, true] {
            let mut mods = leg.mods.clone();
            if outer.has(b'o') && !mods.has(b'o') {
                mods.counts.add(b'o');
            }
            if i == 0 {
                for _ in 0..outer.counts.of(b'i') {
                    mods.counts.add(b'i');
                }
            }
            if last && !b"mcdek".iter().any(|&c| mods.has(c)) {
                for &letter in b"mcdeku" {
                    if outer.has(letter) && !mods.has(letter) {
                        mods.counts.add(letter);
                    }
                }
            }
            let mut spec = spec(&mods, shape, leg.unit.most(), last, i == 0, leg.span);
            if last && is_end && outer.directions().next().is_some() {
                spec.filter = Some(shape.first_all(outer.directions()));
            }
            if !last && !is_end {
                spec.next = if legs[i + 1].may_stop || i + 2 == legs.len() {
                    vec![2 * i + 2, 2 * i + 3]
                } else {
                    vec![2 * i + 2]
                };
            }
            all.legs.push(spec);
        }
    }
    all.starts = if legs.len() == 1 || legs[0].may_stop { vec![0, 1] } else { vec![0] };
    Some(all)
}

/// What the modifiers of one leg say.
fn spec(mods: &Mods, shape: Shape, most: Option<u8>, last: bool, first: bool, span: Span) -> Spec {
    let c = mods.counts;
    let long = match shape {
        Shape::Straight(n) | Shape::Diagonal(n) | Shape::Oblique(n, _) => n,
        Shape::Eight => 1,
    };
    let bend = if first { mods.bend() } else { None };
    // A circular leaper is a rider: one leap would have nothing to bend.
    let most = if bend == Some(b'q') && most == Some(1) { None } else { most };
    let by = match shape {
        Shape::Oblique(..) => 1,
        Shape::Eight if bend == Some(b'q') => 1,
        _ => 2,
    };
    let leaper = long > 1 && most == Some(1);
    let initial = first && c.has(b'i');
    let captures = b"cdek".iter().any(|&x| c.has(x)) || (last && !c.has(b'm'));
    Spec {
        shape,
        most,
        groups: if first { mods.directions().collect() } else { mods.groups.clone() },
        filter: None,
        last,
        ends: ends(c, last),
        hop: (last && (c.has(b'p') || c.has(b'g')))
            .then(|| Hop { many: c.of(b'p') > 1, close: c.has(b'g') && !c.has(b'p') }),
        lame: if c.has(b'j') && leaper {
            Lame::Occupied
        } else if c.has(b'n') && long > 1 {
            Lame::Empty
        } else {
            Lame::Anything
        },
        skip: if leaper { 0 } else { c.of(b'j') },
        leaves: c.of(b'n') > 1 || (initial && (c.has(b'n') || !captures)),
        wrap: c.has(b'o'),
        same_count: !first && c.has(b'i'),
        curve: match bend {
            Some(b'z') => Curve::Crooked(by),
            Some(_) => Curve::Circular(by),
            None => Curve::Straight,
        },
        next: Vec::new(),
        first,
        toggled: false,
        mods: mods.clone(),
        span: if mods.is_empty() { span } else { mods.span.to(span) },
    }
}

/// What the modes of a leg say about its last square.
fn ends(c: Counts, last: bool) -> Ends {
    let over = !last && (c.has(b'p') || c.has(b'g'));
    // `y` alone is like `m`; so is nothing at all, and `t`, on a leg that goes on.
    let named = b"mcdek".iter().any(|&x| c.has(x));
    let usual = !named && !over;
    let capture = c.has(b'c') || c.has(b'k') || (usual && last);
    Ends {
        empty: c.has(b'm') || usual || (c.has(b'y') && !last && !named),
        enemy: capture.then(|| match (c.has(b'k'), last && c.has(b't')) {
            (true, _) => Prey::Royals,
            (false, true) => Prey::NoRoyals,
            (false, false) => Prey::All,
        }),
        friend: c.has(b'd'),
        passed: c.has(b'e'),
        over: over.then(|| c.has(b't')),
        unload: c.has(b'u'),
    }
}

impl Legs {
    /// The directions (and the side of the last bend) in which a leg may follow another that went
    /// in a direction.
    pub(crate) fn follow(&self, from: usize, direction: u8, bend: i8, to: usize) -> Vec<(u8, i8)> {
        let (before, after) = (&self.legs[from], &self.legs[to]);
        let found = match (before.shape.is_oblique(), after.shape.is_oblique()) {
            (false, true) => to_oblique(direction, &after.groups).into_iter().map(|d| (d, bend)).collect(),
            (true, false) => {
                let base = match after.shape {
                    Shape::Diagonal(_) => direction | 1,
                    _ => direction.div_ceil(2) * 2 % 8,
                };
                self.turned_by(after, base, bend, false)
            }
            _ => self.turned_by(after, direction, bend, self.starts.contains(&from)),
        };
        let own = if self.bracket { after.shape.all() } else { 0xff } & after.filter.unwrap_or(0xff);
        found.into_iter().filter(|&(d, _)| own >> d & 1 != 0).collect()
    }

    fn turned_by(&self, after: &Spec, base: u8, bend: i8, first: bool) -> Vec<(u8, i8)> {
        let turned: Vec<Turn> = if after.groups.is_empty() {
            let usual = match after.shape {
                _ if self.bracket && after.shape.all() >> base & 1 != 0 => 0b0000_0001,
                _ if self.bracket => 0b1000_0010,
                Shape::Straight(_) | Shape::Diagonal(_) => 0b0100_0101,
                Shape::Eight | Shape::Oblique(..) => 0b1110_1111,
            };
            bits(usual).map(Turn::By).collect()
        } else {
            after.groups.iter().filter_map(|&g| turns(g)).flatten().collect()
        };
        let mut found = Vec::new();
        for turn in turned {
            match turn {
                Turn::By(by) => {
                    let side = match by {
                        1..=3 => 1,
                        5..=7 => -1,
                        _ => bend,
                    };
                    found.push(((base + by) % 8, side));
                }
                Turn::Bend(by, same) => {
                    // A first diagonal step counts as a bend away from the horizontal.
                    let bend = if bend == 0 && first && by != 2 && base % 2 == 1 {
                        if base % 4 == 3 { 1 } else { -1 }
                    } else {
                        bend
                    };
                    let sides: &[i8] = match (bend, same) {
                        (0, _) => &[1, -1],
                        (1, true) | (-1, false) => &[1],
                        _ => &[-1],
                    };
                    for &side in sides {
                        let by = if side > 0 { by } else { 8 - by };
                        found.push(((base + by) % 8, side));
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The directions of an oblique leg after a straight or diagonal one: the two that are nearest, or
/// what the groups say with the last direction as forward.
fn to_oblique(direction: u8, groups: &[Group]) -> Vec<u8> {
    let nearest = 0b1000_0001;
    let mut mask = 0;
    for &group in groups {
        mask |= if direction.is_multiple_of(2) {
            oblique(group).unwrap_or(0)
        } else {
            // Seen along a diagonal, direction `k` of eight stands for the oblique steps beside it.
            let near = eight(group).unwrap_or(0);
            match group.second {
                Some(b'l' | b'r' | b'f' | b'b') if group.first != b'h' => side_of_pair(group),
                Some(b's' | b'v') => near_pair(group.first),
                _ => turned(near, 7) | near,
            }
        };
    }
    let mask = if groups.is_empty() { nearest } else { mask };
    bits(turned(mask, direction)).collect()
}

/// The two oblique steps beside a lone letter.
fn near_pair(letter: u8) -> Mask {
    eight(Group::one(letter)).map_or(0, |m| turned(m, 7) | m)
}

/// Of the two steps beside the first letter, the one on the side of the second.
fn side_of_pair(group: Group) -> Mask {
    let Some(second) = group.second else { return 0 };
    let pair = near_pair(group.first);
    let half = match second {
        b'f' => 0b1100_0011,
        b'r' => 0b0000_1111,
        b'b' => 0b0011_1100,
        _ => 0b1111_0000,
    };
    pair & half
}
