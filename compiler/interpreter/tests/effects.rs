//! Edits, triggers and choices, each on a small made-up variant.

mod mini;

use chv_dsl::model::{
    Area, At, Branch, Cause, Content, Edit, EndResult, EndWhen, Guard, KindSet, Owner, Trigger,
};
use chv_runtime::{EditView, Outcome, Piece, Position, Rules, Side, Square, Winner, notation};
use mini::{Mini, after, branch, moves, nodes, position, text};

/// A chief and two others: one that walks like a king, one that runs straight.
fn plain() -> Mini {
    Mini::new(5, 5, &[("Chief", "C", true), ("Guard", "G", false), ("Runner", "R", false)])
        .moves("Chief", "K")
        .moves("Guard", "K")
        .moves("Runner", "R")
        .mates()
        .start("c4/5/5/5/4C w - - 0 1")
}

fn on_move(kinds: KindSet) -> impl Fn(&Mini, Side) -> Trigger {
    move |_, _| Trigger::Moved { kinds }
}

fn on_capture(m: &Mini, _: Side) -> Trigger {
    let _ = m;
    Trigger::Captured { captor: KindSet::ALL, victim: KindSet::ALL }
}

fn blast() -> Vec<Edit> {
    let area = Area { around: At::Target, within: 1, kinds: KindSet::ALL.minus(KindSet::of(1)) };
    vec![
        Edit::Remove(At::Target, Cause::Destroy),
        Edit::Each(area, vec![Edit::Remove(At::Here, Cause::Destroy)]),
    ]
}

#[test]
fn a_blast_spares_what_it_says_and_resets_the_clock() {
    let rules = plain().reacts(on_move(KindSet::ALL), &[Guard::Captures], &[branch("", &blast())]).rules();
    // d3 takes c3: the captor goes, and the neighbours that are no guards.
    let at = after(&rules, "c4/1r3/1grR1/1G3/4C w - - 7 3", "d3c3");
    assert_eq!(text(&at), "c4/5/1g3/1G3/4C b - - 0 3");
    let at = after(&rules, "c4/1r3/1gr1R/1G3/4C w - - 7 3", "e3e4");
    assert_eq!(text(&at), "c4/1r2R/1gr2/1G3/4C b - - 8 3", "no capture, no blast");
}

#[test]
fn a_blast_threatens_unless_it_is_said_not_to() {
    let game = |threatens| {
        let mut m = plain().reacts(on_move(KindSet::ALL), &[Guard::Captures], &[branch("", &blast())]);
        m.variant.reactions.iter_mut().for_each(|r| r.threatens = threatens);
        m.rules()
    };
    // The runner on a1 could take the guard beside the chief.
    let fen = "4c/5/5/3CG/r4 w - - 0 1";
    let beside = "4c/5/5/3C1/r3G w - - 0 1";
    for (threatens, fen, check) in [
        (true, fen, false),
        (true, beside, true),
        (false, beside, false),
        (false, "4c/5/5/5/r3C w - - 0 1", true),
    ] {
        let at = position(&game(threatens), fen);
        assert_eq!(at.in_check(), check, "{threatens} {fen}");
        assert_eq!(at.checkers().is_empty(), !check);
    }
}

#[test]
fn what_removes_the_own_royal_is_no_action() {
    // trap 86: the runner beside its own chief cannot take the other chief without losing its own.
    let rules = plain().reacts(on_move(KindSet::ALL), &[Guard::Captures], &[branch("", &blast())]).rules();
    let touching = position(&rules, "5/5/3Cc/5/r4 w - - 0 1");
    assert!(!touching.in_check(), "touching royals give no check");
    assert!(!moves(&touching).contains("d3e3"));
    let at = position(&rules, "3rc/3C1/5/5/5 w - - 0 1");
    assert!(!at.in_check(), "d5 takes d4 and removes both");
    let at = position(&rules, "4c/5/3C1/5/3r1 w - - 0 1");
    assert!(at.in_check());
}

