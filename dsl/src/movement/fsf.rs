//! Translation of the subset that Fairy-Stockfish reads.

use super::Problem;
use super::read::Piece;
use super::syntax::{Span, Term, Unit};

/// One term of that dialect as terms of this one.
pub(crate) fn translate(
    _whole: Span,
    _pieces: &[Piece],
    _unit: &Unit,
    _problems: &mut [Problem],
) -> Vec<Term> {
    Vec::new()
}
