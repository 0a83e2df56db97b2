//! Diagrams: what a piece can do, as boards with marks, derived from the model alone.
//!
//! [`diagram`] chooses the scenes: boards with the piece and such others (hurdles, victims, partners)
//! that every node of its walks, and every step into one, is part of some possible move in at least
//! one scene. The first scene is the empty board unless others show all that it would. A square on
//! which nothing stands is marked with everything that could happen if something stood there, so a
//! mark of capture needs no victim; what must stand *on the way* is put there.
//! What captures destroy besides the piece captured has scenes of its own.
//! What a piece borrows from others is shown with the movements of some of them, as examples.
//!
//! Nothing here draws: the marks are data for whoever writes text or pictures.

mod blast;
mod choose;
mod elements;
mod explore;
mod ground;
mod lending;
mod mark;
mod pushing;
mod setting;
mod trace;

use std::collections::BTreeMap;

use chv_runtime::{Record, Side, Square};

use crate::model::{KindId, TerrainId, Variant};

pub use blast::Event;
pub use mark::{Mark, Marks};

/// What a piece can do, in scenes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// Whose piece it is.
    pub side: Side,
    /// Which kind.
    pub kind: KindId,
    /// The scenes: none only if it cannot move at all.
    pub scenes: Vec<Scene>,
    /// Whether every node of the walks, and every step into one, is part of a possible move in some
    /// scene; those apart that lead off the board from everywhere the scenes stand, if the same
    /// step is shown elsewhere.
    pub complete: bool,
}

/// A board with the piece on it, others, and marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Where the piece stands.
    pub origin: Square,
    /// The other pieces, by square.
    pub pieces: Vec<(Square, Side, KindId)>,
    /// Terrain, by square.
    pub terrain: Vec<(Square, TerrainId)>,
    /// The marks, by square; squares without any are left out.
    pub marks: Vec<(Square, Marks)>,
    /// The steps of movements of more than one step, from square to square.
    pub steps: Vec<(Square, Square)>,
    /// The part of the board that is worth showing.
    pub frame: Frame,
    /// The kind as which it moves here, if what is shown is borrowed.
    pub lender: Option<KindId>,
    /// What happens, if the marks show what that sets off instead of all that the piece can do.
    pub event: Option<Event>,
}

impl Scene {
    /// The marks of a square.
    #[must_use]
    pub fn marks_on(&self, square: Square) -> Marks {
        let found = self.marks.binary_search_by_key(&square, |&(s, _)| s);
        found.map_or(Marks::NONE, |i| self.marks[i].1)
    }

    /// All marks that occur.
    #[must_use]
    pub fn used(&self) -> Marks {
        self.marks.iter().fold(Marks::NONE, |all, &(_, m)| all.or(m))
    }
}

/// A part of the board: the first and last file and rank, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// First and last file.
    pub files: (u8, u8),
    /// First and last rank.
    pub ranks: (u8, u8),
}

/// What a diagram is asked to show.
#[derive(Debug, Clone, Default)]
pub struct Request<'a> {
    /// The piece stands here; otherwise where it shows most.
    pub at: Option<Square>,
    /// The only scene is this position, with the piece of [`Request::at`] moving, or else the first
    /// piece of the kind.
    pub position: Option<&'a Record>,
}

/// Draws up the diagram of a piece.
#[must_use]
pub fn diagram(variant: &Variant, side: Side, kind: KindId, request: &Request<'_>) -> Diagram {
    let mover = elements::Mover::new(variant, side, kind, request.position, None);
    if let Some(record) = request.position {
        let settings = setting::Setting::of_record(&mover, record, request.at).into_iter();
        let scenes = settings.map(|setting| scene(&mover, &setting, None)).collect();
        return Diagram { side, kind, scenes, complete: true };
    }
    let (mut scenes, mut complete) = scenes(&mover, request.at, None);
    for lender in lending::examples(variant, side, kind) {
        let as_lender = elements::Mover::new(variant, side, kind, None, Some(lender));
        let (lent, whole) = self::scenes(&as_lender, request.at, Some(lender));
        complete &= whole;
        scenes.extend(lent);
    }
    Diagram { side, kind, scenes, complete }
}

