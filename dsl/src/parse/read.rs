//! Which rule reads which statement, and what stands around it: conditions, `override`, a block.

use pest::Parser;
use pest::iterators::Pair;

use super::skeleton::{Block, Item};
use super::{Rule, Statement, words};
use crate::diagnostics::{
    codes,
    report::{Report, did_you_mean},
};
use crate::syntax::{At, Broken, Entry, Span, When, Word};

/// Reads the statements of one file.
pub(super) struct Reader<'r> {
    /// The file's index.
    pub(super) file: u16,
    /// Where diagnostics go.
    pub(super) report: &'r mut Report,
    /// What could not be read.
    pub(super) broken: Vec<Broken>,
    /// Whether something stood outside of the variant.
    pub(super) outside: bool,
    /// The `when` blocks that are open.
    pub(super) conditions: Vec<When>,
}

/// Whether a statement has a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blocks {
    Never,
    May,
    Must,
}
use Blocks::{May, Must, Never};

/// A first word, the rule that reads the statement, and whether a block follows.
pub(super) type Known = (&'static str, Rule, Blocks);

/// The block in which a statement stands: it says which statements there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    File,
    Variant,
    Board,
    Piece,
    Setup,
    Castling,
    Promotion,
    Drops,
    Terrain,
    Phase,
    Turn,
    Effects,
    Ends,
    Test,
}

impl Context {
    /// What the statements of this block are called.
    const fn noun(self) -> &'static str {
        match self {
            Self::File => "a variant",
            Self::Variant => "a statement of a variant",
            Self::Board => "a property of a board",
            Self::Piece => "a property of a piece",
            Self::Setup => "a line of a set-up",
            Self::Castling => "a castling",
            Self::Promotion => "a choice of a promotion",
            Self::Drops => "a rule of drops",
            Self::Terrain => "a property of terrain",
            Self::Phase => "a line of a phase",
            Self::Turn => "a line of the turn",
            Self::Effects => "an effect",
            Self::Ends => "an end of the game",
            Self::Test => "a step of a test",
        }
    }

    /// First words, the rules that read the rest, and whether a block follows.
    const fn statements(self) -> &'static [Known] {
        match self {
            Self::File => &[("variant", Rule::s_variant, Must)],
            Self::Variant => &[
                ("extends", Rule::s_extends, Never),
                ("alias", Rule::s_alias, Never),
                ("author", Rule::s_author, Never),
                ("source", Rule::s_source, Never),
                ("year", Rule::s_year, Never),
                ("language", Rule::s_language, Never),
                ("dialect", Rule::s_dialect, Never),
                ("symmetry", Rule::s_symmetry, Never),
                ("board", Rule::s_board, May),
                ("region", Rule::s_region, Never),
                ("option", Rule::s_option, Never),
                ("piece", Rule::s_piece, May),
                ("remove", Rule::s_remove, Never),
                ("setup", Rule::s_setup, Must),
                ("castling", Rule::s_castling, Must),
                ("promotion", Rule::s_promotion, Must),
                ("drops", Rule::s_drops, May),
                ("terrain", Rule::s_terrain, May),
                ("on", Rule::s_on, Must),
                ("after", Rule::s_after, Must),
                ("hook", Rule::s_hook, Never),
                ("phase", Rule::s_phase, Must),
                ("turn", Rule::s_turn, Must),
                ("hidden", Rule::s_hidden, Never),
                ("end", Rule::s_end, Must),
                ("test", Rule::s_test, Must),
            ],
            Self::Board => &[
                ("holes", Rule::s_holes, Never),
                ("join", Rule::s_join, Never),
                ("lines", Rule::s_lines, Never),
            ],
            Self::Piece => &[
                ("royal", Rule::s_royal, Never),
                ("resets", Rule::s_resets, Never),
                ("within", Rule::s_within, Never),
                ("move", Rule::s_move, Never),
                ("shoots", Rule::s_shoots, Never),
                ("pushes", Rule::s_pushes, Never),
                ("forbids", Rule::s_forbids, Never),
                ("captures", Rule::s_captures, Never),
                ("not", Rule::s_not, Never),
                ("hops", Rule::s_hops, Never),
                ("reverts", Rule::s_reverts, Never),
                ("initial", Rule::s_initial, Never),
                ("moves", Rule::s_moves_as, Never),
                ("travels", Rule::s_travels, Never),
                ("takes", Rule::s_takes, Never),
                ("may", Rule::s_may_pass, Never),
            ],
            Self::Setup => &[
                ("hand", Rule::s_hand, Never),
                ("side", Rule::s_side, Never),
                ("rights", Rule::s_rights, Never),
            ],
            Self::Castling => &[("with", Rule::s_with, Never)],
            Self::Promotion => &[("to", Rule::s_to, Never)],
            Self::Drops => &[],
            Self::Terrain => &[
                ("blocks", Rule::s_blocks, Never),
                ("joins", Rule::s_joins, Never),
                ("turns", Rule::s_turns, Never),
                ("only", Rule::s_only_one, Never),
            ],
            Self::Phase => &[
                ("each", Rule::s_each, Never),
                ("the", Rule::s_left_over, Never),
                ("distinct", Rule::s_distinct, Never),
                ("optional", Rule::s_optional, Never),
                ("together", Rule::s_together, Never),
                ("balanced", Rule::s_balanced, Never),
            ],
            Self::Turn => &[("may", Rule::s_early, Never), ("check", Rule::s_check_ends, Never)],
            Self::Effects => &[
                ("destroy", Rule::s_destroy, Never),
                ("place", Rule::s_place, Never),
                ("captor", Rule::s_becomes, Never),
                ("mover", Rule::s_becomes, Never),
                ("no", Rule::s_no_check, Never),
                ("opponent", Rule::s_gets, Never),
            ],
            Self::Ends => &[
                ("checkmate", Rule::s_checkmate, Never),
                ("stalemate", Rule::s_stalemate, Never),
                ("no", Rule::s_no_kinds, Never),
                ("only", Rule::s_only_kinds, Never),
                ("at", Rule::s_at_most, Never),
                ("left", Rule::s_left_with, Never),
                ("occupies", Rule::s_occupies, Never),
                ("bare", Rule::s_bare, Never),
                ("repetition", Rule::s_repetition, Never),
                ("clock", Rule::s_clock, Never),
            ],
            Self::Test => &[
                ("position", Rule::s_position, Never),
                ("after", Rule::s_play, Never),
                ("fen", Rule::s_fen, Never),
                ("legal", Rule::s_legal, Never),
                ("illegal", Rule::s_illegal, Never),
                ("moves", Rule::s_moves, Never),
                ("check", Rule::s_check, Never),
                ("no", Rule::s_no_check, Never),
                ("result", Rule::s_result, Never),
                ("perft", Rule::s_perft, Never),
            ],
        }
    }

    /// The rule for a statement that begins with something else.
    fn otherwise(self, first: &str) -> Option<Rule> {
        match self {
            Self::Setup if first.starts_with(|c: char| c.is_ascii_digit()) => Some(Rule::s_row),
            Self::Turn if first.starts_with(|c: char| c.is_ascii_digit()) => Some(Rule::s_budget),
            Self::Promotion => Some(Rule::s_pair),
            Self::Drops => Some(Rule::s_drop),
            _ => None,
        }
    }
}

