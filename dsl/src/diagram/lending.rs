//! From whom a piece that moves as others do is shown to borrow.

use std::collections::BTreeSet;

use chv_runtime::{Set256, Side, SquareSet};

use super::elements::lenders;
use crate::check::reach::arrivals;
use crate::model::{Action, Actor, Guard, KindId, SetBy, Variant};

/// Kinds that are chosen before play are few, and each is shown up to this number.
const MOST: usize = 6;

/// The kinds whose movements are shown for a piece: all that a choice before play may leave, and one of
/// those that the opponent may have moved.
pub(super) fn examples(variant: &Variant, side: Side, kind: KindId) -> Vec<KindId> {
    let own = |a: &&Action| a.side == side && a.actor == Actor::Kind(kind) && a.counts_as.is_some();
    let borrowed: Vec<&Action> = variant.actions.iter().filter(own).collect();
    let chosen = |a: &&&Action| a.guards.iter().any(|g| sets(variant, g) == Some(SetBy::Choice));
    let mut list: BTreeSet<KindId> = borrowed.iter().filter(chosen).flat_map(|a| lenders(a)).collect();
    while list.len() > MOST {
        list.pop_last();
    }
    let moved = borrowed.iter().filter(|a| !chosen(a)).flat_map(|a| lenders(a));
    let moved: BTreeSet<KindId> = moved.filter(|&k| k != kind).collect();
    // One that is easy to see: not royal, and of those the one with about eight squares in reach.
    let reach = |lender: KindId| {
        let acts = borrowed.iter().filter(|a| lenders(a).any(|k| k == lender));
        let all = Set256::below(variant.board.size.squares()) & !variant.board.holes;
        let middle = all.squares().min_by_key(|s| {
            let (x, y) = (variant.board.size.file(*s), variant.board.size.rank(*s));
            let off = |at: u8, length: u8| (2 * i32::from(at) - i32::from(length - 1)).abs();
            (off(x, variant.board.size.files) + off(y, variant.board.size.ranks), s.0)
        });
        let from = middle.map_or(Set256::EMPTY, |s| Set256::EMPTY.with(s));
        let squares = acts
            .fold(Set256::EMPTY, |squares, a| squares | arrivals(variant, &a.movement, from).squares & a.to);
        squares.len()
    };
    list.extend(moved.into_iter().min_by_key(|&k| (variant.royalty.kinds.has(k), reach(k).abs_diff(8), k)));
    list.into_iter().collect()
}

/// What sets the field that a guard looks at.
fn sets(variant: &Variant, guard: &Guard) -> Option<SetBy> {
    let Guard::KindIs(field, ..) = guard else { return None };
    variant.fields.kinds.get(usize::from(*field)).map(|f| f.set_by)
}
