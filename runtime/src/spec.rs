//! What text needs to know of a game: board, kinds, rights, hands and the names of its fields.

use std::borrow::Cow;

use crate::geometry::{BoardSize, Side, Square};
use crate::set::Set256;

/// Facts of a game that FEN, move text and callers read. Generated code has one as a constant, the
/// interpreter builds one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// The name by which programs know the game: the stem of its file.
    pub name: Cow<'static, str>,
    /// The title that people read.
    pub title: Cow<'static, str>,
    /// Other names that programs accept.
    pub aliases: Cow<'static, [Cow<'static, str>]>,
    /// Width and height.
    pub size: BoardSize,
    /// Squares that do not exist. How FEN shows them: [`crate::fen`].
    pub holes: Set256,
    /// The kinds of piece, in declared order.
    pub kinds: Cow<'static, [KindSpec]>,
    /// The kinds of terrain, in declared order.
    pub terrain: Cow<'static, [TerrainSpec]>,
    /// Castling and similar rights, in the order in which FEN writes them.
    pub rights: Cow<'static, [RightSpec]>,
    /// Whether FEN has a hand (`[...]` after the board).
    pub hands: bool,
    /// Further fields, in declared order.
    pub fields: Cow<'static, [FieldSpec]>,
    /// Options and the values chosen in this instance.
    pub options: Cow<'static, [OptionSpec]>,
    /// The start position as FEN.
    pub start: Cow<'static, str>,
}

impl Spec {
    /// The phases of set-up, the last one first.
    #[must_use]
    pub fn phases(&self) -> &[PhaseSpec] {
        let phases = self.fields.iter().find_map(|f| match &f.shape {
            FieldShape::Phase(phases) => Some(&**phases),
            _ => None,
        });
        phases.unwrap_or_default()
    }
}

/// A kind of piece as text knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindSpec {
    /// The name that people read.
    pub name: Cow<'static, str>,
    /// White's code: an upper-case letter, `+` and a letter, or a letter sequence written in
    /// brackets. Black's is the lower-case form.
    pub code: Cow<'static, str>,
    /// Whether the kind is royal: its capture decides the game or may not be allowed.
    pub royal: bool,
    /// Fewest and most pieces of this kind that one side may have in a well-formed position.
    pub count: (u8, u8),
}

impl KindSpec {
    /// A kind that is not royal, of which a side may have any number.
    #[must_use]
    pub const fn new(name: &'static str, code: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), code: Cow::Borrowed(code), royal: false, count: (0, u8::MAX) }
    }

    /// The same as a royal kind.
    #[must_use]
    pub const fn royal(mut self) -> Self {
        self.royal = true;
        self
    }

    /// The same with a fewest and a most number.
    #[must_use]
    pub const fn counted(mut self, least: u8, most: u8) -> Self {
        self.count = (least, most);
        self
    }
}

/// A kind of terrain as text knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TerrainSpec {
    /// The name that people read, also of the field of FEN that lists its squares.
    pub name: Cow<'static, str>,
    /// The character that stands for it in the board field of FEN. Without one all its squares are
    /// listed in the field.
    pub code: Option<char>,
    /// Whether nothing can stand on it.
    pub blocks: bool,
}

/// A right as text knows it: usually to castle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RightSpec {
    /// The letter in the FEN field of rights.
    pub letter: char,
    /// Whose right it is.
    pub side: Side,
    /// What must stand where for the right to make sense: square and kind.
    pub needs: Cow<'static, [(Square, u8)]>,
}

/// A further field of state as text knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldSpec {
    /// The name under which FEN writes it.
    pub name: Cow<'static, str>,
    /// What it holds.
    pub shape: FieldShape,
}

/// What a further field of state holds: a part of [`crate::more::More`], or text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldShape {
    /// Text that the game itself reads and writes: [`crate::record::Record::fields`].
    Text,
    /// The phase; those of set-up, the last one first.
    Phase(Cow<'static, [PhaseSpec]>),
    /// What players may still do in a phase of set-up.
    Left,
    /// Moves left in the turn, and how many there are usually.
    Budget(u8),
    /// Moves made in the turn.
    Moved,
    /// Moves of the next turn, and how many there are usually.
    Next(u8),
    /// Who has won when the turn is over.
    Winner,
    /// A kind for each player.
    Kinds {
        /// Which: index into [`crate::more::More::kinds`].
        index: u8,
        /// Whether kinds are written by their codes, not by their names.
        codes: bool,
    },
    /// Pieces under way.
    Travellers,
    /// What players hide.
    Hidden,
    /// What of it both know.
    Revealed,
    /// What a hook remembers: index into [`crate::more::More::hooks`].
    Hook(u8),
}

/// A phase of set-up as text knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhaseSpec {
    /// Its name.
    pub name: Cow<'static, str>,
    /// What a player does in it, as it follows his name: `places a Wall`.
    pub task: Cow<'static, str>,
}

/// An option of the game and its value in this instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionSpec {
    /// The option's name.
    pub name: Cow<'static, str>,
    /// The allowed values, the default first.
    pub values: Cow<'static, [Cow<'static, str>]>,
    /// Index of the chosen value.
    pub chosen: u8,
}
