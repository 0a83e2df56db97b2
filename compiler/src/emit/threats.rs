//! Threats where captures and moves set something off: who could take a royal without losing his own,
//! and what only trying a move tells.

use chv_dsl::model::Set256;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Emitter;
use super::react::{them, us};
use crate::plan::ways::Step;

impl Emitter<'_, '_> {
    /// The name of the table of squares at most so many king's steps away.
    pub(super) fn near_table(&mut self, within: u8) -> Ident {
        let board = &self.plan.variant.board;
        if board.joined_files || board.joined_ranks {
            self.near.insert(within);
            return format_ident!("NEAR_{within}");
        }
        let reach = within as i8;
        let steps: Vec<Step> = (-reach..=reach)
            .flat_map(|x| (-reach..=reach).map(move |y| (x, y)))
            .filter(|&step| step != (0, 0))
            .collect();
        let whole = self.plan.board;
        self.tables.leaps(&format!("NEAR_{within}"), &steps, whole, whole)
    }

    /// The tables of nearness on a board that is joined at its edges.
    pub(super) fn near_tables(&self) -> TokenStream {
        let board = &self.plan.variant.board;
        let size = board.size;
        let apart = |a: u8, b: u8, around: u8, joined: bool| {
            let d = a.abs_diff(b);
            if joined { d.min(around - d) } else { d }
        };
        let count = size.squares();
        self.near
            .iter()
            .map(|&within| {
                let name = format_ident!("NEAR_{within}");
                let sets = size.all().map(|middle| {
                    let near: Set256 = size
                        .all()
                        .filter(|&s| {
                            s != middle
                                && apart(size.file(s), size.file(middle), size.files, board.joined_files)
                                    <= within
                                && apart(size.rank(s), size.rank(middle), size.ranks, board.joined_ranks)
                                    <= within
                        })
                        .collect();
                    self.set(near & self.plan.board)
                });
                quote! {
                    /// For each square those near it, over joined edges too.
                    static #name: [Set; #count] = [#(#sets),*];
                }
            })
            .collect()
    }

