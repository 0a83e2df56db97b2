//! Reading: from the grammar's pairs to the tree.

use pest::Parser;
use pest::iterators::Pair;

use super::compass::Shape;
use super::print::write_groups;
use super::syntax::{Atom, Body, Group, Leg, MODALITIES, Mark, Mods, Name, Places, Range, Span, Term, Unit};
use super::{Dialect, MAX_LENGTH, Movement, Problem, check, foreign, fsf};
use grammar::{Grammar, Rule};

mod grammar {
    /// The notation, character by character.
    #[derive(pest_derive::Parser)]
    #[grammar = "movement/movement.pest"]
    pub(super) struct Grammar;
}

/// Reads the text of a movement. The tree is there whenever no error was found; warnings alone do
/// not prevent it.
#[must_use]
pub fn parse(text: &str, dialect: Dialect) -> (Option<Movement>, Vec<Problem>) {
    let whole = Span { start: 0, end: text.len() };
    if text.is_empty() {
        let problem = Problem::error("E0200", whole, "a movement is missing here")
            .help("write for example `K`, or `none` for a piece that does not move");
        return (None, vec![problem]);
    }
    if text.len() > MAX_LENGTH {
        let message = format!("this movement has {} bytes; at most {MAX_LENGTH} are allowed", text.len());
        return (None, vec![Problem::error("E0201", whole, message)]);
    }
    let foreign = foreign::problems(text, dialect);
    if !foreign.is_empty() {
        return (None, foreign);
    }
    let mut reader = Reader { problems: Vec::new(), dialect };
    let mut terms = Vec::new();
    // Every text parses: the grammar takes whatever it does not know as strays.
    let pairs = Grammar::parse(Rule::movement, text).into_iter().flatten();
    for pair in pairs.flat_map(Pair::into_inner) {
        match pair.as_rule() {
            Rule::term => terms.extend(reader.term(pair)),
            Rule::stray => reader.stray(&pair),
            _ => {}
        }
    }
    let mut problems = reader.problems;
    if terms.is_empty() && problems.iter().all(|p| !p.error) {
        problems.push(Problem::error("E0200", whole, "this movement says nothing"));
    }
    if problems.iter().all(|p| !p.error) {
        check::terms(&terms, dialect, &mut problems);
    }
    problems.sort_by_key(|p| (p.span.start, p.span.end));
    let failed = problems.iter().any(|p| p.error);
    ((!failed && !terms.is_empty()).then_some(Movement { terms }), problems)
}

/// A lower-case letter and its place.
pub(crate) type Letter = (u8, Span);

struct Reader {
    problems: Vec<Problem>,
    dialect: Dialect,
}

fn span(pair: &Pair<'_, Rule>) -> Span {
    Span { start: pair.as_span().start(), end: pair.as_span().end() }
}

impl Reader {
    fn stray(&mut self, pair: &Pair<'_, Rule>) {
        let text = pair.as_str();
        let problem = match text.chars().next() {
            Some(c) if c.is_ascii_digit() => {
                Problem::error("E0204", span(pair), "this number does not follow an atom")
                    .note("a number is the range of the atom before it; each atom has at most one")
            }
            Some('(') => {
                Problem::error("E0209", span(pair), "this `(` begins neither a leap nor a repetition")
                    .note("`(4,1)` is a leap by its coordinates; `(afz)` repeats modifiers of the next atom")
            }
            Some(')' | ']') => {
                Problem::error("E0209", span(pair), format!("nothing is open that `{}` closes", shown(text)))
            }
            Some('-' | '?') => {
                Problem::error("E0209", span(pair), format!("`{}` joins legs inside brackets", shown(text)))
                    .help("put the legs in brackets: `[W?F]`")
            }
            _ => {
                Problem::error("E0202", span(pair), format!("`{}` has no meaning in a movement", shown(text)))
            }
        };
        self.problems.push(problem);
    }

