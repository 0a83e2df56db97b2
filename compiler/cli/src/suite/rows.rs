//! `chv suite betza` and `chv suite legal`: the moves of one piece on given boards.

use std::collections::{BTreeMap, BTreeSet};

use chv_dsl::movement::{self, Dialect};
use chv_dsl::{NoFiles, SourceFile, compile};
use chv_runtime::dynamic::AnyRules;

use super::pieces::{self, Cast};
use super::run::{self, Verdict};
use super::table::{self, Row};
use crate::args::SuiteArgs;
use crate::game::interpret;
use crate::shell::{Done, Failure, Shell};

/// Runs every row that is asked for.
pub(crate) fn run(shell: &mut Shell<'_>, args: &SuiteArgs, cast: Cast) -> Done {
    let rows = read(shell, args, cast)?;
    run::run(shell, &rows, args.jobs, || {
        let mut games = BTreeMap::new();
        move |row: &Row| verdict(&mut games, row, cast)
    })
}

/// The rows that are asked for.
pub(super) fn read(shell: &mut Shell<'_>, args: &SuiteArgs, cast: Cast) -> Result<Vec<Row>, Failure> {
    let answer = match cast {
        Cast::Alone => "destinations",
        Cast::WithKings => "moves",
    };
    let mut rows = table::read(&args.file, &["betza", "fen", answer])?;
    if !args.only.is_empty() {
        table::only(shell, &mut rows, &args.only);
    }
    for row in rows.iter_mut().filter(|_| cast == Cast::Alone) {
        // Without its piece a row could only say that nothing moves.
        let lost = row.columns.as_ref().ok().and_then(|columns| lacks_mover(&columns[1]));
        if let Some(mover) = lost {
            row.columns =
                Err(format!("no `{mover}` stands on the board, the piece whose moves are asked for"));
        }
    }
    Ok(rows)
}

/// The letter of the piece that moves, if the board of a FEN does not have it.
fn lacks_mover(fen: &str) -> Option<char> {
    let mut words = fen.split_whitespace();
    let board = words.next().unwrap_or("");
    let mover = if words.next() == Some("b") { 'a' } else { 'A' };
    (!board.contains(mover)).then_some(mover)
}

/// The rules of the movements and board sizes that occurred so far.
type Games = BTreeMap<(String, u8, u8), Result<Box<dyn AnyRules>, String>>;

fn verdict(games: &mut Games, row: &Row, cast: Cast) -> Verdict {
    let columns = match &row.columns {
        Ok(columns) => columns,
        Err(reason) => return Verdict::Failed(reason.clone()),
    };
    let [movement, fen, expected] = &columns[..] else {
        return Verdict::Failed("wrong number of columns".to_owned());
    };
    let expected: BTreeSet<String> =
        expected.split_whitespace().filter(|&word| word != "-").map(str::to_owned).collect();
    match answers(games, movement, fen, cast) {
        Ok(found) if found == expected => Verdict::Passed,
        Ok(found) => {
            let list = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
                let words: Vec<&str> = a.difference(b).map(String::as_str).collect();
                if words.is_empty() { "none".to_owned() } else { words.join(" ") }
            };
            let (missing, extra) = (list(&expected, &found), list(&found, &expected));
            Verdict::Failed(format!("{movement}: missing {missing}; too many {extra}: {fen}"))
        }
        Err(reason) => Verdict::Failed(format!("{movement}: {reason}: {fen}")),
    }
}

/// What the rules say: where the mover can go, or all legal moves by origin and target.
fn answers(games: &mut Games, movement: &str, fen: &str, cast: Cast) -> Result<BTreeSet<String>, String> {
    let size = pieces::size(fen).ok_or("the rows of the board have different lengths")?;
    let rules = games
        .entry((movement.to_owned(), size.files, size.ranks))
        .or_insert_with(|| make(&pieces::rules(&translated(movement), size, cast)));
    let rules = rules.as_ref().map_err(Clone::clone)?;
    let game = rules.game_from_fen(fen).map_err(|e| e.to_string().replace('\n', "; "))?;
    let name = |square: Option<chv_runtime::Square>| square.map(|s| size.name(s)).unwrap_or_default();
    Ok(game
        .detailed()
        .iter()
        .map(|(_, detail)| match cast {
            Cast::Alone => name(detail.to),
            Cast::WithKings => name(detail.from) + &name(detail.to),
        })
        .collect())
}

/// The movement of a row in the notation of the language: the tables speak the dialect of the program
/// that they come from. What is not in that dialect is taken as it stands.
pub(super) fn translated(text: &str) -> String {
    match movement::parse(text, Dialect::Fsf) {
        (Some(movement), problems) if problems.iter().all(|p| !p.error) => movement.canonical(),
        _ => text.to_owned(),
    }
}

/// Compiles rules, with the errors on one line.
fn make(text: &str) -> Result<Box<dyn AnyRules>, String> {
    let file = SourceFile { name: "row.chv".to_owned(), text: text.to_owned() };
    let compiled = compile(file, &NoFiles, &[]);
    let Some(variant) = compiled.variant else {
        let messages: Vec<String> =
            compiled.diagnostics.iter().map(|d| format!("{}: {}", d.code, d.message)).collect();
        return Err(messages.join("; "));
    };
    interpret(variant, &[]).map_err(|reasons| reasons.join("; "))
}
