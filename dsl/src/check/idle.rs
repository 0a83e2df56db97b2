//! Clauses that wait for something that never happens.

use std::collections::BTreeSet;

use super::span;
use crate::diagnostics::{codes, report::Report};
use crate::model::{Action, Actor, Edge, Edit, Guard, Movement, Take, Trigger, Variant, Walk};

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
    turns(variant, report);
    again(variant, report);
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

/// Movements that a piece has already: those that only forbid squares add nothing to those it makes.
fn again(variant: &Variant, report: &mut Report) {
    let mut said = BTreeSet::new();
    for (i, action) in variant.actions.iter().enumerate() {
        let Actor::Kind(kind) = action.actor else { continue };
        let same = |other: &&Action| {
            (other.side, other.actor, other.phase, other.counts_as)
                == (action.side, action.actor, action.phase, action.counts_as)
                && other.source != action.source
                && (other.offered || !action.offered)
                && other.movement == action.movement
                && (other.from, other.to) == (action.from, action.to)
                && other.guards == action.guards
                && other.edits == action.edits
        };
        let earlier = variant.actions[..i].iter().find(same);
        // What only forbids is the one too many, wherever it is written.
        let later = || variant.actions[i + 1..].iter().filter(|o| o.offered && !action.offered).find(same);
        let Some(other) = earlier.or_else(later) else { continue };
        if said.insert((action.source.file, action.source.start)) {
            let name = &variant.kinds[usize::from(kind)].name;
            report
                .warn(codes::REPEATED, span(action.source), format!("`{name}` has this movement already"))
                .label(span(other.source), "here")
                .help("leave one of the two out");
        }
    }
}

/// What waits for turns of a length that no turn has.
fn turns(variant: &Variant, report: &mut Report) {
    let effects = variant.reactions.iter().flat_map(|r| &r.branches).flat_map(|b| &b.edits);
    let granted = effects.filter_map(|e| if let Edit::Grant(n) = e { Some(*n) } else { None });
    let lengths: BTreeSet<u8> = granted.chain([variant.budget()]).collect();
    let mut said = BTreeSet::new();
    for reaction in &variant.reactions {
        let asked =
            reaction.guards.iter().find_map(|g| if let Guard::Budget(n) = g { Some(*n) } else { None });
        let Some(asked) = asked.filter(|n| !lengths.contains(n)) else { continue };
        if !said.insert((reaction.source.file, reaction.source.start)) {
            continue;
        }
        let list: Vec<String> = lengths.iter().map(ToString::to_string).collect();
        let word = moves(lengths.last().copied().unwrap_or(1));
        report
            .warn(
                codes::NEVER,
                span(reaction.source),
                format!("no turn begins with {asked} {}", moves(asked)),
            )
            .note(format!("the turns of this game have {} {word}", list.join(" or ")))
            .help("`2 moves` in `turn`, or `opponent gets 2 moves` in a reaction, makes longer turns");
    }
}

/// The word after a number of moves.
fn moves(number: u8) -> &'static str {
    if number == 1 { "move" } else { "moves" }
}

/// All steps of a walk.
fn edges(walk: &Walk) -> impl Iterator<Item = &Edge> {
    walk.first.iter().chain(walk.nodes.iter().flat_map(|n| &n.next))
}
