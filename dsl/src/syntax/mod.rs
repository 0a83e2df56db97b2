//! The syntax tree: what a file says, name by name, before anything is looked up.
//!
//! Before: text. After: statements with their places. A statement that could not be read is missing
//! from the tree and listed as [`Broken`]; everything else is there, so that one mistake is reported
//! once and the rest of the file still counts.

use std::ops::Range;

/// A place: which file, and the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, PartialOrd, Ord)]
pub struct Span {
    /// Index of the file.
    pub file: u16,
    /// First byte.
    pub start: u32,
    /// End of the bytes.
    pub end: u32,
}

impl Span {
    /// The bytes as a range.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
    /// From the start of this to the end of another.
    #[must_use]
    pub const fn to(self, other: Self) -> Self {
        Self { file: self.file, start: self.start, end: other.end }
    }
}

/// A value and where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it is written.
    pub span: Span,
}

/// A word: a name, a code, a movement, the inside of a string.
pub type Word = At<String>;

/// A file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    /// The variant it declares, if that much could be read.
    pub variant: Option<Variant>,
    /// What could not be read.
    pub broken: Vec<Broken>,
}

/// A statement that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Its words, so that nobody complains of a name that it may have declared.
    pub words: Vec<String>,
}

/// `variant "Title" { ... }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// The `///` comments before it.
    pub doc: String,
    /// The title.
    pub title: Word,
    /// Where its head is.
    pub span: Span,
    /// Its statements.
    pub body: Vec<Entry<Top>>,
}

/// A statement with what may stand around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<T> {
    /// The `///` comments before it.
    pub doc: String,
    /// Where its words are (without its block).
    pub span: Span,
    /// The `override` before it.
    pub replaces: Option<Span>,
    /// The conditions on it: its own, and those of the `when` blocks around it.
    pub when: Vec<When>,
    /// What it says.
    pub what: T,
}

/// `when option = value`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    /// The option.
    pub option: Word,
    /// Whether it must have the value, or must not.
    pub equal: bool,
    /// The value.
    pub value: Word,
}

/// A statement of a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Top {
    /// `extends "stem"`
    Extends(Word),
    /// `alias a, b`
    Alias(Vec<Word>),
    /// `author "..."`
    Author(Word),
    /// `year 1998`
    Year(At<u32>),
    /// `source "..."`
    Source(Word),
    /// `language 1`
    Language(At<u32>),
    /// `dialect "fsf"`: the spelling of the movements in this file
    Dialect(Word),
    /// `symmetry mirror` or `symmetry rotate`
    Symmetry(Symmetry),
    /// `board 8x8`
    Board(Board),
    /// `region name = ...`
    Region(Region),
    /// `option name = a | b`
    Choice(Choice),
    /// `piece Name C movement`
    Piece(Piece),
    /// `remove ...`
    Remove(Remove),
    /// `setup { ... }`
    Setup(Vec<Entry<SetupLine>>),
    /// `castling Name { ... }`
    Castling(Castling),
    /// `promotion ... { ... }`
    Promotion(Promotion),
    /// `drops { ... }`
    Drops(Drops),
    /// `terrain Name c`
    Terrain(Terrain),
    /// `on capture { ... }`, `after move { ... }`
    Reaction(Reaction),
    /// `hook name "path"`
    Hook(Word, Word),
    /// `phase name { ... }`
    Phase(Phase),
    /// `turn { ... }`
    Turn(Vec<Entry<TurnLine>>),
    /// `hidden name`
    Hidden(Word),
    /// `end { ... }`
    Ends(Vec<Entry<EndLine>>),
    /// `test "..." { ... }`
    Test(Test),
}

/// How Black's squares come from White's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Symmetry {
    /// The same file, the rank counted from the other side.
    #[default]
    Mirror,
    /// The board turned by 180 degrees.
    Rotate,
}

/// `board 8x8 { ... }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Files.
    pub files: At<u32>,
    /// Ranks.
    pub ranks: At<u32>,
    /// What else is said of it.
    pub body: Vec<Entry<BoardLine>>,
}

