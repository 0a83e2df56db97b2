//! Phases before play, the moves of a turn, and what players choose, hide and remember.

use std::collections::BTreeMap;

use chv_runtime::{Set256, Side, Square, SquareSet};

use super::Resolver;
use crate::diagnostics::codes;
use crate::model::{
    self, Action, Actor, At, Content, Cost, Edit, Guard, KindId, KindSet, Movement, Owner, PhaseKind, SetBy,
    Take,
};
use crate::syntax::{Entry, Phase, PhaseLine, Span, TurnLine, Word};

/// Most ways to arrange pieces in one phase.
const MOST_ARRANGEMENTS: usize = 5_040;

/// The lines of a phase, taken apart.
struct Lines {
    does: Option<(Span, PhaseLine)>,
    left_over: Option<Word>,
    distinct: Option<Span>,
    optional: Option<Span>,
    together: Option<Span>,
    balanced: Option<Span>,
}

impl Resolver {
    /// The fields that phases and hidden things are, so that pieces can refer to them.
    pub(super) fn declare_fields(&mut self, phases: &[(Span, Phase)], hidden: Option<Word>) {
        if let Some(name) = hidden {
            self.field_name(&name);
            self.slides = true;
            let source = self.source(name.span);
            self.variant.fields.hidden = Some(model::Hidden { name: name.value, source });
        }
        for (_, phase) in phases {
            let mut among = None;
            let mut name = None;
            for entry in &phase.body {
                if !self.merged.holds(&entry.when, &mut self.report) {
                    continue;
                }
                match &entry.what {
                    PhaseLine::Arranges { kinds, .. } => {
                        among = Some(kinds.iter().filter_map(|w| self.kinds.get(&w.value)).map(|k| k.0));
                    }
                    PhaseLine::LeftOver(word) => name = Some(word.clone()),
                    _ => {}
                }
            }
            if let (Some(among), Some(name)) = (among, name) {
                let among: KindSet = among.collect();
                if self.field_name(&name) {
                    self.remember_kind(&name.value, name.span, among, SetBy::Choice);
                }
            }
        }
    }

    /// The actions of all phases before play.
    pub(super) fn phases(&mut self, list: Vec<(Span, Phase)>) {
        let count = list.len();
        if let Some((span, _)) = list.get(usize::from(u8::MAX)) {
            self.report.error(codes::TOO_MANY_KINDS, *span, "there are too many phases");
            return;
        }
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        for (i, (span, phase)) in list.into_iter().enumerate() {
            if let Some(first) = seen.insert(phase.name.value.clone(), phase.name.span) {
                let message = format!("phase `{}` is declared twice", phase.name.value);
                self.report.error(codes::DUPLICATE, phase.name.span, message).label(first, "first here");
            }
            // Counted down, so that play is 0.
            self.phase((count - i) as u8, span, phase);
        }
        // What is left to do then is as usual.
        if self.variant.phases.first().is_some_and(|p| matches!(p.kind, PhaseKind::Setup { .. })) {
            self.variant.start.record.more.phase = count as u8;
        }
    }

    fn lines(&mut self, body: Vec<Entry<PhaseLine>>) -> Lines {
        let mut lines = Lines {
            does: None,
            left_over: None,
            distinct: None,
            optional: None,
            together: None,
            balanced: None,
        };
        for entry in self.merged.live(body, &mut self.report) {
            let span = entry.span;
            let again = match entry.what {
                PhaseLine::LeftOver(word) => lines.left_over.replace(word).is_some(),
                PhaseLine::Distinct => lines.distinct.replace(span).is_some(),
                PhaseLine::Optional => lines.optional.replace(span).is_some(),
                PhaseLine::Together => lines.together.replace(span).is_some(),
                PhaseLine::Balanced => lines.balanced.replace(span).is_some(),
                what => lines.does.replace((span, what)).is_some(),
            };
            if again {
                self.report.error(codes::TWICE, span, "this is said already");
            }
        }
        lines
    }

