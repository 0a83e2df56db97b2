//! What an action does once its piece has moved: edits.

use chv_dsl::model::{Area, At, Cost, Edit, Owner};
use chv_runtime::{EditView, Piece, Side, Square, SquareSet, Traveller};

use crate::code;
use crate::game::Acting;
use crate::run::{Run, Turn};
use crate::walk::Landing;

/// What edits and guards refer to: who acted, from where to where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deed {
    pub(crate) side: Side,
    /// The acting piece as it was, [`code::EMPTY`] if nobody acts.
    pub(crate) code: u8,
    /// The kind that counts as moved.
    pub(crate) counts_as: u8,
    pub(crate) cost: Cost,
    /// Where it came from; `None` for drops and passes.
    pub(crate) origin: Option<u8>,
    /// Where the movement ended.
    pub(crate) target: Option<u8>,
    /// The mover stayed on its origin.
    pub(crate) stay: bool,
    pub(crate) partner: Option<(u8, u8)>,
    /// Whether the movement took something.
    pub(crate) captures: bool,
    /// The victim that set off the reaction: where it stood, and what it was.
    pub(crate) victim: Option<(u8, u8)>,
    pub(crate) chosen: Option<u8>,
    pub(crate) here: Option<u8>,
}

impl Deed {
    /// An action whose movement is not known yet.
    pub(crate) fn new(action: &Acting) -> Self {
        Self {
            side: action.side,
            code: action.code,
            counts_as: action.counts_as,
            cost: action.cost,
            origin: None,
            target: None,
            stay: false,
            partner: None,
            captures: false,
            victim: None,
            chosen: None,
            here: None,
        }
    }

    /// An action whose movement ended.
    pub(crate) fn of(run: &Run<'_>, action: &Acting, landing: &Landing) -> Self {
        let taken = &run.taken[run.taken_base..];
        Self {
            origin: landing.origin,
            target: landing.target,
            stay: landing.stay,
            partner: landing.partner,
            captures: !taken.is_empty(),
            victim: taken.last().copied(),
            ..Self::new(action)
        }
    }

    /// A traveller that has landed on a square and captured what stood there.
    pub(crate) fn landed(traveller: Traveller, victim: u8) -> Self {
        let code = code::piece(traveller.side, traveller.kind);
        let square = traveller.square.0;
        Self {
            side: traveller.side,
            code,
            counts_as: traveller.kind,
            cost: Cost::One,
            origin: None,
            target: Some(square),
            stay: false,
            partner: None,
            captures: true,
            victim: Some((square, victim)),
            chosen: None,
            here: None,
        }
    }

    /// The end of a turn that costs nothing and moves nobody.
    pub(crate) fn nothing(side: Side) -> Self {
        let nobody = Traveller { side, kind: 0, square: Square(0), turns: 0 };
        Self { code: code::EMPTY, target: None, captures: false, victim: None, ..Self::landed(nobody, 0) }
    }

    /// Whether any reaction could be set off.
    pub(crate) fn sets_off(&self, run: &Run<'_>) -> bool {
        let reactions = &run.g.reactions;
        match (self.origin, self.target) {
            _ if self.code == code::EMPTY => true,
            (Some(from), Some(to)) => reactions.any(self.side, self.code, from, to, self.captures),
            _ => reactions.by_acting(self.side, self.code, self.captures),
        }
    }

    fn place(&self, at: At) -> Option<u8> {
        match at {
            At::Origin => self.origin,
            At::Target => self.target,
            At::Victim => self.victim.map(|(square, _)| square),
            At::Chosen => self.chosen,
            At::Square(square) => Some(square.0),
            At::Here => self.here,
        }
    }

    const fn owner(&self, owner: Owner) -> Side {
        match owner {
            Owner::Actor => self.side,
            Owner::Opponent => self.side.other(),
        }
    }
}

/// Carries out edits in order.
pub(crate) fn edit(run: &mut Run<'_>, edits: &[Edit], deed: &Deed) {
    for edit in edits {
        one(run, edit, deed);
    }
}

