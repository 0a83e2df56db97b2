//! Games in which moves set off what no game of the library does, in both executions: random games and
//! boards filled at random.

use std::time::Duration;

use chv_runtime::compiled::Tested;
use chv_runtime::{Rules, perft};
use chv_tests::own;
use chv_tests::random::compare::{Amount, compare, interpreted};

/// How many positions of each game: any number by hand, as `CHV_POSITIONS`.
fn amount() -> Amount {
    let positions = std::env::var("CHV_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(250);
    Amount { seed: 20_261, positions, time: Duration::from_secs(600) }
}

/// Both executions have the same moves, checks, results, keys and texts; some positions have check.
fn agree<R: Rules<Position: Tested>>(name: &str, text: &str, rules: &R, depth: u32) {
    let other = interpreted(name, text).unwrap_or_else(|e| panic!("{name}: {e}"));
    let played = compare(rules, text, name, amount());
    assert!(played.difference.is_none(), "{name}: {:#?}", played.difference);
    let nodes = perft::perft(&rules.start(), depth, true);
    assert_eq!(nodes, perft::perft(&other.start(), depth, true), "{name}: nodes to depth {depth}");
    assert!(played.checks > 3 && played.moves > 1000, "{name}: {played:?}");
}

#[test]
fn blasts_that_reach_a_king_from_afar_are_check() {
    agree("blasts", include_str!("blasts.chv"), &own::blasts::Rules, 4);
}

#[test]
fn choices_of_squares_and_pieces_keep_kings_safe() {
    agree("choices", include_str!("choices.chv"), &own::choices::Rules, 3);
}

#[test]
fn captors_that_burn_threaten_only_what_they_survive() {
    agree("embers", include_str!("embers.chv"), &own::embers::Rules, 4);
}

#[test]
fn borrowed_movements_threaten_as_the_move_makes_them() {
    agree("jesters", include_str!("jesters.chv"), &own::jesters::Rules, 4);
}

#[test]
fn what_lands_at_the_end_of_a_turn_gives_check() {
    agree("travel", include_str!("travel.chv"), &own::travel::Rules, 3);
}

#[test]
fn turns_of_several_moves_end_alike() {
    agree("turns", include_str!("turns.chv"), &own::turns::Rules, 3);
}

#[test]
fn hands_terrain_and_captors_that_change_go_together() {
    agree("hands", include_str!("hands.chv"), &own::hands::Rules, 3);
}
