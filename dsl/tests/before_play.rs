//! What phases, turns, borrowed movements, travellers, terrain and the clauses of en passant come to in
//! the model.

use chv_dsl::model::{
    Action, Actor, At, Cost, Edit, EndWhen, Guard, KindSet, Movement, Owner, PhaseKind, SetBy, Side, Square,
    Stop, Take, TerrainSpelling, Trigger, Variant, Walk,
};
use chv_dsl::{Compiled, Loader, SourceFile, compile, diagnostics};
use chv_runtime::SquareSet;

struct Nothing;

impl Loader for Nothing {
    fn load(&self, _: &str) -> Option<SourceFile> {
        None
    }
}

fn run(text: &str) -> Compiled {
    compile(SourceFile { name: "example.chv".to_owned(), text: text.to_owned() }, &Nothing, &[])
}

/// The model of a variant with a king, ends and something more, about which nothing is said.
fn with(board: &str, setup: &str, more: &str) -> Variant {
    let compiled = run(&format!(
        "variant \"Example\" {{\nboard {board}\npiece Walker W K {{ royal }}\nsetup {{ {setup} }}\n{more}\n\
         end {{ checkmate loses; stalemate draws }}\n}}"
    ));
    let shown = diagnostics::human(&compiled.diagnostics, &compiled.files, false);
    assert!(shown.is_empty(), "{shown}");
    compiled.variant.unwrap()
}

fn kind(v: &Variant, name: &str) -> u8 {
    v.kinds.iter().position(|k| k.name == name).unwrap() as u8
}

fn square(v: &Variant, name: &str) -> Square {
    v.board.size.parse(name).unwrap()
}

fn actions<'a>(v: &'a Variant, name: &str, side: Side) -> Vec<&'a Action> {
    let id = kind(v, name);
    v.actions.iter().filter(|a| a.side == side && a.actor == Actor::Kind(id)).collect()
}

fn walk(action: &Action) -> &Walk {
    match &action.movement {
        Movement::Walk(walk) => walk,
        other => panic!("{other:?}"),
    }
}

#[test]
fn arrangements_are_actions_of_both_sides() {
    for (symmetry, black) in [("", ["b4", "c4"]), ("symmetry rotate", ["c4", "b4"])] {
        let v = with(
            "4x4",
            "4 3w; 1 W3",
            &format!(
                "{symmetry}\npiece Duke D N\npiece Baron [Ba] F\npiece Earl E W\n\
                 piece Guard G none {{ moves as guard }}\n\
                 phase royals {{ each arranges 2 of Duke, Baron, Earl on b1, c1; the one left is guard; distinct }}\n\
                 promotion Earl on rank 4 {{ to Guard }}"
            ),
        );
        let [royals, play] = &v.phases[..] else { panic!("{:?}", v.phases) };
        assert_eq!(royals.kind, PhaseKind::Setup { items: 1, optional: false, together: false });
        assert_eq!(play.kind, PhaseKind::Play { budget: 1, early: false, check_ends: false });
        assert_eq!((v.start.record.more.phase, v.start.record.more.left), (1, [0; 2]));
        let chosen: Vec<&Action> = v.actions.iter().filter(|a| a.phase == 1).collect();
        let texts: Vec<&str> = chosen.iter().filter(|a| a.side == Side::White).map(|a| &*a.text).collect();
        let six = ["D[Ba]", "DE", "[Ba]D", "[Ba]E", "ED", "E[Ba]"].map(|t| format!("royals={t}"));
        assert_eq!(texts, six);
        let (duke, baron, earl) = (kind(&v, "Duke"), kind(&v, "Baron"), kind(&v, "Earl"));
        for (side, [first, second]) in [(Side::White, ["b1", "c1"]), (Side::Black, black)] {
            let action = chosen.iter().find(|a| a.side == side && a.text == "royals=ED").unwrap();
            assert_eq!((action.actor, &action.movement), (Actor::Nobody, &Movement::Stand));
            let place = |s, k| Edit::Place(At::Square(square(&v, s)), Owner::Actor, k);
            let left = Edit::SetKind(0, Owner::Actor, baron);
            assert_eq!(action.edits, [place(first, earl), place(second, duke), left]);
            let same = Guard::KindIs(0, Owner::Opponent, baron);
            assert_eq!(action.guards, [Guard::Not(Box::new(same))]);
        }
        let field = &v.fields.kinds[0];
        assert_eq!((field.name.as_str(), field.set_by), ("guard", SetBy::Choice));
        assert_eq!(field.among, [duke, baron, earl].into_iter().collect::<KindSet>());
    }
}

