//! Brackets, bends, repetition, special atoms, and what depends on the side.

mod walker;

use std::collections::BTreeSet;

use chv_dsl::model::{Movement, Side, Take};
use chv_dsl::movement::{Castle, Dialect, possible_targets};

use walker::{Scene, moves, parts, spelled};

/// Pairs of texts that mean the same from every square, on a few boards.
fn same(pairs: &[(&str, &str)]) {
    let crowded = "w a3 c5 d2 f6 g3; b b6 c2 e5 f3 h7; bk d7; wk e2";
    for &(one, other) in pairs {
        for pieces in ["", "w d5 c3; b e6 f4", crowded] {
            let scene = Scene::new(8, 8).put(pieces);
            for from in scene.board.size.all().filter(|s| scene.pieces[s.index()].is_none()) {
                let from = scene.board.size.name(from);
                assert_eq!(
                    moves(one, &scene, &from),
                    moves(other, &scene, &from),
                    "{one} and {other} from {from} ({pieces})"
                );
            }
        }
    }
}

fn count(text: &str, scene: &Scene, from: &str) -> usize {
    moves(text, scene, from).split_whitespace().count()
}

#[test]
fn brackets() {
    same(&[
        ("[F?R]", "[F?fsR]"),
        ("[F?R]", "FyafsF"),
        ("[W?fsB]", "WyafsW"),
        ("[W?B]", "WyafsW"),
        ("[F?fqR]", "v[F?R]"),
        ("[W-F-F]", "mafsmafW"),
        ("[W-F]", "afsW"),
        ("[W-F]", "nN"),
        ("[W-F-F]", "nZ"),
        ("[F-W]", "afsF"),
        ("[W-W]", "nD"),
        ("[F-AA]", "[F-fAA]"),
        ("[cW-bW]", "cabW"),
        ("[cK?fK]", "cKcafK"),
        ("[R-sR]", "masR"),
        ("m[F?R]", "[mF?mR]mF"),
    ]);
}

#[test]
fn bends() {
    // On an empty board every one of the sixteen squares is reached, and one free path is enough.
    let empty = Scene::new(16, 16);
    assert_eq!(moves("afafsKafsafzfK", &empty, "h8"), moves("CZ", &empty, "h8"));
    let blocked = Scene::new(16, 16).put("w h9");
    assert!(moves("afafsKafsafzfK", &blocked, "h8").contains("i11"), "by the diagonal first");
    let blocked = Scene::new(16, 16).put("w h9 i9");
    assert!(!moves("afafsKafsafzfK", &blocked, "h8").contains("i11"));
}

/// A circular rider turns by the same angle after each leap.
#[test]
fn circular_riders() {
    let steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let king = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    for (text, steps) in [("qN", steps), ("qNN", steps), ("qK", king)] {
        let scene = Scene::new(8, 8).put("w f5; b c6");
        for from in scene.board.size.all().filter(|s| scene.pieces[s.index()].is_none()) {
            let mut expected = BTreeSet::new();
            for start in 0..8usize {
                for turn in [1, 7] {
                    let (mut at, mut k) = (from, start);
                    for _ in 0..8 {
                        let Some(to) = scene.board.size.step(at, steps[k].0, steps[k].1) else { break };
                        let name = scene.board.size.name(to);
                        match scene.pieces[to.index()] {
                            None if to == from => {}
                            None => drop(expected.insert(name)),
                            Some((Side::Black, _)) => {
                                expected.insert(name + "x");
                                break;
                            }
                            Some(_) => break,
                        }
                        at = to;
                        k = (k + turn) % 8;
                    }
                }
            }
            let expected: Vec<String> = expected.into_iter().collect();
            assert_eq!(moves(text, &scene, &scene.board.size.name(from)), expected.join(" "), "{text}");
        }
    }
}

/// Two pieces that bend twice and may slide in between, on the boards of their game.
#[test]
fn bent_jumpers() {
    for (text, far, corner, small) in [("[W-W][W-sW][W-B-W]", 77, 43, 29), ("[F-F][F-sF][F-R-F]", 74, 55, 26)]
    {
        let large = Scene::new(16, 16);
        assert_eq!(count(text, &large, "h8"), far, "{text}, DEI-46, DEI-47");
        assert_eq!(count(text, &large, "a1"), corner, "{text}, DEI-46, DEI-47");
        assert_eq!(count(text, &Scene::new(8, 8), "d5"), small, "{text}, DEI-46, DEI-47");
    }
    // With no slide between, one empty neighbour of two is enough.
    let scene = Scene::new(8, 8).put("w d5");
    assert!(moves("[W-W][W-sW][W-B-W]", &scene, "d4").contains("e5"), "DEI-46");
    let scene = Scene::new(8, 8).put("w d5 e4");
    assert!(!moves("[W-W][W-sW][W-B-W]", &scene, "d4").contains("e5"), "DEI-46");
}

#[test]
fn several_captures() {
    let scene = Scene::new(8, 8).put("b d5");
    let found = moves("KNADcaKmcabK", &scene, "d4");
    assert_eq!(found.split_whitespace().count(), 24 + 8, "{found}");
    for effect in ["d5x", "d4[d5]", "d6[d5]", "d6", "e6[d5]", "c3"] {
        assert!(found.split_whitespace().any(|w| w == effect), "{effect} in {found}");
    }
    let small = Scene::new(6, 6).put("b b4");
    let found = moves("RmasR", &small, "b2");
    let words: Vec<&str> = found.split_whitespace().collect();
    assert_eq!(words.len(), 33, "{found}");
    assert!(words.contains(&"b4x") && words.contains(&"a5"));
    assert!(!words.contains(&"b5") && !words.contains(&"b6"));
}

