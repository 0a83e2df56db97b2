//! Both executions of one variant side by side, on random games and from random positions.
//!
//! This file is also part of the crates that are made for comparing: it uses nothing of this crate
//! but random numbers.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use chv_dsl::{NoFiles, SourceFile, compile};
use chv_interpreter::{InterpretedPosition, InterpretedRules};
use chv_runtime::compiled::Tested;
use chv_runtime::{
    EditView, MoveDetail, MoveSet, Piece, Position, Record, Rules, Side, Square, SquareSet, fen,
};
use chv_runtime::{notation, perft};

use super::rng::Random;

/// How much is compared.
#[derive(Debug, Clone, Copy)]
pub struct Amount {
    /// Where the random choices begin.
    pub seed: u64,
    /// Positions to compare.
    pub positions: u64,
    /// The most time to spend on a variant.
    pub time: Duration,
}

/// What has been compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Played {
    /// Positions.
    pub positions: u64,
    /// Games, from the start and from random positions.
    pub games: u64,
    /// Legal moves listed.
    pub moves: u64,
    /// Positions in check.
    pub checks: u64,
    /// Decided positions.
    pub ends: u64,
    /// What differs, if anything does.
    pub difference: Option<Difference>,
}

/// Where two executions differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What differs, and how.
    pub what: String,
    /// From this position ...
    pub fen: String,
    /// ... after these moves.
    pub moves: Vec<String>,
}

/// The interpreter's rules of a text.
///
/// # Errors
/// The diagnostics, or what the interpreter cannot run.
pub fn interpreted(name: &str, text: &str) -> Result<InterpretedRules, String> {
    let file = SourceFile { name: format!("{name}.chv"), text: text.to_owned() };
    let compiled = compile(file, &NoFiles, &[]);
    let Some(variant) = compiled.variant else {
        return Err(chv_dsl::diagnostics::short(&compiled.diagnostics, &compiled.files));
    };
    InterpretedRules::new(variant).map_err(|reasons| reasons.join("; "))
}

/// Compares compiled rules with the interpreter's.
pub fn compare<R: Rules>(rules: &R, text: &str, name: &str, amount: Amount) -> Played
where
    R::Position: Tested,
{
    let mut played = Played::default();
    let other = match interpreted(name, text) {
        Ok(other) => other,
        Err(what) => {
            played.difference = Some(Difference { what, fen: String::new(), moves: Vec::new() });
            return played;
        }
    };
    let random = &mut Random::new(amount.seed);
    let start = Instant::now();
    while played.positions < amount.positions && start.elapsed() < amount.time {
        played.games += 1;
        if let Err(difference) = game(rules, &other, random, &mut played, amount.positions) {
            played.difference = Some(difference);
            break;
        }
    }
    played
}

