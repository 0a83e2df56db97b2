//! The tree of a movement: terms, the modifiers of their legs, atoms and ranges.

use std::ops::Range as Bytes;

/// A place in the text of a movement. Places never make two trees different, so that a movement
/// equals what its canonical text reads as.
#[derive(Debug, Clone, Copy, Default, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Span {
    pub(crate) fn bytes(self) -> Bytes<usize> {
        self.start..self.end
    }

    /// The smallest place that holds this one and another.
    pub(crate) fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One term: its movement is united with that of the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) span: Span,
    pub(crate) body: Body,
}

/// What a term is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Body {
    /// One atom for all legs; the modifiers, cut into legs by `a`, with repeated parts.
    Plain { marks: Vec<Mark>, unit: Unit },
    /// Bracketed legs, each with its own atom; the modifiers before the bracket.
    Bracket { outer: Mods, legs: Vec<Leg> },
}

/// A piece of the modifiers of a plain term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Modifiers of one leg, or of a part of it.
    Mods(Mods),
    /// `a`: the leg ends here and another one begins.
    Again(Span),
    /// `(`: what follows may be left out or repeated.
    Open(Span),
    /// `)`.
    Close(Span),
}

/// A leg inside brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Leg {
    pub(crate) mods: Mods,
    pub(crate) unit: Unit,
    /// Whether `?` follows: the movement may end after this leg.
    pub(crate) may_stop: bool,
    pub(crate) span: Span,
}

/// The modifiers of a leg.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Mods {
    pub(crate) span: Span,
    /// Direction groups, `z` and `q` among them, in canonical order.
    pub(crate) groups: Vec<Group>,
    /// How often each other modifier stands there, by its letter.
    pub(crate) counts: Counts,
    /// Whether each direction letter stands alone: first legs along ranks and files.
    pub(crate) split: bool,
    /// Where each of them stands first, for messages.
    pub(crate) places: Places,
}

/// Where letters stand: like a [`Span`], no part of what a tree says.
#[derive(Debug, Clone, Default, Eq)]
pub(crate) struct Places(pub(crate) Vec<(u8, Span)>);

impl PartialEq for Places {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The modifiers that are not directions, in canonical order.
pub(crate) const MODALITIES: &[u8] = b"mcdektupgoynj";

/// How often each modifier that is not a direction was written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts([u8; 26]);

impl Counts {
    pub(crate) fn of(self, letter: u8) -> u8 {
        self.0[(letter - b'a') as usize]
    }

    pub(crate) fn has(self, letter: u8) -> bool {
        self.of(letter) > 0
    }

    pub(crate) fn add(&mut self, letter: u8) {
        let count = &mut self.0[(letter - b'a') as usize];
        *count = count.saturating_add(1);
    }

    pub(crate) fn clear(&mut self, letter: u8) {
        self.0[(letter - b'a') as usize] = 0;
    }
}

impl Mods {
    pub(crate) fn has(&self, letter: u8) -> bool {
        self.counts.has(letter)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.counts == Counts::default()
    }

    /// Where a letter stands, or all the modifiers.
    pub(crate) fn place(&self, letter: u8) -> Span {
        self.places.0.iter().find(|p| p.0 == letter).map_or(self.span, |p| p.1)
    }

    /// The modifiers of one leg that is written in two parts.
    pub(crate) fn joined(&self, other: &Self) -> Self {
        if self.is_empty() {
            return other.clone();
        }
        let mut all = self.clone();
        all.groups.extend(other.groups.iter().copied());
        for letter in b'a'..=b'z' {
            for _ in 0..other.counts.of(letter) {
                all.counts.add(letter);
            }
        }
        all.places.0.extend(other.places.0.iter().copied());
        all
    }

    /// The direction groups other than the bends `z` and `q` standing alone.
    pub(crate) fn directions(&self) -> impl Iterator<Item = Group> + '_ {
        self.groups.iter().copied().filter(|g| !g.is_lone_bend())
    }

    /// Whether a bend stands alone: crooked or circular, on a first leg.
    pub(crate) fn bend(&self) -> Option<u8> {
        self.groups.iter().find(|g| g.is_lone_bend()).map(|g| g.first)
    }
}

/// One group of direction letters. A doubled letter (`ff`) is the same as that letter alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) first: u8,
    pub(crate) second: Option<u8>,
    pub(crate) span: Span,
}

impl Group {
    pub(crate) fn one(letter: u8) -> Self {
        Self { first: letter, second: None, span: Span::default() }
    }

    pub(crate) fn two(first: u8, second: u8) -> Self {
        Self { first, second: Some(second), span: Span::default() }
    }

