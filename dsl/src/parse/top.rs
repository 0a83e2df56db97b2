//! The statements of a variant, from grammar to tree.

use pest::iterators::Pair;

use super::Rule;
use super::read::{Context, Parts, Place, Reader, names};
use super::skeleton::Block;
use crate::diagnostics::codes;
use crate::syntax::*;

impl Reader<'_> {
    /// `variant "Title" { ... }`
    pub(super) fn variant(&mut self, parts: &Parts<'_>, block: Option<Block<'_>>) -> Option<Variant> {
        let title = parts.word(Rule::string)?;
        let span = title.span;
        let body = self.block(block, Context::Variant, Self::top);
        Some(Variant { doc: String::new(), title, span, body })
    }

    fn top(&mut self, parts: &Parts<'_>, block: Option<Block<'_>>) -> Option<Top> {
        let place = parts.place();
        Some(match parts.rule {
            Rule::s_extends => Top::Extends(parts.word(Rule::string)?),
            Rule::s_alias => Top::Alias(parts.words(Rule::tag)),
            Rule::s_author => Top::Author(parts.word(Rule::string)?),
            Rule::s_source => Top::Source(parts.word(Rule::string)?),
            Rule::s_year => Top::Year(self.number(place, &parts.find(Rule::number)?)?),
            Rule::s_language => Top::Language(self.number(place, &parts.find(Rule::number)?)?),
            Rule::s_dialect => Top::Dialect(parts.word(Rule::string)?),
            Rule::s_symmetry if parts.has(Rule::k_rotate) => Top::Symmetry(Symmetry::Rotate),
            Rule::s_symmetry => Top::Symmetry(Symmetry::Mirror),
            Rule::s_board => Top::Board(self.board(parts, block)?),
            Rule::s_region => Top::Region(Region {
                name: parts.word(Rule::name)?,
                area: self.area(place, parts.find(Rule::region)?)?,
            }),
            Rule::s_option => {
                Top::Choice(Choice { name: parts.word(Rule::name)?, values: parts.words(Rule::value) })
            }
            Rule::s_piece => Top::Piece(Piece {
                name: parts.word(Rule::name)?,
                code: parts.word(Rule::code)?,
                movement: parts.word(Rule::movement),
                body: self.block(block, Context::Piece, Self::property),
            }),
            Rule::s_remove => Top::Remove(remove(parts)),
            Rule::s_setup => Top::Setup(self.block(block, Context::Setup, Self::setup_line)),
            Rule::s_castling => Top::Castling(Castling {
                king: parts.word(Rule::name)?,
                lines: self.block(block, Context::Castling, Self::with),
            }),
            Rule::s_promotion => Top::Promotion(self.promotion(parts, block)?),
            Rule::s_drops => Top::Drops(Drops {
                from_captures: parts.has(Rule::k_captures),
                lines: self.block(block, Context::Drops, Self::drop_line),
            }),
            Rule::s_terrain => Top::Terrain(Terrain {
                name: parts.word(Rule::name)?,
                code: parts.word(Rule::char).or_else(|| parts.word(Rule::list_name))?,
                field: parts.has(Rule::list_name),
                body: self.block(block, Context::Terrain, Self::terrain_line),
            }),
            Rule::s_phase => Top::Phase(Phase {
                name: parts.word(Rule::name)?,
                body: self.block(block, Context::Phase, Self::phase_line),
            }),
            Rule::s_turn => Top::Turn(self.block(block, Context::Turn, Self::turn_line)),
            Rule::s_hidden => Top::Hidden(parts.word(Rule::list_name)?),
            Rule::s_on => Top::Reaction(Reaction {
                on: Event::Capture {
                    by: parts.names(Rule::by),
                    of: parts.names(Rule::of),
                    either: parts.has(Rule::k_or),
                },
                effects: self.block(block, Context::Effects, Self::effect),
            }),
            Rule::s_after => Top::Reaction(Reaction {
                on: if parts.has(Rule::k_capture) {
                    Event::AfterCapture(parts.names(Rule::by))
                } else {
                    Event::AfterMove(parts.names(Rule::of), self.turn_of(parts)?)
                },
                effects: self.block(block, Context::Effects, Self::effect),
            }),
            Rule::s_hook => Top::Hook(parts.word(Rule::name)?, parts.word(Rule::string)?),
            Rule::s_end => Top::Ends(self.block(block, Context::Ends, Self::end_line)),
            Rule::s_test => Top::Test(Test {
                name: parts.word(Rule::string)?,
                steps: self.block(block, Context::Test, Self::step),
            }),
            _ => return None,
        })
    }

    fn board(&mut self, parts: &Parts<'_>, block: Option<Block<'_>>) -> Option<Board> {
        let size = parts.word(Rule::size)?;
        let (files, ranks) = size.value.split_once('x')?;
        let cut = size.span.start + files.len() as u32;
        let left = Span { end: cut, ..size.span };
        let right = Span { start: cut + 1, ..size.span };
        // More than anything the checks let through is the same as that much.
        let number = |text: &str, span| At { value: text.parse().unwrap_or(u32::MAX), span };
        let (files, ranks) = (number(files, left), number(ranks, right));
        Some(Board { files, ranks, body: self.block(block, Context::Board, Self::board_line) })
    }

    fn board_line(&mut self, parts: &Parts<'_>, _: Option<Block<'_>>) -> Option<BoardLine> {
        Some(match parts.rule {
            Rule::s_holes => BoardLine::Holes(parts.words(Rule::square)),
            Rule::s_join => BoardLine::Join(parts.has(Rule::k_files)),
            _ => {
                let place = parts.place();
                let chain = |p: Pair<'_, Rule>| {
                    p.into_inner().filter(|p| p.as_rule() == Rule::square).map(|p| place.word(&p)).collect()
                };
                BoardLine::Lines(parts.word(Rule::name)?, parts.all(Rule::line).map(chain).collect())
            }
        })
    }

    fn promotion(&mut self, parts: &Parts<'_>, block: Option<Block<'_>>) -> Option<Promotion> {
        let place = parts.place();
        let zone = parts.find(Rule::zone)?;
        let (mut on, mut off, mut area) = (false, false, None);
        for part in zone.into_inner() {
            match part.as_rule() {
                Rule::k_on | Rule::k_in => on = true,
                Rule::k_out => off = true,
                Rule::region => area = self.area(place, part),
                _ => {}
            }
        }
        let mut optional = None;
        for part in parts.all(Rule::optional) {
            let span = place.span(&part);
            if optional.is_some() {
                self.report.error(codes::TWICE, span, "`optional` is said twice");
            }
            optional = Some((span, part.into_inner().any(|p| p.as_rule() == Rule::k_stuck)));
        }
        Some(Promotion {
            kinds: parts.names(Rule::names),
            on,
            off,
            area: area?,
            optional,
            on_capture: parts.has(Rule::on_capture),
            pushed: parts.has(Rule::pushed),
            lines: self.block(block, Context::Promotion, Self::choices),
        })
    }

    /// A region, wherever one stands.
    pub(super) fn area(&mut self, place: Place, pair: Pair<'_, Rule>) -> Option<Area> {
        let span = place.span(&pair);
        match pair.as_rule() {
            Rule::region | Rule::group => {
                let inner = pair.into_inner().find(|p| p.as_rule() == Rule::union)?;
                self.area(place, inner)
            }
            Rule::union => {
                let mut parts = pair.into_inner();
                let first = self.area(place, parts.next()?)?;
                let mut rest = Vec::new();
                while let (Some(word), Some(part)) = (parts.next(), parts.next()) {
                    rest.push((word.as_rule() == Rule::k_except, self.area(place, part)?));
                }
                if rest.is_empty() {
                    return Some(first);
                }
                Some(Area { span, kind: AreaKind::Mix(Box::new(first), rest) })
            }
            Rule::cut => {
                let mut list = Vec::new();
                for part in pair.into_inner().filter(|p| p.as_rule() == Rule::area) {
                    list.push(self.area(place, part)?);
                }
                if list.len() == 1 {
                    return list.pop();
                }
                Some(Area { span, kind: AreaKind::And(list) })
            }
            Rule::area => {
                let mut negative = false;
                let mut inner = None;
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::k_not => negative = !negative,
                        _ => inner = self.area(place, part),
                    }
                }
                let inner = inner?;
                Some(if negative { Area { span, kind: AreaKind::Not(Box::new(inner)) } } else { inner })
            }
            Rule::files => {
                let ranges = pair.into_inner().filter(|p| p.as_rule() == Rule::file_range);
                let list = ranges.filter_map(|r| file_range(place, r)).collect();
                Some(Area { span, kind: AreaKind::Files(list) })
            }
            Rule::ranks => {
                let mut list = Vec::new();
                for range in pair.into_inner().filter(|p| p.as_rule() == Rule::rank_range) {
                    let mut numbers = Vec::new();
                    for p in range.into_inner().filter(|p| p.as_rule() == Rule::rank) {
                        numbers.push(self.number(place, &p)?);
                    }
                    let last = numbers.last()?.clone();
                    list.push((numbers.first()?.clone(), last));
                }
                Some(Area { span, kind: AreaKind::Ranks(list) })
            }
            Rule::squares => {
                let squares = pair.into_inner().filter(|p| p.as_rule() == Rule::square);
                Some(Area { span, kind: AreaKind::Squares(squares.map(|p| place.word(&p)).collect()) })
            }
            Rule::k_light => Some(Area { span, kind: AreaKind::Light }),
            Rule::k_dark => Some(Area { span, kind: AreaKind::Dark }),
            Rule::k_board => Some(Area { span, kind: AreaKind::All }),
            Rule::name => Some(Area { span, kind: AreaKind::Named(pair.as_str().to_owned()) }),
            _ => None,
        }
    }
}

