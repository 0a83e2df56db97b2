//! What makes moves legal: proofs by making them, and the functions around those that generate them.

use chv_dsl::model::{EndResult, EndWhen, Guard, KindSet};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Emitter;
use super::react::us;
use crate::plan::{Legality, Mover};

impl Emitter<'_, '_> {
    /// The tests by making a move.
    pub(super) fn proofs(&mut self) -> TokenStream {
        if self.plan.royals.is_empty() && self.plan.variant.hooks.is_empty() {
            return TokenStream::new();
        }
        let royals = if self.plan.royals.is_empty() {
            quote! { Set::EMPTY }
        } else {
            self.of(self.plan.royals)
        };
        let play = self.allowed_or(&quote! { return false; });
        let survives = if self.stands() {
            self.survives_whole()
        } else {
            quote! {
                /// Whether no royal of the mover is in check after a move: made and looked at.
                fn survives<const WHITE: bool>(&self, m: Move) -> bool {
                    let mut after = self.clone();
                    #play
                    let (own, enemy) = after.armies::<WHITE>();
                    let royals = own & after.royals();
                    royals.squares().all(|royal| !after.attacked::<WHITE>(royal, own, enemy))
                }
            }
        };
        let survives = quote! {
            #survives

            /// The royals of both sides.
            #[inline(always)]
            fn royals(&self) -> Set { #royals }
        };
        let note_moved = self.plan.last_moved().map(|_| {
            quote! {
                let kind = compiled::piece_kind(&put.kinds, target).unwrap_or_default();
                put.note_moved::<WHITE>(put.moved_as::<WHITE>(kind));
            }
        });
        let exposed = self.looks_at_kinds().then(|| {
            quote! {
                /// Whether a royal would be in check on another square, put there with nothing else
                /// changed.
                fn exposed<const WHITE: bool>(&self, royal: Square, target: Square) -> bool {
                    let mut put = self.clone();
                    if royal != target {
                        put.remove(target);
                        let both = Set::of(royal) | Set::of(target);
                        for set in put.kinds.iter_mut().chain(&mut put.sides) {
                            if set.has(royal) { *set ^= both; }
                        }
                        #note_moved
                    }
                    let (own, enemy) = put.armies::<WHITE>();
                    put.attacked::<WHITE>(target, own, enemy)
                }
            }
        });
        let settling = self.needs_settling().then(|| {
            quote! {
                /// The targets of a piece without those that would leave a royal in check. Only moves
                /// that touch `zone` are in doubt.
                fn settled<const WHITE: bool>(&self, from: Square, to: Set, zone: Set) -> Set {
                    let doubtful = if zone.has(from) { to } else { to & zone };
                    let falls = |target: &Square| {
                        !self.survives::<WHITE>(Move::new(from.0, target.0, PLAIN))
                    };
                    doubtful.squares().filter(falls).fold(to, |left, target| left.without(target))
                }

                /// The same for pieces that all make the same step.
                fn settled_shift<const WHITE: bool>(&self, to: Set, step: i16, zone: Set) -> Set {
                    if zone.is_empty() {
                        return to;
                    }
                    let falls = |target: &Square| {
                        let from = Square((i16::from(target.0) - step) as u8);
                        (zone.has(*target) || zone.has(from))
                            && !self.survives::<WHITE>(Move::new(from.0, target.0, PLAIN))
                    };
                    to.squares().filter(falls).fold(to, |left, target| left.without(target))
                }
            }
        });
        quote! { #survives #exposed #settling }
    }

    /// Whether a move may cost the mover its royal, or decide the game in spite of check, so that more
    /// is asked than whether royals are in check.
    fn stands(&self) -> bool {
        self.plan.effects.reach.backfires || self.plan.tries() || self.wraps() || self.plan.has_few()
    }

    /// The proof by making a move where it takes more than looking at royals.
    fn survives_whole(&self) -> TokenStream {
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        let lost: Vec<TokenStream> = self
            .plan
            .variant
            .ends
            .iter()
            .filter(|end| end.result == EndResult::Loses)
            .filter_map(|end| match end.when {
                EndWhen::Few { kinds, at_most } => {
                    let (of, most) = (self.of(kinds.and(all)), u32::from(at_most));
                    Some(quote! { (enemy & #of).len() <= #most || })
                }
                _ => None,
            })
            .collect();
        let play = self.allowed_or(&quote! { return false; });
        let stands = if self.plan.hides() {
            quote! { after.stands::<WHITE>(self, None) }
        } else {
            quote! { after.stands::<WHITE>(self) }
        };
        let survives = (!self.plan.effects.asks).then(|| {
            quote! {
                /// Whether a move is legal: made and looked at.
                fn survives<const WHITE: bool>(&self, m: Move) -> bool {
                    let mut after = self.clone();
                    #play
                    #stands
                }
            }
        });
        let us = us();
        let [parameter, attacked] = if self.plan.hides() {
            [
                quote! { , watch: Option<&compiled::Watch<Set>> },
                quote! { self.attacked_since::<WHITE>(royal, before, watch) },
            ]
        } else {
            [TokenStream::new(), quote! { self.attacked::<WHITE>(royal, own, enemy) }]
        };
        quote! {
            #survives

            /// Whether the side that has just acted still has all its royals and none of them is in
            /// check, or the opponent has lost.
            fn stands<const WHITE: bool>(&self, before: &Self #parameter) -> bool {
                let (own, enemy) = self.armies::<WHITE>();
                let royals = own & self.royals();
                royals.len() >= (before.sides[#us] & before.royals()).len()
                    && (#(#lost)* royals.squares().all(|royal| !#attacked))
            }
        }
    }

    /// Captures, where they do more than take: each is made and tested, whatever masks say.
    pub(super) fn careful_captures(&mut self) -> TokenStream {
        if !self.plan.careful_captures() {
            return TokenStream::new();
        }
        let mut out = TokenStream::new();
        for kind in 0..self.plan.variant.kinds.len() as u8 {
            let wanted = |m: &&Mover| m.offered && !m.ways.stay && m.walks.is_none();
            let movers: Vec<Mover> = self.plan.movers_of(kind).filter(wanted).cloned().collect();
            let parts = self.all_targets(&movers);
            if parts.is_empty() {
                continue;
            }
            let movable = self.movable(kind, &self.kind(kind));
            let survives = quote! {
                let falls = |target: &Square| {
                    !self.survives::<WHITE>(Move::new(from.0, target.0, PLAIN))
                };
                let to = to.squares().filter(falls).fold(to, |left, target| left.without(target));
            };
            let plain = quote! {
                #survives
                visit(Batch::Fan { from, to, tag: PLAIN, options: 1 })?;
            };
            let promotion = self.plan.promotions.iter().enumerate().find(|(_, p)| p.kinds.has(kind));
            let each = match promotion {
                None => plain,
                Some((p, promotion)) => {
                    let zone = self.zone_of(promotion, &quote! { from });
                    let tag = self.promotion_tag(p, 0);
                    let count = promotion.choices.iter().filter(|c| !c.alone).count() as u8;
                    let promoting = (count > 0).then(|| {
                        quote! {
                            for target in (to & zone).squares() {
                                for choice in 0..#count {
                                    let m = Move::new(from.0, target.0, #tag + choice);
                                    if self.survives::<WHITE>(m) { visit(Batch::One(m))?; }
                                }
                            }
                        }
                    });
                    let rest = match (promotion.optional, self.forced(promotion, kind)) {
                        (true, None) => quote! { to },
                        (true, Some(forced)) => quote! { to & !(zone & #forced) },
                        (false, _) => quote! { to & !zone },
                    };
                    quote! {
                        let zone = #zone;
                        #promoting
                        let to = #rest;
                        #plain
                    }
                }
            };
            out.extend(quote! {
                for from in (own & #movable).squares() {
                    let to = (#(#parts)|*) & occupied;
                    if !to.is_empty() { #each }
                }
            });
        }
        out
    }

    /// Every legal move, where moves are proven, or choices made, once they have been generated; also
    /// whether there is none, if that is asked.
    pub(super) fn legal(&self) -> TokenStream {
        let safe = self.plan.tries_moves().then(|| quote! { , true });
        let set = self.move_set();
        let hooks = !self.plan.variant.hooks.is_empty();
        let proven = self.proof() == self.plan.legality && !hooks;
        let vetoed = hooks.then(|| quote! { && !deed.vetoed });
        let permitted = self.asks_mate().then(|| quote! { && after.permitted::<WHITE>(m.tag) });
        let land = self.landed();
        let stands = if self.plan.hides() {
            quote! { after.stands::<WHITE>(self, watch) }
        } else {
            quote! { after.stands::<WHITE>(self) }
        };
        let each = if self.plan.effects.asks {
            let way = if proven {
                quote! {
                    if let Some(whole) = ways.whole(m) {
                        visit(whole)?;
                    } else if !ways.fails() {
                        visit(compiled::Ways::One(ways.made(m)))?;
                    }
                }
            } else {
                quote! {
                    if !ways.fails() #vetoed && #stands #permitted {
                        visit(compiled::Ways::One(ways.made(m)))?;
                    }
                }
            };
            quote! {
                let mut ways = compiled::Chooser::first();
                loop {
                    let mut after = self.clone();
                    let deed = after.apply::<WHITE>(m, &mut ways);
                    #land
                    #way
                    if !ways.next_way() { return ControlFlow::Continue(()); }
                }
            }
        } else if let Some(permitted) = permitted {
            quote! {
                let mut after = self.clone();
                let deed = after.apply::<WHITE>(m);
                #land
                if #stands #vetoed #permitted { visit(Batch::One(m)) } else { ControlFlow::Continue(()) }
            }
        } else if self.plan.hides() {
            quote! {
                let mut after = self.clone();
                after.apply::<WHITE>(m);
                #land
                if #stands { visit(Batch::One(m)) } else { ControlFlow::Continue(()) }
            }
        } else {
            quote! {
                if self.survives::<WHITE>(m) { visit(Batch::One(m)) } else { ControlFlow::Continue(()) }
            }
        };
        let doubts = self.plan.doubts().is_some();
        let whole = if self.plan.effects.asks {
            quote! { compiled::Ways::Plain(whole) }
        } else {
            quote! { whole }
        };
        let plain =
            [self.tags.push.map(|_| quote! { | PUSH }), self.tags.depart.map(|_| quote! { | DEPART })];
        let plain = plain.into_iter().flatten();
        let sift = doubts.then(|| self.doubt_of_turn());
        let sifted = doubts.then(|| {
            quote! {
                let batch = match batch {
                    Batch::Fan { from, to, tag: tag @ (PLAIN #(#plain)*), options: 1 } => {
                        let sure = base.sure::<WHITE>(from, to, &mut doubt);
                        let whole = Batch::Fan { from, to: sure, tag, options: 1 };
                        if !sure.is_empty() { visit(#whole)?; }
                        Batch::Fan { from, to: to & !sure, tag, options: 1 }
                    }
                    other => other,
                };
            }
        });
        let legal = self.wraps().then(|| {
            if self.plan.hides() {
                return self.legal_of_view(&each);
            }
            quote! {
                /// Every legal move of the side that `WHITE` names.
                fn legal<const WHITE: bool, F: FnMut(#set) -> ControlFlow<()>>(
                    &self,
                    visit: &mut F,
                ) -> ControlFlow<()> {
                    use chv_runtime::MoveSet as _;
                    #sift
                    self.visit_with::<WHITE #safe>(&mut |batch: Batch<Set>| {
                        #sifted
                        batch.each(|m| { #each })
                    })
                }
            }
        });
        let stuck = self.asks_mate().then(|| {
            let visit = self.seek_move(&quote! { WHITE });
            let visit = self.or_owed(&us(), &quote! { ControlFlow::Break(()) }, visit);
            quote! {
                /// Whether the side that `WHITE` names has no legal move.
                #[inline(never)]
                fn stuck<const WHITE: bool>(&self) -> bool {
                    use chv_runtime::MoveSet as _;
                    let flow = #visit;
                    flow.is_continue()
                }
            }
        });
        quote! { #legal #stuck }
    }

    /// Every legal move as far as its side can know, where players hide something.
    fn legal_of_view(&self, each: &TokenStream) -> TokenStream {
        let set = self.move_set();
        let seen = self.seen_by_mover(&quote! { legal::<WHITE, F>(visit) });
        let one = if self.plan.effects.asks {
            quote! { compiled::Ways::Plain(Batch::One(m)) }
        } else {
            quote! { Batch::One(m) }
        };
        let tested = self.emission.tested_path.then(|| {
            let seen = self.seen_by_mover(&quote! { legal_tested::<WHITE, F>(visit) });
            quote! {
                /// The same, each move made and looked at whole.
                fn legal_tested<const WHITE: bool, F: FnMut(#set) -> ControlFlow<()>>(
                    &self,
                    visit: &mut F,
                ) -> ControlFlow<()> {
                    use chv_runtime::MoveSet as _;
                    #seen
                    self.visit_with::<WHITE, true>(&mut |batch: Batch<Set>| {
                        batch.each(|m| self.legal_ways::<WHITE, F>(m, None, visit))
                    })
                }
            }
        });
        quote! {
            /// Every legal move of the side that `WHITE` names, as far as it can know.
            fn legal<const WHITE: bool, F: FnMut(#set) -> ControlFlow<()>>(
                &self,
                visit: &mut F,
            ) -> ControlFlow<()> {
                use chv_runtime::MoveSet as _;
                #seen
                let mut watch = self.watch::<WHITE>();
                self.visit_with::<WHITE, true>(&mut |batch: Batch<Set>| {
                    batch.each(|m| {
                        match watch.as_mut().and_then(|watch| self.verdict::<WHITE>(m, watch)) {
                            Some(true) => visit(#one),
                            Some(false) => ControlFlow::Continue(()),
                            None => self.legal_ways::<WHITE, F>(m, watch.as_ref(), visit),
                        }
                    })
                })
            }

            #tested

            /// A move with all that can be chosen with it, if it is legal.
            fn legal_ways<const WHITE: bool, F: FnMut(#set) -> ControlFlow<()>>(
                &self,
                m: Move,
                watch: Option<&compiled::Watch<Set>>,
                visit: &mut F,
            ) -> ControlFlow<()> { #each }
        }
    }

    /// Whether legal moves are found by a function of their own, around that which generates moves.
    pub(super) fn wraps(&self) -> bool {
        // Where royals prove nothing, hooks still may forbid a move.
        let hooks = !self.plan.variant.hooks.is_empty() && self.proof() == Legality::None;
        self.plan.effects.asks || self.plan.has_unproven() || hooks
    }

    /// Whether a move may hang on the opponent having none after it.
    pub(super) fn asks_mate(&self) -> bool {
        let mate = |g: &Guard| matches!(g, Guard::NoMate | Guard::NoCheck);
        !self.plan.royals.is_empty() && self.plan.drops.iter().any(|d| d.guards.iter().any(mate))
    }

    /// The type of a set of moves.
    pub(super) fn move_set(&self) -> TokenStream {
        if self.plan.effects.asks {
            quote! { compiled::Ways<Set> }
        } else {
            quote! { Batch<Set> }
        }
    }

    /// A call that visits the legal moves of a side.
    pub(super) fn legal_call(
        &self,
        white: &TokenStream,
        f: &TokenStream,
        visit: &TokenStream,
    ) -> TokenStream {
        if self.wraps() {
            return quote! { self.legal::<#white, #f>(#visit) };
        }
        let tested = (self.proof() == Legality::Tested).then(|| quote! { , true });
        let masked = (self.masks() && self.has_tested()).then(|| quote! { , false });
        quote! { self.visit_with::<#white #tested #masked, #f>(#visit) }
    }

    /// A call that goes on unless a side has a legal move.
    pub(super) fn seek_move(&self, white: &TokenStream) -> TokenStream {
        let set = self.move_set();
        let visit = quote! {
            &mut |set: #set| {
                if set.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }
        };
        self.legal_call(white, &quote! { _ }, &visit)
    }

    /// Whether the board alone decides the game.
    pub(super) fn decided(&mut self) -> TokenStream {
        let ends = self.board_ends();
        let calls: Vec<TokenStream> = ends.iter().map(|(condition, _)| condition.clone()).collect();
        let body = if calls.is_empty() {
            quote! { false }
        } else {
            let play = self.has_setup().then(|| quote! { self.more.phase == 0 && });
            quote! { #play (#((#calls))||*) }
        };
        let body = if self.plan.variant.hooks.is_empty() {
            body
        } else {
            let play = self.has_setup().then(|| quote! { self.more.phase == 0 && });
            quote! { #play self.hooks_end().is_some() || #body }
        };
        let name = format_ident!("decided");
        quote! {
            /// Whether the pieces on the board alone decide the game, so that there are no moves.
            #[inline(always)]
            fn #name(&self) -> bool { #body }
        }
    }
}
