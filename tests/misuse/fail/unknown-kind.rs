use chv_variants::team_mate::PieceKind;

fn main() {
    let _ = PieceKind::Bishop;
}
