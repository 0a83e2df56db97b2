//! Promotions that are owed: how many a position may hold.

use crate::geometry::Side;
use crate::record::Record;
use crate::set::{Set256, SquareSet};
use crate::spec::Spec;

/// Whether somebody is in check hangs on every way in which what is owed can be chosen; with more ways
/// than this nobody waits for the answer. Twenty-two choices for each of four pieces are fewer.
const MOST_WAYS: u64 = 1 << 18;

/// A promotion of pieces that are moved by others: whoever owns one that stands where it promotes owes a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwedRule {
    /// Whose pieces.
    pub side: Side,
    /// The kinds, one bit each.
    pub kinds: u64,
    /// Where they promote.
    pub on: Set256,
    /// Among how many their owner chooses.
    pub choices: u16,
}

impl OwedRule {
    /// A rule for pieces of a side, of some kinds, on some squares.
    #[must_use]
    pub const fn new(side: Side, kinds: u64, on: Set256, choices: u16) -> Self {
        Self { side, kinds, on, choices }
    }
}

/// Why a record is no position, if somebody owes so many promotions that they can be chosen in too many
/// ways.
#[must_use]
pub fn owes_too_many(record: &Record, spec: &Spec, rules: &[OwedRule]) -> Option<String> {
    Side::BOTH.into_iter().find_map(|side| {
        let (mut owed, mut ways) = (0, 1u64);
        for (square, piece) in spec.size.all().zip(&record.squares) {
            let Some(piece) = piece.filter(|p| p.side == side && p.kind < 64) else { continue };
            let owes = |r: &&OwedRule| r.side == side && r.kinds >> piece.kind & 1 != 0 && r.on.has(square);
            if let Some(rule) = rules.iter().find(owes) {
                owed += 1;
                ways = ways.saturating_mul(u64::from(rule.choices.max(1)));
            }
        }
        (ways > MOST_WAYS).then(|| {
            format!("{side} owes {owed} promotions, which can be chosen in more than {MOST_WAYS} ways; that is too many")
        })
    })
}
