//! The rules of a variant, laid out for running: tables that say the same as the model.

use std::sync::OnceLock;

use chv_dsl::model::{
    Action, Actor, At, Cost, Edit, EndWhen, Guard, KindSet, Movement, Node, NodeHead, SetBy, Stop, Take,
    TerrainId, Trigger, Variant, Walk,
};
use chv_runtime::hooks::MOST_HOOKS;
use chv_runtime::more::{MOST_KIND_FIELDS, MoreRules, OwedRule};
use chv_runtime::{Set256, Side, Spec, Square, SquareSet};

use crate::back::Back;
use crate::code::{self, CodeSet};
use crate::hooks::Hooks;
use crate::react;
use crate::steps::{self, Steps};
use crate::zone::{Reach, Zone};

/// Up to so many ways of a walk are followed without noting where it has been.
const FEW_WAYS: u64 = 500;

/// A variant and everything derived from it.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) variant: Variant,
    pub(crate) spec: Spec,
    pub(crate) hooks: Hooks,
    /// Number of squares, and of the words of a set that hold them.
    pub(crate) squares: usize,
    pub(crate) words: usize,
    pub(crate) steps: Steps,
    /// Which codes are royal pieces.
    pub(crate) royal: [bool; 256],
    pub(crate) actions: Vec<Acting>,
    /// The actions of each piece on the board (walks and leaps), by its code.
    pub(crate) of_piece: Vec<Vec<u16>>,
    /// The actions of each side from fixed squares, from hand, and of nobody.
    pub(crate) fixed: [Vec<u16>; 2],
    pub(crate) drops: [Vec<u16>; 2],
    pub(crate) passes: [Vec<u16>; 2],
    pub(crate) reactions: Reactions,
    /// What each side's reactions could remove.
    pub(crate) reach: [Reach; 2],
    /// For each distance that an area uses, the squares near each square.
    near: Vec<Vec<Set256>>,
    /// The royal kinds that leave en-passant squares behind.
    pub(crate) passing_royals: KindSet,
    /// Whether a side's threats change only by what is on the squares its walks look at.
    pub(crate) steady: [bool; 2],
    /// The rights that fall when a square is touched.
    pub(crate) rights_at: Vec<u32>,
    /// Whether some blocking terrain exists.
    pub(crate) blocks: bool,
    /// Whether reactions lay terrain.
    pub(crate) lays: bool,
    /// Whether a side can lose by having few pieces.
    pub(crate) few: bool,
    /// Whether phases or turns of several moves must be looked at.
    pub(crate) turns: bool,
    /// Actions of set-up, by phase (from 1) and side.
    pub(crate) setup: Vec<[Vec<u16>; 2]>,
    /// The field that remembers which kind a player moved last, and the kinds whose actions ask it.
    pub(crate) last_moved: Option<u8>,
    pub(crate) mimics: KindSet,
    /// Whether a piece that was pushed may owe a promotion.
    pub(crate) owes: bool,
    /// Whether pieces leave the board and come back, and the kinds that they can capture.
    pub(crate) travels: Option<KindSet>,
    /// What the rules say of the state that only some games have.
    pub(crate) more: MoreRules,
    /// The promotions that can be owed.
    pub(crate) owed: Vec<OwedRule>,
    /// Whether players hide something.
    pub(crate) hides: bool,
    /// Whether some terrain joins slides.
    pub(crate) joins: bool,
    /// Whether the direction in which a walk enters a square matters for where it may go again.
    pub(crate) winds: bool,
    /// The terrain that a side must occupy to win.
    pub(crate) occupied: Option<TerrainId>,
    /// The squares from which a piece could never move again, by its code.
    pub(crate) stuck: Vec<OnceLock<Set256>>,
    zones: Vec<OnceLock<Zone>>,
}

