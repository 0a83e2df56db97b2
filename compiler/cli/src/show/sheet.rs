//! What a page says, before it is text or picture: a title, panels, a legend.

use std::collections::BTreeSet;

use chv_dsl::diagram::{Marks, Scene};
use chv_dsl::model::{KindId, TerrainId, Variant};
use chv_runtime::Side;

use super::subject::Subject;
use super::words;

/// A page.
pub(crate) struct Sheet<'a> {
    pub(crate) variant: &'a Variant,
    /// Whose pieces are shown.
    pub(crate) side: Side,
    pub(crate) title: String,
    /// A line under the title; may be empty.
    pub(crate) subtitle: String,
    pub(crate) panels: Vec<Panel<'a>>,
    /// The marks that occur, in groups with a meaning.
    pub(crate) legend: Vec<(Marks, String)>,
    /// The terrain that occurs.
    pub(crate) terrain: Vec<TerrainId>,
    /// Only one piece is shown: the title names it, and the panels do not.
    pub(crate) single: bool,
}

/// A piece.
pub(crate) struct Panel<'a> {
    pub(crate) kind: KindId,
    pub(crate) name: String,
    pub(crate) code: String,
    /// The movement, with what kind of piece it is.
    pub(crate) movement: String,
    pub(crate) scenes: Vec<View<'a>>,
}

/// A scene with what is written under it.
pub(crate) struct View<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) caption: String,
    pub(crate) description: String,
}

impl<'a> Sheet<'a> {
    /// Lays out what was found.
    pub(crate) fn new(subject: &'a Subject) -> Self {
        let variant = &subject.variant;
        let side = subject.diagrams.first().map_or(Side::White, |d| d.side);
        let mut marks = Vec::new();
        let mut terrain = BTreeSet::new();
        let panels: Vec<Panel<'a>> = subject
            .diagrams
            .iter()
            .map(|d| {
                let kind = &variant.kinds[usize::from(d.kind)];
                let views = d.scenes.iter().map(|scene| {
                    marks.extend(scene.marks.iter().map(|m| m.1));
                    terrain.extend(scene.terrain.iter().map(|t| t.1));
                    let at = variant.board.size.name(scene.origin);
                    let occasion = words::occasion(variant, scene, d.side);
                    let occasion = if subject.given { "in the position".to_owned() } else { occasion };
                    let lent = words::lender(variant, scene);
                    let caption = match (lent.is_empty(), &*occasion) {
                        (true, _) => format!("{at}, {occasion}"),
                        (false, words::EMPTY) => format!("{at}, {lent}"),
                        (false, _) => format!("{at}, {lent}, {occasion}"),
                    };
                    View { scene, caption, description: words::sentences(variant, d.kind, scene, d.side) }
                });
                let scenes = views.collect();
                let mut movement = joined(&kind.movement);
                let borrowed = words::borrowed(variant, d.kind);
                if !borrowed.is_empty() {
                    movement = [movement, borrowed]
                        .into_iter()
                        .filter(|m| !m.is_empty())
                        .collect::<Vec<_>>()
                        .join(", ");
                }
                if movement.is_empty() {
                    movement = "does not move".to_owned();
                }
                if kind.royal {
                    movement.push_str(", royal");
                }
                Panel { kind: d.kind, name: kind.name.clone(), code: kind.code.clone(), movement, scenes }
            })
            .collect();
        let (title, subtitle) = match (&panels[..], subject.bare, subject.single) {
            ([panel], true, _) => (panel.movement.clone(), String::new()),
            ([panel], _, true) => (
                panel.name.clone(),
                format!("{} ({}) in {}", panel.movement, panel.code, variant.about.title),
            ),
            _ => (variant.about.title.clone(), String::new()),
        };
        let kinds: Vec<KindId> = subject.diagrams.iter().map(|d| d.kind).collect();
        let legend = words::meanings(variant, &marks, words::turns_away(variant, &kinds));
        let terrain = terrain.into_iter().collect();
        Self { variant, side, title, subtitle, panels, legend, terrain, single: subject.single }
    }

    /// The code of a kind for a side.
    pub(crate) fn code(&self, side: Side, kind: KindId) -> String {
        let code = &self.variant.kinds[usize::from(kind)].code;
        match side {
            Side::White => code.clone(),
            Side::Black => code.to_lowercase(),
        }
    }
}

/// Movements of a piece in a line: plain ones are added up, what is said of others stands apart.
fn joined(movements: &[String]) -> String {
    movements.iter().fold(String::new(), |text, movement| match (text.is_empty(), movement.contains(' ')) {
        (true, _) => movement.clone(),
        (false, true) => format!("{text}, {movement}"),
        (false, false) => format!("{text} + {movement}"),
    })
}
