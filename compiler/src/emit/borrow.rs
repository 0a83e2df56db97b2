//! What is noted as moved, where pieces move as what was moved last.

use chv_dsl::model::KindId;
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::react::{them, us};
use crate::plan::{Mover, Who};

impl Emitter<'_, '_> {
    /// The functions that say and note it.
    pub(super) fn moved_code(&self) -> Option<TokenStream> {
        let (field, us) = (usize::from(self.plan.last_moved()?), us());
        let kinds = 0..self.plan.variant.kinds.len() as KindId;
        let lent = kinds.filter(|&kind| self.simple_half(kind).is_some()).map(|kind| {
            let counts = Self::counts_as(kind, self.simple_half(kind));
            quote! { #kind => #counts, }
        });
        let beside: Vec<TokenStream> = self.kinds_beside().map(|kind| self.moved_beside(kind)).collect();
        let by_move = (!beside.is_empty()).then(|| {
            quote! {
                /// The same of a move: pieces that borrow beside what else they do move by tables as one or
                /// the other, and by ways whose numbers tell.
                fn moved_by<const WHITE: bool>(&self, kind: u8, m: Move) -> u8 {
                    match kind { #(#beside)* _ => self.moved_as::<WHITE>(kind) }
                }
            }
        });
        Some(quote! {
            /// What is noted when the side that `WHITE` names moves a piece of a kind: its number and
            /// one; a borrowed movement counts as one of the kind that it is borrowed from.
            #[inline(always)]
            fn moved_as<const WHITE: bool>(&self, kind: u8) -> u8 {
                match kind { #(#lent)* _ => kind + 1 }
            }

            #by_move

            /// Notes what the side that `WHITE` names has moved.
            #[inline(always)]
            fn note_moved<const WHITE: bool>(&mut self, moved: u8) {
                self.more.kinds[#field][#us] = moved;
            }
        })
    }

    /// What is noted of the move `m` of a piece of a kind.
    pub(super) fn moved_by(&self, kind: &TokenStream) -> TokenStream {
        if self.kinds_beside().next().is_some() {
            quote! { self.moved_by::<WHITE>(#kind, m) }
        } else {
            quote! { self.moved_as::<WHITE>(#kind) }
        }
    }

    /// A condition that the move `m` of a piece of the kind `kind` is noted as another than most of that
    /// piece are, as the rest of a disjunction.
    pub(super) fn moved_otherwise(&self) -> Option<TokenStream> {
        self.kinds_beside().next().map(|_| {
            quote! { || self.moved_by::<WHITE>(kind, m) != self.moved_as::<WHITE>(kind) }
        })
    }

    /// Whether pieces of a kind leave the board to come back as another kind than they move by tables.
    pub(super) fn departs_otherwise(&self, mover: &Mover) -> bool {
        self.plan.borrows_beside(mover.kind) && half(mover) != self.simple_half(mover.kind)
    }

    fn kinds_beside(&self) -> impl Iterator<Item = KindId> {
        (0..self.plan.variant.kinds.len() as KindId).filter(|&kind| self.plan.borrows_beside(kind))
    }

    /// The half of a field by which pieces of a kind borrow what they do by tables; `None` if that is
    /// their own.
    fn simple_half(&self, kind: KindId) -> Option<(u8, bool)> {
        if !self.plan.borrows_beside(kind) {
            return self.plan.movers_of(kind).chain(self.travels_of(kind)).find_map(half);
        }
        self.plan.movers_of(kind).filter(|m| m.walks.is_none()).find_map(half)
    }

    fn travels_of(&self, kind: KindId) -> impl Iterator<Item = &Mover> {
        self.plan.travels.iter().filter(move |m| m.kind == kind)
    }

    fn moved_beside(&self, kind: KindId) -> TokenStream {
        let simple = self.simple_half(kind);
        let departs = self.travels_of(kind).next().filter(|m| half(m) != simple).map(|mover| {
            let counts = Self::counts_as(kind, half(mover));
            quote! { #kind if m.tag == DEPART => #counts, }
        });
        let walks: Vec<&Mover> = self.plan.movers_of(kind).filter(|m| m.walks.is_some()).collect();
        let routes = proc_macro2::Literal::u16_unsuffixed(self.routes(kind));
        let number = if self.marks_ways() {
            quote! { (m.route & !compiled::walk::LOCAL) }
        } else {
            quote! { m.route }
        };
        let mut halves: Vec<Option<(u8, bool)>> = walks.iter().map(|m| half(m)).collect();
        halves.dedup();
        let walked = halves.into_iter().filter(|&h| h != simple).map(|wanted| {
            let counts = Self::counts_as(kind, wanted);
            let numbers = (0..).zip(&walks).filter(|(_, m)| half(m) == wanted);
            let numbers = numbers.map(|(i, _)| proc_macro2::Literal::u16_unsuffixed(i));
            quote! { #kind if m.route != 0 && matches!(#number / #routes, #(#numbers)|*) => #counts, }
        });
        quote! { #departs #(#walked)* }
    }

    /// What is noted of a kind that moves by itself, or by half a field.
    fn counts_as(kind: KindId, half: Option<(u8, bool)>) -> TokenStream {
        match half {
            None => quote! { #kind + 1 },
            Some((field, own)) => {
                let (field, side) = (usize::from(field), if own { us() } else { them() });
                quote! { self.more.kinds[#field][#side] }
            }
        }
    }
}

/// The half of a field by which a movement is borrowed.
fn half(mover: &Mover) -> Option<(u8, bool)> {
    match mover.only.who {
        Who::Kinds { field, own, .. } => Some((field, own)),
        _ => None,
    }
}
