//! The end of a turn: rights and marks fall, clocks go on, the other side acts.

use chv_runtime::{Set256, Side, Square, SquareSet};

use crate::act::Deed;
use crate::code;
use crate::run::{Change, Run};
use crate::state::State;

/// What the end of a turn overwrites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Before {
    pub(crate) rights: u32,
    pub(crate) unmoved: Set256,
    passed: Vec<(u8, u8)>,
    pub(crate) side: Side,
    clock: u32,
    number: u32,
}

/// Ends the turn of an action whose changes were logged from `from` on; `passed` are the squares
/// that its walk left open to en-passant capture.
pub(crate) fn conclude(run: &mut Run<'_>, deed: &Deed, from: usize, passed: &[u8]) -> Before {
    let home = match deed.origin {
        Some(origin) if deed.stay || deed.target == Some(origin) => Some(origin),
        _ => None,
    };
    let mut fallen = 0;
    let mut touched = Set256::default();
    for change in &run.log[from..] {
        if let Change::Cell(square, _) = *change
            && home != Some(square)
        {
            fallen |= run.g.rights_at[usize::from(square)];
            touched = touched.with(Square(square));
        }
    }
    let open = match deed.target {
        Some(target) => passed.iter().map(|&s| (s, target)).collect(),
        None => Vec::new(),
    };
    let kinds = &run.g.variant.kinds;
    let resets = code::is_piece(deed.code) && kinds[usize::from(code::kind_of(deed.code))].resets_clock;
    let s = &mut *run.s;
    let before = Before {
        rights: s.rights,
        unmoved: s.unmoved,
        passed: core::mem::replace(&mut s.passed, open),
        side: s.side,
        clock: s.clock,
        number: s.number,
    };
    s.rights &= !fallen;
    s.unmoved &= !touched;
    s.clock = if run.removed > 0 || resets { 0 } else { s.clock.saturating_add(1) };
    if s.side == Side::Black {
        s.number = s.number.saturating_add(1);
    }
    s.side = s.side.other();
    before
}

/// Takes the end of a turn back.
pub(crate) fn resume(s: &mut State, before: Before) {
    s.rights = before.rights;
    s.unmoved = before.unmoved;
    s.passed = before.passed;
    s.side = before.side;
    s.clock = before.clock;
    s.number = before.number;
}
