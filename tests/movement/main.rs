//! Movement, in each execution: the clauses that limit it, and the worked examples of the notation.

use std::collections::BTreeSet;
use std::path::Path;

use chv_dsl::SourceFile;
use chv_runtime::dynamic::{AnyRules, erase};
use chv_runtime::{EditView, MoveDetail};
use chv_tests::{cases, examples, games};

/// Every clause of a piece that the notation has no letter for.
#[test]
fn clauses() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("movement/clauses.cases");
    let outcome = cases::run_file(&path);
    assert!(outcome.as_ref().is_ok_and(|&n| n > 20), "{outcome:?}");
}

/// What a move does, in the words of the table: `d4`, `d4x`, `d6[d5]`, `d6(d6>d4)`.
fn spelled(rules: &dyn AnyRules, detail: &MoveDetail, text: &str) -> String {
    let size = rules.spec().size;
    let Some(to) = detail.to else { return text.to_owned() };
    let mut word = size.name(to);
    let mut taken: Vec<_> = detail.captures.clone();
    taken.sort_unstable();
    let names: Vec<String> = taken.iter().map(|&s| size.name(s)).collect();
    if taken == [to] {
        word.push('x');
    } else if !taken.is_empty() {
        word += &format!("[{}]", names.join(","));
    }
    for edit in &detail.edits {
        if let EditView::Shift(a, b) = edit
            && detail.from != Some(*a)
        {
            word += &format!("({}>{})", size.name(*a), size.name(*b));
        }
    }
    word
}

/// The table that `dsl/tests/movement_examples.rs` walks, played.
#[test]
fn examples_are_played() {
    let mut failed = Vec::new();
    let mut count = 0;
    let both: Vec<[(&str, Box<dyn AnyRules>); 2]> = examples::games()
        .into_iter()
        .map(|(text, compiled)| {
            let file = SourceFile { name: "examples.chv".to_owned(), text: text.to_owned() };
            let rules = games::of_text(file, &[]).expect("the games of the table are right");
            [("interpreted", erase(rules)), ("compiled", compiled)]
        })
        .collect();
    for line in examples::ROWS.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [game, movement, fen, square, effects] = columns[..] else { panic!("{line}") };
        // Squares left for captures en passant are part of a position only where such a capture is
        // possible.
        let words = effects.split_whitespace().map(|word| word.split('*').next().unwrap_or(word));
        let expected: BTreeSet<String> = words.map(str::to_owned).collect();
        for (execution, rules) in &both[game.parse::<usize>().expect("a number")] {
            let game = rules.game_from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
            let size = rules.spec().size;
            let found: BTreeSet<String> = game
                .detailed()
                .iter()
                .filter(|(_, detail)| detail.from.is_some_and(|s| size.name(s) == square))
                .map(|(text, detail)| spelled(rules.as_ref(), detail, text))
                .collect();
            if found != expected {
                failed.push(format!("{movement}, {execution}: {fen}\n  {found:?}\n  {expected:?}"));
            }
        }
        count += 1;
    }
    assert!(failed.is_empty(), "{} of {count}\n{}", failed.len(), failed.join("\n"));
    assert!(count > 120, "only {count} rows");
}
