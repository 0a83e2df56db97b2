//! Tables of cases: what a rule says, shown on positions.
//!
//! ```text
//! game team-mate
//!
//! == TMC-15, trap 62: a title
//!   option bare_king_draw on
//!   given 4k3/8/8/8/8/8/8/4K3 w - - 0 1
//!   when e1e2 e8e7
//!   then legal e2e3 e2f2
//! ```
//!
//! A case begins at the start position of its game (`game file.chv`: a text beside the table). `given`
//! sets up a position, `when` plays moves. Afterwards, with or without `then`:
//!
//! | line | says |
//! |---|---|
//! | `fen F` | the position is written so |
//! | `stands F` | the pieces stand so; what F says besides is not compared |
//! | `state a; b`, `state -` | what FEN has in braces |
//! | `clock N` | turns without progress |
//! | `to act black`, `phase walls` | whose turn it is, and in which phase |
//! | `legal m..`, `illegal m..` | these moves are, or are not, legal |
//! | `moves m..` | exactly these are legal |
//! | `from e4 m..` | exactly these begin on the square |
//! | `from e4 = N` | so many begin on the square |
//! | `count N` | so many are legal |
//! | `check`, `no check`, `checkers e4` | whether, and by what, the side to act is in check |
//! | `result white checkmate`, `no result` | the result and its reason |
//! | `claim draw clock`, `no claim` | what may be claimed |
//! | `automatic off` | draws are left to claims from here on |
//! | `perft 3 = 8902` | the node count |
//! | `refused F -- a -- b` | F is no position, for reasons that contain a and b |
//! | `same F -- G`, `other F -- G` | the keys of two positions are equal, or not |
//! | `reads F -- G` | F is accepted and written as G |
//! | `names K King, Q Queen` | exactly these are the kinds, with codes and names |
//! | `has black P 16, K 1` | so many pieces of each kind has a side, and no others |
//! | `view white STEP` | the step holds in the position as the player sees it |
//!
//! F and G are FEN, or pieces: `Ke1 Ra1 / Ke8 / w Q - 0 1`, see [`crate::placed`].
//!
//! Every case runs in each execution that there is of its game. At the end all moves are taken back,
//! which must lead to where the case began; positions must not contradict themselves on the way.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use chv_dsl::SourceFile;
use chv_runtime::dynamic::{AnyGame, AnyRules, erase};
use chv_runtime::{Outcome, Side, Winner};

use crate::games::{self, Executions};
use crate::own;
use crate::placed;

/// A case of a table.
#[derive(Debug, Clone)]
pub struct Case {
    /// What it cites: clauses and traps.
    pub cites: Vec<String>,
    /// What it shows.
    pub title: String,
    /// The game: a stem, or a file beside the table.
    pub game: String,
    /// The options chosen.
    pub options: Vec<(String, String)>,
    /// Line in the table.
    pub line: usize,
    /// The lines of the case and their numbers.
    pub steps: Vec<(usize, String)>,
}

/// Reads a table.
///
/// # Errors
/// The line that is none of a table.
pub fn parse(text: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    let mut game = String::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words = line.trim();
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix("game ") {
            name.trim().clone_into(&mut game);
        } else if let Some(head) = line.strip_prefix("== ") {
            let (cites, title) = head.split_once(": ").ok_or_else(|| format!("line {number}: no title"))?;
            cases.push(Case {
                cites: cites.split(", ").map(str::to_owned).collect(),
                title: title.to_owned(),
                game: game.clone(),
                options: Vec::new(),
                line: number,
                steps: Vec::new(),
            });
        } else {
            let case = cases.last_mut().ok_or_else(|| format!("line {number}: no case begins before"))?;
            if let Some((name, value)) = words.strip_prefix("option ").and_then(|o| o.split_once(' ')) {
                case.options.push((name.to_owned(), value.to_owned()));
            } else {
                let step = words.strip_prefix("then ").unwrap_or(words);
                case.steps.push((number, step.to_owned()));
            }
        }
    }
    match cases.iter().find(|c| c.steps.is_empty() || c.game.is_empty()) {
        Some(case) => Err(format!("line {}: the case has no game or shows nothing", case.line)),
        None => Ok(cases),
    }
}

