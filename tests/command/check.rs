//! `check`: diagnostics in three formats, and what only play shows.

use crate::{Folder, SMALL, chv};

#[test]
fn a_clean_file_says_nothing() {
    let folder = Folder::new();
    let small = folder.file("small.chv", SMALL);
    for format in ["human", "short", "json"] {
        let run = chv(&["check", "--format", format, "--deny", "warnings", &small]);
        assert_eq!((run.status, run.out.as_str()), (0, ""), "{run:?}");
        assert!(run.messages.contains("1 file: 0 errors, 0 warnings"), "{}", run.messages);
    }
}

#[test]
fn errors_have_a_place_in_every_format() {
    let folder = Folder::new();
    let path = folder.file("wrong.chv", SMALL.replace("stalemate draws when", "stalmate draws when"));
    let human = chv(&["check", &path]);
    assert_eq!(human.status, 1);
    assert!(human.out.contains("stalmate") && human.out.contains("^^^"), "{}", human.out);
    assert!(!human.out.contains('\u{1b}'), "no colours where nobody looks");
    let short = chv(&["check", "--format", "short", &path]);
    assert!(short.lines()[0].contains("wrong.chv:12:5: error[E"), "{}", short.out);
    let json = chv(&["check", "--format", "json", &path]);
    assert_eq!(json.status, 1);
    let first: serde_json::Value = serde_json::from_str(json.lines()[0]).unwrap();
    for key in
        ["file", "code", "severity", "message", "byte_start", "byte_end", "line", "column", "help", "labels"]
    {
        assert!(!first[key].is_null() || key == "help", "{key}: {first}");
    }
    assert_eq!((&first["line"], &first["column"]), (&12.into(), &5.into()));
    assert!(first["help"].as_str().is_some_and(|h| h.contains("stalemate")), "{first}");
}

#[test]
fn what_only_play_shows_is_found() {
    let folder = Folder::new();
    let cases = [
        // The side to move is mated at once.
        ("over", SMALL.replace("5 kr3", "5 k3R").replace("1 3RK", "4 4R\n    1 K4\n    side black"), "E0901"),
        ("test", SMALL.replace("legal d1d4", "legal d1e2"), "E0902"),
        ("count", SMALL.replace("illegal d1e1", "perft 1 = 3"), "E0902"),
        ("fen", SMALL.replace("illegal d1e1", "position \"5/5/5/5/5 w\""), "E0902"),
    ];
    for (name, text, code) in cases {
        assert_ne!(text, SMALL);
        let path = folder.file(&format!("{name}.chv"), text);
        let run = chv(&["check", "--format", "short", &path]);
        assert_eq!((run.status, run.lines().len()), (1, 1), "{name}: {run:?}");
        assert!(run.out.contains(&format!("error[{code}]")), "{name}: {run:?}");
    }
}

#[test]
fn warnings_are_errors_when_denied() {
    let folder = Folder::new();
    // An option on which nothing depends.
    let path = folder.file("warned.chv", SMALL.replace("  end {", "  option idle = no | yes\n  end {"));
    let allowed = chv(&["check", "--format", "short", &path]);
    assert_eq!(allowed.status, 0, "{allowed:?}");
    assert!(allowed.out.contains("warning[W"), "{allowed:?}");
    let denied = chv(&["check", "--format", "short", "--deny", "warnings", &path]);
    assert_eq!(denied.status, 1, "{denied:?}");
    assert!(denied.out.contains("error[W"), "{denied:?}");
}

#[test]
fn bytes_of_any_kind_are_errors_and_no_panics() {
    let folder = Folder::new();
    let files: &[(&str, Vec<u8>)] = &[
        ("empty.chv", Vec::new()),
        ("bom.chv", vec![0xef, 0xbb, 0xbf]),
        ("latin.chv", b"variant \"caf\xe9\" {}".to_vec()),
        ("nul.chv", vec![0; 1000]),
        ("brackets.chv", "[".repeat(100_000).into_bytes()),
        ("line.chv", "x ".repeat(1 << 19).into_bytes()),
        ("huge.chv", "// more\n".repeat(1 << 19).into_bytes()),
        ("nothing.chv", b"variant \"Nothing\" { }".to_vec()),
    ];
    let paths: Vec<String> = files.iter().map(|(name, bytes)| folder.file(name, bytes)).collect();
    for path in &paths {
        let run = chv(&["check", "--format", "json", path]);
        assert_eq!(run.status, 1, "{path}: {run:?}");
        for line in run.lines() {
            let entry: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(entry["file"].as_str(), Some(path.as_str()));
        }
        assert!(!run.out.is_empty() && run.out.len() < 200_000, "{path}: {} bytes", run.out.len());
        let human = chv(&["check", path]);
        assert!(human.status == 1 && human.out.len() < 2_000_000, "{path}: {} bytes", human.out.len());
    }
    let all: Vec<&str> =
        ["check", "--format", "short"].into_iter().chain(paths.iter().map(String::as_str)).collect();
    let run = chv(&all);
    assert_eq!(run.status, 1);
    assert!(run.messages.contains("8 files: "), "{}", run.messages);
}

#[test]
fn the_rest_is_checked_when_a_file_cannot_be_read() {
    let folder = Folder::new();
    let small = folder.file("small.chv", SMALL);
    let gone = format!("{small}x");
    let run = chv(&["check", &gone, &small]);
    assert_eq!(run.status, 2);
    assert!(run.messages.contains("there is no such file") && run.messages.contains("1 file: "), "{run:?}");
}

#[test]
fn extended_files_are_found_beside() {
    let folder = Folder::new();
    folder.file("base.chv", SMALL);
    let child = folder.file("child.chv", "variant \"Child\" {\n  extends \"base\"\n  piece Walker W W\n}\n");
    let run = chv(&["check", "--format", "short", &child]);
    assert_eq!(run.status, 0, "{run:?}");
    let orphan = folder.file("orphan.chv", "variant \"Orphan\" {\n  extends \"chess\"\n}\n");
    let run = chv(&["check", "--format", "short", &orphan]);
    assert_eq!(run.status, 1, "files beside a file do not come from the library: {run:?}");
}

/// A hook that the program does not have is named, at its line and in every format; what cannot be
/// started is told with its reason.
#[test]
fn hooks_that_are_not_there_are_named() {
    let folder = Folder::new();
    let text = SMALL.replacen("  end {", "  hook restless \"crate::Restless\"\n  end {", 1);
    assert_ne!(text, SMALL);
    let path = folder.file("hooked.chv", text);
    let run = chv(&["check", "--format", "short", &path]);
    assert_eq!((run.status, run.lines().len()), (1, 1), "{run:?}");
    assert!(run.out.contains("error[E0903]: there is no hook `restless` here"), "{}", run.out);
    let human = chv(&["check", &path]);
    assert!(human.out.contains("this program has no hooks"), "{}", human.out);
    assert!(human.out.contains("Registry::library().hook(\"restless\""), "{}", human.out);
}

/// `chv check` looks at warnings of turns and room, each with a longer text.
#[test]
fn what_changes_nothing_is_warned_of_and_explained() {
    let folder = Folder::new();
    let path = folder.file("turn.chv", SMALL.replacen("  end {", "  turn { 1 moves }\n  end {", 1));
    let run = chv(&["check", "--format", "short", &path]);
    assert_eq!(run.status, 0, "{run:?}");
    assert!(run.out.contains("warning[W0319]: a turn has one move anyway"), "{}", run.out);
    let run = chv(&["explain", "W0319"]);
    assert!(run.out.contains("changes nothing"), "{}", run.out);
}
