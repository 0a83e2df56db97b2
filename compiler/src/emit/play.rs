//! Making a move that does more than a displacement: the movement, what it sets off in stages, and the
//! end of the turn.

use chv_dsl::model::{KindSet, SquareSet};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Emitter;
use crate::plan::{Plan, Stage};

/// Whether something that moves set off changes the board.
fn changes_board(plan: &Plan) -> bool {
    plan.effects.list.iter().any(|e| !e.is_light())
}

impl Emitter<'_, '_> {
    /// `apply` and what it calls, for games whose moves set something off, drop pieces or lay terrain.
    pub(super) fn play_code(&mut self) -> TokenStream {
        let movement = self.movement();
        let stages = [Stage::Capture, Stage::Promotion, Stage::Moved];
        let (parameter, argument) = self.chooser();
        let [captures, arrivals, moves] = stages.map(|stage| {
            self.stage_name(stage).map(|name| quote! { self.#name::<WHITE>(&mut deed #argument); })
        });
        let captures = captures.map(|call| quote! { if deed.captures() { #call } });
        let arms = self.promotion_arms();
        let promotions = (!arms.is_empty()).then(|| {
            quote! {
                let (us, from, to) = (usize::from(!WHITE), Square(m.from), Square(m.to));
                match m.tag { #arms _ => {} }
            }
        });
        let resetting: KindSet =
            (0..).zip(&self.plan.variant.kinds).filter(|(_, k)| k.resets_clock).map(|(i, _)| i).collect();
        let reset = (!resetting.is_empty()).then(|| {
            let bits = self.kind_bits(resetting.0);
            quote! { if #bits >> deed.kind & 1 != 0 { self.clock = 0; } }
        });
        let many = self.plan.many_passers();
        // A move is judged as if what its own turn passed before were closed.
        let close = many.then(|| {
            quote! {
                if !self.passers.is_empty() { self.passers = Default::default(); }
            }
        });
        let fade = self.plan.has_passed().then(|| {
            if many {
                quote! {
                    self.passers.add(self.passed, Square(self.passer));
                    self.passed = Set::EMPTY;
                }
            } else if self.has_walkers() {
                // Squares passed last turn matter to a walk until it has been made.
                quote! { if m.route == 0 { self.passed = Set::EMPTY; } }
            } else {
                quote! { self.passed = Set::EMPTY; }
            }
        });
        let rights = self.has_rights().then(|| {
            let kept = self.rights_kept();
            quote! {
                #kept
                if self.rights != 0 {
                    for square in deed.left().squares() { self.rights &= KEPT[square.index()]; }
                }
            }
        });
        let unmoved =
            (!self.plan.variant.fields.unmoved.is_empty()).then(|| quote! { self.unmoved &= !deed.left(); });
        let turns = self.turn_code();
        let begin = if self.plan.concludes() {
            // A turn counts once, with its first move.
            quote! { if self.more.moved == 0 { self.clock += 1; } }
        } else {
            quote! {
                self.clock += 1;
                if !WHITE { self.number = self.number.saturating_add(1); }
                self.turn = if WHITE { Side::Black } else { Side::White };
            }
        };
        let doc = if self.plan.concludes() {
            " Plays a move of the side that `WHITE` names: the movement and what it sets off."
        } else {
            " Plays a move of the side that `WHITE` names: the movement, what it sets off, the end of the turn."
        };
        let note_moved = self.plan.last_moved().map(|_| {
            let moved = self.moved_by(&quote! { deed.kind });
            quote! { self.note_moved::<WHITE>(#moved); }
        });
        let reactions = self.reaction_code();
        let owed = self.owed_code();
        // What was passed can be captured only if the piece is there still, on empty squares.
        let heavy = changes_board(self.plan);
        let settle = (self.plan.has_passed() && heavy).then(|| {
            let empty = self.empty_squares();
            quote! {
                if !self.passed.is_empty() {
                    let there = (self.sides[0] | self.sides[1]).has(deed.target);
                    self.passed = if there { self.passed & #empty } else { Set::EMPTY };
                }
            }
        });
        let hooks = (!self.plan.variant.hooks.is_empty()).then(|| {
            quote! {
                let acted = deed.acted(if WHITE { Side::White } else { Side::Black });
                self.ask_hooks(&mut deed, &acted);
            }
        });
        let offered = self.tags.offer.map(|_| {
            quote! {
                if m.tag == OFFER {
                    #close
                    let deed = self.take_up::<WHITE>(m);
                    #rights
                    #unmoved
                    return deed;
                }
            }
        });
        let changes = captures.is_some() || arrivals.is_some() || moves.is_some() || hooks.is_some();
        let mutable = changes.then(|| quote! { mut });
        let terrain = self.plan.blocks().then(|| {
            let each =
                (0..).zip(&self.plan.variant.terrain).filter(|(_, t)| t.blocks).map(|(i, _): (usize, _)| {
                    quote! { self.terrain[#i] }
                });
            quote! {
                /// The squares with terrain that blocks.
                #[inline(always)]
                fn blocked(&self) -> Set { #(#each)|* }
            }
        });
        let hidden = self.hidden_code();
        // What is hidden may cut a way short: then it is said how it ends.
        let [head, landing] = if self.plan.hides() {
            [
                quote! {
                    #[doc = #doc]
                    fn apply<const WHITE: bool>(&mut self, m: Move #parameter) -> compiled::Deed<Set> {
                        let landing = if m.route != 0 { self.effect::<WHITE>(m) } else { None };
                        self.apply_by::<WHITE>(m, landing #argument)
                    }

                    /// Plays a move whose way ends in a certain way.
                    fn apply_by<const WHITE: bool>(
                        &mut self,
                        m: Move,
                        landing: Option<compiled::walk::Landing<Set>>
                        #parameter
                    ) -> compiled::Deed<Set>
                },
                quote! { , landing },
            ]
        } else {
            [
                quote! {
                    #[doc = #doc]
                    #[inline]
                    fn apply<const WHITE: bool>(&mut self, m: Move #parameter) -> compiled::Deed<Set>
                },
                TokenStream::new(),
            ]
        };
        quote! {
            #terrain
            #movement
            #reactions
            #owed
            #turns
            #hidden
            #head {
                #begin
                #fade
                #offered
                let #mutable deed = self.movement::<WHITE>(m #landing);
                #close
                #note_moved
                #captures
                #promotions
                #arrivals
                #moves
                #hooks
                #settle
                #reset
                #rights
                #unmoved
                deed
            }
        }
    }

    /// The function that moves the pieces and takes what is captured.
    fn movement(&mut self) -> TokenStream {
        let plan = self.plan;
        let friendly = plan.movers.iter().any(|m| m.ways.takes_friends());
        let prey = if friendly {
            quote! { (self.sides[0] | self.sides[1]) }
        } else {
            quote! { self.sides[them] }
        };
        let first = self.drop_tag(0);
        let drops = first.map(|first| {
            let kinds = plan.drops.iter().map(|d| {
                let kind = self.kind(d.kind);
                quote! { PieceKind::#kind }
            });
            let count = plan.drops.len();
            quote! {
                /// The kinds that are dropped, in the order of their tags.
                const DROPPED: [PieceKind; #count] = [#(#kinds),*];
                if let Some(&kind) = m.tag.checked_sub(#first).and_then(|i| DROPPED.get(usize::from(i))) {
                    let held = &mut self.hands[us][kind as usize];
                    *held = held.saturating_sub(1);
                    self.kinds[kind as usize] |= Set::of(to);
                    self.sides[us] |= Set::of(to);
                    return compiled::Deed::dropped(kind as u8, to);
                }
            }
        });
        let walk = self.has_walkers().then(|| {
            let passed = plan.has_passed().then(|| {
                quote! {
                    self.passed = landing.passed;
                    self.passer = m.to;
                }
            });
            let none = plan.has_passed().then(|| quote! { self.passed = Set::EMPTY; });
            let (landing, explode) = if plan.hides() {
                let explode = quote! {
                    if landing.blown && !landing.stays { self.explode(to, &mut deed); }
                };
                (quote! { landing }, Some(explode))
            } else {
                (quote! { self.landing::<WHITE>(m) }, None)
            };
            let pushed = explode.as_ref().map(|_| {
                quote! { for square in landing.exploded.squares() { self.explode(square, &mut deed); } }
            });
            quote! {
                if m.route != 0 {
                    let Some(landing) = #landing else {
                        #none
                        return deed;
                    };
                    deed.touched = landing.touched(from);
                    deed.stays = landing.stays;
                    deed.moved.clone_from(&landing.shifted);
                    for &square in &landing.captured { self.capture(square, &mut deed); }
                    if !landing.stays {
                        self.kinds[usize::from(kind)] = self.kinds[usize::from(kind)].without(from);
                        self.sides[us] = self.sides[us].without(from);
                    }
                    for &(start, end) in &landing.shifted {
                        let both = Set::of(start) | Set::of(end);
                        for set in self.kinds.iter_mut().chain(&mut self.sides) {
                            if set.has(start) { *set ^= both; }
                        }
                    }
                    #pushed
                    if !landing.stays {
                        self.kinds[usize::from(kind)] |= Set::of(to);
                        self.sides[us] |= Set::of(to);
                    }
                    #explode
                    #passed
                    return deed;
                }
            }
        });
        let landing = plan.hides().then(|| quote! { , landing: Option<compiled::walk::Landing<Set>> });
        let departure = self.departure();
        let shot = self.tags.shot.map(|_| {
            quote! {
                if m.tag == SHOT {
                    self.capture(to, &mut deed);
                    deed.stays = true;
                    return deed;
                }
            }
        });
        let mut arms = TokenStream::new();
        arms.extend(self.push_arm());
        if self.tags.passing.is_some() {
            arms.extend(if plan.many_passers() {
                let kinds: Vec<TokenStream> = (0..plan.variant.kinds.len() as u8)
                    .map(|kind| (kind, plan.passing_victims(kind)))
                    .filter(|(_, victims)| !victims.is_empty())
                    .map(|(kind, victims)| {
                        let of = self.of(victims);
                        quote! { #kind => #of, }
                    })
                    .collect();
                quote! {
                    EN_PASSANT => {
                        let prey = self.sides[them] & match kind { #(#kinds)* _ => Set::EMPTY };
                        for passer in (self.passers.of(to) & prey).squares() { self.capture(passer, &mut deed); }
                    }
                }
            } else {
                quote! { EN_PASSANT => self.capture(Square(self.passer), &mut deed), }
            });
        }
        arms.extend(self.castle_arms(|from, both| {
            quote! {
                deed.partner = Some(Square(#from));
                deed.touched |= #both;
            }
        }));
        let effects = (!arms.is_empty()).then(|| quote! { match m.tag { #arms _ => {} } });
        let castles = self.is_no_castling().filter(|_| friendly);
        quote! {
            /// Takes what stands on a square off the board as captured.
            #[inline]
            fn capture(&mut self, square: Square, deed: &mut compiled::Deed<Set>) {
                if let Some(kind) = compiled::piece_kind(&self.kinds, square) {
                    let side = if self.sides[0].has(square) { Side::White } else { Side::Black };
                    deed.take(square, side, kind);
                    self.remove(square);
                }
            }

            /// Moves the pieces of a move and takes what it captures.
            #[inline]
            fn movement<const WHITE: bool>(&mut self, m: Move #landing) -> compiled::Deed<Set> {
                let (us, them) = if WHITE { (0, 1) } else { (1, 0) };
                let (from, to) = (Square(m.from), Square(m.to));
                #drops
                let kind = compiled::piece_kind(&self.kinds, from).unwrap_or_default();
                let mut deed = compiled::Deed::new(kind, from, to);
                #walk
                #shot
                #departure
                if !(#prey & Set::of(to)).is_empty() #castles { self.capture(to, &mut deed); }
                let both = Set::of(from) | Set::of(to);
                self.kinds[usize::from(kind)] ^= both;
                self.sides[us] ^= both;
                deed.touched |= both;
                #effects
                deed
            }
        }
    }

    /// The tag of a drop.
    pub(super) fn drop_tag(&self, i: usize) -> Option<proc_macro2::Ident> {
        let drop = self.plan.drops.get(i)?;
        let name = super::names::constant(&self.kind_names[drop.kind as usize]);
        Some(format_ident!("DROP_{name}"))
    }
}
