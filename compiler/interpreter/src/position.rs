//! The interpreter's rules and positions, as everything above knows them.

use core::fmt;
use core::ops::ControlFlow;
use std::sync::Arc;

use chv_dsl::model::Variant;
use chv_runtime::hooks::Library;
use chv_runtime::position::Outcome;
use chv_runtime::zobrist;
use chv_runtime::{MoveDetail, Position, Record, Rules, Set256, Side, Spec, Square, SquareSet};

use crate::code;
use crate::detail;
use crate::ends;
use crate::game::Game;
use crate::hooks::Hooks;
use crate::legal;
use crate::make;
use crate::moves::{InterpretedMove, InterpretedMoves};
use crate::record;
use crate::run::{self, Change, Run, Sight};
use crate::state::State;
use crate::threat;
use crate::turn::{self, Before};

/// A game that is interpreted.
#[derive(Debug, Clone)]
pub struct InterpretedRules {
    game: Arc<Game>,
    start: State,
}

impl InterpretedRules {
    /// Prepares a checked variant for running.
    ///
    /// # Errors
    /// What of the variant cannot be run, each as one sentence for people: something the interpreter
    /// does not know yet, or a start position that is none.
    pub fn new(variant: Variant) -> Result<Self, Vec<String>> {
        Self::with_hooks(variant, &[])
    }

    /// The same for a variant that may name hooks, which are looked up in a library.
    ///
    /// # Errors
    /// As [`new`](Self::new), and hooks that the library does not have.
    pub fn with_hooks(variant: Variant, library: Library<'_>) -> Result<Self, Vec<String>> {
        let hooks = Hooks::find(&variant, library)?;
        let record = variant.start.record.clone();
        let spec = variant.spec();
        let game = Game::new(variant, spec, hooks).map_err(|reason| vec![reason])?;
        let start = record::read(&game, &record)?;
        Ok(Self { game: Arc::new(game), start })
    }

    /// The variant that is run.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.game.variant
    }
}

impl Rules for InterpretedRules {
    type Position = InterpretedPosition;

    fn spec(&self) -> &Spec {
        &self.game.spec
    }

    fn start(&self) -> InterpretedPosition {
        InterpretedPosition { game: Arc::clone(&self.game), state: self.start.clone() }
    }

    fn position(&self, record: &Record) -> Result<InterpretedPosition, Vec<String>> {
        record::read(&self.game, record)
            .map(|state| InterpretedPosition { game: Arc::clone(&self.game), state })
    }
}

/// A position of an interpreted game: its fields, and the rules it belongs to.
#[derive(Clone)]
pub struct InterpretedPosition {
    game: Arc<Game>,
    state: State,
}

impl PartialEq for InterpretedPosition {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl fmt::Debug for InterpretedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = chv_runtime::fen::write(&record::write(&self.game, &self.state), &self.game.spec);
        f.debug_tuple("InterpretedPosition").field(&text).finish()
    }
}

/// What is needed to take back a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undo {
    log: Vec<Change>,
    before: Option<Before>,
}

impl Position for InterpretedPosition {
    type Move = InterpretedMove;
    type MoveSet = InterpretedMoves;
    type Undo = Undo;

    fn spec(&self) -> &Spec {
        &self.game.spec
    }

    fn side(&self) -> Side {
        self.state.side
    }

    fn phase(&self) -> &str {
        let phases = &self.game.variant.phases;
        let at = phases.len().checked_sub(1 + usize::from(self.state.more.phase));
        at.and_then(|at| phases.get(at)).map_or("play", |p| p.name.as_str())
    }

    fn view(&self, player: Side) -> Self {
        let mut view = self.clone();
        view.state.more = self.state.more.view(player);
        self.game.hooks.view(&mut view.state.more.hooks, player);
        view
    }

