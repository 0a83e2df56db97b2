//! Diagrams: every part of every walk is shown in some scene, and the marks mean what they say.

mod walker;

use std::collections::BTreeMap;

use chv_dsl::diagram::{Diagram, Event, Mark, Marks, Request, Scene, diagram};
use chv_dsl::model::{Actor, Movement, Set256, Side, Square, SquareSet, Variant};
use chv_dsl::movement::{Dialect, parse};
use chv_dsl::{NoFiles, SourceFile, compile};

const MOVES: &str = include_str!("data/moves.tsv");
const CORPUS: &str = include_str!("data/corpus.tsv");
const GAMES: &str = include_str!("data/games.tsv");

/// A game in which Walkers have this movement: they begin on the second rank, or, where they castle,
/// between other pieces on the first.
fn game(movement: &str, files: u8, ranks: u8, more: &str) -> Variant {
    let row = |piece: char| piece.to_string().repeat(usize::from(files));
    let back = |mover: char, other: char| -> String {
        (0..files).map(|f| if f == files / 2 { mover } else { other }).collect()
    };
    let text = format!(
        "variant \"Drawn\" {{\n  board {files}x{ranks}\n  piece Walker A {movement}\n  piece Other O none\n  \
         piece Chief K none {{ royal }}\n{more}\n  setup {{\n    {ranks} {}\n    {} {}\n    3 K{}k\n    2 {}\n    \
         1 {}\n  }}\n  end {{ checkmate loses; stalemate draws }}\n}}\n",
        back('a', 'o'),
        ranks - 1,
        if movement.contains('O') { files.to_string() } else { row('a') },
        files - 2,
        if movement.contains('O') { files.to_string() } else { row('A') },
        back('A', 'O'),
    );
    let compiled = compile(SourceFile { name: "drawn.chv".to_owned(), text }, &NoFiles, &[]);
    compiled.variant.unwrap_or_else(|| panic!("{movement}: {:#?}", compiled.diagnostics))
}

fn drawn(movement: &str) -> (Variant, Diagram) {
    let variant = game(movement, 9, 9, "");
    let diagram = diagram(&variant, Side::White, 0, &Request::default());
    (variant, diagram)
}

/// The marks of a scene in words: `d5:move,capture`, and what stands where.
fn told(variant: &Variant, scene: &Scene) -> String {
    let name = |s: Square| variant.board.size.name(s);
    let mut words: Vec<String> = scene
        .pieces
        .iter()
        .map(|&(s, side, kind)| {
            let code = &variant.kinds[usize::from(kind)].code;
            format!("{}@{}", if side == Side::White { code.clone() } else { code.to_lowercase() }, name(s))
        })
        .collect();
    words.extend(scene.marks.iter().map(|&(s, marks)| {
        let list: Vec<String> = marks.iter().map(|m| format!("{m:?}").to_lowercase()).collect();
        format!("{}:{}", name(s), list.join("+"))
    }));
    words.join(" ")
}

/// What captures destroy is shown for the pieces that it is about: when they capture, by what they
/// capture, and when they are captured; a royal never destroys itself.
#[test]
fn what_captures_set_off_has_scenes() {
    let told_events = |rules: &str, kind| {
        let variant = game("W", 9, 9, rules);
        let drawn = diagram(&variant, Side::White, kind, &Request::default());
        assert!(drawn.complete);
        let events = drawn.scenes.iter().filter_map(|scene| Some((scene.event?, told(&variant, scene))));
        events.collect::<Vec<_>>()
    };
    let bomb = "  on capture by Walker or of Walker { destroy captor }\n  \
                on capture by Walker of Walker { destroy each within 1 of target except Chief }";
    let [walker, other] = [0u8, 1].map(|kind| std::iter::once(kind).collect());
    let captures = |these, others| Event::Captures { these, others };
    assert_eq!(
        told_events(bomb, 0),
        [
            (captures(other, walker), "o@e6 e6:spent".to_owned()),
            (
                captures(walker, other),
                "a@e6 d5:blast f5:blast d6:blast e6:spent f6:blast d7:blast e7:blast f7:blast".to_owned()
            ),
            (Event::Captured, "e5:trap".to_owned()),
        ]
    );
    assert_eq!(told_events(bomb, 1), []);
    // A captor that lives on, and a ring that begins around where it came from.
    let wind = "  on capture by Walker { destroy each within 1 of origin }";
    let around = "d4:blast e4:blast f4:blast d5:blast f5:blast d6:blast e6:capture f6:blast";
    assert_eq!(
        told_events(wind, 0),
        [(captures(other.or(walker), chv_dsl::model::KindSet::NONE), format!("o@e6 {around}"))]
    );
    // A royal never captures if it would be destroyed for that.
    let walker = game("W", 9, 9, "  on capture { destroy captor }");
    let mut royal = walker.clone();
    royal.royalty.kinds = royal.royalty.kinds.or(std::iter::once(0).collect());
    let all = |variant| diagram(variant, Side::White, 0, &Request::default()).scenes;
    assert_eq!(all(&walker).len(), 2);
    let scenes = all(&royal);
    assert_eq!(scenes.len(), 1);
    assert_eq!(told(&royal, &scenes[0]), "e4:move d5:move f5:move e6:move");
}

