//! The clauses of the seed games that are in the library, each shown by at least one case in each
//! execution.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chv_tests::cases;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rules").join(name)
}

fn holds(name: &str) {
    let outcome = cases::run_file(&file(name));
    assert!(outcome.as_ref().is_ok_and(|&n| n > 0), "{}", outcome.unwrap_err());
}

#[test]
fn general_clauses() {
    holds("general.cases");
}

#[test]
fn msock_eat() {
    holds("msock-eat.cases");
}

#[test]
fn team_mate() {
    holds("team-mate.cases");
}

#[test]
fn sixteen_chess() {
    holds("16chess.cases");
}

/// `clauses.txt` lists the clauses of these sections; none may be without a case, and no case may
/// cite another.
#[test]
fn every_clause_has_a_case() {
    let listed = fs::read_to_string(file("clauses.txt")).expect("the list of clauses can be read");
    let listed: BTreeSet<&str> =
        listed.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
    let mut cited = BTreeSet::new();
    for table in ["16chess.cases", "general.cases", "msock-eat.cases", "team-mate.cases"] {
        let text = fs::read_to_string(file(table)).expect("the table can be read");
        let cases = cases::parse(&text).expect("the table is well-formed");
        cited.extend(cases.into_iter().flat_map(|c| c.cites));
    }
    let cited: BTreeSet<&str> =
        cited.iter().map(String::as_str).filter(|c| !c.starts_with("trap ")).collect();
    let missing: Vec<_> = listed.difference(&cited).collect();
    let unknown: Vec<_> = cited.difference(&listed).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "without a case: {missing:?}; unknown: {unknown:?}");
}
