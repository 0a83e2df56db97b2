//! Movements as people read them, in titles and in the comments of generated code.

use super::area::spelled_area;
use crate::movement::Movement;
use crate::syntax::{Captures, Hops, Move, Property, Verb, Word};

/// A movement with what its line says of where and how.
pub(super) fn spelled(parsed: &Movement, further: Option<&Move>) -> String {
    let movement = parsed.canonical();
    let Some(further) = further else { return movement };
    let turns = further.turns.as_ref().map_or(0, |n| n.value);
    let mut text = match further.verb {
        Verb::Moves => movement,
        Verb::Shoots => format!("shoots {movement}"),
        Verb::Pushes => format!("pushes {movement}"),
        Verb::Forbids => format!("forbids {movement}"),
        Verb::Travels if turns == 1 => format!("travels {movement} for 1 turn"),
        Verb::Travels => format!("travels {movement} for {turns} turns"),
    };
    for (word, area) in [("from", &further.from), ("to", &further.to)] {
        if let Some(area) = area {
            text.push_str(&format!(" {word} {}", spelled_area(area)));
        }
    }
    let along = further.along.as_ref().map(|lines| format!("along {}", lines.value));
    let captures = further.captures.as_ref().map(|c| spelled_captures(&c.value));
    let hops = further.hops.as_ref().map(|h| spelled_hops(&h.value));
    for clause in [along, captures, hops].into_iter().flatten() {
        text.push(' ');
        text.push_str(&clause);
    }
    text
}

/// What a property says of all movements of its piece.
pub(super) fn spelled_clauses(property: &Property) -> Option<String> {
    match property {
        Property::Captures(captures) => Some(spelled_captures(&captures.value)),
        Property::Hops(hops) => Some(spelled_hops(&hops.value)),
        Property::MayPass => Some("may pass".to_owned()),
        _ => None,
    }
}

fn spelled_captures(captures: &Captures) -> String {
    let sort = if captures.only { "only" } else { "except" };
    format!("captures {sort} {}", list(&captures.kinds))
}

fn spelled_hops(hops: &Hops) -> String {
    let mut text = "hops over".to_owned();
    if let Some(count) = &hops.count {
        text.push_str(&format!(" {}", count.value));
    }
    if let Some(own) = hops.own {
        text.push_str(if own { " own" } else { " enemy" });
    }
    let pieces = hops.pieces.then(|| "pieces".to_owned());
    let names = hops.names.iter().map(|w| w.value.clone());
    let what: Vec<String> = pieces.into_iter().chain(names).collect();
    text.push_str(&format!(" {}", what.join(", ")));
    if !hops.except.is_empty() {
        text.push_str(&format!(" except {}", list(&hops.except)));
    }
    text
}

fn list(words: &[Word]) -> String {
    words.iter().map(|w| w.value.as_str()).collect::<Vec<_>>().join(", ")
}
