//! Pieces as discs with their codes, and terrain.

use std::fmt::Write;

use chv_runtime::Side;

use super::{INK, escaped};

/// The half width of a disc.
const RADIUS: i32 = 14;

/// A piece: a light disc for White, a dark one for Black; the mover has a heavy rim.
pub(super) fn token(out: &mut String, (x, y): (i32, i32), code: &str, side: Side, mover: bool) {
    let (fill, ink) = match side {
        Side::White => ("#ffffff", INK),
        Side::Black => ("#3a3a3a", "#ffffff"),
    };
    let (rim, width) = if mover { ("#1c1c1c", 3) } else { ("#4d4d4d", 1) };
    let _ = writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"{width}\"/>"
    );
    // Dark discs tell the side; letters are easier to read in upper case.
    let code = match side {
        Side::White => code.to_owned(),
        Side::Black => super::capital(code),
    };
    letters(out, (x, y), &code, ink);
}

/// Terrain: a block with its character, in a corner where there are marks on it.
pub(super) fn terrain(out: &mut String, (x, y): (i32, i32), code: char, marked: bool) {
    let fill = if marked { "#cbbfa6" } else { "#8d8472" };
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"36\" height=\"36\" rx=\"3\" fill=\"{fill}\"/>",
        x - 18,
        y - 18
    );
    let code: String = code.to_uppercase().collect();
    if marked {
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"11\" font-weight=\"700\" fill=\"{INK}\">{}</text>",
            x - 16,
            y - 8,
            escaped(&code)
        );
    } else {
        letters(out, (x, y), &code, "#ffffff");
    }
}

fn letters(out: &mut String, (x, y): (i32, i32), code: &str, ink: &str) {
    let size = match code.chars().count() {
        0 => return,
        1 => 17,
        2 => 14,
        3 => 11,
        _ => 9,
    };
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" font-weight=\"700\" fill=\"{ink}\" \
         text-anchor=\"middle\">{}</text>",
        y + size * 36 / 100,
        escaped(code)
    );
}
