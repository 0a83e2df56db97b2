//! What can be typed: the commands and their arguments.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use chv_runtime::BoardSize;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

/// Chess variants from rules files: check them, look at them, count, compare and play.
#[derive(Debug, Parser)]
#[command(
    name = "chv",
    version,
    disable_help_subcommand = true,
    after_help = "GAME is the name or alias of a game of the library (`chv list`) or the path of a .chv file.\n\
        Data goes to standard output, messages to standard error.\n\
        Exit status: 0 done, 1 errors in what was read, 2 wrong usage.\n\n\
        Examples:\n  \
        chv list\n  \
        chv check mygame.chv\n  \
        chv perft mygame.chv --depth 4\n  \
        chv play mygame.chv --random black"
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check rules files: everything that is wrong with them, and their own tests.
    #[command(after_help = "Examples:\n  \
        chv check mygame.chv\n  \
        chv check --deny warnings --format short variants/*.chv\n  \
        chv check --format json mygame.chv    one JSON object a line")]
    Check(CheckArgs),
    /// Explain a diagnostic by its code.
    #[command(after_help = "Examples:\n  chv explain E0101\n  chv explain          all codes")]
    Explain {
        /// The code, such as E0101; all codes with their titles if left out.
        code: Option<String>,
    },
    /// List the games of the library.
    #[command(after_help = "Examples:\n  chv list\n  chv list --json")]
    List {
        /// Write a JSON array.
        #[arg(long)]
        json: bool,
    },
    /// List the legal moves of a position, one a line, sorted; nothing when the game is over.
    #[command(after_help = "Examples:\n  \
        chv moves mygame.chv\n  \
        chv moves mygame.chv --moves \"e2e4 e7e5\"\n  \
        chv moves mygame.chv --option limit=3\n  \
        chv moves mygame.chv --fen \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\" --json")]
    Moves {
        /// The position.
        #[command(flatten)]
        at: PositionArgs,
        /// Write a JSON array: each move with its squares and everything it changes.
        #[arg(long)]
        json: bool,
    },
    /// Show everything about a position as one JSON object.
    #[command(after_help = "Examples:\n  \
        chv state mygame.chv --moves \"f2f3 e7e5 g2g4 d8h4\"\n  \
        chv state mygame.chv --view white")]
    State {
        /// The position.
        #[command(flatten)]
        at: PositionArgs,
        /// Show only what this player can see (a game that hides nothing shows everything).
        #[arg(long, value_name = "SIDE")]
        view: Option<SideArg>,
    },
    /// Count the positions that can be reached in a number of moves.
    #[command(after_help = "Examples:\n  \
        chv perft mygame.chv --depth 5\n  \
        chv perft mygame.chv --depth 3 --divide --no-bulk")]
    Perft(PerftArgs),
    /// Write the Rust code that a build script would make from a rules file.
    #[command(after_help = "Examples:\n  chv gen mygame.chv -o generated")]
    Gen(GenArgs),
    /// Draw how the pieces of a game move, or how any movement does.
    #[command(after_help = "Examples:\n  \
        chv show team-mate\n  \
        chv show team-mate cobra --svg cobra.svg\n  \
        chv show mygame.chv P --side black --at e7\n  \
        chv show chess --fen \"4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1\" --at d4\n  \
        chv show --movement FyafsF --board 9x9")]
    Show(ShowArgs),
    /// Run tables of known answers.
    #[command(subcommand)]
    Suite(SuiteCommand),
    /// Play at the terminal: two people, or against random moves.
    #[command(after_help = "Examples:\n  \
        chv play mygame.chv\n  \
        chv play mygame.chv --random black --seed 7\n\n\
        At the prompt: a move such as e2e4, or `moves`, `undo`, `fen`, `board`, `help`, `quit`.")]
    Play(PlayArgs),
    /// Play random games in both executions, compiled and interpreted, and compare them at each position.
    ///
    /// In the end it says what occurred in the positions, and where listing the legal moves with their
    /// texts took longest.
    #[command(
        after_help = "Examples:\n  chv compare GAME --games 100\n  chv compare GAME --games 20 --seed 7\n  \
            chv compare GAME --games 500 --scattered --check-every 50"
    )]
    Compare(CompareArgs),
}

/// Which game.
#[derive(Debug, Clone, Args)]
pub(crate) struct GameArgs {
    /// A game of the library by name or alias, or the path of a .chv file.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// How it is run.
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// How games are run.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct RunArgs {
    /// Choose a value of an option of the game; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting, action = ArgAction::Append)]
    pub(crate) options: Vec<(String, String)>,
    /// Interpret the rules even if the game is compiled in.
    #[arg(long, conflicts_with = "compiled")]
    pub(crate) interpret: bool,
    /// Use compiled rules; an error if the game is not compiled in with these options.
    #[arg(long)]
    pub(crate) compiled: bool,
}

/// Which position of which game.
#[derive(Debug, Clone, Args)]
pub(crate) struct PositionArgs {
    /// The game.
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Start from this position instead of the start position.
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    pub(crate) fen: Option<String>,
    /// Play these moves, parted by blanks, before anything else.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

/// Arguments of `chv show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// A game of the library by name or alias, or the path of a .chv file.
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// A piece by its name or its letters; all pieces if left out.
    #[arg(value_name = "PIECE")]
    pub(crate) piece: Option<String>,
    /// Draw this movement instead of a game's pieces.
    #[arg(long, value_name = "MOVEMENT", allow_hyphen_values = true)]
    pub(crate) movement: Option<String>,
    /// The board of the movement; as large as it needs if left out.
    #[arg(long, value_name = "WxH", requires = "movement", value_parser = crate::show::size)]
    pub(crate) board: Option<BoardSize>,
    /// Write a picture to this file (`-` is standard output).
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Whose piece it is: White's if not given.
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<SideArg>,
    /// Put the piece on this square.
    #[arg(long, value_name = "SQUARE")]
    pub(crate) at: Option<String>,
    /// Show the piece in this position instead of on boards made for it.
    #[arg(long, value_name = "FEN", allow_hyphen_values = true, conflicts_with = "movement")]
    pub(crate) fen: Option<String>,
    /// Choose a value of an option of the game; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting, action = ArgAction::Append)]
    pub(crate) options: Vec<(String, String)>,
}

/// Arguments of `chv check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The files.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// How diagnostics are written.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,
    /// Count these as errors.
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Vec<Deny>,
    /// Choose a value of an option of the game; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting, action = ArgAction::Append)]
    pub(crate) options: Vec<(String, String)>,
}

/// How diagnostics are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// With the source line, a caret, notes and help.
    Human,
    /// One a line.
    Short,
    /// One JSON object a line.
    Json,
}

/// What `--deny` can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Every warning.
    Warnings,
}

/// A player, as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SideArg {
    /// The player who moves first.
    White,
    /// The other one.
    Black,
}

/// Arguments of `chv perft`.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// The position.
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    /// How many moves deep: 100 at most.
    #[arg(long, short, value_name = "N", value_parser = depth)]
    pub(crate) depth: u32,
    /// Show the count below each move first.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count the moves of the last ply without making them (the default).
    #[arg(long, overrides_with = "no_bulk")]
    pub(crate) bulk: bool,
    /// Make every move of the last ply.
    #[arg(long, overrides_with = "bulk")]
    pub(crate) no_bulk: bool,
}

/// Arguments of `chv gen`.
#[derive(Debug, Args)]
pub(crate) struct GenArgs {
    /// The rules file.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The folder to write into; made if it does not exist.
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Choose a value of an option of the game; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting, action = ArgAction::Append)]
    pub(crate) options: Vec<(String, String)>,
}

/// The kinds of table.
#[derive(Debug, Subcommand)]
pub(crate) enum SuiteCommand {
    /// Node counts: rows `variant fen depth nodes`, parted by tabs, after a heading line.
    #[command(after_help = "Examples:\n  \
        chv suite perft counts.tsv --max-nodes 200000\n  \
        chv suite perft counts.tsv --only GAME --option limit=3")]
    Perft(SuitePerftArgs),
    /// Where a piece goes: rows `betza fen destinations`, parted by tabs, after a heading line.
    #[command(
        after_help = "Movements are read as `dialect \"fsf\"` reads them. The piece is A, blocking pieces are I; \
        `i` movement is allowed from the second rank.\n\n\
        Examples:\n  chv suite betza moves.tsv"
    )]
    Betza(SuiteMovesArgs),
    /// Legal moves: rows `betza fen legal_moves`, parted by tabs, after a heading line.
    #[command(
        after_help = "Movements are read as `dialect \"fsf\"` reads them. The piece is A, blocking pieces are I, \
        kings are K; `i` movement is allowed from the second rank.\n\nExamples:\n  chv suite legal legal-moves.tsv"
    )]
    Legal(SuiteMovesArgs),
}

/// Arguments of the suites of movements.
#[derive(Debug, Clone, Args)]
pub(crate) struct SuiteMovesArgs {
    /// Table and rows.
    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
    /// Do not run the rows, but write a crate into this folder in which they run as generated code
    /// (`cargo run --manifest-path DIR/Cargo.toml`, same closing line).
    #[arg(long, value_name = "DIR")]
    pub(crate) generate: Option<PathBuf>,
    /// Where the crate finds `chv-runtime`; the sources this command was built from if not given.
    #[arg(long, value_name = "DIR", requires = "generate")]
    pub(crate) runtime: Option<PathBuf>,
}

/// Arguments of every suite.
#[derive(Debug, Clone, Args)]
pub(crate) struct SuiteArgs {
    /// The table.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Run only rows whose first column is this; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// How many rows run at once; one for each processor if not given.
    #[arg(long, value_name = "N", value_parser = processes)]
    pub(crate) jobs: Option<NonZeroUsize>,
}

/// Arguments of `chv suite perft`.
#[derive(Debug, Args)]
pub(crate) struct SuitePerftArgs {
    /// Table and rows.
    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
    /// Skip rows that count more than this.
    #[arg(long, value_name = "N", value_parser = any)]
    pub(crate) max_nodes: Option<u64>,
    /// How the games are run. Options apply to the games that have them.
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Arguments of `chv play`.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The position to begin with.
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    /// Let this side play random moves; may be given for both sides.
    #[arg(long, value_name = "SIDE")]
    pub(crate) random: Vec<SideArg>,
    /// The seed of the random moves, to play the same game again.
    #[arg(long, value_name = "N", value_parser = any)]
    pub(crate) seed: Option<u64>,
}

/// Arguments of `chv compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// A game of the library by name or alias.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// How many random games.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = some)]
    pub(crate) games: u64,
    /// The seed of the random games.
    #[arg(long, value_name = "N", value_parser = any)]
    pub(crate) seed: Option<u64>,
    /// The longest game, in moves of both players.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = some_moves)]
    pub(crate) length: u32,
    /// Check at every Nth position, too, that each execution agrees with itself: what follows its moves,
    /// what is counted and listed, what reads back. On large boards that takes most of the time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = some)]
    pub(crate) check_every: u64,
    /// Begin each game with this position.
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    pub(crate) fen: Option<String>,
    /// Begin each game with the pieces of the start on random squares, some of them left out.
    #[arg(long, conflicts_with = "fen")]
    pub(crate) scattered: bool,
    /// Choose a value of an option of the game; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting, action = ArgAction::Append)]
    pub(crate) options: Vec<(String, String)>,
}

/// Reads a number within limits, which a message names.
fn number(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse::<u64>() {
        _ if !digits => Err(format!("expected a number from {least} to {most}")),
        Ok(n) if n < least => Err(format!("it must be at least {least}")),
        Ok(n) if n <= most => Ok(n),
        _ => Err(format!("it can be at most {most}")),
    }
}

fn any(text: &str) -> Result<u64, String> {
    number(text, 0, u64::MAX)
}

/// Counting goes as deep into the stack as into the game.
fn depth(text: &str) -> Result<u32, String> {
    number(text, 0, 100).map(|n| n as u32)
}

fn some(text: &str) -> Result<u64, String> {
    number(text, 1, u64::MAX)
}

fn some_moves(text: &str) -> Result<u32, String> {
    number(text, 1, u64::from(u32::MAX)).map(|n| n as u32)
}

fn processes(text: &str) -> Result<NonZeroUsize, String> {
    let count = number(text, 1, u64::from(u16::MAX))? as usize;
    NonZeroUsize::new(count).ok_or_else(|| "it must be at least 1".to_owned())
}

/// Reads `NAME=VALUE`.
fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected NAME=VALUE, such as `limit=3`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_commands_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn numbers_have_limits_that_are_named() {
        let long = "9".repeat(400);
        assert_eq!(some("1"), Ok(1));
        assert_eq!(some_moves("4294967295"), Ok(u32::MAX));
        assert_eq!(some("0"), Err("it must be at least 1".to_owned()));
        assert_eq!(some_moves(&long), Err("it can be at most 4294967295".to_owned()));
        assert_eq!(any(&long), Err("it can be at most 18446744073709551615".to_owned()));
        assert_eq!(depth("100"), Ok(100));
        assert_eq!(depth("101"), Err("it can be at most 100".to_owned()));
        assert_eq!(processes("0"), Err("it must be at least 1".to_owned()));
        for wrong in ["", "+1", "-1", "one", "1.0"] {
            assert_eq!(
                some_moves(wrong),
                Err("expected a number from 1 to 4294967295".to_owned()),
                "{wrong}"
            );
        }
    }

    #[test]
    fn settings_have_a_name_and_a_value() {
        assert_eq!(setting("a=b=c"), Ok(("a".to_owned(), "b=c".to_owned())));
        for wrong in ["a", "=b", "a=", "", " = "] {
            assert!(setting(wrong).is_err(), "{wrong}");
        }
    }
}
