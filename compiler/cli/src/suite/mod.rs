//! `chv suite`: tables of known answers.

mod perft;
mod pieces;
mod rows;
mod run;
mod table;

use crate::args::SuiteCommand;
use crate::registry::Registry;
use crate::shell::{Done, Shell};

/// Runs a table.
pub(crate) fn run(registry: &Registry, shell: &mut Shell<'_>, command: &SuiteCommand) -> Done {
    match command {
        SuiteCommand::Perft(args) => perft::run(registry, shell, args),
        SuiteCommand::Betza(args) => rows::run(shell, args, pieces::Cast::Alone),
        SuiteCommand::Legal(args) => rows::run(shell, args, pieces::Cast::WithKings),
    }
}
