//! Sheets as pictures: SVG without anything from outside, drawn from circles, lines and letters.
//!
//! Marks differ by shape as well as by colour, and the colours are told apart by colour-blind eyes.
//! Every picture has a title and a description in words.

mod board;
mod glyph;
mod marks;

use std::fmt::Write;

use chv_dsl::diagram::{Mark, Marks};
use chv_dsl::model::TerrainId;

use super::sheet::{Panel, Sheet, View};
use super::words::capital;

/// The side of a square.
pub(super) const SIDE: i32 = 40;
/// Around everything.
const MARGIN: i32 = 28;
/// Between boards.
const GAP: i32 = 36;
/// Left of a board, for the numbers of its ranks.
const LEFT: i32 = 22;
/// Under a board, for the letters of its files, and the caption under them.
const FOOT: i32 = 50;
/// A line of a heading above a board.
const LINE: i32 = 24;
/// A line of the legend, and how wide an entry is.
const ENTRY: (i32, i32) = (44, 430);
/// The least width inside the margins: that of the longest entry.
const LEAST: i32 = 430;

const FONT: &str = "system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif";
const MONO: &str = "ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace";
const INK: &str = "#1c1c1c";
const PALE: &str = "#6a6a6a";

/// What has been drawn.
#[derive(Default)]
struct Picture {
    body: String,
    shapes: marks::Shapes,
}

/// A board with its heading, in its place in the grid.
struct Cell<'a> {
    panel: &'a Panel<'a>,
    view: Option<&'a View<'a>>,
    /// The heading: name, then lines of movement; empty where the piece goes on.
    heading: Vec<String>,
    /// How wide it is, with the numbers of its ranks.
    wide: i32,
}

/// The picture of a sheet.
pub(crate) fn write(sheet: &Sheet<'_>) -> String {
    let views = || sheet.panels.iter().flat_map(|p| &p.scenes);
    let cells = cells(sheet);
    let rows = rows(&cells, sheet.single);
    let grid = rows.iter().map(|row| across(row)).max().unwrap_or(0);
    let headline = text_width(&sheet.title, 30).max(text_width(&sheet.subtitle, 18));
    let width = grid.max(LEAST).max(headline) + 2 * MARGIN;

    let mut picture = Picture::default();
    let mut y = MARGIN + 26;
    text(&mut picture.body, (MARGIN, y), &sheet.title, &title_style(sheet));
    if !sheet.subtitle.is_empty() {
        y += 30;
        text(&mut picture.body, (MARGIN, y), &sheet.subtitle, &format!("font-size=\"18\" fill=\"{PALE}\""));
    }
    y += 24;
    for row in rows {
        let head = row.iter().map(|c| c.heading.len()).max().unwrap_or(0) as i32 * LINE;
        let tall = row.iter().filter_map(|c| c.view).map(ranks).max().unwrap_or(1) * SIDE;
        let mut x = MARGIN;
        for cell in row {
            draw_cell(&mut picture, sheet, cell, (x, y), head);
            x += cell.wide + GAP;
        }
        y += head + tall + FOOT + 14;
    }
    y = legend(&mut picture, sheet, y, width - 2 * MARGIN);
    let height = y + MARGIN - 10;

    let description: Vec<&str> = views().map(|v| v.description.as_str()).collect();
    let title = if sheet.single && !sheet.subtitle.is_empty() {
        format!("{}: {}", sheet.title, sheet.subtitle)
    } else {
        sheet.title.clone()
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title desc\" font-family=\"{FONT}\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<defs>\n{}</defs>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"#ffffff\"/>\n{}</svg>\n",
        escaped(&format!("Moves of {title}")),
        escaped(&description.join(" ")),
        picture.shapes.definitions(),
        picture.body,
    )
}

/// The boards in reading order, each with what is written above it.
fn cells<'a>(sheet: &'a Sheet<'a>) -> Vec<Cell<'a>> {
    let mut cells = Vec::new();
    for panel in &sheet.panels {
        let first = panel.scenes.first();
        for (i, view) in std::iter::once(first).chain(panel.scenes.iter().skip(1).map(Some)).enumerate() {
            let name = if i == 0 { panel.name.clone() } else { format!("{}, further", panel.name) };
            let board = view.map_or(0, files) * SIDE;
            let caption = view.map_or(0, |v| text_width(&v.caption, 15));
            let mut wide = board.max(caption);
            let mut heading = Vec::new();
            if !sheet.single {
                // Beside the name of the piece stand its letters.
                wide = wide.max(5 * SIDE).max(text_width(&name, 20) + 40);
                heading.push(name);
                if i == 0 {
                    heading.extend(lines(&panel.movement, (wide / 9) as usize));
                }
            }
            cells.push(Cell { panel, view, heading, wide: wide + LEFT });
        }
    }
    cells
}

/// A text in lines of at most so many characters, broken between words where that is possible.
fn lines(text: &str, most: usize) -> Vec<String> {
    let most = most.max(1);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => {
                let chars: Vec<char> = word.chars().collect();
                lines.extend(chars.chunks(most).map(|part| part.iter().collect()));
            }
        }
    }
    lines
}

/// The boards in rows: as many beside each other as make a page somewhat wider than high.
fn rows<'a, 'b>(cells: &'b [Cell<'a>], single: bool) -> Vec<&'b [Cell<'a>]> {
    let widest = cells.iter().map(|c| c.wide).max().unwrap_or(0);
    let most = if single {
        3 * (widest + GAP) - GAP
    } else {
        let area: i64 = cells
            .iter()
            .map(|c| {
                let tall = c.view.map_or(1, ranks) * SIDE + FOOT + c.heading.len() as i32 * LINE;
                i64::from(c.wide + GAP) * i64::from(tall)
            })
            .sum();
        widest.max((area as f64 * 1.5).sqrt() as i32)
    };
    let (mut rows, mut from) = (Vec::new(), 0);
    for to in 1..=cells.len() {
        if to == cells.len() || across(&cells[from..=to]) > most {
            rows.push(&cells[from..to]);
            from = to;
        }
    }
    rows
}

