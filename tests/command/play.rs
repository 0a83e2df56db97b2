//! `play`.

use crate::{chv, chv_typed};

#[test]
fn two_people_play_to_the_end() {
    let typed = "help\nmoves\ne2e5\nf2f3\ne7e5\nundo\ne7e5\ng2g4\nfen\nd8h4\nquit\n";
    let run = chv_typed(&["play", "chess"], typed);
    assert_eq!(run.status, 0, "{run:?}");
    let lines = run.lines();
    assert_eq!(lines[0], " 8  r n b q k b n r");
    assert_eq!(lines[8], "    a b c d e f g h");
    assert!(run.out.contains("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"), "{}", run.out);
    assert_eq!(lines.last(), Some(&"0-1, Black wins: checkmate"));
    assert!(run.messages.contains("`e2e5` is not a legal move"), "{}", run.messages);
}

#[test]
fn a_finished_game_can_be_taken_back() {
    let typed = "f2f3\ne7e5\ng2g4\nd8h4\nundo\nd8g5\nfen\n";
    let run = chv_typed(&["play", "chess"], typed);
    let last = run.lines().last().copied().unwrap_or_default();
    assert!(last.starts_with("rnb1kbnr/pppp1ppp/8/4p1q1/6P1/"), "{last}");
}

#[test]
fn a_seed_gives_the_same_game_again() {
    let random =
        |seed: &str| chv(&["play", "chess", "--random", "white", "--random", "black", "--seed", seed]);
    let (first, again, other) = (random("5"), random("5"), random("6"));
    assert_eq!(first.out, again.out);
    assert_ne!(first.out, other.out);
    assert!(first.messages.contains("seed: 5"), "{}", first.messages);
    let last = first.lines().last().copied().unwrap_or_default();
    assert!(["1-0", "0-1", "1/2-1/2"].iter().any(|r| last.starts_with(r)), "{last}");
    let unseeded = chv_typed(&["play", "chess", "--random", "black"], "quit\n");
    assert!(unseeded.messages.contains("seed: "), "{}", unseeded.messages);
}

#[test]
fn undo_against_a_random_mover_takes_back_both_moves() {
    let run = chv_typed(&["play", "chess", "--random", "black", "--seed", "1"], "e2e4\nundo\nfen\nundo\n");
    let last = run.lines().last().copied().unwrap_or_default();
    assert_eq!(last, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(run.messages.contains("no move to take back"), "{}", run.messages);
    // The random mover begins: his first move cannot be taken back by the person.
    let run = chv_typed(&["play", "chess", "--random", "white", "--seed", "1"], "fen\nundo\nfen\n");
    let fens: Vec<&str> = run.lines().into_iter().filter(|l| l.contains('/')).collect();
    assert!(fens.len() == 2 && fens[0] == fens[1], "{fens:?}");
}

#[test]
fn input_that_ends_or_is_endless_ends_the_game_quietly() {
    for typed in ["", "e2e4", "\n\n\n"] {
        assert_eq!(chv_typed(&["play", "chess"], typed).status, 0, "{typed:?}");
    }
    let endless = "x".repeat(3_000_000);
    let run = chv_typed(&["play", "chess"], &endless);
    assert!(run.status == 0 && run.messages.len() < 10_000);
}

#[test]
fn neutral_pieces_hands_and_wide_boards_are_drawn() {
    let run = chv_typed(&["play", "duck"], "e2e4,e5\nquit\n");
    assert!(run.out.contains(" 5  . . . . * . . ."), "{}", run.out);
    let run = chv_typed(&["play", "shogi", "--fen", "4k4/9/9/9/9/9/9/9/4K4[PPg] w - - 0 1"], "");
    assert!(run.out.contains("White holds P x2") && run.out.contains("Black holds g x1"), "{}", run.out);
    let run = chv_typed(&["play", "xiangqi"], "");
    assert_eq!(run.lines()[0], "10  r n b a k a b n r");
}
#[test]
fn both_executions_agree_on_random_games() {
    let run = chv(&["compare", "nosuch"]);
    assert_eq!(run.status, 2);
    for game in ["atomic", "chess", "team-mate", "msock-eat", "shogi", "xiangqi"] {
        let run = chv(&["compare", game, "--games", "3", "--length", "40", "--seed", "11"]);
        assert_eq!(run.status, 0, "{run:?}");
        let last = run.lines().last().copied().unwrap_or_default();
        assert!(last.starts_with("3 games, ") && last.ends_with("no difference"), "{last}");
    }
}

/// Help shows a move of this game at this time, and before play it says what is to be done.
#[test]
fn help_is_about_the_game_that_is_played() {
    let run = chv_typed(&["play", "chess"], "help\n");
    assert!(run.out.contains("a move (such as a2a3)  play it\n"), "{}", run.out);
    let run = chv_typed(&["play", "16chess"], "help\nroyals=QCMD\nhelp\n");
    for due in [
        "White arranges 4 of Queen, Cardinal, Marshall, Duke, Sovereign now, in phase royals\n",
        "Black arranges 4 of",
    ] {
        assert!(run.out.contains(due), "{due}: {}", run.out);
    }
    assert!(run.out.contains("a move (such as royals=CDMQ)  play it\n"), "{}", run.out);
    let run = chv_typed(&["play", "deicide", "--option", "terrain=on"], "help\n");
    assert!(
        run.out.contains("White places a Portal now, in phase portals; portals=- declines\n"),
        "{}",
        run.out
    );
}

/// What is only interpreted cannot be compared, and the advice is not that of other commands.
#[test]
fn games_that_are_not_compiled_are_not_compared() {
    let registry = chv_cli::Registry::library().text("small", crate::SMALL);
    let folder = crate::Folder::new();
    let file = folder.file("small.chv", crate::SMALL);
    for (game, reason) in [
        ("small", "small is not compiled in, so there is nothing to compare"),
        (file.as_str(), "is a file, and files are interpreted, so there is nothing to compare"),
    ] {
        let run = crate::chv_of(&registry, &["compare", game], "");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.messages.contains(reason) && run.messages.contains("`chv list`"), "{}", run.messages);
        assert!(!run.messages.contains("--compiled"), "{}", run.messages);
    }
}
