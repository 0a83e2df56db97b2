//! Threats: whether a side has an action that removes a piece of the other.
//!
//! The definition is the model's: the action's effects, reactions included, remove the piece; the
//! actor's own safety is not asked for, but an action that removes a checked royal of the actor does
//! not exist. Where a side's reactions can remove nothing, an action removes what its movement takes,
//! and following the walk is enough; otherwise each action that could matter is tried.
//!
//! An action that is not offered forbids to leave a royal where it would remove it, but that is no
//! check: [`in_check`] counts what is offered, [`exposed`] everything.

use core::ops::ControlFlow::{Break, Continue};

use chv_dsl::model::KindSet;
use chv_runtime::{Set256, Side, Square, SquareSet};

use crate::act::Deed;
use crate::code;
use crate::game::{Acting, How};
use crate::hooks;
use crate::react;
use crate::run::{Run, Sight};
use crate::turn;
use crate::walk::{self, ALL_STEPS, Flow, Landing, Visitor};

/// Whether a royal of a side is in check.
pub(crate) fn in_check(run: &mut Run<'_>, side: Side) -> bool {
    run.offered = true;
    // At its own turn, also where it is its own side that will land there.
    let check = side == run.s.side && lands_on_royal(run, side, side) || exposed(run, side);
    run.offered = false;
    check
}

/// Whether a royal of a side is in check or where it may not be left.
pub(crate) fn exposed(run: &mut Run<'_>, side: Side) -> bool {
    let sight = core::mem::replace(&mut run.sight, Sight::Public);
    let found = would_lose(run, side);
    run.sight = sight;
    found
}

/// The same, with what is hidden taken as it is seen now.
fn would_lose(run: &mut Run<'_>, side: Side) -> bool {
    let attacker = side.other();
    in_turn(run, attacker, &mut |run| {
        lands_on_royal(run, attacker, side) || {
            let royals = run.s.royals[side.index()];
            royals.squares().any(|s| threatened(run, side, s.0))
        }
    })
}

/// Whether something holds in a turn of a side. What it owes is part of the turn: it holds if it does
/// after some of the choices.
fn in_turn(run: &mut Run<'_>, side: Side, holds: &mut dyn FnMut(&mut Run<'_>) -> bool) -> bool {
    let owed = if run.g.owes { react::owed(run, side) } else { None };
    let Some(owed) = owed else { return holds(run) };
    let mark = run.mark();
    let found = react::choose_owed(run, side, owed, &mut |run, _, _| {
        if in_turn(run, side, holds) { Break(()) } else { Continue(()) }
    });
    run.undo(mark);
    found.is_break()
}

/// Whether the landings at the end of a turn of one side alone remove a royal of another.
pub(crate) fn lands_on_royal(run: &mut Run<'_>, lander: Side, side: Side) -> bool {
    if !turn::is_due(run.s, lander) {
        return false;
    }
    let (mark, before) = (run.mark(), royals(run, side));
    turn::land(run, lander);
    let removed = royals(run, side) < before;
    run.undo(mark);
    removed
}

/// Whether the opponent of `side` has an action that removes the piece on a square.
pub(crate) fn threatened(run: &mut Run<'_>, side: Side, square: u8) -> bool {
    let zone = run.g.zone(side.other(), square);
    let mut near = run.s.sides[side.other().index()];
    if !run.wide {
        near &= zone.origins;
    }
    hooks::threaten(run, side.other(), square)
        || near.squares().any(|from| threatens_from(run, from.0, square))
        || zone.loose.iter().any(|&id| {
            let action = &run.g.actions[usize::from(id)];
            removes(run, action, None, ALL_STEPS, square)
        })
}

/// Whether the piece on one square has an action that removes the piece on another.
pub(crate) fn threatens_from(run: &mut Run<'_>, from: u8, square: u8) -> bool {
    let code = run.at(from);
    if run.wide {
        let g = run.g;
        return g.of_piece[usize::from(code)].iter().any(|&id| {
            let action = &g.actions[usize::from(id)];
            action.from.has(Square(from)) && removes(run, action, Some(from), ALL_STEPS, square)
        });
    }
    let zone = run.g.zone(code::side_of(code), square);
    zone.of_kind[usize::from(code::kind_of(code))].iter().any(|threat| {
        threat.origins.has(Square(from)) && {
            let (steps, _) = threat.way(from);
            let action = &run.g.actions[usize::from(threat.action)];
            removes(run, action, Some(from), steps, square)
        }
    })
}

/// Whether an action removes the piece on a square.
fn removes(run: &mut Run<'_>, action: &Acting, origin: Option<u8>, steps: u64, square: u8) -> bool {
    if run.offered && !action.offered {
        return false;
    }
    let mark = run.mark();
    let (lengths, bases) = ((run.path.len(), run.taken.len()), (run.path_base, run.taken_base));
    let (route, finals) = (run.route, run.finals);
    let reach = run.g.reach[action.side.index()];
    if !reach.tries
        && !turn::is_due(run.s, action.side)
        && let (How::Walk(path), Some(origin)) = (&action.how, origin)
        && path.back.as_ref().is_some_and(|back| !back.leads(run, path, origin, square))
    {
        return false;
    }
    let targets = run.g.zone(action.side, square).targets;
    let victim = run.at(square);
    let mut aim = Aim {
        square,
        victim,
        tries: reach.tries,
        captures: reach.captures,
        performs: reach.tries || reach.backfires || !action.plain,
        lands: turn::is_due(run.s, action.side),
        own: royals(run, action.side),
        victims: count(run, victim),
    };
    let aimed = run.aimed.replace((victim, 0));
    let found = walk::landings(run, action, origin, steps, targets, &mut aim).is_break();
    if found {
        run.undo(mark);
        run.path.truncate(lengths.0);
        run.taken.truncate(lengths.1);
        (run.path_base, run.taken_base) = bases;
    }
    (run.route, run.finals, run.aimed) = (route, finals, aimed);
    found
}

