//! Making a move: everything it changes, and nothing that only some callers ask for.

use chv_dsl::model::{KindSet, Set256, Square, SquareSet};
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use crate::plan::ways::{FAR, Step};

impl Emitter<'_, '_> {
    /// The position's type and `apply`.
    pub(super) fn apply_code(&mut self) -> TokenStream {
        let apply = if self.plan.has_deeds() { self.play_code() } else { self.apply() };
        let landing = self.landing_function();
        let title = format!(" A position of {}.", self.plan.variant.about.title);
        let rights = self.has_rights().then(|| {
            quote! {
                /// Rights still held, one bit each in the order of the rules.
                rights: u32,
            }
        });
        let unmoved = (!self.plan.variant.fields.unmoved.is_empty()).then(|| {
            quote! {
                /// Squares whose piece has not moved.
                unmoved: Set,
            }
        });
        let passed = self.plan.has_passed().then(|| {
            quote! {
                /// Squares on which the piece that moved last can be captured en passant.
                passed: Set,
                /// Where that piece stands.
                passer: u8,
            }
        });
        let passers = self.plan.many_passers().then(|| {
            quote! {
                /// The same for all moves of both sides' turns, once a move has been concluded.
                passers: compiled::Passers<Set>,
            }
        });
        let hands = self.plan.variant.fields.hands.then(|| {
            quote! {
                /// The number of pieces of each kind in each side's hand.
                hands: [[u8; KINDS]; 2],
            }
        });
        let kinds_of_terrain = self.plan.variant.terrain.len();
        let terrain = (kinds_of_terrain > 0).then(|| {
            quote! {
                /// The squares with terrain of each kind.
                terrain: [Set; #kinds_of_terrain],
            }
        });
        let more = self.has_more().then(|| {
            quote! {
                /// Phases, turns, and what is remembered.
                more: chv_runtime::More,
            }
        });
        let more_code = self.more_code();
        quote! {
            #[doc = #title]
            #[derive(Debug, Clone, PartialEq, Eq)]
            pub struct Position {
                /// The pieces of each kind.
                kinds: [Set; KINDS],
                /// The pieces of each side.
                sides: [Set; 2],
                #passed
                #passers
                #rights
                #unmoved
                #hands
                #terrain
                #more
                /// Turns since the last capture or clock-resetting move.
                clock: u32,
                /// Number of the move, growing after Black's turn.
                number: u32,
                /// The side to act.
                turn: Side,
            }

            impl Position {
                /// The pieces of one kind, of both sides.
                #[inline(always)]
                fn of(&self, kind: PieceKind) -> Set { self.kinds[kind as usize] }

                /// The pieces of the side that `WHITE` names, and of the other.
                #[inline(always)]
                fn armies<const WHITE: bool>(&self) -> (Set, Set) {
                    if WHITE { (self.sides[0], self.sides[1]) } else { (self.sides[1], self.sides[0]) }
                }

                /// Takes whatever stands on a square off the board.
                #[inline(always)]
                fn remove(&mut self, square: Square) {
                    let rest = !Set::of(square);
                    self.sides[0] &= rest;
                    self.sides[1] &= rest;
                    for kind in &mut self.kinds { *kind &= rest; }
                    self.clock = 0;
                }

                #landing
                #apply
                #more_code
            }
        }
    }

    /// Whether there are rights.
    pub(super) fn has_rights(&self) -> bool {
        !self.plan.variant.fields.rights.is_empty()
    }

    fn apply(&mut self) -> TokenStream {
        let plan = self.plan;
        let friendly = plan.movers.iter().any(|m| m.ways.takes_friends());
        let prey = if friendly {
            quote! { (self.sides[0] | self.sides[1]) }
        } else {
            quote! { self.sides[them] }
        };
        let castles = if friendly { self.is_no_castling() } else { None };
        let displaced = quote! {
            let (leaving, arriving) = (Set::of(from), Set::of(to));
            if !(#prey & arriving).is_empty() #castles { self.remove(to); }
            for kind in &mut self.kinds {
                if !(*kind & leaving).is_empty() { *kind ^= leaving | arriving; }
            }
            self.sides[us] ^= leaving | arriving;
        };
        let displaced = if self.has_walkers() {
            quote! {
                if m.route != 0 {
                    self.walk::<WHITE>(m);
                } else {
                    #displaced
                }
            }
        } else {
            displaced
        };
        let moved = if self.tags.shot.is_some() {
            quote! {
                if m.tag == SHOT { self.remove(to); } else { #displaced }
            }
        } else {
            displaced
        };
        let resetting: KindSet = plan
            .variant
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, k)| k.resets_clock)
            .map(|(i, _)| i as u8)
            .collect();
        // The mover is looked at where it comes from: where it goes, its partner may still stand.
        let (resets, reset) = if resetting.is_empty() {
            (None, None)
        } else {
            let of = self.of(resetting);
            (
                Some(quote! { let resets = !(#of & Set::of(from)).is_empty(); }),
                Some(quote! { if resets { self.clock = 0; } }),
            )
        };
        let rights = self.has_rights().then(|| {
            let kept = self.rights_kept();
            // A piece that shoots has not moved; a walk clears what it touches itself.
            let left = match self.tags.shot {
                Some(_) => quote! { if m.tag != SHOT { self.rights &= KEPT[from.index()]; } },
                None => quote! { self.rights &= KEPT[from.index()]; },
            };
            let touched = quote! {
                #left
                self.rights &= KEPT[to.index()];
            };
            if self.has_walkers() {
                quote! {
                    #kept
                    if m.route == 0 { #touched }
                }
            } else {
                quote! {
                    #kept
                    #touched
                }
            }
        });
        // Squares passed last turn matter to a walk until it has been made.
        let fade = plan.has_passed().then(|| {
            if self.has_walkers() {
                quote! { if m.route == 0 { self.passed = Set::EMPTY; } }
            } else {
                quote! { self.passed = Set::EMPTY; }
            }
        });
        let effects = self.effects();
        let note_moved = plan.last_moved().map(|_| {
            let moved = self.moved_by(&quote! { kind });
            quote! {
                let kind = compiled::piece_kind(&self.kinds, from).unwrap_or_default();
                self.note_moved::<WHITE>(#moved);
            }
        });
        let (sides_before, unmoved) = if plan.variant.fields.unmoved.is_empty() {
            (None, None)
        } else {
            // A walk clears what it touches itself.
            let moves = match (self.tags.shot, self.has_walkers()) {
                (Some(_), true) => quote! { m.tag != SHOT && m.route == 0 },
                (Some(_), false) => quote! { m.tag != SHOT },
                (None, true) => quote! { m.route == 0 },
                (None, false) => quote! { true },
            };
            (
                Some(quote! { let before = self.sides; }),
                Some(quote! {
                    self.unmoved &= !((before[0] ^ self.sides[0]) | (before[1] ^ self.sides[1]));
                    if #moves { self.unmoved = self.unmoved.without(from).without(to); }
                }),
            )
        };
        let walk = self.walk_effects();
        quote! {
            #walk
            /// Plays a move of the side that `WHITE` names.
            #[inline(always)]
            fn apply<const WHITE: bool>(&mut self, m: Move) {
                let (us, them) = if WHITE { (0, 1) } else { (1, 0) };
                let (from, to) = (Square(m.from), Square(m.to));
                #sides_before
                #resets
                #note_moved
                self.clock += 1;
                if !WHITE { self.number = self.number.saturating_add(1); }
                self.turn = if WHITE { Side::Black } else { Side::White };
                #fade
                #moved
                #reset
                #rights
                #effects
                #unmoved
            }
        }
    }

    /// Carries out a walk: what it takes and moves along, and the mover itself.
    fn walk_effects(&self) -> TokenStream {
        if !self.has_walkers() {
            return TokenStream::new();
        }
        let passed = self.plan.has_passed().then(|| {
            quote! {
                self.passed = landing.passed;
                self.passer = m.to;
            }
        });
        let none = self.plan.has_passed().then(|| quote! { self.passed = Set::EMPTY; });
        let rights = self.has_rights().then(|| {
            let kept = self.rights_kept();
            quote! {
                #kept
                for square in landing.touched(from).squares() { self.rights &= KEPT[square.index()]; }
            }
        });
        let unmoved = (!self.plan.variant.fields.unmoved.is_empty())
            .then(|| quote! { self.unmoved &= !landing.touched(from); });
        quote! {
            /// Makes a move along a walk: what it takes, what it moves along, and the mover.
            fn walk<const WHITE: bool>(&mut self, m: Move) {
                let from = Square(m.from);
                let Some(landing) = self.landing::<WHITE>(m) else {
                    #none
                    return;
                };
                let mover = compiled::piece_kind(&self.kinds, from);
                for &square in &landing.captured { self.remove(square); }
                let us = usize::from(!WHITE);
                if !landing.stays {
                    for kind in &mut self.kinds { *kind = kind.without(from); }
                    self.sides[us] = self.sides[us].without(from);
                }
                for &(start, end) in &landing.shifted {
                    let both = Set::of(start) | Set::of(end);
                    for set in self.kinds.iter_mut().chain(&mut self.sides) {
                        if set.has(start) { *set ^= both; }
                    }
                }
                if !landing.stays {
                    if let Some(kind) = mover { self.kinds[usize::from(kind)] |= Set::of(landing.to); }
                    self.sides[us] |= Set::of(landing.to);
                }
                #rights
                #unmoved
                #passed
            }
        }
    }

    /// For each square the rights that are not lost when it is touched.
    pub(super) fn rights_kept(&self) -> TokenStream {
        let squares = self.plan.variant.board.size.squares();
        let rights = &self.plan.variant.fields.rights;
        let all = (1u64 << rights.len()) as u32;
        let all = all.wrapping_sub(1);
        let lost: Vec<(u8, u32)> = (0..squares)
            .filter_map(|s| {
                let touched = |r: &chv_dsl::model::Right| r.needs.iter().any(|(q, _)| q.index() == s);
                let bits =
                    rights.iter().enumerate().filter(|(_, r)| touched(r)).fold(0u32, |b, (i, _)| b | 1 << i);
                (bits != 0).then_some((s as u8, bits))
            })
            .collect();
        let entries = lost.iter().map(|(s, bits)| {
            let (index, kept) = (usize::from(*s), all & !bits);
            quote! { kept[#index] = #kept; }
        });
        quote! {
            /// The rights that are not lost when a square is touched.
            const KEPT: [u32; #squares] = {
                let mut kept = [#all; #squares];
                #(#entries)*
                kept
            };
        }
    }

    /// What tagged moves do besides.
    fn effects(&mut self) -> TokenStream {
        let mut arms = self.push_arm();
        if self.tags.passing.is_some() {
            arms.extend(quote! { EN_PASSANT => self.remove(Square(self.passer)), });
        }
        arms.extend(self.castle_arms(|_, _| TokenStream::new()));
        arms.extend(self.promotion_arms());
        if arms.is_empty() {
            return arms;
        }
        quote! { match m.tag { #arms _ => {} } }
    }

    /// The squares that a push leaves for captures en passant.
    pub(super) fn push_arm(&mut self) -> TokenStream {
        let plan = self.plan;
        let mut arms = TokenStream::new();
        if self.tags.push.is_some() {
            let mut steps: Vec<Step> = plan
                .movers
                .iter()
                .flat_map(|m| m.ways.pushes.iter().filter(|p| p.leaves_passed).map(|p| p.step))
                .flat_map(|(x, y)| [(x, y), (-x, -y)])
                .collect();
            steps.sort_unstable();
            steps.dedup();
            let ways: Vec<TokenStream> = steps
                .iter()
                .map(|&(x, y)| {
                    let (there, back) = (self.tables.ray((x, y), FAR), self.tables.ray((-x, -y), FAR));
                    quote! {
                        if #there[from.index()].has(to) { self.passed = #there[from.index()] & #back[to.index()]; }
                    }
                })
                .collect();
            arms.extend(quote! {
                PUSH => {
                    #(#ways)*
                    self.passer = to.0;
                }
            });
        }
        arms
    }

    /// The partners of castling moves, with more that happens: it gets the partner's square and both of
    /// its squares as a set.
    pub(super) fn castle_arms(&self, more: impl Fn(u8, &TokenStream) -> TokenStream) -> TokenStream {
        let plan = self.plan;
        let mut arms = TokenStream::new();
        for (i, castle) in plan.castles.iter().enumerate() {
            let tag = self.castle_tag(i);
            let Some((from, to)) = castle.partner else { continue };
            let both = self.set(Set256::of(from) ^ Set256::of(to));
            let partner = plan
                .variant
                .fields
                .rights
                .get(castle.right.map_or(usize::MAX, usize::from))
                .and_then(|r| r.needs.iter().find(|(s, _)| *s == from).map(|(_, kind)| *kind));
            let swap = match partner {
                Some(kind) => {
                    let kind = self.kind(kind);
                    quote! { self.kinds[PieceKind::#kind as usize] ^= #both; }
                }
                None => {
                    let from = self.set(Set256::of(from));
                    quote! { for kind in &mut self.kinds { if !(*kind & #from).is_empty() { *kind ^= #both; } } }
                }
            };
            let more = more(from.0, &self.set(Set256::of(from) | Set256::of(to)));
            // A partner that stays where it is has moved all the same.
            let stays = (from == to && !plan.variant.fields.unmoved.is_empty()).then(|| {
                let from = from.0;
                quote! { self.unmoved = self.unmoved.without(Square(#from)); }
            });
            arms.extend(quote! {
                #tag => {
                    #swap
                    self.sides[us] ^= #both;
                    #stays
                    #more
                }
            });
        }
        arms
    }

    /// What becomes of pieces that promote.
    pub(super) fn promotion_arms(&self) -> TokenStream {
        let plan = self.plan;
        let mut arms = TokenStream::new();
        for (p, promotion) in plan.promotions.iter().enumerate() {
            for (i, choice) in promotion.choices.iter().enumerate() {
                let tag = self.promotion_tag(p, i);
                let new = self.kind(choice.becomes);
                let old = promotion.kinds.iter().map(|k| {
                    let old = self.kind(k);
                    quote! { self.kinds[PieceKind::#old as usize] &= !Set::of(to); }
                });
                let pair = choice.at_origin.map(|kind| {
                    let kind = self.kind(kind);
                    quote! {
                        self.kinds[PieceKind::#kind as usize] |= Set::of(from);
                        self.sides[us] |= Set::of(from);
                    }
                });
                let text = &choice.text;
                let say = (plan.effects.asks && !text.is_empty()).then(|| quote! { ways.say(#text); });
                arms.extend(quote! {
                    #tag => {
                        #(#old)*
                        self.kinds[PieceKind::#new as usize] |= Set::of(to);
                        #pair
                        #say
                    }
                });
            }
        }
        arms
    }

    /// The square of a position's piece that castles, for move text.
    pub(super) fn partner_squares(&self) -> Vec<(usize, Square)> {
        self.plan
            .castles
            .iter()
            .enumerate()
            .filter_map(|(i, c)| c.partner.map(|(from, _)| (i, from)))
            .collect()
    }
}
