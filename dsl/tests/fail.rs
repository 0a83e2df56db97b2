//! What is said of files with a mistake: one `.chv` in `tests/fail` for each, named for the mistake,
//! with the expected text in the `.txt` beside it.
//!
//! `CHV_BLESS=1 cargo test -p chv-dsl --test fail` writes the texts anew; look at what changed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chv_dsl::{Compiled, Loader, SourceFile, compile_bytes, diagnostics};

/// The folder of the cases.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fail")
}

/// Finds extended files in the same folder.
struct Beside;

impl Loader for Beside {
    fn load(&self, stem: &str) -> Option<SourceFile> {
        let text = fs::read_to_string(folder().join(format!("{stem}.chv"))).ok()?;
        Some(SourceFile { name: format!("{stem}.chv"), text })
    }
}

/// The names of the cases.
fn cases() -> Vec<String> {
    let names = fs::read_dir(folder()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|n| n.ends_with(".chv")).collect();
    names.sort();
    names
}

fn run(name: &str) -> Compiled {
    compile_bytes(name, &fs::read(folder().join(name)).unwrap(), &Beside, &[])
}

/// TRAP 160, 161, 163, 167, 169: errors name the cause, the place and a repair.
#[test]
fn messages_are_as_expected() {
    let bless = std::env::var_os("CHV_BLESS").is_some();
    let mut wrong = Vec::new();
    for name in cases().iter().filter(|n| *n != "base-for-tests.chv") {
        let compiled = run(name);
        assert!(!compiled.diagnostics.is_empty(), "{name}: nothing is reported");
        let text = diagnostics::human(&compiled.diagnostics, &compiled.files, false);
        let path = folder().join(name).with_extension("txt");
        if bless {
            fs::write(&path, &text).unwrap();
        } else if fs::read_to_string(&path).unwrap_or_default() != text {
            wrong.push(format!("---- {name} ----\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A variant exists exactly if nothing is an error, and the file that others extend is right.
#[test]
fn errors_leave_no_variant() {
    for name in cases() {
        let compiled = run(&name);
        let errors = compiled.diagnostics.iter().any(|d| d.severity == diagnostics::Severity::Error);
        assert_eq!(compiled.variant.is_none(), errors, "{name}");
    }
    assert_eq!(run("base-for-tests.chv").diagnostics, []);
}

/// Every code that is reported is explained, and columns are characters.
#[test]
fn codes_are_explained_and_places_fit() {
    let mut seen = BTreeSet::new();
    for name in cases() {
        let compiled = run(&name);
        for (entry, d) in
            diagnostics::entries(&compiled.diagnostics, &compiled.files).iter().zip(&compiled.diagnostics)
        {
            seen.insert(entry.code);
            assert!(diagnostics::explain(entry.code).is_some(), "{name}: {} has no explanation", entry.code);
            let text = &compiled.files[d.file].text;
            assert!(text.get(d.span.clone()).is_some(), "{name}: {:?} cuts a character", d.span);
            let line = text.lines().nth(entry.line - 1).unwrap_or("");
            assert!(entry.column <= line.chars().count() + 1, "{name}: column {}", entry.column);
            let first = if entry.code.starts_with('E') { "error" } else { "warning" };
            assert_eq!(entry.severity, first, "{name}: {}", entry.code);
        }
    }
    // Those that need a file no folder should hold, or a caller that asks for something.
    let elsewhere = ["E0001", "E0002", "E0015", "E0106", "E0113", "E0118"];
    for e in diagnostics::explanations() {
        let movement = e.code.starts_with("E02") || e.code.starts_with("W02");
        let covered = seen.contains(e.code) || elsewhere.contains(&e.code) || movement;
        assert!(covered, "{} has no case", e.code);
    }
}
