//! A text as a record, with all reasons why it is none.

use core::ops::Range;

use super::{FenError, FenProblem, bare, bracketed, code, empty, hole_char, is_hole};
use crate::geometry::{Side, Square};
use crate::record::{self, Piece, Record, in_field, shown};
use crate::set::SquareSet;
use crate::spec::{FieldShape, Spec};

/// Problems beyond this number are not listed: nonsense of a megabyte needs no megabyte of reasons.
const MOST_PROBLEMS: usize = 24;

/// Reads a text as a record of a game.
///
/// # Errors
/// All reasons at once why the text is not well-formed for this game. Whether the rules accept the
/// position is for [`crate::Rules::position`] to say.
pub fn read(text: &str, spec: &Spec) -> Result<Record, FenError> {
    match read_parts(text, spec) {
        Parts { record: Some(record), problems, .. } if problems.is_empty() => Ok(record),
        Parts { problems, .. } => Err(FenError { problems }),
    }
}

/// What could be read of a text.
pub(super) struct Parts<'a> {
    /// There is a record when board, hands, rights and the fields in braces are sound, so that the rules
    /// can be asked for further reasons.
    pub(super) record: Option<Record>,
    /// What is wrong.
    pub(super) problems: Vec<FenProblem>,
    places: Vec<(&'a str, Range<usize>)>,
    squares_at: Option<Range<usize>>,
}

impl Parts<'_> {
    /// The bytes of the text that a reason of the rules is about; `None` for the position as a whole.
    pub(super) fn place(&self, reason: &str) -> Option<Range<usize>> {
        if reason.starts_with(record::PASSED) {
            return self.squares_at.clone();
        }
        let about = |name: &str| reason.starts_with(&in_field(name, ""));
        self.places.iter().find(|(name, _)| about(name)).map(|(_, span)| span.clone())
    }
}

/// What could be read, and what is wrong.
pub(super) fn read_parts<'a>(text: &'a str, spec: &'a Spec) -> Parts<'a> {
    let mut reader = Reader {
        text,
        spec,
        record: empty(spec),
        problems: Vec::new(),
        more: 0,
        places: Vec::new(),
        text_fields: Vec::new(),
        squares_at: None,
    };
    let sound = reader.all();
    let Reader { record, mut problems, more, places, squares_at, .. } = reader;
    problems.sort_by_key(|p| p.span.start);
    if more > 0 {
        let message = format!("{more} more problems are not listed");
        problems.push(problem(text, text.len()..text.len(), message));
    }
    Parts { record: sound.then_some(record), problems, places, squares_at }
}

/// A reason at its place.
pub(super) fn problem(text: &str, span: Range<usize>, message: String) -> FenProblem {
    let column = text.get(..span.start).unwrap_or(text).chars().count() + 1;
    FenProblem { span, column, message }
}

/// Most bytes of a piece's code with its brackets.
const LONGEST_CODE: usize = 66;

struct Reader<'a> {
    text: &'a str,
    spec: &'a Spec,
    record: Record,
    problems: Vec<FenProblem>,
    more: usize,
    /// The fields in braces that were read, and where they stand.
    places: Vec<(&'a str, Range<usize>)>,
    text_fields: Vec<(String, String)>,
    /// Where the en-passant squares stand.
    squares_at: Option<Range<usize>>,
}

impl<'a> Reader<'a> {
    fn problem(&mut self, span: Range<usize>, message: impl Into<String>) {
        if self.problems.len() >= MOST_PROBLEMS {
            self.more += 1;
            return;
        }
        self.problems.push(problem(self.text, span, message.into()));
    }

