//! The movement notation: text to tree, canonical text, problems, and expansion to walks.
//!
//! The notation is Betza's, in the dialect of the Interactive Diagram with bracketed legs, made
//! strict: whatever has no meaning is an error at its place. [`parse`] reads a text (or translates
//! it, for [`Dialect::Fsf`]), [`Movement::canonical`] writes the one spelling of a movement, and
//! [`expand`] makes the automata that everything else is derived from.
//!
//! Readings that the notation leaves open, as they are fixed here:
//!
//! * A lame leap goes straight first, then diagonally: `nN` over one square, `nZ` over two. Every
//!   square of the way counts, also for `j` on a leaper (each must be occupied).
//! * `y` and `g` toggle the range of the next leg only; a leg after that has the written range.
//! * A movement that ends on its origin after a capture ends there like any other; one that ends
//!   there with nothing changed is no move, unless a clause of the piece makes it one.
//! * `pp` needs at least one piece to jump, and may jump any number.
//! * In brackets a leg without directions goes straight on after a leg of its own class, and turns
//!   outward after a leg of another: by 45 degrees after a straight or diagonal leg, along the long
//!   axis (straight legs) or into the quadrant (diagonal legs) after an oblique one.
//! * An initial move that takes nothing leaves every square that it passes step by step as an
//!   en-passant square; one with `nn` does so without being initial.

mod automaton;
mod check;
mod compass;
mod expand;
mod foreign;
mod fsf;
mod legs;
mod print;
mod read;
mod reduce;
mod syntax;
mod targets;

use std::ops::Range;

use crate::model::{self, BoardSize, KindSet, Side};

pub use expand::expand;
pub(crate) use expand::expand_within;
pub use read::parse;
pub(crate) use reduce::reduced;
pub use targets::possible_targets;

/// The longest text of a movement, in bytes.
pub const MAX_LENGTH: usize = 512;

/// Whose spelling a text is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// The notation of this language.
    Chv,
    /// The subset that Fairy-Stockfish reads, with its own meanings, translated on reading.
    Fsf,
}

/// Something wrong, or doubtful, in the text of a movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Whether it is an error; a warning otherwise.
    pub error: bool,
    /// The bytes of the text that it is about.
    pub span: Range<usize>,
    /// Its stable code, such as `E0203`.
    pub code: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The rule behind it.
    pub notes: Vec<String>,
    /// A repair.
    pub help: Option<String>,
}

/// A movement: what a text of the notation says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    pub(crate) terms: Vec<syntax::Term>,
}

/// What the expansion of a movement depends on besides its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Context {
    /// The size of the board.
    pub size: BoardSize,
    /// Whose piece it is: Black's directions are turned by 180 degrees.
    pub side: Side,
    /// The kinds that are royal.
    pub royals: KindSet,
    /// All kinds.
    pub all: KindSet,
    /// The kinds that can be taken: captured, exchanged or pushed.
    pub capturable: KindSet,
    /// Whether terrain or what is hidden asks which steps are parts of slides and which squares are
    /// jumped. Where nothing asks, walks do not say it, and are smaller.
    pub slides: bool,
    /// What can be hopped over.
    pub hurdles: Hurdles,
}

impl Context {
    /// Every kind can be taken, and any piece hopped over.
    #[must_use]
    pub const fn new(size: BoardSize, side: Side, all: KindSet, royals: KindSet) -> Self {
        Self { size, side, royals, all, capturable: all, hurdles: Hurdles::any(all), slides: false }
    }
}

/// What a piece hops over, where its movement hops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hurdles {
    /// Pieces of its own side of these kinds.
    pub own: KindSet,
    /// Pieces of the other side of these kinds.
    pub enemy: KindSet,
    /// This blocking terrain: bit `i` is terrain `i`.
    pub terrain: u64,
    /// How many of them a ride over exactly one piece (`p`, `g`) hops over instead.
    pub count: u8,
}

impl Hurdles {
    /// One piece of any of some kinds, of either side.
    #[must_use]
    pub const fn any(kinds: KindSet) -> Self {
        Self { own: kinds, enemy: kinds, terrain: 0, count: 1 }
    }
}

/// A part of a movement: one walk or leap, and when it is available.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The movement; [`model::Movement::Stand`] where [`Part::castle`] says what is done instead.
    pub movement: model::Movement,
    /// Whether it is available only to a piece that has not moved.
    pub initial: bool,
    /// Whether it is available only one rank in front of a start square of the kind.
    pub second_rank: bool,
    /// Castling.
    pub castle: Option<Castle>,
}

/// Castling as the notation says it: the piece goes towards a partner at the edge of the board,
/// and the partner lands on the square that the piece crossed last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Castle {
    /// -1 towards the first file, 1 towards the last; of the board, also for Black.
    pub towards: i8,
    /// How many squares the piece goes, exactly.
    pub steps: u8,
    /// How many squares the partner stands in from the edge.
    pub inset: u8,
}

impl Movement {
    /// The one spelling of this movement: modifiers in a fixed order, nothing superfluous.
    #[must_use]
    pub fn canonical(&self) -> String {
        print::movement(self)
    }

    /// Whether it has no terms.
    pub(crate) const fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether it has the term `I` (move as the piece that the opponent moved last), and the rest.
    pub(crate) fn imitating(&self) -> (bool, Self) {
        let (own, rest): (Vec<_>, Vec<_>) = self.terms.iter().cloned().partition(expand::imitates);
        (!own.is_empty(), Self { terms: rest })
    }

    /// Whether some part of it leaves en-passant squares, or captures on them.
    #[must_use]
    pub fn mentions_en_passant(&self) -> bool {
        self.terms.iter().any(|t| match &t.body {
            syntax::Body::Plain { marks, .. } => {
                marks.iter().any(|m| matches!(m, syntax::Mark::Mods(mods) if mods.has(b'e')))
            }
            syntax::Body::Bracket { outer, legs } => {
                outer.has(b'e') || legs.iter().any(|leg| leg.mods.has(b'e'))
            }
        })
    }
}

impl Problem {
    fn error(code: &'static str, span: syntax::Span, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { error: true, span: span.bytes(), code, message, notes: Vec::new(), help: None }
    }

    fn warning(code: &'static str, span: syntax::Span, message: impl Into<String>) -> Self {
        Self { error: false, ..Self::error(code, span, message) }
    }

    fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