/// The block that belongs to a statement.
const fn inside(rule: Rule) -> Option<Context> {
    Some(match rule {
        Rule::s_board => Context::Board,
        Rule::s_piece => Context::Piece,
        Rule::s_castling => Context::Castling,
        Rule::s_promotion => Context::Promotion,
        Rule::s_terrain => Context::Terrain,
        Rule::s_phase => Context::Phase,
        Rule::s_turn => Context::Turn,
        Rule::s_on | Rule::s_after => Context::Effects,
        Rule::s_end => Context::Ends,
        Rule::s_test => Context::Test,
        _ => return None,
    })
}

/// The words of a statement, read.
pub(super) struct Parts<'a> {
    /// The rule that read them.
    pub(super) rule: Rule,
    /// The parts.
    list: Vec<Pair<'a, Rule>>,
    place: Place,
}

/// Where the text of a grammar run stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    file: u16,
    base: usize,
}

impl Place {
    /// The place of a part.
    pub(super) fn span(self, pair: &Pair<'_, Rule>) -> Span {
        let at = pair.as_span();
        Span { file: self.file, start: (self.base + at.start()) as u32, end: (self.base + at.end()) as u32 }
    }

    /// A part as a word; of a text in quotes, what is between them.
    pub(super) fn word(self, pair: &Pair<'_, Rule>) -> Word {
        let text = pair.as_str();
        let value = if pair.as_rule() == Rule::string { unquoted(text) } else { text.to_owned() };
        At { value, span: self.span(pair) }
    }
}

fn unquoted(text: &str) -> String {
    text.trim_matches('"').to_owned()
}