    fn term(&mut self, pair: Pair<'_, Rule>) -> Vec<Term> {
        let whole = span(&pair);
        let mut letters = Vec::new();
        let mut pieces = Vec::new();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::letter => letters.push(letter(&inner)),
                Rule::repeat => {
                    pieces.push(Piece::Letters(std::mem::take(&mut letters)));
                    let place = span(&inner);
                    let within = inner.into_inner().map(|l| letter(&l)).collect();
                    pieces.push(Piece::Repeat(within, place));
                }
                Rule::unit => {
                    pieces.push(Piece::Letters(std::mem::take(&mut letters)));
                    let Some(unit) = self.unit(inner) else { return Vec::new() };
                    return self.plain(whole, &pieces, unit);
                }
                Rule::chain => {
                    pieces.push(Piece::Letters(std::mem::take(&mut letters)));
                    return self.bracket(whole, &pieces, inner);
                }
                _ => {}
            }
        }
        let message =
            format!("no atom follows the modifier{}", if whole.end - whole.start > 1 { "s" } else { "" });
        self.problems.push(
            Problem::error("E0206", whole, message).note(
                "lower-case letters modify the next upper-case letter, which says how far the piece goes",
            ),
        );
        Vec::new()
    }

    fn plain(&mut self, whole: Span, pieces: &[Piece], unit: Unit) -> Vec<Term> {
        if self.dialect == Dialect::Fsf {
            return fsf::translate(whole, pieces, &unit, &mut self.problems);
        }
        let shape = Shape::of(unit.atom);
        let mut marks = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Letters(letters) => self.run(letters, shape, &mut marks),
                Piece::Repeat(letters, place) => {
                    if !letters.iter().any(|l| l.0 == b'a') {
                        self.problems.push(
                            Problem::error(
                                "E0210",
                                *place,
                                "this repetition has no `a`: it never starts another leg",
                            )
                            .note("`x(y)A` stands for `xA`, `xyA`, `xyyA` and so on"),
                        );
                    }
                    marks.push(Mark::Open(Span { start: place.start, end: place.start + 1 }));
                    self.run(letters, shape, &mut marks);
                    marks.push(Mark::Close(Span { start: place.end - 1, end: place.end }));
                }
            }
        }
        vec![Term { span: whole, body: Body::Plain { marks, unit } }]
    }

    /// A row of letters, cut at each `a`.
    fn run(&mut self, letters: &[Letter], shape: Option<Shape>, marks: &mut Vec<Mark>) {
        for (i, part) in letters.split(|l| l.0 == b'a').enumerate() {
            if i > 0 {
                let before: usize = letters.split(|l| l.0 == b'a').take(i).map(|p| p.len() + 1).sum();
                marks.push(Mark::Again(letters[before - 1].1));
            }
            if !part.is_empty() {
                let first = marks.is_empty().then_some(shape).flatten();
                let mods = self.mods(part, first);
                if !mods.is_empty() {
                    marks.push(Mark::Mods(mods));
                }
            }
        }
    }

    /// The modifiers of one leg; `first` is the shape of its steps if it is a first leg.
    fn mods(&mut self, letters: &[Letter], first: Option<Shape>) -> Mods {
        let mut mods = Mods { span: letters[0].1.to(letters[letters.len() - 1].1), ..Mods::default() };
        let mut groups: Vec<Group> = Vec::new();
        let mut i = 0;
        while i < letters.len() {
            let (letter, place) = letters[i];
            i += 1;
            mods.places.0.push((letter, place));
            if b"fblrvshzq".contains(&letter) {
                let next = letters.get(i).filter(|n| Group::pairs(letter, n.0) && n.1.start == place.end);
                let mut group = Group { first: letter, second: None, span: place };
                if let Some(&(second, end)) = next {
                    i += 1;
                    group.span = place.to(end);
                    mods.places.0.push((second, end));
                    group.second = (second != letter).then_some(second);
                } else if letter == b'h' {
                    self.problems.push(lone_half(place));
                    continue;
                }
                groups.push(group);
            } else if MODALITIES.contains(&letter) || letter == b'i' {
                self.count(&mut mods, letter, place);
            } else {
                self.problems.push(unknown_letter(letter, place));
            }
        }
        let letters: usize = groups.iter().map(|g| g.span.end - g.span.start).sum();
        let place = groups.iter().map(|g| g.span).reduce(Span::to);
        // Where letters form pairs that are not read from either side, a doubled one stands alone for sure.
        let single = matches!(first, Some(Shape::Straight(_) | Shape::Diagonal(_)));
        let doubled =
            groups.iter().filter(|g| !single && g.span.end - g.span.start == 2 && g.second.is_none());
        let letters = letters - doubled.count();
        settle(&mut mods, groups, first);
        let mut text = String::new();
        write_groups(&mut text, &mods.groups, mods.split);
        if let Some(place) = place.filter(|_| text.len() < letters) {
            self.problems.push(
                Problem::warning("W0206", place, "a direction stands here twice")
                    .help(format!("the directions `{text}` say the same")),
            );
        }
        mods
    }

    /// One modifier that is no direction: written once, except those that may be repeated.
    fn count(&mut self, mods: &mut Mods, letter: u8, place: Span) {
        let most = match letter {
            b'j' => 14,
            b'i' | b'n' | b'p' => 2,
            _ => 1,
        };
        if mods.counts.of(letter) < most {
            mods.counts.add(letter);
            return;
        }
        let name = char::from(letter);
        let problem = Problem::error("E0213", place, format!("`{name}` stands here once too often"));
        self.problems.push(if most == 1 {
            problem.help(format!("one `{name}` for each leg is enough"))
        } else {
            problem.note(format!("`{name}` may stand at most {most} times"))
        });
    }

    fn bracket(&mut self, whole: Span, pieces: &[Piece], chain: Pair<'_, Rule>) -> Vec<Term> {
        let place = span(&chain);
        if self.dialect == Dialect::Fsf {
            self.problems.push(
                Problem::error(
                    "E0214",
                    place,
                    "that dialect has no legs in brackets: its program reads only the atoms",
                )
                .help("leave out `dialect \"fsf\"` and write this movement in the notation of this language"),
            );
            return Vec::new();
        }
        let mut outer = Mods::default();
        for piece in pieces {
            match piece {
                Piece::Letters(letters) => outer = self.leg_mods(letters, None),
                Piece::Repeat(_, place) => self.problems.push(no_repeat(*place)),
            }
        }
        let mut legs: Vec<Leg> = Vec::new();
        let mut linked = true;
        let mut closed = false;
        for inner in chain.into_inner() {
            let at = span(&inner);
            match inner.as_rule() {
                Rule::leg => {
                    if !linked {
                        self.problems.push(
                            Problem::error("E0209", at, "two legs follow each other without `-` or `?`")
                                .note("`-` goes on to the next leg; `?` goes on or stops"),
                        );
                    }
                    linked = false;
                    if let Some(leg) = self.leg(inner, legs.is_empty()) {
                        legs.push(leg);
                    }
                }
                Rule::link => {
                    match legs.last_mut() {
                        Some(leg) if !linked => leg.may_stop = inner.as_str() == "?",
                        _ => self.problems.push(missing_leg(at)),
                    }
                    linked = true;
                }
                Rule::junk => {
                    let message = if inner.as_str().starts_with('[') {
                        "brackets do not go inside brackets".to_owned()
                    } else {
                        format!("`{}` has no meaning inside brackets", shown(inner.as_str()))
                    };
                    self.problems.push(Problem::error("E0209", at, message));
                }
                Rule::close => {
                    closed = true;
                    if linked {
                        self.problems.push(missing_leg(at));
                    }
                }
                _ => {}
            }
        }
        if !closed {
            let open = Span { start: place.start, end: place.start + 1 };
            self.problems.push(Problem::error("E0209", open, "this bracket is never closed"));
        }
        if legs.is_empty() {
            Vec::new()
        } else {
            vec![Term { span: whole, body: Body::Bracket { outer, legs } }]
        }
    }

    fn leg(&mut self, pair: Pair<'_, Rule>, is_first: bool) -> Option<Leg> {
        let whole = span(&pair);
        let mut letters = Vec::new();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::letter => letters.push(letter(&inner)),
                Rule::repeat => self.problems.push(no_repeat(span(&inner))),
                Rule::unit => {
                    let unit = self.unit(inner)?;
                    let shape = if is_first { Shape::of(unit.atom) } else { None };
                    let mods = self.leg_mods(&letters, shape);
                    return Some(Leg { mods, unit, may_stop: false, span: whole });
                }
                _ => {}
            }
        }
        self.problems.push(Problem::error("E0206", whole, "this leg has no atom"));
        None
    }

    /// Modifiers where `a` is not allowed.
    fn leg_mods(&mut self, letters: &[Letter], first: Option<Shape>) -> Mods {
        let (again, rest): (Vec<Letter>, Vec<Letter>) = letters.iter().partition(|l| l.0 == b'a');
        for (_, place) in again {
            self.problems.push(
                Problem::error("E0215", place, "`a` does not go with brackets")
                    .help("inside brackets each leg has its own atom: write `[W-F]` instead of `afsW`"),
            );
        }
        if rest.is_empty() { Mods::default() } else { self.mods(&rest, first) }
    }

    fn unit(&mut self, pair: Pair<'_, Rule>) -> Option<Unit> {
        let whole = span(&pair);
        let mut atom = None;
        let mut range = Range::Usual;
        let mut range_span = Span { start: whole.end, end: whole.end };
        for inner in pair.into_inner() {
            let at = span(&inner);
            match inner.as_rule() {
                Rule::vector => atom = self.vector(inner),
                Rule::extended => {
                    let bytes = inner.as_str().as_bytes();
                    atom = extended(bytes[0], bytes[1]);
                    if atom.is_none() {
                        self.problems.push(
                            Problem::error("E0203", at, format!("`{}` is not an atom", inner.as_str())).note(
                                "`Y` adds (2,2) to D, N, A, C and Z; `X` adds 3 to the longer coordinate",
                            ),
                        );
                    }
                }
                Rule::single => {
                    let letter = inner.as_str().as_bytes()[0];
                    atom = self.single(letter, at);
                }
                Rule::rider => (range, range_span) = (Range::Any, at),
                Rule::range => {
                    range_span = at;
                    range = self.range(inner.as_str(), at);
                }
                _ => {}
            }
        }
        let atom = atom?;
        if atom.is_slider() && range == Range::Any {
            let text = atom.text();
            let message = format!("`{text}` goes any number of steps as it is");
            self.problems
                .push(Problem::warning("W0207", range_span, message).help(format!("write `{text}`")));
            range = Range::Usual;
        }
        Some(Unit { atom, range, span: whole, range_span })
    }

    fn single(&mut self, letter: u8, at: Span) -> Option<Atom> {
        if self.dialect == Dialect::Fsf && matches!(letter, b'L' | b'J') {
            return Atom::letter(if letter == b'L' { b'C' } else { b'Z' });
        }
        let atom = Atom::letter(letter);
        if atom.is_none() {
            self.problems.push(check::unknown_atom(letter, at));
        }
        atom
    }

    fn vector(&mut self, pair: Pair<'_, Rule>) -> Option<Atom> {
        let at = span(&pair);
        let numbers: Vec<Option<u8>> = pair.into_inner().map(|n| n.as_str().parse().ok()).collect();
        let (Some(&Some(x)), Some(&Some(y))) = (numbers.first(), numbers.get(1)) else {
            self.problems.push(too_long(at));
            return None;
        };
        if x == 0 && y == 0 {
            self.problems.push(Problem::error("E0211", at, "a leap by (0,0) goes nowhere"));
            return None;
        }
        if x > 15 || y > 15 {
            self.problems.push(too_long(at));
            return None;
        }
        Some(Atom::Leap(Name::Vector(x.max(y), x.min(y))))
    }

    fn range(&mut self, digits: &str, at: Span) -> Range {
        if self.dialect == Dialect::Fsf && digits.len() > 1 {
            let first = &digits[..1];
            self.problems.push(
                Problem::error(
                    "E0204",
                    at,
                    format!("that dialect reads one digit here: `{first}`, and drops the rest"),
                )
                .help("leave out `dialect \"fsf\"`: this language has ranges of several digits"),
            );
            return Range::Usual;
        }
        if digits.len() > 1 && digits.starts_with('0') {
            let exact = digits.trim_start_matches('0');
            if exact.len() > 2 || exact.is_empty() {
                self.problems.push(Problem::error("E0204", at, "this range begins with 0"));
                return Range::Usual;
            }
            self.problems.push(
                Problem::error("E0204", at, format!("the range `{digits}` begins with 0"))
                    .note("an older draft of the notation meant \"exactly so many steps\"; others stop reading here")
                    .help(format!(
                        "`0` alone is any number of steps, `{exact}` is up to {exact}; for exactly so many write legs: `[W-W-W]`"
                    )),
            );
            return Range::Usual;
        }
        match digits.parse::<u8>() {
            Ok(0) => Range::Any,
            Ok(n) if n <= 99 => Range::UpTo(n),
            _ => {
                let digits = if digits.len() > 6 { "so many" } else { digits };
                let message = format!("a range of {digits} steps is longer than any board");
                self.problems.push(
                    Problem::error("E0204", at, message)
                        .note("boards have at most 16 files and ranks")
                        .help("`0` stands for any number of steps"),
                );
                Range::Usual
            }
        }
    }
}

