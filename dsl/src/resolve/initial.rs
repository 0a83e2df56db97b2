//! Movements of pieces that have not moved, and en passant: settled when all rules are known.
//!
//! Where a piece can never come back to a square it began on, standing there is the same as not
//! having moved, and no mark is needed.

use chv_runtime::{Set256, Side, SquareSet};

use super::Resolver;
use crate::check::reach::Reach;
use crate::diagnostics::codes;
use crate::model::{Actor, Content, Guard, KindId, KindSet, Movement, Source};
use crate::syntax::Span;

/// An action for pieces that have not moved.
#[derive(Debug)]
pub(super) struct Pending {
    /// The kind, the side and the index of the action.
    pub(super) action: (KindId, Side, usize),
    /// Whether it is for pieces one rank in front of where they began.
    pub(super) second_rank: bool,
    /// Where the movement is written.
    pub(super) span: Span,
}

impl Resolver {
    /// Limits initial actions to where they may be made.
    pub(super) fn settle_initial(&mut self) {
        let pending = std::mem::take(&mut self.initial);
        if pending.is_empty() || self.variant.kinds.is_empty() {
            return;
        }
        let size = self.areas.size;
        let none = Reach::of(&self.variant);
        self.never_initial(&pending, &none);
        for Pending { action: (kind, side, index), second_rank, .. } in &pending {
            let mut from = none.start(*side, *kind);
            if *second_rank {
                let up = if *side == Side::White { 1 } else { -1 };
                from = size.all().filter(|&s| from.has(s)).filter_map(|s| size.step(s, 0, up)).collect();
            }
            let action = &mut self.variant.actions[*index];
            action.from &= from;
        }
        let reach = Reach::of(&self.variant);
        let mut marked = Set256::EMPTY;
        for Pending { action: (kind, side, index), second_rank, .. } in &pending {
            let start = reach.start(*side, *kind);
            if !second_rank && !(reach.entered(*side, *kind) & start).is_empty() {
                self.variant.actions[*index].guards.push(Guard::Unmoved);
                marked |= start;
            }
        }
        self.variant.fields.unmoved = marked;
    }

    /// Warns of initial movements of pieces that no side has at the start.
    fn never_initial(&mut self, pending: &[Pending], reach: &Reach) {
        if self.merged.incomplete || self.report.has_errors() {
            return;
        }
        for Pending { action: (kind, side, _), span, .. } in pending {
            let at_start = Side::BOTH.map(|s| !reach.start(s, *kind).is_empty());
            let name = &self.variant.kinds[usize::from(*kind)].name;
            let message = match at_start {
                [false, false] if *side == Side::White => {
                    format!("`{name}` never makes its initial movement")
                }
                [false, false] => continue,
                _ if at_start[side.index()] => continue,
                _ => format!("{side}'s `{name}` never makes its initial movement"),
            };
            self.report
                .warn(codes::NEVER, *span, message)
                .note("the set-up has none, so that there is no square on which it has not moved")
                .help("say where it counts as not moved: `initial on ranks 1..2` in its block");
        }
    }

    /// Whether squares that were passed need to be remembered: only if someone captures on them.
    pub(super) fn settle_passed(&mut self) {
        // Whose pieces pass squares, and who captures whom there.
        let (mut leavers, mut takers) = (KindSet::NONE, Vec::new());
        for action in &self.variant.actions {
            let Movement::Walk(walk) = &action.movement else { continue };
            let prey = walk.nodes.iter().fold(KindSet::NONE, |all, n| all.or(n.head.test.passed));
            if !prey.is_empty() {
                takers.push((prey, action.source));
            }
            if let Actor::Kind(kind) = action.actor
                && walk.nodes.iter().any(|n| n.head.leaves_passed)
            {
                let arrivals = self.variant.arrivals(action.side, kind).into_iter();
                let here =
                    arrivals.filter(|a| !(a.from & action.from).is_empty() && !(a.to & action.to).is_empty());
                leavers = here.fold(leavers, |all, a| all.or(KindSet::of(a.kind)));
            }
        }
        let prey = takers.iter().fold(KindSet::NONE, |all, (prey, _)| all.or(*prey));
        self.variant.fields.passed = !prey.and(leavers).is_empty();
        if !self.merged.incomplete && !self.report.has_errors() {
            let mut said: Vec<Source> = Vec::new();
            for (_, source) in takers.iter().filter(|(prey, _)| prey.and(leavers).is_empty()) {
                if said.contains(source) {
                    continue;
                }
                said.push(*source);
                let span = Span { file: source.file, start: source.start, end: source.end };
                self.report
                    .warn(codes::NEVER, span, "there is nothing to capture en passant")
                    .note("no such piece has a movement that can be captured so, such as `ifmnD`");
            }
            let taken = |kind| {
                let mut arrivals = Side::BOTH.into_iter().flat_map(|side| self.variant.arrivals(side, kind));
                arrivals.any(|a| prey.has(a.kind))
            };
            for (kind, span) in self.leaving.iter().filter(|(kind, _)| !taken(*kind)) {
                let name = &self.variant.kinds[usize::from(*kind)].name;
                self.report
                    .warn(codes::NEVER, *span, format!("nothing captures `{name}` en passant"))
                    .note("the squares that it leaves open are of use to pieces that capture it so")
                    .help(format!("write `captures {name} en passant` in the block of a piece that does"));
            }
        }
        if !self.variant.fields.passed {
            for action in &mut self.variant.actions {
                let Movement::Walk(walk) = &mut action.movement else { continue };
                for node in &mut walk.nodes {
                    node.head.leaves_passed = false;
                    node.head.test = Content { passed: KindSet::NONE, ..node.head.test };
                }
            }
        }
    }
}
