//! Hooks: rules in Rust, in both executions; what happens to one that remembers what it may not; and
//! what is said where there is none.

use chv_agree::rng::Random;
use chv_dsl::{SourceFile, compile};
use chv_interpreter::InterpretedRules;
use chv_runtime::dynamic::{AnyGame, AnyRules, erase};
use chv_runtime::{EditView, Piece, Side, Square};
use chv_tests::games::Library;
use chv_tests::{hooks, own};

const TEXT: &str = include_str!("restless.chv");

fn variant(text: &str) -> chv_dsl::model::Variant {
    let file = SourceFile { name: "restless.chv".to_owned(), text: text.to_owned() };
    let compiled = compile(file, &Library, &[]);
    compiled.variant.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

fn interpreted() -> Box<dyn AnyRules> {
    erase(InterpretedRules::with_hooks(variant(TEXT), hooks::LIBRARY).unwrap_or_else(|e| panic!("{e:?}")))
}

fn executions() -> [(&'static str, Box<dyn AnyRules>); 2] {
    [("interpreted", interpreted()), ("compiled", erase(own::restless::Rules))]
}

#[test]
fn what_hooks_remember_is_a_part_of_the_position() {
    for (name, rules) in executions() {
        let mut game = rules.game();
        let start = (game.fen(), game.key());
        game.play("b2a3").unwrap();
        game.play("b5a4").unwrap();
        // Where the last moves ended, and that there were two.
        let squares = 13 | 19 << 8;
        assert!(
            game.fen().ends_with(&format!("{{restless {squares}; weather 2}}")),
            "{name}: {}",
            game.fen()
        );
        // The Guard on a3 has just moved; all others may.
        assert!(!game.texts().iter().any(|m| m.starts_with("a3")), "{name}");
        assert!(game.texts().iter().any(|m| m.starts_with("d2")), "{name}");
        let again = rules.game_from_fen(&game.fen()).unwrap();
        assert_eq!((again.key(), again.texts()), (game.key(), game.texts()), "{name}");
        let mut other = rules.game_from_fen(game.fen().split(" {").next().unwrap()).unwrap();
        assert_ne!(other.key(), game.key(), "{name}: a piece that moved last is a part of the key");
        assert!(other.texts().iter().any(|m| m.starts_with("a3")), "{name}");
        other.undo();
        while game.undo().is_some() {}
        assert_eq!((game.fen(), game.key()), start, "{name}");
    }
}

#[test]
fn hooks_change_the_board_threaten_and_end_the_game() {
    for (name, rules) in executions() {
        let seventh = "2w3/6/6/2G3/6/T1W3 w - - 0 1 {weather 7}";
        let mut game = rules.game_from_fen(seventh).unwrap();
        game.play("a1b1").unwrap();
        assert!(game.fen().starts_with("2w3/6/6/6/6/1TW3 b"), "{name}: {}", game.fen());
        let mut game = rules.game_from_fen("2w3/6/6/6/6/T1W3 w - - 0 1 {weather 7}").unwrap();
        game.play("a1b1").unwrap();
        assert!(game.fen().starts_with("2w3/6/6/2G3/6/1TW3 b"), "{name}: {}", game.fen());
        // A Tower on the first file threatens there through a Guard.
        let game = rules.game_from_fen("6/w5/g5/6/6/T1W3 b - - 0 1").unwrap();
        assert!(game.in_check(), "{name}");
        assert!(game.texts().iter().all(|m| m.starts_with("a5b")), "{name}: {:?}", game.texts());
        let refused = rules.game_from_fen("6/w5/g5/6/6/T1W3 w - - 0 1").err();
        assert!(refused.is_some_and(|e| e.to_string().contains("Black is in check")), "{name}");
        let over = rules.game_from_fen("W5/6/2w3/6/6/6 b - - 0 1").unwrap();
        assert_eq!(over.outcome().map(|o| o.reason).as_deref(), Some("across the board"), "{name}");
        assert!(over.texts().is_empty(), "{name}");
    }
}

#[test]
fn what_a_hook_offers_is_a_move() {
    for (name, rules) in executions() {
        let mut game = rules.game();
        let merges = |game: &dyn AnyGame| -> Vec<String> {
            game.texts().into_iter().filter(|m| m.starts_with("merger=")).collect()
        };
        let all = ["merger=a2", "merger=b2", "merger=c2", "merger=d2", "merger=e2"];
        assert_eq!(merges(&*game), all, "{name}");
        let start = (game.fen(), game.key());
        game.play("merger=b2").unwrap();
        assert!(
            game.fen().starts_with("tgwgt1/gggggg/6/6/GT1GGG/TGWGT1 b - - 0 1 {"),
            "{name}: {}",
            game.fen()
        );
        game.play("a5b4").unwrap();
        // It was White who merged last.
        assert_eq!(merges(&*game), [""; 0], "{name}");
        game.play("d2c3").unwrap();
        game.play("merger=c5").unwrap();
        assert_eq!(merges(&*game), ["merger=e2"], "{name}: {}", game.fen());
        assert_eq!(game.self_check(), Ok(()), "{name}");
        while game.undo().is_some() {}
        assert_eq!((game.fen(), game.key()), start, "{name}");
        // What it opens must not leave the Walker in check.
        let game = rules.game_from_fen("2t2w/6/6/6/1GGG2/2W3 w - - 0 1").unwrap();
        assert_eq!(merges(&*game), ["merger=c2"], "{name}");
        let merge = game.detailed().into_iter().find(|(text, _)| text == "merger=c2").unwrap().1;
        let (guard, tower) = (Piece { side: Side::White, kind: 2 }, Piece { side: Side::White, kind: 1 });
        let [c2, d2] = [Square(8), Square(9)];
        let edits = [EditView::Remove(c2, guard), EditView::Remove(d2, guard), EditView::Place(c2, tower)];
        assert_eq!((merge.from, merge.to, &merge.edits[..]), (None, None, &edits[..]), "{name}");
    }
}

#[test]
fn both_executions_ask_hooks_alike() {
    let [(_, a), (_, b)] = executions();
    let mut random = Random::new(7);
    for number in 0..60 {
        let (mut one, mut two) = (a.game(), b.game());
        for _ in 0..80 {
            let at = format!("game {number}: {}", one.fen());
            assert_eq!(one.fen(), two.fen(), "{at}");
            assert_eq!(
                (one.key(), one.in_check(), one.outcome()),
                (two.key(), two.in_check(), two.outcome()),
                "{at}"
            );
            let texts = one.texts();
            assert_eq!(texts, two.texts(), "{at}");
            if texts.is_empty() {
                break;
            }
            if random.below(8) == 0 {
                assert_eq!((one.self_check(), two.self_check()), (Ok(()), Ok(())), "{at}");
            }
            let text = &texts[random.below(texts.len())];
            one.play(text).unwrap();
            two.play(text).unwrap();
        }
    }
}

#[test]
fn a_hook_that_remembers_elsewhere_is_found_out() {
    let text =
        TEXT.replace("hook weather  \"crate::hooks::Weather\"", "hook forgetful \"crate::hooks::Forgetful\"");
    let rules = InterpretedRules::with_hooks(variant(&text), hooks::LIBRARY).unwrap();
    let said = erase(rules).game().self_check();
    assert!(said.is_err(), "what is allowed changes with the number of times that it is asked");
}

#[test]
fn a_hook_that_there_is_not_is_named() {
    let reasons = InterpretedRules::new(variant(TEXT)).err().unwrap_or_default().join("\n");
    assert!(reasons.contains("no hook `restless`") && reasons.contains("line 14"), "{reasons}");
    let some = &hooks::LIBRARY[..1];
    let reasons = InterpretedRules::with_hooks(variant(TEXT), some).err().unwrap_or_default().join("\n");
    assert!(reasons.contains("no hook `weather`; it has `restless`"), "{reasons}");
}

#[test]
fn a_program_gives_the_command_its_hooks() {
    let run = |registry: &chv_cli::Registry| {
        let (mut out, mut messages) = (Vec::new(), Vec::new());
        let arguments = ["chv", "moves", "restless", "--moves", "b2a3 b5a4"];
        let status = chv_cli::run_with(registry, arguments, &mut out, &mut messages, &mut std::io::empty());
        (status, String::from_utf8_lossy(&out).into_owned(), String::from_utf8_lossy(&messages).into_owned())
    };
    let registry = || chv_cli::Registry::new().text("restless", TEXT);
    let (status, _, said) = run(&registry());
    assert!(status == 1 && said.contains("this program has no hook `restless`"), "{said}");
    let with = registry()
        .hook("restless", || Box::new(hooks::Restless))
        .hook("weather", || Box::new(hooks::Weather))
        .hook("merger", || Box::new(hooks::Merger));
    let (status, out, said) = run(&with);
    assert_eq!(status, 0, "{said}");
    assert!(out.lines().count() > 10 && !out.lines().any(|m| m.starts_with("a3")), "{out}");
}
