//! Names looked up, short words written out: from the syntax tree to the model.
//!
//! Before: the tree of a file. After: a [`Variant`] for both sides, or errors. What the text could
//! not be read as is left out, and nobody complains of what is missing because of that.

mod area;
mod castling;
mod clauses;
mod ends;
mod fields;
mod hooks;
mod initial;
mod kinds;
mod merge;
mod mimic;
mod phases;
mod promotion;
mod reaction;
mod setup;
mod special;
mod spelled;
mod terrain;

use std::collections::BTreeMap;

use chv_runtime::geometry::MAX_SIDE;
use chv_runtime::{BoardSize, Record, Set256};

use crate::check;
use crate::diagnostics::{
    codes, line_starts,
    report::{Report, did_you_mean},
};
use crate::model::{self, KindId, KindSet, Source, TerrainId, Variant};
use crate::syntax::*;
use crate::{Compiled, Loader, SourceFile};
use area::{Areas, Named};
use merge::Merged;

/// Compiles a file, from text to checked model.
pub(crate) fn compile(main: SourceFile, loader: &dyn Loader, options: &[(String, String)]) -> Compiled {
    let mut report = Report::default();
    let merged = merge::merge(main, loader, options, &mut report);
    let mut resolver = Resolver::new(merged, report);
    let variant = resolver.run();
    let Resolver { merged, mut report, .. } = resolver;
    if let Some(variant) = &variant {
        check::check(variant, &mut report);
    }
    let files = merged.files;
    let variant = variant.filter(|_| !report.has_errors());
    Compiled { variant, diagnostics: report.finish(), files }
}

/// What is known while names are looked up.
struct Resolver {
    merged: Merged,
    report: Report,
    /// Where lines start, for each file.
    lines: Vec<Vec<usize>>,
    areas: Areas,
    variant: Variant,
    /// Kinds by name, and where they are declared.
    kinds: BTreeMap<String, (KindId, Span)>,
    /// Terrain by name, where it is declared, and whether there is only one.
    terrain: BTreeMap<String, (TerrainId, Span, bool)>,
    /// Where the board, the set-up and so on are declared.
    board: Option<Span>,
    setup: Option<Span>,
    /// The rights that the set-up states; none said: all that are possible.
    rights: Option<(Span, Option<Word>)>,
    /// Actions for pieces that have not moved, to be settled when everything is known.
    initial: Vec<initial::Pending>,
    /// For each kind, the kinds that cannot capture it.
    immune: Vec<KindSet>,
    /// Sets of drawn lines by name: index, place, and whether a movement goes along them.
    line_sets: BTreeMap<String, (u8, Span, bool)>,
    /// Whether some walk captures without moving.
    shots: bool,
    /// The names of fields of FEN, and where they are declared.
    field_names: BTreeMap<String, Span>,
    /// Pieces that move as others do, and by which field.
    mimics: Vec<mimic::Mimic>,
    /// The movements that such pieces can borrow.
    lent: Vec<mimic::Lent>,
    /// Squares that phases before play put pieces on.
    arranged: Set256,
    /// Where it is said first that moves of a piece take the whole turn.
    takes_turn: Option<Span>,
    /// Movements that leave squares open to en-passant capture because it is written: whose, and where.
    leaving: Vec<(KindId, Span)>,
    /// For each terrain at which slides may turn, the kinds that do.
    turning: Vec<(TerrainId, KindSet)>,
    /// Whether walks must say which of their steps are slides.
    slides: bool,
    /// How many states the automata of its movements have had.
    states: usize,
    /// Where it is said first that moves of a piece reset the clock.
    resets: Option<Span>,
}

/// The statements in force, sorted by what they declare.
#[derive(Default)]
struct Sorted {
    regions: Vec<Entry<Region>>,
    pieces: Vec<Entry<Piece>>,
    terrain: Vec<Entry<Terrain>>,
    setup: Option<Vec<Entry<SetupLine>>>,
    castling: Vec<Castling>,
    promotions: Vec<(Span, Promotion)>,
    drops: Option<(Span, Drops)>,
    reactions: Vec<(Span, Reaction)>,
    ends: Option<(Span, Vec<Entry<EndLine>>)>,
    hooks: Vec<(Word, Word)>,
    phases: Vec<(Span, Phase)>,
    turn: Option<(Span, Vec<Entry<TurnLine>>)>,
    hidden: Option<Word>,
    tests: Vec<(Span, Test)>,
}

