//! A state being changed: every change is logged, so that it can be taken back.

use chv_dsl::model::KindSet;
use chv_runtime::{EditView, More, Piece, Set256, Side, Square, SquareSet, Traveller};

use crate::code;
use crate::game::Game;
use crate::state::State;

/// One change and what was there before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// A square held this code.
    Cell(u8, u8),
    /// A square had this terrain (index + 1).
    Terrain(u8, u8),
    /// A place in the hands held this many.
    Hand(u8, u8),
    /// A field of kinds held this for a side (index).
    Kind(u8, u8, u8),
    /// What was under way.
    Travellers(Vec<Traveller>),
    /// What was hidden and revealed.
    Hidden(Box<([Set256; 2], Set256)>),
    /// The state of phase and turn.
    Turn(Turn),
    /// A hook remembered this.
    Hook(u8, u32),
    /// The move was taken back: something hidden has been revealed instead.
    TakenBack,
    /// A royal came to a square where something is hidden: nothing changed.
    Spared(u8),
}

/// The state of phase and turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) side: Side,
    pub(crate) phase: u8,
    pub(crate) left: [u8; 2],
    pub(crate) budget: u8,
    pub(crate) moved: u8,
    pub(crate) next: u8,
    pub(crate) winner: Option<Side>,
}

/// A point to which changes can be taken back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    pub(crate) log: usize,
    removed: u32,
    events: usize,
}

/// A square that a walk has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Been {
    pub(crate) square: u8,
    pub(crate) node: u16,
    /// The step by which: its table.
    pub(crate) table: usize,
    /// The slide went on from another square of the same terrain.
    pub(crate) via: bool,
}

/// Whose knowledge of what is hidden counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// What both know: for check.
    Public,
    /// A player's: for the moves that are offered.
    Of(Side),
    /// All: for what happens.
    Full,
}

/// A state under change.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) g: &'a Game,
    pub(crate) s: &'a mut State,
    pub(crate) log: Vec<Change>,
    /// Pieces that left the board.
    pub(crate) removed: u32,
    /// The walk under way. Walks that are tried within a walk lie above it.
    pub(crate) path: Vec<Been>,
    pub(crate) path_base: usize,
    /// The places a walk that can loop has been to with nothing taken.
    pub(crate) been: Vec<bool>,
    /// What the walk has taken: squares and codes.
    pub(crate) taken: Vec<(u8, u8)>,
    pub(crate) taken_base: usize,
    /// The ends of walks counted so far, for a first step.
    pub(crate) route: u16,
    /// Whether only actions count that are offered: for what is called check.
    pub(crate) offered: bool,
    /// While a threat to a piece like this is looked for: how many such pieces reactions removed
    /// that do not threaten.
    pub(crate) aimed: Option<(u8, u32)>,
    /// Whose knowledge of what is hidden counts.
    pub(crate) sight: Sight,
    /// Whether terrain that joins slides lies on the board, so that walks can lead from anywhere.
    pub(crate) wide: bool,
    /// What final guards ask of the position after the move.
    pub(crate) finals: u8,
    /// What happened, in words for people; only kept when asked for.
    pub(crate) events: Vec<EditView>,
    pub(crate) telling: bool,
    /// The texts and squares of the choices made; only kept when asked for.
    pub(crate) choices: Vec<(String, Option<u8>)>,
    /// The text of the action under way, if a hook offers it.
    pub(crate) offer: Option<String>,
}

