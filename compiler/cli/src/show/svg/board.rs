//! One board with its pieces and marks.

use std::fmt::Write;

use chv_dsl::model::{BoardSize, Square, SquareSet};

use super::{PALE, Picture, SIDE, files, glyph, ranks, text};
use crate::show::sheet::{Panel, Sheet, View};

/// Draws a scene with its upper left corner at a place.
pub(super) fn draw(
    picture: &mut Picture,
    sheet: &Sheet<'_>,
    panel: &Panel<'_>,
    view: &View<'_>,
    at: (i32, i32),
) {
    let (x, y) = at;
    let scene = view.scene;
    let board = &sheet.variant.board;
    let size = board.size;
    let frame = scene.frame;
    let middle = |square: Square| {
        let file = i32::from(size.file(square)) - i32::from(frame.files.0);
        let rank = i32::from(frame.ranks.1) - i32::from(size.rank(square));
        (x + file * SIDE + SIDE / 2, y + rank * SIDE + SIDE / 2)
    };
    let inside = |square: Square| {
        (frame.files.0..=frame.files.1).contains(&size.file(square))
            && (frame.ranks.0..=frame.ranks.1).contains(&size.rank(square))
    };
    let out = &mut picture.body;
    let dark = |s: &Square| (size.file(*s) + size.rank(*s)).is_multiple_of(2);
    let shown = || size.all().filter(|&s| inside(s) && !board.holes.has(s));
    let corners = |squares: &mut dyn Iterator<Item = Square>| {
        squares.fold(String::new(), |mut path, s| {
            let (cx, cy) = middle(s);
            let _ = write!(path, "M{} {}h{SIDE}v{SIDE}h-{SIDE}z", cx - SIDE / 2, cy - SIDE / 2);
            path
        })
    };
    let light = corners(&mut shown().filter(|s| !dark(s)));
    let dark = corners(&mut shown().filter(dark));
    let here = corners(&mut [scene.origin].into_iter());
    for (path, fill) in [(light, "#f5f2ec"), (dark, "#dcd6ca"), (here, "#f6d365")] {
        let _ = writeln!(out, "<path d=\"{path}\" fill=\"{fill}\"/>");
    }
    let drawn = board.lines.iter().flatten().copied().filter(|&(a, b)| inside(a) && inside(b));
    lines(out, drawn.map(|(a, b)| (middle(a), middle(b))), "#b3aa98");
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#a79f8f\"/>",
        files(view) * SIDE,
        ranks(view) * SIDE
    );
    coordinates(out, view, at);
    let steps = scene.steps.iter().flat_map(|&(a, b)| match crossing(size, a, b) {
        None => vec![(middle(a), middle(b))],
        // Over a joined edge: out of the board, and into it on the other side.
        Some((dx, dy)) => {
            let ((ax, ay), (bx, by)) = (middle(a), middle(b));
            let (dx, dy) = (dx * SIDE * 5 / 8, dy * SIDE * 5 / 8);
            vec![((ax, ay), (ax + dx, ay - dy)), ((bx - dx, by + dy), (bx, by))]
        }
    });
    lines(out, steps, "#8c8577");
    for &(square, side, kind) in scene.pieces.iter().filter(|p| inside(p.0)) {
        glyph::token(out, middle(square), &sheet.code(side, kind), side, false);
    }
    for &(square, id) in scene.terrain.iter().filter(|t| inside(t.0)) {
        let code = sheet.variant.terrain[usize::from(id)].sign();
        glyph::terrain(out, middle(square), code, !scene.marks_on(square).is_empty());
    }
    glyph::token(out, middle(scene.origin), &sheet.code(sheet.side, panel.kind), sheet.side, true);
    for &(square, marks) in scene.marks.iter().filter(|m| inside(m.0)) {
        let occupied = square == scene.origin || scene.pieces.iter().any(|p| p.0 == square);
        let sign = |to: u8, from: u8| i32::from(to > from) - i32::from(to < from);
        let way = (
            sign(size.file(square), size.file(scene.origin)),
            sign(size.rank(square), size.rank(scene.origin)),
        );
        for mark in marks.iter() {
            picture.shapes.draw(out, middle(square), (mark, marks), occupied, way);
        }
    }
}

/// The direction of a step, if it crosses a joined edge: it is longer than half the board otherwise.
fn crossing(size: BoardSize, a: Square, b: Square) -> Option<(i32, i32)> {
    let axis = |from: u8, to: u8, length: u8| {
        let (by, length) = (i32::from(to) - i32::from(from), i32::from(length));
        if 2 * by.abs() > length + 1 { (by - by.signum() * length, true) } else { (by, false) }
    };
    let (dx, over_files) = axis(size.file(a), size.file(b), size.files);
    let (dy, over_ranks) = axis(size.rank(a), size.rank(b), size.ranks);
    (over_files || over_ranks).then_some((dx.signum(), dy.signum()))
}

fn coordinates(out: &mut String, view: &View<'_>, (x, y): (i32, i32)) {
    let frame = view.scene.frame;
    for (i, file) in (frame.files.0..=frame.files.1).enumerate() {
        let at = (x + i as i32 * SIDE + SIDE / 2, y + ranks(view) * SIDE + 15);
        let style = format!("font-size=\"12\" fill=\"{PALE}\" text-anchor=\"middle\"");
        text(out, at, &char::from(b'a' + file).to_string(), &style);
    }
    for (i, rank) in (frame.ranks.0..=frame.ranks.1).rev().enumerate() {
        let at = (x - 8, y + i as i32 * SIDE + SIDE / 2 + 4);
        let style = format!("font-size=\"12\" fill=\"{PALE}\" text-anchor=\"end\"");
        text(out, at, &(rank + 1).to_string(), &style);
    }
}

/// Thin lines between points.
fn lines(out: &mut String, ends: impl Iterator<Item = ((i32, i32), (i32, i32))>, colour: &str) {
    let path = ends.fold(String::new(), |mut path, ((x1, y1), (x2, y2))| {
        let _ = write!(path, "M{x1} {y1}L{x2} {y2}");
        path
    });
    if !path.is_empty() {
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\" \
             stroke-linecap=\"round\"/>"
        );
    }
}
