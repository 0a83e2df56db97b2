//! The marks of a square.

/// What can happen on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The piece can move there.
    Move,
    /// It can capture there.
    Capture,
    /// It can move there only if it has not moved before.
    FirstMove,
    /// It can capture there only if it has not moved before.
    FirstCapture,
    /// It can move there, but only from some squares of the board.
    PlaceMove,
    /// It can capture there, but only from some squares of the board.
    PlaceCapture,
    /// It can capture a royal piece there, and nothing else.
    Royal,
    /// It can capture a piece of its own side there.
    Friend,
    /// It can capture en passant there.
    Passed,
    /// It can change places with a piece there.
    Swap,
    /// It can come there, and the piece there is set down where the last leg began.
    Carry,
    /// It can push a piece from there.
    Push,
    /// What it pushes comes there.
    Pushed,
    /// It can capture there without moving.
    Rifle,
    /// It captures there and ends on another square.
    Through,
    /// It jumps what stands there; without it there is no such move.
    Hurdle,
    /// It passes there, and may not stop; the square must be empty.
    Leg,
    /// It passes there, whether something stands there or not.
    Pass,
    /// It castles there.
    Castle,
    /// It comes back to where it stood, having captured.
    Return,
    /// It may stay where it stands: a null move.
    Null,
    /// It lets no enemy royal piece stand there, although it does not move so.
    Threat,
    /// It leaves the board, and lands there turns later.
    Later,
    /// It captures there, and is destroyed for that.
    Spent,
    /// What captures it there is destroyed.
    Trap,
    /// What stands there is destroyed.
    Blast,
}

impl Mark {
    /// All marks, in the order in which they are explained.
    pub const ALL: [Mark; 26] = [
        Mark::Move,
        Mark::Capture,
        Mark::FirstMove,
        Mark::FirstCapture,
        Mark::PlaceMove,
        Mark::PlaceCapture,
        Mark::Royal,
        Mark::Friend,
        Mark::Passed,
        Mark::Swap,
        Mark::Carry,
        Mark::Push,
        Mark::Pushed,
        Mark::Rifle,
        Mark::Through,
        Mark::Hurdle,
        Mark::Leg,
        Mark::Pass,
        Mark::Castle,
        Mark::Return,
        Mark::Null,
        Mark::Threat,
        Mark::Later,
        Mark::Spent,
        Mark::Trap,
        Mark::Blast,
    ];

    /// What it means, in a few words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Mark::Move => "moves here",
            Mark::Capture => "captures here",
            Mark::FirstMove => "moves here, only as its first move",
            Mark::FirstCapture => "captures here, only as its first move",
            Mark::PlaceMove => "moves here, only from some squares",
            Mark::PlaceCapture => "captures here, only from some squares",
            Mark::Royal => "captures only a royal piece here",
            Mark::Friend => "captures a piece of its own side here",
            Mark::Passed => "captures en passant here",
            Mark::Swap => "changes places with a piece here",
            Mark::Carry => "comes here, and what is here goes back a leg",
            Mark::Push => "comes here and pushes what is here on",
            Mark::Pushed => "what is pushed comes here",
            Mark::Rifle => "captures here without moving",
            Mark::Through => "captures here and ends elsewhere",
            Mark::Hurdle => "jumps what stands here, and needs it",
            Mark::Leg => "passes here, and must find it empty",
            Mark::Pass => "passes here, whatever stands here",
            Mark::Castle => "castles here",
            Mark::Return => "comes back here after a capture",
            Mark::Null => "may stay here: a null move",
            Mark::Threat => "lets no enemy royal piece stand here",
            Mark::Later => "leaves the board, to land here turns later",
            Mark::Spent => "captures here and is destroyed",
            Mark::Trap => "what captures it is destroyed",
            Mark::Blast => "what stands here is destroyed",
        }
    }

    /// Whether a move of the piece ends so on its square (or captures from afar there).
    #[must_use]
    pub const fn ends(self) -> bool {
        !matches!(
            self,
            Mark::Through
                | Mark::Hurdle
                | Mark::Leg
                | Mark::Pass
                | Mark::Threat
                | Mark::Pushed
                | Mark::Trap
                | Mark::Blast
        )
    }
}

/// A set of marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Marks(u32);

impl Marks {
    /// No mark.
    pub const NONE: Self = Self(0);
    /// A square where the piece moves or captures.
    pub const BOTH: Self = Self(1 << Mark::Move as u32 | 1 << Mark::Capture as u32);

    /// One mark.
    #[must_use]
    pub const fn of(mark: Mark) -> Self {
        Self(1 << mark as u32)
    }
    /// Whether a mark is there.
    #[must_use]
    pub const fn has(self, mark: Mark) -> bool {
        self.0 >> mark as u32 & 1 != 0
    }
    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The marks of both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// The marks without one.
    #[must_use]
    pub const fn without(self, mark: Mark) -> Self {
        Self(self.0 & !(1 << mark as u32))
    }
    /// The marks in the order in which they are explained.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |&m| self.has(m))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_marks_are_listed_once_and_explained_differently() {
        let mut meanings: Vec<&str> = Mark::ALL.iter().map(|m| m.meaning()).collect();
        meanings.sort_unstable();
        meanings.dedup();
        assert_eq!(meanings.len(), Mark::ALL.len());
        let all = Mark::ALL.iter().fold(Marks::NONE, |all, &m| all.or(Marks::of(m)));
        assert_eq!(all.iter().collect::<Vec<_>>(), Mark::ALL);
        assert_eq!(all.without(Mark::Move).iter().next(), Some(Mark::Capture));
        assert!(Marks::BOTH.has(Mark::Move) && Marks::BOTH.has(Mark::Capture) && !Marks::BOTH.has(Mark::Leg));
    }
}
