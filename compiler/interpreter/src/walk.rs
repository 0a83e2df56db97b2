//! Carrying out walks, and all other ways in which an action moves its piece.
//!
//! A walk is followed depth first over its automaton, on the board itself: the mover is lifted from
//! its origin, taken pieces are gone while the walk goes on, and all is put back on the way out.

use core::ops::ControlFlow::{self, Break, Continue};

use chv_dsl::model::{Stop, Take};
use chv_runtime::compiled::walk::MOST_WAYS;
use chv_runtime::{EditView, Set256, Square, SquareSet};

use crate::code;
use crate::game::{Acting, How, Path, Step};
use crate::guard;
use crate::run::{Been, Run};
use crate::steps::NOWHERE;

/// Goes on or stops.
pub(crate) type Flow = ControlFlow<()>;

/// A first-step mask that leaves nothing out.
pub(crate) const ALL_STEPS: u64 = u64::MAX;

/// A possible end of an action's movement.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Landing {
    /// The square the mover comes from; it has been lifted. `None` for drops and passes.
    pub(crate) origin: Option<u8>,
    /// The square of the walk's end; `None` for a pass.
    pub(crate) target: Option<u8>,
    /// The mover does not go there but stays on its origin.
    pub(crate) stay: bool,
    /// The mover leaves the board; the target is only named.
    pub(crate) departs: bool,
    /// Something is hidden on the target: it goes off, and the mover is destroyed.
    pub(crate) blown: bool,
    /// The piece on the target is taken but still stands there.
    pub(crate) pending: bool,
    /// The movement did more than come to the target and take what stood there.
    pub(crate) special: bool,
    /// The squares between which a partner moves.
    pub(crate) partner: Option<(u8, u8)>,
    /// Number of the first step, and of the end among those it leads to.
    pub(crate) step: u16,
    pub(crate) route: u16,
}

/// What is done at the ends of movements. It leaves the run as it found it unless it breaks.
pub(crate) trait Visitor {
    /// An action's movement can end like this.
    fn stop(&mut self, run: &mut Run<'_>, action: &Acting, landing: &Landing) -> Flow;
}

/// Visits every way in which an action's movement can end, guards that need the movement apart.
/// `steps` leaves out first steps of walks, `targets` targets of leaps. When it breaks, the board is
/// as at the landing.
pub(crate) fn landings<V: Visitor>(
    run: &mut Run<'_>,
    action: &Acting,
    origin: Option<u8>,
    steps: u64,
    targets: Set256,
    visitor: &mut V,
) -> Flow {
    if !guard::before(run, action, origin) {
        return Continue(());
    }
    let bases = (run.path_base, run.taken_base);
    run.path_base = run.path.len();
    run.taken_base = run.taken.len();
    let mark = run.mark();
    let plain = Landing {
        origin,
        target: None,
        stay: false,
        departs: false,
        blown: false,
        pending: false,
        special: false,
        partner: None,
        step: 0,
        route: 0,
    };
    let flow = match &action.how {
        How::Walk(path) => match origin {
            Some(origin) => {
                run.set(origin, run.vacant(origin));
                follow(run, action, path, origin, steps, visitor)
            }
            None => Continue(()),
        },
        How::Leap { .. } => leap(run, action, plain, targets, visitor),
        How::Fixed { from, to, partner } => {
            let free = |run: &Run<'_>, square: u8| {
                !code::is_piece(run.at(square))
                    || square == *from
                    || partner.is_some_and(|(start, _)| start == square)
            };
            let ready = run.at(*from) == action.code
                && free(run, *to)
                && partner.is_none_or(|(start, end)| {
                    let piece = run.at(start);
                    code::is_piece(piece) && code::side_of(piece) == action.side && free(run, end)
                });
            if ready {
                let landing = Landing {
                    origin: Some(*from),
                    target: Some(*to),
                    special: true,
                    partner: *partner,
                    ..plain
                };
                run.set(*from, run.vacant(*from));
                visitor.stop(run, action, &landing)
            } else {
                Continue(())
            }
        }
        How::Stand => visitor.stop(run, action, &plain),
    };
    if flow.is_continue() {
        run.undo(mark);
        (run.path_base, run.taken_base) = bases;
    }
    flow
}