/// Only the movement of the line is borrowed, as the borrower's own: its confinement, and what it may
/// capture.
#[test]
fn borrowed_movements() {
    let v = with(
        "6x6",
        "6 wdbtj1; 5 pp4; 2 PP4; 1 WDBTJ1",
        "piece Duke D N { not capturable by Joker; within files a..e }\n\
         piece Baron B FifmnDD { move W; captures except Walker }\n\
         piece Tower T R { shoots B }\n\
         piece Plodder P fmWfceFifmnD\n\
         piece Joker J F { moves as last moved of opponent; within ranks 1..5 }\n",
    );
    let joker = actions(&v, "Joker", Side::White);
    let last = &v.fields.kinds[0];
    assert_eq!((last.name.as_str(), last.set_by), ("last", SetBy::Moves));
    let all: KindSet = (0..v.kinds.len() as u8).collect();
    assert_eq!(last.among, all, "the Joker's own step counts as the Joker's");
    let lenders: Vec<u8> = joker.iter().filter_map(|a| a.counts_as).collect();
    let names = ["Walker", "Duke", "Baron", "Tower", "Plodder", "Joker"].map(|n| kind(&v, n));
    assert_eq!(lenders, names, "one movement of each");
    let prey = |a: &Action| walk(a).nodes.iter().fold(KindSet::NONE, |all, n| all.or(n.head.test.enemy));
    for action in &joker[1..] {
        let lender = action.counts_as.unwrap();
        assert_eq!(action.guards, [Guard::KindIs(0, Owner::Opponent, lender)]);
        let size = v.board.size;
        assert!(
            action.to.squares().all(|s| size.rank(s) < 5) && action.to.squares().any(|s| size.file(s) == 5)
        );
        let spared = if lender == kind(&v, "Baron") { kind(&v, "Walker") } else { kind(&v, "Duke") };
        let no_duke = all.minus(KindSet::of(kind(&v, "Duke"))).minus(KindSet::of(spared));
        assert_eq!(prey(action), no_duke);
        let plain = |n: &chv_dsl::model::Node| {
            !n.head.leaves_passed && n.head.take != Take::Passed && n.head.stop != Some(Stop::Stay)
        };
        assert!(walk(action).nodes.iter().all(plain));
    }
    assert_eq!(
        walk(joker[3]).first.len(),
        8,
        "a Baron's F, for empty squares and for enemies: {:?}",
        joker[3]
    );
}

#[test]
fn an_imitator_is_a_term_of_a_movement() {
    let v =
        with("6x6", "6 wdj3; 1 WDJ3", "piece Duke D N\npiece Joker J WI { move I from rank 1 to rank 2 }");
    let joker = actions(&v, "Joker", Side::White);
    assert_eq!(joker.iter().filter(|a| a.counts_as.is_none()).count(), 1, "its own W");
    let borrowed = joker.iter().filter(|a| a.counts_as == Some(kind(&v, "Duke")));
    let limits: Vec<(u32, u32)> = borrowed.map(|a| (a.from.len(), a.to.len())).collect();
    assert_eq!(limits, [(36, 36), (6, 6)]);
}

#[test]
fn travellers_name_a_square() {
    let v = with(
        "6x6",
        "6 wtvf2; 1 WTVF2",
        "piece Machine T none { travels Q for 3 turns }\npiece Snail V W { not capturable }\n\
         piece Fool F none { moves as last moved of opponent }",
    );
    let travel = v.fields.travel.as_ref().unwrap();
    assert!(!travel.prey.has(kind(&v, "Snail")) && travel.prey.has(kind(&v, "Walker")));
    let [own] = actions(&v, "Machine", Side::Black)[..] else { panic!() };
    let fool = actions(&v, "Fool", Side::Black);
    let lent = fool.iter().find(|a| a.counts_as == Some(kind(&v, "Machine"))).unwrap();
    assert!(!v.fields.kinds[0].among.has(kind(&v, "Fool")), "its moves always count as those of another");
    for action in [own, lent] {
        assert_eq!(action.edits, [Edit::Depart(At::Target, 3)]);
        for node in &walk(action).nodes {
            assert_eq!((node.head.take, node.head.stop), (Take::Nothing, Some(Stop::Depart)));
            assert!(node.head.test.friend.is_empty() && !node.head.test.enemy.has(kind(&v, "Snail")));
        }
    }
}