/// An action, laid out for running.
#[derive(Debug)]
pub(crate) struct Acting {
    pub(crate) id: u16,
    pub(crate) side: Side,
    /// The code of the acting piece, [`code::EMPTY`] if nobody acts.
    pub(crate) code: u8,
    pub(crate) in_hand: bool,
    pub(crate) how: How,
    pub(crate) from: Set256,
    pub(crate) to: Set256,
    pub(crate) offered: bool,
    /// Guards that the position alone decides.
    pub(crate) before: Vec<Guard>,
    /// Guards on what the movement did.
    pub(crate) after: Vec<Guard>,
    /// Guards that ask for the opponent's threats.
    pub(crate) safe: Vec<Guard>,
    /// No guards after the movement and no edits: the walk says everything.
    pub(crate) plain: bool,
    /// The kind that counts as moved.
    pub(crate) counts_as: u8,
    pub(crate) cost: Cost,
}

/// How an action moves its piece.
#[derive(Debug)]
pub(crate) enum How {
    Walk(Path),
    Leap { accepts: CodeSet, passed: KindSet, take: Take },
    Fixed { from: u8, to: u8, partner: Option<(u8, u8)> },
    Stand,
}

/// A walk, laid out for running.
#[derive(Debug)]
pub(crate) struct Path {
    pub(crate) first: Vec<Step>,
    pub(crate) nodes: Vec<Knot>,
    /// Whether a walk could come to the same square in the same node again.
    pub(crate) loops: bool,
    /// Whether, until something is taken, only the square and the node matter for where it can end,
    /// and there are so many ways that the same place should not be followed twice.
    pub(crate) forgets: bool,
    /// The way back from what it takes, where that is shorter.
    pub(crate) back: Option<Back>,
    /// Whether some node leaves an en-passant square.
    pub(crate) leaves: bool,
}

/// A step to a node.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) table: usize,
    pub(crate) to: u16,
    pub(crate) new_leg: bool,
    pub(crate) slide: bool,
    pub(crate) on: Option<TerrainId>,
}

/// A node of a walk.
#[derive(Debug)]
pub(crate) struct Knot {
    pub(crate) accepts: CodeSet,
    pub(crate) head: NodeHead,
    pub(crate) next: Vec<Step>,
}

/// The reactions, by stage, and which pieces set off any.
#[derive(Debug, Default)]
pub(crate) struct Reactions {
    pub(crate) capture: [Vec<u16>; 2],
    pub(crate) promotion: [Vec<u16>; 2],
    pub(crate) moved: [Vec<u16>; 2],
    /// Captors that may set off a capture reaction.
    captors: [KindSet; 2],
    /// Kinds that set off something by acting, and by acting with a capture.
    movers: [KindSet; 2],
    takers: [KindSet; 2],
    /// For each piece code the squares that promote it: left, and reached.
    from: Vec<Set256>,
    to: Vec<Set256>,
}

impl Reactions {
    fn new(variant: &Variant) -> Self {
        let mut all =
            Self { from: vec![Set256::default(); 256], to: vec![Set256::default(); 256], ..Self::default() };
        for (id, reaction) in (0u16..).zip(&variant.reactions) {
            let side = reaction.side.index();
            match reaction.on {
                Trigger::Captured { captor, .. } => {
                    all.capture[side].push(id);
                    all.captors[side] = all.captors[side].or(captor);
                }
                Trigger::Promotes { kinds, from, to, .. } => {
                    all.promotion[side].push(id);
                    for kind in kinds.iter() {
                        let code = usize::from(code::piece(reaction.side, kind));
                        all.from[code] |= from;
                        all.to[code] |= to;
                    }
                }
                Trigger::Moved { kinds } => {
                    all.moved[side].push(id);
                    let set = if reaction.guards.contains(&Guard::Captures) {
                        &mut all.takers[side]
                    } else {
                        &mut all.movers[side]
                    };
                    *set = set.or(kinds);
                }
            }
        }
        all
    }

