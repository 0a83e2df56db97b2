//! The board, the kinds of piece and of terrain, and the start.

use chv_runtime::{BoardSize, Record, Set256, Square, SquareSet};

use super::Source;

/// Index of a kind of piece in [`super::Variant::kinds`]; below 64.
pub type KindId = u8;

/// A set of kinds of piece: bit `i` is kind `i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub struct KindSet(pub u64);

impl KindSet {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// Every kind.
    pub const ALL: Self = Self(u64::MAX);

    /// One kind.
    #[must_use]
    pub const fn of(kind: KindId) -> Self {
        Self(1 << kind)
    }
    /// Whether a kind is in the set.
    #[must_use]
    pub const fn has(self, kind: KindId) -> bool {
        self.0 >> kind & 1 != 0
    }
    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The kinds in either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// The kinds in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    /// The kinds here that are not there.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    /// The kinds in rising order.
    pub fn iter(self) -> impl Iterator<Item = KindId> {
        (0..64).filter(move |&k| self.has(k))
    }
}

impl FromIterator<KindId> for KindSet {
    fn from_iter<I: IntoIterator<Item = KindId>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::NONE, |set, k| set.or(Self::of(k)))
    }
}

/// The board: its size, its holes, its joins, and the lines drawn on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Width and height.
    pub size: BoardSize,
    /// Squares that do not exist. A walk cannot step on one, nor over one that is on its way.
    pub holes: Set256,
    /// Whether the a-file and the last file are neighbours (a cylinder).
    pub joined_files: bool,
    /// Whether the first and the last rank are neighbours.
    pub joined_ranks: bool,
    /// Sets of lines: each a list of pairs of squares between which one may step, in both
    /// directions. An [`super::Edge`] may be limited to the steps of one set.
    pub lines: Vec<Vec<(chv_runtime::Square, chv_runtime::Square)>>,
    /// The named regions, as White sees them and as Black does: kept for messages and text, the
    /// rules refer to squares directly.
    pub regions: Vec<Region>,
}

impl Board {
    /// The square that a step leads to; `None` off the board or onto a hole. Steps cross joined
    /// edges.
    #[must_use]
    pub fn step(&self, from: Square, edge: &super::Edge) -> Option<Square> {
        let (files, ranks) = (i32::from(self.size.files), i32::from(self.size.ranks));
        let mut file = i32::from(self.size.file(from)) + i32::from(edge.dx);
        let mut rank = i32::from(self.size.rank(from)) + i32::from(edge.dy);
        if self.joined_files || edge.wrap {
            file = file.rem_euclid(files);
        }
        if self.joined_ranks {
            rank = rank.rem_euclid(ranks);
        }
        let to = self.size.at(file, rank).filter(|&s| !self.holes.has(s))?;
        let Some(set) = edge.along else { return Some(to) };
        let lines = self.lines.get(usize::from(set))?;
        lines.iter().any(|&(a, b)| (a, b) == (from, to) || (b, a) == (from, to)).then_some(to)
    }
}

/// A named region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// Its squares for White and for Black.
    pub squares: [Set256; 2],
    /// Where it is written.
    pub source: Source,
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// White's code: an upper-case letter, `+` and such a letter, or several letters (written in
    /// brackets in text). Black's is the lower-case form.
    pub code: String,
    /// The text of its `///` comments.
    pub doc: String,
    /// Whether it is royal.
    pub royal: bool,
    /// Whether its moves reset the clock.
    pub resets_clock: bool,
    /// What it is in a captor's hand, and what it was before it was promoted; itself if nothing is
    /// said.
    pub base: KindId,
    /// Its movement as the author wrote it, canonical, one string for each declared movement.
    pub movement: Vec<String>,
    /// Where it is written.
    pub source: Source,
}

/// A kind of terrain: something that lies on a square beside or instead of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terrain {
    /// Its name.
    pub name: String,
    /// How FEN writes it.
    pub spelling: TerrainSpelling,
    /// Whether a square with it can be entered at all. Terrain that blocks is never empty.
    pub blocks: bool,
    /// Whether slides may go on from one square of it to the others: see [`super::Edge::slide`].
    pub joins: bool,
    /// Where it is written.
    pub source: Source,
}

impl Terrain {
    /// One character that stands for it in pictures: its sign, or the first letter of its name.
    #[must_use]
    pub fn sign(&self) -> char {
        match &self.spelling {
            TerrainSpelling::Sign(sign) => *sign,
            TerrainSpelling::Field(_) => self.name.chars().next().unwrap_or('?').to_ascii_lowercase(),
        }
    }
}

/// How FEN writes terrain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TerrainSpelling {
    /// By a character in the field of the board; under pieces, by a field with the terrain's name.
    Sign(char),
    /// By a field of this name that lists the squares.
    Field(String),
}

/// Index of a kind of terrain in [`super::Variant::terrain`].
pub type TerrainId = u8;

/// The start position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// Pieces, hands, side to act, rights and numbers.
    pub record: Record,
    /// Where it is written.
    pub source: Source,
}