fn one(run: &mut Run<'_>, edit: &Edit, deed: &Deed) {
    match edit {
        Edit::Remove(at, _) => {
            if let Some(square) = deed.place(*at) {
                run.remove(square);
            }
        }
        Edit::Place(at, owner, kind) => {
            if let Some(square) = deed.place(*at)
                && run.at(square) == code::EMPTY
            {
                put(run, square, Piece { side: deed.owner(*owner), kind: *kind });
            }
        }
        Edit::Shift(from, to) => {
            if let (Some(from), Some(to)) = (deed.place(*from), deed.place(*to))
                && code::is_piece(run.at(from))
                && run.at(to) == code::EMPTY
            {
                run.shift(from, to);
            }
        }
        Edit::Become(at, kind) => change(run, deed.place(*at), |p| Piece { kind: *kind, ..p }),
        Edit::Turn(at) => change(run, deed.place(*at), |p| Piece { side: p.side.other(), ..p }),
        Edit::Hand(owner, kind, by) => run.hand(deed.owner(*owner), *kind, *by),
        Edit::VictimToHand => {
            if let Some((_, victim)) = deed.victim {
                let base = run.g.variant.kinds[usize::from(code::kind_of(victim))].base;
                run.hand(deed.side, base, 1);
            }
        }
        Edit::Lay(at, terrain, only) => {
            // Nothing that blocks is laid under a piece.
            let blocks = run.g.variant.terrain[usize::from(*terrain)].blocks;
            if let Some(square) = deed.place(*at).filter(|&s| !blocks || !code::is_piece(run.at(s))) {
                if *only {
                    for other in (0..run.g.squares).map(|s| s as u8) {
                        if other != square && run.s.terrain.get(usize::from(other)) == Some(&(terrain + 1)) {
                            run.lay(other, 0);
                        }
                    }
                }
                run.lay(square, terrain + 1);
            }
        }
        Edit::Clear(at) => {
            if let Some(square) = deed.place(*at) {
                run.lay(square, 0);
            }
        }
        Edit::Hide(at) => {
            if let Some(square) = deed.place(*at) {
                let mut hidden = run.s.more.hidden;
                let own = &mut hidden[deed.side.index()];
                *own = own.with(Square(square));
                run.set_hidden(hidden, run.s.more.revealed);
            }
        }
        Edit::SetKind(field, owner, kind) => run.set_kind(*field, deed.owner(*owner), kind + 1),
        Edit::Depart(at, turns) => {
            if let Some(square) = deed.place(*at)
                && let Some(piece) = code::unpack(deed.code)
            {
                // One is taken at the end of this turn too.
                let turns = turns.saturating_add(1);
                run.depart(Traveller { side: piece.side, kind: piece.kind, square: Square(square), turns });
            }
        }
        Edit::Grant(moves) => run.set_turn(Turn { next: *moves, ..run.turn() }),
        Edit::Each(area, edits) => {
            for here in squares(run, area, deed) {
                self::edit(run, edits, &Deed { here: Some(here), ..*deed });
            }
        }
    }
}

/// The squares of an area, as the board is now.
fn squares(run: &Run<'_>, area: &Area, deed: &Deed) -> Vec<u8> {
    let Some(middle) = deed.place(area.around) else { return Vec::new() };
    let near = run.g.near(middle, area.within);
    near.squares().map(|s| s.0).filter(|&s| code::is_of(run.at(s), area.kinds)).collect()
}

fn put(run: &mut Run<'_>, square: u8, piece: Piece) {
    run.set(square, code::piece(piece.side, piece.kind));
    run.tell(EditView::Place(Square(square), piece));
}

/// The piece on a square, if there is one, is replaced by another.
fn change(run: &mut Run<'_>, square: Option<u8>, into: impl Fn(Piece) -> Piece) {
    let Some(square) = square else { return };
    let Some(old) = code::unpack(run.at(square)) else { return };
    run.tell(EditView::Remove(Square(square), old));
    put(run, square, into(old));
}