    /// Whether a piece sets off a reaction by acting alone, as when it is dropped.
    #[inline]
    pub(crate) fn by_acting(&self, side: Side, code: u8, captures: bool) -> bool {
        let (i, kind) = (side.index(), code::kind_of(code));
        self.movers[i].has(kind) || captures && (self.captors[i].has(kind) || self.takers[i].has(kind))
    }

    /// Whether a piece's move on the board from and to these squares sets off any reaction.
    #[inline]
    pub(crate) fn any(&self, side: Side, code: u8, from: u8, to: u8, captures: bool) -> bool {
        self.by_acting(side, code, captures)
            || self.to[usize::from(code)].has(Square(to))
            || self.from[usize::from(code)].has(Square(from))
    }
}

impl Game {
    /// Lays a variant out.
    ///
    /// # Errors
    /// What the interpreter cannot run, as a sentence for people.
    pub(crate) fn new(variant: Variant, spec: Spec, hooks: Hooks) -> Result<Self, String> {
        supported(&variant)?;
        let squares = variant.board.size.squares();
        let mut steps = Steps::new(&variant.board);
        let actions: Vec<Acting> = (0u16..)
            .zip(&variant.actions)
            .map(|(id, action)| Acting::new(id, action, &variant, &mut steps))
            .collect();
        let mut setup = vec![<[Vec<u16>; 2]>::default(); variant.phases.len().saturating_sub(1)];
        let mut of_piece = vec![Vec::new(); 256];
        let [mut fixed, mut drops, mut passes]: [[Vec<u16>; 2]; 3] = Default::default();
        for a in &actions {
            let phase = usize::from(variant.actions[usize::from(a.id)].phase);
            match a.how {
                _ if phase > 0 => setup[phase - 1][a.side.index()].push(a.id),
                How::Fixed { .. } => fixed[a.side.index()].push(a.id),
                How::Stand => passes[a.side.index()].push(a.id),
                _ if a.in_hand => drops[a.side.index()].push(a.id),
                _ => of_piece[usize::from(a.code)].push(a.id),
            }
        }
        for list in &mut drops {
            list.sort_by_key(|&id| actions[usize::from(id)].code);
        }
        let mut royal = [false; 256];
        for side in Side::BOTH {
            for kind in variant.royalty.kinds.iter() {
                royal[usize::from(code::piece(side, kind))] = true;
            }
        }
        let mut rights_at = vec![0u32; squares];
        for (i, right) in variant.fields.rights.iter().enumerate() {
            for (square, _) in &right.needs {
                rights_at[square.index()] |= 1 << i;
            }
        }
        let mut widest = 0;
        for edits in variant.reactions.iter().flat_map(|r| r.branches.iter().map(|b| &b.edits)) {
            widest = widest.max(radius(edits));
        }
        for action in &variant.actions {
            widest = widest.max(radius(&action.edits));
        }
        let passers = variant.actions.iter().filter_map(|a| match (&a.movement, a.actor) {
            (Movement::Walk(walk), Actor::Kind(kind)) => {
                walk.nodes.iter().any(|n| n.head.leaves_passed).then_some(kind)
            }
            _ => None,
        });
        let passing_royals = passers.collect::<KindSet>().and(variant.royalty.kinds);
        let reach = Side::BOTH.map(|side| Reach::new(&variant, side));
        let steady = Side::BOTH.map(|side| {
            let reach = &reach[side.index()];
            (!reach.tries || reach.tries_plainly)
                && (!reach.backfires || reach.backfires_plainly)
                && actions.iter().filter(|a| a.side == side && a.takes()).all(|a| a.steady(passing_royals))
        });
        let last_moved = (0u8..).zip(&variant.fields.kinds).find(|(_, f)| f.set_by == SetBy::Moves);
        let asks = |a: &Action| {
            a.guards.iter().any(|g| matches!(g, Guard::KindIs(f, ..) if Some(*f) == last_moved.map(|l| l.0)))
        };
        let mimics = variant.actions.iter().filter(|a| asks(a)).filter_map(|a| match a.actor {
            Actor::Kind(kind) => Some(kind),
            _ => None,
        });
        let mimics = mimics.collect();
        let bends = variant.actions.iter().any(|a| match &a.movement {
            Movement::Walk(walk) => walk.nodes.iter().flat_map(|n| &n.next).any(|e| e.on.is_some()),
            _ => false,
        });
        let near = (0..=widest).map(|w| steps::near(&variant.board, w)).collect();
        Ok(Self {
            squares,
            words: squares.div_ceil(64),
            steps,
            royal,
            actions,
            of_piece,
            fixed,
            drops,
            passes,
            reactions: Reactions::new(&variant),
            reach,
            passing_royals,
            steady,
            near,
            rights_at,
            blocks: variant.terrain.iter().any(|t| t.blocks),
            lays: variant.reactions.iter().flat_map(|r| &r.branches).any(|b| b.edits.iter().any(lays)),
            turns: variant.has_turns()
                || variant.phases.len() > 1
                || variant.ends.iter().any(|e| matches!(e.when, EndWhen::Occupied { .. })),
            setup,
            last_moved: last_moved.map(|(i, _)| i),
            mimics,
            owes: react::owes(&variant.reactions),
            travels: variant.fields.travel.as_ref().map(|t| t.prey),
            more: variant.more_rules(),
            owed: variant.owed_rules(),
            hides: variant.fields.hidden.is_some(),
            joins: variant.terrain.iter().any(|t| t.joins),
            winds: variant.terrain.iter().any(|t| t.joins) || bends,
            occupied: variant.ends.iter().find_map(|e| match e.when {
                EndWhen::Occupied { terrain } => Some(terrain),
                _ => None,
            }),
            few: variant.ends.iter().any(|e| matches!(e.when, EndWhen::Few { .. })),
            stuck: (0..256).map(|_| OnceLock::new()).collect(),
            zones: (0..2 * squares).map(|_| OnceLock::new()).collect(),
            variant,
            spec,
            hooks,
        })
    }

