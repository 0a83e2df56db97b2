//! What players hide: whose knowledge counts, what happens where something hidden goes off, and moves that
//! are taken back.
//!
//! Everything is asked of the position as somebody knows it: the moves of a side of its own view, threats of
//! what both know. Only what happens is asked of the position itself.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::react::{them, us};

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
        let arbiter = self.arbiter();
        let routes = self.routes_code();
        let moves = self.trail_moves();
        quote! {
            /// The squares on which something is hidden.
            fn live(&self) -> Set { #known }

            /// Those of which a side knows.
            fn known_to(&self, side: Side) -> Set { #of_side }

            /// Where something is hidden of which the side that `WHITE` names does not know.
            fn unknown<const WHITE: bool>(&self) -> Set {
                self.live() & !self.known_to(if WHITE { Side::White } else { Side::Black })
            }

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

            #arbiter
            #moves
            #routes
        }
    }

    /// The functions that play a move on the position itself, and take it back if it must be.
    fn arbiter(&self) -> TokenStream {
        let (parameter, argument) = self.chooser();
        let earlier = self.plan.many_passers().then(|| quote! { , &before.passers });
        let us = us();
        let further = self.seek_move(&quote! { WHITE });
        let occupy = self.occupy_call();
        let lands = self.plan.variant.fields.travel.is_some();
        let landed = if lands {
            quote! {
                let landed = self.is_due::<WHITE>().then(|| {
                    let mut landed = self.clone();
                    landed.land::<WHITE>();
                    landed
                });
                let judged = landed.as_ref().unwrap_or(self);
            }
        } else {
            quote! { let judged = self; }
        };
        let kept = self.kept();
        quote! {
            /// Plays a move of the side that `WHITE` names, whatever is hidden. If a royal comes to where
            /// something is, or what goes off leaves one in check, the move is taken back and what it came
            /// to is revealed.
            fn play<const WHITE: bool>(&mut self, before: &Self, m: Move #parameter) {
                use chv_runtime::MoveSet as _;
                let landing = if m.route != 0 { self.followed::<WHITE>(m) } else { None };
                let deed = self.go::<WHITE>(m, landing #argument);
                let blown = self.falls::<WHITE>(before, &deed, None);
                if blown.is_empty() {
                    self.conclude::<WHITE>(&deed #earlier);
                    return;
                }
                self.clone_from(before);
                for square in blown.squares() { self.more.revealed = self.more.revealed.with(square); }
                if self.more.moved > 0 && #further.is_continue() {
                    #occupy
                    self.end_turn::<WHITE>();
                }
            }

            /// Makes a move as far as it goes.
            fn go<const WHITE: bool>(
                &mut self,
                m: Move,
                landing: Option<compiled::walk::Landing<Set>> #parameter
            ) -> compiled::Deed<Set> {
                let to = landing.as_ref().map_or(m.to, |landing| landing.to.0);
                self.apply_by::<WHITE>(Move { to, ..m }, landing #argument)
            }

            /// What has gone off in a move that was made and has to be taken back for it; nothing if the move
            /// stands. `watch` is kept over the position `before` the move.
            fn falls<const WHITE: bool>(
                &self,
                before: &Self,
                deed: &compiled::Deed<Set>,
                watch: Option<&core::cell::OnceCell<Option<compiled::Watch<Set>>>>,
            ) -> Set {
                // Each move is judged as if the turn ended with it.
                #landed
                let blown = (before.live() & !judged.live()) | deed.unhurt;
                if blown.is_empty() { return blown; }
                let royals = judged.sides[#us] & judged.royals();
                let watch = watch.and_then(|watch| watch.get_or_init(|| before.watch::<WHITE>()).as_ref());
                let stands = deed.unhurt.is_empty()
                    && royals.len() >= (before.sides[#us] & before.royals()).len()
                    && royals.squares().all(|royal| !judged.attacked_since::<WHITE>(royal, before, watch));
                if stands { Set::EMPTY } else { blown }
            }

            #kept
        }
    }

    /// The function that counts moves that are not taken back.
    fn kept(&self) -> TokenStream {
        let (m, set) = if self.plan.effects.asks {
            (quote! { chosen.m }, quote! { compiled::Chosen })
        } else {
            (quote! { chosen }, quote! { Move })
        };
        let (choose, argument) = self.choices(&quote! { chosen.choices });
        // What leaves the board comes over nothing before it lands.
        let later = self.tags.depart.is_some() && self.plan.travel_turns().is_some_and(|turns| turns > 0);
        let leaves = later.then(|| quote! { m.tag == DEPART || });
        let lands = self.plan.variant.fields.travel.is_some();
        let alone = lands.then(|| quote! { && !self.is_due::<WHITE>() });
        let other: Vec<TokenStream> = [self.tags.end_turn, self.tags.owed]
            .into_iter()
            .zip([quote! { END_TURN }, quote! { OWED }])
            .filter_map(|(tag, name)| tag.map(|_| quote! { m.tag == #name || }))
            .collect();
        quote! {
            /// The number of legal moves of the side that `WHITE` names that are not taken back. Only those are
            /// made that come to something of which it does not know.
            fn kept<const WHITE: bool>(&self) -> u64 {
                use chv_runtime::MoveSet as _;
                let unknown = self.unknown::<WHITE>();
                let watch = core::cell::OnceCell::new();
                let falls = |chosen: #set| {
                    let m = #m;
                    if #(#other)* (#leaves m.route != 0 && self.misses::<WHITE>(m, unknown)) #alone {
                        return false;
                    }
                    let landing = if m.route != 0 { self.followed::<WHITE>(m) } else { None };
                    if landing.as_ref().is_some_and(|way| (way.squares() & unknown).is_empty()) #alone {
                        return false;
                    }
                    #choose
                    let mut after = self.clone();
                    let deed = after.go::<WHITE>(m, landing #argument);
                    let blown = after.falls::<WHITE>(self, &deed, Some(&watch));
                    blown.squares().any(|square| !self.more.revealed.has(square))
                };
                let mut kept = 0;
                let _ = chv_runtime::Position::visit(self, |set| {
                    set.each(|m| {
                        kept += u64::from(!falls(m));
                        ControlFlow::Continue(())
                    })
                });
                kept
            }
        }
    }

    /// The function that visits legal moves by every way.
    fn routes_code(&self) -> TokenStream {
        let set = self.move_set();
        let seen = self.seen_by_mover(&quote! { routes::<WHITE, F>(visit) });
        quote! {
            /// Every legal move along walks by every way.
            fn routes<const WHITE: bool, F: FnMut(#set) -> ControlFlow<()>>(
                &self,
                visit: &mut F,
            ) -> ControlFlow<()> {
                #seen
                let watch = self.watch::<WHITE>();
                self.ways::<WHITE>(true, &mut |batch: Batch<Set>| match batch {
                    Batch::One(m) => self.legal_ways::<WHITE, F>(m, watch.as_ref(), visit),
                    _ => ControlFlow::Continue(()),
                })
            }
        }
    }

    /// The moves of walks, by the best way to each effect.
    pub(super) fn best_walk_moves(&self) -> TokenStream {
        quote! { self.ways::<WHITE>(false, visit)?; }
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
        let kept = self.for_turn(|white| quote! { self.kept::<#white>() });
        quote! {
            fn may_take_back(&self) -> bool {
                let unknown = self.more.hidden[self.turn.other().index()] & !self.more.revealed;
                #play !unknown.is_empty()
            }

            fn count_kept(&self) -> u64 {
                if chv_runtime::Position::may_take_back(self) {
                    #kept
                } else {
                    chv_runtime::Position::count(self)
                }
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
