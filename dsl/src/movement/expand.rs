//! Expansion: from the tree to the walks and leaps of the model, for one side.

use std::collections::BTreeMap;

use super::syntax::Span;
use super::syntax::{Atom, Body, Mark, Mods, Range, Term};
use super::{Castle, Context, Movement, Part, Problem, automaton, legs, reduce};
use crate::model::{self, Content, KindSet, Side, Take, Walk};

/// The most ways in which a walk may go on after it has taken something. All of them are followed
/// apart, and their number can grow eightfold with each leg.
const MOST_WAYS: u64 = 10_000;

/// Most states of the automata of all movements of a variant, before they are made smaller.
const MOST_STATES: usize = 100_000;

/// [`expand`], as one of many movements whose states are counted together.
pub(crate) fn expand_within(
    movement: &Movement,
    cx: &Context,
    states: &mut usize,
) -> Result<Vec<Part>, Vec<Problem>> {
    if *states > MOST_STATES {
        return Err(vec![
            Problem::error(
                "E0219",
                whole(movement),
                "the movements before this one have too many paths together",
            )
            .note(format!("the automata of a variant have at most {MOST_STATES} states"))
            .help("use fewer legs with limited ranges, or `0` where the limit does not matter"),
        ]);
    }
    counted(movement, cx, states)
}

/// The place of all terms.
fn whole(movement: &Movement) -> Span {
    movement.terms.iter().map(|t| t.span).reduce(Span::to).unwrap_or_default()
}

/// Expands a movement to its parts: first the walks (one for each time at which they are
/// available), then leaps to anywhere, then castling.
///
/// # Errors
///
/// What depends on the board, or cannot be expanded at all.
pub fn expand(movement: &Movement, cx: &Context) -> Result<Vec<Part>, Vec<Problem>> {
    counted(movement, cx, &mut 0)
}

/// [`expand`], which adds the number of states that it goes through.
fn counted(movement: &Movement, cx: &Context, states: &mut usize) -> Result<Vec<Part>, Vec<Problem>> {
    let mut walks: BTreeMap<(bool, bool), Vec<Walk>> = BTreeMap::new();
    let mut leaps = Vec::new();
    let mut castles = Vec::new();
    let mut problems = Vec::new();
    for term in &movement.terms {
        let (initial, second_rank) = when(term);
        match atom(term) {
            Some((Atom::Universal, mods, _)) => leaps.extend(universal(mods, initial, second_rank, cx)),
            Some((Atom::Castling, mods, range)) => castles.extend(castling(mods, range, cx.side)),
            Some((Atom::Imitator, ..)) => problems.push(imitator(term)),
            _ => {
                let Some(legs) = legs::legs(term) else { continue };
                match automaton::build(&legs, cx) {
                    Ok(walk) => walks.entry((second_rank, initial)).or_default().push(walk),
                    Err(problem) => problems.push(problem),
                }
            }
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut parts = Vec::new();
    for ((second_rank, initial), walks) in walks {
        let total: usize = walks.iter().map(|w| w.nodes.len()).sum();
        *states += total;
        if total > 2 * automaton::MOST_STATES {
            return Err(vec![
                Problem::error("E0219", whole(movement), "this movement has too many different paths")
                    .note(format!(
                        "the automata of its terms would have {total} states, more than {}",
                        2 * automaton::MOST_STATES
                    ))
                    .help("use fewer terms, or `move` for a part of them"),
            ]);
        }
        let walk = reduce::reduced(&reduce::united(walks));
        if walk.ways_apart_exceed(MOST_WAYS, cx.size) {
            return Err(vec![
                Problem::error(
                    "E0219",
                    whole(movement),
                    "this movement takes pieces in too many different ways",
                )
                .note(format!(
                    "from a square where it takes something it could go on in more than {MOST_WAYS} ways"
                ))
                .help("use fewer legs that take pieces, or fewer directions for each"),
            ]);
        }
        let movement = model::Movement::Walk(walk);
        parts.push(Part { movement, initial, second_rank, castle: None });
    }
    leaps.dedup();
    parts.extend(leaps);
    castles.dedup();
    parts.extend(castles);
    Ok(parts)
}

/// When a term is available: initial, second rank.
fn when(term: &Term) -> (bool, bool) {
    let count = match &term.body {
        Body::Plain { marks, .. } => match marks.first() {
            Some(Mark::Mods(mods)) => mods.counts.of(b'i'),
            _ => 0,
        },
        Body::Bracket { outer, legs } => {
            outer.counts.of(b'i').max(legs.first().map_or(0, |l| l.mods.counts.of(b'i')))
        }
    };
    (count == 1, count > 1)
}

/// The atom and the modifiers of a term of one leg.
fn atom(term: &Term) -> Option<(Atom, Option<&Mods>, Range)> {
    let Body::Plain { marks, unit } = &term.body else { return None };
    let mods = match marks.first() {
        Some(Mark::Mods(mods)) => Some(mods),
        _ => None,
    };
    Some((unit.atom, mods, unit.range))
}

/// A leap to any square.
fn universal(mods: Option<&Mods>, initial: bool, second_rank: bool, cx: &Context) -> Vec<Part> {
    let has = |letter| mods.is_some_and(|m| m.has(letter));
    let usual = !b"mcdk".iter().any(|&c| has(c));
    let take = if has(b'u') { Take::Unload } else { Take::Capture };
    let prey = match (has(b'k'), has(b't')) {
        (true, _) => cx.capturable.and(cx.royals),
        (_, true) => cx.capturable.minus(cx.royals),
        _ => cx.capturable,
    };
    let none = Content::default();
    let friends = cx.capturable.minus(cx.royals);
    let modes = [
        (usual || has(b'm'), Content::EMPTY, Take::Nothing),
        (usual || has(b'c') || has(b'k'), Content { enemy: prey, ..none }, take),
        (has(b'd'), Content { friend: friends, ..none }, take),
    ];
    modes
        .into_iter()
        .filter(|(on, test, _)| *on && (test.empty || test.friend.or(test.enemy) != KindSet::NONE))
        .map(|(_, test, take)| Part {
            movement: model::Movement::Leap { test, take },
            initial,
            second_rank,
            castle: None,
        })
        .collect()
}

/// Castling towards one side of the board or both.
fn castling(mods: Option<&Mods>, range: Range, side: Side) -> Vec<Part> {
    let Range::UpTo(steps) = range else { return Vec::new() };
    let letters: Vec<u8> = mods.map_or(Vec::new(), |m| m.groups.iter().map(|g| g.first).collect());
    let asked = |letter| letters.is_empty() || letters.contains(&letter) || letters.contains(&b's');
    let inset = mods.map_or(0, |m| m.counts.of(b'j'));
    [(b'l', -1), (b'r', 1)]
        .into_iter()
        .filter(|&(letter, _)| asked(letter))
        .map(|(_, towards)| Part {
            movement: model::Movement::Stand,
            initial: true,
            second_rank: false,
            castle: Some(Castle {
                towards: if side == Side::Black { -towards } else { towards },
                steps,
                inset,
            }),
        })
        .collect()
}

/// Whether a term is `I` and no more.
pub(crate) fn imitates(term: &Term) -> bool {
    matches!(atom(term), Some((Atom::Imitator, mods, _)) if mods.is_none_or(Mods::is_empty))
}

fn imitator(term: &Term) -> Problem {
    Problem::error("E0217", term.span, "`I` has no squares of its own here")
        .note("it moves as the piece that the opponent moved last, by that piece's whole movement")
        .help("write it without modifiers, in the movement of a piece or in one that it has by `move`")
}
