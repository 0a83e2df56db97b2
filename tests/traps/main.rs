//! Small inputs on which programs for chess variants are known to go wrong, each in each execution.
//! Cases cite their numbers, as in `trap 25`.

mod definitions;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

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
fn further_fields_as_text() {
    holds("fen-fields.cases");
}

#[test]
fn node_counts() {
    holds("perft.cases");
}

/// The numbers after each `trap` in a text: `trap 25`, `traps 105, 106`.
fn cited(text: &str, found: &mut BTreeSet<u32>) {
    for rest in text.to_lowercase().split("trap").skip(1) {
        let mut rest = rest.strip_prefix('s').unwrap_or(rest).trim_start_matches(' ');
        loop {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let Ok(number) = rest[..digits].parse() else { break };
            found.insert(number);
            match rest[digits..].strip_prefix(", ") {
                Some(next) => rest = next,
                None => break,
            }
        }
    }
}

/// Every row of the list of traps that the games of the library can show is cited by some test.
/// `rows.txt` lists those rows.
#[test]
fn no_row_is_forgotten() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the workspace");
    let mut found = BTreeSet::new();
    let mut open: Vec<PathBuf> = ["dsl", "runtime", "compiler", "tests"].map(|f| root.join(f)).to_vec();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("the folder can be read");
            open.extend(entries.map(|e| e.expect("the entry can be read").path()));
        } else if path.extension().is_some_and(|e| e == "rs" || e == "cases") {
            cited(&fs::read_to_string(&path).expect("the file is text"), &mut found);
        }
    }
    let list = fs::read_to_string(root.join("tests/traps/rows.txt")).expect("the list can be read");
    let rows: BTreeSet<u32> = list
        .lines()
        .filter(|l| !l.starts_with('#'))
        .flat_map(str::split_whitespace)
        .map(|n| n.parse().expect("the list holds numbers"))
        .collect();
    let missing: Vec<_> = rows.difference(&found).collect();
    assert!(rows.len() > 60 && missing.is_empty(), "no test cites {missing:?}");
}