impl<'a> Parts<'a> {
    /// Where the text stands.
    pub(super) const fn place(&self) -> Place {
        self.place
    }
    /// The first part read by a rule.
    pub(super) fn find(&self, rule: Rule) -> Option<Pair<'a, Rule>> {
        self.list.iter().find(|p| p.as_rule() == rule).cloned()
    }
    /// All parts read by a rule.
    pub(super) fn all(&self, rule: Rule) -> impl Iterator<Item = Pair<'a, Rule>> {
        self.list.iter().filter(move |p| p.as_rule() == rule).cloned()
    }
    /// Whether a rule read a part.
    pub(super) fn has(&self, rule: Rule) -> bool {
        self.list.iter().any(|p| p.as_rule() == rule)
    }
    /// The first part read by a rule, as a word.
    pub(super) fn word(&self, rule: Rule) -> Option<Word> {
        self.find(rule).map(|p| self.place.word(&p))
    }
    /// All parts read by a rule, as words.
    pub(super) fn words(&self, rule: Rule) -> Vec<Word> {
        self.all(rule).map(|p| self.place.word(&p)).collect()
    }
    /// The names in the list that a rule read.
    pub(super) fn names(&self, rule: Rule) -> Vec<Word> {
        self.find(rule).map(|p| names(self.place, p)).unwrap_or_default()
    }
}

/// The names within a part.
pub(super) fn names(place: Place, pair: Pair<'_, Rule>) -> Vec<Word> {
    pair.into_inner().flatten().filter(|p| p.as_rule() == Rule::name).map(|p| place.word(&p)).collect()
}

