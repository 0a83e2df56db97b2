//! Rules in Rust, for what the language does not say.
//!
//! A variant names a hook (`hook restless "my_crate::Restless"`); the type implements [`Hook`]. One
//! hook serves both executions: it sees the board through [`Board`], and what it remembers is one
//! number, 0 at the start, that the position keeps for it, so that it is undone, mixed into the key, compared for
//! repetition and written to FEN without its help. A hook must remember nothing anywhere else:
//! [`crate::perft::checked`] and the like then find positions that contradict themselves.
//!
//! Generated code names the type; the interpreter finds hooks by their names in a [`Library`].

use crate::geometry::{Side, Square};
use crate::position::Outcome;
use crate::record::Piece;
use crate::set::Set256;
use crate::spec::Spec;

/// Most hooks that a game can have.
pub const MOST_HOOKS: usize = 4;

/// What a hook sees of a position.
pub trait Board {
    /// The facts of the game: size, kinds, options.
    fn spec(&self) -> &Spec;
    /// The side to act; after an action, still the side that acted.
    fn side(&self) -> Side;
    /// The piece on a square.
    fn piece(&self, square: Square) -> Option<Piece>;
    /// The squares of a side's pieces of a kind (index into [`Spec::kinds`]).
    fn pieces(&self, side: Side, kind: u8) -> Set256;
    /// The terrain on a square: index into [`Spec::terrain`].
    fn terrain(&self, square: Square) -> Option<u8>;
}

/// An action that has been made on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acted {
    /// Whose it was.
    pub side: Side,
    /// The piece that acted, as it was before; `None` for a pass.
    pub piece: Option<Piece>,
    /// Where it stood; `None` for a drop or a pass.
    pub from: Option<Square>,
    /// Where it ended; its own square for a shot, `None` for a pass.
    pub to: Option<Square>,
    /// What its movement captured: squares and pieces, in order.
    pub captured: Vec<(Square, Piece)>,
    /// The text of an action that a hook offered ([`Offer::text`]): nobody acted then, and nothing was
    /// captured.
    pub offer: Option<String>,
}

/// An action that a hook offers besides those of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What move text calls it, after the name of the hook: [`Offer::text`].
    pub name: String,
    /// What it changes, in order.
    pub changes: Vec<Change>,
}

impl Offer {
    /// The text of the move: `recall=a3` for what the hook `recall` calls `a3`. What cannot stand in a
    /// word of move text becomes `_`.
    #[must_use]
    pub fn text(&self, hook: &str) -> String {
        let plain = |c: char| if c.is_ascii_graphic() && !",;{}=".contains(c) { c } else { '_' };
        format!("{hook}={}", self.name.chars().map(plain).collect::<String>())
    }
}

/// A change that a hook makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The piece on a square, if there is one, leaves the board.
    Remove(Square),
    /// A piece comes onto a square, if that is empty.
    Place(Square, Piece),
    /// The piece on a square, if there is one, goes to another, if that is empty.
    Shift(Square, Square),
}

/// What of [`Hook`] a hook uses. What is not used is not asked, and costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Footprint {
    /// [`Hook::allows`] may say no.
    pub vetoes: bool,
    /// [`Hook::threatens`] may say yes.
    pub threatens: bool,
    /// [`Hook::after`] may change the board.
    pub changes: bool,
    /// [`Hook::offers`] may name actions.
    pub offers: bool,
}

impl Footprint {
    /// Everything.
    pub const ALL: Self = Self { vetoes: true, threatens: true, changes: true, offers: true };
    /// Nothing but remembering and deciding.
    pub const NONE: Self = Self { vetoes: false, threatens: false, changes: false, offers: false };
}

/// Rules in Rust.
pub trait Hook: Send + Sync {
    /// What it uses.
    fn footprint(&self) -> Footprint {
        Footprint::ALL
    }

    /// The actions that the side to act has besides those of the rules: each is a move, legal if its
    /// side's royals are safe after it. It sets off no reaction, and gives no check: say that in
    /// [`Hook::threatens`]. At most 65,536 are looked at.
    fn offers(&self, _board: &dyn Board, _state: u32) -> Vec<Offer> {
        Vec::new()
    }

    /// Whether an action, made on the board with all that it sets off, is allowed.
    fn allows(&self, _board: &dyn Board, _acted: &Acted, _state: u32) -> bool {
        true
    }

    /// What it remembers after an action, and what it changes on the board: after all reactions,
    /// before the turn ends.
    fn after(&self, _board: &dyn Board, _acted: &Acted, state: u32) -> (u32, Vec<Change>) {
        (state, Vec::new())
    }

    /// Whether a side threatens what stands on a square, besides what its actions do: a royal there is
    /// in check.
    fn threatens(&self, _board: &dyn Board, _attacker: Side, _square: Square, _state: u32) -> bool {
        false
    }

    /// The result, if the hook decides the game. It is asked before the ends of the rules.
    fn end(&self, _board: &dyn Board, _state: u32) -> Option<Outcome> {
        None
    }

    /// What a player can know of what it remembers.
    fn view(&self, state: u32, _player: Side) -> u32 {
        state
    }
}

/// A hook for generated code. `_place` is where the rules name it: it stands in the line that the
/// compiler of Rust shows when the type is none.
#[must_use]
pub fn made<H: Hook + Default + 'static>(_place: &'static str) -> Box<dyn Hook> {
    Box::new(H::default())
}

/// The hooks that a program knows, by name.
pub type Library<'a> = &'a [(&'a str, fn() -> Box<dyn Hook>)];
