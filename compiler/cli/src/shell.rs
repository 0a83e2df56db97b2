//! Where a command reads and writes, and how it fails.

use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Write};

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It was called wrongly: exit status 2.
    Usage(String),
    /// What it read is wrong, or the work found errors: exit status 1. The text may be empty when
    /// everything has been said already.
    Fault(String),
    /// Its output could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// The result of a command.
pub(crate) type Done = Result<(), Failure>;

/// Standard input, output and error of a command. Only data goes to `out`.
pub(crate) struct Shell<'a> {
    /// Where data goes.
    pub(crate) out: &'a mut dyn Write,
    /// Where answers come from.
    pub(crate) input: &'a mut dyn BufRead,
    /// Whether a person looks at `out`.
    pub(crate) out_is_terminal: bool,
    /// Whether a person types `input`.
    pub(crate) input_is_terminal: bool,
    /// Where messages go.
    messages: &'a mut dyn Write,
    /// Whether a person looks at the messages.
    messages_are_seen: bool,
    /// How long the line of progress is that is on the screen now.
    progress: usize,
}

impl<'a> Shell<'a> {
    /// A shell in which nobody is looking.
    pub(crate) fn quiet(
        out: &'a mut dyn Write,
        messages: &'a mut dyn Write,
        input: &'a mut dyn BufRead,
    ) -> Self {
        Shell {
            out,
            input,
            out_is_terminal: false,
            input_is_terminal: false,
            messages,
            messages_are_seen: false,
            progress: 0,
        }
    }

    /// The shell asks the process which of its streams are terminals.
    pub(crate) fn look(mut self) -> Self {
        self.out_is_terminal = io::stdout().is_terminal();
        self.input_is_terminal = io::stdin().is_terminal();
        self.messages_are_seen = io::stderr().is_terminal();
        self
    }

    /// Whether messages may be coloured.
    pub(crate) fn colour(&self) -> bool {
        self.messages_are_seen && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
    }

    /// Says something to the person, on standard error. That nobody can hear it is no failure.
    pub(crate) fn say(&mut self, text: impl Display) {
        self.wipe();
        let _ = writeln!(self.messages, "{text}");
    }

    /// Writes prepared text to standard error as it is.
    pub(crate) fn show(&mut self, text: &str) {
        self.wipe();
        let _ = self.messages.write_all(text.as_bytes());
    }

    /// Shows how far the work is, if a person is looking; each call replaces the text before.
    pub(crate) fn progress(&mut self, text: impl FnOnce() -> String) {
        if self.messages_are_seen {
            let text = text();
            let blank = self.progress.saturating_sub(text.len());
            let _ = write!(self.messages, "\r{text}{:blank$}", "");
            let _ = self.messages.flush();
            self.progress = text.len();
        }
    }

    /// Whether [`progress`](Shell::progress) shows anything.
    pub(crate) fn progress_is_seen(&self) -> bool {
        self.messages_are_seen
    }

    /// Takes the line of progress off the screen.
    pub(crate) fn wipe(&mut self) {
        if self.progress > 0 {
            let _ = write!(self.messages, "\r{:width$}\r", "", width = self.progress);
            let _ = self.messages.flush();
            self.progress = 0;
        }
    }
}