    fn visit<F: FnMut(InterpretedMoves) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        legal::visit(&self.game, &self.state, &mut |m| visit(InterpretedMoves(m)))
    }

    fn make(&mut self, m: InterpretedMove) -> Undo {
        let mut run = Run::new(&self.game, &mut self.state);
        let before = make::make(&mut run, m);
        Undo { log: run.log, before }
    }

    fn unmake(&mut self, _m: InterpretedMove, undo: Undo) {
        for change in undo.log.into_iter().rev() {
            run::take_back(&mut self.state, change, &self.game.royal);
        }
        if let Some(before) = undo.before {
            turn::resume(&mut self.state, before);
        }
    }

    fn may_take_back(&self) -> bool {
        let more = &self.state.more;
        let unknown = more.hidden[self.state.side.other().index()] & !more.revealed;
        more.phase == 0 && !unknown.is_empty()
    }

    fn was_taken_back(&self, undo: &Undo) -> bool {
        undo.log.contains(&Change::TakenBack)
    }

    fn visit_routes<F: FnMut(InterpretedMove) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        legal::visit_routes(&self.game, &self.state, &mut visit)
    }

    fn make_keyed(&mut self, m: InterpretedMove, key: &mut u64) -> Undo {
        let more = self.state.more.key();
        let undo = self.make(m);
        *key ^= self.key_change(&undo) ^ more ^ self.state.more.key();
        undo
    }

    fn base_key(&self) -> u64 {
        let s = &self.state;
        let mut key = zobrist::side(s.side) ^ rights_key(s.rights) ^ unmoved_key(s.unmoved) ^ s.more.key();
        for square in (s.sides[0] | s.sides[1]).squares() {
            key ^= piece_key(s.board[square.index()], square.0);
        }
        for (square, &terrain) in (0u8..=255).zip(&s.terrain) {
            key ^= terrain_key(terrain, square);
        }
        for (at, &n) in s.hands.iter().enumerate() {
            key ^= self.hand_key(at, n);
        }
        key
    }

    fn key_supplement(&self) -> u64 {
        let open = record::open_squares(&self.game, &self.state);
        let mut key = open.iter().fold(0, |key, &square| key ^ zobrist::passed(square));
        if self.game.variant.tells_passers() {
            for &(square, passer) in self.state.passed.iter().filter(|p| open.contains(&Square(p.0))) {
                key ^= zobrist::passer(Square(square), Square(passer));
            }
        }
        key
    }

    fn in_check(&self) -> bool {
        if !self.game.variant.royalty.checked || self.state.more.phase > 0 {
            return false;
        }
        let mut state = self.state.clone();
        threat::in_check(&mut Run::new(&self.game, &mut state), self.state.side)
    }

    fn checkers(&self) -> Vec<Square> {
        if !self.game.variant.royalty.checked || self.state.more.phase > 0 {
            return Vec::new();
        }
        let mut state = self.state.clone();
        let side = state.side;
        let mut run = Run::new(&self.game, &mut state);
        run.offered = true;
        run.sight = Sight::Public;
        // What lands is no piece on the board.
        if threat::lands_on_royal(&mut run, side.other(), side) {
            return Vec::new();
        }
        let royals = run.s.royals[side.index()];
        run.s.sides[side.other().index()]
            .squares()
            .filter(|from| royals.squares().any(|to| threat::threatens_from(&mut run, from.0, to.0)))
            .collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        ends::outcome(&self.game, &self.state, || {
            (!legal::any(&self.game, &self.state)).then(|| self.in_check())
        })
    }

    fn clock_outcome(&self) -> Option<Outcome> {
        ends::clock(&self.game, &self.state, false)
    }

    fn repetition_outcome(&self, count: u32) -> Option<Outcome> {
        ends::repetition(&self.game, &self.state, count, false)
    }

    fn clock_claim(&self) -> Option<Outcome> {
        ends::clock(&self.game, &self.state, true)
    }

    fn repetition_claim(&self, count: u32) -> Option<Outcome> {
        ends::repetition(&self.game, &self.state, count, true)
    }

    fn clock(&self) -> u32 {
        self.state.clock
    }

    fn detail(&self, m: InterpretedMove) -> MoveDetail {
        let mut state = self.state.clone();
        detail::detail(&mut Run::new(&self.game, &mut state), m)
    }

    fn record(&self) -> Record {
        record::write(&self.game, &self.state)
    }
}

impl InterpretedPosition {
    /// What it is made of, for tests.
    #[cfg(test)]
    pub(crate) fn parts(&self) -> (&Game, &State) {
        (&self.game, &self.state)
    }

    /// By how much a move that has just been made changed the base key.
    fn key_change(&self, undo: &Undo) -> u64 {
        let s = &self.state;
        let Some(before) = &undo.before else { return 0 };
        let mut key = zobrist::side(s.side) ^ zobrist::side(before.side);
        key ^= rights_key(s.rights ^ before.rights) ^ unmoved_key(s.unmoved ^ before.unmoved);
        // The first change of each place tells what it held before the move.
        let mut cells = Set256::default();
        let mut terrain = Set256::default();
        let mut hands = Set256::default();
        let first = |set: &mut Set256, at: u8| {
            let new = !set.has(Square(at));
            *set = set.with(Square(at));
            new
        };
        for change in &undo.log {
            match *change {
                Change::Cell(at, old) if first(&mut cells, at) => {
                    key ^= piece_key(old, at) ^ piece_key(s.board[usize::from(at)], at);
                }
                Change::Terrain(at, old) if first(&mut terrain, at) => {
                    key ^= terrain_key(old, at) ^ terrain_key(s.terrain[usize::from(at)], at);
                }
                Change::Hand(at, old) if first(&mut hands, at) => {
                    let at = usize::from(at);
                    key ^= self.hand_key(at, old) ^ self.hand_key(at, s.hands[at]);
                }
                _ => {}
            }
        }
        key
    }

    fn hand_key(&self, at: usize, count: u8) -> u64 {
        let kinds = self.game.variant.kinds.len();
        zobrist::hand(Side::BOTH[at / kinds], (at % kinds) as u8, count)
    }
}

fn piece_key(held: u8, square: u8) -> u64 {
    code::unpack(held).map_or(0, |p| zobrist::piece(p.side, p.kind, Square(square)))
}

fn terrain_key(terrain: u8, square: u8) -> u64 {
    if terrain == 0 { 0 } else { zobrist::terrain(terrain - 1, Square(square)) }
}

fn rights_key(rights: u32) -> u64 {
    (0..32).filter(|i| rights >> i & 1 != 0).fold(0, |key, i| key ^ zobrist::right(i))
}

fn unmoved_key(unmoved: Set256) -> u64 {
    unmoved.squares().fold(0, |key, s| key ^ zobrist::unmoved(s))
}
