//! Squares, sides and board sizes, and their spelling.
//!
//! Squares are numbered densely at the real width: `a1` is 0, `b1` is 1, and so on rank by rank
//! from White's side. The spelling is a file letter and a rank number (`a1`, `p16`).

use core::fmt;

/// Most files or ranks a board may have.
pub const MAX_SIDE: u8 = 16;

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Side {
    /// The player who moves first and whose home ranks are the lowest.
    White = 0,
    /// The other player.
    Black = 1,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`, as FEN writes it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// A square: its dense number on a board of known size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u8);

impl Square {
    /// The number as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Width and height of a board, each 1 to [`MAX_SIDE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardSize {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
}

impl BoardSize {
    /// Number of squares, holes included: 1 to 256.
    #[must_use]
    pub const fn squares(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The square on a file and rank, both counted from 0; `None` off the board.
    #[must_use]
    pub const fn at(self, file: i32, rank: i32) -> Option<Square> {
        if file < 0 || rank < 0 || file >= self.files as i32 || rank >= self.ranks as i32 {
            return None;
        }
        Some(Square((rank * self.files as i32 + file) as u8))
    }

    /// File of a square, from 0.
    #[inline]
    #[must_use]
    pub const fn file(self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// Rank of a square, from 0.
    #[inline]
    #[must_use]
    pub const fn rank(self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// The square reached by a step of `dx` files and `dy` ranks; `None` off the board.
    #[must_use]
    pub const fn step(self, square: Square, dx: i32, dy: i32) -> Option<Square> {
        self.at(self.file(square) as i32 + dx, self.rank(square) as i32 + dy)
    }

    /// The same file seen from the other side of the board.
    #[must_use]
    pub const fn mirrored(self, square: Square) -> Square {
        Square((self.ranks - 1 - self.rank(square)) * self.files + self.file(square))
    }

    /// The square under a turn of the board by 180 degrees.
    #[must_use]
    pub const fn rotated(self, square: Square) -> Square {
        Square((self.squares() - 1) as u8 - square.0)
    }

    /// The spelling of a square, such as `e4` or `p16`.
    #[must_use]
    pub fn name(self, square: Square) -> String {
        format!("{}{}", (b'a' + self.file(square)) as char, self.rank(square) + 1)
    }

    /// Reads one square from the start of `text`: the square and how many bytes it took. Ranks are
    /// read greedily: `a10` is one square, and none at all on a board of nine ranks.
    #[must_use]
    pub fn read(self, text: &str) -> Option<(Square, usize)> {
        let bytes = text.as_bytes();
        let letter = *bytes.first()?;
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let digits = bytes[1..].iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        let rank: i32 = text.get(1..1 + digits)?.parse().ok()?;
        if bytes[1] == b'0' {
            return None;
        }
        self.at(i32::from(letter - b'a'), rank - 1).map(|s| (s, 1 + digits))
    }

    /// Reads a whole text as one square.
    #[must_use]
    pub fn parse(self, text: &str) -> Option<Square> {
        self.read(text).filter(|&(_, used)| used == text.len()).map(|(s, _)| s)
    }

    /// All squares in number order.
    pub fn all(self) -> impl Iterator<Item = Square> {
        (0..self.squares()).map(|i| Square(i as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_names_agree() {
        for (files, ranks) in [(8, 8), (9, 10), (16, 16), (1, 1), (1, 16), (10, 8)] {
            let size = BoardSize { files, ranks };
            assert_eq!(size.all().count(), size.squares());
            for square in size.all() {
                let name = size.name(square);
                assert_eq!(size.parse(&name), Some(square), "{name}");
                assert_eq!(size.read(&format!("{name}x")), Some((square, name.len())));
                let (file, rank) = (size.file(square), size.rank(square));
                assert_eq!(size.at(file.into(), rank.into()), Some(square));
                let mirrored = size.mirrored(square);
                assert_eq!((size.file(mirrored), size.rank(mirrored)), (file, ranks - 1 - rank));
                assert_eq!(size.mirrored(mirrored), square);
                let rotated = size.rotated(square);
                assert_eq!((size.file(rotated), size.rank(rotated)), (files - 1 - file, ranks - 1 - rank));
                for (dx, dy) in [(0, 1), (-1, 0), (2, -1), (-17, 0), (0, 17)] {
                    let (x, y) = (i32::from(file) + dx, i32::from(rank) + dy);
                    let inside = (0..files.into()).contains(&x) && (0..ranks.into()).contains(&y);
                    assert_eq!(size.step(square, dx, dy).is_some(), inside);
                }
            }
        }
    }

    #[test]
    fn other_texts_are_no_squares() {
        let size = BoardSize { files: 9, ranks: 10 };
        // trap 138: ranks count from 1 and have two digits.
        for text in ["", "a", "a0", "a01", "a11", "j1", "A1", "a1 ", "é1", "aé", "1a", "a-1", "a+1", "a:"] {
            assert_eq!(size.parse(text), None, "{text}");
        }
        assert_eq!(size.read("a10b10"), Some((Square(81), 3)));
        assert_eq!(BoardSize { files: 8, ranks: 9 }.read("a10"), None);
    }
}