    /// The squares at most so many king's steps away.
    pub(crate) fn near(&self, square: u8, within: u8) -> Set256 {
        self.near[usize::from(within)][usize::from(square)]
    }

    /// What a side could remove a piece on a square with; worked out when first asked for.
    #[inline]
    pub(crate) fn zone(&self, attacker: Side, square: u8) -> &Zone {
        let at = attacker.index() * self.squares + usize::from(square);
        self.zones[at].get_or_init(|| Zone::new(self, attacker, square))
    }
}

/// The widest area that edits use.
fn radius(edits: &[Edit]) -> u8 {
    edits
        .iter()
        .map(|edit| match edit {
            Edit::Each(area, inner) => area.within.max(radius(inner)),
            _ => 0,
        })
        .max()
        .unwrap_or(0)
}

/// Refuses what has no meaning here yet, rather than running it wrongly.
fn supported(variant: &Variant) -> Result<(), String> {
    if variant.kinds.len() > 64 || variant.terrain.len() > 64 {
        return Err("there are more than 64 kinds of piece or of terrain".to_owned());
    }
    if variant.hooks.len() > MOST_HOOKS {
        return Err(format!("there are more than {MOST_HOOKS} hooks"));
    }
    if variant.fields.kinds.len() > MOST_KIND_FIELDS {
        return Err(format!("more than {MOST_KIND_FIELDS} fields of kinds are remembered"));
    }
    // What a move's choices take; a capture may ask once for each victim, of which two are allowed for.
    let room = |side| -> usize {
        variant
            .reactions
            .iter()
            .filter(|r| r.side == side && react::asks(r))
            .map(|r| {
                let each = 1 + usize::from(r.branches.iter().any(|b| b.square.is_some()));
                if matches!(r.on, Trigger::Captured { .. }) { 2 * each } else { each }
            })
            .sum()
    };
    if Side::BOTH.into_iter().any(|side| room(side) > react::MOST) {
        return Err(
            "a move can ask for more choices than are kept: eight, a square counting as one".to_owned()
        );
    }
    if variant.actions.len() > usize::from(u16::MAX) - 8 || variant.reactions.len() > usize::from(u16::MAX) {
        return Err("there are more than 65,535 actions or reactions".to_owned());
    }
    Ok(())
}

