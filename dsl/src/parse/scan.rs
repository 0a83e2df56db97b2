//! A look at the raw text, before any grammar sees it: size, characters, depth.
//!
//! After: no control characters and no byte-order mark, and no brackets deeper than [`DEEPEST`], so
//! that whatever recurses over the text is safe.

use crate::diagnostics::{codes, report::Report};
use crate::syntax::Span;

/// Largest file, in bytes.
pub(crate) const LARGEST: usize = 1 << 20;
/// Deepest nesting of brackets of any kind.
pub(crate) const DEEPEST: usize = 64;

/// The text as the grammar may see it: of the same length, odd characters blanked out. `None` if
/// there is no use in reading on.
pub(super) fn scan(file: u16, text: &str, report: &mut Report) -> Option<String> {
    let span = |start: usize, end: usize| Span { file, start: start as u32, end: end as u32 };
    if text.len() > LARGEST {
        report
            .error(codes::TOO_LARGE, span(0, 0), format!("the file is too large: {} bytes", text.len()))
            .note(format!("a file has at most {LARGEST} bytes (1 MiB)"));
        return None;
    }
    if let Some(at) = too_deep(text) {
        report
            .error(codes::TOO_DEEP, span(at, at + 1), "nested too deep")
            .here("this bracket is one too many")
            .note(format!("brackets of all kinds nest at most {DEEPEST} deep"));
        return None;
    }
    let mut clean = String::with_capacity(text.len());
    let mut odd: Option<(usize, usize, char)> = None;
    for (at, c) in text.char_indices() {
        let mark = c == '\u{feff}' && at == 0;
        if !mark && !(c.is_control() && !matches!(c, '\t' | '\n' | '\r') || c == '\u{feff}') {
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

/// The first bracket that is nested too deep. Text in quotes and comments does not count.
fn too_deep(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0usize, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'(' | b'[' => {
                depth += 1;
                if depth > DEEPEST {
                    return Some(at);
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
                at += 1;
                while at < bytes.len() && !matches!(bytes[at], b'"' | b'\n' | b'\r') {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}
