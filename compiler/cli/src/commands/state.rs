//! `chv state`: everything about a position.

use serde_json::json;

use crate::args::{PositionArgs, SideArg};
use crate::game::{load, set_up};
use crate::json;
use crate::registry::Registry;
use crate::shell::{Done, Shell};

/// Writes one JSON object. The view of a player is the whole state: no game can hide anything yet.
pub(crate) fn run(
    registry: &Registry,
    shell: &mut Shell<'_>,
    at: &PositionArgs,
    view: Option<SideArg>,
) -> Done {
    let rules = load(registry, shell, &at.game.game, &at.game.run)?;
    let game = set_up(&*rules, at)?;
    let spec = game.spec();
    let outcome = game.outcome();
    let checkers: Vec<String> = game.checkers().iter().map(|&s| spec.size.name(s)).collect();
    let mut state = json!({
        "game": spec.name,
        "fen": game.fen(),
        "turn": json::side(game.side()),
        "phase": game.phase(),
        "in_check": game.in_check(),
        "checkers": checkers,
        "outcome": outcome.as_ref().map(json::winner),
        "reason": outcome.as_ref().map(|o| o.reason.as_str()),
        "key": format!("{:016x}", game.key()),
        "legal": game.texts(),
    });
    if let Some(view) = view {
        let side = match view {
            SideArg::White => "white",
            SideArg::Black => "black",
        };
        state["view"] = side.into();
    }
    writeln!(shell.out, "{state:#}")?;
    Ok(())
}
