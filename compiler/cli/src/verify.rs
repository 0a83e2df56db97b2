//! What can be wrong with rules that only shows when they are played: a start that is already over,
//! and the file's own tests.

use chv_dsl::diagnostics::{Diagnostic, Explanation, Severity};
use chv_dsl::model::{HookUse, Source, Test, TestStep, Variant};
use chv_runtime::dynamic::{AnyGame, AnyRules};
use chv_runtime::hooks::Library;

use crate::json::winner;

/// The start position is over or refused by the rules themselves.
const START: &str = "E0901";
/// A test of the file fails.
const TEST: &str = "E0902";
/// The program has no hook of a name.
const HOOK: &str = "E0903";

/// The longer texts on the codes of this file.
pub(crate) const EXPLANATIONS: &[Explanation] = &[
    Explanation {
        code: START,
        title: "the game cannot begin",
        text: "The start position is already decided: one of the ends holds before the first move, or the player \
            who begins has no legal move. Nobody could play such a game.\n\n\
            Look at the rows of `setup` (capital letters are White's pieces, and White's ranks are the lowest), at \
            `side` in it, and at the clauses of `end`: `no X loses` holds at once when there is no X on the board.",
    },
    Explanation {
        code: TEST,
        title: "a test of the file fails",
        text: "A `test` block plays the game and states what should come out; something else did. The message says \
            at which step, what was expected and what was found. Either the rules or the test is wrong:\n\n\
            test \"the first move\" {\n  after e2e4\n  legal e7e5\n  perft 1 = 20\n}",
    },
    Explanation {
        code: HOOK,
        title: "the program does not have a hook",
        text: "`hook name \"path\"` names rules that are written in Rust. The rules of the file are read, but they \
            cannot be played without the hook, so nothing that shows in play is checked, and no test is run.\n\n\
            Generated code takes the type from its path. A command with hooks is a program of your own:\n\n\
            chv_cli::main_with(&chv_cli::Registry::library().hook(\"restless\", || Box::new(Restless)))",
    },
];

/// Plays what can be played and says what is wrong, in the order of the file.
pub(crate) fn verify(variant: &Variant, rules: &dyn AnyRules) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = start(variant, rules).into_iter().collect();
    // A test that begins with a start that is none would only say the same again.
    let skipped =
        |test: &Test| !found.is_empty() && !matches!(test.steps.first(), Some(TestStep::Position(_)));
    let tests: Vec<&Test> = variant.tests.iter().filter(|test| !skipped(test)).collect();
    let mut left = MOST_NODES;
    for test in tests {
        if let Err(reason) = run(rules, test, &mut left) {
            found.push(error(
                TEST,
                &test.source,
                format!("test \"{}\" fails: {}", test.name, reason.what),
                &reason.notes,
            ));
        }
    }
    found
}

fn error(code: &'static str, source: &Source, message: String, notes: &[String]) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code,
        message,
        file: usize::from(source.file),
        span: source.start as usize..source.end as usize,
        here: String::new(),
        labels: Vec::new(),
        notes: notes.to_vec(),
        help: None,
    }
}

/// The start position is none, for these reasons. The first is part of the message, which is all that
/// short lists show.
pub(crate) fn impossible(variant: &Variant, reasons: &[String]) -> Diagnostic {
    let (first, more) = reasons.split_first().map_or(("", reasons), |(first, more)| (first.as_str(), more));
    let message = format!("the start position is not possible under the rules: {first}");
    error(START, &variant.start.source, message, more)
}

/// The hooks of a variant that the program does not have: without them it cannot be played.
pub(crate) fn unknown_hooks(variant: &Variant, known: Library<'_>) -> Vec<Diagnostic> {
    let names: Vec<String> = known.iter().map(|(name, _)| format!("`{name}`")).collect();
    let has = match names.is_empty() {
        true => "this program has no hooks".to_owned(),
        false => format!("this program has the hooks {}", names.join(", ")),
    };
    let unknown = variant.hooks.iter().filter(|hook| known.iter().all(|(name, _)| *name != hook.name));
    let diagnostic = |hook: &HookUse| {
        let message = format!(
            "there is no hook `{}` here, so the rules cannot be played and are not tested",
            hook.name
        );
        Diagnostic {
            help: Some(format!(
                "check it with a program that has it: `Registry::library().hook(\"{}\", ...)`",
                hook.name
            )),
            ..error(HOOK, &hook.source, message, std::slice::from_ref(&has))
        }
    };
    unknown.map(diagnostic).collect()
}

