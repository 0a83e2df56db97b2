//! Translation of the subset that Fairy-Stockfish reads.
//!
//! There every part of a compound atom is read by one table, in which a pair of direction letters
//! selects leaps by their long and their short axis. Orthogonal atoms that stand alone have their
//! pairs split first; the orthogonal half of `K` and `Q` has not, so that `fsK` has no step
//! straight ahead. `i` stands for moves that do not capture, ranges have one digit, and the hoppers
//! are sliders also when a one-step atom is written.

use super::Problem;
use super::compass::{Mask, Shape, bits};
use super::print::spell;
use super::read::{Letter, Piece, lone_half};
use super::syntax::{Atom, Body, Group, Mark, Mods, Name, Range, Span, Term, Unit};

/// One term of that dialect as terms of this one.
pub(crate) fn translate(
    whole: Span,
    pieces: &[Piece],
    unit: &Unit,
    problems: &mut Vec<Problem>,
) -> Vec<Term> {
    let mut letters: &[Letter] = &[];
    for piece in pieces {
        match piece {
            Piece::Letters(some) if !some.is_empty() => letters = some,
            Piece::Letters(_) => {}
            Piece::Repeat(_, place) => {
                problems.push(native("repetition", *place));
                return Vec::new();
            }
        }
    }
    if matches!(unit.atom, Atom::Universal | Atom::Castling | Atom::Imitator) {
        let problem =
            Problem::error("E0214", unit.span, format!("that dialect has no atom `{}`", unit.atom.text()))
                .help("leave out `dialect \"fsf\"`; castling is written in a clause of its own");
        problems.push(problem);
        return Vec::new();
    }
    let Some((groups, mut mods)) = sort(letters, problems) else { return Vec::new() };
    let hops = mods.has(b'p') || mods.has(b'g');
    let range = if hops && unit.range == Range::Usual { Range::Any } else { unit.range };
    if mods.has(b'g') && matches!(unit.range, Range::UpTo(_)) {
        problems.push(
            Problem::warning(
                "W0205",
                unit.range_span,
                "with a range that program lets `g` land anywhere behind the hurdle",
            )
            .help("write `p` for that"),
        );
        mods.counts.clear(b'g');
        mods.counts.add(b'p');
    }
    unread(unit, &mods, problems);
    if mods.has(b'i') {
        mods.counts.clear(b'c');
        if !mods.has(b'm') {
            mods.counts.add(b'm');
        }
    }
    let halves = match unit.atom {
        Atom::FullStep => vec![Atom::Leap(Name::Letter(b'W')), Atom::Leap(Name::Letter(b'F'))],
        Atom::FullRide => vec![Atom::StraightRide, Atom::DiagonalRide],
        other => vec![other],
    };
    let compound = halves.len() > 1;
    let term = |atom, groups: Vec<Group>| {
        let straight = matches!(Shape::of(atom), Some(Shape::Straight(_)));
        let mods = Mods { groups, split: straight, ..mods.clone() };
        let marks = if mods.is_empty() { Vec::new() } else { vec![Mark::Mods(mods)] };
        let (atom, range) = plain_slider(atom, range);
        let unit = Unit { atom, range, ..unit.clone() };
        Term { span: whole, body: Body::Plain { marks, unit } }
    };
    if groups.is_empty() {
        return vec![term(unit.atom, Vec::new())];
    }
    let mut terms = Vec::new();
    for atom in halves {
        let Some(shape) = Shape::of(atom) else { continue };
        let split = matches!(shape, Shape::Straight(_)) && !compound;
        let mask = mask(shape, &groups, split);
        if mask != 0 {
            terms.push(term(atom, spell(shape, mask)));
        }
    }
    if terms.is_empty() {
        let message = "with these directions that program gives the piece no move";
        problems.push(
            Problem::warning("W0205", mods.span, message)
                .note("a pair there is a vertical and a horizontal letter, and `s` or `v` come second"),
        );
    }
    terms
}

/// Two letters of one group.
type Pair = (u8, u8);

