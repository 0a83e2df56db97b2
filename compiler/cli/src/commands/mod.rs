//! One file a command.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod list;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod state;
