//! Legal moves.
//!
//! An action is legal if, after it and all it sets off, the actor's royals are all still there and,
//! unless the opponent has just lost, none of them is in check. Most actions are settled without
//! trying them: one that changes no square on which a threat to a royal hangs leaves all threats as
//! they are.

use core::ops::ControlFlow::{Break, Continue};

use chv_runtime::{Set256, Side, Square, SquareSet};

use crate::code;
use crate::ends;
use crate::game::{Acting, Game};
use crate::guard;
use crate::moves::InterpretedMove;
use crate::react::{self, Choices};
use crate::run::{Change, Run};
use crate::state::State;
use crate::threat::{self, Safety};
use crate::turn;
use crate::walk::{self, ALL_STEPS, Flow, Landing, Visitor};

/// Calls `emit` with each legal move until it breaks. Nothing when the pieces decide the position.
pub(crate) fn visit<F: FnMut(InterpretedMove) -> Flow>(g: &Game, state: &State, emit: &mut F) -> Flow {
    if ends::decided(g, state) { Continue(()) } else { visit_all(g, state, emit) }
}

/// The same, also where the pieces decide the position.
fn visit_all<F: FnMut(InterpretedMove) -> Flow>(g: &Game, state: &State, emit: &mut F) -> Flow {
    let mut state = state.clone();
    let side = state.side;
    let mut run = Run::new(g, &mut state);
    let checked = g.variant.royalty.checked;
    let safety = if checked { Safety::of(&mut run, side) } else { Safety::default() };
    let royals = threat::royals(&run, side);
    let mut all = Legal { safety, checked, royals, seen: Seen::default(), passed: Vec::new(), emit };
    all.side(&mut run, side)
}

/// Calls `emit` with each move whose legality is not judged, guards on the position after it included.
#[cfg(test)]
pub(crate) fn visit_unjudged<F: FnMut(InterpretedMove) -> Flow>(
    g: &Game,
    state: &State,
    emit: &mut F,
) -> Flow {
    let mut state = state.clone();
    let side = state.side;
    let mut run = Run::new(g, &mut state);
    let safety = Safety::default();
    Legal { safety, checked: false, royals: 0, seen: Seen::default(), passed: Vec::new(), emit }
        .side(&mut run, side)
}

/// Whether there is any legal move, or would be if the pieces did not decide the position.
pub(crate) fn any(g: &Game, state: &State) -> bool {
    visit_all(g, state, &mut |_| Break(())).is_break()
}

/// What one piece's movements have led to so far.
#[derive(Debug, Default)]
struct Seen {
    /// Targets reached with no other effect than to take what stood there.
    plain: Set256,
    /// All other effects.
    other: Vec<Effect>,
}

/// The effect of a movement, so that two routes with one result are one move.
#[derive(Debug, PartialEq, Eq)]
struct Effect {
    end: Option<u8>,
    partner: Option<(u8, u8)>,
    changes: Vec<(u8, u8)>,
    passed: Vec<u8>,
    /// The action, if it makes edits of its own.
    edits: Option<u16>,
}

impl Effect {
    /// Whether nothing but the target is changed, and nothing left behind.
    fn is_plain(&self) -> bool {
        self.changes.is_empty() && self.passed.is_empty() && (self.partner, self.edits) == (None, None)
    }
}

struct Legal<'f, F> {
    safety: Safety,
    checked: bool,
    /// How many royals the actor has.
    royals: u32,
    seen: Seen,
    /// En-passant squares left by the walk at hand.
    passed: Vec<u8>,
    emit: &'f mut F,
}

