//! The start position: rows, hands, the side that begins. Rights are settled with castling.

use std::collections::BTreeMap;

use chv_runtime::{Piece, Side, SquareSet};

use super::Resolver;
use crate::diagnostics::codes;
use crate::model::{KindId, TerrainSpelling};
use crate::syntax::{At, Entry, SetupLine, Span, Word};

/// What stands on a square of a row.
enum Cell {
    Piece(Piece),
    Terrain(u8),
    Hole,
}

/// So many squares, and what stands there, unless they are empty.
type Run = (usize, Option<(Cell, Span)>);

impl Resolver {
    /// There is no set-up.
    pub(super) fn no_setup(&mut self, title: Span) {
        self.clear_start();
        if !self.merged.incomplete {
            self.report
                .error(codes::NO_SETUP, title, "there is no set-up")
                .help("add `setup { ... }`, with a line for each rank that has pieces");
        }
    }

    fn clear_start(&mut self) {
        let squares = self.areas.size.squares();
        let kinds = self.variant.kinds.len();
        let record = &mut self.variant.start.record;
        record.squares = vec![None; squares];
        record.terrain = vec![0; squares];
        record.hands = [vec![0; kinds], vec![0; kinds]];
    }

    pub(super) fn read_setup(&mut self, lines: Vec<Entry<SetupLine>>) {
        self.clear_start();
        let place = self.setup.unwrap_or_default();
        self.variant.start.source = self.source(place);
        let (mut rows, mut hands) = (BTreeMap::new(), BTreeMap::new());
        let (mut side, mut rights) = (None, None);
        for entry in self.merged.live(lines, &mut self.report) {
            let first = match &entry.what {
                SetupLine::Row(rank, _) => rows.insert(rank.value, rank.span),
                SetupLine::Hand(black, _) => hands.insert(*black, entry.span),
                SetupLine::Side(_) => side.replace(entry.span),
                SetupLine::Rights(_) => rights.replace(entry.span),
            };
            if let Some(first) = first {
                let place = if let SetupLine::Row(rank, _) = &entry.what { rank.span } else { entry.span };
                self.report
                    .error(codes::GIVEN_TWICE, place, "this line is given twice")
                    .label(first, "first given here");
                continue;
            }
            match entry.what {
                SetupLine::Row(rank, cells) => self.row(&rank, &cells),
                SetupLine::Hand(black, letters) => self.hand(black, &letters),
                SetupLine::Side(black) => {
                    self.variant.start.record.side = if black { Side::Black } else { Side::White };
                }
                SetupLine::Rights(letters) => self.rights = Some((entry.span, letters)),
            }
        }
        let record = &self.variant.start.record;
        if record.squares.iter().all(Option::is_none)
            && record.hands.iter().flatten().all(|n| *n == 0)
            && !self.merged.incomplete
            && !self.report.has_errors()
        {
            self.report.error(codes::NO_SETUP, place, "the set-up has no pieces");
        }
    }

    fn row(&mut self, rank: &At<u32>, cells: &Word) {
        let size = self.areas.size;
        if !(1..=u32::from(size.ranks)).contains(&rank.value) {
            self.report
                .error(codes::NO_RANK, rank.span, format!("there is no rank {} on this board", rank.value))
                .note(format!("the ranks are 1 to {}", size.ranks));
            return;
        }
        let Some(row) = self.cells(cells) else { return };
        let width: usize = row.iter().map(|(n, _)| n).sum();
        if width != usize::from(size.files) {
            let message = format!("this row has {width} squares, and the board has {} files", size.files);
            let diagnostic = self.report.error(codes::ROW_WIDTH, cells.span, message);
            if size.files > 9 {
                diagnostic.note("numbers are read as far as they go: `11` is eleven empty squares");
            }
            return;
        }
        let mut file = 0;
        for (count, cell) in row {
            let place = size.at(file as i32, rank.value as i32 - 1);
            file += count;
            let (Some((cell, at)), Some(square)) = (cell, place) else { continue };
            let hole = self.areas.holes.has(square);
            match cell {
                Cell::Hole if hole => {}
                Cell::Hole => {
                    let message = format!("`{}` is no hole", size.name(square));
                    self.report.error(codes::HOLE, at, message);
                }
                _ if hole => {
                    let message = format!("`{}` is a hole: nothing can stand there", size.name(square));
                    self.report.error(codes::HOLE, at, message);
                }
                Cell::Piece(piece) => self.variant.start.record.squares[square.index()] = Some(piece),
                Cell::Terrain(id) => self.variant.start.record.terrain[square.index()] = id + 1,
            }
        }
    }

