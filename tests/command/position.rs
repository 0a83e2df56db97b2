//! `moves` and `state`: positions in, moves and facts out; bad positions and moves.

use serde_json::json;

use crate::{Folder, SMALL, chv};

#[test]
fn moves_are_one_a_line_sorted_and_nothing_else() {
    let run = chv(&["moves", "chess"]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    let lines = run.lines();
    assert_eq!(lines.len(), 20);
    assert!(lines.is_sorted() && lines[0] == "a2a3" && lines[19] == "h2h4", "{lines:?}");
    let mate = chv(&["moves", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4"]);
    assert_eq!((mate.status, mate.out.as_str()), (0, ""));
}

#[test]
fn aliases_and_letters_of_either_case_name_games() {
    for name in ["fide", "FIDE", "Chess", "orthodox"] {
        assert_eq!(chv(&["moves", name]).lines().len(), 20, "{name}");
    }
}

#[test]
fn moves_as_json_have_squares_and_edits() {
    let fen = "4k3/8/8/3Pp3/8/8/8/4K2R w K e6 0 1";
    let run = chv(&["moves", "chess", "--fen", fen, "--json"]);
    let moves = run.json();
    let find = |text: &str| moves.as_array().unwrap().iter().find(|m| m["move"] == text).cloned().unwrap();
    let passing = find("d5e6");
    assert_eq!((&passing["from"], &passing["to"]), (&json!("d5"), &json!("e6")));
    assert_eq!(passing["captures"], json!(["e5"]));
    let edits = passing["edits"].as_array().unwrap();
    assert!(edits.contains(&json!({"edit": "remove", "at": "e5", "piece": "p"})), "{edits:?}");
    assert!(edits.contains(&json!({"edit": "shift", "from": "d5", "to": "e6"})), "{edits:?}");
    assert_eq!(find("e1g1")["partner"], json!("h1"));
    let over = chv(&["moves", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4", "--json"]);
    assert_eq!(over.json(), json!([]));
}

#[test]
fn state_says_everything() {
    let start = chv(&["state", "chess"]).json();
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(start["fen"], fen);
    assert_eq!(start["turn"], "white");
    assert_eq!(start["in_check"], false);
    assert_eq!(start["checkers"], json!([]));
    assert_eq!((&start["outcome"], &start["reason"]), (&json!(null), &json!(null)));
    assert_eq!(start["legal"].as_array().unwrap().len(), 20);
    let key = start["key"].as_str().unwrap();
    assert!(key.len() == 16 && key.bytes().all(|b| b.is_ascii_hexdigit()), "{key}");
    assert!(start["phase"].is_string());
    let mate = chv(&["state", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4"]).json();
    assert_eq!((&mate["outcome"], &mate["reason"]), (&json!("black"), &json!("checkmate")));
    assert_eq!((&mate["in_check"], &mate["checkers"]), (&json!(true), &json!(["h4"])));
    assert_eq!(mate["legal"], json!([]));
    // A game that hides nothing shows everybody everything.
    let view = chv(&["state", "chess", "--view", "black"]).json();
    assert_eq!((&view["view"], &view["legal"]), (&json!("black"), &start["legal"]));
}

#[test]
fn history_decides_games_given_as_moves() {
    // trap 102: the first position of a game from FEN counts.
    let fen = "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1";
    let moves = "e1d2 e8d7 d2e1 d7e8 e1f2 e8f7 f2e1 f7e8";
    let run = chv(&["state", "chess", "--fen", fen, "--moves", moves]).json();
    assert_eq!(run["outcome"], "draw");
    assert_eq!(chv(&["moves", "chess", "--fen", fen, "--moves", moves]).out, "");
}

#[test]
fn bad_positions_are_status_1_with_all_reasons() {
    let cases: &[(&str, &str, &[&str])] = &[
        // trap 116
        ("chess", "startpos", &["this is no position of chess"]),
        ("chess", "blah", &["this is no position of chess"]),
        ("chess", "", &["this is no position of chess"]),
        // trap 117: the missing royal is named.
        ("chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", &["King", "White"]),
        // trap 121: the reason says which right and which square; all reasons come at once.
        ("chess", "1nbqkbnr/8/8/8/8/8/8/RNBQKBNR b KQkq - x 1", &["`q`", "a8", "`x`"]),
        // trap 122
        ("chess", "44/8/8/8/8/8/8/4K2k w - - 0 1", &["44"]),
        // trap 125: the column is counted in characters.
        ("chess", "♜nbqkbn♜/8/8/8/8/8/8/4K2k w - - 0 1", &["column 1:", "column 8:"]),
        ("chess", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", &["check"]),
    ];
    for (game, fen, reasons) in cases {
        for command in ["moves", "state"] {
            let run = chv(&[command, game, "--fen", fen]);
            assert_eq!((run.status, run.out.as_str()), (1, ""), "{fen}: {run:?}");
            for reason in *reasons {
                assert!(run.messages.contains(reason), "{fen}: no {reason:?} in {}", run.messages);
            }
        }
    }
    let endless = "9".repeat(1_000_000);
    let run = chv(&["moves", "chess", "--fen", &endless]);
    assert!(run.status == 1 && run.messages.len() < 4000, "{} bytes", run.messages.len());
}

#[test]
fn short_positions_and_tabs_are_taken() {
    // traps 119, 125
    for fen in ["4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3\tw\t-\t-\t0\t1"] {
        let state = chv(&["state", "chess", "--fen", fen]).json();
        assert_eq!(state["fen"], "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "{fen}");
    }
}

#[test]
fn illegal_moves_are_status_1_and_named() {
    for (moves, reasons) in [
        ("e2e5", &["move 1", "`e2e5`"][..]),
        ("e2e4 e2e4", &["move 2", "`e2e4`", "position: "]),
        ("nonsense", &["`nonsense`"]),
        ("f2f3 e7e5 g2g4 d8h4 a2a3", &["move 5", "over"]),
        ("é", &["`é`"]),
    ] {
        let run = chv(&["moves", "chess", "--moves", moves]);
        assert_eq!((run.status, run.out.as_str()), (1, ""), "{moves}: {run:?}");
        for reason in reasons {
            assert!(run.messages.contains(reason), "{moves}: {}", run.messages);
        }
    }
}

#[test]
fn files_are_games_with_options() {
    let folder = Folder::new();
    let small = folder.file("small.chv", SMALL);
    let run = chv(&["moves", &small]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    assert!(run.lines().contains(&"d1d4"), "{run:?}");
    let stuck = ["state", &small, "--fen", "k4/5/K4/5/1R3 b - - 0 1"];
    assert_eq!(chv(&stuck).json()["outcome"], "draw");
    let wins = chv(&[&stuck[..], &["--option", "stale=wins"]].concat()).json();
    assert_eq!(wins["outcome"], "black");
    let broken = folder.file("broken.chv", "variant \"Broken\" { board 5x5 ");
    let run = chv(&["moves", &broken]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.messages.contains("error") && run.messages.contains("broken.chv"), "{}", run.messages);
}

/// Wrong moves before play, and where a choice is owed, are told what is due instead.
#[test]
fn wrong_moves_say_what_is_due() {
    let arrange = "White arranges 4 of Queen, Cardinal, Marshall, Duke, Sovereign now, in phase `royals`, \
                   as in `royals=CDMQ`";
    let portal = "White places a Portal now, in phase `portals`, as in `portals=a10`; `portals=-` declines";
    let owed = format!("8k7{}/7K8{}/3p12 b - - 0 1", "/16".repeat(6), "/16".repeat(7));
    for (arguments, reasons) in [
        (&["moves", "16chess", "--moves", "d3d4"][..], vec![arrange]),
        (&["moves", "16chess", "--moves", "0000"], vec![arrange]),
        (
            &["moves", "16chess", "--moves", "royals=QQQQ"],
            vec!["`QQQQ` is nothing that can be chosen here; ", arrange],
        ),
        (&["moves", "16chess", "--moves", "royals=-"], vec!["White may not decline; ", arrange]),
        (
            &["moves", "16chess", "--moves", "royals=QCMD royals=QCMD royals=QCMD"],
            vec!["phase `royals` is over, and play has begun"],
        ),
        (&["moves", "deicide", "--moves", "d4d5", "--option", "terrain=on"], vec![portal]),
        (
            &["moves", "deicide", "--moves", "walls=d5", "--option", "terrain=on"],
            vec!["phase `walls` is not now; ", portal],
        ),
        (
            &["moves", "deicide", "--moves", "portals=d4", "--option", "terrain=on"],
            vec!["it cannot be on d4; ", portal],
        ),
        (
            &["moves", "deicide", "--fen", &owed, "--moves", "i16i15"],
            vec!["Black must first choose what the Pawn on d1 becomes: `d1=a`, `d1=b`, ", " and 9 more"],
        ),
    ] {
        let run = chv(arguments);
        assert_eq!((run.status, run.out.as_str()), (1, ""), "{arguments:?}: {run:?}");
        for reason in reasons {
            assert!(run.messages.contains(reason), "{arguments:?}: {}", run.messages);
        }
    }
}