    fn phase(&mut self, number: u8, span: Span, phase: Phase) {
        let lines = self.lines(phase.body);
        let source = self.source(phase.name.span);
        let Some((at, does)) = lines.does else {
            if !self.merged.incomplete {
                self.report
                    .error(codes::PHASE, span, "it is not said what players do in this phase")
                    .help("for example `each places 2 Wall on ranks 3..6`");
            }
            return;
        };
        let name = phase.name.value;
        let (mut items, mut fits) =
            (1, [&lines.left_over.as_ref().map(|w| w.span), &lines.distinct].map(|s| *s));
        match does {
            PhaseLine::Arranges { count, kinds, squares } => {
                fits = [lines.balanced, lines.optional];
                self.arrange(number, &name, (&count, &kinds, &squares), &lines.left_over, lines.distinct, at);
            }
            PhaseLine::Places { count, terrain, area } => {
                items = self.items(&count);
                let found = self.terrain(&terrain);
                let squares = self.area(&area);
                if let (Some((id, only)), Some(squares)) = (found, squares) {
                    let mut guards = vec![Guard::Bare];
                    if lines.balanced.is_some() {
                        guards.push(Guard::Balanced(id));
                    }
                    self.room(count.span, items, squares, true, lines.balanced.is_some());
                    self.place(number, &name, squares, guards, Edit::Lay(At::Target, id, only), at);
                }
            }
            PhaseLine::Hides { count, what, area } => {
                items = self.items(&count);
                if self.variant.fields.hidden.as_ref().is_none_or(|h| h.name != what.value) {
                    self.report
                        .error(
                            codes::NO_FIELD,
                            what.span,
                            format!("nothing hidden is called `{}`", what.value),
                        )
                        .help(format!("add `hidden {}`", what.value));
                }
                fits[0] = fits[0].or(lines.balanced);
                if let Some(squares) = self.area(&area) {
                    self.room(count.span, items, squares, false, false);
                    self.place(number, &name, squares, vec![Guard::NotHidden], Edit::Hide(At::Target), at);
                }
            }
            _ => {}
        }
        for span in fits.into_iter().flatten() {
            self.report.error(codes::PHASE, span, "this does not go with what players do in this phase");
        }
        let (optional, together) = (lines.optional.is_some(), lines.together.is_some());
        if let Some(span) = lines.together.filter(|_| !optional) {
            self.report
                .error(codes::PHASE, span, "`together` is about declining, and nothing may be declined here")
                .help("add `optional`");
        }
        let kind = PhaseKind::Setup { items, optional, together };
        self.variant.phases.push(model::Phase { name, kind, source });
    }

    /// Says if a phase asks for more than there is room for. `paired`: what the players put lies on
    /// squares of its own, whoever put it; `balanced`: on light and dark ones in turn.
    fn room(&mut self, count: Span, items: u8, squares: [Set256; 2], paired: bool, balanced: bool) {
        if self.merged.incomplete || self.setup.is_none() {
            return;
        }
        let record = &self.variant.start.record;
        let free = |square: &Square| {
            let lies = record.terrain.get(square.index()).and_then(|t| t.checked_sub(1));
            let closed = lies.is_some_and(|t| paired || self.variant.terrain[usize::from(t)].blocks);
            !closed
                && record.squares.get(square.index()).is_some_and(Option::is_none)
                && !self.arranged.has(*square)
        };
        let size = self.areas.size;
        let room = |set: Set256| {
            let mut of_colour = [0usize; 2];
            for square in set.squares().filter(free) {
                of_colour[usize::from((size.file(square) + size.rank(square)) % 2)] += 1;
            }
            let [dark, light] = of_colour;
            let all = dark + light;
            if balanced { all.min(2 * dark.min(light) + 1) } else { all }
        };
        let items = usize::from(items);
        let own = squares.map(room).into_iter().min().unwrap_or(0);
        let both = room(squares[0] | squares[1]);
        let (asked, there, whose) = if own < items {
            (items, own, "each player")
        } else if paired && both < 2 * items {
            (2 * items, both, "both players together")
        } else {
            return;
        };
        let squares = if there == 1 { "1 square" } else { &format!("{there} squares") };
        let colour = if balanced { ", light and dark in turn" } else { "" };
        self.report
            .warn(codes::NEVER, count, "there is no room for so many")
            .note(format!("{asked} are for {whose}, and {squares} can take them{colour}"))
            .note("who can place nothing more is passed over")
            .help("take a smaller number or a larger region");
    }

    fn items(&mut self, count: &crate::syntax::At<u32>) -> u8 {
        if !(1..=100).contains(&count.value) {
            self.report.error(codes::NUMBER, count.span, "each player can do 1 to 100 things in a phase");
            return 1;
        }
        count.value as u8
    }

