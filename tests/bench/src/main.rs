//! Generated chess beside cozy-chess and shakmaty, in one run.
//!
//! `cargo run --release` in this folder prints millions of nodes a second and ratios. The processor time
//! of the measuring thread is taken, repeats are interleaved, and medians shown: wall clock on a shared
//! machine says nothing. `cargo run --release -- ENGINE POSITION DEPTH bulk|leaf` counts once, for
//! `valgrind --tool=callgrind`, as `instructions.sh` does.

use std::hint::black_box;
use std::process::ExitCode;

use chv_runtime::{fen, perft::perft};
use chv_variants::chess;
use cpu_time::ThreadTime;
use shakmaty::Position as _;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A move generator: counts below a position, with or without making the last moves.
type Count = fn(&str, u32, bool) -> u64;

const ENGINES: [(&str, Count); 3] = [("chv", by_chv), ("cozy-chess", by_cozy), ("shakmaty", by_shakmaty)];

fn by_chv(position: &str, depth: u32, bulk: bool) -> u64 {
    let position = fen::read_position(&chess::Rules, position).expect("the position is one of chess");
    perft(&position, depth, bulk)
}

fn by_cozy(position: &str, depth: u32, bulk: bool) -> u64 {
    fn bulk_nodes(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len() as u64;
            } else {
                for m in moves {
                    let mut child = board.clone();
                    child.play_unchecked(m);
                    nodes += bulk_nodes(&child, depth - 1);
                }
            }
            false
        });
        nodes
    }
    fn leaf_nodes(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                if depth == 1 {
                    black_box(&child);
                    nodes += 1;
                } else {
                    nodes += leaf_nodes(&child, depth - 1);
                }
            }
            false
        });
        nodes
    }
    let board = cozy_chess::Board::from_fen(position, false).expect("the position is one of chess");
    if bulk { bulk_nodes(&board, depth) } else { leaf_nodes(&board, depth) }
}

fn by_shakmaty(position: &str, depth: u32, bulk: bool) -> u64 {
    fn nodes(position: &shakmaty::Chess, depth: u32, bulk: bool) -> u64 {
        let moves = position.legal_moves();
        if depth == 1 && bulk {
            return moves.len() as u64;
        }
        let mut nodes_below = 0;
        for m in &moves {
            let mut child = position.clone();
            child.play_unchecked(*m);
            if depth == 1 {
                black_box(&child);
                nodes_below += 1;
            } else {
                nodes_below += nodes(&child, depth - 1, bulk);
            }
        }
        nodes_below
    }
    let position = position.parse::<shakmaty::fen::Fen>().expect("the text is FEN");
    let position = position.into_position(shakmaty::CastlingMode::Standard).expect("a position of chess");
    nodes(&position, depth, bulk)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => table(9),
        [engine, position, depth, way] => {
            let found = ENGINES.iter().find(|(name, _)| name == engine);
            let (Some((_, count)), Ok(depth)) = (found, depth.parse()) else { return ExitCode::from(2) };
            let position = if position == "kiwipete" { KIWIPETE } else { START };
            println!("{}", count(position, depth, way == "bulk"));
        }
        _ => {
            eprintln!("no arguments, or ENGINE start|kiwipete DEPTH bulk|leaf");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Measures everything and prints millions of nodes a second of processor time.
fn table(repeats: usize) {
    println!("{:<22}{:>9}{:>12}{:>10}   chv to cozy-chess, to shakmaty", "Mnodes/s", "chv", "cozy-chess", "shakmaty");
    let rows = [
        ("start 5, bulk", START, 5, true),
        ("kiwipete 4, bulk", KIWIPETE, 4, true),
        ("start 5, leaf", START, 5, false),
        ("kiwipete 4, leaf", KIWIPETE, 4, false),
    ];
    for (name, position, depth, bulk) in rows {
        let mut rates: [Vec<f64>; 3] = Default::default();
        let mut counts = [0; 3];
        // The first round warms up.
        for round in 0..=repeats {
            for (i, (_, count)) in ENGINES.iter().enumerate() {
                let begin = ThreadTime::now();
                let mut nodes = 0;
                // Short counts are repeated until they can be measured.
                while nodes == 0 || begin.elapsed().as_millis() < 60 {
                    counts[i] = count(black_box(position), depth, bulk);
                    nodes += counts[i];
                }
                if round > 0 {
                    rates[i].push(nodes as f64 / begin.elapsed().as_secs_f64() / 1e6);
                }
            }
        }
        assert!(counts.iter().all(|&c| c == counts[0]), "{name}: the counts differ: {counts:?}");
        let [chv, cozy, shakmaty] = rates.map(|mut r| {
            r.sort_by(f64::total_cmp);
            r[r.len() / 2]
        });
        println!("{name:<22}{chv:>9.1}{cozy:>12.1}{shakmaty:>10.1}   {:.2} {:.2}", chv / cozy, chv / shakmaty);
    }
}