    /// Attackers (an expression) of a royal on `square`, without those whose capture would cost them
    /// their own royal.
    pub(super) fn real(&self, attackers: TokenStream) -> TokenStream {
        if self.plan.backfires() {
            quote! { self.real::<WHITE>(#attackers, square) }
        } else {
            attackers
        }
    }

    /// The function that finds these.
    pub(super) fn real_code(&mut self) -> TokenStream {
        if !self.plan.backfires() {
            return TokenStream::new();
        }
        let reach = self.plan.effects.reach;
        let them = them();
        let doubtful = if reach.anywhere {
            quote! { royals }
        } else if reach.within == 0 {
            quote! { royals & attackers }
        } else {
            let near = self.near_table(reach.within);
            quote! { royals & (#near[square.index()] | attackers) }
        };
        quote! {
            /// Of pieces that could take a royal on `square` those that would not lose their own by what
            /// that sets off: the others threaten nothing.
            fn real<const WHITE: bool>(&self, attackers: Set, square: Square) -> Set {
                let royals = self.sides[#them] & self.royals();
                if attackers.is_empty() || (#doubtful).is_empty() {
                    return attackers;
                }
                let lives = |attacker: &Square| {
                    let mut after = self.clone();
                    let m = Move::new(attacker.0, square.0, PLAIN);
                    if WHITE { after.apply::<false>(m); } else { after.apply::<true>(m); }
                    (after.sides[#them] & after.royals()).len() >= royals.len()
                };
                attackers.squares().filter(lives).fold(Set::EMPTY, |real, attacker| real.with(attacker))
            }
        }
    }

    /// `attacked` and `attackers` where only trying a move tells what it removes.
    pub(super) fn tried_code(&mut self) -> TokenStream {
        if self.plan.hides() {
            return self.trail_threats();
        }
        let reach = self.plan.effects.reach;
        let (us, them) = (us(), them());
        let mut apart = vec![if self.marks_ways() {
            quote! { m.route != 0 && m.route & compiled::walk::LOCAL == 0 }
        } else {
            quote! { m.route != 0 }
        }];
        apart.extend(self.tags.passing.map(|_| quote! { m.tag == EN_PASSANT }));
        let near = if reach.anywhere {
            quote! { BOARD }
        } else if reach.within == 0 {
            quote! { Set::of(square) }
        } else {
            let near = self.near_table(reach.within);
            quote! { #near[square.index()].with(square) }
        };
        let whole = near.clone();
        let near = if reach.captures {
            quote! { #near & (self.sides[0] | self.sides[1]) }
        } else {
            near
        };
        let travels = self.plan.variant.fields.travel.is_some();
        // What the attacker does ends with what lands then.
        let (land, leaves, wider, due, alone) = if travels {
            (
                quote! {
                    if lands && theirs >= before[1] {
                        deed.spared +=
                            if WHITE { after.land::<false>().1 } else { after.land::<true>().1 };
                    }
                    let [own, _] = royals(&after);
                },
                self.tags.depart.map(|_| quote! { m.tag == DEPART || }).unwrap_or_default(),
                quote! {
                    let whole = #whole;
                    let near = if lands { whole } else { near };
                },
                quote! {
                    let lands = if WHITE { self.is_due::<false>() } else { self.is_due::<true>() };
                },
                quote! {
                    (if WHITE { self.lands_on_royal::<false>(0) } else { self.lands_on_royal::<true>(1) }) ||
                },
            )
        } else {
            Default::default()
        };
        // What lands is no piece on the board.
        let landed = travels.then(|| {
            quote! {
                if WHITE && self.lands_on_royal::<false>(0) || !WHITE && self.lands_on_royal::<true>(1) {
                    return all;
                }
            }
        });
        let mutable = travels.then(|| quote! { mut });
        let here = travels.then(|| {
            quote! { && (!lands || whole.has(Square(m.to)) || deed.touched.has(square)) }
        });
        let hits = quote! { (own + deed.spared < before[0] && theirs >= before[1] #here) };
        let tries = if self.plan.effects.asks {
            quote! {
                let mut ways = compiled::Chooser::first();
                loop {
                    let mut after = self.clone();
                    let #mutable deed = if WHITE {
                        after.apply::<false>(m, &mut ways)
                    } else {
                        after.apply::<true>(m, &mut ways)
                    };
                    let [own, theirs] = royals(&after);
                    #land
                    if !ways.fails() && #hits { return found(m); }
                    if !ways.next_way() { return ControlFlow::Continue(()); }
                }
            }
        } else {
            quote! {
                let mut after = self.clone();
                let #mutable deed = if WHITE { after.apply::<false>(m) } else { after.apply::<true>(m) };
                let [own, theirs] = royals(&after);
                #land
                if #hits { found(m) } else { ControlFlow::Continue(()) }
            }
        };
        let owed = self.owed_threats();
        // Drops and castling are nobody's attack on the board.
        let mut pieces = vec![quote! { true }];
        if let (Some(first), Some(last)) =
            (self.drop_tag(0), self.drop_tag(self.plan.drops.len().saturating_sub(1)))
        {
            pieces.push(quote! { !(#first..=#last).contains(&m.tag) });
        }
        pieces.extend(self.castle_range().map(|(first, last)| quote! { !(#first..=#last).contains(&m.tag) }));
        quote! {
            /// Calls `found` with the moves by which the opponent of the side that `WHITE` names would
            /// remove its royal on `square`, given a turn now: each that could is made.
            fn tried<const WHITE: bool>(
                &self,
                square: Square,
                found: &mut dyn FnMut(Move) -> ControlFlow<()>,
            ) -> ControlFlow<()> {
                use chv_runtime::MoveSet as _;
                let royals = |p: &Self| [p.sides[#us] & p.royals(), p.sides[#them] & p.royals()].map(|set| set.len());
                let before = royals(self);
                let near = #near;
                #due
                #wider
                let mut visit = |batch: Batch<Set>| {
                    batch.each(|m| {
                        if #leaves !near.has(Square(m.to)) && !(#(#apart)||*) {
                            return ControlFlow::Continue(());
                        }
                        #tries
                    })
                };
                if WHITE {
                    self.visit_with::<false, false>(&mut visit)
                } else {
                    self.visit_with::<true, false>(&mut visit)
                }
            }

            /// Whether the opponent of the side that `WHITE` names could remove its royal on `square`.
            fn attacked<const WHITE: bool>(&self, square: Square, _: Set, _: Set) -> bool {
                #owed
                #alone self.tried::<WHITE>(square, &mut |_| ControlFlow::Break(())).is_break()
            }

            /// The pieces that give check to a royal on `square`.
            fn attackers<const WHITE: bool>(&self, square: Square, _: Set, _: Set) -> Set {
                let mut all = Set::EMPTY;
                #landed
                let _ = self.tried::<WHITE>(square, &mut |m| {
                    if #(#pieces)&&* { all |= Set::of(Square(m.from)); }
                    ControlFlow::Continue(())
                });
                all
            }
        }
    }
}
