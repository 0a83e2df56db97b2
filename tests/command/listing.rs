//! `list` and `gen`.

use std::fs;

use crate::{Folder, chv};

const GAMES: [&str; 9] =
    ["16chess", "atomic", "chess", "deicide", "duck", "msock-eat", "shogi", "team-mate", "xiangqi"];

/// A game for which the generator has no form.
const REFUSED: &str = "\
variant \"Refused\" {
  board 5x5
  piece King K K { royal; forbids kR }
  piece Rook R R
  setup {
    5 kr3
    1 3RK
  }
  after capture { destroy each within 1 of target }
  end {
    checkmate loses
    stalemate draws
    repetition 3 draws
    clock 10 moves draws
  }
}
";

#[test]
fn the_library_is_listed() {
    let run = chv(&["list"]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    let names: Vec<&str> = run.lines().iter().filter_map(|l| l.split_whitespace().next()).collect();
    assert_eq!(names, GAMES);
    let list = chv(&["list", "--json"]).json();
    let games = list.as_array().unwrap();
    assert_eq!(games.iter().map(|g| g["name"].as_str().unwrap()).collect::<Vec<_>>(), GAMES);
    for game in games {
        assert!(["compiled", "interpreted"].contains(&game["execution"].as_str().unwrap()), "{game}");
    }
    let shogi = &games[6]["options"][0];
    assert_eq!((&shogi["name"], &shogi["default"]), (&"pawn_drop_mate".into(), &"illegal".into()));
    assert!(games[2]["aliases"].as_array().unwrap().contains(&"fide".into()));
}

#[test]
fn every_library_game_is_clean_and_starts() {
    for name in GAMES {
        let path = format!("{}/../variants/{name}.chv", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(chv(&["check", &path]).status, 0, "{name}");
        let embedded = chv(&["moves", name, "--interpret"]);
        assert_eq!(embedded.out, chv(&["moves", &path]).out, "{name}");
        assert!(embedded.lines().len() > 10, "{name}");
    }
}

#[test]
fn the_code_of_a_file_is_written_the_same_each_time() {
    let folder = Folder::new();
    let output = folder.0.join("made here").to_str().unwrap().to_owned();
    let path = format!("{}/../variants/chess.chv", env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for _ in 0..2 {
        let run = chv(&["gen", &path, "-o", &output]);
        assert_eq!(run.status, 0, "{run:?}");
        let written = run.out.trim();
        assert!(written.ends_with("chess.rs"), "{written}");
        texts.push(fs::read_to_string(written).unwrap());
    }
    assert_eq!(texts[0], texts[1]);
    assert!(texts[0].contains("struct Position"), "{:.200}", texts[0]);
    // A game that only the interpreter can run is refused with a place.
    let path = folder.file("refused.chv", REFUSED);
    let run = chv(&["gen", &path, "-o", &output]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.messages.contains("refused.chv:3:35: a movement that only forbids"), "{}", run.messages);
    assert_eq!(chv(&["moves", &path]).status, 0);
}
