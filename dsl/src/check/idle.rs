//! Clauses that wait for something that never happens.

use super::span;
use crate::diagnostics::{codes, report::Report};
use crate::model::{Edge, Edit, Movement, Take, Trigger, Variant, Walk};

/// Says which clauses wait in vain.
pub(super) fn idle(variant: &Variant, report: &mut Report) {
    let walks = || {
        variant.actions.iter().filter_map(|a| match &a.movement {
            Movement::Walk(walk) => Some(walk),
            _ => None,
        })
    };
    if let Some(hidden) = &variant.fields.hidden
        && !variant.actions.iter().flat_map(|a| &a.edits).any(|e| matches!(e, Edit::Hide(_)))
    {
        report
            .warn(codes::NEVER, span(hidden.source), format!("players never hide `{}`", hidden.name))
            .help(format!("add a phase: `each hides 1 {} on board`", hidden.name));
    }
    let pushes = walks().flat_map(|w| &w.nodes).any(|n| n.head.take == Take::Push);
    let waits = |on: Trigger| matches!(on, Trigger::Promotes { pushed: true, .. });
    if let Some(reaction) = variant.reactions.iter().find(|r| waits(r.on) && !pushes) {
        report
            .warn(codes::NEVER, span(reaction.source), "no piece is ever pushed")
            .note("`also when pushed` is about pieces that `pushes` moves on");
    }
    if !walks().flat_map(edges).any(|e| e.slide) {
        for terrain in variant.terrain.iter().filter(|t| t.joins) {
            report
                .warn(codes::NEVER, span(terrain.source), format!("no slide is joined by `{}`", terrain.name))
                .note("slides are rides in single steps, straight or diagonal: `R`, `B`, `Q`, `W2`");
        }
    }
}

/// All steps of a walk.
fn edges(walk: &Walk) -> impl Iterator<Item = &Edge> {
    walk.first.iter().chain(walk.nodes.iter().flat_map(|n| &n.next))
}
