//! How a game ends: what the board tells, counts, and lost positions.

use chv_dsl::model::{End, EndResult, EndWhen, KindSet, Set256};
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;

impl Emitter<'_, '_> {
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
                    EndWhen::Occupied { .. } => quote! { self.more.winner.is_some() },
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

    pub(super) fn outcome(&self) -> TokenStream {
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        let side = quote! { self.turn };
        let stuck = self.for_turn(|white| self.seek_move(&white));
        let owed = quote! { ControlFlow::Break(()) };
        let stuck = self.or_owed(&quote! { self.turn.index() }, &owed, stuck);
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
                EndWhen::Occupied { .. } => {
                    let about = self.result(end, &quote! { side });
                    quote! { if let Some(side) = self.more.winner { return #about; } }
                }
                EndWhen::Clock(_) | EndWhen::Repetition(_) => TokenStream::new(),
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

    /// The first end that a count reaches, of those that come by themselves or are `claimed`.
    pub(super) fn count_end(
        &self,
        claimed: bool,
        limit: impl Fn(&End) -> Option<u32>,
        count: &TokenStream,
    ) -> TokenStream {
        let mut ends = self.plan.variant.ends.iter().filter(|end| end.claimed == claimed);
        let found = ends.find_map(|end| limit(end).map(|n| (end, n)));
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

    /// Refuses positions in which both sides have lost by what they have left.
    pub(super) fn lost(&self) -> Option<TokenStream> {
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
    pub(super) fn lost_sides(&self) -> Option<TokenStream> {
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
}