fn game<R: Rules>(
    rules: &R,
    other: &InterpretedRules,
    random: &mut Random,
    played: &mut Played,
    positions: u64,
) -> Result<(), Difference>
where
    R::Position: Tested,
{
    let (mut a, mut b) = if played.games > 2 && random.percent(60) {
        match scattered(rules, other, random)? {
            Some(both) => both,
            None => return Ok(()),
        }
    } else {
        (rules.start(), other.start())
    };
    let mut origin = fen_of(&b);
    let mut moves: Vec<String> = Vec::new();
    let mut stale: Vec<<R::Position as Position>::Move> = Vec::new();
    for _ in 0..random.within(10, 160) {
        played.positions += 1;
        let here = |what| Difference { what, fen: origin.clone(), moves: moves.clone() };
        let listed = same(rules, other, &a, &b, random, &stale).map_err(here)?;
        played.moves += listed.len() as u64;
        played.checks += u64::from(b.in_check());
        if listed.is_empty() {
            played.ends += 1;
            return Ok(());
        }
        let captures: Vec<usize> =
            (0..listed.len()).filter(|&i| !listed[i].detail.captures.is_empty()).collect();
        let at = if !captures.is_empty() && random.percent(25) {
            *random.pick(&captures)
        } else {
            random.below(listed.len())
        };
        let tried = [random.below(listed.len()), random.below(listed.len()), at];
        for i in tried {
            let m = &listed[i];
            let wrong = |who: &str, what: String| here(format!("{who}, move {}: {what}", m.text));
            step(&a, m.compiled).map_err(|e| wrong("compiled", e))?;
            step(&b, m.interpreted).map_err(|e| wrong("interpreted", e))?;
        }
        stale = listed.iter().map(|m| m.compiled).collect();
        let m = &listed[at];
        let (ours, theirs) = (a.make(m.compiled), b.make(m.interpreted));
        moves.push(m.text.clone());
        let taken = |what| Difference { what, fen: origin.clone(), moves: moves.clone() };
        equal("whether a move is taken back", a.was_taken_back(&ours), b.was_taken_back(&theirs))
            .map_err(taken)?;
        if played.positions >= positions {
            break;
        }
        // A game that is read back from its text is the same game; differences then show from there.
        if random.percent(10) {
            if b.outcome().is_some() {
                continue;
            }
            let text = fen_of(&b);
            let here = |what| Difference { what, fen: origin.clone(), moves: moves.clone() };
            let again = |e: fen::FenError| here(format!("{text} does not read back: {e}"));
            a = fen::read_position(rules, &text).map_err(again)?;
            b = fen::read_position(other, &text).map_err(again)?;
            (origin, moves, stale) = (text, Vec::new(), Vec::new());
        }
    }
    Ok(())
}

fn fen_of<P: Position>(position: &P) -> String {
    fen::write(&position.record(), position.spec())
}

/// A legal move in both executions.
struct Listed<M> {
    compiled: M,
    interpreted: <InterpretedPosition as Position>::Move,
    detail: MoveDetail,
    text: String,
}

/// Makes and takes back a move: the key that is kept up to date is that from scratch, and everything
/// is as before.
fn step<P: Position>(position: &P, m: P::Move) -> Result<(), String> {
    let mut copy = position.clone();
    let mut key = copy.base_key();
    let undo = copy.make_keyed(m, &mut key);
    if key != copy.base_key() {
        return Err(format!("the key is {key:016x}, from scratch {:016x}", copy.base_key()));
    }
    let mut plain = position.clone();
    plain.make(m);
    if plain != copy {
        return Err("with and without a key it leads to different positions".to_owned());
    }
    copy.unmake(m, undo);
    if copy != *position {
        return Err("taking it back does not restore the position".to_owned());
    }
    Ok(())
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, a: T, b: T) -> Result<(), String> {
    if a == b { Ok(()) } else { Err(format!("{what}: compiled {a:?}, interpreted {b:?}")) }
}

