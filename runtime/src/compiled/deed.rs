//! A move being made: what it sets off refers to this.

use crate::compiled::piece_kind;
use crate::geometry::{Side, Square};
use crate::moves::{EditView, MoveDetail};
use crate::record::Piece;
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

/// What of a position moves change.
#[derive(Debug, Clone, Copy)]
pub struct Held<'a, S> {
    /// The pieces of each kind.
    pub kinds: &'a [S],
    /// The pieces of each side.
    pub sides: &'a [S; 2],
    /// The squares with terrain of each kind.
    pub terrain: &'a [S],
    /// The pieces in hand, by side and kind.
    pub hands: [&'a [u8]; 2],
}

impl<S: SquareSet> Held<'_, S> {
    fn piece(&self, square: Square) -> Option<Piece> {
        let side = if self.sides[0].has(square) { Side::White } else { Side::Black };
        piece_kind(self.kinds, square).map(|kind| Piece { side, kind })
    }

    fn terrain(&self, square: Square) -> u8 {
        self.terrain.iter().position(|set| set.has(square)).map_or(0, |i| i as u8 + 1)
    }
}

/// The squares on which sets differ.
fn differing<S: SquareSet>(a: &[S], b: &[S]) -> S {
    a.iter().zip(b).fold(S::EMPTY, |all, (&a, &b)| all | a ^ b)
}

/// A board on which some squares hold something else.
struct Changed<'a, S> {
    board: &'a Held<'a, S>,
    squares: Vec<(Square, Option<Piece>)>,
}

impl<S: SquareSet> Changed<'_, S> {
    fn piece(&self, square: Square) -> Option<Piece> {
        let changed = self.squares.iter().find(|(s, _)| *s == square);
        changed.map_or_else(|| self.board.piece(square), |(_, piece)| *piece)
    }

    fn put(&mut self, square: Square, piece: Option<Piece>) {
        match self.squares.iter_mut().find(|(s, _)| *s == square) {
            Some((_, held)) => *held = piece,
            None => self.squares.push((square, piece)),
        }
    }

    fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece(square);
        self.put(square, None);
        piece
    }
}

/// What a move of a side did, from what was before it and what is after it.
#[must_use]
pub fn describe_deed<S: SquareSet>(
    before: &Held<'_, S>,
    after: &Held<'_, S>,
    side: Side,
    deed: &Deed<S>,
) -> MoveDetail {
    let mut edits = Vec::new();
    let mut board = Changed { board: before, squares: Vec::new() };
    let piece = Piece { side, kind: deed.kind };
    for victim in deed.victims.iter() {
        if let Some(piece) = board.take(victim.square) {
            edits.push(EditView::Remove(victim.square, piece));
        }
    }
    let differ = differing(before.kinds, after.kinds) | differing(before.sides, after.sides);
    // Where the board does not hold what it holds afterwards, as far as the edits go.
    let open = |board: &Changed<'_, S>| {
        let all = board.squares.iter().fold(differ, |set, &(square, _)| set.with(square));
        all.squares().filter(|&s| board.piece(s) != after.piece(s)).collect::<Vec<_>>()
    };
    let origin = deed.origin.filter(|_| !deed.stays);
    if let Some(origin) = origin {
        board.put(origin, None);
    }
    for &(start, end) in &deed.moved {
        edits.push(EditView::Shift(start, end));
        let piece = board.take(start);
        board.put(end, piece);
    }
    match (deed.origin, origin) {
        (_, Some(origin)) => {
            edits.push(EditView::Shift(origin, deed.target));
            let partner = deed.partner.and_then(|s| board.take(s));
            board.put(deed.target, Some(piece));
            if let (Some(start), Some(_)) = (deed.partner, partner)
                && let Some(end) = open(&board).into_iter().find(|&s| after.piece(s) == partner)
            {
                edits.push(EditView::Shift(start, end));
                board.put(end, partner);
            }
        }
        (Some(_), None) => {}
        (None, None) if deed.kind == NOBODY => {}
        (None, None) => {
            edits.push(EditView::Place(deed.target, piece));
            board.put(deed.target, Some(piece));
        }
    }
    let changed = open(&board);
    edits.extend(changed.iter().filter_map(|&s| board.piece(s).map(|p| EditView::Remove(s, p))));
    edits.extend(changed.iter().filter_map(|&s| after.piece(s).map(|p| EditView::Place(s, p))));
    for side in Side::BOTH {
        let (old, new) = (before.hands[side.index()], after.hands[side.index()]);
        for (kind, (&a, &b)) in (0u8..).zip(old.iter().zip(new)) {
            if a != b {
                let by = i16::from(b) - i16::from(a);
                edits.push(EditView::Hand(Piece { side, kind }, by.clamp(-128, 127) as i8));
            }
        }
    }
    let laid = differing(before.terrain, after.terrain).squares();
    edits.extend(laid.map(|square| EditView::Terrain(square, after.terrain(square))));
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
