//! A variant as parts that can be taken away one by one, and its text.

use std::fmt::Write as _;

/// Names of kinds; each begins with a letter of its own, which is the code.
pub const NAMES: [&str; 16] = [
    "Amber", "Birch", "Cedar", "Dunlin", "Ember", "Fern", "Garnet", "Heron", "Ibex", "Jasper", "Kestrel",
    "Larch", "Marten", "Newt", "Onyx", "Plover",
];

/// A variant that has not been written down yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// The stem of the file.
    pub name: String,
    /// Width of the board.
    pub files: usize,
    /// Height of the board.
    pub ranks: usize,
    /// Squares that do not exist, as file and rank from 0.
    pub holes: Vec<(usize, usize)>,
    /// Squares with terrain that blocks, likewise.
    pub rocks: Vec<(usize, usize)>,
    /// Further lines about the board: joined edges.
    pub board_lines: Vec<String>,
    /// Further statements of one line: symmetry, regions.
    pub lines: Vec<String>,
    /// The kinds of piece.
    pub kinds: Vec<Kind>,
    /// The set-up, rank by rank from the first: index of a kind, and whether the piece is Black's.
    pub setup: Vec<Option<(usize, bool)>>,
    /// Further lines of the set-up.
    pub setup_lines: Vec<String>,
    /// Castling, promotion and so on.
    pub clauses: Vec<Clause>,
    /// The lines of the ends.
    pub ends: Vec<String>,
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// The terms of its movement.
    pub terms: Vec<String>,
    /// Further movements.
    pub more: Vec<More>,
    /// Further properties, one a line.
    pub properties: Vec<String>,
}

impl Kind {
    /// Whether it is royal.
    #[must_use]
    pub fn royal(&self) -> bool {
        self.properties.iter().any(|p| p == "royal")
    }

    fn code(&self) -> char {
        self.name.chars().next().unwrap_or('?')
    }
}

/// A further movement of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct More {
    /// `move`, `shoots`, `pushes`, `travels` or `forbids`.
    pub verb: &'static str,
    /// Its terms.
    pub terms: Vec<String>,
    /// What follows: regions and clauses.
    pub tail: String,
}

/// A statement with a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// What stands before the block.
    pub head: String,
    /// The lines of the block.
    pub lines: Vec<String>,
}

/// What a line of the text is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The movement of a kind.
    Movement(usize),
    /// A further movement of a kind.
    More(usize, usize),
    /// A property of a kind.
    Property(usize, usize),
    /// A clause.
    Clause(usize),
    /// A line about the board.
    Board,
    /// The lines that end the game.
    End(usize),
    /// Anything else.
    Other,
}

/// The text and what each of its lines is about.
struct Writer {
    text: String,
    parts: Vec<Part>,
}

impl Writer {
    fn line(&mut self, part: Part, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.parts.push(part);
    }
}

impl Draft {
    /// The text of the variant.
    #[must_use]
    pub fn text(&self) -> String {
        self.write().text
    }

    /// What a line of the text (from 1) is about.
    #[must_use]
    pub fn part(&self, line: u32) -> Part {
        self.write().parts.get((line as usize).wrapping_sub(1)).copied().unwrap_or(Part::Other)
    }

    fn write(&self) -> Writer {
        let mut out = Writer { text: String::new(), parts: Vec::new() };
        out.line(Part::Other, &format!("variant \"{}\" {{", self.name));
        if self.holes.is_empty() && self.board_lines.is_empty() {
            out.line(Part::Other, &format!("  board {}x{}", self.files, self.ranks));
        } else {
            out.line(Part::Other, &format!("  board {}x{} {{", self.files, self.ranks));
            if !self.holes.is_empty() {
                let names: Vec<String> = self.holes.iter().map(|&(f, r)| square(f, r)).collect();
                out.line(Part::Board, &format!("    holes {}", names.join(" ")));
            }
            for line in &self.board_lines {
                out.line(Part::Board, &format!("    {line}"));
            }
            out.line(Part::Other, "  }");
        }
        for line in &self.lines {
            out.line(Part::Other, &format!("  {line}"));
        }
        self.write_kinds(&mut out);
        if !self.rocks.is_empty() {
            out.line(Part::Other, "  terrain Rock # { blocks }");
        }
        out.line(Part::Other, "  setup {");
        for rank in (0..self.ranks).rev() {
            let row = self.row(rank);
            out.line(Part::Other, &format!("    {} {row}", rank + 1));
        }
        for line in &self.setup_lines {
            out.line(Part::Other, &format!("    {line}"));
        }
        out.line(Part::Other, "  }");
        for (i, clause) in self.clauses.iter().enumerate() {
            out.line(Part::Clause(i), &format!("  {} {{", clause.head));
            for line in &clause.lines {
                out.line(Part::Clause(i), &format!("    {line}"));
            }
            out.line(Part::Other, "  }");
        }
        out.line(Part::Other, "  end {");
        for (i, line) in self.ends.iter().enumerate() {
            out.line(Part::End(i), &format!("    {line}"));
        }
        out.line(Part::Other, "  }");
        out.line(Part::Other, "}");
        out
    }

