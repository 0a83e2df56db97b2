//! Which moves need to be made to be proven, where moves are generated without proof: what the squares
//! tell of the others, and of captures that remove royals beside them.

use chv_dsl::model::KindSet;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::react::{them, us};
use super::{Emitter, Threats, names};
use crate::plan::ways::{Step, Way};
use crate::plan::{Blast, Doubts, Mover, hops};

impl Emitter<'_, '_> {
    /// Whether threats hang on the kind moved.
    fn borrows(&self) -> bool {
        self.plan.movers.iter().any(|m| self.plan.borrowed(m.only))
    }

    /// Whether a movement with these pieces counts among the threats that are being emitted.
    pub(super) fn is_among(&self, only: crate::plan::Only) -> bool {
        match self.threats {
            Threats::All => true,
            Threats::Steady => !self.plan.borrowed(only),
            Threats::Borrowed => self.plan.borrowed(only),
        }
    }

    /// The functions that tell which moves are sure to be legal.
    pub(super) fn doubts_code(&mut self) -> TokenStream {
        let Some(doubts) = self.plan.doubts().cloned() else { return TokenStream::new() };
        self.threats = if self.borrows() { Threats::Steady } else { Threats::All };
        let steady = self.doubt_terms();
        let borrowed = self.borrowed_doubt();
        let travels = self.travels_and_tries();
        let [apart, always, landing] = if travels {
            [
                quote! { , apart: (Set, bool) },
                quote! { apart.1 },
                quote! { check |= self.due::<WHITE>(false).has(square); },
            ]
        } else {
            [TokenStream::new(), quote! { false }, TokenStream::new()]
        };
        // What the opponent owes, he chooses as a part of his turn.
        let owed = self.plan.owes().then(|| {
            let them = them();
            quote! { || self.owed(#them).is_some() }
        });
        let on_apart = travels.then(|| {
            quote! {
                leave |= apart.0;
                enter |= apart.0;
            }
        });
        let [part, others, is_apart] = if travels {
            [
                quote! {
                    /// Squares on which something lands at the end of the turn.
                    apart: Set,
                },
                quote! { apart: apart.0, },
                quote! { doubt.apart.has(from) || },
            ]
        } else {
            Default::default()
        };
        let blasts =
            if self.has_blasts() { self.plan.blasts.clone().unwrap_or_default() } else { Vec::new() };
        let blasted = (!blasts.is_empty())
            .then(|| quote! { check |= !self.blasted::<WHITE>(square, own, enemy).is_empty(); });
        let occupied = self.occupied();
        let by_kind = self.kind_doubts(&doubts, &blasts);
        let blast_code = self.blast_code(&blasts);
        quote! {
            /// Which moves that only put one piece elsewhere could leave a royal where it can be taken.
            struct Doubt {
                /// All of them: something threatens a royal now.
                check: bool,
                /// Those of pieces on these squares, if what they open threatens.
                leave: Set,
                /// Those to these squares.
                enter: Set,
                #part
                /// The kind that the rest is about.
                kind: u8,
                /// Whether all its moves are doubtful.
                all: bool,
                /// The squares from which they are.
                from: Set,
                /// The squares to which they are.
                to: Set,
            }

            impl Position {
                /// What the opponent's pieces make doubtful.
                fn doubt<const WHITE: bool>(&self #apart) -> Doubt {
                    let (own, enemy) = self.armies::<WHITE>();
                    let (mut check, mut leave, mut enter) = (#always #owed, Set::EMPTY, Set::EMPTY);
                    for square in (own & self.royals()).squares() {
                        if check { break; }
                        #landing
                        #steady
                        #blasted
                    }
                    #on_apart
                    Doubt {
                        check, leave, enter, #others
                        kind: u8::MAX, all: false, from: Set::EMPTY, to: Set::EMPTY,
                    }
                }

                /// What is doubtful about moves of a kind.
                #[inline(never)]
                fn doubt_kind<const WHITE: bool>(&self, kind: u8, doubt: &mut Doubt) {
                    let (own, enemy) = self.armies::<WHITE>();
                    let royals = own & self.royals();
                    let occupied = #occupied;
                    (doubt.kind, doubt.all) = (kind, !(royals & self.kinds[usize::from(kind)]).is_empty());
                    (doubt.from, doubt.to) = (Set::EMPTY, doubt.enter);
                    #by_kind
                }

                #borrowed

                /// Those of the squares `to` to which a piece can go without any doubt.
                #[inline]
                fn sure<const WHITE: bool>(&self, from: Square, to: Set, doubt: &mut Doubt) -> Set {
                    if doubt.check || to.is_empty() { return Set::EMPTY; }
                    if !self.kinds.get(usize::from(doubt.kind)).is_some_and(|k| k.has(from)) {
                        match compiled::piece_kind(&self.kinds, from) {
                            Some(kind) => self.doubt_kind::<WHITE>(kind, doubt),
                            None => return Set::EMPTY,
                        }
                    }
                    if doubt.all || doubt.from.has(from) { return Set::EMPTY; }
                    if doubt.leave.has(from) {
                        let (own, enemy) = self.armies::<WHITE>();
                        let mut royals = (own & self.royals()).squares();
                        if #is_apart royals.any(|r| self.attacked::<WHITE>(r, own.without(from), enemy)) {
                            return Set::EMPTY;
                        }
                    }
                    to & !doubt.to
                }

                #blast_code
            }
        }
    }

    /// Statements about what makes moves of the kind `kind` doubtful by themselves.
    fn kind_doubts(&mut self, doubts: &Doubts, blasts: &[Blast]) -> TokenStream {
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        let mut out = TokenStream::new();
        if self.borrows() {
            out.extend(quote! { self.borrowed_doubt::<WHITE>(kind, doubt); });
        }
        // A piece brought beside a royal may be what is captured there.
        for blast in blasts {
            let near = self.near_table(blast.within);
            let kinds = self.kind_bits(blast.victims.0);
            out.extend(quote! {
                if #kinds >> kind & 1 != 0 {
                    for royal in royals.squares() { doubt.to |= #near[royal.index()]; }
                }
            });
        }
        for &(captors, victims) in &doubts.captures {
            let of = self.among(quote! { occupied }, victims.and(all));
            out.extend(if all.minus(captors).is_empty() {
                quote! { doubt.to |= #of; }
            } else {
                let bits = self.kind_bits(captors.0);
                quote! { if #bits >> kind & 1 != 0 { doubt.to |= #of; } }
            });
        }
        for (kinds, left, reached) in &doubts.arrivals {
            let bits = self.kind_bits(kinds.0);
            let (left, reached) = (self.region(*left), self.region(*reached));
            out.extend(quote! {
                if #bits >> kind & 1 != 0 {
                    doubt.from |= #left;
                    doubt.to |= #reached;
                }
            });
        }
        if !doubts.movers.is_empty() {
            let bits = self.kind_bits(doubts.movers.0);
            out.extend(quote! { doubt.all |= #bits >> kind & 1 != 0; });
        }
        out
    }

    /// The function that tells what a move of a kind opens for pieces that then move as that kind.
    fn borrowed_doubt(&mut self) -> TokenStream {
        if !self.borrows() {
            return TokenStream::new();
        }
        self.threats = Threats::Borrowed;
        let terms = self.doubt_terms();
        self.threats = Threats::All;
        let borrowers: KindSet =
            self.plan.movers.iter().filter(|m| self.plan.borrowed(m.only)).map(|m| m.kind).collect();
        let of = self.of(borrowers);
        quote! {
            /// What moves of a kind open for pieces that then move as that kind.
            fn borrowed_doubt<const WHITE: bool>(&self, kind: u8, doubt: &mut Doubt) {
                let (own, enemy) = self.armies::<WHITE>();
                if (enemy & #of).is_empty() { return; }
                let moved = self.moved_as::<WHITE>(kind);
                let (mut check, mut leave, mut enter) = (false, Set::EMPTY, Set::EMPTY);
                for square in (own & self.royals()).squares() { #terms }
                doubt.all |= check;
                doubt.from |= leave;
                doubt.to |= enter;
            }
        }
    }

    /// Whether threats ask what lands at the end of a turn.
    pub(super) fn travels_and_tries(&self) -> bool {
        self.plan.tries() && self.plan.variant.fields.travel.is_some()
    }

    /// Statements before moves are sifted: the position to judge them on, as `base`, and `doubt`.
    pub(super) fn doubt_of_turn(&self) -> TokenStream {
        if !self.travels_and_tries() {
            return quote! {
                let base = self;
                let mut doubt = base.doubt::<WHITE>();
            };
        }
        quote! {
            // A move that does not touch what lands at the end of the turn leads to the same as after it.
            let (mut landed, mut apart) = (None, (Set::EMPTY, false));
            if self.is_due::<WHITE>() {
                let mut after = self.clone();
                apart.0 = after.land::<WHITE>().0;
                let royals = |p: &Self| (p.armies::<WHITE>().0 & p.royals()).len();
                apart.1 = royals(&after) < royals(self);
                landed = Some(after);
            }
            let base = landed.as_ref().unwrap_or(self);
            let mut doubt = base.doubt::<WHITE>(apart);
        }
    }

    /// Statements that set `check`, and add to `leave` and `enter`, for a royal on `square`.
    fn doubt_terms(&mut self) -> TokenStream {
        let mut out = TokenStream::new();
        let leaps = self.leap_terms();
        if !leaps.is_empty() {
            out.extend(quote! { check |= !((#(#leaps)|*) & enemy).is_empty(); });
        }
        for ([near, far], filter) in self.ride_sights() {
            out.extend(quote! {
                let seen = #near;
                let threats = enemy & #filter;
                check |= !(seen & threats).is_empty();
                // One piece less, and these are seen as well.
                let behind = occupied & !(seen & own);
                if !(#far & threats & !seen).is_empty() { leave |= seen & own; }
            });
        }
        for (mover, pieces) in self.path_threats() {
            out.extend(self.path_doubt(&mover, &pieces));
        }
        out.extend(self.walk_doubts());
        let occupied = self.occupied();
        quote! {
            let occupied = #occupied;
            #out
        }
    }

    /// The doubt about an attacker that comes over squares it has to pass.
    fn path_doubt(&mut self, mover: &Mover, pieces: &TokenStream) -> TokenStream {
        let Some(function) = self.paths_function(mover) else { return TokenStream::new() };
        let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
        let (table, way) = self.path_tables(mover);
        let call = |own: TokenStream| {
            self.by_side(
                quote! { self.#function::<false>(attacker, enemy, #own) },
                quote! { self.#function::<true>(attacker, enemy, #own) },
            )
        };
        let (hits, alone) = (call(quote! { own }), call(quote! { Set::of(square) }));
        let nested = |w: &&Way| matches!(w, Way::Through { .. } | Way::Slide { .. });
        let open = if mover.ways.ways.iter().filter(nested).any(|w| hops(w, all)) {
            quote! {
                leave |= #way;
                enter |= #way;
            }
        } else {
            // Without any of one's own pieces in the way: if not even then, then not with one less.
            quote! { if #alone.has(square) { leave |= #way & own; } }
        };
        quote! {
            for attacker in (#table & #pieces & enemy).squares() {
                if #hits.has(square) { check = true; } else { #open }
            }
        }
    }

    fn has_blasts(&self) -> bool {
        self.plan.tries() && self.plan.blasts.as_ref().is_some_and(|b| !b.is_empty())
    }

    /// What besides movements answers whether a square is attacked: before them and after them.
    pub(super) fn attacked_besides(&self) -> [TokenStream; 2] {
        let landing = self.travels_and_tries().then(|| {
            quote! {
                let due = self.due::<WHITE>(false);
                if due.has(square) { return true; }
            }
        });
        let blasts = self.has_blasts().then(|| {
            quote! { if !self.blasted::<WHITE>(square, own, enemy).is_empty() { return true; } }
        });
        [landing, blasts].map(Option::unwrap_or_default)
    }

    /// The same where all attackers are found.
    pub(super) fn attackers_besides(&self) -> [TokenStream; 2] {
        let travels = self.travels_and_tries();
        // What lands is no piece on the board.
        let landing = travels.then(|| {
            quote! {
                let due = self.due::<WHITE>(false);
                if !(due & own & self.royals()).is_empty() { return Set::EMPTY; }
            }
        });
        let blasts =
            self.has_blasts().then(|| quote! { found |= self.blasted::<WHITE>(square, own, enemy); });
        [landing, blasts].map(Option::unwrap_or_default)
    }

    /// The captors whose capture beside a royal removes it.
    fn blast_code(&mut self, blasts: &[Blast]) -> TokenStream {
        if blasts.is_empty() {
            return TokenStream::new();
        }
        let (us, them) = (us(), them());
        let argument = self.plan.effects.asks.then(|| quote! { , &mut ways });
        let ways = self.plan.effects.asks.then(|| quote! { let mut ways = compiled::Chooser::first(); });
        let each: Vec<TokenStream> = blasts
            .iter()
            .map(|blast| {
                let near = self.near_table(blast.within);
                let victims = self.of(blast.victims);
                let captors: Vec<TokenStream> = self
                    .plan
                    .movers
                    .iter()
                    .filter(|m| blast.captors.has(m.kind))
                    .filter_map(|mover| self.leaps_onto(mover, blast.victims))
                    .collect();
                quote! {
                    for victim in (#near[square.index()] & own & #victims).squares() {
                        for captor in ((#(#captors)|*) & enemy).squares() {
                            let mut after = self.clone();
                            let m = Move::new(captor.0, victim.0, PLAIN);
                            #ways
                            let deed = if WHITE { after.apply::<false>(m #argument) } else { after.apply::<true>(m #argument) };
                            let [ours, theirs] = royals(&after);
                            if ours + deed.spared < before[0] && theirs >= before[1] {
                                found |= Set::of(captor);
                            }
                        }
                    }
                }
            })
            .collect();
        quote! {
            /// The pieces that would remove a royal on `square` by capturing beside it.
            fn blasted<const WHITE: bool>(&self, square: Square, own: Set, enemy: Set) -> Set {
                let royals = |p: &Self| [p.sides[#us] & p.royals(), p.sides[#them] & p.royals()].map(|set| set.len());
                let before = royals(self);
                let mut found = Set::EMPTY;
                #(#each)*
                found
            }
        }
    }

    /// The pieces with a movement that capture some kinds on `victim` by one step.
    fn leaps_onto(&mut self, mover: &Mover, victims: KindSet) -> Option<TokenStream> {
        let takes = |w: &Way| match w {
            Way::Leap { step, ends } if !ends.capture.and(victims).is_empty() => Some(*step),
            _ => None,
        };
        let steps: Vec<Step> = mover.ways.ways.iter().filter_map(takes).collect();
        if steps.is_empty() {
            return None;
        }
        let name = &self.kind_names[mover.kind as usize];
        let hint = format!("{}_ATTACKERS", names::constant(name));
        let kind = format_ident!("{name}");
        let table = self.enemy_leaps_to(&hint, &steps, mover.from, mover.to, &quote! { victim });
        let only = self.and_only(mover.only, true);
        Some(quote! { #table & self.of(PieceKind::#kind) #only })
    }
}
