//! Rules in Rust that the game names: when generated code asks them.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;

impl Emitter<'_, '_> {
    /// A statement that plays `m` on `after`, and another for when a hook forbids it.
    pub(super) fn allowed_or(&self, otherwise: &TokenStream) -> TokenStream {
        if self.plan.variant.hooks.is_empty() {
            let land = self.landed();
            quote! { after.apply::<WHITE>(m); #land }
        } else {
            quote! { if after.apply::<WHITE>(m).vetoed { #otherwise } }
        }
    }

    /// What a player sees of the position.
    pub(super) fn view_code(&self) -> TokenStream {
        if !self.has_more() {
            return TokenStream::new();
        }
        let hooks = (!self.plan.variant.hooks.is_empty()).then(|| {
            quote! {
                for (hook, state) in HOOKS.iter().zip(&mut view.more.hooks) {
                    *state = hook.view(*state, player);
                }
            }
        });
        let mutable = hooks.is_some().then(|| quote! { mut });
        quote! {
            fn view(&self, player: Side) -> Self {
                let #mutable view = Self { more: self.more.view(player), ..self.clone() };
                #hooks
                view
            }
        }
    }

    /// The moves that hooks offer, each proven on its own.
    pub(super) fn offered_moves(&self) -> Option<TokenStream> {
        self.tags.offer?;
        let proof = self.careful(&quote! { m });
        // What is offered is no threat.
        let safe = self.plan.tries_moves().then(|| quote! { SAFE && });
        Some(quote! {
            let side = if WHITE { Side::White } else { Side::Black };
            for index in 0..self.offers(side).len() {
                let [from, to] = (index as u16).to_le_bytes();
                let m = Move::new(from, to, OFFER);
                if #safe #proof { visit(Batch::One(m))?; }
            }
        })
    }

    /// What comes first in describing a move: one that a hook offers.
    pub(super) fn offer_detail(&self) -> Option<TokenStream> {
        self.tags.offer?;
        let m = if self.plan.effects.asks {
            quote! { m.m }
        } else {
            quote! { m }
        };
        Some(quote! {
            if #m.tag == OFFER {
                let index = usize::from(u16::from_le_bytes([#m.from, #m.to]));
                let Some((name, offer)) = self.offers(self.turn).into_iter().nth(index) else {
                    return MoveDetail::default();
                };
                let (mut after, mut deed) = (self.clone(), compiled::Deed::nobody());
                after.change(&offer.changes, &mut deed);
                let edits = compiled::describe_deed(&self.held(), &after.held(), self.turn, &deed).edits;
                return MoveDetail { name: Some(name), edits, ..MoveDetail::default() };
            }
        })
    }

    /// The hooks, and what asks them.
    pub(super) fn hook_code(&self) -> TokenStream {
        let variant = self.plan.variant;
        if variant.hooks.is_empty() {
            return TokenStream::new();
        }
        let about = &variant.about;
        let hooks = variant.hooks.iter().map(|hook| {
            let file = about.files.get(usize::from(hook.source.file)).unwrap_or(&about.file);
            let place = format!("{}:{}:{}", super::file_name(file), hook.source.line, hook.source.column);
            let path: TokenStream = hook.path.parse().unwrap_or_default();
            quote! { chv_runtime::hooks::made::<#path>(#place) }
        });
        let count = variant.hooks.len();
        let names = variant.hooks.iter().map(|hook| &hook.name);
        let terrain = if variant.terrain.is_empty() {
            quote! { None }
        } else {
            quote! { (0u8..).zip(&self.position.terrain).find(|(_, set)| set.has(square)).map(|(i, _)| i) }
        };
        let blocked = self.plan.blocks().then(|| quote! { | self.blocked() });
        quote! {
            /// The rules in Rust.
            static HOOKS: std::sync::LazyLock<[Box<dyn chv_runtime::hooks::Hook>; #count]> =
                std::sync::LazyLock::new(|| [#(#hooks),*]);

            /// Their names.
            const HOOK_NAMES: [&str; #count] = [#(#names),*];

            /// A position as hooks see it.
            struct Seen<'a> {
                position: &'a Position,
                side: Side,
            }

            impl chv_runtime::hooks::Board for Seen<'_> {
                fn spec(&self) -> &Spec { &SPEC }

                fn side(&self) -> Side { self.side }

                fn piece(&self, square: Square) -> Option<chv_runtime::Piece> {
                    if square.index() >= SIZE.squares() { return None; }
                    let side = Side::BOTH.into_iter().find(|s| self.position.sides[s.index()].has(square))?;
                    let kind = compiled::piece_kind(&self.position.kinds, square)?;
                    Some(chv_runtime::Piece { side, kind })
                }

                fn pieces(&self, side: Side, kind: u8) -> chv_runtime::Set256 {
                    match self.position.kinds.get(usize::from(kind)) {
                        Some(&set) => (set & self.position.sides[side.index()]).squares().collect(),
                        None => Default::default(),
                    }
                }

                fn terrain(&self, square: Square) -> Option<u8> {
                    if square.index() >= SIZE.squares() { return None; }
                    #terrain
                }
            }

            impl Position {
                /// Asks the hooks about an action that has been made on the board: whether they forbid it,
                /// what they remember, and what they change.
                fn ask_hooks(
                    &mut self,
                    deed: &mut compiled::Deed<Set>,
                    acted: &chv_runtime::hooks::Acted,
                ) {
                    let side = acted.side;
                    deed.vetoed = {
                        let seen = Seen { position: self, side };
                        !HOOKS.iter().zip(self.more.hooks).all(|(hook, state)| hook.allows(&seen, acted, state))
                    };
                    for (i, hook) in HOOKS.iter().enumerate() {
                        let seen = Seen { position: self, side };
                        let (state, changes) = hook.after(&seen, acted, self.more.hooks[i]);
                        self.more.hooks[i] = state;
                        self.change(&changes, deed);
                    }
                }

                /// Makes changes; a square that is not on the board is none.
                fn change(&mut self, changes: &[chv_runtime::hooks::Change], deed: &mut compiled::Deed<Set>) {
                    use chv_runtime::hooks::Change;
                    for &change in changes {
                        let pieces = self.sides[0] | self.sides[1];
                        let exists = |s: Square| s.index() < SIZE.squares() && BOARD.has(s);
                        let empty = |s: Square| exists(s) && !(pieces #blocked).has(s);
                        match change {
                            Change::Remove(at) if exists(at) && pieces.has(at) => {
                                self.remove(at);
                                deed.touched |= Set::of(at);
                            }
                            Change::Place(at, piece) if empty(at) && usize::from(piece.kind) < KINDS => {
                                self.kinds[usize::from(piece.kind)] |= Set::of(at);
                                self.sides[piece.side.index()] |= Set::of(at);
                                deed.touched |= Set::of(at);
                            }
                            Change::Shift(from, to) if exists(from) && pieces.has(from) && empty(to) => {
                                let both = Set::of(from) | Set::of(to);
                                for set in self.kinds.iter_mut().chain(&mut self.sides) {
                                    if set.has(from) { *set ^= both; }
                                }
                                deed.touched |= both;
                            }
                            _ => {}
                        }
                    }
                }

                /// Whether a hook says that the opponent of the side that `WHITE` names threatens a square.
                fn hooks_threaten<const WHITE: bool>(&self, square: Square) -> bool {
                    let attacker = if WHITE { Side::Black } else { Side::White };
                    let seen = Seen { position: self, side: self.turn };
                    HOOKS
                        .iter()
                        .zip(self.more.hooks)
                        .any(|(hook, state)| hook.threatens(&seen, attacker, square, state))
                }

                /// What hooks offer a side that acts, each with its text.
                fn offers(&self, side: Side) -> Vec<(String, chv_runtime::hooks::Offer)> {
                    let seen = Seen { position: self, side };
                    let mut all = Vec::new();
                    for ((hook, name), state) in HOOKS.iter().zip(HOOK_NAMES).zip(self.more.hooks) {
                        let offers = hook.offers(&seen, state).into_iter();
                        all.extend(offers.map(|offer| (offer.text(name), offer)));
                    }
                    all.truncate(1 << 16);
                    all
                }

                /// Makes an action that a hook offers: squares say which of all.
                fn take_up<const WHITE: bool>(&mut self, m: Move) -> compiled::Deed<Set> {
                    let mut deed = compiled::Deed::nobody();
                    let index = usize::from(u16::from_le_bytes([m.from, m.to]));
                    let side = if WHITE { Side::White } else { Side::Black };
                    let Some((text, offer)) = self.offers(side).into_iter().nth(index) else { return deed };
                    self.change(&offer.changes, &mut deed);
                    let acted = chv_runtime::hooks::Acted { offer: Some(text), ..deed.acted(side) };
                    self.ask_hooks(&mut deed, &acted);
                    deed
                }

                /// The result, if a hook decides the position.
                fn hooks_end(&self) -> Option<Outcome> {
                    let seen = Seen { position: self, side: self.turn };
                    HOOKS.iter().zip(self.more.hooks).find_map(|(hook, state)| hook.end(&seen, state))
                }
            }
        }
    }
}
