//! The longer texts on codes, in one table of four parts.

mod movement;
mod names;
mod rules;
mod text;

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
    explanations().iter().find(|e| e.code.eq_ignore_ascii_case(code.trim()))
}

/// All codes there are, in order.
#[must_use]
pub fn explanations() -> &'static [Explanation] {
    static ALL: std::sync::LazyLock<Vec<Explanation>> = std::sync::LazyLock::new(|| {
        let parts: [&[Entry]; 4] = [text::TABLE, names::TABLE, movement::TABLE, rules::TABLE];
        let entries = parts.into_iter().flatten();
        entries.map(|&(code, title, text)| Explanation { code, title, text }).collect()
    });
    &ALL
}

/// Code, title and text.
type Entry = (&'static str, &'static str, &'static str);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_shows_examples() {
        let all = explanations();
        assert!(all.windows(2).all(|w| w[0].code[1..3] <= w[1].code[1..3]), "parts follow each other");
        let codes: std::collections::BTreeSet<&str> = all.iter().map(|e| e.code).collect();
        assert_eq!(codes.len(), all.len(), "each code stands once");
        for e in all {
            assert!(e.text.len() > 50 && !e.title.ends_with('.'), "{}", e.code);
            assert!(e.text.lines().all(|l| l.chars().count() <= 100), "{}: long line", e.code);
        }
        assert_eq!(explain(" e0010").map(|e| e.code), Some("E0010"));
        assert_eq!(explain("E9999"), None);
    }
}
