//! `chv suite perft`: node counts of known positions.

use std::collections::BTreeMap;

use super::run::{self, Verdict};
use super::table::{self, Row};
use crate::args::{RunArgs, SuitePerftArgs};
use crate::game::{Rules, chosen_once, from_fen, library_name, load};
use crate::registry::Registry;
use crate::shell::{Done, Failure, Shell};

/// The columns of the table.
const COLUMNS: &[&str] = &["variant", "fen", "depth", "nodes"];

/// Runs every row that is asked for.
pub(crate) fn run(registry: &Registry, shell: &mut Shell<'_>, args: &SuitePerftArgs) -> Done {
    chosen_once(&args.run.options)?;
    let mut rows = table::read(&args.suite.file, COLUMNS)?;
    if !args.suite.only.is_empty() {
        table::only(shell, &mut rows, &args.suite.only);
    }
    run::run(shell, &rows, args.suite.jobs, || {
        let mut games: BTreeMap<String, Result<Rules<'_>, Verdict>> = BTreeMap::new();
        move |row: &Row| {
            let columns = match &row.columns {
                Ok(columns) => columns,
                Err(reason) => return Verdict::Failed(reason.clone()),
            };
            let [name, fen, depth, nodes] = &columns[..] else {
                return Verdict::Failed("wrong number of columns".to_owned());
            };
            let (Ok(depth), Ok(nodes)) = (depth.parse::<u32>(), nodes.parse::<u64>()) else {
                return Verdict::Failed(format!("{name}: depth `{depth}` or nodes `{nodes}` is no number"));
            };
            if args.max_nodes.is_some_and(|most| nodes > most) {
                return Verdict::Skipped(None);
            }
            let rules = games.entry(name.clone()).or_insert_with(|| game(registry, name, &args.run));
            let rules = match rules {
                Ok(rules) => rules,
                Err(verdict) => return verdict.clone(),
            };
            match from_fen(&**rules, Some(fen)) {
                Ok(game) => {
                    let found = game.perft(depth, true);
                    if found == nodes {
                        Verdict::Passed
                    } else {
                        Verdict::Failed(format!(
                            "{name} depth {depth}: expected {nodes}, counted {found}: {fen}"
                        ))
                    }
                }
                Err(failure) => Verdict::Failed(format!("{name} depth {depth}: {}", text(&failure))),
            }
        }
    })
}

/// The rules of a row's game, with those of the given options that it has.
fn game<'r>(registry: &'r Registry, name: &str, run: &RunArgs) -> Result<Rules<'r>, Verdict> {
    let Some(name) = library_name(registry, name) else {
        return Err(Verdict::Skipped(Some(format!("skipped: there is no game `{name}`"))));
    };
    let failed = |failure: Failure| Verdict::Failed(format!("{name}: {}", text(&failure)));
    let quiet = (&mut std::io::sink(), &mut std::io::sink(), &mut std::io::empty());
    let mut quiet = Shell::quiet(quiet.0, quiet.1, quiet.2);
    let plain = RunArgs { options: Vec::new(), ..run.clone() };
    if run.options.is_empty() {
        return load(registry, &mut quiet, &name, &plain).map_err(failed);
    }
    let interpreted = RunArgs { interpret: true, compiled: false, ..plain };
    let known = load(registry, &mut quiet, &name, &interpreted).map_err(failed)?;
    let has = |option: &str| known.spec().options.iter().any(|o| o.name == option);
    let options = run.options.iter().filter(|(option, _)| has(option)).cloned().collect();
    load(registry, &mut quiet, &name, &RunArgs { options, ..run.clone() }).map_err(failed)
}

/// A failure on one line.
fn text(failure: &Failure) -> String {
    let text = match failure {
        Failure::Usage(text) | Failure::Fault(text) => text.clone(),
        Failure::Output(error) => error.to_string(),
    };
    text.lines().map(str::trim).filter(|l| !l.is_empty()).collect::<Vec<_>>().join("; ")
}
