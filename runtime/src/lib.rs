//! What a compiled chess variant stands on.
//!
//! Generated code and the interpreter both give the traits of [`position`] their rules; everything
//! above positions (games, repetition, FEN, move text, node counts) lives here once and works for
//! both. The crate has no dependencies.

/// Includes the module of a game that the build script compiled: `include_variant!("my-game")` after
/// `my-game.chv` was compiled gives `mod my_game`.
#[macro_export]
macro_rules! include_variant {
    ($stem:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $stem, ".rs"));
    };
}

pub mod compiled;
pub mod dynamic;
pub mod fen;
pub mod game;
pub mod geometry;
pub mod hooks;
pub mod more;
pub mod moves;
pub mod notation;
pub mod passing;
pub mod perft;
pub mod position;
pub mod record;
pub mod set;
pub mod spec;
pub mod zobrist;

#[cfg(test)]
mod toy;

pub use fen::{FenError, FenProblem};
pub use game::Game;
pub use geometry::{BoardSize, Side, Square};
pub use more::{More, Traveller};
pub use moves::{EditView, MoveDetail};
pub use notation::MoveError;
pub use position::{MoveSet, Outcome, Position, Rules, Winner};
pub use record::{Piece, Record};
pub use set::{Set64, Set128, Set256, SquareSet};
pub use spec::Spec;
