//! Promotion, and drops.

use std::collections::BTreeMap;

use chv_runtime::{Set256, Side, SquareSet};

use super::Resolver;
use crate::diagnostics::codes;
use crate::model::{
    self, Action, Actor, At, Branch, Content, Edit, Guard, KindId, KindSet, Movement, Owner, Reaction, Take,
    Trigger,
};
use crate::syntax::{Choices, Drops, Entry, Promotion, Span, Word};

/// A branch with the kinds that it puts on the board.
type Offer = (Vec<KindId>, Branch);

impl Resolver {
    /// `promotion ... { ... }`
    pub(super) fn promote(&mut self, span: Span, promotion: Promotion) {
        let area = self.area(&promotion.area);
        let head = self.kind_set(&promotion.kinds);
        let lines = self.merged.live(promotion.lines, &mut self.report);
        if lines.is_empty() {
            if !self.merged.incomplete {
                self.report
                    .error(codes::NO_CHOICE, span, "this promotion has no choices")
                    .help("add a line such as `to Name, Name`");
            }
            return;
        }
        // For each set of kinds that promote: where that is written, and the branches.
        let mut groups: Vec<(KindSet, Span, Vec<Offer>)> = Vec::new();
        for Entry { what: line, span: at, .. } in lines {
            let kinds = match (promotion.kinds.is_empty(), line.kinds.is_empty()) {
                (true, true) => {
                    self.report
                        .error(codes::WHO, at, "it is not said which piece promotes")
                        .help("name it before `to`, or after `promotion`");
                    continue;
                }
                (false, false) => {
                    self.report
                        .error(codes::WHO, line.kinds[0].span, "which piece promotes is said already")
                        .label(promotion.kinds[0].span, "here")
                        .help("begin this line with `to`, or take the names after `promotion` away");
                    continue;
                }
                (false, true) => head,
                (true, false) => self.kind_set(&line.kinds),
            };
            let branches = self.branches(&line);
            let (Some(kinds), Some(branches)) = (kinds, branches) else { continue };
            match groups.iter_mut().find(|g| g.0 == kinds) {
                Some(group) => group.2.extend(branches),
                None => groups.push((kinds, at, branches)),
            }
        }
        if promotion.pushed && !promotion.on {
            self.report
                .error(
                    codes::PLACED,
                    span,
                    "a piece is pushed to a square, and this promotion is about leaving",
                )
                .help("write `on` or `in or out of`, or take `also when pushed` away");
        }
        let Some(area) = area else { return };
        for (kinds, at, branches) in groups {
            let place = if promotion.kinds.is_empty() { at } else { span };
            // Where the text of a choice depends on who promotes, each kind has a reaction of its own.
            let plus = branches.iter().any(|(to, _)| to.iter().any(|&k| self.is_plus(k)));
            let groups: Vec<KindSet> =
                if plus { kinds.iter().map(KindSet::of).collect() } else { vec![kinds] };
            for kinds in groups {
                let branches: Vec<Branch> = branches
                    .iter()
                    .map(|(to, branch)| Branch { text: self.promotion_text(kinds, to), ..branch.clone() })
                    .collect();
                self.same_text(&branches, place);
                for side in Side::BOTH {
                    let squares = |wanted: bool| if wanted { area[side.index()] } else { Set256::EMPTY };
                    let on = Trigger::Promotes {
                        kinds,
                        from: squares(promotion.off),
                        to: squares(promotion.on),
                        pushed: promotion.pushed,
                    };
                    let source = self.source(place);
                    self.variant.reactions.push(Reaction {
                        side,
                        on,
                        guards: if promotion.on_capture { vec![Guard::Captures] } else { Vec::new() },
                        branches: branches.clone(),
                        optional: promotion.optional.is_some(),
                        forced_when_stuck: promotion.optional.is_some_and(|o| o.1),
                        threatens: true,
                        source,
                    });
                }
            }
        }
    }

    /// The branches of a line, each with the kinds that it puts on the board.
    fn branches(&mut self, line: &Choices) -> Option<Vec<Offer>> {
        let mut list = Vec::new();
        let mut good = true;
        for (first, more) in &line.to {
            let Some(kind) = self.kind(first) else {
                good = false;
                continue;
            };
            let mut kinds = vec![kind];
            let mut edits = vec![Edit::Become(At::Target, kind)];
            for (name, at_origin) in more {
                let Some(kind) = self.kind(name) else {
                    good = false;
                    continue;
                };
                if !at_origin {
                    self.report
                        .error(
                            codes::PLACED,
                            name.span,
                            "the target is taken: the promoted piece stands there",
                        )
                        .help("a second piece can be put `at origin`");
                    good = false;
                }
                kinds.push(kind);
                edits.push(Edit::Place(At::Origin, Owner::Actor, kind));
            }
            let mut guards = Vec::new();
            if let Some(limit) = &line.limit {
                match u8::try_from(limit.value).ok().and_then(|n| n.checked_sub(1)) {
                    Some(most) => guards.push(Guard::AtMost(KindSet::of(kind), most)),
                    None => {
                        self.report.error(codes::NUMBER, limit.span, "a limit is 1 to 255");
                        good = false;
                    }
                }
            }
            list.push((kinds, Branch { text: String::new(), guards, square: None, edits }));
        }
        good.then_some(list)
    }

