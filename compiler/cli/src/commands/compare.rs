//! `chv compare`: both executions side by side on random games.

use std::time::{Duration, Instant};

use chv_runtime::dynamic::{AnyGame, AnyRules};
use chv_runtime::{MoveDetail, Outcome, Record, Square};

use crate::args::CompareArgs;
use crate::game::{compiled, from_fen, interpreted_of_library};
use crate::json::winner;
use crate::random::{Random, fresh_seed};
use crate::registry::Registry;
use crate::scatter::scattered;
use crate::shell::{Done, Failure, Shell};
use crate::survey::Survey;

/// Plays random games in both executions; the first difference ends it.
pub(crate) fn run(registry: &Registry, shell: &mut Shell<'_>, args: &CompareArgs) -> Done {
    let compiled = compiled(registry, &args.game, &args.options)?.map_err(|reason| {
        Failure::Usage(format!(
            "{reason}, so there is nothing to compare; `chv list` shows which games are compiled in"
        ))
    })?;
    let (variant, interpreted) = interpreted_of_library(registry, &compiled.spec().name, &args.options)?;
    let both = [compiled, &*interpreted];
    let seed = args.seed.unwrap_or_else(fresh_seed);
    shell.say(format!("seed: {seed}"));
    let mut random = Random::new(seed);
    let mut seen = Seen { positions: 0, survey: Survey::new(&variant), slowest: [None, None] };
    for number in 1..=args.games {
        shell.progress(|| format!("game {number} of {}, {} positions", args.games, seen.positions));
        if let Some(difference) = random_game(both, args, &mut random, &mut seen)? {
            shell.wipe();
            writeln!(shell.out, "game {number}: {}", difference.what)?;
            writeln!(shell.out, "position: {}", difference.fen)?;
            writeln!(shell.out, "moves: {}", difference.moves.join(" "))?;
            shell.out.flush()?;
            return Err(Failure::Fault(String::new()));
        }
    }
    shell.wipe();
    write!(shell.out, "{}", seen.survey)?;
    for (slowest, name) in seen.slowest.iter().zip(NAMES) {
        if let Some(Slowest { time, moves, fen }) = slowest {
            let time = time.as_secs_f64() * 1e3;
            writeln!(shell.out, "slowest list, {name}: {time:.2} ms for {moves} moves in {fen}")?;
        }
    }
    writeln!(shell.out, "{} games, {} positions: no difference", args.games, seen.positions)?;
    Ok(())
}

/// What the games have shown so far.
struct Seen {
    positions: u64,
    survey: Survey,
    /// For each execution where listing the legal moves with their texts took longest.
    slowest: [Option<Slowest>; 2],
}

