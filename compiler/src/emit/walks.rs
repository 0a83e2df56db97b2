//! Walks that are followed node by node: their tables, their moves and what they threaten.

use chv_dsl::model::{Edge, KindId, KindSet, Side, Stop, Take, Walk};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{Emitter, names};
use crate::plan::{Ground, Legality, Mover, Plan, joins, winds};

impl Emitter<'_, '_> {
    /// The movements whose walks are followed node by node.
    pub(super) fn walkers(&self) -> Vec<Mover> {
        self.plan.movers.iter().filter(|m| m.walks.is_some()).cloned().collect()
    }

    /// Whether there are any.
    pub(super) fn has_walkers(&self) -> bool {
        self.plan.movers.iter().any(|m| m.walks.is_some())
    }

    /// The table of a movement's walk, as an expression: of the side that `WHITE` names, or of the other.
    pub(super) fn walk(&self, mover: &Mover, attacker: bool) -> TokenStream {
        let [white, black] = Side::BOTH.map(|side| self.walk_name(mover, side));
        if white == black {
            quote! { #white }
        } else if attacker {
            quote! { (if WHITE { &#black } else { &#white }) }
        } else {
            quote! { (if WHITE { &#white } else { &#black }) }
        }
    }

    /// The name of the table of a side's walk.
    pub(super) fn walk_name(&self, mover: &Mover, side: Side) -> Ident {
        let walk = mover.walks.as_ref().map(|walks| &walks[side.index()]);
        let table = self.walk_list.iter().find(|table| Some(table.walk) == walk);
        table.map_or_else(|| format_ident!("NO_WALK"), |table| table.name.clone())
    }

    /// The tables of all walks.
    pub(super) fn walk_tables(&self) -> TokenStream {
        let mut out = TokenStream::new();
        if self.walk_list.is_empty() {
            return out;
        }
        let board = &self.plan.variant.board;
        let (files, ranks) = (board.joined_files, board.joined_ranks);
        let lines = board.lines.iter().enumerate().map(|(i, pairs)| {
            let name = format_ident!("LINES_{i}");
            let pairs = pairs.iter().map(|(a, b)| {
                let (a, b) = (a.0, b.0);
                quote! { (#a, #b) }
            });
            quote! {
                /// Pairs of squares joined by drawn lines.
                static #name: &[(u8, u8)] = &[#(#pairs),*];
            }
        });
        out.extend(quote! {
            use compiled::walk::{Deed, Node, Step, Walk};

            /// How the board hangs together.
            const GROUND: compiled::walk::Ground<Set> =
                compiled::walk::Ground::new(SIZE, BOARD, #files, #ranks);
            #(#lines)*
        });
        for table in &self.walk_list {
            let (name, walk) = (&table.name, self.walk_table(table.walk));
            let kind = &self.plan.variant.kinds[table.mover.kind as usize].name;
            let owner = table.side.map_or_else(|| format!("the {kind}"), |side| format!("{side}'s {kind}"));
            let doc = self.doc(&format!("How {owner} walks."), table.mover.source);
            out.extend(quote! {
                #[doc = #doc]
                static #name: Walk<Set> = #walk;
            });
        }
        out
    }

    fn walk_table(&self, walk: &Walk) -> TokenStream {
        let steps = |edges: &[Edge]| {
            let step = |e: &Edge, (dx, dy): (i8, i8)| {
                let to = e.to;
                let new_leg = e.new_leg.then(|| quote! { .new_leg() });
                let wrapped = e.wrap.then(|| quote! { .wrapped() });
                let along = e.along.map(|set| {
                    let name = format_ident!("LINES_{set}");
                    quote! { .along(#name) }
                });
                let slides = (e.slide && joins(self.plan.variant) != 0).then(|| quote! { .slides() });
                let on = e.on.map(|terrain| quote! { .on(#terrain) });
                quote! { Step::new(#dx, #dy, #to) #new_leg #wrapped #along #slides #on }
            };
            if let Some((first, far)) = everywhere(edges) {
                let (step, count) = (step(first, (0, 0)), edges.len());
                let (dx, dy) = far;
                return quote! { &Step::everywhere::<#count>(#dx, #dy, #step) };
            }
            let each = edges.iter().map(|e| step(e, (e.dx, e.dy)));
            quote! { &[#(#each),*] }
        };
        let first = steps(&walk.first);
        let nodes = walk.nodes.iter().map(|node| {
            let head = &node.head;
            let (test, empty) = (head.test, head.test.empty);
            let (friend, enemy) = (self.kind_bits(test.friend.0), self.kind_bits(test.enemy.0));
            let deed = match head.take {
                Take::Nothing => None,
                Take::Capture => Some(quote! { .deed(Deed::Capture) }),
                Take::Passed => Some(quote! { .deed(Deed::Passed) }),
                Take::Unload => Some(quote! { .deed(Deed::Unload) }),
                Take::Push => Some(quote! { .deed(Deed::Push) }),
            };
            let passed = (!head.test.passed.is_empty()).then(|| {
                let bits = self.kind_bits(head.test.passed.0);
                quote! { .passed(#bits) }
            });
            let ends = head.stop.map(|stop| match stop {
                Stop::Arrive => quote! { .arrives() },
                Stop::Depart => quote! { .departs() },
                Stop::Stay => quote! { .stays() },
            });
            let leaves = head.leaves_passed.then(|| quote! { .leaves_passed() });
            let waypoint = head.waypoint.then(|| quote! { .waypoint() });
            let over = (head.over && self.plan.hides()).then(|| quote! { .over() });
            let null = head.null.then(|| quote! { .null() });
            let next = steps(&node.next);
            let terrain = (head.test.terrain != 0).then(|| {
                let bits = head.test.terrain;
                quote! { .terrain(#bits) }
            });
            let all: KindSet = (0..self.plan.variant.kinds.len() as u8).collect();
            let held = test.friend.or(test.enemy).and(all);
            let head = if empty && held.is_empty() {
                quote! { Node::empty(#next) }
            } else {
                quote! { Node::new(#empty, #friend, #enemy, #next) }
            };
            quote! { #head #deed #ends #passed #terrain #leaves #waypoint #over #null }
        });
        let wanders = (!self.plan.hides() && wanders(walk)).then(|| quote! { .wandering() });
        let anywhere =
            everywhere(&walk.first).is_some_and(|(first, _)| first.new_leg) && walk.nodes.len() == 1;
        let leaps = (self.plan.hides() && anywhere).then(|| quote! { .leaping() });
        quote! { Walk::new(GROUND, #first, &[#(#nodes),*]) #wanders #leaps }
    }

    /// A set of kinds as bits; those that the game does not have are left out.
    pub(super) fn kind_bits(&self, kinds: u64) -> TokenStream {
        let all = u64::MAX >> (64 - self.plan.variant.kinds.len().clamp(1, 64));
        let text = format!("{:#x}", kinds & all);
        text.parse().unwrap_or_else(|_| quote! { 0 })
    }

    /// The view of the board that a walk needs, from the side that has `own`.
    pub(super) fn view(&self, own: &TokenStream, enemy: &TokenStream) -> TokenStream {
        let (passed, passer) = if self.plan.has_passed() {
            (quote! { self.passed }, quote! { Square(self.passer) })
        } else {
            (quote! { Set::EMPTY }, quote! { Square(0) })
        };
        let blocked = if self.plan.blocks() {
            quote! { self.blocked() }
        } else {
            quote! { Set::EMPTY }
        };
        let terrain = self.seen_terrain(&quote! { self });
        let passers = self.walks_pass().then(|| quote! { .passed_by(&passers) });
        let hiding = self.plan.hides().then(|| quote! { .hiding(self.live(), wary) });
        // Terrain makes a scene of a view; what else there is asks for one.
        let scene =
            (terrain.is_empty() && (passers.is_some() || hiding.is_some())).then(|| quote! { .on(&[]) });
        let terrain = quote! { #scene #terrain #passers #hiding };
        quote! {
            compiled::walk::View {
                kinds: &self.kinds,
                own: #own,
                enemy: #enemy,
                passed: #passed,
                passer: #passer,
                blocked: #blocked,
            } #terrain
        }
    }

    /// What a view needs besides where terrain matters to walks.
    pub(super) fn seen_terrain(&self, position: &TokenStream) -> TokenStream {
        let variant = self.plan.variant;
        let over = |m: &Mover| {
            let mut nodes = m.walks.iter().flatten().flat_map(|w| &w.nodes);
            nodes.any(|n| n.head.test.terrain != 0)
        };
        let winding = winds(variant).then(|| {
            let joins = joins(variant);
            let turns = crate::plan::winding(variant).into_iter().fold(0, |all: u64, t| all | 1 << t);
            quote! { .winding(#joins, #turns) }
        });
        if winding.is_none() && !self.plan.movers.iter().chain(&self.plan.travels).any(over) {
            return TokenStream::new();
        }
        quote! { .on(&#position.terrain) #winding }
    }

    /// Whether walks capture en passant where several pieces can have passed squares.
    fn walks_pass(&self) -> bool {
        let passes = |m: &Mover| {
            let mut nodes = m.walks.iter().flatten().flat_map(|w| &w.nodes);
            nodes.any(|n| n.head.take == Take::Passed)
        };
        self.plan.many_passers() && self.plan.movers.iter().any(passes)
    }

    /// Statements that views of the board need: what has been passed, and who goes nowhere where
    /// something is hidden.
    pub(super) fn view_needs(&self) -> TokenStream {
        let passers = self.walks_pass().then(|| {
            quote! {
                let mut passers = self.passers;
                passers.add(self.passed, Square(self.passer));
            }
        });
        let wary = self.plan.hides().then(|| quote! { let wary = self.royals(); });
        quote! { #passers #wary }
    }

    /// Statements that run `found` if an attacker's walk takes a royal on `square`.
    pub(super) fn walk_statements(&self, found: &TokenStream) -> Vec<TokenStream> {
        let royals = self.plan.royals;
        let needs = self.view_needs();
        let view = self.view(&quote! { enemy }, &quote! { own });
        // A royal is lost as well where it is moved to a square on which something lands then.
        let lands = self.travels_and_tries().then(|| {
            quote! {
                || landing.shifted.iter().any(|&(start, end)| {
                    start == square && self.due::<WHITE>(false).has(end)
                })
            }
        });
        self.walkers()
            .iter()
            .filter(|m| self.counts(m) && (m.walks_take(royals) || lands.is_some()))
            .map(|mover| {
                let kind = self.kind(mover.kind);
                let walk = self.walk(mover, true);
                let (from, to) = self.enemy_regions(mover);
                let unmoved = self.and_only(mover.only, true);
                quote! {
                    #needs
                    for attacker in (self.of(PieceKind::#kind) & enemy #from #unmoved).squares() {
                        if #walk.reach()[attacker.index()].1.has(square) {
                            let hits = #walk.each(#view, attacker, |landing| {
                                if (landing.captured.contains(&square) #lands) #to {
                                    ControlFlow::Break(())
                                } else {
                                    ControlFlow::Continue(())
                                }
                            });
                            if hits.is_break() { #found }
                        }
                    }
                }
            })
            .collect()
    }

    /// Filters for the regions of an attacker's walk, if it has any: on origin and landing.
    fn enemy_regions(&self, mover: &Mover) -> (TokenStream, TokenStream) {
        let region = |sets: [chv_dsl::model::Set256; 2]| {
            if sets.iter().all(|&s| self.is_board(s)) {
                return None;
            }
            let (white, black) = (self.set(sets[1]), self.set(sets[0]));
            Some(self.by_side(white, black))
        };
        let from = region(mover.from).map(|r| quote! { & #r }).unwrap_or_default();
        let to = region(mover.to).map(|r| quote! { && #r.has(landing.to) }).unwrap_or_default();
        (from, to)
    }

    /// Statements that add the squares of attackers' walks to the zone of doubt.
    pub(super) fn walk_zones(&self) -> TokenStream {
        let royals = self.plan.royals;
        let mut out = TokenStream::new();
        for mover in self.walkers().iter().filter(|m| m.walks_take(royals)) {
            let kind = self.kind(mover.kind);
            let walk = self.walk(mover, true);
            out.extend(quote! {
                for attacker in (self.of(PieceKind::#kind) & enemy).squares() {
                    let (touched, taken) = #walk.reach()[attacker.index()];
                    if taken.has(square) { danger.zone |= touched.with(attacker); }
                }
            });
        }
        let found = quote! {
            danger.check = true;
            danger.zone = BOARD;
        };
        let checks = self.walk_statements(&found);
        quote! { #out #(#checks)* }
    }

    /// Statements that add what attackers' walks touch to the squares of doubt.
    pub(super) fn walk_doubts(&self) -> TokenStream {
        let royals = self.plan.royals;
        let mut out = TokenStream::new();
        let lands = self.travels_and_tries();
        let threatens = |m: &&Mover| self.counts(m) && (m.walks_take(royals) || lands);
        for mover in self.walkers().iter().filter(threatens) {
            let kind = self.kind(mover.kind);
            let walk = self.walk(mover, true);
            let only = self.and_only(mover.only, true);
            out.extend(quote! {
                for attacker in (self.of(PieceKind::#kind) & enemy #only).squares() {
                    let (touched, taken) = #walk.reach()[attacker.index()];
                    if taken.has(square) {
                        leave |= touched;
                        enter |= touched;
                    }
                }
            });
        }
        let checks = self.walk_statements(&quote! { check = true; });
        quote! { #out #(#checks)* }
    }

    /// The moves of walks, each proven on its own.
    pub(super) fn walk_moves(&mut self) -> TokenStream {
        if self.plan.hides() {
            return self.best_walk_moves();
        }
        let mut out = self.view_needs();
        let walkers: Vec<Mover> = self.walkers().into_iter().filter(|m| m.offered).collect();
        for (i, mover) in walkers.iter().enumerate() {
            let known = self.known_before(mover, &walkers[..i]);
            let movable = self.movable(mover.kind, &self.kind(mover.kind));
            let walk = self.walk(mover, false);
            let region = |sets: [chv_dsl::model::Set256; 2]| {
                if sets.iter().all(|&set| self.is_board(set)) {
                    return None;
                }
                let [white, black] = sets.map(|set| self.set(set));
                Some(self.by_side(white, black))
            };
            let from = region(mover.from).map(|from| quote! { & #from });
            let outside = region(mover.to).map(|to| quote! { !#to.has(landing.to) || });
            let unmoved = self.and_only(mover.only, false);
            let view = self.view(&quote! { own }, &quote! { enemy });
            let royal = self.plan.royals.has(mover.kind);
            let proof = match self.proof() {
                Legality::None => quote! { true },
                Legality::Masks if !royal && self.plan.careful_captures() => quote! {
                    (!danger.check && landing.shifted.is_empty()
                        && landing.captured.is_empty()
                        && (landing.touched(from) & (Self::sight::<WHITE>(royal) | danger.zone)).is_empty())
                        || self.survives::<WHITE>(m)
                },
                Legality::Masks if !royal => quote! {
                    (!danger.check && landing.shifted.is_empty()
                        && (landing.touched(from) & (Self::sight::<WHITE>(royal) | danger.zone)).is_empty())
                        || self.survives::<WHITE>(m)
                },
                _ => quote! { self.survives::<WHITE>(m) },
            };
            let route = self.route_offset(mover);
            let number = if self.marks_ways() {
                quote! { (#route + landing.route) | landing.local() }
            } else {
                quote! { #route + landing.route }
            };
            let spares = self.spares_royals(&quote! { landing });
            let (tags, fill) = self.tag_range(mover.kind, &proof);
            out.extend(quote! {
                for from in (own & #movable #from #unmoved).squares() {
                    #walk.each(#view, from, |landing| {
                        if #outside !#spares #known {
                            return ControlFlow::Continue(());
                        }
                        #tags
                        let m = Move { from: from.0, to: landing.to.0, tag: first, route: #number };
                        #fill
                        ControlFlow::Continue(())
                    })?;
                }
            });
        }
        out
    }

    /// Conditions that a landing does what another movement of the piece does, which has come before.
    fn known_before(&mut self, mover: &Mover, earlier: &[Mover]) -> TokenStream {
        let mut out = TokenStream::new();
        if let Some(targets) = self.table_targets(mover, false) {
            out.extend(quote! { || landing.is_plain() && #targets.has(landing.to) });
        }
        if let Some(targets) = self.table_targets(mover, true) {
            out.extend(quote! { || landing.is_shot() && #targets.has(landing.to) });
        }
        let view = self.view(&quote! { own }, &quote! { enemy });
        for other in earlier.iter().filter(|m| m.kind == mover.kind && !m.only.excludes(mover.only)) {
            let walk = self.walk(other, false);
            let (white, black) = (self.set(other.from[0]), self.set(other.from[1]));
            let from = self.by_side(white, black);
            let (white, black) = (self.set(other.to[0]), self.set(other.to[1]));
            let to = self.by_side(white, black);
            let unmoved = self.only_set(other.only, false).map(|set| quote! { && #set.has(from) });
            out.extend(quote! {
                || #from.has(from) && #to.has(landing.to) #unmoved && #walk.leads(#view, from, landing)
            });
        }
        out
    }

    /// A condition that a landing takes no checked royal: such moves end the game before they are
    /// made.
    pub(super) fn spares_royals(&self, landing: &TokenStream) -> TokenStream {
        if self.plan.royals.is_empty() || self.plan.tries() {
            return quote! { true };
        }
        quote! { !#landing.captured.iter().any(|&s| self.royals().has(s)) }
    }

    /// Numbers of routes of several walks of one kind follow each other in steps of this.
    pub(super) fn route_offset(&self, mover: &Mover) -> u16 {
        let walkers: Vec<&Mover> = self.plan.movers_of(mover.kind).filter(|m| m.walks.is_some()).collect();
        let at = walkers.iter().position(|m| *m == mover).unwrap_or_default();
        at as u16 * self.routes(mover.kind)
    }

    /// How many routes there is room for in each walk of a kind.
    pub(super) fn routes(&self, kind: KindId) -> u16 {
        let walkers = self.plan.movers_of(kind).filter(|m| m.walks.is_some()).count();
        let all = if self.marks_ways() { 32_768 } else { 65_536 };
        (all / walkers.next_power_of_two().max(16)) as u16
    }

    /// Whether moves along walks say whether they change their target alone, for who looks for threats.
    pub(super) fn marks_ways(&self) -> bool {
        self.plan.hides() || self.plan.movers.iter().any(|m| m.only.ground == Ground::Wound)
    }

    /// A statement that takes that away again.
    pub(super) fn unmarked(&self) -> Option<TokenStream> {
        self.marks_ways().then(|| {
            quote! { let m = Move { route: m.route & !compiled::walk::LOCAL, ..m }; }
        })
    }

    /// The tags with which a move of a kind can be made: statements that set `first`, and statements
    /// that send the move `m` once for each, if it holds the proof.
    fn tag_range(&self, kind: KindId, proof: &TokenStream) -> (TokenStream, TokenStream) {
        let Some((p, promotion)) = self.plan.promotions.iter().enumerate().find(|(_, p)| p.kinds.has(kind))
        else {
            return (quote! { let first = PLAIN; }, quote! { if #proof { visit(Batch::One(m))?; } });
        };
        let zone = self.zone_of(promotion, &quote! { from });
        let tag = self.promotion_tag(p, 0);
        let count = promotion.choices.len() as u8;
        let free = self.forced(promotion, kind).map(|forced| quote! { && !#forced.has(landing.to) });
        let tags = quote! {
            let promotes = #zone.has(landing.to) && !landing.stays;
            let (first, choices) = if promotes { (#tag, #count) } else { (PLAIN, 1) };
        };
        // Each is proven by itself where choices differ in what they threaten or shield.
        let alone = promotion.choices.iter().any(|c| c.alone);
        let optional = promotion.optional.then(|| {
            let proof = alone.then(|| quote! { && (#proof) });
            quote! {
                let m = Move { tag: PLAIN, ..m };
                if promotes #free #proof { visit(Batch::One(m))?; }
            }
        });
        let fill = if alone {
            quote! {
                for choice in 0..choices {
                    let m = Move { tag: first + choice, ..m };
                    if #proof { visit(Batch::One(m))?; }
                }
                #optional
            }
        } else {
            quote! {
                if #proof {
                    for choice in 0..choices { visit(Batch::One(Move { tag: first + choice, ..m }))?; }
                    #optional
                }
            }
        };
        (tags, fill)
    }

    /// Departures along walks: to each square that one leads to.
    pub(super) fn travel_walks(&self, mover: &Mover, movable: &TokenStream) -> TokenStream {
        let walk = self.walk(mover, false);
        let [from, to] =
            [mover.from, mover.to].map(|sets| self.by_side(self.set(sets[0]), self.set(sets[1])));
        let only = self.and_only(mover.only, false);
        let view = self.view(&quote! { own }, &quote! { enemy });
        let needs = self.view_needs();
        quote! {
            #needs
            for from in (own & #movable & #from #only).squares() {
                let mut to = Set::EMPTY;
                let _ = #walk.each(#view, from, |landing| {
                    to |= Set::of(landing.to);
                    ControlFlow::Continue(())
                });
                visit(Batch::Fan { from, to: to & #to, tag: DEPART, options: 1 })?;
            }
        }
    }

    /// The function that finds a walk's landing again from a move.
    pub(super) fn landing_function(&self) -> TokenStream {
        if !self.has_walkers() {
            return TokenStream::new();
        }
        if self.plan.hides() {
            return self.trail_landings();
        }
        let (needs, view) = (self.view_needs(), self.view(&quote! { own }, &quote! { enemy }));
        let arms = self
            .walkers()
            .iter()
            .map(|mover| {
                let kind = self.kind(mover.kind);
                let walk = self.walk(mover, false);
                let (offset, routes) = (self.route_offset(mover), self.routes(mover.kind));
                let routes = proc_macro2::Literal::u16_unsuffixed(routes);
                quote! {
                    if self.of(PieceKind::#kind).has(from) && m.route / #routes == #offset / #routes {
                        return #walk.route(view, from, Square(m.to), m.route % #routes);
                    }
                }
            })
            .collect::<Vec<_>>();
        let unmarked = self.unmarked();
        quote! {
            /// What a move along a walk does.
            fn landing<const WHITE: bool>(&self, m: Move) -> Option<compiled::walk::Landing<Set>> {
                #unmarked
                let (own, enemy) = self.armies::<WHITE>();
                let from = Square(m.from);
                #needs
                let view = #view;
                #(#arms)*
                None
            }
        }
    }
}

/// A walk that is written as a table.
pub(super) struct WalkTable<'p> {
    /// The first movement that follows it.
    mover: &'p Mover,
    /// Whose walk it is, if the other side's is another.
    side: Option<Side>,
    walk: &'p Walk,
    name: Ident,
}

/// The walks of the movements on the board and off it, each once.
pub(super) fn walk_list<'p>(plan: &'p Plan<'_>, kind_names: &[String]) -> Vec<WalkTable<'p>> {
    let mut list: Vec<WalkTable<'_>> = Vec::new();
    let mut numbers = vec![0usize; kind_names.len()];
    for mover in plan.movers.iter().chain(&plan.travels) {
        let Some(walks) = &mover.walks else { continue };
        let kind = usize::from(mover.kind);
        numbers[kind] += 1;
        let number = if numbers[kind] > 1 { format!("_{}", numbers[kind]) } else { String::new() };
        let base = format!("{}_WALK{number}", names::constant(&kind_names[kind]));
        let alike = walks[0] == walks[1];
        for side in Side::BOTH {
            let walk = &walks[side.index()];
            if list.iter().any(|table| table.walk == walk) {
                continue;
            }
            let name = if alike {
                format_ident!("{base}")
            } else {
                format_ident!("{base}_{}", side.to_string().to_uppercase())
            };
            list.push(WalkTable { mover, side: (!alike).then_some(side), walk, name });
        }
    }
    list
}

/// Whether steps lead everywhere within a rectangle, rank by rank, all in the same way: the first of them,
/// and how far they go in files and ranks.
fn everywhere(edges: &[Edge]) -> Option<(&Edge, (i8, i8))> {
    let (first, last) = (edges.first()?, edges.last()?);
    let far = (last.dx, last.dy);
    let all = (-far.1..=far.1).flat_map(|dy| (-far.0..=far.0).map(move |dx| (dx, dy)));
    let alike = |e: &Edge| Edge { dx: first.dx, dy: first.dy, ..*e } == *first;
    let same = all.filter(|&by| by != (0, 0)).eq(edges.iter().map(|e| (e.dx, e.dy)));
    (edges.len() > 8 && same && edges.iter().all(alike)).then_some((first, far))
}

/// Up to so many ways of a walk are followed without noting where it has been.
const FEW_WAYS: u64 = 500;

/// Whether a walk can come back to a node or has many ways, and until something is taken only square
/// and node matter for where it can end: then the same place need not be followed twice.
fn wanders(walk: &Walk) -> bool {
    let edges = walk.first.iter().chain(walk.nodes.iter().flat_map(|n| &n.next));
    let forgets = walk.nodes.iter().all(|n| !n.head.leaves_passed && n.head.take != Take::Unload)
        && edges.clone().all(|e| !e.slide && e.on.is_none());
    let comes_back = |start: usize| {
        let mut seen = vec![false; walk.nodes.len()];
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            for to in walk.nodes[at].next.iter().map(|e| usize::from(e.to)) {
                if to == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[to], true) {
                    open.push(to);
                }
            }
        }
        false
    };
    let many = || walk.all_ways(&walk.ways()) > FEW_WAYS;
    forgets && ((0..walk.nodes.len()).any(comes_back) || many())
}
