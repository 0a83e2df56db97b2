//! A look at the raw text, before any grammar sees it: size, characters, depth, length.
//!
//! After: no control characters and no byte-order mark, and no brackets deeper than [`DEEPEST`], so
//! that whatever recurses over the text is safe; no more statements than [`MOST_STATEMENTS`], and
//! none longer than [`LONGEST`], so that the whole takes little time.

use crate::diagnostics::{codes, report::Report};
use crate::syntax::Span;

/// Largest file, in bytes.
pub(crate) const LARGEST: usize = 1 << 20;
/// Deepest nesting of brackets of any kind.
pub(crate) const DEEPEST: usize = 64;

/// Most statements.
const MOST_STATEMENTS: usize = 10_000;
/// Longest statement, in bytes.
const LONGEST: usize = 1 << 15;

/// The text as the grammar may see it: of the same length, odd characters blanked out. `None` if
/// there is no use in reading on.
pub(super) fn scan(file: u16, text: &str, report: &mut Report) -> Option<String> {
    let span = |start: usize, end: usize| Span { file, start: start as u32, end: end as u32 };
    let character = |at: usize| {
        let start = (0..=at).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        span(start, start + text[start..].chars().next().map_or(0, char::len_utf8))
    };
    if text.len() > LARGEST {
        report
            .error(codes::TOO_LARGE, span(0, 0), format!("the file is too large: {} bytes", text.len()))
            .note(format!("a file has at most {LARGEST} bytes (1 MiB)"));
        return None;
    }
    match shape(text) {
        Shape::Good => {}
        Shape::TooDeep(at) => {
            report
                .error(codes::TOO_DEEP, character(at), "nested too deep")
                .here("this bracket is one too many")
                .note(format!("brackets of all kinds nest at most {DEEPEST} deep"));
            return None;
        }
        Shape::TooMany(at) => {
            report
                .error(codes::TOO_LARGE, character(at), "there are too many statements")
                .note(format!("a file has at most {MOST_STATEMENTS} statements"));
            return None;
        }
        Shape::TooLong(at) => {
            report
                .error(codes::TOO_LARGE, character(at), "this statement is too long")
                .note(format!("a statement has at most {LONGEST} bytes"));
            return None;
        }
    }
    let mut clean = String::with_capacity(text.len());
    let mut odd: Option<(usize, usize, char)> = None;
    for (at, c) in text.char_indices() {
        let mark = c == '\u{feff}' && at == 0;
        let fine = c != '\u{feff}' && !c.is_control() || matches!(c, '\t' | '\n' | '\r');
        if fine {
            clean.push(c);
            continue;
        }
        clean.extend(std::iter::repeat_n(' ', c.len_utf8()));
        if mark {
            continue;
        }
        odd = match odd {
            Some((start, end, first)) if end == at => Some((start, at + c.len_utf8(), first)),
            other => {
                tell(other, file, report);
                Some((at, at + c.len_utf8(), c))
            }
        };
    }
    tell(odd, file, report);
    Some(clean)
}

/// Reports a run of control characters.
fn tell(odd: Option<(usize, usize, char)>, file: u16, report: &mut Report) {
    if let Some((start, end, first)) = odd {
        let span = Span { file, start: start as u32, end: end as u32 };
        report
            .error(codes::CONTROL, span, format!("invisible character U+{:04X}", u32::from(first)))
            .note("a file is plain text: of the control characters only tabs and line ends may occur");
    }
}

/// What a text is like on the whole, and where it is not as it should be.
enum Shape {
    Good,
    TooDeep(usize),
    TooMany(usize),
    TooLong(usize),
}

/// Looks at brackets and at where statements end. Brackets in quotes and comments do not count.
fn shape(text: &str) -> Shape {
    let bytes = text.as_bytes();
    let (mut depth, mut statements, mut at) = (0usize, 0usize, 0);
    // Where the statement at hand began, once it has begun.
    let mut began: Option<usize> = None;
    let mut last = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'(' | b'[' => {
                depth += 1;
                if depth > DEEPEST {
                    return Shape::TooDeep(at);
                }
            }
            b'}' | b')' | b']' => depth = depth.saturating_sub(1),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                while at < bytes.len() && !matches!(bytes[at], b'\n' | b'\r') {
                    at += 1;
                }
                continue;
            }
            b'"' => {
                began.get_or_insert(at);
                let rest = &bytes[at + 1..];
                let ends = |stop: &[u8]| rest.iter().position(|b| stop.contains(b)).unwrap_or(rest.len());
                let close = ends(b"\"\n\r");
                // As in the grammar: text that is not closed ends at a brace.
                let closed = rest.get(close) == Some(&b'"');
                at += if closed { close + 1 } else { ends(b"{\n\r") };
            }
            _ => {}
        }
        match bytes.get(at) {
            // A comma joins the next line, so a line that ends in one does not end the statement.
            Some(b'\n' | b'\r' | b';' | b'{' | b'}') => {
                let joined = matches!(bytes[at], b'\n' | b'\r') && last == b',';
                statements += usize::from(began.is_some() && !joined || bytes[at] == b'}');
                began = began.filter(|_| joined);
            }
            Some(0..=b' ') | None => {}
            Some(&byte) => {
                last = byte;
                if at - *began.get_or_insert(at) > LONGEST {
                    return Shape::TooLong(at.min(text.len() - 1));
                }
            }
        }
        if statements > MOST_STATEMENTS {
            return Shape::TooMany(at);
        }
        at += 1;
    }
    Shape::Good
}
