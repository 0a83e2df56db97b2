//! Positions to and from neutral data.

use core::ops::ControlFlow::{Break, Continue};
use std::collections::BTreeSet;

use chv_dsl::model::{PASSERS, Take, UNMOVED};
use chv_runtime::more::owes_too_many;
use chv_runtime::passing::{self, Passed};
use chv_runtime::record::{problems, read_unmoved};
use chv_runtime::{Piece, Record, Set256, Side, Square, SquareSet};

use crate::code;
use crate::detail;
use crate::ends;
use crate::game::{Acting, Game, How};
use crate::legal;
use crate::react;
use crate::run::Run;
use crate::state::State;
use crate::threat;
use crate::walk::{self, ALL_STEPS, Flow, Landing, Visitor};

/// Turns a record into a state.
///
/// # Errors
/// All reasons why it is no position of the game.
pub(crate) fn read(g: &Game, record: &Record) -> Result<State, Vec<String>> {
    let spec = &g.spec;
    let kinds = g.variant.kinds.len();
    if record.squares.len() != g.squares || record.terrain.len() != g.squares {
        return Err(vec![format!(
            "the board has {} squares; it needs {}",
            record.squares.len().min(record.terrain.len()),
            g.squares
        )]);
    }
    if let Some(reason) = owes_too_many(record, spec, &g.owed) {
        return Err(vec![reason]);
    }
    let mut reasons = problems(record, spec);
    let mut s = State::empty();
    s.side = record.side;
    s.clock = record.clock;
    s.number = record.number;
    s.rights = (0..g.variant.fields.rights.len()).fold(0, |all, i| all | record.rights & 1 << i);
    let known = |t: &u8| usize::from(*t) <= g.variant.terrain.len();
    if !g.variant.terrain.is_empty() {
        s.terrain = record.terrain.iter().map(|&t| if known(&t) { t } else { 0 }).collect();
    }
    for (square, terrain) in g.variant.board.size.all().zip(s.terrain.clone()) {
        if terrain != 0 && g.variant.terrain[usize::from(terrain - 1)].blocks {
            s.write(square.0, code::blocked(terrain - 1), &g.royal);
        }
    }
    for (square, piece) in g.variant.board.size.all().zip(&record.squares) {
        if let Some(piece) = piece
            && usize::from(piece.kind) < kinds
            && !g.variant.board.holes.has(square)
        {
            s.write(square.0, code::piece(piece.side, piece.kind), &g.royal);
        }
    }
    if g.variant.fields.hands {
        s.hands =
            record.hands.iter().flat_map(|h| (0..kinds).map(|k| h.get(k).copied().unwrap_or(0))).collect();
    }
    if record.more.phase == 0 {
        royals(g, record, &mut reasons);
    }
    let counted = reasons.is_empty();
    further(g, record, &mut s, &mut reasons);
    s.more = g.more.read(record, spec, &mut reasons);
    passed(g, record, &mut s, &mut reasons);
    let lost = Side::BOTH.map(|side| ends::lost_already(g, &s, side));
    if lost == [true, true] {
        reasons.push("both sides have lost already".to_owned());
    }
    let waits = s.side.other();
    if counted && s.more.phase == 0 && g.variant.royalty.checked && lost == [false, false] {
        let mut copy = s.clone();
        if threat::in_check(&mut Run::new(g, &mut copy), waits) {
            reasons.push(format!("{waits} is in check, but {} is to act", s.side));
        }
    }
    if reasons.is_empty() { Ok(s) } else { Err(reasons) }
}

/// Whether each side has as many royals of all kinds together as it must.
fn royals(g: &Game, record: &Record, reasons: &mut Vec<String>) {
    let royalty = &g.variant.royalty;
    if royalty.kinds.iter().count() < 2 {
        return;
    }
    for side in Side::BOTH {
        let own = |p: &&Option<Piece>| p.is_some_and(|p| p.side == side && royalty.kinds.has(p.kind));
        let count = record.squares.iter().filter(own).count();
        let (least, most) = royalty.count;
        if count < usize::from(least) || count > usize::from(most) {
            reasons.push(format!("{side} has {count} royal pieces; there must be {least} to {most}"));
        }
    }
}

/// Squares whose piece, as at the start, may not have moved.
fn at_home(g: &Game, s: &State) -> Set256 {
    let start = &g.variant.start.record.squares;
    g.variant
        .fields
        .unmoved
        .squares()
        .filter(|sq| {
            let piece = start.get(sq.index()).copied().flatten();
            piece.is_some() && code::unpack(s.board[sq.index()]) == piece
        })
        .collect()
}

