//! What the rules say of the state that only some games have: what is well-formed, and how set-up goes
//! on. Both executions ask here.

use std::borrow::Cow;

use super::{DECLINED, More};
use crate::geometry::{Side, Square};
use crate::record::{Piece, Record};
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
}

/// A field of kinds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindRule {
    /// Its name.
    pub name: Cow<'static, str>,
    /// The kinds it can be, one bit each.
    pub among: u64,
    /// Whether a phase of set-up chooses it, so that it is set in play and no such piece is there.
    pub chosen: bool,
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
    /// The fields of kinds.
    pub kinds: Cow<'static, [KindRule]>,
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
    /// added to `reasons`, and left out. `blocked` are squares that no piece can enter.
    #[must_use]
    pub fn read(&self, record: &Record, blocked: Set256, spec: &Spec, reasons: &mut Vec<String>) -> More {
        let mut more = record.more.clone();
        if usize::from(more.phase) > self.phases.len() {
            reasons.push("this game has no such phase".to_owned());
            more.phase = 0;
        }
        if let Some(PhaseRule { items, .. }) = self.setup(&more) {
            if more.left == [0; 2] {
                more.left = [items; 2];
            }
            if more.left.iter().any(|&n| n & !DECLINED > items) {
                reasons.push(format!("a player has at most {items} left to do in this phase"));
            }
            if more.left[record.side.index()] & !DECLINED == 0 {
                reasons.push(format!("{} is to act and has nothing left to do in this phase", record.side));
            }
        } else if more.left != [0; 2] {
            reasons.push("`left` counts what is left to do before play, and play has begun".to_owned());
            more.left = [0; 2];
        }
        if u16::from(more.budget) + u16::from(more.moved) > u16::from(self.most) || more.next > self.most {
            let word = if self.most == 1 { "move" } else { "moves" };
            reasons.push(format!("a turn has at most {} {word}", self.most));
            (more.budget, more.moved, more.next) = (self.usual, 0, self.usual);
        }
        if more.travellers.len() > 255 || self.longest == 0 && !more.travellers.is_empty() {
            reasons.push("too many pieces are under way".to_owned());
            more.travellers.clear();
        }
        if more.travellers.iter().any(|t| t.turns > self.longest) {
            reasons.push(format!("no piece is under way for more than {} turns", self.longest));
        }
        for (i, field) in self.kinds.iter().enumerate() {
            self.read_kinds(i, field, &mut more, record, spec, reasons);
        }
        for square in (more.hidden[0] | more.hidden[1]).squares() {
            if blocked.has(square) {
                let name = spec.size.name(square);
                reasons.push(format!("nothing can be hidden on {name}: no piece can come there"));
            }
        }
        more
    }

    fn read_kinds(
        &self,
        index: usize,
        field: &KindRule,
        more: &mut More,
        record: &Record,
        spec: &Spec,
        reasons: &mut Vec<String>,
    ) {
        for side in Side::BOTH {
            let held = &mut more.kinds[index][side.index()];
            let kind = held.checked_sub(1);
            if kind.is_some_and(|k| k > 63 || field.among >> k & 1 == 0) {
                reasons.push(format!("`{}`: that is no kind it can be", field.name));
                *held = 0;
            }
            if !field.chosen {
                continue;
            }
            let Some(kind) = kind else {
                if more.phase == 0 {
                    reasons.push(format!("it is not said which kind {side}'s `{}` is", field.name));
                }
                continue;
            };
            if record.squares.contains(&Some(Piece { side, kind })) {
                let name = spec.kinds.get(usize::from(kind)).map_or("", |k| &k.name);
                reasons
                    .push(format!("{side} has a {name} on the board, but left it over as `{}`", field.name));
            }
        }
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
