//! A tiny game for the tests of this crate, written by hand: on a board of three by three each side
//! has one Walker that steps straight to a neighbour. Taking the other Walker wins. Third repetition
//! and six turns without a capture draw.

use core::ops::ControlFlow;
use std::borrow::Cow;

use crate::geometry::{BoardSize, Side, Square};
use crate::moves::{EditView, MoveDetail};
use crate::position::{MoveSet, Outcome, Position, Rules, Winner};
use crate::record::{Piece, Record};
use crate::set::Set256;
use crate::spec::{KindSpec, Spec};
use crate::{fen, zobrist};

const SIZE: BoardSize = BoardSize { files: 3, ranks: 3 };

static SPEC: Spec = Spec {
    name: Cow::Borrowed("toy"),
    title: Cow::Borrowed("Toy"),
    aliases: Cow::Borrowed(&[Cow::Borrowed("tiny")]),
    size: SIZE,
    holes: Set256([0; 4]),
    kinds: Cow::Borrowed(&[KindSpec {
        name: Cow::Borrowed("Walker"),
        code: Cow::Borrowed("W"),
        royal: false,
        count: (0, 1),
    }]),
    terrain: Cow::Borrowed(&[]),
    rights: Cow::Borrowed(&[]),
    hands: false,
    fields: Cow::Borrowed(&[]),
    options: Cow::Borrowed(&[]),
    start: Cow::Borrowed("2w/3/W2 w - - 0 1"),
};

/// The rules; with `broken_undo` taking back a move forgets the clock, for tests of the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Toy {
    pub(crate) broken_undo: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ToyPosition {
    rules: Toy,
    walkers: [Option<Square>; 2],
    side: Side,
    clock: u32,
    number: u32,
}

/// From and to.
pub(crate) type Step = (Square, Square);

#[derive(Debug)]
pub(crate) struct Steps {
    from: Square,
    to: Vec<Square>,
}

impl MoveSet for Steps {
    type Move = Step;
    fn len(&self) -> usize {
        self.to.len()
    }
    fn each<F: FnMut(Step) -> ControlFlow<()>>(self, mut visit: F) -> ControlFlow<()> {
        self.to.iter().try_for_each(|&to| visit((self.from, to)))
    }
}

impl Rules for Toy {
    type Position = ToyPosition;

    fn spec(&self) -> &Spec {
        &SPEC
    }

    fn start(&self) -> ToyPosition {
        let (white, black) = (Some(Square(0)), Some(Square(8)));
        ToyPosition { rules: *self, walkers: [white, black], side: Side::White, clock: 0, number: 1 }
    }

    fn position(&self, record: &Record) -> Result<ToyPosition, Vec<String>> {
        let find = |side| record.squares.iter().position(|p| p.is_some_and(|p| p.side == side));
        let walkers = Side::BOTH.map(|side| find(side).map(|i| Square(i as u8)));
        if walkers == [None; 2] {
            return Err(vec!["nobody has a Walker".into()]);
        }
        let Record { side, clock, number, .. } = *record;
        Ok(ToyPosition { rules: *self, walkers, side, clock, number })
    }
}

impl Position for ToyPosition {
    type Move = Step;
    type MoveSet = Steps;
    type Undo = ToyPosition;

    fn spec(&self) -> &Spec {
        &SPEC
    }

    fn side(&self) -> Side {
        self.side
    }

    fn visit<F: FnMut(Steps) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let [Some(_), Some(_)] = self.walkers else { return ControlFlow::Continue(()) };
        let Some(from) = self.walkers[self.side.index()] else { return ControlFlow::Continue(()) };
        for steps in [[(0, 1), (0, -1)], [(1, 0), (-1, 0)]] {
            let to = steps.iter().filter_map(|&(x, y)| SIZE.step(from, x, y)).collect();
            visit(Steps { from, to })?;
        }
        ControlFlow::Continue(())
    }

    fn make(&mut self, (_, to): Step) -> ToyPosition {
        let undo = *self;
        let other = &mut self.walkers[self.side.other().index()];
        self.clock += 1;
        if *other == Some(to) {
            *other = None;
            self.clock = 0;
        }
        self.walkers[self.side.index()] = Some(to);
        self.number += self.side.index() as u32;
        self.side = self.side.other();
        undo
    }

    fn unmake(&mut self, _: Step, undo: ToyPosition) {
        let clock = self.clock;
        *self = undo;
        if self.rules.broken_undo {
            self.clock = clock;
        }
    }

    fn make_keyed(&mut self, m: Step, key: &mut u64) -> ToyPosition {
        let undo = self.make(m);
        *key = self.base_key();
        undo
    }

    fn base_key(&self) -> u64 {
        let pieces = Side::BOTH.map(|s| self.walkers[s.index()].map_or(0, |q| zobrist::piece(s, 0, q)));
        pieces[0] ^ pieces[1] ^ zobrist::side(self.side)
    }

    fn key_supplement(&self) -> u64 {
        0
    }

    fn in_check(&self) -> bool {
        false
    }

    fn checkers(&self) -> Vec<Square> {
        Vec::new()
    }

    fn outcome(&self) -> Option<Outcome> {
        let lost = self.walkers[self.side.index()].is_none();
        lost.then(|| Outcome { winner: Winner::Side(self.side.other()), reason: "taken".into() })
    }

    fn clock_outcome(&self) -> Option<Outcome> {
        (self.clock >= 6).then(|| Outcome { winner: Winner::Draw, reason: "six turns".into() })
    }

    fn repetition_outcome(&self, count: u32) -> Option<Outcome> {
        (count >= 3).then(|| Outcome { winner: Winner::Draw, reason: "threefold repetition".into() })
    }

    fn clock(&self) -> u32 {
        self.clock
    }

    fn detail(&self, (from, to): Step) -> MoveDetail {
        let side = self.side.other();
        let takes = self.walkers[side.index()] == Some(to);
        let mut edits = vec![EditView::Shift(from, to)];
        if takes {
            edits.insert(0, EditView::Remove(to, Piece { side, kind: 0 }));
        }
        let captures = if takes { vec![to] } else { Vec::new() };
        MoveDetail { from: Some(from), to: Some(to), captures, edits, ..MoveDetail::default() }
    }

    fn record(&self) -> Record {
        let mut record = fen::empty(&SPEC);
        for side in Side::BOTH {
            if let Some(square) = self.walkers[side.index()] {
                record.squares[square.index()] = Some(Piece { side, kind: 0 });
            }
        }
        Record { side: self.side, clock: self.clock, number: self.number, ..record }
    }
}