/// The position in which something took longest.
struct Slowest {
    time: Duration,
    moves: usize,
    fen: String,
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

fn random_game(
    both: [&dyn AnyRules; 2],
    args: &CompareArgs,
    random: &mut Random,
    seen: &mut Seen,
) -> Result<Option<Difference>, Failure> {
    let fen = if args.scattered { scattered(both, random) } else { args.fen.clone() };
    if let Some(fen) = fen.as_deref().filter(|_| args.scattered)
        && let Err(what) = read(both, fen)
    {
        return Ok(Some(Difference { what, fen: fen.to_owned(), moves: Vec::new() }));
    }
    let start = |rules| from_fen(rules, fen.as_deref());
    let mut games = [start(both[0])?, start(both[1])?];
    let mut fens = vec![games[1].fen()];
    let mut moves: Vec<String> = Vec::new();
    seen.survey.begin();
    loop {
        seen.positions += 1;
        let checks = seen.positions.is_multiple_of(args.check_every);
        let lists = timed(&games, seen);
        let found = if checks { contradicts(&games) } else { None };
        if let Some(what) = found.or_else(|| differ(&games, texts(&games, &lists))) {
            return Ok(Some(shortest(both, what, &fens, &moves)));
        }
        let record = games[1].record();
        let [_, listed] = lists;
        let details: Vec<&MoveDetail> = listed.iter().map(|(_, detail)| detail).collect();
        seen.survey.position(&record, games[1].in_check(), &details);
        if listed.is_empty() || moves.len() >= args.length as usize {
            return Ok(None);
        }
        let (text, detail) = &listed[pick(&record, &listed, random)];
        moves.push(text.clone());
        for (game, name) in games.iter_mut().zip(NAMES) {
            if let Err(e) = game.play(text) {
                let what = format!("{name}: {e}");
                return Ok(Some(shortest(both, what, &fens, &moves)));
            }
        }
        seen.survey.played(&record, detail, &games[1].record());
        fens.push(games[1].fen());
    }
}

/// The legal moves in each execution.
type Lists = [Vec<(String, MoveDetail)>; 2];

/// Lists the legal moves, none when the game is over, and notes how long that takes.
fn timed(games: &[Box<dyn AnyGame>; 2], seen: &mut Seen) -> Lists {
    let mut lists = Lists::default();
    for ((game, slowest), listed) in games.iter().zip(&mut seen.slowest).zip(&mut lists) {
        let mut list = || {
            let start = Instant::now();
            *listed = game.detailed();
            start.elapsed()
        };
        let longest = slowest.as_ref().map_or(Duration::ZERO, |s| s.time);
        let mut time = list();
        // What else the machine does takes time, too: the best of some tries is that of the program.
        for _ in 0..TRIES {
            if time > longest {
                time = time.min(list());
            }
        }
        if time > longest {
            *slowest = Some(Slowest { time, moves: listed.len(), fen: game.fen() });
        }
    }
    lists
}

/// The texts of the legal moves of the position, whatever ends the game there.
fn texts(games: &[Box<dyn AnyGame>; 2], lists: &Lists) -> [Vec<String>; 2] {
    if games.iter().any(|game| game.outcome().is_some()) {
        return [games[0].positional_texts(), games[1].positional_texts()];
    }
    [0, 1].map(|i| lists[i].iter().map(|(text, _)| text.clone()).collect())
}

/// How often the time of a list that may be the slowest is taken again.
const TRIES: u8 = 2;

/// Chooses a move: every other time any of them, else one of a kind of piece that was chosen first,
/// so that pieces with few moves get their share.
fn pick(record: &Record, listed: &[(String, MoveDetail)], random: &mut Random) -> usize {
    if random.below(2) == 0 {
        return random.below(listed.len());
    }
    let kind = |m: &MoveDetail| {
        let piece = m.from.and_then(|from| record.squares.get(from.index()).copied().flatten());
        piece.or(m.drop).map(|piece| piece.kind)
    };
    let mut kinds: Vec<Option<u8>> = listed.iter().map(|(_, m)| kind(m)).collect();
    let all = kinds.clone();
    kinds.sort_unstable();
    kinds.dedup();
    let chosen = kinds[random.below(kinds.len())];
    let of_kind: Vec<usize> = (0..all.len()).filter(|&i| all[i] == chosen).collect();
    of_kind[random.below(of_kind.len())]
}

/// What the two executions are called in messages.
const NAMES: [&str; 2] = ["compiled", "interpreted"];

/// How one of the games contradicts itself.
fn contradicts(games: &[Box<dyn AnyGame>; 2]) -> Option<String> {
    games.iter().zip(NAMES).find_map(|(game, name)| {
        let what = game.self_check().err()?;
        Some(format!("{name} contradicts itself: {what}"))
    })
}

/// The first thing in which two games at the same position differ; the texts of their legal moves.
fn differ(games: &[Box<dyn AnyGame>; 2], texts: [Vec<String>; 2]) -> Option<String> {
    let [a, b] = [&games[0], &games[1]];
    let spec = b.spec();
    let squares = |list: Vec<Square>| list.iter().map(|&s| spec.size.name(s)).collect::<Vec<_>>().join(" ");
    let shown = |outcome: Option<Outcome>| {
        outcome.map_or_else(|| "none".to_owned(), |o| format!("{} ({})", winner(&o), o.reason))
    };
    let list = |a: &[String], b: &[String]| {
        a.iter().filter(|t| !b.contains(t)).cloned().collect::<Vec<_>>().join(" ")
    };
    let [moves_a, moves_b] = texts;
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
        ("claim", shown(a.claim()), shown(b.claim())),
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
    let mut games = match read(both, fen) {
        Ok(games) => games?,
        Err(what) => return moves.is_empty().then_some(what),
    };
    for text in moves {
        for (game, name) in games.iter_mut().zip(NAMES) {
            if let Err(e) = game.play(text) {
                return Some(format!("{name}: {e}"));
            }
        }
    }
    contradicts(&games).or_else(|| differ(&games, [games[0].positional_texts(), games[1].positional_texts()]))
}

/// The position in both executions, or in neither.
///
/// # Errors
/// How it differs that only one of them accepts it.
fn read(both: [&dyn AnyRules; 2], fen: &str) -> Result<Option<[Box<dyn AnyGame>; 2]>, String> {
    let said = |r: &Result<_, chv_runtime::FenError>| match r {
        Ok::<Box<dyn AnyGame>, _>(_) => "accepts it".to_owned(),
        Err(e) => format!("refuses it: {}", e.to_string().replace('\n', "; ")),
    };
    match both.map(|rules| rules.game_from_fen(fen)) {
        [Ok(a), Ok(b)] => Ok(Some([a, b])),
        [Err(_), Err(_)] => Ok(None),
        [a, b] => Err(format!("reading the position: compiled {}, interpreted {}", said(&a), said(&b))),
    }
}
