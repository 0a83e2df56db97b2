//! What the rules say of the state that only some games have: what is well-formed, and how set-up goes
//! on. Both executions ask here.

use std::borrow::Cow;

use super::reading::Reading;
use super::{DECLINED, More};
use crate::geometry::{Side, Square};
use crate::record::Record;
use crate::set::{Set256, SquareSet};
use crate::spec::Spec;

/// A phase of set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhaseRule {
    /// The actions of each player.
    pub items: u8,
    /// Whether a player may decline what is left to him.
    pub optional: bool,
    /// Whether a player may decline only as long as the other has made none.
    pub together: bool,
    /// The squares that each player's pieces come onto: they are empty until then.
    pub onto: [Set256; 2],
    /// What each action puts on one of the squares of [`PhaseRule::on`].
    pub puts: Puts,
    /// The squares on which each player puts it.
    pub on: [Set256; 2],
}

/// What an action of set-up puts on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Puts {
    /// Neither of these.
    Nothing,
    /// Terrain of a kind.
    Terrain(u8),
    /// Something hidden.
    Hidden,
}

/// A field of kinds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindRule {
    /// Its name.
    pub name: Cow<'static, str>,
    /// The kinds it can be, one bit each.
    pub among: u64,
    /// The phase of set-up that chooses it, counted down as in [`More::phase`], or 0 for none. It is set
    /// from then on, and no piece of that kind is there.
    pub chosen: u8,
}

/// What the rules say of a game's [`More`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoreRules {
    /// The phases of set-up, the last one first.
    pub phases: Cow<'static, [PhaseRule]>,
    /// The moves that a turn has usually.
    pub usual: u8,
    /// The most moves that a turn can have.
    pub most: u8,
    /// The most turns that a piece is under way; 0 if none ever is.
    pub longest: u8,
    /// The kinds of piece that can be under way, one bit each.
    pub travels: u64,
    /// The terrain whose occupation wins.
    pub won: Option<u8>,
    /// The fields of kinds.
    pub kinds: Cow<'static, [KindRule]>,
    /// The kinds of terrain that play lays, one bit each. Of all others there is as much as when play
    /// began, or less.
    pub laid: u64,
    /// The kinds of terrain that phases of set-up place, with the number of squares on which they lie
    /// before that.
    pub placed: Cow<'static, [(u8, u16)]>,
}

impl MoreRules {
    /// The phase of set-up that a state is in; `None` in play.
    #[must_use]
    pub fn setup(&self, more: &More) -> Option<PhaseRule> {
        self.phases.get(usize::from(more.phase).checked_sub(1)?).copied()
    }

    /// Whether a player may decline what is left to him in a phase of set-up.
    #[must_use]
    pub fn may_decline(&self, more: &More, side: Side) -> bool {
        let Some(phase) = self.setup(more) else { return false };
        let made = more.left[side.other().index()] & !DECLINED < phase.items;
        phase.optional && !(phase.together && made)
    }

    /// Goes on after an action of set-up, or after the rest was declined: who acts next. `can_act` says
    /// whether a side has anything to do in a state.
    pub fn after_setup(
        &self,
        more: &mut More,
        side: Side,
        declined: bool,
        mut can_act: impl FnMut(&More, Side) -> bool,
    ) -> Side {
        let (me, other) = (side.index(), side.other().index());
        let together = self.setup(more).is_some_and(|phase| phase.together);
        if declined {
            more.left[me] = if together { more.left[me] | DECLINED } else { 0 };
        } else {
            more.left[me] = more.left[me].saturating_sub(1);
            if together {
                // What the other has declined must be made now.
                more.left[other] &= !DECLINED;
            }
        }
        let mut order = [side.other(), side];
        loop {
            for next in order {
                let left = more.left[next.index()];
                if left != 0 && left & DECLINED == 0 && can_act(more, next) {
                    return next;
                }
            }
            // White begins every phase, and play.
            order = Side::BOTH;
            more.phase -= 1;
            match self.setup(more) {
                Some(phase) => more.left = [phase.items; 2],
                None => {
                    more.left = [0; 2];
                    return Side::White;
                }
            }
        }
    }

    /// Makes the state of a position out of a record's: what is as usual is filled in. What is wrong is
    /// added to `reasons`, and left out.
    #[must_use]
    pub fn read(&self, record: &Record, spec: &Spec, reasons: &mut Vec<String>) -> More {
        Reading { rules: self, record, spec, reasons, more: record.more.clone() }.all()
    }

    /// The state of a position as a record has it: what is as usual is left out.
    #[must_use]
    pub fn write(&self, more: &More) -> More {
        let mut more = more.clone();
        if self.setup(&more).is_some_and(|phase| more.left == [phase.items; 2]) {
            more.left = [0; 2];
        }
        more
    }
}

/// Whether, with one more on `target`, those on light squares and those on dark ones differ in number
/// by at most one.
#[must_use]
pub fn balanced(on: Set256, target: Square, spec: &Spec) -> bool {
    let mut of_colour = [0i32; 2];
    for square in on.with(target).squares() {
        of_colour[usize::from((spec.size.file(square) + spec.size.rank(square)) % 2)] += 1;
    }
    of_colour[0].abs_diff(of_colour[1]) <= 1
}
