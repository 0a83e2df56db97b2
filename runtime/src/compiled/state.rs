//! The parts of a compiled position that are the same for every game: boards as sets by kind and by
//! side.

use core::ops::ControlFlow;

use crate::compiled::walk::{Landing, Scene, View, Walk};
use crate::compiled::{LineSet, Move};
use crate::fen;
use crate::geometry::{BoardSize, Side, Square};
use crate::moves::{EditView, MoveDetail};
use crate::position::Rules;
use crate::record::{Piece, Record, UNMOVED};
use crate::set::SquareSet;
use crate::spec::Spec;
use crate::zobrist;

/// Pieces that may move only along a line, because they alone stand between their royal and a piece
/// that threatens it: each with the squares that keep the line shut (or capture its owner).
#[derive(Debug, Clone, Copy)]
pub struct Pins<S, const N: usize> {
    /// All pinned pieces.
    pub all: S,
    list: [(Square, S); N],
    len: usize,
}

impl<S: SquareSet, const N: usize> Default for Pins<S, N> {
    #[inline(always)]
    fn default() -> Self {
        Self { all: S::EMPTY, list: [(Square(0), S::EMPTY); N], len: 0 }
    }
}

impl<S: SquareSet, const N: usize> Pins<S, N> {
    /// Notes that a piece is pinned to a line; pinned twice, it must keep both shut.
    ///
    /// # Panics
    /// If more than `N` pieces are pinned: the generator proves that this cannot be.
    #[inline(always)]
    pub fn add(&mut self, square: Square, line: S) {
        if self.all.has(square) {
            for (other, mask) in &mut self.list[..self.len] {
                if *other == square {
                    *mask &= line;
                }
            }
        } else {
            self.all |= S::of(square);
            self.list[self.len] = (square, line);
            self.len += 1;
        }
    }

    /// The pinned pieces and their lines.
    #[inline(always)]
    #[must_use]
    pub fn list(&self) -> &[(Square, S)] {
        &self.list[..self.len]
    }
}

/// The kind of the piece on a square: the index of the one set of `kinds` that holds it.
#[inline(always)]
#[must_use]
pub fn piece_kind<S: SquareSet>(kinds: &[S], square: Square) -> Option<u8> {
    kinds.iter().position(|set| set.has(square)).map(|kind| kind as u8)
}

/// The piece on each square.
#[must_use]
pub fn squares_of<S: SquareSet>(kinds: &[S], sides: &[S; 2], size: BoardSize) -> Vec<Option<Piece>> {
    let piece = |square| {
        let side = if sides[0].has(square) { Side::White } else { Side::Black };
        piece_kind(kinds, square).map(|kind| Piece { side, kind })
    };
    size.all().map(piece).collect()
}

/// The key of the pieces on the board.
#[must_use]
pub fn board_key<S: SquareSet>(kinds: &[S], sides: &[S; 2]) -> u64 {
    let none = vec![S::EMPTY; kinds.len()];
    board_key_change((&none, &[S::EMPTY; 2]), (kinds, sides))
}

/// What must be mixed into the key when the board changes: the keys of all pieces that are new or gone.
#[inline]
#[must_use]
pub fn board_key_change<S: SquareSet>(before: (&[S], &[S; 2]), after: (&[S], &[S; 2])) -> u64 {
    let mut key = 0;
    for side in Side::BOTH {
        let (old, new) = (before.1[side.index()], after.1[side.index()]);
        for (kind, (&a, &b)) in before.0.iter().zip(after.0).enumerate() {
            for square in ((a & old) ^ (b & new)).squares() {
                key ^= zobrist::piece(side, kind as u8, square);
            }
        }
    }
    key
}

