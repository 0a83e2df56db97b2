//! Movement, in each execution: the clauses that limit it, and the worked examples of the notation.

use std::path::Path;

use chv_tests::cases;

/// Every clause of a piece that the notation has no letter for.
#[test]
fn clauses() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("movement/clauses.cases");
    let outcome = cases::run_file(&path);
    assert!(outcome.as_ref().is_ok_and(|&n| n > 20), "{outcome:?}");
}
