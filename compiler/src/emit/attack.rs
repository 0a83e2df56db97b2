//! Attacks and danger, derived from the movements: what reaches a square, and what a royal's lines
//! allow the other pieces.

use std::collections::{BTreeMap, BTreeSet};

use chv_dsl::model::{KindSet, Set256, Side};
use proc_macro2::TokenStream;
use quote::quote;

use super::expr::{absolute, has_paths};
use super::{Emitter, names};
use crate::plan::ways::{FAR, Step, Way};
use crate::plan::{Mover, Only, RideThreat, ride_threats};

/// Leaps that threaten royals, with equal steps and regions, and the kinds that have them.
struct LeapThreat {
    steps: Vec<Step>,
    kinds: KindSet,
    only: Only,
    /// The royals that they take.
    prey: KindSet,
    from: [Set256; 2],
    to: [Set256; 2],
}

/// Rides with those of their steps that belong to one class.
type Rides = Vec<(RideThreat, Vec<Step>)>;

impl Emitter<'_, '_> {
    /// Functions about attacks, and those that follow nested ways.
    pub(super) fn attack_code(&mut self) -> TokenStream {
        let movers: Vec<Mover> = self.plan.movers.clone();
        let mut out = TokenStream::new();
        for mover in movers.iter().filter(|m| has_paths(m)) {
            if self.first_with_paths_of(mover) == mover {
                out.extend(self.paths_code(mover));
            }
        }
        if self.plan.tries_moves() {
            out.extend(self.tried_code());
        } else if self.plan.tries() {
            out.extend(self.attacked());
            out.extend(self.attackers());
        } else if !self.plan.royals.is_empty() {
            out.extend(self.real_code());
            out.extend(self.attacked());
            self.checks_only = true;
            out.extend(self.attackers());
            self.checks_only = false;
            if self.masks() {
                out.extend(self.danger());
            }
        }
        quote! { impl Position { #out } }
    }

    /// Whether a movement counts for what is being emitted: what only forbids squares to royals gives
    /// no check.
    pub(super) fn counts(&self, mover: &Mover) -> bool {
        (mover.offered || !self.checks_only) && self.is_among(mover.only)
    }

    /// Whether some movement only forbids squares to royals.
    pub(super) fn has_forbidding(&self) -> bool {
        self.plan.movers.iter().any(|m| !m.offered)
    }

    fn leap_threats(&self) -> Vec<LeapThreat> {
        let mut out: Vec<LeapThreat> = Vec::new();
        for mover in self.plan.movers.iter().filter(|m| self.counts(m)) {
            let mut by_prey: BTreeMap<KindSet, Vec<Step>> = BTreeMap::new();
            for way in &mover.ways.ways {
                if let Way::Leap { step, ends } = way
                    && !ends.capture.and(self.plan.royals).is_empty()
                {
                    by_prey.entry(ends.capture.and(self.plan.royals)).or_default().push(*step);
                }
            }
            for (prey, steps) in by_prey {
                let alike = |t: &LeapThreat| {
                    t.steps == steps && t.prey == prey && t.from == mover.from && t.to == mover.to
                };
                let same = |t: &LeapThreat| alike(t) && t.only == mover.only;
                // What one kind borrows of several is one threat.
                let borrowed = |t: &LeapThreat| {
                    let lent = t.only.or(mover.only)?;
                    (alike(t) && t.kinds == KindSet::of(mover.kind)).then_some(lent)
                };
                let lent = out.iter().enumerate().find_map(|(i, t)| borrowed(t).map(|only| (i, only)));
                match (out.iter().position(same), lent) {
                    (Some(i), _) => out[i].kinds = out[i].kinds.or(KindSet::of(mover.kind)),
                    (None, Some((i, only))) => out[i].only = only,
                    (None, None) => out.push(LeapThreat {
                        steps,
                        kinds: KindSet::of(mover.kind),
                        only: mover.only,
                        prey,
                        from: mover.from,
                        to: mover.to,
                    }),
                }
            }
        }
        out
    }

    /// `TABLE[square] & self.of(..)` for every leap that threatens.
    pub(super) fn leap_terms(&mut self) -> Vec<TokenStream> {
        let anywhere = self.anywhere_terms();
        self.leap_threats()
            .iter()
            .map(|threat| {
                let first = threat.kinds.iter().next().unwrap_or_default();
                let constant = names::constant(&self.kind_names[first as usize]);
                let hint = format!("{constant}_ATTACKERS");
                let table =
                    self.enemy_leaps_to(&hint, &threat.steps, threat.from, threat.to, &quote! { square });
                let of = self.of(threat.kinds);
                let unmoved = self.and_only(threat.only, true);
                let chosen = self.chosen(threat.prey);
                quote! { #table & #of #unmoved #chosen }
            })
            .chain(anywhere)
            .collect()
    }

    /// Kinds that reach any square.
    fn anywhere_terms(&self) -> Vec<TokenStream> {
        let royals = self.plan.royals;
        let reaches = |m: &&Mover| {
            self.counts(m) && m.ways.anywhere.is_some_and(|ends| !ends.capture.and(royals).is_empty())
        };
        self.plan
            .movers
            .iter()
            .filter(reaches)
            .map(|mover| {
                let kind = self.kind(mover.kind);
                let (white, black) = (self.set(mover.from[1]), self.set(mover.from[0]));
                let from = self.by_side(white, black);
                let (white, black) = (self.set(mover.to[1]), self.set(mover.to[0]));
                let to = self.by_side(white, black);
                let unmoved = self.and_only(mover.only, true);
                let prey = mover.ways.anywhere.map_or(royals, |ends| ends.capture.and(royals));
                let chosen = self.chosen(prey);
                quote! {
                    (if #to.has(square) { #from } else { Set::EMPTY }) & self.of(PieceKind::#kind) #unmoved #chosen
                }
            })
            .collect()
    }

    /// The lines on which rides threaten, seen from `square`, with the attackers on them.
    fn ride_terms(&mut self) -> Vec<TokenStream> {
        self.ride_sights().into_iter().map(|([near, _], filter)| quote! { #near & #filter }).collect()
    }

    /// The lines on which rides threaten, seen from `square` past the squares `occupied` and past the
    /// squares `behind`, and a filter for the attackers on them.
    pub(super) fn ride_sights(&mut self) -> Vec<([TokenStream; 2], TokenStream)> {
        let mut threats = ride_threats(self.plan, !self.checks_only);
        threats.retain(|t| self.is_among(t.only));
        threats
            .iter()
            .map(|threat| {
                // An attacker of White is Black's and comes along its own steps turned round, seen
                // from the target: for Black that is the owner's view of White.
                let lines = [quote! { occupied }, quote! { behind }].map(|occupied| {
                    self.lines_at(threat.kinds, &threat.steps, threat.most, &quote! { square }, &occupied)
                });
                let of = self.of(threat.kinds);
                let region = self.ride_region(threat);
                (lines, quote! { #of #region })
            })
            .collect()
    }

    /// A filter for the regions of a ride that threatens, seen from its target `square`.
    fn ride_region(&self, threat: &RideThreat) -> TokenStream {
        let mut out = self.and_only(threat.only, true).unwrap_or_default();
        if threat.from.iter().any(|&s| !self.is_board(s)) {
            let (white, black) = (self.set(threat.from[1]), self.set(threat.from[0]));
            let from = self.by_side(white, black);
            out.extend(quote! { & #from });
        }
        if threat.to.iter().any(|&s| !self.is_board(s)) {
            let (white, black) = (self.set(threat.to[1]), self.set(threat.to[0]));
            let to = self.by_side(white, black);
            out.extend(quote! { & (if #to.has(square) { BOARD } else { Set::EMPTY }) });
        }
        out.extend(self.chosen(threat.prey));
        out
    }

    /// A filter for attackers that take only some of several royals: that one of those stands on
    /// `square`.
    fn chosen(&self, prey: KindSet) -> Option<TokenStream> {
        (prey != self.plan.royals).then(|| {
            let of = self.of(prey);
            quote! { & (if (#of).has(square) { BOARD } else { Set::EMPTY }) }
        })
    }

    /// Movements over squares that have to be passed, which threaten royals: one of each, and all
    /// pieces that have it.
    pub(super) fn path_threats(&self) -> Vec<(Mover, TokenStream)> {
        let royals = self.plan.royals;
        let threatens =
            |m: &&Mover| self.counts(m) && has_paths(m) && m.ways.ways.iter().any(|w| takes(w, royals));
        let mut groups: Vec<Vec<&Mover>> = Vec::new();
        for mover in self.plan.movers.iter().filter(threatens) {
            let like = |other: &Mover| {
                self.paths_function(other) == self.paths_function(mover)
                    && (other.from, other.to) == (mover.from, mover.to)
            };
            match groups.iter_mut().find(|g| like(g[0])) {
                Some(group) => group.push(mover),
                None => groups.push(vec![mover]),
            }
        }
        let with_pieces = |group: Vec<&Mover>| {
            let each = group.iter().map(|mover| {
                let (kind, only) = (self.kind(mover.kind), self.and_only(mover.only, true));
                quote! { self.of(PieceKind::#kind) #only }
            });
            (group[0].clone(), quote! { (#(#each)|*) })
        };
        groups.into_iter().map(with_pieces).collect()
    }

    /// For attackers that come over squares they have to pass: from where they could ever take on
    /// `square`, and the squares that `attacker` could ever touch.
    pub(super) fn path_tables(&mut self, mover: &Mover) -> (TokenStream, TokenStream) {
        let (reach, all) = displacements(mover);
        let constant = names::constant(&self.kind_names[mover.kind as usize]);
        let table = self.enemy_leaps_to(
            &format!("{constant}_REACH"),
            &reach,
            mover.from,
            mover.to,
            &quote! { square },
        );
        let board = self.plan.board;
        let mut way = |side: Side| {
            let steps: Vec<Step> = all.iter().map(|&s| absolute(side, s)).collect();
            self.tables.leaps(&format!("{constant}_SQUARES"), &steps, board, board)
        };
        let (white, black) = (way(Side::White), way(Side::Black));
        (table, self.by_side(quote! { #black[attacker.index()] }, quote! { #white[attacker.index()] }))
    }

    /// Statements over every attacker that comes over squares it has to pass.
    fn path_statements(&mut self, found: &TokenStream) -> Vec<TokenStream> {
        let threats = self.path_threats();
        let walks = self.walk_statements(found);
        threats
            .iter()
            .filter_map(|(mover, pieces)| {
                let function = self.paths_function(mover)?;
                let (table, _) = self.path_tables(mover);
                let call = self.by_side(
                    quote! { self.#function::<false>(attacker, enemy, own) },
                    quote! { self.#function::<true>(attacker, enemy, own) },
                );
                let real = self.plan.backfires().then(|| {
                    quote! { && !self.real::<WHITE>(Set::of(attacker), square).is_empty() }
                });
                Some(quote! {
                    for attacker in (#table & #pieces & enemy).squares() {
                        if #call.has(square) #real { #found }
                    }
                })
            })
            .chain(walks)
            .collect()
    }

    /// Whether a square is attacked: answers as early as it can.
    fn attacked(&mut self) -> TokenStream {
        let leaps = self.leap_terms();
        let rides = self.ride_terms();
        let paths = self.path_statements(&quote! { return true; });
        let leaps = (!leaps.is_empty()).then(|| {
            let found = self.real(quote! { (#(#leaps)|*) & enemy });
            if self.plan.backfires() {
                quote! { if !#found.is_empty() { return true; } }
            } else {
                quote! { if !(#found).is_empty() { return true; } }
            }
        });
        let rides: Vec<TokenStream> = rides
            .iter()
            .map(|ride| {
                let found = self.real(quote! { #ride & enemy });
                if self.plan.backfires() {
                    found
                } else {
                    quote! { (#found) }
                }
            })
            .collect();
        let occupied = self.occupied();
        let hooks = (!self.plan.variant.hooks.is_empty())
            .then(|| quote! { if self.hooks_threaten::<WHITE>(square) { return true; } });
        let owed = self.owed_threats();
        let [landing, blasts] = self.attacked_besides();
        quote! {
            /// Whether the opponent of the side that `WHITE` names could capture a royal on `square`,
            /// if the pieces of both stood as `own` and `enemy` say.
            #[inline]
            fn attacked<const WHITE: bool>(&self, square: Square, own: Set, enemy: Set) -> bool {
                #owed
                #landing
                let occupied = #occupied;
                #hooks
                #leaps
                #( if !#rides.is_empty() { return true; } )*
                #(#paths)*
                #blasts
                false
            }
        }
    }

    /// All attackers of a square.
    fn attackers(&mut self) -> TokenStream {
        let leaps = self.leap_terms();
        let rides = self.ride_terms();
        let paths = self.path_statements(&quote! { found |= Set::of(attacker); });
        let each = |list: Vec<TokenStream>| -> Vec<TokenStream> {
            list.iter().map(|one| self.real(quote! { #one & enemy })).collect()
        };
        let (leaps, rides) = (each(leaps), each(rides));
        let occupied = self.occupied();
        let [landing, blasts] = self.attackers_besides();
        quote! {
            /// The pieces that give check to a royal on `square`.
            fn attackers<const WHITE: bool>(&self, square: Square, own: Set, enemy: Set) -> Set {
                #landing
                let occupied = #occupied;
                let mut found = Set::EMPTY;
                #( found |= #leaps; )*
                #( found |= #rides; )*
                #(#paths)*
                #blasts
                found
            }
        }
    }

    /// Checks, pins and the zone of the one royal, and the type that holds them.
    fn danger(&mut self) -> TokenStream {
        let leaps = self.leap_terms();
        let threats = ride_threats(self.plan, true);
        let mut classes: Vec<(i8, Rides)> = Vec::new();
        for threat in threats {
            for step in threat.steps.clone() {
                let class = gcd(step.0, step.1);
                let entry = match classes.iter_mut().position(|(c, _)| *c == class) {
                    Some(i) => &mut classes[i].1,
                    None => {
                        classes.push((class, Vec::new()));
                        let last = classes.len() - 1;
                        &mut classes[last].1
                    }
                };
                match entry.iter_mut().find(|(t, _)| *t == threat) {
                    Some((_, steps)) => steps.push(step),
                    None => entry.push((threat.clone(), vec![step])),
                }
            }
        }
        let mut lines = TokenStream::new();
        let mut sight = Vec::new();
        for (class, list) in &classes {
            let mut terms = Vec::new();
            let mut all_steps = BTreeSet::new();
            for (threat, steps) in list {
                let hint = format!(
                    "{}_SIGHT",
                    names::constant(
                        &self.kind_names[threat.kinds.iter().next().unwrap_or_default() as usize]
                    )
                );
                let mut table = |side: Side| {
                    let steps: Vec<Step> = steps.iter().map(|&s| absolute(side, s)).collect();
                    self.tables.rays(&hint, &steps, threat.most)
                };
                let (white, black) = (table(Side::White), table(Side::Black));
                let table =
                    self.by_side(quote! { #white[square.index()] }, quote! { #black[square.index()] });
                let of = self.of(threat.kinds);
                let region = self.ride_region(threat);
                sight.push(table.clone());
                terms.push(quote! { #table & #of #region });
                all_steps.extend(steps.iter().copied());
            }
            let steps: Vec<Step> = all_steps.into_iter().collect();
            let hint = if *class == 1 { "between".to_owned() } else { format!("between_by_{class}") };
            let between = self.tables.between(&hint, &steps);
            let attackers = self.attacking(quote! { (#((#terms))|*) & enemy });
            lines.extend(quote! {
                for attacker in #attackers.squares() {
                    let way = #between(square, attacker);
                    let shut = way & occupied;
                    if shut.is_empty() {
                        danger.check = true;
                        danger.allowed &= way.with(attacker);
                    } else if (shut & !own).is_empty() && shut.without_first().is_empty() {
                        if let Some(piece) = shut.first() {
                            danger.pins.add(piece, way.with(attacker));
                        }
                    }
                }
            });
        }
        let paths = self.path_threats();
        let mut zones = self.walk_zones();
        for (mover, pieces) in &paths {
            let Some(function) = self.paths_function(mover) else { continue };
            let (table, way) = self.path_tables(mover);
            let call = self.by_side(
                quote! { self.#function::<false>(attacker, enemy, own) },
                quote! { self.#function::<true>(attacker, enemy, own) },
            );
            let real = self
                .plan
                .backfires()
                .then(|| quote! { && !self.real::<WHITE>(Set::of(attacker), square).is_empty() });
            zones.extend(quote! {
                for attacker in (#table & #pieces & enemy).squares() {
                    danger.zone |= #way.with(attacker);
                    if #call.has(square) #real {
                        danger.check = true;
                        danger.zone = BOARD;
                    }
                }
            });
        }
        let leaps = (!leaps.is_empty()).then(|| {
            let attackers = self.attacking(quote! { (#(#leaps)|*) & enemy });
            quote! {
                for attacker in #attackers.squares() {
                    danger.check = true;
                    danger.allowed &= Set::of(attacker);
                }
            }
        });
        let occupied = self.occupied();
        let sight = if sight.is_empty() {
            quote! { Set::EMPTY }
        } else {
            quote! { #(#sight)|* }
        };
        quote! {
            /// All squares from which, or across which, a line piece of the opponent of the side that
            /// `WHITE` names could ever see `square`.
            #[inline(always)]
            fn sight<const WHITE: bool>(square: Square) -> Set { #sight }

            /// Checks, pins and doubtful squares of the royal on `square`.
            #[inline]
            fn danger<const WHITE: bool>(&self, square: Square, own: Set, enemy: Set) -> Danger {
                let occupied = #occupied;
                let mut danger =
                    Danger { check: false, allowed: BOARD, pins: Default::default(), zone: Set::EMPTY };
                #leaps
                #lines
                #zones
                danger
            }
        }
    }

    /// A set of attackers of `square` as something that has methods.
    fn attacking(&self, attackers: TokenStream) -> TokenStream {
        if self.plan.backfires() {
            self.real(attackers)
        } else {
            quote! { (#attackers) }
        }
    }

    /// The type that holds checks and pins.
    pub(super) fn danger_struct(&self) -> TokenStream {
        if !self.masks() {
            return TokenStream::new();
        }
        let bound: usize = ride_threats(self.plan, true).iter().map(|t| t.steps.len()).sum::<usize>().max(1);
        quote! {
            /// What the opponent's pieces forbid while one's royal stands where it does.
            struct Danger {
                /// Whether the royal is in check.
                check: bool,
                /// Where a piece may go that is not pinned: everywhere, or only where it ends the checks.
                allowed: Set,
                /// Pieces that may move along a line only.
                pins: compiled::Pins<Set, #bound>,
                /// A move that touches none of these squares cannot alter the other threats.
                zone: Set,
            }
        }
    }
}

fn gcd(a: i8, b: i8) -> i8 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Whether a way can take one of some kinds at its end.
fn takes(way: &Way, kinds: KindSet) -> bool {
    let some = |ways: &[Way]| ways.iter().any(|w| takes(w, kinds));
    let here = |ends: &crate::plan::ways::Ends| !ends.capture.and(kinds).is_empty();
    match way {
        Way::Leap { ends, .. } | Way::Ride { ends, .. } => here(ends),
        Way::Through { ends, then, .. } => here(ends) || some(then),
        Way::Slide { then, blocked, .. } => {
            some(then) || blocked.iter().any(|b| here(&b.ends) || some(&b.then))
        }
    }
}

/// The displacements of a movement's nested ways on an endless board, as far as a board can be:
/// where they may capture, and all squares they may touch. Owner's view.
fn displacements(mover: &Mover) -> (Vec<Step>, Vec<Step>) {
    let mut captures = BTreeSet::new();
    let mut all = BTreeSet::new();
    for way in &mover.ways.ways {
        if matches!(way, Way::Through { .. } | Way::Slide { .. }) {
            spread(way, (0, 0), &mut captures, &mut all);
        }
    }
    (captures.into_iter().collect(), all.into_iter().collect())
}

fn spread(way: &Way, (x, y): Step, captures: &mut BTreeSet<Step>, all: &mut BTreeSet<Step>) {
    let limit = FAR as i8;
    let plus = |(dx, dy): Step, n: i8| {
        let (x, y) =
            (i16::from(x) + i16::from(dx) * i16::from(n), i16::from(y) + i16::from(dy) * i16::from(n));
        let fits = x.abs() <= i16::from(limit) && y.abs() <= i16::from(limit);
        fits.then_some((x as i8, y as i8))
    };
    match way {
        Way::Leap { step, ends } => {
            if let Some(at) = plus(*step, 1) {
                all.insert(at);
                if !ends.capture.is_empty() {
                    captures.insert(at);
                }
            }
        }
        Way::Ride { step, most, ends } => {
            for n in 1..=*most as i8 {
                let Some(at) = plus(*step, n) else { break };
                all.insert(at);
                if !ends.capture.is_empty() {
                    captures.insert(at);
                }
            }
        }
        Way::Through { step, ends, then, .. } => {
            if let Some(at) = plus(*step, 1) {
                all.insert(at);
                if !ends.capture.is_empty() {
                    captures.insert(at);
                }
                for way in then {
                    spread(way, at, captures, all);
                }
            }
        }
        Way::Slide { step, then, blocked, .. } => {
            for n in 1..=limit {
                let Some(at) = plus(*step, n) else { break };
                all.insert(at);
                if blocked.iter().any(|b| !b.ends.capture.is_empty()) {
                    captures.insert(at);
                }
                for way in then.iter().chain(blocked.iter().flat_map(|b| &b.then)) {
                    spread(way, at, captures, all);
                }
            }
        }
    }
}
