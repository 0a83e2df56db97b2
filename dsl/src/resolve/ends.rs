//! Royalty, the ends of the game, and tests.

use std::collections::BTreeMap;

use chv_runtime::Side;

use super::Resolver;
use crate::diagnostics::codes;
use crate::model::{self, End, EndResult, EndWhen, KindSet, TestStep};
use crate::syntax::{EndCondition, EndLine, Entry, Span, Step, Test, Verdict, Word};

impl Resolver {
    /// `end { ... }`, and what it means to be royal.
    pub(super) fn ends(&mut self, ends: Option<(Span, Vec<Entry<EndLine>>)>, title: Span) {
        let Some((block, lines)) = ends else {
            if !self.merged.incomplete {
                self.report
                    .warn(codes::NO_END, title, "it is not said how the game ends")
                    .help("add `end { ... }` with lines such as `stalemate draws`");
            }
            self.royalty(None, title, false);
            return;
        };
        let mut mate = None;
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        for entry in self.merged.live(lines, &mut self.report) {
            let line = entry.what;
            let place = self.source(entry.span);
            let Some((when, reason)) = self.condition(&line.when, entry.span) else { continue };
            if when == EndWhen::Checkmate {
                mate = Some(entry.span);
            }
            // Numbers do not tell two ends of one sort apart: the lower one comes first anyway.
            let sort = match &when {
                EndWhen::Repetition(_) | EndWhen::Clock(_) if line.claimed => format!("{reason} on claim"),
                EndWhen::Repetition(_) | EndWhen::Clock(_) => reason.clone(),
                other => format!("{other:?}"),
            };
            if let Some(first) = seen.insert(sort, entry.span) {
                self.report
                    .error(codes::GIVEN_TWICE, entry.span, "this end is given twice")
                    .label(first, "first given here");
                continue;
            }
            let result = match line.verdict {
                Verdict::Loses => EndResult::Loses,
                Verdict::Draws => EndResult::Draw,
                Verdict::Wins => EndResult::Wins,
            };
            let reason = line.reason.map_or(reason, |r| r.value);
            self.variant.ends.push(End { when, result, claimed: line.claimed, reason, source: place });
        }
        self.royalty(mate, block, true);
    }

    fn condition(&mut self, when: &EndCondition, span: Span) -> Option<(EndWhen, String)> {
        let names =
            |words: &[Word]| words.iter().map(|w| w.value.to_lowercase()).collect::<Vec<_>>().join(" or ");
        Some(match when {
            EndCondition::Checkmate => (EndWhen::Checkmate, "checkmate".to_owned()),
            EndCondition::Stalemate => (EndWhen::Stalemate, "stalemate".to_owned()),
            EndCondition::No(words) => {
                let kinds = self.kind_set(words)?;
                self.over_at_start(kinds, 0, span);
                (EndWhen::Few { kinds, at_most: 0 }, format!("no {} left", names(words)))
            }
            EndCondition::Only(words) => {
                let kinds = self.kind_set(words)?;
                (EndWhen::Only { kinds }, format!("only {} left", names(words)))
            }
            EndCondition::AtMost(n, words) => {
                let kinds = self.kind_set(words)?;
                let Some(at_most) = u8::try_from(n.value).ok().filter(|n| *n > 0) else {
                    self.report
                        .error(codes::NUMBER, n.span, "the number of pieces must be from 1 to 255")
                        .help("for none at all, write `no ...`");
                    return None;
                };
                self.over_at_start(kinds, at_most, span);
                (EndWhen::Few { kinds, at_most }, format!("at most {at_most} {} left", names(words)))
            }
            EndCondition::Left(words) => {
                let kinds = self.kind_set(words)?;
                (EndWhen::Left { kinds }, format!("only {} left", names(words)))
            }
            EndCondition::Occupies(word) => {
                let (terrain, _) = self.terrain(word)?;
                (EndWhen::Occupied { terrain }, format!("every {} occupied", word.value.to_lowercase()))
            }
            EndCondition::Bare { bare, most, against, one_colour } => {
                let kinds = self.kind_set(bare)?;
                let others = self.kind_set(against)?;
                let at_most = match most {
                    None => u8::MAX,
                    Some(n) if (1..=255).contains(&n.value) => n.value as u8,
                    Some(n) => {
                        self.report
                            .error(codes::NUMBER, n.span, "the number of pieces must be from 1 to 255")
                            .help("for no other piece at all, write `only ...`");
                        return None;
                    }
                };
                let when = EndWhen::Bare { kinds, against: others, at_most, one_colour: *one_colour };
                (when, format!("bare {}", names(bare)))
            }
            EndCondition::Repetition(n) => {
                if n.value < 2 {
                    self.report.error(
                        codes::NUMBER,
                        n.span,
                        "a repetition is the second occurrence or a later one",
                    );
                    return None;
                }
                (EndWhen::Repetition(n.value), "repetition".to_owned())
            }
            EndCondition::Clock(n) => {
                if n.value == 0 {
                    self.report.error(codes::NUMBER, n.span, "the clock needs at least one move");
                    return None;
                }
                // A move is a turn of each side.
                (EndWhen::Clock(n.value * 2), "clock".to_owned())
            }
        })
    }

