//! Moves, compact: enough to find the same action, walk and choices again in the same position.

use core::ops::ControlFlow;

use chv_runtime::MoveSet;

use crate::react::Choices;

/// A move of an interpreted game. It means something only in the position that gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InterpretedMove {
    pub(crate) action: u16,
    /// The walk's first step, and which of the ends reached by it this is.
    pub(crate) step: u16,
    pub(crate) route: u16,
    /// Squares; 0 where the action has none.
    pub(crate) origin: u8,
    pub(crate) target: u8,
    pub(crate) choices: Choices,
}

impl InterpretedMove {
    /// Ends a turn that has moves left.
    pub(crate) const END_TURN: Self =
        Self { action: u16::MAX, step: 0, route: 0, origin: 0, target: 0, choices: Choices::NONE };
    /// Declines what is left to do in a phase of set-up.
    pub(crate) const DECLINE: Self = Self { action: u16::MAX - 1, ..Self::END_TURN };

    /// A choice that the owner of a piece must make that was pushed to where it promotes.
    pub(crate) const fn owed(square: u8, branch: u8) -> Self {
        Self { action: u16::MAX - 2, origin: square, target: square, step: branch as u16, ..Self::END_TURN }
    }

    /// Whether it is such a choice.
    pub(crate) const fn is_owed(self) -> bool {
        self.action == u16::MAX - 2
    }

    /// An action that a hook offers: which one of all that are offered.
    pub(crate) const fn offered(index: u16) -> Self {
        Self { action: u16::MAX - 3, route: index, ..Self::END_TURN }
    }

    /// Whether it is such an action.
    pub(crate) const fn is_offered(self) -> bool {
        self.action == u16::MAX - 3
    }
}

/// A set of one move: the interpreter finds moves one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InterpretedMoves(pub(crate) InterpretedMove);

impl MoveSet for InterpretedMoves {
    type Move = InterpretedMove;

    fn len(&self) -> usize {
        1
    }

    fn each<F: FnMut(InterpretedMove) -> ControlFlow<()>>(self, mut visit: F) -> ControlFlow<()> {
        visit(self.0)
    }
}
