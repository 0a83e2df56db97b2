//! Castling moves: their conditions, and the list of them.

use chv_dsl::model::{Side, SquareSet};
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::expr::has_paths;
use crate::plan::Legality;

impl Emitter<'_, '_> {
    /// Castling: a function that says which of the moves are legal, and the statements that offer them.
    pub(super) fn castle_moves(&mut self) -> (TokenStream, TokenStream) {
        let mut by_side: [Vec<TokenStream>; 2] = [Vec::new(), Vec::new()];
        let mut moves = Vec::new();
        for (i, castle) in self.plan.castles.clone().iter().enumerate() {
            let tag = self.castle_tag(i);
            let (from, to) = (castle.king.0.0, castle.king.1.0);
            let mut conditions = Vec::new();
            if let Some(right) = castle.right {
                let bit = 1u32 << right;
                conditions.push(quote! { self.rights & #bit != 0 });
            }
            if !castle.empty.is_empty() {
                let empty = self.set(castle.empty);
                conditions.push(quote! { (occupied & #empty).is_empty() });
            }
            let checked = !self.plan.royals.is_empty() && self.plan.royals.has(castle.kind);
            let sure = conditions.len();
            if checked {
                // The royal's new square is judged by the position after the move; where the partner
                // cannot uncover anything, the look from here says the same.
                let uncovers = self.proof() == Legality::Tested
                    || self.plan.has_unproven()
                    || self.plan.backfires()
                    || self.partner_can_uncover(castle);
                let goal = (!uncovers).then_some(castle.king.1);
                let on_way = castle.safe.iter().filter(|s| **s != castle.king.0 && Some(**s) != goal);
                for square in on_way.chain(goal.iter()) {
                    let square = square.0;
                    conditions.push(if self.looks_at_kinds() {
                        quote! { !self.exposed::<WHITE>(Square(#from), Square(#square)) }
                    } else {
                        quote! {
                            !self.attacked::<WHITE>(
                                Square(#square),
                                own.without(Square(#from)).with(Square(#square)),
                                enemy,
                            )
                        }
                    });
                }
                if !self.masks() && castle.safe.contains(&castle.king.0) {
                    conditions.push(quote! { !self.attacked::<WHITE>(Square(#from), own, enemy) });
                }
                // Who threatens may also hang on where the royal stands.
                let uncovers = self.masks() && (self.plan.backfires() || self.partner_can_uncover(castle));
                if uncovers || self.proof() == Legality::Tested {
                    conditions.push(quote! { self.survives::<WHITE>(Move::new(#from, #to, #tag)) });
                }
            }
            if self.plan.tries_moves() && conditions.len() > sure {
                let safe = conditions.split_off(sure);
                conditions.push(quote! { (!SAFE || #((#safe))&&*) });
            }
            let mask = if conditions.is_empty() {
                quote! { true }
            } else {
                quote! { #(#conditions)&&* }
            };
            moves.push(quote! { Move::new(#from, #to, #tag) });
            by_side[castle.side.index()].push(quote! { open |= u32::from(#mask) << #i; });
        }
        if moves.is_empty() {
            return (TokenStream::new(), TokenStream::new());
        }
        let all_safe =
            self.plan.castles.iter().all(|c| c.safe.contains(&c.king.0) && self.plan.royals.has(c.kind));
        let rights: [u32; 2] = [Side::White, Side::Black].map(|side| {
            let bits = self.plan.castles.iter().filter(|c| c.side == side).filter_map(|c| c.right);
            bits.fold(0, |all, r| all | 1 << r)
        });
        let all_rights = self.plan.castles.iter().all(|c| c.right.is_some());
        let [white, black] = by_side;
        let (wr, br) = (rights[0], rights[1]);
        let mut condition = Vec::new();
        if self.masks() && all_safe {
            let check = if self.has_tested() {
                quote! { !(if TESTED { self.attacked::<WHITE>(royal, own, enemy) } else { danger.check }) }
            } else {
                quote! { !danger.check }
            };
            condition.push(check);
        }
        // What threatens only by capturing does not castle.
        if self.plan.tries_moves() && self.plan.effects.reach.captures {
            condition.push(quote! { SAFE });
        }
        if all_rights {
            condition.insert(0, quote! { self.rights & (if WHITE { #wr } else { #br }) != 0 });
        }
        let count = moves.len();
        let occupied = self.occupied();
        let (parameter, argument) = if self.plan.tries_moves() {
            (quote! { , const SAFE: bool }, quote! { , SAFE })
        } else {
            (TokenStream::new(), TokenStream::new())
        };
        let function = quote! {
            /// The castling moves that nothing forbids, one bit each, the royal not being in check.
            fn castling<const WHITE: bool #parameter>(&self, own: Set, enemy: Set) -> u32 {
                let occupied = #occupied;
                let mut open = 0;
                if WHITE { #(#white)* } else { #(#black)* }
                open
            }

            /// The castling moves of both sides.
            const CASTLING: [Move; #count] = [#(#moves),*];
        };
        let inner = quote! {
            let open = self.castling::<WHITE #argument>(own, enemy);
            for (i, &m) in Self::CASTLING.iter().enumerate() {
                if open >> i & 1 != 0 { visit(Batch::One(m))?; }
            }
        };
        let statements = if condition.is_empty() {
            quote! { { #inner } }
        } else {
            quote! { if #(#condition)&&* { #inner } }
        };
        (function, statements)
    }

    /// Whether the partner, leaving its square, could open a line to the royal's new square: if some
    /// ray that threatens runs from there over the partner's square to one behind.
    fn partner_can_uncover(&self, castle: &crate::plan::Castle) -> bool {
        let Some((partner, _)) = castle.partner else { return false };
        if self.plan.movers.iter().any(|m| has_paths(m) || m.walks.is_some()) {
            return true;
        }
        let size = self.plan.variant.board.size;
        crate::plan::ride_threats(self.plan, true).iter().flat_map(|t| t.steps.clone()).any(|(dx, dy)| {
            [(dx, dy), (-dx, -dy)].iter().any(|&(dx, dy)| {
                let mut at = castle.king.1;
                while let Some(next) = size.step(at, dx.into(), dy.into()) {
                    if next == partner {
                        return size.step(next, dx.into(), dy.into()).is_some();
                    }
                    at = next;
                }
                false
            })
        })
    }
}