/// Compares one position; gives its legal moves.
fn same<R: Rules>(
    rules: &R,
    other: &InterpretedRules,
    a: &R::Position,
    b: &InterpretedPosition,
    random: &mut Random,
    stale: &[<R::Position as Position>::Move],
) -> Result<Vec<Listed<<R::Position as Position>::Move>>, String>
where
    R::Position: Tested,
{
    let (left, right) = (notation::detailed(a), notation::detailed(b));
    let names = |list: &mut dyn Iterator<Item = &String>| list.cloned().collect::<BTreeSet<String>>();
    let (ours, theirs) = (names(&mut left.iter().map(|m| &m.2)), names(&mut right.iter().map(|m| &m.2)));
    if ours != theirs {
        let list = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
            a.difference(b).take(12).cloned().collect::<Vec<_>>().join(" ")
        };
        return Err(format!(
            "legal moves: only compiled [{}], only interpreted [{}]",
            list(&ours, &theirs),
            list(&theirs, &ours)
        ));
    }
    equal("number of moves", left.len(), right.len())?;
    equal("count", a.count(), b.count())?;
    equal("whether there is a move", a.any(), b.any())?;
    equal("side to act", a.side(), b.side())?;
    equal("check", a.in_check(), b.in_check())?;
    equal("checkers", a.checkers(), b.checkers())?;
    equal("outcome", a.outcome(), b.outcome())?;
    equal("outcome by the clock", a.clock_outcome(), b.clock_outcome())?;
    equal("claim by the clock", a.clock_claim(), b.clock_claim())?;
    for n in 2..5 {
        equal("outcome by repetition", a.repetition_outcome(n), b.repetition_outcome(n))?;
        equal("claim by repetition", a.repetition_claim(n), b.repetition_claim(n))?;
    }
    equal("FEN", fen_of(a), fen_of(b))?;
    equal("record", a.record(), b.record())?;
    equal("base key", a.base_key(), b.base_key())?;
    equal("key", a.key(), b.key())?;
    details(&left, &right)?;
    views(a, b)?;
    paths(a, &left, stale)?;
    if random.percent(15) {
        read_back(rules, a, "compiled")?;
        read_back(other, b, "interpreted")?;
    }
    counts(a, b, random, left.len())?;
    let listed = left.into_iter().zip(right);
    Ok(listed
        .map(|((compiled, ..), (interpreted, detail, text))| Listed { compiled, interpreted, detail, text })
        .collect())
}

/// What each player sees, and by which ways pieces go where that matters.
fn views<P: Position>(a: &P, b: &InterpretedPosition) -> Result<(), String> {
    equal("whether a move may be taken back", a.may_take_back(), b.may_take_back())?;
    for side in Side::BOTH {
        let (ours, theirs) = (a.view(side), b.view(side));
        equal("FEN of a view", fen_of(&ours), fen_of(&theirs))?;
        equal("key of a view", ours.key(), theirs.key())?;
    }
    if a.may_take_back() {
        let known = |list: Vec<String>| list.into_iter().collect::<BTreeSet<String>>();
        let view = notation::texts(&a.view(a.side())).into_iter().map(|(_, text)| text).collect();
        let moves = notation::texts(a).into_iter().map(|(_, text)| text).collect();
        equal("the moves of the view of the side to act", known(view), known(moves))?;
        equal("moves that are not taken back", a.count_kept(), b.count_kept())?;
    }
    equal("routes", routes(a), routes(b))
}

/// All ways by which moves can be made, as squares.
fn routes<P: Position>(position: &P) -> BTreeSet<(Vec<Square>, Option<String>)> {
    let mut found = BTreeSet::new();
    let _ = position.visit_routes(|m| {
        let detail = position.detail(m);
        // What leaves the board to come back, and castling, go no way.
        let moves = detail.edits.iter().any(|e| matches!(e, EditView::Shift(..)));
        if moves && detail.partner.is_none() {
            found.insert((detail.from.into_iter().chain(detail.route).collect(), detail.choice));
        }
        ControlFlow::Continue(())
    });
    found
}

/// What the moves do.
fn details<M, N>(a: &[(M, MoveDetail, String)], b: &[(N, MoveDetail, String)]) -> Result<(), String> {
    for ((_, a, text), (_, b, _)) in a.iter().zip(b) {
        let at = |what: &str| format!("{what} of {text}");
        equal(&at("from and to"), (a.from, a.to), (b.from, b.to))?;
        equal(&at("captures"), sorted(&a.captures), sorted(&b.captures))?;
        equal(&at("choice"), (&a.choice, a.drop, a.second), (&b.choice, b.drop, b.second))?;
        equal(&at("partner"), a.partner, b.partner)?;
        equal(&at("pieces moved along"), shifts(&a.edits), shifts(&b.edits))?;
    }
    Ok(())
}

fn shifts(edits: &[EditView]) -> Vec<(Square, Square)> {
    let shift = |edit: &EditView| match edit {
        EditView::Shift(a, b) if a != b => Some((*a, *b)),
        _ => None,
    };
    let mut list: Vec<_> = edits.iter().filter_map(shift).collect();
    list.sort_unstable();
    list
}

