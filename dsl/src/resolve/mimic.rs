//! Pieces that move as another kind does: that kind's movements, made again for each kind it can be.

use chv_runtime::Set256;

use super::Resolver;
use super::clauses::Bounds;
use super::fields::LAST;
use super::kinds::{Limited, Loan};
use crate::diagnostics::codes;
use crate::model::{Actor, Content, KindId, KindSet, Movement, Owner, SetBy, Take};
use crate::movement;
use crate::syntax::{Move, Span, Verb, Word};

/// A kind that moves as another.
#[derive(Debug, Clone)]
pub(super) struct Mimic {
    /// The kind.
    pub(super) kind: KindId,
    /// The name of the field that says as which; `None` for the one the opponent moved last.
    pub(super) field: Option<Word>,
    /// Where it may start and end so.
    pub(super) from: [Set256; 2],
    pub(super) to: [Set256; 2],
    /// Where it is written.
    pub(super) span: Span,
}

/// A movement that others can borrow: that of a piece's line, or the one by which it travels.
#[derive(Debug, Clone)]
pub(super) struct Lent {
    pub(super) kind: KindId,
    pub(super) movement: Word,
    pub(super) further: Option<Move>,
    pub(super) parsed: movement::Movement,
    /// What it takes and hops over, apart from what its own kind cannot capture.
    pub(super) bounds: Bounds,
}

impl Resolver {
    /// Gives the kinds that move as others the movements of these.
    pub(super) fn settle_mimics(&mut self) {
        let mimics = std::mem::take(&mut self.mimics);
        let lent = std::mem::take(&mut self.lent);
        let mut last = None;
        if let Some(first) = mimics.iter().find(|m| m.field.is_none()) {
            // Moves that are borrowed count as those of the lender.
            let moving = |a: &crate::model::Action| match a.actor {
                Actor::Kind(kind) if a.offered => Some(kind),
                _ => None,
            };
            let among: KindSet = self.variant.actions.iter().filter_map(moving).collect();
            last = self.remember_kind(LAST, first.span, among, SetBy::Moves);
        }
        for (i, mimic) in mimics.iter().enumerate() {
            let same = |m: &&Mimic| {
                let name = |m: &Mimic| m.field.as_ref().map(|w| w.value.clone());
                m.kind == mimic.kind && name(m) == name(mimic) && (m.from, m.to) == (mimic.from, mimic.to)
            };
            if let Some(first) = mimics[..i].iter().find(same) {
                if self.report.has_errors() {
                    continue;
                }
                self.report
                    .warn(codes::REPEATED, mimic.span, "the piece moves so already")
                    .label(first.span, "as it is said here")
                    .note("`I` in a movement means the same as `moves as last moved of opponent`")
                    .help("leave one of the two out");
                continue;
            }
            let field = match &mimic.field {
                None => last.map(|f| (f, Owner::Opponent)),
                Some(word) => {
                    let field = self.kind_field(&word.value).filter(|f| Some(*f) != last);
                    if field.is_none() && !self.merged.incomplete && !self.merged.broken.contains(&word.value)
                    {
                        let names = self.variant.fields.kinds.iter().map(|f| f.name.as_str());
                        let guess =
                            crate::diagnostics::report::did_you_mean(&word.value, names.collect::<Vec<_>>());
                        self.report
                            .error(
                                codes::NO_FIELD,
                                word.span,
                                format!("nothing sets which kind `{}` is", word.value),
                            )
                            .note("a phase does: `the one left is name`; or write `last moved of opponent`")
                            .help_if(guess);
                    }
                    field.map(|f| (f, Owner::Actor))
                }
            };
            let Some(field) = field else { continue };
            let among = self.variant.fields.kinds[usize::from(field.0)].among;
            let before = self.variant.actions.len();
            for lent in lent.iter().filter(|l| among.has(l.kind)) {
                self.borrow(mimic, field, lent);
            }
            if self.variant.actions.len() == before && !self.merged.incomplete && !self.report.has_errors() {
                self.report
                    .warn(codes::NEVER, mimic.span, "no piece that it can be has a movement to borrow")
                    .note("what is borrowed is the movement of a piece's own line");
            }
        }
    }

    fn borrow(&mut self, mimic: &Mimic, field: (u8, Owner), lent: &Lent) {
        let prey = lent.bounds.prey.and(self.capturable_by(mimic.kind));
        let limited = Limited {
            kind: mimic.kind,
            movement: &lent.movement,
            further: lent.further.as_ref(),
            verb: lent.further.as_ref().map_or(Verb::Moves, |f| f.verb),
            bounds: Bounds { prey, ..lent.bounds },
            from: mimic.from,
            to: mimic.to,
            initial: None,
            loan: Some(Loan { lender: lent.kind, field, span: mimic.span }),
        };
        self.expand(&limited, &lent.parsed);
    }
}

/// A movement without en passant, which is no part of how a piece moves for others; `None` if nothing
/// is left of it.
pub(super) fn without_passing(movement: Movement) -> Option<Movement> {
    let Movement::Walk(mut walk) = movement else { return Some(movement) };
    for node in &mut walk.nodes {
        node.head.leaves_passed = false;
        node.head.test.passed = KindSet::NONE;
        if node.head.take == Take::Passed {
            node.head.test = Content::default();
        }
    }
    let walk = movement::reduced(&walk);
    (!walk.is_void()).then_some(Movement::Walk(walk))
}
