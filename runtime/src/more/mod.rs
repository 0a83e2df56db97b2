//! State that only some games have: phases, moves of a turn, kinds remembered, pieces under way, and
//! what is hidden. Its spelling in FEN and its keys are here, once for both executions.
//!
//! | field | spelling |
//! |---|---|
//! | phase, if it is not play | `phase walls` |
//! | actions left in set-up, unless none was made; `d`: declined for now | `left w:1d b:2` |
//! | moves left in the turn | `budget 2` |
//! | moves made in the turn | `moved 1` |
//! | moves of the opponent's next turn | `next 2` |
//! | side that has won when the turn is over | `winner w` |
//! | kinds for each player, by name or by code | `last w:Pawn b:-`, `guard w:S b:Q` |
//! | pieces under way: owner, code, square, turns left | `travellers w:T@e9/3,T@a1/1 b:T@c4/2` |
//! | what players hide | `mines w:a5,b7 b:c6` |
//! | what of it both know | `revealed a5` |
//! | what a hook remembers, a number | `restless 3` |
//!
//! What is as usual is left out. Names of kinds, travellers, hidden things and hooks are the game's own.

mod owed;
mod placed;
mod reading;
mod rules;

pub use owed::{OwedRule, owes_too_many};
pub use rules::{KindRule, MoreRules, PhaseRule, Puts, balanced};

use crate::geometry::{Side, Square};
use crate::hooks::MOST_HOOKS;
use crate::record::shown;
use crate::set::{Set256, SquareSet};
use crate::spec::{FieldShape, Spec};
use crate::zobrist;

/// Most fields of kinds that a game can have.
pub const MOST_KIND_FIELDS: usize = 4;

/// Added to a number in [`More::left`] whose player has declined it, but must make it if the other
/// player makes one.
pub const DECLINED: u8 = 128;

/// A piece that has left the board and comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Traveller {
    /// Its owner.
    pub side: Side,
    /// Its kind.
    pub kind: u8,
    /// Where it will land.
    pub square: Square,
    /// At the end of which of its owner's turns from now: 1 is the next that ends.
    pub turns: u8,
}

/// State that only some games have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct More {
    /// The phase, counted down: 0 is play, 1 the last phase of set-up.
    pub phase: u8,
    /// What each player may still do in a phase of set-up.
    pub left: [u8; 2],
    /// Moves left in the turn.
    pub budget: u8,
    /// Moves made in the turn.
    pub moved: u8,
    /// Moves of the next turn.
    pub next: u8,
    /// Who has won, once the turn is over.
    pub winner: Option<Side>,
    /// Kinds remembered for each player: index + 1, or 0 for none.
    pub kinds: [[u8; 2]; MOST_KIND_FIELDS],
    /// Pieces under way, in the order in which they left.
    pub travellers: Vec<Traveller>,
    /// What each player hides.
    pub hidden: [Set256; 2],
    /// What of it both know.
    pub revealed: Set256,
    /// What hooks remember.
    pub hooks: [u32; MOST_HOOKS],
}

impl Default for More {
    /// Play, one move a turn, nothing remembered.
    fn default() -> Self {
        Self {
            phase: 0,
            left: [0; 2],
            budget: 1,
            moved: 0,
            next: 1,
            winner: None,
            kinds: [[0; 2]; MOST_KIND_FIELDS],
            travellers: Vec::new(),
            hidden: [Set256::default(); 2],
            revealed: Set256::default(),
            hooks: [0; MOST_HOOKS],
        }
    }
}

impl More {
    /// The part of a position's key that this state is; nothing for [`More::default`].
    #[must_use]
    pub fn key(&self) -> u64 {
        let mut key = 0;
        let mut add = |part: u8, which: u8, value: u32, usual: u32| {
            if value != usual {
                key ^= zobrist::field(part, which, value);
            }
        };
        add(0, 0, u32::from(self.phase), 0);
        add(1, 0, u32::from(self.left[0]), 0);
        add(1, 1, u32::from(self.left[1]), 0);
        add(2, 0, u32::from(self.budget), 1);
        add(3, 0, u32::from(self.moved), 0);
        add(4, 0, u32::from(self.next), 1);
        add(5, 0, self.winner.map_or(0, |s| 1 + s as u32), 0);
        for (i, kinds) in (0u8..).zip(&self.kinds) {
            add(6 + i, 0, u32::from(kinds[0]), 0);
            add(6 + i, 1, u32::from(kinds[1]), 0);
        }
        for (i, &state) in (0u8..).zip(&self.hooks) {
            add(12 + i, 0, state, 0);
        }
        for side in Side::BOTH {
            // The order of each player's own matters, that between players does not.
            for (i, t) in (0u8..).zip(self.travellers.iter().filter(|t| t.side == side)) {
                let value = u32::from(t.square.0) << 16 | u32::from(t.kind) << 8 | u32::from(t.turns);
                key ^= zobrist::field(16 + side as u8, i, value);
            }
            for square in self.hidden[side.index()].squares() {
                key ^= zobrist::field(18 + side as u8, 0, u32::from(square.0));
            }
        }
        for square in self.revealed.squares() {
            key ^= zobrist::field(20, 0, u32::from(square.0));
        }
        key
    }

