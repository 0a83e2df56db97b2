//! Turns of several moves: what a move takes of them, and their end.

use chv_dsl::model::{KindId, SquareSet};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Emitter;

impl Emitter<'_, '_> {
    /// The pieces of a kind that may move now: one that takes the whole turn must be the first.
    pub(super) fn movable(&self, kind: KindId, name: &Ident) -> TokenStream {
        if !self.plan.variant.has_turns() || !self.plan.whole_turn().has(kind) {
            return quote! { self.of(PieceKind::#name) };
        }
        let threatens = self.plan.tries_moves().then(|| quote! { !SAFE || });
        quote! { (if #threatens self.more.moved == 0 { self.of(PieceKind::#name) } else { Set::EMPTY }) }
    }

    /// The end of a move and of a turn.
    pub(super) fn turn_code(&mut self) -> TokenStream {
        if !self.plan.concludes() {
            return TokenStream::new();
        }
        let landing = self.landing_code();
        let travels = self.plan.variant.fields.travel.is_some();
        let usual = self.plan.variant.budget();
        let whole = self.plan.whole_turn();
        let one = quote! { self.more.budget.saturating_sub(1) };
        let budget = if whole.is_empty() {
            one
        } else {
            let whole = self.kind_bits(whole.0);
            quote! { if #whole >> deed.kind & 1 != 0 { 0 } else { #one } }
        };
        let check = (self.plan.turn().check_ends && !self.plan.royals.is_empty()).then(|| {
            let attacked = |side: TokenStream| {
                quote! {{
                    let (own, enemy) = self.armies::<#side>();
                    (own & self.royals()).squares().any(|royal| self.attacked::<#side>(royal, own, enemy))
                }}
            };
            let (white, black) = (attacked(quote! { false }), attacked(quote! { true }));
            quote! { || (if WHITE { #white } else { #black }) }
        });
        let many = self.plan.many_passers();
        let empty = self.empty_squares();
        let earlier = many.then(|| quote! { , earlier: &compiled::Passers<Set> });
        let settle = many.then(|| {
            quote! {
                // Squares stay open while what passed them stands and they are empty.
                let there = self.sides[0] | self.sides[1];
                if !earlier.is_empty() { self.passers = earlier.kept(there & !deed.left(), #empty); }
                self.passers.add(self.passed, deed.target);
                (self.passed, self.passer) = (Set::EMPTY, 0);
            }
        });
        let us = super::react::us();
        let touched = if travels {
            quote! { & !touched }
        } else {
            TokenStream::new()
        };
        let fade = many.then(|| {
            quote! {
                if !self.passers.is_empty() {
                    self.passers = self.passers.kept(self.sides[#us] #touched, #empty);
                }
            }
        });
        let rights = self.has_rights().then(|| {
            let kept = self.rights_kept();
            quote! {
                #kept
                for square in touched.squares() { self.rights &= KEPT[square.index()]; }
            }
        });
        let unmoved =
            (!self.plan.variant.fields.unmoved.is_empty()).then(|| quote! { self.unmoved &= !touched; });
        let land = travels.then(|| {
            quote! {
                let (touched, _) = self.land::<WHITE>();
                #rights
                #unmoved
            }
        });
        let visit = self.seek_move(&quote! { WHITE });
        let occupy = self.occupy_call();
        let occupation = self.occupation();
        let won = occupy.as_ref().map(|_| quote! { || self.more.winner.is_some() });
        let spend = if self.plan.variant.has_turns() {
            quote! {
                if self.more.budget == 0 #won #check || #visit.is_continue() {
                    self.end_turn::<WHITE>();
                }
            }
        } else {
            quote! { self.end_turn::<WHITE>(); }
        };
        quote! {
            #landing
            #occupation

            /// Takes what a move costs. The turn is over when nothing is left of it, or there is no
            /// further move.
            fn conclude<const WHITE: bool>(&mut self, deed: &compiled::Deed<Set> #earlier) {
                use chv_runtime::MoveSet as _;
                self.more.budget = #budget;
                self.more.moved += 1;
                #settle
                #occupy
                #spend
            }

            /// The other side acts.
            fn end_turn<const WHITE: bool>(&mut self) {
                #land
                #fade
                self.more.budget = self.more.next;
                self.more.next = #usual;
                self.more.moved = 0;
                if !WHITE { self.number = self.number.saturating_add(1); }
                self.turn = if WHITE { Side::Black } else { Side::White };
            }
        }
    }

    /// Notes who has occupied what wins, where something does.
    pub(super) fn occupy_call(&self) -> Option<TokenStream> {
        self.plan.occupied().map(|_| quote! { self.occupy::<WHITE>(); })
    }

    fn occupation(&self) -> TokenStream {
        let Some(terrain) = self.plan.occupied() else { return TokenStream::new() };
        let terrain = usize::from(terrain);
        quote! {
            /// Notes who has pieces on all squares of the terrain that wins; the side that `WHITE` names
            /// is asked first.
            fn occupy<const WHITE: bool>(&mut self) {
                let squares = self.terrain[#terrain];
                if self.more.winner.is_some() || squares.is_empty() { return; }
                let order = if WHITE { [Side::White, Side::Black] } else { [Side::Black, Side::White] };
                self.more.winner =
                    order.into_iter().find(|side| (squares & !self.sides[side.index()]).is_empty());
            }
        }
    }

    /// Visits moves and, where a turn may be ended, that.
    pub(super) fn and_end_turn(&self, visit: TokenStream) -> TokenStream {
        if self.tags.end_turn.is_none() {
            return visit;
        }
        let one = self.one_move(&quote! { Move::new(0, 0, END_TURN) });
        quote! {
            let flow = #visit;
            flow?;
            if self.more.moved > 0 { visit(#one) } else { ControlFlow::Continue(()) }
        }
    }

    /// What the end of a turn that has moves left adds to the runtime's contract: in making and
    /// describing moves.
    pub(super) fn end_turn_contract(&self) -> [TokenStream; 2] {
        if self.tags.end_turn.is_none() {
            return Default::default();
        }
        let tag = if self.plan.effects.asks {
            quote! { m.m.tag }
        } else {
            quote! { m.tag }
        };
        let end = self.for_turn(|white| {
            let occupy = self.plan.occupied().map(|_| quote! { self.occupy::<#white>(); });
            match occupy {
                Some(occupy) => quote! {{ #occupy self.end_turn::<#white>(); }},
                None => quote! { self.end_turn::<#white>() },
            }
        });
        [
            quote! {
                if #tag == END_TURN {
                    #end
                    return before;
                }
            },
            quote! { if #tag == END_TURN { return MoveDetail::default(); } },
        ]
    }
}