/// A movement that leaves squares on which en-passant capture is allowed: repeated equal steps over
/// empty squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PushSpec<S> {
    /// Whose movement it is.
    pub side: Side,
    /// The kinds of which the piece can be once the move is over, as bits.
    pub kinds: u64,
    /// One step, in files and ranks.
    pub step: (i8, i8),
    /// The numbers of steps it may have: bit `n` for `n` steps.
    pub lengths: u32,
    /// The squares it may start from.
    pub from: S,
    /// The squares it may end on.
    pub to: S,
    /// The kinds, as bits, of its owner's pieces that may stand by then where it came from.
    pub left: u64,
}

/// The squares of all pieces that can have passed a square by their last move, while the squares
/// `occupied` were in their way.
#[must_use]
pub fn explainers<S: LineSet>(
    size: BoardSize,
    mover: Side,
    passed: Square,
    kinds: &[S],
    sides: &[S; 2],
    pushes: &[PushSpec<S>],
    occupied: S,
) -> S {
    let mut found = S::EMPTY;
    for push in pushes.iter().filter(|p| p.side == mover) {
        let own = sides[mover.index()];
        let left = own & of_kinds(kinds, push.left);
        for victim in (own & of_kinds(kinds, push.kinds) & push.to).squares() {
            let back = |n: i32| size.step(victim, -n * i32::from(push.step.0), -n * i32::from(push.step.1));
            for length in (2..32).filter(|n| push.lengths >> n & 1 != 0) {
                let way: Option<Vec<Square>> = (1..length).map(back).collect();
                let (Some(way), Some(origin)) = (way, back(length)) else { continue };
                if push.from.has(origin)
                    && (left | !occupied).has(origin)
                    && way.iter().all(|&s| !occupied.has(s))
                    && way.contains(&passed)
                {
                    found |= S::of(victim);
                }
            }
        }
    }
    found
}

/// The squares that pieces of some kinds stand on, the kinds being bits.
#[must_use]
pub fn of_kinds<S: SquareSet>(kinds: &[S], bits: u64) -> S {
    let each = kinds.iter().enumerate().filter(|(kind, _)| bits >> kind & 1 != 0);
    each.fold(S::EMPTY, |all, (_, &set)| all | set)
}

/// The key of what is in hand.
#[must_use]
pub fn hands_key<const K: usize>(hands: &[[u8; K]; 2]) -> u64 {
    let mut key = 0;
    for side in Side::BOTH {
        for (kind, &count) in (0u8..).zip(&hands[side.index()]) {
            key ^= zobrist::hand(side, kind, count);
        }
    }
    key
}

/// What a record says is in hand.
#[must_use]
pub fn hands_of<const K: usize>(record: &Record) -> [[u8; K]; 2] {
    let mut hands = [[0; K]; 2];
    for (hand, said) in hands.iter_mut().zip(&record.hands) {
        hand.iter_mut().zip(said).for_each(|(n, &s)| *n = s);
    }
    hands
}

/// The key of the terrain.
#[must_use]
pub fn terrain_key<S: SquareSet>(terrain: &[S]) -> u64 {
    let each = (0u8..).zip(terrain).flat_map(|(id, set)| set.squares().map(move |s| zobrist::terrain(id, s)));
    each.fold(0, |key, k| key ^ k)
}

/// Where a record says terrain of each kind lies.
#[must_use]
pub fn terrain_sets<S: SquareSet, const T: usize>(record: &Record) -> [S; T] {
    let mut sets = [S::EMPTY; T];
    for (square, &id) in (0u8..=255).zip(&record.terrain) {
        if let Some(set) = usize::from(id).checked_sub(1).and_then(|i| sets.get_mut(i)) {
            *set |= S::of(Square(square));
        }
    }
    sets
}

/// The terrain on each square, as a record has it.
#[must_use]
pub fn terrain_of<S: SquareSet>(terrain: &[S], size: BoardSize) -> Vec<u8> {
    let on = |square| terrain.iter().position(|set| set.has(square)).map_or(0, |i| i as u8 + 1);
    size.all().map(on).collect()
}