impl Acting {
    fn new(id: u16, action: &Action, variant: &Variant, steps: &mut Steps) -> Self {
        let side = action.side;
        let (code, in_hand) = match action.actor {
            Actor::Kind(kind) => (code::piece(side, kind), false),
            Actor::Hand(kind) => (code::piece(side, kind), true),
            Actor::Nobody => (code::EMPTY, false),
        };
        let how = match &action.movement {
            Movement::Walk(walk) => How::Walk(Path::new(walk, side, variant, steps)),
            Movement::Leap { test, take } => {
                How::Leap { accepts: CodeSet::of(test, side), passed: test.passed, take: *take }
            }
            Movement::Fixed { from, to, partner } => {
                How::Fixed { from: from.0, to: to.0, partner: partner.map(|(a, b)| (a.0, b.0)) }
            }
            Movement::Stand => How::Stand,
        };
        let [mut before, mut after, mut safe]: [Vec<Guard>; 3] = Default::default();
        for guard in &action.guards {
            let mut inner = guard;
            while let Guard::Not(g) = inner {
                inner = g;
            }
            match inner {
                Guard::Right(_) | Guard::Unmoved | Guard::Empty(_) | Guard::KindIs(..) | Guard::Budget(_) => {
                    before.push(guard.clone());
                }
                Guard::Safe(_) => safe.push(guard.clone()),
                _ => after.push(guard.clone()),
            }
        }
        let holes = !variant.board.holes & Set256::below(variant.board.size.squares());
        Self {
            id,
            side,
            code,
            in_hand,
            how,
            from: action.from & holes,
            to: action.to & holes,
            offered: action.offered,
            counts_as: action.counts_as.unwrap_or(if code::is_piece(code) { code::kind_of(code) } else { 0 }),
            cost: action.cost,
            plain: after.is_empty() && safe.is_empty() && action.edits.is_empty(),
            before,
            after,
            safe,
        }
    }

    /// Whether nothing but a walk can change what this action threatens.
    fn steady(&self, royals: KindSet) -> bool {
        // What a piece borrows from the kind moved last is looked at for each such kind apart.
        let quiet = |g: &Guard| matches!(g, Guard::Unmoved | Guard::Captures | Guard::KindIs(..));
        let passed = |k: &Knot| {
            !(k.head.test.passed.is_empty() || k.next.is_empty() && k.head.test.passed.and(royals).is_empty())
        };
        self.before.iter().all(quiet)
            && self.after.iter().all(|g| matches!(g, Guard::Captures | Guard::NoMate | Guard::NoCheck))
            && match &self.how {
                How::Walk(path) => !path.nodes.iter().any(passed),
                _ => !self.in_hand,
            }
    }

    /// Whether the action's own movement could remove a piece.
    fn takes(&self) -> bool {
        let removes = |take: Take| matches!(take, Take::Capture | Take::Passed | Take::Push);
        match &self.how {
            How::Walk(path) => path.nodes.iter().any(|k| removes(k.head.take)),
            How::Leap { take, .. } => removes(*take),
            How::Fixed { .. } | How::Stand => false,
        }
    }
}

