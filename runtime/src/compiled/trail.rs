//! Movements whose walks are followed, as data: for games in which it matters by which way a piece goes.

use core::ops::ControlFlow;

use crate::compiled::ending::End;
use crate::compiled::walk::{Scene, Walk};
use crate::geometry::Square;
use crate::more::MOST_KIND_FIELDS;
use crate::set::SquareSet;

/// A movement of a kind of piece, for White and for Black.
#[derive(Debug)]
pub struct Trail<S: 'static> {
    walks: [&'static Walk<S>; 2],
    /// The number from which on its ways are counted among those of the piece, and for how many there is
    /// room.
    numbers: (u16, u16),
    from: [S; 2],
    to: [S; 2],
    when: When,
    offered: bool,
}

/// Which pieces of a kind have a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// All.
    Always,
    /// Those that have not moved.
    Unmoved,
    /// All, while a field is one of some kinds.
    Kinds {
        /// The field: index into [`crate::More::kinds`].
        field: u8,
        /// Whether it is the owner's own half, or the opponent's.
        own: bool,
        /// The kinds, one bit each.
        kinds: u64,
    },
}

impl<S: SquareSet> Trail<S> {
    /// The movement of all pieces of a kind from everywhere to everywhere. Its ways are numbered from
    /// `first` on, and there is room for `room` of them.
    #[must_use]
    pub const fn new(walks: [&'static Walk<S>; 2], first: u16, room: u16, board: S) -> Self {
        Self {
            walks,
            numbers: (first, room),
            from: [board; 2],
            to: [board; 2],
            when: When::Always,
            offered: true,
        }
    }

    /// The same from some squares only, for each side.
    #[must_use]
    pub const fn from(self, from: [S; 2]) -> Self {
        Self { from, ..self }
    }

    /// The same to some squares only, for each side.
    #[must_use]
    pub const fn to(self, to: [S; 2]) -> Self {
        Self { to, ..self }
    }

    /// The same for some pieces only.
    #[must_use]
    pub const fn when(self, when: When) -> Self {
        Self { when, ..self }
    }

    /// The same as a movement that only forbids squares to royals.
    #[must_use]
    pub const fn forbidding(self) -> Self {
        Self { offered: false, ..self }
    }

    /// Whether it is offered to the player and gives check.
    #[must_use]
    pub const fn is_offered(&self) -> bool {
        self.offered
    }

    /// Whether a piece of a side has it. `unmoved` are the pieces that have not moved, `kinds` what is
    /// remembered.
    #[inline]
    pub fn is_open(
        &self,
        side: usize,
        from: Square,
        unmoved: S,
        kinds: &[[u8; 2]; MOST_KIND_FIELDS],
    ) -> bool {
        self.from[side].has(from)
            && match self.when {
                When::Always => true,
                When::Unmoved => unmoved.has(from),
                When::Kinds { field, own, kinds: wanted } => {
                    let kind = kinds[usize::from(field)][if own { side } else { 1 - side }];
                    kind.checked_sub(1).is_some_and(|kind| wanted >> kind & 1 != 0)
                }
            }
    }

    /// The same with the ways, not numbered, that may come to some squares; others may be left out.
    pub fn toward<'a, F: FnMut(&End<'_, S>) -> ControlFlow<()>>(
        &self,
        side: usize,
        scene: impl Into<Scene<'a, S>>,
        from: Square,
        near: S,
        mut visit: F,
    ) -> (ControlFlow<()>, S)
    where
        S: 'a,
    {
        self.walks[side].toward(scene.into(), from, near, |end| {
            if self.to[side].has(end.to) { visit(end) } else { ControlFlow::Continue(()) }
        })
    }

    /// Calls `visit` with every way of a piece, and its number; and gives all squares looked at.
    pub fn follow<'a, F: FnMut(u16, &End<'_, S>) -> ControlFlow<()>>(
        &self,
        side: usize,
        scene: impl Into<Scene<'a, S>>,
        from: Square,
        mut visit: F,
    ) -> (ControlFlow<()>, S)
    where
        S: 'a,
    {
        let (first, room) = self.numbers;
        let mut numbers = [0u16; 256];
        self.walks[side].follow(
            scene.into(),
            from,
            |_, _| true,
            |end| {
                let number = &mut numbers[end.to.index()];
                *number = number.saturating_add(1);
                // A way beyond those that have a number has none.
                if self.to[side].has(end.to) && *number < room {
                    return visit(first + *number, end);
                }
                ControlFlow::Continue(())
            },
        )
    }

    /// The walk by which a way goes, if it is one of these, and its number there.
    #[must_use]
    pub fn walk(&self, side: usize, route: u16) -> Option<(&'static Walk<S>, u16)> {
        let (first, room) = self.numbers;
        (route / room == first / room).then(|| (self.walks[side], route % room))
    }

    /// Whether a piece could ever take something on `near` from where it stands, whatever stands where.
    /// `winding` are the squares of terrain that joins slides or turns them.
    #[inline]
    pub fn reaches(&self, side: usize, from: Square, near: S, winding: S) -> bool {
        let walk = self.walks[side];
        let (touched, taken) = walk.straight_reach()[from.index()];
        !(taken & near).is_empty() || walk.winds() && !(touched & winding).is_empty()
    }
}
