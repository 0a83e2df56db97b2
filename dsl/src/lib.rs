//! The chv language: text in, checked model or diagnostics out.
//!
//! [`compile`] does everything: it reads one file (and, through a [`Loader`], those it extends) and
//! gives back the [`model::Variant`] or what is wrong, in any case without reading, writing or
//! printing anything itself.

mod check;
pub mod diagnostics;
pub mod diagram;
pub mod model;
pub mod movement;
mod parse;
mod resolve;
pub mod syntax;

use diagnostics::Diagnostic;

/// A file: its name as the user gave it, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The name as the user gave it: shown in messages, never opened. Its stem names the game.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Finds the files that a file extends.
pub trait Loader {
    /// The file that `extends "stem"` means, if there is one.
    fn load(&self, stem: &str) -> Option<SourceFile>;
}

/// A loader that finds nothing: for texts that stand alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _stem: &str) -> Option<SourceFile> {
        None
    }
}

/// What comes out of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    /// The checked variant; there is one exactly if no diagnostic is an error.
    pub variant: Option<model::Variant>,
    /// Errors and warnings, in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// All files read, the main one first: [`Diagnostic::file`] and [`model::Source::file`] are
    /// indices into it.
    pub files: Vec<SourceFile>,
}

/// Compiles a variant for some option values (name and value; those not named have their defaults).
#[must_use]
pub fn compile(main: SourceFile, loader: &dyn Loader, options: &[(String, String)]) -> Compiled {
    resolve::compile(main, loader, options)
}

/// Compiles a variant for the default of every option, and looks at every other value of each option
/// as well: what is wrong with those is reported with a note that names the value.
#[must_use]
pub fn check(main: SourceFile, loader: &dyn Loader) -> Compiled {
    let mut compiled = compile(main.clone(), loader, &[]);
    let settings = compiled.variant.as_ref().map(|v| v.options.clone()).unwrap_or_default();
    for setting in settings {
        for value in setting.values.iter().skip(1) {
            let other = compile(main.clone(), loader, &[(setting.name.clone(), value.clone())]);
            for mut diagnostic in other.diagnostics {
                if !compiled.diagnostics.contains(&diagnostic) {
                    diagnostic.notes.push(format!("with option `{}` = `{value}`", setting.name));
                    compiled.diagnostics.push(diagnostic);
                }
            }
        }
    }
    compiled.diagnostics.sort_by_key(|d| (d.file, d.span.start, d.span.end));
    if compiled.diagnostics.iter().any(|d| d.severity == diagnostics::Severity::Error) {
        compiled.variant = None;
    }
    compiled
}

/// Reads one file without looking anything up: its syntax tree, and what could not be read. A file
/// with mistakes still gives the rest of its tree.
#[must_use]
pub fn parse(source: &SourceFile) -> (syntax::Tree, Vec<Diagnostic>) {
    let mut report = diagnostics::report::Report::default();
    let tree = parse::parse(0, &source.text, &mut report);
    (tree, report.finish())
}

/// [`compile`] for a file that may not be text: bytes that are not UTF-8 are an error with a place.
#[must_use]
pub fn compile_bytes(
    name: &str,
    bytes: &[u8],
    loader: &dyn Loader,
    options: &[(String, String)],
) -> Compiled {
    match text(name, bytes) {
        Ok(file) => compile(file, loader, options),
        Err(compiled) => *compiled,
    }
}

/// [`check`] for a file that may not be text.
#[must_use]
pub fn check_bytes(name: &str, bytes: &[u8], loader: &dyn Loader) -> Compiled {
    match text(name, bytes) {
        Ok(file) => check(file, loader),
        Err(compiled) => *compiled,
    }
}

/// The text of a file, or what is wrong with its bytes.
fn text(name: &str, bytes: &[u8]) -> Result<SourceFile, Box<Compiled>> {
    let name = name.to_owned();
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(SourceFile { name, text: text.to_owned() }),
        Err(error) => error,
    };
    // The good part is shown as it is; the rest is of no use.
    let start = error.valid_up_to();
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(parse::LARGEST)]).into_owned();
    let mut report = diagnostics::report::Report::default();
    let end = (start + '\u{fffd}'.len_utf8()).min(text.len());
    let span = syntax::Span { file: 0, start: start.min(end) as u32, end: end as u32 };
    report
        .error(diagnostics::codes::NOT_UTF8, span, "the file is not text in UTF-8")
        .note(format!("the byte 0x{:02X} at {start} belongs to no character", bytes[start]))
        .help("save the file as UTF-8");
    let files = vec![SourceFile { name, text }];
    Err(Box::new(Compiled { variant: None, diagnostics: report.finish(), files }))
}

/// The stem of a file's name: what stands between the last folder and the last dot.
fn stem(name: &str) -> &str {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    base.rsplit_once('.').map_or(base, |(stem, _)| stem)
}