    /// Reads everything; whether board, hands, rights and fields in braces are sound.
    fn all(&mut self) -> bool {
        let text = self.text;
        // Braces begin the further fields wherever they stand after the board.
        let brace = text.find(" {").or_else(|| text.find("\t{")).map(|i| i + 1);
        let (plain, further) = text.split_at(brace.unwrap_or(text.len()));
        let mut fields = Vec::new();
        let mut start = None;
        for (i, c) in plain.char_indices().chain([(plain.len(), ' ')]) {
            match (start, c.is_whitespace()) {
                (None, false) => start = Some(i),
                (Some(s), true) => {
                    fields.push((s, &text[s..i]));
                    start = None;
                }
                _ => {}
            }
        }
        let Some(&(board_at, board)) = fields.first() else {
            self.problem(0..text.len(), "the text is empty; a position begins with its board");
            return false;
        };
        self.board(board_at, board);
        self.counts(board_at..board_at + board.len());
        let board_sound = self.problems.is_empty();
        if let Some(&(at, field)) = fields.get(2) {
            self.rights(at, field, board_sound);
        }
        let sound = self.problems.is_empty();
        if let Some(&(at, field)) = fields.get(1) {
            match field {
                "w" => self.record.side = Side::White,
                "b" => self.record.side = Side::Black,
                _ => self.problem(
                    at..at + field.len(),
                    format!("the side to act is `w` or `b`, not `{}`", shown(field)),
                ),
            }
        }
        if let Some(&(at, field)) = fields.get(3) {
            self.passed(at, field);
        }
        // Counters (`3+3`) stand between squares and clock in games that have them.
        let numbers = fields.get(4..).unwrap_or_default();
        let mut plain_numbers = Vec::new();
        for &(at, field) in numbers {
            if field.contains('+') && field.bytes().all(|b| b.is_ascii_digit() || b == b'+') {
                self.problem(
                    at..at + field.len(),
                    format!("`{}` counts checks, which this game does not", shown(field)),
                );
            } else {
                plain_numbers.push((at, field));
            }
        }
        if let Some(&(at, field)) = plain_numbers.first() {
            self.record.clock = self.number(at, field, 0, "the clock").unwrap_or(0);
        }
        if let Some(&(at, field)) = plain_numbers.get(1) {
            self.record.number = self.number(at, field, 1, "the number of the move").unwrap_or(1);
        }
        if let Some(&(at, field)) = plain_numbers.get(2) {
            self.problem(
                at..at + field.len(),
                format!(
                    "nothing may follow the number of the move but fields in braces; here is `{}`",
                    shown(field)
                ),
            );
        }
        let before = self.problems.len();
        if let Some(at) = brace {
            self.further(at, further);
        }
        sound && self.problems.len() == before
    }

    fn number(&mut self, at: usize, field: &str, least: u32, what: &str) -> Option<u32> {
        let digits = !field.is_empty() && field.bytes().all(|b| b.is_ascii_digit());
        let value = field.parse::<u32>().ok().filter(|&n| digits && n >= least);
        if value.is_none() {
            let message = if digits && field.parse::<u32>().is_ok() {
                format!("{what} is at least {least}")
            } else if digits {
                format!("{what} is at most {}", u32::MAX)
            } else {
                format!("{what} is a number, not `{}`", shown(field))
            };
            self.problem(at..at + field.len(), message);
        }
        value
    }

    // --- board -----------------------------------------------------------------------------------

    fn board(&mut self, start: usize, board: &'a str) {
        let size = self.spec.size;
        let codes_in_brackets = self.spec.kinds.iter().any(|k| bracketed(bare(k)));
        let mut rank = i32::from(size.ranks) - 1;
        let mut row_start = start;
        let mut file = 0usize;
        let mut number_before = false;
        let mut at = 0;
        while at < board.len() {
            let rest = &board[at..];
            let Some(c) = rest.chars().next() else { break };
            let here = start + at;
            if c == '/' && rank == 0 && self.spec.hands {
                // Another common spelling: the hands as one row more.
                self.row_end(rank, file, row_start..here);
                self.hand(here + 1, &rest[1..]);
                return;
            }
            if c == '/' {
                self.row_end(rank, file, row_start..here);
                rank -= 1;
                file = 0;
                row_start = here + 1;
                number_before = false;
                at += 1;
                continue;
            }
            if c == '[' && (!codes_in_brackets || (rank <= 0 && file >= size.files as usize)) {
                // A bracket after a full last row begins the hands, elsewhere a code.
                self.row_end(rank, file, row_start..here);
                self.hands(here, rest);
                self.rows(rank, start..start + board.len());
                return;
            }
            if c.is_ascii_digit() {
                let digits = if size.files >= 10 { usize::MAX } else { 1 };
                let used = rest.bytes().take(digits).take_while(u8::is_ascii_digit).count();
                let gap = rest[..used].parse::<usize>().unwrap_or(usize::MAX);
                if number_before {
                    self.problem(
                        here - 1..here + used,
                        format!(
                            "two numbers side by side: write `{}` as one",
                            shown(&board[at - 1..at + used])
                        ),
                    );
                }
                if c == '0' && !number_before {
                    self.problem(here..here + used, "a number of empty squares begins with 1 to 9");
                }
                file = file.saturating_add(gap);
                number_before = true;
                at += used;
                continue;
            }
            number_before = false;
            let square = i32::try_from(file).ok().and_then(|f| size.at(f, rank));
            let used = self.square(here, rest, c, square);
            file = file.saturating_add(1);
            at += used;
        }
        self.row_end(rank, file, row_start..start + board.len());
        self.rows(rank, start..start + board.len());
    }