#[test]
fn a_reaction_to_capture_knows_captor_and_victim() {
    let rules = plain()
        .reacts(
            |m, _| Trigger::Captured { captor: m.kinds(&["Guard"]), victim: m.kinds(&["Runner"]) },
            &[],
            &[branch("", &[Edit::Become(At::Target, 2)])],
        )
        .rules();
    let fen = "c4/5/1rg2/1GR2/4C w - - 0 1";
    assert_eq!(text(&after(&rules, fen, "b2b3")), "c4/5/1Rg2/2R2/4C b - - 0 1");
    assert_eq!(text(&after(&rules, fen, "b2c3")), "c4/5/1rG2/2R2/4C b - - 0 1", "another victim");
    assert_eq!(text(&after(&rules, fen, "c2c3")), "c4/5/1rR2/1G3/4C b - - 0 1", "another captor");
}

#[test]
fn pieces_are_placed_shifted_turned_and_changed() {
    let edits = [
        Edit::Place(At::Origin, Owner::Actor, 1),
        Edit::Shift(At::Square(Square(20)), At::Square(Square(21))),
        Edit::Turn(At::Square(Square(22))),
    ];
    let rules = plain().reacts(on_move(KindSet::of(2)), &[], &[branch("", &edits)]).rules();
    let at = after(&rules, "g1g1c/5/5/R4/4C w - - 0 1", "a2b2");
    assert_eq!(text(&at), "1gG1c/5/5/GR3/4C b - - 1 1");
    let m = notation::parse(&position(&rules, "g1g1c/5/5/R4/4C w - - 0 1"), "a2b2").expect("legal");
    let detail = position(&rules, "g1g1c/5/5/R4/4C w - - 0 1").detail(m);
    let (black, white) = (Piece { side: Side::Black, kind: 1 }, Piece { side: Side::White, kind: 1 });
    assert_eq!(
        detail.edits,
        [
            EditView::Shift(Square(5), Square(6)),
            EditView::Place(Square(5), white),
            EditView::Shift(Square(20), Square(21)),
            EditView::Remove(Square(22), black),
            EditView::Place(Square(22), white),
        ]
    );
}

#[test]
fn captures_go_to_hand_as_what_they_were() {
    let mut m = plain().drops("Guard", &[]).reacts(on_capture, &[], &[branch("", &[Edit::VictimToHand])]);
    m.variant.kinds[2].base = 1;
    let rules = m.rules();
    let at = after(&rules, "c4/5/5/1Gr2/4C[] w - - 3 1", "b2c2");
    assert_eq!(text(&at), "c4/5/5/2G2/4C[G] b - - 0 1");
    let at = after(&rules, "c4/5/5/1Gr2/4C[] w - - 3 1", "b2c2 a5a4 G@a1");
    assert_eq!(text(&at), "5/c4/5/2G2/G3C[] b - - 2 2");
    assert!(nodes(&rules, &position(&rules, "c4/5/5/1Gr2/4C[Gg] w - - 3 1"), 2) > 500);
}

#[test]
fn hands_can_be_paid_from() {
    let mut m = plain().drops("Guard", &[]);
    for action in &mut m.variant.actions {
        if matches!(action.actor, chv_dsl::model::Actor::Kind(2)) {
            action.edits = vec![Edit::Hand(Owner::Opponent, 1, 2)];
        }
    }
    let rules = m.rules();
    assert_eq!(text(&after(&rules, "c4/5/5/1R3/4C[G] w - - 0 1", "b2b3")), "c4/5/1R3/5/4C[Ggg] b - - 1 1");
}

