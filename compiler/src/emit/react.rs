//! What moves set off: one function for each reaction, guards as conditions, edits as statements.

use chv_dsl::model::{At, Branch, Edit, Guard, KindSet, Owner, Reaction, Side, SquareSet, Trigger};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Emitter;
use crate::plan::{Effect, Stage};

impl Emitter<'_, '_> {
    /// The functions of all reactions and of the stages they belong to, and what edits they use.
    pub(super) fn reaction_code(&mut self) -> TokenStream {
        let effects = self.plan.effects.list.clone();
        let each: Vec<TokenStream> = effects.iter().map(|effect| self.reaction(effect)).collect();
        let stages = [Stage::Capture, Stage::Promotion, Stage::Moved].map(|stage| self.stage(stage));
        let verbs = self.verbs();
        quote! { #(#stages)* #(#each)* #verbs }
    }

    /// The parameter and the argument by which reactions ask for choices.
    pub(super) fn chooser(&self) -> (TokenStream, TokenStream) {
        if self.plan.effects.asks {
            (quote! { , ways: &mut compiled::Chooser<Set> }, quote! { , ways })
        } else {
            (TokenStream::new(), TokenStream::new())
        }
    }

    /// Something that may differ between the sides; a side without a form has nothing.
    fn each_side(
        &mut self,
        effect: &Effect,
        what: impl Fn(&mut Self, &Reaction) -> TokenStream,
    ) -> TokenStream {
        let [white, black] = [Side::White, Side::Black].map(|side| match &effect.sides[side.index()] {
            Some(form) => what(self, form),
            None => TokenStream::new(),
        });
        if white.to_string() == black.to_string() {
            white
        } else {
            quote! { if WHITE { #white } else { #black } }
        }
    }

    pub(super) fn reaction_name(&self, effect: &Effect) -> Ident {
        let stage = match effect.stage {
            Stage::Capture => "on_capture",
            Stage::Promotion => "on_arrival",
            Stage::Moved => "after_move",
        };
        let all = self.plan.effects.list.iter().filter(|e| e.stage == effect.stage);
        let number = all.clone().position(|e| e == effect).unwrap_or_default() + 1;
        if all.count() > 1 { format_ident!("{stage}_{number}") } else { format_ident!("{stage}") }
    }

    /// The function of a stage: which of its reactions are set off, and their calls. Nothing if there
    /// are none.
    fn stage(&mut self, stage: Stage) -> TokenStream {
        let effects: Vec<Effect> =
            self.plan.effects.list.iter().filter(|e| e.stage == stage).cloned().collect();
        let Some(name) = self.stage_name(stage) else { return TokenStream::new() };
        let (parameter, argument) = self.chooser();
        let mut conditions = TokenStream::new();
        let mut calls = TokenStream::new();
        for (i, effect) in effects.iter().enumerate() {
            let fires = format_ident!("fires_{}", i + 1);
            let call = self.reaction_name(effect);
            // All of a stage are set off by the position in which it begins.
            let condition = self.each_side_value(effect, |this, form| this.fires(form));
            conditions.extend(quote! { let #fires = #condition; });
            calls.extend(if stage == Stage::Capture {
                let victims = self.each_side_value(effect, |this, form| match form.on {
                    Trigger::Captured { victim, .. } => this.is_of(&quote! { victim.kind }, victim),
                    _ => quote! { true },
                });
                quote! {
                    if #fires {
                        for victim in victims.iter().filter(|victim| #victims) {
                            self.#call::<WHITE>(deed, Some(victim) #argument);
                        }
                    }
                }
            } else {
                quote! { if #fires { self.#call::<WHITE>(deed, victims.last() #argument); } }
            });
        }
        let doc = match stage {
            Stage::Capture => " What is set off once for each captured piece.",
            Stage::Promotion => " What is set off by where a piece came from or to.",
            Stage::Moved => " What is set off once the move has been made.",
        };
        quote! {
            #[doc = #doc]
            #[inline]
            fn #name<const WHITE: bool>(&mut self, deed: &mut compiled::Deed<Set> #parameter) {
                #conditions
                let victims = deed.victims.clone();
                #calls
            }
        }
    }

    /// The name of a stage's function, if it has any reactions.
    pub(super) fn stage_name(&self, stage: Stage) -> Option<Ident> {
        self.plan.effects.list.iter().any(|e| e.stage == stage).then(|| match stage {
            Stage::Capture => format_ident!("captures_set_off"),
            Stage::Promotion => format_ident!("arrivals_set_off"),
            Stage::Moved => format_ident!("moves_set_off"),
        })
    }

    /// The same for a condition: a side without a form never has it.
    fn each_side_value(
        &mut self,
        effect: &Effect,
        what: impl Fn(&mut Self, &Reaction) -> TokenStream,
    ) -> TokenStream {
        let [white, black] = [Side::White, Side::Black].map(|side| match &effect.sides[side.index()] {
            Some(form) => what(self, form),
            None => quote! { false },
        });
        self.by_side(white, black)
    }

    /// Whether a number of a kind is among some.
    fn is_of(&self, kind: &TokenStream, kinds: KindSet) -> TokenStream {
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        if all.minus(kinds).is_empty() {
            return quote! { true };
        }
        let bits = self.kind_bits(kinds.0);
        quote! { #bits >> #kind & 1 != 0 }
    }

    /// Whether a reaction is set off, victims apart.
    fn fires(&mut self, form: &Reaction) -> TokenStream {
        let mut parts = Vec::new();
        match form.on {
            Trigger::Captured { captor, .. } => parts.push(self.is_of(&quote! { deed.kind }, captor)),
            Trigger::Moved { kinds } => parts.push(self.is_of(&quote! { deed.kind }, kinds)),
            Trigger::Promotes { kinds, from, to, .. } => {
                parts.push(quote! { !deed.stays });
                parts.push(self.is_of(&quote! { deed.kind }, kinds));
                let us = us();
                parts.push(quote! {
                    (self.kinds[usize::from(deed.kind)] & self.sides[#us]).has(deed.target)
                });
                let (from, to) = (self.set(from), self.set(to));
                parts.push(quote! {
                    deed.origin.is_some_and(|origin| #from.has(origin) || #to.has(deed.target))
                });
            }
        }
        parts.extend(form.guards.iter().map(|g| self.guard(g)));
        parts.retain(|p| p.to_string() != "true");
        if parts.is_empty() {
            quote! { true }
        } else {
            quote! { #((#parts))&&* }
        }
    }

    /// A reaction: its branches, one of which is chosen where there is a choice.
    fn reaction(&mut self, effect: &Effect) -> TokenStream {
        let form = effect.form().clone();
        let name = self.reaction_name(effect);
        let (parameter, _) = self.chooser();
        let asks = effect.asks();
        let body =
            self.each_side(effect, |this, form| if asks { this.choice(form) } else { this.whole(form) });
        let body = if self.plan.tries() && !form.threatens {
            let them = them();
            quote! {
                let royals = (self.sides[#them] & self.royals()).len();
                #body
                deed.spared += royals.saturating_sub((self.sides[#them] & self.royals()).len());
            }
        } else {
            body
        };
        let what = match effect.stage {
            Stage::Capture => "What a capture sets off.",
            Stage::Promotion => "What it sets off that a piece comes from some squares or to some.",
            Stage::Moved => "What a move sets off once it has been made.",
        };
        let doc = self.doc(what, form.source);
        quote! {
            #[doc = #doc]
            fn #name<const WHITE: bool>(
                &mut self,
                deed: &mut compiled::Deed<Set>,
                victim: Option<compiled::Victim>
                #parameter
            ) {
                #body
            }
        }
    }

    /// A reaction without a choice: every branch whose guards hold.
    fn whole(&mut self, form: &Reaction) -> TokenStream {
        let mut out = TokenStream::new();
        for branch in &form.branches {
            let edits = self.branch_edits(branch);
            let guards: Vec<TokenStream> = branch.guards.iter().map(|g| self.guard(g)).collect();
            out.extend(if guards.is_empty() {
                edits
            } else {
                quote! { if #(#guards)&&* { #edits } }
            });
        }
        out
    }

    /// A reaction with a choice.
    fn choice(&mut self, form: &Reaction) -> TokenStream {
        let promotes = matches!(form.on, Trigger::Promotes { .. });
        let pushed = matches!(form.on, Trigger::Promotes { pushed: true, .. });
        let mut open = TokenStream::new();
        let mut arms = TokenStream::new();
        for (i, branch) in (0u8..).zip(&form.branches) {
            let mut conditions: Vec<TokenStream> = branch.guards.iter().map(|g| self.guard(g)).collect();
            let mut chosen = TokenStream::new();
            if let Some((squares, content)) = &branch.square {
                let name = format_ident!("squares_{}", i);
                let area = self.set(*squares & self.plan.board);
                let content = self.holds(content);
                open.extend(quote! { let #name = #area & #content; });
                conditions.push(quote! { !#name.is_empty() });
                chosen = quote! { let chosen = ways.square(#name); };
            }
            let bit = 1u64 << i;
            open.extend(if conditions.is_empty() {
                quote! { open |= #bit; }
            } else {
                quote! { if #(#conditions)&&* { open |= #bit; } }
            });
            let edits = self.branch_edits(branch);
            let text = &branch.text;
            let say = (!text.is_empty()).then(|| quote! { ways.say(#text); });
            arms.extend(quote! { #i => { #chosen #say #edits } });
        }
        // A promotion that must be made and cannot be is no move; other reactions then do nothing.
        let forced = (form.optional && form.forced_when_stuck).then(|| {
            let Trigger::Promotes { kinds, .. } = form.on else { return quote! { false } };
            let each = kinds.iter().filter(|&k| usize::from(k) < self.plan.variant.kinds.len()).map(|kind| {
                let name = self.kind(kind);
                let squares = self.set(crate::plan::stuck(self.plan.variant, form.side, kind));
                quote! { deed.kind == PieceKind::#name as u8 && #squares.has(deed.target) }
            });
            quote! { (#((#each))||*) }
        });
        let declines = match (form.optional, forced, promotes) {
            // Who owes a promotion must make it.
            (true, ..) if pushed => quote! { !deed.stays },
            (true, None, _) => quote! { true },
            (true, Some(forced), true) => quote! { !#forced },
            (true, Some(forced), false) => quote! { !#forced || open == 0 },
            (false, _, true) => quote! { false },
            (false, _, false) => quote! { open == 0 },
        };
        quote! {
            let mut open = 0u64;
            #open
            match ways.branch(open, #declines) {
                #arms
                _ => {}
            }
        }
    }

    fn branch_edits(&mut self, branch: &Branch) -> TokenStream {
        branch.edits.iter().map(|edit| self.edit(edit)).collect()
    }

    /// What a chosen square must hold, as a set.
    fn holds(&self, content: &chv_dsl::model::Content) -> TokenStream {
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        let mut parts = Vec::new();
        if content.empty {
            let empty = self.empty_squares();
            parts.push(quote! { #empty });
        }
        for (kinds, side) in [(content.friend.and(all), us()), (content.enemy.and(all), them())] {
            if !kinds.is_empty() {
                let of = self.of(kinds);
                parts.push(quote! { self.sides[#side] & #of });
            }
        }
        for terrain in (0..self.plan.variant.terrain.len()).filter(|&t| content.allows_terrain(t as u8)) {
            parts.push(quote! { self.terrain[#terrain] & !(self.sides[0] | self.sides[1]) });
        }
        if parts.is_empty() {
            quote! { Set::EMPTY }
        } else {
            quote! { (#((#parts))|*) }
        }
    }

    /// The squares without a piece or terrain that blocks.
    pub(super) fn empty_squares(&self) -> TokenStream {
        let blocked = self.plan.blocks().then(|| quote! { | self.blocked() });
        quote! { BOARD & !(self.sides[0] | self.sides[1] #blocked) }
    }

    /// A guard as a condition.
    fn guard(&mut self, guard: &Guard) -> TokenStream {
        match guard {
            Guard::Captures => quote! { deed.captures() },
            Guard::Not(inner) => {
                let inner = self.guard(inner);
                quote! { !(#inner) }
            }
            Guard::Right(right) => {
                let bit = 1u32 << right;
                quote! { self.rights & #bit != 0 }
            }
            Guard::Unmoved if self.plan.variant.fields.unmoved.is_empty() => quote! { false },
            Guard::Unmoved => quote! { deed.origin.is_some_and(|origin| self.unmoved.has(origin)) },
            Guard::Empty(squares) => {
                let (squares, empty) = (self.set(*squares & self.plan.board), self.empty_squares());
                quote! {
                    (#squares & !(#empty)).squares().all(|s| deed.origin == Some(s) || deed.partner == Some(s))
                }
            }
            Guard::Budget(moves) => quote! { self.more.budget + self.more.moved == #moves },
            Guard::Bare if self.plan.variant.terrain.is_empty() => quote! { true },
            Guard::Bare => quote! { self.terrain.iter().all(|set| !set.has(deed.target)) },
            // The plan has no form for these in reactions.
            Guard::Safe(_)
            | Guard::NoMate
            | Guard::NoCheck
            | Guard::KindIs(..)
            | Guard::NotHidden
            | Guard::Balanced(_) => quote! { true },
            Guard::OnFile(kinds, most) => {
                let (of, most) = (self.own_of(*kinds), u32::from(*most));
                quote! {{
                    let there = if deed.stays { Set::EMPTY } else { Set::of(deed.target) };
                    (#of & FILES[usize::from(SIZE.file(deed.target))] & !there).len() <= #most
                }}
            }
            Guard::AtMost(kinds, most) => {
                let (of, most) = (self.own_of(*kinds), u32::from(*most));
                quote! { #of.len() <= #most }
            }
        }
    }

    /// The actor's own pieces of some kinds.
    fn own_of(&self, kinds: KindSet) -> TokenStream {
        let (of, us) = (self.of(kinds), us());
        quote! { (self.sides[#us] & #of) }
    }

    /// A place as an optional square.
    fn place(&self, at: At) -> TokenStream {
        match at {
            At::Origin => quote! { deed.origin },
            At::Target => quote! { Some(deed.target) },
            At::Victim => quote! { victim.map(|v| v.square) },
            At::Chosen => quote! { chosen },
            At::Square(square) => {
                let square = square.0;
                quote! { Some(Square(#square)) }
            }
            At::Here => quote! { Some(here) },
        }
    }

    /// Statements that run `then` with `square` being a place.
    fn on(&self, at: At, then: TokenStream) -> TokenStream {
        match at {
            At::Target => quote! {{ let square = deed.target; #then }},
            At::Here => quote! {{ let square = here; #then }},
            _ => {
                let place = self.place(at);
                quote! { if let Some(square) = #place { #then } }
            }
        }
    }

    /// An edit as statements.
    fn edit(&mut self, edit: &Edit) -> TokenStream {
        let owner = |owner: &Owner| match owner {
            Owner::Actor => us(),
            Owner::Opponent => them(),
        };
        match edit {
            Edit::Remove(at, _) => self.on(*at, quote! { self.destroy(square, deed); }),
            Edit::Place(at, whose, kind) => {
                let (whose, kind) = (owner(whose), self.kind(*kind));
                self.on(*at, quote! { self.place(square, #whose, PieceKind::#kind, deed); })
            }
            Edit::Shift(from, to) => {
                let (from, to) = (self.place(*from), self.place(*to));
                quote! { if let (Some(from), Some(to)) = (#from, #to) { self.shift(from, to, deed); } }
            }
            Edit::Become(at, kind) => {
                let kind = self.kind(*kind);
                self.on(*at, quote! { self.transform(square, PieceKind::#kind, deed); })
            }
            Edit::Turn(at) => self.on(*at, quote! { self.turn_over(square, deed); }),
            Edit::Hand(..) | Edit::VictimToHand if !self.plan.variant.fields.hands => TokenStream::new(),
            Edit::Hand(whose, kind, by) => {
                let (whose, kind) = (owner(whose), self.kind(*kind));
                quote! {
                    let held = &mut self.hands[#whose][PieceKind::#kind as usize];
                    *held = held.saturating_add_signed(#by);
                }
            }
            Edit::VictimToHand => {
                let us = us();
                quote! {
                    if let Some(victim) = victim {
                        let held = &mut self.hands[#us][usize::from(BASE[usize::from(victim.kind)])];
                        *held = held.saturating_add(1);
                    }
                }
            }
            Edit::Lay(at, terrain, only) => {
                let id = usize::from(*terrain);
                let lift = only.then(|| {
                    quote! {
                        for other in self.terrain[#id].without(square).squares() { self.clear(other, deed); }
                    }
                });
                let lay = quote! { #lift self.lay(square, #id, deed); };
                // Nothing that blocks is laid under a piece.
                let lay = match self.plan.variant.terrain[id].blocks {
                    true => quote! { if !(self.sides[0] | self.sides[1]).has(square) { #lay } },
                    false => lay,
                };
                self.on(*at, lay)
            }
            Edit::Clear(at) => self.on(*at, quote! { self.clear(square, deed); }),
            // The plan has no form for these.
            Edit::Hide(_) | Edit::SetKind(..) | Edit::Depart(..) => TokenStream::new(),
            Edit::Grant(moves) => quote! { self.more.next = #moves; },
            Edit::Each(area, edits) => {
                let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
                let near = self.near_table(area.within);
                let kinds = area.kinds.and(all);
                let of = if all.minus(kinds).is_empty() {
                    quote! { (self.sides[0] | self.sides[1]) }
                } else {
                    self.of(kinds)
                };
                let inner: TokenStream = edits.iter().map(|e| self.edit(e)).collect();
                self.on(
                    area.around,
                    quote! { for here in (#near[square.index()] & #of).squares() { #inner } },
                )
            }
        }
    }

    /// The functions that the edits of this game use.
    fn verbs(&self) -> TokenStream {
        let edits: Vec<&Edit> = self.plan.effects.list.iter().flat_map(Effect::edits).collect();
        let used = |wanted: fn(&Edit) -> bool| edits.iter().any(|e| within(e, wanted));
        let mut out = TokenStream::new();
        let blocked = self.plan.blocks().then(|| quote! { || self.blocked().has(to) });
        if used(|e| matches!(e, Edit::Remove(..))) {
            out.extend(quote! {
                /// The piece on a square, if there is one, leaves the board.
                fn destroy(&mut self, square: Square, deed: &mut compiled::Deed<Set>) {
                    if (self.sides[0] | self.sides[1]).has(square) {
                        self.remove(square);
                        deed.touched |= Set::of(square);
                    }
                }
            });
        }
        if used(|e| matches!(e, Edit::Place(..))) {
            out.extend(quote! {
                /// A new piece comes onto a square, if that is empty.
                fn place(&mut self, to: Square, side: usize, kind: PieceKind, deed: &mut compiled::Deed<Set>) {
                    if !((self.sides[0] | self.sides[1]).has(to) #blocked) {
                        self.kinds[kind as usize] |= Set::of(to);
                        self.sides[side] |= Set::of(to);
                        deed.touched |= Set::of(to);
                    }
                }
            });
        }
        if used(|e| matches!(e, Edit::Shift(..))) {
            out.extend(quote! {
                /// The piece on a square, if there is one, goes to another, if that is empty.
                fn shift(&mut self, from: Square, to: Square, deed: &mut compiled::Deed<Set>) {
                    let pieces = self.sides[0] | self.sides[1];
                    if pieces.has(from) && !(pieces.has(to) #blocked) {
                        let both = Set::of(from) | Set::of(to);
                        for set in self.kinds.iter_mut().chain(&mut self.sides) {
                            if set.has(from) { *set ^= both; }
                        }
                        deed.touched |= both;
                    }
                }
            });
        }
        if used(|e| matches!(e, Edit::Become(..))) {
            out.extend(quote! {
                /// The piece on a square, if there is one, becomes another kind.
                fn transform(&mut self, square: Square, kind: PieceKind, deed: &mut compiled::Deed<Set>) {
                    if (self.sides[0] | self.sides[1]).has(square) {
                        for set in &mut self.kinds { *set = set.without(square); }
                        self.kinds[kind as usize] |= Set::of(square);
                        deed.touched |= Set::of(square);
                    }
                }
            });
        }
        if used(|e| matches!(e, Edit::Turn(_))) {
            out.extend(quote! {
                /// The piece on a square, if there is one, changes its owner.
                fn turn_over(&mut self, square: Square, deed: &mut compiled::Deed<Set>) {
                    if (self.sides[0] | self.sides[1]).has(square) {
                        for set in &mut self.sides { *set ^= Set::of(square); }
                        deed.touched |= Set::of(square);
                    }
                }
            });
        }
        out.extend(self.terrain_verbs(used(|e| matches!(e, Edit::Lay(..))), used(clears)));
        out
    }

    /// The functions that lay terrain and take it away. Where it blocks, the square then holds something
    /// else, if no piece stands there.
    fn terrain_verbs(&self, lays: bool, clears: bool) -> TokenStream {
        let touch = self.plan.blocks().then(|| {
            quote! {
                if before != self.blocked() && !(self.sides[0] | self.sides[1]).has(square) {
                    deed.touched |= Set::of(square);
                }
            }
        });
        let before = self.plan.blocks().then(|| quote! { let before = self.blocked(); });
        let lay = lays.then(|| {
            quote! {
                /// Lays terrain on a square, in the place of any other.
                fn lay(&mut self, square: Square, terrain: usize, deed: &mut compiled::Deed<Set>) {
                    #before
                    for set in &mut self.terrain { *set = set.without(square); }
                    self.terrain[terrain] |= Set::of(square);
                    #touch
                }
            }
        });
        let clear = clears.then(|| {
            quote! {
                /// Takes the terrain on a square away.
                fn clear(&mut self, square: Square, deed: &mut compiled::Deed<Set>) {
                    #before
                    for set in &mut self.terrain { *set = set.without(square); }
                    #touch
                }
            }
        });
        quote! { #lay #clear }
    }
}

/// The index of the side that acts, in a function generic over `WHITE`.
pub(super) fn us() -> TokenStream {
    quote! { usize::from(!WHITE) }
}

/// The index of the other side.
pub(super) fn them() -> TokenStream {
    quote! { usize::from(WHITE) }
}

/// Whether an edit, or one inside it, is of a sort.
fn within(edit: &Edit, wanted: fn(&Edit) -> bool) -> bool {
    wanted(edit) || matches!(edit, Edit::Each(_, inner) if inner.iter().any(|e| within(e, wanted)))
}

fn clears(edit: &Edit) -> bool {
    matches!(edit, Edit::Clear(_) | Edit::Lay(_, _, true))
}
