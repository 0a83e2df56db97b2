//! The library of games.

/// The rules of every game, by the stem of its file, sorted.
pub const TEXTS: &[(&str, &str)] = &[
    ("atomic", include_str!("../atomic.chv")),
    ("chess", include_str!("../chess.chv")),
    ("duck", include_str!("../duck.chv")),
    ("msock-eat", include_str!("../msock-eat.chv")),
    ("shogi", include_str!("../shogi.chv")),
    ("team-mate", include_str!("../team-mate.chv")),
    ("xiangqi", include_str!("../xiangqi.chv")),
];
