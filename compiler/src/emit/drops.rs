//! Drops: from the hand to sets of empty squares.

use chv_dsl::model::{Guard, KindId, KindSet, Set256, Side};
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::react::us;
use crate::plan::ways::{Step, Way};
use crate::plan::{Drop, Legality, Only};

impl Emitter<'_, '_> {
    /// Statements that offer all drops.
    pub(super) fn drop_moves(&mut self) -> TokenStream {
        let drops: Vec<Drop> = self.plan.drops.clone();
        let us = us();
        let mut out = TokenStream::new();
        for (i, drop) in drops.iter().enumerate() {
            let Some(tag) = self.drop_tag(i) else { continue };
            let kind = self.kind(drop.kind);
            let (white, black) = (self.set(drop.to[0]), self.set(drop.to[1]));
            let to = self.by_side(white, black);
            let mut limits = TokenStream::new();
            let mut conditions = vec![quote! { self.hands[#us][PieceKind::#kind as usize] > 0 }];
            for guard in &drop.guards {
                match guard {
                    Guard::OnFile(kinds, most) => limits.extend(self.file_limit(*kinds, *most)),
                    Guard::AtMost(kinds, most) => {
                        let of = self.of(*kinds);
                        let before = u32::from(*most).checked_sub(u32::from(kinds.has(drop.kind)));
                        conditions.push(match before {
                            Some(most) => quote! { (own & #of).len() <= #most },
                            None => quote! { false },
                        });
                    }
                    _ => {}
                }
            }
            let settled = self.needs_settling().then(|| {
                let zone = if self.proof() == Legality::Tested {
                    quote! { BOARD }
                } else {
                    quote! { danger.zone }
                };
                quote! { let to = self.settled_drop::<WHITE>(to, #tag, #zone); }
            });
            let finals = self.final_limits(drop, &quote! { #tag });
            out.extend(quote! {
                if #(#conditions)&&* {
                    let to = #to & open;
                    #limits
                    #settled
                    #finals
                    visit(Batch::Fan { from: Square(0), to, tag: #tag, options: 1 })?;
                }
            });
        }
        if out.is_empty() {
            return out;
        }
        let mask = self.masks().then(|| quote! { & danger.allowed });
        quote! {
            // A drop never opens a line: it is legal wherever a piece may go that is not pinned.
            let open = !occupied #mask;
            #out
        }
    }

    /// Takes away the files that hold too many of some kinds already.
    fn file_limit(&self, kinds: KindSet, most: u8) -> TokenStream {
        let of = self.of(kinds);
        let most = u32::from(most);
        let full = if most == 0 {
            quote! { !(there & file).is_empty() }
        } else {
            quote! { (there & file).len() > #most }
        };
        quote! {
            let there = own & #of;
            let to = FILES.iter().fold(to, |to, &file| if #full { to & !file } else { to });
        }
    }

    /// Takes away the drops that give mate, or check, where they must not.
    fn final_limits(&mut self, drop: &Drop, tag: &TokenStream) -> TokenStream {
        let mut out = TokenStream::new();
        let checks = self.checking_squares(drop.kind);
        let near = match &checks {
            Some(near) => quote! {
                let near = (enemy & self.royals()).squares().fold(Set::EMPTY, |near, square| near | (#near));
            },
            None => quote! { let near = BOARD; },
        };
        let call = |test: TokenStream| {
            quote! {
                #near
                let falls = |target: &Square| {
                    let m = Move::new(0, target.0, #tag);
                    #test
                };
                let to = (to & near).squares().filter(falls).fold(to, |left, target| left.without(target));
            }
        };
        // Where moves are proven when they have been made, this is asked then.
        if self.plan.royals.is_empty() || self.wraps() {
            return out;
        }
        if drop.guards.contains(&Guard::NoCheck) {
            out.extend(call(quote! { self.gives_check::<WHITE>(m, false) }));
        }
        if drop.guards.contains(&Guard::NoMate) {
            out.extend(call(quote! { self.gives_check::<WHITE>(m, true) }));
        }
        out
    }

    /// The squares from which a dropped piece attacks one on `square`, if it moves by leaps and nothing
    /// else can give check by coming to the board.
    fn checking_squares(&mut self, kind: KindId) -> Option<TokenStream> {
        let plan = self.plan;
        let alone = self.masks() && !self.looks_at_kinds() && plan.effects.list.iter().all(|e| e.is_light());
        let leaps = plan.movers_of(kind).filter(|m| m.offered).all(|m| {
            m.only == Only::ALL
                && m.ways.anywhere.is_none()
                && m.ways.ways.iter().all(|w| matches!(w, Way::Leap { .. }))
        });
        if !alone || !leaps {
            return None;
        }
        let movers: Vec<_> = plan.movers_of(kind).filter(|m| m.offered).cloned().collect();
        let mut parts = Vec::new();
        for mover in &movers {
            let steps: Vec<Step> = mover
                .ways
                .ways
                .iter()
                .filter_map(|w| if let Way::Leap { step, .. } = w { Some(*step) } else { None })
                .collect();
            let [white, black] = [Side::White, Side::Black].map(|side| {
                let steps: Vec<Step> = steps.iter().map(|&s| super::expr::absolute(side, s)).collect();
                let name = super::names::constant(&self.kind_names[kind as usize]);
                let (from, to) = (mover.from[side.index()], mover.to[side.index()]);
                let table = self.tables.leaps_to(&format!("{name}_ATTACKERS"), &steps, from, to);
                quote! { #table[square.index()] }
            });
            parts.push(self.by_side(white, black));
        }
        Some(if parts.is_empty() {
            quote! { Set::EMPTY }
        } else {
            quote! { #(#parts)|* }
        })
    }

    /// What drops are tested with.
    pub(super) fn drop_proofs(&self) -> TokenStream {
        let guarded =
            |g: &Guard| self.plan.drops.iter().any(|d| d.guards.contains(g)) && !self.plan.royals.is_empty();
        if self.wraps() {
            return self.permitted();
        }
        let finals = (guarded(&Guard::NoMate) || guarded(&Guard::NoCheck)).then(|| {
            let (apply, other) = (
                self.played(&quote! { after }),
                quote! { if WHITE { after.stuck::<false>() } else { after.stuck::<true>() } },
            );
            quote! {
                /// Whether a move gives check (and, with `mate`, leaves no move).
                fn gives_check<const WHITE: bool>(&self, m: Move, mate: bool) -> bool {
                    let mut after = self.clone();
                    #apply
                    chv_runtime::Position::in_check(&after) && (!mate || #other)
                }
            }
        });
        let settled = (!self.plan.drops.is_empty() && self.needs_settling()).then(|| {
            quote! {
                /// The targets of a drop without those that would leave a royal in check.
                fn settled_drop<const WHITE: bool>(&self, to: Set, tag: u8, zone: Set) -> Set {
                    let falls = |target: &Square| {
                        !self.survives::<WHITE>(Move::new(0, target.0, tag))
                    };
                    (to & zone).squares().filter(falls).fold(to, |left, target| left.without(target))
                }
            }
        });
        quote! { #finals #settled }
    }

    /// The function that asks of a position after a move what drops may not do.
    fn permitted(&self) -> TokenStream {
        if !self.asks_mate() {
            return TokenStream::new();
        }
        let mut arms = TokenStream::new();
        for (i, drop) in self.plan.drops.iter().enumerate() {
            let Some(tag) = self.drop_tag(i) else { continue };
            let stuck = quote! { (if WHITE { self.stuck::<false>() } else { self.stuck::<true>() }) };
            if drop.guards.contains(&Guard::NoCheck) {
                arms.extend(quote! { #tag => !chv_runtime::Position::in_check(self), });
            } else if drop.guards.contains(&Guard::NoMate) {
                arms.extend(quote! { #tag => !(chv_runtime::Position::in_check(self) && #stuck), });
            }
        }
        quote! {
            /// Whether the position after a move is none that a move with such a tag may not lead to.
            fn permitted<const WHITE: bool>(&self, tag: u8) -> bool {
                match tag { #arms _ => true }
            }
        }
    }

    /// Tables that limits and hands use: the files, and what a captured piece is in hand.
    pub(super) fn hand_tables(&self) -> TokenStream {
        let variant = self.plan.variant;
        let on_file = |g: &Guard| matches!(g, Guard::OnFile(..));
        let effects = self.plan.effects.list.iter().flat_map(|e| e.forms());
        let in_effects = effects
            .flat_map(|r| r.guards.iter().chain(r.branches.iter().flat_map(|b| &b.guards)))
            .any(|g| on_file(g) || matches!(g, Guard::Not(inner) if on_file(inner)));
        let files = (in_effects || self.plan.drops.iter().any(|d| d.guards.iter().any(on_file))).then(|| {
            let size = variant.board.size;
            let sets = (0..size.files).map(|file| {
                let squares: Set256 = size.all().filter(|&s| size.file(s) == file).collect();
                self.set(squares & self.plan.board)
            });
            let count = usize::from(size.files);
            quote! {
                /// The squares of each file.
                const FILES: [Set; #count] = [#(#sets),*];
            }
        });
        let edits = || self.plan.effects.list.iter().flat_map(|e| e.edits());
        let base = (variant.fields.hands && edits().any(|e| matches!(e, chv_dsl::model::Edit::VictimToHand)))
            .then(|| {
                let each = variant.kinds.iter().map(|k| {
                    let kind = self.kind(k.base);
                    quote! { PieceKind::#kind as u8 }
                });
                quote! {
                    /// What a captured piece of each kind is in hand.
                    const BASE: [u8; KINDS] = [#(#each),*];
                }
            });
        quote! { #files #base }
    }
}
