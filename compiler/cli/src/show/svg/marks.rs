//! The shapes of marks.

use std::collections::BTreeMap;
use std::fmt::Write;

use chv_dsl::diagram::{Mark, Marks};

const BLUE: &str = "#0072b2";
const ORANGE: &str = "#d55e00";
const GREEN: &str = "#009e73";
const PURPLE: &str = "#8f3f97";
const GREY: &str = "#6d675c";

/// The shapes of a picture, each written once and used wherever it occurs.
#[derive(Default)]
pub(super) struct Shapes(BTreeMap<String, String>);

impl Shapes {
    /// Draws a mark of a square in its middle. On a piece it goes round the disc or into a corner.
    /// `way` is where the square lies, seen from the mover.
    pub(super) fn draw(
        &mut self,
        out: &mut String,
        (x, y): (i32, i32),
        (mark, all): (Mark, Marks),
        on_piece: bool,
        way: (i32, i32),
    ) {
        let angle = if mark == Mark::Push { angle(way) } else { 0 };
        let mut id = format!("{mark:?}").to_lowercase();
        // Beside a mark of moving there is less room.
        let beside = mark == Mark::Push && !on_piece && all.has(Mark::Move);
        if on_piece {
            id.push_str("-on");
        } else if beside {
            id.push_str("-beside");
        }
        if angle != 0 {
            let _ = write!(id, "{angle}");
        }
        let _ = writeln!(out, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
        self.0
            .entry(id)
            .or_insert_with(|| if beside { push_beside(angle) } else { shape(mark, on_piece, angle) });
    }

    /// The definitions of the shapes that were drawn.
    pub(super) fn definitions(&self) -> String {
        let mut out = String::new();
        for (id, shape) in &self.0 {
            let _ = writeln!(out, "<g id=\"{id}\">{shape}</g>");
        }
        out
    }
}

fn shape(mark: Mark, on_piece: bool, angle: i32) -> String {
    let around = if on_piece { 17 } else { 12 };
    match mark {
        Mark::Move => format!("<circle r=\"6\" fill=\"{BLUE}\"/>"),
        Mark::Capture => ring(around, ORANGE),
        Mark::FirstMove => diamond(8, BLUE, "none"),
        Mark::FirstCapture => diamond(around + 3, ORANGE, "none"),
        Mark::PlaceMove => {
            format!("<circle r=\"6\" fill=\"#ffffff\" stroke=\"{BLUE}\" stroke-width=\"2.8\"/>")
        }
        Mark::PlaceCapture => dashed(around, ORANGE),
        Mark::Royal => crown(around),
        Mark::Friend => square(around, GREEN),
        Mark::Passed => format!("<path d=\"M-7 -5H7L0 7Z\" fill=\"{ORANGE}\"/>"),
        Mark::Swap => {
            badge(on_piece, &stroke("M-10 -4H8M4 -8L9 -4L4 0M10 5H-8M-4 1L-9 5L-4 9", GREEN, "2.6"))
        }
        Mark::Carry => badge(on_piece, &stroke("M0 -10V6M-5 1L0 7L5 1M-8 10H8", GREEN, "2.6")),
        Mark::Push => {
            let chevrons = stroke("M-8 -8L0 0L-8 8M2 -8L10 0L2 8", GREEN, "3");
            badge(on_piece, &format!("<g transform=\"rotate({angle})\">{chevrons}</g>"))
        }
        Mark::Pushed => dashed(14, GREEN),
        Mark::Rifle => stroke("M-14 -8V-14H-8M8 -14H14V-8M14 8V14H8M-8 14H-14V8", ORANGE, "2.8"),
        Mark::Through => {
            let cross = "M-10 -10L10 10M-10 10L10 -10";
            stroke(cross, "#ffffff", "6.5") + &stroke(cross, ORANGE, "3.6")
        }
        Mark::Hurdle => stroke("M-17 5A17 17 0 0 1 17 5", PURPLE, "3.6"),
        Mark::Leg => format!(
            "<rect x=\"-4\" y=\"-4\" width=\"8\" height=\"8\" fill=\"#ffffff\" stroke=\"{GREY}\" \
             stroke-width=\"2\"/>"
        ),
        Mark::Pass => format!("<circle r=\"4\" fill=\"{GREY}\"/>"),
        Mark::Castle => diamond(9, BLUE, BLUE),
        // A clock.
        Mark::Later => {
            let face = format!("<circle r=\"9\" fill=\"none\" stroke=\"{BLUE}\" stroke-width=\"2.4\"/>");
            badge(on_piece, &(face + &stroke("M0 -5V0L4 3", BLUE, "2.4")))
        }
        Mark::Spent => ring(around, ORANGE) + &sparks(),
        Mark::Trap => dashed(17, ORANGE) + &sparks(),
        Mark::Blast if on_piece => sparks(),
        Mark::Blast => burst(11, 4),
        Mark::Return => stroke("M12 -12A17 17 0 1 0 17 3M12 -18V-12H6", BLUE, "2.8"),
        // A bar below the piece, for what stays.
        Mark::Null => stroke("M-13 18H13", BLUE, "3.6"),
        Mark::Threat => format!(
            "<path d=\"M0 -12L12 9H-12Z\" fill=\"none\" stroke=\"{ORANGE}\" stroke-width=\"2.6\" \
             stroke-linejoin=\"round\"/>"
        ),
    }
}

fn ring(radius: i32, colour: &str) -> String {
    format!("<circle r=\"{radius}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"3.2\"/>")
}

/// Eight rays from a middle that is left free.
fn burst(outer: i32, inner: i32) -> String {
    let (far, near) = (outer * 7 / 10, inner * 7 / 10);
    let path = format!(
        "M{inner} 0H{outer}M-{inner} 0H-{outer}M0 {inner}V{outer}M0 -{inner}V-{outer}M{near} {near}L{far} \
         {far}M-{near} -{near}L-{far} -{far}M{near} -{near}L{far} -{far}M-{near} {near}L-{far} {far}"
    );
    stroke(&path, ORANGE, "2.8")
}

/// Four short rays in the corners of a square.
fn sparks() -> String {
    stroke("M13 13L17 17M-13 -13L-17 -17M13 -13L17 -17M-13 13L-17 17", ORANGE, "2.8")
}

fn dashed(radius: i32, colour: &str) -> String {
    format!(
        "<circle r=\"{radius}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\" stroke-dasharray=\"5.5 4\"/>"
    )
}

/// A push off a square to which the piece can move as well: on the far side of the mark of that.
fn push_beside(angle: i32) -> String {
    let chevron = stroke("M8 -7L15 0L8 7", GREEN, "3");
    format!("<g transform=\"rotate({angle})\">{chevron}</g>")
}

fn diamond(half: i32, colour: &str, fill: &str) -> String {
    format!(
        "<path d=\"M0 -{half}L{half} 0L0 {half}L-{half} 0Z\" fill=\"{fill}\" stroke=\"{colour}\" \
         stroke-width=\"2.8\"/>"
    )
}

fn square(half: i32, colour: &str) -> String {
    let side = 2 * half;
    format!(
        "<rect x=\"-{half}\" y=\"-{half}\" width=\"{side}\" height=\"{side}\" fill=\"none\" \
         stroke=\"{colour}\" stroke-width=\"3\"/>"
    )
}

fn stroke(path: &str, colour: &str, width: &str) -> String {
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
    )
}