/// Boards of a record: the pieces of each kind and of each side. Kinds that the game does not have
/// are left out; [`crate::record::problems`] names them.
#[must_use]
pub fn boards<S: SquareSet, const K: usize>(record: &Record) -> ([S; K], [S; 2]) {
    let mut kinds = [S::EMPTY; K];
    let mut sides = [S::EMPTY; 2];
    for (number, piece) in record.squares.iter().enumerate() {
        let Some(piece) = piece else { continue };
        if let Some(kind) = kinds.get_mut(usize::from(piece.kind)) {
            *kind |= S::of(Square(number as u8));
            sides[piece.side.index()] |= S::of(Square(number as u8));
        }
    }
    (kinds, sides)
}

/// What a move did, from the boards before and after it. `stays` says that the mover captures from
/// where it stands; `partner` is where a partner stands that moves along.
#[must_use]
pub fn describe(
    before: &[Option<Piece>],
    after: &[Option<Piece>],
    m: Move,
    stays: bool,
    partner: Option<Square>,
) -> MoveDetail {
    let (from, to) = (Square(m.from), Square(m.to));
    let mover = before[from.index()];
    let enemy = |square: Square| before[square.index()].filter(|p| mover.is_some_and(|m| m.side != p.side));
    let all = || (0..before.len()).map(|i| Square(i as u8));
    let captured = |s: Square| {
        // A friend on the target is taken, unless it is the partner.
        let friend = s == to && s != from && before[s.index()].is_some() && partner != Some(s);
        friend || enemy(s).is_some() && after[s.index()] != before[s.index()]
    };
    let captures: Vec<Square> = all().filter(|&s| captured(s)).collect();
    let mut edits: Vec<EditView> =
        captures.iter().filter_map(|&s| before[s.index()].map(|p| EditView::Remove(s, p))).collect();
    let mut board = before.to_vec();
    for square in &captures {
        board[square.index()] = None;
    }
    if !stays {
        edits.push(EditView::Shift(from, to));
        board[from.index()] = None;
        board[to.index()] = mover;
    }
    leftovers(board, after, partner.filter(|&p| p == to), &mut edits);
    MoveDetail {
        from: Some(from),
        to: Some(if stays { from } else { to }),
        partner,
        captures,
        edits,
        ..MoveDetail::default()
    }
}

/// What is still different once a move has been made: partners that went along, pieces that became
/// others or came up. `partner` is where a partner stood, if the mover has come there.
fn leftovers(
    board: Vec<Option<Piece>>,
    after: &[Option<Piece>],
    partner: Option<Square>,
    edits: &mut Vec<EditView>,
) {
    let differs = |s: &Square| board[s.index()] != after[s.index()];
    let all = || (0..board.len()).map(|i| Square(i as u8));
    let gone: Vec<Square> = all().filter(|s| board[s.index()].is_some() && differs(s)).collect();
    let come: Vec<Square> = all().filter(|s| after[s.index()].is_some() && differs(s)).collect();
    match (&gone[..], &come[..], partner) {
        (&[a], &[b], _) if a != b && board[a.index()] == after[b.index()] => {
            edits.push(EditView::Shift(a, b))
        }
        (&[], &[b], Some(start)) => edits.push(EditView::Shift(start, b)),
        _ => {
            edits.extend(gone.iter().filter_map(|&s| board[s.index()].map(|p| EditView::Remove(s, p))));
            edits.extend(come.iter().filter_map(|&s| after[s.index()].map(|p| EditView::Place(s, p))));
        }
    }
}

