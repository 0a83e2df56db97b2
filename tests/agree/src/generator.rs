//! Random variants before the generator: checked, playable, and without what it has no form for.

use std::collections::BTreeMap;

use chv_compiler::plan::Plan;
use chv_compiler::{Emission, Unsupported};
use chv_dsl::model::Variant;
use chv_dsl::{NoFiles, SourceFile, compile};
use chv_interpreter::InterpretedRules;
use chv_runtime::{Position, Rules};

use super::draft::{Draft, Part};
use super::make;
use super::movement::{self, Taste};
use super::rng::Random;

/// A variant that is ready to be compared.
#[derive(Debug, Clone)]
pub struct Ready {
    /// The variant.
    pub draft: Draft,
    /// Its text.
    pub text: String,
    /// Its generated module.
    pub code: String,
}

/// How often the generator refused something, by reason.
pub type Refusals = BTreeMap<String, u64>;

/// The checked variant of a text.
///
/// # Errors
/// The diagnostics.
pub fn checked(name: &str, text: &str) -> Result<Variant, String> {
    let file = SourceFile { name: format!("{name}.chv"), text: text.to_owned() };
    let compiled = compile(file, &NoFiles, &[]);
    compiled.variant.ok_or_else(|| chv_dsl::diagnostics::short(&compiled.diagnostics, &compiled.files))
}

/// A variant that somebody has written down, ready to be compared.
///
/// # Errors
/// The diagnostics, or what the generator has no form for.
pub fn written(name: &str, text: String) -> Result<Ready, String> {
    let variant = checked(name, &text)?;
    let code = chv_compiler::generate(&variant, Emission { tested_path: true }).map_err(|reasons| {
        reasons.iter().map(|r| format!("line {}: {}", r.source.line, r.what)).collect::<Vec<_>>().join("\n")
    })?;
    let draft = Draft { name: name.to_owned(), ..Draft::default() };
    Ok(Ready { draft, text, code })
}

/// The first variant from a seed on that the front end accepts and that can be played a little.
#[must_use]
pub fn playable(seed: u64) -> Draft {
    for attempt in 0.. {
        let draft = make::draft(seed.wrapping_mul(1000).wrapping_add(attempt));
        let Ok(variant) = checked(&draft.name, &draft.text()) else { continue };
        let Ok(rules) = InterpretedRules::new(variant) else { continue };
        if plays(&rules, seed) {
            return draft;
        }
    }
    make::draft(seed)
}

/// Whether random games last a few moves, and not all positions have hundreds of moves.
fn plays(rules: &InterpretedRules, seed: u64) -> bool {
    let random = &mut Random::new(seed);
    let mut plies = 0;
    for _ in 0..3 {
        let mut position = rules.start();
        for _ in 0..12 {
            let moves = position.moves();
            if moves.is_empty() || moves.len() > 400 {
                break;
            }
            plies += 1;
            position.make(*random.pick(&moves));
        }
    }
    plies >= 15
}

/// Takes from a variant, piece by piece, what the generator has no form for, and counts the reasons
/// of what it refused at first. `None` if too little is left.
pub fn fitted(mut draft: Draft, refusals: &mut Refusals) -> Option<Ready> {
    let random = &mut Random::new(draft.files as u64);
    for round in 0..60 {
        let text = draft.text();
        let variant = checked(&draft.name, &text).ok()?;
        let problems = match Plan::new(&variant) {
            Ok(_) => {
                let rules = InterpretedRules::new(variant.clone()).ok()?;
                if round > 0 && !plays(&rules, 1) {
                    return None;
                }
                let code = chv_compiler::generate(&variant, Emission { tested_path: true }).ok()?;
                return Some(Ready { draft, text, code });
            }
            Err(problems) => problems,
        };
        if round == 0 {
            let mut reasons: Vec<&str> = problems.iter().map(|p| p.what.as_str()).collect();
            reasons.sort_unstable();
            reasons.dedup();
            for reason in reasons {
                *refusals.entry(reason.to_owned()).or_default() += 1;
            }
        }
        mend(&mut draft, &problems, random)?;
    }
    None
}

/// Changes what the first problem is about.
fn mend(draft: &mut Draft, problems: &[Unsupported], random: &mut Random) -> Option<()> {
    let problem = problems.first()?;
    match draft.part(problem.source.line) {
        Part::Movement(kind) => lessen(draft, kind, problems.len(), random),
        Part::Property(kind, n) if draft.kinds[kind].properties[n] != "royal" => {
            draft.kinds[kind].properties.remove(n);
        }
        Part::Property(kind, _) => lessen(draft, kind, problems.len(), random),
        Part::More(kind, n) => {
            draft.kinds[kind].more.remove(n);
        }
        Part::Clause(n) => {
            draft.clauses.remove(n);
        }
        Part::End(n) => {
            draft.ends.remove(n);
        }
        Part::Board => {
            draft.board_lines.pop()?;
        }
        Part::Other if problem.what.contains("joined") && !draft.board_lines.is_empty() => {
            draft.board_lines.clear();
        }
        Part::Other if problem.what.contains("unmoved") => {
            for kind in &mut draft.kinds {
                kind.terms.retain(|t| !t.contains('i'));
                if kind.terms.is_empty() {
                    kind.terms.push("K".to_owned());
                }
            }
        }
        Part::Other if !draft.clauses.is_empty() => {
            draft.clauses.pop();
        }
        Part::Other => return None,
    }
    Some(())
}

/// One term less, the one that is refused if it can be found; or a plain one instead of the last.
fn lessen(draft: &mut Draft, kind: usize, problems: usize, random: &mut Random) {
    let terms = &draft.kinds[kind].terms;
    if terms.len() < 2 {
        draft.kinds[kind].terms = vec![movement::term(random, Taste::Plain)];
        return;
    }
    let left = |draft: &Draft| match checked(&draft.name, &draft.text()) {
        Ok(variant) => Plan::new(&variant).err().map_or(0, |p| p.len()),
        Err(_) => usize::MAX,
    };
    let tries = (0..terms.len()).map(|i| {
        let mut less = draft.clone();
        less.kinds[kind].terms.remove(i);
        less
    });
    let found = tries.into_iter().find(|less| left(less) < problems);
    match found {
        Some(less) => *draft = less,
        None => {
            let at = random.below(draft.kinds[kind].terms.len());
            draft.kinds[kind].terms.remove(at);
        }
    }
}
