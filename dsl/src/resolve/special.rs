//! Properties of a piece that are no movements of its own: capture en passant by its movement, moving
//! as others do, travelling, what a move costs.

use std::collections::BTreeMap;

use chv_runtime::{Set256, Side};

use super::Resolver;
use super::clauses::Clauses;
use super::fields::TRAVELLERS;
use super::mimic::Mimic;
use crate::diagnostics::codes;
use crate::model::{self, Action, Actor, Content, Cost, KindId, KindSet, Movement, Take, Walk};
use crate::movement;
use crate::syntax::{Entry, Property, Span, Verb, Word};

impl Resolver {
    /// The special properties of a kind, its movements being known.
    pub(super) fn special_properties(
        &mut self,
        kind: KindId,
        own: Option<&Word>,
        body: &[Entry<Property>],
        clauses: &Clauses,
        within: [Set256; 2],
    ) {
        let mut whole = None;
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for entry in body {
            let sort = match &entry.what {
                Property::Passing(words) => {
                    self.passing(kind, own, words, entry.span, clauses, within);
                    "passing"
                }
                Property::MovesAs(field) => {
                    let (field, from) = (field.clone(), [self.areas.all(); 2]);
                    self.mimics.push(Mimic { kind, field, from, to: within, span: entry.span });
                    "moves as"
                }
                Property::TakesTurn => {
                    whole = Some(entry.span);
                    "takes"
                }
                Property::Move(further) if further.verb == Verb::Travels => {
                    if let Some(turns) = &further.turns
                        && !(1..=100).contains(&turns.value)
                    {
                        self.report.error(
                            codes::NUMBER,
                            turns.span,
                            "a piece is under way for 1 to 100 turns",
                        );
                    }
                    self.travel(entry.span);
                    "travels"
                }
                Property::MayPass => {
                    self.let_pass(kind, entry.span);
                    "may pass"
                }
                _ => continue,
            };
            if let Some(first) = seen.insert(sort, entry.span) {
                self.report.error(codes::TWICE, entry.span, "this is said already").label(first, "here");
            }
        }
        if whole.is_some() {
            self.takes_turn = self.takes_turn.or(whole);
            for action in self.variant.actions.iter_mut().filter(|a| a.actor == Actor::Kind(kind)) {
                action.cost = Cost::Whole;
            }
        }
    }

    /// Lets a piece come back to where it stands with nothing changed: a null move.
    fn let_pass(&mut self, kind: KindId, span: Span) {
        let size = self.areas.size;
        let mut any = false;
        for action in self.variant.actions.iter_mut().filter(|a| a.actor == Actor::Kind(kind) && a.offered) {
            let Movement::Walk(walk) = &mut action.movement else { continue };
            for node in walk.idle_returns(size) {
                walk.nodes[usize::from(node)].head.null = true;
                any = true;
            }
        }
        if !any && !self.report.has_errors() {
            self.report
                .warn(codes::NEVER, span, "no movement of this piece comes back to where it stands")
                .note("a null move is a movement of several legs that ends where it began, such as `mabK`")
                .help("`move mabK` lets it pass where a square next to it is empty");
        }
    }

    /// Notes that pieces leave the board and come back.
    fn travel(&mut self, span: Span) {
        if self.variant.fields.travel.is_none() {
            let mut prey = KindSet::NONE;
            for kind in self.all_kinds().iter() {
                // What nothing captures is not captured by a landing either.
                if !self.never_captured(kind) {
                    prey = prey.or(KindSet::of(kind));
                }
            }
            let source = self.source(span);
            self.variant.fields.travel = Some(model::Travel { name: TRAVELLERS.to_owned(), prey, source });
        }
    }

    /// `captures A, B en passant`: wherever the piece's own movement captures.
    fn passing(
        &mut self,
        kind: KindId,
        own: Option<&Word>,
        words: &[Word],
        span: Span,
        clauses: &Clauses,
        within: [Set256; 2],
    ) {
        let Some(prey) = self.kind_set(words) else { return };
        let prey = prey.and(self.capturable_by(kind));
        let Some(parsed) = own.and_then(|word| movement::parse(&word.value, self.dialect(word)).0) else {
            if own.is_none() {
                self.report
                    .error(codes::PASSING, span, "a piece without a movement of its own captures nothing")
                    .help("give it a movement, or take this line away");
            }
            return;
        };
        let Some(bounds) = self.bounds(kind, None, clauses) else { return };
        let source = self.source(span);
        let mut any = false;
        for side in Side::BOTH {
            let all = movement::Context::new(self.areas.size, side, self.all_kinds(), self.royals());
            let cx = movement::Context {
                capturable: self.all_kinds(),
                hurdles: bounds.hurdles,
                slides: self.slides,
                ..all
            };
            let parts = movement::expand(&parsed.imitating().1, &cx).unwrap_or_default();
            for part in parts.into_iter().filter(|p| !p.initial && !p.second_rank) {
                let Movement::Walk(mut walk) = part.movement else { continue };
                self.turn_slides(kind, &mut walk);
                let Some(walk) = passing(walk, prey) else { continue };
                any = true;
                self.variant.actions.push(Action {
                    side,
                    actor: Actor::Kind(kind),
                    guards: Vec::new(),
                    movement: Movement::Walk(walk),
                    from: self.areas.all(),
                    to: within[side.index()],
                    edits: Vec::new(),
                    cost: Cost::One,
                    phase: 0,
                    counts_as: None,
                    text: String::new(),
                    offered: true,
                    first: false,
                    source,
                });
            }
        }
        if !any && !self.report.has_errors() {
            self.report
                .error(codes::PASSING, span, "the movement of this piece never captures")
                .note("en passant it captures where its movement could capture");
        }
    }
}

/// The captures of a walk, on squares that pieces of some kinds have passed. `None` if it has none.
fn passing(mut walk: Walk, prey: KindSet) -> Option<Walk> {
    let mut any = false;
    for node in &mut walk.nodes {
        let takes = node.head.take == Take::Capture && node.head.stop.is_some();
        any |= takes;
        if takes {
            node.head.test = Content { passed: prey, ..Content::default() };
            node.head.take = Take::Passed;
        }
        node.head.stop = node.head.stop.filter(|_| takes);
    }
    any.then(|| movement::reduced(&walk)).filter(|walk| !walk.is_void())
}
