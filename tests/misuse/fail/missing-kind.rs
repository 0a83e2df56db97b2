use chv_variants::msock_eat::PieceKind;

fn worth(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::King => 0,
        PieceKind::Pikeman => 1,
        _ if kind == PieceKind::Queen => 9,
        PieceKind::Archer | PieceKind::Nightrider | PieceKind::Marshall => 5,
        PieceKind::Princess | PieceKind::Squirrel => 5,
    }
}

fn main() {
    let _ = worth(PieceKind::Raven);
}