    fn is_plus(&self, kind: KindId) -> bool {
        self.variant.kinds[usize::from(kind)].code.starts_with('+')
    }

    /// How move text names a choice.
    fn promotion_text(&self, movers: KindSet, to: &[KindId]) -> String {
        let mut distinct: Vec<KindId> = Vec::new();
        for &kind in to {
            if !distinct.contains(&kind) {
                distinct.push(kind);
            }
        }
        if let [kind] = distinct[..]
            && self.is_plus(kind)
            && movers == KindSet::of(self.variant.kinds[usize::from(kind)].base)
        {
            return "+".to_owned();
        }
        distinct.iter().map(|&k| self.choice_text(k)).collect()
    }

    /// Two choices of one promotion must be told apart in move text.
    fn same_text(&mut self, branches: &[Branch], place: Span) {
        let mut seen: BTreeMap<&str, &Branch> = BTreeMap::new();
        for branch in branches {
            if let Some(other) = seen.insert(&branch.text, branch)
                && !branch.text.is_empty()
            {
                let message = if other.edits == branch.edits {
                    format!("the choice `{}` stands twice", branch.text)
                } else {
                    format!("two choices are both written `{}` in moves", branch.text)
                };
                self.report.error(codes::SAME_CHOICE, place, message);
                return;
            }
        }
    }

    /// `drops { ... }`
    pub(super) fn drops(&mut self, span: Span, drops: Drops) {
        self.variant.fields.hands = true;
        let royals = self.royals();
        let mut droppable = KindSet::NONE;
        for (id, kind) in (0u8..).zip(&self.variant.kinds) {
            if drops.from_captures && !royals.has(id) {
                droppable = droppable.or(KindSet::of(kind.base));
            }
            if self.variant.start.record.hands.iter().any(|h| h.get(usize::from(id)).is_some_and(|n| *n > 0))
            {
                droppable = droppable.or(KindSet::of(id));
            }
        }
        let source = self.source(span);
        if drops.from_captures {
            let victim = self.all_kinds().minus(royals);
            for side in Side::BOTH {
                let text = String::new();
                let edits = vec![Edit::VictimToHand];
                self.variant.reactions.push(Reaction {
                    side,
                    on: Trigger::Captured { captor: self.all_kinds(), victim },
                    guards: Vec::new(),
                    branches: vec![Branch { text, guards: Vec::new(), square: None, edits }],
                    optional: false,
                    forced_when_stuck: false,
                    threatens: true,
                    source,
                });
            }
        } else if droppable.is_empty() && !self.merged.incomplete {
            self.report
                .warn(codes::NEVER, span, "nothing can ever be dropped: no piece is or comes in hand")
                .help("say `drops from captures`, or give hands in the set-up");
        }
        let all = [self.areas.all(); 2];
        let mut squares = vec![all; self.variant.kinds.len()];
        let mut guards: Vec<Vec<Guard>> = vec![Vec::new(); self.variant.kinds.len()];
        for Entry { what: line, .. } in self.merged.live(drops.lines, &mut self.report) {
            let area = line.on.as_ref().map(|a| self.area(a));
            for word in &line.kinds {
                let Some(kind) = self.kind(word) else { continue };
                let index = usize::from(kind);
                if !droppable.has(kind) && !self.merged.incomplete {
                    self.never_dropped(word, royals.has(kind));
                }
                if let Some(Some(area)) = area {
                    squares[index] = [squares[index][0] & area[0], squares[index][1] & area[1]];
                }
                if let Some(limit) = &line.per_file {
                    match u8::try_from(limit.value).ok().and_then(|n| n.checked_sub(1)) {
                        Some(most) => guards[index].push(Guard::OnFile(KindSet::of(kind), most)),
                        None => {
                            self.report.error(codes::NUMBER, limit.span, "a limit is 1 to 255");
                        }
                    }
                }
                if line.no_mate {
                    guards[index].push(Guard::NoMate);
                }
                if line.no_check {
                    guards[index].push(Guard::NoCheck);
                }
            }
        }
        for kind in droppable.iter() {
            let index = usize::from(kind);
            for side in Side::BOTH {
                self.variant.actions.push(Action {
                    side,
                    actor: Actor::Hand(kind),
                    guards: guards[index].clone(),
                    movement: Movement::Leap { test: Content::EMPTY, take: Take::Nothing },
                    from: Set256::EMPTY,
                    to: squares[index][side.index()],
                    edits: Vec::new(),
                    cost: model::Cost::One,
                    phase: 0,
                    counts_as: None,
                    text: String::new(),
                    offered: true,
                    first: false,
                    source,
                });
            }
        }
    }

    fn never_dropped(&mut self, word: &Word, royal: bool) {
        let reason = if royal {
            "a royal is never captured, so it never comes in hand"
        } else {
            "a captured piece comes in hand as what it reverts to"
        };
        self.report.warn(codes::NEVER, word.span, format!("`{}` is never in hand", word.value)).note(reason);
    }
}
