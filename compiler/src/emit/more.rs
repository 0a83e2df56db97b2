//! State that only some games have: its rules, set-up, and kinds that are remembered.

use chv_dsl::model::{Action, At, Edit, EndWhen, Guard, Movement, Owner, Side};
use chv_runtime::Set256;
use chv_runtime::more::Puts;
use proc_macro2::TokenStream;
use quote::quote;

use super::{Emitter, Threats};
use crate::plan::{Ground, Only, Who, winding};

impl Emitter<'_, '_> {
    /// Whether the game has such state.
    pub(super) fn has_more(&self) -> bool {
        let variant = self.plan.variant;
        !variant.fields.kinds.is_empty()
            || variant.fields.travel.is_some()
            || variant.fields.hidden.is_some()
            || variant.phases.len() > 1
            || !variant.hooks.is_empty()
            || variant.has_turns()
            || variant.ends.iter().any(|e| matches!(e.when, EndWhen::Occupied { .. }))
    }

    /// Whether there is set-up before play.
    pub(super) fn has_setup(&self) -> bool {
        self.plan.variant.phases.len() > 1
    }

    /// What the rules say of it.
    pub(super) fn more_rules(&self) -> TokenStream {
        if !self.has_more() {
            return TokenStream::new();
        }
        let rules = self.plan.variant.more_rules();
        let phases = rules.phases.iter().map(|p| {
            let (items, optional, together) = (p.items, p.optional, p.together);
            let (onto, on) = (p.onto.map(set256), p.on.map(set256));
            let puts = match p.puts {
                Puts::Nothing => quote! { Nothing },
                Puts::Terrain(terrain) => quote! { Terrain(#terrain) },
                Puts::Hidden => quote! { Hidden },
            };
            quote! {
                chv_runtime::more::PhaseRule {
                    items: #items, optional: #optional, together: #together, onto: [#(#onto),*],
                    puts: chv_runtime::more::Puts::#puts, on: [#(#on),*]
                }
            }
        });
        let placed = rules.placed.iter().map(|(terrain, start)| quote! { (#terrain, #start) });
        let laid = rules.laid;
        let kinds = rules.kinds.iter().map(|k| {
            let (name, chosen) = (&*k.name, k.chosen);
            let among = self.kind_bits(k.among);
            quote! {
                chv_runtime::more::KindRule { name: Cow::Borrowed(#name), among: #among, chosen: #chosen }
            }
        });
        let (usual, most, longest) = (rules.usual, rules.most, rules.longest);
        let travels = self.kind_bits(rules.travels);
        let won = rules.won.map_or_else(|| quote! { None }, |terrain| quote! { Some(#terrain) });
        let setup = self.setup_table();
        quote! {
            /// What the rules say of phases, turns and what is remembered.
            static MORE: chv_runtime::more::MoreRules = chv_runtime::more::MoreRules {
                phases: Cow::Borrowed(&[#(#phases),*]),
                usual: #usual,
                most: #most,
                longest: #longest,
                travels: #travels,
                won: #won,
                kinds: Cow::Borrowed(&[#(#kinds),*]),
                laid: #laid,
                placed: Cow::Borrowed(&[#(#placed),*]),
            };
            #setup
        }
    }

    /// The actions of set-up.
    fn setup_table(&self) -> TokenStream {
        if !self.has_setup() {
            return TokenStream::new();
        }
        let actions = self.plan.setup.iter().map(|action| self.setup_action(action));
        quote! {
            use compiled::{SetupAction, SetupGuard};

            /// What players do before play.
            static SETUP_ACTIONS: &[SetupAction<Set>] = &[#(#actions),*];
        }
    }

    fn setup_action(&self, action: &Action) -> TokenStream {
        let side = side(action.side);
        let whose = |owner: Owner| match owner {
            Owner::Actor => side.clone(),
            Owner::Opponent => self::side(action.side.other()),
        };
        let kind_guard = |guard: &Guard, is: bool| match guard {
            Guard::KindIs(field, owner, kind) => {
                let side = whose(*owner);
                Some(quote! { SetupGuard::Kind { field: #field, side: #side, kind: #kind, is: #is } })
            }
            _ => None,
        };
        let guards = action.guards.iter().filter_map(|guard| match guard {
            Guard::Bare => Some(quote! { SetupGuard::Bare }),
            Guard::NotHidden => Some(quote! { SetupGuard::NotHidden }),
            Guard::Balanced(terrain) => Some(quote! { SetupGuard::Balanced(#terrain) }),
            Guard::Not(inner) => kind_guard(inner, false),
            other => kind_guard(other, true),
        });
        let guards: Vec<TokenStream> = guards.collect();
        let guards = (!guards.is_empty()).then(|| quote! { .guards(&[#(#guards),*]) });
        let (phase, text) = (action.phase, &action.text);
        if let Movement::Leap { .. } = action.movement {
            let on = self.set(action.to & self.plan.board);
            let lays =
                action.edits.iter().find_map(|e| if let Edit::Lay(_, t, _) = e { Some(*t) } else { None });
            let lays = lays.map_or_else(|| quote! { None }, |t| quote! { Some(#t) });
            return quote! { SetupAction::on(#phase, #side, #text, #on, #lays) #guards };
        }
        let (mut pieces, mut kinds) = (Vec::new(), Vec::new());
        for edit in &action.edits {
            match edit {
                Edit::Place(At::Square(square), _, kind) => pieces.extend([square.0, *kind]),
                Edit::SetKind(field, Owner::Actor, kind) => kinds.extend([*field, *kind]),
                _ => {}
            }
        }
        let number = |n: u8| proc_macro2::Literal::u8_unsuffixed(n);
        let (pieces, kinds) = (pieces.into_iter().map(number), kinds.into_iter().map(number));
        quote! { SetupAction::new(#phase, #side, #text, &[#(#pieces),*], &[#(#kinds),*]) #guards }
    }

    /// The functions of set-up, and what movements ask of remembered kinds.
    pub(super) fn more_code(&self) -> TokenStream {
        let asks = self.plan.movers.iter().any(|m| matches!(m.only.who, Who::Kinds { .. }));
        let if_kind = asks.then(|| {
            quote! {
                /// The whole board while a field of kinds is one of some kinds for a side, else nothing.
                #[inline(always)]
                fn if_kind(&self, field: usize, side: usize, kinds: u64) -> Set {
                    Self::if_among(self.more.kinds[field][side], kinds)
                }

                /// The whole board if a kind (its number and one, 0 for none) is one of some, else nothing.
                #[inline(always)]
                fn if_among(kind: u8, kinds: u64) -> Set {
                    match kind.checked_sub(1) {
                        Some(kind) if kinds >> kind & 1 != 0 => BOARD,
                        _ => Set::EMPTY,
                    }
                }
            }
        });
        let setup = self.has_setup().then(|| {
            let empty = self.empty_squares();
            let terrain = if self.plan.variant.terrain.is_empty() {
                quote! { &[] }
            } else {
                quote! { &self.terrain }
            };
            let set = self.move_set();
            let one = self.one_move(&quote! { m });
            let lay = (!self.plan.variant.terrain.is_empty()).then(|| {
                quote! {
                    if let Some(terrain) = action.lays { self.terrain[usize::from(terrain)] |= Set::of(target); }
                }
            });
            quote! {
                /// What the side to act can do in the phase of set-up.
                fn visit_setup<F: FnMut(#set) -> ControlFlow<()>>(&self, visit: &mut F) -> ControlFlow<()> {
                    let view = compiled::SetupView { empty: #empty, terrain: #terrain, more: &self.more };
                    let mut send = |to: u8, route: u16| {
                        let m = Move { from: 0, to, tag: SETUP, route };
                        visit(#one)
                    };
                    for (route, action) in (0u16..).zip(SETUP_ACTIONS) {
                        if action.phase == self.more.phase && action.side == self.turn {
                            for target in action.targets(view, &SPEC).squares() { send(target.0, route)?; }
                            if action.is_open(&self.more) { send(0, route)?; }
                        }
                    }
                    if MORE.may_decline(&self.more, self.turn) { send(0, compiled::DECLINE)?; }
                    ControlFlow::Continue(())
                }

                /// Makes an action of set-up.
                fn set_up(&mut self, m: Move) {
                    let (side, target) = (self.turn, Square(m.to));
                    let action = SETUP_ACTIONS.get(usize::from(m.route));
                    if let Some(action) = action {
                        for piece in action.pieces.chunks_exact(2) {
                            self.kinds[usize::from(piece[1])] |= Set::of(Square(piece[0]));
                            self.sides[side.index()] |= Set::of(Square(piece[0]));
                        }
                        for kind in action.kinds.chunks_exact(2) {
                            self.more.kinds[usize::from(kind[0])][side.index()] = kind[1] + 1;
                        }
                        if action.hides {
                            let own = &mut self.more.hidden[side.index()];
                            *own = own.with(target);
                        }
                        #lay
                    }
                    let mut more = self.more.clone();
                    let mut at = self.clone();
                    let next = MORE.after_setup(&mut more, side, m.route == compiled::DECLINE, |more, side| {
                        at.more.clone_from(more);
                        at.turn = side;
                        chv_runtime::Position::any(&at)
                    });
                    self.more = more;
                    self.turn = next;
                }

                /// How move text names an action of set-up.
                fn setup_name(&self, m: Move) -> String {
                    match SETUP_ACTIONS.get(usize::from(m.route)) {
                        Some(action) if action.on.is_some() => {
                            format!("{}={}", action.text, SIZE.name(Square(m.to)))
                        }
                        Some(action) => action.text.to_owned(),
                        None => format!("{}=-", chv_runtime::Position::phase(self)),
                    }
                }
            }
        });
        let note_moved = self.moved_code();
        let ground = self.ground_code();
        quote! { #if_kind #ground #note_moved #setup }
    }

    /// The state of a position as its record has it.
    pub(super) fn shown_more(&self) -> TokenStream {
        if self.has_more() {
            quote! { MORE.write(&self.more) }
        } else {
            quote! { chv_runtime::More::default() }
        }
    }

    /// What set-up adds to the runtime's contract: the phase, and what comes first in visiting, making
    /// and describing moves.
    pub(super) fn setup_contract(&self) -> [TokenStream; 4] {
        if !self.has_setup() {
            return Default::default();
        }
        let names = self.plan.variant.phases.iter().rev().map(|p| &p.name);
        let m = if self.plan.effects.asks {
            quote! { m.m }
        } else {
            quote! { m }
        };
        [
            quote! {
                fn phase(&self) -> &str {
                    /// The phases, play first.
                    const PHASES: &[&str] = &[#(#names),*];
                    PHASES.get(usize::from(self.more.phase)).copied().unwrap_or("play")
                }
            },
            quote! { if self.more.phase > 0 { return self.visit_setup(&mut visit); } },
            quote! {
                if self.more.phase > 0 {
                    self.set_up(#m);
                    return before;
                }
            },
            quote! {
                if self.more.phase > 0 {
                    return MoveDetail { name: Some(self.setup_name(#m)), ..MoveDetail::default() };
                }
            },
        ]
    }

    /// A set of one move.
    pub(super) fn one_move(&self, m: &TokenStream) -> TokenStream {
        if self.plan.effects.asks {
            quote! { compiled::Ways::One(compiled::Chosen { m: #m, choices: Default::default() }) }
        } else {
            quote! { Batch::One(#m) }
        }
    }

    /// The squares from which pieces have a movement that only some have; nothing for all. `attacker`:
    /// whether it is the opponent's movement that is looked at.
    pub(super) fn only_set(&self, only: Only, attacker: bool) -> Option<TokenStream> {
        let who = match only.who {
            Who::All => None,
            Who::Unmoved => Some(quote! { self.unmoved }),
            Who::Kinds { kinds, .. } if self.threats == Threats::Borrowed => {
                let kinds = self.kind_bits(kinds.0);
                Some(quote! { Self::if_among(moved, #kinds) })
            }
            Who::Kinds { field, own, kinds } => {
                let field = usize::from(field);
                let kinds = self.kind_bits(kinds.0);
                let side = if own == attacker { super::react::them() } else { super::react::us() };
                Some(quote! { self.if_kind(#field, #side, #kinds) })
            }
        };
        let ground = match only.ground {
            Ground::Any => return who,
            Ground::Plain => quote! { self.unless_wound() },
            Ground::Wound => quote! { self.if_wound() },
        };
        Some(who.map_or_else(|| ground.clone(), |who| quote! { (#who & #ground) }))
    }

    /// The functions that say whether terrain joins slides or turns them.
    fn ground_code(&self) -> TokenStream {
        let kinds = winding(self.plan.variant);
        if kinds.is_empty() {
            return TokenStream::new();
        }
        let each = kinds.iter().map(|&t| {
            let t = usize::from(t);
            quote! { self.terrain[#t] }
        });
        quote! {
            /// The whole board while terrain lies on it that joins slides or turns them, else nothing.
            #[inline(always)]
            fn if_wound(&self) -> Set {
                if (#(#each)|*).is_empty() { Set::EMPTY } else { BOARD }
            }

            /// The whole board while no such terrain lies on it, else nothing.
            #[inline(always)]
            fn unless_wound(&self) -> Set { BOARD & !self.if_wound() }
        }
    }

    /// The same as the rest of an intersection.
    pub(super) fn and_only(&self, only: Only, attacker: bool) -> Option<TokenStream> {
        self.only_set(only, attacker).map(|set| quote! { & #set })
    }
}

/// A set of squares as code.
pub(super) fn set256(set: Set256) -> TokenStream {
    let [a, b, c, d] = set.0;
    quote! { chv_runtime::Set256([#a, #b, #c, #d]) }
}

/// A side as code.
pub(super) fn side(side: Side) -> TokenStream {
    match side {
        Side::White => quote! { Side::White },
        Side::Black => quote! { Side::Black },
    }
}
