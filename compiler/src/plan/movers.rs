//! Actions of both sides, paired: one movement as its owner sees it.

use std::collections::BTreeSet;

use chv_dsl::model::{
    Action, Actor, At, BoardSize, Content, Cost, Edge, Edit, Guard, KindId, KindSet, Movement, Node,
    NodeHead, Owner, RightId, Set256, SetBy, Side, Source, Square, SquareSet, Stop, Take, Trigger, Variant,
    Walk,
};

use super::Unsupported;
use super::drops::{self, Drop};
use super::ground;
use super::ways::{Ends, FAR, Needs, Way, Ways, take_apart};

/// A movement of a kind, seen from its owner's side: Black's steps are these turned by 180 degrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mover {
    /// The kind.
    pub kind: KindId,
    /// The shapes.
    pub ways: Ways,
    /// The walks themselves, absolute, for White and for Black, if they have no such shapes: they are
    /// followed node by node.
    pub walks: Option<[Walk; 2]>,
    /// Which pieces have it.
    pub only: Only,
    /// What it costs of the moves of a turn.
    pub cost: Cost,
    /// For how many turns the piece is away, if it leaves the board.
    pub travels: Option<u8>,
    /// The kind that counts as moved with it.
    pub counts_as: KindId,
    /// The squares it may start from, for White and for Black; none if the side has no such movement.
    pub from: [Set256; 2],
    /// The squares it may end on, likewise.
    pub to: [Set256; 2],
    /// Whether it is offered to the player and gives check. Else it only forbids: no royal may be left
    /// where it could be taken so.
    pub offered: bool,
    /// Where it is written.
    pub source: Source,
}

/// Which pieces of a kind have a movement, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Only {
    /// Which pieces.
    pub who: Who,
    /// With what on the board.
    pub ground: Ground,
}

/// What must lie on the board for a movement to be as it is. Where terrain can join slides or turn them,
/// they have two forms: one by tables, one that is followed node by node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// It makes no difference.
    Any,
    /// No terrain that joins slides or turns them.
    Plain,
    /// Such terrain.
    Wound,
}

/// Which pieces of a kind have a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// All.
    All,
    /// Those that have not moved.
    Unmoved,
    /// All, while a field is one of some kinds.
    Kinds {
        /// The field: index into [`chv_runtime::More::kinds`].
        field: u8,
        /// Whether it is the actor's own half, or the opponent's.
        own: bool,
        /// The kinds.
        kinds: KindSet,
    },
}

impl Only {
    /// All pieces, always.
    pub const ALL: Self = Self { who: Who::All, ground: Ground::Any };

    /// Whether both hang on the same half of the same field.
    #[must_use]
    pub fn same_field(self, other: Self) -> bool {
        match (self.who, other.who) {
            (Who::Kinds { field, own, .. }, Who::Kinds { field: f, own: o, .. }) => (field, own) == (f, o),
            _ => false,
        }
    }

    /// Both together, if they hang on the same half of the same field.
    #[must_use]
    pub fn or(self, other: Self) -> Option<Self> {
        match (self.who, other.who) {
            (Who::Kinds { field, own, kinds }, Who::Kinds { kinds: more, .. })
                if self.same_field(other) && self.ground == other.ground =>
            {
                Some(Self { who: Who::Kinds { field, own, kinds: kinds.or(more) }, ..self })
            }
            _ => (self == other).then_some(self),
        }
    }

