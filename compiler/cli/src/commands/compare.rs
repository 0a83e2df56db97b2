//! `chv compare`: both executions side by side on random games.

use chv_runtime::dynamic::{AnyGame, AnyRules};
use chv_runtime::{Outcome, Square};

use crate::args::{CompareArgs, RunArgs};
use crate::game::{compiled, from_fen, load};
use crate::json::winner;
use crate::random::{Random, fresh_seed};
use crate::registry::Registry;
use crate::shell::{Done, Failure, Shell};

/// Plays random games in both executions; the first difference ends it.
pub(crate) fn run(registry: &Registry, shell: &mut Shell<'_>, args: &CompareArgs) -> Done {
    let compiled = compiled(registry, &args.game, &args.options)?.map_err(|reason| {
        Failure::Usage(format!(
            "{reason}, so there is nothing to compare; `chv list` shows which games are compiled in"
        ))
    })?;
    let interpret = RunArgs { options: args.options.clone(), interpret: true, compiled: false };
    let interpreted = load(registry, shell, &args.game, &interpret)?;
    let both = [compiled, &*interpreted];
    let seed = args.seed.unwrap_or_else(fresh_seed);
    shell.say(format!("seed: {seed}"));
    let mut random = Random::new(seed);
    let mut positions = 0u64;
    for number in 1..=args.games {
        shell.progress(|| format!("game {number} of {}, {positions} positions", args.games));
        let played = random_game(both, args, &mut random)?;
        positions += played.positions;
        if let Some(difference) = played.difference {
            shell.wipe();
            writeln!(shell.out, "game {number}: {}", difference.what)?;
            writeln!(shell.out, "position: {}", difference.fen)?;
            writeln!(shell.out, "moves: {}", difference.moves.join(" "))?;
            shell.out.flush()?;
            return Err(Failure::Fault(String::new()));
        }
    }
    shell.wipe();
    writeln!(shell.out, "{} games, {positions} positions: no difference", args.games)?;
    Ok(())
}

/// What came out of one game.
struct Played {
    positions: u64,
    difference: Option<Difference>,
}

/// Where the executions differ, and how.
#[derive(Debug, PartialEq, Eq)]
struct Difference {
    what: String,
    /// From this position ...
    fen: String,
    /// ... these moves lead there: as few as show it.
    moves: Vec<String>,
}

fn random_game(both: [&dyn AnyRules; 2], args: &CompareArgs, random: &mut Random) -> Result<Played, Failure> {
    let start = |rules| from_fen(rules, args.fen.as_deref());
    let mut games = [start(both[0])?, start(both[1])?];
    let mut fens = vec![games[1].fen()];
    let mut moves: Vec<String> = Vec::new();
    let mut positions = 0;
    loop {
        positions += 1;
        if let Some(what) = differ(&games) {
            return Ok(Played { positions, difference: Some(shortest(both, what, &fens, &moves)) });
        }
        let texts = games[1].texts();
        if texts.is_empty() || moves.len() >= args.length as usize {
            return Ok(Played { positions, difference: None });
        }
        let text = texts[random.below(texts.len())].clone();
        moves.push(text.clone());
        for (game, name) in games.iter_mut().zip(NAMES) {
            if let Err(e) = game.play(&text) {
                let what = format!("{name}: {e}");
                return Ok(Played { positions, difference: Some(shortest(both, what, &fens, &moves)) });
            }
        }
        fens.push(games[1].fen());
    }
}

/// What the two executions are called in messages.
const NAMES: [&str; 2] = ["compiled", "interpreted"];

/// The first thing in which two games at the same position differ, or in which one of them
/// contradicts itself.
fn differ(games: &[Box<dyn AnyGame>; 2]) -> Option<String> {
    for (game, name) in games.iter().zip(NAMES) {
        if let Err(what) = game.self_check() {
            return Some(format!("{name} contradicts itself: {what}"));
        }
    }
    let [a, b] = [&games[0], &games[1]];
    let spec = b.spec();
    let squares = |list: Vec<Square>| list.iter().map(|&s| spec.size.name(s)).collect::<Vec<_>>().join(" ");
    let shown = |outcome: Option<Outcome>| {
        outcome.map_or_else(|| "none".to_owned(), |o| format!("{} ({})", winner(&o), o.reason))
    };
    let list = |a: &[String], b: &[String]| {
        a.iter().filter(|t| !b.contains(t)).cloned().collect::<Vec<_>>().join(" ")
    };
    let (moves_a, moves_b) = (a.positional_texts(), b.positional_texts());
    if moves_a != moves_b {
        return Some(format!(
            "legal moves differ: only compiled [{}], only interpreted [{}]",
            list(&moves_a, &moves_b),
            list(&moves_b, &moves_a)
        ));
    }
    let pairs = [
        ("FEN", a.fen(), b.fen()),
        ("check", a.in_check().to_string(), b.in_check().to_string()),
        ("checkers", squares(a.checkers()), squares(b.checkers())),
        ("outcome", shown(a.outcome()), shown(b.outcome())),
        ("key", format!("{:016x}", a.key()), format!("{:016x}", b.key())),
    ];
    let (name, a, b) = pairs.into_iter().find(|(_, a, b)| a != b)?;
    Some(format!("{name} differs: compiled {a}, interpreted {b}"))
}

/// The same difference from the latest position from which it still shows.
fn shortest(both: [&dyn AnyRules; 2], what: String, fens: &[String], moves: &[String]) -> Difference {
    for from in (0..fens.len()).rev() {
        if let Some(what) = again(both, &fens[from], &moves[from..]) {
            return Difference { what, fen: fens[from].clone(), moves: moves[from..].to_vec() };
        }
    }
    Difference { what, fen: fens[0].clone(), moves: moves.to_vec() }
}

/// What differs when these moves are played from a position, if anything does at the end.
fn again(both: [&dyn AnyRules; 2], fen: &str, moves: &[String]) -> Option<String> {
    let [a, b] = both.map(|rules| rules.game_from_fen(fen));
    let mut games = match (a, b) {
        (Ok(a), Ok(b)) => [a, b],
        (Err(_), Err(_)) => return None,
        (a, b) => {
            let said = |r: Result<_, chv_runtime::FenError>| match r {
                Ok::<Box<dyn AnyGame>, _>(_) => "accepts it".to_owned(),
                Err(e) => format!("refuses it: {}", e.to_string().replace('\n', "; ")),
            };
            return moves
                .is_empty()
                .then(|| format!("reading the position: compiled {}, interpreted {}", said(a), said(b)));
        }
    };
    for text in moves {
        for (game, name) in games.iter_mut().zip(NAMES) {
            if let Err(e) = game.play(text) {
                return Some(format!("{name}: {e}"));
            }
        }
    }
    differ(&games)
}