/// Direction pairs and the other modifiers.
fn sort(letters: &[Letter], problems: &mut Vec<Problem>) -> Option<(Vec<Pair>, Mods)> {
    let mut groups = Vec::new();
    let mut mods = Mods::default();
    if let (Some(first), Some(last)) = (letters.first(), letters.last()) {
        mods.span = first.1.to(last.1);
    }
    let (vertical, horizontal) = (|c: u8| b"fbvh".contains(&c), |c: u8| b"rlsh".contains(&c));
    let mut i = 0;
    while i < letters.len() {
        let (letter, place) = letters[i];
        i += 1;
        mods.places.0.push((letter, place));
        match letter {
            b'f' | b'b' | b'l' | b'r' | b'v' | b's' | b'h' => {
                let joins = |c: u8| {
                    c == letter || (vertical(letter) && horizontal(c)) || (horizontal(letter) && vertical(c))
                };
                if let Some(&(second, _)) = letters.get(i).filter(|l| joins(l.0)) {
                    i += 1;
                    groups.push((letter, second));
                } else if letter == b'h' {
                    problems.push(lone_half(place));
                } else {
                    groups.push((letter, letter));
                }
            }
            b'm' | b'c' | b'i' | b'p' | b'g' | b'n' | b'e' => {
                if !mods.has(letter) {
                    mods.counts.add(letter);
                }
            }
            b'a' => {
                problems.push(native("`a`", place));
                return None;
            }
            _ => problems.push(
                Problem::warning(
                    "W0205",
                    place,
                    format!("that program does not know `{}` and skips it", char::from(letter)),
                )
                .help("leave it out, or leave out `dialect \"fsf\"`"),
            ),
        }
    }
    Some((groups, mods))
}

/// What that program reads without giving the piece such a move.
fn unread(unit: &Unit, mods: &Mods, problems: &mut Vec<Problem>) {
    let text = unit.atom.text();
    let (long, short) = match Shape::of(unit.atom) {
        Some(Shape::Straight(n)) => (n, 0),
        Some(Shape::Diagonal(n)) => (n, n),
        Some(Shape::Oblique(l, s)) => (l, s),
        _ => (1, 0),
    };
    let ride = unit.most() != Some(1) && long > 1 && (long, short) != (2, 1);
    let lame = mods.has(b'n') && !matches!((long, short), (2, 0..=2) | (3, 2));
    if ride || (lame && long > 1) {
        let what = if ride { "rides of" } else { "lame leaps of" };
        problems.push(
            Problem::warning("W0205", unit.span, format!("that program gives a piece no {what} `{text}`"))
                .note("it is read here with the meaning that it has in this language"),
        );
    }
}

/// The directions of a shape in that dialect's table.
fn mask(shape: Shape, groups: &[Pair], split: bool) -> Mask {
    let groups: Vec<Pair> =
        groups.iter().flat_map(|&(a, b)| if split { vec![(a, a), (b, b)] } else { vec![(a, b)] }).collect();
    let (long, short) = match shape {
        Shape::Straight(n) => (i32::from(n), 0),
        Shape::Diagonal(n) => (i32::from(n), i32::from(n)),
        Shape::Oblique(l, s) => (i32::from(l), i32::from(s)),
        Shape::Eight => (1, 0),
    };
    // Each image of the leap, and the pairs that select it: along its long axis, by its side with
    // the long axis second, as a half, and by its hand.
    let images: [((i32, i32), &str); 8] = [
        ((short, long), "ff vv rf rv fh rh hr"),
        ((-short, long), "ff vv lf lv fh lh hl"),
        ((short, -long), "bb vv rb rv bh rh hl"),
        ((-short, -long), "bb vv lb lv bh lh hr"),
        ((long, short), "rr ss fr fs fh rh hl"),
        ((long, -short), "rr ss br bs bh rh hr"),
        ((-long, short), "ll ss fl fs fh lh hr"),
        ((-long, -short), "ll ss bl bs bh lh hl"),
    ];
    let mut mask = 0;
    for (step, names) in images {
        let named = names.split(' ').any(|n| groups.contains(&(n.as_bytes()[0], n.as_bytes()[1])));
        if named {
            mask |= bits(shape.all()).filter(|&k| shape.step(k) == step).fold(0, |m, k| m | 1 << k);
        }
    }
    mask
}

/// Unlimited rides of one-step atoms are those of sliders, which need no sign for it.
fn plain_slider(atom: Atom, range: Range) -> (Atom, Range) {
    match (atom, range) {
        (Atom::Leap(Name::Letter(b'W')), Range::Any) => (Atom::StraightRide, Range::Usual),
        (Atom::Leap(Name::Letter(b'F')), Range::Any) => (Atom::DiagonalRide, Range::Usual),
        (Atom::FullStep, Range::Any) => (Atom::FullRide, Range::Usual),
        (_, Range::Any) if atom.is_slider() => (atom, Range::Usual),
        _ => (atom, range),
    }
}

fn native(what: &str, place: Span) -> Problem {
    Problem::error("E0214", place, format!("that dialect has no {what}: its program reads only the atoms"))
        .help("leave out `dialect \"fsf\"` and write this movement in the notation of this language")
}