    /// Actions that put something on a square.
    fn place(
        &mut self,
        number: u8,
        name: &str,
        squares: [Set256; 2],
        guards: Vec<Guard>,
        edit: Edit,
        span: Span,
    ) {
        for side in Side::BOTH {
            let movement = Movement::Leap { test: Content::EMPTY, take: Take::Nothing };
            let action = Action {
                to: squares[side.index()],
                guards: guards.clone(),
                edits: vec![edit.clone()],
                ..self.nobody(side, number, name.to_owned(), movement, span)
            };
            self.variant.actions.push(action);
        }
    }

    fn nobody(&self, side: Side, phase: u8, text: String, movement: Movement, span: Span) -> Action {
        Action {
            side,
            actor: Actor::Nobody,
            guards: Vec::new(),
            movement,
            from: Set256::EMPTY,
            to: Set256::EMPTY,
            edits: Vec::new(),
            cost: Cost::One,
            phase,
            counts_as: None,
            text,
            offered: true,
            first: false,
            source: self.source(span),
        }
    }

    /// Actions that put some of several pieces on squares, in any order.
    fn arrange(
        &mut self,
        number: u8,
        name: &str,
        (count, kinds, squares): (&crate::syntax::At<u32>, &[Word], &[Word]),
        left_over: &Option<Word>,
        distinct: Option<Span>,
        span: Span,
    ) {
        let Some(set) = self.kind_set(kinds) else { return };
        let places: Vec<Square> =
            squares.iter().filter_map(|w| self.areas.square(w, &mut self.report)).collect();
        if places.len() != squares.len() {
            return;
        }
        let ids: Vec<KindId> = kinds.iter().filter_map(|w| self.kinds.get(&w.value)).map(|k| k.0).collect();
        let wanted = count.value as usize;
        if wanted != places.len() {
            let (first, last) = (squares[0].span, squares[squares.len() - 1].span);
            let message =
                format!("the number of pieces, {wanted}, is not that of the squares, {}", places.len());
            self.report.error(codes::PHASE, first.to(last), message).label(count.span, "so many pieces");
            return;
        }
        if wanted == 0 || wanted > ids.len() {
            let message = format!("there are {} kinds to choose from", ids.len());
            self.report.error(codes::NUMBER, count.span, message);
            return;
        }
        let ways = (ids.len() - wanted + 1..=ids.len()).try_fold(1usize, |n, k| n.checked_mul(k));
        if ways.is_none_or(|n| n > MOST_ARRANGEMENTS) {
            self.report
                .error(codes::NUMBER, count.span, "there are too many ways to arrange these")
                .note(format!("at most {MOST_ARRANGEMENTS}"));
            return;
        }
        let one_left = ids.len() - wanted == 1;
        if let Some(word) = left_over.as_ref().filter(|_| !one_left) {
            let message = match ids.len() - wanted {
                0 => "none is left, not one".to_owned(),
                left => format!("{left} pieces are left, not one"),
            };
            self.report.error(codes::PHASE, word.span, message).label(count.span, "so many are chosen");
            return;
        }
        if let Some(span) = distinct.filter(|_| left_over.is_none()) {
            self.report
                .error(codes::PHASE, span, "`distinct` is about the one that is left, and none is named")
                .help("add `the one left is name`");
        }
        if !self.free_for_all(squares, &places) {
            return;
        }
        let field = left_over.as_ref().and_then(|w| self.kind_field(&w.value));
        let mut orders = Vec::new();
        arrangements(&ids, wanted, &mut Vec::new(), &mut orders);
        for side in Side::BOTH {
            for order in &orders {
                let codes: String = order.iter().map(|&k| self.code_text(k)).collect();
                let mut edits: Vec<Edit> = order
                    .iter()
                    .zip(&places)
                    .map(|(&k, &s)| Edit::Place(At::Square(self.areas.seen(side, s)), Owner::Actor, k))
                    .collect();
                let mut guards = Vec::new();
                if let Some(field) = field {
                    let left = order.iter().fold(set, |set, &k| set.minus(KindSet::of(k)));
                    for kind in left.iter() {
                        edits.push(Edit::SetKind(field, Owner::Actor, kind));
                        if distinct.is_some() {
                            let same = Guard::KindIs(field, Owner::Opponent, kind);
                            guards.push(Guard::Not(Box::new(same)));
                        }
                    }
                }
                let text = format!("{name}={codes}");
                let action =
                    Action { guards, edits, ..self.nobody(side, number, text, Movement::Stand, span) };
                self.variant.actions.push(action);
            }
        }
    }

