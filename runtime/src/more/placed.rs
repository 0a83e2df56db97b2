//! What players can have put on the board before play: terrain, and what they hide.

use super::reading::Reading;
use super::{DECLINED, Puts};
use crate::geometry::{Side, Square};
use crate::set::{Set256, SquareSet};
use crate::spec::FieldShape;

/// What players can have put somewhere.
struct Reach {
    /// The squares on which each puts it in the end.
    ever: [Set256; 2],
    /// The squares on which each can have put it by now.
    now: [Set256; 2],
    /// How many times each can have done so by now.
    most: [usize; 2],
    /// The first of the phases that do so, counted down.
    phase: u8,
}

impl Reading<'_> {
    /// Whether nothing can ever come to a square because of its terrain. What play lays came perhaps
    /// after what is there.
    pub(super) fn closed(&self, square: Square) -> bool {
        let Some(lies) = self.record.terrain.get(square.index()).and_then(|t| t.checked_sub(1)) else {
            return false;
        };
        self.blocked(square) && self.rules.laid >> lies & 1 == 0
    }

    /// Whether players may place the terrain of a square in a phase that comes after another.
    fn placed_after(&self, square: Square, phase: u8) -> bool {
        let lies = self.record.terrain.get(square.index()).and_then(|t| t.checked_sub(1));
        let mut later = (1..phase).zip(self.rules.phases.iter());
        lies.is_some_and(|lies| later.any(|(_, p)| p.puts == Puts::Terrain(lies)))
    }

    /// What players can have put somewhere in the phases that have begun.
    fn reach(&self, what: Puts) -> Reach {
        let mut reach = Reach { ever: [Set256::EMPTY; 2], now: [Set256::EMPTY; 2], most: [0; 2], phase: 0 };
        for (number, phase) in (1u8..).zip(self.rules.phases.iter()).filter(|(_, p)| p.puts == what) {
            reach.phase = number;
            for side in Side::BOTH.map(Side::index) {
                reach.ever[side] |= phase.on[side];
                let left = if number == self.more.phase { self.more.left[side] & !DECLINED } else { 0 };
                let made = phase.items.saturating_sub(left);
                if number >= self.more.phase && made > 0 {
                    reach.now[side] |= phase.on[side];
                    reach.most[side] += usize::from(made);
                }
            }
        }
        reach
    }

    /// Says which squares of a list of what is hidden cannot be in it.
    fn within(&mut self, field: &str, squares: Set256, ever: Set256, now: Set256, phase: u8) {
        let phase = self.phase_name(phase).to_owned();
        let names = |set: Set256| {
            let names: Vec<String> = set.squares().map(|s| self.spec.size.name(s)).collect();
            names.join(", ")
        };
        let (never, early) = (squares & !ever, squares & ever & !now);
        let (never_names, early_names) = (names(never), names(early));
        if !never.is_empty() {
            self.wrong(field, format!("in phase `{phase}` nothing is hidden on {never_names}"));
        }
        if !early.is_empty() {
            self.wrong(
                field,
                format!("nothing can be hidden on {early_names} yet: that comes in phase `{phase}`"),
            );
        }
    }

    /// There is no more of terrain that is placed before play than can be there by now. Some may be gone
    /// since, and where play lays it there is no limit. On which squares it lies is not asked: what it does
    /// is the same everywhere.
    pub(super) fn placed(&mut self) {
        let rules = self.rules;
        for &(terrain, start) in rules.placed.iter().filter(|(t, _)| rules.laid >> t & 1 == 0) {
            let Some(spec) = self.spec.terrain.get(usize::from(terrain)) else { continue };
            let field = spec.name.to_string();
            let there = self.record.terrain.iter().filter(|&&t| t == terrain + 1).count();
            let [white, black] = self.reach(Puts::Terrain(terrain)).most;
            let most = usize::from(start) + white + black;
            if there > most {
                self.wrong(&field, format!("there can be at most {most} by now, and here are {there}"));
            }
        }
    }

    /// What players hide is where pieces can come, and where, and as often as, they can have hidden it.
    pub(super) fn hidden(&mut self) {
        let field = self.name(|shape| *shape == FieldShape::Hidden);
        let hidden = self.more.hidden;
        let Reach { ever, now, most, phase } = self.reach(Puts::Hidden);
        let shut = |&square: &Square| self.closed(square) && !self.placed_after(square, phase);
        for square in (hidden[0] | hidden[1]).squares().filter(shut).collect::<Vec<_>>() {
            let name = self.spec.size.name(square);
            self.wrong(&field, format!("nothing can be hidden on {name}: no piece can come there"));
        }
        for (side, i) in Side::BOTH.map(|side| (side, side.index())) {
            self.within(&field, hidden[i], ever[i], now[i], phase);
            let (there, most) = ((hidden[i] & now[i]).len() as usize, most[i]);
            if there > most {
                self.wrong(
                    &field,
                    format!("{side} can have hidden at most {most} by now, and here are {there}"),
                );
            }
        }
        // What a player sees does not have what the other hides, so the list of one may be missing.
        let bare = self.more.revealed & !(hidden[0] | hidden[1]);
        let may_hide = |i: usize| hidden[i].is_empty() && (bare & !now[i]).is_empty();
        if !bare.is_empty() && !(0..2).any(|i| may_hide(i) && bare.len() as usize <= most[i]) {
            let names: Vec<String> = bare.squares().map(|s| self.spec.size.name(s)).collect();
            self.wrong("revealed", format!("no player can have hidden something on {}", names.join(" and ")));
        }
    }
}
