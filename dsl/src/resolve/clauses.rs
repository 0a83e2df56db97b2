//! What a movement takes, hops over and goes along: the clauses for what the notation cannot say.
//!
//! What a movement says itself goes before what its piece says.

use super::Resolver;
use crate::diagnostics::{codes, report::did_you_mean};
use crate::model::{self, KindId, KindSet, Stop, Take, Walk};
use crate::movement::{self, Context, Hurdles, Movement, Part};
use crate::syntax::{At, Captures, Entry, Hops, Piece, Property, Span, Word};

/// Most pieces that a hop can be over.
const MOST_HURDLES: u32 = 14;

/// What a movement may take and hop over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// The kinds it takes, as far as they can be taken.
    pub(super) prey: KindSet,
    /// What it hops over.
    pub(super) hurdles: Hurdles,
    /// The lines it goes along.
    pub(super) along: Option<u8>,
}

/// A clause of a piece, and whether one of its movements depends on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clause<T> {
    value: T,
    span: Span,
    used: bool,
}

/// The clauses of a piece that hold for all its movements.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    prey: Option<Clause<KindSet>>,
    hurdles: Option<Clause<Hurdles>>,
}

impl Resolver {
    /// Which kinds cannot be captured by which.
    pub(super) fn settle_immunity(&mut self, list: &[Entry<Piece>]) {
        self.immune = vec![KindSet::NONE; self.variant.kinds.len()];
        for (id, Entry { what: piece, .. }) in list.iter().enumerate().take(self.immune.len()) {
            let mut seen = false;
            for entry in &piece.body {
                let Property::NotCapturable(by) = &entry.what else { continue };
                if !self.merged.holds(&entry.when, &mut self.report) {
                    continue;
                }
                if std::mem::replace(&mut seen, true) {
                    self.report
                        .error(codes::TWICE, entry.span, "this is said already")
                        .help("name all pieces in one list: `not capturable by A, B`");
                }
                self.immune[id] = self.kind_set_or_all(by).unwrap_or(KindSet::NONE);
            }
        }
    }

    /// The kinds that a kind could capture if nothing else is said.
    pub(super) fn capturable_by(&self, captor: KindId) -> KindSet {
        (0u8..).zip(&self.immune).filter(|(_, by)| !by.has(captor)).map(|(id, _)| id).collect()
    }

    /// Whether nothing captures pieces of a kind.
    pub(super) fn never_captured(&self, kind: KindId) -> bool {
        let all = self.all_kinds();
        self.immune.get(usize::from(kind)).is_some_and(|by| all.minus(*by).is_empty())
    }

    /// The clauses of a piece about captures and hops.
    pub(super) fn clauses(&mut self, body: &[Entry<Property>]) -> Clauses {
        let mut found = Clauses::default();
        for entry in body {
            let again = match &entry.what {
                Property::Captures(captures) => {
                    let again = found.prey.is_some();
                    found.prey = self.prey(captures).map(|value| Clause::new(value, captures.span));
                    again
                }
                Property::Hops(hops) => {
                    let again = found.hurdles.is_some();
                    found.hurdles = self.hurdles(hops).map(|value| Clause::new(value, hops.span));
                    again
                }
                _ => continue,
            };
            if again {
                self.report.error(codes::TWICE, entry.span, "this is said already");
            }
        }
        found
    }

    fn prey(&mut self, captures: &At<Captures>) -> Option<KindSet> {
        let kinds = self.kind_set(&captures.value.kinds)?;
        let prey = if captures.value.only { kinds } else { self.all_kinds().minus(kinds) };
        if prey.is_empty() {
            self.report
                .warn(codes::NEVER, captures.span, "this leaves no piece to capture")
                .help("write `m` in the movement if it never captures");
        }
        Some(prey)
    }

