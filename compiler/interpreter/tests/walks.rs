//! Walks and guards on them, and what is said of a text that is no position.

mod mini;

use chv_dsl::model::{
    Actor, Content, Edge, Guard, KindSet, Movement, Node, NodeHead, Right, Source, Stop, Take, Walk,
};
use chv_runtime::{Position, Side, SquareSet};
use mini::{Mini, after, moves, nodes, position, refused, text};

fn game(movement: &str) -> Mini {
    Mini::new(6, 6, &[("Chief", "C", true), ("Actor", "A", false), ("Block", "B", false)])
        .moves("Chief", "K")
        .moves("Actor", movement)
        .mates()
        .start("c5/6/6/6/6/5C w - - 0 1")
}

fn of(at: &impl Position, from: &str) -> String {
    let texts: Vec<String> = chv_runtime::notation::texts(at).into_iter().map(|(_, t)| t).collect();
    texts.into_iter().filter(|m| m.starts_with(from)).collect::<Vec<_>>().join(" ")
}

#[test]
fn walks_of_each_shape() {
    for (movement, fen, expected, why) in [
        ("N", "c5/6/1b4/6/A5/5C w - - 0 1", "a2b4 a2c1 a2c3", "a leaper captures"),
        ("nN", "c5/6/6/B5/A5/5C w - - 0 1", "a2c1 a2c3", "a lame leaper is blocked beside it"),
        (
            "mRcpR",
            "c5/6/b5/B5/A5/5C w - - 0 1",
            "a2a1 a2a4 a2b2 a2c2 a2d2 a2e2 a2f2",
            "a hopper needs a hurdle",
        ),
        ("W2", "c5/6/6/6/A5/5C w - - 0 1", "a2a1 a2a3 a2a4 a2b2 a2c2", "a range"),
        (
            "KN",
            "c5/6/6/6/A5/5C w - - 0 1",
            "a2a1 a2a3 a2b1 a2b2 a2b3 a2b4 a2c1 a2c3",
            "two routes never twice",
        ),
        ("[W?fsB]", "c5/6/6/1B4/AB4/B4C w - - 0 1", "a2a3 a2b4 a2c5 a2d6", "a bent walk"),
        ("rcR", "c5/6/6/6/A1b3/5C w - - 0 1", "a2c2", "only to the right, only with capture"),
    ] {
        let rules = game(movement).rules();
        let at = position(&rules, fen);
        assert_eq!(of(&at, "a2"), expected, "{movement}: {why}");
        nodes(&rules, &at, 2);
    }
}

/// A walk of one straight step to the right with a given node.
fn step(take: Take, test: Content, stop: Stop) -> Movement {
    let head = NodeHead { stop: Some(stop), ..NodeHead::stop(test, take) };
    let edge = Edge::step(1, 0, 0);
    Movement::Walk(Walk { first: vec![edge], nodes: vec![Node { head, next: Vec::new() }] })
}

fn with(movement: &Movement) -> chv_interpreter::InterpretedRules {
    let mut m = game("W");
    m.variant.actions.retain(|a| a.actor == Actor::Kind(0));
    for side in Side::BOTH {
        let all = m.board();
        m.act(side, Actor::Kind(1), movement.clone(), all);
    }
    m.rules()
}

const ANY: Content =
    Content { empty: true, friend: KindSet::ALL, enemy: KindSet::ALL, passed: KindSet::NONE, terrain: 0 };

#[test]
fn a_shot_stays_and_captures() {
    let rules = with(&step(Take::Capture, Content::enemy(KindSet::ALL), Stop::Stay));
    let at = position(&rules, "c5/6/6/6/2Ab2/5C w - - 5 1");
    assert_eq!(of(&at, "c2"), "c2xd2");
    assert_eq!(text(&after(&rules, "c5/6/6/6/2Ab2/5C w - - 5 1", "c2xd2")), "c5/6/6/6/2A3/5C b - - 0 1");
    assert!(position(&rules, "c5/6/6/6/4aC/6 w - - 0 1").in_check(), "a shot threatens");
}

#[test]
fn a_push_goes_one_further_or_over_the_edge() {
    let rules = with(&step(Take::Push, ANY, Stop::Arrive));
    let pushed = |fen: &str, m: &str| text(&after(&rules, fen, m));
    assert_eq!(pushed("c5/6/6/6/2Ab2/C5 w - - 5 1", "c2d2"), "c5/6/6/6/3Ab1/C5 b - - 6 1");
    assert_eq!(pushed("c5/6/6/6/4Ab/C5 w - - 5 1", "e2f2"), "c5/6/6/6/5A/C5 b - - 0 1");
    assert_eq!(of(&position(&rules, "c5/6/6/6/2Abb1/C5 w - - 5 1"), "c2"), "", "no room behind");
    assert!(position(&rules, "c5/6/6/6/4aC/6 w - - 0 1").in_check(), "over the edge is captured");
    assert!(!position(&rules, "c5/6/6/6/3aC1/6 w - - 0 1").in_check(), "pushed aside is not");
    // What stands behind a pushed royal shields it.
    assert!(!position(&rules, "c5/6/6/6/3aCB/6 w - - 0 1").in_check());
}