impl Resolver {
    fn new(merged: Merged, report: Report) -> Self {
        let lines = merged.files.iter().map(|f| line_starts(&f.text)).collect();
        let size = BoardSize { files: 8, ranks: 8 };
        let record = Record {
            squares: Vec::new(),
            terrain: Vec::new(),
            hands: [Vec::new(), Vec::new()],
            side: model::Side::White,
            rights: 0,
            passed: Vec::new(),
            clock: 0,
            number: 1,
            more: chv_runtime::More::default(),
            fields: Vec::new(),
        };
        let board = model::Board {
            size,
            holes: Set256::default(),
            joined_files: false,
            joined_ranks: false,
            lines: Vec::new(),
            regions: Vec::new(),
        };
        let variant = Variant {
            about: model::About::default(),
            options: Vec::new(),
            board,
            kinds: Vec::new(),
            terrain: Vec::new(),
            fields: model::Fields::default(),
            start: model::Start { record, source: Source::default() },
            royalty: model::Royalty { kinds: KindSet::NONE, checked: false, count: (0, u8::MAX) },
            actions: Vec::new(),
            reactions: Vec::new(),
            hooks: Vec::new(),
            phases: Vec::new(),
            ends: Vec::new(),
            tests: Vec::new(),
        };
        let areas =
            Areas { size, holes: Set256::default(), symmetry: Symmetry::default(), named: BTreeMap::new() };
        Self {
            merged,
            report,
            lines,
            areas,
            variant,
            kinds: BTreeMap::new(),
            terrain: BTreeMap::new(),
            board: None,
            setup: None,
            rights: None,
            initial: Vec::new(),
            immune: Vec::new(),
            line_sets: BTreeMap::new(),
            shots: false,
            field_names: BTreeMap::new(),
            mimics: Vec::new(),
            lent: Vec::new(),
            arranged: Set256::default(),
            takes_turn: None,
            leaving: Vec::new(),
            turning: Vec::new(),
            slides: false,
            states: 0,
            resets: None,
        }
    }

    /// Everything in the order in which one thing needs another.
    fn run(&mut self) -> Option<Variant> {
        let head = self.merged.variant.take()?;
        let list = std::mem::take(&mut self.merged.list);
        self.describe(&head, &list);
        let mut sorted = self.sort(list, head.title.span);
        if self.board.is_none() {
            // The rest is still looked at, as far as it does not depend on the board.
            self.areas.size = BoardSize { files: MAX_SIDE, ranks: MAX_SIDE };
            self.variant.board.size = self.areas.size;
            self.merged.incomplete = true;
            sorted.setup = None;
        }
        self.regions(sorted.regions);
        self.declare_kinds(&sorted.pieces);
        self.declare_terrain(sorted.terrain);
        if let Some(lines) = sorted.setup {
            self.read_setup(lines);
        } else {
            self.no_setup(head.title.span);
        }
        self.declare_fields(&sorted.phases, sorted.hidden);
        self.move_kinds(sorted.pieces);
        for castling in sorted.castling {
            self.castle(castling);
        }
        self.settle_rights();
        for (span, promotion) in sorted.promotions {
            self.promote(span, promotion);
        }
        if let Some((span, drops)) = sorted.drops {
            self.drops(span, drops);
        } else {
            self.hands_without_drops();
        }
        for (span, reaction) in sorted.reactions {
            self.react(span, reaction);
        }
        self.hooks(sorted.hooks);
        self.phases(sorted.phases);
        self.turn(sorted.turn, head.title.span);
        self.ends(sorted.ends, head.title.span);
        for (span, test) in sorted.tests {
            self.test(span, test);
        }
        self.settle_initial();
        self.settle_passed();
        self.unused();
        (!self.merged.incomplete).then(|| self.variant.clone())
    }

