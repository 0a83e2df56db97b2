//! Guards: what must hold for an action, a reaction or a branch.

use chv_dsl::model::{Guard, KindSet, Owner};
use chv_runtime::{Square, SquareSet};

use crate::act::Deed;
use crate::code;
use crate::game::Acting;
use crate::run::Run;
use crate::threat;

/// The position after the move must not be mate, ... not check, ... must be mate, ... check.
pub(crate) const NO_MATE: u8 = 1;
pub(crate) const NO_CHECK: u8 = 2;
pub(crate) const MATE: u8 = 4;
pub(crate) const CHECK: u8 = 8;

/// Whether the guards hold that the position decides before the movement.
#[inline]
pub(crate) fn before(run: &mut Run<'_>, action: &Acting, origin: Option<u8>) -> bool {
    if action.before.is_empty() {
        return true;
    }
    let mut deed = Deed::new(action);
    deed.origin = origin;
    deed.partner = match action.how {
        crate::game::How::Fixed { partner, .. } => partner,
        _ => None,
    };
    all(run, &action.before, &deed)
}

/// Whether all of some guards hold. Final guards are noted and count as holding.
pub(crate) fn all(run: &mut Run<'_>, guards: &[Guard], deed: &Deed) -> bool {
    guards.iter().all(|guard| holds(run, guard, deed, false))
}

fn holds(run: &mut Run<'_>, guard: &Guard, deed: &Deed, negated: bool) -> bool {
    let value = match guard {
        Guard::Not(inner) => return holds(run, inner, deed, !negated),
        Guard::NoMate => {
            run.finals |= if negated { MATE } else { NO_MATE };
            return true;
        }
        Guard::NoCheck => {
            run.finals |= if negated { CHECK } else { NO_CHECK };
            return true;
        }
        Guard::Right(right) => run.s.rights >> right & 1 != 0,
        Guard::Unmoved => deed.origin.is_some_and(|o| run.s.unmoved.has(Square(o))),
        Guard::Empty(squares) => squares.squares().all(|Square(s)| {
            run.at(s) == code::EMPTY
                || deed.origin == Some(s)
                || deed.partner.is_some_and(|(start, _)| start == s)
        }),
        Guard::Safe(squares) => threat::safe(run, squares, deed),
        Guard::OnFile(kinds, most) => deed.target.is_some_and(|target| {
            let size = run.g.variant.board.size;
            let file = size.file(Square(target));
            count(run, deed, *kinds, |s| (deed.stay || s.0 != target) && size.file(s) == file) <= *most
        }),
        Guard::AtMost(kinds, most) => count(run, deed, *kinds, |_| true) <= *most,
        Guard::Captures => deed.captures,
        Guard::KindIs(field, owner, kind) => {
            let side = match owner {
                Owner::Actor => deed.side,
                Owner::Opponent => deed.side.other(),
            };
            run.s.more.kinds[usize::from(*field)][side.index()] == kind + 1
        }
        Guard::Budget(moves) => run.s.more.budget + run.s.more.moved == *moves,
        Guard::Bare => {
            deed.target.is_some_and(|t| run.s.terrain.get(usize::from(t)).is_none_or(|&terrain| terrain == 0))
        }
        Guard::NotHidden => deed.target.is_some_and(|t| !run.s.more.hidden[deed.side.index()].has(Square(t))),
        Guard::Balanced(terrain) => deed.target.is_some_and(|target| {
            let size = run.g.spec.size;
            let on = size.all().filter(|s| run.s.terrain.get(s.index()) == Some(&(terrain + 1))).collect();
            chv_runtime::more::balanced(on, Square(target), &run.g.spec)
        }),
    };
    value != negated
}

/// Number of the actor's own pieces of some kinds on some squares.
fn count(run: &Run<'_>, deed: &Deed, kinds: KindSet, on: impl Fn(Square) -> bool) -> u8 {
    let own = run.s.sides[deed.side.index()];
    let n = own.squares().filter(|&s| code::is_of(run.at(s.0), kinds) && on(s)).count();
    u8::try_from(n).unwrap_or(u8::MAX)
}
