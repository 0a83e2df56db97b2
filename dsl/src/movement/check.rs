//! What is void, doubtful or impossible in a movement that is otherwise well written.

use super::compass::{STRAIGHT, Shape, bits, turns};
use super::legs::{self, Legs, Spec};
use super::print::{spell, write_mods, write_unit};
use super::syntax::{Atom, Body, Group, Leg, MODALITIES, Mark, Mods, Range, Span, Term, Unit};
use super::{Dialect, Movement, Problem};

/// The most legs of one term.
const MOST_LEGS: usize = 64;
/// The most legs of one term when its repetitions are written out.
const MOST_WAYS: usize = 256;

/// The problem of an upper-case letter that is no atom.
pub(crate) fn unknown_atom(letter: u8, at: Span) -> Problem {
    let name = char::from(letter);
    match letter {
        b'L' => Problem::error("E0203", at, "`L` means (3,1) in some programs and (3,2) in others")
            .help("write `C` for (3,1), `Z` for (3,2), or the leap itself: `(3,1)`"),
        b'J' => Problem::error("E0203", at, "`J` means (3,2) in some programs and (3,1) in others")
            .help("write `Z` for (3,2), `C` for (3,1), or the leap itself: `(3,2)`"),
        b'X' | b'Y' => Problem::error("E0203", at, format!("`{name}` is no atom of its own"))
            .note("right after a leap, `X` adds 3 to its longer coordinate and `Y` adds 2 to both: `FX` is (4,1)")
            .help("write the leap by its coordinates: `(4,1)`"),
        _ => Problem::error("E0203", at, format!("`{name}` is not an atom"))
            .note("atoms are W F D N A H C Z G, R B Q K, U O I, and leaps by coordinates such as `(4,1)`"),
    }
}

/// Looks through all terms.
pub(crate) fn terms(terms: &[Term], dialect: Dialect, problems: &mut Vec<Problem>) {
    let mut found = Vec::new();
    for term in terms {
        let mut check = Check { problems: &mut found, dialect };
        match &term.body {
            Body::Plain { marks, unit } => check.plain(term, marks, unit),
            Body::Bracket { outer, legs } => check.bracket(term, outer, legs),
        }
    }
    if dialect == Dialect::Chv {
        said_again(terms, &mut found);
    }
    for problem in found {
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }
}

/// Terms that say what one before them says.
fn said_again(terms: &[Term], problems: &mut Vec<Problem>) {
    let mut plain: Vec<Term> = Vec::new();
    let mut distinct = Vec::new();
    let mut again = Vec::new();
    for term in terms {
        let spelled = plainly(term);
        if plain.contains(&spelled) {
            again.push((term.span, spelled));
        } else {
            plain.push(spelled);
            distinct.push(term.clone());
        }
    }
    let rest = Movement { terms: distinct }.canonical();
    problems.extend(again.into_iter().map(|(span, term)| {
        let text = Movement { terms: vec![term] }.canonical();
        Problem::warning("W0208", span, format!("this movement has `{text}` already"))
            .help(format!("write `{rest}`"))
    }));
}

/// A term with the one spelling of what an atom and its range can say in several ways.
fn plainly(term: &Term) -> Term {
    let unit = |unit: &mut Unit| {
        let (atom, range) = (unit.atom, unit.range);
        (unit.atom, unit.range) = match (atom.text().as_str(), range) {
            ("W", Range::Any) => (Atom::StraightRide, Range::Usual),
            ("F", Range::Any) => (Atom::DiagonalRide, Range::Usual),
            ("R", Range::UpTo(n)) => (Atom::letter(b'W').unwrap_or(atom), Range::UpTo(n)),
            ("B", Range::UpTo(n)) => (Atom::letter(b'F').unwrap_or(atom), Range::UpTo(n)),
            ("Q", Range::UpTo(n)) => (Atom::FullStep, Range::UpTo(n)),
            ("K", Range::Any) => (Atom::FullRide, Range::Usual),
            _ => (atom, range),
        };
        if unit.range == Range::UpTo(1) && unit.atom != Atom::Castling {
            unit.range = Range::Usual;
        }
    };
    let mut plain = term.clone();
    match &mut plain.body {
        Body::Plain { unit: only, .. } => unit(only),
        Body::Bracket { legs, .. } => legs.iter_mut().for_each(|leg| unit(&mut leg.unit)),
    }
    plain
}

