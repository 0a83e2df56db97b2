//! The command as a process: streams, pipes and time.

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const RULES: &str = "\
variant \"Small\" {
  board 5x5
  piece Walker W K { royal }
  piece Slider S R
  setup {
    5 ws3
    1 3SW
  }
  end {
    checkmate loses
    stalemate draws
  }
}
";

/// A rules file of its own for a test, gone afterwards.
struct Rules(PathBuf);

impl Rules {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("chv process {}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder can be made");
        let path = folder.join("small.chv");
        fs::write(&path, RULES).expect("a temporary file can be written");
        Rules(path)
    }
}

impl Drop for Rules {
    fn drop(&mut self) {
        if let Some(folder) = self.0.parent() {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

fn command(rules: &Rules, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chv"));
    command.arg(arguments[0]).arg(&rules.0).args(&arguments[1..]);
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

#[test]
fn data_and_messages_have_streams_of_their_own() {
    let rules = Rules::new("streams");
    let run =
        |arguments: &[&str]| -> Output { command(&rules, arguments).output().expect("the command runs") };
    let moves = run(&["moves"]);
    assert_eq!((moves.status.code(), text(&moves.stderr)), (Some(0), ""));
    assert!(text(&moves.stdout).lines().is_sorted() && text(&moves.stdout).contains("d1d5\n"));
    let perft = run(&["perft", "--depth", "2"]);
    assert_eq!(text(&perft.stdout).lines().count(), 1);
    // Nobody is looking: no progress, no colours.
    assert!(!text(&perft.stderr).contains(['\r', '\u{1b}']), "{}", text(&perft.stderr));
    let illegal = run(&["moves", "--moves", "a1a2"]);
    assert_eq!((illegal.status.code(), text(&illegal.stdout)), (Some(1), ""));
    let usage = run(&["moves", "--nonsense"]);
    assert_eq!((usage.status.code(), text(&usage.stdout)), (Some(2), ""));
    assert!(!text(&usage.stderr).contains('\u{1b}'));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_trouble() {
    let rules = Rules::new("pipe");
    for arguments in [
        &["moves"][..],
        &["state"],
        &["perft", "--depth", "3", "--divide"],
        &["play", "--random", "white", "--random", "black", "--seed", "1"],
        &["moves", "--help"],
    ] {
        let mut child = command(&rules, arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        let run = child.wait_with_output().expect("the command ends");
        assert_eq!(run.status.code(), Some(0), "{arguments:?}: {}", text(&run.stderr));
        assert!(!text(&run.stderr).contains("panicked"), "{arguments:?}: {}", text(&run.stderr));
    }
}

#[test]
fn a_game_answers_each_move_as_it_is_typed() {
    let rules = Rules::new("typed");
    let mut child = command(&rules, &["play"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("it has an input");
    let mut output = child.stdout.take().expect("it has an output");
    let mut read_board = || {
        // Five ranks and the letters of the files.
        let mut board = Vec::new();
        while board.iter().filter(|&&b| b == b'\n').count() < 6 {
            let mut byte = [0];
            output.read_exact(&mut byte).expect("the board comes without more being typed");
            board.extend(byte);
        }
        String::from_utf8(board).expect("the board is text")
    };
    assert!(read_board().contains(" 1  . . . S W\n"));
    input.write_all(b"d1d4\n").expect("a move can be typed");
    input.flush().expect("a move can be typed");
    assert!(read_board().contains(" 4  . . . S .\n"));
    input.write_all(b"quit\n").expect("a word can be typed");
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
}

#[test]
fn a_file_is_read_and_run_in_no_time() {
    // The figure to keep is 100 ms in a release build, measured by hand; here other work may share the
    // machine, so the best of several runs only shows that nothing takes seconds.
    let rules = Rules::new("time");
    let best = (0..10)
        .map(|_| {
            let begin = Instant::now();
            let run = command(&rules, &["moves"]).output().expect("the command runs");
            assert_eq!(run.status.code(), Some(0));
            begin.elapsed()
        })
        .min()
        .expect("there were runs");
    assert!(best < Duration::from_secs(3), "{best:?}");
}
