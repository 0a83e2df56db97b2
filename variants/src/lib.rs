//! The library of games.
//!
//! Every game is there as text, for the interpreter; those listed by [`compiled`] also as generated
//! code, one module for each choice of options that is compiled. A module has the rules (`Rules`), the positions (`Position`) and the kinds
//! of piece (`PieceKind`).

use chv_runtime::dynamic::{AnyRules, erase};

chv_runtime::include_variant!("16chess");
chv_runtime::include_variant!("16chess-all");
chv_runtime::include_variant!("atomic");
chv_runtime::include_variant!("chess");
chv_runtime::include_variant!("deicide");
chv_runtime::include_variant!("deicide-terrain");
chv_runtime::include_variant!("duck");
chv_runtime::include_variant!("msock-eat");
chv_runtime::include_variant!("shogi");
chv_runtime::include_variant!("shogi-drop-mate");
chv_runtime::include_variant!("team-mate");
chv_runtime::include_variant!("xiangqi");

/// The rules of every game, by the stem of its file, sorted.
pub const TEXTS: &[(&str, &str)] = &[
    ("16chess", include_str!("../16chess.chv")),
    ("atomic", include_str!("../atomic.chv")),
    ("chess", include_str!("../chess.chv")),
    ("deicide", include_str!("../deicide.chv")),
    ("duck", include_str!("../duck.chv")),
    ("msock-eat", include_str!("../msock-eat.chv")),
    ("shogi", include_str!("../shogi.chv")),
    ("team-mate", include_str!("../team-mate.chv")),
    ("xiangqi", include_str!("../xiangqi.chv")),
];

/// The compiled games, for programs that choose the game while they run.
#[must_use]
pub fn compiled() -> Vec<Box<dyn AnyRules>> {
    vec![
        erase(_16chess::Rules),
        erase(_16chess_all::Rules),
        erase(atomic::Rules),
        erase(chess::Rules),
        erase(deicide::Rules),
        erase(deicide_terrain::Rules),
        erase(duck::Rules),
        erase(msock_eat::Rules),
        erase(shogi::Rules),
        erase(shogi_drop_mate::Rules),
        erase(team_mate::Rules),
        erase(xiangqi::Rules),
    ]
}