/// A line of a board's block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardLine {
    /// `holes a1 b2`
    Holes(Vec<Word>),
    /// `join files`: whether it is the files.
    Join(bool),
    /// `lines name = a1-b2, ...`: chains of squares.
    Lines(Word, Vec<Vec<Word>>),
}

/// `region name = ...`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The name.
    pub name: Word,
    /// Its squares.
    pub area: Area,
}

/// An expression over squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// Where it is written.
    pub span: Span,
    /// What it says.
    pub kind: AreaKind,
}

/// An expression over squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AreaKind {
    /// `files a..c, f`: pairs of first and last file, from 0.
    Files(Vec<(At<u32>, At<u32>)>),
    /// `ranks 1..3, 8`: pairs of first and last rank, from 1.
    Ranks(Vec<(At<u32>, At<u32>)>),
    /// `squares a1 b2`
    Squares(Vec<Word>),
    /// `light`
    Light,
    /// `dark`
    Dark,
    /// `board`
    All,
    /// The name of a region.
    Named(String),
    /// `... and ... and ...`
    And(Vec<Area>),
    /// `... or ... except ...`, from left to right: each part after the first is taken away
    /// (`true`) or added.
    Mix(Box<Area>, Vec<(bool, Area)>),
    /// `not ...`
    Not(Box<Area>),
}

/// `option name = a | b`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The name.
    pub name: Word,
    /// The allowed values; the first is the default.
    pub values: Vec<Word>,
}

/// `piece Name C movement { ... }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The name.
    pub name: Word,
    /// The code.
    pub code: Word,
    /// The movement, unless it is `none`.
    pub movement: Option<Word>,
    /// Its properties.
    pub body: Vec<Entry<Property>>,
}

/// A property of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Property {
    /// `royal`
    Royal,
    /// `resets clock`
    ResetsClock,
    /// `within region`
    Within(Area),
    /// `move movement ...` and the like
    Move(Box<Move>),
    /// `captures only A, B`
    Captures(At<Captures>),
    /// `hops over A, B`
    Hops(At<Hops>),
    /// `not capturable`, or `not capturable by A, B`
    NotCapturable(Vec<Word>),
    /// `reverts to Name`
    Reverts(Word),
    /// `initial on region`
    Initial(Area),
    /// `captures A, B en passant`
    Passing(Vec<Word>),
    /// `moves as name`; `None` for `moves as last moved of opponent`
    MovesAs(Option<Word>),
    /// `takes the whole turn`
    TakesTurn,
    /// `may pass`
    MayPass,
}

/// A further movement of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// What the piece does by it.
    pub verb: Verb,
    /// The movement.
    pub movement: Word,
    /// Where it may start.
    pub from: Option<Area>,
    /// Where it may end.
    pub to: Option<Area>,
    /// The lines that it goes along.
    pub along: Option<Word>,
    /// What it captures.
    pub captures: Option<At<Captures>>,
    /// What it hops over.
    pub hops: Option<At<Hops>>,
    /// Whether `within` does not hold for it.
    pub unconfined: bool,
    /// Where it is said that the squares passed become en-passant squares.
    pub leaving: Option<Span>,
    /// For how many turns the piece is under way.
    pub turns: Option<At<u32>>,
}

/// What a piece does by a further movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// It moves.
    Moves,
    /// It captures and stays.
    Shoots,
    /// It goes there and pushes what it would capture.
    Pushes,
    /// It leaves the board and lands there turns later.
    Travels,
    /// Nothing; but no royal may be left where it would capture it.
    Forbids,
}

/// `captures only A, B` or `captures except A, B`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captures {
    /// `only`
    pub only: bool,
    /// The kinds.
    pub kinds: Vec<Word>,
}

/// `hops over 2 own pieces, Terrain except A`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hops {
    /// How many are hopped over.
    pub count: Option<At<u32>>,
    /// `own` or `enemy`
    pub own: Option<bool>,
    /// `pieces`: of any kind.
    pub pieces: bool,
    /// Kinds and terrain.
    pub names: Vec<Word>,
    /// Kinds that are not hopped over.
    pub except: Vec<Word>,
}