    /// A piece leaves the board to come back. White's stand before Black's: only the order of each
    /// player's own means something.
    pub fn depart(&mut self, traveller: Traveller) {
        let place = match traveller.side {
            Side::White => self.travellers.iter().filter(|t| t.side == Side::White).count(),
            Side::Black => self.travellers.len(),
        };
        self.travellers.insert(place, traveller);
    }

    /// The same state as a player sees it: without what the opponent hides.
    #[must_use]
    pub fn view(&self, player: Side) -> Self {
        let mut view = self.clone();
        view.hidden[player.other().index()] = Set256::default();
        view
    }

    /// How FEN writes a field; `None` where it is as usual.
    #[must_use]
    pub fn write(&self, shape: &FieldShape, spec: &Spec) -> Option<String> {
        let number = |value: u8, usual: u8| (value != usual).then(|| value.to_string());
        let name = |s: Square| spec.size.name(s);
        match shape {
            FieldShape::Text => None,
            FieldShape::Phase(phases) => {
                usize::from(self.phase).checked_sub(1).and_then(|i| phases.get(i)).map(|p| p.name.to_string())
            }
            FieldShape::Left => {
                let word = |n: u8| match n.checked_sub(DECLINED) {
                    None => n.to_string(),
                    Some(n) => format!("{n}d"),
                };
                (self.left != [0; 2]).then(|| format!("w:{} b:{}", word(self.left[0]), word(self.left[1])))
            }
            FieldShape::Budget(usual) => number(self.budget, *usual),
            FieldShape::Moved => number(self.moved, 0),
            FieldShape::Next(usual) => number(self.next, *usual),
            FieldShape::Winner => self.winner.map(|s| s.letter().to_string()),
            FieldShape::Kinds { index, codes } => {
                let kinds = self.kinds[usize::from(*index)];
                let word = |kind: u8| match kind.checked_sub(1).and_then(|k| spec.kinds.get(usize::from(k))) {
                    None => "-".to_owned(),
                    Some(kind) if *codes => kind.code.to_string(),
                    Some(kind) => kind.name.to_string(),
                };
                (kinds != [0; 2]).then(|| format!("w:{} b:{}", word(kinds[0]), word(kinds[1])))
            }
            FieldShape::Travellers => sides(|side| {
                let own = self.travellers.iter().filter(|t| t.side == side);
                own.map(|t| {
                    let code = spec.kinds.get(usize::from(t.kind)).map_or("?", |k| &k.code);
                    format!("{code}@{}/{}", name(t.square), t.turns)
                })
                .collect()
            }),
            FieldShape::Hidden => sides(|side| self.hidden[side.index()].squares().map(name).collect()),
            FieldShape::Hook(index) => {
                let state = self.hooks[usize::from(*index)];
                (state != 0).then(|| state.to_string())
            }
            FieldShape::Revealed => {
                let list: Vec<String> = self.revealed.squares().map(name).collect();
                (!list.is_empty()).then(|| list.join(" "))
            }
        }
    }

