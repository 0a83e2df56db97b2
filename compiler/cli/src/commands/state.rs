//! `chv state`: everything about a position.

use serde_json::json;

use crate::args::{PositionArgs, SideArg};
use crate::game::{load, set_up_for};
use crate::json;
use crate::registry::Registry;
use crate::shell::{Done, Shell};
use chv_runtime::Side;

/// Writes one JSON object. The view of a player leaves out what the other hides; its moves are those that
/// this player can know of, whoever is to act.
pub(crate) fn run(
    registry: &Registry,
    shell: &mut Shell<'_>,
    at: &PositionArgs,
    view: Option<SideArg>,
) -> Done {
    let rules = load(registry, shell, &at.game.game, &at.game.run)?;
    let player = view.map(|view| match view {
        SideArg::White => Side::White,
        SideArg::Black => Side::Black,
    });
    let mut game = set_up_for(&*rules, at, player)?;
    if let Some(player) = player {
        game = game.view(player);
    }
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
    if let Some(claim) = game.claim() {
        state["claim"] = claim.reason.into();
    }
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
