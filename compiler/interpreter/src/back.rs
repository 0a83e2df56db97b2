//! Walks of many ways, followed backwards from what they could take.
//!
//! Whether one of them takes a piece is asked for each move that could open a way, and mostly the
//! answer is no: then following it forwards means going everywhere. Backwards it means the squares
//! around the piece.

use chv_dsl::model::Take;

use crate::code;
use crate::game::{Knot, Path, Step};
use crate::run::Run;
use crate::steps::NOWHERE;

/// For each node the table of each step that leads to it, with the node that the step leaves; `None`
/// is the origin.
#[derive(Debug)]
pub(crate) struct Back(Vec<Vec<(Option<u16>, usize)>>);

impl Back {
    /// The steps turned round, where all that a walk takes is what stands where it ends.
    pub(crate) fn new(first: &[Step], nodes: &[Knot]) -> Option<Self> {
        let plain = |k: &Knot| match k.head.take {
            Take::Nothing => true,
            Take::Capture => k.next.is_empty(),
            Take::Passed | Take::Unload | Take::Push => false,
        };
        if !nodes.iter().all(|k| plain(k) && k.head.test.passed.is_empty()) {
            return None;
        }
        let mut into = vec![Vec::new(); nodes.len()];
        for step in first {
            into[usize::from(step.to)].push((None, step.table));
        }
        for (from, knot) in (0..).zip(nodes) {
            for step in &knot.next {
                into[usize::from(step.to)].push((Some(from), step.table));
            }
        }
        Some(Self(into))
    }

    /// Whether a walk could come from one square to another and take what stands there, if a square
    /// could be entered twice.
    pub(crate) fn leads(&self, run: &Run<'_>, path: &Path, from: u8, square: u8) -> bool {
        let nodes = path.nodes.len();
        let mut seen = vec![false; run.g.squares * nodes];
        let victim = run.at(square);
        let mut open: Vec<(u8, usize)> = (0..nodes)
            .filter(|&n| path.nodes[n].head.take == Take::Capture && path.nodes[n].accepts.has(victim))
            .map(|n| (square, n))
            .collect();
        while let Some((square, node)) = open.pop() {
            for &(before, table) in &self.0[node] {
                let reached = run.g.steps.back(table, square);
                if reached == NOWHERE {
                    continue;
                }
                let reached = reached as u8;
                let Some(before) = before.map(usize::from) else {
                    if reached == from {
                        return true;
                    }
                    continue;
                };
                let held = if reached == from { code::EMPTY } else { run.at(reached) };
                let place = usize::from(reached) * nodes + before;
                if path.nodes[before].accepts.has(held) && !std::mem::replace(&mut seen[place], true) {
                    open.push((reached, before));
                }
            }
        }
        false
    }
}
