//! What occurs in the positions of random games, told by the shapes that the rules of the game have.

use std::fmt;

use chv_dsl::model::{Actor, Edit, KindSet, Movement, PhaseKind, Take, Trigger, Variant};
use chv_runtime::{EditView, MoveDetail, Record, Side, SquareSet};

/// What can be so in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Check,
    SetUp,
    UnderWay,
    Due,
    LaterMove,
    Owed,
    Hidden,
    Terrain,
}

const STATES: [(State, &str); 8] = [
    (State::Check, "in check"),
    (State::SetUp, "before play"),
    (State::UnderWay, "pieces under way"),
    (State::Due, "landings due"),
    (State::LaterMove, "later moves of a turn"),
    (State::Owed, "choices owed"),
    (State::Hidden, "things hidden"),
    (State::Terrain, "terrain"),
];

/// What a move can do: seen from what it says of itself ...
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Deed {
    Captures,
    Chooses,
    RemovesMore,
    Pushes,
    Borrows,
    BorrowsBorrowed,
    Departs,
}

const DEEDS: [(Deed, &str); 7] = [
    (Deed::Captures, "captures"),
    (Deed::Chooses, "choices"),
    (Deed::RemovesMore, "captures that remove more"),
    (Deed::Pushes, "pushes"),
    (Deed::Borrows, "borrowed"),
    (Deed::BorrowsBorrowed, "borrowed from borrowed"),
    (Deed::Departs, "departures"),
];

/// ... and from the position that it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    Lands,
    Grants,
    Uncovers,
    TakenBack,
}

const EFFECTS: [(Effect, &str); 4] = [
    (Effect::Lands, "landings"),
    (Effect::Grants, "more moves granted"),
    (Effect::Uncovers, "hidden things gone off"),
    (Effect::TakenBack, "taken back"),
];

