//! A position as neutral data: what FEN says, before or after any rules.
//!
//! Both executions turn their positions into a [`Record`] and back; reading and writing FEN is done
//! on records, once, by [`crate::fen`].

use crate::geometry::{BoardSize, Side, Square};
use crate::more::More;
use crate::set::SquareSet;
use crate::spec::{RightSpec, Spec};

/// The name of the field that lists squares whose piece has not moved.
pub const UNMOVED: &str = "unmoved";

/// A piece: whose it is and of which kind (the index of the kind in the game's list).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// Index into [`crate::spec::Spec::kinds`].
    pub kind: u8,
}

/// A position as neutral data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The piece on each square, in square order.
    pub squares: Vec<Option<Piece>>,
    /// The terrain on each square: index + 1 into [`crate::spec::Spec::terrain`], or 0 for none.
    pub terrain: Vec<u8>,
    /// Pieces in hand: for each side the number of each kind.
    pub hands: [Vec<u8>; 2],
    /// The side to act.
    pub side: Side,
    /// Rights still held, as bits in the order of [`crate::spec::Spec::rights`].
    pub rights: u32,
    /// Squares on which an en-passant capture may land, rising.
    pub passed: Vec<Square>,
    /// Turns (of both players) since the last capture or clock-resetting move.
    pub clock: u32,
    /// Number of the current move, from 1; grows after Black's turn.
    pub number: u32,
    /// State that only some games have.
    pub more: More,
    /// Fields of text ([`crate::spec::FieldShape::Text`]) that differ from their defaults, in declared
    /// order: name and spelling.
    pub fields: Vec<(String, String)>,
}

/// What is wrong with a record whatever the rules of movement are: pieces that do not exist or stand
/// where nothing can, wrong numbers of a kind, rights without their pieces. Both executions ask here.
///
/// A reason about one of the fields in braces begins with that field's name, as [`in_field`] writes it,
/// so that [`crate::fen::read_position`] can tell its place in the text.
#[must_use]
pub fn problems(record: &Record, spec: &Spec) -> Vec<String> {
    let mut reasons = Vec::new();
    for ((square, piece), &terrain) in spec.size.all().zip(&record.squares).zip(&record.terrain) {
        let name = || spec.size.name(square);
        let lies = usize::from(terrain).checked_sub(1);
        if lies.is_some_and(|t| t >= spec.terrain.len()) {
            reasons.push(format!("{} has terrain that this game does not", name()));
        }
        let Some(piece) = piece else { continue };
        if spec.holes.has(square) {
            reasons.push(format!("there is no square {}, but a piece stands on it", name()));
        }
        if usize::from(piece.kind) >= spec.kinds.len() {
            reasons.push(format!("the piece on {} is of no kind of this game", name()));
        }
        if let Some(terrain) = lies.and_then(|t| spec.terrain.get(t)).filter(|t| t.blocks) {
            let reason = format!("a piece stands on {}, and nothing can stand on this terrain", name());
            reasons.push(in_field(&terrain.name, reason));
        }
    }
    reasons.extend(count_problems(record, spec));
    if !spec.hands && record.hands.iter().flatten().any(|&n| n > 0) {
        reasons.push("this game has no pieces in hand".to_owned());
    }
    for (_, right) in spec.rights.iter().enumerate().filter(|(i, _)| record.rights >> i & 1 != 0) {
        reasons.extend(right_problems(record, right, spec));
    }
    reasons
}

/// Sides that have too few pieces of a kind, or too many; those in hand count.
pub(crate) fn count_problems(record: &Record, spec: &Spec) -> Vec<String> {
    let mut reasons = Vec::new();
    for side in Side::BOTH {
        for (index, kind) in (0u8..).zip(spec.kinds.iter()) {
            let piece = Some(Piece { side, kind: index });
            let held = record.hands[side.index()].get(usize::from(index)).map_or(0, |&n| usize::from(n));
            let count = record.squares.iter().filter(|&&p| p == piece).count() + held;
            let (least, most) = (usize::from(kind.count.0), usize::from(kind.count.1));
            let name = &kind.name;
            if count < least && count == 0 {
                reasons.push(format!("{side} has no {name}"));
            } else if count < least {
                reasons.push(format!("{side} has {count} {name}, at least {least} are needed"));
            } else if count > most && most == 0 {
                reasons.push(format!("{side} has a {name}, which this game never allows"));
            } else if count > most {
                reasons.push(format!("{side} has {count} {name}, at most {most} are allowed"));
            }
        }
    }
    reasons
}

/// What a right needs and does not find.
pub(crate) fn right_problems(record: &Record, right: &RightSpec, spec: &Spec) -> Vec<String> {
    let there = |&(square, kind): &(Square, u8)| {
        record.squares.get(square.index()) == Some(&Some(Piece { side: right.side, kind }))
    };
    let reason = |&(square, kind): &(Square, u8)| {
        let name = spec.kinds.get(usize::from(kind)).map_or("piece", |k| &k.name);
        format!("right `{}`: no {name} of {} on {}", right.letter, right.side, spec.size.name(square))
    };
    right.needs.iter().filter(|need| !there(need)).map(reason).collect()
}

/// What is said of a field that leaves everything as it is without it.
pub(crate) const SAYS_NOTHING: &str = "leave out what is as usual";

/// A reason about one of the fields in braces.
#[must_use]
pub fn in_field(name: &str, reason: impl core::fmt::Display) -> String {
    format!("field `{name}`: {reason}")
}

/// A word of the text for a message: cut short when it is long.
pub(crate) fn shown(word: &str) -> String {
    if word.chars().count() <= 20 {
        return word.to_owned();
    }
    word.chars().take(19).chain(['…']).collect()
}

/// How reasons about en-passant squares begin.
pub(crate) const PASSED: &str = "en-passant square ";

/// The sentence for an en-passant square that no piece can just have passed.
#[must_use]
pub fn no_passer(size: BoardSize, square: Square) -> String {
    format!("{PASSED}{}: no piece can just have passed it", size.name(square))
}

/// Reads the squares whose piece has not moved from the fields of a record; adds what is wrong to
/// `reasons`. `home` is what a text that says nothing of them means.
#[must_use]
pub fn read_unmoved<S: SquareSet>(record: &Record, home: S, size: BoardSize, reasons: &mut Vec<String>) -> S {
    let Some((_, value)) = record.fields.iter().find(|(name, _)| name == UNMOVED) else { return home };
    let mut marks = S::EMPTY;
    if value == "-" && !home.is_empty() {
        return marks;
    }
    let mut sound = true;
    for word in value.split_whitespace() {
        let reason = match size.parse(word) {
            Some(square) if marks.has(square) => format!("{word} stands twice"),
            Some(square) if home.has(square) => {
                marks |= S::of(square);
                continue;
            }
            _ if value == "-" => format!("no piece here can be unmoved; {SAYS_NOTHING}"),
            Some(_) => format!("the piece on {word} is not on its first square"),
            None => format!("`{}` is no square of this board", shown(word)),
        };
        sound = false;
        reasons.push(in_field(UNMOVED, reason));
    }
    if sound && marks == home {
        reasons.push(in_field(UNMOVED, format!("no piece that could be unmoved has moved; {SAYS_NOTHING}")));
    }
    marks
}