#[test]
fn a_second_square_is_chosen_with_the_move() {
    let lay = Branch {
        text: String::new(),
        guards: Vec::new(),
        square: Some((chv_dsl::model::Set256::below(25), Content::EMPTY)),
        edits: vec![Edit::Lay(At::Chosen, 0, true)],
    };
    let rules = plain().terrain("stone", '*', true).reacts(on_move(KindSet::ALL), &[], &[lay]).rules();
    let at = position(&rules, "c4/5/5/5/4C w - - 0 1");
    // Three steps, each with the 23 squares that are empty then.
    assert_eq!(at.count(), 3 * 23);
    let at = after(&rules, "c4/5/5/5/4C w - - 0 1", "e1d1,d2 a5a4,c3");
    assert_eq!(text(&at), "5/c4/2*2/5/3C1 w - - 2 2", "there is only one stone");
    assert!(!moves(&at).contains("d1d2,c3"), "where it lies is not empty");
    assert!(after(&rules, "c4/5/5/4C/r4 b - - 0 1", "a5a4,c1").count() > 0);
    let blocked = position(&rules, "c4/5/5/5/r1*1C w - - 0 1");
    assert!(!blocked.in_check(), "stone blocks");
    assert!(nodes(&rules, &position(&rules, "c4/5/2*2/4C/r4 b - - 0 1"), 2) > 9000);
}

#[test]
fn terrain_is_laid_and_cleared() {
    let rules = plain()
        .terrain("stone", '*', true)
        .reacts(
            on_move(KindSet::of(2)),
            &[],
            &[branch("", &[Edit::Lay(At::Origin, 0, false), Edit::Clear(At::Square(Square(24)))])],
        )
        .rules();
    let at = after(&rules, "c3*/5/5/1R3/4C w - - 0 1", "b2b3");
    assert_eq!(text(&at), "c4/5/1R3/1*3/4C b - - 1 1");
}

fn zone_game(unless_stuck: bool) -> Mini {
    Mini::new(5, 5, &[("Chief", "C", true), ("Walker", "W", false), ("Star", "+W", false)])
        .moves("Chief", "K")
        .moves("Walker", "fWfF")
        .moves("Star", "W")
        .reacts(
            |m, side| Trigger::Promotes {
                kinds: m.kinds(&["Walker"]),
                from: m.rank(5, side) | m.rank(4, side),
                to: m.rank(5, side) | m.rank(4, side),
                pushed: false,
            },
            &[],
            &[branch("+", &[Edit::Become(At::Target, 2)])],
        )
        .optional(unless_stuck)
        .mates()
        .start("4c/5/5/5/4C w - - 0 1")
}

