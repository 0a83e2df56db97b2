//! Whole tables of movement: a table of measured moves, and a corpus of published pieces.

mod walker;

use std::collections::{BTreeMap, BTreeSet};

use chv_dsl::model::{KindSet, Movement, Side};
use chv_dsl::movement::{Context, Dialect, expand, parse};

use walker::{BLOCKER, MOVER, Scene, parts};

/// Columns: movement, FEN with one mover (`A` or `a`) and blockers (`I`, `i`), destinations sorted
/// by file and then rank. Initial moves are available from the second rank of each side.
const MOVES: &str = include_str!("data/moves.tsv");
/// Columns: game, piece, movement, board size, source, class, dialect.
const CORPUS: &str = include_str!("data/corpus.tsv");

/// Columns: game, dialect, movement.
const GAMES: &str = include_str!("data/games.tsv");

struct Row<'a> {
    line: usize,
    text: &'a str,
    fen: &'a str,
    expected: &'a str,
}

fn rows() -> Vec<Row<'static>> {
    let row = |(i, line): (usize, &'static str)| {
        let mut columns = line.split('\t');
        let mut next = || columns.next().unwrap_or_else(|| panic!("line {} is short", i + 2));
        Row { line: i + 2, text: next(), fen: next(), expected: next() }
    };
    MOVES.lines().skip(1).enumerate().map(row).collect()
}

/// A scene from the board field: the mover's square and side.
fn scene(fen: &str) -> (Scene, String, Side) {
    let field = fen.split(' ').next().unwrap();
    let ranks: Vec<Vec<Option<char>>> = field
        .split('/')
        .map(|rank| {
            let mut squares = Vec::new();
            let mut number = 0;
            for c in rank.chars() {
                if let Some(digit) = c.to_digit(10) {
                    number = number * 10 + digit as usize;
                    continue;
                }
                squares.extend(std::iter::repeat_n(None, std::mem::take(&mut number)));
                squares.push(Some(c));
            }
            squares.extend(std::iter::repeat_n(None, number));
            squares
        })
        .collect();
    let mut scene = Scene::new(ranks[0].len() as u8, ranks.len() as u8);
    let mut mover = None;
    for (r, rank) in ranks.iter().rev().enumerate() {
        for (f, piece) in rank.iter().enumerate() {
            let Some(c) = *piece else { continue };
            let square = scene.board.size.at(f as i32, r as i32).unwrap();
            let side = if c.is_ascii_uppercase() { Side::White } else { Side::Black };
            let kind = if c.eq_ignore_ascii_case(&'a') { MOVER } else { BLOCKER };
            scene.pieces[square.index()] = Some((side, kind));
            if kind == MOVER {
                mover = Some((scene.board.size.name(square), side));
            }
        }
    }
    let (square, side) = mover.unwrap();
    (scene, square, side)
}

fn destinations(row: &Row<'_>, dialect: Dialect) -> String {
    let (scene, from, side) = scene(row.fen);
    let from = scene.square(&from);
    let rank = scene.board.size.rank(from);
    let home = match side {
        Side::White => rank == 1,
        Side::Black => rank == scene.board.size.ranks - 2,
    };
    let mut parts = parts(row.text, dialect, &scene.context(side));
    parts.retain(|p| home || !p.initial);
    let mut squares: Vec<_> = scene.effects(&parts, side, from).into_iter().map(|e| e.to).collect();
    squares.sort_by_key(|&s| (scene.board.size.file(s), scene.board.size.rank(s)));
    squares.dedup();
    let names: Vec<String> = squares.iter().map(|&s| scene.board.size.name(s)).collect();
    if names.is_empty() { "-".into() } else { names.join(" ") }
}

/// A text that means something else in this notation, or nothing: directions on K and Q, letters
/// with two meanings.
fn differs(text: &str) -> bool {
    let (movement, problems) = parse(text, Dialect::Chv);
    movement.is_none() || problems.iter().any(|p| matches!(p.code, "W0201" | "W0202"))
}

#[test]
fn measured_moves() {
    let mut failed = Vec::new();
    let rows = rows();
    assert_eq!(rows.len(), 2280);
    let mut both = 0;
    for row in &rows {
        let mut dialects = vec![Dialect::Fsf];
        if !differs(row.text) {
            dialects.push(Dialect::Chv);
            both += 1;
        }
        for dialect in dialects {
            let found = destinations(row, dialect);
            if found != row.expected {
                failed.push(format!(
                    "line {} {dialect:?} {} {}\n  found    {found}\n  expected {}",
                    row.line, row.text, row.fen, row.expected
                ));
            }
        }
    }
    println!("{} rows as translated, {both} of them also as written", rows.len());
    assert!(failed.is_empty(), "{} failed\n{}", failed.len(), failed[..failed.len().min(40)].join("\n"));
    assert!(both > 2000, "only {both} rows could be read in both dialects");
}

