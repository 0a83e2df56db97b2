//! Small inputs on which programs for chess variants are known to go wrong, each in each execution.
//! Cases cite their numbers, as in `trap 25`.

use std::path::Path;

use chv_tests::cases;

fn holds(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("traps").join(name);
    let outcome = cases::run_file(&path);
    assert!(outcome.as_ref().is_ok_and(|&n| n > 0), "{}", outcome.unwrap_err());
}

#[test]
fn castling() {
    holds("castling.cases");
}

#[test]
fn en_passant() {
    holds("en-passant.cases");
}

#[test]
fn promotion_and_drops() {
    holds("promotion-and-drops.cases");
}

#[test]
fn checks_and_pins() {
    holds("checks-and-pins.cases");
}

#[test]
fn royals() {
    holds("royals.cases");
}

#[test]
fn repetition_and_results() {
    holds("repetition-and-results.cases");
}

#[test]
fn positions_as_text() {
    holds("fen.cases");
}

#[test]
fn node_counts() {
    holds("perft.cases");
}
