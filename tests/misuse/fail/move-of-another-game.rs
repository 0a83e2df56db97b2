use chv_runtime::{Game, Rules};
use chv_variants::{chess, team_mate};

fn main() {
    let mut game = Game::new(chess::Rules);
    let other = Game::from_position(team_mate::Rules, chess::Rules.start());
    game.undo();
    drop(other);
}