    /// The parts of a row: how many squares, and what stands there. `None` if something is unknown.
    fn cells(&mut self, word: &Word) -> Option<Vec<Run>> {
        let digits = if self.areas.size.files > 9 { 2 } else { 1 };
        let mut row = Vec::new();
        let mut good = true;
        let mut rest = word.value.as_str();
        while let Some(c) = rest.chars().next() {
            let start = word.span.start + (word.value.len() - rest.len()) as u32;
            let number = rest.bytes().take(digits).take_while(u8::is_ascii_digit).count();
            if number > 0 {
                row.push((rest[..number].parse().unwrap_or(0), None));
                rest = &rest[number..];
                continue;
            }
            let length = code_length(rest);
            let text = &rest[..length];
            let span = Span { start, end: start + length as u32, ..word.span };
            rest = &rest[length..];
            if let Some(piece) = self.piece(text) {
                row.push((1, Some((Cell::Piece(piece), span))));
            } else if let Some(id) =
                self.variant.terrain.iter().position(|t| t.spelling == TerrainSpelling::Sign(c))
            {
                row.push((1, Some((Cell::Terrain(id as u8), span))));
            } else if c == self.hole_char() && !self.areas.holes.is_empty() {
                row.push((1, Some((Cell::Hole, span))));
            } else {
                good = false;
                self.unknown_letter(text, span);
            }
        }
        good.then_some(row)
    }

    /// The sign of a hole in a row, as in FEN.
    fn hole_char(&self) -> char {
        let free = |c: &char| !self.variant.terrain.iter().any(|t| t.spelling == TerrainSpelling::Sign(*c));
        ['*', '#', '_'].into_iter().find(free).unwrap_or('_')
    }

    fn unknown_letter(&mut self, text: &str, span: Span) {
        if self.merged.incomplete || self.variant.kinds.is_empty() {
            return;
        }
        let letters: Vec<String> = self.variant.kinds.iter().map(|k| format!("`{}`", k.code)).collect();
        self.report
            .error(codes::NO_LETTER, span, format!("no piece has the code `{text}`"))
            .note(format!("the codes are {} (in lower case for Black)", letters.join(", ")));
    }

    /// The piece that a code means, without brackets or with.
    pub(super) fn piece(&self, text: &str) -> Option<Piece> {
        let bare = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(text);
        let bracketed = bare.len() != text.len();
        let lower = bare.to_ascii_lowercase();
        (0u8..).zip(&self.variant.kinds).find_map(|(kind, k)| {
            let long = k.code.len() > 1 && !k.code.starts_with('+');
            let side = match bare {
                _ if k.code.is_empty() || long != bracketed => return None,
                _ if k.code == bare => Side::White,
                _ if k.code.to_ascii_lowercase() == lower && lower == bare => Side::Black,
                _ => return None,
            };
            Some(Piece { side, kind: kind as KindId })
        })
    }

    fn hand(&mut self, black: bool, word: &Word) {
        let side = if black { Side::Black } else { Side::White };
        let mut rest = word.value.as_str();
        while !rest.is_empty() {
            let start = word.span.start + (word.value.len() - rest.len()) as u32;
            let length = code_length(rest);
            let (text, span) = (&rest[..length], Span { start, end: start + length as u32, ..word.span });
            rest = &rest[length..];
            match self.piece(text) {
                Some(piece) if piece.side == side => {
                    let count = &mut self.variant.start.record.hands[side.index()][usize::from(piece.kind)];
                    *count = count.saturating_add(1);
                }
                Some(_) => {
                    let case = if black { "lower" } else { "upper" };
                    self.report
                        .error(codes::HAND, span, format!("`{text}` is a piece of the other side"))
                        .note(format!("{side}'s pieces are written in {case} case"));
                }
                None => self.unknown_letter(text, span),
            }
        }
    }

    /// Hands need drops: nothing else can be done with what is in them.
    pub(super) fn hands_without_drops(&mut self) {
        if self.variant.start.record.hands.iter().flatten().any(|n| *n > 0) && !self.merged.incomplete {
            let place = self.setup.unwrap_or_default();
            self.report
                .error(codes::HAND, place, "pieces in hand can never be dropped")
                .help("add `drops` to the variant");
        }
    }
}

/// How many bytes the code at the start of a text takes.
fn code_length(text: &str) -> usize {
    let mut chars = text.char_indices();
    let first = chars.next().map_or(0, |(_, c)| c.len_utf8());
    match text.as_bytes().first() {
        Some(b'[') => text.find(']').map_or(text.len(), |i| i + 1),
        Some(b'+') => chars.next().map_or(first, |(i, c)| i + c.len_utf8()),
        _ => first,
    }
}