/// Counts of what occurred. What cannot occur by the rules of the game is left out.
pub(crate) struct Survey {
    /// The kinds that have no movement but that of another kind.
    borrowers: KindSet,
    /// The moves that a turn usually has.
    usual: u8,
    /// Positions.
    states: Vec<(State, &'static str, u64)>,
    /// Positions in which such a move is legal, and such moves played.
    deeds: Vec<(Deed, &'static str, [u64; 2])>,
    /// Moves played.
    effects: Vec<(Effect, &'static str, u64)>,
    /// Whether the last move of each side was borrowed.
    borrowed: [bool; 2],
}

impl Survey {
    /// Nothing has occurred yet of what can by the rules of a game.
    pub(crate) fn new(variant: &Variant) -> Self {
        let edits: Vec<&Edit> = variant
            .reactions
            .iter()
            .flat_map(|r| &r.branches)
            .flat_map(|b| &b.edits)
            .chain(variant.actions.iter().flat_map(|a| &a.edits))
            .collect();
        let grants = edits.iter().any(|e| matches!(e, Edit::Grant(_)));
        let removes = edits.iter().any(|e| matches!(e, Edit::Remove(..) | Edit::Each(..)));
        let set_up = variant.phases.iter().any(|p| matches!(p.kind, PhaseKind::Setup { .. }));
        let usual = variant.phases.iter().find_map(|p| match p.kind {
            PhaseKind::Play { budget, .. } => Some(budget),
            PhaseKind::Setup { .. } => None,
        });
        let usual = usual.unwrap_or(1);
        let triggers = |test: fn(&Trigger) -> bool| variant.reactions.iter().any(|r| test(&r.on));
        let pushes = variant.actions.iter().any(|a| match &a.movement {
            Movement::Walk(walk) => {
                walk.nodes.iter().any(|n| matches!(n.head.take, Take::Push | Take::Unload))
            }
            _ => false,
        });
        let moving = |borrowed: bool| {
            let actions = variant.actions.iter().filter(|a| a.offered && a.counts_as.is_some() == borrowed);
            actions.fold(KindSet::NONE, |kinds, a| match a.actor {
                Actor::Kind(kind) => kinds.or(KindSet::of(kind)),
                Actor::Hand(_) | Actor::Nobody => kinds,
            })
        };
        let borrowers = moving(true).minus(moving(false));
        let (travel, hidden) = (variant.fields.travel.is_some(), variant.fields.hidden.is_some());
        let can_be = |state| match state {
            State::Check => true,
            State::SetUp => set_up,
            State::UnderWay | State::Due => travel,
            State::LaterMove => grants || usual > 1,
            State::Owed => triggers(|on| matches!(on, Trigger::Promotes { pushed: true, .. })),
            State::Hidden => hidden,
            State::Terrain => !variant.terrain.is_empty(),
        };
        let can_do = |deed| match deed {
            Deed::Captures => true,
            Deed::Chooses => !variant.reactions.is_empty(),
            Deed::RemovesMore => removes && triggers(|on| matches!(on, Trigger::Captured { .. })),
            Deed::Pushes => pushes,
            Deed::Borrows | Deed::BorrowsBorrowed => !borrowers.is_empty(),
            Deed::Departs => travel,
        };
        let can_come = |effect| match effect {
            Effect::Lands => travel,
            Effect::Grants => grants,
            Effect::Uncovers | Effect::TakenBack => hidden,
        };
        Survey {
            borrowers,
            usual,
            states: STATES.into_iter().filter(|s| can_be(s.0)).map(|(s, name)| (s, name, 0)).collect(),
            deeds: DEEDS.into_iter().filter(|d| can_do(d.0)).map(|(d, name)| (d, name, [0; 2])).collect(),
            effects: EFFECTS.into_iter().filter(|e| can_come(e.0)).map(|(e, name)| (e, name, 0)).collect(),
            borrowed: [false; 2],
        }
    }

    /// A game begins: nothing has been moved in it.
    pub(crate) fn begin(&mut self) {
        self.borrowed = [false; 2];
    }

    /// A position and its legal moves.
    pub(crate) fn position(&mut self, record: &Record, in_check: bool, moves: &[&MoveDetail]) {
        let more = &record.more;
        for (state, _, count) in &mut self.states {
            let is = match state {
                State::Check => in_check,
                State::SetUp => more.phase > 0,
                State::UnderWay => !more.travellers.is_empty(),
                State::Due => more.travellers.iter().any(|t| t.side == record.side && t.turns == 1),
                State::LaterMove => more.moved > 0,
                State::Owed => moves.iter().any(|m| is_owed(m)),
                State::Hidden => more.hidden.iter().any(|h| !h.is_empty()),
                State::Terrain => record.terrain.iter().any(|&t| t != 0),
            };
            *count += u64::from(is);
        }
        for i in 0..self.deeds.len() {
            let deed = self.deeds[i].0;
            let is = moves.iter().any(|m| self.does(deed, record, m));
            self.deeds[i].2[0] += u64::from(is);
        }
    }

    /// A move was played: from one position to another.
    pub(crate) fn played(&mut self, before: &Record, m: &MoveDetail, after: &Record) {
        for i in 0..self.deeds.len() {
            let did = self.does(self.deeds[i].0, before, m);
            self.deeds[i].2[1] += u64::from(did);
        }
        let (ends, side) = (before.side != after.side, before.side);
        let (old, new) = (&before.more, &after.more);
        for (effect, _, count) in &mut self.effects {
            let came = match effect {
                Effect::Lands => ends && old.travellers.iter().any(|t| t.side == side && t.turns == 1),
                Effect::Grants => ends && old.phase == 0 && new.budget > self.usual,
                Effect::Uncovers => {
                    Side::BOTH.iter().any(|s| !(old.hidden[s.index()] & !new.hidden[s.index()]).is_empty())
                }
                Effect::TakenBack => !(new.revealed & !old.revealed).is_empty(),
            };
            *count += u64::from(came);
        }
        if !is_owed(m) {
            self.borrowed[side.index()] = self.does(Deed::Borrows, before, m);
        }
    }

    /// Whether a move does something.
    fn does(&self, deed: Deed, record: &Record, m: &MoveDetail) -> bool {
        let removed = |edit: &EditView| matches!(edit, EditView::Remove(..));
        match deed {
            Deed::Captures => !m.captures.is_empty(),
            Deed::Chooses => m.choice.is_some() || m.second.is_some(),
            Deed::RemovesMore => {
                let count = m.edits.iter().filter(|e| removed(e)).count();
                !m.captures.is_empty() && count > m.captures.len()
            }
            Deed::Pushes => m.edits.iter().any(|edit| match *edit {
                EditView::Shift(from, to) => from != to && Some(from) != m.from && Some(from) != m.partner,
                _ => false,
            }),
            Deed::Borrows => {
                let mover = m.from.and_then(|from| record.squares.get(from.index()).copied().flatten());
                !is_owed(m) && mover.is_some_and(|piece| self.borrowers.has(piece.kind))
            }
            Deed::BorrowsBorrowed => {
                self.borrowed[record.side.other().index()] && self.does(Deed::Borrows, record, m)
            }
            Deed::Departs => {
                let left = |edit: &EditView| matches!(*edit, EditView::Remove(at, _) if Some(at) == m.from);
                m.edits.iter().any(left) && m.from != m.to
            }
        }
    }
}

/// Whether a move is a choice that was owed: no other has a name of its own and a square.
fn is_owed(m: &MoveDetail) -> bool {
    m.name.is_some() && m.from.is_some()
}

impl fmt::Display for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states: Vec<String> = self.states.iter().map(|(_, name, n)| format!("{name} {n}")).collect();
        let deeds = |which: usize| self.deeds.iter().map(move |(_, name, n)| format!("{name} {}", n[which]));
        let legal: Vec<String> = deeds(0).collect();
        let effects = self.effects.iter().map(|(_, name, n)| format!("{name} {n}"));
        let played: Vec<String> = deeds(1).chain(effects).collect();
        if !states.is_empty() {
            writeln!(f, "positions: {}", states.join(", "))?;
        }
        writeln!(f, "positions with legal moves of a sort: {}", legal.join(", "))?;
        writeln!(f, "moves played: {}", played.join(", "))
    }
}