    /// Titles and options.
    fn describe(&mut self, head: &crate::syntax::Variant, list: &[Entry<Top>]) {
        let about = &mut self.variant.about;
        if let Some(file) = self.merged.files.first() {
            about.file.clone_from(&file.name);
            about.name = crate::stem(&file.name).to_owned();
        }
        about.files = self.merged.files.iter().map(|f| f.name.clone()).collect();
        about.title.clone_from(&head.title.value);
        about.doc.clone_from(&head.doc);
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for entry in list {
            let sort = match &entry.what {
                Top::Author(word) => {
                    about.author = Some(word.value.clone());
                    "author"
                }
                Top::Source(word) => {
                    about.source = Some(word.value.clone());
                    "source"
                }
                Top::Year(year) => {
                    about.year = u16::try_from(year.value).ok();
                    if about.year.is_none() {
                        self.report.error(codes::NUMBER, year.span, "this is no year");
                    }
                    "year"
                }
                Top::Alias(words) => {
                    for word in words {
                        if about.aliases.contains(&word.value) {
                            let message = format!("the alias `{}` stands twice", word.value);
                            self.report.error(codes::DUPLICATE, word.span, message);
                        } else {
                            about.aliases.push(word.value.clone());
                        }
                    }
                    continue;
                }
                Top::Language(number) => {
                    if number.value != 1 {
                        let message = format!("there is no version {} of the language", number.value);
                        self.report
                            .error(codes::LANGUAGE, number.span, message)
                            .note("this program knows version 1");
                    }
                    continue;
                }
                _ => continue,
            };
            if let Some(first) = seen.insert(sort, entry.span) {
                let message = format!("`{sort}` is given twice");
                self.report.error(codes::GIVEN_TWICE, entry.span, message).label(first, "first given here");
            }
        }
        let settings: Vec<model::Setting> = self
            .merged
            .option_order
            .iter()
            .filter_map(|name| self.merged.options.get(name))
            .map(|option| model::Setting {
                name: option.choice.name.value.clone(),
                values: option.choice.values.iter().map(|v| v.value.clone()).collect(),
                chosen: option.index,
                source: self.source(option.choice.name.span),
            })
            .collect();
        self.variant.options = settings;
    }

    /// Sorts the statements, and settles the board, on which all others depend.
    fn sort(&mut self, list: Vec<Entry<Top>>, title: Span) -> Sorted {
        let mut sorted = Sorted::default();
        let mut board = None;
        for entry in list {
            let Entry { doc, span, replaces, when, what } = entry;
            match what {
                Top::Board(b) => board = Some((span, b)),
                Top::Symmetry(symmetry) => self.areas.symmetry = symmetry,
                Top::Region(what) => sorted.regions.push(Entry { doc, span, replaces, when, what }),
                Top::Piece(what) => sorted.pieces.push(Entry { doc, span, replaces, when, what }),
                Top::Terrain(what) => sorted.terrain.push(Entry { doc, span, replaces, when, what }),
                Top::Setup(lines) => {
                    self.setup = Some(span);
                    sorted.setup = Some(lines);
                }
                Top::Castling(c) => sorted.castling.push(c),
                Top::Promotion(p) => sorted.promotions.push((span, p)),
                Top::Drops(d) => sorted.drops = Some((span, d)),
                Top::Reaction(r) => sorted.reactions.push((span, r)),
                Top::Ends(lines) => sorted.ends = Some((span, lines)),
                Top::Hook(name, path) => sorted.hooks.push((name, path)),
                Top::Phase(p) => sorted.phases.push((span, p)),
                Top::Turn(lines) => sorted.turn = Some((span, lines)),
                Top::Hidden(name) => sorted.hidden = Some(name),
                Top::Test(t) => sorted.tests.push((span, t)),
                _ => {}
            }
        }
        let Some((span, board)) = board else {
            if !self.merged.incomplete {
                self.report
                    .error(codes::NO_BOARD, title, "there is no board")
                    .help("add its size, for example `board 8x8`");
            }
            return sorted;
        };
        self.board = self.set_board(board).then_some(span);
        sorted
    }

