//! Reactions: what a movement sets off, stage by stage, and what the mover chooses with it.

use core::ops::ControlFlow::Continue;

use chv_dsl::model::{Branch, Reaction, Trigger};
use chv_runtime::{Set256, Side, Square, SquareSet};

use crate::act::{self, Deed};
use crate::code::{self, CodeSet};
use crate::game::Acting;
use crate::guard;
use crate::run::Run;
use crate::threat;
use crate::walk::{self, ALL_STEPS, Flow, Landing, Visitor};

/// Most bytes that the choices of one move take.
pub(crate) const MOST: usize = 8;
/// No branch was chosen.
const NONE: u8 = 255;

/// The choices made with a move: for each choice the branch and, if one is chosen, the square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub(crate) struct Choices {
    made: [u8; MOST],
    len: u8,
}

impl Choices {
    /// None made.
    pub(crate) const NONE: Self = Self { made: [0; MOST], len: 0 };

    /// With one more; choices beyond what fits are left out.
    fn with(mut self, value: u8) -> Self {
        if let Some(place) = self.made.get_mut(usize::from(self.len)) {
            *place = value;
            self.len += 1;
        }
        self
    }

    fn get(&self, at: usize) -> Option<u8> {
        self.made[..usize::from(self.len)].get(at).copied()
    }
}

/// What is done with each way in which a move can go. It leaves the run as it found it unless it
/// breaks.
pub(crate) type Finish<'f> = dyn FnMut(&mut Run<'_>, &Deed, Choices) -> Flow + 'f;

/// Settles the mover, makes the action's edits and goes through all stages, once for each way in
/// which the mover can choose (or the wanted one). When `finish` breaks, the board is as after the
/// move.
pub(crate) fn perform(
    run: &mut Run<'_>,
    action: &Acting,
    landing: &Landing,
    want: Option<Choices>,
    finish: &mut Finish<'_>,
) -> Flow {
    let mark = run.mark();
    let finals = core::mem::take(&mut run.finals);
    walk::settle(run, action, landing);
    let deed = Deed::of(run, action, landing);
    let flow = if guard::all(run, &action.after, &deed) {
        if !action.plain {
            act::edit(run, &run.g.variant.actions[usize::from(action.id)].edits, &deed);
        }
        if deed.sets_off(run) {
            stage(run, &deed, 0, Choices::default(), want.as_ref(), finish)
        } else {
            finish(run, &deed, Choices::default())
        }
    } else {
        Continue(())
    };
    if flow.is_continue() {
        run.finals = finals;
        run.undo(mark);
    }
    flow
}

/// What the capture of a traveller that has landed sets off. It asks nothing.
pub(crate) fn landed(run: &mut Run<'_>, deed: &Deed) {
    let (taken, base) = (run.taken.len(), run.taken_base);
    run.taken_base = taken;
    run.taken.extend(deed.victim);
    let ids = &run.g.reactions.capture[deed.side.index()];
    for (id, victim) in fired(run, deed, ids) {
        let reaction = &run.g.variant.reactions[usize::from(id)];
        let bound = Deed { victim, ..*deed };
        for branch in &reaction.branches {
            if guard::all(run, &branch.guards, &bound) {
                effect(run, reaction, branch, &bound);
            }
        }
    }
    run.taken.truncate(taken);
    run.taken_base = base;
}

/// The reaction by which a piece that was pushed to where it promotes still must, and its square:
/// the first from the a-file on for which a choice is open. Where none is, nothing is owed.
pub(crate) fn owed(run: &mut Run<'_>, side: Side) -> Option<(u8, u16)> {
    let g = run.g;
    let mut found: Option<(u8, u8, u16)> = None;
    for &id in &g.reactions.promotion[side.index()] {
        let reaction = &g.variant.reactions[usize::from(id)];
        let Trigger::Promotes { kinds, to, pushed: true, .. } = reaction.on else { continue };
        for Square(square) in (to & run.s.sides[side.index()]).squares() {
            let file = g.spec.size.file(Square(square));
            if code::is_of(run.at(square), kinds)
                && found.is_none_or(|f| (file, square) < (f.0, f.1))
                && reaction.branches.iter().any(|branch| is_open(run, side, square, branch))
            {
                found = Some((file, square, id));
            }
        }
    }
    found.map(|(_, square, id)| (square, id))
}

