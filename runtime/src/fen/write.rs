//! A record as text.

use core::fmt::Write;

use super::{hole_char, is_hole, piece_code};
use crate::geometry::Side;
use crate::record::{Piece, Record};
use crate::spec::{FieldShape, Spec};

/// Writes a record as FEN. The same record always gives the same text.
#[must_use]
pub fn write(record: &Record, spec: &Spec) -> String {
    let mut out = String::with_capacity(96);
    board(&mut out, record, spec);
    if spec.hands {
        hands(&mut out, record, spec);
    }
    out.push(' ');
    out.push(record.side.letter());
    out.push(' ');
    let before = out.len();
    for (i, right) in spec.rights.iter().enumerate() {
        if record.rights >> i & 1 != 0 {
            out.push(right.letter);
        }
    }
    if out.len() == before {
        out.push('-');
    }
    out.push(' ');
    if record.passed.is_empty() {
        out.push('-');
    }
    for &square in &record.passed {
        out.push_str(&spec.size.name(square));
    }
    // Writing to a string cannot fail.
    let _ = write!(out, " {} {}", record.clock, record.number);
    let further = further(record, spec);
    if !further.is_empty() {
        let list: Vec<String> = further.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let _ = write!(out, " {{{}}}", list.join("; "));
    }
    out
}

fn board(out: &mut String, record: &Record, spec: &Spec) {
    let hole = hole_char(spec);
    for rank in (0..spec.size.ranks).rev() {
        let mut gap = 0;
        let flush = |out: &mut String, gap: &mut u32| {
            if *gap > 0 {
                let _ = write!(out, "{gap}");
                *gap = 0;
            }
        };
        for file in 0..spec.size.files {
            let Some(square) = spec.size.at(i32::from(file), i32::from(rank)) else { continue };
            let piece = record.squares.get(square.index()).copied().flatten();
            let terrain = record.terrain.get(square.index()).copied().unwrap_or(0);
            if is_hole(spec, square) {
                flush(out, &mut gap);
                out.push(hole);
            } else if let Some(piece) = piece {
                flush(out, &mut gap);
                out.push_str(&piece_code(spec, piece));
            } else if let Some(sign) = sign(spec, terrain) {
                flush(out, &mut gap);
                out.push(sign);
            } else {
                gap += 1;
            }
        }
        flush(out, &mut gap);
        if rank > 0 {
            out.push('/');
        }
    }
}

/// The character of terrain in the field of the board.
fn sign(spec: &Spec, terrain: u8) -> Option<char> {
    usize::from(terrain).checked_sub(1).and_then(|i| spec.terrain.get(i))?.code
}

fn hands(out: &mut String, record: &Record, spec: &Spec) {
    out.push('[');
    for side in Side::BOTH {
        for (kind, &count) in record.hands[side.index()].iter().enumerate() {
            for _ in 0..count {
                out.push_str(&piece_code(spec, Piece { side, kind: kind as u8 }));
            }
        }
    }
    out.push(']');
}

/// The fields in braces: terrain under pieces or without a character, then the game's own.
fn further(record: &Record, spec: &Spec) -> Vec<(String, String)> {
    let mut list = Vec::new();
    for (i, terrain) in spec.terrain.iter().enumerate() {
        let under: Vec<String> = spec
            .size
            .all()
            .filter(|s| record.terrain.get(s.index()) == Some(&(i as u8 + 1)))
            .filter(|s| terrain.code.is_none() || record.squares.get(s.index()).is_some_and(Option::is_some))
            .map(|s| spec.size.name(s))
            .collect();
        if !under.is_empty() {
            list.push((terrain.name.to_string(), under.join(" ")));
        }
    }
    for field in spec.fields.iter() {
        if field.shape == FieldShape::Text {
            list.extend(record.fields.iter().filter(|(name, _)| *name == field.name).cloned());
        } else if let Some(value) = record.more.write(&field.shape, spec) {
            list.push((field.name.to_string(), value));
        }
    }
    list
}
