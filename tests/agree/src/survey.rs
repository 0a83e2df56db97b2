//! Which constructs random variants have: of boards, of the notation, of clauses; and by which way
//! their legality is proven.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use chv_compiler::plan::ways::Way;
use chv_compiler::plan::{Legality, Plan};

use super::draft::{Draft, Kind};
use super::generator::checked;

/// How many variants had each construct, and in how many compared positions it was in force.
#[derive(Debug, Clone, Default)]
pub struct Survey(BTreeMap<(Group, String), (u64, u64)>);

/// What a construct is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The board.
    Board,
    /// A letter or sign of the notation, or a shape of a term.
    Notation,
    /// Something that is said in words.
    Clause,
    /// How legality is proven.
    Legality,
}

impl Survey {
    /// Counts a variant of which some positions were compared.
    pub fn add(&mut self, draft: &Draft, positions: u64) {
        for construct in constructs(draft) {
            let count = self.0.entry(construct).or_default();
            count.0 += 1;
            count.1 += positions;
        }
    }
}

impl fmt::Display for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "construct: variants, positions")?;
        let mut last = None;
        for ((group, name), (variants, positions)) in &self.0 {
            if last.replace(*group) != Some(*group) {
                writeln!(f, "{group:?}")?;
            }
            writeln!(f, "  {name}: {variants}, {positions}")?;
        }
        Ok(())
    }
}

/// The constructs of a variant.
#[must_use]
pub fn constructs(draft: &Draft) -> BTreeSet<(Group, String)> {
    let mut found = BTreeSet::new();
    let mut add = |group, name: &str| {
        found.insert((group, name.to_owned()));
    };
    add(Group::Board, &format!("{} of squares", set_type(draft.files * draft.ranks)));
    for (name, there) in [
        ("3x3", (draft.files, draft.ranks) == (3, 3)),
        ("16x16", (draft.files, draft.ranks) == (16, 16)),
        ("8x8", (draft.files, draft.ranks) == (8, 8)),
        ("a side under 6", draft.files.min(draft.ranks) < 6),
        ("a side over 10", draft.files.max(draft.ranks) > 10),
        ("holes", !draft.holes.is_empty()),
        ("terrain that blocks", !draft.rocks.is_empty()),
        ("plain", draft.holes.is_empty() && draft.rocks.is_empty() && draft.board_lines.is_empty()),
    ] {
        if there {
            add(Group::Board, name);
        }
    }
    for line in &draft.board_lines {
        add(Group::Board, if line.starts_with("lines") { "drawn lines" } else { line });
    }
    for kind in &draft.kinds {
        words(kind, &mut |name| add(Group::Clause, name));
        let more = kind.more.iter().flat_map(|m| &m.terms);
        for term in kind.terms.iter().chain(more) {
            notation(term, &mut |name| add(Group::Notation, name));
        }
    }
    for clause in &draft.clauses {
        let words: Vec<&str> = clause.head.split(' ').take(2).collect();
        let word = match words[..] {
            ["promotion", _] => "promotion",
            ["castling", _] => "castling",
            ["drops", _] => "drops",
            ["on", what] | ["after", what] => &format!("effects {what}"),
            _ => &clause.head,
        };
        add(Group::Clause, word);
    }
    if let Some(name) = legality(draft) {
        add(Group::Legality, &name);
    }
    found
}

const fn set_type(squares: usize) -> &'static str {
    match squares {
        0..=64 => "one word",
        65..=128 => "two words",
        _ => "four words",
    }
}

/// How legality is proven: by masks, by masks and a zone in which moves are made and tested, by making
/// and testing every move, or not at all.
fn legality(draft: &Draft) -> Option<String> {
    let variant = checked(&draft.name, &draft.text()).ok()?;
    let plan = Plan::new(&variant).ok()?;
    let straight = |way: &Way| matches!(way, Way::Leap { .. } | Way::Ride { .. });
    let other = plan.movers.iter().any(|m| m.walks.is_some() || !m.ways.ways.iter().all(straight));
    Some(
        match plan.legality {
            Legality::None => "nothing to prove",
            Legality::Masks if other => "masks, with a zone for what is no leap or ride",
            Legality::Masks => "masks alone",
            Legality::Tested => "every move is made and tested",
        }
        .to_owned(),
    )
}

/// What a kind has in words.
fn words(kind: &Kind, add: &mut dyn FnMut(&str)) {
    let phrases = [
        "within",
        "resets clock",
        "may pass",
        "royal",
        "not capturable by",
        "captures only",
        "captures except",
        "en passant",
        "initial on",
        "moves as last moved",
        "hops over",
        "from",
        "to",
        "unconfined",
        "along drawn",
        "own",
        "enemy",
        "Rock",
    ];
    let tails = kind.more.iter().map(|m| &m.tail);
    for line in kind.properties.iter().chain(tails) {
        let line = format!(" {line} ");
        for phrase in phrases.iter().filter(|p| line.contains(&format!(" {p} "))) {
            add(phrase);
        }
        if line.starts_with(" not capturable ") && !line.contains(" by ") {
            add("not capturable");
        }
        if line.contains(" over 2 ") || line.contains(" over 3 ") {
            add("hops over several");
        }
    }
    kind.more.iter().for_each(|more| add(&format!("a further movement: {}", more.verb)));
}

/// The letters, signs and shapes of a term.
fn notation(term: &str, add: &mut dyn FnMut(&str)) {
    let mut letters = term.chars().peekable();
    let mut legs = 1;
    while let Some(c) = letters.next() {
        let next = letters.peek().copied();
        match c {
            'i' | 'n' | 'j' | 'p' if next == Some(c) => {
                letters.next();
                add(&format!("{c}{c}"));
            }
            'f' | 'b' | 'l' | 'r' | 's' | 'v' | 'h' => add("directions"),
            'a' => {
                legs += 1;
                add("a");
            }
            '(' if next.is_some_and(|d| d.is_ascii_digit()) => {
                letters.by_ref().take_while(|&c| c != ')').for_each(drop);
                add("vector");
            }
            '(' => add("repetition"),
            '[' => add("brackets"),
            '-' => add("brackets with -"),
            '?' => add("brackets with ?"),
            ']' | ')' => {}
            'X' | 'Y' => add(&format!("atom with {c}")),
            '0'..='9' => add("range"),
            'A'..='Z' if next == Some(c) => {
                letters.next();
                add("rider by doubling");
            }
            'A'..='Z' => add(&format!("atom {c}")),
            _ => add(&c.to_string()),
        }
    }
    if legs > 1 {
        add(&format!("{legs} legs by a"));
    }
}
