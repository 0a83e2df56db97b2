//! Games in which moves set off what no game of the library does, in both executions: random games and
//! boards filled at random.

use std::time::Duration;

use chv_agree::compare::{Amount, compare, interpreted};
use chv_runtime::compiled::Tested;
use chv_runtime::dynamic::erase;
use chv_runtime::position::{Outcome, Winner};
use chv_runtime::{Position, Rules, Side, fen, notation, perft};
use chv_tests::own;

/// How many positions of each game: any number by hand, as `CHV_POSITIONS`.
fn amount() -> Amount {
    let positions = std::env::var("CHV_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(250);
    Amount { seed: 20_261, positions, time: Duration::from_secs(600) }
}

/// Both executions have the same moves, checks, results, keys and texts; some positions have check.
fn agree<R: Rules<Position: Tested>>(name: &str, text: &str, rules: &R, depth: u32) {
    agree_in(name, text, rules, depth, amount());
}

/// The same in some positions.
fn agree_in<R: Rules<Position: Tested>>(name: &str, text: &str, rules: &R, depth: u32, amount: Amount) {
    let other = interpreted(name, text).unwrap_or_else(|e| panic!("{name}: {e}"));
    let played = compare(rules, text, name, amount);
    assert!(played.difference.is_none(), "{name}: {:#?}", played.difference);
    let nodes = perft::perft(&rules.start(), depth, true);
    assert_eq!(nodes, perft::perft(&other.start(), depth, true), "{name}: nodes to depth {depth}");
    assert!(played.checks > 3 && played.moves > 1000, "{name}: {played:?}");
}

/// Who has won after some moves from a position.
fn result<R: Rules>(rules: &R, text: &str, moves: &str) -> Option<Side> {
    let mut at = fen::read_position(rules, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    for word in moves.split_whitespace() {
        let found = notation::detailed(&at).into_iter().find(|m| m.2 == word);
        let (m, ..) = found.unwrap_or_else(|| panic!("{text}: {word} is no move"));
        at.make(m);
    }
    match at.outcome() {
        Some(Outcome { winner: Winner::Side(side), reason }) if reason == "the summits" => Some(side),
        _ => None,
    }
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

/// Some of these positions take long: where pieces travel and borrow, each move is made to be proven.
#[test]
fn what_moves_as_itself_counts_as_itself_and_else_as_what_it_borrows() {
    let amount = Amount { positions: amount().positions / 5, ..amount() };
    agree_in("clowns", include_str!("clowns.chv"), &own::clowns::Rules, 2, amount);
}

#[test]
fn what_lands_at_the_end_of_a_turn_gives_check() {
    agree("travel", include_str!("travel.chv"), &own::travel::Rules, 3);
}

#[test]
fn what_a_pushed_piece_becomes_is_chosen_first_and_threatens_with_that() {
    agree("shoves", include_str!("shoves.chv"), &own::shoves::Rules, 3);
}

/// The texts of the legal moves, sorted.
fn moves<P: Position>(position: &P) -> Vec<String> {
    let mut texts: Vec<String> = notation::detailed(position).into_iter().map(|(.., text)| text).collect();
    texts.sort_unstable();
    texts
}

/// The position after some moves.
fn after<R: Rules>(rules: &R, text: &str, played: &[&str]) -> R::Position {
    let mut position = fen::read_position(rules, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    for text in played {
        let m = notation::parse(&position, text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        position.make(m);
    }
    position
}

/// DEI-56, on a board of its own.
fn owed_choices<R: Rules>(rules: &R) {
    // A rook on b1 would take the king on e1, so the push there is no move; on e2 the king is safe.
    let pushes = |text| moves(&after(rules, text, &[])).contains(&"b4b2".to_owned());
    assert!(!pushes("5k/6/1S4/6/1p4/4K1 w - - 0 1"));
    let open = "5k/6/1S4/6/1p2K1/6 w - - 3 7";
    assert!(pushes(open));
    // The choice is obligatory, costs nothing and is no turn.
    let owing = after(rules, open, &["b4b2"]);
    assert_eq!(moves(&owing), ["b1=n", "b1=r", "b1=s"]);
    assert!(!owing.in_check() && owing.outcome().is_none());
    let chosen = after(rules, open, &["b4b2", "b1=n"]);
    assert_eq!((chosen.side(), chosen.clock(), chosen.record().number), (Side::Black, 4, 7));
    // The king's three steps, and the knight's three jumps.
    assert_eq!(moves(&chosen).len(), 6, "{:?}", moves(&chosen));
    // What stands there from the beginning is owed too, from the a-file on.
    let two = "5k/6/3K2/6/6/1p2p1 b - - 0 1";
    assert_eq!(moves(&after(rules, two, &[])), ["b1=n", "b1=r", "b1=s"]);
    assert_eq!(moves(&after(rules, two, &["b1=s"])), ["e1=n", "e1=r", "e1=s"]);
    // A knight on e1 would take a king on d3, whose side has just moved.
    let refused = fen::read_position(rules, "5k/6/6/3K2/6/1p2p1 b - - 0 1").map(|_| ());
    assert!(refused.is_err_and(|e| e.to_string().contains("White is in check")));
}

#[test]
fn owed_choices_are_made_first_one_by_one_at_no_cost() {
    owed_choices(&own::shoves::Rules);
    owed_choices(&interpreted("shoves", include_str!("shoves.chv")).expect("the game is interpreted"));
}

#[test]
fn several_owed_choices_go_file_by_file_before_turns_of_two_moves() {
    agree("debts", include_str!("debts.chv"), &own::debts::Rules, 3);
}

/// DEI-56: what was passed before the push stays open while the choice is owed, and the text of the
/// position says so; what came later to where a piece began is no reason against squares that it passed.
fn passed_while_a_choice_is_owed<R: Rules>(rules: &R) {
    let start = "k4K/6/p5/4S1/1P2p1/6 w - - 0 1";
    let owing = after(rules, start, &["b2b4", "e3e2"]);
    let text = fen::write(&owing.record(), rules.spec());
    assert!(text.contains(" b - b3 "), "{text}");
    let again = after(rules, &text, &[]);
    assert_eq!((again.record(), again.key()), (owing.record(), owing.key()));
    for position in [after(rules, start, &["b2b4", "e3e2", "e1=r"]), after(rules, &text, &["e1=r"])] {
        assert!(moves(&position).contains(&"a4b3".to_owned()), "{:?}", moves(&position));
    }
    let covered = after(rules, "k4K/6/p5/6/RP4/6 w - - 0 1", &["b2b4", "a2b2"]);
    let text = fen::write(&covered.record(), rules.spec());
    assert!(text.contains(" b - b3 "), "{text}");
    assert_eq!(after(rules, &text, &[]).record(), covered.record());
}

/// A piece for which no choice is open owes none: its owner moves, and threatens, as he can.
fn nothing_is_owed_without_a_choice<R: Rules>(rules: &R) {
    let closed = after(rules, "2k3/6/1K4/6/5r/p2r2 b - - 0 1", &[]);
    assert_eq!(closed.outcome(), None);
    assert!(moves(&closed).contains(&"c6d6".to_owned()) && !moves(&closed).contains(&"a1=r".to_owned()));
    assert_eq!(moves(&after(rules, "2k3/6/1K4/6/5r/p5 b - - 0 1", &[])), ["a1=r"]);
    // The first from the a-file on for which one is open; then none is open for the other.
    let two = after(rules, "2k3/6/1K4/6/5r/p3p1 b - - 0 1", &["a1=r"]);
    assert!(moves(&two).contains(&"f2f3".to_owned()), "{:?}", moves(&two));
    let refused = fen::read_position(rules, "2k3/6/1K3r/6/3r2/p5 b - - 0 1").map(|_| ());
    assert!(refused.is_err_and(|e| e.to_string().contains("White is in check")));
}

#[test]
fn choices_that_are_owed_and_those_that_are_not_open() {
    let text = include_str!("pledges.chv");
    let other = interpreted("pledges", text).unwrap_or_else(|e| panic!("{e}"));
    passed_while_a_choice_is_owed(&own::pledges::Rules);
    passed_while_a_choice_is_owed(&other);
    nothing_is_owed_without_a_choice(&own::pledges::Rules);
    nothing_is_owed_without_a_choice(&other);
    agree("pledges", text, &own::pledges::Rules, 3);
}

#[test]
fn squares_that_win_are_occupied_by_moves_pushes_and_landings() {
    let text = include_str!("summits.chv");
    agree("summits", text, &own::summits::Rules, 3);
    let other = interpreted("summits", text).unwrap_or_else(|e| panic!("{e}"));
    // Position, moves, the winner: by the last move, by a push of the opponent's, by a landing at the end
    // of the turn; and nobody.
    let rows = [
        ("5k/6/6/B5/6/6/5K w - - 0 1 {summits a4}", "", None),
        ("5k/6/6/6/6/R5/5K w - - 0 1 {summits a4 b4}", "a2a4", None),
        ("5k/6/6/1R4/6/R5/5K w - - 0 1 {summits a4 b4}", "a2a4", Some(Side::White)),
        ("5k/6/6/rR4/1s4/6/5K w - - 0 1 {summits a4 b4; moved 1; budget 1}", "f1e1", None),
        ("5k/6/6/6/rS4/r5/5K w - - 0 1 {summits a4 a3}", "b3a3 f1e1", None),
        ("5k/6/r5/6/r5/S5/5K w - - 0 1 {summits a5 a4}", "a2a3", Some(Side::Black)),
        ("5k/6/6/R5/6/6/5K w - - 0 1 {summits a4 c5; travellers w:T@c5/1}", "f1e1 e1f1", Some(Side::White)),
        ("5k/6/6/R5/6/6/5K w - - 0 1 {summits a4 c5; travellers w:T@c5/2}", "f1e1 e1f1", None),
    ];
    for (fen, moves, winner) in rows {
        let results = [result(&own::summits::Rules, fen, moves), result(&other, fen, moves)];
        assert_eq!(results, [winner; 2], "{fen} {moves}");
    }
}

#[test]
fn slides_go_on_from_joined_squares_and_turn_on_others() {
    agree("tunnels", include_str!("tunnels.chv"), &own::tunnels::Rules, 2);
}

#[test]
fn joined_squares_go_with_landings_borrowed_movements_and_explosions() {
    agree("warrens", include_str!("warrens.chv"), &own::warrens::Rules, 2);
}

#[test]
fn what_is_hidden_cuts_ways_short_and_some_moves_are_taken_back() {
    agree("burrows", include_str!("burrows.chv"), &own::burrows::Rules, 2);
}

#[test]
fn turns_of_several_moves_end_alike() {
    agree("turns", include_str!("turns.chv"), &own::turns::Rules, 3);
}

#[test]
fn hands_terrain_and_captors_that_change_go_together() {
    agree("hands", include_str!("hands.chv"), &own::hands::Rules, 3);
}

/// A piece that shoots stays where terrain would be laid: nothing that blocks comes under it.
#[test]
fn nothing_that_blocks_is_laid_under_a_piece() {
    let other = interpreted("hands", include_str!("hands.chv")).expect("the game is well-formed");
    let (start, shot) = ("5k/6/2p3/6/2A3/K5[] w - - 0 1", "5k/6/6/6/2A3/K5[P] b - - 0 1");
    for rules in [erase(own::hands::Rules), erase(other)] {
        let mut game = rules.game_from_fen(start).expect("a position");
        game.play("c2xc4").expect("a legal shot");
        assert_eq!(game.fen(), shot);
        assert!(rules.game_from_fen(shot).is_ok());
    }
}
