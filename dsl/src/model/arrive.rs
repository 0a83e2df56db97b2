//! What a piece can be once its move is over.

use chv_runtime::{Set256, Side, SquareSet};

use super::{At, Edit, Guard, KindId, KindSet, Owner, Trigger, Variant};

/// What a piece that took nothing can be when its move is over, where it came from and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// Its kind by then.
    pub kind: KindId,
    /// The squares from which it comes so.
    pub from: Set256,
    /// The squares on which it arrives so.
    pub to: Set256,
    /// Kinds of its owner's pieces that may stand by then where it came from; it may be empty as well.
    pub left: KindSet,
}

impl Variant {
    /// Each way in which a piece of a kind can have come to its square by a move that took nothing: as
    /// what it was, or changed by what the move set off. For those who see only the position after it.
    #[must_use]
    pub fn arrivals(&self, side: Side, kind: KindId) -> Vec<Arrival> {
        let all = Set256::below(256);
        let same = Arrival { kind, from: all, to: all, left: KindSet::NONE };
        let mut arrivals = vec![same];
        for reaction in self.reactions.iter().filter(|r| r.side == side) {
            let areas = match reaction.on {
                Trigger::Promotes { kinds, from, to, .. } if kinds.has(kind) => [(from, all), (all, to)],
                Trigger::Moved { kinds } if kinds.has(kind) => [(all, all), (Set256::EMPTY, all)],
                _ => continue,
            };
            if reaction.guards.contains(&Guard::Captures) {
                continue;
            }
            for branch in &reaction.branches {
                let mut after = same;
                for edit in &branch.edits {
                    match *edit {
                        Edit::Become(At::Target, kind) => after.kind = kind,
                        Edit::Place(At::Origin, Owner::Actor, kind) => {
                            after.left = after.left.or(KindSet::of(kind));
                        }
                        _ => {}
                    }
                }
                let changed = areas.into_iter().map(|(from, to)| Arrival { from, to, ..after });
                arrivals.extend(changed.filter(|a| *a != same && !a.from.is_empty() && !a.to.is_empty()));
            }
        }
        arrivals
    }
}
