//! Diagnostics as text for people, one a line, or as plain data for tools.
//!
//! Columns are counted in characters from 1; carets stand by display width.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use codespan_reporting::diagnostic as codespan;
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::{self, termcolor};

use super::{Diagnostic, Severity};
use crate::SourceFile;

/// A line longer than this many bytes is shown in part.
const LONG_LINE: usize = 300;
/// How much of a long line is shown on either side of what it is about.
const AROUND: usize = 60;

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
    let texts = Texts::new(files);
    let entry = |d: &Diagnostic| {
        let (line, column) = texts.place(d.file, d.span.start);
        let label = |l: &super::Label| {
            let (line, column) = texts.place(l.file, l.span.start);
            EntryLabel {
                file: texts.name_of(l.file).to_owned(),
                byte_start: l.span.start,
                byte_end: l.span.end,
                line,
                column,
                message: l.text.clone(),
            }
        };
        Entry {
            file: texts.name_of(d.file).to_owned(),
            code: d.code,
            severity: word(d.severity),
            message: d.message.clone(),
            byte_start: d.span.start,
            byte_end: d.span.end,
            line,
            column,
            help: d.help.clone(),
            notes: d.notes.clone(),
            labels: d.labels.iter().map(label).collect(),
        }
    };
    diagnostics.iter().map(entry).collect()
}

/// Diagnostics one a line: `file:line:column: error[E0001]: message`.
#[must_use]
pub fn short(diagnostics: &[Diagnostic], files: &[SourceFile]) -> String {
    entries(diagnostics, files)
        .iter()
        .map(|e| format!("{}:{}:{}: {}[{}]: {}\n", e.file, e.line, e.column, e.severity, e.code, e.message))
        .collect()
}

/// Diagnostics as people read them in a terminal: the source line, a caret, notes and help.
#[must_use]
pub fn human(diagnostics: &[Diagnostic], files: &[SourceFile], colour: bool) -> String {
    let texts = Texts::new(files);
    let config = term::Config { tab_width: 4, ..term::Config::default() };
    let mut buffer = if colour { termcolor::Buffer::ansi() } else { termcolor::Buffer::no_color() };
    for d in diagnostics {
        let mut view = View { texts: &texts, cut: BTreeMap::new() };
        let primary = view.span(d.file, &d.span);
        let mut labels = vec![codespan::Label::primary(d.file, primary).with_message(&d.here)];
        for l in &d.labels {
            let span = view.span(l.file, &l.span);
            labels.push(codespan::Label::secondary(l.file, span).with_message(&l.text));
        }
        let severity = match d.severity {
            Severity::Error => codespan::Severity::Error,
            Severity::Warning => codespan::Severity::Warning,
        };
        let notes = d.notes.iter().map(|n| format!("note: {n}"));
        let notes = notes.chain(d.help.iter().map(|h| format!("help: {h}"))).collect();
        let diagnostic = codespan::Diagnostic::new(severity)
            .with_code(d.code)
            .with_message(&d.message)
            .with_labels(labels)
            .with_notes(notes);
        // Writing to memory does not fail, and every place has been fitted into its text.
        if term::emit_to_write_style(&mut buffer, &config, &view, &diagnostic).is_err() {
            let (line, column) = texts.place(d.file, d.span.start);
            let plain = format!("{}:{line}:{column}: {}\n", texts.name_of(d.file), d.message);
            let _ = std::io::Write::write_all(&mut buffer, plain.as_bytes());
        }
    }
    String::from_utf8_lossy(buffer.as_slice()).into_owned()
}

const fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// Files with their line starts.
struct Texts<'a> {
    files: &'a [SourceFile],
    /// The texts as they are shown: control characters replaced, byte for byte.
    shown: Vec<Cow<'a, str>>,
    starts: Vec<Vec<usize>>,
}

impl<'a> Texts<'a> {
    fn new(files: &'a [SourceFile]) -> Self {
        let shown = files.iter().map(|f| printable(&f.text)).collect();
        Self { files, shown, starts: files.iter().map(|f| line_starts(&f.text)).collect() }
    }