    /// Reads what stands on one square; the bytes used.
    fn square(&mut self, here: usize, rest: &str, c: char, square: Option<Square>) -> usize {
        if let Some((piece, used)) = self.piece(here, rest) {
            if let (Some(piece), Some(square)) = (piece, square) {
                if is_hole(self.spec, square) {
                    let name = self.spec.size.name(square);
                    self.problem(here..here + used, format!("there is no square {name} on this board"));
                } else {
                    self.record.squares[square.index()] = Some(piece);
                }
            }
            return used;
        }
        let used = c.len_utf8();
        if let Some(i) = self.spec.terrain.iter().position(|t| t.code == Some(c)) {
            if let Some(square) = square {
                self.record.terrain[square.index()] = i as u8 + 1;
            }
        } else if c == hole_char(self.spec) && !self.spec.holes.is_empty() {
            if let Some(square) = square.filter(|&s| !is_hole(self.spec, s)) {
                let name = self.spec.size.name(square);
                self.problem(here..here + used, format!("`{c}` marks a missing square, but {name} exists"));
            }
        } else if c == '~' {
            self.problem(here..here + used, "`~` marks promoted pieces, which this game does not");
        } else {
            self.unknown(here..here + used, &c.to_string());
        }
        used
    }

    /// Reads a piece's code: the piece (`None` after a problem was noted) and the bytes used.
    fn piece(&mut self, here: usize, rest: &str) -> Option<(Option<Piece>, usize)> {
        let first = rest.chars().next()?;
        let (name, used) = match first {
            // Codes are short; looking further for each of many open brackets would take for ever.
            '[' => match rest.bytes().take(LONGEST_CODE).position(|b| b == b']') {
                Some(end) => (&rest[1..end], end + 1),
                None => {
                    self.problem(here..here + 1, "this bracket is not closed");
                    return Some((None, 1));
                }
            },
            '+' => {
                let used =
                    1 + rest[1..].chars().next().filter(|&c| c != '/' && c != ']').map_or(0, char::len_utf8);
                (&rest[..used], used)
            }
            c if c.is_alphabetic() => (&rest[..c.len_utf8()], c.len_utf8()),
            _ => return None,
        };
        let found = self.kind(name, first == '[');
        if found.is_none() {
            // A letter may be a terrain character; everything else is a mistake.
            if self.spec.terrain.iter().any(|t| t.code == Some(first)) {
                return None;
            }
            self.unknown(here..here + used, &rest[..used]);
        }
        Some((found, used))
    }

    fn kind(&self, name: &str, in_brackets: bool) -> Option<Piece> {
        for (i, kind) in self.spec.kinds.iter().enumerate() {
            let bare = bare(kind);
            if in_brackets && !bracketed(bare) {
                continue;
            }
            if bare == name {
                return Some(Piece { side: Side::White, kind: i as u8 });
            }
            if bare.to_ascii_lowercase() == name {
                return Some(Piece { side: Side::Black, kind: i as u8 });
            }
        }
        None
    }

    fn unknown(&mut self, span: Range<usize>, what: &str) {
        if self.problems.len() >= MOST_PROBLEMS {
            self.more += 1;
            return;
        }
        let codes: Vec<String> = self.spec.kinds.iter().map(|k| code(k, Side::White)).collect();
        self.problem(
            span,
            format!("`{}` is no piece of this game; its pieces are {}", shown(what), codes.join(" ")),
        );
    }