impl<F: FnMut(InterpretedMove) -> Flow> Legal<'_, F> {
    fn side(&mut self, run: &mut Run<'_>, side: Side) -> Flow {
        let g = run.g;
        let everywhere = Set256::below(256);
        for word in 0..g.words {
            let mut rest = run.s.sides[side.index()].0[word];
            while rest != 0 {
                let from = (word * 64) as u8 + rest.trailing_zeros() as u8;
                rest &= rest - 1;
                self.clear();
                for &id in &g.of_piece[usize::from(run.at(from))] {
                    let action = &g.actions[usize::from(id)];
                    if action.offered && action.from.has(Square(from)) {
                        walk::landings(run, action, Some(from), ALL_STEPS, everywhere, self)?;
                    }
                }
            }
        }
        let mut dropped = code::EMPTY;
        let i = side.index();
        for &id in g.fixed[i].iter().chain(&g.drops[i]).chain(&g.passes[i]) {
            let action = &g.actions[usize::from(id)];
            if !action.in_hand || action.code != dropped {
                dropped = action.code;
                self.clear();
            }
            if action.offered {
                walk::landings(run, action, None, ALL_STEPS, everywhere, self)?;
            }
        }
        Continue(())
    }

    fn clear(&mut self) {
        self.seen.plain = Set256::default();
        self.seen.other.clear();
    }

    /// Whether the effect of a movement has come before.
    fn known(&self, plain: bool, target: u8, effect: Option<&Effect>) -> bool {
        if plain {
            self.seen.plain.has(Square(target))
        } else {
            effect.is_some_and(|e| self.seen.other.contains(e))
        }
    }

    fn effect(&self, run: &Run<'_>, action: &Acting, landing: &Landing) -> Effect {
        let end = if landing.stay { landing.origin } else { landing.target };
        let mut seen = Set256::default();
        let mut changes = Vec::new();
        for change in &run.log {
            // The first change of a square tells what stood there before.
            let Change::Cell(square, before) = *change else { continue };
            let other = Some(square) != landing.origin && Some(square) != end;
            if other && !seen.has(Square(square)) && run.at(square) != before {
                changes.push((square, run.at(square)));
            }
            seen = seen.with(Square(square));
        }
        if let Some(target) = landing.target
            && landing.pending
            && landing.stay
        {
            changes.push((target, run.vacant(target)));
        }
        changes.sort_unstable();
        let edits = !run.g.variant.actions[usize::from(action.id)].edits.is_empty();
        Effect {
            end,
            partner: landing.partner,
            changes,
            passed: self.passed.clone(),
            edits: edits.then_some(action.id),
        }
    }

    /// Settles an action by what is known of the actor's safety: legal, not legal, or not settled.
    #[inline]
    fn settled(&self, run: &Run<'_>, action: &Acting, landing: &Landing) -> Option<bool> {
        let target = landing.target?;
        let captures = landing.pending;
        if landing.special || landing.stay || !action.plain || run.g.royal[usize::from(action.code)] {
            return None;
        }
        let sets_off = match landing.origin {
            Some(from) => run.g.reactions.any(action.side, action.code, from, target, captures),
            None => run.g.reactions.by_acting(action.side, action.code, captures),
        };
        if sets_off || captures && self.takes_own_royal(run, target, action.side) {
            return None;
        }
        if !self.checked {
            return Some(true);
        }
        if !self.safety.known {
            return None;
        }
        let touches =
            |set: &Set256| set.has(Square(target)) || landing.origin.is_some_and(|o| set.has(Square(o)));
        if self.safety.checks.is_empty() {
            (!touches(&self.safety.open)).then_some(true)
        } else {
            let stands = self.safety.checks.iter().any(|check| !touches(check));
            (stands && !(captures && run.g.few)).then_some(false)
        }
    }

    fn takes_own_royal(&self, run: &Run<'_>, target: u8, side: Side) -> bool {
        let code = run.at(target);
        run.g.royal[usize::from(code)] && code::side_of(code) == side
    }

    /// Whether the actor is safe, the move having been made on the board.
    fn safe(&self, run: &mut Run<'_>, side: Side) -> bool {
        if !self.checked {
            return true;
        }
        if threat::royals(run, side) < self.royals {
            return false;
        }
        if self.safety.known && self.safety.checks.is_empty() && self.untouched(run, side) {
            return true;
        }
        let opponent = side.other();
        run.removed > 0 && ends::lost(run.g, run.s, opponent) || !threat::exposed(run, side)
    }

    /// Whether no change made can have opened a threat.
    fn untouched(&self, run: &Run<'_>, side: Side) -> bool {
        run.log.iter().all(|change| match *change {
            Change::Cell(square, old) => {
                let new = run.at(square);
                let royal = run.g.royal[usize::from(old)] || run.g.royal[usize::from(new)];
                let enemy = code::is_piece(new) && code::side_of(new) != side && new != old;
                !royal && !enemy && !self.safety.open.has(Square(square))
            }
            Change::Terrain(square, _) => !self.safety.open.has(Square(square)),
            Change::Hand(..) | Change::Turn(_) => true,
            Change::Kind(..) | Change::Travellers(_) | Change::Hidden(_) => false,
        })
    }
}