/// The scenes of a movement from e5 on a board of 9x9.
#[test]
fn scenes_of_each_shape() {
    for (movement, expected) in [
        ("W", &["e4:move+capture d5:move+capture f5:move+capture e6:move+capture"][..]),
        ("fmWfcF", &["d6:capture e6:move f6:capture"]),
        ("fnA", &["d6:leg f6:leg c7:move+capture g7:move+capture"]),
        ("fmRfcpR", &["O@e7 e6:move e7:hurdle e8:capture e9:capture"]),
        ("fgR", &["O@e7 e6:leg e7:hurdle e8:move+capture"]),
        ("fcafmF", &["o@d6 o@f6 d6:through f6:through c7:move g7:move"]),
        ("fcabW", &["o@e6 e5:return e6:through"]),
        ("fkW", &["e6:royal"]),
        ("fdW", &["e6:friend"]),
        ("fudW", &["e6:swap"]),
        ("fW2", &["e6:move+capture e7:move+capture"]),
    ] {
        let (variant, diagram) = drawn(movement);
        let found: Vec<String> = diagram.scenes.iter().map(|s| told(&variant, s)).collect();
        assert_eq!(found, expected, "{movement}");
        assert!(diagram.complete, "{movement}");
    }
}

/// What is there only at the first move, in passing or in castling has scenes where it is.
#[test]
fn scenes_stand_where_the_movement_exists() {
    let (variant, diagram) = drawn("fmWfceFifmnD");
    let found: Vec<String> = diagram.scenes.iter().map(|s| told(&variant, s)).collect();
    assert_eq!(
        found,
        [
            "d3:capture e3:move f3:capture e4:firstmove",
            "a@d6 a@f6 d6:through f6:through d7:capture+passed e7:move f7:capture+passed",
        ]
    );
    let (variant, diagram) = drawn("sWisO2");
    let castling = diagram.scenes.iter().find(|s| s.used().has(Mark::Castle)).expect("castling is shown");
    assert_eq!(told(&variant, castling), "O@a1 O@i1 c1:castle d1:move+capture f1:move+capture g1:castle");
    assert!(diagram.complete);
}

/// A shot is no capture by moving, and a region limits where a piece ends.
#[test]
fn clauses_of_a_game_change_the_marks() {
    let more = "  region small = files d..e and ranks 4..6\n  piece Archer R W { shoots fR }\n  \
                piece Guard G K { within small }";
    let variant = game("W", 9, 9, more);
    let of = |kind: u8| {
        let diagram = diagram(&variant, Side::White, kind, &Request::default());
        assert!(diagram.complete, "{kind}");
        diagram.scenes.iter().map(|s| told(&variant, s)).collect::<Vec<_>>()
    };
    let shots =
        "e4:move+capture d5:move+capture f5:move+capture e6:move+capture+rifle e7:rifle e8:rifle e9:rifle";
    assert_eq!(of(3), [shots]);
    let guard = "d4:move+capture e4:move+capture d5:move+capture d6:move+capture e6:move+capture";
    assert_eq!(of(4)[0], guard);
}

#[test]
fn a_position_or_a_square_can_be_asked_for() {
    let variant = game("R", 9, 9, "");
    let at = variant.board.size.parse("a1");
    let corner = diagram(&variant, Side::Black, 0, &Request { at, position: None });
    assert_eq!(corner.scenes.len(), 1);
    assert_eq!(corner.scenes[0].origin, Square(0));
    assert_eq!(corner.scenes[0].marks.len(), 16);
    let fen = "9/9/9/4O4/4A1k2/9/4o4/9/K8 w - - 0 1";
    let record = chv_runtime::fen::read(fen, &variant.spec()).expect("a position");
    let given = diagram(&variant, Side::White, 0, &Request { at: None, position: Some(&record) });
    let scene = &given.scenes[0];
    assert_eq!(scene.pieces.len(), 4);
    let marks: BTreeMap<String, Marks> =
        scene.marks.iter().map(|&(s, m)| (variant.board.size.name(s), m)).collect();
    assert_eq!(marks.len(), 4 + 2 + 2, "{marks:?}");
    assert_eq!(marks["e3"], Marks::of(Mark::Capture));
    assert_eq!(marks["g5"], Marks::of(Mark::Capture));
    assert!(!marks.contains_key("e6"), "its own piece is in the way");
    let nobody = diagram(&variant, Side::White, 0, &Request { at, position: Some(&record) });
    assert_eq!(nobody.scenes, []);
}

