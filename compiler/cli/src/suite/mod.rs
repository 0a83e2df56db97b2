//! `chv suite`: tables of known answers.

mod generated;
mod perft;
mod pieces;
mod rows;
mod run;
mod table;

use crate::args::{SuiteCommand, SuiteMovesArgs};
use crate::registry::Registry;
use crate::shell::{Done, Shell};

/// Runs a table.
pub(crate) fn run(registry: &Registry, shell: &mut Shell<'_>, command: &SuiteCommand) -> Done {
    match command {
        SuiteCommand::Perft(args) => perft::run(registry, shell, args),
        SuiteCommand::Betza(args) => movements(shell, args, pieces::Cast::Alone),
        SuiteCommand::Legal(args) => movements(shell, args, pieces::Cast::WithKings),
    }
}

fn movements(shell: &mut Shell<'_>, args: &SuiteMovesArgs, cast: pieces::Cast) -> Done {
    match &args.generate {
        Some(folder) => generated::write(shell, args, folder, cast),
        None => rows::run(shell, &args.suite, cast),
    }
}