impl Path {
    fn new(walk: &Walk, side: Side, variant: &Variant, steps: &mut Steps) -> Self {
        let mut lay = |edges: &[chv_dsl::model::Edge]| -> Vec<Step> {
            edges
                .iter()
                .map(|e| Step {
                    table: steps.table(&variant.board, e),
                    to: e.to,
                    new_leg: e.new_leg,
                    slide: e.slide,
                    on: e.on,
                })
                .collect()
        };
        let loops = loops(walk, variant) || winds(walk);
        let knot =
            |node: &Node, next| Knot { accepts: CodeSet::of(&node.head.test, side), head: node.head, next };
        let first = lay(&walk.first);
        let nodes: Vec<Knot> = walk.nodes.iter().map(|n| knot(n, lay(&n.next))).collect();
        let many = walk.all_ways(&walk.ways()) > FEW_WAYS;
        Self {
            back: if many && !winds(walk) { Back::new(&first, &nodes) } else { None },
            first,
            nodes,
            loops,
            // Where something may be hidden, the way matters, and where it is followed in one direction
            // only once too.
            forgets: (loops || many)
                && variant.fields.hidden.is_none()
                && !winds(walk)
                && walk.nodes.iter().all(|n| !n.head.leaves_passed && n.head.take != Take::Unload),
            leaves: walk.nodes.iter().any(|n| n.head.leaves_passed),
        }
    }
}

/// Whether a walk could come to the same square in the same node twice. It cannot if, on a board
/// without joins, all steps of each cycle of nodes lead to one side of some line.
fn loops(walk: &Walk, variant: &Variant) -> bool {
    let n = walk.nodes.len();
    let mut reach = vec![vec![false; n]; n];
    for (from, row) in reach.iter_mut().enumerate() {
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for edge in &walk.nodes[at].next {
                let to = usize::from(edge.to);
                if !std::mem::replace(&mut row[to], true) {
                    open.push(to);
                }
            }
        }
    }
    let joined = variant.board.joined_files || variant.board.joined_ranks;
    (0..n).any(|i| {
        // The edges within the cycle class of node `i`.
        let together = |j: usize| j == i || reach[i][j] && reach[j][i];
        let inner: Vec<_> = (0..n)
            .filter(|&j| together(j))
            .flat_map(|j| walk.nodes[j].next.iter())
            .filter(|e| together(usize::from(e.to)) && reach[usize::from(e.to)][i])
            .collect();
        if inner.is_empty() {
            return false;
        }
        let vector = |e: &&chv_dsl::model::Edge| (i32::from(e.dx), i32::from(e.dy));
        let sum = inner.iter().map(vector).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        let onward = |d: (i32, i32)| inner.iter().map(vector).all(|v| d.0 * v.0 + d.1 * v.1 > 0);
        joined || inner.iter().any(|e| e.wrap) || !onward(sum)
    })
}

/// Whether terrain can make a walk come to a square in a direction again.
fn winds(walk: &Walk) -> bool {
    walk.first.iter().chain(walk.nodes.iter().flat_map(|n| &n.next)).any(|e| e.slide || e.on.is_some())
}

/// Whether an edit could take away a royal, so that only trying tells.
pub(crate) fn removes(edit: &Edit) -> bool {
    match edit {
        Edit::Remove(..) | Edit::Become(..) | Edit::Turn(_) => true,
        Edit::Each(_, inner) => inner.iter().any(removes),
        _ => false,
    }
}

/// Whether an edit lays terrain.
fn lays(edit: &Edit) -> bool {
    match edit {
        Edit::Lay(..) => true,
        Edit::Each(_, inner) => inner.iter().any(lays),
        _ => false,
    }
}

/// Whether an edit only touches where the mover came from or went to.
pub(crate) const fn place_of(edit: &Edit) -> Option<At> {
    match edit {
        Edit::Remove(at, _) | Edit::Become(at, _) | Edit::Turn(at) => Some(*at),
        _ => None,
    }
}

/// Whether a node lets the walk end with the mover on its square.
pub(crate) const fn arrives(head: &NodeHead) -> bool {
    matches!(head.stop, Some(Stop::Arrive))
}
