//! A plain walker that does what the documentation of walks says, for the tests of movement.
#![allow(dead_code)]

use std::collections::BTreeSet;

use chv_dsl::model::{
    Board, BoardSize, Edge, KindSet, Movement, NodeId, Set256, Side, Square, SquareSet, Stop, Take, Walk,
};
use chv_dsl::movement::{Context, Dialect, Part, expand, parse};

pub(crate) const MOVER: u8 = 0;
pub(crate) const BLOCKER: u8 = 1;
pub(crate) const ROYAL: u8 = 2;

/// A board with pieces.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) board: Board,
    pub(crate) pieces: Vec<Option<(Side, u8)>>,
    /// Squares passed and their victims.
    pub(crate) passed: Vec<(Square, Square)>,
}

/// What a move does: where it ends, what it takes, what it sets down where, what it leaves passed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Effect {
    pub(crate) to: Square,
    pub(crate) taken: BTreeSet<Square>,
    pub(crate) put: Vec<(Square, Square)>,
    pub(crate) passed: BTreeSet<Square>,
}

impl Scene {
    pub(crate) fn new(files: u8, ranks: u8) -> Self {
        let size = BoardSize { files, ranks };
        let board = Board {
            size,
            holes: Set256::EMPTY,
            joined_files: false,
            joined_ranks: false,
            lines: Vec::new(),
            regions: Vec::new(),
        };
        Self { board, pieces: vec![None; size.squares()], passed: Vec::new() }
    }

    pub(crate) fn square(&self, name: &str) -> Square {
        self.board.size.parse(name).unwrap_or_else(|| panic!("no square {name}"))
    }

    /// Puts pieces: `w d5 e6; b c4; wk a1` (`k` for a royal).
    pub(crate) fn put(mut self, text: &str) -> Self {
        for part in text.split(';').map(str::trim).filter(|p| !p.is_empty()) {
            let mut words = part.split_whitespace();
            let (side, kind) = match words.next().unwrap() {
                "w" => (Side::White, BLOCKER),
                "b" => (Side::Black, BLOCKER),
                "wk" => (Side::White, ROYAL),
                "bk" => (Side::Black, ROYAL),
                other => panic!("who is {other}?"),
            };
            for word in words {
                let square = self.square(word);
                self.pieces[square.index()] = Some((side, kind));
            }
        }
        self
    }

    pub(crate) fn context(&self, side: Side) -> Context {
        let all = KindSet(0b111);
        Context::new(self.board.size, side, all, KindSet::of(ROYAL))
    }

