//! Names of generated items, from the names of the rules.

use crate::plan::ways::Step;

/// A name as a Rust type or variant: `PromotedSilver`. Words are capitalised; what Rust keeps for
/// itself gets an underscore.
pub(super) fn type_name(name: &str) -> String {
    let mut out = String::new();
    let mut start = true;
    for c in name.chars() {
        if c == '_' || c == '-' || c == ' ' || c == '\'' {
            start = true;
        } else if start {
            out.extend(c.to_uppercase());
            start = false;
        } else {
            out.push(c);
        }
    }
    out
}

/// The names of all kinds as Rust has them: what is no name there (`_`, `Self`, a number) is put right,
/// and names that differ in case or underscores only get a number.
pub(super) fn kinds(kinds: &[chv_dsl::model::Kind]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for kind in kinds {
        let mut name = type_name(&kind.name);
        if syn::parse_str::<syn::Ident>(&name).is_err() {
            name = format!("Kind{name}");
        }
        let taken = |out: &[String], name: &str| out.iter().any(|n| snake(n) == snake(name));
        let first = name.clone();
        let mut number = 2;
        while taken(&out, &name) {
            name = format!("{first}{number}");
            number += 1;
        }
        out.push(name);
    }
    out
}

/// The module of a game, from the stem of its file: what no name may have becomes `_`.
pub(super) fn module(stem: &str) -> String {
    let mut out: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    if out.starts_with(|c: char| c.is_numeric()) || syn::parse_str::<syn::Ident>(&out).is_err() {
        out.insert(0, '_');
    }
    out
}

/// A name in lower case with underscores: `promoted_silver`.
pub(super) fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in type_name(name).chars() {
        if c.is_uppercase() && !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// A name in upper case with underscores: `PROMOTED_SILVER`.
pub(super) fn constant(name: &str) -> String {
    snake(name).to_uppercase()
}

/// A step in points of the compass: `N`, `SE`, `N2E1`.
pub(super) fn compass(step: Step) -> String {
    let part = |n: i8, up: char, down: char| match n {
        0 => String::new(),
        1 => up.to_string(),
        -1 => down.to_string(),
        n if n > 0 => format!("{up}{n}"),
        n => format!("{down}{}", -n),
    };
    format!("{}{}", part(step.1, 'N', 'S'), part(step.0, 'E', 'W'))
}
