//! `chv moves`: the legal moves of a position.

use crate::args::PositionArgs;
use crate::game::{load, set_up};
use crate::json;
use crate::registry::Registry;
use crate::shell::{Done, Shell};

/// Writes the legal moves, sorted; nothing when the game is over.
pub(crate) fn run(registry: &Registry, shell: &mut Shell<'_>, at: &PositionArgs, as_json: bool) -> Done {
    let rules = load(registry, shell, &at.game.game, &at.game.run)?;
    let game = set_up(&*rules, at)?;
    if as_json {
        let moves = game.detailed();
        let values: Vec<_> =
            moves.iter().map(|(text, detail)| json::one_move(text, detail, game.spec())).collect();
        shell.out.write_all(json::lines(&values).as_bytes())?;
    } else {
        for text in game.texts() {
            writeln!(shell.out, "{text}")?;
        }
    }
    Ok(())
}