    /// The effects of the parts that `allowed` lets through, for a piece on a square.
    pub(crate) fn effects(&self, parts: &[Part], side: Side, from: Square) -> BTreeSet<Effect> {
        let mut found = BTreeSet::new();
        for part in parts {
            match &part.movement {
                Movement::Walk(walk) => found.extend(self.walk(walk, side, from)),
                Movement::Leap { test, take } => {
                    for to in self.board.size.all().filter(|&s| s != from && !self.board.holes.has(s)) {
                        if self.holds(*test, to, side, &self.pieces) {
                            let mut effect = Effect {
                                to,
                                taken: BTreeSet::new(),
                                put: Vec::new(),
                                passed: BTreeSet::new(),
                            };
                            match take {
                                Take::Capture => drop(effect.taken.insert(to)),
                                Take::Unload => effect.put.push((to, from)),
                                _ => {}
                            }
                            found.insert(effect);
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    pub(crate) fn walk(&self, walk: &Walk, side: Side, from: Square) -> BTreeSet<Effect> {
        let mut found = BTreeSet::new();
        let mut pieces = self.pieces.clone();
        pieces[from.index()] = None;
        let effect = Effect { to: from, taken: BTreeSet::new(), put: Vec::new(), passed: BTreeSet::new() };
        let mut trip = Trip { scene: self, walk, side, from, seen: BTreeSet::new(), found: &mut found };
        trip.go(&walk.first, from, from, &pieces, &effect, None);
        found
    }

    fn holds(
        &self,
        test: chv_dsl::model::Content,
        square: Square,
        side: Side,
        pieces: &[Option<(Side, u8)>],
    ) -> bool {
        match pieces[square.index()] {
            Some((owner, kind)) if owner == side => test.friend.has(kind),
            Some((_, kind)) => test.enemy.has(kind),
            None => {
                let passed = self.passed.iter().any(|&(s, victim)| {
                    s == square && pieces[victim.index()].is_some_and(|(_, k)| test.passed.has(k))
                });
                test.empty || passed
            }
        }
    }
}

struct Trip<'a> {
    scene: &'a Scene,
    walk: &'a Walk,
    side: Side,
    from: Square,
    seen: BTreeSet<(Square, NodeId)>,
    found: &'a mut BTreeSet<Effect>,
}

impl Trip<'_> {
    fn go(
        &mut self,
        edges: &[Edge],
        at: Square,
        leg: Square,
        pieces: &[Option<(Side, u8)>],
        effect: &Effect,
        pending: Option<Square>,
    ) {
        for edge in edges {
            let Some(to) = self.scene.board.step(at, edge) else { continue };
            let leg = if edge.new_leg { at } else { leg };
            let node = &self.walk.nodes[usize::from(edge.to)];
            if !self.scene.holds(node.head.test, to, self.side, pieces) || !self.seen.insert((to, edge.to)) {
                continue;
            }
            let mut pieces = pieces.to_vec();
            let mut effect = effect.clone();
            effect.passed.extend(pending);
            match node.head.take {
                Take::Nothing => {}
                Take::Capture => {
                    pieces[to.index()] = None;
                    effect.taken.insert(to);
                }
                Take::Passed => {
                    for &(_, victim) in self.scene.passed.iter().filter(|p| p.0 == to) {
                        pieces[victim.index()] = None;
                        effect.taken.insert(victim);
                    }
                }
                Take::Unload => {
                    pieces[leg.index()] = pieces[to.index()].take();
                    effect.put.push((to, leg));
                }
                Take::Push => panic!("the notation has no push"),
            }
            if let Some(stop) = node.head.stop {
                let mut done = effect.clone();
                done.to = if stop == Stop::Stay { self.from } else { to };
                let nothing = done.taken.is_empty() && done.put.is_empty();
                if done.to != self.from || !nothing {
                    self.found.insert(done);
                }
            }
            let pending = node.head.leaves_passed.then_some(to);
            self.go(&node.next, to, leg, &pieces, &effect, pending);
            self.seen.remove(&(to, edge.to));
        }
    }
}

/// The parts of a movement text that must be free of errors.
pub(crate) fn parts(text: &str, dialect: Dialect, cx: &Context) -> Vec<Part> {
    let (movement, problems) = parse(text, dialect);
    let movement = movement.unwrap_or_else(|| panic!("{text}: {problems:#?}"));
    expand(&movement, cx).unwrap_or_else(|p| panic!("{text}: {p:#?}"))
}

/// Effects as text: `d4 e5x d6[d5]`, sorted.
pub(crate) fn spelled(scene: &Scene, effects: &BTreeSet<Effect>) -> String {
    let size = scene.board.size;
    let mut words: Vec<String> = effects
        .iter()
        .map(|effect| {
            let mut word = size.name(effect.to);
            let taken: Vec<String> = effect.taken.iter().map(|&s| size.name(s)).collect();
            if effect.taken.len() == 1 && effect.taken.contains(&effect.to) {
                word.push('x');
            } else if !taken.is_empty() {
                word += &format!("[{}]", taken.join(","));
            }
            for &(a, b) in &effect.put {
                word += &format!("({}>{})", size.name(a), size.name(b));
            }
            for &s in &effect.passed {
                word += &format!("*{}", size.name(s));
            }
            word
        })
        .collect();
    words.sort();
    words.dedup();
    words.join(" ")
}

/// All moves of a White piece with a movement, in every part, as text.
pub(crate) fn moves(text: &str, scene: &Scene, from: &str) -> String {
    let from = scene.square(from);
    let parts = parts(text, Dialect::Chv, &scene.context(Side::White));
    spelled(scene, &scene.effects(&parts, Side::White, from))
}