    fn set_board(&mut self, board: Board) -> bool {
        let mut fits = true;
        for side in [&board.files, &board.ranks] {
            if !(1..=u32::from(MAX_SIDE)).contains(&side.value) {
                fits = false;
                let word = if side.value == 0 { "small" } else { "large" };
                self.report
                    .error(codes::BOARD_SIZE, side.span, format!("the board is too {word}"))
                    .note(format!("each side has 1 to {} squares", MAX_SIDE));
            }
        }
        if !fits {
            return false;
        }
        let size = BoardSize { files: board.files.value as u8, ranks: board.ranks.value as u8 };
        self.areas.size = size;
        let mut holes = Set256::default();
        let mut drawn = Vec::new();
        for entry in self.merged.live(board.body, &mut self.report) {
            match entry.what {
                BoardLine::Holes(words) => {
                    for word in &words {
                        if let Some(square) = self.areas.square(word, &mut self.report) {
                            holes = chv_runtime::SquareSet::with(holes, square);
                        }
                    }
                }
                BoardLine::Join(files) => {
                    let joined = match files {
                        true => &mut self.variant.board.joined_files,
                        false => &mut self.variant.board.joined_ranks,
                    };
                    if std::mem::replace(joined, true) {
                        self.report.error(codes::TWICE, entry.span, "this is said already");
                    }
                }
                // They cannot touch holes, which may be declared below.
                BoardLine::Lines(name, chains) => drawn.push((name, chains)),
            }
        }
        self.areas.holes = holes;
        for (name, chains) in drawn {
            self.draw_lines(&name, &chains);
        }
        self.variant.board.size = size;
        self.variant.board.holes = holes;
        if self.areas.all() == Set256::default() {
            let span = board.files.span.to(board.ranks.span);
            self.report.error(codes::BOARD_SIZE, span, "the board has no squares but holes");
            return false;
        }
        true
    }

    /// `lines name = a1-b2, ...`
    fn draw_lines(&mut self, name: &Word, chains: &[Vec<Word>]) {
        let Ok(id) = u8::try_from(self.variant.board.lines.len()) else {
            self.report.error(codes::TOO_MANY_KINDS, name.span, "there are too many sets of lines");
            return;
        };
        if let Some((_, first, _)) = self.line_sets.insert(name.value.clone(), (id, name.span, false)) {
            let message = format!("lines `{}` are declared twice", name.value);
            self.report.error(codes::DUPLICATE, name.span, message).label(first, "first here");
        }
        let mut pairs = Vec::new();
        for chain in chains {
            let squares: Vec<_> =
                chain.iter().map(|w| Some((self.areas.square(w, &mut self.report)?, w.span))).collect();
            for pair in squares.windows(2) {
                let (Some((a, _)), Some((b, span))) = (pair[0], pair[1]) else { continue };
                if a == b {
                    self.report.error(codes::LINES, span, "a line leads from a square to another");
                } else if pairs.contains(&(a, b)) || pairs.contains(&(b, a)) {
                    let names = (self.areas.size.name(a), self.areas.size.name(b));
                    self.report.warn(
                        codes::REPEATED,
                        span,
                        format!("the line from {} to {} is drawn twice", names.0, names.1),
                    );
                }
                pairs.push((a, b));
            }
        }
        self.variant.board.lines.push(pairs);
    }

    fn regions(&mut self, list: Vec<Entry<Region>>) {
        for Entry { what: Region { name, area }, .. } in list {
            let squares = self.area(&area).unwrap_or([self.areas.all(); 2]);
            let source = self.source(name.span);
            self.variant.board.regions.push(model::Region { name: name.value.clone(), squares, source });
            self.areas.named.insert(name.value, Named { span: name.span, squares, used: false });
        }
    }

    /// What is declared and never used.
    fn unused(&mut self) {
        if self.merged.incomplete || self.report.has_errors() {
            return;
        }
        // What an extended file declares is its own business.
        for (name, region) in &self.areas.named {
            if !region.used && region.span.file == 0 && !self.elsewhere(name) {
                let message = format!("region `{name}` is never used");
                self.report.warn(codes::UNUSED, region.span, message);
            }
        }
        for (name, (_, span, used)) in &self.line_sets {
            if !used && span.file == 0 && !self.elsewhere(name) {
                self.report
                    .warn(codes::UNUSED, *span, format!("no movement goes along the lines `{name}`"))
                    .help(format!("limit a movement to them: `move F along {name}`"));
            }
        }
        for (name, option) in &self.merged.options {
            let span = option.choice.name.span;
            if !option.used && span.file == 0 && !self.elsewhere(name) {
                self.report
                    .warn(codes::UNUSED, span, format!("no rule depends on option `{name}`"))
                    .help(format!("end a statement in `when {name} = ...`, or take the option away"));
            }
        }
        self.unused_fields();
        let clock = self.variant.ends.iter().any(|e| matches!(e.when, model::EndWhen::Clock(_)));
        if let Some(span) = self.resets.filter(|s| s.file == 0 && !clock && !self.elsewhere("clock")) {
            self.report
                .warn(codes::NEVER, span, "there is no clock to reset")
                .note("the clock is an end of the game: `clock 50 moves draws`");
        }
    }

