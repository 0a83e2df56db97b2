//! What players hide: whose knowledge counts, what happens where something hidden goes off, and moves that
//! are taken back.
//!
//! Everything is asked of the position as somebody knows it: the moves of a side of its own view, threats of
//! what both know. Only what happens is asked of the position itself.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::react::{them, us};
use crate::plan::Mover;
use chv_dsl::model::Side;

impl Emitter<'_, '_> {
    /// A statement that asks the mover's view instead, if the position says more.
    pub(super) fn seen_by_mover(&self, call: &TokenStream) -> TokenStream {
        if !self.plan.hides() {
            return TokenStream::new();
        }
        let them = them();
        quote! {
            if !self.more.hidden[#them].is_empty() {
                let side = if WHITE { Side::White } else { Side::Black };
                return chv_runtime::Position::view(self, side).#call;
            }
        }
    }

    /// A statement that asks what both players know instead, if the position says more.
    pub(super) fn seen_by_both(&self, call: &TokenStream) -> TokenStream {
        if !self.plan.hides() {
            return TokenStream::new();
        }
        quote! { if let Some(public) = self.public() { return public.#call; } }
    }

    /// The functions about what is hidden.
    pub(super) fn hidden_code(&self) -> TokenStream {
        if !self.plan.hides() {
            return TokenStream::new();
        }
        let known = quote! { (self.more.revealed | self.more.hidden[0] | self.more.hidden[1]) };
        let of_side = quote! { (self.more.revealed | self.more.hidden[side.index()]) };
        let (known, of_side) = match self.plan.set {
            crate::plan::SetType::Quad => (known, of_side),
            _ => {
                let all = |set: TokenStream| quote! { #set.squares().fold(Set::EMPTY, |all, s| all.with(s)) };
                (all(known), all(of_side))
            }
        };
        let followed = self.followed();
        let arbiter = self.arbiter();
        let routes = self.routes_code();
        quote! {
            /// The squares on which something is hidden.
            fn live(&self) -> Set { #known }

            /// Those of which a side knows.
            fn known_to(&self, side: Side) -> Set { #of_side }

            /// What both players know, if that is less than the position.
            fn public(&self) -> Option<Self> {
                let secret = !self.more.hidden[0].is_empty() || !self.more.hidden[1].is_empty();
                secret.then(|| {
                    let mut public = self.clone();
                    public.more.hidden = Default::default();
                    public
                })
            }

            /// Something hidden on a square goes off: it is gone, and so is the piece there, unless it is
            /// royal.
            fn explode(&mut self, square: Square, deed: &mut compiled::Deed<Set>) {
                if self.royals().has(square) {
                    deed.unhurt |= Set::of(square);
                    return;
                }
                let more = &mut self.more;
                for set in more.hidden.iter_mut().chain([&mut more.revealed]) { *set = set.without(square); }
                self.remove(square);
                deed.touched |= Set::of(square);
            }

            #followed
            #arbiter
            #routes
        }
    }

    /// The function that goes the way of a move as far as what is hidden lets it.
    fn followed(&self) -> TokenStream {
        let (needs, view) = (self.view_needs(), self.view(&quote! { own }, &quote! { enemy }));
        let unmarked = self.unmarked();
        let arms = self.walkers().into_iter().map(|mover| {
            let kind = self.kind(mover.kind);
            let [white, black] = [Side::White, Side::Black].map(|s| self.walk_name(&mover, s));
            let walk = self.by_side(quote! { &#white }, quote! { &#black });
            let (offset, routes) = (self.route_offset(&mover), self.routes(mover.kind));
            quote! {
                if self.of(PieceKind::#kind).has(from) && m.route / #routes == #offset / #routes {
                    return #walk.along(view, from, &known);
                }
            }
        });
        quote! {
            /// How a move along a walk ends, whatever is hidden on its way.
            fn followed<const WHITE: bool>(&self, m: Move) -> Option<compiled::walk::Landing<Set>> {
                let known = self.landing::<WHITE>(m)?;
                #unmarked
                let (own, enemy) = self.armies::<WHITE>();
                let from = Square(m.from);
                #needs
                let wary = Set::EMPTY;
                let view = #view;
                #(#arms)*
                None
            }
        }
    }

    /// The function that plays a move on the position itself, and takes it back if it must be.
    fn arbiter(&self) -> TokenStream {
        let (parameter, argument) = self.chooser();
        let earlier = self.plan.many_passers().then(|| quote! { , &before.passers });
        let land = self.plan.variant.fields.travel.is_some().then(|| quote! { judged.land::<WHITE>(); });
        let us = us();
        let further = self.seek_move(&quote! { WHITE });
        let occupy = self.occupy_call();
        quote! {
            /// Plays a move of the side that `WHITE` names, whatever is hidden. If a royal comes to where
            /// something is, or what goes off leaves one in check, the move is taken back and what it came
            /// to is revealed.
            fn play<const WHITE: bool>(&mut self, before: &Self, m: Move #parameter) {
                use chv_runtime::MoveSet as _;
                let landing = if m.route != 0 { self.followed::<WHITE>(m) } else { None };
                let to = landing.as_ref().map_or(m.to, |landing| landing.to.0);
                let deed = self.apply_by::<WHITE>(Move { to, ..m }, landing #argument);
                self.conclude::<WHITE>(&deed #earlier);
                let judged = if self.turn == before.turn {
                    // Each move is judged as if the turn ended with it.
                    let mut judged = self.clone();
                    #land
                    judged
                } else {
                    self.clone()
                };
                let blown = (before.live() & !judged.live()) | deed.unhurt;
                if blown.is_empty() { return; }
                let (own, enemy) = judged.armies::<WHITE>();
                let royals = own & judged.royals();
                let stands = deed.unhurt.is_empty()
                    && royals.len() >= (before.sides[#us] & before.royals()).len()
                    && royals.squares().all(|royal| !judged.attacked::<WHITE>(royal, own, enemy));
                if stands { return; }
                self.clone_from(before);
                for square in blown.squares() { self.more.revealed = self.more.revealed.with(square); }
                if self.more.moved > 0 && #further.is_continue() {
                    #occupy
                    self.end_turn::<WHITE>();
                }
            }
        }
    }

    /// The functions that visit the ways of moves: the best to each effect, or every one.
    fn routes_code(&self) -> TokenStream {
        let (needs, view) = (self.view_needs(), self.view(&quote! { own }, &quote! { enemy }));
        let kinds = self.plan.movers.iter().map(|m| m.kind).collect::<std::collections::BTreeSet<_>>();
        let each = kinds.into_iter().map(|kind| {
            let wanted = |m: &&Mover| m.offered && m.walks.is_some();
            let movers: Vec<Mover> = self.plan.movers_of(kind).filter(wanted).cloned().collect();
            if movers.is_empty() {
                return TokenStream::new();
            }
            let walks = movers.iter().map(|mover| {
                let [white, black] = [Side::White, Side::Black].map(|s| self.walk_name(mover, s));
                let walk = self.by_side(quote! { &#white }, quote! { &#black });
                let [start, to] =
                    [mover.from, mover.to].map(|sets| self.by_side(self.set(sets[0]), self.set(sets[1])));
                let only = self.only_set(mover.only, false).map(|set| quote! { && #set.has(from) });
                let offset = self.route_offset(mover);
                let room = self.routes(kind);
                quote! {
                    if #start.has(from) #only {
                        let _ = #walk.each_way(view, from, |landing| {
                            // A way beyond those that have a number has none.
                            if #to.has(landing.to) && landing.route < #room { ways.add(#offset, landing); }
                            ControlFlow::Continue(())
                        });
                    }
                }
            });
            let name = self.kind(kind);
            let movable = self.movable(kind, &name);
            quote! {
                for from in (own & #movable).squares() {
                    let mut ways = compiled::BestWays::new(SIZE, from, every);
                    #(#walks)*
                    for (offset, landing) in ways.list() {
                        visit(Batch::One(Move {
                            from: from.0,
                            to: landing.to.0,
                            tag: PLAIN,
                            route: (offset + landing.route) | landing.local(),
                        }))?;
                    }
                }
            }
        });
        let set = self.move_set();
        let seen = self.seen_by_mover(&quote! { routes::<WHITE, F>(visit) });
        quote! {
            /// The moves along walks of the side that `WHITE` names: by the best way to each effect, or by
            /// `every` way.
            fn ways<const WHITE: bool, const SAFE: bool>(
                &self,
                every: bool,
                visit: &mut dyn FnMut(Batch<Set>) -> ControlFlow<()>,
            ) -> ControlFlow<()> {
                let (own, enemy) = self.armies::<WHITE>();
                #needs
                let view = #view;
                #(#each)*
                ControlFlow::Continue(())
            }

            /// Every legal move along walks by every way.
            fn routes<const WHITE: bool, F: FnMut(#set) -> ControlFlow<()>>(
                &self,
                visit: &mut F,
            ) -> ControlFlow<()> {
                #seen
                self.ways::<WHITE, true>(true, &mut |batch: Batch<Set>| match batch {
                    Batch::One(m) => self.legal_ways::<WHITE, F>(m, visit),
                    _ => ControlFlow::Continue(()),
                })
            }
        }
    }

    /// The moves of walks, by the best way to each effect.
    pub(super) fn best_walk_moves(&self) -> TokenStream {
        quote! { self.ways::<WHITE, SAFE>(false, visit)?; }
    }

    /// What it adds to the runtime's contract.
    pub(super) fn hidden_contract(&self) -> TokenStream {
        if !self.plan.hides() {
            return TokenStream::new();
        }
        let play = self.has_setup().then(|| quote! { self.more.phase == 0 && });
        // A choice that is owed comes first.
        let owed = self.plan.owes().then(|| quote! { && self.owed(self.turn.index()).is_none() });
        let routes = self.for_turn(|white| quote! { self.routes::<#white, _>(&mut each) });
        quote! {
            fn may_take_back(&self) -> bool {
                let unknown = self.more.hidden[self.turn.other().index()] & !self.more.revealed;
                #play !unknown.is_empty()
            }

            fn was_taken_back(&self, undo: &Self) -> bool {
                !(self.more.revealed & !undo.more.revealed).is_empty()
            }

            fn visit_routes<F: FnMut(Self::Move) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
                use chv_runtime::MoveSet as _;
                if !(#play !self.decided() #owed) { return ControlFlow::Continue(()); }
                let mut each = |set: Self::MoveSet| set.each(&mut visit);
                #routes
            }
        }
    }
}