/// Whether a choice is open to the owner of a piece that was pushed.
fn is_open(run: &mut Run<'_>, side: Side, square: u8, branch: &Branch) -> bool {
    branch.guards.is_empty() || {
        let deed = pushed(run, side, square);
        guard::all(run, &branch.guards, &deed)
    }
}

/// What a choice for a piece that was pushed refers to.
fn pushed(run: &Run<'_>, side: Side, square: u8) -> Deed {
    Deed { code: run.at(square), target: Some(square), ..Deed::nothing(side) }
}

/// Whether there are promotions that can be owed.
pub(crate) fn owes(reactions: &[Reaction]) -> bool {
    reactions.iter().any(|r| matches!(r.on, Trigger::Promotes { pushed: true, .. }))
}

/// Calls `each` with every choice that the owner of such a piece has, made on the board; it is taken
/// back unless `each` breaks.
pub(crate) fn choose_owed(
    run: &mut Run<'_>,
    side: Side,
    (square, id): (u8, u16),
    each: &mut dyn FnMut(&mut Run<'_>, u8, &Branch) -> Flow,
) -> Flow {
    let reaction = &run.g.variant.reactions[usize::from(id)];
    let deed = pushed(run, side, square);
    for (i, branch) in (0u8..).zip(&reaction.branches) {
        let mark = run.mark();
        if guard::all(run, &branch.guards, &deed) {
            act::edit(run, &branch.edits, &deed);
            each(run, i, branch)?;
        }
        run.undo(mark);
    }
    Continue(())
}

/// Goes through the stages from one on.
fn stage(
    run: &mut Run<'_>,
    deed: &Deed,
    number: usize,
    made: Choices,
    want: Option<&Choices>,
    finish: &mut Finish<'_>,
) -> Flow {
    let reactions = &run.g.reactions;
    let ids = match number {
        0 => &reactions.capture,
        1 => &reactions.promotion,
        2 => &reactions.moved,
        _ => return finish(run, deed, made),
    };
    let fired = fired(run, deed, &ids[deed.side.index()]);
    each(run, deed, number, &fired, made, want, finish)
}

/// The reactions of a stage that are set off as the board is now, with what they are bound to.
fn fired(run: &mut Run<'_>, deed: &Deed, ids: &[u16]) -> Vec<(u16, Option<(u8, u8)>)> {
    let g = run.g;
    let mut list = Vec::new();
    for &id in ids {
        let reaction = &g.variant.reactions[usize::from(id)];
        let mut add = |run: &mut Run<'_>, victim| {
            if guard::all(run, &reaction.guards, &Deed { victim, ..*deed }) {
                list.push((id, victim));
            }
        };
        match reaction.on {
            Trigger::Captured { captor, victim } => {
                if code::is_of(deed.code, captor) {
                    for i in run.taken_base..run.taken.len() {
                        let (square, piece) = run.taken[i];
                        if code::is_of(piece, victim) {
                            add(run, Some((square, piece)));
                        }
                    }
                }
            }
            Trigger::Promotes { kinds, from, to, .. } => {
                if let (Some(origin), Some(target), false) = (deed.origin, deed.target, deed.stay)
                    && code::is_of(deed.code, kinds)
                    && run.at(target) == deed.code
                    && (from.has(Square(origin)) || to.has(Square(target)))
                {
                    add(run, deed.victim);
                }
            }
            Trigger::Moved { kinds } => {
                let acts = if deed.code == code::EMPTY {
                    kinds.0 == u64::MAX
                } else {
                    code::is_of(deed.code, kinds)
                };
                if acts {
                    add(run, deed.victim);
                }
            }
        }
    }
    list
}

/// Whether the mover has a choice in a reaction.
pub(crate) fn asks(reaction: &Reaction) -> bool {
    reaction.optional || reaction.branches.len() > 1 || reaction.branches.iter().any(|b| b.square.is_some())
}