    fn row_end(&mut self, rank: i32, file: usize, span: Range<usize>) {
        let files = self.spec.size.files as usize;
        if rank >= 0 && file != files {
            let end = span.end.max(span.start + 1).min(self.text.len());
            self.problem(
                span.start.min(end)..end,
                format!("rank {} has {}; this board has {files} files", rank + 1, squares(file)),
            );
        }
    }

    fn rows(&mut self, rank: i32, span: Range<usize>) {
        if rank != 0 {
            let ranks = i32::from(self.spec.size.ranks);
            let found = ranks - rank;
            let rows = if found == 1 { "1 row".to_owned() } else { format!("{found} rows") };
            self.problem(span, format!("the board has {rows}; it needs {ranks}, parted by `/`"));
        }
    }

    fn hands(&mut self, start: usize, text: &str) {
        let Some(inner) = text[1..].strip_suffix(']') else {
            self.problem(start..start + text.len(), "the hand after the board is not closed by `]`");
            return;
        };
        if inner.is_empty() || inner == "-" {
            return;
        }
        if !self.spec.hands {
            self.problem(start..start + text.len(), "this game has no pieces in hand");
            return;
        }
        self.hand(start + 1, inner);
    }

    /// Reads the pieces in hand.
    fn hand(&mut self, start: usize, inner: &str) {
        let mut at = 0;
        while at < inner.len() {
            let here = start + at;
            let Some((piece, used)) = self.piece(here, &inner[at..]) else {
                let c = inner[at..].chars().next().unwrap_or(' ');
                self.unknown(here..here + c.len_utf8(), &c.to_string());
                at += c.len_utf8();
                continue;
            };
            if let Some(piece) = piece {
                let count = &mut self.record.hands[piece.side.index()][piece.kind as usize];
                match count.checked_add(1) {
                    Some(more) => *count = more,
                    None => {
                        self.problem(here..here + used, "a hand holds at most 255 pieces of a kind");
                        return;
                    }
                }
            }
            at += used;
        }
    }

    /// Whether each side has as many pieces of each kind as the game says.
    fn counts(&mut self, span: Range<usize>) {
        if !self.problems.is_empty() {
            // A board that could not be read would only repeat its problems here.
            return;
        }
        for message in record::count_problems(&self.record, self.spec) {
            self.problem(span.clone(), message);
        }
    }

    // --- the fields after the board --------------------------------------------------------------

    fn rights(&mut self, start: usize, field: &str, board_sound: bool) {
        if field == "-" {
            return;
        }
        let spec = self.spec;
        for (i, c) in field.char_indices() {
            let span = start + i..start + i + c.len_utf8();
            let Some(index) = spec.rights.iter().position(|r| r.letter == c) else {
                let letters: String = spec.rights.iter().map(|r| r.letter).collect();
                self.problem(
                    span,
                    if letters.is_empty() {
                        format!("right `{c}`: this game has no such rights, write `-`")
                    } else {
                        format!("right `{c}`: the rights of this game are `{letters}`, or `-` for none")
                    },
                );
                continue;
            };
            if self.record.rights >> index & 1 != 0 {
                self.problem(span, format!("right `{c}` stands twice"));
                continue;
            }
            self.record.rights |= 1 << index;
            if !board_sound {
                continue;
            }
            for message in record::right_problems(&self.record, &spec.rights[index], spec) {
                self.problem(span.clone(), message);
            }
        }
    }

    fn passed(&mut self, start: usize, field: &str) {
        self.squares_at = Some(start..start + field.len());
        if field == "-" {
            return;
        }
        let mut at = 0;
        while at < field.len() {
            let here = start + at;
            match self.spec.size.read(&field[at..]) {
                Some((square, used)) if !is_hole(self.spec, square) => {
                    if self.record.passed.contains(&square) {
                        self.problem(here..here + used, format!("{} stands twice", &field[at..at + used]));
                    } else {
                        self.record.passed.push(square);
                    }
                    at += used;
                }
                _ => {
                    self.problem(
                        here..start + field.len(),
                        format!(
                            "`{}` is no square of this board; write squares together (`e3`), or `-`",
                            shown(&field[at..])
                        ),
                    );
                    break;
                }
            }
        }
        self.record.passed.sort_unstable();
    }

