//! Actions of both sides, paired: one movement as its owner sees it.

use chv_dsl::model::{
    Action, Actor, Guard, KindId, Movement, RightId, Set256, Side, Source, Square, SquareSet, Variant,
};

use super::Unsupported;
use super::ways::{Ways, take_apart};

/// A movement of a kind, seen from its owner's side: Black's steps are these turned by 180 degrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mover {
    /// The kind.
    pub kind: KindId,
    /// The shapes.
    pub ways: Ways,
    /// The squares it may start from, for White and for Black; none if the side has no such movement.
    pub from: [Set256; 2],
    /// The squares it may end on, likewise.
    pub to: [Set256; 2],
    /// Whether it is offered to the player; it threatens in any case.
    pub offered: bool,
    /// Where it is written.
    pub source: Source,
}

/// A castling move of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Castle {
    /// Whose it is.
    pub side: Side,
    /// The kind that castles.
    pub kind: KindId,
    /// From and to.
    pub king: (Square, Square),
    /// The partner's from and to.
    pub partner: Option<(Square, Square)>,
    /// Its right.
    pub right: Option<RightId>,
    /// Squares that must be empty.
    pub empty: Set256,
    /// Squares that must not be attacked.
    pub safe: Vec<Square>,
    /// Where it is written.
    pub source: Source,
}

/// Pairs the actions of both sides.
pub(super) fn collect(
    variant: &Variant,
    board: Set256,
    problems: &mut Vec<Unsupported>,
) -> (Vec<Mover>, Vec<Castle>) {
    let mut movers: Vec<Mover> = Vec::new();
    let mut castles = Vec::new();
    for action in &variant.actions {
        let mut refuse =
            |what: &str| problems.push(Unsupported { what: what.to_owned(), source: action.source });
        let Actor::Kind(kind) = action.actor else {
            refuse("a drop or a pass");
            continue;
        };
        if !action.edits.is_empty() {
            refuse("an action with edits of its own");
            continue;
        }
        if action.cost != 1 {
            refuse("an action that costs more or less than one move");
            continue;
        }
        match &action.movement {
            Movement::Walk(walk) => {
                if !action.guards.is_empty() {
                    refuse("a guard on a walk");
                    continue;
                }
                match take_apart(walk) {
                    Ok(ways) => add(&mut movers, action, kind, ways, board),
                    Err(reason) => refuse(&reason),
                }
            }
            Movement::Fixed { from, to, partner } => match castle(action, kind, (*from, *to), *partner) {
                Some(castle) => castles.push(castle),
                None => refuse("a guard on a fixed move"),
            },
            Movement::Leap { .. } => refuse("a universal leap"),
            Movement::Stand => refuse("a pass"),
        }
    }
    movers.sort_by_key(|m| m.kind);
    (movers, castles)
}

/// Adds an action to the movement of the other side that is the same from its owner's view, or as a
/// new one.
fn add(movers: &mut Vec<Mover>, action: &Action, kind: KindId, ways: Ways, board: Set256) {
    let side = action.side.index();
    let ways = if action.side == Side::Black { ways.turned() } else { ways };
    let (from, to) = (action.from & board, action.to & board);
    let open = movers
        .iter_mut()
        .find(|m| m.kind == kind && m.ways == ways && m.offered == action.offered && m.from[side].is_empty());
    match open {
        Some(mover) => {
            mover.from[side] = from;
            mover.to[side] = to;
        }
        None => {
            let mut mover = Mover {
                kind,
                ways,
                from: [Set256::EMPTY; 2],
                to: [Set256::EMPTY; 2],
                offered: action.offered,
                source: action.source,
            };
            mover.from[side] = from;
            mover.to[side] = to;
            movers.push(mover);
        }
    }
}

fn castle(
    action: &Action,
    kind: KindId,
    king: (Square, Square),
    partner: Option<(Square, Square)>,
) -> Option<Castle> {
    let mut out = Castle {
        side: action.side,
        kind,
        king,
        partner,
        right: None,
        empty: Set256::EMPTY,
        safe: Vec::new(),
        source: action.source,
    };
    for guard in &action.guards {
        match guard {
            Guard::Right(right) if out.right.is_none() => out.right = Some(*right),
            Guard::Empty(squares) => out.empty |= *squares,
            Guard::Safe(squares) => out.safe.extend(squares),
            _ => return None,
        }
    }
    Some(out)
}
