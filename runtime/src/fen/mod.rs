//! FEN in and out: a text for a position, on neutral [`Record`]s.
//!
//! A text has up to six fields, parted by blanks or tabs, and after them any further state of the
//! game in braces:
//!
//! ```text
//! board[hands] side rights squares clock number {name value; name value}
//! ```
//!
//! - *board*: rows from the highest rank down, parted by `/`; in each row, from the a-file, a piece's
//!   code (White's as declared, Black's in lower case; `+R` and `[Xy]` are codes too), a number of
//!   empty squares, a terrain character, or the character of a hole. Numbers are read greedily, so on
//!   boards of ten files and more `11` is eleven squares; two numbers side by side are refused.
//! - *holes* (squares that do not exist) are written as `*`, so that rows stay countable; where a
//!   terrain uses that character, as `#`, else `_`. On reading a number may cover holes too.
//! - *hands*: `[QRb]` after the board, White's pieces in upper case; written in declared order, White
//!   first. `[]`, `[-]` and nothing are empty hands. The spelling as one row more, `.../8/QRb`, is read
//!   too.
//! - *side*: `w` or `b`. *rights*: letters, or `-`. *squares*: those on which an en-passant capture
//!   may land, written together, or `-`. *clock* and *number*: turns without progress, and the number
//!   of the move, from 1.
//! - Missing fields at the end mean `w`, `-`, `-`, `0`, `1`.
//! - Terrain under a piece, and terrain without a character, is a further field: the terrain's name and
//!   the squares. Fields of state that only some games have: [`crate::more`].
//!
//! [`read`] checks what can be known without the rules and gives all reasons at once;
//! [`read_position`] adds what the rules say.

mod read;
mod write;

pub use read::read;
pub use write::write;

use core::fmt;
use core::ops::Range;

use crate::geometry::{Side, Square};
use crate::more::More;
use crate::position::Rules;
use crate::record::{Piece, Record};
use crate::set::SquareSet;
use crate::spec::{FieldShape, KindSpec, Spec};

/// Why a text is no position: all reasons, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenError {
    /// The reasons; at least one.
    pub problems: Vec<FenProblem>,
}

/// One reason why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenProblem {
    /// The bytes of the text that are at fault; all of it when the position as a whole is.
    pub span: Range<usize>,
    /// Where that begins, in characters from 1.
    pub column: usize,
    /// What is wrong, as one sentence for people.
    pub message: String,
}

impl fmt::Display for FenProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl core::error::Error for FenError {}

/// Reads a text as a position of a game: [`read`], then the game's own rules.
///
/// # Errors
/// All reasons at once. What the rules say is added where board, hands, rights and the fields in braces
/// could be read.
pub fn read_position<R: Rules>(rules: &R, text: &str) -> Result<R::Position, FenError> {
    let mut parts = read::read_parts(text, rules.spec());
    let Some(record) = parts.record.take() else { return Err(FenError { problems: parts.problems }) };
    match rules.position(&record) {
        Ok(position) if parts.problems.is_empty() => Ok(position),
        Ok(_) => Err(FenError { problems: parts.problems }),
        Err(reasons) => {
            let whole = 0..text.trim_end().len();
            // What the text showed already, with its place, is not said again.
            let new = reasons.into_iter().filter(|r| parts.problems.iter().all(|p| p.message != *r));
            let placed = new.map(|r| read::problem(text, parts.place(&r).unwrap_or(whole.clone()), r));
            let placed: Vec<FenProblem> = placed.collect();
            let mut problems = parts.problems;
            problems.extend(placed);
            problems.sort_by_key(|p| p.span.start);
            Err(FenError { problems })
        }
    }
}

/// The text of a kind of piece as a side writes it: `Q`, `q`, `+R`, `[Xy]`.
#[must_use]
pub fn code(kind: &KindSpec, side: Side) -> String {
    let bare = bare(kind);
    let cased = match side {
        Side::White => bare.to_owned(),
        Side::Black => bare.to_ascii_lowercase(),
    };
    if bracketed(bare) { format!("[{cased}]") } else { cased }
}

/// The text of a piece of a game; empty for a kind that the game does not have.
#[must_use]
pub fn piece_code(spec: &Spec, piece: Piece) -> String {
    spec.kinds.get(piece.kind as usize).map_or_else(String::new, |kind| code(kind, piece.side))
}

/// The character that stands for a hole in the rows of a board: the first that no terrain uses.
#[must_use]
pub fn hole_char(spec: &Spec) -> char {
    ['*', '#', '_'].into_iter().find(|&c| spec.terrain.iter().all(|t| t.code != Some(c))).unwrap_or('_')
}

/// A declared code without the brackets that text puts round codes of several letters.
fn bare(kind: &KindSpec) -> &str {
    kind.code.strip_prefix('[').and_then(|c| c.strip_suffix(']')).unwrap_or(&kind.code)
}

fn bracketed(bare: &str) -> bool {
    bare.trim_start_matches('+').chars().count() > 1
}

fn is_hole(spec: &Spec, square: Square) -> bool {
    spec.holes.has(square)
}

/// A record of a game with nothing on the board and White to act.
#[must_use]
pub fn empty(spec: &Spec) -> Record {
    let squares = spec.size.squares();
    Record {
        squares: vec![None; squares],
        terrain: vec![0; squares],
        hands: [vec![0; spec.kinds.len()], vec![0; spec.kinds.len()]],
        side: Side::White,
        rights: 0,
        passed: Vec::new(),
        clock: 0,
        number: 1,
        more: usual(spec),
        fields: Vec::new(),
    }
}

/// The state that FEN leaves out where it is as usual.
fn usual(spec: &Spec) -> More {
    let mut more = More::default();
    for field in spec.fields.iter() {
        match field.shape {
            FieldShape::Budget(usual) => more.budget = usual,
            FieldShape::Next(usual) => more.next = usual,
            _ => {}
        }
    }
    more
}

#[cfg(test)]
mod tests;