/// How wide a row of boards is.
fn across(row: &[Cell<'_>]) -> i32 {
    row.iter().map(|c| c.wide + GAP).sum::<i32>() - GAP
}

fn files(view: &View<'_>) -> i32 {
    i32::from(view.scene.frame.files.1 - view.scene.frame.files.0) + 1
}

fn ranks(view: &View<'_>) -> i32 {
    i32::from(view.scene.frame.ranks.1 - view.scene.frame.ranks.0) + 1
}

fn title_style(sheet: &Sheet<'_>) -> String {
    let mono = sheet.single && sheet.subtitle.is_empty();
    let family = if mono { format!(" font-family=\"{MONO}\"") } else { String::new() };
    format!("font-size=\"30\" font-weight=\"700\" fill=\"{INK}\"{family}")
}

/// About as wide as the text will be.
fn text_width(text: &str, size: i32) -> i32 {
    text.chars().count() as i32 * size * 6 / 10
}

fn text(out: &mut String, at: (i32, i32), text: &str, style: &str) {
    let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" {style}>{}</text>", at.0, at.1, escaped(text));
}

/// Draws a board in the upper left corner of its place, under its heading, which ends where those beside
/// it do.
fn draw_cell(picture: &mut Picture, sheet: &Sheet<'_>, cell: &Cell<'_>, (x, y): (i32, i32), head: i32) {
    let out = &mut picture.body;
    let blank = head - cell.heading.len() as i32 * LINE;
    for (i, line) in cell.heading.iter().enumerate() {
        let base = y + blank + (i as i32 + 1) * LINE - 8;
        if i == 0 {
            let name = format!("font-size=\"20\" font-weight=\"700\" fill=\"{INK}\"");
            text(out, (x + LEFT, base), line, &name);
            if cell.heading.len() > 1 {
                let style = format!("font-size=\"18\" fill=\"{PALE}\" text-anchor=\"end\"");
                text(out, (x + cell.wide, base), &cell.panel.code, &style);
            }
        } else {
            let style = format!("font-size=\"15\" fill=\"{INK}\" font-family=\"{MONO}\"");
            text(out, (x + LEFT, base), line, &style);
        }
    }
    let Some(view) = cell.view else {
        text(out, (x + LEFT, y + head + 20), "no diagram", &format!("font-size=\"15\" fill=\"{PALE}\""));
        return;
    };
    let _ =
        writeln!(out, "<g>\n<title>{}</title>", escaped(&format!("{}, {}", cell.panel.name, view.caption)));
    board::draw(picture, sheet, cell.panel, view, (x + LEFT, y + head));
    let out = &mut picture.body;
    let style = format!("font-size=\"15\" fill=\"{PALE}\"");
    text(out, (x + LEFT, y + head + ranks(view) * SIDE + 40), &capital_word(&view.caption), &style);
    out.push_str("</g>\n");
}

/// Captions begin with a square, which stays as it is.
fn capital_word(text: &str) -> String {
    match text.split_once(", ") {
        Some((square, rest)) => format!("{square} \u{2013} {rest}"),
        None => capital(text),
    }
}

/// The legend: only what occurs. Gives back where it ends.
fn legend(picture: &mut Picture, sheet: &Sheet<'_>, mut y: i32, wide: i32) -> i32 {
    let (tall, entry) = ENTRY;
    let columns = (wide / entry).max(1) as usize;
    let entries: Vec<Meaning<'_>> = sheet
        .legend
        .iter()
        .map(|(marks, meaning)| Meaning::Marks(*marks, meaning))
        .chain(sheet.terrain.iter().map(|&id| Meaning::Terrain(id)))
        .collect();
    for row in entries.chunks(columns) {
        for (i, meaning) in row.iter().enumerate() {
            let x = MARGIN + i as i32 * entry;
            let out = &mut picture.body;
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"36\" height=\"36\" fill=\"#f5f2ec\" stroke=\"#dcd6ca\"/>"
            );
            let words = match meaning {
                Meaning::Terrain(id) => {
                    let terrain = &sheet.variant.terrain[usize::from(*id)];
                    glyph::terrain(out, (x + 18, y + 18), terrain.sign(), false);
                    terrain.name.clone()
                }
                Meaning::Marks(marks, meaning) => {
                    let over =
                        [Mark::Hurdle, Mark::Through, Mark::Return, Mark::Null, Mark::Spent, Mark::Trap];
                    let on_piece = over.iter().any(|&m| marks.has(m));
                    if on_piece {
                        let theirs = marks.has(Mark::Through) || marks.has(Mark::Spent);
                        let side = if theirs { sheet.side.other() } else { sheet.side };
                        let mover = marks.has(Mark::Return) || marks.has(Mark::Trap);
                        glyph::token(out, (x + 18, y + 18), "", side, mover);
                    }
                    for mark in marks.iter() {
                        picture.shapes.draw(out, (x + 18, y + 18), (mark, *marks), on_piece, (1, 0));
                    }
                    capital(meaning)
                }
            };
            text(out, (x + 48, y + 23), &words, &format!("font-size=\"16\" fill=\"{INK}\""));
        }
        y += tall;
    }
    y
}

/// What a line of the legend is about.
enum Meaning<'a> {
    Marks(Marks, &'a str),
    Terrain(TerrainId),
}

/// With the characters replaced that mean something in XML, or may not occur in it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