#[test]
fn promotion_may_be_declined_unless_stuck() {
    let rules = zone_game(true).rules();
    // trap 49
    let own = |fen: &str, from: &str| {
        let all = moves(&position(&rules, fen));
        all.split(' ').filter(|m| m.starts_with(from)).map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(own("4c/5/W4/5/4C w - - 0 1", "a3"), "a3a4 a3a4+ a3b4 a3b4+");
    assert_eq!(own("4c/W4/5/5/4C w - - 0 1", "a4"), "a4a5+ a4b5+");
    let lenient = zone_game(false).rules();
    assert!(moves(&position(&lenient, "4c/W4/5/5/4C w - - 0 1")).contains("a4a5 a4a5+"));
}

#[test]
fn choices_can_be_limited() {
    let mut m = zone_game(false);
    for reaction in &mut m.variant.reactions {
        reaction.optional = false;
        reaction.branches[0].guards = vec![Guard::AtMost(KindSet::of(2), 0)];
    }
    let rules = m.rules();
    assert!(moves(&position(&rules, "4c/W4/5/5/4C w - - 0 1")).contains("a4a5"));
    let full = position(&rules, "4c/W4/5/+W4/4C w - - 0 1");
    assert!(!moves(&full).contains("a4a5"), "a promotion that must be made and cannot be is no move");
}

#[test]
fn one_branch_can_place_two_pieces() {
    // TMC-22 and TMC-23 in small: the second piece stands where the mover came from, and shields.
    let mut m = zone_game(false);
    for reaction in &mut m.variant.reactions {
        reaction.optional = false;
        reaction.branches =
            vec![branch("w", &[Edit::Become(At::Target, 2), Edit::Place(At::Origin, Owner::Actor, 2)])];
    }
    let rules = m.rules();
    assert_eq!(text(&after(&rules, "4c/W4/5/5/4C w - - 0 1", "a4b5w")), "1+W2c/+W4/5/5/4C b - - 1 1");
}

#[test]
fn ends_by_pieces() {
    let few = |kinds, at_most| EndWhen::Few { kinds, at_most };
    let rules = plain()
        .start("cr3/5/5/5/3RC w - - 0 1")
        .end(few(KindSet::of(2), 0), EndResult::Loses, "no runner")
        .end(EndWhen::Only { kinds: KindSet::of(0).or(KindSet::of(1)) }, EndResult::Draw, "bare")
        .rules();
    let lost =
        |side: Side| Some(Outcome { winner: Winner::Side(side.other()), reason: "no runner".to_owned() });
    let at = position(&rules, "cr3/5/5/5/4C w - - 0 1");
    assert_eq!((at.outcome(), at.count()), (lost(Side::White), 0), "a decided position has no moves");
    let at = position(&rules, "c3R/5/5/5/4C w - - 0 1");
    assert_eq!(at.outcome(), lost(Side::Black));
    assert_eq!(position(&rules, "c3R/r4/5/5/4C b - - 0 1").outcome(), None);
    assert_eq!(mini::refused(&rules, "c4/5/5/5/4C w - - 0 1"), ["both sides have lost already"]);
    let bare = EndWhen::Only { kinds: KindSet::of(0).or(KindSet::of(1)) };
    let rules = plain().end(bare, EndResult::Draw, "bare").rules();
    let at = position(&rules, "c3g/5/5/5/4C w - - 0 1");
    assert_eq!(at.outcome(), Some(Outcome { winner: Winner::Draw, reason: "bare".to_owned() }));
    assert_eq!(at.count(), 0);
}

#[test]
fn mate_counts_before_an_end_that_is_listed_later() {
    // TMC-26 in small: drawn at once unless it is mate.
    let bare = EndWhen::Only { kinds: KindSet::of(0).or(KindSet::of(2)) };
    let rules = plain().start("cg3/5/5/5/3RC w - - 0 1").end(bare, EndResult::Draw, "bare").rules();
    let mate = position(&rules, "c3R/4R/5/5/4C b - - 0 1");
    assert_eq!((mate.outcome().map(|o| o.reason), mate.count()), (Some("checkmate".to_owned()), 0));
    let bare = position(&rules, "c4/4R/5/5/4C b - - 0 1");
    assert_eq!((bare.outcome().map(|o| o.reason), bare.count()), (Some("bare".to_owned()), 0));
}

#[test]
fn taking_the_last_wins_also_in_check() {
    // trap 88
    let rules = plain()
        .start("cr3/5/5/5/3RC w - - 0 1")
        .end(EndWhen::Few { kinds: KindSet::of(2), at_most: 0 }, EndResult::Loses, "no runner")
        .rules();
    let at = position(&rules, "1c3/5/R4/5/r3C w - - 0 1");
    assert!(at.in_check());
    assert!(moves(&at).contains("a3a1"));
    let at = position(&rules, "1c3/5/Rg3/5/r3C w - - 0 1");
    assert!(!moves(&at).contains("a3b3"));
}

#[test]
fn ends_by_mate_clock_and_repetition() {
    let rules = plain()
        .end(EndWhen::Repetition(3), EndResult::Draw, "threefold")
        .end(EndWhen::Clock(4), EndResult::Loses, "clock")
        .rules();
    let mate = position(&rules, "c3R/4R/5/5/4C b - - 0 1");
    assert_eq!(
        mate.outcome(),
        Some(Outcome { winner: Winner::Side(Side::White), reason: "checkmate".into() })
    );
    assert_eq!(mate.checkers(), [Square(24)]);
    let stale = position(&rules, "c4/4R/1R3/5/4C b - - 0 1");
    assert_eq!(stale.outcome(), Some(Outcome { winner: Winner::Draw, reason: "stalemate".into() }));
    let at = position(&rules, "c4/5/5/5/R3C b - - 4 9");
    assert_eq!(at.clock_outcome().map(|o| o.winner), Some(Winner::Side(Side::White)));
    assert_eq!(at.repetition_outcome(2), None);
    assert_eq!(at.repetition_outcome(3).map(|o| o.reason), Some("threefold".to_owned()));
}

#[test]
fn drops_without_mate_or_check() {
    let game = |guards: &[Guard]| {
        Mini::new(3, 5, &[("Chief", "C", true), ("Walker", "W", false), ("Runner", "R", false)])
            .moves("Chief", "K")
            .moves("Walker", "fW")
            .moves("Runner", "R")
            .drops("Walker", guards)
            .mates()
            .start("c2/3/3/3/2C w - - 0 1")
            .rules()
    };
    // A walker dropped on a4, guarded along rank 4, mates: the runner on b5's file holds b5.
    let mate = "c2/2R/3/1R1/2C[W] w - - 0 1";
    let quiet = "c2/2R/3/3/2C[W] w - - 0 1";
    // trap 53
    assert!(!moves(&position(&game(&[Guard::NoMate]), mate)).contains("W@a4"));
    assert!(moves(&position(&game(&[]), mate)).contains("W@a4"));
    assert!(moves(&position(&game(&[Guard::NoMate]), quiet)).contains("W@a4"));
    assert!(!moves(&position(&game(&[Guard::NoCheck]), quiet)).contains("W@a4"));
    let must = Guard::Not(Box::new(Guard::NoCheck));
    let drops = moves(&position(&game(&[must]), quiet));
    assert_eq!(drops.split(' ').filter(|m| m.starts_with('W')).collect::<Vec<_>>(), ["W@a4"]);
    // trap 52: one on a file
    let file = game(&[Guard::OnFile(KindSet::of(1), 0)]);
    assert!(!moves(&position(&file, "c2/3/W2/3/2C[W] w - - 0 1")).contains("W@a"));
    assert!(moves(&position(&file, "c2/3/W2/3/2C[W] w - - 0 1")).contains("W@b3"));
    assert_eq!(rules_of_start(&file), 0);
}

fn rules_of_start(rules: &chv_interpreter::InterpretedRules) -> u32 {
    rules.start().clock()
}

#[test]
fn bare_sides_draw_against_too_few_unless_it_is_mate() {
    let group =
        |against, at_most, one_colour| EndWhen::Bare { kinds: KindSet::of(0), against, at_most, one_colour };
    let rules = plain()
        .start("c3r/5/5/5/3RC w - - 0 1")
        .end(group(KindSet::of(2), 1, false), EndResult::Draw, "one")
        .end(group(KindSet::of(1), u8::MAX, true), EndResult::Draw, "one colour")
        .rules();
    for (fen, expected) in [
        ("c4/5/5/5/4C w - - 0 1", Some("one")),
        ("c4/5/5/5/3RC w - - 0 1", Some("one")),
        ("c3r/5/5/5/4C w - - 0 1", Some("one")),
        ("c3r/5/5/5/3RC w - - 0 1", None),
        ("c4/5/3R1/5/3RC w - - 0 1", None),
        ("c4/5/5/5/2G1C w - - 0 1", Some("one colour")),
        ("c4/5/2G2/5/2G1C w - - 0 1", Some("one colour")),
        ("c4/5/3G1/5/2G1C w - - 0 1", None),
        ("c4/5/2G2/5/2R1C w - - 0 1", None),
        ("c3R/5/1C3/5/5 b - - 0 1", Some("checkmate")),
    ] {
        let at = position(&rules, fen);
        assert_eq!(at.outcome().map(|o| o.reason).as_deref(), expected, "{fen}");
        assert_eq!(at.count() == 0, expected.is_some(), "{fen}");
    }
}