struct Check<'a> {
    problems: &'a mut Vec<Problem>,
    dialect: Dialect,
}

fn void(at: Span, message: impl Into<String>) -> Problem {
    Problem::error("E0207", at, message)
}

impl Check<'_> {
    fn push(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Whether a term has more legs than are looked at.
    fn too_many_legs(&mut self, term: &Term, legs: usize) -> bool {
        if legs > MOST_LEGS {
            let message = format!("this movement has {legs} legs; at most {MOST_LEGS} are allowed");
            self.push(Problem::error("E0219", term.span, message));
        }
        legs > MOST_LEGS
    }

    fn plain(&mut self, term: &Term, marks: &[Mark], unit: &Unit) {
        let again = marks.iter().filter(|m| matches!(m, Mark::Again(_))).count();
        if self.too_many_legs(term, again + 1) {
            return;
        }
        if matches!(unit.atom, Atom::Universal | Atom::Castling | Atom::Imitator) {
            self.special(marks, unit);
            return;
        }
        let Some(legs) = legs::legs(term) else { return };
        if legs.legs.len() > MOST_WAYS {
            let message = "this movement repeats in too many ways";
            self.push(
                Problem::error("E0219", term.span, message)
                    .note(format!("written out, its repetitions give more than {MOST_WAYS} different legs")),
            );
            return;
        }
        for spec in &legs.legs {
            self.leg(&legs, spec, unit);
        }
        self.reachable(&legs);
        self.sides_after_bends(marks, unit);
        if let Some(spec) = legs.starts.first().map(|&s| &legs.legs[s])
            && self.dialect == Dialect::Chv
        {
            self.ambiguous(spec, unit, legs.legs.len() == 1);
        }
    }

    fn bracket(&mut self, term: &Term, outer: &Mods, legs: &[Leg]) {
        if self.too_many_legs(term, legs.len()) {
            return;
        }
        for leg in legs {
            if matches!(leg.unit.atom, Atom::Universal | Atom::Castling | Atom::Imitator) {
                let message = format!("`{}` cannot be a leg of a longer movement", leg.unit.atom.text());
                self.push(void(leg.unit.span, message));
                return;
            }
        }
        let [first, .., last] = legs else {
            let message = "brackets with one leg say nothing more than the leg";
            self.push(Problem::error("E0209", term.span, message).help("leave out the brackets"));
            return;
        };
        for &letter in b"pgyjnt" {
            if outer.has(letter) {
                let name = char::from(letter);
                self.push(
                    void(outer.place(letter), format!("`{name}` before a bracket belongs to no leg"))
                        .help("put it before the leg that it is meant for, inside the brackets"),
                );
            }
        }
        if let Some(bend) = outer.bend() {
            self.push(void(outer.place(bend), "a bend before a bracket belongs to no leg"));
        }
        if let Some(shape) = Shape::of(last.unit.atom) {
            for group in outer.directions() {
                if shape.first(group).is_none() {
                    self.push(self.no_direction(group, &last.unit));
                }
            }
        }
        let Some(graph) = legs::legs(term) else { return };
        for (i, spec) in graph.legs.iter().enumerate() {
            let leg = &legs[i / 2];
            let is_end = i / 2 + 1 == legs.len();
            if (spec.last && !leg.may_stop && !is_end) || (!spec.last && is_end) {
                continue;
            }
            self.leg(&graph, spec, &leg.unit);
        }
        self.reachable(&graph);
        let spec = &graph.legs[0];
        self.ambiguous(spec, &first.unit, false);
    }

    /// `U`, `O` and `I` have one leg and few modifiers.
    fn special(&mut self, marks: &[Mark], unit: &Unit) {
        let name = unit.atom.text();
        let mut all = Mods::default();
        for mark in marks {
            match mark {
                Mark::Mods(mods) => all = all.joined(mods),
                Mark::Again(at) | Mark::Open(at) => {
                    self.push(void(*at, format!("`{name}` cannot be a leg of a longer movement")));
                    return;
                }
                Mark::Close(_) => {}
            }
        }
        let allowed: &[u8] = match unit.atom {
            Atom::Universal => b"imcdktu",
            Atom::Castling => b"ij",
            _ => b"imcdek",
        };
        for &letter in MODALITIES.iter().filter(|c| all.has(**c) && !allowed.contains(c)) {
            let message = format!("`{}` has no meaning on `{name}`", char::from(letter));
            self.push(void(all.place(letter), message));
        }
        for group in &all.groups {
            let fine = match unit.atom {
                Atom::Castling => group.second.is_none() && matches!(group.first, b'l' | b'r' | b's'),
                Atom::Universal => false,
                _ => group.first == b'b' && group.second.is_none(),
            };
            if fine {
                continue;
            }
            let text = group.text();
            self.push(if unit.atom == Atom::Universal {
                void(group.span, format!("`U` goes to every square: the direction `{text}` has no meaning"))
                    .help("limit the squares with a region instead")
            } else {
                void(group.span, format!("the direction `{text}` has no meaning on `{name}`"))
            });
        }
        match (unit.atom, unit.range) {
            (Atom::Castling, Range::UpTo(_)) => {}
            (Atom::Castling, _) => self.push(
                Problem::error("E0216", unit.span, "how far does the castling piece go? `O` needs a number")
                    .note("`isO2`: castling to either side, two squares; the partner lands on the square beside")
                    .help("write `isO2`"),
            ),
            (_, Range::Usual) => {}
            _ => self.push(void(unit.range_span, format!("a range has no meaning on `{name}`"))),
        }
    }

    fn no_direction(&self, group: Group, unit: &Unit) -> Problem {
        let (text, atom) = (group.text(), unit.atom.text());
        let problem = void(group.span, format!("the direction `{text}` has no meaning on `{atom}`"));
        if text.contains('h') {
            let problem = problem.note("`h` is for leaps that are neither straight nor diagonal, and `fh` and the like also for K and Q");
            return match group.second {
                Some(b'h') => problem.help(format!("write `{}{atom}`", char::from(group.first))),
                _ => problem,
            };
        }
        problem
    }

    fn leg(&mut self, legs: &Legs, spec: &Spec, unit: &Unit) {
        self.directions(legs, spec, unit);
        self.jumps(legs, spec, unit);
        self.modes(legs, spec);
        let m = &spec.mods;
        if m.has(b'i') && !spec.first {
            let at = m.place(b'i');
            if m.counts.of(b'i') > 1 {
                self.push(void(at, "`ii` belongs to a first leg"));
            } else if !legs.legs.iter().any(|l| l.most != Some(1) && !l.last) {
                self.push(
                    void(
                        at,
                        "on a later leg `i` means as many steps as the last ride, and no leg before it rides",
                    )
                    .note("for a movement of a piece that has not moved, `i` stands on the first leg"),
                );
            }
        }
        if spec.toggled && matches!(unit.range, Range::UpTo(n) if n > 1) {
            self.push(
                Problem::warning(
                    "W0204",
                    unit.range_span,
                    "the range does not hold for the leg after `y` or `g`",
                )
                .note("`y` and `g` change the next leg from a leap to a ride, or from a ride to a leap"),
            );
        }
    }

    fn directions(&mut self, legs: &Legs, spec: &Spec, unit: &Unit) {
        let before_oblique = !spec.first && spec.shape.is_oblique() && legs.bracket;
        for &group in &spec.groups {
            let known = if spec.first { spec.shape.first(group).is_some() } else { turns(group).is_some() };
            if !known {
                self.push(self.no_direction(group, unit));
            } else if spec.first && matches!(spec.shape, Shape::Diagonal(_)) {
                self.on_diagonal(group, unit);
            } else if before_oblique && (group.is_lone_bend() || matches!(group.second, Some(b'z' | b'q'))) {
                self.push(void(
                    group.span,
                    "a bend to the side of the last one has no meaning on an oblique leap",
                ));
            }
        }
        if !spec.first {
            return;
        }
        let bends: Vec<&Group> = spec.mods.groups.iter().filter(|g| g.is_lone_bend()).collect();
        if let [_, second, ..] = bends[..] {
            self.push(void(second.span, "a ride is either crooked (`z`) or circular (`q`)"));
        }
        if spec.mods.bend() == Some(b'z') && spec.most == Some(1) {
            let atom = unit.atom.text();
            let rider = if atom.len() == 1 { format!("z{atom}{atom}") } else { format!("z{atom}0") };
            self.push(
                void(spec.mods.place(b'z'), format!("`z` has no meaning on `{atom}`, which makes one leap"))
                    .note("a crooked ride turns after each step")
                    .help(format!("write `{rider}` for the crooked ride")),
            );
        }
    }

    /// `s` and `v` on diagonal atoms.
    fn on_diagonal(&mut self, group: Group, unit: &Unit) {
        let idle = |letter| matches!(letter, b's' | b'v');
        let atom = unit.atom.text();
        match group.second {
            None if idle(group.first) => self.push(
                Problem::warning(
                    "W0202",
                    group.span,
                    format!("`{}` leaves out nothing on `{atom}`", group.text()),
                )
                .note("every diagonal goes both to a side and up or down")
                .help("leave it out, or name the diagonals: `fl`, `fr`, `bl`, `br`"),
            ),
            Some(second) if idle(second) => self.push(
                Problem::warning(
                    "W0202",
                    group.span,
                    format!("programs differ in what `{}{atom}` is", group.text()),
                )
                .note(format!(
                    "here it is the same as `{}{atom}`; some read it as `{atom}`",
                    char::from(group.first)
                ))
                .help(format!("write `{}{atom}`", char::from(group.first))),
            ),
            _ => {}
        }
    }

    /// Lame leaps, jumps and hops.
    fn jumps(&mut self, legs: &Legs, spec: &Spec, unit: &Unit) {
        let m = &spec.mods;
        let atom = unit.atom.text();
        let (long, _) = reach(spec.shape);
        let pushes = m.counts.of(b'n') > 1 || (spec.first && m.has(b'i'));
        if m.has(b'n') && long == 1 && !(pushes && spec.most != Some(1)) {
            self.push(
                void(m.place(b'n'), format!("`n` has no meaning on `{}`", unit_text(unit)))
                    .note("a lame leap is stopped by a piece on its way; a step to the next square has no way, and a ride is stopped anyhow")
                    .help("leave out `n`"),
            );
        }
        if m.has(b'n') && m.has(b'j') {
            self.push(void(m.place(b'j'), "the way of a leap cannot be both empty (`n`) and occupied (`j`)"));
        }
        let longest = u32::from(long) * (1 + u32::from(spec.skip));
        if spec.skip > 0 && longest > 15 {
            self.push(void(
                m.place(b'j'),
                format!("this would skip {longest} squares, more than any board has"),
            ));
        }
        for letter in [b'p', b'g'] {
            if !m.has(letter) {
                continue;
            }
            let name = char::from(letter);
            if spec.last && spec.most == Some(1) {
                let example = match atom.as_str() {
                    "W" => "R".to_owned(),
                    "F" => "B".to_owned(),
                    "K" => "Q".to_owned(),
                    a if a.len() == 1 => format!("{a}{a}"),
                    a => format!("{a}0"),
                };
                self.push(
                    void(
                        m.place(letter),
                        format!("`{name}` has no meaning on `{}`, which makes one step", unit_text(unit)),
                    )
                    .note("a hopper needs one step to the piece that it jumps and one more to land")
                    .help(format!("write `{name}{example}` for the hopper of this kind")),
                );
            }
            if !spec.last && m.counts.of(b'p') > 1 {
                self.push(void(m.place(b'p'), "`pp` has a meaning on the last leg only").help("write `p`"));
            }
        }
        if m.has(b'p') && m.has(b'g') {
            self.push(
                void(m.place(b'g'), "a leg hops either like `p` or like `g`")
                    .note("`p` lands anywhere behind the piece, `g` on the next square"),
            );
        }
        if legs.bracket && !spec.last && m.has(b'g') {
            self.push(
                void(m.place(b'g'), "in brackets each leg has its own range, which `g` cannot change")
                    .help("write `p` for the hop"),
            );
        }
        if m.has(b'y') && (spec.last || legs.bracket) {
            self.push(if legs.bracket {
                void(m.place(b'y'), "in brackets each leg has its own range, which `y` cannot change")
            } else {
                void(m.place(b'y'), "`y` changes the range of the next leg, and this leg is the last")
            });
        }
    }

    fn modes(&mut self, legs: &Legs, spec: &Spec) {
        let m = &spec.mods;
        let ends = spec.ends;
        let takes = ends.enemy.is_some() || ends.friend;
        if m.has(b'e') && !m.has(b'c') && !m.has(b'm') {
            self.push(
                void(m.place(b'e'), "`e` adds en-passant captures to `c` or `m`, and neither is given")
                    .help("write `ce` for captures of both kinds"),
            );
        }
        if m.has(b't') && m.has(b'k') {
            self.push(void(m.place(b't'), "`t` spares royals and `k` takes nothing else"));
        } else if m.has(b't') && spec.last && ends.enemy.is_none() {
            self.push(void(m.place(b't'), "`t` spares royals from capture, and this leg captures no enemy"));
        } else if m.has(b't') && !spec.last && ends.over.is_none() && !legs.bracket {
            self.push(
                void(
                    m.place(b't'),
                    "on a leg that goes on, `t` says who may be jumped, and nothing is jumped",
                )
                .help("add `p`, or leave out `t`"),
            );
        }
        if m.has(b'u') && !takes && (spec.last || !legs.bracket) {
            self.push(
                void(m.place(b'u'), "`u` sets down what the leg captures, and this leg captures nothing")
                    .help("add `c` for enemies or `d` for friends"),
            );
        }
    }

    /// Each leg must be possible after the one before it.
    fn reachable(&mut self, legs: &Legs) {
        let mut seen = vec![[false; 24]; legs.legs.len()];
        let mut open = Vec::new();
        for &start in &legs.starts {
            let spec = &legs.legs[start];
            let mask = spec.shape.first_all(spec.groups.iter().copied()) & spec.filter.unwrap_or(0xff);
            open.extend(bits(mask).map(|d| (start, d, 0i8)));
        }
        while let Some((leg, direction, bend)) = open.pop() {
            let slot = usize::from(direction) * 3 + (bend + 1) as usize;
            if std::mem::replace(&mut seen[leg][slot], true) {
                continue;
            }
            for &to in &legs.legs[leg].next {
                open.extend(legs.follow(leg, direction, bend, to).into_iter().map(|(d, b)| (to, d, b)));
            }
        }
        let needed: Vec<usize> =
            legs.starts.iter().chain(legs.legs.iter().flat_map(|l| &l.next)).copied().collect();
        for (i, spec) in legs.legs.iter().enumerate() {
            if needed.contains(&i) && !seen[i].contains(&true) {
                let shape = match spec.shape {
                    Shape::Straight(_) => "along ranks and files",
                    Shape::Diagonal(_) => "along diagonals",
                    _ => "this way",
                };
                self.push(
                    Problem::error("E0218", spec.span, format!("no direction is left for this leg: it never goes {shape}"))
                        .note("directions of a later leg are relative to the leg before: `f` goes straight on, `fs` turns by 45 degrees, `s` by 90")
                        .help("a straight leg after a diagonal one, or the other way round, turns by `fs` or `bs`"),
                );
                return;
            }
        }
    }

    /// After a bend to either side, plain `l` and `r` give two different shapes.
    fn sides_after_bends(&mut self, marks: &[Mark], unit: &Unit) {
        if Shape::of(unit.atom).is_some_and(Shape::is_oblique) {
            return;
        }
        let mut bent = false;
        let mut legs = 0;
        for mark in marks {
            match mark {
                Mark::Again(_) => legs += 1,
                Mark::Mods(mods) if legs > 0 => {
                    let side =
                        |g: &&Group| matches!(g.first, b'l' | b'r') || matches!(g.second, Some(b'l' | b'r'));
                    if bent && let Some(group) = mods.groups.iter().find(side) {
                        self.problems.push(
                            Problem::warning("W0203", group.span, format!("after a bend to either side, `{}` gives paths of two shapes", group.text()))
                                .note("the leg before may have turned to either side, and this one turns to one side only")
                                .help("write `q` to bend to the same side as before, `z` to bend to the other"),
                        );
                    }
                    bent |= mods.groups.iter().any(|g| g.first == b's' || g.second == Some(b's'));
                }
                _ => {}
            }
        }
    }

    /// Directions on `K` and `Q` that other programs read differently.
    fn ambiguous(&mut self, spec: &Spec, unit: &Unit, alone: bool) {
        if spec.shape != Shape::Eight || spec.groups.is_empty() {
            return;
        }
        let here = spec.shape.first_all(spec.groups.iter().copied());
        let (straight, diagonal) = (Shape::Straight(1), Shape::Diagonal(1));
        let split =
            |g: &Group| [Some(g.first), g.second].into_iter().flatten().map(Group::one).collect::<Vec<_>>();
        // Halves (`fh`) are read alike wherever they are read.
        let there = spec.groups.iter().fold(0, |mask, g| {
            mask | match g.second {
                Some(b'h') => Shape::Eight.first(*g).unwrap_or(0),
                _ => straight.first_all(split(g).into_iter()) | diagonal.first_all(std::iter::once(*g)),
            }
        });
        if here == there {
            return;
        }
        let text: String = spec.groups.iter().map(|g| g.text()).collect();
        let atom = unit.atom.text();
        let at = spec.groups.iter().map(|g| g.span).reduce(Span::to).unwrap_or_default();
        let count = here.count_ones();
        let problem = Problem::warning("W0201", at, format!("`{text}` on `{atom}` is not the same everywhere"))
            .note(format!(
                "here it is {count} of the eight directions; other programs read `{atom}` as `{}` and apply it to each",
                if atom == "K" { "WF" } else { "RB" }
            ));
        self.push(if alone {
            problem.help(format!(
                "write `{}` for the meaning here, `{}` for the other",
                expanded(spec, unit, here),
                expanded(spec, unit, there)
            ))
        } else {
            problem
        });
    }
}