    fn name_of(&self, file: usize) -> &'a str {
        self.files.get(file).map_or("", |f| f.name.as_str())
    }

    fn text(&self, file: usize) -> &'a str {
        self.files.get(file).map_or("", |f| f.text.as_str())
    }

    /// The line of a byte, from 0.
    fn line(&self, file: usize, at: usize) -> usize {
        self.starts.get(file).map_or(0, |s| s.partition_point(|&start| start <= at).saturating_sub(1))
    }

    /// The bytes of a line, with its end.
    fn line_bytes(&self, file: usize, line: usize) -> Range<usize> {
        let Some(starts) = self.starts.get(file) else { return 0..0 };
        let end = self.text(file).len();
        starts.get(line).copied().unwrap_or(end)..starts.get(line + 1).copied().unwrap_or(end)
    }

    /// Line and column of a byte, both from 1, the column in characters.
    fn place(&self, file: usize, at: usize) -> (usize, usize) {
        let text = self.text(file);
        let at = floor(text, at);
        let line = self.line(file, at);
        (line + 1, text[self.line_bytes(file, line).start..at].chars().count() + 1)
    }
}

/// A text without control characters, of the same length; every line ends in a line feed.
fn printable(text: &str) -> Cow<'_, str> {
    let odd = |c: char| c.is_control() && !matches!(c, '\t' | '\n');
    if !text.contains(odd) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => shown.push(' '),
            '\r' => shown.push('\n'),
            c if odd(c) => shown.extend(std::iter::repeat_n('?', c.len_utf8())),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Where the lines of a text start. A line ends in a line feed, a carriage return, or both.
pub(crate) fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = |i: &usize| bytes[*i] == b'\n' || bytes[*i] == b'\r' && bytes.get(i + 1) != Some(&b'\n');
    std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|i| i + 1)).collect()
}

/// The nearest start of a character at or before a byte.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The files as one diagnostic shows them: long lines are cut to what it is about.
struct View<'a> {
    texts: &'a Texts<'a>,
    /// For lines that are shown in part: by file and line, the part.
    cut: BTreeMap<(usize, usize), Range<usize>>,
}

impl View<'_> {
    /// A span fitted into its text; its line is cut if it is long.
    fn span(&mut self, file: usize, span: &Range<usize>) -> Range<usize> {
        let text = self.texts.text(file);
        let start = floor(text, span.start);
        let mut end = floor(text, span.end.max(start));
        let line = self.texts.line(file, start);
        let bytes = self.texts.line_bytes(file, line);
        if bytes.len() > LONG_LINE {
            end = floor(text, end.min(start + AROUND));
            let low = floor(text, start.saturating_sub(AROUND).max(bytes.start));
            let high = floor(text, (end + AROUND).min(bytes.end));
            let part = self.cut.entry((file, line)).or_insert(low..high);
            // A second place on the same long line is shown if it is near.
            if start < part.start || end > part.end {
                let at = floor(text, start.clamp(part.start, part.end));
                return at..at;
            }
        }
        start..end.max(start)
    }
}

impl<'a> Files<'a> for View<'_> {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<Self::Name, Error> {
        Ok(self.texts.name_of(id))
    }

    fn source(&'a self, id: usize) -> Result<Self::Source, Error> {
        Ok(self.texts.shown.get(id).map_or("", |t| &**t))
    }

    fn line_index(&'a self, id: usize, byte_index: usize) -> Result<usize, Error> {
        Ok(self.texts.line(id, byte_index))
    }

    fn column_number(&'a self, id: usize, _line_index: usize, byte_index: usize) -> Result<usize, Error> {
        Ok(self.texts.place(id, byte_index).1)
    }

    fn line_range(&'a self, id: usize, line_index: usize) -> Result<Range<usize>, Error> {
        let whole = self.texts.line_bytes(id, line_index);
        Ok(self.cut.get(&(id, line_index)).cloned().unwrap_or(whole))
    }
}
