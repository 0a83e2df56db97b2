//! Checks that look at the model as a whole: what can never happen.
//!
//! Before: a model without errors of its own. After: the same, with warnings and errors about rules
//! that have no effect.

mod idle;
pub(crate) mod reach;

use std::collections::BTreeMap;

use chv_runtime::{Set256, Side, SquareSet};

use crate::diagnostics::{codes, report::Report};
use crate::model::{
    Action, Actor, Edit, KindId, KindSet, Movement, Reaction, Source, Take, Trigger, Variant,
};
use crate::syntax::Span;
use reach::{Reach, arrivals};

/// Checks a variant.
pub(crate) fn check(variant: &Variant, report: &mut Report) {
    if report.has_errors() {
        return;
    }
    immobile(variant, report);
    let reach = Reach::of(variant);
    let unmade = promotions(variant, &reach, report);
    absent(variant, &reach, unmade, report);
    unlaid(variant, report);
    idle::idle(variant, report);
    unthreatened(variant, report);
    far_side(variant, report);
}

/// Back from the model to the text.
fn span(source: Source) -> Span {
    Span { file: source.file, start: source.start, end: source.end }
}

/// Pieces that cannot move from any square, and movements that cannot be made from any.
fn immobile(variant: &Variant, report: &mut Report) {
    let all = Set256::below(variant.board.size.squares()) & !variant.board.holes;
    let possible = |action: &Action| {
        let found = arrivals(variant, &action.movement, action.from & all);
        found.stays
            || !(found.squares & action.to).is_empty() && reach::changes(variant, action, action.from & all)
    };
    for (id, kind) in (0u8..).zip(&variant.kinds) {
        if kind.movement.is_empty() {
            continue;
        }
        // For each place in the text: whether anything that is written there can happen.
        let mut written: BTreeMap<(u32, u32, u16), (Source, bool)> = BTreeMap::new();
        for action in variant.actions.iter().filter(|a| a.actor == Actor::Kind(id)) {
            let s = action.source;
            let entry = written.entry((s.start, s.end, s.file)).or_insert((s, false));
            entry.1 |= possible(action);
        }
        let moves = |a: &&Action| a.actor == Actor::Kind(id) && a.offered && possible(a);
        if !variant.actions.iter().any(|a| moves(&a)) {
            let place = written.values().next().map_or(kind.source, |(s, _)| *s);
            report
                .error(codes::IMMOBILE, span(place), format!("`{}` cannot move from any square", kind.name))
                .note("on an empty board as on a full one, no square of this board is in reach")
                .help("change its movement, or write `none` if it is meant to stand still");
            continue;
        }
        for (source, _) in written.values().filter(|(_, possible)| !possible) {
            report
                .warn(
                    codes::NEVER,
                    span(*source),
                    format!("this movement of `{}` can never be made", kind.name),
                )
                .note("no square on which it may start has one in reach on which it may end");
        }
    }
}

/// Promotions that cannot be reached; the kinds that come from them are given back.
fn promotions(variant: &Variant, reach: &Reach, report: &mut Report) -> KindSet {
    let mut unmade = KindSet::NONE;
    // Of the two sides only one is mentioned if both have the same trouble.
    let mut unreached: BTreeMap<(u32, u32, u16), Vec<&Reaction>> = BTreeMap::new();
    for reaction in &variant.reactions {
        let Trigger::Promotes { kinds, from, to, .. } = reaction.on else { continue };
        let side = reaction.side;
        let reached = |kind: KindId| {
            let entered = reach.entered(side, kind);
            let been = reach.squares(side, kind);
            // A move starts where the piece has been, and ends where it can go.
            !(entered & to).is_empty() || (!entered.is_empty() && !(been & from).is_empty())
        };
        if !kinds.iter().any(reached) {
            let s = reaction.source;
            unreached.entry((s.start, s.end, s.file)).or_default().push(reaction);
        }
    }
    for list in unreached.values() {
        let mut kinds = KindSet::NONE;
        let mut sides = [false; 2];
        for reaction in list {
            let Trigger::Promotes { kinds: who, .. } = reaction.on else { continue };
            kinds = kinds.or(who);
            sides[reaction.side.index()] = true;
            for edit in reaction.branches.iter().flat_map(|b| &b.edits) {
                if let Edit::Become(_, kind) | Edit::Place(_, _, kind) = edit {
                    unmade = unmade.or(KindSet::of(*kind));
                }
            }
        }
        let names: Vec<String> =
            kinds.iter().map(|k| format!("`{}`", variant.kinds[usize::from(k)].name)).collect();
        let whose = match sides {
            [true, true] => "",
            [true, false] => "White's ",
            _ => "Black's ",
        };
        report
            .warn(
                codes::UNREACHED,
                span(list[0].source),
                format!("{whose}{} can never promote", names.join(", ")),
            )
            .note("it cannot get to where it would promote");
    }
    unmade
}

