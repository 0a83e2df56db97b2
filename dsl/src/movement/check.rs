//! What is void, doubtful or impossible in a movement that is otherwise well written.

use super::syntax::{Span, Term};
use super::{Dialect, Problem};

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
pub(crate) fn terms(_terms: &[Term], _dialect: Dialect, _problems: &mut Vec<Problem>) {}