/// What a move along a walk did, from the boards before and after it and its landing.
#[must_use]
pub fn describe_walk<S>(
    before: &[Option<Piece>],
    after: &[Option<Piece>],
    m: Move,
    landing: &Landing<S>,
) -> MoveDetail {
    let (from, to) = (Square(m.from), landing.to);
    let mut board = before.to_vec();
    let mut edits = Vec::new();
    for &square in &landing.captured {
        edits.extend(board[square.index()].take().map(|p| EditView::Remove(square, p)));
    }
    let mover = if landing.stays { None } else { board[from.index()].take() };
    for &(start, end) in &landing.shifted {
        edits.push(EditView::Shift(start, end));
        board[end.index()] = board[start.index()].take();
    }
    if !landing.stays {
        edits.push(EditView::Shift(from, to));
        board[to.index()] = mover;
    }
    leftovers(board, after, None, &mut edits);
    MoveDetail {
        from: Some(from),
        to: Some(if landing.stays { from } else { to }),
        captures: landing.captured.clone(),
        waypoints: landing.waypoints.clone(),
        edits,
        ..MoveDetail::default()
    }
}

/// The start position of a game whose start is known to be well-formed.
///
/// # Panics
/// If it is not: the compiler checks that it is.
#[must_use]
pub fn start<R: Rules>(rules: &R, spec: &Spec) -> R::Position {
    match fen::read_position(rules, &spec.start) {
        Ok(position) => position,
        Err(error) => panic!("the start position of `{}` is not well-formed: {error}", spec.name),
    }
}

/// The sentence for a position in which the side that is not to act is in check.
#[must_use]
pub fn waiting_in_check(turn: Side) -> String {
    format!("{} is in check, but {turn} is to act", turn.other())
}

/// The slow path of a compiled position, emitted on request: every move made and tested.
pub trait Tested: crate::Position {
    /// As [`crate::Position::visit`], but no move is proven legal without making it.
    fn visit_tested<F: FnMut(Self::MoveSet) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()>;
}

/// Of the squares whose piece is remembered as unmoved, those on which the piece of the start stands
/// now: what a text that says nothing of them means.
#[must_use]
pub fn at_home<S: SquareSet>(kinds: &[S], sides: &[S; 2], home: &[(Square, Side, u8)]) -> S {
    let there = |(square, side, kind): &&(Square, Side, u8)| {
        sides[side.index()].has(*square) && kinds[usize::from(*kind)].has(*square)
    };
    home.iter().filter(there).fold(S::EMPTY, |set, (square, ..)| set.with(*square))
}

/// The field that says which pieces have not moved, if it says more than the board.
#[must_use]
pub fn write_unmoved<S: SquareSet>(marks: S, home: S, size: BoardSize) -> Option<(String, String)> {
    if marks == home {
        return None;
    }
    let names: Vec<String> = marks.squares().map(|s| size.name(s)).collect();
    Some((UNMOVED.to_owned(), if names.is_empty() { "-".to_owned() } else { names.join(" ") }))
}

/// The squares of those of some pieces that can have passed a square by their last move along a walk: from
/// one of the `origins` that is empty, or where one stands of the pieces that may have been `left` there.
#[must_use]
pub fn explainers_by_walk<'a, S: SquareSet + 'a>(
    walk: &Walk<S>,
    scene: impl Into<Scene<'a, S>>,
    movers: S,
    origins: S,
    left: S,
    passed: Square,
) -> S {
    let scene = scene.into();
    let free = origins & (left | !(scene.view.own | scene.view.enemy));
    movers.squares().filter(|&stands| came_past(walk, scene, stands, free, passed)).fold(S::EMPTY, S::with)
}

/// Whether a piece can have come to its square along a walk past another.
fn came_past<S: SquareSet>(
    walk: &Walk<S>,
    scene: Scene<'_, S>,
    stands: Square,
    origins: S,
    passed: Square,
) -> bool {
    let view = scene.view;
    origins.without(stands).squares().any(|from| {
        let lifted = View { own: view.own.without(stands), passed: S::EMPTY, ..view };
        walk.each(Scene { view: lifted, ..scene }, from, |landing| {
            if landing.to == stands && landing.passed.has(passed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    })
}