    fn write_kinds(&self, out: &mut Writer) {
        for (i, kind) in self.kinds.iter().enumerate() {
            let movement = if kind.terms.is_empty() { "none".to_owned() } else { kind.terms.concat() };
            let head = format!("  piece {} {} {movement}", kind.name, kind.code());
            if kind.more.is_empty() && kind.properties.is_empty() {
                out.line(Part::Movement(i), &head);
                continue;
            }
            out.line(Part::Movement(i), &format!("{head} {{"));
            for (n, property) in kind.properties.iter().enumerate() {
                out.line(Part::Property(i, n), &format!("    {property}"));
            }
            for (n, more) in kind.more.iter().enumerate() {
                let line = format!("    {} {} {}", more.verb, more.terms.concat(), more.tail);
                out.line(Part::More(i, n), line.trim_end());
            }
            out.line(Part::Other, "  }");
        }
    }

    fn row(&self, rank: usize) -> String {
        let mut text = String::new();
        let mut empty = 0;
        let flush = |text: &mut String, empty: &mut usize| {
            if *empty > 0 {
                let _ = write!(text, "{empty}");
            }
            *empty = 0;
        };
        for file in 0..self.files {
            if self.holes.contains(&(file, rank)) {
                flush(&mut text, &mut empty);
                text.push('*');
            } else if self.rocks.contains(&(file, rank)) {
                flush(&mut text, &mut empty);
                text.push('#');
            } else if let Some((kind, black)) = self.setup[rank * self.files + file] {
                flush(&mut text, &mut empty);
                let code = self.kinds[kind].code();
                text.push(if black { code.to_ascii_lowercase() } else { code });
            } else {
                empty += 1;
            }
        }
        flush(&mut text, &mut empty);
        text
    }

    /// The same without one kind: neither its pieces nor what is said of it.
    #[must_use]
    pub fn without_kind(&self, gone: usize) -> Self {
        let mut draft = self.clone();
        let name = draft.kinds.remove(gone).name;
        for cell in &mut draft.setup {
            *cell = match *cell {
                Some((kind, _)) if kind == gone => None,
                Some((kind, black)) if kind > gone => Some((kind - 1, black)),
                other => other,
            };
        }
        let names = |line: &str| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
        let mut list = |line: &String| without_name(line, &name);
        for clause in &mut draft.clauses {
            clause.lines = clause.lines.iter().filter_map(&mut list).collect();
        }
        draft.clauses = draft
            .clauses
            .into_iter()
            .filter_map(|c| Some(Clause { head: without_name(&c.head, &name)?, lines: c.lines }))
            .filter(|c| !c.lines.is_empty())
            .collect();
        draft.ends.retain(|line| !names(line));
        for kind in &mut draft.kinds {
            kind.properties.retain(|line| !names(line));
            kind.more.retain(|more| !names(&more.tail));
        }
        draft
    }

    /// The same without the last file or the last rank.
    #[must_use]
    pub fn without_line(&self, rank: bool, which: usize) -> Self {
        let mut draft = self.clone();
        let keep = |file: usize, r: usize| if rank { r != which } else { file != which };
        draft.setup = (0..self.ranks * self.files)
            .filter(|i| keep(i % self.files, i / self.files))
            .map(|i| self.setup[i])
            .collect();
        let shift = |n: usize| if n > which { n - 1 } else { n };
        let moved = |squares: &[(usize, usize)]| -> Vec<(usize, usize)> {
            let kept = squares.iter().filter(|&&(f, r)| keep(f, r));
            kept.map(|&(f, r)| if rank { (f, shift(r)) } else { (shift(f), r) }).collect()
        };
        draft.holes = moved(&self.holes);
        draft.rocks = moved(&self.rocks);
        if rank {
            draft.ranks -= 1;
        } else {
            draft.files -= 1;
        }
        draft
    }
}

/// A line without a name in a list of names; `None` if nothing is left.
fn without_name(line: &str, name: &str) -> Option<String> {
    let has = |part: &str| part.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
    if !has(line) {
        return Some(line.to_owned());
    }
    let (verb, rest) = line.split_once("to ")?;
    if has(verb) || !line.starts_with("to ") {
        return None;
    }
    let kept: Vec<&str> = rest.split(", ").filter(|part| !has(part)).collect();
    if kept.is_empty() { None } else { Some(format!("to {}", kept.join(", "))) }
}

/// The name of a square, from file and rank from 0.
#[must_use]
pub fn square(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}