impl<'a> Run<'a> {
    pub(crate) fn new(g: &'a Game, s: &'a mut State) -> Self {
        let side = s.side;
        let joins = |t: u8| t > 0 && g.variant.terrain[usize::from(t - 1)].joins;
        let wide = g.joins && s.terrain.iter().any(|&t| joins(t));
        Self {
            g,
            s,
            log: Vec::new(),
            removed: 0,
            path: Vec::new(),
            path_base: 0,
            been: Vec::new(),
            taken: Vec::new(),
            taken_base: 0,
            route: 0,
            offered: false,
            aimed: None,
            sight: Sight::Of(side),
            wide,
            finals: 0,
            events: Vec::new(),
            telling: false,
            choices: Vec::new(),
            offer: None,
        }
    }

    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark { log: self.log.len(), removed: self.removed, events: self.events.len() }
    }

    /// Takes back all changes since a mark.
    #[inline]
    pub(crate) fn undo(&mut self, mark: Mark) {
        while self.log.len() > mark.log {
            if let Some(change) = self.log.pop() {
                take_back(self.s, change, &self.g.royal);
            }
        }
        self.removed = mark.removed;
        self.events.truncate(mark.events);
    }

    /// What a square holds without its piece.
    #[inline]
    pub(crate) fn vacant(&self, square: u8) -> u8 {
        if !self.g.blocks {
            return code::EMPTY;
        }
        match self.s.terrain[usize::from(square)] {
            0 => code::EMPTY,
            t if self.g.variant.terrain[usize::from(t - 1)].blocks => code::blocked(t - 1),
            _ => code::EMPTY,
        }
    }

    #[inline]
    pub(crate) fn at(&self, square: u8) -> u8 {
        self.s.board[usize::from(square)]
    }

    /// The squares on which something is hidden, as far as it is known to whom it matters.
    #[inline]
    pub(crate) fn live(&self) -> Set256 {
        if !self.g.hides {
            return Set256::default();
        }
        let more = &self.s.more;
        match self.sight {
            Sight::Public => more.revealed,
            Sight::Of(side) => more.revealed | more.hidden[side.index()],
            Sight::Full => more.revealed | more.hidden[0] | more.hidden[1],
        }
    }

    /// Whether a move that would destroy a piece by something hidden does not exist: for royals. In
    /// full knowledge it exists, and is taken back.
    pub(crate) fn spares(&self, code: u8) -> bool {
        self.sight != Sight::Full && self.g.royal[usize::from(code)]
    }

    /// Something hidden goes off: it is gone, and so is the piece there, unless it is royal.
    pub(crate) fn explode(&mut self, square: u8) {
        let at = Square(square);
        if self.g.royal[usize::from(self.at(square))] {
            self.log.push(Change::Spared(square));
            return;
        }
        let (hidden, revealed) = (self.s.more.hidden, self.s.more.revealed);
        self.set_hidden(hidden.map(|set| set.without(at)), revealed.without(at));
        self.remove(square);
    }

    /// The squares where something hidden went off since a mark, or a royal was spared.
    pub(crate) fn blown(&self, since: Mark) -> (Set256, bool) {
        let (mut before, mut spared) = (None, Set256::default());
        for change in &self.log[since.log..] {
            match change {
                Change::Spared(square) => spared = spared.with(Square(*square)),
                Change::Hidden(old) => {
                    before.get_or_insert(old.0[0] | old.0[1] | old.1);
                }
                _ => {}
            }
        }
        let more = &self.s.more;
        let now = more.hidden[0] | more.hidden[1] | more.revealed;
        (before.map_or(spared, |b| (b & !now) | spared), !spared.is_empty())
    }

    /// Whether a square has terrain that joins slides.
    pub(crate) fn joining(&self, square: u8) -> bool {
        match self.s.terrain.get(usize::from(square)) {
            None | Some(0) => false,
            Some(&t) => self.g.variant.terrain[usize::from(t - 1)].joins,
        }
    }

    /// Puts a code on a square.
    #[inline]
    pub(crate) fn set(&mut self, square: u8, new: u8) {
        self.log.push(Change::Cell(square, self.at(square)));
        self.s.write(square, new, &self.g.royal);
    }

    /// The piece on a square leaves the board.
    pub(crate) fn remove(&mut self, square: u8) {
        let old = self.at(square);
        if let Some(piece) = code::unpack(old) {
            self.set(square, self.vacant(square));
            self.removed += 1;
            self.tell(EditView::Remove(Square(square), piece));
        }
    }

    /// The piece on a square goes to another, which is empty or whose piece has just been counted
    /// as removed.
    pub(crate) fn shift(&mut self, from: u8, to: u8) {
        let piece = self.at(from);
        self.set(from, self.vacant(from));
        self.set(to, piece);
        self.tell(EditView::Shift(Square(from), Square(to)));
    }

    /// Changes the number of pieces in a hand, within what a hand can hold.
    pub(crate) fn hand(&mut self, side: Side, kind: u8, by: i8) {
        let at = self.hand_index(side, kind);
        if let Some(&old) = self.s.hands.get(at) {
            self.log.push(Change::Hand(at as u8, old));
            self.s.hands[at] = old.saturating_add_signed(by);
            self.tell(EditView::Hand(Piece { side, kind }, by));
        }
    }

    /// Where a side's number of a kind in hand is kept.
    pub(crate) fn hand_index(&self, side: Side, kind: u8) -> usize {
        side.index() * self.g.variant.kinds.len() + usize::from(kind)
    }

    /// Lays terrain (index + 1, or 0 for none) on a square; the code there follows.
    pub(crate) fn lay(&mut self, square: u8, terrain: u8) {
        let Some(&old) = self.s.terrain.get(usize::from(square)) else { return };
        if old == terrain {
            return;
        }
        self.log.push(Change::Terrain(square, old));
        self.s.terrain[usize::from(square)] = terrain;
        if !code::is_piece(self.at(square)) {
            let vacant = self.vacant(square);
            if vacant != self.at(square) {
                self.set(square, vacant);
            }
        }
        self.tell(EditView::Terrain(Square(square), terrain));
    }

    /// Remembers a kind (index + 1, or 0 for none) for a side.
    pub(crate) fn set_kind(&mut self, field: u8, side: Side, kind: u8) {
        let held = &mut self.s.more.kinds[usize::from(field)][side.index()];
        if *held != kind {
            self.log.push(Change::Kind(field, side.index() as u8, *held));
            *held = kind;
        }
    }

    /// A piece that has left the board joins those that come back.
    pub(crate) fn depart(&mut self, traveller: Traveller) {
        self.keep_travellers();
        self.s.more.depart(traveller);
    }

    /// Notes who is under way, before that changes.
    pub(crate) fn keep_travellers(&mut self) {
        self.log.push(Change::Travellers(self.s.more.travellers.clone()));
    }

    pub(crate) fn set_hidden(&mut self, hidden: [Set256; 2], revealed: Set256) {
        self.log.push(Change::Hidden(Box::new((self.s.more.hidden, self.s.more.revealed))));
        (self.s.more.hidden, self.s.more.revealed) = (hidden, revealed);
    }

    /// What a hook remembers from now on.
    pub(crate) fn remember(&mut self, hook: usize, state: u32) {
        self.log.push(Change::Hook(hook as u8, self.s.more.hooks[hook]));
        self.s.more.hooks[hook] = state;
    }

    /// The state of phase and turn.
    pub(crate) fn turn(&self) -> Turn {
        let s = &*self.s;
        let More { phase, left, budget, moved, next, winner, .. } = s.more;
        Turn { side: s.side, phase, left, budget, moved, next, winner }
    }

    pub(crate) fn set_turn(&mut self, turn: Turn) {
        self.log.push(Change::Turn(self.turn()));
        put_turn(self.s, turn);
    }

    /// Whether en-passant capture of a piece of these kinds is allowed on a square now.
    pub(crate) fn passed_here(&self, square: u8, kinds: KindSet, side: Side) -> bool {
        self.s.passed.iter().any(|&(s, victim)| {
            let code = self.at(victim);
            s == square && code::is_of(code, kinds) && code::side_of(code) != side
        })
    }

    /// Keeps a choice for people, if that is asked for.
    pub(crate) fn choose(&mut self, text: &str, square: Option<u8>) {
        if self.telling {
            self.choices.push((text.to_owned(), square));
        }
    }

    /// Keeps what happened for people, if that is asked for.
    #[inline]
    pub(crate) fn tell(&mut self, event: EditView) {
        if self.telling {
            self.events.push(event);
        }
    }
}

/// Takes one change back.
#[inline]
pub(crate) fn take_back(s: &mut State, change: Change, royal: &[bool; 256]) {
    match change {
        Change::Cell(square, old) => s.write(square, old, royal),
        Change::Terrain(square, old) => s.terrain[usize::from(square)] = old,
        Change::Hand(at, old) => s.hands[usize::from(at)] = old,
        Change::Kind(field, side, old) => s.more.kinds[usize::from(field)][usize::from(side)] = old,
        Change::Travellers(old) => s.more.travellers = old,
        Change::Hidden(old) => (s.more.hidden, s.more.revealed) = *old,
        Change::Turn(old) => put_turn(s, old),
        Change::Hook(hook, old) => s.more.hooks[usize::from(hook)] = old,
        Change::Spared(_) | Change::TakenBack => {}
    }
}

fn put_turn(s: &mut State, turn: Turn) {
    let Turn { side, phase, left, budget, moved, next, winner } = turn;
    s.side = side;
    let m = &mut s.more;
    (m.phase, m.left, m.budget, m.moved, m.next, m.winner) = (phase, left, budget, moved, next, winner);
}