    /// Whether no piece ever has both movements at the same time, one of them hanging on terrain.
    #[must_use]
    pub fn excludes(self, other: Self) -> bool {
        let apart = match (self.who, other.who) {
            (Who::Kinds { kinds, .. }, Who::Kinds { kinds: more, .. }) => {
                self.same_field(other) && kinds.and(more).is_empty()
            }
            _ => false,
        };
        match (self.ground, other.ground) {
            (Ground::Any, Ground::Any) => false,
            (Ground::Any, _) | (_, Ground::Any) => apart,
            (a, b) => a != b || apart,
        }
    }
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
) -> (Vec<Mover>, Vec<Mover>, Vec<Castle>, Vec<Drop>) {
    let mut movers: Vec<Mover> = Vec::new();
    let mut travels: Vec<Mover> = Vec::new();
    let mut castles = Vec::new();
    let mut drops = Vec::new();
    let winds = ground::winds(variant);
    for action in &variant.actions {
        let mut refuse =
            |what: &str| problems.push(Unsupported { what: what.to_owned(), source: action.source });
        if action.phase != 0 {
            // What is done before play has a form of its own.
            continue;
        }
        if travel_of(action).is_none() && !action.edits.is_empty() {
            refuse("an action with edits of its own");
            continue;
        }
        if action.cost != Cost::One && !matches!(action.actor, Actor::Kind(_)) {
            refuse("a drop that costs the whole turn");
            continue;
        }
        if let Actor::Hand(kind) = action.actor {
            if let Err(what) = drops::add(&mut drops, action, kind, board) {
                refuse(what);
            }
            continue;
        }
        if who(action).is_none() && !matches!(action.movement, Movement::Fixed { .. }) {
            refuse("a guard on a movement");
            continue;
        }
        let Actor::Kind(kind) = action.actor else {
            refuse("a pass");
            continue;
        };
        match &action.movement {
            Movement::Walk(walk) => {
                let plain = ground::plain(walk);
                let followed = (Ways::default(), Some(walk.clone()));
                let joined = variant.board.joined_files || variant.board.joined_ranks;
                let (list, found) = if travel_of(action).is_some() {
                    if walk.nodes.iter().any(|n| n.head.take != Take::Nothing) {
                        refuse("a walk that takes on its way to where a piece comes back");
                        continue;
                    }
                    (
                        &mut travels,
                        take_apart(&arriving(&plain)).ok().filter(|ways| !joined && is_short(ways)),
                    )
                } else {
                    // Where something is hidden, it matters by which way a piece goes.
                    let joined = joined || variant.fields.hidden.is_some();
                    let by_walk = |ways: &Ways| {
                        joined
                            || borrows_beside(variant, action, kind)
                            || promotes_otherwise(variant, action, kind, ways)
                            || winds && ground::comes_again(&plain)
                    };
                    (&mut movers, take_apart(&plain).ok().filter(|ways| !by_walk(ways)))
                };
                let wound = ground::is_wound(variant, walk);
                let mut add = |shape, ground| add(list, action, kind, shape, ground, board);
                match found {
                    Some(ways) if wound => {
                        add((ways, None), Ground::Plain);
                        add(followed, Ground::Wound);
                    }
                    Some(ways) => add((ways, None), Ground::Any),
                    None => add(followed, Ground::Any),
                }
            }
            Movement::Fixed { from, to, partner } => match castle(action, kind, (*from, *to), *partner) {
                Some(castle) => castles.push(castle),
                None => refuse("a guard on a fixed move"),
            },
            Movement::Leap { test, take } => {
                let occupied = test.friend.or(test.enemy);
                let plain = test.terrain == 0
                    && test.passed.is_empty()
                    && (*take == Take::Capture || occupied.is_empty());
                let followed = variant.fields.hidden.is_some() || borrows_beside(variant, action, kind);
                let shape = if plain && !followed {
                    let ends = Ends { quiet: test.empty, capture: test.enemy, friend: test.friend };
                    (Ways { anywhere: Some(ends), ..Ways::default() }, None)
                } else {
                    (Ways::default(), Some(anywhere(*test, *take, variant.board.size)))
                };
                add(&mut movers, action, kind, shape, Ground::Any, board);
            }
            Movement::Stand => refuse("a pass"),
        }
    }
    movers.sort_by_key(|m| m.kind);
    (movers, travels, castles, drops)
}

/// For how many turns the piece of an action is away, if it leaves the board.
fn travel_of(action: &Action) -> Option<u8> {
    match (&action.edits[..], &action.movement) {
        ([Edit::Depart(At::Target, turns)], Movement::Walk(_)) => Some(*turns),
        _ => None,
    }
}

/// Whether ways are leaps and rides, and nothing else.
fn is_short(ways: &Ways) -> bool {
    let straight = |w: &Way| matches!(w, Way::Leap { .. } | Way::Ride { .. });
    ways.ways.iter().all(straight) && ways.pushes.is_empty() && ways.passed.is_empty() && !ways.stay
}