fn file_range(place: Place, range: Pair<'_, Rule>) -> Option<(At<u32>, At<u32>)> {
    let letters: Vec<At<u32>> = range
        .into_inner()
        .filter(|p| p.as_rule() == Rule::file)
        .map(|p| At {
            value: u32::from(p.as_str().as_bytes().first().map_or(0, |b| b - b'a')),
            span: place.span(&p),
        })
        .collect();
    Some((letters.first()?.clone(), letters.last()?.clone()))
}

fn remove(parts: &Parts<'_>) -> Remove {
    let names = parts.names(Rule::names);
    let sorts = [
        (Rule::k_castling, "castling"),
        (Rule::k_promotion, "promotion"),
        (Rule::k_drops, "drops"),
        (Rule::k_end, "end"),
        (Rule::k_setup, "setup"),
        (Rule::k_symmetry, "symmetry"),
        (Rule::k_turn, "turn"),
        (Rule::k_hidden, "hidden"),
        (Rule::k_on, "on capture"),
        (Rule::k_capture, "after capture"),
    ];
    if parts.has(Rule::k_piece) {
        Remove::Pieces(names)
    } else if parts.has(Rule::k_region) {
        Remove::Regions(names)
    } else if parts.has(Rule::k_terrain) {
        Remove::Terrains(names)
    } else if parts.has(Rule::k_hook) {
        Remove::Hooks(names)
    } else if parts.has(Rule::k_phase) {
        Remove::Phases(names)
    } else {
        Remove::Sort(sorts.iter().find(|(rule, _)| parts.has(*rule)).map_or("after move", |(_, name)| name))
    }
}

/// The names in a part of a statement.
pub(super) fn named(place: Place, pair: Option<Pair<'_, Rule>>) -> Vec<Word> {
    pair.map(|p| names(place, p)).unwrap_or_default()
}