fn further(g: &Game, record: &Record, s: &mut State, reasons: &mut Vec<String>) {
    s.unmoved = read_unmoved(record, at_home(g, s), g.spec.size, reasons);
    let known = |name: &str| {
        name == UNMOVED && !g.variant.fields.unmoved.is_empty()
            || name == PASSERS && g.variant.tells_passers()
    };
    let unknown = record.fields.iter().filter(|(name, _)| !known(name));
    reasons.extend(unknown.map(|(name, _)| format!("no field of this game is called `{name}`")));
}

/// En-passant squares: their victims are the pieces that can just have passed them.
fn passed(g: &Game, record: &Record, s: &mut State, reasons: &mut Vec<String>) {
    let candidates: Vec<_> = record.passed.iter().map(|&square| explain(g, s, square)).collect();
    let found = passing::read(record, &candidates, !g.variant.many_passers(), g.spec.size, reasons);
    let each = found.iter().flat_map(|(square, by)| by.squares().map(|victim| (square.0, victim.0)));
    s.passed.extend(each);
    s.passed.sort_unstable();
}

/// The field that says which pieces have passed squares, where it is needed.
fn passers_field(g: &Game, s: &State, squares: &[Square]) -> Option<(String, String)> {
    if squares.is_empty() || !g.variant.tells_passers() {
        return None;
    }
    let candidates: Vec<_> = squares.iter().map(|&square| explain(g, s, square)).collect();
    let by = |square: Square| s.passed.iter().filter(|p| p.0 == square.0).map(|p| Square(p.1)).collect();
    passing::write(&candidates, by, !g.variant.many_passers(), g.spec.size)
}

/// The pieces that can just have come where they stand past a square.
fn explain(g: &Game, s: &State, square: Square) -> Passed<Set256> {
    let mut found = Passed { square, theirs: Set256::EMPTY, mine: Set256::EMPTY, could: Set256::EMPTY };
    let passed = square.0;
    if usize::from(passed) >= g.squares || s.board[usize::from(passed)] != code::EMPTY {
        return found;
    }
    // Where moves lay terrain, it may have come to the way, or to the origin, with the same move.
    let mut bare = s.clone();
    if g.lays {
        for square in (0..g.squares).map(|q| q as u8).filter(|&q| !code::is_piece(s.board[usize::from(q)])) {
            bare.write(square, code::EMPTY, &g.royal);
        }
        bare.terrain.fill(0);
    }
    let waits = s.side.other();
    passers(g, s, &bare, passed, waits, &mut found.theirs);
    // In the middle of a turn the side to act may have passed the square itself.
    if s.more.moved > 0 {
        passers(g, s, &bare, passed, s.side, &mut found.mine);
    }
    // Where a turn has several moves, or ends with landings, there may be something now where the passer
    // began or went.
    if g.variant.many_passers() {
        for square in (s.sides[0] | s.sides[1]).squares() {
            bare.write(square.0, code::EMPTY, &g.royal);
        }
        passers(g, s, &bare, passed, waits, &mut found.could);
        if found.theirs.is_empty() {
            found.theirs = found.could;
        }
        if s.more.moved > 1 {
            let mut mine = Set256::EMPTY;
            passers(g, s, &bare, passed, s.side, &mut mine);
            if found.theirs.is_empty() && found.mine.is_empty() {
                found.mine = mine;
            }
            found.could |= mine;
        }
    }
    found.could |= found.theirs | found.mine;
    found
}

/// Adds the squares of the pieces of a side that can have come there past a square, with the board as
/// it may have been before.
fn passers(g: &Game, s: &State, bare: &State, passed: u8, mover: Side, found: &mut Set256) {
    for action in g.actions.iter().filter(|a| a.side == mover) {
        if !matches!(&action.how, How::Walk(path) if path.leaves) {
            continue;
        }
        let own = s.sides[mover.index()] & action.to;
        let arrivals = g.variant.arrivals(mover, code::kind_of(action.code));
        for (Square(stands), arrival) in own.squares().flat_map(|sq| arrivals.iter().map(move |a| (sq, a))) {
            let arrived = code::piece(mover, arrival.kind);
            if s.board[usize::from(stands)] != arrived || !arrival.to.has(Square(stands)) {
                continue;
            }
            let mut before = bare.clone();
            before.passed.clear();
            before.unmoved = Set256::below(256);
            before.write(stands, code::EMPTY, &g.royal);
            let came = (action.from & arrival.from).squares().any(|Square(from)| {
                let there = before.board[usize::from(from)];
                let left = code::unpack(there).is_some_and(|p| p.side == mover && arrival.left.has(p.kind));
                if from == stands || there != code::EMPTY && !left {
                    return false;
                }
                let mut start = before.clone();
                start.write(from, action.code, &g.royal);
                let mut past = Past { passed, end: stands };
                let everywhere = Set256::below(256);
                walk::landings(
                    &mut Run::new(g, &mut start),
                    action,
                    Some(from),
                    ALL_STEPS,
                    everywhere,
                    &mut past,
                )
                .is_break()
            });
            if came {
                *found |= Set256::of(Square(stands));
            }
        }
    }
}