impl Reader<'_> {
    /// Reads the statements of a block; `read` makes of each what it is.
    pub(super) fn entries<T>(
        &mut self,
        items: Vec<Item<'_>>,
        context: Context,
        read: fn(&mut Self, &Parts<'_>, Option<Block<'_>>) -> Option<T>,
    ) -> Vec<Entry<T>> {
        let mut list = Vec::new();
        for item in items {
            self.entry(item, context, read, &mut list);
        }
        list
    }

    /// Like [`Self::entries`], for a block that may be missing.
    pub(super) fn block<T>(
        &mut self,
        block: Option<Block<'_>>,
        context: Context,
        read: fn(&mut Self, &Parts<'_>, Option<Block<'_>>) -> Option<T>,
    ) -> Vec<Entry<T>> {
        // What stands in the block depends on the outer conditions already through its owner.
        let outer = std::mem::take(&mut self.conditions);
        let list = block.map(|b| self.entries(b.items, context, read)).unwrap_or_default();
        self.conditions = outer;
        list
    }

    fn entry<T>(
        &mut self,
        item: Item<'_>,
        context: Context,
        read: fn(&mut Self, &Parts<'_>, Option<Block<'_>>) -> Option<T>,
        list: &mut Vec<Entry<T>>,
    ) {
        let span = self.span(item.start, item.start + item.head.len());
        if item.head.is_empty() {
            let brace = self.span(item.start, item.start + 1);
            self.report
                .error(codes::HEADLESS, brace, "a block without words before it")
                .note("a block belongs to the statement before its `{`");
            self.lose(&item);
            return;
        }
        let mut words = item.head.split_whitespace();
        let first = words.next().unwrap_or("");
        let keyword = if first == "override" { words.next().unwrap_or("") } else { first };
        let keyword = keyword.trim_end_matches(',');
        if keyword == "when" && first == "when" && context != Context::File {
            self.conditional(item, context, read, list);
            return;
        }
        let known = context.statements().iter().find(|s| s.0 == keyword);
        let (rule, blocks) = match known.map(|s| (s.1, s.2)) {
            Some((_, _)) if first == "override" && context != Context::Variant => {
                let word = self.span(item.start, item.start + first.len());
                self.report
                    .error(codes::NO_OVERRIDE, word, "`override` is not for this statement")
                    .note("`override` replaces a whole statement of the file that is extended");
                self.lose(&item);
                return;
            }
            Some(known) => known,
            None => match context.otherwise(keyword) {
                Some(rule) => (rule, Never),
                None => {
                    self.unknown(&item, context, keyword);
                    return;
                }
            },
        };
        let Some(parts) = self.parts(rule, &item) else {
            self.lose(&item);
            return;
        };
        match (&item.block, blocks) {
            (Some(block), Never) => {
                let brace = self.span(block.start, block.start + 1);
                self.report
                    .error(codes::NO_BLOCK, brace, format!("`{keyword}` has no block"))
                    .label(span, "this statement is complete");
                self.lose(&item);
                return;
            }
            (None, Must) => {
                let end = self.span(item.start + item.head.len(), item.start + item.head.len());
                self.report
                    .error(codes::BLOCK, end, format!("`{keyword}` lacks its block"))
                    .help("add `{ ... }` after it");
                self.lose(&item);
                return;
            }
            _ => {}
        }
        let replaces = parts.find(Rule::k_override).map(|p| parts.place().span(&p));
        let mut when = self.conditions.clone();
        when.extend(parts.find(Rule::when).and_then(|p| condition(parts.place(), p)));
        let (doc, whole) = (item.doc, item.whole);
        match read(self, &parts, item.block) {
            Some(what) => list.push(Entry { doc, span, replaces, when, what }),
            None => self.broken.push(Broken { words: words_of(whole) }),
        }
    }

    /// `when option = value { ... }`
    fn conditional<T>(
        &mut self,
        mut item: Item<'_>,
        context: Context,
        read: fn(&mut Self, &Parts<'_>, Option<Block<'_>>) -> Option<T>,
        list: &mut Vec<Entry<T>>,
    ) {
        let condition = self
            .parts(Rule::s_when, &item)
            .and_then(|parts| condition(parts.place(), parts.find(Rule::when)?));
        let Some(condition) = condition else {
            self.lose(&item);
            return;
        };
        let Some(block) = item.block.take() else {
            let end = self.span(item.start + item.head.len(), item.start + item.head.len());
            self.report
                .error(codes::BLOCK, end, "`when` lacks its block")
                .help("add `{ ... }` after it, or put it at the end of the statement it is for");
            return;
        };
        self.conditions.push(condition);
        for inner in block.items {
            self.entry(inner, context, read, list);
        }
        self.conditions.pop();
    }

    fn unknown(&mut self, item: &Item<'_>, context: Context, keyword: &str) {
        if keyword.is_empty() {
            let span = self.span(item.start, item.start + item.head.len());
            self.report
                .error(codes::EXPECTED, span, "`override` lacks the statement that it is for")
                .help("write for example `override piece Name N movement`");
            self.lose(item);
            return;
        }
        let at = item.head.find(keyword).unwrap_or(0);
        let cut = keyword.char_indices().nth(40).map_or(keyword.len(), |(i, _)| i);
        let shown = &keyword[..cut];
        let span = self.span(item.start + at, item.start + at + shown.len());
        if context == Context::File {
            // Said once: more of it follows from the same mistake.
            let inside = Context::Variant.statements().iter().any(|s| s.0 == keyword);
            if inside && !std::mem::replace(&mut self.outside, true) {
                self.report
                    .error(codes::OUTSIDE, span, format!("`{shown}` stands outside of the variant"))
                    .help("put it into `variant \"Title\" { ... }`");
            }
            if inside {
                self.lose(item);
                return;
            }
        }
        let known = context.statements();
        let mut names: Vec<&str> = known.iter().map(|s| s.0).collect();
        let guess = did_you_mean(shown, names.iter().copied());
        let diagnostic = self
            .report
            .error(codes::UNKNOWN_STATEMENT, span, format!("`{shown}` is not {}", context.noun()))
            .help_if(guess.clone());
        if guess.is_none() {
            names.dedup();
            let list: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
            diagnostic.note(format!("what can stand here: {}", list.join(", ")));
        }
        self.lose(item);
    }

    /// Remembers the words of a statement that is not read.
    fn lose(&mut self, item: &Item<'_>) {
        self.broken.push(Broken { words: words_of(item.whole) });
    }

    /// Runs the inner grammar over the words of a statement.
    fn parts<'a>(&mut self, rule: Rule, item: &Item<'a>) -> Option<Parts<'a>> {
        match Statement::parse(rule, item.head) {
            Ok(pairs) => {
                let list = pairs.flat_map(Pair::into_inner).filter(|p| p.as_rule() != Rule::EOI).collect();
                Some(Parts { rule, list, place: Place { file: self.file, base: item.start } })
            }
            Err(error) => {
                let inner = inside(rule).map_or(&[][..], Context::statements);
                words::misfit(self.file, item.start, item.head, &error, inner, self.report);
                None
            }
        }
    }

    pub(super) const fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: start as u32, end: end as u32 }
    }

    /// A part as a number.
    pub(super) fn number(&mut self, place: Place, pair: &Pair<'_, Rule>) -> Option<At<u32>> {
        let span = place.span(pair);
        match pair.as_str().parse() {
            Ok(value) if value <= 1_000_000 => Some(At { value, span }),
            _ => {
                self.report.error(codes::NUMBER, span, "the number is too large").note("at most 1000000");
                None
            }
        }
    }
}

fn condition(place: Place, pair: Pair<'_, Rule>) -> Option<When> {
    let mut when = When { option: empty(), equal: true, value: empty() };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::name => when.option = place.word(&part),
            Rule::value => when.value = place.word(&part),
            Rule::differs => when.equal = false,
            _ => {}
        }
    }
    Some(when)
}

fn empty() -> Word {
    At { value: String::new(), span: Span::default() }
}

/// The words of a text, for [`Broken`].
fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect()
}
