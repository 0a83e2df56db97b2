//! Games made for one row of a table: one kind of piece with the movement of the row, on a board of
//! the row's size.

use chv_runtime::BoardSize;

/// Who stands on the boards of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cast {
    /// One mover and blocking pieces.
    Alone,
    /// Also a king a side, which must not be left in check.
    WithKings,
}

/// The rules text of such a game.
pub(crate) fn rules(movement: &str, size: BoardSize, cast: Cast) -> String {
    game(&[("A".to_owned(), movement.to_owned())], size, cast)
}

/// The rules text of a game with several movers, each with its code and movement. `i` movement is
/// allowed from the owner's second rank: that is how the tables read it. The set-up is only there
/// because every game has one.
pub(crate) fn game(movers: &[(String, String)], size: BoardSize, cast: Cast) -> String {
    let BoardSize { files, ranks } = size;
    let gap = |used: u8| match files.saturating_sub(used) {
        0 => String::new(),
        n => n.to_string(),
    };
    let code = |code: &str| if code.len() == 1 { code.to_owned() } else { format!("[{code}]") };
    let (king, mate) = match cast {
        Cast::Alone => ("", ""),
        Cast::WithKings => ("  piece King K K { royal }\n", "checkmate loses; "),
    };
    let first = movers.first().map_or_else(|| "I".to_owned(), |(name, _)| code(name));
    let setup = match cast {
        Cast::Alone => format!("1 {first}{}", gap(1)),
        Cast::WithKings if ranks == 1 => format!("1 K{}k", gap(2)),
        Cast::WithKings => format!("{ranks} {}k\n    1 K{}", gap(1), gap(1)),
    };
    let start = |movement: &str| {
        if ranks >= 2 && movement.contains('i') { " { initial on rank 2 }" } else { "" }
    };
    let pieces: String = movers
        .iter()
        .map(|(name, movement)| format!("  piece Mover{name} {} {movement}{}\n", code(name), start(movement)))
        .collect();
    format!(
        "variant \"Row\" {{\n  board {files}x{ranks}\n{king}{pieces}  piece Blocker I none\n  \
         setup {{\n    {setup}\n  }}\n  end {{ {mate}stalemate draws }}\n}}\n"
    )
}

/// The size of the board that a FEN describes, if its rows are of one length.
pub(crate) fn size(fen: &str) -> Option<BoardSize> {
    let board = fen.split_whitespace().next()?;
    let rows: Vec<Option<u32>> = board.split('/').map(width).collect();
    let files = rows[0]?;
    let fits = |n: usize| (1..=16).contains(&n).then_some(n as u8);
    if rows.iter().any(|&r| r != Some(files)) {
        return None;
    }
    Some(BoardSize { files: fits(files as usize)?, ranks: fits(rows.len())? })
}

/// The number of squares of one row.
fn width(row: &str) -> Option<u32> {
    let mut total = 0u32;
    let mut number = 0u32;
    for c in row.chars() {
        match c.to_digit(10) {
            Some(digit) => number = number.checked_mul(10)?.checked_add(digit)?,
            None if c == '+' => {}
            None => {
                total = total.checked_add(number)?.checked_add(1)?;
                number = 0;
            }
        }
    }
    total.checked_add(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_come_from_the_rows() {
        for (fen, files, ranks) in
            [("8/8/8/8/3A4/8/8/8 w - - 0 1", 8, 8), ("10/10/IIA7 w", 10, 3), ("9/+A8", 9, 2), ("1A1", 3, 1)]
        {
            assert_eq!(size(fen), Some(BoardSize { files, ranks }), "{fen}");
        }
        for fen in ["", "8/7", "17", "99999999999999", "8/8/"] {
            assert_eq!(size(fen), None, "{fen}");
        }
    }
}