    fn hurdles(&mut self, hops: &At<Hops>) -> Option<Hurdles> {
        let said = &hops.value;
        let mut kinds = if said.pieces { self.all_kinds() } else { KindSet::NONE };
        let mut terrain = 0u64;
        let mut fine = true;
        let mut seen: Vec<&str> = Vec::new();
        for word in &said.names {
            if seen.contains(&word.value.as_str()) {
                let message = format!("`{}` stands in this list twice", word.value);
                self.report.error(codes::DUPLICATE, word.span, message);
            }
            seen.push(&word.value);
            if self.terrain.contains_key(&word.value) {
                fine &= self.hurdle_of_terrain(word, said.own.is_some(), &mut terrain);
            } else {
                match self.kind(word) {
                    Some(id) if said.pieces && said.own.is_none() => {
                        self.report
                            .error(
                                codes::DUPLICATE,
                                word.span,
                                format!("`{}` is one of the pieces", word.value),
                            )
                            .help("leave it out, or leave `pieces` out");
                        kinds = kinds.or(KindSet::of(id));
                    }
                    Some(id) => kinds = kinds.or(KindSet::of(id)),
                    None => fine = false,
                }
            }
        }
        if let Some(word) = said.except.iter().find(|w| self.terrain.contains_key(&w.value)) {
            self.report
                .error(
                    codes::NO_HOP,
                    word.span,
                    format!("`{}` is terrain, and only pieces are excepted", word.value),
                )
                .note("terrain is hopped over where `hops over` names it")
                .help("leave it out here");
            return None;
        }
        let except = self.kind_set(&said.except)?;
        if !except.minus(kinds).is_empty() {
            self.report.warn(codes::NEVER, hops.span, "what is excepted is not hopped over anyway");
        }
        let kinds = kinds.minus(except);
        let count = match &said.count {
            Some(n) if !(1..=MOST_HURDLES).contains(&n.value) => {
                self.report
                    .error(codes::NUMBER, n.span, "a hop is over 1 to 14 pieces")
                    .help("`pp` in a movement hops over any number of pieces");
                return None;
            }
            count => count.as_ref().map_or(1, |n| n.value as u8),
        };
        let side = |own: bool| if said.own.is_none_or(|o| o == own) { kinds } else { KindSet::NONE };
        fine.then(|| Hurdles { own: side(true), enemy: side(false), terrain, count })
    }

    /// Adds terrain to what is hopped over; whether that makes sense.
    fn hurdle_of_terrain(&mut self, word: &Word, owned: bool, terrain: &mut u64) -> bool {
        let Some((id, _)) = self.terrain(word) else { return false };
        let problem = if owned {
            Some("terrain belongs to nobody")
        } else if !self.variant.terrain[usize::from(id)].blocks {
            Some("this terrain does not block, so nothing needs to hop over it")
        } else {
            None
        };
        if let Some(problem) = problem {
            self.report.error(codes::NO_HOP, word.span, problem);
        }
        *terrain |= 1 << id;
        problem.is_none()
    }

    /// What limits a movement: by its own clauses, else by those of its piece. `None` if something
    /// in them is wrong.
    pub(super) fn bounds(
        &mut self,
        kind: KindId,
        further: Option<&crate::syntax::Move>,
        clauses: &Clauses,
    ) -> Option<Bounds> {
        let all = self.all_kinds();
        let free = self.capturable_by(kind);
        let (mut fine, mut along) = (true, None);
        let mut prey = clauses.prey.map_or(all, |c| c.value);
        let mut hurdles = clauses.hurdles.map_or(Hurdles::any(all), |c| c.value);
        if let Some(further) = further {
            if let Some(captures) = &further.captures {
                let own = self.prey(captures);
                fine &= own.is_some();
                prey = own.unwrap_or(prey);
            }
            if let Some(hops) = &further.hops {
                let own = self.hurdles(hops);
                fine &= own.is_some();
                hurdles = own.unwrap_or(hurdles);
            }
            if let Some(name) = &further.along {
                along = self.line_set(name);
                fine &= along.is_some();
            }
        }
        fine.then_some(Bounds { prey: prey.and(free), hurdles, along })
    }

    /// Looks lines up.
    fn line_set(&mut self, name: &Word) -> Option<u8> {
        if let Some((id, _, used)) = self.line_sets.get_mut(&name.value) {
            *used = true;
            return Some(*id);
        }
        let guess = did_you_mean(&name.value, self.line_sets.keys().map(String::as_str));
        self.report
            .error(codes::LINES, name.span, format!("there are no lines `{}`", name.value))
            .note("lines are drawn in the block of the board: `lines name = d1-e2-f3`")
            .help_if(guess);
        None
    }