/// Large boards are cut to what is worth seeing, usual ones are not.
#[test]
fn frames_hold_what_is_marked() {
    let small = drawn("N").1;
    assert_eq!((small.scenes[0].frame.files, small.scenes[0].frame.ranks), ((0, 8), (0, 8)));
    let wide = game("N", 16, 16, "");
    let scene = &diagram(&wide, Side::White, 0, &Request::default()).scenes[0];
    assert_eq!((scene.frame.files, scene.frame.ranks), ((4, 10), (4, 10)));
    let rider = game("R", 16, 16, "");
    let scene = &diagram(&rider, Side::White, 0, &Request::default()).scenes[0];
    assert_eq!((scene.frame.files, scene.frame.ranks), ((0, 15), (0, 15)));
}

/// All movements of all tables: those of published games, of the corpus, of measured pieces.
fn all() -> BTreeMap<String, &'static str> {
    let mut list = BTreeMap::new();
    let mut add = |text: &str, dialect: &str, from: &'static str| {
        let dialect = if dialect == "fsf" { Dialect::Fsf } else { Dialect::Chv };
        // What cannot be read is the matter of other tests.
        if let (Some(movement), _) = parse(text, dialect) {
            list.entry(movement.canonical()).or_insert(from);
        }
    };
    let column = |line: &'static str, i: usize| line.split('\t').nth(i).unwrap_or_default();
    GAMES.lines().skip(1).for_each(|l| add(column(l, 2), column(l, 1), "games"));
    CORPUS.lines().skip(1).for_each(|l| add(column(l, 2), column(l, 6), "corpus"));
    MOVES.lines().skip(1).for_each(|l| add(column(l, 0), "fsf", "moves"));
    list
}

/// Every node of every walk, and every step into one, is shown in some scene.
#[test]
fn scenes_show_every_part() {
    let movements = all();
    let mut failed = Vec::new();
    let mut scenes = BTreeMap::<usize, usize>::new();
    let mut drawn = 0;
    for (text, from) in &movements {
        // An imitator moves as others do.
        if text.contains('I') {
            continue;
        }
        let variant = game(text, 11, 11, "");
        let diagram = diagram(&variant, Side::White, 0, &Request::default());
        *scenes.entry(diagram.scenes.len()).or_default() += 1;
        drawn += 1;
        if !diagram.complete || diagram.scenes.is_empty() {
            failed.push(format!("{from} {text}: {} scenes", diagram.scenes.len()));
        }
    }
    println!("{drawn} movements; number of scenes and of movements with so many: {scenes:?}");
    assert!(drawn > 700, "{drawn}");
    assert!(failed.is_empty(), "{} of {drawn}\n{}", failed.len(), failed.join("\n"));
}

/// Whether a plain walk from the scene's origin ends on a square, taking what stands there or not.
fn walks(
    variant: &Variant,
    scene: &Scene,
    put: Option<(Square, Side, u8)>,
    on: Square,
    taking: bool,
) -> bool {
    let mut plain = walker::Scene::new(variant.board.size.files, variant.board.size.ranks);
    for &(square, side, kind) in scene.pieces.iter().chain(&put) {
        plain.pieces[square.index()] = Some((side, kind));
    }
    let own = variant.actions.iter().filter(|a| (a.side, a.actor) == (Side::White, Actor::Kind(0)));
    own.filter(|a| a.from.has(scene.origin)).any(|action| match &action.movement {
        Movement::Walk(walk) => plain
            .walk(walk, Side::White, scene.origin)
            .iter()
            .any(|e| e.to == on && on != scene.origin && e.taken.contains(&on) == taking),
        _ => false,
    })
}

