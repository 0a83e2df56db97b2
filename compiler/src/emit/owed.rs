//! Promotions of pieces that were pushed: their owner chooses at the start of his next turn, and for
//! threats that choice is a part of his turn.

use chv_dsl::model::{Reaction, Side, Trigger};
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::react::them;
use crate::plan::Effect;

impl Emitter<'_, '_> {
    /// The functions that find such a piece and make the choice for it.
    pub(super) fn owed_code(&self) -> TokenStream {
        if !self.plan.owes() {
            return TokenStream::new();
        }
        let effects: Vec<Effect> = self.plan.effects.list.iter().filter(|e| e.is_owed()).cloned().collect();
        let of_effects = effects.iter().map(|effect| {
            let [white, black] = Side::BOTH.map(|side| {
                let squares = |form: &Reaction| match form.on {
                    Trigger::Promotes { kinds, to, .. } => Some((kinds, to)),
                    _ => None,
                };
                let (kinds, to) = effect.sides[side.index()].as_ref().and_then(squares)?;
                let (of, to) = (self.of(kinds), self.set(to & self.plan.board));
                Some(quote! { #of & #to })
            });
            [white, black].map(|set| set.unwrap_or_else(|| quote! { Set::EMPTY }))
        });
        // Where every choice may be closed, it is looked at whether one is open.
        let closes =
            |effect: &Effect| effect.forms().any(|r| r.branches.iter().all(|b| !b.guards.is_empty()));
        let open = effects.iter().any(closes).then(|| {
            quote! {
                .filter(|square| self.choose_owed(*square, &mut |_, _| ControlFlow::Break(())).is_break())
            }
        });
        let (white, black): (Vec<_>, Vec<_>) = of_effects.map(|[white, black]| (white, black)).unzip();
        let [as_white, as_black] = Side::BOTH
            .map(|side| self.owed_calls(&effects, side, if side == Side::White { &white } else { &black }));
        quote! {
            /// The first piece of a side, from the a-file on, that was pushed to where it promotes and for
            /// which a choice is open.
            #[inline]
            fn owed(&self, side: usize) -> Option<Square> {
                let squares = if side == 0 { #((#white))|* } else { #((#black))|* };
                (self.sides[side] & squares).squares()#open.min_by_key(|&square| (SIZE.file(square), square))
            }

            /// Makes the choice of such a piece's owner. It is no move: only the piece changes.
            fn promote_owed(&mut self, square: Square, ways: &mut compiled::Chooser<Set>) -> compiled::Deed<Set> {
                let kind = compiled::piece_kind(&self.kinds, square).unwrap_or_default();
                let mut deed = compiled::Deed::new(kind, square, square);
                deed.stays = true;
                if self.sides[0].has(square) { #as_white } else { #as_black }
                deed
            }

            /// Calls `each` with every choice for the piece on `square`, and with the position after it.
            fn choose_owed(
                &self,
                square: Square,
                each: &mut dyn FnMut(compiled::Chosen, &Self) -> ControlFlow<()>,
            ) -> ControlFlow<()> {
                let m = Move::new(square.0, square.0, OWED);
                let mut ways = compiled::Chooser::first();
                loop {
                    let mut after = self.clone();
                    after.promote_owed(square, &mut ways);
                    if !ways.fails() { each(ways.made(m), &after)?; }
                    if !ways.next_way() { return ControlFlow::Continue(()); }
                }
            }
        }
    }

    /// A statement that refuses a record in which too much is owed.
    pub(super) fn owed_limit(&self) -> Option<TokenStream> {
        let rules = self.plan.variant.owed_rules();
        let each = rules.iter().map(|r| {
            let (kinds, on, choices) = (self.kind_bits(r.kinds), super::more::set256(r.on), r.choices);
            let side = super::more::side(r.side);
            quote! { OwedRule::new(#side, #kinds, #on, #choices) }
        });
        (!rules.is_empty()).then(|| {
            quote! {
                use chv_runtime::more::OwedRule;
                let owed = [#(#each),*];
                if let Some(reason) = chv_runtime::more::owes_too_many(record, &SPEC, &owed) {
                    return Err(vec![reason]);
                }
            }
        })
    }

    /// The call of the first reaction by which a piece of a side on `square` promotes.
    fn owed_calls(&self, effects: &[Effect], side: Side, squares: &[TokenStream]) -> TokenStream {
        let white = side == Side::White;
        let calls = effects.iter().zip(squares).filter(|(effect, _)| effect.sides[side.index()].is_some());
        let calls = calls.map(|(effect, squares)| {
            let name = self.reaction_name(effect);
            quote! { if (#squares).has(square) { self.#name::<#white>(&mut deed, None, ways); } }
        });
        quote! { #(#calls)else* }
    }

    /// Visits what is owed first, if something is: `each` sees a choice as `m`.
    pub(super) fn or_owed(&self, side: &TokenStream, each: &TokenStream, visit: TokenStream) -> TokenStream {
        if !self.plan.owes() {
            return visit;
        }
        quote! {
            if let Some(square) = self.owed(#side) {
                self.choose_owed(square, &mut |m, _| #each)
            } else {
                #visit
            }
        }
    }

    /// The same for a position's moves.
    pub(super) fn owed_first(&self, visit: TokenStream) -> TokenStream {
        self.or_owed(&quote! { self.turn.index() }, &quote! { visit(compiled::Ways::One(m)) }, visit)
    }

    /// What `attacked` asks first: the opponent's turn begins with what he owes.
    pub(super) fn owed_threats(&self) -> Option<TokenStream> {
        let them = them();
        self.plan.owes().then(|| {
            quote! {
                if let Some(owed) = self.owed(#them) {
                    return self.choose_owed(owed, &mut |_, after| {
                        let (own, enemy) = after.armies::<WHITE>();
                        if after.attacked::<WHITE>(square, own, enemy) {
                            ControlFlow::Break(())
                        } else {
                            ControlFlow::Continue(())
                        }
                    }).is_break();
                }
            }
        })
    }

    /// What such choices add to the runtime's contract: in making and describing moves.
    pub(super) fn owed_contract(&self) -> [TokenStream; 2] {
        if !self.plan.owes() {
            return Default::default();
        }
        let choose = quote! { let mut ways = compiled::Chooser::given(m.choices); };
        [
            quote! {
                if m.m.tag == OWED {
                    #choose
                    self.promote_owed(Square(m.m.to), &mut ways);
                    return before;
                }
            },
            quote! {
                if m.m.tag == OWED {
                    #choose
                    let mut after = self.clone();
                    let deed = after.promote_owed(Square(m.m.to), &mut ways);
                    let (choice, _) = ways.said();
                    let name = Some(format!("{}={}", SIZE.name(Square(m.m.to)), choice.unwrap_or_default()));
                    return MoveDetail { name, ..compiled::describe_deed(&self.held(), &after.held(), self.turn, &deed) };
                }
            },
        ]
    }
}
