//! The runtime's contract for the generated types.

use chv_dsl::model::{End, EndResult, EndWhen, KindSet, Set256, SquareSet};
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use crate::plan::Legality;

impl Emitter<'_, '_> {
    /// The implementations of `Rules` and `Position`.
    pub(super) fn contract_code(&mut self) -> TokenStream {
        let title = format!(" The rules of {}.", self.plan.variant.about.title);
        let rules = self.rules();
        let position = self.position();
        let tested = self.tested_visit();
        quote! {
            #[doc = #title]
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
            pub struct Rules;
            #rules
            #position
            #tested
        }
    }

    /// Calls a generic function for the side to act.
    fn for_turn(&self, call: impl Fn(TokenStream) -> TokenStream) -> TokenStream {
        let (white, black) = (call(quote! { true }), call(quote! { false }));
        quote! { match self.turn { Side::White => #white, Side::Black => #black } }
    }

    fn position(&mut self) -> TokenStream {
        let visit = self.for_turn(|white| self.legal_call(&white, &quote! { F }, &quote! { &mut visit }));
        let (choose, argument) = self.choices(&quote! { m.choices });
        let m = if self.plan.effects.asks {
            quote! { m.m }
        } else {
            quote! { m }
        };
        let turns = self.plan.concludes();
        let earlier = self.plan.many_passers().then(|| quote! { , &before.passers });
        let visit = self.and_end_turn(visit);
        let [end_make, end_detail] = self.end_turn_contract();
        let done = self.plan.has_deeds().then(|| quote! { ; });
        let apply = self.for_turn(|white| {
            let apply = quote! { self.apply::<#white>(#m #argument) };
            if turns {
                quote! {{
                    let deed = #apply;
                    self.conclude::<#white>(&deed #earlier);
                }}
            } else if done.is_some() {
                quote! { { #apply; } }
            } else {
                apply
            }
        });
        let move_type = self.move_type();
        let move_set = self.move_set();
        let deed_keys = self.deed_keys();
        let deed_changes = self.deed_changes();
        let checked = |white: &TokenStream, forbids: bool| {
            if forbids {
                quote! { !self.attackers::<#white>(royal, own, enemy).is_empty() }
            } else {
                quote! { self.attacked::<#white>(royal, own, enemy) }
            }
        };
        let forbids = self.has_forbidding();
        let check = if self.plan.royals.is_empty() {
            quote! { false }
        } else {
            self.for_turn(|white| {
                // At its own turn a side is also in check from what it will land itself.
                let lands = self.plan.variant.fields.travel.is_some().then(|| {
                    quote! { self.lands_on_royal::<#white>(usize::from(!#white)) || }
                });
                let checked = checked(&white, forbids);
                quote! {{
                    let (own, enemy) = self.armies::<#white>();
                    #lands (own & self.royals()).squares().any(|royal| #checked)
                }}
            })
        };
        let checkers = if self.plan.royals.is_empty() {
            quote! { Vec::new() }
        } else {
            let found = self.for_turn(|white| {
                quote! {{
                    let (own, enemy) = self.armies::<#white>();
                    let each = (own & self.royals()).squares().map(|royal| self.attackers::<#white>(royal, own, enemy));
                    each.fold(Set::EMPTY, |all, found| all | found)
                }}
            });
            quote! { (#found).squares().collect() }
        };
        let rights_key = self.has_rights().then(|| {
            quote! {
                for right in 0..32u8 {
                    if self.rights >> right & 1 != 0 { key ^= chv_runtime::zobrist::right(right); }
                }
            }
        });
        let marked = !self.plan.variant.fields.unmoved.is_empty();
        let unmoved_key = marked.then(|| {
            quote! {
                for square in self.unmoved.squares() { key ^= chv_runtime::zobrist::unmoved(square); }
            }
        });
        let unmoved_change = marked.then(|| {
            quote! {
                for square in (before.unmoved ^ self.unmoved).squares() {
                    *key ^= chv_runtime::zobrist::unmoved(square);
                }
            }
        });
        let mutable_key = (self.has_rights() || marked || deed_keys.is_some()).then(|| quote! { mut });
        let rights_change = self.has_rights().then(|| {
            quote! {
                let mut changed = before.rights ^ self.rights;
                while changed != 0 {
                    *key ^= chv_runtime::zobrist::right(changed.trailing_zeros() as u8);
                    changed &= changed - 1;
                }
            }
        });
        let supplement = if self.plan.has_passed() {
            quote! { self.usable_passed().squares().fold(0, |key, square| key ^ chv_runtime::zobrist::passed(square)) }
        } else {
            quote! { 0 }
        };
        let usable = self.usable_passed();
        let shown = self.shown();
        let outcome = self.outcome();
        let clock = self.count_end(
            |end| if let EndWhen::Clock(n) = end.when { Some(n) } else { None },
            &quote! { self.clock },
        );
        let repetition = self.count_end(
            |end| if let EndWhen::Repetition(n) = end.when { Some(n) } else { None },
            &quote! { count },
        );
        let detail = self.detail();
        let record = self.record();
        let view = self.view_code();
        let [phase, setup_visit, setup_make, setup_detail] = self.setup_contract();
        let turn_key = if self.has_more() {
            quote! { chv_runtime::zobrist::side(before.turn) ^ chv_runtime::zobrist::side(self.turn) }
        } else {
            quote! { chv_runtime::zobrist::side(Side::Black) }
        };
        quote! {
            impl chv_runtime::Position for Position {
                type Move = #move_type;
                type MoveSet = #move_set;
                type Undo = Self;

                const COPIES: bool = true;

                fn spec(&self) -> &Spec { &SPEC }

                fn side(&self) -> Side { self.turn }

                #phase

                #view

                #[inline(always)]
                fn visit<F: FnMut(Self::MoveSet) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
                    #setup_visit
                    if self.decided() { return ControlFlow::Continue(()); }
                    #visit
                }

                #[inline(always)]
                fn make(&mut self, m: #move_type) -> Self {
                    let before = self.clone();
                    #setup_make
                    #end_make
                    #choose
                    #apply;
                    before
                }

                fn unmake(&mut self, _: #move_type, undo: Self) { *self = undo; }

                fn make_keyed(&mut self, m: #move_type, key: &mut u64) -> Self {
                    let before = self.make(m);
                    *key ^= compiled::board_key_change((&before.kinds, &before.sides), (&self.kinds, &self.sides));
                    #rights_change
                    #unmoved_change
                    #deed_changes
                    *key ^= #turn_key;
                    before
                }

                fn base_key(&self) -> u64 {
                    let #mutable_key key = compiled::board_key(&self.kinds, &self.sides) ^ chv_runtime::zobrist::side(self.turn);
                    #rights_key
                    #unmoved_key
                    #deed_keys
                    key
                }

                fn key_supplement(&self) -> u64 { #supplement }

                fn in_check(&self) -> bool { #check }

                fn checkers(&self) -> Vec<Square> { #checkers }

                fn outcome(&self) -> Option<Outcome> { #outcome }

                fn clock_outcome(&self) -> Option<Outcome> { #clock }

                fn repetition_outcome(&self, count: u32) -> Option<Outcome> { #repetition }

                fn clock(&self) -> u32 { self.clock }

                fn detail(&self, m: #move_type) -> MoveDetail { #setup_detail #end_detail #detail }

                fn record(&self) -> Record { #record }
            }
            #usable
            #shown
        }
    }

    /// En-passant squares that a legal move uses.
    fn usable_passed(&self) -> TokenStream {
        if !self.plan.has_passed() {
            return TokenStream::new();
        }
        let en_passant = self.tags.passing.map(|_| {
            quote! { if m.tag == EN_PASSANT { usable |= Set::of(Square(m.to)); } }
        });
        let walks = self.has_walkers().then(|| {
            let landing = self.for_turn(|white| quote! { self.landing::<#white>(m) });
            quote! {
                if m.route != 0 {
                    if let Some(landing) = #landing {
                        usable |= landing.en_passant;
                    }
                }
            }
        });
        let look = if self.plan.effects.asks {
            quote! {
                let m = set.leads();
                #en_passant
                #walks
            }
        } else {
            quote! {
                if let Batch::One(m) = set {
                    #en_passant
                    #walks
                }
            }
        };
        let many = self.plan.many_passers();
        let any = if many {
            quote! { !self.passers.is_empty() }
        } else {
            quote! { !self.passed.is_empty() }
        };
        // In the middle of a turn what the side to act has passed will be open to the opponent.
        let own = many.then(|| quote! { usable |= self.passers.by(self.sides[self.turn.index()]); });
        quote! {
            impl Position {
                /// The en-passant squares on which some legal move captures.
                fn usable_passed(&self) -> Set {
                    let mut usable = Set::EMPTY;
                    if #any {
                        let _ = chv_runtime::Position::visit(self, |set| {
                            #look
                            ControlFlow::Continue(())
                        });
                    }
                    #own
                    usable
                }
            }
        }
    }

    /// The ends that the board alone tells: a condition for each and the end.
    pub(super) fn board_ends(&self) -> Vec<(TokenStream, End)> {
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        self.plan
            .variant
            .ends
            .iter()
            .filter_map(|end| {
                let condition = match end.when {
                    EndWhen::Only { kinds } => {
                        let of = self.of(kinds.and(all));
                        let hands = self.no_hands();
                        let under_way = self.none_under_way();
                        quote! { #under_way #hands ((self.sides[0] | self.sides[1]) & !#of).is_empty() }
                    }
                    EndWhen::Bare { .. } => {
                        let bare = self.bare(&end.when);
                        let hands = self.no_hands();
                        quote! { #hands #bare.is_some() }
                    }
                    EndWhen::Left { kinds } => {
                        let of = self.of(kinds.and(all));
                        quote! { self.sides.iter().any(|&side| (side & !#of).is_empty()) }
                    }
                    EndWhen::Few { kinds, at_most } => {
                        let of = self.of(kinds.and(all));
                        let most = u32::from(at_most);
                        quote! { self.sides.iter().any(|&side| (side & #of).len() <= #most) }
                    }
                    _ => return None,
                };
                Some((condition, end.clone()))
            })
            .collect()
    }

    /// The side, if any, whose pieces are bare against too few.
    fn bare(&self, when: &EndWhen) -> TokenStream {
        let EndWhen::Bare { kinds, against, at_most, one_colour } = *when else {
            return quote! { None::<Side> };
        };
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        let (bare, against) = (self.of(kinds.and(all)), self.of(against.and(all)));
        let few = (at_most < u8::MAX).then(|| {
            let most = u32::from(at_most);
            quote! { && others.len() <= #most }
        });
        let colour = one_colour.then(|| {
            let size = self.plan.variant.board.size;
            let dark: Set256 =
                size.all().filter(|&s| (size.file(s) + size.rank(s)).is_multiple_of(2)).collect();
            let dark = self.set(dark);
            quote! { && ((others & #dark).is_empty() || (others & !#dark).is_empty()) }
        });
        quote! {
            [self.turn, self.turn.other()].into_iter().find(|side| {
                let bare = #bare;
                let others = self.sides[side.other().index()] & !bare;
                (self.sides[side.index()] & !bare).is_empty()
                    && (others & !#against).is_empty() #few #colour
            })
        }
    }

    /// `Some(Outcome { .. })` for an end that is about `side`.
    fn result(&self, end: &End, side: &TokenStream) -> TokenStream {
        let winner = match end.result {
            EndResult::Draw => quote! { Winner::Draw },
            EndResult::Loses => quote! { Winner::Side(#side.other()) },
            EndResult::Wins => quote! { Winner::Side(#side) },
        };
        let reason = &end.reason;
        quote! { Some(Outcome { winner: #winner, reason: #reason.to_owned() }) }
    }

    fn outcome(&self) -> TokenStream {
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        let side = quote! { self.turn };
        let set = self.move_set();
        let visit = quote! {
            &mut |set: #set| {
                if set.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }
        };
        let stuck = self.for_turn(|white| self.legal_call(&white, &quote! { _ }, &visit));
        let hands = self.no_hands();
        let mut out = TokenStream::new();
        let mut asks_stuck = false;
        for end in &self.plan.variant.ends {
            let result = self.result(end, &side);
            out.extend(match end.when {
                EndWhen::Checkmate => {
                    asks_stuck = true;
                    quote! { if stuck && self.in_check() { return #result; } }
                }
                EndWhen::Stalemate => {
                    asks_stuck = true;
                    quote! { if stuck && !self.in_check() { return #result; } }
                }
                EndWhen::Only { kinds } => {
                    let of = self.of(kinds.and(all));
                    let under_way = self.none_under_way();
                    quote! { if #under_way #hands ((self.sides[0] | self.sides[1]) & !#of).is_empty() { return #result; } }
                }
                EndWhen::Bare { .. } => {
                    let bare = self.bare(&end.when);
                    let about = self.result(end, &quote! { side });
                    match &hands {
                        Some(hands) => quote! { if let (true, Some(side)) = (#hands true, #bare) { return #about; } },
                        None => quote! { if let Some(side) = #bare { return #about; } },
                    }
                }
                EndWhen::Few { kinds, at_most } => {
                    let of = self.of(kinds.and(all));
                    let most = u32::from(at_most);
                    let about = self.result(end, &quote! { side });
                    quote! {
                        for side in [self.turn, self.turn.other()] {
                            if (self.sides[side.index()] & #of).len() <= #most { return #about; }
                        }
                    }
                }
                EndWhen::Left { kinds } => {
                    let of = self.of(kinds.and(all));
                    let about = self.result(end, &quote! { side });
                    quote! {
                        for side in [self.turn, self.turn.other()] {
                            if (self.sides[side.index()] & !#of).is_empty() { return #about; }
                        }
                    }
                }
                EndWhen::Clock(_) | EndWhen::Repetition(_) | EndWhen::Occupied { .. } => TokenStream::new(),
            });
        }
        let may_end = self.tags.end_turn.map(|_| quote! { && self.more.moved == 0 });
        let stuck = asks_stuck.then(|| {
            quote! {
                use chv_runtime::MoveSet as _;
                let stuck = (#stuck).is_continue() #may_end;
            }
        });
        let play = self.has_setup().then(|| quote! { if self.more.phase > 0 { return None; } });
        let hooks = (!self.plan.variant.hooks.is_empty())
            .then(|| quote! { if let Some(outcome) = self.hooks_end() { return Some(outcome); } });
        quote! { #play #hooks #stuck #out None }
    }

    /// The first end that a count reaches.
    fn count_end(&self, limit: impl Fn(&End) -> Option<u32>, count: &TokenStream) -> TokenStream {
        let found = self.plan.variant.ends.iter().find_map(|end| limit(end).map(|n| (end, n)));
        match found {
            Some((end, n)) => {
                let result = self.result(end, &quote! { self.turn });
                quote! { if #count >= #n { #result } else { None } }
            }
            None => {
                quote! {
                    let _ = #count;
                    None
                }
            }
        }
    }

    fn detail(&self) -> TokenStream {
        if self.plan.has_deeds() {
            return self.deed_detail();
        }
        let stays = match self.tags.shot {
            Some(_) => quote! { m.tag == SHOT },
            None => quote! { false },
        };
        let mut arms = TokenStream::new();
        let partners: Vec<TokenStream> = self
            .partner_squares()
            .into_iter()
            .map(|(i, partner)| {
                let (tag, square) = (self.castle_tag(i), partner.0);
                quote! { #tag => Some(Square(#square)), }
            })
            .collect();
        let partner = if partners.is_empty() {
            quote! { None }
        } else {
            quote! { match m.tag { #(#partners)* _ => None } }
        };
        for (p, promotion) in self.plan.promotions.iter().enumerate() {
            for (i, choice) in promotion.choices.iter().enumerate() {
                let tag = self.promotion_tag(p, i);
                let text = &choice.text;
                arms.extend(quote! { #tag => detail.choice = Some(#text.to_owned()), });
            }
        }
        let extra = (!arms.is_empty()).then(|| quote! { match m.tag { #arms _ => {} } });
        let mutable = (!arms.is_empty()).then(|| quote! { mut });
        let plain = quote! { compiled::describe(&before, &then, m, #stays, #partner) };
        let detail = if self.has_walkers() {
            let landing = self.for_turn(|white| quote! { self.landing::<#white>(m) });
            quote! {
                match if m.route == 0 { None } else { #landing } {
                    Some(landing) => compiled::describe_walk(&before, &then, m, &landing),
                    None => #plain,
                }
            }
        } else {
            plain
        };
        quote! {
            let mut after = self.clone();
            chv_runtime::Position::make(&mut after, m);
            let before = compiled::squares_of(&self.kinds, &self.sides, SIZE);
            let then = compiled::squares_of(&after.kinds, &after.sides, SIZE);
            let #mutable detail = #detail;
            #extra
            detail
        }
    }

    fn record(&self) -> TokenStream {
        let rights = if self.has_rights() {
            quote! { self.rights }
        } else {
            quote! { 0 }
        };
        let passed = if self.plan.has_passed() {
            quote! { self.usable_passed().squares().collect() }
        } else {
            quote! { Vec::new() }
        };
        let fields = if self.plan.variant.fields.unmoved.is_empty() {
            quote! { Vec::new() }
        } else {
            quote! {
                compiled::write_unmoved(self.unmoved, compiled::at_home(&self.kinds, &self.sides, HOME), SIZE)
                    .into_iter()
                    .collect()
            }
        };
        let more = self.shown_more();
        if self.plan.has_deeds() {
            return quote! { Record { passed: #passed, fields: #fields, ..self.shown() } };
        }
        quote! {
            Record {
                squares: compiled::squares_of(&self.kinds, &self.sides, SIZE),
                terrain: vec![0; SIZE.squares()],
                hands: [vec![0; KINDS], vec![0; KINDS]],
                side: self.turn,
                rights: #rights,
                passed: #passed,
                clock: self.clock,
                number: self.number,
                more: #more,
                fields: #fields,
            }
        }
    }

    fn rules(&mut self) -> TokenStream {
        let rights = self.has_rights().then(|| quote! { rights: record.rights, });
        let passers = self.plan.many_passers().then(|| quote! { passers: Default::default(), });
        let passed = self.plan.has_passed().then(|| quote! { passed: Set::EMPTY, passer: 0, #passers });
        let explain = if self.plan.many_passers() {
            let pushes = self.push_specs();
            let blocked = if self.plan.blocks() {
                self.passed_around()
            } else {
                quote! { let blocked = Set::EMPTY; }
            };
            quote! {
                #blocked
                let by = |square: Square, side: Side| {
                    compiled::explainers(SIZE, side, square, &position.kinds, &position.sides, #pushes, blocked)
                };
                let (mut now, mut own) = (Vec::new(), Vec::new());
                for &square in &record.passed {
                    let (theirs, mine) = (by(square, position.turn.other()), by(square, position.turn));
                    if theirs.is_empty() && !mine.is_empty() && position.more.moved > 0 {
                        own.push((square, mine));
                    } else {
                        now.push((square, theirs));
                    }
                }
                let mut unexplained = Vec::new();
                position.passers.read(&now, &mut unexplained);
                position.passers.read(&own, &mut unexplained);
                reasons.extend(unexplained.into_iter().map(|square| compiled::no_passer(SIZE, square)));
            }
        } else if self.plan.has_passed() {
            let pushes = self.push_specs();
            let by_walk = self.passing_walks();
            let call = if self.plan.blocks() {
                let blocked = self.passed_around();
                quote! {
                    #blocked
                    let passer = compiled::explain_passed_around(
                        SIZE, position.turn.other(), square, &position.kinds, &position.sides, #pushes, blocked,
                    ).filter(|_| !position.blocked().has(square));
                }
            } else {
                quote! {
                    let passer = compiled::explain_passed(
                        SIZE, position.turn.other(), square, &position.kinds, &position.sides, #pushes,
                    );
                }
            };
            quote! {
                for &square in &record.passed {
                    #call
                    #(#by_walk)*
                    match passer {
                        Some(passer) if position.passed.is_empty() || position.passer == passer.0 => {
                            position.passed |= Set::of(square);
                            position.passer = passer.0;
                        }
                        _ => reasons.push(compiled::no_passer(SIZE, square)),
                    }
                }
            }
        } else {
            quote! {
                for &square in &record.passed {
                    reasons.push(compiled::no_passer(SIZE, square));
                }
            }
        };
        let checks = if self.plan.royals.is_empty() {
            TokenStream::new()
        } else {
            let call = |white: TokenStream| {
                // A landing is nobody's attack.
                let attacked = if self.plan.tries() {
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
            quote! {
                let waiting_in_check = match position.turn.other() { Side::White => #white, Side::Black => #black };
                if (waiting_in_check #hooks) && royals_counted #lost {
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
            quote! { more: MORE.read(record, chv_runtime::Set256::default(), &SPEC, &mut reasons), }
        });
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

            /// The start position, read once.
            static START: std::sync::OnceLock<Position> = std::sync::OnceLock::new();
        }
    }

    /// Refuses positions in which both sides have lost by what they have left.
    fn lost(&self) -> Option<TokenStream> {
        let play = self.has_setup().then(|| quote! { && position.more.phase == 0 });
        self.lost_sides().map(|ends| {
            quote! {
                if Side::BOTH.into_iter().all(|side| #ends) #play {
                    reasons.push("both sides have lost already".to_owned());
                }
            }
        })
    }

    /// Whether `side` has lost by what it has left.
    fn lost_sides(&self) -> Option<TokenStream> {
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        let ends: Vec<TokenStream> = self
            .plan
            .variant
            .ends
            .iter()
            .filter(|end| end.result == EndResult::Loses)
            .filter_map(|end| match end.when {
                EndWhen::Left { kinds } => {
                    let each = kinds.and(all).iter().map(|k| {
                        let k = usize::from(k);
                        quote! { kinds[#k] }
                    });
                    Some(quote! { (sides[side.index()] & !(#(#each)|*)).is_empty() })
                }
                EndWhen::Few { kinds, at_most } => {
                    let each = kinds.and(all).iter().map(|k| {
                        let k = usize::from(k);
                        quote! { kinds[#k] }
                    });
                    let most = u32::from(at_most);
                    Some(quote! { (sides[side.index()] & (#(#each)|*)).len() <= #most })
                }
                _ => None,
            })
            .collect();
        (!ends.is_empty()).then(|| quote! { #(#ends)||* })
    }

    fn push_specs(&self) -> TokenStream {
        let mut specs = Vec::new();
        for mover in &self.plan.movers {
            for push in mover.ways.pushes.iter().filter(|p| p.leaves_passed) {
                for side in chv_dsl::model::Side::BOTH {
                    let (x, y) = super::expr::absolute(side, push.step);
                    let (kind, lengths) = (mover.kind, push.lengths);
                    let from = self.set(mover.from[side.index()]);
                    let side = match side {
                        chv_dsl::model::Side::White => quote! { Side::White },
                        chv_dsl::model::Side::Black => quote! { Side::Black },
                    };
                    specs.push(quote! {
                        compiled::PushSpec { side: #side, kind: #kind, step: (#x, #y), lengths: #lengths, from: #from }
                    });
                }
            }
        }
        quote! { &[#(#specs),*] }
    }

    /// The slow path beside the fast one, on request.
    fn tested_visit(&self) -> TokenStream {
        if !self.emission.tested_path {
            return TokenStream::new();
        }
        let flag = match self.plan.legality {
            Legality::None => None,
            Legality::Masks | Legality::Tested => Some(quote! { , true }),
        };
        let visit = self.for_turn(|white| {
            if self.wraps() {
                self.legal_call(&white, &quote! { F }, &quote! { &mut visit })
            } else {
                quote! { self.visit_with::<#white #flag, F>(&mut visit) }
            }
        });
        let set = self.move_set();
        let visit = self.and_end_turn(visit);
        quote! {
            impl compiled::Tested for Position {
                fn visit_tested<F: FnMut(#set) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
                    if self.decided() { return ControlFlow::Continue(()); }
                    #visit
                }
            }
        }
    }
}