/// A part of the modifiers of a plain term, as it was written.
pub(crate) enum Piece {
    Letters(Vec<Letter>),
    Repeat(Vec<Letter>, Span),
}

/// The beginning of a text, for messages.
fn shown(text: &str) -> String {
    match text.char_indices().nth(12) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn letter(pair: &Pair<'_, Rule>) -> Letter {
    (pair.as_str().as_bytes()[0], span(pair))
}

/// `X` goes with every base; `Y` where two more files and ranks give a leap that has no letter.
fn extended(base: u8, more: u8) -> Option<Atom> {
    let good = more == b'X' || matches!(base, b'D' | b'N' | b'A' | b'C' | b'Z');
    good.then_some(Atom::Leap(Name::Extended(base, more)))
}

/// Puts direction groups into canonical form. On a first leg along ranks and files every letter
/// stands alone; elsewhere the order inside a pair matters for oblique leaps only.
fn settle(mods: &mut Mods, groups: Vec<Group>, first: Option<Shape>) {
    let straight = matches!(first, Some(Shape::Straight(_)));
    for group in groups {
        let Some(second) = group.second else {
            mods.groups.push(group);
            continue;
        };
        let bends = matches!(second, b'z' | b'q');
        let half = group.first == b'h' || second == b'h';
        if (straight && !half) || (first.is_some() && bends) {
            mods.groups.extend([group.first, second].map(|c| Group { first: c, second: None, ..group }));
        } else if !first.is_some_and(Shape::is_oblique)
            && matches!((group.first, second), (b'l' | b'r', b'f' | b'b'))
        {
            mods.groups.push(Group { first: second, second: Some(group.first), ..group });
        } else {
            mods.groups.push(group);
        }
    }
    mods.split = straight && mods.groups.iter().all(|g| g.second.is_none());
    mods.groups.sort_by_key(|g| g.rank());
    mods.groups.dedup();
    mods.places = Places(std::mem::take(&mut mods.places.0));
}

fn too_long(at: Span) -> Problem {
    Problem::error("E0211", at, "this leap is longer than any board")
        .note("boards have at most 16 files and ranks, so no coordinate is above 15")
}

pub(crate) fn lone_half(at: Span) -> Problem {
    Problem::error("E0208", at, "`h` needs a partner")
        .note("`fhN` is the forward half of an oblique leap; `hrN` and `hlN` are its right-handed and left-handed four")
}

fn missing_leg(at: Span) -> Problem {
    Problem::error("E0209", at, "a leg is missing here")
        .note("brackets hold legs, each with an atom, joined by `-` or `?`: `[W?F]`")
}

fn no_repeat(at: Span) -> Problem {
    Problem::error("E0210", at, "repetition does not go with brackets")
        .help("repeat modifiers of a chain that is written with `a`: `afs(afz)W`")
}

fn unknown_letter(letter: u8, at: Span) -> Problem {
    let name = char::from(letter);
    let problem = Problem::error("E0205", at, format!("`{name}` is not a modifier"));
    match letter {
        b'w' | b'x' => problem.note(format!("`{name}` is reserved: no program gives it a settled meaning")),
        _ => problem.note(
            "modifiers are the directions f b l r v s h z q, the modes m c d e k t u o p g y n j, i for initial, and a",
        ),
    }
}
