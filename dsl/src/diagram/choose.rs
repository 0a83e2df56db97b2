//! The choice of scenes: as few as show every part.

use std::collections::HashSet;

use chv_runtime::{Square, SquareSet};

use super::elements::{Elements, Mover};
use super::explore::explore;
use super::setting::{Setting, Stand};
use super::trace::{Draft, depth, trace};

/// The most scenes; a piece that needs more is not shown whole.
const MOST_SCENES: usize = 24;
/// The most parts that are tried for one scene.
const MOST_GOALS: usize = 400;

/// A scene with what it shows.
struct Choice {
    setting: Setting,
    lit: Elements,
}

/// The scenes of a piece, and whether they show everything.
pub(super) fn settings(mover: &Mover<'_>, at: Option<Square>) -> (Vec<Setting>, bool) {
    let size = mover.variant.board.size;
    let mut origins: Vec<Square> = match at {
        Some(square) => vec![square],
        None => size.all().filter(|&s| !mover.variant.board.holes.has(s)).collect(),
    };
    origins.retain(|&s| mover.acts.iter().any(|a| a.action.from.has(s)));
    // Nearest to the middle first; of equals the lower and the left one.
    let off = |s: &Square| {
        let x = 2 * i32::from(size.file(*s)) - i32::from(size.files - 1);
        let y = 2 * i32::from(size.rank(*s)) - i32::from(size.ranks - 1);
        (x.abs().max(y.abs()), x.abs() + y.abs(), s.0)
    };
    origins.sort_by_key(off);
    let reach: Vec<(Square, Elements)> = origins.into_iter().map(|s| (s, mover.possible(s))).collect();
    let all: Elements = reach.iter().flat_map(|(_, e)| e.iter().copied()).collect();
    let mut todo = all;
    let mut choices: Vec<Choice> = Vec::new();
    let mut whole = true;
    while !todo.is_empty() && choices.len() < MOST_SCENES {
        // The first of the best: `max_by_key` would take the last.
        let shows = |e: &Elements| {
            let ends = e.intersection(&todo).filter(|&&e| mover.ends(e)).count();
            (ends, e.intersection(&todo).count())
        };
        let Some((origin, reached)) = reach.iter().rev().max_by_key(|(_, e)| shows(e)) else {
            break;
        };
        let before = todo.len();
        show(mover, *origin, &mut todo, &mut choices);
        let failed: Vec<_> = reached.intersection(&todo).copied().collect();
        for element in failed {
            todo.remove(&element);
            // No scene can be found in which it goes on from something taken; the step itself is shown.
            let lit = choices.iter().flat_map(|c| &c.lit);
            whole &= lit.into_iter().any(|&other| mover.looks_like(element, other));
        }
        // What looks the same as something shown need not be sought on other squares.
        let shown: HashSet<_> = choices.iter().flat_map(|c| &c.lit).map(|&e| mover.about[e]).collect();
        todo.retain(|&e| !shown.contains(&mover.about[e]));
        if todo.len() == before {
            break;
        }
    }
    whole &= todo.is_empty();
    let mut choices = needed(choices);
    // What everybody should see first.
    choices.sort_by_key(|c| c.setting.stands.iter().any(|s| *s != Stand::Empty));
    (choices.into_iter().map(|c| c.setting).collect(), whole)
}

/// Adds the scenes with the piece on a square, until no more can be shown from there.
fn show(mover: &Mover<'_>, origin: Square, todo: &mut Elements, choices: &mut Vec<Choice>) {
    let bare = Setting::empty(mover, origin);
    add(mover, bare.clone(), todo, choices);
    while !todo.is_empty() && choices.len() < MOST_SCENES {
        let mut draft = Draft::new(bare.clone());
        let mut goals: Vec<_> =
            todo.iter().copied().map(|e| (std::cmp::Reverse(depth(mover, e)), e)).collect();
        goals.sort_unstable();
        let mut wanted = todo.clone();
        let mut any = false;
        for (_, goal) in goals.into_iter().take(MOST_GOALS) {
            if !wanted.contains(&goal) {
                continue;
            }
            if let Some(better) = trace(mover, &draft, goal, &wanted) {
                draft = better;
                any = true;
                for shown in explore(mover, &draft.setting).lit {
                    wanted.remove(&shown);
                }
            }
        }
        if !any || !add(mover, draft.setting, todo, choices) {
            return;
        }
    }
}

/// Adds a scene if it shows something new.
fn add(mover: &Mover<'_>, setting: Setting, todo: &mut Elements, choices: &mut Vec<Choice>) -> bool {
    let lit = explore(mover, &setting).lit;
    let before = todo.len();
    todo.retain(|e| !lit.contains(e));
    let new = todo.len() < before;
    if new {
        choices.push(Choice { setting, lit });
    }
    new
}

/// The scenes without those that show nothing that others do not: first the empty board is tried to
/// be left out, then the others from the last.
fn needed(mut choices: Vec<Choice>) -> Vec<Choice> {
    let mut order: Vec<usize> = (0..choices.len()).rev().collect();
    order.sort_by_key(|&i| choices[i].setting.stands.iter().any(|s| *s != Stand::Empty));
    let mut dropped = Vec::new();
    for i in order {
        let others = |e: &usize| {
            choices.iter().enumerate().any(|(j, c)| j != i && !dropped.contains(&j) && c.lit.contains(e))
        };
        if choices[i].lit.iter().all(others) {
            dropped.push(i);
        }
    }
    let mut index = 0;
    choices.retain(|_| {
        index += 1;
        !dropped.contains(&(index - 1))
    });
    choices
}
