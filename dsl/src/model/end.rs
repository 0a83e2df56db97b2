//! Royalty and the ends of a game.

use super::{KindSet, Source};

/// What it means for a royal to be in danger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Royalty {
    /// The kinds that are royal.
    pub kinds: KindSet,
    /// Whether they may be left, or moved, where the opponent could remove them.
    pub checked: bool,
    /// How many royals each side must have in a well-formed position: fewest and most.
    pub count: (u8, u8),
}

/// A way in which the game ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// When.
    pub when: EndWhen,
    /// With what result.
    pub result: EndResult,
    /// Whether the game does not end by itself, but a player may claim that result. Only for what is
    /// counted: repetition and clock.
    pub claimed: bool,
    /// The reason shown to people: `checkmate`, `stalemate`.
    pub reason: String,
    /// Where it is written.
    pub source: Source,
}

/// When a game ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndWhen {
    /// The side to act has no legal action and is in check.
    Checkmate,
    /// The side to act has no legal action and is not in check.
    Stalemate,
    /// A side has at most this many pieces of some kinds.
    Few {
        /// The kinds that are counted.
        kinds: KindSet,
        /// The largest number that still ends the game.
        at_most: u8,
    },
    /// Nothing but pieces of these kinds is on the board, for White and for Black (and no hand, and
    /// nothing under way).
    Only {
        /// The kinds that do not count.
        kinds: KindSet,
    },
    /// A side has nothing but pieces of these kinds on the board; the side to act is asked first.
    Left {
        /// The kinds that do not count.
        kinds: KindSet,
    },
    /// A side has pieces on all squares with a terrain, of which there is at least one. It is looked
    /// at after each move and after each landing, and stays so: the game is over when the turn is.
    Occupied {
        /// The terrain.
        terrain: super::TerrainId,
    },
    /// One side has nothing but pieces of some kinds, the other besides such pieces only some that
    /// do not suffice to win (and there is no hand).
    Bare {
        /// The kinds that do not count.
        kinds: KindSet,
        /// The kinds that do not suffice.
        against: KindSet,
        /// How many of them may be there.
        at_most: u8,
        /// Whether all of them must stand on squares of one colour.
        one_colour: bool,
    },
    /// The position occurs for the `n`-th time.
    Repetition(u32),
    /// So many turns of both players together passed without a capture or a clock-resetting move.
    Clock(u32),
}

/// The result of an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndResult {
    /// Nobody wins.
    Draw,
    /// The side it is about loses: the side to act for mate, stalemate, repetition and clock, the
    /// side with few pieces for [`EndWhen::Few`].
    Loses,
    /// The side it is about wins.
    Wins,
}