/// Whether the game can begin.
fn start(variant: &Variant, rules: &dyn AnyRules) -> Option<Diagnostic> {
    let game = rules.game();
    let source = &variant.start.source;
    if let Some(outcome) = game.outcome() {
        let message =
            format!("the game is over before the first move: {} ({})", outcome.reason, winner(&outcome));
        return Some(error(START, source, message, &[]));
    }
    if let Err(reasons) = rules.game_from_fen(&game.fen()) {
        let notes: Vec<String> = reasons.problems.iter().map(|p| p.message.clone()).collect();
        return Some(error(
            START,
            source,
            "the start position is not allowed by the rules".to_owned(),
            &notes,
        ));
    }
    if game.texts().is_empty() {
        let message = format!("{} begins and has no legal move", game.side());
        return Some(error(START, source, message, &[]));
    }
    None
}

/// Why a test fails.
struct Failed {
    what: String,
    notes: Vec<String>,
}

/// Most nodes that the tests of a file count together, so that checking a file ends soon.
const MOST_NODES: u64 = 1_000_000;
/// Deepest count of a test.
const MOST_DEPTH: u32 = 20;

fn run(rules: &dyn AnyRules, test: &Test, left: &mut u64) -> Result<(), Failed> {
    let mut game = rules.game();
    for (i, step) in test.steps.iter().enumerate() {
        self::step(rules, &mut game, step, left).map_err(|mut failed| {
            if test.steps.len() > 1 {
                failed.notes.push(format!("at step {} of {}", i + 1, test.steps.len()));
            }
            failed.notes.push(format!("position: {}", game.fen()));
            failed
        })?;
    }
    Ok(())
}

fn step(
    rules: &dyn AnyRules,
    game: &mut Box<dyn AnyGame>,
    step: &TestStep,
    left: &mut u64,
) -> Result<(), Failed> {
    let fail = |what: String| Err(Failed { what, notes: Vec::new() });
    match step {
        TestStep::Position(fen) => match rules.game_from_fen(fen) {
            Ok(new) => *game = new,
            Err(reasons) => {
                let notes = reasons.problems.iter().map(ToString::to_string).collect();
                return Err(Failed { what: format!("`{fen}` is no position of the game"), notes });
            }
        },
        TestStep::Play(moves) => {
            for text in moves {
                if let Err(e) = game.play(text) {
                    return fail(e.to_string());
                }
            }
        }
        TestStep::Fen(expected) => {
            let found = game.fen();
            if found != *expected {
                return fail(format!("expected the position `{expected}`, found `{found}`"));
            }
        }
        TestStep::Legal(moves) => {
            let texts = game.texts();
            for text in moves {
                if !texts.contains(text) {
                    let why = game.clone_box().play(text).err();
                    return fail(why.map_or_else(|| format!("`{text}` is not legal"), |e| e.to_string()));
                }
            }
        }
        TestStep::Illegal(moves) => {
            let texts = game.texts();
            if let Some(text) = moves.iter().find(|m| texts.contains(m)) {
                return fail(format!("`{text}` is legal"));
            }
        }
        TestStep::Moves(expected) => {
            let found = game.texts();
            let list = |a: &[String], b: &[String]| {
                a.iter().filter(|t| !b.contains(t)).cloned().collect::<Vec<_>>().join(" ")
            };
            let (missing, extra) = (list(expected, &found), list(&found, expected));
            if !missing.is_empty() || !extra.is_empty() {
                let mut parts = Vec::new();
                if !missing.is_empty() {
                    parts.push(format!("not legal: {missing}"));
                }
                if !extra.is_empty() {
                    parts.push(format!("legal but not listed: {extra}"));
                }
                return fail(format!("the legal moves are others: {}", parts.join("; ")));
            }
        }
        TestStep::Check(expected) => {
            if game.in_check() != *expected {
                let (is, not) = if *expected { ("is not", "") } else { ("is", " not") };
                return fail(format!("{} {is} in check, but should{not} be", game.side()));
            }
        }
        TestStep::Result(expected, reason) => {
            let outcome = game.outcome();
            let found = outcome.as_ref().map_or("none", winner);
            let found_reason = outcome.as_ref().map(|o| o.reason.as_str());
            if found != expected || reason.as_deref().is_some_and(|r| found_reason != Some(r)) {
                let shown = |who: &str, why: Option<&str>| match why {
                    Some(why) => format!("{who} \"{why}\""),
                    None => who.to_owned(),
                };
                return fail(format!(
                    "expected the result {}, found {}",
                    shown(expected, reason.as_deref()),
                    shown(found, found_reason)
                ));
            }
        }
        TestStep::Perft(depth, expected) => {
            let counted = if *depth > MOST_DEPTH { None } else { game.perft_within(*depth, *left) };
            let Some(found) = counted else {
                return Err(Failed {
                    what: format!("counting to depth {depth} takes too long for a test"),
                    notes: vec![format!(
                        "the tests of a file count at most {MOST_NODES} nodes together, to depth {MOST_DEPTH} at \
                         most; `chv perft` counts any number"
                    )],
                });
            };
            *left -= found;
            if found != *expected {
                return fail(format!("expected {expected} nodes at depth {depth}, counted {found}"));
            }
        }
    }
    Ok(())
}
