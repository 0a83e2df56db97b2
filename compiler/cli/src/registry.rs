//! What a program gives the command: the games of its library, as text and compiled.

use std::borrow::Cow;

use chv_dsl::{Loader, SourceFile};
use chv_runtime::dynamic::AnyRules;
use chv_runtime::hooks::{Hook, Library};

/// The games that the command knows by name.
///
/// A game has a text, which is interpreted, and any number of compiled instances, one for each
/// choice of option values that was compiled. A program with games of its own adds them here and
/// calls [`crate::main_with`].
#[derive(Default)]
pub struct Registry {
    texts: Vec<SourceFile>,
    compiled: Vec<Box<dyn AnyRules>>,
    hooks: Vec<(&'static str, MakeHook)>,
}

/// Makes a hook.
type MakeHook = fn() -> Box<dyn Hook>;

impl Registry {
    /// A registry without games.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The library of games that comes with the command.
    #[must_use]
    pub fn library() -> Self {
        let texts =
            chv_variants::TEXTS.iter().fold(Self::new(), |registry, (stem, text)| registry.text(stem, text));
        chv_variants::compiled().into_iter().fold(texts, Self::compiled)
    }

    /// Adds a game by the stem of its file and its text.
    #[must_use]
    pub fn text(mut self, stem: &str, text: &str) -> Self {
        self.texts.push(SourceFile { name: format!("{stem}.chv"), text: text.to_owned() });
        self
    }

    /// Adds a compiled game; its name is that in its [`Spec`](chv_runtime::Spec).
    #[must_use]
    pub fn compiled(mut self, rules: Box<dyn AnyRules>) -> Self {
        self.compiled.push(rules);
        self
    }

    /// Adds a hook by the name under which rules files use it.
    #[must_use]
    pub fn hook(mut self, name: &'static str, make: MakeHook) -> Self {
        self.hooks.push((name, make));
        self
    }

    /// The hooks that there are.
    pub(crate) fn hooks(&self) -> Library<'_> {
        &self.hooks
    }

    /// The stems of all games, sorted.
    pub(crate) fn names(&self) -> Vec<Cow<'_, str>> {
        let mut names: Vec<Cow<'_, str>> = self
            .texts
            .iter()
            .map(|t| Cow::Borrowed(stem(&t.name)))
            .chain(self.compiled.iter().map(|c| Cow::Owned(c.spec().name.to_string())))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// The text of a game.
    pub(crate) fn source(&self, name: &str) -> Option<&SourceFile> {
        self.texts.iter().find(|t| stem(&t.name) == name)
    }

    /// The compiled instances of a game.
    pub(crate) fn instances(&self, name: &str) -> impl Iterator<Item = &dyn AnyRules> {
        self.compiled.iter().map(AsRef::as_ref).filter(move |c| c.spec().name == name)
    }
}

/// Games that extend others find them in the library.
impl Loader for Registry {
    fn load(&self, stem: &str) -> Option<SourceFile> {
        self.source(stem).cloned()
    }
}

/// The name of a file without folder and ending.
pub(crate) fn stem(name: &str) -> &str {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    base.strip_suffix(".chv").unwrap_or(base)
}
