//! The smallest variant that still shows a difference.

use std::io;

use super::compare::Amount;
use super::crates::{Result, Workshop};
use super::draft::Draft;
use super::generator::{Ready, checked};

use chv_compiler::Emission;
use chv_interpreter::InterpretedRules;

/// Most variants that are built at once.
const AT_ONCE: usize = 24;

/// Takes parts away as long as what is left still differs; the last one that does, and what it shows.
///
/// # Errors
/// What is wrong with the machine.
pub fn smallest(
    workshop: &Workshop,
    found: (Ready, Result),
    amount: Amount,
    rounds: usize,
) -> io::Result<(Ready, Result)> {
    let mut best = found;
    for round in 0..rounds {
        let all: Vec<Ready> = smaller(&best.0.draft).into_iter().filter_map(ready).collect();
        // The largest steps come first; many are tried at once, as building is what takes time.
        let mut next = None;
        for (part, chunk) in all.chunks(AT_ONCE).enumerate() {
            let batch: Vec<Ready> = chunk
                .iter()
                .enumerate()
                .map(|(i, r)| renamed(r, &format!("s{round}x{part}x{i}")))
                .filter_map(ready)
                .collect();
            let results = workshop.compare(&batch, amount)?;
            let mut worse: Vec<(Ready, Result)> =
                batch.into_iter().zip(results).filter(|(_, r)| fails(r)).collect();
            if worse.is_empty() {
                continue;
            }
            let least = (0..worse.len()).min_by_key(|&i| worse[i].0.text.len()).unwrap_or(0);
            next = Some(worse.swap_remove(least));
            break;
        }
        match next {
            Some(found) => best = found,
            None => break,
        }
    }
    Ok(best)
}

/// Whether a result shows a fault.
#[must_use]
pub fn fails(result: &Result) -> bool {
    match result {
        Result::Compared(played) => played.difference.is_some(),
        Result::Broken(_) => true,
    }
}

fn renamed(ready: &Ready, name: &str) -> Draft {
    Draft { name: name.to_owned(), ..ready.draft.clone() }
}

/// A draft that is whole and that the generator takes.
fn ready(draft: Draft) -> Option<Ready> {
    let text = draft.text();
    let variant = checked(&draft.name, &text).ok()?;
    InterpretedRules::new(variant.clone()).ok()?;
    let code = chv_compiler::generate(&variant, Emission { tested_path: true }).ok()?;
    Some(Ready { draft, text, code })
}

/// Everything that can be taken away at once, larger parts first.
fn smaller(draft: &Draft) -> Vec<Draft> {
    let mut all = Vec::new();
    let changed = |change: &dyn Fn(&mut Draft)| {
        let mut less = draft.clone();
        change(&mut less);
        less
    };
    for i in (0..draft.kinds.len()).rev() {
        all.push(draft.without_kind(i));
    }
    for i in 0..draft.clauses.len() {
        all.push(changed(&|d| {
            d.clauses.remove(i);
        }));
    }
    for (rank, n) in [(true, draft.ranks), (false, draft.files)] {
        if n > 3 {
            all.extend((0..n).rev().map(|i| draft.without_line(rank, i)));
        }
    }
    if !draft.holes.is_empty() {
        all.push(changed(&|d| d.holes.clear()));
    }
    if !draft.rocks.is_empty() {
        all.push(changed(&|d| d.rocks.clear()));
    }
    if !draft.board_lines.is_empty() {
        all.push(changed(&|d| d.board_lines.clear()));
    }
    if !draft.lines.is_empty() {
        all.push(changed(&|d| d.lines.clear()));
    }
    if !draft.setup_lines.is_empty() {
        all.push(changed(&|d| d.setup_lines.clear()));
    }
    for i in 0..draft.ends.len() {
        all.push(changed(&|d| {
            d.ends.remove(i);
        }));
    }
    for (i, clause) in draft.clauses.iter().enumerate() {
        for n in 0..clause.lines.len() {
            if clause.lines.len() > 1 {
                all.push(changed(&|d| {
                    d.clauses[i].lines.remove(n);
                }));
            }
        }
    }
    for (i, kind) in draft.kinds.iter().enumerate() {
        for n in 0..kind.more.len() {
            all.push(changed(&|d| {
                d.kinds[i].more.remove(n);
            }));
        }
        for n in 0..kind.properties.len() {
            all.push(changed(&|d| {
                d.kinds[i].properties.remove(n);
            }));
        }
        for n in 0..kind.terms.len() {
            if kind.terms.len() > 1 {
                all.push(changed(&|d| {
                    d.kinds[i].terms.remove(n);
                }));
            }
        }
    }
    // Pieces of the set-up, half of them or one by one.
    let pieces: Vec<usize> = (0..draft.setup.len()).filter(|&s| draft.setup[s].is_some()).collect();
    for half in 0..2 {
        all.push(changed(&|d| {
            for (_, &s) in pieces.iter().enumerate().filter(|(n, _)| n % 2 == half) {
                d.setup[s] = None;
            }
        }));
    }
    for &s in &pieces {
        all.push(changed(&|d| d.setup[s] = None));
    }
    // Terms without one of their letters.
    for (i, kind) in draft.kinds.iter().enumerate() {
        for (n, term) in kind.terms.iter().enumerate() {
            for at in 0..term.len() {
                let mut shorter = term.clone();
                shorter.remove(at);
                if !shorter.is_empty() {
                    all.push(changed(&|d| d.kinds[i].terms[n].clone_from(&shorter)));
                }
            }
        }
    }
    all
}
