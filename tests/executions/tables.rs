//! Node counts that another program found: `data/perft.tsv`, rows of variant, FEN, depth and nodes.

use crate::{chv, compiled};

fn table() -> String {
    format!("{}/data/perft.tsv", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn tables_of_other_programs_hold_by_the_interpreter() {
    // That program counts a pawn dropped with mate as a move.
    let (status, said) =
        chv(&["suite", "perft", &table(), "--interpret", "--option", "pawn_drop_mate=allowed"]);
    assert!(status == 0 && said.contains("117 passed, 0 failed, 0 skipped"), "{said}");
}

#[test]
fn tables_of_other_programs_hold_by_generated_code() {
    for game in compiled() {
        let text = std::fs::read_to_string(table()).expect("the table can be read");
        if text.lines().any(|l| l.split('\t').next() == Some(game)) {
            // That program counts a pawn dropped with mate as a move.
            let option = ["--option", "pawn_drop_mate=allowed"];
            let (status, said) =
                chv(&[&["suite", "perft", &table(), "--only", game, "--compiled"][..], &option].concat());
            assert!(status == 0 && said.contains(" 0 failed"), "{game}: {said}");
        }
    }
}

#[test]
fn counts_of_the_rulings() {
    // TMC-3, MSK-4, traps 153, 157
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    // C16-6
    let sixteen = "rkbqcmdbkr/pgiuaauigp/oooooooooo/10/10/10/10/OOOOOOOOOO/PGIUAAUIGP/RKBQCMDBKR w - - 0 1 \
        {guard w:S b:S}";
    for (game, fen, depth, nodes) in [
        ("16chess", Some(sixteen), "4", 4_352_407),
        ("team-mate", None, "4", 564_773),
        ("msock-eat", None, "4", 420_699),
        ("xiangqi", None, "4", 3_290_240),
        ("shogi", None, "4", 719_731),
        ("chess", None, "4", 197_281),
        ("chess", Some(kiwipete), "4", 4_085_603),
    ] {
        let at: Vec<&str> = fen.map_or(Vec::new(), |f| vec!["--fen", f]);
        for switch in ["--bulk", "--no-bulk"] {
            let arguments = [&["perft", game, "--depth", depth, switch, "--compiled"][..], &at].concat();
            let (status, said) = chv(&arguments);
            assert!(status == 0 && said.contains(&format!("Nodes searched: {nodes}")), "{game}: {said}");
        }
    }
}
