//! Choices that are made with a move: which way something goes that it sets off, and which square.
//!
//! Generated code asks a [`Chooser`] wherever the mover has a choice. To make a move, the chooser
//! gives the choices of the move; to list all ways, the move is made again and again, each time with
//! the next choices that are possible.

use core::ops::ControlFlow;

use crate::compiled::{Batch, Move};
use crate::geometry::Square;
use crate::position::MoveSet;
use crate::set::SquareSet;

/// Most choices made with one move: a branch and a square are one each.
const MOST: usize = 8;
/// None of the branches.
const NONE: u8 = 63;

/// The choices made with a move, in the order in which they are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Choices {
    made: [u8; MOST],
    len: u8,
}

impl Choices {
    fn push(&mut self, value: u8) {
        if let Some(place) = self.made.get_mut(usize::from(self.len)) {
            *place = value;
            self.len += 1;
        }
    }
}

/// A move of a game in which the mover chooses further things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chosen {
    /// Where it leads.
    pub m: Move,
    /// What is chosen.
    pub choices: Choices,
}

/// Several moves without choices, or that differ at most in the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ways<S> {
    /// Moves with which nothing is chosen.
    Plain(Batch<S>),
    /// One move.
    One(Chosen),
    /// One move for each square that can be chosen last.
    Squares {
        /// The move without its last choice.
        before: Chosen,
        /// The squares.
        to: S,
    },
}

impl<S> Ways<S> {
    /// Where the moves lead, if they lead to the same.
    #[must_use]
    pub const fn leads(&self) -> Option<Move> {
        match self {
            Ways::One(chosen) | Ways::Squares { before: chosen, .. } => Some(chosen.m),
            Ways::Plain(Batch::One(m)) => Some(*m),
            Ways::Plain(_) => None,
        }
    }
}

impl<S: SquareSet> MoveSet for Ways<S> {
    type Move = Chosen;

    #[inline]
    fn len(&self) -> usize {
        match *self {
            Ways::Plain(batch) => batch.len(),
            Ways::One(_) => 1,
            Ways::Squares { to, .. } => to.len() as usize,
        }
    }

    #[inline]
    fn each<F: FnMut(Chosen) -> ControlFlow<()>>(self, mut visit: F) -> ControlFlow<()> {
        match self {
            Ways::Plain(batch) => batch.each(|m| visit(Chosen { m, choices: Choices::default() })),
            Ways::One(chosen) => visit(chosen),
            Ways::Squares { before, to } => to.squares().try_for_each(|square| {
                let mut chosen = before;
                chosen.choices.push(square.0);
                visit(chosen)
            }),
        }
    }
}

/// What could be chosen at one point.
#[derive(Debug, Clone, Copy)]
enum Asked<S> {
    /// One of some branches, one bit each; [`NONE`] for none of them.
    Branch(u64),
    /// One of some squares.
    Square(S),
}

/// Answers what is asked while a move is made.
#[derive(Debug, Clone)]
pub struct Chooser<S> {
    choices: Choices,
    /// How many of the choices have been asked for.
    at: usize,
    asked: [Asked<S>; MOST],
    /// Whether there was no way to go.
    fails: bool,
    /// The texts of what was chosen.
    text: String,
    square: Option<Square>,
}

impl<S: SquareSet> Chooser<S> {
    /// For the first way in which a move can go.
    #[inline]
    #[must_use]
    pub fn first() -> Self {
        Self::given(Choices::default())
    }

    /// For choices that are made already; what is asked beyond them is answered by what comes first.
    #[inline]
    #[must_use]
    pub fn given(choices: Choices) -> Self {
        Self {
            choices,
            at: 0,
            asked: [Asked::Branch(0); MOST],
            fails: false,
            text: String::new(),
            square: None,
        }
    }

    /// Which of the branches that are open (one bit each) is chosen; any other number for none of
    /// them, which is possible if `declines`. Where nothing is possible the move fails.
    #[inline]
    pub fn branch(&mut self, open: u64, declines: bool) -> u8 {
        let open = open | u64::from(declines) << NONE;
        if open == 0 {
            self.fails = true;
            return NONE;
        }
        self.answer(Asked::Branch(open), open.trailing_zeros() as u8)
    }

    /// Which square of a set, that is not empty, is chosen.
    #[inline]
    pub fn square(&mut self, open: S) -> Option<Square> {
        let first = open.first()?;
        let square = Square(self.answer(Asked::Square(open), first.0));
        self.square = Some(square);
        Some(square)
    }