    /// A side that has too few of some kinds at the start has lost (or won) before the first move.
    fn over_at_start(&mut self, kinds: KindSet, at_most: u8, span: Span) {
        let come = self.placed_before_play();
        if self.merged.incomplete
            || self.setup.is_none()
            || self.report.has_errors()
            || !come.and(kinds).is_empty()
        {
            return;
        }
        for side in Side::BOTH {
            let count = self.count(side, kinds);
            if count <= usize::from(at_most) {
                let has = if count == 0 { "none".to_owned() } else { format!("only {count}") };
                self.report
                    .error(
                        codes::OVER_AT_START,
                        span,
                        format!("the game is over at the start: {side} has {has}"),
                    )
                    .label(self.setup.unwrap_or(span), "of these pieces here");
                return;
            }
        }
    }

    /// How many pieces of some kinds a side has on the board at the start.
    fn count(&self, side: Side, kinds: KindSet) -> usize {
        let squares = self.variant.start.record.squares.iter().flatten();
        squares.filter(|p| p.side == side && kinds.has(p.kind)).count()
    }

    fn royalty(&mut self, mate: Option<Span>, block: Span, ends: bool) {
        let kinds = self.royals();
        let checked = !kinds.is_empty();
        let incomplete = self.merged.incomplete || self.setup.is_none() || self.report.has_errors();
        if let Some(span) = mate
            && !checked
            && !incomplete
        {
            self.report
                .error(codes::MATE_WITHOUT_ROYAL, span, "there is no royal piece that could be mated")
                .help("mark a piece as `royal` in its block, or take this line away");
        }
        if checked && mate.is_none() && ends && !incomplete {
            self.report
                .warn(codes::ROYAL_WITHOUT_MATE, block, "a piece is royal, and `checkmate` has no result")
                .help("add `checkmate loses`");
        }
        let counts = Side::BOTH.map(|side| self.count(side, kinds));
        let come = !self.placed_before_play().and(kinds).is_empty();
        if checked && !incomplete && !come {
            for (side, count) in Side::BOTH.iter().zip(counts) {
                if count == 0 {
                    let names: Vec<&str> =
                        kinds.iter().map(|k| self.variant.kinds[usize::from(k)].name.as_str()).collect();
                    let message = format!("{side} has no royal piece at the start");
                    let note = format!("royal are: {}", names.join(", "));
                    self.report.error(codes::NO_ROYAL, self.setup.unwrap_or(block), message).note(note);
                }
            }
        }
        let (mut fewest, mut most) = (*counts.iter().min().unwrap_or(&0), *counts.iter().max().unwrap_or(&0));
        // Where losing the royal is an end of its own, a position without it is one of the game.
        let few = |e: &End| matches!(e.when, EndWhen::Few { kinds: k, .. } if !k.and(kinds).is_empty());
        if self.variant.ends.iter().any(few) {
            fewest = 0;
        }
        // Where royals can come into the game, there may be any number.
        let comes = |e: &model::Edit| match e {
            model::Edit::Become(_, k) | model::Edit::Place(_, _, k) => kinds.has(*k),
            _ => false,
        };
        let edits = self.variant.reactions.iter().flat_map(|r| &r.branches).flat_map(|b| &b.edits);
        if come || edits.into_iter().any(comes) {
            most = usize::from(u8::MAX);
        }
        let count = (fewest.min(255) as u8, most.min(255) as u8);
        let count = if checked { count } else { (0, u8::MAX) };
        self.variant.royalty = model::Royalty { kinds, checked, count };
    }

    /// `test "..." { ... }`
    pub(super) fn test(&mut self, span: Span, test: Test) {
        let source = self.source(span);
        let steps = self.merged.live(test.steps, &mut self.report);
        if steps.is_empty() && !self.merged.incomplete {
            self.report.warn(codes::EMPTY_TEST, span, "this test shows nothing");
        }
        let texts = |words: Vec<Word>| words.into_iter().map(|w| w.value).collect();
        let steps = steps
            .into_iter()
            .map(|entry| match entry.what {
                Step::Position(fen) => TestStep::Position(fen.value),
                Step::After(moves) => TestStep::Play(texts(moves)),
                Step::Fen(fen) => TestStep::Fen(fen.value),
                Step::Legal(moves) => TestStep::Legal(texts(moves)),
                Step::Illegal(moves) => TestStep::Illegal(texts(moves)),
                Step::Moves(moves) => TestStep::Moves(texts(moves)),
                Step::Check(check) => TestStep::Check(check),
                Step::Result(side, reason) => TestStep::Result(side.to_owned(), reason.map(|r| r.value)),
                Step::Perft(depth, nodes) => TestStep::Perft(depth.value, nodes.value),
            })
            .collect();
        self.variant.tests.push(model::Test { name: test.name.value, steps, source });
    }
}
