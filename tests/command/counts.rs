//! `perft` and `suite`: node counts and tables.

use crate::{Folder, SMALL, chv};

#[test]
fn counts_end_in_the_same_line() {
    for (game, depth, nodes) in [("chess", "0", 1), ("chess", "1", 20), ("chess", "3", 8902)] {
        for switches in [&[][..], &["--bulk"], &["--no-bulk"], &["--divide"], &["--interpret"]] {
            let run = chv(&[&["perft", game, "--depth", depth], switches].concat());
            assert_eq!(run.status, 0, "{run:?}");
            assert_eq!(run.lines().last(), Some(&format!("Nodes searched: {nodes}").as_str()), "{run:?}");
            assert!(run.messages.contains("nodes a second"), "{}", run.messages);
        }
    }
}

#[test]
fn divided_counts_can_be_compared_by_machine() {
    // trap 142
    let run = chv(&["perft", "chess", "--depth", "2", "--divide"]);
    let lines = run.lines();
    let (counts, end) = lines.split_at(20);
    assert!(counts.is_sorted() && counts.iter().all(|l| l.ends_with(": 20")), "{counts:?}");
    assert_eq!(end, ["", "Nodes searched: 400"]);
    let alone = chv(&["perft", "chess", "--depth", "0", "--divide"]);
    assert_eq!(alone.lines(), ["", "Nodes searched: 1"]);
    let over = chv(&["perft", "chess", "--depth", "2", "--moves", "f2f3 e7e5 g2g4 d8h4"]);
    assert_eq!(over.lines(), ["Nodes searched: 0"]);
}

#[test]
fn clocks_decide_no_node_count() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 500 300";
    let run = chv(&["perft", "chess", "--depth", "2", "--divide", "--fen", fen]);
    assert_eq!(run.lines().last(), Some(&"Nodes searched: 25"), "{run:?}");
    assert_eq!(run.lines().len(), 7);
}

const HEADING: &str = "variant\tfen\tdepth\tnodes\n";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn table(rows: &[String]) -> String {
    format!("{HEADING}{}\n", rows.join("\n"))
}

