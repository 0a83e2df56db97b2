//! Hooks for tests: rules in Rust that use everything a hook can do, and one that does what none may.

use std::sync::atomic::{AtomicU32, Ordering};

use chv_runtime::hooks::{Acted, Board, Change, Footprint, Hook, Library, Offer};
use chv_runtime::{Outcome, Side, Square, SquareSet, Winner};

/// A piece does not move twice in a row. Remembers, for each side, where its last move ended: a byte
/// each, the square and one.
#[derive(Debug, Default)]
pub struct Restless;

impl Hook for Restless {
    fn footprint(&self) -> Footprint {
        Footprint { vetoes: true, ..Footprint::NONE }
    }

    fn allows(&self, _board: &dyn Board, acted: &Acted, state: u32) -> bool {
        let last = (state >> (8 * acted.side.index()) & 0xff).checked_sub(1);
        last.is_none() || acted.from.map(|s| u32::from(s.0)) != last
    }

    fn after(&self, _board: &dyn Board, acted: &Acted, state: u32) -> (u32, Vec<Change>) {
        let shift = 8 * acted.side.index();
        let to = acted.to.map_or(0, |s| u32::from(s.0) + 1);
        (state & !(0xff << shift) | to << shift, Vec::new())
    }
}

/// Counts actions; each eighth washes away what is on c3, and puts a Guard of the actor's there instead
/// if nothing is. A royal on the side's own first file is threatened by any Tower of the other side
/// that is there too, whatever stands between. A side whose Walker stands on the last rank has won.
#[derive(Debug, Default)]
pub struct Weather;

impl Hook for Weather {
    fn after(&self, board: &dyn Board, acted: &Acted, state: u32) -> (u32, Vec<Change>) {
        let state = (state + 1) % 8;
        let c3 = Square(14);
        let change = match board.piece(c3) {
            _ if state != 0 => return (state, Vec::new()),
            Some(piece) if kind(board, "Walker") == piece.kind => return (state, Vec::new()),
            Some(_) => Change::Remove(c3),
            None => Change::Place(c3, chv_runtime::Piece { side: acted.side, kind: kind(board, "Guard") }),
        };
        (state, vec![change])
    }

    fn threatens(&self, board: &dyn Board, attacker: Side, square: Square, _state: u32) -> bool {
        let size = board.spec().size;
        let towers = board.pieces(attacker, kind(board, "Tower"));
        size.file(square) == 0 && towers.squares().any(|s| size.file(s) == 0)
    }

    fn end(&self, board: &dyn Board, _state: u32) -> Option<Outcome> {
        let size = board.spec().size;
        let goal = |side: Side| if side == Side::White { size.ranks - 1 } else { 0 };
        let there = |side: &Side| {
            board.pieces(*side, kind(board, "Walker")).squares().any(|s| size.rank(s) == goal(*side))
        };
        let winner = Side::BOTH.into_iter().find(there)?;
        Some(Outcome { winner: Winner::Side(winner), reason: "across the board".to_owned() })
    }
}

fn kind(board: &dyn Board, name: &str) -> u8 {
    board.spec().kinds.iter().position(|k| k.name == name).unwrap_or_default() as u8
}

/// Two Guards of a side on neighbouring squares of a rank may become a Tower on the left one, unless the side
/// has just done so. Remembers who did last: the side and one.
#[derive(Debug, Default)]
pub struct Merger;

impl Hook for Merger {
    fn footprint(&self) -> Footprint {
        Footprint { offers: true, vetoes: true, ..Footprint::NONE }
    }

    fn offers(&self, board: &dyn Board, _state: u32) -> Vec<Offer> {
        let (size, side) = (board.spec().size, board.side());
        let (guards, tower) = (board.pieces(side, kind(board, "Guard")), kind(board, "Tower"));
        let pair = |left: Square| {
            let right = size.step(left, 1, 0).filter(|&s| guards.has(s))?;
            let tower = chv_runtime::Piece { side, kind: tower };
            let changes = vec![Change::Remove(left), Change::Remove(right), Change::Place(left, tower)];
            Some(Offer { name: size.name(left), changes })
        };
        guards.squares().filter_map(pair).collect()
    }

    fn allows(&self, _board: &dyn Board, acted: &Acted, state: u32) -> bool {
        acted.offer.is_none() || state != acted.side.index() as u32 + 1
    }

    fn after(&self, _board: &dyn Board, acted: &Acted, state: u32) -> (u32, Vec<Change>) {
        let merges = acted.offer.as_ref().is_some_and(|text| text.starts_with("merger="));
        (if merges { acted.side.index() as u32 + 1 } else { state }, Vec::new())
    }
}

/// Remembers outside of the position, which no hook may.
#[derive(Debug, Default)]
pub struct Forgetful;

static ASKED: AtomicU32 = AtomicU32::new(0);

impl Hook for Forgetful {
    fn allows(&self, _board: &dyn Board, _acted: &Acted, _state: u32) -> bool {
        !ASKED.fetch_add(1, Ordering::Relaxed).is_multiple_of(7)
    }
}

/// All of them, by their names.
pub const LIBRARY: Library<'static> = &[
    ("restless", || Box::new(Restless)),
    ("weather", || Box::new(Weather)),
    ("merger", || Box::new(Merger)),
    ("forgetful", || Box::new(Forgetful)),
];
