//! Sheets for a terminal.

use std::fmt::Write;

use chv_dsl::diagram::Marks;
use chv_runtime::{Square, SquareSet};

use super::sheet::{Panel, Sheet, View};
use super::symbols::{colour, symbols};
use super::words;

/// The text of a sheet.
pub(crate) fn write(sheet: &Sheet<'_>, coloured: bool) -> String {
    let mut out = String::new();
    heading(&mut out, sheet);
    for panel in &sheet.panels {
        if !sheet.single {
            let _ = write!(out, "\n{} ({})  {}\n", panel.name, panel.code, panel.movement);
        }
        for view in &panel.scenes {
            board(&mut out, sheet, panel, view, coloured);
        }
    }
    if !sheet.legend.is_empty() {
        out.push('\n');
    }
    for (marks, meaning) in &sheet.legend {
        let _ = writeln!(out, "  {}  {meaning}", painted(&symbols(*marks), *marks, coloured));
    }
    for &id in &sheet.terrain {
        let terrain = &sheet.variant.terrain[usize::from(id)];
        let _ = writeln!(out, "  {}  {}", terrain.sign(), terrain.name);
    }
    out
}

fn heading(out: &mut String, sheet: &Sheet<'_>) {
    out.push_str(&sheet.title);
    if !sheet.subtitle.is_empty() {
        let _ = write!(out, ": {}", sheet.subtitle);
    }
    out.push('\n');
    let still = |p: &Panel<'_>| p.scenes.is_empty() && words::borrowed(sheet.variant, p.kind).is_empty();
    if sheet.panels.iter().all(still) && sheet.single {
        out.push_str("It does not move.\n");
    }
}

fn board(out: &mut String, sheet: &Sheet<'_>, panel: &Panel<'_>, view: &View<'_>, coloured: bool) {
    let scene = view.scene;
    let size = sheet.variant.board.size;
    let (files, ranks) = (scene.frame.files, scene.frame.ranks);
    let cell = |square: Square| -> (String, String, Marks) {
        let marks = scene.marks_on(square);
        let stands = if square == scene.origin {
            sheet.code(sheet.side, panel.kind)
        } else if let Some(p) = scene.pieces.iter().find(|p| p.0 == square) {
            sheet.code(p.1, p.2)
        } else if let Some(t) = scene.terrain.iter().find(|t| t.0 == square) {
            sheet.variant.terrain[usize::from(t.1)].sign().to_string()
        } else if sheet.variant.board.holes.has(square) {
            " ".to_owned()
        } else if marks.is_empty() {
            ".".to_owned()
        } else {
            String::new()
        };
        (stands, symbols(marks), marks)
    };
    let at = |file: u8, rank: u8| size.at(i32::from(file), i32::from(rank));
    let squares = || (ranks.0..=ranks.1).flat_map(|r| (files.0..=files.1).filter_map(move |f| at(f, r)));
    let width = squares()
        .map(|s| {
            let (stands, marks, _) = cell(s);
            stands.chars().count() + marks.chars().count()
        })
        .max()
        .unwrap_or(1);
    let _ = write!(out, "\n{}\n", view.caption);
    for rank in (ranks.0..=ranks.1).rev() {
        let mut line = format!("{:>2} ", rank + 1);
        for file in files.0..=files.1 {
            let Some(square) = at(file, rank) else { continue };
            let (stands, symbols, marks) = cell(square);
            let blank = width - stands.chars().count() - symbols.chars().count();
            let _ = write!(line, " {stands}{}{:blank$}", painted(&symbols, marks, coloured), "");
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    let mut line = "   ".to_owned();
    for file in files.0..=files.1 {
        let _ = write!(line, " {:<width$}", char::from(b'a' + file));
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

fn painted(text: &str, marks: Marks, coloured: bool) -> String {
    if coloured && !text.is_empty() {
        format!("\u{1b}[1;38;5;{}m{text}\u{1b}[0m", colour(marks))
    } else {
        text.to_owned()
    }
}
