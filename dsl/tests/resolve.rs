//! What statements come to: the model of small variants, looked at piece by piece.

use std::collections::BTreeMap;

use chv_dsl::model::{
    Action, Actor, At, Cause, Content, Edit, EndResult, EndWhen, Guard, KindSet, Movement, Side, Square,
    Stop, Take, Trigger, Variant,
};
use chv_dsl::{Compiled, Loader, SourceFile, check, compile, diagnostics};
use chv_runtime::{Set256, SquareSet};

/// Files by stem.
#[derive(Default)]
struct Files(BTreeMap<&'static str, String>);

impl Loader for Files {
    fn load(&self, stem: &str) -> Option<SourceFile> {
        Some(SourceFile { name: format!("games/{stem}.chv"), text: self.0.get(stem)?.clone() })
    }
}

fn file(text: &str) -> SourceFile {
    SourceFile { name: "games/example.chv".to_owned(), text: text.to_owned() }
}

fn run(text: &str, files: &Files, options: &[(&str, &str)]) -> Compiled {
    let options: Vec<_> = options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    compile(file(text), files, &options)
}

/// The model of a text that is right.
fn model(text: &str) -> Variant {
    let compiled = run(text, &Files::default(), &[]);
    let shown = diagnostics::human(&compiled.diagnostics, &compiled.files, false);
    compiled.variant.unwrap_or_else(|| panic!("{shown}"))
}

/// A variant on a board, with ends, and something more.
fn with(board: &str, more: &str) -> Variant {
    model(&format!(
        "variant \"Example\" {{\nboard {board}\npiece Walker W K {{ royal }}\n{more}\n\
         end {{ checkmate loses; stalemate draws }}\n}}"
    ))
}

fn squares(v: &Variant, names: &str) -> Set256 {
    names.split_whitespace().map(|n| v.board.size.parse(n).unwrap()).collect()
}

fn kind(v: &Variant, name: &str) -> u8 {
    v.kinds.iter().position(|k| k.name == name).unwrap() as u8
}

/// Every kind.
fn every(v: &Variant) -> KindSet {
    (0..v.kinds.len() as u8).collect()
}

fn actions<'a>(v: &'a Variant, name: &str, side: Side) -> Vec<&'a Action> {
    let id = kind(v, name);
    v.actions.iter().filter(|a| a.side == side && a.actor == Actor::Kind(id)).collect()
}

#[test]
fn regions_are_seen_by_their_owner() {
    let text = |symmetry: &str| {
        with(
            "4x4",
            &format!(
                "{symmetry}\nregion a = files a..b and ranks 1..2\nregion b = light except rank 1\n\
                 region c = not (a or rank 4)\nregion d = squares a1 d2\n\
                 piece Guard G K {{ within a or b; move W from c to d }}\n\
                 setup {{ 4 wg2; 1 WG2 }}"
            ),
        )
    };
    let mirrored = text("");
    let of = |v: &Variant, name: &str| v.board.regions.iter().find(|r| r.name == name).unwrap().squares;
    assert_eq!(of(&mirrored, "a"), [squares(&mirrored, "a1 b1 a2 b2"), squares(&mirrored, "a4 b4 a3 b3")]);
    // Colours are the same for both; a1 is dark (GEN-1).
    let light = squares(&mirrored, "a2 c2 b3 d3 a4 c4");
    assert_eq!(of(&mirrored, "b"), [light, squares(&mirrored, "b1 d1 a2 c2 b3 d3")]);
    assert_eq!(of(&mirrored, "d")[1], squares(&mirrored, "a4 d3"));
    let turned = text("symmetry rotate");
    assert_eq!(of(&turned, "a")[1], squares(&turned, "c4 d4 c3 d3"));
    assert_eq!(of(&turned, "d")[1], squares(&turned, "d4 a3"));
    let guard = actions(&mirrored, "Guard", Side::White);
    assert_eq!(guard[0].to, of(&mirrored, "a")[0] | of(&mirrored, "b")[0]);
    assert_eq!(guard[1].from, of(&mirrored, "c")[0]);
    assert_eq!(guard[1].to, of(&mirrored, "d")[0] & guard[0].to);
}

