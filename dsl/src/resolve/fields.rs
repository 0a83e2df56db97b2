//! Names of fields: what positions say besides the board, and kinds that are remembered.

use chv_runtime::more::MOST_KIND_FIELDS;

use super::Resolver;
use crate::diagnostics::codes;
use crate::model::{KindField, KindSet, PASSERS, SetBy, TerrainSpelling, UNMOVED};
use crate::syntax::{Span, Word};

/// The field that remembers which kind each player moved last.
pub(super) const LAST: &str = "last";

/// The field of pieces that come back.
pub(super) const TRAVELLERS: &str = "travellers";

/// Names that fields of positions have in every game.
const TAKEN: [&str; 11] =
    [UNMOVED, PASSERS, LAST, TRAVELLERS, "phase", "left", "budget", "moved", "next", "winner", "revealed"];

impl Resolver {
    /// Notes the name of a field of positions; whether it is free.
    pub(super) fn field_name(&mut self, word: &Word) -> bool {
        let name = word.value.as_str();
        let signed =
            |t: &&crate::model::Terrain| t.name == name && matches!(t.spelling, TerrainSpelling::Sign(_));
        let terrain = self.variant.terrain.iter().find(signed).and_then(|t| self.terrain.get(&t.name));
        let first = self.field_names.get(name).copied().or(terrain.map(|t| t.1));
        if TAKEN.contains(&name) {
            self.report
                .error(codes::DUPLICATE, word.span, format!("positions have a field `{name}` of their own"))
                .help("take another name");
            return false;
        }
        if let Some(first) = first {
            self.report
                .error(codes::DUPLICATE, word.span, format!("a field is called `{name}` already"))
                .label(first, "here");
            return false;
        }
        self.field_names.insert(word.value.clone(), word.span);
        true
    }

    /// Declares a kind that is remembered for each player; its index, unless there are too many.
    pub(super) fn remember_kind(&mut self, name: &str, span: Span, among: KindSet, by: SetBy) -> Option<u8> {
        let index = self.variant.fields.kinds.len();
        if index == MOST_KIND_FIELDS {
            self.report
                .error(codes::TOO_MANY_KINDS, span, "too many kinds are remembered")
                .note(format!("a game remembers at most {MOST_KIND_FIELDS} for each player"));
            return None;
        }
        let source = self.source(span);
        self.variant.fields.kinds.push(KindField { name: name.to_owned(), among, set_by: by, source });
        Some(index as u8)
    }

    /// The index of a field of kinds.
    pub(super) fn kind_field(&self, name: &str) -> Option<u8> {
        self.variant.fields.kinds.iter().position(|f| f.name == name).map(|i| i as u8)
    }

    /// Kinds that are remembered though no piece moves as they do.
    pub(super) fn unused_fields(&mut self) {
        let guards = self.variant.actions.iter().filter(|a| a.phase == 0).flat_map(|a| &a.guards);
        let asked: Vec<u8> = guards
            .filter_map(|g| if let crate::model::Guard::KindIs(i, ..) = g { Some(*i) } else { None })
            .collect();
        for index in 0..self.variant.fields.kinds.len() {
            let field = &self.variant.fields.kinds[index];
            let (name, source) = (field.name.clone(), field.source);
            if !asked.contains(&(index as u8)) && source.file == 0 && !self.elsewhere(&name) {
                let span = Span { file: source.file, start: source.start, end: source.end };
                self.report
                    .warn(codes::UNUSED, span, format!("nothing depends on `{name}`"))
                    .help(format!("let a piece move so: `moves as {name}` in its block"));
            }
        }
    }
}