fn sorted(squares: &[Square]) -> Vec<Square> {
    let mut list = squares.to_vec();
    list.sort_unstable();
    list
}

/// The fast path against the one that makes and tests every move, and asking against listing.
fn paths<P: Tested>(
    position: &P,
    listed: &[(P::Move, MoveDetail, String)],
    stale: &[P::Move],
) -> Result<(), String> {
    let mut slow: Vec<P::Move> = Vec::new();
    let _ = position.visit_tested(|set: P::MoveSet| {
        set.each(|m| {
            slow.push(m);
            ControlFlow::Continue(())
        })
    });
    for (m, _, text) in listed {
        if !slow.contains(m) {
            return Err(format!("{text} ({m:?}) is listed by the fast path, not by the tested one"));
        }
        if !position.is_legal(*m) {
            return Err(format!("{text} ({m:?}) is listed but not legal"));
        }
    }
    if slow.len() != listed.len() {
        return Err(format!("the tested path lists {} moves, the fast one {}", slow.len(), listed.len()));
    }
    for m in stale.iter().take(40) {
        if position.is_legal(*m) != listed.iter().any(|(l, ..)| l == m) {
            return Err(format!("{m:?}: asking whether it is legal and listing differ"));
        }
    }
    Ok(())
}

/// The text of a position reads back as the same position.
fn read_back<R: Rules>(rules: &R, position: &R::Position, who: &str) -> Result<(), String> {
    let text = fen_of(position);
    let again = match fen::read_position(rules, &text) {
        Ok(again) => again,
        // A move can take the last of the enemy's pieces that must not be lost and promote the last of
        // the mover's own. Such a position is over and no start of a game, so it is not read.
        Err(e) if position.outcome().is_some() && e.to_string().contains("both sides have lost") => {
            return Ok(());
        }
        Err(e) => return Err(format!("{who}: {text} does not read back: {e}")),
    };
    if again.record() != position.record() || again.key() != position.key() {
        return Err(format!("{who}: {text} reads back as another position: {}", fen_of(&again)));
    }
    Ok(())
}

/// Node counts of small depths.
fn counts<A: Position, B: Position>(a: &A, b: &B, random: &mut Random, moves: usize) -> Result<(), String> {
    if moves == 0 || moves > 45 || !random.percent(3) {
        return Ok(());
    }
    let depth = if moves <= 8 { 3 } else { 2 };
    let bulk = perft::perft(a, depth, true);
    if bulk != perft::perft(a, depth, false) {
        return Err(format!("compiled: node counts to depth {depth} with and without bulk counting differ"));
    }
    if bulk != perft::perft(b, depth, true) {
        let parts = (perft::divide(a, depth, true), perft::divide(b, depth, true));
        let part = parts.0.iter().zip(&parts.1).find(|(x, y)| x != y);
        return Err(format!("node counts to depth {depth}: compiled and interpreted {part:?}"));
    }
    Ok(())
}

/// The same random position in both executions, accepted by both.
fn scattered<R: Rules>(
    rules: &R,
    other: &InterpretedRules,
    random: &mut Random,
) -> Result<Option<(R::Position, InterpretedPosition)>, Difference> {
    for _ in 0..12 {
        let record = scatter(other, random);
        let text = fen::write(&record, other.spec());
        let said = |e: &Vec<String>| e.join("; ");
        let wrong = |what: String| Difference { what, fen: text.clone(), moves: Vec::new() };
        match (rules.position(&record), other.position(&record)) {
            (Ok(a), Ok(b)) => return Ok(Some((a, b))),
            (Err(_), Err(_)) => {}
            (Ok(_), Err(e)) => {
                return Err(wrong(format!("reading: compiled accepts, interpreted: {}", said(&e))));
            }
            (Err(e), Ok(_)) => {
                return Err(wrong(format!("reading: interpreted accepts, compiled: {}", said(&e))));
            }
        }
    }
    Ok(None)
}

