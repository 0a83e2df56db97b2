//! Reactions: what captures and moves set off.

use chv_runtime::{Side, SquareSet};

use super::Resolver;
use crate::diagnostics::codes;
use crate::model::{Area, At, Branch, Cause, Content, Edit, Guard, KindSet, Reaction, Trigger};
use crate::syntax::{self, Effect, Event, Span};

impl Resolver {
    /// `on capture ... { ... }`, `after move ... { ... }`
    pub(super) fn react(&mut self, span: Span, reaction: syntax::Reaction) {
        let all = self.all_kinds();
        let triggers: Option<Vec<(Trigger, Vec<Guard>)>> = match &reaction.on {
            Event::Capture { by, of, either } => {
                let (by, of) = (self.kind_set_or_all(by), self.kind_set_or_all(of));
                by.zip(of).map(|(captor, victim)| {
                    let on = |captor, victim| (Trigger::Captured { captor, victim }, Vec::new());
                    if *either {
                        // Once for each capture, also where both hold.
                        vec![on(captor, all), on(all.minus(captor), victim)]
                    } else {
                        vec![on(captor, victim)]
                    }
                })
            }
            Event::AfterCapture(by) => {
                self.kind_set_or_all(by).map(|kinds| vec![(Trigger::Moved { kinds }, vec![Guard::Captures])])
            }
            Event::AfterMove(of, turn) => {
                let guards = match turn {
                    Some(moves) if !(1..=100).contains(&moves.value) => {
                        self.report.error(codes::NUMBER, moves.span, "a turn has 1 to 100 moves");
                        return;
                    }
                    Some(moves) => vec![Guard::Budget(moves.value as u8)],
                    None => Vec::new(),
                };
                self.kind_set_or_all(of).map(|kinds| vec![(Trigger::Moved { kinds }, guards)])
            }
        };
        let mut effects = self.merged.live(reaction.effects, &mut self.report);
        let all_effects = effects.len();
        effects.retain(|entry| !matches!(entry.what, Effect::NoCheck));
        let threatens = effects.len() == all_effects;
        if effects.is_empty() {
            if !self.merged.incomplete {
                self.report
                    .error(codes::NO_EFFECT, span, "nothing happens here")
                    .help("add an effect, or take it away");
            }
            return;
        }
        let (mut good, mut choice) = (true, None);
        // What is said for both sides is worked out for each.
        let mut edits: [Vec<Edit>; 2] = [Vec::new(), Vec::new()];
        let mut squares = None;
        for entry in effects {
            match self.effect(&entry.what) {
                Some((list, area)) => {
                    for (edits, list) in edits.iter_mut().zip(list) {
                        edits.extend(list);
                    }
                    if area.is_some() {
                        if let Some(first) = choice.replace(entry.span) {
                            self.report
                                .error(codes::TWO_CHOICES, entry.span, "a second square to choose")
                                .label(first, "one is chosen here")
                                .help("make it a reaction of its own");
                        }
                        squares = area;
                    }
                }
                None => good = false,
            }
        }
        let Some(triggers) = triggers.filter(|_| good) else { return };
        for (on, guards) in triggers {
            for side in Side::BOTH {
                let branch = Branch {
                    text: String::new(),
                    guards: Vec::new(),
                    square: squares.map(|s: [_; 2]| (s[side.index()], Content::EMPTY)),
                    edits: edits[side.index()].clone(),
                };
                let source = self.source(span);
                self.variant.reactions.push(Reaction {
                    side,
                    on,
                    guards: guards.clone(),
                    branches: vec![branch],
                    optional: false,
                    forced_when_stuck: false,
                    threatens,
                    source,
                });
            }
        }
    }

    /// An effect as edits for White and Black, and the squares one chooses from.
    #[expect(clippy::type_complexity, reason = "the pair is taken apart at once")]
    fn effect(&mut self, effect: &Effect) -> Option<([Vec<Edit>; 2], Option<[chv_runtime::Set256; 2]>)> {
        // A piece that shot is where it was; any other is where it ended.
        let captor: &[At] = if self.shots { &[At::Target, At::Origin] } else { &[At::Target] };
        let same = |list: Vec<Edit>| [list.clone(), list];
        Some(match effect {
            Effect::DestroyCaptor => {
                (same(captor.iter().map(|&at| Edit::Remove(at, Cause::Destroy)).collect()), None)
            }
            Effect::DestroyTarget => (same(vec![Edit::Remove(At::Target, Cause::Destroy)]), None),
            Effect::DestroyEach { within, around_origin, except } => {
                let spared = if except.is_empty() { KindSet::NONE } else { self.kind_set(except)? };
                let Some(distance) = u8::try_from(within.value).ok().filter(|n| (1..16).contains(n)) else {
                    self.report.error(codes::NUMBER, within.span, "a distance is 1 to 15");
                    return None;
                };
                let around = if *around_origin { At::Origin } else { At::Target };
                let area = Area { around, within: distance, kinds: self.all_kinds().minus(spared) };
                (same(vec![Edit::Each(area, vec![Edit::Remove(At::Here, Cause::Destroy)])]), None)
            }
            Effect::PlaceAtOrigin(name) => {
                let (terrain, only) = self.terrain(name)?;
                (same(vec![Edit::Lay(At::Origin, terrain, only)]), None)
            }
            Effect::PlaceOnEmpty(name, area) => {
                let all = Some([self.areas.all(); 2]);
                let squares = area.as_ref().map_or(all, |a| self.area(a));
                let (terrain, only) = self.terrain(name)?;
                let squares = squares?;
                if squares.iter().any(|s| s.is_empty()) {
                    return None;
                }
                (same(vec![Edit::Lay(At::Chosen, terrain, only)]), Some(squares))
            }
            Effect::Gets(moves) => {
                if !(1..=100).contains(&moves.value) {
                    self.report.error(codes::NUMBER, moves.span, "a turn has 1 to 100 moves");
                    return None;
                }
                (same(vec![Edit::Grant(moves.value as u8)]), None)
            }
            // Said of the reaction as a whole.
            Effect::NoCheck => (same(Vec::new()), None),
            Effect::Becomes(name) => {
                let kind = self.kind(name)?;
                (same(captor.iter().map(|&at| Edit::Become(at, kind)).collect()), None)
            }
        })
    }
}
