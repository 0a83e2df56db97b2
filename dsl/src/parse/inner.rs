//! The statements inside the blocks of a variant, from grammar to tree.

use pest::iterators::Pair;

use super::Rule;
use super::read::{Parts, Place, Reader, names};
use super::skeleton::Block;
use super::top::named;
use crate::diagnostics::codes;
use crate::syntax::*;

impl Reader<'_> {
    pub(super) fn property(&mut self, parts: &Parts<'_>, _: Option<Block<'_>>) -> Option<Property> {
        let place = parts.place();
        Some(match parts.rule {
            Rule::s_royal => Property::Royal,
            Rule::s_resets => Property::ResetsClock,
            Rule::s_within => Property::Within(self.area(place, parts.find(Rule::region)?)?),
            Rule::s_reverts => Property::Reverts(parts.word(Rule::name)?),
            Rule::s_initial => Property::Initial(self.area(place, parts.find(Rule::region)?)?),
            Rule::s_captures if parts.has(Rule::passing) => Property::Passing(parts.names(Rule::passing)),
            Rule::s_moves_as => Property::MovesAs(parts.word(Rule::name)),
            Rule::s_takes => Property::TakesTurn,
            Rule::s_may_pass => Property::MayPass,
            Rule::s_captures => Property::Captures(self.prey(parts)??),
            Rule::s_hops => Property::Hops(self.hops(parts)??),
            Rule::s_not => Property::NotCapturable(parts.names(Rule::by)),
            _ => Property::Move(Box::new(Move {
                verb: match parts.rule {
                    Rule::s_shoots => Verb::Shoots,
                    Rule::s_pushes => Verb::Pushes,
                    Rule::s_forbids => Verb::Forbids,
                    Rule::s_travels => Verb::Travels,
                    _ => Verb::Moves,
                },
                movement: parts.word(Rule::movement)?,
                from: self.inner_area(parts, Rule::from_region)?,
                to: self.inner_area(parts, Rule::to_region)?,
                along: self.once(parts, Rule::along)?.and_then(|p| names(place, p).pop()),
                captures: self.prey(parts)?,
                hops: self.hops(parts)?,
                unconfined: parts.has(Rule::k_unconfined),
                leaving: parts.find(Rule::leaving).map(|p| place.span(&p)),
                turns: match parts.find(Rule::number) {
                    Some(number) => Some(self.number(place, &number)?),
                    None => None,
                },
            })),
        })
    }

    /// A part that may be missing, and may stand there once; `None` if it stands there twice.
    fn once<'a>(&mut self, parts: &Parts<'a>, rule: Rule) -> Option<Option<Pair<'a, Rule>>> {
        let mut all = parts.all(rule);
        let first = all.next();
        if let Some(second) = all.next() {
            self.report.error(codes::TWICE, parts.place().span(&second), "this is said already");
            return None;
        }
        Some(first)
    }

    /// `captures only A, B`
    fn prey(&mut self, parts: &Parts<'_>) -> Option<Option<At<Captures>>> {
        let Some(pair) = self.once(parts, Rule::prey)? else { return Some(None) };
        let span = parts.place().span(&pair);
        let only = pair.clone().into_inner().any(|p| p.as_rule() == Rule::k_only);
        Some(Some(At { value: Captures { only, kinds: names(parts.place(), pair) }, span }))
    }

    /// `hops over 2 own pieces except A`
    fn hops(&mut self, parts: &Parts<'_>) -> Option<Option<At<Hops>>> {
        let Some(pair) = self.once(parts, Rule::hops)? else { return Some(None) };
        let place = parts.place();
        let span = place.span(&pair);
        let mut hops = Hops { count: None, own: None, pieces: false, names: Vec::new(), except: Vec::new() };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::number => hops.count = Some(self.number(place, &part)?),
                Rule::whose => {
                    hops.own = Some(part.into_inner().any(|p| p.as_rule() == Rule::k_own));
                }
                Rule::k_pieces => hops.pieces = true,
                Rule::names => hops.names = names(place, part),
                Rule::but => hops.except = names(place, part),
                _ => {}
            }
        }
        Some(Some(At { value: hops, span }))
    }

    /// The region inside a part that may be missing; `None` only if it is there and wrong.
    fn inner_area(&mut self, parts: &Parts<'_>, rule: Rule) -> Option<Option<Area>> {
        let Some(pair) = parts.find(rule) else { return Some(None) };
        let region = pair.into_inner().find(|p| p.as_rule() == Rule::region)?;
        self.area(parts.place(), region).map(Some)
    }

    pub(super) fn setup_line(&mut self, parts: &Parts<'_>, _: Option<Block<'_>>) -> Option<SetupLine> {
        let place = parts.place();
        Some(match parts.rule {
            Rule::s_row => {
                SetupLine::Row(self.number(place, &parts.find(Rule::rank)?)?, parts.word(Rule::cells)?)
            }
            Rule::s_hand => SetupLine::Hand(parts.has(Rule::k_black), parts.word(Rule::letters)?),
            Rule::s_side => SetupLine::Side(parts.has(Rule::k_black)),
            _ => SetupLine::Rights(parts.word(Rule::letters)),
        })
    }

    pub(super) fn with(&mut self, parts: &Parts<'_>, _: Option<Block<'_>>) -> Option<With> {
        let letter = parts
            .find(Rule::as_letter)
            .and_then(|p| p.into_inner().find(|p| p.as_rule() == Rule::letters))
            .map(|p| parts.place().word(&p));
        let squares = parts.words(Rule::square).try_into().ok()?;
        Some(With { partner: parts.word(Rule::name)?, squares, letter })
    }

    pub(super) fn choices(&mut self, parts: &Parts<'_>, _: Option<Block<'_>>) -> Option<Choices> {
        let place = parts.place();
        let (mut to, mut limit) = (Vec::new(), None);
        for part in parts.find(Rule::choices)?.into_inner() {
            match part.as_rule() {
                Rule::choice => to.push(choice(place, part)?),
                Rule::limit => {
                    let number = part.into_inner().find(|p| p.as_rule() == Rule::number)?;
                    limit = Some(self.number(place, &number)?);
                }
                _ => {}
            }
        }
        Some(Choices { kinds: parts.names(Rule::names), to, limit })
    }

    pub(super) fn drop_line(&mut self, parts: &Parts<'_>, _: Option<Block<'_>>) -> Option<DropLine> {
        let place = parts.place();
        let kinds = parts.names(Rule::names);
        let mut line = DropLine { kinds, on: None, per_file: None, no_mate: false, no_check: false };
        for pair in parts.all(Rule::on_region) {
            if line.on.is_some() {
                let message = "a second region in one statement";
                self.report
                    .error(codes::TWICE, place.span(&pair), message)
                    .help("join them: `on ranks 1..3 and files a..d`");
                return None;
            }
            let region = pair.into_inner().find(|p| p.as_rule() == Rule::region)?;
            line.on = Some(self.area(place, region)?);
        }
        for pair in parts.all(Rule::per_file) {
            if line.per_file.is_some() {
                self.report.error(codes::TWICE, place.span(&pair), "a second limit in one statement");
                return None;
            }
            let number = pair.into_inner().find(|p| p.as_rule() == Rule::number)?;
            line.per_file = Some(self.number(place, &number)?);
        }
        for pair in parts.all(Rule::without) {
            match pair.into_inner().any(|p| p.as_rule() == Rule::k_mate) {
                true => line.no_mate = true,
                false => line.no_check = true,
            }
        }
        Some(line)
    }

    pub(super) fn effect(&mut self, parts: &Parts<'_>, _: Option<Block<'_>>) -> Option<Effect> {
        let place = parts.place();
        Some(match parts.rule {
            Rule::s_destroy if parts.has(Rule::k_captor) => Effect::DestroyCaptor,
            Rule::s_destroy if parts.has(Rule::k_target) => Effect::DestroyTarget,
            Rule::s_destroy => {
                let inner: Vec<Pair<'_, Rule>> = parts.find(Rule::each)?.into_inner().collect();
                let find = |rule| inner.iter().find(|p| p.as_rule() == rule);
                Effect::DestroyEach {
                    within: self.number(place, find(Rule::number)?)?,
                    around_origin: find(Rule::k_origin).is_some(),
                    except: named(place, find(Rule::but).cloned()),
                }
            }
            Rule::s_no_check => Effect::NoCheck,
            Rule::s_gets => Effect::Gets(self.number(place, &parts.find(Rule::number)?)?),
            Rule::s_place if parts.has(Rule::k_origin) => Effect::PlaceAtOrigin(parts.word(Rule::name)?),
            Rule::s_place => {
                Effect::PlaceOnEmpty(parts.word(Rule::name)?, self.inner_area(parts, Rule::of_region)?)
            }
            _ => Effect::Becomes(parts.word(Rule::name)?),
        })
    }

    pub(super) fn phase_line(&mut self, parts: &Parts<'_>, _: Option<Block<'_>>) -> Option<PhaseLine> {
        let place = parts.place();
        Some(match parts.rule {
            Rule::s_left_over => PhaseLine::LeftOver(parts.word(Rule::name)?),
            Rule::s_distinct => PhaseLine::Distinct,
            Rule::s_optional => PhaseLine::Optional,
            Rule::s_together => PhaseLine::Together,
            Rule::s_balanced => PhaseLine::Balanced,
            _ => {
                let each = [Rule::arranges, Rule::places, Rule::hides].map(|rule| parts.find(rule));
                let each = each.into_iter().flatten().next()?;
                let rule = each.as_rule();
                let inner: Vec<Pair<'_, Rule>> = each.into_inner().collect();
                let find = |rule| inner.iter().find(|p| p.as_rule() == rule);
                let count = self.number(place, find(Rule::number)?)?;
                match rule {
                    Rule::arranges => PhaseLine::Arranges {
                        count,
                        kinds: named(place, find(Rule::names).cloned()),
                        squares: inner
                            .iter()
                            .filter(|p| p.as_rule() == Rule::square)
                            .map(|p| place.word(p))
                            .collect(),
                    },
                    Rule::places => PhaseLine::Places {
                        count,
                        terrain: place.word(find(Rule::name)?),
                        area: self.area(place, find(Rule::region)?.clone())?,
                    },
                    _ => PhaseLine::Hides {
                        count,
                        what: place.word(find(Rule::list_name)?),
                        area: self.area(place, find(Rule::region)?.clone())?,
                    },
                }
            }
        })
    }

    pub(super) fn turn_line(&mut self, parts: &Parts<'_>, _: Option<Block<'_>>) -> Option<TurnLine> {
        Some(match parts.rule {
            Rule::s_early => TurnLine::Early,
            Rule::s_check_ends => TurnLine::CheckEnds,
            _ => TurnLine::Budget(self.number(parts.place(), &parts.find(Rule::number)?)?),
        })
    }

    pub(super) fn terrain_line(&mut self, parts: &Parts<'_>, _: Option<Block<'_>>) -> Option<TerrainLine> {
        Some(match parts.rule {
            Rule::s_blocks => TerrainLine::Blocks,
            Rule::s_joins => TerrainLine::Joins,
            Rule::s_turns => TerrainLine::Turns(parts.names(Rule::names)),
            _ => TerrainLine::OnlyOne,
        })
    }

    /// The number in `in a turn of 1`.
    pub(super) fn turn_of(&mut self, parts: &Parts<'_>) -> Option<Option<At<u32>>> {
        let Some(pair) = parts.find(Rule::turn_of) else { return Some(None) };
        let number = pair.into_inner().find(|p| p.as_rule() == Rule::number)?;
        self.number(parts.place(), &number).map(Some)
    }

    pub(super) fn end_line(&mut self, parts: &Parts<'_>, _: Option<Block<'_>>) -> Option<EndLine> {
        let place = parts.place();
        let when = match parts.rule {
            Rule::s_checkmate => EndCondition::Checkmate,
            Rule::s_stalemate => EndCondition::Stalemate,
            Rule::s_no_kinds => EndCondition::No(parts.names(Rule::names)),
            Rule::s_only_kinds => EndCondition::Only(parts.names(Rule::names)),
            Rule::s_bare => EndCondition::Bare {
                bare: parts.names(Rule::names),
                most: match parts.find(Rule::number) {
                    Some(number) => Some(self.number(place, &number)?),
                    None => None,
                },
                against: parts.names(Rule::against),
                one_colour: parts.has(Rule::k_colour),
            },
            Rule::s_at_most => EndCondition::AtMost(
                self.number(place, &parts.find(Rule::number)?)?,
                parts.names(Rule::names),
            ),
            Rule::s_left_with => EndCondition::Left(parts.names(Rule::names)),
            Rule::s_occupies => EndCondition::Occupies(parts.word(Rule::name)?),
            Rule::s_repetition => EndCondition::Repetition(self.number(place, &parts.find(Rule::number)?)?),
            _ => EndCondition::Clock(self.number(place, &parts.find(Rule::number)?)?),
        };
        let verdict = match parts.find(Rule::verdict)?.into_inner().next()?.as_rule() {
            Rule::k_loses => Verdict::Loses,
            Rule::k_draws => Verdict::Draws,
            _ => Verdict::Wins,
        };
        let claimed = parts.has(Rule::k_claim);
        Some(EndLine { when, verdict, claimed, reason: parts.word(Rule::string) })
    }

    pub(super) fn step(&mut self, parts: &Parts<'_>, _: Option<Block<'_>>) -> Option<Step> {
        let place = parts.place();
        let moves = || {
            let list = parts.find(Rule::moves).map(Pair::into_inner);
            list.into_iter().flatten().map(|p| place.word(&p)).collect::<Vec<_>>()
        };
        Some(match parts.rule {
            Rule::s_position => Step::Position(parts.word(Rule::string)?),
            Rule::s_fen => Step::Fen(parts.word(Rule::string)?),
            Rule::s_play => Step::After(moves()),
            Rule::s_legal => Step::Legal(moves()),
            Rule::s_illegal => Step::Illegal(moves()),
            Rule::s_moves => Step::Moves(moves()),
            Rule::s_check => Step::Check(true),
            Rule::s_no_check => Step::Check(false),
            Rule::s_result => {
                let sides = [(Rule::k_white, "white"), (Rule::k_black, "black"), (Rule::k_draw, "draw")];
                let side = sides.iter().find(|(rule, _)| parts.has(*rule)).map_or("none", |(_, word)| word);
                Step::Result(side, parts.word(Rule::string))
            }
            _ => {
                let mut numbers = parts.all(Rule::number);
                let (depth, nodes) = (numbers.next()?, numbers.next()?);
                let depth = self.number(place, &depth)?;
                let span = place.span(&nodes);
                let Ok(value) = nodes.as_str().parse() else {
                    self.report
                        .error(codes::NUMBER, span, "the number is too large")
                        .note(format!("at most {}", u64::MAX));
                    return None;
                };
                Step::Perft(depth, At { value, span })
            }
        })
    }
}

/// `Name and Name at origin`
fn choice(place: Place, pair: Pair<'_, Rule>) -> Option<(Word, Vec<(Word, bool)>)> {
    let (mut first, mut more) = (None, Vec::new());
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::name => first = Some(place.word(&part)),
            Rule::placed => {
                let mut inner = part.into_inner();
                let name = place.word(&inner.next()?);
                more.push((name, inner.any(|p| p.as_rule() == Rule::k_origin)));
            }
            _ => {}
        }
    }
    Some((first?, more))
}
