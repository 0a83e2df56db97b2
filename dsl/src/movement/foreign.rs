//! Spellings of other dialects: refused, with what is different there.

use super::syntax::Span;
use super::{Dialect, Problem};

/// What in a text belongs to another dialect. If there is anything, it is all that is reported:
/// the rest would be misread.
pub(crate) fn problems(text: &str, dialect: Dialect) -> Vec<Problem> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let place = |start: usize, end: usize| Span { start, end };
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            b'/' => found.push(
                Problem::error(
                    "E0220",
                    place(i, i + 1),
                    "`/` is a mark of flip pieces in the classic dialect",
                )
                .note("there `A/B` moves as A and B in turns; here a piece that changes is two kinds")
                .help("declare two kinds, and let each become the other after its move"),
            ),
            b'{' => {
                let end = close(bytes, i, b'}');
                found.push(
                    Problem::error("E0220", place(i, end), "braces belong to other dialects")
                        .note(
                            "the dialect of the tables of large games marks special rides with `{F,R}>`, and that of \
                             different armies a random choice with `{A,B}`",
                        )
                        .help("write the movement out, or use a clause of the piece for it"),
                );
                i = end;
                continue;
            }
            b't' if bytes.get(i + 1) == Some(&b'[') => {
                let end = close(bytes, i + 1, b']');
                found.push(
                    Problem::error("E0220", place(i, end), "`t[..]` is the bent rider of the classic dialect")
                        .note("there the atoms are played one after the other, and whether one may stop between is left open")
                        .help(bent_help(&text[i + 2..end.max(i + 2)])),
                );
                i = end;
                continue;
            }
            b'(' => {
                let end = close_nested(bytes, i);
                if let Some(problem) = parenthesis(&text[i..end], place(i, end)) {
                    found.push(problem);
                    i = end;
                    continue;
                }
            }
            b'h' | b'c' | b's' if dialect == Dialect::Chv && is_prefix(bytes, i) => {
                let (name, meaning) = match bytes[i] {
                    b'h' => ("hh", "half the distance to the edge"),
                    b'c' => ("cc", "a capture on the way that the player does not choose"),
                    _ => ("ss", "a spacious move that cannot stop beside a piece"),
                };
                found.push(
                    Problem::error(
                        "E0220",
                        place(i, i + 2),
                        format!("`{name}` is a prefix of the different-armies dialect"),
                    )
                    .note(format!("there it means {meaning}; this notation has no such modifier")),
                );
                i += 2;
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// Whether a doubled letter is a prefix of its own, and not the end of one direction group and the
/// start of the next (`fh` `hl`, `fs` `s`).
fn is_prefix(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map(|p| bytes[p]);
    let group = match bytes[at] {
        b'h' => matches!(before, Some(b'f' | b'b' | b'l' | b'r')),
        b's' => matches!(before, Some(b'f' | b'b')),
        _ => false,
    };
    bytes.get(at + 1) == Some(&bytes[at]) && !group
}

/// The position after the bracket that closes, or the end of the text.
fn close(bytes: &[u8], from: usize, with: u8) -> usize {
    bytes[from..].iter().position(|&b| b == with).map_or(bytes.len(), |p| from + p + 1)
}

fn close_nested(bytes: &[u8], from: usize) -> usize {
    let mut depth = 0usize;
    for (i, b) in bytes.iter().enumerate().skip(from) {
        match b {
            b'(' => depth += 1,
            b')' if depth == 1 => return i + 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    bytes.len()
}

/// What a parenthesis with atoms in it is elsewhere; `None` for a leap or a repetition.
fn parenthesis(text: &str, place: Span) -> Option<Problem> {
    let inner = text.trim_start_matches('(');
    let upper = inner.bytes().any(|b| b.is_ascii_uppercase());
    if upper && text.contains(',') && !text.contains('-') {
        return Some(
            Problem::error("E0220", place, "a list of movements for each side belongs to the different-armies dialect")
                .note("there `(Aw,Bb)` or `(Al,Br)` gives another movement to each colour or to each half of the board")
                .help("declare two kinds, one for each"),
        );
    }
    if upper || (text.contains('-') && text.contains(|c: char| c.is_ascii_lowercase())) {
        let chain = text.trim_matches(|c| c == '(' || c == ')').replace('a', "");
        let plain = !chain.contains(['(', ')']) && text.contains('-');
        let problem = Problem::error(
            "E0220",
            place,
            "legs in parentheses belong to the Betza 2.0 and large-game-table dialects",
        )
        .note("there `a` means all directions, and a leg without directions goes straight on");
        return Some(if plain {
            problem.help(format!(
                "write the legs in brackets, `[{chain}]`, and say before each later leg which directions it may take"
            ))
        } else {
            problem.help("write each chain of legs in brackets of its own, joined by `-`")
        });
    }
    None
}

/// The bracket form of a classic bent rider.
fn bent_help(inner: &str) -> String {
    let atoms: Vec<char> = inner.chars().filter(char::is_ascii_uppercase).collect();
    let mut legs: Vec<String> = Vec::new();
    for atom in atoms {
        match legs.last_mut() {
            Some(last) if last.len() == 1 && last.starts_with(atom) => last.push(atom),
            _ => legs.push(atom.to_string()),
        }
    }
    let (go, stop) = (legs.join("-"), legs.join("?"));
    format!("write `[{go}]`, or `[{stop}]` if the piece may stop between")
}