    /// Reads what FEN writes for a field.
    ///
    /// # Errors
    /// What is wrong with the text, as one sentence for people.
    pub fn read(&mut self, shape: &FieldShape, text: &str, spec: &Spec) -> Result<(), String> {
        match shape {
            FieldShape::Text => {}
            FieldShape::Phase(phases) => {
                let found = phases.iter().position(|p| p.name == text);
                let index = found.ok_or_else(|| {
                    let in_order: Vec<&str> = phases.iter().rev().map(|p| &*p.name).collect();
                    let has = in_order.join(", ");
                    let text = shown(text);
                    format!("`{text}` is no phase before play; this game has: {has}; play has no name")
                })?;
                self.phase = index as u8 + 1;
            }
            FieldShape::Left => {
                let sides = by_side(text)?;
                if sides.len() < 2 {
                    return Err(one_each(text));
                }
                for (side, list) in sides {
                    let [word] = list[..] else { return Err(one_each(text)) };
                    self.left[side.index()] = match word.strip_suffix('d') {
                        None => count(word)?,
                        Some(n) => count(n)? | DECLINED,
                    };
                }
                if self.left == [0; 2] {
                    return Err("a phase in which nobody has anything left to do is over".to_owned());
                }
            }
            FieldShape::Budget(_) => self.budget = at_least_one(text)?,
            FieldShape::Moved => self.moved = small(text)?,
            FieldShape::Next(_) => self.next = at_least_one(text)?,
            FieldShape::Winner => {
                self.winner = match text {
                    "w" => Some(Side::White),
                    "b" => Some(Side::Black),
                    _ => return Err(format!("`{}` is no side; write `w` or `b`", shown(text))),
                }
            }
            FieldShape::Kinds { index, .. } => {
                for (side, list) in by_side(text)? {
                    let [word] = list[..] else { return Err(one_each(text)) };
                    let of = |reason| format!("{side}'s: {reason}");
                    self.kinds[usize::from(*index)][side.index()] =
                        if word == "-" { 0 } else { 1 + kind(word, spec).map_err(of)? };
                }
            }
            FieldShape::Travellers => {
                self.travellers.clear();
                for (side, list) in by_side(text)? {
                    for word in list {
                        let wrong =
                            || format!("`{}` is no piece under way; write for example `T@e9/3`", shown(word));
                        let (code, rest) = word.split_once('@').ok_or_else(wrong)?;
                        let (place, turns) = rest.split_once('/').ok_or_else(wrong)?;
                        let (kind, square) = (kind(code, spec)?, square(place, spec)?);
                        self.depart(Traveller { side, kind, square, turns: at_least_one(turns)? });
                    }
                }
            }
            FieldShape::Hidden => {
                for (side, list) in by_side(text)? {
                    for word in list {
                        add(&mut self.hidden[side.index()], word, spec)?;
                    }
                }
            }
            FieldShape::Hook(index) => {
                let state = number(text, u32::MAX)?;
                self.hooks[usize::from(*index)] = state;
            }
            FieldShape::Revealed => {
                for word in text.split_whitespace() {
                    add(&mut self.revealed, word, spec)?;
                }
            }
        }
        Ok(())
    }
}

/// A list for each side that has any: `w:a,b b:c`.
fn sides(list: impl Fn(Side) -> Vec<String>) -> Option<String> {
    let parts: Vec<String> = Side::BOTH
        .into_iter()
        .map(|side| (side, list(side)))
        .filter(|(_, list)| !list.is_empty())
        .map(|(side, list)| format!("{}:{}", side.letter(), list.join(",")))
        .collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Reads `w:a,b b:c`.
fn by_side(text: &str) -> Result<Vec<(Side, Vec<&str>)>, String> {
    let mut found: Vec<(Side, Vec<&str>)> = Vec::new();
    for part in text.split_whitespace() {
        let (side, list) = match part.split_once(':') {
            Some(("w", list)) => (Side::White, list),
            Some(("b", list)) => (Side::Black, list),
            _ => {
                let part = shown(part);
                return Err(format!("`{part}` does not say whose it is; write `w:...` or `b:...`"));
            }
        };
        if found.iter().any(|(s, _)| *s == side) {
            return Err(format!("`{}:` stands twice", side.letter()));
        }
        found.push((side, list.split(',').collect()));
    }
    Ok(found)
}

fn one_each(text: &str) -> String {
    let text = shown(text);
    format!("`{text}` must have one value for each side: `w:... b:...`")
}

/// A number in plain digits.
fn number(text: &str, most: u32) -> Result<u32, String> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let found = text.parse().ok().filter(|&n| digits && n <= most);
    found.ok_or_else(|| format!("`{}` is no number from 0 to {most}", shown(text)))
}

fn small(text: &str) -> Result<u8, String> {
    number(text, u32::from(u8::MAX)).map(|n| n as u8)
}

fn at_least_one(text: &str) -> Result<u8, String> {
    small(text)?.checked_sub(1).map(|n| n + 1).ok_or_else(|| "it must be at least 1".to_owned())
}

/// What a player has left to do: one bit of the byte says something else.
fn count(text: &str) -> Result<u8, String> {
    number(text, u32::from(DECLINED - 1)).map(|n| n as u8)
}

/// Adds a square to a list.
fn add(set: &mut Set256, text: &str, spec: &Spec) -> Result<(), String> {
    let square = square(text, spec)?;
    if set.has(square) {
        return Err(format!("{} stands twice", spec.size.name(square)));
    }
    *set = set.with(square);
    Ok(())
}

fn square(text: &str, spec: &Spec) -> Result<Square, String> {
    let found = spec.size.parse(text).filter(|&s| !spec.holes.has(s));
    found.ok_or_else(|| format!("`{}` is no square of this board", shown(text)))
}

/// A kind by its code or its name.
fn kind(text: &str, spec: &Spec) -> Result<u8, String> {
    let found = spec.kinds.iter().position(|k| k.code == text || k.name == text);
    found.map(|i| i as u8).ok_or_else(|| format!("`{}` is no kind of piece of this game", shown(text)))
}