    fn further(&mut self, start: usize, text: &'a str) {
        let text = text.trim_end();
        let Some(inner) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) else {
            if let Some(end) = text.rfind('}') {
                let rest = &text[end + 1..];
                let at = start + text.len() - rest.trim_start().len();
                self.problem(at..start + text.len(), "nothing can follow the fields in braces");
                return;
            }
            self.problem(start..start + text.len(), "the fields in braces are not closed by `}`");
            return;
        };
        let mut at = start + 1;
        for part in inner.split(';') {
            let trimmed = part.trim();
            let here = at + (part.len() - part.trim_start().len());
            at += part.len() + 1;
            if trimmed.is_empty() {
                let message = match inner.trim().is_empty() {
                    true => "there are no fields in these braces; leave them out",
                    false => "there is no field here; leave out this `;`",
                };
                self.problem(here.saturating_sub(1)..at.min(start + text.len()), message);
                continue;
            }
            let (name, value) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
            self.field(here..here + trimmed.len(), name, value.trim());
        }
        for field in self.spec.fields.iter().filter(|f| f.shape == FieldShape::Text) {
            let found = self.text_fields.iter().filter(|(name, _)| *name == field.name);
            self.record.fields.extend(found.cloned());
        }
    }

    /// Reads a field in braces.
    fn field(&mut self, span: Range<usize>, name: &'a str, value: &str) {
        let named = span.start..span.start + name.len();
        let terrain = self.spec.terrain.iter().position(|t| t.name == name);
        let field = self.spec.fields.iter().find(|f| f.name == name);
        if terrain.is_none() && field.is_none() {
            let terrain = self.spec.terrain.iter().map(|t| &*t.name);
            let names: Vec<&str> = terrain.chain(self.spec.fields.iter().map(|f| &*f.name)).collect();
            let has = match names.is_empty() {
                true => "this game has none".to_owned(),
                false => format!("this game has: {}", names.join(", ")),
            };
            self.problem(named, format!("no field is called `{}`; {has}", shown(name)));
            return;
        }
        if self.places.iter().any(|(n, _)| *n == name) {
            self.problem(named, format!("the field `{name}` stands twice"));
            return;
        }
        self.places.push((name, span.clone()));
        if value.is_empty() {
            self.problem(span, in_field(name, "it says nothing; leave it out"));
        } else if let Some(index) = terrain {
            self.terrain(span, index as u8 + 1, value);
        } else if let Some(field) = field {
            if let Err(reason) = self.record.more.read(&field.shape, value, self.spec) {
                self.problem(span, in_field(name, reason));
            } else if field.shape == FieldShape::Text {
                self.text_fields.push((name.to_owned(), value.to_owned()));
            } else if self.record.more.write(&field.shape, self.spec).is_none() {
                self.problem(span, in_field(name, format!("it says nothing; {}", record::SAYS_NOTHING)));
            }
        }
    }

    /// Reads the squares of a terrain.
    fn terrain(&mut self, span: Range<usize>, terrain: u8, value: &str) {
        let spec = self.spec;
        let name = |index: u8| &*spec.terrain[usize::from(index) - 1].name;
        for word in value.split_whitespace() {
            let reason = match spec.size.parse(word).filter(|&s| !is_hole(spec, s)) {
                None => format!("`{}` is no square of this board", shown(word)),
                Some(square) => match self.record.terrain[square.index()] {
                    0 => {
                        self.record.terrain[square.index()] = terrain;
                        continue;
                    }
                    there if there == terrain => format!("{word} stands twice"),
                    there => format!("on {word} there is `{}` already", name(there)),
                },
            };
            self.problem(span.clone(), in_field(name(terrain), reason));
        }
    }
}

fn squares(count: usize) -> String {
    match count {
        1 => "1 square".to_owned(),
        0..=1000 => format!("{count} squares"),
        _ => "more than 1000 squares".to_owned(),
    }
}
