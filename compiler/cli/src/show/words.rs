//! Diagrams in words.

use std::collections::BTreeSet;

use chv_dsl::diagram::{Event, Mark, Marks, Scene};
use chv_dsl::model::{Action, Actor, Edit, Guard, KindId, KindSet, SetBy, Variant, a_or_an};
use chv_runtime::Side;

/// Kinds of which one is meant, with their articles.
fn one_of(variant: &Variant, kinds: KindSet) -> String {
    let names = kinds.iter().map(|k| a_or_an(&variant.kinds[usize::from(k)].name));
    names.collect::<Vec<_>>().join(" or ")
}

/// What is said of a board with nothing but the piece.
pub(crate) const EMPTY: &str = "empty board";

/// What the board of a scene shows besides the piece.
pub(crate) fn occasion(variant: &Variant, scene: &Scene, side: Side) -> String {
    match scene.event {
        Some(Event::Captured) => "when it is captured".to_owned(),
        Some(Event::Captures { others, .. }) if others.is_empty() => "when it captures".to_owned(),
        Some(Event::Captures { these, others }) if others.iter().count() < these.iter().count() => {
            format!("when it captures anything but {}", one_of(variant, others))
        }
        Some(Event::Captures { these, .. }) => format!("when it captures {}", one_of(variant, these)),
        None => still(scene, side).to_owned(),
    }
}

/// What the board of a scene shows in which nothing happens.
fn still(scene: &Scene, side: Side) -> &'static str {
    let used = scene.used();
    let own = scene.pieces.iter().any(|p| p.1 == side);
    let enemy = scene.pieces.iter().any(|p| p.1 != side);
    if used.has(Mark::Castle) {
        "castling"
    } else if used.has(Mark::Passed) {
        "en passant"
    } else if used.has(Mark::Pushed) {
        "pushing"
    } else if own && enemy {
        "with pieces of both sides"
    } else if own {
        "with own pieces"
    } else if enemy {
        "with enemy pieces"
    } else if !scene.terrain.is_empty() {
        "with terrain"
    } else {
        EMPTY
    }
}

/// As what a piece moves besides its own movement; empty if as nothing.
pub(crate) fn borrowed(variant: &Variant, kind: KindId) -> String {
    let own = |a: &&chv_dsl::model::Action| a.actor == Actor::Kind(kind) && a.counts_as.is_some();
    let guards = variant.actions.iter().filter(own).flat_map(|a| &a.guards);
    let mut list: Vec<String> = Vec::new();
    for guard in guards {
        let Guard::KindIs(field, ..) = guard else { continue };
        let Some(field) = variant.fields.kinds.get(usize::from(*field)) else { continue };
        let text = match field.set_by {
            SetBy::Moves => "moves as the piece that the opponent moved last".to_owned(),
            SetBy::Choice => format!("moves as the piece left over as {}", field.name),
        };
        if !list.contains(&text) {
            list.push(text);
        }
    }
    list.join(", ")
}

/// As which kind a piece moves in a scene that shows a borrowed movement; empty elsewhere.
pub(crate) fn lender(variant: &Variant, scene: &Scene) -> String {
    let Some(lender) = scene.lender else { return String::new() };
    let name = a_or_an(&variant.kinds[usize::from(lender)].name);
    let chosen = variant.fields.kinds.iter().any(|f| f.set_by == SetBy::Choice && f.among.has(lender));
    let example = if chosen { "" } else { "for example " };
    format!("{example}as {name}")
}

/// For how many turns pieces of some kinds leave the board, if all that do leave it for as many.
pub(crate) fn turns_away(variant: &Variant, kinds: &[KindId]) -> Option<u8> {
    let own = |a: &&Action| kinds.iter().any(|&k| a.actor == Actor::Kind(k));
    let edits = variant.actions.iter().filter(own).flat_map(|a| &a.edits);
    let turns: BTreeSet<u8> =
        edits.filter_map(|e| if let Edit::Depart(_, n) = e { Some(*n) } else { None }).collect();
    if turns.len() == 1 { turns.first().copied() } else { None }
}

