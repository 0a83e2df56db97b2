//! Node counts of both executions in positions where rules meet that seldom do.

use chv_tests::games;

/// Positions of a game, with an option and how deep they are counted.
type Case = (&'static str, Option<(&'static str, &'static str)>, u32, &'static [&'static str]);

const CASES: &[Case] = &[
    ("atomic", None, 3, ATOMIC),
    ("duck", None, 1, DUCK),
    ("shogi", None, 2, SHOGI),
    ("shogi", Some(("pawn_drop_mate", "allowed")), 2, SHOGI),
];

/// Pawns dropped with mate or nearly, two pawns on a file, pieces that must promote, promoted pieces
/// that come to the hand, checks that a drop answers.
const SHOGI: &[&str] = &[
    "8k/9/7+R1/9/9/9/9/9/K8[P] w - - 0 1",
    "7gk/7l1/7+R1/9/9/9/9/9/K8[PPP] w - - 0 1",
    "k8/9/9/9/9/9/1r7/9/K8[rrbbppp] b - - 0 1",
    "4k4/1P1N1L3/N1S1P1+P2/9/9/9/2n1p1+p2/1p1n1l3/4K4[PLNSGRBplnsgrb] w - - 0 1",
    "4k4/1P1N1L3/N1S1P1+P2/9/9/9/2n1p1+p2/1p1n1l3/4K4[PLNSGRBplnsgrb] b - - 0 1",
    "3+R1k3/9/9/9/9/9/9/9/4K4[ppnlsg] b - - 0 1",
    "4k4/9/9/4r4/9/4+B4/2+n1+p4/3+p1+s3/7K1[P] w - - 0 1",
];

/// Explosions near kings: touching kings, captors whose own king stands near, pins that do not hold,
/// checks answered by blowing up the attacker or the other king, en passant, castling, promotion.
const ATOMIC: &[&str] = &[
    "8/8/8/3k4/3K4/8/8/q6R w - - 0 1",
    "8/8/3r4/8/3R4/3kK3/8/3q4 w - - 0 1",
    "4k3/4p3/4r3/8/8/4B3/3PKP2/2n5 w - - 0 1",
    "r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2",
    "r3k2r/8/8/8/4q3/8/8/R3K2R w KQkq - 0 1",
    "4k3/8/8/8/3pPp2/8/3K4/8 b - e3 0 1",
    "8/2k5/8/8/1R1pP2r/8/8/4K3 b - e3 0 1",
    "2r1rk2/1P3P2/8/8/8/8/1p3p2/2R1RK2 w - - 0 1",
    "4k3/4q3/8/8/8/4Q3/4P3/4K3 w - - 0 1",
    "8/1k6/2q5/8/4p3/5N2/6B1/7K w - - 0 1",
];

/// The duck on squares where it blocks lines, pushes, castling and captures en passant, and where it
/// stands nowhere yet.
const DUCK: &[&str] = &[
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "r3k*1r/pppppppp/8/8/8/4*3/PPPPPPPP/R3K2R w KQkq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R*2K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP*PPP/RNBQKBNR b KQkq e3 0 1",
    "3*4/2P1P3/8/k7/8/8/8/K7 w - - 0 1",
    "q2*3k/8/8/8/8/8/8/Q6K w - - 0 1",
];

#[test]
fn strange_positions_have_the_same_node_counts_in_both_executions() {
    for (game, option, depth, positions) in CASES {
        let options: Vec<(String, String)> =
            option.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let both = games::executions(game, &options).unwrap_or_else(|e| panic!("{game}: {e}"));
        assert_eq!(both.len(), 2, "{game} {options:?} is compiled");
        for fen in *positions {
            let parts = both.iter().map(|(name, rules)| {
                let at = rules.game_from_fen(fen).unwrap_or_else(|e| panic!("{game}, {name}: {fen}: {e}"));
                at.divide(*depth, true)
            });
            let parts: Vec<_> = parts.collect();
            assert!(!parts[0].is_empty(), "{game}: {fen} has moves");
            let differs = parts[0].iter().zip(&parts[1]).find(|(a, b)| a != b);
            assert!(parts[0] == parts[1], "{game}: {fen}: {differs:?}");
        }
    }
}
