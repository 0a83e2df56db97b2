//! The `chv` command, as a library: a program with games or hooks of its own can offer the whole
//! command for them.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     let rules = "variant \"Mine\" { /* ... */ }";
//!     chv_cli::main_with(&chv_cli::Registry::library().text("mine", rules))
//! }
//! ```

mod args;
mod board;
mod commands;
mod game;
mod json;
mod random;
mod registry;
mod scatter;
mod shell;
mod show;
mod source;
mod suite;
mod survey;
mod verify;
mod words;

use std::ffi::OsString;
use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
pub use registry::Registry;
use shell::{Done, Failure, Shell};

/// Everything was done.
const DONE: u8 = 0;
/// What was read is wrong, or the work found errors.
const FAULT: u8 = 1;
/// The command was called wrongly.
const USAGE: u8 = 2;

/// Runs the command with the arguments, the streams and the terminal of the process.
#[must_use]
pub fn main_with(registry: &Registry) -> ExitCode {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut messages = io::stderr();
    let mut input = io::stdin().lock();
    let shell = Shell::quiet(&mut out, &mut messages, &mut input).look();
    ExitCode::from(run_in(registry, std::env::args_os(), shell))
}

/// Runs the command with given arguments (the first is the name of the program) and streams, and
/// gives back its exit status: 0 done, 1 errors in what was read, 2 wrong usage.
pub fn run_with<I, A>(
    registry: &Registry,
    arguments: I,
    out: &mut dyn Write,
    messages: &mut dyn Write,
    input: &mut dyn BufRead,
) -> u8
where
    I: IntoIterator<Item = A>,
    A: Into<OsString> + Clone,
{
    run_in(registry, arguments, Shell::quiet(out, messages, input))
}

fn run_in<I, A>(registry: &Registry, arguments: I, mut shell: Shell<'_>) -> u8
where
    I: IntoIterator<Item = A>,
    A: Into<OsString> + Clone,
{
    let done = match Cli::try_parse_from(arguments) {
        Ok(cli) => dispatch(registry, &mut shell, &cli.command),
        Err(error) => usage(&mut shell, shortened(error)),
    };
    let done = done.and_then(|()| Ok(shell.out.flush()?));
    if done.is_err() {
        // What has been found out so far is still worth having.
        let _ = shell.out.flush();
    }
    match done {
        Ok(()) => DONE,
        Err(Failure::Usage(text)) => {
            say(&mut shell, &text);
            USAGE
        }
        Err(Failure::Fault(text)) => {
            say(&mut shell, &text);
            FAULT
        }
        // The reader has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => DONE,
        Err(Failure::Output(error)) => {
            shell.say(format!("chv: cannot write the output: {error}"));
            FAULT
        }
    }
}

fn say(shell: &mut Shell<'_>, text: &str) {
    if !text.is_empty() {
        shell.say(format!("chv: {text}"));
    }
}

/// The same without the most of a wrong value that is long.
fn shortened(mut error: clap::Error) -> clap::Error {
    use clap::error::{ContextKind, ContextValue};
    for kind in [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand] {
        if let Some(ContextValue::String(value)) = error.get(kind)
            && value.chars().count() > LONGEST_SHOWN
        {
            let short = value.chars().take(LONGEST_SHOWN - 1).chain(['…']).collect();
            error.insert(kind, ContextValue::String(short));
        }
    }
    error
}

/// Most characters of an argument that a message repeats.
const LONGEST_SHOWN: usize = 60;

/// Help and version were asked for and are data; the rest is wrong usage.
fn usage(shell: &mut Shell<'_>, error: clap::Error) -> Done {
    let text = error.render();
    if error.use_stderr() {
        let shown = if shell.colour() { text.ansi().to_string() } else { text.to_string() };
        shell.show(&shown);
        return Err(Failure::Usage(String::new()));
    }
    let shown = if shell.out_is_terminal { text.ansi().to_string() } else { text.to_string() };
    shell.out.write_all(shown.as_bytes())?;
    Ok(())
}

fn dispatch(registry: &Registry, shell: &mut Shell<'_>, command: &Command) -> Done {
    match command {
        Command::Check(args) => commands::check::run(registry, shell, args),
        Command::Explain { code } => commands::explain::run(shell, code.as_deref()),
        Command::List { json } => commands::list::run(registry, shell, *json),
        Command::Moves { at, json } => commands::moves::run(registry, shell, at, *json),
        Command::State { at, view } => commands::state::run(registry, shell, at, *view),
        Command::Perft(args) => commands::perft::run(registry, shell, args),
        Command::Gen(args) => commands::generate::run(shell, args),
        Command::Show(args) => show::run(registry, shell, args),
        Command::Suite(args) => suite::run(registry, shell, args),
        Command::Play(args) => commands::play::run(registry, shell, args),
        Command::Compare(args) => commands::compare::run(registry, shell, args),
    }
}
