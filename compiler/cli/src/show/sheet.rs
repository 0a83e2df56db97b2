//! What a page says, before it is text or picture: a title, panels, a legend.

use chv_dsl::diagram::{Marks, Scene};
use chv_dsl::model::{KindId, Variant};
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
    pub(crate) legend: Vec<(Marks, &'static str)>,
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
        let panels: Vec<Panel<'a>> = subject
            .diagrams
            .iter()
            .map(|d| {
                let kind = &variant.kinds[usize::from(d.kind)];
                let views = d.scenes.iter().map(|scene| {
                    marks.extend(scene.marks.iter().map(|m| m.1));
                    let at = variant.board.size.name(scene.origin);
                    let occasion = words::occasion(scene, d.side);
                    let occasion = if subject.given { "in the position" } else { occasion };
                    View {
                        scene,
                        caption: format!("{at}, {occasion}"),
                        description: words::sentences(variant, &kind.name, scene, d.side),
                    }
                });
                let scenes = views.collect();
                let mut movement = kind.movement.join(" + ");
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
        let legend = words::meanings(&marks);
        Self { variant, side, title, subtitle, panels, legend, single: subject.single }
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
