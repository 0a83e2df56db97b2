//! The worked examples of the notation's reference, walked.

mod walker;

use walker::{Scene, moves};

fn table(rows: &[(&str, &str, &str, &str)]) {
    let mut failed = Vec::new();
    for &(text, from, pieces, expected) in rows {
        let found = moves(text, &Scene::new(8, 8).put(pieces), from);
        let mut sorted: Vec<&str> = expected.split_whitespace().collect();
        sorted.sort_unstable();
        let expected = sorted.join(" ");
        if found != expected {
            failed.push(format!("{text} on {from} ({pieces}):\n  found    {found}\n  expected {expected}"));
        }
    }
    assert!(failed.is_empty(), "{} of {} differ\n{}", failed.len(), rows.len(), failed.join("\n"));
}

#[test]
fn conformance_table() {
    table(&[
        ("fmWfcF", "d4", "b c5 d5", "c5x"),
        ("rfN", "d4", "", "e6"),
        ("frN", "d4", "", "f5"),
        ("jN", "d4", "w d5", "c6 e6"),
        ("gafsW", "d4", "w d5", "a8 b7 c6 e6 f7 g8"),
        ("fcavW", "d4", "b d5", "d4[d5] d6[d5]"),
        ("FyafsF", "d4", "w e6", "a3 a5 b3 b5 c1 c2 c3 c5 c6 c7 c8 e1 e2 e3 e5 f3 f5 g3 g5 h3 h5"),
        ("yafsW", "d4", "", "a2 a6 a8 b1 b3 b5 b7 c2 c6 e2 e6 f1 f3 f5 f7 g2 g6 g8 h1 h7"),
    ]);
    let board = Scene::new(8, 4).put("b g2");
    assert_eq!(moves("oR", &board, "a2"), "a1 a3 a4 b2 c2 d2 e2 f2 g2x h2");
}

#[test]
fn ranges() {
    table(&[
        ("W3", "d4", "w d6; b f4", "a4 b4 c4 d1 d2 d3 d5 e4 f4x"),
        ("N0", "a1", "b c5", "b3 c5x c2 e3 g4"),
        ("NN", "a1", "b c5", "b3 c5x c2 e3 g4"),
        ("DD", "a1", "w b1 a4; b a5", "a3 a5x c1 e1 g1"),
        ("R1", "d4", "", "c4 d3 d5 e4"),
        ("Q1", "a1", "", "a2 b1 b2"),
        ("K3", "a1", "", "a2 a3 a4 b1 c1 d1 b2 c3 d4"),
        ("W10", "a1", "", "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1"),
        ("N2", "a1", "", "b3 c5 c2 e3"),
    ]);
}

#[test]
fn first_directions() {
    table(&[
        ("fsW", "d4", "", "d5 c4 e4"),
        ("frW", "d4", "", "d5 e4"),
        ("fF", "d4", "", "c5 e5"),
        ("frF", "d4", "", "e5"),
        ("rfF", "d4", "", "e5"),
        ("fbF", "d4", "", "c3 c5 e3 e5"),
        ("fN", "d4", "", "c6 e6"),
        ("ffrrN", "d4", "", "c6 e6 f3 f5"),
        ("vN", "d4", "", "c2 c6 e2 e6"),
        ("fhN", "d4", "", "b5 c6 e6 f5"),
        ("fsN", "d4", "", "b5 f5"),
        ("rvN", "d4", "", "e2 e6"),
        ("hrN", "d4", "", "b5 c2 e6 f3"),
        ("hlN", "d4", "", "b3 c6 e2 f5"),
        ("sfN", "d4", "", "b3 b5 f3 f5 c6 e6"),
        ("frlN", "d4", "", "f5 b3 b5"),
        ("fK", "d4", "", "d5"),
        ("fsK", "d4", "", "c5 e5"),
        ("flK", "d4", "", "c5"),
        ("fhK", "d4", "", "c5 d5 e5"),
        ("bhK", "d4", "", "c3 d3 e3"),
        ("bhsK", "d4", "", "c3 d3 e3 c4 e4"),
    ]);
}

#[test]
fn modes_hoppers_and_lame_leaps() {
    table(&[
        ("cdN", "b1", "w d2; b a3", "a3x d2x"),
        ("pR", "d4", "w d6; b d8", "d7 d8x"),
        ("mRcpR", "d4", "w d6; b d8 g4", "a4 b4 c4 d1 d2 d3 d5 d8x e4 f4"),
        ("gR", "d4", "w d6; b d7 d8", "d7x"),
        ("pR3", "d4", "b d5", "d6 d7"),
        ("nN", "d4", "w d5", "b3 b5 c2 e2 f3 f5"),
        ("afsW", "d4", "w d5", "b3 b5 c2 e2 f3 f5"),
        ("nD", "d4", "w d5", "b4 d2 f4"),
        ("jN", "d4", "w d5", "c6 e6"),
        ("jD", "d4", "w d5", "d6"),
        ("jB", "d4", "b e5", "a1 a7 b2 b6 f2 f6 g1 g7 h8"),
        ("jR2", "d4", "", "b4 a4 d2 d1 d6 d7 f4 g4"),
        ("kR", "d4", "b d6; bk f4", "f4x"),
        ("tW", "d4", "b d5; bk e4", "c4 d3 d5x"),
        ("ucR", "d4", "b d6; w e4", "d6(d6>d4)"),
        ("udR", "d4", "b d6; w f4", "f4(f4>d4)"),
        ("afudR", "a1", "w a5", "a5(a5>a2) a5(a5>a3) a5(a5>a4)"),
        ("cppR", "a1", "w a3 a5; b a4 a7", "a4x a7x"),
        ("fmnnD", "d2", "", "d4*d3"),
    ]);
}

#[test]
fn several_legs() {
    table(&[
        ("fcafmF", "d4", "b e5 c5 b6", "f6[e5]"),
        ("caK", "d4", "b d5 d6", "c4[d5] c5[d5] c6[d5] e4[d5] e5[d5] e6[d5] d6[d5,d6]"),
        ("cabK", "d4", "b d5", "d4[d5]"),
        ("mcabK", "d4", "b d5", "d4[d5]"),
        ("fmpafW", "d4", "w d5", "d6"),
        ("fmpafW", "d4", "", "d6"),
        ("mafsmafW", "e4", "", "b2 b6 c1 c7 g1 g7 h2 h6"),
        ("yafsF", "d4", "", "a3 a5 b3 b5 c1 c2 c6 c7 c8 e1 e2 e6 e7 e8 f3 f5 g3 g5 h3 h5"),
        ("pafK", "d4", "w d5; b e5", "d6 f6"),
        ("cavK", "d4", "b d5", "d4[d5] d6[d5]"),
    ]);
}

/// Movements that programs are known to have read wrongly.
#[test]
fn known_traps() {
    table(&[
        // trap 70: riders of other leaps than the knight's
        ("C0", "d3", "", "a2 a4 c6 e6 g2 g4"),
        ("CC", "a1", "", "b4 c7 d2 g3"),
        // trap 71: halves of oblique leaps
        ("lhN", "e3", "", "c2 c4 d1 d5"),
        ("rhN", "e3", "", "g2 g4 f1 f5"),
        // trap 75: no straight capture
        ("fmWfF", "d4", "b c5 d5", "c5x e5"),
    ]);
}
