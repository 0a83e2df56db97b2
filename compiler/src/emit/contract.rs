//! The runtime's contract for the generated types.

use chv_dsl::model::{End, EndWhen, SquareSet};
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use crate::plan::Legality;

impl Emitter<'_, '_> {
    /// The implementations of `Rules` and `Position`.
    pub(super) fn contract_code(&mut self) -> TokenStream {
        let title = format!(" The rules of {}.", self.plan.variant.about.title);
        let rules = self.rules();
        let position = self.position();
        let tested = self.tested_visit();
        quote! {
            #[doc = #title]
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
            pub struct Rules;
            #rules
            #position
            #tested
        }
    }

    /// Calls a generic function for the side to act.
    pub(super) fn for_turn(&self, call: impl Fn(TokenStream) -> TokenStream) -> TokenStream {
        let (white, black) = (call(quote! { true }), call(quote! { false }));
        quote! { match self.turn { Side::White => #white, Side::Black => #black } }
    }

    fn position(&mut self) -> TokenStream {
        let visit = self.for_turn(|white| self.legal_call(&white, &quote! { F }, &quote! { &mut visit }));
        let (choose, argument) = self.choices(&quote! { m.choices });
        let m = if self.plan.effects.asks {
            quote! { m.m }
        } else {
            quote! { m }
        };
        let turns = self.plan.concludes();
        let earlier = self.plan.many_passers().then(|| quote! { , &before.passers });
        let visit = self.and_end_turn(visit);
        let visit = self.owed_first(visit);
        let [end_make, end_detail] = self.end_turn_contract();
        let [owed_make, owed_detail] = self.owed_contract();
        let done = self.plan.has_deeds().then(|| quote! { ; });
        let apply = self.for_turn(|white| {
            let apply = quote! { self.apply::<#white>(#m #argument) };
            if self.plan.hides() {
                quote! { self.play::<#white>(&before, #m #argument) }
            } else if turns {
                quote! {{
                    let deed = #apply;
                    self.conclude::<#white>(&deed #earlier);
                }}
            } else if done.is_some() {
                quote! { { #apply; } }
            } else {
                apply
            }
        });
        let move_type = self.move_type();
        let move_set = self.move_set();
        let deed_keys = self.deed_keys();
        let deed_changes = self.deed_changes();
        let checked = |white: &TokenStream, forbids: bool| {
            if forbids {
                quote! { !self.attackers::<#white>(royal, own, enemy).is_empty() }
            } else {
                quote! { self.attacked::<#white>(royal, own, enemy) }
            }
        };
        let forbids = self.has_forbidding();
        let check = if self.plan.royals.is_empty() {
            quote! { false }
        } else {
            self.for_turn(|white| {
                // At its own turn a side is also in check from what it will land itself.
                let lands = self.plan.variant.fields.travel.is_some().then(|| {
                    quote! { self.lands_on_royal::<#white>(usize::from(!#white)) || }
                });
                let checked = checked(&white, forbids);
                quote! {{
                    let (own, enemy) = self.armies::<#white>();
                    #lands (own & self.royals()).squares().any(|royal| #checked)
                }}
            })
        };
        let checkers = if self.plan.royals.is_empty() {
            quote! { Vec::new() }
        } else {
            let found = self.for_turn(|white| {
                quote! {{
                    let (own, enemy) = self.armies::<#white>();
                    let each = (own & self.royals()).squares().map(|royal| self.attackers::<#white>(royal, own, enemy));
                    each.fold(Set::EMPTY, |all, found| all | found)
                }}
            });
            quote! { (#found).squares().collect() }
        };
        let rights_key = self.has_rights().then(|| {
            quote! {
                for right in 0..32u8 {
                    if self.rights >> right & 1 != 0 { key ^= chv_runtime::zobrist::right(right); }
                }
            }
        });
        let marked = !self.plan.variant.fields.unmoved.is_empty();
        let unmoved_key = marked.then(|| {
            quote! {
                for square in self.unmoved.squares() { key ^= chv_runtime::zobrist::unmoved(square); }
            }
        });
        let unmoved_change = marked.then(|| {
            quote! {
                for square in (before.unmoved ^ self.unmoved).squares() {
                    *key ^= chv_runtime::zobrist::unmoved(square);
                }
            }
        });
        let mutable_key = (self.has_rights() || marked || deed_keys.is_some()).then(|| quote! { mut });
        let rights_change = self.has_rights().then(|| {
            quote! {
                let mut changed = before.rights ^ self.rights;
                while changed != 0 {
                    *key ^= chv_runtime::zobrist::right(changed.trailing_zeros() as u8);
                    changed &= changed - 1;
                }
            }
        });
        let [check, checkers] = if self.has_setup() && !self.plan.royals.is_empty() {
            [
                quote! { self.more.phase == 0 && (#check) },
                quote! { if self.more.phase > 0 { Vec::new() } else { #checkers } },
            ]
        } else {
            [check, checkers]
        };
        let supplement = if self.plan.has_passed() {
            let passers = self.plan.variant.tells_passers().then(|| {
                let by = self.passers_of();
                quote! { #by.squares().for_each(|piece| key ^= chv_runtime::zobrist::passer(square, piece)); }
            });
            quote! {
                self.usable_passed().squares().fold(0, |mut key, square| {
                    key ^= chv_runtime::zobrist::passed(square);
                    #passers
                    key
                })
            }
        } else {
            quote! { 0 }
        };
        let usable = self.usable_passed();
        let shown = self.shown();
        let outcome = self.outcome();
        let by_clock = |end: &End| if let EndWhen::Clock(n) = end.when { Some(n) } else { None };
        let by_count = |end: &End| if let EndWhen::Repetition(n) = end.when { Some(n) } else { None };
        let clock = self.count_end(false, by_clock, &quote! { self.clock });
        let repetition = self.count_end(false, by_count, &quote! { count });
        let claims = self.plan.variant.ends.iter().any(|end| end.claimed).then(|| {
            let clock = self.count_end(true, by_clock, &quote! { self.clock });
            let repetition = self.count_end(true, by_count, &quote! { count });
            quote! {
                fn clock_claim(&self) -> Option<Outcome> { #clock }

                fn repetition_claim(&self, count: u32) -> Option<Outcome> { #repetition }
            }
        });
        let detail = self.detail();
        let offer_detail = self.offer_detail();
        let record = self.record();
        let view = self.view_code();
        let hidden = self.hidden_contract();
        let [phase, setup_visit, setup_make, setup_detail] = self.setup_contract();
        let turn_key = if self.has_more() || self.plan.owes() {
            quote! { chv_runtime::zobrist::side(before.turn) ^ chv_runtime::zobrist::side(self.turn) }
        } else {
            quote! { chv_runtime::zobrist::side(Side::Black) }
        };
        quote! {
            impl chv_runtime::Position for Position {
                type Move = #move_type;
                type MoveSet = #move_set;
                type Undo = Self;

                const COPIES: bool = true;

                fn spec(&self) -> &Spec { &SPEC }

                fn side(&self) -> Side { self.turn }

                #phase

                #view

                #hidden

                #[inline(always)]
                fn visit<F: FnMut(Self::MoveSet) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
                    #setup_visit
                    if self.decided() { return ControlFlow::Continue(()); }
                    #visit
                }

                #[inline(always)]
                fn make(&mut self, m: #move_type) -> Self {
                    let before = self.clone();
                    #setup_make
                    #end_make
                    #owed_make
                    #choose
                    #apply;
                    before
                }

                fn unmake(&mut self, _: #move_type, undo: Self) { *self = undo; }

                fn make_keyed(&mut self, m: #move_type, key: &mut u64) -> Self {
                    let before = self.make(m);
                    *key ^= compiled::board_key_change((&before.kinds, &before.sides), (&self.kinds, &self.sides));
                    #rights_change
                    #unmoved_change
                    #deed_changes
                    *key ^= #turn_key;
                    before
                }

                fn base_key(&self) -> u64 {
                    let #mutable_key key = compiled::board_key(&self.kinds, &self.sides) ^ chv_runtime::zobrist::side(self.turn);
                    #rights_key
                    #unmoved_key
                    #deed_keys
                    key
                }

                fn key_supplement(&self) -> u64 { #supplement }

                fn in_check(&self) -> bool { #check }

                fn checkers(&self) -> Vec<Square> { #checkers }

                fn outcome(&self) -> Option<Outcome> { #outcome }

                fn clock_outcome(&self) -> Option<Outcome> { #clock }

                fn repetition_outcome(&self, count: u32) -> Option<Outcome> { #repetition }

                #claims

                fn clock(&self) -> u32 { self.clock }

                fn detail(&self, m: #move_type) -> MoveDetail {
                    #setup_detail #end_detail #owed_detail #offer_detail #detail
                }

                fn record(&self) -> Record { #record }
            }
            #usable
            #shown
        }
    }

    /// En-passant squares that a legal move uses.
    fn usable_passed(&self) -> TokenStream {
        if !self.plan.has_passed() {
            return TokenStream::new();
        }
        let en_passant = self.tags.passing.map(|_| {
            quote! { if m.tag == EN_PASSANT { usable |= Set::of(Square(m.to)); } }
        });
        let walks = self.has_walkers().then(|| {
            let landing = self.for_turn(|white| quote! { self.landing::<#white>(m) });
            quote! {
                if m.route != 0 {
                    if let Some(landing) = #landing {
                        usable |= landing.en_passant;
                    }
                }
            }
        });
        let look = if self.plan.effects.asks {
            quote! {
                if let Some(m) = set.leads() {
                    #en_passant
                    #walks
                }
            }
        } else {
            quote! {
                if let Batch::One(m) = set {
                    #en_passant
                    #walks
                }
            }
        };
        let many = self.plan.many_passers();
        let any = if many {
            quote! { !self.passers.is_empty() }
        } else {
            quote! { !self.passed.is_empty() }
        };
        // In the middle of a turn what the side to act has passed will be open to the opponent.
        let own = many.then(|| quote! { usable |= self.passers.by(self.sides[self.turn.index()]); });
        // While a choice is owed, no move is made yet, and all squares stay open.
        let owed = self.plan.owes().then(|| {
            let all = if many {
                quote! { self.passers.by(self.sides[0] | self.sides[1]) }
            } else {
                quote! { self.passed }
            };
            quote! { if self.owed(self.turn.index()).is_some() { return #all; } }
        });
        quote! {
            impl Position {
                /// The en-passant squares on which some legal move captures.
                fn usable_passed(&self) -> Set {
                    let mut usable = Set::EMPTY;
                    if #any {
                        #owed
                        let _ = chv_runtime::Position::visit(self, |set| {
                            #look
                            ControlFlow::Continue(())
                        });
                    }
                    #own
                    usable
                }
            }
        }
    }

    fn detail(&self) -> TokenStream {
        if self.plan.has_deeds() {
            return self.deed_detail();
        }
        let stays = match self.tags.shot {
            Some(_) => quote! { m.tag == SHOT },
            None => quote! { false },
        };
        let mut arms = TokenStream::new();
        let partners: Vec<TokenStream> = self
            .partner_squares()
            .into_iter()
            .map(|(i, partner)| {
                let (tag, square) = (self.castle_tag(i), partner.0);
                quote! { #tag => Some(Square(#square)), }
            })
            .collect();
        let partner = if partners.is_empty() {
            quote! { None }
        } else {
            quote! { match m.tag { #(#partners)* _ => None } }
        };
        for (p, promotion) in self.plan.promotions.iter().enumerate() {
            for (i, choice) in promotion.choices.iter().enumerate() {
                let tag = self.promotion_tag(p, i);
                let text = &choice.text;
                arms.extend(quote! { #tag => detail.choice = Some(#text.to_owned()), });
            }
        }
        let extra = (!arms.is_empty()).then(|| quote! { match m.tag { #arms _ => {} } });
        let mutable = (!arms.is_empty()).then(|| quote! { mut });
        let plain = quote! { compiled::describe(&before, &then, m, #stays, #partner) };
        let detail = if self.has_walkers() {
            let landing = self.for_turn(|white| quote! { self.landing::<#white>(m) });
            quote! {
                match if m.route == 0 { None } else { #landing } {
                    Some(landing) => compiled::describe_walk(&before, &then, m, &landing),
                    None => #plain,
                }
            }
        } else {
            plain
        };
        quote! {
            let mut after = self.clone();
            chv_runtime::Position::make(&mut after, m);
            let before = compiled::squares_of(&self.kinds, &self.sides, SIZE);
            let then = compiled::squares_of(&after.kinds, &after.sides, SIZE);
            let #mutable detail = #detail;
            #extra
            detail
        }
    }

    fn record(&self) -> TokenStream {
        let rights = if self.has_rights() {
            quote! { self.rights }
        } else {
            quote! { 0 }
        };
        let passed = if self.plan.has_passed() {
            quote! { let passed: Vec<Square> = self.usable_passed().squares().collect(); }
        } else {
            quote! { let passed = Vec::new(); }
        };
        let tells = self.plan.variant.tells_passers();
        let passers = tells.then(|| self.passers_field());
        let mutable = tells.then(|| quote! { mut });
        let unmoved = if self.plan.variant.fields.unmoved.is_empty() {
            quote! { Vec::new() }
        } else {
            quote! {
                compiled::write_unmoved(self.unmoved, compiled::at_home(&self.kinds, &self.sides, HOME), SIZE)
                    .into_iter()
                    .collect()
            }
        };
        let fields = quote! {
            #passed
            let #mutable fields: Vec<(String, String)> = #unmoved;
            #passers
        };
        let more = self.shown_more();
        if self.plan.has_deeds() {
            return quote! { #fields Record { passed, fields, ..self.shown() } };
        }
        quote! {
            #fields
            Record {
                squares: compiled::squares_of(&self.kinds, &self.sides, SIZE),
                terrain: vec![0; SIZE.squares()],
                hands: [vec![0; KINDS], vec![0; KINDS]],
                side: self.turn,
                rights: #rights,
                passed,
                clock: self.clock,
                number: self.number,
                more: #more,
                fields,
            }
        }
    }

    /// The slow path beside the fast one, on request.
    fn tested_visit(&self) -> TokenStream {
        if !self.emission.tested_path {
            return TokenStream::new();
        }
        let [_, set_up, ..] = self.setup_contract();
        let flag = match self.plan.legality {
            Legality::None => None,
            Legality::Masks | Legality::Tested => Some(quote! { , true }),
        };
        let visit = self.for_turn(|white| {
            if self.plan.hides() {
                quote! { self.legal_tested::<#white, F>(&mut visit) }
            } else if self.wraps() {
                self.legal_call(&white, &quote! { F }, &quote! { &mut visit })
            } else {
                quote! { self.visit_with::<#white #flag, F>(&mut visit) }
            }
        });
        let set = self.move_set();
        let visit = self.and_end_turn(visit);
        let visit = self.owed_first(visit);
        quote! {
            impl compiled::Tested for Position {
                fn visit_tested<F: FnMut(#set) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
                    #set_up
                    if self.decided() { return ControlFlow::Continue(()); }
                    #visit
                }
            }
        }
    }
}
