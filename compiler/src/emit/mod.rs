//! From plan to Rust: the generated module as tokens, then as text.
//!
//! One file for each subject of the generated code: names and tables, attacks and danger, move
//! generation, making moves, and the runtime's contract.

mod apply;
mod attack;
mod borrow;
mod castle;
mod contract;
mod deeds;
mod doubts;

mod drops;
mod expr;
mod generate;
mod hidden;
mod hooks;
mod legal;
mod more;
mod names;
mod outcome;
mod owed;
mod play;
mod print;
mod rare;
mod react;
mod rules;
mod spec;
mod tables;
mod threats;
mod trails;
mod travel;
mod turns;
mod walks;

use std::collections::BTreeSet;

use chv_dsl::model::{KindId, KindSet, Set256, Source, SquareSet};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::plan::{Legality, Plan, SetType};

pub(crate) use print::Header;

/// Choices of the generator that do not change what the code computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Emission {
    /// Whether the code also has the slow path, in which every move is made and tested, as
    /// `visit_tested`: for comparison with the fast one.
    pub tested_path: bool,
}

/// The text of the generated module.
#[must_use]
pub(crate) fn module(plan: &Plan, name: &str, emission: Emission, header: &Header) -> String {
    let mut emitter = Emitter::new(plan, emission);
    let parts = [
        emitter.types(),
        emitter.attack_code(),
        emitter.generate_code(),
        emitter.apply_code(),
        emitter.contract_code(),
        emitter.spec_code(),
    ];
    let more = emitter.more_rules();
    let hooks = emitter.hook_code();
    let walks = emitter.walk_tables();
    let trails = emitter.trail_tables();
    let hands = emitter.hand_tables();
    let near = emitter.near_tables();
    let tables = emitter.tables.finish(&emitter);
    let name = format_ident!("{}", names::module(name));
    let about = &plan.variant.about;
    let title =
        if about.doc.is_empty() { about.title.clone() } else { format!("{}: {}", about.title, about.doc) };
    let docs = title.lines().map(|line| format!(" {line}"));
    // Formed from rules, not written by hand: what lints say of style does not help anybody here.
    let tokens = quote! {
        #(#[doc = #docs])*
        #[allow(
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            dead_code,
            non_snake_case,
            unreachable_pub,
            unused_assignments,
            unused_imports,
            unused_mut,
            unused_parens,
            unused_variables,
            reason = "generated from the rules"
        )]
        pub mod #name { #(#parts)* #hooks #more #walks #trails #hands #near #tables }
    };
    print::text(tokens, header)
}

/// What the emission of one module knows and collects.
pub(crate) struct Emitter<'p, 'v> {
    plan: &'p Plan<'v>,
    emission: Emission,
    tables: tables::Tables,
    tags: Tags,
    /// The distances for which there are tables of nearness, on boards joined at their edges.
    near: BTreeSet<u8>,
    /// The kinds' names as Rust has them, each once.
    kind_names: Vec<String>,
    /// The walks that are followed node by node.
    walk_list: Vec<walks::WalkTable<'p>>,
    /// Whether what is being emitted is about check alone, not about what else forbids a square.
    checks_only: bool,
    /// Which threats what is being emitted is about.
    threats: Threats,
}

/// Some of the movements that threaten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Threats {
    /// All.
    All,
    /// Those that the opponent has whatever is moved.
    Steady,
    /// Those that hang on the kind moved: code about them knows it as `moved`.
    Borrowed,
}

/// The tags of the moves that are more than plain displacements.
#[derive(Debug, Default)]
struct Tags {
    /// A push that leaves en-passant squares.
    push: Option<u8>,
    /// A capture en passant.
    passing: Option<u8>,
    /// A capture without moving.
    shot: Option<u8>,
    /// The first castling move.
    castle: u8,
    /// The first choice of each promotion.
    promotions: Vec<u8>,
    /// The first drop.
    drop: u8,
    /// Something done before play.
    setup: Option<u8>,
    /// The end of a turn that has moves left.
    end_turn: Option<u8>,
    /// Leaving the board to come back.
    depart: Option<u8>,
    /// The choice for a piece that was pushed to where it promotes.
    owed: Option<u8>,
    /// What a hook offers.
    offer: Option<u8>,
}

