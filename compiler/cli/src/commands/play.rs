//! `chv play`: a game at the terminal.

use chv_runtime::dynamic::AnyGame;
use chv_runtime::position::Winner;
use chv_runtime::{Outcome, Side};

use crate::args::{PlayArgs, SideArg};
use crate::board;
use crate::game::{load, set_up};
use crate::random::{Random, fresh_seed};
use crate::registry::Registry;
use crate::shell::{Done, Failure, Shell};

/// The words that can be typed, with moves as they are written here for examples: not every game has
/// an e4, and before play nothing moves yet.
fn help(game: &dyn AnyGame) -> String {
    let texts = game.texts();
    let example = texts.first().map_or(String::new(), |text| format!(" (such as {text})"));
    let setup = &game.record().more;
    let phase = usize::from(setup.phase).checked_sub(1).and_then(|i| game.spec().phases().get(i));
    let due = phase.map_or(String::new(), |p| {
        let declines = format!("{}=-", p.name);
        let may = if texts.contains(&declines) { format!("; {declines} declines") } else { String::new() };
        format!("{} {} now, in phase {}{may}\n", game.side(), p.task, p.name)
    });
    let rows = [
        (format!("a move{example}"), "play it"),
        ("moves".to_owned(), "list the legal moves"),
        ("undo".to_owned(), "take back your last move"),
        ("board".to_owned(), "draw the board again"),
        ("fen".to_owned(), "write the position as FEN, as far as the player can know it"),
        ("claim".to_owned(), "claim a draw that is open to a claim"),
        ("quit".to_owned(), "stop"),
    ];
    let width = rows.iter().map(|(word, _)| word.chars().count()).max().unwrap_or(0);
    rows.iter().fold(due, |all, (word, does)| all + &format!("{word:width$}  {does}\n"))
}

/// Longer random games are stopped: not every game has a rule that ends it.
const LONGEST: usize = 10_000;

/// Plays until the game is over or the player leaves.
pub(crate) fn run(registry: &Registry, shell: &mut Shell<'_>, args: &PlayArgs) -> Done {
    let rules = load(registry, shell, &args.at.game.game, &args.at.game.run)?;
    let mut game = set_up(&*rules, &args.at)?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    if !args.random.is_empty() {
        shell.say(format!("seed: {seed}"));
    }
    let mut table = Table { random: Random::new(seed), movers: [false; 2] };
    for side in &args.random {
        table.movers[match side {
            SideArg::White => 0,
            SideArg::Black => 1,
        }] = true;
    }
    shell.out.write_all(board::draw(&game.record(), game.spec()).as_bytes())?;
    loop {
        if let Some(outcome) = game.outcome() {
            writeln!(shell.out, "{}", result(&outcome))?;
            shell.out.flush()?;
            // The last move may still be taken back by a person.
            if table.movers == [true; 2] || !table.answer(shell, game.as_mut(), true)? {
                return Ok(());
            }
        } else if table.movers[game.side().index()] {
            if game.length() >= LONGEST {
                writeln!(shell.out, "stopped after {LONGEST} moves")?;
                return Ok(());
            }
            table.random_move(shell, game.as_mut())?;
        } else if !table.answer(shell, game.as_mut(), false)? {
            return Ok(());
        }
    }
}

/// Who sits at the board.
struct Table {
    random: Random,
    /// Which sides move at random.
    movers: [bool; 2],
}

impl Table {
    fn random_move(&mut self, shell: &mut Shell<'_>, game: &mut dyn AnyGame) -> Done {
        let texts = game.texts();
        let side = game.side();
        let text = &texts[self.random.below(texts.len())];
        play(game, text)?;
        writeln!(shell.out, "{side} plays {text}")?;
        shell.out.write_all(board::draw(&game.record(), game.spec()).as_bytes())?;
        Ok(())
    }

