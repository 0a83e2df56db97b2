//! Builds small variants without text: what the tests of the interpreter stand on.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use chv_dsl::model::{
    About, Action, Actor, Board, Branch, Cost, Edit, End, EndResult, EndWhen, Fields, Guard, Kind, KindSet,
    Movement, Phase, PhaseKind, Reaction, Royalty, Source, Start, Terrain, TerrainSpelling, Trigger, Variant,
};
use chv_dsl::movement::{self, Context, Dialect};
use chv_interpreter::{InterpretedPosition, InterpretedRules};
use chv_runtime::{BoardSize, Position, Set256, Side, Square, fen, notation, perft};

/// A variant under construction.
pub struct Mini {
    pub variant: Variant,
}

impl Mini {
    /// A board with nothing on it; kinds are given as name, code and whether they are royal.
    pub fn new(files: u8, ranks: u8, kinds: &[(&str, &str, bool)]) -> Self {
        let size = BoardSize { files, ranks };
        let royals: KindSet = (0u8..).zip(kinds).filter(|(_, k)| k.2).map(|(i, _)| i).collect();
        let kinds: Vec<Kind> = (0u8..)
            .zip(kinds)
            .map(|(id, &(name, code, royal))| Kind {
                name: name.to_owned(),
                code: code.to_owned(),
                doc: String::new(),
                royal,
                resets_clock: false,
                base: id,
                movement: Vec::new(),
                source: Source::default(),
            })
            .collect();
        let mut variant = Variant {
            about: About { name: "mini".to_owned(), title: "Mini".to_owned(), ..About::default() },
            options: Vec::new(),
            board: Board {
                size,
                holes: Set256::default(),
                joined_files: false,
                joined_ranks: false,
                lines: Vec::new(),
                regions: Vec::new(),
            },
            kinds,
            terrain: Vec::new(),
            fields: Fields { passed: true, ..Fields::default() },
            start: Start { record: fen::empty(&blank(size)), source: Source::default() },
            royalty: Royalty { kinds: royals, checked: !royals.is_empty(), count: (0, u8::MAX) },
            actions: Vec::new(),
            reactions: Vec::new(),
            hooks: Vec::new(),
            phases: vec![Phase {
                name: "play".to_owned(),
                kind: PhaseKind::Play { budget: 1, early: false, check_ends: false },
                source: Source::default(),
            }],
            ends: Vec::new(),
            tests: Vec::new(),
        };
        variant.start.record = fen::empty(&variant.spec());
        Self { variant }
    }

    pub fn kind(&self, name: &str) -> u8 {
        self.variant.kinds.iter().position(|k| k.name == name).expect("the kind exists") as u8
    }

    pub fn kinds(&self, names: &[&str]) -> KindSet {
        names.iter().map(|n| self.kind(n)).collect()
    }

    pub fn square(&self, name: &str) -> Square {
        self.variant.board.size.parse(name).expect("the square exists")
    }

    pub fn squares(&self, names: &str) -> Set256 {
        names.split_whitespace().map(|n| self.square(n)).collect()
    }

    pub fn board(&self) -> Set256 {
        Set256::below(self.variant.board.size.squares())
    }

    /// A rank as White (or Black) counts it, from 1.
    pub fn rank(&self, rank: u8, side: Side) -> Set256 {
        let size = self.variant.board.size;
        let rank = if side == Side::White { rank - 1 } else { size.ranks - rank };
        size.all().filter(|&s| size.rank(s) == rank).collect()
    }

    /// Gives a kind a movement, for both sides. Initial parts are limited to the second rank.
    pub fn moves(mut self, name: &str, text: &str) -> Self {
        let kind = self.kind(name);
        for side in Side::BOTH {
            for part in self.parts(text, side) {
                let from = if part.initial { self.rank(2, side) } else { self.board() };
                self.act(side, Actor::Kind(kind), part.movement, from);
            }
        }
        self
    }

    fn parts(&self, text: &str, side: Side) -> Vec<movement::Part> {
        let all: KindSet = (0..self.variant.kinds.len() as u8).collect();
        let cx = Context::new(self.variant.board.size, side, all, self.variant.royalty.kinds);
        let (parsed, problems) = movement::parse(text, Dialect::Chv);
        let parsed = parsed.unwrap_or_else(|| panic!("{text}: {problems:?}"));
        movement::expand(&parsed, &cx).unwrap_or_else(|p| panic!("{text}: {p:?}"))
    }

    /// Adds an action.
    pub fn act(&mut self, side: Side, actor: Actor, movement: Movement, from: Set256) -> &mut Action {
        let to = self.board();
        self.variant.actions.push(Action {
            side,
            actor,
            guards: Vec::new(),
            movement,
            from,
            to,
            edits: Vec::new(),
            cost: Cost::One,
            phase: 0,
            counts_as: None,
            text: String::new(),
            offered: true,
            first: false,
            source: Source::default(),
        });
        self.variant.actions.last_mut().expect("one was added")
    }

