//! Moves that are more than displacements, each proven on its own: captures in passing, captures from
//! afar, promotions with further effects.

use chv_dsl::model::{KindId, KindSet, Set256, Side, SquareSet};
use proc_macro2::TokenStream;
use quote::quote;

use super::expr::absolute;
use super::{Emitter, names};
use crate::plan::ways::{FAR, Step, Way};
use crate::plan::{Legality, Mover, Only};

/// Captures en passant of a kind of piece: what it takes by some steps.
struct Passing {
    only: Only,
    from: [Set256; 2],
    to: [Set256; 2],
    victims: KindSet,
    steps: Vec<Step>,
}

impl Passing {
    /// Whether the same pieces can make it from and to the same squares.
    fn is_like(&self, other: &Self) -> bool {
        (self.only, self.from, self.to) == (other.only, other.from, other.to)
    }
}

impl Emitter<'_, '_> {
    /// Captures en passant: rare, so each is made and tested.
    pub(super) fn passing_moves(&mut self) -> TokenStream {
        let Some(_) = self.tags.passing else { return TokenStream::new() };
        let many = self.plan.many_passers();
        // Moves are also tried for the side that has just moved: it has passed the squares itself.
        let whose = (!many && self.plan.tries()).then(|| quote! { && enemy.has(Square(self.passer)) });
        let m = quote! { Move::new(from.0, target.0, EN_PASSANT) };
        let proof = self.careful(&quote! { m });
        let all = self.plan.prey();
        let mut parts = TokenStream::new();
        for kind in 0..self.plan.variant.kinds.len() as KindId {
            let groups = self.passings(kind);
            let victims = groups.iter().fold(KindSet::NONE, |victims, g| victims.or(g.victims));
            let alone = groups.len() == 1;
            // The squares that each group reaches the target from, if what has passed it is to be had.
            let mut from = Vec::new();
            for group in groups {
                let table = self.passing_table(kind, &group);
                let unmoved = self.and_only(group.only, false);
                let reach = quote! { #table #unmoved };
                from.push(if alone || group.victims == victims {
                    reach
                } else {
                    let of = self.of(group.victims);
                    let test = if many {
                        quote! { passers.by(enemy & #of).has(target) }
                    } else {
                        quote! { #of.has(Square(self.passer)) }
                    };
                    quote! { (if #test { #reach } else { Set::EMPTY }) }
                });
            }
            if from.is_empty() {
                continue;
            }
            let movable = self.movable(kind, &self.kind(kind));
            let from = if alone {
                quote! { #(#from)* & own & #movable }
            } else {
                quote! { (#(#from)|*) & own & #movable }
            };
            let of = self.of(victims);
            let test = (!many && !all.minus(victims).is_empty()).then(|| {
                quote! { && #of.has(Square(self.passer)) }
            });
            let each = quote! {
                for from in (#from).squares() {
                    let m = #m;
                    if #proof #test #whose { visit(Batch::One(m))?; }
                }
            };
            parts.extend(if many {
                quote! {
                    for target in (passers.by(enemy & #of) & !occupied).squares() { #each }
                }
            } else {
                each
            });
        }
        if many {
            return quote! {
                let mut passers = self.passers;
                passers.add(self.passed, Square(self.passer));
                if !passers.is_empty() { #parts }
            };
        }
        quote! {
            for target in (self.passed & !occupied).squares() { #parts }
        }
    }

    /// By which steps pieces of a kind capture which kinds en passant.
    fn passings(&self, kind: KindId) -> Vec<Passing> {
        let mut single: Vec<Passing> = Vec::new();
        for mover in self.plan.movers_of(kind) {
            for &(step, victims) in &mover.ways.passed {
                let victims = victims.and(self.plan.prey());
                let new =
                    Passing { only: mover.only, from: mover.from, to: mover.to, victims, steps: vec![step] };
                match single.iter_mut().find(|g| g.is_like(&new) && g.steps == new.steps) {
                    Some(group) => group.victims = group.victims.or(victims),
                    None => single.push(new),
                }
            }
        }
        let mut groups: Vec<Passing> = Vec::new();
        for one in single {
            match groups.iter_mut().find(|g| g.is_like(&one) && g.victims == one.victims) {
                Some(group) => group.steps.extend(one.steps),
                None => groups.push(one),
            }
        }
        groups
    }

    /// The squares from which pieces of a kind capture on `target` in passing.
    fn passing_table(&mut self, kind: KindId, group: &Passing) -> TokenStream {
        let constant = names::constant(&self.kind_names[kind as usize]);
        let mut table = |side: Side| {
            let steps: Vec<Step> = group.steps.iter().map(|&s| absolute(side, s)).collect();
            let (from, to) = (group.from[side.index()], group.to[side.index()]);
            self.tables.leaps_to(&format!("{constant}_PASSING"), &steps, from, to)
        };
        let (white, black) = (table(Side::White), table(Side::Black));
        self.by_side(quote! { #white[target.index()] }, quote! { #black[target.index()] })
    }

    /// The pieces that can have passed a square along a walk, as the rest of a union.
    pub(super) fn passers_by_walk(&self) -> TokenStream {
        let blocked = if self.plan.blocks() {
            quote! { blocked }
        } else {
            quote! { Set::EMPTY }
        };
        let terrain = self.seen_terrain(&quote! { self });
        // What the side to act knows of what is hidden.
        let hiding = self.plan.hides().then(|| {
            let scene = terrain.is_empty().then(|| quote! { .on(&[]) });
            quote! { #scene .hiding(self.known_to(self.turn), Set::EMPTY) }
        });
        let leaves = |m: &&Mover| {
            m.walks.as_ref().is_some_and(|w| w.iter().any(|w| w.nodes.iter().any(|n| n.head.leaves_passed)))
        };
        let each = self.walkers().into_iter().filter(|m| leaves(&m)).map(|mover| {
            let [white, black] = [Side::White, Side::Black].map(|side| {
                let walk = self.walk_name(&mover, side);
                let (us, them) = (side.index(), side.other().index());
                let each = self.arrivals(&mover, side).into_iter().map(|(kinds, arrival)| {
                    let (kinds, KindSet(left)) = (self.of(kinds), arrival.left);
                    let from = self.set(arrival.from);
                    let to = (!self.is_board(arrival.to)).then(|| {
                        let to = self.set(arrival.to);
                        quote! { & #to }
                    });
                    let left = if left == 0 {
                        quote! { Set::EMPTY }
                    } else {
                        quote! { sides[#us] & compiled::of_kinds(&self.kinds, #left) }
                    };
                    quote! {
                        compiled::explainers_by_walk(
                            &#walk, scene, #kinds & self.sides[#us] #to, #from, #left, square,
                        )
                    }
                });
                quote! {{
                    let scene = compiled::walk::Scene::from(compiled::walk::View {
                        kinds: &self.kinds,
                        own: sides[#us],
                        enemy: sides[#them],
                        passed: Set::EMPTY,
                        passer: Square(0),
                        blocked: #blocked,
                    } #terrain #hiding);
                    Set::EMPTY #(| #each)*
                }}
            });
            quote! { | match side { Side::White => #white, Side::Black => #black } }
        });
        each.collect()
    }

    /// The proof that a rare move is legal: by making it.
    pub(super) fn careful(&self, m: &TokenStream) -> TokenStream {
        match self.proof() {
            Legality::None => quote! { true },
            _ => quote! { self.survives::<WHITE>(#m) },
        }
    }

    /// Captures without moving. One that touches no line to the royal needs no test.
    pub(super) fn shot_moves(&mut self) -> TokenStream {
        let Some(_) = self.tags.shot else { return TokenStream::new() };
        let movers: Vec<Mover> =
            self.plan.movers.iter().filter(|m| m.ways.stay && m.offered).cloned().collect();
        let mut out = TokenStream::new();
        for (i, mover) in movers.iter().enumerate() {
            let Some(targets) = self.targets(mover, false) else { continue };
            // What an earlier movement of the kind takes as well is taken once.
            let mut known = Vec::new();
            for other in movers[..i].iter().filter(|m| m.kind == mover.kind) {
                let Some(targets) = self.targets(other, false) else { continue };
                known.push(if let Some(set) = self.only_set(other.only, false) {
                    quote! { if #set.has(from) { #targets } else { Set::EMPTY } }
                } else {
                    targets
                });
            }
            let but = (!known.is_empty()).then(|| quote! { & !(#((#known))|*) });
            let movable = self.movable(mover.kind, &self.kind(mover.kind));
            let proof = self.careful(&quote! { m });
            let unmoved = self.and_only(mover.only, false);
            let emit = if self.masks() && self.plan.careful_captures() {
                quote! {
                    let falls = |target: &Square| {
                        let m = Move::new(from.0, target.0, SHOT);
                        !#proof
                    };
                    let to = to.squares().filter(falls).fold(to, |left, target| left.without(target));
                    visit(Batch::Fan { from, to, tag: SHOT, options: 1 })?;
                }
            } else if self.masks() {
                quote! {
                    let mut to = to;
                    let doubtful = if danger.check { to } else { to & (Self::sight::<WHITE>(royal) | danger.zone) };
                    for target in doubtful.squares() {
                        let m = Move::new(from.0, target.0, SHOT);
                        if !#proof { to = to.without(target); }
                    }
                    visit(Batch::Fan { from, to, tag: SHOT, options: 1 })?;
                }
            } else if self.proof() == Legality::None {
                quote! { visit(Batch::Fan { from, to, tag: SHOT, options: 1 })?; }
            } else {
                quote! {
                    for target in to.squares() {
                        let m = Move::new(from.0, target.0, SHOT);
                        if #proof { visit(Batch::One(m))?; }
                    }
                }
            };
            out.extend(quote! {
                for from in (own & #movable #unmoved).squares() {
                    let to = (#targets) #but;
                    #emit
                }
            });
        }
        out
    }

    /// Promotions whose effects are not those of a displacement: each is made and tested.
    pub(super) fn careful_promotions(&mut self) -> TokenStream {
        let mut out = TokenStream::new();
        for (p, promotion) in self.plan.promotions.clone().iter().enumerate() {
            let tags: Vec<_> = promotion
                .choices
                .iter()
                .enumerate()
                .filter(|(_, c)| c.alone)
                .map(|(i, _)| self.promotion_tag(p, i))
                .collect();
            if tags.is_empty() {
                continue;
            }
            let proof = self.careful(&quote! { m });
            let proof = if self.plan.careful_captures() {
                proof
            } else if self.masks() {
                quote! { (!danger.check && (touched & (Self::sight::<WHITE>(royal) | danger.zone)).is_empty()) || #proof }
            } else {
                proof
            };
            for kind in promotion.kinds.iter() {
                let movable = self.movable(kind, &self.kind(kind));
                let wanted = |m: &&Mover| m.offered && !m.ways.stay && m.walks.is_none();
                let movers: Vec<Mover> = self.plan.movers_of(kind).filter(wanted).cloned().collect();
                let parts = self.all_targets(&movers);
                if parts.is_empty() {
                    continue;
                }
                let zone = self.zone_of(promotion, &quote! { from });
                let near = self.near_zone(promotion, &movers);
                out.extend(quote! {
                    for from in (own & #movable & #near).squares() {
                        for target in ((#((#parts))|*) & #zone).squares() {
                            let touched = Set::of(from).with(target);
                            #({
                                let m = Move::new(from.0, target.0, #tags);
                                if #proof { visit(Batch::One(m))?; }
                            })*
                        }
                    }
                });
            }
        }
        out
    }

    /// The squares from which a kind can reach its promotion zone with one move, if that is cheap to
    /// say (leaps only); else the board.
    pub(super) fn near_zone(&self, promotion: &crate::plan::Promotion, movers: &[Mover]) -> TokenStream {
        let leaps_only = movers
            .iter()
            .all(|m| m.ways.anywhere.is_none() && m.ways.ways.iter().all(|w| matches!(w, Way::Leap { .. })));
        if !leaps_only || promotion.from.iter().any(|z| !z.is_empty()) {
            return quote! { BOARD };
        }
        let size = self.plan.variant.board.size;
        let sets = [Side::White, Side::Black].map(|side| {
            let mut near = Set256::EMPTY;
            for mover in movers {
                let mut steps: Vec<Step> = mover
                    .ways
                    .ways
                    .iter()
                    .filter_map(|w| if let Way::Leap { step, .. } = w { Some(*step) } else { None })
                    .collect();
                for push in &mover.ways.pushes {
                    steps.extend(
                        (1..=FAR as i8)
                            .filter(|n| push.lengths >> n & 1 != 0)
                            .map(|n| (push.step.0.saturating_mul(n), push.step.1.saturating_mul(n))),
                    );
                }
                for square in mover.from[side.index()].squares() {
                    for &step in &steps {
                        let (dx, dy) = absolute(side, step);
                        if size
                            .step(square, dx.into(), dy.into())
                            .is_some_and(|t| promotion.to[side.index()].has(t))
                        {
                            near |= Set256::of(square);
                        }
                    }
                }
            }
            self.set(near)
        });
        let [white, black] = sets;
        self.by_side(white, black)
    }

    /// The squares where a piece of a kind may not stay what it is, though it may elsewhere.
    pub(super) fn forced(&self, promotion: &crate::plan::Promotion, kind: KindId) -> Option<TokenStream> {
        let (_, squares) =
            promotion.forced.iter().find(|(k, s)| *k == kind && s.iter().any(|s| !s.is_empty()))?;
        Some(self.by_side(self.set(squares[0]), self.set(squares[1])))
    }

    /// The squares on which a move by one step (of its owner's view) promotes.
    pub(super) fn zone_of_step(&self, promotion: &crate::plan::Promotion, step: Step) -> TokenStream {
        let size = self.plan.variant.board.size;
        let [white, black] = [Side::White, Side::Black].map(|side| {
            let (dx, dy) = absolute(side, step);
            let left = promotion.from[side.index()].squares().filter(|s| s.index() < size.squares());
            let left: Set256 = left.filter_map(|s| size.step(s, dx.into(), dy.into())).collect();
            self.set(promotion.to[side.index()] | left)
        });
        self.by_side(white, black)
    }

    /// The squares on which a move from `from` promotes.
    pub(super) fn zone_of(&self, promotion: &crate::plan::Promotion, from: &TokenStream) -> TokenStream {
        let (white, black) = (self.set(promotion.to[0]), self.set(promotion.to[1]));
        let to = self.by_side(white, black);
        if promotion.from.iter().all(|z| z.is_empty()) {
            return to;
        }
        let (white, black) = (self.set(promotion.from[0]), self.set(promotion.from[1]));
        let leaving = self.by_side(white, black);
        quote! { (if #leaving.has(#from) { BOARD } else { #to }) }
    }
}
