//! Where players hide something, every movement is followed node by node, since it matters by which way
//! a piece goes: the movements as data, their moves, and who could take a royal.
//!
//! After a move only those attackers are asked again that had looked at a square which has changed; a
//! move that only puts a piece elsewhere, where nobody has looked, is not even made.

use std::collections::BTreeSet;

use chv_dsl::model::{KindId, KindSet, Stop, Take};
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::react::{them, us};
use crate::plan::{Who, winding};

impl Emitter<'_, '_> {
    /// The movements of each kind, as data.
    pub(super) fn trail_tables(&self) -> TokenStream {
        if !self.plan.hides() {
            return TokenStream::new();
        }
        let kinds = (0..self.plan.variant.kinds.len() as KindId).map(|kind| {
            let trails = self.plan.movers_of(kind).filter(|m| m.walks.is_some());
            let each = trails.map(|mover| {
                let [white, black] = chv_dsl::model::Side::BOTH.map(|side| self.walk_name(mover, side));
                let (first, room) = (self.route_offset(mover), self.routes(kind));
                let region = |sets: [chv_dsl::model::Set256; 2], name: TokenStream| {
                    if sets.iter().all(|&set| self.is_board(set)) {
                        return None;
                    }
                    let [white, black] = sets.map(|set| self.set(set));
                    Some(quote! { .#name([#white, #black]) })
                };
                let (from, to) = (region(mover.from, quote! { from }), region(mover.to, quote! { to }));
                let when = match mover.only.who {
                    Who::All => None,
                    Who::Unmoved => Some(quote! { .when(When::Unmoved) }),
                    Who::Kinds { field, own, kinds } => {
                        let kinds = self.kind_bits(kinds.0);
                        Some(quote! { .when(When::Kinds { field: #field, own: #own, kinds: #kinds }) })
                    }
                };
                let forbids = (!mover.offered).then(|| quote! { .forbidding() });
                quote! { Trail::new([&#white, &#black], #first, #room, BOARD) #from #to #when #forbids }
            });
            quote! { &[#(#each),*] }
        });
        quote! {
            use compiled::{Trail, When};

            /// The movements of each kind.
            static TRAILS: [&[Trail<Set>]; KINDS] = [#(#kinds),*];
        }
    }

    /// What a movement's being open hangs on, as further arguments.
    fn openness(&self) -> TokenStream {
        let unmoved = self.plan.movers.iter().any(|m| m.only.who == Who::Unmoved);
        let unmoved = if unmoved {
            quote! { self.unmoved }
        } else {
            quote! { Set::EMPTY }
        };
        quote! { #unmoved, &self.more.kinds }
    }

    /// The function that visits the ways of moves: the best to each effect, or every one.
    pub(super) fn trail_moves(&self) -> TokenStream {
        let (needs, view) = (self.view_needs(), self.view(&quote! { own }, &quote! { enemy }));
        let open = self.openness();
        let us = us();
        let whole = self.plan.whole_turn();
        let waits = (self.plan.variant.has_turns() && !whole.is_empty()).then(|| {
            let whole = self.kind_bits(whole.0);
            quote! { if #whole >> kind & 1 != 0 && self.more.moved > 0 { continue; } }
        });
        quote! {
            /// The moves along walks of the side that `WHITE` names: by the best way to each effect, or by
            /// `every` way.
            fn ways<const WHITE: bool>(
                &self,
                every: bool,
                visit: &mut dyn FnMut(Batch<Set>) -> ControlFlow<()>,
            ) -> ControlFlow<()> {
                let (own, enemy) = self.armies::<WHITE>();
                #needs
                let view = #view;
                let mut ways = compiled::BestWays::new(SIZE, every);
                for kind in 0..KINDS {
                    #waits
                    for from in (own & self.kinds[kind]).squares() {
                        ways.begin(from);
                        let open = |trail: &&Trail<Set>| trail.is_offered() && trail.is_open(#us, from, #open);
                        for trail in TRAILS[kind].iter().filter(open) {
                            let _ = trail.follow(#us, view, from, |route, end| {
                                ways.add(route, end);
                                ControlFlow::Continue(())
                            });
                        }
                        for (to, route) in ways.list() {
                            visit(Batch::One(Move { from: from.0, to: to.0, tag: PLAIN, route }))?;
                        }
                    }
                }
                ControlFlow::Continue(())
            }
        }
    }

    /// The functions that find the walk of a move again.
    pub(super) fn trail_landings(&self) -> TokenStream {
        let (needs, view) = (self.view_needs(), self.view(&quote! { own }, &quote! { enemy }));
        let seen = self.seen_by_mover(&quote! { landing::<WHITE>(m) });
        let us = us();
        let turned = self.turned();
        quote! {
            /// The walk that a move follows, and the move's number among its ways.
            fn walk_of<const WHITE: bool>(&self, m: Move) -> Option<(&'static Walk<Set>, u16)> {
                let kind = compiled::piece_kind(&self.kinds, Square(m.from))?;
                let route = m.route & !compiled::walk::LOCAL;
                TRAILS[usize::from(kind)].iter().find_map(|trail| trail.walk(#us, route))
            }

            /// What a move along a walk does.
            fn landing<const WHITE: bool>(&self, m: Move) -> Option<compiled::walk::Landing<Set>> {
                #seen
                let (walk, number) = self.walk_of::<WHITE>(m)?;
                let (own, enemy) = self.armies::<WHITE>();
                #needs
                walk.way(#view, Square(m.from), Square(m.to), number)
            }

            /// What a move does if it goes from origin to target as its side can know, and changes nothing
            /// else.
            fn simple<const WHITE: bool>(&self, m: Move) -> Option<compiled::walk::Landing<Set>> {
                let known = self.known_to(if WHITE { Side::White } else { Side::Black });
                let to = Square(m.to);
                let simple = m.route & compiled::walk::LOCAL != 0 && !known.has(to);
                let takes = (self.sides[0] | self.sides[1]).has(to);
                simple.then(|| compiled::walk::Landing::simple(to, takes))
            }

            /// What a move along a walk does, its way apart.
            fn effect<const WHITE: bool>(&self, m: Move) -> Option<compiled::walk::Landing<Set>> {
                self.simple::<WHITE>(m).or_else(|| self.landing::<WHITE>(m))
            }

            /// Whether no way from a move's origin to its target comes to one of some squares.
            fn misses<const WHITE: bool>(&self, m: Move, squares: Set) -> bool {
                let winding = Set::EMPTY #(#turned)*;
                squares.is_empty()
                    || self.walk_of::<WHITE>(m).is_some_and(|(walk, _)| {
                        (walk.between(Square(m.from), Square(m.to), winding) & squares).is_empty()
                    })
            }

            /// How a move along a walk ends, whatever is hidden on its way.
            fn followed<const WHITE: bool>(&self, m: Move) -> Option<compiled::walk::Landing<Set>> {
                let unknown = self.unknown::<WHITE>();
                if self.misses::<WHITE>(m, unknown) { return self.effect::<WHITE>(m); }
                let known = self.landing::<WHITE>(m)?;
                if (known.squares() & unknown).is_empty() { return Some(known); }
                let (walk, _) = self.walk_of::<WHITE>(m)?;
                let (own, enemy) = self.armies::<WHITE>();
                #needs
                let wary = Set::EMPTY;
                walk.along(#view, Square(m.from), &known)
            }
        }
    }

    /// The terrain that joins slides or turns them, as further members of a set.
    fn turned(&self) -> impl Iterator<Item = TokenStream> + use<> {
        winding(self.plan.variant).into_iter().map(|t| {
            let t = usize::from(t);
            quote! { | self.terrain[#t] }
        })
    }

    /// The kinds whose movements hang on the kind that the opponent has moved.
    fn kinds_that_borrow(&self) -> KindSet {
        self.plan.movers.iter().filter(|m| self.plan.borrowed(m.only)).map(|m| m.kind).collect()
    }

    /// The kinds about which looking at squares does not say enough: they are always asked again.
    fn restless(&self) -> KindSet {
        let kinds = 0..self.plan.variant.kinds.len() as KindId;
        let far = |kind: KindId| {
            let reach = self.plan.reach_of(kind);
            reach.anywhere || reach.guarded || reach.within > 0 && self.movers_shift(kind)
        };
        kinds.filter(|&kind| far(kind)).collect()
    }

    /// Whether pieces of a kind change other squares than their own and their target.
    fn movers_shift(&self, kind: KindId) -> bool {
        let heads = self.plan.movers_of(kind).flat_map(|m| m.walks.iter().flatten());
        let mut heads = heads.flat_map(|w| &w.nodes).map(|n| n.head);
        heads.any(|h| matches!(h.take, Take::Push | Take::Unload) || h.stop == Some(Stop::Stay))
    }

    /// `attacked` and `attackers`, and the watch that is kept over moves.
    pub(super) fn trail_threats(&mut self) -> TokenStream {
        let (us, them) = (us(), them());
        let travels = self.plan.variant.fields.travel.is_some();
        let near = self.nearness();
        let (needs, view) = (self.view_needs(), self.view(&quote! { enemy }, &quote! { own }));
        let open = self.openness();
        let asks = self.plan.effects.asks;
        let (chooser, argument) = if asks {
            (quote! { let mut ways = compiled::Chooser::first(); }, quote! { , &mut ways })
        } else {
            Default::default()
        };
        let (fails, again) = if asks {
            (quote! { !ways.fails() && }, quote! { if !ways.next_way() { return false; } })
        } else {
            (TokenStream::new(), quote! { return false; })
        };
        let (land, here, close, far) = if travels {
            let shifting: KindSet = (0..self.plan.variant.kinds.len() as KindId)
                .filter(|&kind| self.movers_shift(kind))
                .collect();
            let bits = self.kind_bits(shifting.0);
            (
                quote! {
                    let lands = if WHITE { self.is_due::<false>() } else { self.is_due::<true>() };
                    if lands && theirs >= before[1] {
                        deed.spared += if WHITE { after.land::<false>().1 } else { after.land::<true>().1 };
                    }
                    let [own, _] = royals(&after);
                },
                quote! { && (!lands || Self::whole(square).has(to) || deed.touched.has(square)) },
                quote! { !(self.due::<WHITE>(false) & Self::whole(square)).is_empty() },
                (!shifting.is_empty()).then(|| {
                    quote! { if #bits >> kind & 1 != 0 { start |= self.due::<WHITE>(false); } }
                }),
            )
        } else {
            (TokenStream::new(), TokenStream::new(), quote! { false }, None)
        };
        let alone = travels.then(|| {
            quote! { (if WHITE { self.lands_on_royal::<false>(0) } else { self.lands_on_royal::<true>(1) }) || }
        });
        let landed = travels.then(|| {
            quote! {
                if WHITE && self.lands_on_royal::<false>(0) || !WHITE && self.lands_on_royal::<true>(1) {
                    return Set::EMPTY;
                }
            }
        });
        let [seen, seen_all] = [quote! { attacked }, quote! { attackers }]
            .map(|name| self.seen_by_both(&quote! { #name::<WHITE>(square, Set::EMPTY, Set::EMPTY) }));
        let owed = self.owed_threats();
        let owes = self.plan.owes().then(|| quote! { || self.owed(#them).is_some() });
        let turned = self.turned();
        let borrowers = self.kinds_that_borrow();
        let [borrowed_bits, restless] = [borrowers, self.restless()].map(|kinds| self.kind_bits(kinds.0));
        let among = |kinds: &TokenStream| quote! { #kinds >> kind & 1 != 0 };
        let (is_borrower, is_restless) = (among(&borrowed_bits), among(&restless));
        let lends = (!borrowers.is_empty()).then(|| {
            quote! {
                let mut moved = self.clone();
                moved.note_moved::<WHITE>(self.moved_as::<WHITE>(kind));
                for kind in (0..KINDS).filter(|kind| #borrowed_bits >> kind & 1 != 0) {
                    for attacker in (self.kinds[kind] & self.sides[#them]).squares() {
                        let (strikes, seen) = moved.strikes::<WHITE>((kind, attacker), square, false, true);
                        watched.add(attacker, strikes, seen);
                    }
                }
            }
        });
        let remembered = if lends.is_some() {
            quote! { moved.more.kinds }
        } else {
            quote! { self.more.kinds }
        };
        let passed = self.passed_squares();
        let differences = self.differences();
        let doubtful = self.doubtful_moves();
        let otherwise = self.moved_otherwise();
        let own_due = travels.then(|| quote! { || self.is_due::<WHITE>() });
        let mutable = travels.then(|| quote! { mut });
        let both = quote! { Set::of(from) | Set::of(to) };
        let (departs, changed) = if self.tags.depart.is_some() {
            // What leaves the board to come back changes nothing where it goes.
            (quote! { || m.tag == DEPART }, quote! { (if m.tag == DEPART { Set::of(from) } else { #both }) })
        } else {
            (TokenStream::new(), both)
        };
        quote! {
            #near

            /// Whether the attacker of a kind on `from` could remove a royal on `square` of the side that `WHITE`
            /// names, given a turn now; and all squares it looks at to find out. Something may land `close`
            /// to the royal at the end of that turn.
            fn strikes<const WHITE: bool>(
                &self,
                (kind, from): (usize, Square),
                square: Square,
                close: bool,
                all: bool,
            ) -> (bool, Set) {
                let (own, enemy) = self.armies::<WHITE>();
                let (near, around) = if close { (Self::whole(square), BOARD) } else { Self::near(kind, square) };
                let winding = Set::EMPTY #(#turned)*;
                let open = |trail: &&Trail<Set>| {
                    (all || trail.is_offered()) && trail.is_open(#them, from, #open)
                        && (close || #is_restless || trail.reaches(#them, from, near, winding))
                };
                let mut trails = TRAILS[kind].iter().filter(open).peekable();
                if trails.peek().is_none() { return (false, Set::EMPTY); }
                #needs
                let view = #view .by_any_way();
                let (mut start, mut toward) = (around.with(from), near);
                if #is_restless || close { toward = BOARD; }
                if #is_restless { start = BOARD; }
                #far
                let mut seen = Set::EMPTY;
                for trail in trails {
                    let (flow, looked) = trail.toward(#them, view, from, toward, |end| {
                        let apart = !near.has(end.to) && end.is_local();
                        if !apart && self.removes::<WHITE>(from, end.to, &end.landing(), square) {
                            ControlFlow::Break(())
                        } else {
                            ControlFlow::Continue(())
                        }
                    });
                    seen |= looked | start;
                    if flow.is_break() { return (true, seen); }
                }
                (false, seen)
            }

            /// Whether a move of the opponent would remove a royal: it is made.
            fn removes<const WHITE: bool>(
                &self,
                from: Square,
                to: Square,
                landing: &compiled::walk::Landing<Set>,
                square: Square,
            ) -> bool {
                let royals = |p: &Self| [p.sides[#us] & p.royals(), p.sides[#them] & p.royals()].map(|set| set.len());
                let before = royals(self);
                let m = Move { from: from.0, to: to.0, tag: PLAIN, route: compiled::walk::LOCAL };
                #chooser
                loop {
                    let mut after = self.clone();
                    let #mutable deed = if WHITE {
                        after.apply_by::<false>(m, Some(landing.clone()) #argument)
                    } else {
                        after.apply_by::<true>(m, Some(landing.clone()) #argument)
                    };
                    let [own, theirs] = royals(&after);
                    #land
                    if #fails own + deed.spared < before[0] && theirs >= before[1] #here { return true; }
                    #again
                }
            }

            /// The attackers on some squares that could remove a royal on `square`.
            fn striking<const WHITE: bool>(&self, square: Square, all: bool) -> impl Iterator<Item = Square> {
                let close = #close;
                (0..KINDS).flat_map(move |kind| {
                    let attackers = (self.kinds[kind] & self.sides[#them]).squares();
                    attackers.filter(move |&from| self.strikes::<WHITE>((kind, from), square, close, all).0)
                })
            }

            /// Whether the opponent of the side that `WHITE` names could remove its royal on `square`.
            fn attacked<const WHITE: bool>(&self, square: Square, _: Set, _: Set) -> bool {
                #seen
                #owed
                #alone self.striking::<WHITE>(square, true).next().is_some()
            }

            /// The pieces that give check to a royal on `square`.
            fn attackers<const WHITE: bool>(&self, square: Square, _: Set, _: Set) -> Set {
                #seen_all
                #landed
                self.striking::<WHITE>(square, false).fold(Set::EMPTY, Set::with)
            }

            /// What the opponent's pieces look at that could remove the royal of the side that `WHITE` names;
            /// nothing where more than that decides.
            fn watch<const WHITE: bool>(&self) -> Option<compiled::Watch<Set>> {
                if let Some(public) = self.public() { return public.watch::<WHITE>(); }
                let mut royals = (self.sides[#us] & self.royals()).squares();
                let (square, further) = (royals.next()?, royals.next());
                if further.is_some() || #close #owes { return None; }
                let mut watched = compiled::Watched::new();
                for kind in 0..KINDS {
                    if #is_borrower { continue; }
                    for attacker in (self.kinds[kind] & self.sides[#them]).squares() {
                        let (strikes, seen) = self.strikes::<WHITE>((kind, attacker), square, false, true);
                        if !seen.is_empty() { watched.add(attacker, strikes, seen); }
                    }
                }
                Some(compiled::Watch::new(square, watched))
            }

            /// The same for the pieces whose movements hang on the kind moved.
            fn lent<const WHITE: bool>(&self, kind: u8, square: Square) -> ([[u8; 2]; chv_runtime::more::MOST_KIND_FIELDS], compiled::Watched<Set>) {
                let mut watched = compiled::Watched::new();
                #lends
                (#remembered, watched)
            }

            /// Squares that are open to capture en passant.
            fn passed_squares(&self) -> Set { #passed }

            /// The squares on which two positions differ for who looks at them.
            fn changed(&self, before: &Self) -> Set {
                let mut all = Set::EMPTY;
                for (now, before) in self.kinds.iter().zip(&before.kinds).chain(self.sides.iter().zip(&before.sides)) {
                    all |= *now ^ *before;
                }
                #differences
                all
            }

            /// Whether a move that changes nothing but where a piece stands is legal, if that is known without
            /// making it: by those who could take the royal and have not looked at what it changes.
            fn verdict<const WHITE: bool>(&self, m: Move, watch: &mut compiled::Watch<Set>) -> Option<bool> {
                if !(m.tag == PLAIN && m.route & compiled::walk::LOCAL != 0 #departs) { return None; }
                let (from, to) = (Square(m.from), Square(m.to));
                let kind = compiled::piece_kind(&self.kinds, from)?;
                if from == watch.royal || (self.live() | self.royals()).has(to) #own_due #doubtful #otherwise { return None; }
                let changed = #changed | self.passed_squares();
                let royal = watch.royal;
                watch.verdict(changed, kind, || match self.public() {
                    Some(public) => public.lent::<WHITE>(kind, royal),
                    None => self.lent::<WHITE>(kind, royal),
                })
            }

            /// Whether a royal is attacked after a move: only who looked at what has changed is asked
            /// again.
            fn attacked_since<const WHITE: bool>(
                &self,
                royal: Square,
                before: &Self,
                watch: Option<&compiled::Watch<Set>>,
            ) -> bool {
                let Some(watch) = watch.filter(|watch| watch.royal == royal) else {
                    return self.attacked::<WHITE>(royal, Set::EMPTY, Set::EMPTY);
                };
                let theirs = |p: &Self| p.sides[#them] & p.royals();
                let square = royal;
                if theirs(self) != theirs(before) || #close #owes {
                    return self.attacked::<WHITE>(royal, Set::EMPTY, Set::EMPTY);
                }
                let public = core::cell::OnceCell::new();
                let again = |attacker| {
                    let known = public.get_or_init(|| self.public()).as_ref().unwrap_or(self);
                    let kind = compiled::piece_kind(&known.kinds, attacker).map_or(0, usize::from);
                    known.strikes::<WHITE>((kind, attacker), royal, false, true).0
                };
                let enemy = self.sides[#them];
                let borrowing = (0..KINDS).filter(|kind| #is_borrower);
                let borrowing = borrowing.flat_map(|kind| (self.kinds[kind] & enemy).squares());
                watch.strikes(self.changed(before), enemy, &self.more.kinds, borrowing, again)
            }
        }
    }

    /// The functions that say how near to a royal moves of attackers have to end or to capture.
    fn nearness(&mut self) -> TokenStream {
        let kinds = 0..self.plan.variant.kinds.len() as KindId;
        let reaches: Vec<_> = kinds.map(|kind| (kind, self.plan.reach_of(kind))).collect();
        let with = |wanted: &dyn Fn(&crate::plan::Reach) -> bool| -> KindSet {
            reaches.iter().filter(|(_, reach)| wanted(reach)).map(|(kind, _)| *kind).collect()
        };
        let distances: BTreeSet<u8> =
            reaches.iter().map(|(_, reach)| reach.within).filter(|&within| within > 0).collect();
        let mut near = TokenStream::new();
        for &within in &distances {
            let (table, around) = (self.near_table(within), self.near_table(within.saturating_mul(2)));
            let bits = self.kind_bits(with(&|reach| !reach.anywhere && reach.within == within).0);
            near.extend(quote! {
                if #bits >> kind & 1 != 0 { return (#table[square.index()].with(square), #around[square.index()]); }
            });
        }
        let anywhere = with(&|reach| reach.anywhere);
        if !anywhere.is_empty() {
            let bits = self.kind_bits(anywhere.0);
            near.extend(quote! { if #bits >> kind & 1 != 0 { return (BOARD, BOARD); } });
        }
        let reach = self.plan.effects.reach;
        let whole = if reach.anywhere {
            quote! { BOARD }
        } else if reach.within == 0 {
            quote! { Set::of(square) }
        } else {
            let table = self.near_table(reach.within);
            quote! { #table[square.index()].with(square) }
        };
        quote! {
            /// Where attackers of a kind have to come or to capture to remove a royal on `square`, and what
            /// else counts for that.
            fn near(kind: usize, square: Square) -> (Set, Set) {
                #near
                (Set::of(square), Set::EMPTY)
            }

            /// The same for everything that moves or lands.
            fn whole(square: Square) -> Set { #whole }
        }
    }

    /// The squares that can be captured on en passant.
    fn passed_squares(&self) -> TokenStream {
        if !self.plan.has_passed() {
            return quote! { Set::EMPTY };
        }
        if self.plan.many_passers() {
            quote! { self.passed | self.passers.by(BOARD) }
        } else {
            quote! { self.passed }
        }
    }

    /// Statements that add to `all` what besides pieces differs between two positions.
    fn differences(&self) -> TokenStream {
        let passed = self.plan.has_passed().then(|| {
            let (many, by) = if self.plan.many_passers() {
                (
                    quote! { || self.passers != before.passers },
                    quote! { all |= self.passers.squares() | before.passers.squares(); },
                )
            } else {
                Default::default()
            };
            quote! {
                if self.passed != before.passed || self.passer != before.passer #many {
                    all |= self.passed_squares() | before.passed_squares();
                    #by
                }
            }
        });
        let unmoved = self
            .plan
            .movers
            .iter()
            .any(|m| m.only.who == Who::Unmoved)
            .then(|| quote! { all |= self.unmoved ^ before.unmoved; });
        let terrain = (!self.plan.variant.terrain.is_empty()).then(|| {
            quote! {
                for (now, before) in self.terrain.iter().zip(&before.terrain) { all |= *now ^ *before; }
            }
        });
        quote! {
            #passed
            #unmoved
            #terrain
            all |= self.live() ^ before.live();
        }
    }

    /// Conditions under which a move of a `kind` has to be made to be proven.
    fn doubtful_moves(&self) -> TokenStream {
        let doubts = self.plan.all_doubts();
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        let mut out = TokenStream::new();
        for &(captors, victims) in &doubts.captures {
            let of = self.of(victims.and(all));
            let bits = self.kind_bits(captors.0);
            out.extend(quote! { || #bits >> kind & 1 != 0 && (#of).has(to) });
        }
        for (kinds, left, reached) in &doubts.arrivals {
            let bits = self.kind_bits(kinds.0);
            let (left, reached) = (self.region(*left), self.region(*reached));
            out.extend(quote! {
                || #bits >> kind & 1 != 0 && (#left.has(from) || #reached.has(to))
            });
        }
        if !doubts.movers.is_empty() {
            let bits = self.kind_bits(doubts.movers.0);
            out.extend(quote! { || #bits >> kind & 1 != 0 });
        }
        out
    }
}