/// Stops at the first end that removes the piece on a square.
struct Aim {
    square: u8,
    victim: u8,
    /// Whether only trying tells, and whether even that needs a capture.
    tries: bool,
    captures: bool,
    /// Whether more happens than the movement, so that it must be carried out.
    performs: bool,
    /// Whether something lands at the end of the turn.
    lands: bool,
    /// How many royals the actor has, and how many pieces like the victim there are.
    own: u32,
    victims: u32,
}

impl Visitor for Aim {
    fn stop(&mut self, run: &mut Run<'_>, action: &Acting, landing: &Landing) -> Flow {
        if landing.target.is_some_and(|s| !action.to.has(Square(s))) {
            return Continue(());
        }
        let taken = &run.taken[run.taken_base..];
        if self.lands {
            // Only trying tells.
        } else if !self.tries {
            if !taken.iter().any(|&(s, _)| s == self.square) || takes_own_royal(run, action.side) {
                return Continue(());
            }
            if !self.performs {
                return Break(());
            }
        } else if self.captures && taken.is_empty() {
            return Continue(());
        }
        let (victim, own, victims, lands) = (self.victim, self.own, self.victims, self.lands);
        react::perform(run, action, landing, None, &mut |run, deed, _| {
            if run.g.variant.royalty.checked && royals(run, action.side) < own {
                return Continue(());
            }
            let mark = run.mark();
            if lands {
                turn::land(run, deed.side);
            }
            let spared = run.aimed.map_or(0, |(_, spared)| spared);
            let gone = count(run, victim) + spared < victims;
            if gone {
                return Break(());
            }
            run.undo(mark);
            Continue(())
        })
    }
}

/// Number of royals of a side.
pub(crate) fn royals(run: &Run<'_>, side: Side) -> u32 {
    run.s.royals[side.index()].len()
}

/// Number of pieces like one: of royals of its side for a royal, else of equal pieces.
pub(crate) fn count(run: &Run<'_>, code: u8) -> u32 {
    if !code::is_piece(code) {
        return 0;
    }
    let side = code::side_of(code);
    if run.g.royal[usize::from(code)] {
        return royals(run, side);
    }
    run.s.sides[side.index()].squares().map(|s| u32::from(run.at(s.0) == code)).sum()
}

/// Whether a checked royal of the mover's own is among what the walk has taken.
fn takes_own_royal(run: &Run<'_>, side: Side) -> bool {
    run.g.variant.royalty.checked
        && run.taken[run.taken_base..]
            .iter()
            .any(|&(_, code)| run.g.royal[usize::from(code)] && code::side_of(code) == side)
}

/// Whether none of some squares is attacked for an actor: it is put on each in turn, lifted from
/// where it stood.
pub(crate) fn safe(run: &mut Run<'_>, squares: &[Square], deed: &Deed) -> bool {
    let Some(origin) = deed.origin else { return true };
    squares.iter().all(|&Square(square)| {
        let mark = run.mark();
        if square != origin && code::is_piece(run.at(origin)) {
            run.set(origin, run.vacant(origin));
        }
        run.set(square, deed.code);
        if square != origin {
            turn::note_moved(run, deed);
        }
        let sight = core::mem::replace(&mut run.sight, Sight::Public);
        let attacker = deed.side.other();
        let attacked = in_turn(run, attacker, &mut |run| {
            lands_on_royal(run, attacker, deed.side) || threatened(run, deed.side, square)
        });
        run.sight = sight;
        run.undo(mark);
        !attacked
    })
}

impl Safety {
    /// Both together.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self {
            known: self.known && other.known,
            open: self.open | other.open,
            checks: self.checks.iter().chain(&other.checks).copied().collect(),
        }
    }
}

/// What is known of a side's safety before it acts: it settles most actions without trying them.
#[derive(Debug, Default)]
pub(crate) struct Safety {
    /// Whether the rest may be used.
    pub(crate) known: bool,
    /// Squares whose change could open a threat to a royal.
    pub(crate) open: Set256,
    /// For each threat that exists: squares of which one must change to end it.
    pub(crate) checks: Vec<Set256>,
}

impl Safety {
    /// Looks at the threats of some kinds to the royals of a side.
    pub(crate) fn of(run: &mut Run<'_>, side: Side, kinds: KindSet) -> Self {
        let attacker = side.other();
        let waits = run.g.hooks.threatens
            || run.g.travels.is_some() && Side::BOTH.iter().any(|&s| turn::is_due(run.s, s))
            || run.g.owes && react::owed(run, attacker).is_some()
            || run.wide;
        let mut safety = Self { known: run.g.steady[attacker.index()] && !waits, ..Self::default() };
        if !safety.known {
            return safety;
        }
        let sight = core::mem::replace(&mut run.sight, Sight::Public);
        for royal in run.s.royals[side.index()].squares() {
            let zone = run.g.zone(attacker, royal.0);
            for from in (zone.origins & run.s.sides[attacker.index()]).squares() {
                let kind = code::kind_of(run.at(from.0));
                if !kinds.has(kind) {
                    continue;
                }
                for threat in &zone.of_kind[usize::from(kind)] {
                    if threat.origins.has(from) {
                        let (steps, looked_at) = threat.way(from.0);
                        safety.open |= looked_at;
                        let action = &run.g.actions[usize::from(threat.action)];
                        if removes(run, action, Some(from.0), steps, royal.0) {
                            safety.checks.push(looked_at.with(from).with(royal));
                        }
                    }
                }
            }
        }
        run.sight = sight;
        safety
    }
}
