//! A position drawn with letters for a terminal.

use chv_runtime::fen::piece_code;
use chv_runtime::{Record, Side, Spec, SquareSet};

/// Draws a position from White's side: the board with its ranks and files, and hands if there are
/// any.
pub(crate) fn draw(record: &Record, spec: &Spec) -> String {
    let width = (0..spec.kinds.len() as u8)
        .map(|kind| code(spec, Side::White, kind).chars().count())
        .max()
        .unwrap_or(1)
        .max(1);
    let mut out = String::new();
    hand(&mut out, record, spec, Side::Black);
    for rank in (0..spec.size.ranks).rev() {
        out.push_str(&format!("{:>2} ", rank + 1));
        for file in 0..spec.size.files {
            let square = spec.size.at(i32::from(file), i32::from(rank));
            let text = square.map_or_else(String::new, |square| {
                let terrain = record.terrain.get(square.index()).copied().unwrap_or(0);
                match record.squares.get(square.index()).copied().flatten() {
                    Some(piece) => code(spec, piece.side, piece.kind),
                    None if spec.holes.has(square) => " ".to_owned(),
                    None => match (terrain as usize).checked_sub(1).and_then(|i| spec.terrain.get(i)) {
                        Some(terrain) => terrain.code.map_or_else(|| "~".to_owned(), |c| c.to_string()),
                        None => ".".to_owned(),
                    },
                }
            });
            out.push_str(&format!(" {text:>width$}"));
        }
        out.push('\n');
    }
    out.push_str("   ");
    for file in 0..spec.size.files {
        out.push_str(&format!(" {:>width$}", (b'a' + file) as char));
    }
    out.push('\n');
    hand(&mut out, record, spec, Side::White);
    out
}

/// The code of a piece without brackets: squares are far enough apart here.
fn code(spec: &Spec, side: Side, kind: u8) -> String {
    let code = piece_code(spec, chv_runtime::record::Piece { side, kind });
    code.trim_start_matches('[').trim_end_matches(']').to_owned()
}

fn hand(out: &mut String, record: &Record, spec: &Spec, side: Side) {
    let held: Vec<String> = record.hands[side.index()]
        .iter()
        .enumerate()
        .filter(|&(_, &count)| count > 0)
        .map(|(kind, count)| format!("{} x{count}", code(spec, side, kind as u8)))
        .collect();
    if !held.is_empty() {
        out.push_str(&format!("{side} holds {}\n", held.join(", ")));
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use chv_runtime::record::Piece;
    use chv_runtime::spec::{KindSpec, TerrainSpec};
    use chv_runtime::{BoardSize, Set256, fen};

    use super::*;

    #[test]
    fn long_codes_holes_terrain_and_hands_are_drawn() {
        let kind = |name: &'static str, code: &'static str| KindSpec {
            name: name.into(),
            code: code.into(),
            royal: false,
            count: (0, 9),
        };
        let size = BoardSize { files: 3, ranks: 2 };
        let mut spec = Spec {
            name: "drawn".into(),
            title: "Drawn".into(),
            aliases: Cow::Borrowed(&[]),
            size,
            holes: Set256::default(),
            kinds: vec![kind("Walker", "W"), kind("Jumper", "[Ju]")].into(),
            terrain: vec![TerrainSpec { name: "Mud".into(), code: Some('%'), blocks: false }].into(),
            rights: Cow::Borrowed(&[]),
            hands: true,
            fields: Cow::Borrowed(&[]),
            options: Cow::Borrowed(&[]),
            start: "3/3".into(),
        };
        let mut record = fen::empty(&spec);
        record.squares[0] = Some(Piece { side: Side::White, kind: 1 });
        record.squares[5] = Some(Piece { side: Side::Black, kind: 0 });
        record.terrain[1] = 1;
        record.hands[0][1] = 2;
        let expected = " 2   .  .  w\n 1  Ju  %  .\n     a  b  c\nWhite holds Ju x2\n";
        assert_eq!(draw(&record, &spec), expected);
        spec.holes = [chv_runtime::Square(3)].into_iter().collect();
        assert!(draw(&record, &spec).starts_with(" 2      .  w\n"), "{}", draw(&record, &spec));
    }
}