#[test]
fn castling_is_data_for_both_sides() {
    let v = with(
        "8x8",
        "piece Tower T R\npiece Guard G F\nsetup { 8 g3w2t; 1 G3W2T }\n\
         castling Walker { with Guard e1 > c1, a1 > d1; with Tower e1 > g1, h1 > f1 }",
    );
    let letters: String = v.fields.rights.iter().map(|r| r.letter).collect();
    assert_eq!(letters, "KQkq", "White's first, K before Q however they are listed");
    assert_eq!(v.start.record.rights, 0b1111);
    let king = &v.fields.rights[2];
    assert_eq!(king.side, Side::Black);
    assert_eq!(king.needs, [(Square(60), kind(&v, "Walker")), (Square(63), kind(&v, "Tower"))]);
    let black = actions(&v, "Walker", Side::Black);
    let long = black.iter().find(|a| a.guards.contains(&Guard::Right(3))).unwrap();
    let at = |n: &str| v.board.size.parse(n).unwrap();
    let partner = Some((at("a8"), at("d8")));
    assert_eq!(long.movement, Movement::Fixed { from: at("e8"), to: at("c8"), partner });
    // TRAP 17: b8 must be empty, but may be attacked.
    assert!(long.guards.contains(&Guard::Empty(squares(&v, "b8 c8 d8"))));
    let safe = long.guards.iter().find_map(|g| if let Guard::Safe(s) = g { Some(s) } else { None }).unwrap();
    assert_eq!(safe[..2], [at("e8"), at("d8")]);
    assert!(!safe.contains(&at("b8")));
}

/// The notation finds the partner at the edge, and says the same as the statement.
#[test]
fn castling_in_a_movement_is_the_same() {
    let rows = "setup { 4 1t2w2t; 1 1T2W2T }";
    let board = "8x4 { holes a1 a4 }";
    let text = |castle: &str, rest: &str| {
        model(&format!(
            "variant \"E\" {{ board {board}\npiece Walker W K{castle} {{ royal }}\npiece Tower T R\n{rows}\n{rest}\n\
             end {{ checkmate loses; stalemate draws }} }}"
        ))
    };
    let said = text("", "castling Walker { with Tower e1 > g1, h1 > f1; with Tower e1 > c1, b1 > d1 }");
    let noted = text("isO2", "");
    let fixed = |v: &Variant| -> BTreeMap<String, Vec<Guard>> {
        let list = v.actions.iter().filter(|a| matches!(a.movement, Movement::Fixed { .. }));
        list.map(|a| (format!("{:?}", a.movement), a.guards.clone())).collect()
    };
    assert_eq!(fixed(&said), fixed(&noted));
    assert_eq!(fixed(&noted).len(), 4);
    assert_eq!(said.start.record, noted.start.record);
}

#[test]
fn a_set_up_can_withhold_rights_and_give_hands() {
    let v = with(
        "8x4",
        "piece Tower T R\npiece Guard [Gu] F\nsetup { 4 4w2t; 1 4W2[Gu]; 2 7T\nside black; rights none\n\
         hand black [gu]t[gu] }\ndrops\n\
         castling Walker { with Tower e1 > g1, h1 > f1 }"
            .replace("1 4W2[Gu]; 2 7T", "1 4W2T; 2 7[Gu]")
            .as_str(),
    );
    assert_eq!(v.start.record.rights, 0);
    assert_eq!(v.start.record.side, Side::Black);
    assert_eq!(v.start.record.hands, [vec![0, 0, 0], vec![0, 1, 2]]);
    assert!(v.fields.hands);
    let dropped: Vec<_> = v.actions.iter().filter(|a| matches!(a.actor, Actor::Hand(_))).collect();
    assert_eq!(dropped.len(), 4, "both kinds, for both sides");
    let test = Movement::Leap { test: Content::EMPTY, take: Take::Nothing };
    assert!(dropped.iter().all(|a| a.movement == test && a.to.len() == 32));
}