/// Leaps and drops: to each square that holds what is asked.
fn leap<V: Visitor>(
    run: &mut Run<'_>,
    action: &Acting,
    plain: Landing,
    targets: Set256,
    visitor: &mut V,
) -> Flow {
    let How::Leap { accepts, passed, take } = &action.how else { return Continue(()) };
    if action.in_hand {
        let at = run.hand_index(action.side, code::kind_of(action.code));
        if run.s.hands.get(at).is_none_or(|&n| n == 0) {
            return Continue(());
        }
    } else if let Some(origin) = plain.origin {
        run.set(origin, run.vacant(origin));
    }
    for Square(target) in (action.to & targets).squares() {
        if plain.origin == Some(target) {
            continue;
        }
        let held = run.at(target);
        let passes = || held == code::EMPTY && run.passed_here(target, *passed, action.side);
        if !accepts.has(held) && !passes() {
            continue;
        }
        let mark = run.mark();
        let taken = run.taken.len();
        let mut landing = Landing { target: Some(target), ..plain };
        match take {
            Take::Capture if code::is_piece(held) => {
                run.taken.push((target, held));
                landing.pending = true;
            }
            Take::Passed => landing.special = take_passed(run, target, *passed, action),
            Take::Unload => {
                if let Some(origin) = plain.origin.filter(|_| code::is_piece(held)) {
                    run.shift(target, origin);
                    landing.special = true;
                }
            }
            _ => {}
        }
        if action.code != code::EMPTY && run.live().has(Square(target)) {
            landing.blown = true;
            landing.special = true;
        }
        let spared = landing.blown && run.spares(action.code);
        if (landing.pending || !code::is_piece(run.at(target))) && !spared {
            visitor.stop(run, action, &landing)?;
        }
        run.undo(mark);
        run.taken.truncate(taken);
    }
    Continue(())
}

/// Removes the pieces that passed a square; whether there were any.
fn take_passed(run: &mut Run<'_>, square: u8, kinds: chv_dsl::model::KindSet, action: &Acting) -> bool {
    let mut any = false;
    for i in 0..run.s.passed.len() {
        let (passed, victim) = run.s.passed[i];
        let held = run.at(victim);
        if passed == square && code::is_of(held, kinds) && code::side_of(held) != action.side {
            run.taken.push((victim, held));
            run.remove(victim);
            any = true;
        }
    }
    any
}

/// What stays the same along a walk.
struct Way<'w> {
    action: &'w Acting,
    path: &'w Path,
    origin: u8,
    step: u16,
}

fn follow<V: Visitor>(
    run: &mut Run<'_>,
    action: &Acting,
    path: &Path,
    origin: u8,
    steps: u64,
    visitor: &mut V,
) -> Flow {
    // Walks that are tried while another is under way have places of their own.
    let outer = core::mem::take(&mut run.been);
    let mut flow = Continue(());
    for (i, step) in (0u16..).zip(&path.first) {
        if i < 64 && steps >> i & 1 == 0 {
            continue;
        }
        run.route = 0;
        if path.forgets {
            // For each first step anew: a move is found again by following its first step alone.
            run.been.clear();
            run.been.resize(run.g.squares * path.nodes.len(), false);
        }
        let way = Way { action, path, origin, step: i };
        flow = arrive(run, &way, step, origin, origin, false, visitor);
        if flow.is_break() {
            break;
        }
    }
    run.been = outer;
    flow
}