#[test]
fn suites_close_with_a_count_and_fail_when_anything_did() {
    let folder = Folder::new();
    let row = |game: &str, fen: &str, depth: u32, nodes: u64| format!("{game}\t{fen}\t{depth}\t{nodes}");
    let good = row("chess", START, 2, 400);
    let wrong = row("chess", START, 2, 401);
    let unknown = row("nosuch", START, 1, 20);
    let unreadable = row("chess", "8/8 w", 1, 20);
    let large = row("chess", START, 5, 4_865_609);
    let short = "chess\tonly two".to_owned();
    let text = "chess\tx\tone\t20".to_owned();
    type Case<'a> = (&'a [&'a String], &'a [&'a str], u8, &'a str, usize);
    let cases: &[Case<'_>] = &[
        (&[&good, &good], &[], 0, "2 passed, 0 failed, 0 skipped", 1),
        (&[&good, &wrong], &[], 1, "1 passed, 1 failed, 0 skipped", 2),
        (&[&good, &unreadable], &[], 1, "1 passed, 1 failed, 0 skipped", 2),
        (&[&good, &short, &text], &[], 1, "1 passed, 2 failed, 0 skipped", 3),
        (&[&good, &unknown, &unknown], &[], 0, "1 passed, 0 failed, 2 skipped", 1),
        (&[&unknown], &[], 1, "0 passed, 0 failed, 1 skipped", 1),
        (&[], &[], 1, "0 passed, 0 failed, 0 skipped", 1),
        (&[&good, &large], &["--max-nodes", "400"], 0, "1 passed, 0 failed, 1 skipped", 1),
        (&[&good, &unknown], &["--only", "chess"], 0, "1 passed, 0 failed, 0 skipped", 1),
        (&[&good], &["--only", "chss"], 1, "0 passed, 0 failed, 0 skipped", 1),
        (&[&good, &wrong, &good, &wrong], &["--jobs", "3"], 1, "2 passed, 2 failed, 0 skipped", 3),
    ];
    for (rows, switches, status, last, lines) in cases {
        let rows: Vec<String> = rows.iter().map(|r| (*r).clone()).collect();
        let path = folder.file("counts.tsv", table(&rows));
        let run = chv(&[&["suite", "perft", &path], *switches].concat());
        assert_eq!((run.status, run.lines().last()), (*status, Some(last)), "{rows:?} {switches:?}: {run:?}");
        assert_eq!(run.lines().len(), *lines, "{run:?}");
    }
    let path = folder.file("counts.tsv", table(&[unknown.clone(), good, unknown]));
    let run = chv(&["suite", "perft", &path]);
    assert_eq!(run.messages.matches("nosuch").count(), 1, "an unknown game is named once: {run:?}");
    let path = folder.file("counts.tsv", table(&[wrong]));
    let run = chv(&["suite", "perft", &path]);
    assert!(run.lines()[0].starts_with("line 2: chess depth 2: expected 401, counted 400"), "{run:?}");
}

#[test]
fn options_reach_the_games_that_have_them() {
    // Dropping the pawn on i8 mates: whether that is a move hangs on the option.
    let folder = Folder::new();
    let fen = "8k/9/7+R1/9/9/9/9/9/K8[P] w - - 0 1";
    let count = |option: &str| {
        let run = chv(&["perft", "shogi", "--depth", "1", "--fen", fen, "--option", option]);
        run.out.trim().trim_start_matches("Nodes searched: ").parse::<u64>().unwrap()
    };
    let (illegal, allowed) = (count("pawn_drop_mate=illegal"), count("pawn_drop_mate=allowed"));
    assert_eq!(allowed, illegal + 1);
    let rows = [format!("shogi\t{fen}\t1\t{allowed}"), format!("chess\t{START}\t1\t20")];
    let path = folder.file("counts.tsv", table(&rows));
    let run = chv(&["suite", "perft", &path, "--option", "pawn_drop_mate=allowed"]);
    assert_eq!((run.status, run.lines()), (0, vec!["2 passed, 0 failed, 0 skipped"]), "{run:?}");
    assert_eq!(chv(&["suite", "perft", &path]).status, 1);
}

#[test]
fn tables_of_one_piece_are_run() {
    let folder = Folder::new();
    let path = folder.file(
        "moves.tsv",
        "betza\tfen\tdestinations\n\
        W\t8/8/8/8/3A4/8/8/8 w - - 0 1\tc4 d3 d5 e4\n\
        fmWfceFifmnD\t8/8/8/8/8/8/3A4/8 w - - 0 1\td3 d4\n\
        fmWfceFifmnD\t8/3a4/8/8/8/8/8/8 b - - 0 1\td5 d6\n\
        fmWfceFifmnD\t8/8/8/8/8/3A4/8/8 w - - 0 1\td4\n\
        lhN\t10/10/10/10/10/10/10/4A5/10/10 w - - 0 1\tc2 c4 d1 d5\n\
        W\tAI6/8/8/8/8/8/8/8 w - - 0 1\ta7\n\
        W\tAI6/I7/8/8/8/8/8/8 w - - 0 1\t-\n",
    );
    let run = chv(&["suite", "betza", &path]);
    assert_eq!((run.status, run.lines()), (0, vec!["7 passed, 0 failed, 0 skipped"]), "{run:?}");
    let path = folder.file(
        "wrong.tsv",
        "betza\tfen\tdestinations\nW\t8/8/8/8/3A4/8/8/8 w - - 0 1\tc4 d6\nP\tA7 w\t-\n\
        W\tII6/8/8/8/8/8/8/8 w - - 0 1\t-\n",
    );
    let run = chv(&["suite", "betza", &path]);
    assert_eq!((run.status, run.lines().last()), (1, Some(&"0 passed, 3 failed, 0 skipped")));
    assert!(run.lines()[2].starts_with("line 4: no `A` stands on the board"), "{run:?}");
    assert!(run.lines()[0].starts_with("line 2: W: missing d6; too many d3 d5 e4"), "{run:?}");
    // trap 76: an unknown atom is an error, not a piece that stands still.
    assert!(run.lines()[1].starts_with("line 3: P: E"), "{run:?}");
    let path = folder.file(
        "legal.tsv",
        "betza\tfen\tlegal_moves\n\
        R\tk7/8/8/8/8/8/4a3/4K3 w - - 0 1\te1d1 e1e2 e1f1\n\
        R\tk3a3/8/8/8/4A3/8/8/4K3 w - - 0 1\te1d1 e1d2 e1e2 e1f1 e1f2 e4e2 e4e3 e4e5 e4e6 e4e7 e4e8\n",
    );
    let run = chv(&["suite", "legal", &path]);
    assert_eq!(run.lines().last(), Some(&"2 passed, 0 failed, 0 skipped"), "{run:?}");
}

#[test]
fn tables_that_are_none_are_refused() {
    let folder = Folder::new();
    let small = folder.file("small.chv", SMALL);
    let empty = folder.file("empty.tsv", "");
    let binary = folder.file("binary.tsv", [0x41, 0x0a, 0xff, 0xfe]);
    for (path, reason) in
        [(&small, "the first line should be"), (&empty, "empty"), (&binary, "binary.tsv:2:")]
    {
        for kind in ["perft", "betza", "legal"] {
            let run = chv(&["suite", kind, path]);
            assert_eq!((run.status, run.out.as_str()), (1, ""), "{run:?}");
            assert!(run.messages.contains(reason), "{kind} {path}: {}", run.messages);
        }
    }
}