/// A piece that only goes forward has moved exactly if it is not where it began.
#[test]
fn initial_moves_know_where_a_piece_began() {
    let v = with(
        "6x6",
        "piece Plodder P fmWfceFifmnD\npiece Runner R WimR2\nsetup { 6 rw4; 5 pp4; 2 PP4; 1 RW4 }\n\
         promotion Plodder on rank 6 { to Runner }",
    );
    let unmoved =
        |name: &str| actions(&v, name, Side::White).iter().any(|a| a.guards.contains(&Guard::Unmoved));
    assert!(!unmoved("Plodder"));
    let double = actions(&v, "Plodder", Side::Black);
    assert!(double.iter().any(|a| a.from == squares(&v, "a5 b5")), "only from where it began");
    assert!(unmoved("Runner"), "it can come back");
    assert_eq!(v.fields.unmoved, squares(&v, "a1 a6"));
    assert!(v.fields.passed);
    let region = with("6x6", "piece Runner R WimR2 { initial on ranks 1..2 }\nsetup { 6 rw4; 1 RW4 }");
    assert!(region.fields.unmoved.is_empty());
    assert!(actions(&region, "Runner", Side::Black).iter().any(|a| a.from.len() == 12));
}

/// Squares that were passed are remembered only if someone can capture on them.
#[test]
fn en_passant_needs_a_captor() {
    let v = with("6x6", "piece Plodder P fmWfcFifmnD\nsetup { 6 w5; 5 p5; 2 P5; 1 W5 }");
    assert!(!v.fields.passed);
    let nodes =
        v.actions.iter().filter_map(|a| if let Movement::Walk(w) = &a.movement { Some(w) } else { None });
    assert!(nodes.flat_map(|w| &w.nodes).all(|n| !n.head.leaves_passed));
}

/// MSK-15, MSK-16: a shot captures from afar; it is no other move.
#[test]
fn en_passant_is_remembered_for_what_a_passer_becomes() {
    let more = "piece Pusher P fmW { move fmW2 leaving en passant }\n  piece Tower T R\n  \
        piece Hunter H mWcF { captures Tower en passant }\n  setup { 5 w1h1p; 1 W1H1P }\n  ";
    let v = with("5x5", &format!("{more}promotion Pusher on rank 5 {{ to Tower }}"));
    assert!(v.fields.passed && !v.tells_passers(), "a Pusher is a Tower when it arrives on rank 5");
    let (pusher, tower) = (kind(&v, "Pusher"), kind(&v, "Tower"));
    let arrivals = v.arrivals(Side::White, pusher);
    let towers = |on| arrivals.iter().filter(|a| a.kind == tower && a.to.has(on)).count();
    assert_eq!((towers(Square(24)), towers(Square(19))), (1, 0));
    assert!(!with("5x5", more).fields.passed, "nobody captures a Pusher that stays one");
}

#[test]
fn shots_stop_where_they_take_and_stay() {
    let v = with("6x6", "piece Archer A W { shoots R }\nsetup { 6 aw4; 1 AW4 }");
    let list = actions(&v, "Archer", Side::White);
    assert_eq!(list.len(), 2);
    let Movement::Walk(shot) = &list[1].movement else { panic!("a walk") };
    let stops: Vec<_> = shot.nodes.iter().filter(|n| n.head.stop.is_some()).collect();
    assert!(!stops.is_empty());
    for node in stops {
        assert_eq!((node.head.stop, node.head.take), (Some(Stop::Stay), Take::Capture));
        assert!(!node.head.test.empty && node.head.test.enemy == every(&v), "it takes whatever stands there");
    }
    assert!(shot.nodes.iter().any(|n| n.head.stop.is_none() && n.head.test.empty), "it passes empty squares");
}