/// The kinds that are spared where pieces are destroyed, if they are the same everywhere.
fn spared(variant: &Variant) -> Option<KindSet> {
    let edits = variant.reactions.iter().flat_map(|r| &r.branches).flat_map(|b| &b.edits);
    let all: KindSet = (0..variant.kinds.len() as KindId).collect();
    let mut sets =
        edits.filter_map(|e| if let Edit::Each(area, _) = e { Some(all.minus(area.kinds)) } else { None });
    let first = sets.next().unwrap_or(KindSet::NONE);
    sets.all(|set| set == first).then_some(first)
}

/// The groups of marks that have a line of their own in the legend, with what they mean. `away`: for how
/// many turns pieces leave the board, if that can be said.
pub(crate) fn meanings(variant: &Variant, used: &[Marks], away: Option<u8>) -> Vec<(Marks, String)> {
    let mut list = Vec::new();
    if used.iter().any(|m| m.has(Mark::Move) && m.has(Mark::Capture)) {
        list.push((Marks::BOTH, "moves or captures here".to_owned()));
    }
    let meaning = |mark: Mark| match (mark, away) {
        (Mark::Later, Some(1)) => "leaves the board, to land here a turn later".to_owned(),
        (Mark::Later, Some(n)) => format!("leaves the board, to land here {n} turns later"),
        (Mark::Blast, _) => match spared(variant) {
            None => format!("{}, some kinds apart", mark.meaning()),
            Some(kinds) if kinds.is_empty() => mark.meaning().to_owned(),
            Some(kinds) => format!("{}, unless it is {}", mark.meaning(), one_of(variant, kinds)),
        },
        _ => mark.meaning().to_owned(),
    };
    let alone = |mark: Mark| {
        let other = match mark {
            Mark::Move => Mark::Capture,
            Mark::Capture => Mark::Move,
            _ => return used.iter().any(|m| m.has(mark)),
        };
        used.iter().any(|m| m.has(mark) && !m.has(other))
    };
    list.extend(Mark::ALL.into_iter().filter(|&m| alone(m)).map(|m| (Marks::of(m), meaning(m))));
    list
}

/// A scene in sentences, for those who cannot see it.
pub(crate) fn sentences(variant: &Variant, kind: KindId, scene: &Scene, side: Side) -> String {
    let name = &variant.kinds[usize::from(kind)].name;
    let size = variant.board.size;
    let lent = lender(variant, scene);
    let lent = if lent.is_empty() { lent } else { format!(", {lent}") };
    let mut out = format!("{name} on {}{lent}, {}.", size.name(scene.origin), occasion(variant, scene, side));
    for owner in [side, side.other()] {
        let list: Vec<String> = scene
            .pieces
            .iter()
            .filter(|p| p.1 == owner)
            .map(|p| format!("{} on {}", variant.kinds[usize::from(p.2)].name, size.name(p.0)))
            .collect();
        if !list.is_empty() {
            let whose = if owner == side { "Own pieces" } else { "Enemy pieces" };
            out.push_str(&format!(" {whose}: {}.", list.join(", ")));
        }
    }
    let lies: Vec<String> = scene
        .terrain
        .iter()
        .map(|t| format!("{} on {}", variant.terrain[usize::from(t.1)].name, size.name(t.0)))
        .collect();
    if !lies.is_empty() {
        out.push_str(&format!(" Terrain: {}.", lies.join(", ")));
    }
    let all: Vec<Marks> = scene.marks.iter().map(|m| m.1).collect();
    for (marks, meaning) in meanings(variant, &all, turns_away(variant, &[kind])) {
        let fits = |m: Marks| {
            if marks == Marks::BOTH {
                m.has(Mark::Move) && m.has(Mark::Capture)
            } else {
                let plain = m.has(Mark::Move) && m.has(Mark::Capture);
                marks.iter().all(|one| m.has(one) && !(plain && Marks::BOTH.has(one)))
            }
        };
        let squares: Vec<String> = scene.marks.iter().filter(|m| fits(m.1)).map(|m| size.name(m.0)).collect();
        out.push_str(&format!(" {}: {}.", capital(&meaning), squares.join(" ")));
    }
    out
}

/// With a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
