//! What players do before play, as data: actions that put pieces on squares or something on a square.

use crate::geometry::{Side, Square};
use crate::more::{More, balanced};
use crate::set::{Set256, SquareSet};
use crate::spec::Spec;

/// The route of the move that declines what is left to do.
pub const DECLINE: u16 = u16::MAX;

/// Something that a player can do in a phase of set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetupAction<S: 'static> {
    /// The phase, counted down: see [`More::phase`].
    pub phase: u8,
    /// Whose it is.
    pub side: Side,
    /// How move text names it; with a square, what stands before `=`.
    pub text: &'static str,
    /// The squares of which one is chosen, if one is.
    pub on: Option<S>,
    /// What must hold.
    pub guards: &'static [SetupGuard],
    /// Pieces of the player's that come onto the board: squares and kinds in turn.
    pub pieces: &'static [u8],
    /// What is remembered for the player: fields and kinds in turn.
    pub kinds: &'static [u8],
    /// The terrain that comes onto the chosen square.
    pub lays: Option<u8>,
    /// Whether the player hides something on the chosen square.
    pub hides: bool,
}

/// What must hold for an action of set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupGuard {
    /// The square has no terrain.
    Bare,
    /// The player hides nothing on the square.
    NotHidden,
    /// Terrain of a kind stays balanced between light and dark squares.
    Balanced(u8),
    /// A field of kinds is, or is not, a kind for the side.
    Kind {
        /// The field.
        field: u8,
        /// The side.
        side: Side,
        /// The kind.
        kind: u8,
        /// Whether it must be that, or must not.
        is: bool,
    },
}

/// What of a position actions of set-up look at.
#[derive(Debug, Clone, Copy)]
pub struct SetupView<'a, S> {
    /// Squares without a piece and without terrain that blocks.
    pub empty: S,
    /// The squares with terrain of each kind.
    pub terrain: &'a [S],
    /// The further state.
    pub more: &'a More,
}

impl<S> SetupAction<S> {
    /// An action that puts pieces on squares and remembers kinds.
    #[must_use]
    pub const fn new(
        phase: u8,
        side: Side,
        text: &'static str,
        pieces: &'static [u8],
        kinds: &'static [u8],
    ) -> Self {
        Self { phase, side, text, on: None, guards: &[], pieces, kinds, lays: None, hides: false }
    }

    /// The same, if something holds.
    #[must_use]
    pub const fn guards(mut self, guards: &'static [SetupGuard]) -> Self {
        self.guards = guards;
        self
    }
}

impl<S: SquareSet> SetupAction<S> {
    /// An action that lays terrain of a kind on a square, or hides something there.
    #[must_use]
    pub const fn on(phase: u8, side: Side, text: &'static str, on: S, lays: Option<u8>) -> Self {
        let (pieces, kinds): (&[u8], &[u8]) = (&[], &[]);
        Self { phase, side, text, on: Some(on), guards: &[], pieces, kinds, lays, hides: lays.is_none() }
    }

    /// The squares on which it can be done.
    #[must_use]
    pub fn targets(&self, view: SetupView<'_, S>, spec: &Spec) -> S {
        let Some(on) = self.on else { return S::EMPTY };
        let open = on & view.empty;
        let holds = |square: &Square| {
            self.guards.iter().all(|guard| match *guard {
                SetupGuard::Bare => !view.terrain.iter().any(|set| set.has(*square)),
                SetupGuard::NotHidden => !view.more.hidden[self.side.index()].has(*square),
                SetupGuard::Balanced(terrain) => {
                    let on: Set256 = view
                        .terrain
                        .get(usize::from(terrain))
                        .into_iter()
                        .flat_map(|s| s.squares())
                        .collect();
                    balanced(on, *square, spec)
                }
                SetupGuard::Kind { .. } => self.kind_holds(guard, view.more),
            })
        };
        open.squares().filter(holds).fold(S::EMPTY, |set, square| set.with(square))
    }

    /// Whether it can be done, no square being asked for.
    #[must_use]
    pub fn is_open(&self, more: &More) -> bool {
        self.on.is_none() && self.guards.iter().all(|guard| self.kind_holds(guard, more))
    }

    fn kind_holds(&self, guard: &SetupGuard, more: &More) -> bool {
        match *guard {
            SetupGuard::Kind { field, side, kind, is } => {
                (more.kinds[usize::from(field)][side.index()] == kind + 1) == is
            }
            _ => true,
        }
    }
}
