//! Diagrams in words.

use chv_dsl::diagram::{Mark, Marks, Scene};
use chv_dsl::model::{Actor, Guard, KindId, SetBy, Variant};
use chv_runtime::Side;

/// What the board of a scene shows besides the piece.
pub(crate) fn occasion(scene: &Scene, side: Side) -> &'static str {
    let used = scene.used();
    let own = scene.pieces.iter().any(|p| p.1 == side);
    let enemy = scene.pieces.iter().any(|p| p.1 != side);
    if used.has(Mark::Castle) {
        "castling"
    } else if used.has(Mark::Passed) {
        "en passant"
    } else if own && enemy {
        "with pieces of both sides"
    } else if own {
        "with own pieces"
    } else if enemy {
        "with enemy pieces"
    } else if !scene.terrain.is_empty() {
        "with terrain"
    } else {
        "empty board"
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

/// The groups of marks that have a line of their own in the legend, with what they mean.
pub(crate) fn meanings(used: &[Marks]) -> Vec<(Marks, &'static str)> {
    let mut list = Vec::new();
    if used.iter().any(|m| m.has(Mark::Move) && m.has(Mark::Capture)) {
        list.push((Marks::BOTH, "moves or captures here"));
    }
    let alone = |mark: Mark| {
        let other = match mark {
            Mark::Move => Mark::Capture,
            Mark::Capture => Mark::Move,
            _ => return used.iter().any(|m| m.has(mark)),
        };
        used.iter().any(|m| m.has(mark) && !m.has(other))
    };
    list.extend(Mark::ALL.into_iter().filter(|&m| alone(m)).map(|m| (Marks::of(m), m.meaning())));
    list
}

/// A scene in sentences, for those who cannot see it.
pub(crate) fn sentences(variant: &Variant, name: &str, scene: &Scene, side: Side) -> String {
    let size = variant.board.size;
    let mut out = format!("{name} on {}, {}.", size.name(scene.origin), occasion(scene, side));
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
    for (marks, meaning) in meanings(&all) {
        let fits = |m: Marks| {
            if marks == Marks::BOTH {
                m.has(Mark::Move) && m.has(Mark::Capture)
            } else {
                let plain = m.has(Mark::Move) && m.has(Mark::Capture);
                marks.iter().all(|one| m.has(one) && !(plain && Marks::BOTH.has(one)))
            }
        };
        let squares: Vec<String> = scene.marks.iter().filter(|m| fits(m.1)).map(|m| size.name(m.0)).collect();
        out.push_str(&format!(" {}: {}.", capital(meaning), squares.join(" ")));
    }
    out
}

/// With a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