impl<'p, 'v> Emitter<'p, 'v> {
    fn new(plan: &'p Plan<'v>, emission: Emission) -> Self {
        let mut next = 1u8;
        let mut take = |n: usize| {
            let first = next;
            next += n as u8;
            first
        };
        let any = |f: fn(&crate::plan::Mover) -> bool| plan.movers.iter().any(f);
        let push = any(|m| m.ways.pushes.iter().any(|p| p.leaves_passed)).then(|| take(1));
        let passing = any(|m| !m.ways.passed.is_empty()).then(|| take(1));
        let shot = any(|m| m.ways.stay).then(|| take(1));
        let castle = take(plan.castles.len());
        let promotions = plan.promotions.iter().map(|p| take(p.choices.len())).collect();
        let drop = take(plan.drops.len());
        let setup = (plan.variant.phases.len() > 1).then(|| take(1));
        let ends = plan.variant.has_turns() && plan.turn().early;
        let end_turn = ends.then(|| take(1));
        let depart = (!plan.travels.is_empty()).then(|| take(1));
        let owed = plan.owes().then(|| take(1));
        let offer = (!plan.variant.hooks.is_empty()).then(|| take(1));
        let tags =
            Tags { push, passing, shot, castle, promotions, drop, setup, end_turn, depart, owed, offer };
        let kind_names = names::kinds(&plan.variant.kinds);
        Self {
            plan,
            emission,
            tables: tables::Tables::default(),
            tags,
            near: BTreeSet::new(),
            walk_list: walks::walk_list(plan, &kind_names),
            kind_names,
            checks_only: false,
            threats: Threats::All,
        }
    }

