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
                fn ask_hooks<const WHITE: bool>(&mut self, deed: &mut compiled::Deed<Set>) {
                    use chv_runtime::hooks::Change;
                    let side = if WHITE { Side::White } else { Side::Black };
                    let acted = deed.acted(side);
                    deed.vetoed = {
                        let seen = Seen { position: self, side };
                        !HOOKS.iter().zip(self.more.hooks).all(|(hook, state)| hook.allows(&seen, &acted, state))
                    };
                    for (i, hook) in HOOKS.iter().enumerate() {
                        let seen = Seen { position: self, side };
                        let (state, changes) = hook.after(&seen, &acted, self.more.hooks[i]);
                        self.more.hooks[i] = state;
                        for change in changes {
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

                /// The result, if a hook decides the position.
                fn hooks_end(&self) -> Option<Outcome> {
                    let seen = Seen { position: self, side: self.turn };
                    HOOKS.iter().zip(self.more.hooks).find_map(|(hook, state)| hook.end(&seen, state))
                }
            }
        }
    }
}
