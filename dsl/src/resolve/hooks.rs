//! Hooks: rules in Rust that a variant names.

use chv_runtime::hooks::MOST_HOOKS;

use super::Resolver;
use crate::diagnostics::codes;
use crate::model::HookUse;
use crate::syntax::Word;

impl Resolver {
    /// `hook name "path"`
    pub(super) fn hooks(&mut self, list: Vec<(Word, Word)>) {
        for (name, path) in list {
            if !self.field_name(&name) {
                continue;
            }
            if !is_path(&path.value) {
                self.report
                    .error(codes::HOOK_PATH, path.span, format!("`{}` is no path of a Rust type", path.value))
                    .note("it is the type that implements the trait `chv_runtime::hooks::Hook`")
                    .help("write for example `\"crate::hooks::Restless\"`");
                continue;
            }
            if self.variant.hooks.len() == MOST_HOOKS {
                self.report
                    .error(codes::TOO_MANY_KINDS, name.span, "there are too many hooks")
                    .note(format!("a variant has at most {MOST_HOOKS}"));
                return;
            }
            let source = self.source(name.span);
            self.variant.hooks.push(HookUse { name: name.value, path: path.value, source });
        }
    }
}

/// Whether a text is the path of a type: names joined by `::`.
fn is_path(text: &str) -> bool {
    let name = |part: &str| {
        let mut chars = part.chars();
        chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
            && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    text.strip_prefix("::").unwrap_or(text).split("::").all(name)
}