#[test]
fn turns_and_what_they_cost() {
    let v = with(
        "6x6",
        "6 ws4; 1 WS4",
        "piece Snail S mK { takes the whole turn; move mN }\nturn { 2 moves; may end early; check ends it }\n\
         after move of Snail in a turn of 2 { opponent gets 3 moves }",
    );
    assert_eq!(v.phases.last().unwrap().kind, PhaseKind::Play { budget: 2, early: true, check_ends: true });
    let more = &v.start.record.more;
    assert_eq!((more.budget, more.next), (2, 2));
    assert!(actions(&v, "Snail", Side::White).iter().all(|a| a.cost == Cost::Whole));
    assert!(actions(&v, "Walker", Side::White).iter().all(|a| a.cost == Cost::One));
    let reaction = &v.reactions[0];
    assert_eq!(reaction.on, Trigger::Moved { kinds: KindSet::of(kind(&v, "Snail")) });
    assert_eq!(
        (&reaction.guards[..], &reaction.branches[0].edits[..]),
        (&[Guard::Budget(2)][..], &[Edit::Grant(3)][..])
    );
}

#[test]
fn placing_and_hiding() {
    let v = with(
        "6x6",
        "6 wr4; 1 WR4",
        "piece Runner R B\nterrain Wall # { blocks; only one }\nterrain Gate gates { joins slides }\nhidden mines\n\
         phase walls { each places 2 Wall on ranks 2..3; optional; together; balanced }\n\
         phase gates { each places 1 Gate on ranks 3..4 }\n\
         phase mines { each hides 4 mines on ranks 3..4 and files a..b }",
    );
    let kinds: Vec<PhaseKind> = v.phases.iter().map(|p| p.kind).collect();
    assert_eq!(kinds[0], PhaseKind::Setup { items: 2, optional: true, together: true });
    assert_eq!(kinds[2], PhaseKind::Setup { items: 4, optional: false, together: false });
    assert_eq!((v.start.record.more.phase, v.start.record.more.left), (3, [0; 2]));
    let of = |phase: u8, side| v.actions.iter().find(|a| a.phase == phase && a.side == side).unwrap();
    let walls = of(3, Side::Black);
    assert_eq!((walls.text.as_str(), &walls.edits[..]), ("walls", &[Edit::Lay(At::Target, 0, true)][..]));
    assert_eq!(walls.guards, [Guard::Bare, Guard::Balanced(0)]);
    assert!(walls.to.has(square(&v, "a5")) && !walls.to.has(square(&v, "a3")), "from the owner's side");
    assert_eq!(of(2, Side::White).edits, [Edit::Lay(At::Target, 1, false)]);
    let mines = of(1, Side::White);
    assert_eq!(
        (&mines.guards[..], &mines.edits[..]),
        (&[Guard::NotHidden][..], &[Edit::Hide(At::Target)][..])
    );
    assert_eq!(mines.to.len(), 4);
    assert_eq!(v.terrain[1].spelling, TerrainSpelling::Field("gates".to_owned()));
    assert!(v.terrain[1].joins && !v.terrain[0].joins);
}

/// Where terrain turns slides, rides of any length go on at right angles from it; nothing else does.
#[test]
fn slides_turn_on_terrain() {
    let more = |movement: &str| {
        with(
            "8x8",
            "8 wr6; 5 3*4; 1 WR6",
            &format!("piece Runner R {movement}\nterrain Chapel * {{ turns Runner }}"),
        )
    };
    for (movement, turns) in [("B", 8), ("R", 8), ("Q", 16), ("BN", 8), ("mBcF", 8)] {
        let v = more(movement);
        let all = actions(&v, "Runner", Side::White);
        let edges: Vec<_> = all
            .iter()
            .flat_map(|a| walk(a).nodes.iter().flat_map(|n| &n.next))
            .filter(|e| e.on.is_some())
            .collect();
        let ways: std::collections::BTreeSet<(i8, i8, u16)> =
            edges.iter().map(|e| (e.dx, e.dy, e.to)).collect();
        assert!(
            ways.len() >= turns / 2 && edges.iter().all(|e| e.on == Some(0) && e.slide),
            "{movement}: {edges:?}"
        );
        assert!(walk(all[0]).first.iter().all(|e| e.on.is_none()), "not where it starts");
    }
    let compiled = run("variant \"X\" { board 8x8\npiece Walker W K { royal }\npiece Runner R B4\n\
         terrain Chapel * { turns Runner }\nsetup { 8 wr6; 5 3*4; 1 WR6 }\nend { checkmate loses; stalemate draws } }");
    assert!(compiled.diagnostics.iter().any(|d| d.message.contains("has no slide that could turn there")));
}

