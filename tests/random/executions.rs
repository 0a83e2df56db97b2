//! A few random variants as generated code, against the interpreter.

use std::path::PathBuf;
use std::time::Duration;

use chv_agree::compare::Amount;
use chv_agree::crates::{Result, Workshop};
use chv_agree::generator::{Ready, Refusals, fitted, playable};
use chv_agree::shrink::fails;

/// Issue 2, point 9, and issue 3, point 4, in short: both executions and both ways to legality agree.
#[test]
fn generated_random_variants_agree_with_the_interpreter() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("random variants");
    let project = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let workshop = Workshop {
        project: project.canonicalize().expect("the project has a folder"),
        target: folder.join("target"),
        folder,
        optimised: 0,
        libraries: 1,
    };
    let mut refusals = Refusals::new();
    let batch: Vec<Ready> =
        (1..=super::variants(8)).filter_map(|seed| fitted(playable(seed), &mut refusals)).collect();
    assert!(batch.len() > 4, "{} variants are too few, refused: {refusals:?}", batch.len());
    let amount = Amount { seed: 1, positions: 150, time: Duration::from_secs(5) };
    let results = workshop.compare(&batch, amount).expect("crates can be built");
    let mut positions = 0;
    for (ready, result) in batch.iter().zip(results) {
        assert!(!fails(&result), "{}\n{result:?}", ready.text);
        if let Result::Compared(played) = result {
            positions += played.positions;
        }
    }
    assert!(positions > 300, "{positions} positions are too few");
}