fn arrive<V: Visitor>(
    run: &mut Run<'_>,
    way: &Way<'_>,
    step: &Step,
    from: u8,
    leg: u8,
    special: bool,
    visitor: &mut V,
) -> Flow {
    // Where terrain turns slides, there may be too many ways to tell apart.
    if run.route == MOST_WAYS {
        return Continue(());
    }
    if let Some(terrain) = step.on
        && run.s.terrain.get(usize::from(from)) != Some(&(terrain + 1))
    {
        return Continue(());
    }
    let reached = run.g.steps.go(step.table, from);
    if reached == NOWHERE {
        return Continue(());
    }
    let square = reached as u8;
    enter(run, way, step, square, from, leg, special, visitor)?;
    if step.slide
        && run.g.joins
        && run.at(square) == code::EMPTY
        && run.joining(square)
        && !run.live().has(Square(square))
        && !has_been(run, square, step)
    {
        // The slide may go on from the other squares of this terrain, as with one step.
        let terrain = run.s.terrain[usize::from(square)];
        run.path.push(Been { square, node: step.to, table: step.table, via: true });
        for other in run.g.variant.board.size.all() {
            if other.0 != square && run.s.terrain[other.index()] == terrain {
                enter(run, way, step, other.0, from, leg, special, visitor)?;
            }
        }
        run.path.pop();
    }
    Continue(())
}

/// Whether the walk under way has entered a square in the same direction before.
fn has_been(run: &Run<'_>, square: u8, step: &Step) -> bool {
    run.path[run.path_base..].iter().any(|b| b.square == square && b.table == step.table)
}

/// Arriving on a square by a step.
#[expect(clippy::too_many_arguments, reason = "one step of a recursion: what differs from step to step")]
fn enter<V: Visitor>(
    run: &mut Run<'_>,
    way: &Way<'_>,
    step: &Step,
    square: u8,
    from: u8,
    leg: u8,
    mut special: bool,
    visitor: &mut V,
) -> Flow {
    let knot = &way.path.nodes[usize::from(step.to)];
    let head = &knot.head;
    let held = run.at(square);
    if !knot.accepts.has(held)
        && (held != code::EMPTY
            || head.test.passed.is_empty()
            || !run.passed_here(square, head.test.passed, way.action.side))
    {
        return Continue(());
    }
    if run.g.winds && has_been(run, square, step) {
        return Continue(());
    }
    if way.path.loops && run.path[run.path_base..].iter().any(|b| (b.square, b.node) == (square, step.to)) {
        return Continue(());
    }
    if way.path.forgets && !special && run.taken.len() == run.taken_base {
        let place = usize::from(square) * way.path.nodes.len() + usize::from(step.to);
        if core::mem::replace(&mut run.been[place], true) {
            return Continue(());
        }
    }
    let leg = if step.new_leg { from } else { leg };
    let mark = run.mark();
    let taken = run.taken.len();
    let mut pending = false;
    match head.take {
        Take::Nothing => {}
        Take::Capture => {
            if code::is_piece(held) {
                run.taken.push((square, held));
                pending = true;
            }
        }
        Take::Passed => special |= take_passed(run, square, head.test.passed, way.action),
        Take::Unload => {
            if code::is_piece(held) {
                if run.at(leg) != code::EMPTY {
                    return Continue(());
                }
                run.shift(square, leg);
                special = true;
            }
        }
        Take::Push => {
            if code::is_piece(held) {
                let beyond = run.g.steps.go(step.table, square);
                if beyond == NOWHERE {
                    run.taken.push((square, held));
                    run.remove(square);
                } else if run.at(beyond as u8) == code::EMPTY {
                    let goes_off = run.live().has(Square(beyond as u8));
                    if goes_off && run.spares(held) {
                        return Continue(());
                    }
                    run.shift(square, beyond as u8);
                    if goes_off {
                        run.explode(beyond as u8);
                    }
                } else {
                    return Continue(());
                }
                special = true;
            }
        }
    }
    run.path.push(Been { square, node: step.to, table: step.table, via: false });
    let departs = head.stop == Some(Stop::Depart);
    let blown = !head.over && !departs && run.live().has(Square(square));
    if blown && run.spares(way.action.code) {
        // What both know, or the mover hides himself, a royal does not step on.
    } else if let Some(stop) = head.stop.or(blown.then_some(Stop::Arrive)) {
        let stay = stop == Stop::Stay;
        let room = if stay {
            !code::is_piece(run.at(way.origin))
        } else {
            pending || departs || !code::is_piece(run.at(square))
        };
        special |= departs || blown;
        let unchanged = departs || !special && run.taken.len() == run.taken_base;
        // What would leave the board to come back to where it stands goes nowhere either.
        let nothing = (stay || square == way.origin) && unchanged;
        if room && (!nothing || head.null && !stay) && run.route < MOST_WAYS {
            let landing = Landing {
                origin: Some(way.origin),
                target: Some(square),
                stay,
                departs,
                blown,
                pending,
                special,
                partner: None,
                step: way.step,
                route: run.route,
            };
            run.route += 1;
            visitor.stop(run, way.action, &landing)?;
        }
    }
    if !knot.next.is_empty() && !blown {
        if pending {
            run.remove(square);
            special = true;
        }
        for next in &knot.next {
            arrive(run, way, next, square, leg, special, visitor)?;
        }
    }
    run.path.pop();
    run.taken.truncate(taken);
    run.undo(mark);
    Continue(())
}