fn reach(shape: Shape) -> (u8, u8) {
    match shape {
        Shape::Straight(n) => (n, 0),
        Shape::Diagonal(n) => (n, n),
        Shape::Eight => (1, 1),
        Shape::Oblique(long, short) => (long, short),
    }
}

fn unit_text(unit: &Unit) -> String {
    let mut text = String::new();
    write_unit(&mut text, unit);
    text
}

/// A term of `K` or `Q` in some directions, written with its straight and its diagonal half.
fn expanded(spec: &Spec, unit: &Unit, mask: u8) -> String {
    let mut text = String::new();
    let slides = unit.atom == Atom::FullRide;
    for (own, shape, one, slider) in [
        (mask & STRAIGHT, Shape::Straight(1), Atom::letter(b'W'), Atom::StraightRide),
        (mask & !STRAIGHT, Shape::Diagonal(1), Atom::letter(b'F'), Atom::DiagonalRide),
    ] {
        if own == 0 {
            continue;
        }
        let straight = matches!(shape, Shape::Straight(_));
        write_mods(&mut text, &Mods { groups: spell(shape, own), split: straight, ..spec.mods.clone() });
        let atom = if slides { slider } else { one.unwrap_or(slider) };
        write_unit(&mut text, &Unit { atom, ..unit.clone() });
    }
    text
}