/// Goes through the reactions of a stage, then on to the next stage.
fn each(
    run: &mut Run<'_>,
    deed: &Deed,
    number: usize,
    fired: &[(u16, Option<(u8, u8)>)],
    made: Choices,
    want: Option<&Choices>,
    finish: &mut Finish<'_>,
) -> Flow {
    let Some((&(id, victim), rest)) = fired.split_first() else {
        return stage(run, deed, number + 1, made, want, finish);
    };
    let g = run.g;
    let reaction = &g.variant.reactions[usize::from(id)];
    let bound = Deed { victim, ..*deed };
    if !asks(reaction) {
        let mark = run.mark();
        let (finals, aimed) = (run.finals, run.aimed);
        let mut done = number != 1;
        for branch in &reaction.branches {
            if guard::all(run, &branch.guards, &bound) {
                effect(run, reaction, branch, &bound);
                run.choose(&branch.text, None);
                done = true;
            }
        }
        // A promotion that must be made and cannot be is no move.
        if done || reaction.branches.is_empty() {
            each(run, deed, number, rest, made, want, finish)?;
        }
        run.undo(mark);
        (run.finals, run.aimed) = (finals, aimed);
        return Continue(());
    }
    let wanted = want.and_then(|w| w.get(usize::from(made.len)));
    let mut offered = false;
    for (i, branch) in (0u8..).zip(&reaction.branches) {
        if wanted.is_some_and(|w| w != i) {
            continue;
        }
        let finals = run.finals;
        if guard::all(run, &branch.guards, &bound) {
            let made = made.with(i);
            let square = want.and_then(|w| w.get(usize::from(made.len)));
            for chosen in chosen(run, branch, &bound) {
                offered = true;
                if chosen.is_some() && square.is_some() && chosen != square {
                    continue;
                }
                let mark = run.mark();
                let aimed = run.aimed;
                effect(run, reaction, branch, &Deed { chosen, ..bound });
                let made = chosen.map_or(made, |c| made.with(c));
                run.choose(&branch.text, chosen);
                each(run, deed, number, rest, made, want, finish)?;
                run.undo(mark);
                run.aimed = aimed;
            }
        }
        run.finals = finals;
    }
    let must = !reaction.optional || reaction.forced_when_stuck && stuck(run, &bound);
    let nothing = if must { !offered && number != 1 } else { true };
    if nothing && wanted.is_none_or(|w| w == NONE) {
        each(run, deed, number, rest, made.with(NONE), want, finish)?;
    }
    Continue(())
}

/// Makes the edits of a branch.
fn effect(run: &mut Run<'_>, reaction: &Reaction, branch: &Branch, deed: &Deed) {
    let before = run.aimed.map_or(0, |(code, _)| threat::count(run, code));
    act::edit(run, &branch.edits, deed);
    if let Some((code, spared)) = run.aimed
        && !reaction.threatens
    {
        let removed = before.saturating_sub(threat::count(run, code));
        run.aimed = Some((code, spared + removed));
    }
}

/// The squares that may be chosen in a branch; `None` alone where none is asked for.
fn chosen(run: &Run<'_>, branch: &Branch, deed: &Deed) -> Vec<Option<u8>> {
    let Some((squares, content)) = &branch.square else { return vec![None] };
    let accepts = CodeSet::of(content, deed.side);
    let board = Set256::below(run.g.squares) & !run.g.variant.board.holes;
    (*squares & board).squares().filter(|s| accepts.has(run.at(s.0))).map(|s| Some(s.0)).collect()
}

/// Whether the mover could never move again from its target on an empty board.
fn stuck(run: &Run<'_>, deed: &Deed) -> bool {
    let Some(target) = deed.target else { return false };
    let g = run.g;
    let squares = g.stuck[usize::from(deed.code)].get_or_init(|| {
        struct Any;
        impl Visitor for Any {
            fn stop(&mut self, run: &mut Run<'_>, action: &Acting, landing: &Landing) -> Flow {
                let to = landing.target.is_some_and(|s| action.to.has(Square(s)));
                if to && run.taken.is_empty() { core::ops::ControlFlow::Break(()) } else { Continue(()) }
            }
        }
        let mut state = crate::state::State::empty();
        state.terrain = vec![0; run.s.terrain.len()];
        state.unmoved = g.variant.fields.unmoved;
        let moves = |from: u8, state: &mut crate::state::State| {
            state.write(from, deed.code, &g.royal);
            let moves = g.of_piece[usize::from(deed.code)].iter().any(|&id| {
                let action = &g.actions[usize::from(id)];
                let mut state = state.clone();
                action.offered
                    && action.from.has(Square(from))
                    && walk::landings(
                        &mut Run::new(g, &mut state),
                        action,
                        Some(from),
                        ALL_STEPS,
                        Set256::below(256),
                        &mut Any,
                    )
                    .is_break()
            });
            state.write(from, code::EMPTY, &g.royal);
            moves
        };
        g.variant.board.size.all().filter(|s| !moves(s.0, &mut state)).collect()
    });
    squares.has(Square(target))
}