/// Reads a table and runs its cases: how many there were, and everything that fails.
///
/// # Errors
/// A table that cannot be read, or cases that fail: one line each.
pub fn run_file(path: &Path) -> Result<usize, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let cases = parse(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut failures = Vec::new();
    // A game is made once for its cases with the same options: making a large one takes a second.
    let mut games = BTreeMap::new();
    for case in &cases {
        let key = (case.game.clone(), case.options.clone());
        let game = games.entry(key).or_insert_with(|| executions(case, folder));
        let shown = game.as_ref().map_err(Clone::clone).and_then(|game| run(case, game));
        if let Err(reason) = shown {
            failures.push(format!("{}:{}: {}: {reason}", path.display(), case.line, case.title));
        }
    }
    if failures.is_empty() { Ok(cases.len()) } else { Err(failures.join("\n")) }
}

/// The executions of a case's game.
fn executions(case: &Case, folder: &Path) -> Result<Executions, String> {
    if !case.game.ends_with(".chv") {
        return games::executions(&case.game, &case.options);
    }
    let path = folder.join(&case.game);
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let file = SourceFile { name: case.game.clone(), text };
    let mut all = vec![("interpreted", erase(games::of_text(file, &case.options)?))];
    if case.options.is_empty()
        && let Some(rules) = case.game.strip_suffix(".chv").and_then(own::compiled)
    {
        all.push(("compiled", rules));
    }
    Ok(all)
}

/// Runs a case in each execution of its game.
fn run(case: &Case, game: &Executions) -> Result<(), String> {
    for (name, rules) in game {
        let mut played = Played { rules: rules.as_ref(), game: rules.game(), from: String::new() };
        played.from = played.game.fen();
        for (line, step) in &case.steps {
            played
                .step(step)
                .map_err(|e| format!("line {line}, {name}: {e}\n    position: {}", played.game.fen()))?;
        }
        played.take_back().map_err(|e| format!("{name}: {e}"))?;
    }
    Ok(())
}

/// Two positions that are compared.
type Pair = (Box<dyn AnyGame>, Box<dyn AnyGame>);

/// A case in play.
struct Played<'r> {
    rules: &'r dyn AnyRules,
    game: Box<dyn AnyGame>,
    from: String,
}