    /// Says what is wrong with the clauses of one movement, and marks those of the piece that it
    /// depends on.
    pub(super) fn weigh_clauses(
        &mut self,
        parsed: &Movement,
        cx: &Context,
        further: Option<&crate::syntax::Move>,
        clauses: &mut Clauses,
    ) {
        let all = self.all_kinds();
        let (captures, hops) = further.map_or((None, None), |f| (f.captures.as_ref(), f.hops.as_ref()));
        let plain = Context { capturable: all, hurdles: Hurdles::any(all), ..*cx };
        let with = |cx: Context| movement::expand(parsed, &cx).unwrap_or_default();
        if captures.is_some() || clauses.prey.is_some() {
            let takes = with(Context { capturable: KindSet::NONE, ..plain }) != with(plain);
            match captures {
                Some(said) if !takes => {
                    self.report.warn(codes::NEVER, said.span, "this movement captures nothing anyway");
                }
                Some(_) => {}
                None => Clause::mark(&mut clauses.prey, takes),
            }
        }
        if hops.is_some() || clauses.hurdles.is_some() {
            let none = Hurdles { own: KindSet::NONE, enemy: KindSet::NONE, terrain: 0, count: 1 };
            let jumps = with(Context { hurdles: none, ..plain }) != with(plain);
            let said = hops.map(|h| (h.span, h.value.count.as_ref()));
            if let Some((span, count)) = said {
                let two = Hurdles { count: 2, ..plain.hurdles };
                if !jumps {
                    self.no_hop(span);
                } else if let Some(count) = count
                    && count.value != 1
                    && with(Context { hurdles: two, ..plain }) == with(plain)
                {
                    self.report
                        .error(codes::NO_HOP, count.span, "no hop of this movement is over a number of pieces")
                        .note("`p` and `g` on the last leg hop over one piece unless a number is said; `pp` over any");
                }
            } else {
                Clause::mark(&mut clauses.hurdles, jumps);
            }
        }
    }

    fn no_hop(&mut self, span: Span) {
        self.report
            .error(codes::NO_HOP, span, "nothing hops here")
            .note("a movement hops by `p`, `pp` or `g`, or leaps over a piece by `j`")
            .help("write for example `cpR` for a capture over one piece");
    }

    /// Says which clauses of a piece no movement depends on.
    pub(super) fn close_clauses(&mut self, clauses: &Clauses) {
        if let Some(clause) = clauses.prey.filter(|c| !c.used) {
            self.report
                .warn(codes::NEVER, clause.span, "no movement of this piece depends on it")
                .note("the piece captures nothing, or each of its movements says itself what it captures");
        }
        if let Some(clause) = clauses.hurdles.filter(|c| !c.used) {
            self.no_hop(clause.span);
        }
    }
}

impl Clauses {
    /// What the piece takes, as far as the piece itself says it.
    pub(super) fn own_prey(&self, all: KindSet) -> KindSet {
        self.prey.map_or(all, |c| c.value)
    }
}

impl<T> Clause<T> {
    const fn new(value: T, span: Span) -> Self {
        Self { value, span, used: false }
    }

    fn mark(this: &mut Option<Self>, used: bool) {
        if let Some(clause) = this {
            clause.used |= used;
        }
    }
}

/// The shot of a walk: it stops where it takes, and the mover stays. `None` if it never takes.
pub(super) fn shot(mut walk: Walk) -> Option<Walk> {
    let mut any = false;
    for node in &mut walk.nodes {
        let takes = matches!(node.head.take, Take::Capture | Take::Passed);
        any |= takes && node.head.stop.is_some();
        node.head.stop = node.head.stop.filter(|_| takes).map(|_| Stop::Stay);
        if takes {
            // Only an enemy or a friend is shot at, never an empty square.
            node.head.test.empty = false;
        }
    }
    any.then(|| movement::reduced(&walk))
}

/// The push of a walk: it stops where it captures, and what stood there goes one step on. `None` if
/// it never captures.
pub(super) fn push(mut walk: Walk) -> Option<Walk> {
    let mut any = false;
    for node in &mut walk.nodes {
        let takes = node.head.take == Take::Capture;
        any |= takes && node.head.stop.is_some();
        if takes {
            node.head.take = Take::Push;
        }
        node.head.stop = node.head.stop.filter(|_| takes);
    }
    any.then(|| movement::reduced(&walk))
}

/// Limits all steps of a movement to drawn lines; whether that can be said of it.
pub(super) fn go_along(parts: &mut [Part], lines: u8) -> bool {
    parts.iter_mut().all(|part| {
        let model::Movement::Walk(walk) = &mut part.movement else { return false };
        let inner = walk.nodes.iter_mut().flat_map(|n| &mut n.next);
        walk.first.iter_mut().chain(inner).for_each(|e| e.along = Some(lines));
        true
    })
}
