//! Exit status and messages when something is wrong with how the command is called.

use crate::{Folder, SMALL, chv, chv_of};

#[test]
fn wrong_usage_is_status_2_with_a_reason_and_no_data() {
    let folder = Folder::new();
    let small = folder.file("small.chv", SMALL);
    let inside = folder.0.to_str().unwrap().to_owned();
    let gone = format!("{inside}/gone.chv");
    let cases: &[(&[&str], &str)] = &[
        (&[], "Usage: chv"),
        (&["mvoes"], "moves"),
        (&["moves"], "<GAME>"),
        (&["perft", "chess"], "--depth"),
        (&["perft", "chess", "--depth", "x"], "x"),
        (&["moves", "nosuch"], "there is no game `nosuch`"),
        (&["moves", "chss"], "did you mean `chess`?"),
        (&["moves", "team-mtae"], "did you mean `team-mate`?"),
        (&["moves", &gone], "there is no such file"),
        (&["moves", &inside], "it is a folder"),
        (&["check", &inside], "it is a folder"),
        (&["check", &gone], "there is no such file"),
        (&["check", "--format", "xml", &small], "xml"),
        (&["moves", &small, "--option", "stale"], "NAME=VALUE"),
        (&["moves", &small, "--option", "stalle=wins"], "did you mean `stale`?"),
        (&["moves", &small, "--option", "stale=wins", "--option", "stale=draws"], "`stale` is chosen twice"),
        (&["check", &small, "--option", "stale=wins", "--option", "stale=draws"], "`stale` is chosen twice"),
        (&["compare", "chess", "--games", "0"], "it must be at least 1"),
        (&["compare", "chess", "--length", "0"], "it must be at least 1"),
        (&["moves", &small, "--option", "stale=maybe"], "it is one of draws, wins"),
        (&["moves", "chess", "--option", "a=b"], "chess has no options"),
        (&["moves", &small, "--compiled"], "files are interpreted"),
        (&["moves", "chess", "--compiled", "--interpret"], "cannot be used with"),
        (&["suite", "perft", &gone], "there is no such file"),
        (&["explain", "E99999"], "there is no diagnostic `E99999`"),
        (&["play", "chess", "--random", "red"], "white, black"),
    ];
    for (arguments, reason) in cases {
        let run = chv(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {run:?}");
        assert_eq!(run.out, "", "{arguments:?}");
        assert!(run.messages.contains(reason), "{arguments:?}: {}", run.messages);
    }
}

#[test]
fn a_game_that_is_there_as_text_only_is_not_said_to_be_compiled() {
    let registry = chv_cli::Registry::library().text("small", SMALL);
    for options in [&[][..], &["--option", "stale=wins"]] {
        let run = chv_of(&registry, &[&["moves", "small", "--compiled"][..], options].concat(), "");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.messages.contains("not compiled in"), "{}", run.messages);
        assert_eq!(chv_of(&registry, &[&["moves", "small"][..], options].concat(), "").status, 0);
    }
}

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        &["check"][..],
        &["explain"],
        &["list"],
        &["moves"],
        &["state"],
        &["perft"],
        &["show"],
        &["gen"],
        &["suite", "perft"],
        &["suite", "betza"],
        &["suite", "legal"],
        &["play"],
        &["compare"],
    ] {
        let run = chv(&[command, &["--help"]].concat());
        assert_eq!((run.status, run.messages.as_str()), (0, ""), "{command:?}");
        let example = format!("chv {}", command.join(" "));
        assert!(run.out.contains("Examples:") && run.out.contains(&example), "{command:?}: {}", run.out);
    }
    let version = chv(&["--version"]);
    assert_eq!((version.status, version.out.starts_with("chv 0.")), (0, true));
}

#[test]
fn codes_are_explained() {
    let all = chv(&["explain"]);
    assert_eq!(all.status, 0);
    assert!(all.out.contains("E0901  "), "{all:?}");
    for line in all.lines() {
        let code = line.split("  ").next().unwrap();
        let run = chv(&["explain", &code.to_lowercase()]);
        assert!(run.status == 0 && run.out.starts_with(code) && run.out.len() > 60, "{code}: {run:?}");
    }
}