/// `remove ...`
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remove {
    /// `remove piece A, B`
    Pieces(Vec<Word>),
    /// `remove region a`
    Regions(Vec<Word>),
    /// `remove terrain A`
    Terrains(Vec<Word>),
    /// `remove hook a`
    Hooks(Vec<Word>),
    /// `remove phase a`
    Phases(Vec<Word>),
    /// Everything of a sort that has no names: its spelling.
    Sort(&'static str),
}

/// A line of a set-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetupLine {
    /// `8 rnbqkbnr`
    Row(At<u32>, Word),
    /// `hand white QR`: the side (White is `false`) and the pieces.
    Hand(bool, Word),
    /// `side black`: whether Black begins.
    Side(bool),
    /// `rights KQkq`; `None` for `rights none`.
    Rights(Option<Word>),
}

/// `castling Name { with ... }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Castling {
    /// The piece that castles.
    pub king: Word,
    /// Its castlings.
    pub lines: Vec<Entry<With>>,
}

/// `with Partner e1 > g1, h1 > f1 as K`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct With {
    /// The partner.
    pub partner: Word,
    /// From and to of the piece, then of the partner.
    pub squares: [Word; 4],
    /// The letter of the right in FEN.
    pub letter: Option<Word>,
}

/// `promotion ... { ... }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    /// The pieces that promote; empty if each line says it.
    pub kinds: Vec<Word>,
    /// Where a move must end, ...
    pub on: bool,
    /// ... or start (`in or out of`: either).
    pub off: bool,
    /// The region.
    pub area: Area,
    /// Where `optional` is written, and whether `unless stuck` follows.
    pub optional: Option<(Span, bool)>,
    /// Whether only captures promote.
    pub on_capture: bool,
    /// Whether a piece that is pushed there promotes too.
    pub pushed: bool,
    /// The choices.
    pub lines: Vec<Entry<Choices>>,
}

/// `[Name] to A, B and C at origin limit 1`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    /// The pieces that promote, if the line says it.
    pub kinds: Vec<Word>,
    /// The choices: each what the piece becomes, and what is put down besides (at the origin, or
    /// the target).
    pub to: Vec<(Word, Vec<(Word, bool)>)>,
    /// The most pieces of the chosen kind a side may have.
    pub limit: Option<At<u32>>,
}

/// `drops from captures { ... }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drops {
    /// Whether captured pieces go to the captor's hand.
    pub from_captures: bool,
    /// The rules.
    pub lines: Vec<Entry<DropLine>>,
}

/// `A, B on ranks 1..8 limit 1 on a file without mate`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropLine {
    /// The pieces.
    pub kinds: Vec<Word>,
    /// Where they may be dropped.
    pub on: Option<Area>,
    /// How many may stand on a file.
    pub per_file: Option<At<u32>>,
    /// Whether a drop may not mate.
    pub no_mate: bool,
    /// Whether a drop may not give check.
    pub no_check: bool,
}

/// `terrain Name c { ... }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terrain {
    /// The name.
    pub name: Word,
    /// The character in FEN, or the name of the field that lists its squares.
    pub code: Word,
    /// Whether it is the name of a field.
    pub field: bool,
    /// Its properties.
    pub body: Vec<Entry<TerrainLine>>,
}

/// A property of terrain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TerrainLine {
    /// `joins slides`
    Joins,
    /// `turns A, B`
    Turns(Vec<Word>),
    /// `blocks`
    Blocks,
    /// `only one`
    OnlyOne,
}

/// `on capture ... { ... }`, `after move ... { ... }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reaction {
    /// What sets it off.
    pub on: Event,
    /// What happens.
    pub effects: Vec<Entry<Effect>>,
}

/// What sets off a reaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// `on capture by A of B`
    Capture {
        /// The captors; empty for any.
        by: Vec<Word>,
        /// The victims; empty for any.
        of: Vec<Word>,
        /// `by A or of B`: either is enough.
        either: bool,
    },
    /// `after capture by A`
    AfterCapture(Vec<Word>),
    /// `after move of A in a turn of 1`
    AfterMove(Vec<Word>, Option<At<u32>>),
}

