//! The characters of marks in text.

use chv_dsl::diagram::{Mark, Marks};

/// The characters of a square's marks.
pub(crate) fn symbols(marks: Marks) -> String {
    let mut out = String::new();
    let mut left = marks;
    if left.has(Mark::Move) && left.has(Mark::Capture) {
        out.push('*');
        left = left.without(Mark::Move).without(Mark::Capture);
    }
    out.extend(left.iter().map(symbol));
    out
}

/// The colour of the first of them, as a number of the terminal's 256 colours.
pub(crate) fn colour(marks: Marks) -> u8 {
    const BLUE: u8 = 33;
    const ORANGE: u8 = 208;
    const GREEN: u8 = 36;
    const PURPLE: u8 = 175;
    const GREY: u8 = 245;
    match marks.iter().next() {
        Some(Mark::Move | Mark::FirstMove | Mark::PlaceMove | Mark::Castle) => BLUE,
        Some(Mark::Return | Mark::Null | Mark::Later) => BLUE,
        Some(Mark::Swap | Mark::Carry | Mark::Push | Mark::Pushed | Mark::Friend) => GREEN,
        Some(Mark::Hurdle) => PURPLE,
        Some(Mark::Leg | Mark::Pass) | None => GREY,
        Some(_) => ORANGE,
    }
}

/// One character for each mark; no letter that could be a piece's, beside `o` and `x`.
const fn symbol(mark: Mark) -> char {
    match mark {
        Mark::Move => 'o',
        Mark::Capture => 'x',
        Mark::FirstMove => '1',
        Mark::FirstCapture => '!',
        Mark::PlaceMove => '|',
        Mark::PlaceCapture => '<',
        Mark::Royal => '$',
        Mark::Friend => '&',
        Mark::Passed => ':',
        Mark::Swap => '=',
        Mark::Carry => '~',
        Mark::Push => '>',
        Mark::Pushed => ')',
        Mark::Rifle => '@',
        Mark::Through => '/',
        Mark::Hurdle => '^',
        Mark::Leg => ',',
        Mark::Pass => ';',
        Mark::Castle => '%',
        Mark::Return => '0',
        Mark::Null => '\'',
        Mark::Threat => '-',
        Mark::Later => '?',
        Mark::Spent => '+',
        Mark::Trap => '(',
        Mark::Blast => '#',
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_mark_has_a_character_of_its_own() {
        let all: BTreeSet<String> = Mark::ALL.iter().map(|&m| symbols(Marks::of(m))).collect();
        assert_eq!(all.len(), Mark::ALL.len());
        assert!(!all.contains("*") && !all.contains("."));
        assert_eq!(symbols(Marks::BOTH), "*");
        assert_eq!(symbols(Marks::BOTH.or(Marks::of(Mark::Rifle))), "*@");
    }
}
