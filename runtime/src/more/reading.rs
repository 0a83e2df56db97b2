//! The state that only some games have, as a text gives it: what the rules say against it.

use super::{DECLINED, More, MoreRules};
use crate::geometry::{Side, Square};
use crate::record::{Piece, Record, SAYS_NOTHING, in_field};
use crate::set::{Set256, SquareSet};
use crate::spec::{FieldShape, Spec};

/// A record's state under examination.
pub(super) struct Reading<'a> {
    pub(super) rules: &'a MoreRules,
    pub(super) record: &'a Record,
    pub(super) spec: &'a Spec,
    pub(super) reasons: &'a mut Vec<String>,
    pub(super) more: More,
}

impl Reading<'_> {
    pub(super) fn all(mut self) -> More {
        if usize::from(self.more.phase) > self.rules.phases.len() {
            self.wrong("phase", "this game has no such phase");
            self.more.phase = 0;
        }
        self.left();
        self.onto();
        self.turn();
        self.travellers();
        self.winner();
        if self.more.phase > 0 {
            self.unplayed();
        }
        for index in 0..self.rules.kinds.len() {
            for side in Side::BOTH {
                self.kind(index, side);
            }
        }
        self.placed();
        self.hidden();
        self.more
    }

    pub(super) fn wrong(&mut self, field: &str, reason: impl core::fmt::Display) {
        self.reasons.push(in_field(field, reason));
    }

    /// The name of a phase of set-up, counted down.
    pub(super) fn phase_name(&self, phase: u8) -> &str {
        let index = usize::from(phase).checked_sub(1);
        index.and_then(|i| self.spec.phases().get(i)).map_or("", |p| &p.name)
    }

    /// The name of the field of some shape.
    pub(super) fn name(&self, shape: impl Fn(&FieldShape) -> bool) -> String {
        self.spec.fields.iter().find(|f| shape(&f.shape)).map_or(String::new(), |f| f.name.to_string())
    }

    fn kind_name(&self, kind: u8) -> &str {
        self.spec.kinds.get(usize::from(kind)).map_or("piece", |k| &k.name)
    }

    /// The names of some kinds, one bit each.
    fn kind_names(&self, kinds: u64) -> String {
        let names = self.spec.kinds.iter().take(64).enumerate().filter(|(i, _)| kinds >> i & 1 != 0);
        names.map(|(_, k)| &*k.name).collect::<Vec<_>>().join(", ")
    }

    /// What players may still do before play.
    fn left(&mut self) {
        let Some(phase) = self.rules.setup(&self.more) else {
            if self.more.left != [0; 2] {
                self.wrong("left", "it counts what is left to do before play, and play has begun");
                self.more.left = [0; 2];
            }
            return;
        };
        let items = phase.items;
        if self.more.left == [0; 2] {
            self.more.left = [items; 2];
        } else if self.more.left == [items; 2] {
            self.wrong("left", format!("nothing was done yet in this phase; {SAYS_NOTHING}"));
        }
        for side in Side::BOTH {
            let left = self.more.left[side.index()];
            let declined = left & DECLINED != 0;
            if left & !DECLINED > items {
                self.wrong("left", format!("{side} has at most {items} to do in this phase"));
            } else if declined && !(phase.optional && phase.together && left != DECLINED) {
                self.wrong("left", format!("there is nothing that {side} can have declined for now"));
            } else if side == self.record.side && left == 0 {
                self.wrong("left", format!("{side} is to act and has nothing left to do in this phase"));
            } else if side == self.record.side && declined {
                self.wrong("left", format!("{side} is to act and has declined"));
            }
        }
    }

    /// Where pieces are still to come before play, there is room for them.
    fn onto(&mut self) {
        for number in (1..=self.more.phase).rev() {
            let Some(phase) = self.rules.phases.get(usize::from(number) - 1) else { continue };
            for side in Side::BOTH {
                let done = number == self.more.phase && self.more.left[side.index()] == 0;
                if done {
                    continue;
                }
                for square in phase.onto[side.index()].squares() {
                    let stands = self.record.squares.get(square.index()).is_some_and(Option::is_some);
                    if stands || self.blocked(square) {
                        let reason = format!(
                            "{} must be empty: {side} puts a piece there in phase `{}`",
                            self.spec.size.name(square),
                            self.phase_name(number)
                        );
                        self.wrong("phase", reason);
                    }
                }
            }
        }
    }

    /// Whether nothing can stand on a square because of its terrain.
    pub(super) fn blocked(&self, square: Square) -> bool {
        let lies = self.record.terrain.get(square.index()).and_then(|&t| usize::from(t).checked_sub(1));
        lies.and_then(|t| self.spec.terrain.get(t)).is_some_and(|t| t.blocks)
    }

    /// The moves of the turn and of the next.
    fn turn(&mut self) {
        let MoreRules { usual, most, .. } = *self.rules;
        let word = if most == 1 { "move" } else { "moves" };
        let reason = format!("a turn has at most {most} {word}");
        let More { budget, moved, next, .. } = self.more;
        if u16::from(budget) + u16::from(moved) > u16::from(most) {
            self.wrong(if moved > 0 { "moved" } else { "budget" }, &reason);
            (self.more.budget, self.more.moved) = (usual, 0);
        }
        if next > most {
            self.wrong("next", &reason);
            self.more.next = usual;
        }
    }

    fn travellers(&mut self) {
        let field = self.name(|shape| *shape == FieldShape::Travellers);
        let longest = self.rules.longest;
        if self.more.travellers.len() > 255 || longest == 0 && !self.more.travellers.is_empty() {
            self.wrong(&field, "too many pieces are under way");
            self.more.travellers.clear();
        }
        for traveller in self.more.travellers.clone() {
            let name = self.kind_name(traveller.kind).to_owned();
            if u32::from(traveller.kind) > 63 || self.rules.travels >> traveller.kind & 1 == 0 {
                let can = self.kind_names(self.rules.travels);
                self.wrong(&field, format!("a {name} is never under way; only these kinds are: {can}"));
            }
            if self.closed(traveller.square) {
                let at = self.spec.size.name(traveller.square);
                self.wrong(&field, format!("the {name} can never come to {at}: nothing can stand there"));
            }
            if traveller.turns > longest {
                let reason =
                    format!("no piece is under way for more than {longest} turns, and this {name} is");
                self.wrong(&field, reason);
            }
        }
    }

    /// Who has won by occupation: he stands on all squares of the terrain, but where something has
    /// landed since.
    fn winner(&mut self) {
        let Some(winner) = self.more.winner else { return };
        if self.more.moved > 0 {
            self.wrong("winner", "the turn in which somebody wins is over, and here one is under way");
        }
        let squares = self.spec.size.all().zip(&self.record.terrain);
        let terrain = self.rules.won.map_or(0, |t| t + 1);
        let on: Vec<Square> =
            squares.filter(|&(_, &t)| terrain != 0 && t == terrain).map(|(square, _)| square).collect();
        let stands = |square: Square| self.record.squares.get(square.index()).copied().flatten();
        let mover = self.record.side.other();
        let travels = |kind: u8| kind < 64 && self.rules.travels >> kind & 1 != 0;
        let landed = |square: Square| stands(square).is_none_or(|p| p.side == mover && travels(p.kind));
        let own = |square: &&Square| stands(**square).is_some_and(|p| p.side == winner);
        let holds = |square: &Square| own(&square) || self.rules.longest > 0 && landed(*square);
        // A single square may have been cleared by what a landing set off.
        let cleared = self.rules.longest > 0 && on.len() == 1;
        if on.is_empty() || !on.iter().all(holds) || !cleared && !on.iter().any(|square| own(&square)) {
            let name = usize::from(terrain).checked_sub(1).and_then(|t| self.spec.terrain.get(t));
            let reason = match name {
                Some(terrain) => format!("{winner} does not stand on all squares of `{}`", terrain.name),
                None => "nothing is won by occupation in this game".to_owned(),
            };
            self.wrong("winner", reason);
            self.more.winner = None;
        }
    }

    /// What only play brings about.
    fn unplayed(&mut self) {
        let more = &self.more;
        let MoreRules { usual, .. } = *self.rules;
        let mut fields = Vec::new();
        let mut say = |is: bool, field: String| fields.extend(is.then_some(field));
        say(more.budget != usual, "budget".to_owned());
        say(more.moved != 0, "moved".to_owned());
        say(more.next != usual, "next".to_owned());
        say(more.winner.is_some(), "winner".to_owned());
        say(!more.travellers.is_empty(), self.name(|shape| *shape == FieldShape::Travellers));
        say(more.revealed != Set256::EMPTY, "revealed".to_owned());
        for (i, field) in self.rules.kinds.iter().enumerate().filter(|(_, field)| field.chosen == 0) {
            say(more.kinds[i] != [0; 2], field.name.to_string());
        }
        for field in fields {
            self.wrong(&field, "there is no such thing before play");
        }
    }

    /// A kind that is remembered for a player.
    fn kind(&mut self, index: usize, side: Side) {
        let rules = self.rules;
        let Some(field) = rules.kinds.get(index) else { return };
        let held = self.more.kinds[index][side.index()].checked_sub(1);
        if let Some(kind) = held.filter(|&k| k > 63 || field.among >> k & 1 == 0) {
            let (name, can) = (self.kind_name(kind).to_owned(), self.kind_names(field.among));
            self.wrong(&field.name, format!("{side}'s cannot be {name}; it is one of {can}"));
            self.more.kinds[index][side.index()] = 0;
            return;
        }
        if field.chosen == 0 {
            return;
        }
        let here = field.chosen == self.more.phase;
        let to_come = field.chosen < self.more.phase || here && self.more.left[side.index()] != 0;
        let stands = |kind: u8| self.record.squares.contains(&Some(Piece { side, kind }));
        match (to_come, held) {
            (false, None) => self.wrong(&field.name, format!("it is not said which kind {side}'s is")),
            (true, Some(_)) => {
                let phase = self.phase_name(field.chosen).to_owned();
                let reason = format!("{side} has still to choose in phase `{phase}`, so there is none yet");
                self.wrong(&field.name, reason);
            }
            (false, Some(kind)) if stands(kind) => {
                let name = self.kind_name(kind).to_owned();
                self.wrong(&field.name, format!("{side} has left over a {name}, but one is on the board"));
            }
            (true, None) => {
                for kind in (0..64).filter(|&k| field.among >> k & 1 != 0 && stands(k)) {
                    let (name, phase) = (self.kind_name(kind), self.phase_name(field.chosen));
                    let reason = format!(
                        "{side} has a {name} on the board, but is still to choose in phase `{phase}`"
                    );
                    self.wrong("phase", reason);
                }
            }
            (false, Some(_)) => {}
        }
    }
}
