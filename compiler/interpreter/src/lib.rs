//! The interpreter: a checked [`Variant`](chv_dsl::model::Variant) becomes positions that run at
//! once, with no code generated or compiled.
//!
//! It is the reference for what the rules of a variant mean. Walks, edits, reactions, check and ends
//! are carried out as the model's documentation words them; whatever is done for speed (squares that
//! can matter to a royal, computed once for each square) follows from the model and is never a case
//! of its own.
//!
//! [`InterpretedRules`] is the game, [`InterpretedPosition`] one state of it; both implement the
//! traits of `chv-runtime`, so games, FEN, move text and node counts work as for generated code.

mod act;
mod back;
mod code;
mod detail;
mod ends;
mod game;
mod guard;
mod hooks;
mod legal;
mod make;
mod moves;
#[cfg(test)]
mod plainly;
mod position;
mod react;
mod record;
mod run;
mod setup;
mod state;
mod steps;
mod threat;
mod turn;
mod walk;
mod zone;

// The builder of small variants names this crate as tests beside it do.
#[cfg(test)]
extern crate self as chv_interpreter;
#[cfg(test)]
#[path = "../tests/mini/mod.rs"]
mod mini;

pub use moves::{InterpretedMove, InterpretedMoves};
pub use position::{InterpretedPosition, InterpretedRules, Undo};
