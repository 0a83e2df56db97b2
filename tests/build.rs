//! Compiles the games that stand beside the tables of cases, so that the cases run in both executions;
//! and for the worked examples of movements, games with a kind of piece for each.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use chv_compiler::{BuildError, Builder, Emission};
use chv_dsl::{NoFiles, SourceFile};

/// Movement, square of the mover, other pieces, effects.
type Row = (String, String, String, String);

fn main() -> Result<(), BuildError> {
    let effects = Builder::new().folder("effects").tested_path(true);
    effects
        .only([
            "blasts", "burrows", "choices", "clowns", "debts", "embers", "hands", "jesters", "pledges",
            "shoves", "summits", "travel", "tunnels", "turns", "warrens",
        ])
        .compile()?;
    Builder::new().folder("hooks").only(["restless"]).compile()?;
    Builder::new().folder("movement").only(["clauses", "gaps", "nulls", "homes"]).compile()?;
    Builder::new()
        .folder("traps")
        .only(["arrivals", "palace", "shields", "six", "state", "wide"])
        .compile()?;
    let table = Path::new("../dsl/tests/data/examples.tsv");
    println!("cargo::rerun-if-changed={}", table.display());
    let text = fs::read_to_string(table).expect("the table of examples can be read");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names the output folder"));
    examples(&text, &out);
    Ok(())
}

/// Generates the module of a game that has been written down, without its warnings: nothing in it is
/// for people.
fn generate(name: &str, text: String, out: &Path) {
    let file = SourceFile { name: format!("{name}.chv"), text };
    let compiled = chv_dsl::compile(file, &NoFiles, &[]);
    let shown = || chv_dsl::diagnostics::human(&compiled.diagnostics, &compiled.files, false);
    let variant = compiled.variant.as_ref().unwrap_or_else(|| panic!("{}", shown()));
    let code = chv_compiler::generate(variant, Emission::default());
    let code = code.unwrap_or_else(|reasons| panic!("{name}: {reasons:?}"));
    let path = out.join(format!("{name}.rs"));
    // An unchanged file keeps its time, so that nothing behind it is compiled again.
    if fs::read_to_string(&path).ok().as_deref() != Some(&code) {
        fs::write(path, code).expect("the output folder can be written");
    }
}

/// Writes a game for each size of board in the table, and the rows with their positions.
fn examples(text: &str, out: &Path) {
    let mut boards: BTreeMap<(usize, usize), Vec<Row>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, board, movement, square, pieces, effects] = columns[..] else { panic!("{line}") };
        // What takes royals only, or spares them, is nothing that a move shows.
        if movement.contains('k') || pieces.split_whitespace().any(|word| matches!(word, "wk" | "bk")) {
            continue;
        }
        let (files, ranks) = board.split_once('x').expect("a size");
        let size = (files.parse().expect("files"), ranks.parse().expect("ranks"));
        let row = (movement.to_owned(), square.to_owned(), pieces.to_owned(), effects.to_owned());
        boards.entry(size).or_default().push(row);
    }
    let folder = out.join("examples");
    fs::create_dir_all(&folder).expect("the output folder can be written");
    let (mut modules, mut list, mut rows) = (String::new(), String::new(), String::new());
    let mut number = 0;
    for (size, all) in boards {
        // The set-up has one piece of each kind, below the last rank.
        let most = (size.0 * (size.1 - 1)).min(60);
        let movements: BTreeSet<&str> = all.iter().map(|row| row.0.as_str()).collect();
        let movements: Vec<&str> = movements.into_iter().collect();
        for movements in movements.chunks(most) {
            let name = format!("examples_{number}");
            let path = folder.join(format!("{name}.chv"));
            let text = game(movements, size);
            fs::write(&path, &text).expect("the output folder can be written");
            generate(&name, text, out);
            let _ = writeln!(modules, "chv_runtime::include_variant!(\"{name}\");");
            let _ = writeln!(list, "    (include_str!({path:?}), erase({name}::Rules)),");
            for (movement, square, pieces, effects) in &all {
                if let Some(at) = movements.iter().position(|m| m == movement) {
                    let fen = position(&code(at), square, pieces, size);
                    let _ = writeln!(rows, "{number}\t{movement}\t{fen}\t{square}\t{effects}");
                }
            }
            number += 1;
        }
    }
    let code = format!(
        "{modules}\n/// The games: their text, and as generated code.\n#[must_use]\n\
         pub fn games() -> Vec<(&'static str, Box<dyn AnyRules>)> {{\n    vec![\n{list}    ]\n}}\n\n\
         /// Number of a game, movement, position, square of the mover, effects.\n\
         pub const ROWS: &str = include_str!({:?});\n",
        out.join("examples.tsv")
    );
    fs::write(out.join("examples.tsv"), rows).expect("the output folder can be written");
    fs::write(out.join("examples.rs"), code).expect("the output folder can be written");
}

/// The code of the `n`-th mover.
fn code(n: usize) -> String {
    let letter = |i: usize| char::from(b'A' + i as u8);
    format!("M{}{}", letter(n / 26), letter(n % 26))
}

fn game(movements: &[&str], (files, ranks): (usize, usize)) -> String {
    let mut text = format!("variant \"Examples\" {{\n  board {files}x{ranks}\n  piece Block I none\n");
    for (n, movement) in movements.iter().enumerate() {
        // After the first leg `i` means something else.
        let leg = movement.split('a').next().unwrap_or("");
        let first = if leg.contains('i') { " { initial on board }" } else { "" };
        let _ = writeln!(text, "  piece Mover{n} [{}] {movement}{first}", code(n));
    }
    text.push_str("  setup {\n");
    let _ =
        writeln!(text, "    {ranks} i{}", if files > 1 { (files - 1).to_string() } else { String::new() });
    for (rank, chunk) in movements.chunks(files).enumerate() {
        let codes: String = (0..chunk.len()).map(|i| format!("[{}]", code(rank * files + i))).collect();
        let rest = files - chunk.len();
        let rest = if rest > 0 { rest.to_string() } else { String::new() };
        let _ = writeln!(text, "    {} {codes}{rest}", rank + 1);
    }
    text.push_str("  }\n  end { stalemate draws }\n}\n");
    text
}

/// A FEN of the pieces of a row: `w d5 e6; b c4`.
fn position(code: &str, square: &str, pieces: &str, (files, ranks): (usize, usize)) -> String {
    let mut cells = vec![String::new(); files * ranks];
    let mut put = |square: &str, what: &str| {
        let (file, rank) = square.split_at(1);
        let rank: usize = rank.parse().expect("a rank");
        cells[(rank - 1) * files + usize::from(file.as_bytes()[0] - b'a')] = what.to_owned();
    };
    put(square, &format!("[{code}]"));
    for part in pieces.split(';').filter(|p| !p.trim().is_empty()) {
        let mut words = part.split_whitespace();
        let what = if words.next() == Some("w") { "I" } else { "i" };
        words.for_each(|word| put(word, what));
    }
    let rows: Vec<String> = cells.chunks(files).rev().map(row).collect();
    format!("{} w - - 0 1", rows.join("/"))
}

fn row(cells: &[String]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for cell in cells {
        if cell.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &std::mem::take(&mut empty).to_string();
        }
        text += cell;
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}