/// TMC-21, TMC-22: choices, one of which puts down two pieces.
#[test]
fn promotions_list_their_choices() {
    let v = with(
        "6x6",
        "region far = ranks 5..6\npiece Plodder P fW\npiece Page A fW\npiece Tower T R\npiece Guard [Gu] F\n\
         piece Lord +A K { reverts to Page }\nsetup { 6 w5; 4 pa4; 3 PA4; 1 W5 }\n\
         promotion Plodder on rank 6, on capture only { to Tower limit 2; to Guard and Guard at origin }\n\
         promotion in or out of far, optional unless stuck { Page to Lord }",
    );
    let white: Vec<_> = v.reactions.iter().filter(|r| r.side == Side::White).collect();
    let (tower, guard, lord) = (kind(&v, "Tower"), kind(&v, "Guard"), kind(&v, "Lord"));
    let texts: Vec<_> = white.iter().flat_map(|r| &r.branches).map(|b| b.text.as_str()).collect();
    assert_eq!(texts, ["t", "[gu]", "+"]);
    assert_eq!(white[0].guards, [Guard::Captures]);
    assert_eq!(white[0].branches[0].guards, [Guard::AtMost(KindSet::of(tower), 1)]);
    let pair =
        [Edit::Become(At::Target, guard), Edit::Place(At::Origin, chv_dsl::model::Owner::Actor, guard)];
    assert_eq!(white[0].branches[1].edits, pair);
    assert!(!white[0].optional && white[1].optional && white[1].forced_when_stuck);
    assert_eq!(white[1].branches[0].edits, [Edit::Become(At::Target, lord)]);
    let black = v.reactions.iter().filter(|r| r.side == Side::Black).nth(1).unwrap();
    let zone = squares(&v, "a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2");
    assert_eq!(
        black.on,
        Trigger::Promotes { kinds: KindSet::of(kind(&v, "Page")), from: zone, to: zone, pushed: false }
    );
    assert_eq!(v.kinds[usize::from(lord)].base, kind(&v, "Page"));
}

#[test]
fn drops_have_their_limits() {
    let v = with(
        "5x5",
        "piece Page A fW\npiece Lord +A W { reverts to Page }\nsetup { 5 w3a; 1 A3W }\n\
         promotion Page on rank 5 { to Lord }\n\
         drops from captures { Page on ranks 1..4 limit 2 on a file; Page without mate without check }",
    );
    let page = kind(&v, "Page");
    let hand: Vec<_> = v.actions.iter().filter(|a| matches!(a.actor, Actor::Hand(_))).collect();
    assert_eq!(hand.len(), 2, "royals and promoted pieces never come in hand");
    let guards = [Guard::OnFile(KindSet::of(page), 1), Guard::NoMate, Guard::NoCheck];
    assert_eq!(hand[1].guards, guards);
    assert_eq!(hand[1].to, v.board.size.all().filter(|&s| v.board.size.rank(s) > 0).collect());
    let to_hand = v.reactions.iter().find(|r| r.branches[0].edits == [Edit::VictimToHand]).unwrap();
    let Trigger::Captured { captor, victim } = to_hand.on else { panic!("at captures") };
    assert_eq!((captor, victim), (every(&v), every(&v).minus(v.royalty.kinds)));
}

