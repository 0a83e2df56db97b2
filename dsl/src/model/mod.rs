//! The checked model of a variant: plain data, buildable without text, that says everything the
//! rules say.
//!
//! A variant is **fields** (state), **actions** (who moves, by which walk, with which edits),
//! **reactions** (what that sets off, and what the mover chooses with it), **phases** and **ends**.
//! Threat, check, pins, notation, diagrams, undo, hash and FEN are derived from these and never
//! written again.
//!
//! Everything is expanded to both owners: an [`Action`] belongs to one [`Side`], and its squares,
//! steps and regions are absolute. Kinds, fields and so on are named by index (`KindId`, ...), in
//! declared order.
//!
//! # Order of a move
//!
//! 1. *path and arrival*: the action's walk removes what it takes, square by square, and puts the
//!    mover on its last square (or leaves it, for [`Stop::Stay`]); then the action's own edits.
//! 2. *capture* reactions, once for each captured piece, with `Victim` and `Target` bound.
//! 3. *promotion* reactions; the mover chooses a branch.
//! 4. *after the move* reactions; likewise.
//! 5. rights and initial marks fall for each square touched; the kind moved last is noted; clocks.
//! 6. *end of the turn*, when its moves are spent or it is ended: travellers land, each with the
//!    reactions of its capture; en-passant squares of the turn before expire; the turn passes.
//! 7. results.
//!
//! A reaction fires on the state its stage began with, and sets off no other.

mod act;
mod arrive;
mod board;
mod end;
mod field;
mod spec;
mod walk;

pub use act::*;
pub use arrive::*;
pub use board::*;
pub use end::*;
pub use field::*;
pub use spec::{PASSERS, UNMOVED, a_or_an};
pub use walk::*;

pub use chv_runtime::{BoardSize, Piece, Set256, Side, Square, SquareSet};

/// A checked variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Titles and origin.
    pub about: About,
    /// The options and the values chosen in this instance. Clauses that hang on an option are
    /// already resolved.
    pub options: Vec<Setting>,
    /// The board.
    pub board: Board,
    /// The kinds of piece.
    pub kinds: Vec<Kind>,
    /// The kinds of terrain that may lie on squares.
    pub terrain: Vec<Terrain>,
    /// The state fields.
    pub fields: Fields,
    /// The start position.
    pub start: Start,
    /// What it means for a royal to be in danger.
    pub royalty: Royalty,
    /// Everything a player can do, for both sides.
    pub actions: Vec<Action>,
    /// Everything that is set off by it.
    pub reactions: Vec<Reaction>,
    /// What Rust adds.
    pub hooks: Vec<HookUse>,
    /// The phases of the game, the first one first.
    pub phases: Vec<Phase>,
    /// The ways in which the game ends; the first that holds counts.
    pub ends: Vec<End>,
    /// The tests written beside the rules.
    pub tests: Vec<Test>,
}

/// Titles and origin of a variant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// The stem of the file: the name that programs use and generated modules have.
    pub name: String,
    /// The file as the user named it, for messages; relative paths stay relative.
    pub file: String,
    /// The names of all files the variant was read from: this one, then those it extends.
    pub files: Vec<String>,
    /// The title people read.
    pub title: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// The author of the game.
    pub author: Option<String>,
    /// The year of its publication.
    pub year: Option<u16>,
    /// Where the rules were published.
    pub source: Option<String>,
    /// The text of the `///` comments before the variant.
    pub doc: String,
}

/// An option and its chosen value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The name.
    pub name: String,
    /// The allowed values; the first is the default.
    pub values: Vec<String>,
    /// Index of the value in force.
    pub chosen: usize,
    /// Where it is written.
    pub source: Source,
}

/// A hook that the game uses: rules in Rust, see [`chv_runtime::hooks`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookUse {
    /// Its name: in programs that interpret the game, and of the field of FEN that keeps its number.
    pub name: String,
    /// The path of the Rust type that implements it, as generated code names it.
    pub path: String,
    /// Where it is written.
    pub source: Source,
}

/// A place in a file: what is shown in messages and in the comments of generated code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Source {
    /// Which file: index into [`About::files`].
    pub file: u16,
    /// Byte range in the file.
    pub start: u32,
    /// End of the byte range.
    pub end: u32,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A test written beside the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// What it shows.
    pub name: String,
    /// Its steps, in order. It begins at the start position.
    pub steps: Vec<TestStep>,
    /// Where it is written.
    pub source: Source,
}

/// One step of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestStep {
    /// Sets up a position from FEN.
    Position(String),
    /// Plays moves, each of which must be legal.
    Play(Vec<String>),
    /// The FEN must now be this.
    Fen(String),
    /// These moves must be legal.
    Legal(Vec<String>),
    /// These moves must not be legal.
    Illegal(Vec<String>),
    /// The legal moves must be exactly these.
    Moves(Vec<String>),
    /// Whether the side to act must be in check.
    Check(bool),
    /// The result must be this: `white`, `black`, `draw` or `none`, and the reason if one is given.
    Result(String, Option<String>),
    /// The node count to a depth must be this.
    Perft(u32, u64),
}