/// `phase name { ... }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase {
    /// The name.
    pub name: Word,
    /// Its lines.
    pub body: Vec<Entry<PhaseLine>>,
}

/// A line of a phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PhaseLine {
    /// `each arranges 4 of A, B on d1 e1`
    Arranges {
        /// How many.
        count: At<u32>,
        /// Of which kinds.
        kinds: Vec<Word>,
        /// The squares.
        squares: Vec<Word>,
    },
    /// `each places 2 Wall on region`
    Places {
        /// How many.
        count: At<u32>,
        /// The terrain.
        terrain: Word,
        /// Where.
        area: Area,
    },
    /// `each hides 4 mines on region`
    Hides {
        /// How many.
        count: At<u32>,
        /// What is hidden.
        what: Word,
        /// Where.
        area: Area,
    },
    /// `the one left is name`
    LeftOver(Word),
    /// `distinct`
    Distinct,
    /// `optional`
    Optional,
    /// `together`
    Together,
    /// `balanced`
    Balanced,
}

/// A line of `turn { ... }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TurnLine {
    /// `2 moves`
    Budget(At<u32>),
    /// `may end early`
    Early,
    /// `check ends it`
    CheckEnds,
}

/// An effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// `destroy captor`
    DestroyCaptor,
    /// `destroy target`
    DestroyTarget,
    /// `destroy each within 1 of target except A`
    DestroyEach {
        /// How far.
        within: At<u32>,
        /// Around the origin, or the target.
        around_origin: bool,
        /// The pieces that are spared.
        except: Vec<Word>,
    },
    /// `place Name at origin`
    PlaceAtOrigin(Word),
    /// `place Name on an empty square of region`
    PlaceOnEmpty(Word, Option<Area>),
    /// `captor becomes Name`
    Becomes(Word),
    /// `opponent gets 2 moves`
    Gets(At<u32>),
    /// `no check`: what the reaction removes is no threat.
    NoCheck,
}

/// A line of the ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndLine {
    /// When the game ends.
    pub when: EndCondition,
    /// With what result.
    pub verdict: Verdict,
    /// Whether it does not happen by itself: `on claim`.
    pub claimed: bool,
    /// The reason shown to people.
    pub reason: Option<Word>,
}

/// When the game ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndCondition {
    /// `checkmate`
    Checkmate,
    /// `stalemate`
    Stalemate,
    /// `no A`
    No(Vec<Word>),
    /// `only A`
    Only(Vec<Word>),
    /// `at most 2 of A`
    AtMost(At<u32>, Vec<Word>),
    /// `left with only A`
    Left(Vec<Word>),
    /// `occupies Name`
    Occupies(Word),
    /// `bare A against 1 of B, C on one colour`
    Bare {
        /// What one side has and nothing else.
        bare: Vec<Word>,
        /// How many further pieces the other may have, if that is limited.
        most: Option<At<u32>>,
        /// What these pieces may be.
        against: Vec<Word>,
        /// Whether they all stand on squares of one colour.
        one_colour: bool,
    },
    /// `repetition 3`
    Repetition(At<u32>),
    /// `clock 50 moves`
    Clock(At<u32>),
}

/// A result, for the side it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// `loses`
    Loses,
    /// `draws`
    Draws,
    /// `wins`
    Wins,
}

/// `test "..." { ... }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// What it shows.
    pub name: Word,
    /// Its steps.
    pub steps: Vec<Entry<Step>>,
}

/// A step of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// `position "fen"`
    Position(Word),
    /// `after e2e4 e7e5`
    After(Vec<Word>),
    /// `fen "fen"`
    Fen(Word),
    /// `legal e2e4`
    Legal(Vec<Word>),
    /// `illegal e2e5`
    Illegal(Vec<Word>),
    /// `moves e2e4 e2e3`
    Moves(Vec<Word>),
    /// `check` or `no check`
    Check(bool),
    /// `result draw "stalemate"`
    Result(&'static str, Option<Word>),
    /// `perft 2 = 400`
    Perft(At<u32>, At<u64>),
}