/// A square is marked for moving or capturing exactly if a plain walk ends there, with a piece put
/// there or without.
#[test]
fn marks_are_where_plain_walks_end() {
    let mut compared = 0;
    for (text, from) in all() {
        let strange = text.contains(['e', 'u', 'o', 'U', 'O', 'I', 'd']);
        if from != "games" || strange {
            continue;
        }
        let variant = game(&text, 8, 8, "");
        for scene in diagram(&variant, Side::White, 0, &Request::default()).scenes {
            let occupied: Set256 = scene.pieces.iter().map(|p| p.0).collect();
            for square in variant.board.size.all().filter(|&s| s != scene.origin) {
                let marks = scene.marks_on(square);
                let any = |list: &[Mark]| list.iter().any(|&m| marks.has(m));
                let moves = any(&[Mark::Move, Mark::FirstMove, Mark::PlaceMove]);
                let captures = any(&[Mark::Capture, Mark::FirstCapture, Mark::PlaceCapture, Mark::Royal]);
                let expected = if occupied.has(square) {
                    (false, walks(&variant, &scene, None, square, true))
                } else {
                    let taken =
                        |kind| walks(&variant, &scene, Some((square, Side::Black, kind)), square, true);
                    (walks(&variant, &scene, None, square, false), taken(1) || taken(2))
                };
                let name = variant.board.size.name(square);
                assert_eq!((moves, captures), expected, "{text}: {name} in {}", told(&variant, &scene));
                compared += 1;
            }
        }
    }
    assert!(compared > 5_000, "{compared}");
}

/// The scenes of a kind of a game of 9x9 whose piece, the Walker, has a block.
fn of_block(movement: &str, block: &str, kind: u8) -> Vec<String> {
    let variant = game(&format!("{movement} {{ {block} }}"), 9, 9, "");
    diagram(&variant, Side::White, kind, &Request::default())
        .scenes
        .iter()
        .map(|s| told(&variant, s))
        .collect()
}

/// A movement that is for some ranks is no first move, and a first move is one by `i` alone.
#[test]
fn what_depends_on_the_place_is_marked_so() {
    let by_rank = of_block("fmW", "move fmW2 from rank 2", 0);
    assert_eq!(by_rank, ["e3:move e4:placemove"]);
    let first = of_block("fmW", "move ifmW2", 0);
    assert_eq!(first, ["e3:move e4:firstmove"]);
    let capturing = of_block("fmW", "move fcF from rank 5", 0);
    assert_eq!(capturing, ["d6:placecapture e6:move f6:placecapture"]);
}

/// A pusher has a scene in which it pushes: an enemy as far off as it can, and a piece of its own where it
/// may, to the squares behind them.
#[test]
fn pushes_are_shown_being_made() {
    let scenes = of_block("mW", "pushes W", 0);
    assert_eq!(scenes.len(), 2, "{scenes:#?}");
    assert_eq!(scenes[1], "o@e6 e4:move+push d5:move+push f5:move+push e6:push e7:pushed");
    // Up the board in front of the enemy it moves, and does not push further on.
    let far = of_block("mR2", "pushes R2", 0);
    assert!(far[1].starts_with("o@e7 ") && far[1].contains("e7:push e8:pushed"), "{}", far[1]);
}

/// What is borrowed is shown: of a choice before play every kind, of moves of the opponent one.
#[test]
fn borrowed_movements_are_drawn_as_examples() {
    let text = "variant \"Lent\" { board 7x7
      piece Chief K K { royal }
      piece Duke  D N
      piece Baron B A
      piece Guard G none { moves as guard }
      piece Fool  F none { moves as last moved of opponent }
      setup { 7 fgk4; 1 FGK4 }
      phase dukes { each arranges 1 of Duke, Baron on e1; the one left is guard }
      end { checkmate loses; stalemate draws } }";
    let file = SourceFile { name: "lent.chv".to_owned(), text: text.to_owned() };
    let variant = compile(file, &NoFiles, &[]).variant.expect("the text is right");
    let of = |kind| diagram(&variant, Side::White, kind, &Request::default());
    let lenders = |d: &Diagram| d.scenes.iter().map(|s| s.lender).collect::<Vec<_>>();
    let guard = of(3);
    assert_eq!(lenders(&guard), [Some(1), Some(2)]);
    assert_eq!(told(&variant, &guard.scenes[1]), told(&variant, &of(2).scenes[0]), "as a Baron moves");
    assert_eq!(guard.scenes[1].origin, of(2).scenes[0].origin);
    // Eight squares are the easiest to see, and the royal is no example.
    let fool = of(4);
    assert_eq!(lenders(&fool), [Some(1)]);
    assert_eq!(told(&variant, &fool.scenes[0]), told(&variant, &of(1).scenes[0]), "as a Duke moves");
}

#[test]
fn diagrams_are_the_same_each_time() {
    for movement in ["KNADcaKmcabK", "K3pafKcavK", "zBB", "FyafsF"] {
        assert_eq!(drawn(movement).1, drawn(movement).1, "{movement}");
    }
}
