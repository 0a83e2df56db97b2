//! Kinds of piece, and the actions that their movements are.

use std::collections::BTreeMap;
use std::ops::Range;

use chv_runtime::{Set256, Side};

use super::Resolver;
use super::clauses::{Bounds, go_along, push, shot};
use super::initial::Pending;
use super::mimic::{Lent, Mimic, without_passing};
use super::spelled::{spelled, spelled_clauses};
use crate::diagnostics::codes;
use crate::model::{self, Action, Actor, Guard, Kind, KindId, Owner, Stop, Take, Walk};
use crate::movement::{self, Context, Dialect, Movement};
use crate::syntax::{Entry, Move, Piece, Property, Span, Verb, Word};

/// Most kinds of piece.
const MOST_KINDS: usize = 64;

/// Most movements of a piece.
const MOST_MOVEMENTS: usize = 32;

/// A movement with the squares it is limited to, for White and for Black.
pub(super) struct Limited<'a> {
    pub(super) kind: KindId,
    pub(super) movement: &'a Word,
    /// The statement, unless it is the movement of the piece's own line.
    pub(super) further: Option<&'a Move>,
    pub(super) verb: Verb,
    pub(super) bounds: Bounds,
    pub(super) from: [Set256; 2],
    pub(super) to: [Set256; 2],
    pub(super) initial: Option<[Set256; 2]>,
    /// From whom it is borrowed, if it is.
    pub(super) loan: Option<Loan>,
}

/// Of which kind a movement is borrowed, and when.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loan {
    pub(super) lender: KindId,
    /// The field that must hold that kind, and whose.
    pub(super) field: (u8, Owner),
    /// Where it is written that it is borrowed.
    pub(super) span: Span,
}

impl Resolver {
    /// Names and codes, so that everything else can refer to them.
    pub(super) fn declare_kinds(&mut self, list: &[Entry<Piece>]) {
        if list.is_empty() && !self.merged.incomplete {
            let span = self.board.unwrap_or_default();
            self.report
                .error(codes::NO_PIECES, span, "this variant has no pieces")
                .help("declare them: `piece Name N movement`");
        }
        let mut codes_seen: BTreeMap<String, Span> = BTreeMap::new();
        for Entry { doc, what: piece, .. } in list {
            if self.variant.kinds.len() == MOST_KINDS {
                self.report
                    .error(codes::TOO_MANY_KINDS, piece.name.span, "there are too many kinds of piece")
                    .note(format!("a variant has at most {MOST_KINDS}"));
                break;
            }
            let code = self.piece_code(&piece.code).unwrap_or_default();
            if !code.is_empty()
                && let Some(first) = codes_seen.insert(code.to_lowercase(), piece.code.span)
            {
                let message = format!("the code `{}` is taken", piece.code.value);
                self.report
                    .error(codes::DUPLICATE_CODE, piece.code.span, message)
                    .label(first, "by this piece")
                    .note("a code in lower case is the piece of Black, so case does not tell two codes apart")
                    .help("take another letter, or several in brackets, such as `[Ab]`");
            }
            let id = self.variant.kinds.len() as KindId;
            let source = self.source(piece.name.span);
            let mut kind = Kind {
                name: piece.name.value.clone(),
                code,
                doc: doc.clone(),
                royal: false,
                resets_clock: false,
                base: id,
                movement: Vec::new(),
                source,
            };
            for entry in &piece.body {
                if matches!(entry.what, Property::Royal | Property::ResetsClock)
                    && self.merged.holds(&entry.when, &mut self.report)
                {
                    let said = match entry.what {
                        Property::Royal => &mut kind.royal,
                        _ => &mut kind.resets_clock,
                    };
                    if matches!(entry.what, Property::ResetsClock) {
                        self.resets.get_or_insert(entry.span);
                    }
                    if std::mem::replace(said, true) {
                        self.report.error(codes::TWICE, entry.span, "this is said already");
                    }
                }
            }
            self.kinds.insert(piece.name.value.clone(), (id, piece.name.span));
            self.variant.kinds.push(kind);
        }
    }

