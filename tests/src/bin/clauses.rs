//! `clauses`: the clauses of the rulings and the cases that show each.
//!
//! `cargo run -p chv-tests --bin clauses`, or with clauses (`DEI-15`) or sections (`MSK`): these only.

use std::process::ExitCode;

use chv_tests::clauses::{self, Clauses};

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let clauses = match Clauses::of(&clauses::folder()) {
        Ok(clauses) => clauses,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let shown = |clause: &str| {
        let section = clause.split('-').next();
        wanted.is_empty() || wanted.iter().any(|w| w == clause || Some(w.as_str()) == section)
    };
    for (clause, cases) in clauses.listed.iter().filter(|(clause, _)| shown(clause)) {
        if cases.is_empty() {
            println!("{clause}\t-");
        }
        for case in cases {
            println!("{clause}\ttests/rules/{}:{}\t{}", case.table, case.line, case.title);
        }
    }
    let missing = clauses.missing();
    for clause in &missing {
        eprintln!("{clause} has no case");
    }
    for (cite, case) in &clauses.unknown {
        eprintln!("{}:{}: `{cite}` is no clause", case.table, case.line);
    }
    eprintln!("{} clauses, {} of them shown", clauses.listed.len(), clauses.listed.len() - missing.len());
    if missing.is_empty() && clauses.unknown.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
