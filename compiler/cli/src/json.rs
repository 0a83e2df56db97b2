//! Moves and results as JSON.

use chv_runtime::fen::piece_code;
use chv_runtime::moves::{EditView, MoveDetail};
use chv_runtime::position::Winner;
use chv_runtime::record::Piece;
use chv_runtime::{Outcome, Side, Spec, Square};
use serde_json::{Map, Value, json};

/// A move: its text, its squares and everything it changes.
pub(crate) fn one_move(text: &str, detail: &MoveDetail, spec: &Spec) -> Value {
    let name = |square: Square| Value::from(spec.size.name(square));
    let names = |squares: &[Square]| Value::from(squares.iter().map(|&s| name(s)).collect::<Vec<_>>());
    let mut map = Map::new();
    map.insert("move".into(), text.into());
    map.insert("from".into(), detail.from.map_or(Value::Null, name));
    map.insert("to".into(), detail.to.map_or(Value::Null, name));
    if let Some(piece) = detail.drop {
        map.insert("drop".into(), piece_code(spec, piece).into());
    }
    if let Some(choice) = &detail.choice {
        map.insert("choice".into(), choice.as_str().into());
    }
    for (key, square) in [("second", detail.second), ("partner", detail.partner)] {
        if let Some(square) = square {
            map.insert(key.into(), name(square));
        }
    }
    for (key, squares) in [("captures", &detail.captures), ("waypoints", &detail.waypoints)] {
        if !squares.is_empty() {
            map.insert(key.into(), names(squares));
        }
    }
    map.insert("edits".into(), detail.edits.iter().map(|e| edit(e, spec)).collect());
    map.into()
}

fn edit(edit: &EditView, spec: &Spec) -> Value {
    let name = |square: &Square| spec.size.name(*square);
    let code = |piece: &Piece| piece_code(spec, *piece);
    match edit {
        EditView::Remove(square, piece) => {
            json!({"edit": "remove", "at": name(square), "piece": code(piece)})
        }
        EditView::Place(square, piece) => json!({"edit": "place", "at": name(square), "piece": code(piece)}),
        EditView::Shift(from, to) => json!({"edit": "shift", "from": name(from), "to": name(to)}),
        EditView::Hand(piece, by) => json!({"edit": "hand", "piece": code(piece), "by": by}),
        EditView::Terrain(square, terrain) => {
            let kind = usize::from(*terrain).checked_sub(1).and_then(|i| spec.terrain.get(i));
            json!({"edit": "terrain", "at": name(square), "terrain": kind.map(|t| t.name.to_string())})
        }
    }
}

/// `white` or `black`.
pub(crate) fn side(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// `white`, `black` or `draw`.
pub(crate) fn winner(outcome: &Outcome) -> &'static str {
    match outcome.winner {
        Winner::Side(winner) => side(winner),
        Winner::Draw => "draw",
    }
}

/// A JSON array with one element a line.
pub(crate) fn lines(values: &[Value]) -> String {
    let rows: Vec<String> = values.iter().map(ToString::to_string).collect();
    if rows.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", rows.join(",\n")) }
}
