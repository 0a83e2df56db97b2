//! Every legal move has one text, and its text gives it back: over all movements that the tests of the
//! notation know, and random ones, on boards filled at random.
//!
//! `CHV_SEED` and `CHV_MOVEMENTS` set other random movements and how many.

mod mini;

use std::collections::{BTreeMap, BTreeSet};

use chv_dsl::model::KindSet;
use chv_dsl::movement::{self, Dialect};
use chv_interpreter::InterpretedPosition;
use chv_runtime::{BoardSize, Position, Side, fen, notation};
use mini::Mini;

const MOVES: &str = include_str!("../../../dsl/tests/data/moves.tsv");
const CORPUS: &str = include_str!("../../../dsl/tests/data/corpus.tsv");
const GAMES: &str = include_str!("../../../dsl/tests/data/games.tsv");

/// Plain random numbers: the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// The movements of the tables that are walks or leaps, canonical.
fn known() -> BTreeSet<String> {
    let mut list = BTreeSet::new();
    let column = |line: &'static str, i: usize| line.split('\t').nth(i).unwrap_or_default();
    let mut add = |text: &str, fsf: bool| {
        let dialect = if fsf { Dialect::Fsf } else { Dialect::Chv };
        list.extend(movement::parse(text, dialect).0.map(|m| m.canonical()));
    };
    GAMES.lines().skip(1).for_each(|l| add(column(l, 2), column(l, 1) == "fsf"));
    CORPUS.lines().skip(1).for_each(|l| add(column(l, 2), column(l, 6) == "fsf"));
    MOVES.lines().skip(1).for_each(|l| add(column(l, 0), true));
    list.retain(|text| !text.contains(['I', 'O']));
    list
}

/// A movement of up to three legs with every modality.
fn invented(random: &mut Random) -> String {
    let mut out = String::new();
    for leg in 0..=random.below(3) {
        if leg > 0 {
            out.push('a');
        }
        out.push_str(random.of(&["", "", "f", "s", "v", "fs", "fl", "b"]));
        out.push_str(random.of(&["", "", "m", "c", "d", "cd", "mc", "mp", "p", "mcd", "uc", "ud", "o", "g"]));
    }
    out.push_str(random.of(&["W", "F", "N", "D", "K", "Q", "R", "B", "W2", "A", "C", "Q3", "DD"]));
    out
}

/// A board on which a third of the squares or less are taken.
fn filled(random: &mut Random) -> String {
    let mut board: Vec<&str> = vec!["1"; 64];
    let density = 3 + random.below(9);
    for square in &mut board {
        if random.below(density) == 0 {
            *square = random.of(&["A", "A", "B", "b", "b", "a"]);
        }
    }
    board[random.below(8)] = "k";
    board[56 + random.below(8)] = "K";
    let row = |squares: &[&str]| {
        let mut out = String::new();
        for group in squares.chunk_by(|a, b| a == b) {
            match group[0] {
                "1" => out.push_str(&group.len().to_string()),
                piece => out.push_str(&piece.repeat(group.len())),
            }
        }
        out
    };
    let rows: Vec<String> = board.chunks(8).map(row).collect();
    format!("{} w - - 0 1", rows.join("/"))
}

/// Compares the moves of a position with their texts; gives back how many there are.
fn check(text: &str, position: &InterpretedPosition) -> usize {
    let here = fen::write(&position.record(), position.spec());
    let moves = notation::detailed(position);
    let mut seen = BTreeMap::new();
    for (i, (m, detail, name)) in moves.iter().enumerate() {
        assert!(i == 0 || moves[i - 1].2 < *name, "{text}: {name} is not unique or not sorted in {here}");
        assert!(!name.contains('='), "{text}: {name} can only be counted in {here}");
        assert_eq!(notation::text(position, *m).as_deref(), Some(name.as_str()), "{text}: {here}");
        // Two moves of a piece to a square that do the same are one.
        let mut after = position.clone();
        after.make(*m);
        let effect = fen::write(&after.record(), after.spec());
        if let Some(other) = seen.insert((detail.from, detail.to, effect), name) {
            panic!("{text}: {name} and {other} do the same in {here}");
        }
    }
    // Reading each text goes through all moves: a few will do.
    for (m, _, name) in moves.iter().step_by(moves.len() / 8 + 1) {
        assert_eq!(notation::parse(position, name), Ok(*m), "{text}: {name} in {here}");
    }
    moves.len()
}

/// Whether a movement is none of those that are refused for their many ways.
fn is_small(movement: &movement::Movement) -> bool {
    let kinds = KindSet(0b111);
    let cx = movement::Context::new(BoardSize { files: 8, ranks: 8 }, Side::White, kinds, KindSet(1));
    movement::expand(movement, &cx).is_ok()
}

#[test]
fn texts_are_unique_and_read_back() {
    let number = |name| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let mut random = Random(number("CHV_SEED").unwrap_or(15));
    let more = number("CHV_MOVEMENTS").unwrap_or(300) as usize;
    let mut list: Vec<String> = known().into_iter().collect();
    let known = list.len();
    while list.len() < known + more {
        let text = invented(&mut random);
        if let (Some(movement), problems) = movement::parse(&text, Dialect::Chv)
            && problems.iter().all(|p| !p.error)
            && is_small(&movement)
        {
            list.push(movement.canonical());
        }
    }
    assert!(known > 900, "{known}");
    let (mut moves, mut boards) = (0, 0);
    for text in &list {
        let rules = Mini::new(8, 8, &[("Chief", "K", true), ("Actor", "A", false), ("Block", "B", false)])
            .moves("Chief", "K")
            .moves("Actor", text)
            .mates()
            .start("k7/8/8/8/8/8/8/7K w - - 0 1")
            .rules();
        let mut found = 0;
        for _ in 0..12 {
            let Ok(position) = fen::read_position(&rules, &filled(&mut random)) else { continue };
            assert_eq!(position.record().side, Side::White);
            moves += check(text, &position);
            found += 1;
            if found == 2 {
                break;
            }
        }
        boards += found;
    }
    println!("{} movements, {boards} boards, {moves} moves", list.len());
    assert!(moves > 20_000 && boards > list.len(), "{boards} boards, {moves} moves");
}
