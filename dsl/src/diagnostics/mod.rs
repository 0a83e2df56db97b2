//! What is wrong with a text, and how it is shown.

pub(crate) mod codes;
mod explain;
mod render;
pub(crate) mod report;

use std::ops::Range;

pub use explain::{Explanation, explain, explanations};
pub(crate) use render::line_starts;
pub use render::{Entry, EntryLabel, entries, human, short};

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