/// Kinds that never come into the game.
fn absent(variant: &Variant, reach: &Reach, unmade: KindSet, report: &mut Report) {
    for (id, kind) in (0u8..).zip(&variant.kinds) {
        let there = Side::BOTH.iter().any(|&s| !reach.squares(s, id).is_empty());
        let in_hand = variant.actions.iter().any(|a| a.actor == Actor::Hand(id));
        if !there && !in_hand && !unmade.has(id) {
            report
                .warn(codes::ABSENT, span(kind.source), format!("`{}` never comes into the game", kind.name))
                .note("it is not in the set-up, and no promotion, drop or effect makes one");
        }
    }
}

/// Terrain that never lies anywhere.
fn unlaid(variant: &Variant, report: &mut Report) {
    let edits = || {
        let reactions = variant.reactions.iter().flat_map(|r| &r.branches).flat_map(|b| &b.edits);
        reactions.chain(variant.actions.iter().flat_map(|a| &a.edits))
    };
    for (id, terrain) in (0u8..).zip(&variant.terrain) {
        let laid = edits().any(|e| matches!(e, Edit::Lay(_, t, _) if *t == id));
        if !laid && !variant.start.record.terrain.contains(&(id + 1)) {
            report
                .warn(
                    codes::ABSENT,
                    span(terrain.source),
                    format!("`{}` never lies on the board", terrain.name),
                )
                .note("it is not in the set-up, and no effect lays it");
        }
    }
}

/// Royals that nothing can capture.
fn unthreatened(variant: &Variant, report: &mut Report) {
    let removes = |edit: &Edit| match edit {
        Edit::Remove(..) => true,
        Edit::Each(_, edits) => edits.iter().any(|e| matches!(e, Edit::Remove(..))),
        _ => false,
    };
    let effects = || variant.reactions.iter().flat_map(|r| &r.branches).flat_map(|b| &b.edits);
    if !variant.royalty.checked || effects().any(removes) {
        return;
    }
    let takes = |action: &Action, kind: KindId| match &action.movement {
        Movement::Walk(walk) => walk
            .nodes
            .iter()
            .any(|n| n.head.test.enemy.has(kind) && matches!(n.head.take, Take::Capture | Take::Push)),
        Movement::Leap { test, take } => test.enemy.has(kind) && *take == Take::Capture,
        Movement::Fixed { .. } | Movement::Stand => false,
    };
    for id in variant.royalty.kinds.iter().filter(|k| usize::from(*k) < variant.kinds.len()) {
        if !variant.actions.iter().any(|a| a.offered && takes(a, id)) {
            let kind = &variant.kinds[usize::from(id)];
            report
                .warn(
                    codes::NEVER,
                    span(kind.source),
                    format!("`{}` can never be in check: nothing captures it", kind.name),
                )
                .help("leave `royal` out, or say what may capture it");
        }
    }
}

/// Pieces that begin where one would expect their opponents.
fn far_side(variant: &Variant, report: &mut Report) {
    let size = variant.board.size;
    let mut sums = [(0usize, 0usize); 2];
    for square in size.all() {
        if let Some(piece) = variant.start.record.squares[square.index()] {
            let sum = &mut sums[piece.side.index()];
            *sum = (sum.0 + usize::from(size.rank(square)), sum.1 + 1);
        }
    }
    let [(white, n), (black, m)] = sums;
    if n > 0 && m > 0 && white * m > black * n {
        report
            .warn(
                codes::FAR_SIDE,
                span(variant.start.source),
                "White's pieces stand on Black's side of the board",
            )
            .note("White's pieces are in upper case and move up the board, from low ranks to high ones")
            .help("exchange upper and lower case, or turn the rows round");
    } else if let Some(side) = Side::BOTH.into_iter().find(|s| {
        let none = variant.start.record.hands[s.index()].iter().all(|n| *n == 0);
        none && sums[s.index()].1 == 0
    }) {
        report.warn(
            codes::FAR_SIDE,
            span(variant.start.source),
            format!("{side} has no pieces at the start"),
        );
    }
}
