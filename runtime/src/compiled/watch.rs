//! Who could take a royal, and what he looked at to find out: after a move only those are asked again
//! for whom something has changed.

use crate::geometry::Square;
use crate::more::MOST_KIND_FIELDS;
use crate::set::SquareSet;

/// What fields remember of kinds moved, as in [`crate::More::kinds`].
type Kinds = [[u8; 2]; MOST_KIND_FIELDS];

/// The opponent's pieces that are near enough to a royal, and what each of them saw in one position.
#[derive(Debug, Clone)]
pub struct Watch<S> {
    /// Where the royal stands.
    pub royal: Square,
    steady: Watched<S>,
    /// Those whose movements hang on the kind moved, for each kind that has been asked about, and what is
    /// remembered once it has moved.
    lent: Vec<(u8, Kinds, Watched<S>)>,
}

/// Pieces that are watched together.
#[derive(Debug, Clone, Default)]
pub struct Watched<S> {
    list: Vec<(Square, bool, S)>,
    /// Whether any of them could take the royal.
    strikes: bool,
    seen: S,
}

impl<S: SquareSet> Watched<S> {
    /// Nobody yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { list: Vec::new(), strikes: false, seen: S::EMPTY }
    }

    /// Adds a piece: whether it could take the royal, and all squares it looked at.
    pub fn add(&mut self, piece: Square, strikes: bool, seen: S) {
        self.list.push((piece, strikes, seen));
        self.strikes |= strikes;
        self.seen |= seen;
    }

    /// Whether none of them can take the royal after a change on some squares, if that can be said without
    /// asking anybody again.
    #[must_use]
    pub fn verdict(&self, changed: S) -> Option<bool> {
        if self.strikes && self.list.iter().any(|(_, strikes, seen)| *strikes && (*seen & changed).is_empty())
        {
            return Some(false);
        }
        (!self.strikes && (self.seen & changed).is_empty()).then_some(true)
    }

    /// Whether one of them could take the royal after a change on some squares. `again` asks those that
    /// looked at one of them.
    fn strike(&self, changed: S, enemy: S, mut again: impl FnMut(Square) -> bool) -> bool {
        self.list.iter().any(|&(piece, strikes, seen)| {
            if (seen & changed).is_empty() {
                return strikes;
            }
            enemy.has(piece) && !changed.has(piece) && again(piece)
        })
    }
}

impl<S: SquareSet> Watch<S> {
    /// The pieces that are there whatever is moved.
    #[must_use]
    pub const fn new(royal: Square, steady: Watched<S>) -> Self {
        Self { royal, steady, lent: Vec::new() }
    }

    /// Whether a change on some squares leaves the royal safe, if that can be said without asking anybody
    /// again. `lent` finds out about the pieces whose movements hang on the kind moved, and what is
    /// remembered once it has moved.
    pub fn verdict(
        &mut self,
        changed: S,
        kind: u8,
        lent: impl FnOnce() -> (Kinds, Watched<S>),
    ) -> Option<bool> {
        let steady = self.steady.verdict(changed);
        if steady != Some(true) {
            return steady;
        }
        let known = self.lent.iter().position(|&(k, ..)| k == kind);
        let at = known.unwrap_or_else(|| {
            let (kinds, watched) = lent();
            self.lent.push((kind, kinds, watched));
            self.lent.len() - 1
        });
        self.lent[at].2.verdict(changed)
    }

    /// Whether a piece could take the royal after a change on some squares, `kinds` being remembered.
    /// `again` asks the pieces that looked at one of them, those that stand on one now, and the `lent` ones
    /// whose movements hang on the kind moved, where nobody has asked about it yet.
    pub fn strikes(
        &self,
        changed: S,
        enemy: S,
        kinds: &Kinds,
        mut lent: impl Iterator<Item = Square>,
        mut again: impl FnMut(Square) -> bool,
    ) -> bool {
        if self.steady.strike(changed, enemy, &mut again) || (changed & enemy).squares().any(&mut again) {
            return true;
        }
        match self.lent.iter().find(|(_, remembered, _)| remembered == kinds) {
            Some((_, _, watched)) => watched.strike(changed, enemy, again),
            None => lent.any(again),
        }
    }
}