    /// The enumeration of kinds, the board's constants and the tags.
    fn types(&self) -> TokenStream {
        let plan = self.plan;
        let variant = plan.variant;
        let set = self.set_type();
        let (files, ranks) = (variant.board.size.files, variant.board.size.ranks);
        let board = self.set_literal(plan.board);
        let kinds = (0..).zip(&variant.kinds).map(|(id, kind)| {
            let name = self.kind(id);
            let movement = kind.movement.join(" ");
            let doc = self.doc(&join(&[&kind.doc, &format!("`{}`: `{movement}`.", kind.code)]), kind.source);
            quote! { #[doc = #doc] #name, }
        });
        let count = variant.kinds.len();
        let tags = self.tag_constants();
        let size_doc = format!(" The board: {files} files, {ranks} ranks.");
        quote! {
            use chv_runtime::compiled::{self, Batch, LineSet as _, Move, PLAIN};
            use chv_runtime::{BoardSize, MoveDetail, Outcome, Record, Side, Spec, Square, SquareSet as _, Winner};
            use core::ops::ControlFlow;
            use std::borrow::Cow;

            /// The kinds of piece, in the order of the rules.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
            #[repr(u8)]
            pub enum PieceKind { #(#kinds)* }

            /// A set of squares.
            type Set = chv_runtime::#set;

            /// Number of kinds of piece.
            const KINDS: usize = #count;
            #[doc = #size_doc]
            const SIZE: BoardSize = BoardSize { files: #files, ranks: #ranks };
            /// The squares that exist.
            const BOARD: Set = #board;
            #tags
        }
    }

    fn tag_constants(&self) -> TokenStream {
        let mut out = TokenStream::new();
        let mut constant = |name: Ident, value: u8, doc: String| {
            out.extend(quote! { #[doc = #doc] const #name: u8 = #value; });
        };
        if let Some(tag) = self.tags.push {
            constant(
                format_ident!("PUSH"),
                tag,
                " Tag: a push over squares on which it can be captured en passant.".into(),
            );
        }
        if let Some(tag) = self.tags.passing {
            constant(format_ident!("EN_PASSANT"), tag, " Tag: a capture en passant.".into());
        }
        if let Some(tag) = self.tags.shot {
            constant(format_ident!("SHOT"), tag, " Tag: a capture without moving.".into());
        }
        if let Some(tag) = self.tags.setup {
            constant(format_ident!("SETUP"), tag, " Tag: something done before play.".into());
        }
        if let Some(tag) = self.tags.depart {
            constant(format_ident!("DEPART"), tag, " Tag: a piece leaves the board to come back.".into());
        }
        if let Some(tag) = self.tags.owed {
            constant(format_ident!("OWED"), tag, " Tag: a piece that was pushed promotes.".into());
        }
        if let Some(tag) = self.tags.offer {
            constant(format_ident!("OFFER"), tag, " Tag: an action that a hook offers.".into());
        }
        if let Some(tag) = self.tags.end_turn {
            constant(format_ident!("END_TURN"), tag, " Tag: the end of a turn that has moves left.".into());
        }
        for (i, castle) in self.plan.castles.iter().enumerate() {
            let doc = self.doc(
                &format!(
                    "Tag: castling from {} to {}.",
                    self.square_name(castle.king.0),
                    self.square_name(castle.king.1)
                ),
                castle.source,
            );
            constant(self.castle_tag(i), self.tags.castle + i as u8, doc);
        }
        for (p, promotion) in self.plan.promotions.iter().enumerate() {
            for (i, choice) in promotion.choices.iter().enumerate() {
                let name = &self.plan.variant.kinds[choice.becomes as usize].name;
                let pair = if choice.at_origin.is_some() { ", with another piece at the origin" } else { "" };
                let doc = self.doc(&format!("Tag: promotion to {name}{pair}."), promotion.source);
                constant(self.promotion_tag(p, i), self.tags.promotions[p] + i as u8, doc);
            }
        }
        for (i, drop) in self.plan.drops.iter().enumerate() {
            let Some(name) = self.drop_tag(i) else { continue };
            let kind = &self.plan.variant.kinds[drop.kind as usize].name;
            let doc = self.doc(&format!("Tag: a {kind} comes from the hand."), drop.source);
            constant(name, self.tags.drop + i as u8, doc);
        }
        out
    }

    fn castle_tag(&self, i: usize) -> Ident {
        let castle = &self.plan.castles[i];
        // Several partners may stand ready for the same way of the king.
        let alike = self.plan.castles.iter().filter(|c| c.king == castle.king).count() > 1;
        let partner = castle
            .partner
            .filter(|_| alike)
            .map_or(String::new(), |(start, _)| format!("_WITH_{}", self.square_name(start).to_uppercase()));
        format_ident!(
            "CASTLE_{}{}{partner}",
            self.square_name(castle.king.0).to_uppercase(),
            self.square_name(castle.king.1).to_uppercase()
        )
    }

    /// The first and the last tag of castling moves.
    fn castle_range(&self) -> Option<(u8, u8)> {
        let last = self.plan.castles.len().checked_sub(1)?;
        Some((self.tags.castle, self.tags.castle + last as u8))
    }

    /// A condition that a move is no castling, where there is any: its target may be where the partner stands.
    fn is_no_castling(&self) -> Option<TokenStream> {
        self.castle_range().map(|(first, last)| quote! { && !(#first..=#last).contains(&m.tag) })
    }

    fn promotion_tag(&self, promotion: usize, choice: usize) -> Ident {
        let chosen = &self.plan.promotions[promotion].choices[choice];
        let name = names::constant(&self.kind_names[chosen.becomes as usize]);
        let number =
            if self.plan.promotions.len() > 1 { format!("{}_", promotion + 1) } else { String::new() };
        match chosen.at_origin {
            Some(_) => format_ident!("PROMOTE_{number}{name}_PAIR"),
            None => format_ident!("PROMOTE_{number}{name}"),
        }
    }

    fn masks(&self) -> bool {
        self.plan.legality == Legality::Masks
    }

    /// How moves are proven while they are generated: not at all where that is done afterwards.
    fn proof(&self) -> Legality {
        if self.plan.has_unproven() { Legality::None } else { self.plan.legality }
    }

    /// Whether the code has a path in which every move is tested.
    fn has_tested(&self) -> bool {
        self.proof() == Legality::Tested || (self.masks() && self.emission.tested_path)
    }

    fn kind(&self, kind: KindId) -> Ident {
        format_ident!("{}", self.kind_names[kind as usize])
    }

    /// The set of all pieces of some kinds: `self.of(..) | self.of(..)`.
    fn of(&self, kinds: KindSet) -> TokenStream {
        let each = kinds.iter().filter(|&k| usize::from(k) < self.plan.variant.kinds.len()).map(|k| {
            let name = self.kind(k);
            quote! { self.of(PieceKind::#name) }
        });
        quote! { (#(#each)|*) }
    }

    /// The pieces of some kinds among `pieces`: said by the kinds that are left out where these are
    /// fewer.
    fn among(&self, pieces: TokenStream, kinds: KindSet) -> TokenStream {
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        let (of, rest) = (all.and(kinds), all.minus(kinds));
        if rest.is_empty() {
            pieces
        } else if rest.0.count_ones() < of.0.count_ones() {
            let rest = self.of(rest);
            quote! { #pieces & !#rest }
        } else {
            let of = self.of(of);
            quote! { #pieces & #of }
        }
    }

    fn set_type(&self) -> Ident {
        format_ident!(
            "{}",
            match self.plan.set {
                SetType::Word => "Set64",
                SetType::Double => "Set128",
                SetType::Quad => "Set256",
            }
        )
    }

    /// A set of squares as a literal.
    fn set(&self, squares: Set256) -> TokenStream {
        if squares == self.plan.board {
            return quote! { BOARD };
        }
        self.set_literal(squares)
    }

    /// The same in numbers, for the board itself too.
    fn set_literal(&self, squares: Set256) -> TokenStream {
        let hex = |text: String| {
            text.parse::<proc_macro2::Literal>().map_or_else(|_| quote! { 0 }, |l| quote! { #l })
        };
        match self.plan.set {
            SetType::Word => {
                let word = hex(format!("{:#x}", squares.0[0]));
                quote! { chv_runtime::Set64(#word) }
            }
            SetType::Double => {
                let word = hex(format!("{:#x}", u128::from(squares.0[1]) << 64 | u128::from(squares.0[0])));
                quote! { chv_runtime::Set128(#word) }
            }
            SetType::Quad => {
                let words = squares.0.map(|w| hex(format!("{w:#x}")));
                quote! { chv_runtime::Set256([#(#words),*]) }
            }
        }
    }

    fn square_name(&self, square: chv_dsl::model::Square) -> String {
        self.plan.variant.board.size.name(square)
    }

    /// A doc comment that ends in the place of the rule.
    fn doc(&self, text: &str, source: Source) -> String {
        let about = &self.plan.variant.about;
        let file = file_name(about.files.get(usize::from(source.file)).unwrap_or(&about.file));
        format!(" {} {file}:{}:{}", text.replace('\n', " "), source.line, source.column)
    }

    /// Whether a set is the whole board.
    fn is_board(&self, squares: Set256) -> bool {
        (self.plan.board & !squares).is_empty()
    }
}

/// The last part of a path: generated code names files without folders, so that it is the same
/// everywhere.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Non-empty texts, joined by blanks.
fn join(texts: &[&str]) -> String {
    texts.iter().map(|t| t.trim()).filter(|t| !t.is_empty()).collect::<Vec<_>>().join(" ")
}