#[test]
fn en_passant() {
    let mut scene = Scene::new(8, 8).put("b d5 f6");
    scene.passed.push((scene.square("d6"), scene.square("d5")));
    assert_eq!(moves("fmWfceF", &scene, "e5"), "d6[d5] e6 f6x");
    assert_eq!(moves("fmWfcF", &scene, "e5"), "e6 f6x");
}

/// Where unloading puts pieces.
#[test]
fn exchanges() {
    let scene = Scene::new(3, 3);
    assert_eq!(count("mU", &scene, "b2"), 8);
    assert_eq!(count("U", &scene.clone().put("b a1; w a2"), "b2"), 7);
}

#[test]
fn castling_is_information() {
    let scene = Scene::new(8, 8);
    let castles = |text: &str, side| -> Vec<Castle> {
        parts(text, Dialect::Chv, &scene.context(side)).into_iter().filter_map(|p| p.castle).collect()
    };
    let two = |towards| Castle { towards, steps: 2, inset: 0 };
    assert_eq!(castles("KisO2", Side::White), [two(-1), two(1)]);
    assert_eq!(castles("KirO2", Side::White), [two(1)]);
    assert_eq!(castles("KirO2", Side::Black), [two(-1)]);
    assert_eq!(castles("KijrO3", Side::White), [Castle { towards: 1, steps: 3, inset: 1 }]);
    assert_eq!(castles("KisO4isO3isO2", Side::White).len(), 6);
}

#[test]
fn when_a_part_is_available() {
    let scene = Scene::new(8, 8);
    let cx = scene.context(Side::White);
    let flags = |text: &str| -> Vec<(bool, bool)> {
        parts(text, Dialect::Chv, &cx).iter().map(|p| (p.initial, p.second_rank)).collect()
    };
    assert_eq!(flags("fmWfceFifmnD"), [(false, false), (true, false)]);
    assert_eq!(flags("KimAimDimN"), [(false, false), (true, false)]);
    assert_eq!(flags("WiifmnD"), [(false, false), (false, true)]);
    assert_eq!(flags("i[W-F]"), [(true, false)]);
}

/// Black's directions are turned by 180 degrees, not mirrored.
#[test]
fn black_is_turned() {
    let scene = Scene::new(8, 8);
    let black = |text: &str| {
        let parts = parts(text, Dialect::Chv, &scene.context(Side::Black));
        spelled(&scene, &scene.effects(&parts, Side::Black, scene.square("d4")))
    };
    assert_eq!(black("lW"), "e4");
    assert_eq!(black("frF"), "c3");
    assert_eq!(black("rfN"), "c2");
    assert_eq!(black("f[W-lW]"), "c3");
}

/// Repeated leaps over joined edges end, and come back to no square twice.
#[test]
fn cylinders() {
    let scene = Scene::new(5, 1);
    assert_eq!(moves("oR", &scene, "b1"), "a1 c1 d1 e1");
    let mut scene = Scene::new(4, 4);
    scene.board.joined_files = true;
    scene.board.joined_ranks = true;
    assert_eq!(moves("NN", &scene, "a1"), "a3 b3 c1 c2 c4 d3");
    assert_eq!(count("RB", &scene, "a1"), 6 + 5);
}

/// Nothing a piece does is outside of what it could ever do.
#[test]
fn targets_cover_effects() {
    for text in ["fmWfceFifmnD", "K3pafKcavK", "mRcpR", "KNADcaKmcabK", "zB", "[N?fW]", "afudR", "udR", "jB"]
    {
        let scene = Scene::new(8, 8).put("w a3 c5 d2 f6; b b6 c2 e5 f3; bk d7");
        let parts = parts(text, Dialect::Chv, &scene.context(Side::White));
        for part in &parts {
            let Movement::Walk(walk) = &part.movement else { panic!("{text} has only walks") };
            assert!(!walk.is_void(), "{text}");
            for from in scene.board.size.all() {
                let could = possible_targets(walk, &scene.board, from);
                for effect in scene.walk(walk, Side::White, from) {
                    let put = effect.put.iter().map(|p| p.0);
                    let squares = std::iter::once(effect.to).chain(effect.taken).chain(put);
                    for square in squares {
                        use chv_dsl::model::SquareSet;
                        assert!(could.has(square), "{text}");
                    }
                }
            }
        }
    }
    let scene = Scene::new(8, 8);
    let cx =
        chv_dsl::movement::Context { royals: chv_dsl::model::KindSet::NONE, ..scene.context(Side::White) };
    let parts = parts("kR", Dialect::Chv, &cx);
    let Movement::Walk(walk) = &parts[0].movement else { panic!("a walk") };
    assert!(walk.is_void(), "nothing to take where nothing is royal");
}

/// A capture on the way and a quiet move to the same square are two moves; equal effects are one.
#[test]
fn effects_are_told_apart() {
    let scene = Scene::new(8, 8).put("b d5");
    assert_eq!(moves("fDfcafW", &scene, "d4"), "d6 d6[d5]");
    let parts_of = |text: &str, scene: &Scene| parts(text, Dialect::Chv, &scene.context(Side::White));
    let parts = parts_of("udR", &scene);
    let Movement::Walk(walk) = &parts[0].movement else { panic!("a walk") };
    assert!(walk.nodes.iter().any(|n| n.head.take == Take::Unload));
    // Where the partner is set down is a waypoint: nothing else tells these moves apart.
    let parts = parts_of("afudR", &scene);
    let Movement::Walk(walk) = &parts[0].movement else { panic!("a walk") };
    let turns: Vec<bool> =
        walk.nodes.iter().filter(|n| n.next.iter().any(|e| e.new_leg)).map(|n| n.head.waypoint).collect();
    assert!(!turns.is_empty() && turns.iter().all(|&t| t));
}