#[test]
fn an_exchange_sets_down_where_the_leg_began() {
    let friend = Content { friend: KindSet::ALL, ..Content::default() };
    let rules = with(&step(Take::Unload, friend, Stop::Arrive));
    let at = after(&rules, "c5/6/6/6/2AB2/5C w - - 0 1", "c2d2");
    assert_eq!(text(&at), "c5/6/6/6/2BA2/5C b - - 1 1");
    // Two equal pieces change places: nothing is told apart but the mover.
    assert_eq!(of(&position(&rules, "c5/6/6/6/2AA2/5C w - - 0 1"), "c2"), "c2d2");
}

#[test]
fn joined_files_are_walked_once_round() {
    let mut m = game("R");
    m.variant.board.joined_files = true;
    m.variant.actions.clear();
    let rules = m.moves("Chief", "K").moves("Actor", "sR").rules();
    let at = position(&rules, "2c3/6/6/6/A5/3C2 w - - 0 1");
    assert_eq!(of(&at, "a2"), "a2b2 a2c2 a2d2 a2e2 a2f2", "the way round to the origin is no move");
    let at = position(&rules, "2c3/6/6/6/A2B2/3C2 w - - 0 1");
    assert_eq!(of(&at, "a2"), "a2b2 a2c2 a2e2 a2f2", "from both sides");
}

#[test]
fn walks_that_wander_end_in_time() {
    // Any number of steps, each in any direction: all squares that can be come to, and no other.
    let head = NodeHead::stop;
    let edges = |to| {
        let dirs = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        dirs.map(|(dx, dy)| Edge::step(dx, dy, to))
    };
    let all: Vec<Edge> = edges(0).into_iter().chain(edges(1)).collect();
    let nodes = vec![
        Node { head: head(Content::EMPTY, Take::Nothing), next: all.clone() },
        Node { head: head(Content::enemy(KindSet::ALL), Take::Capture), next: Vec::new() },
    ];
    let rules = with(&Movement::Walk(Walk { first: all, nodes }));
    let at = position(&rules, "3bBc/4BB/6/6/2A3/5C w - - 0 1");
    // 36 squares less the origin, its own three pieces and chief, and the chief that they wall in.
    assert_eq!(of(&at, "c2").split(' ').count(), 36 - 1 - 4 - 1);
    nodes_of(&rules, &at);
    assert!(position(&rules, "c5/BBBBB1/6/6/2a3/5C w - - 0 1").in_check());
    assert!(!position(&rules, "c5/6/6/6/2a1BB/4BC w - - 0 1").in_check());
}

fn nodes_of(rules: &chv_interpreter::InterpretedRules, at: &chv_interpreter::InterpretedPosition) {
    assert_eq!(nodes(rules, at, 1), at.count());
}

#[test]
fn holes_are_no_squares() {
    let mut m = game("R");
    m.variant.board.holes = m.squares("c2 d4");
    let rules = m.rules();
    let at = position(&rules, "1c4/6/3*2/6/A1*3/5C w - - 0 1");
    assert_eq!(of(&at, "a2"), "a2a1 a2a3 a2a4 a2a5 a2a6 a2b2");
}

#[test]
fn regions_limit_where_walks_begin_and_end() {
    let mut m = game("W");
    let (from, to) = (m.squares("a1 a2 a3"), m.squares("a3 a4 b3"));
    m = m.change("Actor", |a| (a.from, a.to) = (from, to));
    let rules = m.rules();
    assert_eq!(of(&position(&rules, "c5/6/6/6/A5/5C w - - 0 1"), "a2"), "a2a3");
    assert_eq!(of(&position(&rules, "c5/6/A5/6/6/5C w - - 0 1"), "a4"), "");
}

#[test]
fn what_is_not_offered_forbids_all_the_same() {
    // trap 68: facing royals, as an action that only threatens.
    let mut m = game("W").moves("Chief", "kR");
    let last = m.variant.actions.len() - 2;
    m.variant.actions[last..].iter_mut().for_each(|a| a.offered = false);
    let rules = m.rules();
    let at = position(&rules, "c5/6/6/6/A5/C5 w - - 0 1");
    assert_eq!(of(&at, "a2"), "a2a3", "the piece between is pinned to the line");
    assert!(!of(&position(&rules, "c5/6/6/6/6/1C4 w - - 0 1"), "b1").contains("b1a1"));
    // trap 67: it is no check, and a text with it is read.
    let facing = position(&rules, "c5/6/6/6/6/C5 w - - 0 1");
    assert!(!facing.in_check() && facing.checkers().is_empty());
    assert_eq!(moves(&facing), "a1b1 a1b2", "it must be ended");
}

