//! A move being made: what it sets off refers to this.

use crate::geometry::{Side, Square};
use crate::moves::{EditView, MoveDetail};
use crate::record::{Piece, Record};
use crate::set::SquareSet;

/// The kind of what acts where no piece does.
pub const NOBODY: u8 = u8::MAX;

/// A piece that a movement has captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Victim {
    /// Where it stood.
    pub square: Square,
    /// Whose it was.
    pub side: Side,
    /// What it was.
    pub kind: u8,
}

/// The pieces that a movement has captured, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Victims {
    first: Option<Victim>,
    more: Vec<Victim>,
}

impl Victims {
    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// The victims in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Victim> {
        self.first.into_iter().chain(self.more.iter().copied())
    }

    /// The last one.
    #[must_use]
    pub fn last(&self) -> Option<Victim> {
        self.more.last().copied().or(self.first)
    }
}

/// What a move has done so far: who acted, from where to where, and what is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed<S> {
    /// The kind of the piece that acts, as it was before; [`NOBODY`] if none does.
    pub kind: u8,
    /// Where it came from; `None` for a drop.
    pub origin: Option<Square>,
    /// Where the movement ended; for a shot, where the captured piece stood.
    pub target: Square,
    /// Whether the mover has stayed on its origin.
    pub stays: bool,
    /// Where a partner stood that moved along.
    pub partner: Option<Square>,
    /// What the movement has captured.
    pub victims: Victims,
    /// Pieces that the movement has moved along: from and to, in order.
    pub moved: Vec<(Square, Square)>,
    /// Every square whose content was changed.
    pub touched: S,
    /// Whether a hook forbids it.
    pub vetoed: bool,
    /// Royals of the opponent that were removed by what gives no check.
    pub spared: u32,
    /// Where royals came to something hidden, which forbids the move.
    pub unhurt: S,
}

impl<S: SquareSet> Deed<S> {
    /// A piece of a kind about to move.
    #[inline]
    #[must_use]
    pub fn new(kind: u8, origin: Square, target: Square) -> Self {
        Self { origin: Some(origin), ..Self::dropped(kind, target) }
    }

    /// A piece of a kind coming from the hand.
    #[inline]
    #[must_use]
    pub fn dropped(kind: u8, target: Square) -> Self {
        Self {
            kind,
            origin: None,
            target,
            stays: false,
            partner: None,
            victims: Victims::default(),
            moved: Vec::new(),
            touched: S::of(target),
            vetoed: false,
            spared: 0,
            unhurt: S::EMPTY,
        }
    }

    /// An action that no piece makes, before it has changed anything.
    #[must_use]
    pub fn nobody() -> Self {
        Self { touched: S::EMPTY, ..Self::dropped(NOBODY, Square(0)) }
    }

    /// The action as hooks see it.
    #[must_use]
    pub fn acted(&self, side: Side) -> crate::hooks::Acted {
        let piece = |side, kind| Piece { side, kind };
        let acts = self.kind != NOBODY;
        crate::hooks::Acted {
            side,
            piece: acts.then(|| piece(side, self.kind)),
            from: self.origin,
            to: if self.stays { self.origin } else { acts.then_some(self.target) },
            offer: None,
            captured: self.victims.iter().map(|v| (v.square, piece(v.side, v.kind))).collect(),
        }
    }

    /// Notes a capture.
    #[inline]
    pub fn take(&mut self, square: Square, side: Side, kind: u8) {
        let victim = Victim { square, side, kind };
        if self.victims.first.is_none() {
            self.victims.first = Some(victim);
        } else {
            self.victims.more.push(victim);
        }
        self.touched |= S::of(square);
    }

    /// Whether something was captured.
    #[inline]
    #[must_use]
    pub const fn captures(&self) -> bool {
        !self.victims.is_empty()
    }

    /// The squares whose rights and marks fall: all that were touched but the mover's own, if it is
    /// there still.
    #[inline]
    #[must_use]
    pub fn left(&self) -> S {
        match self.origin {
            Some(origin) if self.stays || origin == self.target => self.touched.without(origin),
            _ => self.touched,
        }
    }
}

/// What a move did, from the positions before and after it.
#[must_use]
pub fn describe_deed<S: SquareSet>(before: &Record, after: &Record, deed: &Deed<S>) -> MoveDetail {
    let mut edits = Vec::new();
    let mut board = before.squares.clone();
    let piece = Piece { side: before.side, kind: deed.kind };
    for victim in deed.victims.iter() {
        if let Some(piece) = board[victim.square.index()].take() {
            edits.push(EditView::Remove(victim.square, piece));
        }
    }
    match deed.origin {
        Some(origin) if !deed.stays => {
            board[origin.index()] = None;
            for &(start, end) in &deed.moved {
                edits.push(EditView::Shift(start, end));
                board[end.index()] = board[start.index()].take();
            }
            edits.push(EditView::Shift(origin, deed.target));
            let partner = deed.partner.and_then(|s| board[s.index()].take());
            board[deed.target.index()] = Some(piece);
            let came = |i: &usize| board[*i] != after.squares[*i] && after.squares[*i] == partner;
            if let (Some(start), Some(_)) = (deed.partner, partner)
                && let Some(end) = (0..board.len()).find(came)
            {
                edits.push(EditView::Shift(start, Square(end as u8)));
                board[end] = partner;
            }
        }
        Some(_) => {
            for &(start, end) in &deed.moved {
                edits.push(EditView::Shift(start, end));
                board[end.index()] = board[start.index()].take();
            }
        }
        None if deed.kind == NOBODY => {}
        None => {
            edits.push(EditView::Place(deed.target, piece));
            board[deed.target.index()] = Some(piece);
        }
    }
    let changed = || (0..board.len()).filter(|&i| board[i] != after.squares[i]);
    edits.extend(changed().filter_map(|i| board[i].map(|p| EditView::Remove(Square(i as u8), p))));
    edits.extend(changed().filter_map(|i| after.squares[i].map(|p| EditView::Place(Square(i as u8), p))));
    for side in Side::BOTH {
        let (old, new) = (&before.hands[side.index()], &after.hands[side.index()]);
        for (kind, (&a, &b)) in (0u8..).zip(old.iter().zip(new)) {
            if a != b {
                let by = i16::from(b) - i16::from(a);
                edits.push(EditView::Hand(Piece { side, kind }, by.clamp(-128, 127) as i8));
            }
        }
    }
    for (i, (&a, &b)) in (0u8..=255).zip(before.terrain.iter().zip(&after.terrain)) {
        if a != b {
            edits.push(EditView::Terrain(Square(i), b));
        }
    }
    MoveDetail {
        from: deed.origin,
        to: if deed.stays { deed.origin } else { Some(deed.target) },
        drop: deed.origin.is_none().then_some(piece),
        captures: deed.victims.iter().map(|v| v.square).collect(),
        partner: deed.partner,
        edits,
        ..MoveDetail::default()
    }
}