    /// Whose knowledge the terminal may show: that of the one person who plays, else of who is to move.
    fn eyes(&self, game: &dyn AnyGame) -> Side {
        match self.movers {
            [true, false] => Side::Black,
            [false, true] => Side::White,
            _ => game.side(),
        }
    }

    /// Asks the person at the terminal until the position changes; `false` when there is nobody any
    /// more.
    fn answer(&mut self, shell: &mut Shell<'_>, game: &mut dyn AnyGame, over: bool) -> Result<bool, Failure> {
        let claim = game.claim();
        if let Some(claim) = &claim {
            writeln!(shell.out, "{} may be claimed: `claim`", claim.reason)?;
        }
        loop {
            if shell.input_is_terminal {
                let check = if game.in_check() { ", in check" } else { "" };
                let prompt = if over { "over".to_owned() } else { format!("{}{check}", game.side()) };
                write!(shell.out, "{prompt}> ")?;
            }
            shell.out.flush()?;
            let Some(line) = read_line(shell)? else { return Ok(false) };
            match line.trim() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(false),
                "help" | "?" => shell.out.write_all(help(game).as_bytes())?,
                // Once the game is over, nothing is secret any more.
                "fen" if over => writeln!(shell.out, "{}", game.fen())?,
                "fen" => writeln!(shell.out, "{}", game.view(self.eyes(game)).fen())?,
                "claim" => match &claim {
                    Some(claim) => {
                        writeln!(shell.out, "{}", result(claim))?;
                        return Ok(false);
                    }
                    None => shell.say("there is nothing to claim"),
                },
                "board" => shell.out.write_all(board::draw(&game.record(), game.spec()).as_bytes())?,
                "moves" => writeln!(shell.out, "{}", game.texts().join(" "))?,
                "undo" => {
                    if self.undo(game) {
                        shell.out.write_all(board::draw(&game.record(), game.spec()).as_bytes())?;
                        return Ok(true);
                    }
                    shell.say("there is no move to take back");
                }
                text => match game.play(text) {
                    Ok(()) => {
                        shell.out.write_all(board::draw(&game.record(), game.spec()).as_bytes())?;
                        return Ok(true);
                    }
                    Err(error) => {
                        shell.say(format!("{error} (`moves` lists the legal ones, `help` the words)"))
                    }
                },
            }
        }
    }

    /// Takes back moves until a person is to move; if there is no such move, changes nothing.
    fn undo(&self, game: &mut dyn AnyGame) -> bool {
        let mut taken = Vec::new();
        while let Some(text) = game.undo() {
            taken.push(text);
            if !self.movers[game.side().index()] {
                return true;
            }
        }
        for text in taken.iter().rev() {
            // These moves were played from these positions before.
            let _ = game.play(text);
        }
        false
    }
}

/// Plays a move that is known to be legal.
fn play(game: &mut dyn AnyGame, text: &str) -> Done {
    game.play(text).map_err(|e| Failure::Fault(format!("a legal move was refused: {e}")))
}

/// A line of input, without more than the first part of an endless one; `None` at the end.
fn read_line(shell: &mut Shell<'_>) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    loop {
        let available = match shell.input.fill_buf() {
            Ok(available) => available,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(Failure::Fault(format!("cannot read what was typed: {e}"))),
        };
        if available.is_empty() {
            return Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()));
        }
        let end = available.iter().position(|&b| b == b'\n');
        let used = end.map_or(available.len(), |e| e + 1);
        let keep = end.unwrap_or(used).min(4096usize.saturating_sub(bytes.len()));
        bytes.extend_from_slice(&available[..keep]);
        shell.input.consume(used);
        if end.is_some() {
            return Ok(Some(String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
}

/// The result in the usual figures, with its reason.
pub(crate) fn result(outcome: &Outcome) -> String {
    let figures = match outcome.winner {
        Winner::Side(Side::White) => "1-0, White wins",
        Winner::Side(Side::Black) => "0-1, Black wins",
        Winner::Draw => "1/2-1/2, draw",
    };
    format!("{figures}: {}", outcome.reason)
}