/// A walk that leaves the board as one that arrives: what stands on its last square may stay there.
fn arriving(walk: &Walk) -> Walk {
    let mut walk = walk.clone();
    for head in walk.nodes.iter_mut().map(|n| &mut n.head).filter(|h| h.stop == Some(Stop::Depart)) {
        head.stop = Some(Stop::Arrive);
        if !head.test.enemy.is_empty() {
            head.take = Take::Capture;
        }
    }
    walk
}

/// Which pieces have an action that moves over the board; `None` if its guards say something else.
fn who(action: &Action) -> Option<Who> {
    match action.guards.as_slice() {
        [] => Some(Who::All),
        [Guard::Unmoved] => Some(Who::Unmoved),
        [Guard::KindIs(field, owner, kind)] => {
            Some(Who::Kinds { field: *field, own: *owner == Owner::Actor, kinds: KindSet::of(*kind) })
        }
        _ => None,
    }
}

/// Whether an action is borrowed by pieces that have others besides: what counts as moved then depends
/// on which of them a move follows, and ways that are followed have numbers that tell.
fn borrows_beside(variant: &Variant, action: &Action, kind: KindId) -> bool {
    let lent = |a: &Action| match who(a) {
        Some(Who::Kinds { field, own, .. }) => Some((field, own)),
        _ => None,
    };
    let stays = |a: &&Action| a.phase == 0 && a.actor == Actor::Kind(kind) && travel_of(a).is_none();
    let half = lent(action);
    let notes = variant.fields.kinds.iter().any(|f| f.set_by == SetBy::Moves);
    notes && half.is_some() && variant.actions.iter().filter(stays).any(|a| lent(a) != half)
}

/// A movement to anywhere as a walk: one step to any square.
fn anywhere(test: Content, take: Take, size: BoardSize) -> Walk {
    let (files, ranks) = (size.files as i8, size.ranks as i8);
    let steps = (1 - ranks..ranks).flat_map(|dy| (1 - files..files).map(move |dx| (dx, dy)));
    let first = steps
        .filter(|&step| step != (0, 0))
        .map(|(dx, dy)| Edge { new_leg: true, ..Edge::step(dx, dy, 0) })
        .collect();
    Walk { first, nodes: vec![Node { head: NodeHead::stop(test, take), next: Vec::new() }] }
}

/// Whether a move of a kind between two squares sets off a promotion.
fn promotes(variant: &Variant, side: Side, kind: KindId, from: Square, to: Square) -> bool {
    variant.reactions.iter().any(|r| match r.on {
        Trigger::Promotes { kinds, from: left, to: reached, .. } => {
            r.side == side && kinds.has(kind) && (left.has(from) || reached.has(to))
        }
        _ => false,
    })
}

/// Whether pushes that leave en-passant squares, or captures en passant, promote: such a move has two
/// effects beside the displacement, so that its walk must be followed.
fn promotes_otherwise(variant: &Variant, action: &Action, kind: KindId, ways: &Ways) -> bool {
    let mut pushes: Vec<(i8, i8)> = Vec::new();
    for push in ways.pushes.iter().filter(|p| p.leaves_passed) {
        let lengths = (2..=FAR as i8).filter(|n| push.lengths >> n & 1 != 0);
        pushes.extend(lengths.map(|n| (push.step.0.saturating_mul(n), push.step.1.saturating_mul(n))));
    }
    let size = variant.board.size;
    let passable =
        if ways.passed.is_empty() { Set256::EMPTY } else { passable(variant, action.side.other()) };
    let to = |from, (dx, dy): (i8, i8)| size.step(from, dx.into(), dy.into()).filter(|&to| action.to.has(to));
    action.from.squares().filter(|s| s.index() < size.squares()).any(|from| {
        let promotes = |to: &Square| promotes(variant, action.side, kind, from, *to);
        let passing = ways.passed.iter().filter_map(|p| to(from, p.0)).filter(|&s| passable.has(s));
        let pushes = pushes.iter().filter_map(|&step| to(from, step));
        passing.chain(pushes).any(|to| promotes(&to))
    })
}

