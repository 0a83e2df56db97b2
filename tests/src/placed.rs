//! Positions as lists of pieces, for boards on which FEN is hard to read.
//!
//! `Ki1 Td4 / Ki16 Ve9 / b - - 3 9 {last w:Pawn b:-}`: White's pieces, Black's (both with White's
//! codes), and what follows the board in FEN; its end, or all of it, may be left out.

use std::collections::BTreeMap;

use chv_runtime::{Side, Spec};

/// A position in FEN: the text itself, or what a list of pieces stands for.
///
/// # Errors
/// What of a list is no piece or square of the game.
pub fn fen(text: &str, spec: &Spec) -> Result<String, String> {
    let text = text.trim();
    let Some((white, rest)) = halves(text) else { return Ok(text.to_owned()) };
    let (black, state) = halves(rest).unwrap_or((rest, ""));
    let mut on = BTreeMap::new();
    for (side, list) in [(Side::White, white), (Side::Black, black)] {
        for word in list.split_whitespace() {
            let (code, square) = piece(word, spec)?;
            if on.insert(square, code_of(side, code)).is_some() {
                return Err(format!("`{word}`: something stands there already"));
            }
        }
    }
    let mut board = String::new();
    for rank in (0..i32::from(spec.size.ranks)).rev() {
        let mut gap = 0;
        for file in 0..i32::from(spec.size.files) {
            match spec.size.at(file, rank).and_then(|s| on.get(&s)) {
                None => gap += 1,
                Some(code) => {
                    board += &number(&mut gap);
                    board += code;
                }
            }
        }
        board += &number(&mut gap);
        if rank > 0 {
            board.push('/');
        }
    }
    let (plain, further) = state.split_once('{').unwrap_or((state, ""));
    let mut fields: Vec<&str> = plain.split_whitespace().collect();
    fields.extend(["w", "-", "-", "0", "1"].iter().skip(fields.len()));
    let further = if further.is_empty() { String::new() } else { format!(" {{{further}") };
    Ok(format!("{board} {}{further}", fields.join(" ")))
}

/// The numbers of pieces of one side in the field of the board, by White's codes.
#[must_use]
pub fn numbers(position: &str, spec: &Spec, side: Side) -> BTreeMap<String, usize> {
    let board = position.split_whitespace().next().unwrap_or_default();
    let own = |c: &char| if side == Side::White { c.is_uppercase() } else { c.is_lowercase() };
    let mut numbers = BTreeMap::new();
    for c in board.chars().filter(own) {
        let code = c.to_uppercase().to_string();
        if spec.kinds.iter().any(|k| k.code == code) {
            *numbers.entry(code).or_insert(0) += 1;
        }
    }
    numbers
}

/// What stands before and after the first ` / `.
fn halves(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix("/ ").map(|rest| ("", rest)).or_else(|| text.split_once(" / "))
}

/// A piece on its square: the code, and the square.
fn piece<'w>(word: &'w str, spec: &Spec) -> Result<(&'w str, chv_runtime::Square), String> {
    let at = word.find(|c: char| c.is_lowercase()).unwrap_or(word.len());
    let (code, square) = word.split_at(at);
    let known = spec.kinds.iter().any(|k| k.code == code);
    let square = spec.size.parse(square).filter(|_| known);
    square.map(|s| (code, s)).ok_or_else(|| format!("`{word}` is no piece on a square"))
}

fn code_of(side: Side, code: &str) -> String {
    if side == Side::White { code.to_owned() } else { code.to_lowercase() }
}

fn number(gap: &mut u32) -> String {
    let text = if *gap > 0 { gap.to_string() } else { String::new() };
    *gap = 0;
    text
}

/// What stands in braces in a position; `-` for nothing.
#[must_use]
pub fn state(position: &str) -> &str {
    position.split_once('{').map_or("-", |(_, state)| state.strip_suffix('}').unwrap_or(state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use chv_runtime::dynamic::erase;

    #[test]
    fn lists_of_pieces_are_positions() {
        let rules = erase(games::interpreted("chess", &[]).expect("chess can be run"));
        let spec = rules.spec();
        let cases = [
            ("Ke1 Ra1 / Ke8 / b Q - 3 9", "4k3/8/8/8/8/8/8/R3K3 b Q - 3 9"),
            ("Ke1 / Ke8", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("/ Ke8 / b {a b}", "4k3/8/8/8/8/8/8/8 b - - 0 1 {a b}"),
            ("4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w"),
        ];
        for (list, text) in cases {
            assert_eq!(fen(list, spec).as_deref(), Ok(text), "{list}");
        }
        for wrong in ["Ke9 / Ke8", "Je1 / Ke8", "Ke1 / Ke1", "e1 / Ke8"] {
            assert!(fen(wrong, spec).is_err(), "{wrong}");
        }
        assert_eq!(state("8/8 w - - 0 1 {a b; c d}"), "a b; c d");
        assert_eq!(state("8/8 w - - 0 1"), "-");
        let numbers = numbers(&rules.game().fen(), spec, Side::Black);
        assert_eq!((numbers["P"], numbers["Q"], numbers.len()), (8, 1, 6));
    }
}