#[test]
fn reactions_become_edits() {
    let v = with(
        "6x6",
        "piece Tower T R\npiece Bomb O F\nterrain Wall * { blocks; only one }\nterrain Mud ^\n\
         setup { 6 t1wo2; 3 2*^2; 1 T1WO2 }\n\
         on capture by Bomb or of Bomb { destroy captor;\n\
         destroy each within 2 of origin except Walker, Bomb }\n\
         after move of Tower { place Wall on an empty square of ranks 1..2; place Mud at origin }\n\
         after capture by Tower { mover becomes Bomb }",
    );
    let bomb = KindSet::of(kind(&v, "Bomb"));
    let white: Vec<_> = v.reactions.iter().filter(|r| r.side == Side::White).collect();
    let on = |captor, victim| Trigger::Captured { captor, victim };
    assert_eq!(white[0].on, on(bomb, every(&v)));
    assert_eq!(white[1].on, on(every(&v).minus(bomb), bomb), "one capture sets it off once");
    let [Edit::Remove(At::Target, Cause::Destroy), Edit::Each(area, inner)] = &white[0].branches[0].edits[..]
    else {
        panic!("{:?}", white[0].branches)
    };
    assert_eq!((area.around, area.within, area.kinds), (At::Origin, 2, KindSet::of(kind(&v, "Tower"))));
    assert_eq!(inner[..], [Edit::Remove(At::Here, Cause::Destroy)]);
    let branch = &white[2].branches[0];
    assert_eq!(branch.square.unwrap().0.len(), 12);
    assert_eq!(branch.edits, [Edit::Lay(At::Chosen, 0, true), Edit::Lay(At::Origin, 1, false)]);
    assert_eq!(white[3].guards, [Guard::Captures]);
    assert_eq!(white[3].branches[0].edits, [Edit::Become(At::Target, kind(&v, "Bomb"))]);
    assert_eq!((v.terrain[0].blocks, v.terrain[1].blocks), (true, false));
    let lies = |n: &str| v.start.record.terrain[v.board.size.parse(n).unwrap().index()];
    assert_eq!((lies("c3"), lies("d3"), lies("e3")), (1, 2, 0));
}

/// GEN-6: in the listed order, with reasons; a move of the clock is a turn of each side.
#[test]
fn ends_keep_their_order() {
    let v = model(
        "variant \"Ends\" { board 4x4\npiece Walker W K { royal }\npiece Crown C W\nsetup { 4 wc2; 1 WC2 }\n\
         end {\nno Crown loses \"crown lost\"\ncheckmate loses\nstalemate wins\nonly Walker draws\n\
         repetition 4 draws\nclock 20 moves draws }\n}",
    );
    let list: Vec<_> = v.ends.iter().map(|e| (&e.when, e.result, e.reason.as_str())).collect();
    let few = EndWhen::Few { kinds: KindSet::of(1), at_most: 0 };
    assert_eq!(list[0], (&few, EndResult::Loses, "crown lost"));
    assert_eq!(list[2], (&EndWhen::Stalemate, EndResult::Wins, "stalemate"));
    assert_eq!(list[3].0, &EndWhen::Only { kinds: KindSet::of(0) });
    assert_eq!(list[4], (&EndWhen::Repetition(4), EndResult::Draw, "repetition"));
    assert_eq!(list[5], (&EndWhen::Clock(40), EndResult::Draw, "clock"));
    assert_eq!((v.royalty.checked, v.royalty.count), (true, (1, 1)));
}

