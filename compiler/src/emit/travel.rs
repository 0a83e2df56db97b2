//! Pieces that leave the board and come back: how they leave, and their landing when a turn ends.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::react::us;
use crate::plan::Stage;

impl Emitter<'_, '_> {
    /// The moves by which pieces leave.
    pub(super) fn travel_moves(&mut self) -> TokenStream {
        let mut out = TokenStream::new();
        for mover in &self.plan.travels {
            let movable = self.movable(mover.kind, &self.kind(mover.kind));
            if mover.walks.is_some() {
                out.extend(self.travel_walks(mover, &movable));
                continue;
            }
            let Some(targets) = self.targets(mover, true) else { continue };
            let only = self.and_only(mover.only, false);
            // What is noted as moved opens threats: such moves are proven one by one.
            let each = if self.departs_otherwise(mover) {
                quote! {
                    for to in (#targets).squares() {
                        visit(Batch::One(Move::new(from.0, to.0, DEPART)))?;
                    }
                }
            } else {
                quote! { visit(Batch::Fan { from, to: #targets, tag: DEPART, options: 1 })?; }
            };
            out.extend(quote! {
                for from in (own & #movable #only).squares() { #each }
            });
        }
        out
    }

    /// A statement that makes such a move.
    pub(super) fn departure(&self) -> Option<TokenStream> {
        // One is taken at the end of this turn too.
        let turns = self.plan.travel_turns()?.saturating_add(1);
        Some(quote! {
            if m.tag == DEPART {
                self.kinds[usize::from(kind)] = self.kinds[usize::from(kind)].without(from);
                self.sides[us] = self.sides[us].without(from);
                deed.touched = Set::of(from);
                let side = if WHITE { Side::White } else { Side::Black };
                let traveller =
                    chv_runtime::more::Traveller { side, kind, square: to, turns: #turns };
                self.more.depart(traveller);
                return deed;
            }
        })
    }

    /// What landings do, and what asks for them.
    pub(super) fn landing_code(&self) -> TokenStream {
        let Some(travel) = &self.plan.variant.fields.travel else { return TokenStream::new() };
        let prey = self.kind_bits(travel.prey.0);
        let us = us();
        let (_, argument) = self.chooser();
        let ways = self.plan.effects.asks.then(|| quote! { let ways = &mut compiled::Chooser::first(); });
        let captures = self
            .stage_name(Stage::Capture)
            .map(|name| quote! { if deed.captures() { #ways self.#name::<WHITE>(&mut deed #argument); } });
        let blocked = self.plan.blocks().then(|| quote! { && !self.blocked().has(to) });
        let royal = (!self.plan.royals.is_empty()).then(|| {
            quote! {
                /// Whether the landings at the end of a turn of the side that `WHITE` names alone remove a
                /// royal of a side.
                fn lands_on_royal<const WHITE: bool>(&self, side: usize) -> bool {
                    if !self.is_due::<WHITE>() { return false; }
                    let mut after = self.clone();
                    let royals = (self.sides[side] & self.royals()).len();
                    let (_, spared) = after.land::<WHITE>();
                    (after.sides[side] & after.royals()).len() + spared < royals
                }
            }
        });
        let occupy = self.occupy_call();
        let explode =
            self.plan.hides().then(|| quote! { if self.live().has(to) { self.explode(to, &mut deed); } });
        quote! {
            /// Whether a piece of the side that `WHITE` names lands at the end of a turn now.
            fn is_due<const WHITE: bool>(&self) -> bool {
                !self.due::<WHITE>(true).is_empty()
            }

            /// Where pieces of the side that `WHITE` names, or of the other, land at the end of its turn now.
            fn due<const WHITE: bool>(&self, own: bool) -> Set {
                let side = if WHITE == own { Side::White } else { Side::Black };
                let due = self.more.travellers.iter().filter(|t| t.side == side && t.turns == 1);
                due.fold(Set::EMPTY, |all, t| all.with(t.square))
            }

            #royal

            /// The pieces under way of the side that `WHITE` names come one turn nearer; those that are
            /// there land. The squares that changed, and royals removed by what gives no check.
            fn land<const WHITE: bool>(&mut self) -> (Set, u32) {
                let side = if WHITE { Side::White } else { Side::Black };
                let (mut touched, mut spared) = (Set::EMPTY, 0);
                if !self.more.travellers.iter().any(|t| t.side == side) { return (touched, spared); }
                let mut landing = Vec::new();
                self.more.travellers.retain_mut(|t| {
                    if t.side == side {
                        t.turns = t.turns.saturating_sub(1);
                        if t.turns == 0 { landing.push(*t); }
                    }
                    t.turns > 0
                });
                for traveller in landing {
                    let to = traveller.square;
                    let held = compiled::piece_kind(&self.kinds, to);
                    if held.is_none_or(|kind| #prey >> kind & 1 != 0) #blocked {
                        let mut deed = compiled::Deed::dropped(traveller.kind, to);
                        self.capture(to, &mut deed);
                        self.kinds[usize::from(traveller.kind)] |= Set::of(to);
                        self.sides[#us] |= Set::of(to);
                        #captures
                        #explode
                        touched |= deed.touched;
                        spared += deed.spared;
                    } else {
                        // What stands there cannot be captured: the traveller is lost.
                        self.clock = 0;
                    }
                    #occupy
                }
                (touched, spared)
            }
        }
    }

    /// A statement that lands what is due on `after`, to judge it as if the turn ended there.
    pub(super) fn landed(&self) -> Option<TokenStream> {
        self.plan.variant.fields.travel.is_some().then(|| quote! { after.land::<WHITE>(); })
    }
}