/// On a piece, small in the lower right corner on a white ground.
fn badge(on_piece: bool, shape: &str) -> String {
    if on_piece {
        format!("<g transform=\"translate(12 12) scale(.62)\"><circle r=\"12\" fill=\"#ffffff\"/>{shape}</g>")
    } else {
        shape.to_owned()
    }
}

/// A thin ring with a crown on top, so that a mark of movement has room in it.
fn crown(radius: i32) -> String {
    format!(
        "<circle r=\"{radius}\" fill=\"none\" stroke=\"{ORANGE}\" stroke-width=\"2\"/>\
         <path d=\"M-8 -{low}L-9 -{high}L-4 -{mid}L0 -{top}L4 -{mid}L9 -{high}L8 -{low}Z\" fill=\"{ORANGE}\" \
         stroke=\"#ffffff\" stroke-width=\"1\"/>",
        low = radius - 5,
        mid = radius,
        high = radius + 4,
        top = radius + 6,
    )
}

/// The direction of a push, in degrees clockwise from the right.
fn angle(way: (i32, i32)) -> i32 {
    match way {
        (1, 1) => -45,
        (0, 1) => -90,
        (-1, 1) => -135,
        (-1, 0) => 180,
        (-1, -1) => 135,
        (0, -1) => 90,
        (1, -1) => 45,
        _ => 0,
    }
}
