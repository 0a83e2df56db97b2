//! A game around a movement that stands alone.

use chv_dsl::diagnostics::{Diagnostic, Severity, human};
use chv_dsl::model::{Movement as Model, Square, Variant};
use chv_dsl::movement::{self, Dialect, Problem, possible_targets};
use chv_dsl::{NoFiles, SourceFile, compile};
use chv_runtime::{BoardSize, Side, SquareSet};

use crate::shell::{Failure, Shell};

/// The smallest and the largest board for a movement.
const LEAST: u8 = 5;
const MOST: u8 = 16;

/// Makes a game in which a piece has this movement. Without a size the board is as large as the
/// movement needs.
pub(crate) fn variant(
    shell: &mut Shell<'_>,
    text: &str,
    size: Option<BoardSize>,
) -> Result<Variant, Failure> {
    let (parsed, problems) = movement::parse(text, Dialect::Chv);
    if !problems.is_empty() {
        shell.show(&shown(text, problems.clone()));
    }
    let Some(parsed) = parsed.filter(|_| problems.iter().all(|p| !p.error)) else {
        return Err(Failure::Fault(format!("`{text:.60}` is no movement")));
    };
    let canonical = parsed.canonical();
    match size {
        Some(size) => on_board(&canonical, size),
        None => {
            let square = |side| on_board(&canonical, BoardSize { files: side, ranks: side });
            let wide = square(MOST - 1).or_else(|_| square(MOST))?;
            let least = comfortable(&wide).max(castling(&canonical));
            // What has no room there to begin gets more.
            for side in (least..MOST - 1).step_by(2) {
                if let Ok(variant) = square(side) {
                    return Ok(variant);
                }
            }
            Ok(wide)
        }
    }
}

/// The side of a board on which a movement has room, but is not lost: of a ride two steps.
fn comfortable(wide: &Variant) -> u8 {
    match reach(wide) {
        None | Some((_, 0..=3)) => 7,
        Some((_, far @ 4..=6)) => 2 * far + 1,
        Some((near, _)) => (4 * near.max(1) + 1).clamp(9, MOST - 1),
    }
}

/// The side of a board on which castling by so many squares has room to both sides, if it can.
fn castling(movement: &str) -> u8 {
    steps(movement).map_or(0, |steps| steps.saturating_mul(2).saturating_add(3).min(MOST))
}

/// How far a movement castles.
fn steps(movement: &str) -> Option<u8> {
    let (_, rest) = movement.split_once('O')?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some(digits.parse().unwrap_or(2))
}

/// Reads `WxH`.
pub(crate) fn size(text: &str) -> Result<BoardSize, String> {
    let number = |t: &str| t.parse::<u8>().ok().filter(|n| (LEAST..=MOST).contains(n));
    match text.split_once(['x', 'X']).map(|(w, h)| (number(w), number(h))) {
        Some((Some(files), Some(ranks))) => Ok(BoardSize { files, ranks }),
        _ => Err(format!("expected a size from {LEAST}x{LEAST} to {MOST}x{MOST}, such as `8x8`")),
    }
}

/// Problems with carets under the text of the movement.
fn shown(text: &str, problems: Vec<Problem>) -> String {
    let file = SourceFile { name: "movement".to_owned(), text: text.to_owned() };
    let diagnostics: Vec<Diagnostic> = problems
        .into_iter()
        .map(|p| Diagnostic {
            severity: if p.error { Severity::Error } else { Severity::Warning },
            code: p.code,
            message: p.message,
            file: 0,
            span: p.span,
            here: String::new(),
            labels: Vec::new(),
            notes: p.notes,
            help: p.help,
        })
        .collect();
    human(&diagnostics, &[file], false)
}

/// The game on a board. What stands where only says where the piece begins and what castles.
fn on_board(movement: &str, size: BoardSize) -> Result<Variant, Failure> {
    let BoardSize { files, ranks } = size;
    let text = rules(movement, size);
    let file = SourceFile { name: "movement.chv".to_owned(), text };
    let compiled = compile(file, &NoFiles, &[]);
    let reasons: Vec<&str> = compiled
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| d.message.as_str())
        .collect();
    compiled.variant.ok_or_else(|| {
        Failure::Fault(format!(
            "`{movement:.60}` cannot be drawn on a board of {files}x{ranks}: {}",
            reasons.join("; ")
        ))
    })
}

/// A row of pieces on the second rank, as initial movements want it, or only one between others on the
/// first, as castling does. Kings are there to be captured.
fn rules(movement: &str, size: BoardSize) -> String {
    let BoardSize { files, ranks } = size;
    let steps = steps(movement);
    let castles = steps.is_some();
    let rank = |piece: char| match castles {
        true => files.to_string(),
        false => piece.to_string().repeat(usize::from(files)),
    };
    let back = |mover: char, other: char| -> String {
        // A long way to castle may have room to one side only.
        let home = steps.map_or(0, |n| n.saturating_add(1)).max(files / 2).min(files - 1);
        (0..files).map(|f| if f == home { mover } else { other }).collect()
    };
    format!(
        "variant \"Movement\" {{\n  board {files}x{ranks}\n  piece Piece A {movement}\n  \
         piece Other E none\n  piece King K none {{ royal }}\n  setup {{\n    \
         {ranks} {}\n    {} {}\n    3 K{}k\n    2 {}\n    1 {}\n  }}\n  end {{ checkmate loses; stalemate draws }}\n}}\n",
        back('a', 'e'),
        ranks - 1,
        rank('a'),
        files - 2,
        rank('A'),
        back('A', 'E'),
    )
}

/// How far the nearest and the farthest squares are to which a movement could lead from the middle of a
/// large board.
fn reach(variant: &Variant) -> Option<(u8, u8)> {
    let size = variant.board.size;
    let middle = Square((size.squares() / 2) as u8);
    let far =
        |s: Square| size.file(s).abs_diff(size.file(middle)).max(size.rank(s).abs_diff(size.rank(middle)));
    let walks = variant.actions.iter().filter(|a| a.side == Side::White).filter_map(|a| match &a.movement {
        Model::Walk(walk) => Some(walk),
        _ => None,
    });
    let all: Vec<u8> =
        walks.flat_map(|walk| possible_targets(walk, &variant.board, middle).squares().map(far)).collect();
    Some((all.iter().copied().filter(|&n| n > 0).min()?, all.iter().copied().max()?))
}
