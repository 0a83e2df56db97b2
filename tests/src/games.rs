//! The games of the library, and those of texts beside the tests, in each execution.

use chv_dsl::{Compiled, Loader, SourceFile, compile};
use chv_interpreter::InterpretedRules;
use chv_runtime::dynamic::{AnyRules, erase};

/// Finds the files of the library, for games that extend them.
#[derive(Debug, Clone, Copy)]
pub struct Library;

impl Loader for Library {
    fn load(&self, stem: &str) -> Option<SourceFile> {
        let (_, text) = chv_variants::TEXTS.iter().find(|(name, _)| *name == stem)?;
        Some(SourceFile { name: format!("{stem}.chv"), text: (*text).to_owned() })
    }
}

/// The stems of all games of the library.
pub fn stems() -> impl Iterator<Item = &'static str> {
    chv_variants::TEXTS.iter().map(|(stem, _)| *stem)
}

/// A game of the library by the interpreter.
///
/// # Errors
/// What is wrong with the game or its options, as text.
pub fn interpreted(stem: &str, options: &[(String, String)]) -> Result<InterpretedRules, String> {
    let file = Library.load(stem).ok_or_else(|| format!("there is no game `{stem}`"))?;
    of_text(file, options)
}

/// A game from a text of its own by the interpreter; it may extend games of the library.
///
/// # Errors
/// What is wrong with the text or the options.
pub fn of_text(file: SourceFile, options: &[(String, String)]) -> Result<InterpretedRules, String> {
    let Compiled { variant, diagnostics, files, .. } = compile(file, &Library, options);
    let variant = variant.ok_or_else(|| chv_dsl::diagnostics::human(&diagnostics, &files, false))?;
    InterpretedRules::new(variant).map_err(|reasons| reasons.join("; "))
}

/// The compiled instance of a game of the library, if there is one with these option values.
#[must_use]
pub fn compiled(stem: &str, options: &[(String, String)]) -> Option<Box<dyn AnyRules>> {
    chv_variants::compiled().into_iter().find(|rules| {
        let spec = rules.spec();
        spec.name == stem
            && spec.options.iter().all(|option| {
                let wanted = options.iter().find(|(name, _)| *name == option.name).map(|(_, v)| v.as_str());
                let wanted = wanted.or_else(|| option.values.first().map(|v| &**v));
                wanted == option.values.get(usize::from(option.chosen)).map(|v| &**v)
            })
    })
}

/// The rules of a game in each of its executions, by the name of the execution.
pub type Executions = Vec<(&'static str, Box<dyn AnyRules>)>;

/// A game of the library in each execution that there is, with the name of the execution.
///
/// # Errors
/// See [`interpreted`].
pub fn executions(stem: &str, options: &[(String, String)]) -> Result<Executions, String> {
    let mut all = vec![("interpreted", erase(interpreted(stem, options)?))];
    all.extend(compiled(stem, options).map(|rules| ("compiled", rules)));
    Ok(all)
}
