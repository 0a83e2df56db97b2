//! A crate in which the rows of a table of movements run as generated code: a few games with many
//! kinds of piece for each board size, and a program that looks at each row.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use chv_compiler::Emission;
use chv_dsl::{NoFiles, SourceFile, compile};

use super::pieces::{self, Cast};
use super::rows;
use crate::args::SuiteMovesArgs;
use crate::shell::{Done, Failure, Shell};

/// Most movers in one game: what 64 kinds leave beside the king and the blocking piece.
const MOVERS: usize = 60;

/// One game of the crate: its board and its movers by movement.
struct Game {
    size: (u8, u8),
    movers: Vec<(String, String)>,
}

/// Writes the crate and says how to run it.
pub(super) fn write(shell: &mut Shell<'_>, args: &SuiteMovesArgs, folder: &Path, cast: Cast) -> Done {
    let rows = rows::read(shell, &args.suite, cast)?;
    let mut games: Vec<Game> = Vec::new();
    let mut place: BTreeMap<((u8, u8), String), (usize, String)> = BTreeMap::new();
    let mut table = String::new();
    let mut broken = 0u32;
    for row in &rows {
        let Ok(columns) = &row.columns else {
            broken += 1;
            continue;
        };
        let [movement, fen, expected] = &columns[..] else {
            broken += 1;
            continue;
        };
        let Some(size) = pieces::size(fen) else {
            broken += 1;
            continue;
        };
        let size = (size.files, size.ranks);
        let (game, code) = place.entry((size, movement.clone())).or_insert_with(|| {
            let open = games.iter().position(|g| g.size == size && g.movers.len() < MOVERS);
            let index = open.unwrap_or_else(|| {
                games.push(Game { size, movers: Vec::new() });
                games.len() - 1
            });
            let code = code_of(games[index].movers.len());
            games[index].movers.push((code.clone(), rows::translated(movement)));
            (index, code)
        });
        table.push_str(&format!("{game}\t{movement}\t{}\t{expected}\n", recoded(fen, code)));
    }
    let io = |e: std::io::Error| Failure::Fault(format!("cannot write to {}: {e}", folder.display()));
    fs::create_dir_all(folder.join("src")).map_err(io)?;
    let mut modules = String::new();
    let mut list = String::new();
    for (index, game) in games.iter().enumerate() {
        let name = format!("game{index}");
        let size = chv_runtime::BoardSize { files: game.size.0, ranks: game.size.1 };
        let text = pieces::game(&game.movers, size, cast);
        let file = SourceFile { name: format!("{name}.chv"), text: text.clone() };
        let compiled = compile(file, &NoFiles, &[]);
        let Some(variant) = compiled.variant else {
            return Err(Failure::Fault(chv_dsl::diagnostics::short(&compiled.diagnostics, &compiled.files)));
        };
        let code = chv_compiler::generate(&variant, Emission::default()).map_err(|problems| {
            let reasons: Vec<String> =
                problems.iter().map(|p| format!("{name}.chv:{}: {}", p.source.line, p.what)).collect();
            Failure::Fault(format!("not everything can be compiled yet:\n{}", reasons.join("\n")))
        })?;
        fs::write(folder.join(format!("src/{name}.chv")), text).map_err(io)?;
        fs::write(folder.join(format!("src/{name}.rs")), code).map_err(io)?;
        modules.push_str(&format!("mod m{index} {{\n    include!(\"{name}.rs\");\n}}\n"));
        list.push_str(&format!("        chv_runtime::dynamic::erase(m{index}::{name}::Rules),\n"));
    }
    let runtime = args
        .runtime
        .clone()
        .unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../runtime")));
    let runtime = fs::canonicalize(&runtime).unwrap_or(runtime);
    let manifest = format!(
        "[package]\nname = \"suite\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [dependencies]\nchv-runtime = {{ path = {:?} }}\n\n[profile.dev]\ndebug = false\n\n[workspace]\n",
        runtime.display().to_string()
    );
    fs::write(folder.join("Cargo.toml"), manifest).map_err(io)?;
    fs::write(folder.join("src/rows.tsv"), table).map_err(io)?;
    let by_origin = cast == Cast::WithKings;
    let main = MAIN
        .replace("/*MODULES*/", &modules)
        .replace("/*GAMES*/", &list)
        .replace("BY_ORIGIN", &by_origin.to_string())
        .replace("BROKEN", &broken.to_string());
    fs::write(folder.join("src/main.rs"), main).map_err(io)?;
    writeln!(shell.out, "{}", folder.join("Cargo.toml").display())?;
    Ok(())
}

/// The code of the `n`-th mover: three letters.
fn code_of(n: usize) -> String {
    let letter = |i: usize| char::from(b'A' + (i % 26) as u8);
    format!("Z{}{}", letter(n / 26), letter(n))
}

/// A FEN in which the mover has its code.
fn recoded(fen: &str, code: &str) -> String {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let mut out = String::new();
    for c in board.chars() {
        match c {
            'A' => out.push_str(&format!("[{code}]")),
            'a' => out.push_str(&format!("[{}]", code.to_lowercase())),
            c => out.push(c),
        }
    }
    format!("{out} {rest}")
}

/// The program of the crate.
const MAIN: &str = r#"//! Rows of a table of movements, run as generated code.

use std::collections::BTreeSet;

use chv_runtime::Square;
use chv_runtime::dynamic::AnyRules;

/*MODULES*/
fn main() -> std::process::ExitCode {
    let games: Vec<Box<dyn AnyRules>> = vec![
/*GAMES*/    ];
    let (mut passed, mut failed) = (0u32, BROKENu32);
    for line in include_str!("rows.tsv").lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [game, movement, fen, expected] = columns[..] else { continue };
        let expected: BTreeSet<String> =
            expected.split_whitespace().filter(|&word| word != "-").map(str::to_owned).collect();
        let found = game.parse::<usize>().ok().and_then(|i| games.get(i)).map(|rules| {
            let size = rules.spec().size;
            let name = |square: Option<Square>| square.map(|s| size.name(s)).unwrap_or_default();
            rules.game_from_fen(fen).map_err(|e| e.to_string()).map(|game| {
                let text = |detail: &chv_runtime::MoveDetail| {
                    if BY_ORIGIN { name(detail.from) + &name(detail.to) } else { name(detail.to) }
                };
                game.detailed().iter().map(|(_, detail)| text(detail)).collect::<BTreeSet<String>>()
            })
        });
        match found {
            Some(Ok(found)) if found == expected => passed += 1,
            Some(Ok(found)) => {
                failed += 1;
                let missing: Vec<_> = expected.difference(&found).collect();
                let extra: Vec<_> = found.difference(&expected).collect();
                println!("{movement}: missing {missing:?}; too many {extra:?}: {fen}");
            }
            Some(Err(reason)) => {
                failed += 1;
                println!("{movement}: {reason}: {fen}");
            }
            None => failed += 1,
        }
    }
    println!("{passed} passed, {failed} failed, 0 skipped");
    std::process::ExitCode::from(u8::from(failed > 0 || passed == 0))
}
"#;