#[test]
fn corpus_is_accepted_or_refused_with_its_dialect() {
    let mut counts: BTreeMap<(&str, &str, bool), usize> = BTreeMap::new();
    let mut failed = Vec::new();
    for line in CORPUS.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (text, size, class, name) = (columns[2], columns[3], columns[5], columns[6]);
        let dialect = if name == "fsf" { Dialect::Fsf } else { Dialect::Chv };
        let (movement, problems) = parse(text, dialect);
        *counts.entry((name, class, movement.is_some())).or_default() += 1;
        let Some(movement) = movement else {
            if problems.iter().filter(|p| p.error).any(|p| p.code != "E0220") {
                failed.push(format!("{name} {text}: {problems:#?}"));
            }
            continue;
        };
        let again = movement.canonical();
        let (read, more) = parse(&again, Dialect::Chv);
        if read.as_ref() != Some(&movement) {
            failed.push(format!("{name} {text}: its canonical form {again} is not the same\n{more:#?}"));
        }
        let (files, ranks) = size
            .split_once('x')
            .map_or((8, 8), |(f, r)| (f.parse().unwrap_or(8u8).min(16), r.parse().unwrap_or(8u8).min(16)));
        let scene = Scene::new(files, ranks);
        let mut ever = false;
        let parts = parts(text, dialect, &scene.context(Side::White));
        for from in scene.board.size.all() {
            ever |= !scene.effects(&parts, Side::White, from).is_empty();
            let crowd = if ranks < 4 { scene.clone() } else { scene.clone().put("w a1 b2 c3; b c1 b3 a4") };
            ever |= !crowd.effects(&parts, Side::White, from).is_empty();
        }
        if !ever {
            failed.push(format!("{name} {text}: never moves on {size}"));
        }
    }
    let total: usize = counts.values().sum();
    for ((name, class, fine), count) in &counts {
        println!("{name:14} {class:14} {} {count}", if *fine { "accepted" } else { "refused " });
    }
    assert!(failed.is_empty(), "{} failed\n{}", failed.len(), failed.join("\n"));
    assert_eq!(total, 961);
}

/// The pieces of whole games: all are accepted but those in the spelling of Betza 2.0.
#[test]
fn pieces_of_published_games() {
    let mut failed = Vec::new();
    let mut accepted = 0;
    for line in GAMES.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (name, text) = (columns[1], columns[2]);
        let dialect = if name == "fsf" { Dialect::Fsf } else { Dialect::Chv };
        let (movement, problems) = parse(text, dialect);
        let foreign = name == "betza2" && problems.iter().all(|p| p.code == "E0220");
        match movement {
            Some(movement) => {
                accepted += 1;
                let (again, _) = parse(&movement.canonical(), Dialect::Chv);
                assert_eq!(again, Some(movement), "{line}");
            }
            None if !foreign => failed.push(format!("{line}: {problems:#?}")),
            None => {}
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    println!("{accepted} accepted");
}

/// Every walk is the same however often it is made, and Black's is White's turned around.
#[test]
fn walks_are_stable_and_turned() {
    let texts: BTreeSet<&str> = rows().iter().map(|r| r.text).collect();
    for text in texts {
        let scene = Scene::new(8, 8);
        let white = parts(text, Dialect::Fsf, &scene.context(Side::White));
        assert_eq!(white, parts(text, Dialect::Fsf, &scene.context(Side::White)), "{text}");
        let black = parts(text, Dialect::Fsf, &scene.context(Side::Black));
        assert_eq!(white.len(), black.len(), "{text}");
        let size = scene.board.size;
        for from in size.all() {
            let there: BTreeSet<_> = scene
                .effects(&black, Side::Black, size.rotated(from))
                .into_iter()
                .map(|e| size.rotated(e.to))
                .collect();
            let here: BTreeSet<_> =
                scene.effects(&white, Side::White, from).into_iter().map(|e| e.to).collect();
            assert_eq!(here, there, "{text} from {}", size.name(from));
        }
    }
}

/// Simple pieces have simple automata: a rider is a node for each direction and one for captures.
#[test]
fn automata_are_small() {
    let size = Scene::new(8, 8).board.size;
    let all = KindSet(7);
    let cx = Context::new(size, Side::White, all, KindSet(4));
    for (text, nodes) in [
        ("K", 2),
        ("N", 2),
        ("R", 5),
        ("mRcR", 5),
        ("Q", 9),
        ("RB", 9),
        ("NNQ", 17),
        ("QN", 10),
        ("fmWfcF", 2),
        ("FyafsF", 4 + 4 + 1),
        ("[F?R]", 4 + 4 + 1),
        ("nN", 2 + 4),
        ("W3", 4 * 2 + 2),
        ("RmasR", 4 + 4 + 1),
    ] {
        let (movement, problems) = parse(text, Dialect::Chv);
        let movement = movement.unwrap_or_else(|| panic!("{text}: {problems:?}"));
        let parts = expand(&movement, &cx).unwrap();
        let Movement::Walk(walk) = &parts[0].movement else { panic!("{text} is no walk") };
        assert_eq!(walk.nodes.len(), nodes, "{text}");
    }
}
