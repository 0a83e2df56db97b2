//! What is to be shown: which pieces of which game, and how.

use chv_dsl::diagram::{Diagram, Request, diagram};
use chv_dsl::model::{KindId, Variant};
use chv_runtime::{Record, Side, Square, SquareSet, fen};

use super::bare;
use crate::args::{ShowArgs, SideArg};
use crate::game::{Named, find as find_game, variant_of_file, variant_of_library};
use crate::registry::Registry;
use crate::shell::{Failure, Shell};
use crate::words::nearest;

/// A game, and the diagrams of some of its pieces.
pub(crate) struct Subject {
    pub(crate) variant: Variant,
    /// The movement stands alone; the game around it is of no interest.
    pub(crate) bare: bool,
    /// Only one piece was asked for.
    pub(crate) single: bool,
    /// The one scene is a position that was given.
    pub(crate) given: bool,
    pub(crate) diagrams: Vec<Diagram>,
}

/// Finds it.
pub(crate) fn find(registry: &Registry, shell: &mut Shell<'_>, args: &ShowArgs) -> Result<Subject, Failure> {
    let side = match args.side {
        Some(SideArg::Black) => Side::Black,
        _ => Side::White,
    };
    if let Some(text) = &args.movement {
        if let Some(name) = args.game.as_ref() {
            return Err(Failure::Usage(format!(
                "`{name}` and a movement are too much: either a game or `--movement` is shown"
            )));
        }
        let variant = bare::variant(shell, text, args.board)?;
        let at = square(&variant, args.at.as_deref())?;
        let diagrams = vec![diagram(&variant, side, 0, &Request { at, position: None })];
        return Ok(Subject { variant, bare: true, single: true, given: false, diagrams });
    }
    let Some(game) = args.game.as_deref() else {
        return Err(Failure::Usage(
            "nothing to show: name a game, or give `--movement` and a movement such as `WA`".to_owned(),
        ));
    };
    let variant = match find_game(registry, game)? {
        Named::Library(name) => variant_of_library(registry, &name, &args.options)?,
        Named::File(path) => variant_of_file(&path, &args.options)?,
    };
    let asked = args.piece.as_deref().map(|name| kind(&variant, name)).transpose()?;
    let at = square(&variant, args.at.as_deref())?;
    let (side, kinds, position) = match &args.fen {
        Some(text) => {
            let record = record(&variant, text)?;
            let (side, kinds) = in_position(&variant, &record, args.side.map(|_| side), asked, at)?;
            (side, kinds, Some(record))
        }
        None => {
            let all = || (0..variant.kinds.len() as KindId).collect();
            (side, asked.map_or_else(all, |kind| vec![kind]), None)
        }
    };
    if let (Some(_), None, None, None) = (at, asked, &position, &args.movement) {
        return Err(Failure::Usage("`--at` needs a piece: name it after the game".to_owned()));
    }
    let diagrams = kinds
        .iter()
        .map(|&kind| diagram(&variant, side, kind, &Request { at, position: position.as_ref() }))
        .collect();
    let (single, given) = (kinds.len() == 1, position.is_some());
    Ok(Subject { variant, bare: false, single, given, diagrams })
}

/// The kind of this name or code.
fn kind(variant: &Variant, name: &str) -> Result<KindId, Failure> {
    let kinds = || (0..).zip(&variant.kinds);
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let found = kinds()
        .find(|(_, k)| k.name.eq_ignore_ascii_case(name))
        .or_else(|| kinds().find(|(_, k)| k.code.eq_ignore_ascii_case(bare)));
    found.map(|(id, _)| id).ok_or_else(|| {
        let game = &variant.about.name;
        let names = || variant.kinds.iter().map(|k| k.name.as_str());
        Failure::Usage(match nearest(name, names()) {
            Some(near) => format!("{game} has no piece `{name}`; did you mean `{near}`?"),
            None => {
                format!("{game} has no piece `{name}`; it has {}", names().collect::<Vec<_>>().join(", "))
            }
        })
    })
}

fn square(variant: &Variant, name: Option<&str>) -> Result<Option<Square>, Failure> {
    let size = variant.board.size;
    let Some(name) = name else { return Ok(None) };
    let last = Square((size.squares() - 1) as u8);
    match size.parse(name) {
        Some(square) if !variant.board.holes.has(square) => Ok(Some(square)),
        Some(_) => Err(Failure::Usage(format!("{name} is a hole in the board"))),
        None => Err(Failure::Usage(format!(
            "`{name}` is no square; the squares of this board are a1 to {}",
            size.name(last)
        ))),
    }
}

fn record(variant: &Variant, text: &str) -> Result<Record, Failure> {
    fen::read(text, &variant.spec()).map_err(|e| {
        let reasons: Vec<String> = e.to_string().lines().map(|line| format!("  {line}")).collect();
        Failure::Fault(format!(
            "this is no position of {}: {text:.200}\n{}",
            variant.about.name,
            reasons.join("\n")
        ))
    })
}

/// Whose pieces of a position, and which.
fn in_position(
    variant: &Variant,
    record: &Record,
    side: Option<Side>,
    asked: Option<KindId>,
    at: Option<Square>,
) -> Result<(Side, Vec<KindId>), Failure> {
    let standing = |s: Square| record.squares.get(s.index()).copied().flatten();
    let name = |kind: KindId| &variant.kinds[usize::from(kind)].name;
    if let Some(square) = at {
        let here = variant.board.size.name(square);
        let piece = standing(square).ok_or_else(|| Failure::Usage(format!("no piece stands on {here}")))?;
        if let Some(kind) = asked.filter(|&k| k != piece.kind) {
            return Err(Failure::Usage(format!(
                "the piece on {here} is a {}, not a {}",
                name(piece.kind),
                name(kind)
            )));
        }
        if let Some(side) = side.filter(|&s| s != piece.side) {
            return Err(Failure::Usage(format!("the piece on {here} is {}'s, not {side}'s", piece.side)));
        }
        return Ok((piece.side, vec![piece.kind]));
    }
    let side = side.unwrap_or(record.side);
    let present = |kind: &KindId| record.squares.iter().flatten().any(|p| p.side == side && p.kind == *kind);
    match asked {
        Some(kind) if present(&kind) => Ok((side, vec![kind])),
        Some(kind) => Err(Failure::Usage(format!("{side} has no {} in this position", name(kind)))),
        None => Ok((side, (0..variant.kinds.len() as KindId).filter(present).collect())),
    }
}
