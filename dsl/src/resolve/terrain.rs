//! Kinds of terrain, and what walks do on them.

use chv_runtime::Side;

use super::Resolver;
use crate::diagnostics::codes;
use crate::model::{self, Edge, KindId, KindSet, Terrain, TerrainId, TerrainSpelling, Walk};
use crate::syntax::{self, Entry, Span, TerrainLine, Word};

impl Resolver {
    /// `terrain Name * { ... }`
    pub(super) fn declare_terrain(&mut self, list: Vec<Entry<syntax::Terrain>>) {
        for Entry { what, span, .. } in list {
            let spelling = if what.field {
                self.field_name(&what.code);
                TerrainSpelling::Field(what.code.value.clone())
            } else {
                TerrainSpelling::Sign(self.sign(&what.code, span))
            };
            if self.variant.terrain.len() >= 64 {
                self.report.error(
                    codes::TOO_MANY_KINDS,
                    what.name.span,
                    "there are too many kinds of terrain",
                );
                return;
            }
            let id = self.variant.terrain.len() as TerrainId;
            let (mut blocks, mut only_one, mut joins, mut turns) = (false, false, false, false);
            for line in self.merged.live(what.body, &mut self.report) {
                let said = match line.what {
                    TerrainLine::Blocks => &mut blocks,
                    TerrainLine::OnlyOne => &mut only_one,
                    TerrainLine::Joins => &mut joins,
                    TerrainLine::Turns(kinds) => {
                        turns = true;
                        if let Some(kinds) = self.kind_set(&kinds) {
                            self.turning.push((id, kinds));
                            self.slides = true;
                        }
                        continue;
                    }
                };
                if std::mem::replace(said, true) {
                    self.report.error(codes::TWICE, line.span, "this is said already");
                }
            }
            if blocks && (joins || turns) {
                self.report
                    .error(codes::NEVER_ENTERED, what.name.span, "no slide comes to terrain that blocks")
                    .help("take away `blocks`, or what slides do there");
            }
            self.slides |= joins;
            let source = self.source(what.name.span);
            self.terrain.insert(what.name.value.clone(), (id, what.name.span, only_one));
            self.variant.terrain.push(Terrain { name: what.name.value, spelling, blocks, joins, source });
        }
    }

    /// The sign of terrain in the field of the board.
    fn sign(&mut self, word: &Word, span: Span) -> char {
        let code = word.value.chars().next().unwrap_or('?');
        let others = self.variant.terrain.iter().position(|t| t.spelling == TerrainSpelling::Sign(code));
        if code.is_alphanumeric() || "/[]{}()+~-,;\"".contains(code) {
            self.report
                .error(codes::TERRAIN_CODE, word.span, format!("`{code}` cannot stand for terrain"))
                .note("letters and digits, brackets and `/ + ~ -` have a meaning in FEN already")
                .help("take a sign such as `*`, or the name of a list such as `walls`");
        } else if let Some(first) = others {
            let name = self.variant.terrain[first].name.clone();
            let place = self.terrain.get(&name).map_or(span, |t| t.1);
            self.report
                .error(codes::DUPLICATE_CODE, word.span, format!("`{code}` stands for `{name}` already"))
                .label(place, "declared here");
        }
        code
    }

    /// Lets the slides of a kind's walk turn at right angles where terrain says so.
    pub(super) fn turn_slides(&self, kind: KindId, walk: &mut Walk) {
        let terrain: Vec<TerrainId> =
            self.turning.iter().filter(|(_, kinds)| kinds.has(kind)).map(|(id, _)| *id).collect();
        if terrain.is_empty() {
            return;
        }
        let first = walk.first.clone();
        let slides = |a: &Edge, b: &Edge| a.slide && b.slide && (a.dx, a.dy) == (b.dx, b.dy);
        for id in 0..walk.nodes.len() {
            // Where a slide of any length goes on: the node leads to itself.
            let on = walk.nodes[id].next.iter().find(|e| e.slide && usize::from(e.to) == id).copied();
            let Some(on) = on else { continue };
            for (dx, dy) in [(-on.dy, on.dx), (on.dy, -on.dx)] {
                let turned = Edge { dx, dy, ..on };
                for edge in first.iter().filter(|e| slides(e, &turned)) {
                    walk.nodes[id].next.extend(terrain.iter().map(|&t| Edge { on: Some(t), ..*edge }));
                }
            }
        }
    }

    /// Whether some kind turns at terrain, and which it cannot.
    pub(super) fn check_turning(&mut self) {
        if self.merged.incomplete || self.report.has_errors() {
            return;
        }
        for (id, kinds) in self.turning.clone() {
            let turns = |action: &model::Action| match &action.movement {
                model::Movement::Walk(walk) => {
                    walk.nodes.iter().flat_map(|n| &n.next).any(|e| e.on == Some(id))
                }
                _ => false,
            };
            let able: KindSet = self
                .variant
                .actions
                .iter()
                .filter(|a| a.side == Side::White && turns(a))
                .filter_map(|a| if let model::Actor::Kind(kind) = a.actor { Some(kind) } else { None })
                .collect();
            let source = self.variant.terrain[usize::from(id)].source;
            let span = Span { file: source.file, start: source.start, end: source.end };
            for kind in kinds.minus(able).iter() {
                let name = self.variant.kinds[usize::from(kind)].name.clone();
                self.report
                    .warn(codes::NEVER, span, format!("`{name}` has no slide that could turn there"))
                    .note("slides of any length turn: `B`, `R`, `Q`");
            }
        }
    }
}