/// Stops at a walk past a square to another that leaves it open.
struct Past {
    passed: u8,
    end: u8,
}

impl Visitor for Past {
    fn stop(&mut self, run: &mut Run<'_>, action: &Acting, landing: &Landing) -> Flow {
        let mut left = Vec::new();
        walk::left_passed(run, action, landing, &mut left);
        if landing.target == Some(self.end) && left.contains(&self.passed) {
            return Break(());
        }
        Continue(())
    }
}

/// The en-passant squares that some legal move uses, rising.
pub(crate) fn usable(g: &Game, s: &State) -> Vec<Square> {
    let mut used = BTreeSet::new();
    if s.passed.is_empty() {
        return Vec::new();
    }
    let _ = legal::visit(g, s, &mut |m| {
        // What only ends a turn captures nothing.
        let Some(action) = g.actions.get(usize::from(m.action)) else { return Continue(()) };
        let passes = match &action.how {
            How::Walk(path) => path.nodes.iter().any(|k| k.head.take == Take::Passed),
            How::Leap { take, .. } => *take == Take::Passed,
            _ => false,
        };
        if passes {
            let mut copy = s.clone();
            let mut run = Run::new(g, &mut copy);
            if let Some(played) = detail::play(&mut run, m)
                && played.deed.captures
            {
                let taken = &run.taken[run.taken_base..];
                let mut took = |square: u8| {
                    let victim = |v: u8| taken.iter().any(|&(sq, _)| sq == v);
                    if s.passed.iter().any(|&(p, v)| p == square && victim(v)) {
                        used.insert(Square(square));
                    }
                };
                match &action.how {
                    How::Walk(path) => {
                        for been in &run.path[run.path_base..] {
                            if path.nodes[usize::from(been.node)].head.take == Take::Passed {
                                took(been.square);
                            }
                        }
                    }
                    _ => took(m.target),
                }
            }
        }
        Continue(())
    });
    used.into_iter().collect()
}

/// The en-passant squares that are part of a position: those that some legal move uses and, in the
/// middle of a turn, those that are open to the opponent when it is over. While a choice is owed, no
/// move is made yet, and all stay open.
pub(crate) fn open_squares(g: &Game, s: &State) -> Vec<Square> {
    let owed =
        g.owes && !s.passed.is_empty() && react::owed(&mut Run::new(g, &mut s.clone()), s.side).is_some();
    let mut squares = if owed { s.passed.iter().map(|p| Square(p.0)).collect() } else { usable(g, s) };
    let own = |victim: u8| {
        code::is_piece(s.board[usize::from(victim)]) && code::side_of(s.board[usize::from(victim)]) == s.side
    };
    squares.extend(s.passed.iter().filter(|p| own(p.1)).map(|p| Square(p.0)));
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// A state as neutral data.
pub(crate) fn write(g: &Game, s: &State) -> Record {
    let kinds = g.variant.kinds.len();
    let hand = |side: Side| match s.hands.get(side.index() * kinds..(side.index() + 1) * kinds) {
        Some(hand) => hand.to_vec(),
        None => vec![0; kinds],
    };
    let mut fields = Vec::new();
    if s.unmoved != at_home(g, s) {
        let names: Vec<String> = s.unmoved.squares().map(|sq| g.spec.size.name(sq)).collect();
        fields.push((UNMOVED.to_owned(), if names.is_empty() { "-".to_owned() } else { names.join(" ") }));
    }
    let passed = open_squares(g, s);
    fields.extend(passers_field(g, s, &passed));
    Record {
        squares: s.board[..g.squares].iter().map(|&c| code::unpack(c)).collect(),
        terrain: if s.terrain.is_empty() { vec![0; g.squares] } else { s.terrain.clone() },
        hands: Side::BOTH.map(hand),
        side: s.side,
        rights: s.rights,
        passed,
        clock: s.clock,
        number: s.number,
        more: g.more.write(&s.more),
        fields,
    }
}