    #[inline]
    fn answer(&mut self, asked: Asked<S>, first: u8) -> u8 {
        if self.at >= usize::from(self.choices.len) {
            self.choices.push(first);
        }
        let (Some(place), Some(&value)) = (self.asked.get_mut(self.at), self.choices.made.get(self.at))
        else {
            self.fails = true;
            return first;
        };
        *place = asked;
        self.at += 1;
        let possible = match asked {
            Asked::Branch(open) => value < 64 && open >> value & 1 != 0,
            Asked::Square(open) => usize::from(value) < S::CAPACITY && open.has(Square(value)),
        };
        self.fails |= !possible;
        if possible { value } else { first }
    }

    /// Notes the text of what was chosen.
    #[inline]
    pub fn say(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// The texts of what was chosen, joined; and the last square.
    #[must_use]
    pub fn said(self) -> (Option<String>, Option<Square>) {
        ((!self.text.is_empty()).then_some(self.text), self.square)
    }

    /// Whether there was no way to go.
    #[inline]
    #[must_use]
    pub const fn fails(&self) -> bool {
        self.fails
    }

    /// The move that was made.
    #[inline]
    #[must_use]
    pub const fn made(&self, m: Move) -> Chosen {
        Chosen { m, choices: self.choices }
    }

    /// All moves that differ from the one made in the last choice only, if that is of a square; they
    /// count as listed then.
    #[inline]
    pub fn whole(&mut self, m: Move) -> Option<Ways<S>> {
        let last = self.at.checked_sub(1)?;
        let Asked::Square(to) = self.asked[last] else { return None };
        if self.fails {
            return None;
        }
        self.choices.len = last as u8;
        self.choices.made[last] = 0;
        Some(Ways::Squares { before: self.made(m), to })
    }

    /// Goes on to the next way in which the move could go; whether there is one.
    pub fn next_way(&mut self) -> bool {
        let mut len = self.at.min(usize::from(self.choices.len));
        while let Some(last) = len.checked_sub(1) {
            let value = self.choices.made[last];
            let next = match self.asked[last] {
                Asked::Branch(open) => (value + 1..64).find(|&v| open >> v & 1 != 0),
                Asked::Square(open) => open.squares().map(|s| s.0).find(|&s| s > value),
            };
            if let Some(next) = next {
                let made = self.choices.made;
                self.choices = Choices::default();
                made[..last].iter().for_each(|&v| self.choices.push(v));
                self.choices.push(next);
                (self.at, self.fails, self.square) = (0, false, None);
                self.text.clear();
                return true;
            }
            len = last;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::Set64;

    const GO: Move = Move { from: 1, to: 2, tag: 0, route: 0 };

    /// A move that asks for a branch and, in its second one, for a square.
    fn make(chooser: &mut Chooser<Set64>) -> (u8, Option<Square>) {
        match chooser.branch(0b101, true) {
            2 => (2, chooser.square(Set64(0b1010))),
            branch => (branch, None),
        }
    }

    #[test]
    fn every_way_is_found_once_and_made_again_by_its_choices() {
        let mut chooser = Chooser::first();
        let mut found = Vec::new();
        loop {
            let done = make(&mut chooser);
            assert!(!chooser.fails());
            let mut again = Chooser::given(chooser.made(GO).choices);
            assert_eq!(make(&mut again), done);
            found.push(done);
            if !chooser.next_way() {
                break;
            }
        }
        assert_eq!(found, [(0, None), (2, Some(Square(1))), (2, Some(Square(3))), (NONE, None)]);
    }

    #[test]
    fn squares_chosen_last_are_listed_together() {
        let mut chooser = Chooser::first();
        make(&mut chooser);
        assert!(chooser.whole(GO).is_none() && chooser.next_way());
        make(&mut chooser);
        let ways = chooser.whole(GO).unwrap();
        assert_eq!((ways.len(), ways.leads()), (2, Some(GO)));
        let mut squares = Vec::new();
        let _ = ways.each(|chosen| {
            squares.push(make(&mut Chooser::given(chosen.choices)).1);
            ControlFlow::Continue(())
        });
        assert_eq!(squares, [Some(Square(1)), Some(Square(3))]);
        assert!(chooser.next_way());
        assert_eq!((make(&mut chooser).0, chooser.next_way()), (NONE, false));
    }

    #[test]
    fn choices_that_are_not_possible_fail() {
        let mut chooser = Chooser::<Set64>::first();
        assert_eq!((chooser.branch(0, false), chooser.fails()), (NONE, true));
        let mut chooser = Chooser::<Set64>::given(Choices { made: [1; MOST], len: 1 });
        assert_eq!((make(&mut chooser).0, chooser.fails()), (0, true));
    }
}