    /// Changes all actions of a kind.
    pub fn change(mut self, name: &str, with: impl Fn(&mut Action)) -> Self {
        let kind = self.kind(name);
        for action in &mut self.variant.actions {
            if matches!(action.actor, Actor::Kind(k) | Actor::Hand(k) if k == kind) {
                with(action);
            }
        }
        self
    }

    /// Drops of a kind on empty squares.
    pub fn drops(mut self, name: &str, guards: &[Guard]) -> Self {
        let kind = self.kind(name);
        self.variant.fields.hands = true;
        for side in Side::BOTH {
            let movement =
                Movement::Leap { test: chv_dsl::model::Content::EMPTY, take: chv_dsl::model::Take::Nothing };
            let all = self.board();
            self.act(side, Actor::Hand(kind), movement, all).guards = guards.to_vec();
        }
        self
    }

    /// A reaction of both sides.
    pub fn reacts(
        mut self,
        on: impl Fn(&Self, Side) -> Trigger,
        guards: &[Guard],
        branches: &[Branch],
    ) -> Self {
        for side in Side::BOTH {
            let on = on(&self, side);
            self.variant.reactions.push(Reaction {
                side,
                on,
                guards: guards.to_vec(),
                branches: branches.to_vec(),
                optional: false,
                forced_when_stuck: false,
                threatens: true,
                source: Source::default(),
            });
        }
        self
    }

    /// Makes the reactions so far optional.
    pub fn optional(mut self, unless_stuck: bool) -> Self {
        for reaction in &mut self.variant.reactions {
            reaction.optional = true;
            reaction.forced_when_stuck = unless_stuck;
        }
        self
    }

    pub fn terrain(mut self, name: &str, code: char, blocks: bool) -> Self {
        self.variant.terrain.push(Terrain {
            name: name.to_owned(),
            spelling: TerrainSpelling::Sign(code),
            joins: false,
            blocks,
            source: Source::default(),
        });
        self
    }

    pub fn end(mut self, when: EndWhen, result: EndResult, reason: &str) -> Self {
        self.variant.ends.push(End {
            when,
            result,
            claimed: false,
            reason: reason.to_owned(),
            source: Source::default(),
        });
        self
    }

    /// The usual ends by mate.
    pub fn mates(self) -> Self {
        self.end(EndWhen::Checkmate, EndResult::Loses, "checkmate").end(
            EndWhen::Stalemate,
            EndResult::Draw,
            "stalemate",
        )
    }

    /// Sets the start position.
    pub fn start(mut self, text: &str) -> Self {
        let spec = self.variant.spec();
        self.variant.start.record = fen::read(text, &spec).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        self
    }

    pub fn rules(self) -> InterpretedRules {
        InterpretedRules::new(self.variant).unwrap_or_else(|reasons| panic!("{reasons:?}"))
    }
}

/// A branch without choice of its own.
pub fn branch(text: &str, edits: &[Edit]) -> Branch {
    Branch { text: text.to_owned(), guards: Vec::new(), square: None, edits: edits.to_vec() }
}

fn blank(size: BoardSize) -> chv_runtime::Spec {
    chv_runtime::Spec {
        name: "".into(),
        title: "".into(),
        aliases: Vec::new().into(),
        size,
        holes: Set256::default(),
        kinds: Vec::new().into(),
        terrain: Vec::new().into(),
        rights: Vec::new().into(),
        hands: false,
        fields: Vec::new().into(),
        options: Vec::new().into(),
        start: "".into(),
    }
}

/// A position from text.
pub fn position(rules: &InterpretedRules, text: &str) -> InterpretedPosition {
    fen::read_position(rules, text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

/// Why a text is no position.
pub fn refused(rules: &InterpretedRules, text: &str) -> Vec<String> {
    match fen::read_position(rules, text) {
        Ok(_) => Vec::new(),
        Err(e) => e.problems.into_iter().map(|p| p.message).collect(),
    }
}

/// The legal moves as text, sorted, in one line.
pub fn moves(position: &InterpretedPosition) -> String {
    let mut texts: Vec<String> = notation::texts(position).into_iter().map(|(_, t)| t).collect();
    texts.sort();
    texts.join(" ")
}

/// The position after some moves.
pub fn after(rules: &InterpretedRules, text: &str, played: &str) -> InterpretedPosition {
    let mut at = position(rules, text);
    for m in played.split_whitespace() {
        let found = notation::parse(&at, m).unwrap_or_else(|e| panic!("{text} {m}: {e}"));
        at.make(found);
    }
    at
}

pub fn text(position: &InterpretedPosition) -> String {
    fen::write(&position.record(), position.spec())
}

/// Node count, both ways. Keys, undo and texts are checked at each node near the root.
pub fn nodes(rules: &InterpretedRules, position: &InterpretedPosition, depth: u32) -> u64 {
    let near = depth.min(if position.count() > 60 { 1 } else { 2 });
    let checked = perft::checked(rules, position, near).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(checked, perft::perft(position, near, true), "checked count");
    let count = perft::perft(position, depth, true);
    assert_eq!(count, perft::perft(position, depth, false), "trap 159: leaves counted one by one");
    count
}