#[test]
fn marks_and_rights_fall_when_touched() {
    let mut m = game("W");
    m.variant.fields.unmoved = m.squares("b1 b6");
    m.variant.start.record.squares[1] = Some(chv_runtime::Piece { side: Side::White, kind: 1 });
    let needs = vec![(m.square("b1"), 1)];
    m.variant.fields.rights.push(Right {
        side: Side::White,
        letter: 'A',
        needs,
        label: String::new(),
        source: Source::default(),
    });
    let unmoved = step(Take::Nothing, Content::EMPTY, Stop::Arrive);
    let guarded = |m: &mut Mini, guard: Guard, movement: Movement| {
        let all = m.board();
        m.act(Side::White, Actor::Kind(1), movement, all).guards = vec![guard];
    };
    m.variant.actions.retain(|a| a.actor == Actor::Kind(0));
    guarded(&mut m, Guard::Unmoved, unmoved);
    let Movement::Walk(mut up) = step(Take::Nothing, Content::EMPTY, Stop::Arrive) else { return };
    (up.first[0].dx, up.first[0].dy) = (0, 1);
    guarded(&mut m, Guard::Right(0), Movement::Walk(up.clone()));
    (up.first[0].dx, up.first[0].dy) = (0, -1);
    guarded(&mut m, Guard::Not(Box::new(Guard::Unmoved)), Movement::Walk(up.clone()));
    (up.first[0].dx, up.first[0].dy) = (-1, 0);
    let empty = m.squares("e5");
    guarded(&mut m, Guard::Empty(empty), Movement::Walk(up));
    let rules = m.rules();
    let start = "c5/6/6/6/6/1A3C w A - 0 1";
    assert_eq!(of(&position(&rules, start), "b1"), "b1a1 b1b2 b1c1");
    assert_eq!(of(&position(&rules, "c5/4B1/6/6/6/1A3C w - - 0 1"), "b1"), "b1c1");
    // Gone and come back: neither mark nor right comes back.
    let at = after(&rules, start, "b1b2 a6a5 b2b1 a5a6");
    assert_eq!(text(&at), "c5/6/6/6/6/1A3C w - - 4 3 {unmoved -}");
    assert_eq!(of(&at, "b1"), "b1a1");
    assert_eq!(text(&position(&rules, &text(&at))), text(&at));
}

#[test]
fn all_reasons_at_once() {
    let mut m = game("fmWfceFifmnD").moves("Block", "R");
    m.variant.royalty.count = (1, 1);
    let rules = m.rules();
    // GEN-5, traps 117 and 121
    assert_eq!(
        refused(&rules, "6/6/6/6/6/CC4 w - - 0 1"),
        ["White has 2 Chief, at most 1 are allowed", "Black has no Chief"]
    );
    assert_eq!(refused(&rules, "c4B/6/6/6/6/5C w - - 0 1"), ["Black is in check, but White is to act"]);
    // trap 34
    assert_eq!(
        refused(&rules, "c5/6/6/6/6/5C w - b3 0 1"),
        ["en-passant square b3: no piece can just have passed it"]
    );
    assert_eq!(refused(&rules, "c5/6/6/1aA3/6/5C w - b4 0 1"), [""; 0]);
}

#[test]
fn en_passant_is_kept_for_one_turn_and_written_only_if_used() {
    let rules = game("fmWfceFifmnD").rules();
    // trap 45: a square nobody uses is not written.
    assert_eq!(text(&after(&rules, "c5/6/6/6/1A4/5C w - - 0 1", "b2b4")), "c5/6/1A4/6/6/5C b - - 1 1");
    let at = after(&rules, "c5/6/a5/6/1A4/5C w - - 0 1", "b2b4");
    assert_eq!(text(&at), "c5/6/aA4/6/6/5C b - b3 1 1");
    assert_eq!(of(&at, "a4"), "a4a3 a4b3");
    assert_eq!(position(&rules, &text(&at)), at);
    let taken = after(&rules, "c5/6/a5/6/1A4/5C w - - 0 1", "b2b4 a4b3");
    assert_eq!(text(&taken), "c5/6/6/1a4/6/5C w - - 0 2");
    // trap 39
    let late = after(&rules, "c5/6/a5/6/1A4/5C w - - 0 1", "b2b4 a6b6 f1f2 b6a6 f2f1");
    assert_eq!(of(&late, "a4"), "a4a3");
    assert_ne!(at.key(), position(&rules, "c5/6/aA4/6/6/5C b - - 1 1").key());
    let unused = after(&rules, "c5/6/6/6/1A4/5C w - - 0 1", "b2b4");
    assert_eq!(unused.key(), position(&rules, "c5/6/1A4/6/6/5C b - - 1 1").key(), "GEN-7");
    assert!(rules.variant().board.size.squares() == 36 && !at.spec().holes.has(chv_runtime::Square(0)));
}

#[test]
fn universal_movers_reach_every_square() {
    let rules = game("mUcK").rules();
    let at = position(&rules, "c5/6/6/6/Ab4/5C w - - 0 1");
    assert_eq!(of(&at, "a2").split(' ').count(), 33);
    assert!(!position(&rules, "c5/6/6/6/a5/5C w - - 0 1").in_check());
    let rules = game("cU").rules();
    assert!(position(&rules, "c5/6/6/6/a5/5C w - - 0 1").in_check());
    assert_eq!(moves(&position(&rules, "c5/6/6/6/a5/5C w - - 0 1")), "");
}
