//! The longer texts on codes.

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
    &[]
}
