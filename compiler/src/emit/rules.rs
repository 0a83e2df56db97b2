//! The implementation of `Rules`: the start, and positions from records.

use chv_dsl::model::{Arrival, KindSet, Set256, Side, SquareSet};
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use crate::plan::Mover;

impl Emitter<'_, '_> {
    /// The implementation.
    pub(super) fn rules(&mut self) -> TokenStream {
        let rights = self.has_rights().then(|| quote! { rights: record.rights, });
        let passers = self.plan.many_passers().then(|| quote! { passers: Default::default(), });
        let passed = self.plan.has_passed().then(|| quote! { passed: Set::EMPTY, passer: 0, #passers });
        let explain = self.explain_passed();
        let explained = self.explained();
        let checks = if self.plan.royals.is_empty() {
            TokenStream::new()
        } else {
            let call = |white: TokenStream| {
                // A landing is nobody's attack.
                let attacked = if self.plan.tries() || self.plan.owes() {
                    quote! { position.attacked::<#white>(royal, own, enemy) }
                } else {
                    quote! { !position.attackers::<#white>(royal, own, enemy).is_empty() }
                };
                quote! {{
                    let (own, enemy) = position.armies::<#white>();
                    (own & position.royals())
                        .squares()
                        .any(|royal| #attacked)
                }}
            };
            let (white, black) = (call(quote! { true }), call(quote! { false }));
            // A game that is lost already is a position all the same.
            let lost = self.plan.has_few().then(|| self.lost_sides()).flatten().map(|ends| {
                quote! { && !Side::BOTH.into_iter().any(|side| #ends) }
            });
            let hooks = (!self.plan.variant.hooks.is_empty()).then(|| {
                quote! {
                    || match position.turn.other() {
                        Side::White => (position.sides[0] & position.royals())
                            .squares()
                            .any(|royal| position.hooks_threaten::<true>(royal)),
                        Side::Black => (position.sides[1] & position.royals())
                            .squares()
                            .any(|royal| position.hooks_threaten::<false>(royal)),
                    }
                }
            });
            // Before play nobody can be in check.
            let play = self.has_setup().then(|| quote! { && position.more.phase == 0 });
            quote! {
                let waiting_in_check = match position.turn.other() { Side::White => #white, Side::Black => #black };
                if (waiting_in_check #hooks) && royals_counted #play #lost {
                    reasons.push(compiled::waiting_in_check(position.turn));
                }
            }
        };
        let (marks, unmoved, home) = if self.plan.variant.fields.unmoved.is_empty() {
            (None, None, None)
        } else {
            let start = &self.plan.variant.start.record.squares;
            let home = self.plan.variant.fields.unmoved.squares().filter_map(|square| {
                let piece = start.get(square.index()).copied().flatten()?;
                let side = match piece.side {
                    chv_dsl::model::Side::White => quote! { Side::White },
                    chv_dsl::model::Side::Black => quote! { Side::Black },
                };
                let (square, kind) = (square.0, piece.kind);
                Some(quote! { (Square(#square), #side, #kind) })
            });
            (
                Some(quote! {
                    let home: Set = compiled::at_home(&kinds, &sides, HOME);
                    let unmoved = compiled::read_unmoved(record, home, SIZE, &mut reasons);
                }),
                Some(quote! { unmoved, }),
                Some(quote! {
                    /// The pieces of the start that are remembered as unmoved.
                    const HOME: &[(Square, Side, u8)] = &[#(#home),*];
                }),
            )
        };
        let mutable = if self.plan.has_passed() {
            quote! { mut }
        } else {
            TokenStream::new()
        };
        let lost = self.lost();
        let hands =
            self.plan.variant.fields.hands.then(|| quote! { hands: compiled::hands_of::<KINDS>(record), });
        let count = self.plan.variant.terrain.len();
        let terrain = (count > 0).then(|| quote! { terrain: compiled::terrain_sets::<Set, #count>(record), });
        let more = self.has_more().then(|| {
            quote! { more: MORE.read(record, &SPEC, &mut reasons), }
        });
        let owed = self.owed_limit();
        let counted =
            (!self.plan.royals.is_empty()).then(|| quote! { let royals_counted = reasons.is_empty(); });
        quote! {
            impl chv_runtime::Rules for Rules {
                type Position = Position;

                fn spec(&self) -> &Spec { &SPEC }

                fn start(&self) -> Position {
                    START.get_or_init(|| compiled::start(self, &SPEC)).clone()
                }

                fn position(&self, record: &Record) -> Result<Position, Vec<String>> {
                    #owed
                    let (kinds, sides) = compiled::boards::<Set, KINDS>(record);
                    let mut reasons = compiled::record_problems(record, &SPEC);
                    #marks
                    #counted
                    let #mutable position = Position {
                        kinds,
                        sides,
                        #passed
                        #rights
                        #unmoved
                        #hands
                        #terrain
                        #more
                        clock: record.clock,
                        number: record.number,
                        turn: record.side,
                    };
                    #explain
                    #lost
                    #checks
                    if reasons.is_empty() { Ok(position) } else { Err(reasons) }
                }
            }

            #home

            #explained

            /// The start position, read once.
            static START: std::sync::OnceLock<Position> = std::sync::OnceLock::new();
        }
    }

    /// Statements that settle which pieces have passed the en-passant squares of a record.
    fn explain_passed(&self) -> TokenStream {
        if !self.plan.has_passed() {
            return quote! {
                for &square in &record.passed {
                    reasons.push(compiled::no_passer(SIZE, square));
                }
            };
        }
        let one = !self.plan.many_passers();
        let note = if one {
            quote! {
                position.passed |= Set::of(square);
                position.passer = by.first().map_or(0, |passer| passer.0);
            }
        } else {
            quote! { by.squares().for_each(|passer| position.passers.add(Set::of(square), passer)); }
        };
        quote! {
            let passed = position.explained(&record.passed);
            for (square, by) in chv_runtime::passing::read(record, &passed, #one, SIZE, &mut reasons) {
                #note
            }
        }
    }

    /// A method that tells which pieces can just have passed squares.
    pub(super) fn explained(&mut self) -> TokenStream {
        if !self.plan.has_passed() {
            return TokenStream::new();
        }
        let pushes = self.push_specs();
        let (blocked, free) = if self.plan.blocks() {
            // What lies on the square now cannot be passed, whatever lay there before.
            (self.passed_around(), quote! { if self.blocked().has(square) { return Set::EMPTY; } })
        } else {
            (quote! { let blocked = Set::EMPTY; }, TokenStream::new())
        };
        let by_walk = self.passers_by_walk();
        let within = self.plan.many_passers().then(|| {
            quote! {
                if !(self.sides[0] | self.sides[1]).has(square) {
                    // In the middle of a turn the side to act may have passed the square itself.
                    if self.more.moved > 0 { found.mine = by(square, self.turn, self.sides); }
                    // Something may have come since to where the passer began or went.
                    found.could = by(square, self.turn.other(), [Set::EMPTY; 2]);
                    if found.theirs.is_empty() { found.theirs = found.could; }
                    if self.more.moved > 1 {
                        let mine = by(square, self.turn, [Set::EMPTY; 2]);
                        if found.theirs.is_empty() && found.mine.is_empty() { found.mine = mine; }
                        found.could |= mine;
                    }
                    found.could |= found.theirs | found.mine;
                }
            }
        });
        let mutable = within.is_some().then(|| quote! { mut });
        quote! {
            impl Position {
                /// The pieces that can just have come where they stand past squares.
                fn explained(&self, squares: &[Square]) -> Vec<chv_runtime::passing::Passed<Set>> {
                    #blocked
                    let by = |square: Square, side: Side, sides: [Set; 2]| {
                        #free
                        let occupied = sides[0] | sides[1] | blocked;
                        compiled::explainers(SIZE, side, square, &self.kinds, &self.sides, #pushes, occupied) #by_walk
                    };
                    let explain = |&square: &Square| {
                        let theirs = by(square, self.turn.other(), self.sides);
                        let #mutable found =
                            chv_runtime::passing::Passed { square, theirs, mine: Set::EMPTY, could: theirs };
                        #within
                        found
                    };
                    squares.iter().map(explain).collect()
                }
            }
        }
    }

    /// The field that says which pieces have passed the squares `passed`, where it is needed.
    pub(super) fn passers_field(&self) -> TokenStream {
        let one = !self.plan.many_passers();
        let (square, by) = (
            if one {
                quote! { _ }
            } else {
                quote! { square }
            },
            self.passers_of(),
        );
        quote! {
            if !passed.is_empty() {
                let explained = self.explained(&passed);
                fields.extend(chv_runtime::passing::write(&explained, |#square| #by, #one, SIZE));
            }
        }
    }

    /// The pieces that have passed a `square`.
    pub(super) fn passers_of(&self) -> TokenStream {
        if self.plan.many_passers() {
            quote! { self.passers.of(square) }
        } else {
            quote! { Set::of(Square(self.passer)) }
        }
    }

    /// The movements of equal steps that leave squares for captures en passant, each with all that its
    /// piece can be when it has arrived.
    fn push_specs(&self) -> TokenStream {
        let mut specs = Vec::new();
        for mover in &self.plan.movers {
            for push in mover.ways.pushes.iter().filter(|p| p.leaves_passed) {
                for side in Side::BOTH {
                    let (x, y) = super::expr::absolute(side, push.step);
                    let lengths = push.lengths;
                    let whose = match side {
                        Side::White => quote! { Side::White },
                        Side::Black => quote! { Side::Black },
                    };
                    let reached = self.pushed_to(mover.from[side.index()], (x, y), lengths);
                    for (kinds, arrival) in self.arrivals(mover, side) {
                        if (arrival.to & reached).is_empty() {
                            continue;
                        }
                        let (kinds, KindSet(left)) = (self.kind_bits(kinds.0), arrival.left);
                        let (from, to) = (self.set(arrival.from), self.set(arrival.to));
                        specs.push(quote! {
                            compiled::PushSpec {
                                side: #whose, kinds: #kinds, step: (#x, #y), lengths: #lengths,
                                from: #from, to: #to, left: #left,
                            }
                        });
                    }
                }
            }
        }
        quote! { &[#(#specs),*] }
    }

    /// Where a push of two steps and more can end.
    fn pushed_to(&self, from: Set256, (x, y): (i8, i8), lengths: u32) -> Set256 {
        let lengths = (2..32i32).filter(|n| lengths >> n & 1 != 0);
        let ends = |n: i32| {
            let size = self.plan.variant.board.size;
            let from = (from & self.plan.board).squares();
            from.filter_map(move |s| size.step(s, n * i32::from(x), n * i32::from(y)))
        };
        lengths.flat_map(ends).collect()
    }

    /// What a mover can be when it has arrived without taking anything, on squares that are its own: the
    /// kinds that come from the same squares to the same.
    pub(super) fn arrivals(&self, mover: &Mover, side: Side) -> Vec<(KindSet, Arrival)> {
        let (from, to) = (mover.from[side.index()], mover.to[side.index()]);
        let arrivals = self.plan.variant.arrivals(side, mover.kind).into_iter();
        let own = arrivals.map(|a| Arrival { from: a.from & from, to: a.to & to, ..a });
        let mut groups: Vec<(KindSet, Arrival)> = Vec::new();
        for arrival in own.filter(|a| !a.from.is_empty() && !a.to.is_empty()) {
            let same = |(_, a): &&mut (KindSet, Arrival)| Arrival { kind: arrival.kind, ..*a } == arrival;
            match groups.iter_mut().find(same) {
                Some((kinds, _)) => *kinds = kinds.or(KindSet::of(arrival.kind)),
                None => groups.push((KindSet::of(arrival.kind), arrival)),
            }
        }
        groups
    }
}
