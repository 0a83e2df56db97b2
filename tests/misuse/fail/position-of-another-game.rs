use chv_runtime::Rules;
use chv_variants::{chess, team_mate};

fn main() {
    let _: chess::Position = team_mate::Rules.start();
}
