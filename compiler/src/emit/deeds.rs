//! The runtime's contract for games whose moves do more than a displacement: keys, records and
//! descriptions of hands, terrain and choices.

use chv_dsl::model::Edit;
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;

impl Emitter<'_, '_> {
    /// The type of a move.
    pub(super) fn move_type(&self) -> TokenStream {
        if self.plan.effects.asks {
            quote! { compiled::Chosen }
        } else {
            quote! { Move }
        }
    }

    /// A statement that makes the answers to what a move asks from its choices, and the argument.
    pub(super) fn choices(&self, choices: &TokenStream) -> (TokenStream, TokenStream) {
        if self.plan.effects.asks {
            (quote! { let mut ways = compiled::Chooser::given(#choices); }, quote! { , &mut ways })
        } else {
            (TokenStream::new(), TokenStream::new())
        }
    }

    /// A statement that plays the move `m` on a copy, the game asking for nothing.
    pub(super) fn played(&self, position: &TokenStream) -> TokenStream {
        quote! { #position.apply::<WHITE>(m); }
    }

    /// What hands and terrain add to a key.
    pub(super) fn deed_keys(&self) -> Option<TokenStream> {
        let hands =
            self.plan.variant.fields.hands.then(|| quote! { key ^= compiled::hands_key(&self.hands); });
        let terrain = (!self.plan.variant.terrain.is_empty())
            .then(|| quote! { key ^= compiled::terrain_key(&self.terrain); });
        let more = self.has_more().then(|| quote! { key ^= self.more.key(); });
        (hands.is_some() || terrain.is_some() || more.is_some()).then(|| quote! { #hands #terrain #more })
    }

    /// What a change of hands and terrain changes in a key.
    pub(super) fn deed_changes(&self) -> TokenStream {
        let hands = self.plan.variant.fields.hands.then(|| {
            quote! {
                if before.hands != self.hands {
                    *key ^= compiled::hands_key(&before.hands) ^ compiled::hands_key(&self.hands);
                }
            }
        });
        let terrain = (!self.plan.variant.terrain.is_empty()).then(|| {
            quote! {
                if before.terrain != self.terrain {
                    *key ^= compiled::terrain_key(&before.terrain) ^ compiled::terrain_key(&self.terrain);
                }
            }
        });
        let more = self.has_more().then(|| {
            quote! { if before.more != self.more { *key ^= before.more.key() ^ self.more.key(); } }
        });
        quote! { #hands #terrain #more }
    }

    /// A condition that nothing is in hand, if there are hands; it ends in `&&`.
    pub(super) fn no_hands(&self) -> Option<TokenStream> {
        self.plan.variant.fields.hands.then(|| quote! { self.hands == [[0; KINDS]; 2] && })
    }

    /// A condition that nothing is under way, if pieces come back; it ends in `&&`.
    pub(super) fn none_under_way(&self) -> Option<TokenStream> {
        self.plan.variant.fields.travel.is_some().then(|| quote! { self.more.travellers.is_empty() && })
    }

    /// The terrain that no piece can have passed on its last move: where moves lay it, it may be new.
    pub(super) fn passed_around(&self) -> TokenStream {
        let lays = |e: &Edit| matches!(e, Edit::Lay(..));
        if self.plan.effects.list.iter().flat_map(|e| e.edits()).any(lays) {
            quote! { let blocked = Set::EMPTY; }
        } else {
            quote! { let blocked = self.blocked(); }
        }
    }

    /// What a move does, for people and programs.
    pub(super) fn deed_detail(&self) -> TokenStream {
        let (choose, argument) = self.choices(&quote! { m.choices });
        let m = self.plan.effects.asks.then(|| quote! { let m = m.m; });
        let call = |white: TokenStream| quote! { after.apply::<#white>(m #argument) };
        let (white, black) = (call(quote! { true }), call(quote! { false }));
        let said = if self.plan.effects.asks {
            quote! { (detail.choice, detail.second) = ways.said(); }
        } else {
            let mut arms = TokenStream::new();
            for (p, promotion) in self.plan.promotions.iter().enumerate() {
                for (i, choice) in promotion.choices.iter().enumerate() {
                    let (tag, text) = (self.promotion_tag(p, i), &choice.text);
                    arms.extend(quote! { #tag => detail.choice = Some(#text.to_owned()), });
                }
            }
            if arms.is_empty() {
                arms
            } else {
                quote! { match m.tag { #arms _ => {} } }
            }
        };
        let route = self.plan.hides().then(|| quote! { detail.route = landing.way.1; });
        let walk = self.has_walkers().then(|| {
            quote! {
                if m.route != 0 {
                    let landing = match self.turn {
                        Side::White => self.landing::<true>(m),
                        Side::Black => self.landing::<false>(m),
                    };
                    if let Some(landing) = landing {
                        detail.waypoints = landing.waypoints;
                        #route
                    }
                }
            }
        });
        let known = if self.plan.hides() {
            quote! { chv_runtime::Position::view(self, self.turn) }
        } else {
            quote! { self.clone() }
        };
        let mutable = (!said.is_empty() || walk.is_some()).then(|| quote! { mut });
        let departs = self.tags.depart.map(|_| {
            quote! {
                if m.tag == DEPART {
                    let (from, to) = (Square(m.from), Square(m.to));
                    let kind = compiled::piece_kind(&self.kinds, from).unwrap_or_default();
                    let gone = chv_runtime::moves::EditView::Remove(from, chv_runtime::Piece { side: self.turn, kind });
                    return MoveDetail { from: Some(from), to: Some(to), edits: vec![gone], ..MoveDetail::default() };
                }
            }
        });
        quote! {
            #choose
            #m
            #departs
            let mut after = #known;
            let deed = match self.turn { Side::White => #white, Side::Black => #black };
            let #mutable detail = compiled::describe_deed(&self.held(), &after.held(), self.turn, &deed);
            #said
            #walk
            detail
        }
    }

    /// The function that gives a position as neutral data, en passant and further fields apart.
    pub(super) fn shown(&self) -> TokenStream {
        if !self.plan.has_deeds() {
            return TokenStream::new();
        }
        let rights = if self.has_rights() {
            quote! { self.rights }
        } else {
            quote! { 0 }
        };
        let (hands, held) = if self.plan.variant.fields.hands {
            (quote! { self.hands.map(|hand| hand.to_vec()) }, quote! { [&self.hands[0], &self.hands[1]] })
        } else {
            (quote! { [vec![0; KINDS], vec![0; KINDS]] }, quote! { [&[], &[]] })
        };
        let (terrain, laid) = if self.plan.variant.terrain.is_empty() {
            (quote! { vec![0; SIZE.squares()] }, quote! { &[] })
        } else {
            (quote! { compiled::terrain_of(&self.terrain, SIZE) }, quote! { &self.terrain })
        };
        let more = self.shown_more();
        quote! {
            impl Position {
                /// What moves change.
                fn held(&self) -> compiled::Held<'_, Set> {
                    compiled::Held {
                        kinds: &self.kinds,
                        sides: &self.sides,
                        terrain: #laid,
                        hands: #held,
                    }
                }

                /// The position as neutral data, without what else a game may remember.
                fn shown(&self) -> Record {
                    Record {
                        squares: compiled::squares_of(&self.kinds, &self.sides, SIZE),
                        terrain: #terrain,
                        hands: #hands,
                        side: self.turn,
                        rights: #rights,
                        passed: Vec::new(),
                        clock: self.clock,
                        number: self.number,
                        more: #more,
                        fields: Vec::new(),
                    }
                }
            }
        }
    }
}
