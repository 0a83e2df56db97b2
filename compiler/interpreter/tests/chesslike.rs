//! The usual rules as a small hand-made variant, against known node counts: walks, en passant, castling,
//! promotion, check and mate together.

mod mini;

use chv_dsl::model::{Action, Actor, At, Edit, Guard, Movement, Right, Source, Trigger};
use chv_runtime::{Position, Rules, Side};
use mini::{Mini, branch, moves, nodes, position, text};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BUSY: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn game() -> Mini {
    let mut m = Mini::new(
        8,
        8,
        &[
            ("Chief", "K", true),
            ("Star", "Q", false),
            ("Tower", "R", false),
            ("Slant", "B", false),
            ("Jumper", "N", false),
            ("Walker", "P", false),
        ],
    )
    .moves("Chief", "K")
    .moves("Star", "Q")
    .moves("Tower", "R")
    .moves("Slant", "B")
    .moves("Jumper", "N")
    .moves("Walker", "fmWfceFifmnD")
    .mates();
    m.variant.kinds[5].resets_clock = true;
    m.variant.royalty.count = (1, 1);
    for (side, rank, letters) in [(Side::White, "1", "KQ"), (Side::Black, "8", "kq")] {
        let square = |m: &Mini, file: &str| m.square(&format!("{file}{rank}"));
        let ways = [
            ("g", "h", "f", vec!["f", "g"], vec!["e", "f", "g"]),
            ("c", "a", "d", vec!["b", "c", "d"], vec!["e", "d", "c"]),
        ];
        for ((to, partner, lands, empty, safe), letter) in ways.into_iter().zip(letters.chars()) {
            let right = m.variant.fields.rights.len() as u8;
            m.variant.fields.rights.push(Right {
                side,
                letter,
                needs: vec![(square(&m, "e"), 0), (square(&m, partner), 2)],
                label: "castling".to_owned(),
                source: Source::default(),
            });
            let movement = Movement::Fixed {
                from: square(&m, "e"),
                to: square(&m, to),
                partner: Some((square(&m, partner), square(&m, lands))),
            };
            let guards = vec![
                Guard::Right(right),
                Guard::Empty(empty.iter().map(|f| square(&m, f)).collect()),
                Guard::Safe(safe.iter().map(|f| square(&m, f)).collect()),
            ];
            let all = m.board();
            let action: &mut Action = m.act(side, Actor::Kind(0), movement, all);
            action.guards = guards;
        }
    }
    let become_kind = |code: &str, kind| branch(code, &[Edit::Become(At::Target, kind)]);
    m.reacts(
        |m, side| Trigger::Promotes {
            kinds: m.kinds(&["Walker"]),
            from: Default::default(),
            to: m.rank(8, side),
            pushed: false,
        },
        &[],
        &[become_kind("q", 1), become_kind("r", 2), become_kind("b", 3), become_kind("n", 4)],
    )
    .start(START)
}

#[test]
fn node_counts() {
    // traps 153, 154, 155, 157, 159
    let rules = game().rules();
    for (fen, depth, expected) in [
        (START, 1, 20),
        (START, 2, 400),
        (START, 3, 8902),
        (BUSY, 1, 48),
        (BUSY, 2, 2039),
        (BUSY, 3, 97862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467),
    ] {
        assert_eq!(nodes(&rules, &position(&rules, fen), depth), expected, "{fen}");
    }
}

#[test]
fn texts_are_kept() {
    let rules = game().rules();
    for fen in [START, BUSY, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 20"] {
        assert_eq!(text(&position(&rules, fen)), fen);
    }
    assert_eq!(rules.start().record().number, 1);
}

#[test]
fn special_moves() {
    let rules = game().rules();
    for (fen, expected, why) in [
        ("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", 6, "trap 25"),
        ("q6k/8/8/3pP3/8/8/8/7K w - d6 0 1", 4, "trap 27"),
        ("k3r3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", 7, "trap 29"),
        ("rnbqkbnr/ppp1pppp/3p4/8/Q7/2P5/PP1PPPPP/RNB1KBNR b KQkq - 0 1", 6, "trap 38"),
        ("r2q1rk1/pp1bbppp/4p3/P1p1P3/4P3/1P4P1/1BpQ1PBP/R4RK1 b - - 0 14", 33, "trap 155"),
    ] {
        assert_eq!(position(&rules, fen).count(), expected, "{why}: {fen}");
    }
    let at = position(&rules, "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert!(moves(&at).contains("e1c1"), "trap 17: only b1 is attacked");
    let at = position(&rules, "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert!(!moves(&at).contains("e1c1"), "trap 17: d1 is attacked");
    let at = mini::after(&rules, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8");
    assert_eq!(text(&at), "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1", "trap 16");
    let at = mini::after(&rules, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 20", "e1g1");
    assert_eq!(text(&at), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 8 20", "traps 105, 106");
}