/// The squares that a side's movements can leave behind for captures en passant, whatever stands on the
/// board.
fn passable(variant: &Variant, side: Side) -> Set256 {
    let size = variant.board.size;
    let mut found = Set256::EMPTY;
    for action in variant.actions.iter().filter(|a| a.side == side) {
        let Movement::Walk(walk) = &action.movement else { continue };
        if !walk.nodes.iter().any(|n| n.head.leaves_passed) {
            continue;
        }
        let mut seen: BTreeSet<(Square, u16)> = BTreeSet::new();
        let starts = action.from.squares().filter(|s| s.index() < size.squares());
        let mut open: Vec<(Square, &[Edge])> = starts.map(|s| (s, &walk.first[..])).collect();
        while let Some((at, edges)) = open.pop() {
            for edge in edges {
                let Some(next) = size.step(at, edge.dx.into(), edge.dy.into()) else { continue };
                let Some(node) = walk.nodes.get(usize::from(edge.to)) else { continue };
                if seen.insert((next, edge.to)) {
                    if node.head.leaves_passed {
                        found = found.with(next);
                    }
                    open.push((next, &node.next));
                }
            }
        }
    }
    found
}

/// Adds an action to the movement of the other side that is the same from its owner's view, or as a
/// new one.
fn add(
    movers: &mut Vec<Mover>,
    action: &Action,
    kind: KindId,
    (ways, walk): (Ways, Option<Walk>),
    ground: Ground,
    board: Set256,
) {
    let side = action.side.index();
    let ways = if action.side == Side::Black { ways.turned() } else { ways };
    let (from, to) = (action.from & board, action.to & board);
    let Some(who) = who(action) else { return };
    let only = Only { who, ground };
    let open = movers.iter_mut().find(|m| {
        m.kind == kind
            && m.ways == ways
            && m.walks.is_some() == walk.is_some()
            && m.offered == action.offered
            && m.only == only
            && m.cost == action.cost
            && m.travels == travel_of(action)
            && m.counts_as == action.counts_as.unwrap_or(kind)
            && m.from[side].is_empty()
    });
    let mover = match open {
        Some(mover) => mover,
        None => {
            movers.push(Mover {
                kind,
                ways,
                walks: walk.is_some().then(Default::default),
                only,
                cost: action.cost,
                travels: travel_of(action),
                counts_as: action.counts_as.unwrap_or(kind),
                from: [Set256::EMPTY; 2],
                to: [Set256::EMPTY; 2],
                offered: action.offered,
                source: action.source,
            });
            let last = movers.len() - 1;
            &mut movers[last]
        }
    };
    mover.from[side] = from;
    mover.to[side] = to;
    if let (Some(walks), Some(walk)) = (&mut mover.walks, walk) {
        walks[side] = walk;
    }
}

impl Mover {
    /// Whether it goes on over pieces of some kinds and not over those of others.
    #[must_use]
    pub fn passes_kinds(&self, variant: &Variant) -> bool {
        let all: KindSet = (0..variant.kinds.len() as KindId).collect();
        let some = |kinds: KindSet| !kinds.and(all).is_empty() && kinds.and(all) != all;
        let picky = |needs: &Needs| some(needs.friend) || some(needs.enemy);
        fn any(ways: &[Way], picky: &dyn Fn(&Needs) -> bool) -> bool {
            ways.iter().any(|way| match way {
                Way::Leap { .. } | Way::Ride { .. } => false,
                Way::Through { content, then, .. } => picky(content) || any(then, picky),
                Way::Slide { then, blocked, .. } => {
                    any(then, picky) || blocked.iter().any(|b| picky(&b.content) || any(&b.then, picky))
                }
            })
        }
        let mut nodes = self.walks.iter().flatten().flat_map(|w| &w.nodes);
        any(&self.ways.ways, &picky) || nodes.any(|n| !n.next.is_empty() && picky(&n.head.test.into()))
    }

    /// Whether the walks can take a piece of one of some kinds, in any way.
    #[must_use]
    pub fn walks_take(&self, kinds: KindSet) -> bool {
        let takes = |walk: &Walk| {
            walk.nodes.iter().any(|n| {
                let head = &n.head;
                matches!(head.take, Take::Capture | Take::Push)
                    && !head.test.enemy.or(head.test.friend).and(kinds).is_empty()
            })
        };
        self.walks.as_ref().is_some_and(|walks| walks.iter().any(takes))
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
