use chv_runtime::Rules;
use chv_variants::chess;

fn main() {
    let mut start = chess::Rules.start();
    start.turn = chv_runtime::Side::Black;
}
