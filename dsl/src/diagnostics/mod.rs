//! What is wrong with a text, and how it is shown.

pub(crate) mod codes;
pub(crate) mod report;

use std::ops::Range;

use crate::SourceFile;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// There is no variant.
    Error,
    /// There is one, but perhaps not the one that was meant.
    Warning,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Its stable code: `E0123`, `W0045`. [`explain`] has more on it.
    pub code: &'static str,
    /// One line that names the cause.
    pub message: String,
    /// The file: index into [`crate::Compiled::files`].
    pub file: usize,
    /// Where: the narrowest range of bytes.
    pub span: Range<usize>,
    /// What is said under the caret; may be empty.
    pub here: String,
    /// Other places that have to do with it.
    pub labels: Vec<Label>,
    /// The rule behind it.
    pub notes: Vec<String>,
    /// What to change.
    pub help: Option<String>,
}

/// A second place that has to do with a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The file: index into [`crate::Compiled::files`].
    pub file: usize,
    /// Where.
    pub span: Range<usize>,
    /// What is there.
    pub text: String,
}

/// The longer text on a code, as `chv explain` prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Explanation {
    /// The code.
    pub code: &'static str,
    /// What it says in a few words.
    pub title: &'static str,
    /// A paragraph and a small example.
    pub text: &'static str,
}

/// The longer text on a code.
#[must_use]
pub fn explain(code: &str) -> Option<&'static Explanation> {
    explanations().iter().find(|e| e.code.eq_ignore_ascii_case(code))
}

/// All codes there are, in order.
#[must_use]
pub fn explanations() -> &'static [Explanation] {
    &[]
}

/// A diagnostic with its place worked out, for tools: what `--format json` writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The file's name.
    pub file: String,
    /// The code.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The message.
    pub message: String,
    /// First byte.
    pub byte_start: usize,
    /// End of the bytes.
    pub byte_end: usize,
    /// Line of the first byte, from 1.
    pub line: usize,
    /// Column of the first byte in characters, from 1.
    pub column: usize,
    /// The help line.
    pub help: Option<String>,
    /// The notes.
    pub notes: Vec<String>,
    /// Other places.
    pub labels: Vec<EntryLabel>,
}

/// A second place of an [`Entry`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryLabel {
    /// The file's name.
    pub file: String,
    /// First byte.
    pub byte_start: usize,
    /// End of the bytes.
    pub byte_end: usize,
    /// Line of the first byte, from 1.
    pub line: usize,
    /// Column of the first byte in characters, from 1.
    pub column: usize,
    /// What is there.
    pub message: String,
}

/// Diagnostics with their places worked out.
#[must_use]
pub fn entries(diagnostics: &[Diagnostic], files: &[SourceFile]) -> Vec<Entry> {
    let _ = (diagnostics, files);
    Vec::new()
}

/// Diagnostics as people read them in a terminal: the source line, a caret, notes and help.
#[must_use]
pub fn human(diagnostics: &[Diagnostic], files: &[SourceFile], colour: bool) -> String {
    let _ = colour;
    short(diagnostics, files)
}

/// Diagnostics one a line: `file:line:column: error[E0001]: message`.
#[must_use]
pub fn short(diagnostics: &[Diagnostic], files: &[SourceFile]) -> String {
    entries(diagnostics, files)
        .iter()
        .map(|e| format!("{}:{}:{}: {}[{}]: {}\n", e.file, e.line, e.column, e.severity, e.code, e.message))
        .collect()
}
