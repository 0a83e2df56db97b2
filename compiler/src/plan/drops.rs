//! Drops, paired for both sides, and from where a piece could never move again.

use std::collections::BTreeSet;

use chv_dsl::model::{
    Action, Actor, Content, Guard, KindId, Movement, Set256, Side, Source, Square, SquareSet, Stop, Take,
    Variant, Walk,
};

/// Pieces of a kind coming from the hand to empty squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drop {
    /// The kind.
    pub kind: KindId,
    /// Where it may come, for White and for Black; none if the side has no such drop.
    pub to: [Set256; 2],
    /// What must hold.
    pub guards: Vec<Guard>,
    /// Where it is written.
    pub source: Source,
}

/// Adds a drop to that of the other side. What has no form is said.
pub(super) fn add(
    drops: &mut Vec<Drop>,
    action: &Action,
    kind: KindId,
    board: Set256,
) -> Result<(), &'static str> {
    let Movement::Leap { test: Content::EMPTY, take: Take::Nothing } = action.movement else {
        return Err("a drop on anything but empty squares");
    };
    let known =
        |g: &Guard| matches!(g, Guard::OnFile(..) | Guard::AtMost(..) | Guard::NoMate | Guard::NoCheck);
    if !action.guards.iter().all(known) {
        return Err("a guard on a drop");
    }
    if !action.offered {
        return Err("a drop that only forbids");
    }
    let side = action.side.index();
    let drop =
        match drops.iter().position(|d| d.kind == kind && d.guards == action.guards && d.to[side].is_empty())
        {
            Some(i) => &mut drops[i],
            None if drops.iter().any(|d| d.kind == kind && !d.to[side].is_empty()) => {
                return Err("two sorts of drop of one kind");
            }
            None => {
                let guards = action.guards.clone();
                drops.push(Drop { kind, to: [Set256::EMPTY; 2], guards, source: action.source });
                let last = drops.len() - 1;
                &mut drops[last]
            }
        };
    drop.to[side] = action.to & board;
    Ok(())
}

/// The squares from which a piece could never move again, were the board empty.
#[must_use]
pub fn stuck(variant: &Variant, side: Side, kind: KindId) -> Set256 {
    let moves = |from: Square| {
        variant.actions.iter().any(|action| {
            let own = action.side == side && action.actor == Actor::Kind(kind) && action.offered;
            let marked = action.guards.iter().all(|g| match g {
                Guard::Unmoved => variant.fields.unmoved.has(from),
                Guard::Right(_) => false,
                _ => true,
            });
            own && marked
                && action.from.has(from)
                && match &action.movement {
                    Movement::Walk(walk) => leads_on(variant, walk, action.to, from),
                    Movement::Leap { test, .. } => {
                        let all = Set256::below(variant.board.size.squares()) & !variant.board.holes;
                        test.empty && !(action.to & all).without(from).is_empty()
                    }
                    _ => false,
                }
        })
    };
    variant.board.size.all().filter(|&s| !variant.board.holes.has(s) && !moves(s)).collect()
}

/// Whether a walk from a square leads anywhere on an empty board.
fn leads_on(variant: &Variant, walk: &Walk, to: Set256, from: Square) -> bool {
    let mut seen: BTreeSet<(Square, u16)> = BTreeSet::new();
    let mut open = vec![(from, &walk.first)];
    while let Some((at, edges)) = open.pop() {
        for edge in edges {
            let Some(next) = variant.board.step(at, edge) else { continue };
            let Some(node) = walk.nodes.get(usize::from(edge.to)) else { continue };
            if !node.head.test.empty || !seen.insert((next, edge.to)) {
                continue;
            }
            if node.head.stop == Some(Stop::Arrive) && next != from && to.has(next) {
                return true;
            }
            open.push((next, &node.next));
        }
    }
    false
}