    pub(crate) fn is_lone_bend(self) -> bool {
        matches!(self.first, b'z' | b'q')
    }

    pub(crate) fn text(self) -> String {
        let mut text = char::from(self.first).to_string();
        text.extend(self.second.map(char::from));
        text
    }

    /// Where the group stands in canonical order.
    pub(crate) fn rank(self) -> (usize, usize) {
        let at = |letter| b"fblrvshzq".iter().position(|&c| c == letter).map_or(0, |p| p + 1);
        (at(self.first), self.second.map_or(0, at))
    }

    /// Whether two letters in a row are one group.
    pub(crate) fn pairs(first: u8, second: u8) -> bool {
        match first {
            b'f' | b'b' => matches!(second, b'l' | b'r' | b's' | b'h' | b'z' | b'q') || first == second,
            b'l' | b'r' => matches!(second, b'f' | b'b' | b'v' | b'h') || first == second,
            b'h' => matches!(second, b'l' | b'r'),
            _ => false,
        }
    }
}

/// An atom and its range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unit {
    pub(crate) atom: Atom,
    pub(crate) range: Range,
    /// Atom and range.
    pub(crate) span: Span,
    /// The range alone.
    pub(crate) range_span: Span,
}

/// What an atom is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Atom {
    /// A leap with all its images.
    Leap(Name),
    /// `R`.
    StraightRide,
    /// `B`.
    DiagonalRide,
    /// `Q`.
    FullRide,
    /// `K`.
    FullStep,
    /// `U`.
    Universal,
    /// `O`.
    Castling,
    /// `I`.
    Imitator,
}

/// How a leap is spelled, and its coordinates, the longer first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Name {
    /// A letter.
    Letter(u8),
    /// A letter with `X` or `Y`.
    Extended(u8, u8),
    /// Coordinates, the longer first.
    Vector(u8, u8),
}

/// How many steps a leg has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Range {
    /// Nothing written: one step, or any number for `R`, `B` and `Q`.
    Usual,
    /// Up to so many.
    UpTo(u8),
    /// Any number.
    Any,
}

impl Atom {
    /// The atom of one upper-case letter.
    pub(crate) fn letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'W' | b'F' | b'D' | b'N' | b'A' | b'H' | b'C' | b'Z' | b'G' => Self::Leap(Name::Letter(letter)),
            b'R' => Self::StraightRide,
            b'B' => Self::DiagonalRide,
            b'Q' => Self::FullRide,
            b'K' => Self::FullStep,
            b'U' => Self::Universal,
            b'O' => Self::Castling,
            b'I' => Self::Imitator,
            _ => return None,
        })
    }

    /// Its spelling.
    pub(crate) fn text(self) -> String {
        match self {
            Self::Leap(Name::Letter(letter)) => char::from(letter).to_string(),
            Self::Leap(Name::Extended(base, more)) => format!("{}{}", char::from(base), char::from(more)),
            Self::Leap(Name::Vector(x, y)) => format!("({x},{y})"),
            Self::StraightRide => "R".into(),
            Self::DiagonalRide => "B".into(),
            Self::FullRide => "Q".into(),
            Self::FullStep => "K".into(),
            Self::Universal => "U".into(),
            Self::Castling => "O".into(),
            Self::Imitator => "I".into(),
        }
    }

    /// Whether it rides without a limit unless a range says otherwise.
    pub(crate) fn is_slider(self) -> bool {
        matches!(self, Self::StraightRide | Self::DiagonalRide | Self::FullRide)
    }
}

impl Name {
    /// The coordinates, the longer first.
    pub(crate) fn leap(self) -> (u8, u8) {
        let base = |letter| match letter {
            b'W' => (1, 0),
            b'F' => (1, 1),
            b'D' => (2, 0),
            b'N' => (2, 1),
            b'A' => (2, 2),
            b'H' => (3, 0),
            b'C' => (3, 1),
            b'Z' => (3, 2),
            _ => (3, 3),
        };
        match self {
            Self::Letter(letter) => base(letter),
            Self::Extended(letter, b'X') => (base(letter).0 + 3, base(letter).1),
            Self::Extended(letter, _) => (base(letter).0 + 2, base(letter).1 + 2),
            Self::Vector(x, y) => (x, y),
        }
    }
}

impl Unit {
    /// The most steps a leg of this atom may have; `None` for any number.
    pub(crate) fn most(&self) -> Option<u8> {
        match self.range {
            Range::Usual if self.atom.is_slider() => None,
            Range::Usual => Some(1),
            Range::UpTo(n) => Some(n),
            Range::Any => None,
        }
    }
}
