//! What FEN, move text and callers read of a variant.

use std::borrow::Cow;

use chv_runtime::Spec;
use chv_runtime::SquareSet;
use chv_runtime::fen;
use chv_runtime::spec::{FieldSpec, KindSpec, OptionSpec, RightSpec, TerrainSpec};

use super::{EndWhen, Variant};

/// The name of the field that lists the squares whose piece has not moved.
pub const UNMOVED: &str = "unmoved";

impl Variant {
    /// The facts of the game that text and callers read. Both executions give the same.
    #[must_use]
    pub fn spec(&self) -> Spec {
        let text = |s: &str| Cow::<'static, str>::Owned(s.to_owned());
        let unmoved = (!self.fields.unmoved.is_empty()).then(|| FieldSpec { name: text(UNMOVED) });
        let fields = self.fields.more.iter().map(|f| FieldSpec { name: text(&f.name) });
        let mut spec = Spec {
            name: text(&self.about.name),
            title: text(&self.about.title),
            aliases: self.about.aliases.iter().map(|a| text(a)).collect(),
            size: self.board.size,
            holes: self.board.holes,
            kinds: (0..)
                .zip(&self.kinds)
                .map(|(id, kind)| KindSpec {
                    name: text(&kind.name),
                    code: text(&kind.code),
                    royal: kind.royal,
                    count: self.count(id),
                })
                .collect(),
            terrain: self.terrain.iter().map(|t| TerrainSpec { name: text(&t.name), code: t.code }).collect(),
            rights: self
                .fields
                .rights
                .iter()
                .map(|r| RightSpec {
                    letter: r.letter,
                    side: r.side,
                    needs: r.needs.iter().copied().collect(),
                })
                .collect(),
            hands: self.fields.hands,
            fields: unmoved.into_iter().chain(fields).collect(),
            options: self
                .options
                .iter()
                .map(|o| OptionSpec {
                    name: text(&o.name),
                    values: o.values.iter().map(|v| text(v)).collect(),
                    chosen: u8::try_from(o.chosen).unwrap_or(u8::MAX),
                })
                .collect(),
            start: Cow::Borrowed(""),
        };
        spec.start = Cow::Owned(fen::write(&self.start.record, &spec));
        spec
    }

    /// Fewest and most pieces of a kind that a side may have. A royal may be missing where that is
    /// how the game is lost: the position is then a finished game.
    fn count(&self, kind: u8) -> (u8, u8) {
        let royals = self.royalty.kinds;
        if !royals.has(kind) {
            return (0, u8::MAX);
        }
        let (least, most) = self.royalty.count;
        let ends = |e: &super::End| matches!(e.when, EndWhen::Few { kinds, .. } if kinds.has(kind));
        let alone = royals.iter().count() == 1;
        (if alone && !self.ends.iter().any(ends) { least } else { 0 }, most)
    }
}
