//! What generated code is made of: moves in batches, tables of steps and rays, and the parts of a
//! position's contract that are the same for every game.
//!
//! Nothing here knows a game. Generated code says which steps, rays and regions there are; the
//! functions here turn them into tables at compile time and look them up.

mod batch;
mod best;
mod choose;
mod deed;
mod ending;
mod journey;
mod magic;
mod multipliers;
mod passers;
mod reach;
mod setup;
mod state;
mod tables;
mod trail;
pub mod walk;
mod watch;

pub use crate::record::{UNMOVED, no_passer, problems as record_problems, read_unmoved};
pub use batch::{Batch, Move, PLAIN};
pub use best::BestWays;
pub use choose::{Choices, Chooser, Chosen, Ways};
pub use deed::{Deed, Held, NOBODY, Victim, Victims, describe_deed};
pub use ending::End;
pub use magic::Magic;
pub use passers::Passers;
pub use setup::{DECLINE, SetupAction, SetupGuard, SetupView};
pub use state::{
    Pins, PushSpec, Tested, at_home, board_key, board_key_change, boards, describe, describe_walk,
    explainers, explainers_by_walk, hands_key, hands_of, of_kinds, piece_kind, squares_of, start,
    terrain_key, terrain_of, terrain_sets, waiting_in_check, write_unmoved,
};
pub use tables::{LineSet, steps};
pub use trail::{Trail, When};
pub use watch::{Watch, Watched};
