//! Actions, reactions and phases.

use chv_runtime::{Set256, Side, Square};

use super::{Content, KindId, KindSet, RightId, Source, Take, TerrainId, Walk};

/// Something a player can do in his turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// Whose action it is.
    pub side: Side,
    /// Which piece acts.
    pub actor: Actor,
    /// What must hold.
    pub guards: Vec<Guard>,
    /// How the actor moves.
    pub movement: Movement,
    /// The squares it may start from.
    pub from: Set256,
    /// The squares it may end on; for a shot, where what it captures stands.
    pub to: Set256,
    /// Edits of its own, after the movement.
    pub edits: Vec<Edit>,
    /// What it costs of the turn's budget of moves.
    pub cost: Cost,
    /// The phase in which it is offered, counted down: 0 is play, 1 the last phase of set-up.
    pub phase: u8,
    /// The kind whose movement it borrows, which then counts as the kind that moved; `None` for the
    /// actor's own.
    pub counts_as: Option<KindId>,
    /// How move text names it, where squares do not: `royals=QCMD`. Empty for all other actions.
    pub text: String,
    /// Whether it is offered to the player. One that is not offered is never made and gives no check;
    /// it only forbids to leave a royal where it would remove it (facing royals).
    pub offered: bool,
    /// Whether it is written as a movement of a piece that has not moved. What that comes to is said by
    /// `from` and the guards; this is for pictures.
    pub first: bool,
    /// Where it is written.
    pub source: Source,
}

/// What an action takes of the moves that a turn has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cost {
    /// One move.
    #[default]
    One,
    /// All that there are: it can only be the first of a turn, and ends it.
    Whole,
}

/// Which piece acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// A piece of this kind on the board.
    Kind(KindId),
    /// A piece of this kind in hand; one is taken out.
    Hand(KindId),
    /// Nobody: a pass, or something that a player does before play.
    Nobody,
}

/// How the actor gets from origin to target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Movement {
    /// By a walk from its square.
    Walk(Walk),
    /// To any square that holds what is asked: universal leapers, every drop, and every placing of
    /// terrain (by nobody).
    Leap {
        /// What the target must hold.
        test: Content,
        /// What happens to it.
        take: Take,
    },
    /// From one fixed square to another, the way between being said in the guards: castling. Nothing
    /// is taken.
    Fixed {
        /// Where the actor stands.
        from: Square,
        /// Where it ends.
        to: Square,
        /// The partner that moves with it: from and to.
        partner: Option<(Square, Square)>,
    },
    /// Nothing moves: a pass.
    Stand,
}

/// A condition on an action, a reaction or a branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guard {
    /// The right is held.
    Right(RightId),
    /// The actor has not moved: its square is still marked in [`super::Fields::unmoved`].
    Unmoved,
    /// These squares are empty, the squares of actor and partner not being looked at.
    Empty(Set256),
    /// None of these squares is attacked: with the actor put on each in turn (and lifted from its
    /// origin), no royal-taking action of the opponent reaches it there. The origin itself is tested
    /// as the position stands.
    Safe(Vec<Square>),
    /// The number of the actor's own pieces of these kinds on the target's file, the actor not
    /// counted, is at most this.
    OnFile(KindSet, u8),
    /// The number of the side's own pieces of these kinds on the board (after the movement, before
    /// the choice) is at most this.
    AtMost(KindSet, u8),
    /// The move does not mate.
    NoMate,
    /// The move does not give check.
    NoCheck,
    /// The move captures something (by its walk).
    Captures,
    /// A field of kinds (index into [`super::Fields::kinds`]) holds this kind for the owner.
    KindIs(u8, Owner, KindId),
    /// The turn began with this many moves.
    Budget(u8),
    /// The target has no terrain.
    Bare,
    /// The actor hides nothing on the target.
    NotHidden,
    /// With one more of this terrain on the target, those on light squares and those on dark ones
    /// differ in number by at most one.
    Balanced(TerrainId),
    /// The other way round.
    Not(Box<Guard>),
}

/// A place an edit speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// Where the mover stood.
    Origin,
    /// Where the mover ended (for a shot: where the captured piece stood).
    Target,
    /// Where the captured piece stood that set off the reaction.
    Victim,
    /// The square chosen in this branch.
    Chosen,
    /// A fixed square.
    Square(Square),
    /// The square at hand, inside [`Edit::Each`].
    Here,
}

/// Whose piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// The side that acts.
    Actor,
    /// Its opponent.
    Opponent,
}

/// Why a piece leaves the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// It is captured.
    Capture,
    /// It is destroyed by an effect: no clause about captures applies to it.
    Destroy,
}

