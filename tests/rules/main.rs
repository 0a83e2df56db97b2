//! The clauses of the seed games, each shown by at least one case in each execution that there is.

use chv_tests::cases;
use chv_tests::clauses::{self, Clauses};

fn holds(name: &str) {
    let outcome = cases::run_file(&clauses::folder().join(name));
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

#[test]
fn deicide() {
    holds("deicide.cases");
}

#[test]
fn deicide_turns() {
    holds("deicide-turns.cases");
}

#[test]
fn deicide_terrain() {
    holds("deicide-terrain.cases");
}

#[test]
fn deicide_mines() {
    holds("deicide-mines.cases");
}

/// `clauses.txt` lists every clause; none may be without a case, and no case may cite another.
#[test]
fn every_clause_has_a_case() {
    let clauses = Clauses::of(&clauses::folder()).expect("the list and the tables can be read");
    assert_eq!(clauses.listed.len(), 237);
    let (missing, unknown) = (clauses.missing(), &clauses.unknown);
    assert!(missing.is_empty() && unknown.is_empty(), "without a case: {missing:?}; unknown: {unknown:?}");
}

/// A table that no test runs would show nothing.
#[test]
fn every_table_is_run() {
    let tables = clauses::tables(&clauses::folder()).expect("the folder can be read");
    let names: Vec<_> = tables.iter().filter_map(|p| p.file_name()?.to_str()).collect();
    for name in &names {
        assert!(include_str!("main.rs").contains(&format!("holds(\"{name}\")")), "{name} is not run");
    }
    assert!(names.len() >= 8, "{names:?}");
}