/// Rules come from the extended file, descriptions do not; what is replaced keeps its place.
#[test]
fn files_extend_others() {
    let base = "/// The base.\nvariant \"Base\" { alias old\nauthor \"A\"\nboard 4x4\noption far = no | yes\n\
                piece Walker W K { royal }\npiece Guard G W\npiece Tower T R when far = yes\n\
                piece Spare S F\nsetup { 4 wg2; 1 WG2 }\n\
                after move { mover becomes Guard }\nend { checkmate loses; stalemate draws }\n\
                test \"t\" { perft 1 = 1 } }";
    let middle = "variant \"Middle\" { extends \"base\"\nremove piece Spare; remove after move }";
    let mut files = Files::default();
    files.0.insert("base", base.to_owned());
    files.0.insert("middle", middle.to_owned());
    let top = "/// The top.\nvariant \"Top\" { extends \"middle\"\noverride piece Guard G F\n\
               override end { checkmate loses; stalemate wins }\npiece Runner R N\n\
               override setup { 4 wgr1; 1 WGR1 } }";
    let compiled = run(top, &files, &[]);
    let v = compiled.variant.expect("right");
    let names: Vec<_> = v.kinds.iter().map(|k| k.name.as_str()).collect();
    assert_eq!(names, ["Walker", "Guard", "Runner"]);
    assert_eq!(v.kinds[1].movement, ["F"]);
    assert_eq!((v.kinds[0].source.file, v.kinds[1].source.file), (2, 0));
    let about = &v.about;
    assert_eq!(
        (about.name.as_str(), about.title.as_str(), about.doc.as_str()),
        ("example", "Top", "The top.")
    );
    assert!(about.aliases.is_empty() && about.author.is_none() && v.tests.is_empty());
    assert_eq!(about.files, ["games/example.chv", "games/middle.chv", "games/base.chv"]);
    assert_eq!(v.ends[1].result, EndResult::Wins);
    assert!(v.reactions.is_empty());
    let more = run(top, &files, &[("far", "yes")]).variant.expect("right");
    assert_eq!(more.kinds[2].name, "Tower");
    assert_eq!((more.options[0].name.as_str(), more.options[0].chosen), ("far", 1));
    // What a wrong file says, it says about itself.
    files.0.insert("base", base.replace("piece Walker W K", "piece Walker W Kx"));
    let wrong = run(top, &files, &[]);
    assert!(wrong.variant.is_none());
    assert_eq!(wrong.files[wrong.diagnostics[0].file].name, "games/base.chv");
}

/// The chain of files ends, and options that are not there are refused.
#[test]
fn circles_and_unknown_options_are_errors() {
    let mut files = Files::default();
    files.0.insert("other", "variant \"Other\" { extends \"example\" }".to_owned());
    let codes = |c: &Compiled| c.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>();
    assert_eq!(codes(&run("variant \"E\" { extends \"other\" }", &files, &[])), ["E0106"]);
    assert_eq!(codes(&run("variant \"E\" { extends \"example.chv\" }", &files, &[])), ["E0106"]);
    let text = "variant \"E\" { board 2x2\noption far = no | yes\npiece Walker W K { royal } when far = no\n\
                piece Walker W Q { royal } when far = yes\nsetup { 2 w1; 1 1W }\n\
                end { checkmate loses; stalemate draws } }"
        .replace("K { royal } when far = no", "K when far = no { royal }")
        .replace("Q { royal } when far = yes", "Q when far = yes { royal }");
    assert_eq!(codes(&run(&text, &files, &[])), [""; 0]);
    assert_eq!(codes(&run(&text, &files, &[("far", "maybe")])), ["E0113"]);
    assert_eq!(codes(&run(&text, &files, &[("fra", "yes")])), ["E0113"]);
    // Every value is looked at when a file is checked.
    let broken = text.replace("piece Walker W Q", "piece Walker W QX");
    assert_eq!(codes(&run(&broken, &files, &[])), [""; 0]);
    let checked = check(file(&broken), &files);
    assert!(checked.variant.is_none() && !checked.diagnostics.is_empty());
    assert!(checked.diagnostics[0].notes.iter().any(|n| n.contains("`far` = `yes`")));
}

/// Actions stand kind by kind in declared order, White's before Black's; the same text gives the same model.
#[test]
fn the_order_is_settled() {
    let text = "variant \"E\" { board 4x4\npiece Walker W K { royal; move N }\npiece Guard G W\n\
                setup { 4 wg2; 1 WG2 }\nend { checkmate loses; stalemate draws } }";
    let v = model(text);
    let order: Vec<_> = v.actions.iter().map(|a| (a.actor, a.side)).collect();
    let mut sorted = order.clone();
    sorted.sort_by_key(|(actor, side)| (if let Actor::Kind(k) = actor { *k } else { u8::MAX }, *side));
    assert_eq!(order, sorted);
    assert_eq!(v, model(text));
    let place = v.kinds[1].source;
    assert_eq!((place.line, place.column), (3, 7));
}