/// The scenes of a mover, and whether they show everything.
fn scenes(mover: &elements::Mover<'_>, at: Option<Square>, lender: Option<KindId>) -> (Vec<Scene>, bool) {
    let (mut settings, complete) = choose::settings(mover, at);
    if let Some(origin) = settings.first().map(|s| s.origin) {
        settings.extend(pushing::setting(mover, origin));
        settings.extend(ground::setting(mover, origin));
    }
    let mut scenes: Vec<Scene> = settings.iter().map(|setting| scene(mover, setting, lender)).collect();
    if lender.is_none() {
        let events = blast::scenes(mover, &settings).into_iter();
        scenes.extend(events.map(|(setting, marks, event)| Scene {
            event: Some(event),
            ..laid_out(mover, &setting, None, (marks, Vec::new()))
        }));
    }
    (scenes, complete)
}

fn scene(mover: &elements::Mover<'_>, setting: &setting::Setting, lender: Option<KindId>) -> Scene {
    let mut found = explore::explore(mover, setting);
    if blast::never_captures(mover) {
        for marks in found.marks.values_mut() {
            *marks = marks.without(Mark::Capture).without(Mark::FirstCapture).without(Mark::PlaceCapture);
        }
        found.marks.retain(|_, marks| !marks.is_empty());
    }
    laid_out(mover, setting, lender, (found.marks, found.steps.into_iter().collect()))
}

/// The scene of a board with marks and steps.
fn laid_out(
    mover: &elements::Mover<'_>,
    setting: &setting::Setting,
    lender: Option<KindId>,
    (marks, steps): (BTreeMap<Square, Marks>, Vec<(Square, Square)>),
) -> Scene {
    let mut pieces = Vec::new();
    let mut terrain = Vec::new();
    for (i, stand) in setting.stands.iter().enumerate() {
        match *stand {
            setting::Stand::Piece(piece) => pieces.push((Square(i as u8), piece.side, piece.kind)),
            setting::Stand::Terrain(id) => terrain.push((Square(i as u8), id)),
            setting::Stand::Empty => {}
        }
    }
    let ground = setting.ground.iter().enumerate();
    let lies = ground.filter_map(|(i, t)| Some((Square(i as u8), (*t)?)));
    terrain.extend(lies.filter(|(s, _)| setting.stands[s.index()] == setting::Stand::Empty));
    terrain.sort_unstable();
    let marks: Vec<(Square, Marks)> = marks.into_iter().collect();
    let others = pieces.iter().map(|p| p.0).chain(terrain.iter().map(|t| t.0));
    let shown = marks.iter().map(|m| m.0).chain(others).chain([setting.origin]);
    let frame = frame(mover.variant.board.size, shown);
    Scene { origin: setting.origin, pieces, terrain, marks, steps, frame, lender, event: None }
}

/// The part of the board around some squares. Boards of usual size are shown whole.
fn frame(size: chv_runtime::BoardSize, shown: impl Iterator<Item = Square>) -> Frame {
    const WHOLE: u8 = 10;
    const LEAST: u8 = 7;
    let squares: Vec<Square> = shown.collect();
    let range = |of: &dyn Fn(Square) -> u8, length: u8| {
        let low = squares.iter().map(|&s| of(s)).min().unwrap_or(0);
        let high = squares.iter().map(|&s| of(s)).max().unwrap_or(0);
        if length <= WHOLE {
            return (0, length - 1);
        }
        let (mut low, mut high) = (low.saturating_sub(1), (high + 1).min(length - 1));
        while high - low + 1 < LEAST {
            low = low.saturating_sub(1);
            high = (high + 1).min(length - 1);
        }
        (low, high)
    };
    Frame { files: range(&|s| size.file(s), size.files), ranks: range(&|s| size.rank(s), size.ranks) }
}