    /// Whether a name may be used by a statement that does not count with the chosen options.
    fn elsewhere(&self, name: &str) -> bool {
        let left_out = !self.merged.options.is_empty();
        let word = |c: char| !c.is_alphanumeric() && c != '_';
        let text = self.merged.files.first().map_or("", |f| f.text.as_str());
        left_out && text.split(word).filter(|w| *w == name).count() > 2
    }

    // ---- shared by the parts ----

    /// A place as the model keeps it.
    fn source(&self, span: Span) -> Source {
        let file = usize::from(span.file);
        let (Some(starts), Some(source)) = (self.lines.get(file), self.merged.files.get(file)) else {
            return Source::default();
        };
        let start = span.start as usize;
        let line = starts.partition_point(|&s| s <= start).max(1);
        let before = source.text.get(starts[line - 1]..start).unwrap_or("");
        Source {
            file: span.file,
            start: span.start,
            end: span.end,
            line: line as u32,
            column: before.chars().count() as u32 + 1,
        }
    }

    /// The squares of a region for White and Black.
    fn area(&mut self, area: &Area) -> Option<[Set256; 2]> {
        let broken = &self.merged.broken;
        self.areas.resolve(area, &|name| broken.contains(name), &mut self.report)
    }

    /// Looks a kind up.
    fn kind(&mut self, word: &Word) -> Option<KindId> {
        if let Some((id, _)) = self.kinds.get(&word.value) {
            return Some(*id);
        }
        if !self.merged.broken.contains(&word.value) {
            let guess = did_you_mean(&word.value, self.kinds.keys().map(String::as_str));
            self.report
                .error(codes::NO_KIND, word.span, format!("there is no piece `{}`", word.value))
                .help_if(guess);
        }
        None
    }

    /// Looks kinds up; a kind may stand in a list once. `None` if one is missing.
    fn kind_set(&mut self, words: &[Word]) -> Option<KindSet> {
        let mut set = Some(KindSet::NONE);
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for word in words {
            if let Some(first) = seen.insert(&word.value, word.span) {
                let message = format!("`{}` stands in this list twice", word.value);
                self.report.error(codes::DUPLICATE, word.span, message).label(first, "here first");
            }
            let id = self.kind(word);
            set = set.and_then(|set| Some(set.or(KindSet::of(id?))));
        }
        set
    }

    /// Kinds of a list, or all if it is empty.
    fn kind_set_or_all(&mut self, words: &[Word]) -> Option<KindSet> {
        if words.is_empty() { Some(self.all_kinds()) } else { self.kind_set(words) }
    }

    /// Every kind.
    fn all_kinds(&self) -> KindSet {
        (0..self.variant.kinds.len() as u8).collect()
    }

    /// The royal kinds.
    fn royals(&self) -> KindSet {
        (0u8..).zip(&self.variant.kinds).filter(|(_, k)| k.royal).map(|(id, _)| id).collect()
    }

    /// Looks terrain up: its index and whether there is only one.
    fn terrain(&mut self, word: &Word) -> Option<(TerrainId, bool)> {
        if let Some((id, _, only)) = self.terrain.get(&word.value) {
            return Some((*id, *only));
        }
        if !self.merged.broken.contains(&word.value) {
            let guess = did_you_mean(&word.value, self.terrain.keys().map(String::as_str));
            self.report
                .error(codes::NO_TERRAIN, word.span, format!("there is no terrain `{}`", word.value))
                .note("terrain is declared as `terrain Name *`")
                .help_if(guess);
        }
        None
    }

    /// The code of a kind in move text: lower case, several letters in brackets.
    fn choice_text(&self, kind: KindId) -> String {
        let code = self.variant.kinds[usize::from(kind)].code.to_lowercase();
        if code.len() > 1 && !code.starts_with('+') { format!("[{code}]") } else { code }
    }
}
