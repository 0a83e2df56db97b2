//! Code knows shapes of rules, never a game.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use chv_dsl::{SourceFile, compile};
use chv_tests::games;

/// Names that are words of the language or of Rust, too.
const ALSO_WORDS: &[(&str, &str)] = &[
    ("guard", "a condition of an action"),
    ("king", "who castles, whatever it is called"),
    ("atomic", "a module of Rust's library"),
    ("shogi", "a dialect of movement strings"),
    ("chess", "what the command is for"),
    ("man", "a word"),
    ("duck", "a word"),
];

/// Files that are texts for people, with examples.
const TEXTS: &[&str] = &["dsl/src/diagnostics/explain", "compiler/cli/src/args.rs"];

/// The stems, aliases, kinds and terrains of the library, in lower case.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for stem in games::stems() {
        let (_, text) = chv_variants::TEXTS.iter().find(|(s, _)| *s == stem).expect("it is one of them");
        let file = SourceFile { name: format!("{stem}.chv"), text: (*text).to_owned() };
        // With the last value of each option there is what only some values have.
        let usual = compile(file.clone(), &games::Library, &[]).variant.expect(stem);
        let last =
            |o: &chv_dsl::model::Setting| (o.name.clone(), o.values.last().cloned().unwrap_or_default());
        let options: Vec<(String, String)> = usual.options.iter().map(last).collect();
        let full = compile(file, &games::Library, &options).variant.expect(stem);
        names.insert(stem.to_lowercase());
        for variant in [usual, full] {
            names.extend(variant.about.aliases.iter().map(|a| a.to_lowercase()));
            names.extend(variant.kinds.iter().map(|k| k.name.to_lowercase()));
            names.extend(variant.terrain.iter().map(|t| t.name.to_lowercase()));
        }
    }
    assert!(names.len() > 60, "{names:?}");
    names.retain(|n| !ALSO_WORDS.iter().any(|(word, _)| n == word));
    names
}

/// The files of code below a folder.
fn files(folder: &Path, list: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("a folder can be read").path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if path.is_dir() {
            if name != "tests" && name != "target" {
                files(&path, list);
            }
        } else if (name.ends_with(".rs") && !name.starts_with("test")) || name.ends_with(".pest") {
            list.push(path);
        }
    }
}

/// What of a file runs: without its tests, comments and the help that diagnostics give.
fn running(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
    let lines = (1..).zip(text[..end].lines());
    lines
        .map(|(number, line)| (number, line.find("//").map_or(line, |at| &line[..at])))
        .filter(|(_, line)| !line.trim_start().starts_with(".help("))
}

/// The words of a line as they are, and those that humps of capitals make.
fn words_of(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
        words.push(word.to_lowercase());
        let mut hump = String::new();
        for c in word.chars() {
            if (c.is_ascii_uppercase() || c == '-') && !hump.is_empty() {
                words.push(std::mem::take(&mut hump).to_lowercase());
            }
            hump.push(c);
        }
        words.push(hump.to_lowercase());
    }
    words
}

#[test]
fn no_name_of_a_game_or_piece_is_in_the_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let names = names();
    let mut list = Vec::new();
    for folder in ["dsl/src", "compiler", "runtime/src"] {
        files(&root.join(folder), &mut list);
    }
    assert!(list.len() > 100, "{list:?}");
    let mut found = Vec::new();
    for path in list {
        let shown = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        if TEXTS.iter().any(|text| shown.starts_with(text)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{shown}: {e}"));
        for (number, line) in running(&text) {
            if let Some(word) = words_of(line).into_iter().find(|word| names.contains(word)) {
                found.push(format!("{shown}:{number}: `{word}`: {}", line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The search finds what it must.
#[test]
fn names_are_found_in_all_their_forms() {
    let names = names();
    let known = ["deicide", "16chess", "team-mate", "timemachine", "sumo", "ziggurat", "rook"];
    assert!(known.iter().all(|name| names.contains(*name)), "{names:?}");
    for line in [
        "if name == \"deicide\" {",
        "fn sumo_moves()",
        "PieceKind::Sumo =>",
        "struct SumoMoves;",
        "const SUMO: u8",
    ] {
        assert!(words_of(line).iter().any(|word| names.contains(word)), "{line}");
    }
    let text = "let a = 1; // the Sumo\n.help(\"as Sumo\")\n#[cfg(test)]\nmod tests { Sumo }";
    assert_eq!(running(text).map(|(_, line)| line).collect::<Vec<_>>(), ["let a = 1; "]);
}