/// One change. These are the only verbs there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// A piece, if there is one, leaves the board.
    Remove(At, Cause),
    /// A new piece comes onto an empty square.
    Place(At, Owner, KindId),
    /// The piece on a square, if there is one, goes to another.
    Shift(At, At),
    /// The piece on a square, if there is one, becomes another kind.
    Become(At, KindId),
    /// The piece on a square changes its owner.
    Turn(At),
    /// The number of pieces of a kind in a hand changes by this much.
    Hand(Owner, KindId, i8),
    /// The captured piece (its base kind) goes to the captor's hand. Only in capture reactions.
    VictimToHand,
    /// Terrain of a kind is laid on a square; with `only`, it is taken away from everywhere else.
    Lay(At, TerrainId, /** only */ bool),
    /// Terrain is taken away from a square.
    Clear(At),
    /// The actor hides something on a square: see [`super::Hidden`].
    Hide(At),
    /// A field of kinds takes this kind for the owner.
    SetKind(u8, Owner, KindId),
    /// The acting piece, which has left the board ([`super::Stop::Depart`]), joins the queue of
    /// those that come back: at the end of its owner's turn so many turns from this one it lands on
    /// the square. See [`super::Travel`].
    Depart(At, u8),
    /// The next turn of the opponent has so many moves.
    Grant(u8),
    /// The edits are made for each square of an area that exists, in rising order, as the board was
    /// before.
    Each(Area, Vec<Edit>),
}

/// The squares that [`Edit::Each`] goes over: those near a place that hold a piece of these kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// The middle.
    pub around: At,
    /// How far, in king's steps; 1 is the eight neighbours. The middle itself is not in it.
    pub within: u8,
    /// The kinds that are touched, of either side.
    pub kinds: KindSet,
}

/// Something that is set off by an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reaction {
    /// Whose action sets it off.
    pub side: Side,
    /// What sets it off; this fixes its stage.
    pub on: Trigger,
    /// What must hold.
    pub guards: Vec<Guard>,
    /// What happens. With several branches, or a branch with a square to choose, the mover chooses,
    /// and each choice is a move of its own.
    pub branches: Vec<Branch>,
    /// Whether the mover may choose none of them.
    pub optional: bool,
    /// With `optional`: whether a branch must be chosen all the same when the piece could never
    /// move again from its target on an empty board.
    pub forced_when_stuck: bool,
    /// Whether a royal that it would remove is in check for that. Where not, the royal is in check
    /// only from what the movement itself takes; that it may not remove a royal of the actor holds
    /// all the same.
    pub threatens: bool,
    /// Where it is written.
    pub source: Source,
}

/// What sets off a reaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trigger {
    /// A piece of the side was captured or captures: `captor` and `victim` by kind. Stage: capture.
    Captured {
        /// The kinds of the piece that captures.
        captor: KindSet,
        /// The kinds of the piece that is captured.
        victim: KindSet,
    },
    /// A piece on the board moved (drops do not count). Stage: promotion.
    Promotes {
        /// The kinds of the piece that moved.
        kinds: KindSet,
        /// Squares that it left ...
        from: Set256,
        /// ... or reached; either is enough.
        to: Set256,
        /// Whether a piece that another's move put on one of the squares promotes too: its owner
        /// chooses at the start of his next turn, which costs nothing and is no move.
        pushed: bool,
    },
    /// Any action was made. Stage: after the move.
    Moved {
        /// The kinds of the piece that acted.
        kinds: KindSet,
    },
}

/// One way a reaction can go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// How move text names the choice: the code of a kind in lower case, `+`, or a letter; empty if
    /// there is nothing to tell apart or the square tells.
    pub text: String,
    /// What must hold for it to be offered.
    pub guards: Vec<Guard>,
    /// The squares one may choose, if one is to be chosen, and what they must hold.
    pub square: Option<(Set256, Content)>,
    /// What happens.
    pub edits: Vec<Edit>,
}

/// A phase of the game. The last one is play; those before it are set-up, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// What the players do in it.
    pub kind: PhaseKind,
    /// Where it is written.
    pub source: Source,
}

/// What the players do in a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhaseKind {
    /// They act in turn until the game ends.
    Play {
        /// The moves that a turn has, unless more are granted.
        budget: u8,
        /// Whether a turn may be ended before its last move.
        early: bool,
        /// Whether a move that gives check ends the turn.
        check_ends: bool,
    },
    /// They act in turn, White first, one action at a time, until each has made as many as he may or
    /// declined the rest.
    Setup {
        /// The actions of each player.
        items: u8,
        /// Whether a player may decline what is left to him.
        optional: bool,
        /// Whether a player may decline only as long as the other has made none: if the other makes
        /// one later, what was declined must be made.
        together: bool,
    },
}
