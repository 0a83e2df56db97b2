//! Move generation: sets of moves for a visitor, legal as they come.

use chv_dsl::model::{KindId, Set256, Side, SquareSet};
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::expr::{absolute, has_paths};
use crate::plan::ways::{Ends, FAR, Step, Way};
use crate::plan::{Legality, Mover, Only, Who};

impl<'p> Emitter<'p, '_> {
    /// Everything that generates moves.
    pub(super) fn generate_code(&mut self) -> TokenStream {
        let danger = self.danger_struct();
        let visit = self.visit_with();
        let proofs = self.proofs();
        let decided = self.decided();
        let legal = self.legal();
        let drops = self.drop_proofs();
        let doubts = self.doubts_code();
        quote! {
            #danger
            #doubts
            impl Position {
                #decided
                #visit
                #legal
                #proofs
                #drops
            }
        }
    }

    fn visit_with(&mut self) -> TokenStream {
        let royals = self.plan.royals;
        let masks = self.masks();
        let set_up = match self.proof() {
            Legality::Masks => {
                let royal = self.of(royals);
                let danger = if self.has_tested() {
                    quote! {
                        // Knowing nothing, every move is doubtful and gets made and tested.
                        let danger = if TESTED {
                            Danger { check: true, allowed: BOARD, pins: Default::default(), zone: BOARD }
                        } else {
                            self.danger::<WHITE>(royal, own, enemy)
                        };
                    }
                } else {
                    quote! { let danger = self.danger::<WHITE>(royal, own, enemy); }
                };
                quote! {
                    let Some(royal) = (own & #royal).first() else { return ControlFlow::Continue(()) };
                    #danger
                }
            }
            Legality::Tested | Legality::None => TokenStream::new(),
        };
        let (royal_function, royal_moves) =
            if masks { self.royal_moves() } else { (TokenStream::new(), TokenStream::new()) };
        let (castle_function, castles) = self.castle_moves();
        let passing = self.passing_moves();
        let shots = self.shot_moves();
        let pairs = self.careful_promotions();
        let walks = self.walk_moves();
        let captures = self.careful_captures();
        let drops = self.drop_moves();
        let travels = self.travel_moves();
        let offered = self.offered_moves();
        let occupied = self.occupied();
        // Captures are made and tested for all pieces alike.
        let quiet = self.plan.careful_captures().then(|| quote! { & !occupied });
        let kinds: Vec<KindId> =
            (0..self.plan.variant.kinds.len() as u8).filter(|&k| !(masks && royals.has(k))).collect();
        let body: Vec<TokenStream> = kinds.iter().map(|&k| self.kind_moves(k)).collect();
        let groups = if body.iter().all(TokenStream::is_empty) {
            TokenStream::new()
        } else if masks {
            quote! {
                // First the free pieces, then each pinned one along its line.
                let mut group = own & !danger.pins.all;
                let mut mask = danger.allowed #quiet;
                let mut pinned = danger.pins.list().iter();
                if !mask.is_empty() {
                    loop {
                        #(#body)*
                        let Some(&(piece, line)) = pinned.next() else { break };
                        group = Set::of(piece);
                        mask = danger.allowed & line #quiet;
                    }
                }
            }
        } else {
            quote! {
                let group = own;
                let mask = BOARD;
                #(#body)*
            }
        };
        let tested_parameter = self.has_tested().then(|| quote! { , const TESTED: bool });
        let safe = self.plan.tries_moves().then(|| quote! { , const SAFE: bool });
        let doc = if self.plan.tries_moves() {
            " Every move of the side that `WHITE` names, in sets; whether a royal is left in check is \
             not asked. With `SAFE` false they are moves that threaten only."
        } else if self.plan.has_unproven() {
            " Every move of the side that `WHITE` names, in sets; whether a royal is left in check is \
             not asked."
        } else if self.plan.effects.asks {
            " Every move of the side that `WHITE` names, in sets, without what is chosen besides."
        } else {
            " Every legal move of the side that `WHITE` names, in sets."
        };
        // What looks at each move again is one function for all who ask.
        let head = if self.wraps() {
            quote! {
                #[inline(never)]
                fn visit_with<const WHITE: bool #tested_parameter #safe>(
                    &self,
                    visit: &mut dyn FnMut(Batch<Set>) -> ControlFlow<()>,
                )
            }
        } else {
            quote! {
                #[inline(always)]
                fn visit_with<const WHITE: bool #tested_parameter #safe, F: FnMut(Batch<Set>) -> ControlFlow<()>>(
                    &self,
                    visit: &mut F,
                )
            }
        };
        quote! {
            #royal_function
            #castle_function

            #[doc = #doc]
            #head -> ControlFlow<()> {
                let (own, enemy) = self.armies::<WHITE>();
                let occupied = #occupied;
                #set_up
                #royal_moves
                #castles
                #groups
                #passing
                #shots
                #pairs
                #walks
                #captures
                #drops
                #travels
                #offered
                ControlFlow::Continue(())
            }
        }
    }

    /// The one royal's own moves: each target is looked at with the royal lifted.
    fn royal_moves(&mut self) -> (TokenStream, TokenStream) {
        let none = || (TokenStream::new(), TokenStream::new());
        let Some(kind) = self.plan.royals.iter().next() else { return none() };
        let wanted = |m: &&Mover| m.offered && !m.ways.stay && m.walks.is_none();
        let movers: Vec<Mover> = self.plan.movers_of(kind).filter(wanted).cloned().collect();
        let parts = self.all_targets(&movers);
        if parts.is_empty() {
            return none();
        }
        let falls = if self.looks_at_kinds() {
            quote! { self.exposed::<WHITE>(from, *target) }
        } else {
            quote! {
                self.attacked::<WHITE>(*target, own.without(from).with(*target), enemy.without(*target))
            }
        };
        let occupied = self.occupied();
        let quiet = self.plan.careful_captures().then(|| quote! { & !occupied });
        let targets = match quiet {
            Some(quiet) => quote! { (#(#parts)|*) #quiet },
            None => quote! { #(#parts)|* },
        };
        let function = quote! {
            /// Where the royal on `from` can go without being in check there.
            fn royal_targets<const WHITE: bool>(&self, from: Square, own: Set, enemy: Set) -> Set {
                let occupied = #occupied;
                let to = #targets;
                let falls = |target: &Square| #falls;
                to.squares().filter(falls).fold(to, |left, target| left.without(target))
            }
        };
        let to = quote! { self.royal_targets::<WHITE>(royal, own, enemy) };
        let to = if self.has_tested() {
            let from = quote! { let from = royal; };
            quote! { if TESTED { #from self.settled::<WHITE>(royal, #targets, BOARD) } else { #to } }
        } else {
            to
        };
        let moves = quote! {
            let to = #to;
            visit(Batch::Fan { from: royal, to, tag: PLAIN, options: 1 })?;
        };
        (function, moves)
    }

    /// The targets of several movements of one piece on `from`; those of an unmoved piece only if it is.
    pub(super) fn all_targets(&mut self, movers: &[Mover]) -> Vec<TokenStream> {
        let mut parts = Vec::new();
        for mover in movers {
            let Some(targets) = self.targets(mover, false) else { continue };
            parts.push(if let Some(set) = self.only_set(mover.only, false) {
                quote! { (if #set.has(from) { #targets } else { Set::EMPTY }) }
            } else {
                quote! { (#targets) }
            });
        }
        parts
    }

    /// Whether some attack asks which kinds stand where, so that a royal looked at elsewhere has to be
    /// put there in every respect.
    pub(super) fn looks_at_kinds(&self) -> bool {
        let royals = self.plan.royals;
        let chooses = |ends: &Ends| {
            let prey = ends.capture.and(royals);
            !prey.is_empty() && prey != royals
        };
        let picks = |m: &Mover| {
            m.ways.anywhere.iter().any(chooses)
                || m.ways.ways.iter().any(|w| match w {
                    Way::Leap { ends, .. } | Way::Ride { ends, .. } => chooses(ends),
                    _ => false,
                })
        };
        self.plan.backfires()
            || self.plan.tries()
            || self.plan.last_moved().is_some()
            || self.plan.movers.iter().any(|m| has_paths(m) || m.walks.is_some() || picks(m))
    }

    /// The moves of one kind, for the pieces in `group` and the targets in `mask`.
    fn kind_moves(&mut self, kind: KindId) -> TokenStream {
        let mut out = TokenStream::new();
        let mut earlier: Vec<Mover> = Vec::new();
        let mut groups: Vec<Only> = vec![Only::ALL];
        for mover in self.plan.movers_of(kind) {
            if !groups.contains(&mover.only) {
                groups.push(mover.only);
            }
        }
        for only in groups {
            let movers = self.plain_movers(kind, only);
            if movers.is_empty() || self.lender(kind, only).is_some() {
                continue;
            }
            let name = self.kind(kind);
            let unmoved = self.and_only(only, false);
            let movable = self.movable(kind, &name);
            let borrowers = self.borrowers(kind, only);
            let pieces = if borrowers.is_empty() {
                quote! { #movable & group #unmoved }
            } else {
                quote! { (#movable #borrowers) & group }
            };
            out.extend(if earlier.is_empty() && self.moves_as_a_set(&movers) {
                self.set_moves(kind, &movers, &pieces)
            } else {
                self.fan_moves(kind, &movers, &earlier, &pieces)
            });
            if only == Only::ALL {
                earlier = movers;
            }
        }
        out
    }

    /// The movements of one group of a kind that are made by tables and loops.
    fn plain_movers(&self, kind: KindId, only: Only) -> Vec<Mover> {
        let wanted = |m: &&Mover| m.offered && !m.ways.stay && m.walks.is_none() && m.only == only;
        self.plan.movers_of(kind).filter(wanted).cloned().collect()
    }

    /// The kind whose pieces have just what a group of another kind borrows: they move in one loop.
    fn lender(&self, kind: KindId, only: Only) -> Option<KindId> {
        let Who::Kinds { kinds, .. } = only.who else { return None };
        let lender = kinds.iter().next().filter(|_| kinds.0.count_ones() == 1)?;
        let plain = |kind| self.promotion_here(kind).is_none() && !self.plan.whole_turn().has(kind);
        let (own, lent) = (self.plain_movers(kind, only), self.plain_movers(lender, Only::ALL));
        let same = |a: &Mover, b: &Mover| (&a.ways, a.from, a.to) == (&b.ways, b.from, b.to);
        let alike = own.len() == lent.len() && own.iter().zip(&lent).all(|(a, b)| same(a, b));
        let alone = self.plain_movers(kind, Only::ALL).is_empty();
        (self.wraps() && alike && alone && plain(kind) && plain(lender)).then_some(lender)
    }

    /// The pieces that borrow all that a group of a kind has, as the rest of a union.
    fn borrowers(&self, kind: KindId, only: Only) -> TokenStream {
        if only != Only::ALL || !self.wraps() {
            return TokenStream::new();
        }
        let mut groups: Vec<(KindId, Only)> = Vec::new();
        for mover in &self.plan.movers {
            if self.lender(mover.kind, mover.only) == Some(kind)
                && !groups.contains(&(mover.kind, mover.only))
            {
                groups.push((mover.kind, mover.only));
            }
        }
        let each = groups.into_iter().map(|(borrower, only)| {
            let (name, only) = (self.kind(borrower), self.and_only(only, false));
            quote! { | self.of(PieceKind::#name) #only }
        });
        quote! { #(#each)* }
    }

    /// Whether a kind's moves are made for all its pieces at once: few single steps, as pawns have.
    fn moves_as_a_set(&self, movers: &[Mover]) -> bool {
        let leaps_only = movers
            .iter()
            .all(|m| m.ways.anywhere.is_none() && m.ways.ways.iter().all(|w| matches!(w, Way::Leap { .. })));
        let steps: usize = movers.iter().map(|m| m.ways.ways.len() + m.ways.pushes.len()).sum();
        leaps_only && steps <= 4 && !same_targets(movers)
    }

    /// The squares to which movers go without leaving en-passant squares, as parts of a union.
    fn plain_targets(&mut self, movers: &[Mover]) -> Vec<TokenStream> {
        let mut parts: Vec<TokenStream> = movers.iter().filter_map(|m| self.targets(m, false)).collect();
        for mover in movers {
            for push in mover.ways.pushes.iter().filter(|p| p.leaves_passed && p.lengths >> 1 & 1 != 0) {
                parts.push(self.push_of(mover, push.step, 1));
            }
        }
        parts
    }

    /// Everything to which a kind goes from `from` by tables, with nothing else happening; `stay` asks
    /// for what it takes without moving.
    pub(super) fn table_targets(&mut self, beside: &Mover, stay: bool) -> Option<TokenStream> {
        let wanted = |m: &&Mover| {
            m.offered && m.ways.stay == stay && m.walks.is_none() && !m.only.excludes(beside.only)
        };
        let movers: Vec<Mover> = self.plan.movers_of(beside.kind).filter(wanted).cloned().collect();
        let mut all = Vec::new();
        for mover in movers {
            let parts = self.plain_targets(std::slice::from_ref(&mover));
            if parts.is_empty() {
                continue;
            }
            all.push(if let Some(set) = self.only_set(mover.only, false) {
                quote! { if #set.has(from) { #((#parts))|* } else { Set::EMPTY } }
            } else {
                quote! { #((#parts))|* }
            });
        }
        (!all.is_empty()).then(|| quote! { (#((#all))|*) })
    }

    /// The moves of a kind piece by piece; what `earlier` movers do as well is theirs.
    fn fan_moves(
        &mut self,
        kind: KindId,
        movers: &[Mover],
        earlier: &[Mover],
        pieces: &TokenStream,
    ) -> TokenStream {
        let parts = self.plain_targets(movers);
        let known = self.plain_targets(earlier);
        let but = (!known.is_empty()).then(|| quote! { & !(#((#known))|*) });
        let mut body = TokenStream::new();
        if !parts.is_empty() {
            let settled = self.settled(&quote! { from }, &quote! { to });
            let zone = self.promotion_here(kind).map(|p| self.zone_of(p, &quote! { from }));
            let send = self.send(kind, zone, &|to, tag, options| {
                quote! { visit(Batch::Fan { from, to: #to, tag: #tag, options: #options })?; }
            });
            body.extend(quote! {
                let to = (#((#parts))|*) & mask #but;
                #settled
                #send
            });
        }
        let (pushes, known) = (self.long_pushes(movers), self.long_pushes(earlier));
        for (step, length, targets) in pushes {
            let settled = self.settled(&quote! { from }, &quote! { to });
            let but = known
                .iter()
                .find(|k| (k.0, k.1) == (step, length))
                .map(|(.., known)| quote! { & !(#((#known))|*) });
            body.extend(quote! {
                let to = (#((#targets))|*) & mask #but;
                #settled
                visit(Batch::Fan { from, to, tag: PUSH, options: 1 })?;
            });
        }
        quote! {
            for from in (#pieces).squares() { #body }
        }
    }

    /// Pushes that leave en-passant squares: step, length and the parts of a union of targets.
    fn long_pushes(&mut self, movers: &[Mover]) -> Vec<(Step, u32, Vec<TokenStream>)> {
        let mut found: Vec<(Step, u32, Vec<TokenStream>)> = Vec::new();
        for mover in movers {
            for push in mover.ways.pushes.iter().filter(|p| p.leaves_passed) {
                for length in (2..=u32::from(FAR)).filter(|n| push.lengths >> n & 1 != 0) {
                    let target = self.push_of(mover, push.step, length);
                    match found.iter_mut().find(|f| (f.0, f.1) == (push.step, length)) {
                        Some((.., targets)) => targets.push(target),
                        None => found.push((push.step, length, vec![target])),
                    }
                }
            }
        }
        found
    }

    /// Removes from `to` what is doubtful and does not survive.
    fn settled(&self, from: &TokenStream, to: &TokenStream) -> TokenStream {
        if !self.needs_settling() {
            return TokenStream::new();
        }
        if self.proof() == Legality::Tested {
            return quote! { let #to = self.settled::<WHITE>(#from, #to, BOARD); };
        }
        quote! { let #to = self.settled::<WHITE>(#from, #to, danger.zone); }
    }

    /// Whether there are moves whose legality only a test can show.
    pub(super) fn needs_settling(&self) -> bool {
        match self.proof() {
            Legality::None => false,
            Legality::Tested => true,
            Legality::Masks => {
                self.has_tested() || self.plan.movers.iter().any(|m| has_paths(m) || m.walks.is_some())
            }
        }
    }

    /// Sends targets on as plain moves and promotions.
    fn send(
        &self,
        kind: KindId,
        zone: Option<TokenStream>,
        batch: &dyn Fn(TokenStream, TokenStream, TokenStream) -> TokenStream,
    ) -> TokenStream {
        let Some((p, promotion)) = self.plan.promotions.iter().enumerate().find(|(_, p)| p.kinds.has(kind))
        else {
            return batch(quote! { to }, quote! { PLAIN }, quote! { 1 });
        };
        let plain = promotion.choices.iter().filter(|c| !c.alone).count() as u8;
        let mut out = quote! { let zone = #zone; };
        if plain > 0 {
            let tag = self.promotion_tag(p, 0);
            let promoting = batch(quote! { to & zone }, quote! { #tag }, quote! { #plain });
            out.extend(quote! { if !(to & zone).is_empty() { #promoting } });
        }
        let rest = if promotion.optional {
            match self.forced(promotion, kind) {
                Some(forced) => quote! { to & !(zone & #forced) },
                None => quote! { to },
            }
        } else {
            quote! { to & !zone }
        };
        out.extend(batch(rest, quote! { PLAIN }, quote! { 1 }));
        out
    }

    fn set_moves(&mut self, kind: KindId, movers: &[Mover], pieces: &TokenStream) -> TokenStream {
        let size = self.plan.variant.board.size;
        let files = i16::from(size.files);
        let mut body = TokenStream::new();
        for mover in movers {
            // Where a step may start so that it stays on the board and in the regions.
            let starts = |step: Step, from: [Set256; 2], to: [Set256; 2]| {
                [Side::White, Side::Black].map(|side| {
                    let (dx, dy) = absolute(side, step);
                    let stays = |s: &chv_dsl::model::Square| {
                        size.step(*s, dx.into(), dy.into()).is_some_and(|t| to[side.index()].has(t))
                    };
                    from[side.index()].squares().filter(stays).collect::<Set256>()
                })
            };
            let shift = |step: Step| {
                let number = |(dx, dy): Step| i16::from(dx) + i16::from(dy) * files;
                let (white, black) = (number(step), number((-step.0, -step.1)));
                quote! { (if WHITE { #white } else { #black }) }
            };
            for way in &mover.ways.ways {
                let Way::Leap { step, ends } = way else { continue };
                let Some(filter) = self.ends_filter(*ends, false) else { continue };
                let from = starts(*step, mover.from, mover.to).map(|s| self.set(s));
                let from = self.by_side(from[0].clone(), from[1].clone());
                let by = shift(*step);
                let settled = self.settled_shift();
                let zone = self.promotion_here(kind).map(|p| self.zone_of_step(p, *step));
                let send = self.send(kind, zone, &|to, tag, options| {
                    quote! { visit(Batch::Shift { to: #to, step, tag: #tag, options: #options })?; }
                });
                body.extend(quote! {
                    {
                        let step: i16 = #by;
                        let to = (pieces & #from).shifted(step) & #filter & mask;
                        #settled
                        #send
                    }
                });
            }
            for push in &mover.ways.pushes {
                let by = shift(push.step);
                let longest = 31 - push.lengths.leading_zeros();
                let mut steps = TokenStream::new();
                let board = [self.plan.board; 2];
                for n in 1..=longest {
                    let region = if n == 1 { mover.from } else { board };
                    let from = starts(push.step, region, board).map(|s| self.set(s));
                    let from = self.by_side(from[0].clone(), from[1].clone());
                    steps.extend(quote! { let at = (at & #from).shifted(one) & !occupied; });
                    if push.lengths >> n & 1 != 0 {
                        let ends = mover.to.map(|s| self.set(s));
                        let ends = self.by_side(ends[0].clone(), ends[1].clone());
                        let tag = if push.leaves_passed && n > 1 {
                            quote! { PUSH }
                        } else {
                            quote! { PLAIN }
                        };
                        let settled = self.settled_shift();
                        let n = n as i16;
                        let send = if push.leaves_passed && n > 1 {
                            quote! { visit(Batch::Shift { to, step, tag: #tag, options: 1 })?; }
                        } else {
                            let far = (push.step.0 * n as i8, push.step.1 * n as i8);
                            let zone = self.promotion_here(kind).map(|p| self.zone_of_step(p, far));
                            self.send(kind, zone, &|to, tag, options| {
                                quote! { visit(Batch::Shift { to: #to, step, tag: #tag, options: #options })?; }
                            })
                        };
                        steps.extend(quote! {
                            let step: i16 = one * #n;
                            let to = at & #ends & mask;
                            #settled
                            #send
                        });
                    }
                }
                body.extend(quote! {
                    {
                        let one: i16 = #by;
                        let at = pieces;
                        #steps
                    }
                });
            }
        }
        quote! {
            let pieces = #pieces;
            if !pieces.is_empty() { #body }
        }
    }

    fn settled_shift(&self) -> TokenStream {
        if !self.needs_settling() {
            return TokenStream::new();
        }
        let zone = if self.proof() == Legality::Tested {
            quote! { BOARD }
        } else {
            quote! { danger.zone }
        };
        quote! { let to = self.settled_shift::<WHITE>(to, step, #zone); }
    }

    /// The promotion, known before the move, that concerns a kind.
    fn promotion_here(&self, kind: KindId) -> Option<&'p crate::plan::Promotion> {
        self.plan.promotion_of(kind)
    }
}

/// Whether movements of a kind, as they are, can lead to one target by the same displacement.
fn same_targets(movers: &[Mover]) -> bool {
    let mut plain: Vec<Step> = Vec::new();
    let mut leaving: Vec<Step> = Vec::new();
    for mover in movers {
        plain.extend(mover.ways.ways.iter().filter_map(|w| match w {
            Way::Leap { step, .. } => Some(*step),
            _ => None,
        }));
        for push in &mover.ways.pushes {
            for n in (1..=FAR as i8).filter(|n| push.lengths >> n & 1 != 0) {
                let far = (push.step.0.saturating_mul(n), push.step.1.saturating_mul(n));
                if push.leaves_passed && n > 1 { leaving.push(far) } else { plain.push(far) }
            }
        }
    }
    let twice = |list: &mut Vec<Step>| {
        list.sort_unstable();
        list.windows(2).any(|w| w[0] == w[1])
    };
    twice(&mut plain) || twice(&mut leaving)
}