impl Played<'_> {
    fn step(&mut self, step: &str) -> Result<(), String> {
        let (word, rest) = step.split_once(' ').unwrap_or((step, ""));
        let rest = rest.trim();
        let list = || rest.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        match (word, rest) {
            ("view", _) => {
                let (player, step) = rest.split_once(' ').ok_or("`view white STEP`")?;
                let game = self.game.view(side(player)?);
                let from = game.fen();
                Played { rules: self.rules, game, from }.step(step)
            }
            ("given", fen) => {
                self.take_back()?;
                self.game = self.read(fen)?;
                self.from = self.game.fen();
                self.game.self_check()
            }
            ("when", _) => {
                for text in list() {
                    self.game.play(&text).map_err(|e| e.to_string())?;
                }
                self.game.self_check()
            }
            ("automatic", "off") => {
                self.game.set_auto_claim(false);
                Ok(())
            }
            ("refused", parts) => {
                let mut parts = parts.split(" -- ");
                let fen = placed::fen(parts.next().unwrap_or_default(), self.rules.spec())?;
                let Err(error) = self.rules.game_from_fen(&fen) else {
                    return Err(format!("`{fen}` is accepted"));
                };
                let said = error.to_string();
                none(&format!("not among the reasons ({said})"), parts.filter(|p| !said.contains(p)))
            }
            ("same" | "other", pair) => {
                let (a, b) = self.pair(pair)?;
                equal("keys equal", &(word == "same").to_string(), &(a.key() == b.key()).to_string())
            }
            ("reads", pair) => {
                let (a, _) = self.pair(pair)?;
                let wanted = placed::fen(pair.split(" -- ").nth(1).unwrap_or_default(), a.spec())?;
                equal("position", &wanted, &a.fen())
            }
            _ => self.shows(word, rest),
        }
    }

    /// A step that only looks.
    fn shows(&self, word: &str, rest: &str) -> Result<(), String> {
        let list = || rest.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let game = &self.game;
        match (word, rest) {
            ("fen", text) => equal("position", &placed::fen(text, game.spec())?, &game.fen()),
            ("stands", text) => {
                let board = |fen: &str| fen.split_whitespace().next().unwrap_or_default().to_owned();
                equal("board", &board(&placed::fen(text, game.spec())?), &board(&game.fen()))
            }
            ("state", text) => equal("state", text, placed::state(&game.fen())),
            ("clock", turns) => equal("clock", turns, &game.record().clock.to_string()),
            ("phase", name) => equal("phase", name, game.phase()),
            ("to", wanted) => {
                let found = if game.side() == Side::White { "act white" } else { "act black" };
                equal("side", wanted, found)
            }
            ("names", text) => {
                let kinds = game.spec().kinds.iter().map(|k| format!("{} {}", k.code, k.name));
                let mut kinds: Vec<String> = kinds.collect();
                kinds.sort();
                same_list(text.split(", ").map(str::to_owned).collect(), kinds)
            }
            ("has", text) => {
                let (player, wanted) = text.split_once(' ').ok_or("`has white K 1`")?;
                let found = placed::numbers(&game.fen(), game.spec(), side(player)?);
                let found = found.iter().map(|(code, n)| format!("{code} {n}")).collect();
                same_list(wanted.split(", ").map(str::to_owned).collect(), found)
            }
            ("legal", _) => {
                let texts = game.texts();
                none("not legal", list().into_iter().filter(|m| !texts.contains(m)))
            }
            ("illegal", _) => {
                let texts = game.texts();
                none("legal", list().into_iter().filter(|m| texts.contains(m)))
            }
            ("moves", _) => same_list(list(), game.texts()),
            ("from", _) => {
                let mut wanted = list();
                let square = if wanted.is_empty() { String::new() } else { wanted.remove(0) };
                let begins = |m: &String| {
                    m.strip_prefix(&square).is_some_and(|r| !r.starts_with(|c: char| c.is_ascii_digit()))
                };
                let found: Vec<String> = game.texts().into_iter().filter(begins).collect();
                match &wanted[..] {
                    [sign, n] if sign == "=" => equal("number of moves", n, &found.len().to_string()),
                    _ => same_list(wanted, found),
                }
            }
            ("count", n) => equal("number of moves", n, &game.texts().len().to_string()),
            ("check", "") => equal("check", "true", &game.in_check().to_string()),
            ("no", "check") => equal("check", "false", &game.in_check().to_string()),
            ("checkers", squares) => {
                let size = game.spec().size;
                let found: Vec<String> = game.checkers().iter().map(|&s| size.name(s)).collect();
                equal("checkers", squares, &found.join(" "))
            }
            ("result", wanted) => equal("result", wanted, &shown(game.outcome())),
            ("no", "result") => equal("result", "none", &shown(game.outcome())),
            ("claim", wanted) => equal("claim", wanted, &shown(game.claim())),
            ("no", "claim") => equal("claim", "none", &shown(game.claim())),
            ("perft", counts) => {
                let (depth, nodes) = counts.split_once(" = ").ok_or("`perft D = N`")?;
                let depth = depth.parse().map_err(|e| format!("{e}"))?;
                equal("nodes", nodes, &game.perft(depth, true).to_string())?;
                equal("nodes made", nodes, &game.perft(depth, false).to_string())
            }
            _ => Err(format!("`{word} {rest}` is no step of a case")),
        }
    }

    fn read(&self, text: &str) -> Result<Box<dyn AnyGame>, String> {
        let fen = &placed::fen(text, self.rules.spec())?;
        self.rules.game_from_fen(fen).map_err(|e| format!("`{fen}` is refused: {e}"))
    }

    fn pair(&self, pair: &str) -> Result<Pair, String> {
        let (a, b) = pair.split_once(" -- ").ok_or("two positions are needed")?;
        Ok((self.read(a)?, self.read(b)?))
    }

    /// Takes all moves back, which must lead to where they began.
    fn take_back(&mut self) -> Result<(), String> {
        while self.game.undo().is_some() {}
        equal("position after taking all back", &self.from, &self.game.fen())
    }
}