    /// Whether squares of White's view can take a piece each, for both sides.
    fn free_for_all(&mut self, words: &[Word], squares: &[Square]) -> bool {
        for (word, &square) in words.iter().zip(squares) {
            for seen in Side::BOTH.map(|side| self.areas.seen(side, square)) {
                let record = &self.variant.start.record;
                let lies = record.terrain.get(seen.index()).and_then(|t| t.checked_sub(1));
                let name = self.areas.size.name(seen);
                let (message, place) = if record.squares.get(seen.index()).is_some_and(Option::is_some) {
                    (format!("{name} is not empty"), "a piece stands there")
                } else if lies.is_some_and(|t| self.variant.terrain[usize::from(t)].blocks) {
                    (format!("{name} is not empty"), "something blocks it")
                } else if self.arranged.has(seen) {
                    self.report.error(codes::PHASE, word.span, format!("{name} is taken already")).note(
                        "each square is for one piece; Black's squares are White's, seen from the other side",
                    );
                    return false;
                } else {
                    self.arranged = self.arranged.with(seen);
                    continue;
                };
                self.report
                    .error(codes::PHASE, word.span, message)
                    .label(self.setup.unwrap_or(word.span), place);
                return false;
            }
        }
        true
    }

    /// White's code of a kind in move text: several letters in brackets.
    fn code_text(&self, kind: KindId) -> String {
        let code = &self.variant.kinds[usize::from(kind)].code;
        if code.len() > 1 && !code.starts_with('+') { format!("[{code}]") } else { code.clone() }
    }

    /// The kinds that come into the game by phases before play.
    pub(super) fn placed_before_play(&self) -> KindSet {
        let edits = self.variant.actions.iter().filter(|a| a.phase > 0).flat_map(|a| &a.edits);
        edits.filter_map(|e| if let Edit::Place(_, _, kind) = e { Some(*kind) } else { None }).collect()
    }

    /// `turn { ... }`, and the phase of play.
    pub(super) fn turn(&mut self, block: Option<(Span, Vec<Entry<TurnLine>>)>, title: Span) {
        let (mut budget, mut early, mut check_ends) = (None, None, None);
        if let Some((span, _)) =
            block.as_ref().filter(|(_, lines)| lines.is_empty() && !self.merged.incomplete)
        {
            self.report
                .warn(codes::USUAL, *span, "this block says nothing of turns")
                .note("a turn is one move if nothing else is said")
                .help("leave it out, or say what is different: `2 moves`");
        }
        for entry in self.merged.live(block.map_or(Vec::new(), |b| b.1), &mut self.report) {
            let again = match entry.what {
                TurnLine::Budget(number) => {
                    if number.value == 1 {
                        self.report
                            .warn(codes::USUAL, number.span, "a turn has one move anyway")
                            .help("leave this line out");
                    }
                    if !(1..=100).contains(&number.value) {
                        self.report.error(codes::NUMBER, number.span, "a turn has 1 to 100 moves");
                    }
                    budget.replace(number.value.clamp(1, 100) as u8).is_some()
                }
                TurnLine::Early => early.replace(entry.span).is_some(),
                TurnLine::CheckEnds => check_ends.replace(entry.span).is_some(),
            };
            if again {
                self.report.error(codes::TWICE, entry.span, "this is said already");
            }
        }
        let kind = PhaseKind::Play {
            budget: budget.unwrap_or(1),
            early: early.is_some(),
            check_ends: check_ends.is_some(),
        };
        let source = self.source(title);
        self.variant.phases.push(model::Phase { name: "play".to_owned(), kind, source });
        let usual = self.variant.budget();
        let more = &mut self.variant.start.record.more;
        (more.budget, more.next) = (usual, usual);
        let whole = self.takes_turn;
        if let Some(span) = early.or(check_ends).or(whole).filter(|_| !self.variant.has_turns()) {
            self.report
                .warn(codes::NEVER, span, "every turn has one move only")
                .note("`2 moves` in this block or `opponent gets 2 moves` in a reaction make longer turns");
        }
    }
}

/// All ways to choose some of several things, in order.
fn arrangements(from: &[KindId], count: usize, so_far: &mut Vec<KindId>, out: &mut Vec<Vec<KindId>>) {
    if so_far.len() == count {
        out.push(so_far.clone());
        return;
    }
    for &kind in from {
        if !so_far.contains(&kind) {
            so_far.push(kind);
            arrangements(from, count, so_far, out);
            so_far.pop();
        }
    }
}