/// The pieces of the start position, some of them gone and the others somewhere else. What comes before
/// play is done at random.
#[must_use]
pub fn scatter(rules: &InterpretedRules, random: &mut Random) -> Record {
    let spec = rules.spec();
    let mut at = rules.start();
    while at.record().more.phase > 0 {
        let moves = at.moves();
        at.make(*random.pick(&moves));
    }
    let mut record = at.record();
    let blocks = |terrain: u8| terrain > 0 && rules.variant().terrain[usize::from(terrain - 1)].blocks;
    let pieces: Vec<(usize, Piece)> =
        record.squares.iter().enumerate().filter_map(|(i, p)| p.map(|p| (i, p))).collect();
    let board: Vec<usize> = spec.size.all().filter(|&s| !spec.holes.has(s)).map(|s| s.index()).collect();
    let (stay, keep) = (random.within(0, 70), random.within(20, 100));
    record.squares.fill(None);
    let mut free = board.clone();
    random.shuffle(&mut free);
    free.retain(|i| !blocks(record.terrain[*i]));
    for (square, piece) in pieces {
        let royal = spec.kinds[usize::from(piece.kind)].royal;
        if !royal && !random.percent(keep) {
            continue;
        }
        let at = if random.percent(stay) {
            free.iter().position(|&s| s == square)
        } else {
            free.len().checked_sub(1)
        };
        let Some(at) = at.or(free.len().checked_sub(1)) else { continue };
        record.squares[free.remove(at)] = Some(piece);
    }
    record.side = if random.percent(50) { Side::White } else { Side::Black };
    record.rights = 0;
    for (i, right) in spec.rights.iter().enumerate() {
        let there = right
            .needs
            .iter()
            .all(|&(square, kind)| record.squares[square.index()] == Some(Piece { side: right.side, kind }));
        if there && random.percent(70) {
            record.rights |= 1 << i;
        }
    }
    record.passed.clear();
    if rules.variant().fields.passed && random.percent(30) {
        let empty: Vec<usize> = board.iter().copied().filter(|&i| record.squares[i].is_none()).collect();
        if !empty.is_empty() {
            record.passed = vec![Square(*random.pick(&empty) as u8)];
        }
    }
    record.fields.clear();
    record.clock = 0;
    record
}

/// Keeps the interpreter honest with itself: one random game.
///
/// # Errors
/// What contradicts itself, with the position.
pub fn alone(rules: &InterpretedRules, random: &mut Random, length: usize) -> Result<u64, String> {
    let mut position = rules.start();
    if random.percent(50)
        && let Some(found) = (0..12).find_map(|_| rules.position(&scatter(rules, random)).ok())
    {
        position = found;
    }
    let mut seen = 0;
    for _ in 0..length {
        seen += 1;
        let text = fen_of(&position);
        let here = |what: String| format!("{text}: {what}");
        let listed = notation::detailed(&position);
        if position.count() != listed.len() as u64 || position.any() == listed.is_empty() {
            return Err(here("counting and listing differ".to_owned()));
        }
        if position.outcome().is_some() != listed.is_empty() && position.outcome().is_some() {
            return Err(here("the position is decided but has moves".to_owned()));
        }
        if let Some(pair) = listed.windows(2).find(|w| w[0].2 == w[1].2) {
            return Err(here(format!("two moves are called {}", pair[0].2)));
        }
        let again = listed.iter().find(|(m, _, text)| notation::parse(&position, text) != Ok(*m));
        if let Some((_, _, text)) = again.filter(|_| listed.len() < 40) {
            return Err(here(format!("{text} does not read back")));
        }
        read_back(rules, &position, "interpreted").map_err(here)?;
        let Some((m, _, name)) = listed.get(random.below(listed.len().max(1))) else { break };
        step(&position, *m).map_err(|e| here(format!("{name}: {e}")))?;
        position.make(*m);
    }
    Ok(seen)
}