fn side(word: &str) -> Result<Side, String> {
    match word {
        "white" => Ok(Side::White),
        "black" => Ok(Side::Black),
        _ => Err(format!("`{word}` is neither `white` nor `black`")),
    }
}

fn equal(what: &str, wanted: &str, found: &str) -> Result<(), String> {
    if wanted == found { Ok(()) } else { Err(format!("{what}: expected `{wanted}`, found `{found}`")) }
}

/// Fails if there is anything, and names it.
fn none(what: &str, found: impl Iterator<Item = impl AsRef<str>>) -> Result<(), String> {
    let list: Vec<String> = found.map(|f| f.as_ref().to_owned()).collect();
    if list.is_empty() { Ok(()) } else { Err(format!("{what}: {}", list.join(" "))) }
}

fn same_list(mut wanted: Vec<String>, found: Vec<String>) -> Result<(), String> {
    wanted.sort();
    let missing: Vec<&str> = wanted.iter().filter(|m| !found.contains(m)).map(String::as_str).collect();
    let extra: Vec<&str> = found.iter().filter(|m| !wanted.contains(m)).map(String::as_str).collect();
    if wanted == found {
        Ok(())
    } else {
        Err(format!("missing [{}], too many [{}]", missing.join(" "), extra.join(" ")))
    }
}

fn shown(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(
        || "none".to_owned(),
        |o| {
            let who = match o.winner {
                Winner::Side(Side::White) => "white",
                Winner::Side(Side::Black) => "black",
                Winner::Draw => "draw",
            };
            format!("{who} {}", o.reason)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(text: &str) -> Result<(), String> {
        let cases = parse(text)?;
        cases.iter().try_for_each(|case| run(case, &executions(case, Path::new(""))?))
    }

    #[test]
    fn cases_that_do_not_hold_fail() {
        // Each of these is wrong; a table that could not fail would prove nothing.
        for step in [
            "fen 8/8 w",
            "legal e2e5",
            "illegal e2e4",
            "moves e2e4",
            "from e2 e2e4",
            "from e2 = 3",
            "count 21",
            "stands Ke1 / Ke8",
            "state budget 2",
            "clock 1",
            "to act black",
            "phase set-up",
            "names K King",
            "has white K 1",
            "view white count 21",
            "view white nonsense",
            "check",
            "checkers e2",
            "result draw stalemate",
            "claim draw clock",
            "perft 1 = 21",
            "when e2e5",
            "given 8/8 w",
            "refused rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "refused 8/8 w -- a reason that nobody gives",
            "nonsense",
        ] {
            let text = format!("game chess\n== X-1: y\n  {step}\n");
            assert!(result(&text).is_err(), "{step}");
        }
    }

    #[test]
    fn tables_are_read_strictly() {
        assert!(parse("given 8/8").is_err());
        assert!(parse("game chess\n== X-1 no title\n").is_err());
        assert!(parse("game chess\n== X-1: shows nothing\n").is_err());
        let text = "game chess\n\n# note\n== X-1, trap 2: t\n  option a b\n  then count 20\n";
        let cases = parse(text).expect("the table is well-formed");
        assert_eq!(cases[0].cites, ["X-1", "trap 2"]);
        assert_eq!((cases[0].line, cases[0].options.len()), (4, 1));
        assert_eq!(cases[0].steps, [(6, "count 20".to_owned())]);
    }
}