impl<F: FnMut(InterpretedMove) -> Flow> Visitor for Legal<'_, F> {
    fn stop(&mut self, run: &mut Run<'_>, action: &Acting, landing: &Landing) -> Flow {
        if landing.target.is_some_and(|s| !action.to.has(Square(s))) {
            return Continue(());
        }
        self.passed.clear();
        walk::left_passed(run, action, &mut self.passed);
        let target = landing.target.unwrap_or(0);
        let edits = !action.plain && !run.g.variant.actions[usize::from(action.id)].edits.is_empty();
        let plain = !landing.special && !landing.stay && self.passed.is_empty() && !edits;
        let effect = (!plain).then(|| self.effect(run, action, landing));
        // A roundabout way may come to the same as a plain one.
        let plain = plain || !landing.stay && effect.as_ref().is_some_and(Effect::is_plain);
        let effect = effect.filter(|_| !plain);
        if self.known(plain, target, effect.as_ref()) {
            return Continue(());
        }
        let m = InterpretedMove {
            action: action.id,
            step: landing.step,
            route: landing.route,
            origin: landing.origin.unwrap_or(0),
            target,
            choices: Choices::default(),
        };
        let mut counts = action.plain;
        match self.settled(run, action, landing) {
            Some(true) => (self.emit)(m)?,
            Some(false) => {}
            None => {
                let deed = crate::act::Deed::of(run, action, landing);
                if !guard::all(run, &action.safe, &deed) {
                    return Continue(());
                }
                let passed = core::mem::take(&mut self.passed);
                let flow = react::perform(run, action, landing, None, &mut |run, deed, choices| {
                    if self.safe(run, action.side) && finals(run, deed, &passed) {
                        counts = true;
                        (self.emit)(InterpretedMove { choices, ..m })?;
                    }
                    Continue(())
                });
                self.passed = passed;
                flow?;
            }
        }
        // A movement refused by its own guards does not hide another that leads to the same.
        if counts {
            if plain {
                self.seen.plain = self.seen.plain.with(Square(target));
            } else if let Some(effect) = effect {
                self.seen.other.push(effect);
            }
        }
        Continue(())
    }
}

/// Whether the guards hold that ask for the position after the move.
fn finals(run: &mut Run<'_>, deed: &crate::act::Deed, passed: &[u8]) -> bool {
    let asked = run.finals;
    if asked == 0 {
        return true;
    }
    let before = turn::conclude(run, deed, 0, passed);
    let opponent = run.s.side;
    let check = threat::in_check(run, opponent);
    let mate = asked & (guard::NO_MATE | guard::MATE) != 0 && check && !any(run.g, run.s);
    turn::resume(run.s, before);
    !(asked & guard::NO_MATE != 0 && mate
        || asked & guard::NO_CHECK != 0 && check
        || asked & guard::MATE != 0 && !mate
        || asked & guard::CHECK != 0 && !check)
}