/// The squares of the walk just ended that become en-passant squares: none if it took something.
pub(crate) fn left_passed(run: &Run<'_>, action: &Acting, landing: &Landing, into: &mut Vec<u8>) {
    let quiet = !landing.special && !landing.pending && !landing.stay;
    if !quiet || run.taken.len() > run.taken_base {
        return;
    }
    if let How::Walk(path) = &action.how
        && path.leaves
    {
        let way = &run.path[run.path_base..];
        for been in &way[..way.len().saturating_sub(1)] {
            if been.via || path.nodes[usize::from(been.node)].head.leaves_passed {
                into.push(been.square);
            }
        }
    }
}

/// Puts the mover where the movement ends, and its partner; what was taken there goes.
pub(crate) fn settle(run: &mut Run<'_>, action: &Acting, landing: &Landing) {
    let Some(target) = landing.target else { return };
    if landing.pending {
        run.remove(target);
    }
    let partner = landing.partner.map(|(start, _)| run.at(start));
    match landing.origin {
        None if action.code == code::EMPTY => {}
        None => {
            run.hand(action.side, code::kind_of(action.code), -1);
            run.set(target, action.code);
            if let Some(piece) = code::unpack(action.code) {
                run.tell(EditView::Place(Square(target), piece));
            }
        }
        Some(origin) if landing.stay => run.set(origin, action.code),
        Some(origin) if landing.departs => {
            if let Some(piece) = code::unpack(action.code) {
                run.tell(EditView::Remove(Square(origin), piece));
            }
        }
        Some(origin) => {
            run.set(target, action.code);
            run.tell(EditView::Shift(Square(origin), Square(target)));
            if landing.blown {
                run.explode(target);
            }
            if let Some((start, end)) = landing.partner {
                // The mover may have come to where the partner stood.
                let partner = partner.unwrap_or(code::EMPTY);
                if start != target {
                    run.set(start, run.vacant(start));
                }
                run.set(end, partner);
                run.tell(EditView::Shift(Square(start), Square(end)));
            }
        }
    }
}

/// A visitor that takes the `n`-th end of one first step and stops there.
pub(crate) struct Find {
    pub(crate) step: u16,
    pub(crate) route: u16,
    pub(crate) target: Option<u8>,
    pub(crate) found: Option<Landing>,
}

impl Visitor for Find {
    fn stop(&mut self, _run: &mut Run<'_>, _action: &Acting, landing: &Landing) -> Flow {
        if (landing.step, landing.route, landing.target) == (self.step, self.route, self.target) {
            self.found = Some(*landing);
            return Break(());
        }
        Continue(())
    }
}
