//! Collecting diagnostics.

use super::{Diagnostic, Label, Severity, codes};
use crate::syntax::Span;

/// Most errors that one run reports: beyond that a reader is not helped, and a hostile file is not
/// answered with a hundred times its size.
const MOST: usize = 100;

/// A list of diagnostics in the making.
#[derive(Debug, Default)]
pub(crate) struct Report {
    list: Vec<Diagnostic>,
    left_out: usize,
    warnings_left_out: usize,
    spare: Option<Diagnostic>,
}

impl Report {
    /// Adds an error.
    pub(crate) fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.add(Severity::Error, code, span, message.into())
    }

    /// Adds a warning.
    pub(crate) fn warn(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.add(Severity::Warning, code, span, message.into())
    }

    fn add(
        &mut self,
        severity: Severity,
        code: &'static str,
        span: Span,
        message: String,
    ) -> &mut Diagnostic {
        let diagnostic = Diagnostic {
            severity,
            code,
            message,
            file: usize::from(span.file),
            span: span.range(),
            here: String::new(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        };
        // Each severity has its own limit: many warnings hide no error, and are none.
        if self.list.iter().filter(|d| d.severity == severity).count() >= MOST {
            match severity {
                Severity::Error => self.left_out += 1,
                Severity::Warning => self.warnings_left_out += 1,
            }
            return self.spare.insert(diagnostic);
        }
        self.list.push(diagnostic);
        let last = self.list.len() - 1;
        &mut self.list[last]
    }

    /// Whether there is an error.
    pub(crate) fn has_errors(&self) -> bool {
        self.left_out > 0 || self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether this code was reported.
    pub(crate) fn has(&self, code: &str) -> bool {
        self.list.iter().any(|d| d.code == code)
    }

    /// The diagnostics in source order, without repetitions.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| (d.file, d.span.start, d.span.end, d.severity));
        self.list.dedup();
        if self.warnings_left_out > 0
            && let Some(last) = self.list.iter_mut().rev().find(|d| d.severity == Severity::Warning)
        {
            last.notes.push(format!("{} further warnings are not shown", self.warnings_left_out));
        }
        if self.left_out > 0 {
            let place = self.list.last().map(|d| (d.file, d.span.clone())).unwrap_or_default();
            self.list.push(Diagnostic {
                severity: Severity::Error,
                code: codes::TOO_MANY,
                message: format!("{} further mistakes are not shown", self.left_out),
                file: place.0,
                span: place.1,
                here: String::new(),
                labels: Vec::new(),
                notes: Vec::new(),
                help: Some("mend the first ones and check again".to_owned()),
            });
        }
        self.list
    }
}

impl Diagnostic {
    /// Says something under the caret.
    pub(crate) fn here(&mut self, text: impl Into<String>) -> &mut Self {
        self.here = text.into();
        self
    }
    /// Points at a second place.
    pub(crate) fn label(&mut self, span: Span, text: impl Into<String>) -> &mut Self {
        self.labels.push(Label { file: usize::from(span.file), span: span.range(), text: text.into() });
        self
    }
    /// States the rule.
    pub(crate) fn note(&mut self, text: impl Into<String>) -> &mut Self {
        self.notes.push(text.into());
        self
    }
    /// Says what to change.
    pub(crate) fn help(&mut self, text: impl Into<String>) -> &mut Self {
        self.help = Some(text.into());
        self
    }
    /// Says what to change, if that is known.
    pub(crate) fn help_if(&mut self, text: Option<String>) -> &mut Self {
        if text.is_some() {
            self.help = text;
        }
        self
    }
}

/// "did you mean `x`?", if one of the candidates is near enough.
pub(crate) fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let lower = word.to_lowercase();
    let room = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .filter(|c| *c != word)
        .map(|c| (strsim::damerau_levenshtein(&lower, &c.to_lowercase()), c))
        .filter(|(distance, c)| *distance <= room && *distance < c.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, c)| format!("did you mean `{c}`?"))
}

/// `a`, `b` or `c`.
pub(crate) fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [firsts @ .., last] => format!("{} or {last}", firsts.join(", ")),
    }
}