    /// A code without its brackets.
    fn piece_code(&mut self, word: &Word) -> Option<String> {
        let text = word.value.as_str();
        let letters = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_alphabetic());
        let upper = |t: &str| t.starts_with(|c: char| c.is_ascii_uppercase());
        let bare = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
        let good = match (bare, text.strip_prefix('+')) {
            (Some(bare), _) => letters(bare) && upper(bare) && (2..=4).contains(&bare.len()),
            (_, Some(rest)) => letters(rest) && upper(rest) && rest.len() == 1,
            _ => letters(text) && upper(text) && text.len() == 1,
        };
        if good {
            return Some(bare.unwrap_or(text).to_owned());
        }
        let shown: String = text.chars().take(20).collect();
        let help = if letters(text) && text.len() == 1 {
            format!("write `{}`", text.to_ascii_uppercase())
        } else if letters(text) && upper(text) && text.len() <= 4 {
            format!("write `[{text}]`")
        } else {
            "for example `K`, `+R` or `[Ki]`".to_owned()
        };
        self.report
            .error(codes::BAD_CODE, word.span, format!("`{shown}` is no code of a piece"))
            .note("a code is a letter from A to Z, `+` and such a letter, or 2 to 4 letters in brackets")
            .help(help);
        None
    }

    /// The movements of all kinds, for both sides.
    pub(super) fn move_kinds(&mut self, list: Vec<Entry<Piece>>) {
        self.settle_immunity(&list);
        for (id, Entry { what: piece, .. }) in list.into_iter().take(MOST_KINDS).enumerate() {
            self.move_kind(id as KindId, piece);
        }
        self.settle_mimics();
        self.check_turning();
        // Kinds in declared order, White's actions before Black's.
        self.sort_actions();
    }

    fn move_kind(&mut self, kind: KindId, piece: Piece) {
        let all = [self.areas.all(); 2];
        let (mut within, mut initial, mut reverts) = (None, None, None);
        let body = self.merged.live(piece.body, &mut self.report);
        for entry in &body {
            let (place, area) = match &entry.what {
                Property::Within(area) => (&mut within, area),
                Property::Initial(area) => (&mut initial, area),
                Property::Reverts(name) => {
                    self.revert(kind, name, entry.span, &mut reverts);
                    continue;
                }
                _ => continue,
            };
            if place.is_some() {
                self.report
                    .error(codes::TWICE, entry.span, "this is said already")
                    .help("join the regions with `and` or `or`");
            }
            let broken = &self.merged.broken;
            *place = self.areas.resolve(area, &|name| broken.contains(name), &mut self.report);
        }
        let mut clauses = self.clauses(&body);
        let mut list = Vec::new();
        let within_or_all = within.unwrap_or(all);
        if let Some(movement) = &piece.movement
            && let Some(bounds) = self.bounds(kind, None, &clauses)
        {
            let (from, to) = (all, within_or_all);
            list.push(Limited {
                kind,
                movement,
                further: None,
                verb: Verb::Moves,
                bounds,
                from,
                to,
                initial,
                loan: None,
            });
        }
        for entry in &body {
            let Property::Move(further) = &entry.what else { continue };
            let from = further.from.as_ref().map_or(Some(all), |a| self.area(a)).unwrap_or(all);
            let to = further.to.as_ref().map_or(Some(all), |a| self.area(a)).unwrap_or(all);
            // What is shot does not move, so where it stands is no matter of `within`.
            let free = further.unconfined || matches!(further.verb, Verb::Shoots | Verb::Forbids);
            let limit = if free { all } else { within_or_all };
            let to = [to[0] & limit[0], to[1] & limit[1]];
            if further.unconfined && within.is_none() {
                self.report
                    .warn(codes::NEVER, entry.span, "`unconfined` lifts nothing: this piece is not confined")
                    .note("`within region` confines a piece");
            }
            let Some(bounds) = self.bounds(kind, Some(further), &clauses) else { continue };
            let (movement, verb) = (&further.movement, further.verb);
            let further = Some(&**further);
            list.push(Limited { kind, movement, further, verb, bounds, from, to, initial, loan: None });
        }
        let mut asks_initial = false;
        if let Some(extra) = list.get(MOST_MOVEMENTS) {
            self.report
                .error(codes::TOO_MANY_KINDS, extra.movement.span, "this piece has too many movements")
                .note(format!("a piece has at most {MOST_MOVEMENTS}"));
            list.truncate(MOST_MOVEMENTS);
        }
        let own_prey = clauses.own_prey(self.all_kinds());
        for limited in &list {
            if let Some(parsed) = self.read_movement(limited.movement) {
                let text = spelled(&parsed, limited.further);
                self.variant.kinds[usize::from(kind)].movement.push(text);
                let parsed = match parsed.imitating() {
                    (true, rest) if limited.verb == Verb::Moves => {
                        let (from, to, span) = (limited.from, limited.to, limited.movement.span);
                        self.mimics.push(Mimic { kind, field: None, from, to, span });
                        rest
                    }
                    _ => parsed,
                };
                if parsed.is_empty() {
                    continue;
                }
                let cx = self.context(limited, Side::White);
                self.weigh_clauses(&parsed, &cx, limited.further, &mut clauses);
                asks_initial |= self.expand(limited, &parsed);
                if limited.further.is_none_or(|f| f.verb == Verb::Travels) {
                    self.lent.push(Lent {
                        kind,
                        movement: limited.movement.clone(),
                        further: limited.further.cloned(),
                        parsed,
                        bounds: Bounds { prey: own_prey, ..limited.bounds },
                    });
                }
            }
        }
        let movement = &mut self.variant.kinds[usize::from(kind)].movement;
        if !movement.is_empty() {
            movement.extend(body.iter().filter_map(|entry| spelled_clauses(&entry.what)));
        }
        if !self.report.has_errors() {
            self.close_clauses(&clauses);
        }
        self.special_properties(kind, piece.movement.as_ref(), &body, &clauses, within_or_all);
        if let Some(entry) = body.iter().find(|e| matches!(e.what, Property::Initial(_)))
            && !asks_initial
            && !self.report.has_errors()
        {
            self.report
                .warn(codes::NEVER, entry.span, "this piece has no movement that is initial")
                .note("`i` in a movement makes it initial");
        }
    }

    fn revert(&mut self, kind: KindId, name: &Word, span: Span, reverts: &mut Option<KindId>) {
        if reverts.is_some() {
            self.report.error(codes::TWICE, span, "this is said already");
        }
        let Some(base) = self.kind(name) else { return };
        if base == kind {
            self.report.error(codes::REVERTS, name.span, "a piece reverts to another, not to itself");
            return;
        }
        *reverts = Some(base);
        self.variant.kinds[usize::from(kind)].base = base;
    }

    /// The spelling of the movements in the file that a word stands in.
    pub(super) fn dialect(&self, word: &Word) -> Dialect {
        self.merged.dialects.get(&word.span.file).copied().unwrap_or(Dialect::Chv)
    }

    /// Reads the text of a movement; what is wrong in it is reported at its place in the file.
    fn read_movement(&mut self, word: &Word) -> Option<Movement> {
        let (parsed, problems) = movement::parse(&word.value, self.dialect(word));
        let wrong = problems.iter().any(|p| p.error);
        self.problems(word.span, problems);
        parsed.filter(|_| !wrong)
    }

    /// Reports the problems of a movement at their places in the file.
    fn problems(&mut self, word: Span, problems: Vec<movement::Problem>) {
        for problem in problems {
            let Range { start, end } = problem.span;
            let span = Span { start: word.start + start as u32, end: word.start + end as u32, ..word };
            let diagnostic = if problem.error {
                self.report.error(problem.code, span, problem.message)
            } else {
                self.report.warn(problem.code, span, problem.message)
            };
            diagnostic.notes = problem.notes;
            diagnostic.help = problem.help;
        }
    }

    /// What the expansion of a movement depends on.
    fn context(&self, limited: &Limited<'_>, side: Side) -> Context {
        let Bounds { prey, hurdles, .. } = limited.bounds;
        let all = Context::new(self.areas.size, side, self.all_kinds(), self.royals());
        Context { capturable: prey, hurdles, slides: self.slides, ..all }
    }

    /// Makes the actions of a movement; whether it has initial parts.
    pub(super) fn expand(&mut self, limited: &Limited<'_>, parsed: &Movement) -> bool {
        let word = limited.movement;
        let mut asks_initial = false;
        let loan = limited.loan;
        let source = self.source(loan.map_or(word.span, |l| l.span));
        let takes_specially = matches!(limited.verb, Verb::Shoots | Verb::Pushes);
        let departs = limited.verb == Verb::Travels;
        let turns = limited.further.and_then(|f| f.turns.as_ref()).map_or(0, |n| n.value.min(100) as u8);
        let mut takes = !takes_specially;
        for side in Side::BOTH {
            let cx = self.context(limited, side);
            let mut parts = match movement::expand_within(parsed, &cx, &mut self.states) {
                Ok(parts) => parts,
                // Black's problems are White's.
                Err(problems) if side == Side::White => {
                    self.problems(word.span, problems);
                    return false;
                }
                Err(_) => return false,
            };
            if let Some(lines) = limited.bounds.along
                && !go_along(&mut parts, lines)
            {
                let name = limited.further.and_then(|f| f.along.as_ref()).map_or(word.span, |w| w.span);
                self.report
                    .error(codes::LINES, name, "this movement goes along no lines")
                    .note("`U` and `O` lead from square to square, whatever is between");
                return false;
            }
            // What depends on the lender's own history, or on his partner, is not borrowed.
            parts.retain(|p| loan.is_none() || !(p.initial || p.second_rank || p.castle.is_some()));
            let leaving = limited.further.and_then(|f| f.leaving);
            if let Some(span) = leaving.filter(|_| side == Side::White && loan.is_none()) {
                self.leaving.push((limited.kind, span));
            }
            if let Some(span) = leaving
                && !leaves_passed(&mut parts)
            {
                self.report
                    .error(codes::PASSING, span, "this movement passes no square")
                    .note("a movement of several steps does, such as `fmW2`");
                return false;
            }
            for part in parts {
                if let Some(castle) = part.castle {
                    self.castle_by_notation(side, limited.kind, castle, word.span);
                    continue;
                }
                let mut movement = part.movement;
                if takes_specially {
                    let model::Movement::Walk(walk) = movement else {
                        let what = if limited.verb == Verb::Shoots { "a shot" } else { "a push" };
                        let message = format!("a leap to any square cannot be {what}");
                        self.report.error(codes::SHOOTS, word.span, message);
                        return false;
                    };
                    let shoots = limited.verb == Verb::Shoots;
                    let Some(walk) = (if shoots { shot(walk) } else { push(walk) }) else { continue };
                    movement = model::Movement::Walk(walk);
                    takes = true;
                    self.shots |= shoots;
                }
                if let model::Movement::Walk(walk) = &mut movement {
                    if departs {
                        depart(walk);
                    }
                    self.turn_slides(loan.map_or(limited.kind, |l| l.lender), walk);
                } else if departs {
                    self.report.error(codes::SHOOTS, word.span, "a leap to any square is no way to travel");
                    return false;
                }
                if loan.is_some() {
                    let Some(left) = without_passing(movement) else { continue };
                    movement = left;
                }
                let (mut from, to) = (limited.from[side.index()], limited.to[side.index()]);
                let special = part.initial || part.second_rank;
                asks_initial |= special;
                if special {
                    match limited.initial {
                        Some(region) if !part.second_rank => from &= region[side.index()],
                        _ => self.initial.push(Pending {
                            action: (limited.kind, side, self.variant.actions.len()),
                            second_rank: part.second_rank,
                            span: word.span,
                        }),
                    }
                }
                self.variant.actions.push(Action {
                    side,
                    actor: Actor::Kind(limited.kind),
                    guards: loan.map(|l| Guard::KindIs(l.field.0, l.field.1, l.lender)).into_iter().collect(),
                    movement,
                    from,
                    to,
                    edits: if departs {
                        vec![model::Edit::Depart(model::At::Target, turns)]
                    } else {
                        Vec::new()
                    },
                    cost: model::Cost::One,
                    phase: 0,
                    counts_as: loan.map(|l| l.lender),
                    text: String::new(),
                    offered: limited.verb != Verb::Forbids,
                    first: part.initial,
                    source,
                });
            }
        }
        if !takes {
            let (message, note) = match limited.verb {
                Verb::Shoots => (
                    "a shot must capture, and this movement never does",
                    "`shoots` captures what its movement could capture, and the piece stays where it is",
                ),
                _ => (
                    "a push must reach a piece, and this movement never captures",
                    "`pushes` goes to where its movement could capture, and moves on what stands there",
                ),
            };
            self.report.error(codes::SHOOTS, word.span, message).note(note);
        }
        asks_initial
    }

    /// Puts White's actions of a kind before Black's; what refers to actions follows.
    fn sort_actions(&mut self) {
        let actions = std::mem::take(&mut self.variant.actions);
        let mut order: Vec<usize> = (0..actions.len()).collect();
        let place = |a: &Action| match a.actor {
            Actor::Kind(kind) => (usize::from(kind), a.side.index()),
            _ => (usize::MAX, a.side.index()),
        };
        order.sort_by_key(|&i| place(&actions[i]));
        let mut new_index = vec![0; actions.len()];
        for (new, &old) in order.iter().enumerate() {
            new_index[old] = new;
        }
        for pending in &mut self.initial {
            pending.action.2 = new_index[pending.action.2];
        }
        let mut slots: Vec<Option<Action>> = actions.into_iter().map(Some).collect();
        self.variant.actions = order.into_iter().filter_map(|i| slots[i].take()).collect();
    }
}

/// Lets a walk end by leaving the board: the squares where it would stop are only named.
fn depart(walk: &mut Walk) {
    for node in &mut walk.nodes {
        if node.head.stop.is_some() {
            node.head.stop = Some(Stop::Depart);
            node.head.take = Take::Nothing;
            node.head.test.friend = model::KindSet::NONE;
        }
    }
}

/// The squares that walks pass become en-passant squares; whether there are any.
fn leaves_passed(parts: &mut [movement::Part]) -> bool {
    let mut any = false;
    for part in parts {
        let model::Movement::Walk(walk) = &mut part.movement else { continue };
        for node in &mut walk.nodes {
            node.head.leaves_passed |= node.head.test.empty && !node.next.is_empty();
            any |= node.head.leaves_passed;
        }
    }
    any
}
