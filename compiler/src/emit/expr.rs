//! Expressions that occur in several places: what differs between the sides, and the targets of a
//! movement from one square.

use chv_dsl::model::{KindSet, Set256, Side, Square, SquareSet as _};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::tables::rises;
use super::{Emitter, names};
use crate::plan::Mover;
use crate::plan::ways::{Blocked, Ends, FAR, Needs, Step, Way};

/// A step as the side sees it, absolute.
pub(super) fn absolute(side: Side, (x, y): Step) -> Step {
    match side {
        Side::White => (x, y),
        Side::Black => (-x, -y),
    }
}

impl Emitter<'_, '_> {
    /// What is in the way: pieces, and terrain that blocks.
    pub(super) fn occupied(&self) -> TokenStream {
        if self.plan.blocks() {
            quote! { own | enemy | self.blocked() }
        } else {
            quote! { own | enemy }
        }
    }

    /// A value that may differ between the sides, in a function generic over `WHITE`.
    pub(super) fn by_side(&self, white: TokenStream, black: TokenStream) -> TokenStream {
        if white.to_string() == black.to_string() {
            return white;
        }
        quote! { (if WHITE { #white } else { #black }) }
    }

    /// The squares of the board that belong to the side that `WHITE` names.
    pub(super) fn region(&self, sets: [Set256; 2]) -> TokenStream {
        let [white, black] = sets.map(|set| self.set(set & self.plan.board));
        self.by_side(white, black)
    }

    /// Leaps of a side's steps, looked up for `square`: the table differs between the sides unless
    /// the steps and regions are the same for both.
    pub(super) fn leaps_at(
        &mut self,
        hint: &str,
        steps: &[Step],
        from: [Set256; 2],
        to: [Set256; 2],
        square: &TokenStream,
    ) -> TokenStream {
        let mut table = |side: Side| {
            let steps: Vec<Step> = steps.iter().map(|&s| absolute(side, s)).collect();
            self.tables.leaps(hint, &steps, from[side.index()], to[side.index()])
        };
        let (white, black) = (table(Side::White), table(Side::Black));
        self.by_side(quote! { #white[#square.index()] }, quote! { #black[#square.index()] })
    }

    /// The squares that reach `square` by a leap of the other side (the attackers of the side that
    /// `WHITE` names).
    pub(super) fn enemy_leaps_to(
        &mut self,
        hint: &str,
        steps: &[Step],
        from: [Set256; 2],
        to: [Set256; 2],
        square: &TokenStream,
    ) -> TokenStream {
        let mut table = |side: Side| {
            let steps: Vec<Step> = steps.iter().map(|&s| absolute(side, s)).collect();
            self.tables.leaps_to(hint, &steps, from[side.index()], to[side.index()])
        };
        // The attackers of White are Black's.
        let (white, black) = (table(Side::Black), table(Side::White));
        self.by_side(quote! { #white[#square.index()] }, quote! { #black[#square.index()] })
    }

    /// The squares seen along lines from `square`; `turn` is set for lines of the other side looked
    /// at from their end.
    pub(super) fn lines_at(
        &mut self,
        kinds: KindSet,
        steps: &[Step],
        most: u8,
        square: &TokenStream,
        occupied: &TokenStream,
    ) -> TokenStream {
        let hint = self.lines_name(kinds, steps);
        let mut function = |side: Side| {
            let steps: Vec<Step> = steps.iter().map(|&s| absolute(side, s)).collect();
            self.tables.lines(&hint, &steps, most)
        };
        let (white, black) = (function(Side::White), function(Side::Black));
        self.by_side(quote! { #white(#square, #occupied) }, quote! { #black(#square, #occupied) })
    }

    fn lines_name(&self, kinds: KindSet, steps: &[Step]) -> String {
        let mut sorted = steps.to_vec();
        sorted.sort_unstable();
        let straight = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        let slanted = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        if sorted == straight {
            "orthogonal_lines".to_owned()
        } else if sorted == slanted {
            "diagonal_lines".to_owned()
        } else {
            let first = kinds.iter().next().unwrap_or_default();
            format!("{}_lines", names::snake(&self.kind_names[first as usize]))
        }
    }

    /// What an ends-filter lets through of squares seen: an expression over `own`, `enemy` and
    /// `occupied`. `royal` says whether royals count as prey (for threats).
    pub(super) fn ends_filter(&self, ends: Ends, royal: bool) -> Option<TokenStream> {
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        let prey = if royal { all } else { self.plan.prey() };
        let capture = ends.capture.and(prey);
        let friend = ends.friend.and(all);
        // Royals are not captured, but a movement that spares them must not go to their squares.
        let every_enemy = all.minus(ends.capture).is_empty();
        let mut parts = Vec::new();
        if ends.quiet && every_enemy && friend.is_empty() {
            return Some(if self.plan.blocks() {
                quote! { (!occupied | enemy) }
            } else {
                quote! { !own }
            });
        }
        if ends.quiet {
            parts.push(quote! { !occupied });
        }
        if !capture.is_empty() {
            let kinds = if every_enemy { all } else { capture };
            parts.push(self.among(quote! { enemy }, kinds));
        }
        if !friend.is_empty() {
            parts.push(self.among(quote! { own }, friend));
        }
        match &parts[..] {
            [] => None,
            [one] => Some(quote! { (#one) }),
            many => Some(quote! { (#((#many))|*) }),
        }
    }

    /// The squares that a movement's leaps, rides and nested ways reach from the square `from`, as
    /// one expression over `own`, `enemy`, `occupied`; `None` if there are none in play.
    pub(super) fn targets(&mut self, mover: &Mover, royal: bool) -> Option<TokenStream> {
        let square = quote! { from };
        let mut parts = Vec::new();
        let mut by_ends: Vec<(Ends, Vec<Step>)> = Vec::new();
        let mut rides: Vec<(u8, Ends, Vec<Step>)> = Vec::new();
        for way in &mover.ways.ways {
            match way {
                Way::Leap { step, ends } => match by_ends.iter_mut().find(|(e, _)| e == ends) {
                    Some((_, steps)) => steps.push(*step),
                    None => by_ends.push((*ends, vec![*step])),
                },
                Way::Ride { step, most, ends } => {
                    match rides.iter_mut().find(|(m, e, _)| m == most && e == ends) {
                        Some((_, _, steps)) => steps.push(*step),
                        None => rides.push((*most, *ends, vec![*step])),
                    }
                }
                Way::Through { .. } | Way::Slide { .. } => {}
            }
        }
        let constant = names::constant(&self.kind_names[mover.kind as usize]);
        for (ends, steps) in by_ends {
            let Some(filter) = self.ends_filter(ends, royal) else { continue };
            let hint = match (ends.quiet, ends.capture.is_empty()) {
                (true, true) => format!("{constant}_QUIET_STEPS"),
                (false, false) => format!("{constant}_CAPTURES"),
                _ => format!("{constant}_STEPS"),
            };
            let table = self.leaps_at(&hint, &steps, mover.from, mover.to, &square);
            parts.push(quote! { #table & #filter });
        }
        let whole = mover.from.iter().chain(&mover.to).all(|&set| self.is_board(set));
        let region = if whole {
            None
        } else {
            let rows: Vec<TokenStream> = [Side::White, Side::Black]
                .iter()
                .map(|s| {
                    let (from, to) = (self.set(mover.from[s.index()]), self.set(mover.to[s.index()]));
                    quote! { (if #from.has(from) { #to } else { Set::EMPTY }) }
                })
                .collect();
            Some(self.by_side(rows[0].clone(), rows[1].clone()))
        };
        // Rides that end in the same way are looked up together before the filter.
        let mut filters: Vec<(Ends, Vec<TokenStream>)> = Vec::new();
        for (most, ends, steps) in rides {
            let kinds = KindSet::of(mover.kind);
            let straight: Vec<Step> = steps.iter().copied().filter(|s| s.0 == 0 || s.1 == 0).collect();
            let slanted: Vec<Step> = steps.iter().copied().filter(|s| s.0.abs() == s.1.abs()).collect();
            let oblique: Vec<Step> =
                steps.iter().copied().filter(|s| s.0 != 0 && s.1 != 0 && s.0.abs() != s.1.abs()).collect();
            for group in [straight, slanted, oblique] {
                if group.is_empty() {
                    continue;
                }
                let lines = self.lines_at(kinds, &group, most, &square, &quote! { occupied });
                match filters.iter_mut().find(|(e, _)| *e == ends) {
                    Some((_, list)) => list.push(lines),
                    None => filters.push((ends, vec![lines])),
                }
            }
        }
        for (ends, lines) in filters {
            let Some(filter) = self.ends_filter(ends, royal) else { continue };
            let region = region.iter();
            parts.push(quote! { (#(#lines)|*) & #filter #(& #region)* });
        }
        if let Some(function) = self.paths_function(mover) {
            let region = region.iter();
            parts.push(quote! { self.#function::<WHITE>(from, own, enemy) #(& #region)* });
        }
        if let Some(filter) = mover.ways.anywhere.and_then(|ends| self.ends_filter(ends, royal)) {
            let (white, black) = (self.set(mover.to[0]), self.set(mover.to[1]));
            let to = self.by_side(white, black);
            let (white, black) = (self.set(mover.from[0]), self.set(mover.from[1]));
            let start = self.by_side(white, black);
            let everywhere = mover.from.iter().all(|&set| self.is_board(set));
            parts.push(if everywhere {
                quote! { (#to & #filter).without(from) }
            } else {
                quote! { if #start.has(from) { (#to & #filter).without(from) } else { Set::EMPTY } }
            });
        }
        for push in mover.ways.pushes.iter().filter(|p| !p.leaves_passed) {
            for length in (1..=u32::from(FAR)).filter(|n| push.lengths >> n & 1 != 0) {
                parts.push(self.push_of(mover, push.step, length));
            }
        }
        if parts.is_empty() { None } else { Some(quote! { #((#parts))|* }) }
    }

    /// The target of a push of exactly `length` steps from `from`, if the way is free.
    pub(super) fn push_of(&mut self, mover: &Mover, step: Step, length: u32) -> TokenStream {
        let constant = names::constant(&self.kind_names[mover.kind as usize]);
        let square = quote! { from };
        let far = (step.0 * length as i8, step.1 * length as i8);
        // No square of the way may be a hole.
        let (size, board) = (self.plan.variant.board.size, self.plan.board);
        let from = [Side::White, Side::Black].map(|side| {
            let (x, y) = absolute(side, step);
            let lies = |from: &Square, n: i32| {
                size.step(*from, n * i32::from(x), n * i32::from(y)).is_some_and(|s| board.has(s))
            };
            let open = |from: &Square| (1..length as i32).all(|n| lies(from, n));
            mover.from[side.index()].squares().filter(open).collect::<Set256>()
        });
        let table = self.leaps_at(&format!("{constant}_PUSH"), &[far], from, mover.to, &square);
        let way: Vec<Step> = (1..=length as i8).map(|i| (step.0 * i, step.1 * i)).collect();
        let whole = [self.plan.board; 2];
        let way = self.leaps_at(&format!("{constant}_WAY"), &way, whole, whole, &square);
        quote! { if (#way & occupied).is_empty() { #table } else { Set::EMPTY } }
    }

    /// The name of the function that follows a movement's nested ways, if it has any: that of the first
    /// movement which has them.
    pub(super) fn paths_function(&self, mover: &Mover) -> Option<Ident> {
        has_paths(mover).then(|| {
            let first = self.first_with_paths_of(mover);
            let kind = names::snake(&self.kind_names[first.kind as usize]);
            let own = |m: &&Mover| has_paths(m) && self.first_with_paths_of(m) == *m;
            match self.plan.movers_of(first.kind).filter(own).position(|m| m == first) {
                Some(i) if i > 0 => format_ident!("{kind}_paths_{}", i + 1),
                _ => format_ident!("{kind}_paths"),
            }
        })
    }

    /// The first movement with the nested ways of another: pieces that borrow have those of others.
    pub(super) fn first_with_paths_of<'a>(&'a self, mover: &'a Mover) -> &'a Mover {
        let same = |m: &&Mover| nested(m).eq(nested(mover));
        self.plan.movers.iter().find(same).unwrap_or(mover)
    }

    /// The function itself: every way followed square by square.
    pub(super) fn paths_code(&mut self, mover: &Mover) -> TokenStream {
        let Some(name) = self.paths_function(mover) else { return TokenStream::new() };
        let nested: Vec<Way> = nested(mover).cloned().collect();
        let mut turned: Vec<Way> = nested.iter().map(Way::turned).collect();
        turned.sort();
        let body = if turned == nested {
            let body = self.follow(&nested, Side::White, &quote! { from }, 0);
            quote! { #body }
        } else {
            let white = self.follow(&nested, Side::White, &quote! { from }, 0);
            let black = self.follow(&nested, Side::Black, &quote! { from }, 0);
            quote! { if WHITE { #white } else { #black } }
        };
        let occupied = self.occupied();
        let kind = &self.plan.variant.kinds[mover.kind as usize].name;
        let doc = self.doc(
            &format!("The squares a {kind} reaches over squares it has to pass: those it may end on."),
            mover.source,
        );
        quote! {
            #[doc = #doc]
            fn #name<const WHITE: bool>(&self, from: Square, own: Set, enemy: Set) -> Set {
                let own = own.without(from);
                let occupied = #occupied;
                let mut targets = Set::EMPTY;
                #body
                targets.without(from)
            }
        }
    }

    /// Statements that follow ways from a square and add where they end to `targets`.
    fn follow(&mut self, ways: &[Way], side: Side, square: &TokenStream, depth: usize) -> TokenStream {
        let mut out = TokenStream::new();
        let mut leaps: Vec<(Ends, Vec<Step>)> = Vec::new();
        let mut rides: Vec<(u8, Ends, Vec<Step>)> = Vec::new();
        let whole = self.plan.board;
        for way in ways {
            match way {
                Way::Leap { step, ends } => match leaps.iter_mut().find(|(e, _)| e == ends) {
                    Some((_, steps)) => steps.push(absolute(side, *step)),
                    None => leaps.push((*ends, vec![absolute(side, *step)])),
                },
                Way::Ride { step, most, ends } => {
                    match rides.iter_mut().find(|(m, e, _)| m == most && e == ends) {
                        Some((_, _, steps)) => steps.push(absolute(side, *step)),
                        None => rides.push((*most, *ends, vec![absolute(side, *step)])),
                    }
                }
                Way::Through { step, content, ends, then } => {
                    let step = absolute(side, *step);
                    let table =
                        self.tables.leaps(&format!("STEP_{}", names::compass(step)), &[step], whole, whole);
                    let next = format_ident!("via{}", depth);
                    let next_square = quote! { #next };
                    if let Some(filter) = self.ends_filter(*ends, true) {
                        out.extend(quote! { targets |= #table[#square.index()] & #filter; });
                    }
                    let content = self.content(*content);
                    let then = self.follow(then, side, &next_square, depth + 1);
                    out.extend(quote! {
                        if let Some(#next) = (#table[#square.index()] & #content).first() { #then }
                    });
                }
                Way::Slide { step, quiet, then, blocked, near } => {
                    out.extend(self.slide(
                        absolute(side, *step),
                        *quiet,
                        (then, blocked),
                        *near,
                        side,
                        square,
                        depth,
                    ));
                }
            }
        }
        for (ends, steps) in leaps {
            let Some(filter) = self.ends_filter(ends, true) else { continue };
            let hint = match steps[..] {
                [step] => format!("STEP_{}", names::compass(step)),
                _ => format!(
                    "STEPS_{}",
                    steps.iter().map(|&s| names::compass(s)).collect::<Vec<_>>().join("_")
                ),
            };
            let table = self.tables.leaps(&hint, &steps, whole, whole);
            out.extend(quote! { targets |= #table[#square.index()] & #filter; });
        }
        for (most, ends, steps) in rides {
            let Some(filter) = self.ends_filter(ends, true) else { continue };
            let seen: Vec<TokenStream> = steps.iter().map(|&s| self.seen(s, most, square)).collect();
            out.extend(quote! { targets |= (#(#seen)|*) & #filter; });
        }
        out
    }

    /// What is seen along one ray.
    fn seen(&mut self, step: Step, most: u8, square: &TokenStream) -> TokenStream {
        let ray = self.tables.ray(step, most);
        let find = if rises(step) {
            quote! { rising }
        } else {
            quote! { falling }
        };
        quote! { Set::#find(#ray[#square.index()], occupied) }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one slide")]
    fn slide(
        &mut self,
        step: Step,
        quiet: bool,
        (then, blocked): (&[Way], &[Blocked]),
        near: bool,
        side: Side,
        square: &TokenStream,
        depth: usize,
    ) -> TokenStream {
        let seen = self.seen(step, FAR, square);
        let line = format_ident!("line{}", depth);
        let next = format_ident!("via{}", depth);
        let next_square = quote! { #next };
        let mut out = quote! { let #line = #seen; };
        if quiet {
            out.extend(quote! { targets |= #line & !occupied; });
        }
        if !then.is_empty() {
            let body = self.follow(then, side, &next_square, depth + 1);
            out.extend(quote! { for #next in (#line & !occupied).squares() { #body } });
        }
        let whole = self.plan.board;
        let reach = if near {
            quote! { #line }
        } else {
            let table = self.tables.leaps(&format!("STEP_{}", names::compass(step)), &[step], whole, whole);
            quote! { (#line & !#table[#square.index()]) }
        };
        for block in blocked {
            if let Some(filter) = self.ends_filter(block.ends, true) {
                out.extend(quote! { targets |= #reach & #filter & occupied; });
            }
            if !block.then.is_empty() {
                let content = self.content(block.content);
                let body = self.follow(&block.then, side, &next_square, depth + 1);
                out.extend(quote! {
                    if let Some(#next) = (#reach & occupied & #content).first() { #body }
                });
            }
        }
        quote! { { #out } }
    }

    /// What a square that is passed must hold, as a set.
    fn content(&self, needs: Needs) -> TokenStream {
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        let full = |kinds: KindSet| all.minus(kinds).is_empty();
        let mut parts = Vec::new();
        match (full(needs.friend), full(needs.enemy), needs.empty) {
            _ if self.plan.blocks() => {}
            (true, true, true) => return quote! { BOARD },
            (true, true, false) => return quote! { occupied },
            _ => {}
        }
        if needs.empty {
            parts.push(quote! { !occupied });
        }
        for (kinds, army) in
            [(needs.friend.and(all), quote! { own }), (needs.enemy.and(all), quote! { enemy })]
        {
            if kinds.is_empty() {
                continue;
            }
            parts.push(self.among(army, kinds));
        }
        let terrain = (0..self.plan.variant.terrain.len()).filter(|t| needs.terrain >> t & 1 != 0);
        parts.extend(terrain.map(|t| quote! { self.terrain[#t] }));
        if parts.is_empty() {
            quote! { Set::EMPTY }
        } else {
            quote! { (#((#parts))|*) }
        }
    }
}

/// The ways that have to be followed square by square.
fn nested(mover: &Mover) -> impl Iterator<Item = &Way> {
    mover.ways.ways.iter().filter(|w| matches!(w, Way::Through { .. } | Way::Slide { .. }))
}

/// Whether there are such ways.
pub(super) fn has_paths(mover: &Mover) -> bool {
    nested(mover).next().is_some()
}