#[test]
fn en_passant_by_clauses() {
    let v = with(
        "4x9",
        "9 wd2; 7 pp2; 3 PP2; 1 WD2",
        "piece Duke D N\n\
         piece Plodder P fmWfcF { move fmW4 from rank 3 leaving en passant; captures Plodder, Duke en passant; within ranks 2..9 }",
    );
    assert!(v.fields.passed);
    let all = actions(&v, "Plodder", Side::White);
    let leaves = |a: &&&Action| walk(a).nodes.iter().any(|n| n.head.leaves_passed);
    let [start] = all.iter().filter(leaves).collect::<Vec<_>>()[..] else { panic!("{all:?}") };
    let nodes = &walk(start).nodes;
    assert_eq!(nodes.iter().filter(|n| n.head.leaves_passed).count(), 3, "the last square is not passed");
    let takes = |a: &&&Action| walk(a).nodes.iter().any(|n| n.head.take == Take::Passed);
    let [takes] = all.iter().filter(takes).collect::<Vec<_>>()[..] else { panic!("{all:?}") };
    let [node] = &walk(takes).nodes[..] else { panic!() };
    assert_eq!(node.head.test.passed, [kind(&v, "Plodder"), kind(&v, "Duke")].into_iter().collect());
    assert_eq!((takes.to.len(), takes.from.len()), (32, 36), "where the piece may stand at all");
}

#[test]
fn ends_by_what_is_left() {
    let compiled = run(
        "variant \"X\" { board 4x4\npiece A A K\npiece B B F\nterrain Hill hills\nsetup { 4 aab1; 1 AAB1 }\n\
         phase hills { each places 1 Hill on ranks 2..3 }\n\
         end { occupies Hill wins; at most 1 of A loses; left with only A, B draws \"bare\" } }",
    );
    let v = compiled.variant.unwrap();
    let (a, b) = (KindSet::of(0), KindSet::of(1));
    let ends: Vec<_> = v.ends.iter().map(|e| (e.when.clone(), e.reason.as_str())).collect();
    assert_eq!(
        ends,
        [
            (EndWhen::Occupied { terrain: 0 }, "every hill occupied"),
            (EndWhen::Few { kinds: a, at_most: 1 }, "at most 1 a left"),
            (EndWhen::Left { kinds: a.or(b) }, "bare"),
        ]
    );
}

/// A piece that others can move back to where it began has not moved only as long as it is marked; so
/// has one that can come back by itself, through terrain that joins slides.
#[test]
fn pieces_that_come_back_are_marked() {
    let plodder = "piece Plodder P fmWfcFifmnD\nphase gates { each places 1 Gate on ranks 4..5 }\n";
    for (other, movement, gate, marked) in [
        ("fmWfcFifmnD", "mQ2", "", false),
        ("fmWfcFifmnD", "mQ2 { pushes Q2 }", "", true),
        ("fmWfcFifmnD", "mWuW", "", true),
        ("fmWfcFifmnD", "mWudW", "", true),
        ("fmWfcFifmnD", "Q", "joins slides", false),
        ("fmW2fcFifmnD", "Q", "joins slides", true),
    ] {
        let more = format!("piece Other S {movement}\nterrain Gate gates {{ {gate} }}\n{plodder}");
        let v = with("8x8", "8 w6s; 7 pppppppp; 2 PPPPPPPP; 1 W6S", &more.replace("fmWfcFifmnD", other));
        let first = |a: &&Action| a.guards.contains(&Guard::Unmoved);
        let found = actions(&v, "Plodder", Side::White).iter().any(first);
        assert_eq!((found, !v.fields.unmoved.is_empty()), (marked, marked), "{other} {movement} {gate}");
    }
}
