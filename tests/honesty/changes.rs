//! What a change in a rules file changes: names change names only, one rule changes what it says.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use chv_compiler::{Emission, generate};
use chv_dsl::{NoFiles, SourceFile, compile};
use chv_runtime::dynamic::{AnyGame, AnyRules, erase};
use chv_tests::{games, placed};

/// The game that has most kinds of piece and most sorts of rules.
const STEM: &str = "deicide";

fn text() -> String {
    let (_, text) = chv_variants::TEXTS.iter().find(|(stem, _)| *stem == STEM).expect("it is in the library");
    (*text).to_owned()
}

fn file(text: &str) -> SourceFile {
    SourceFile { name: format!("{STEM}.chv"), text: text.to_owned() }
}

/// The text with one part of it changed.
fn with(old: &str, new: &str) -> String {
    let text = text();
    assert_eq!(text.matches(old).count(), 1, "`{old}` stands once in the text");
    text.replace(old, new)
}

fn rules(text: &str) -> Box<dyn AnyRules> {
    erase(games::of_text(file(text), &[]).unwrap_or_else(|e| panic!("{e}")))
}

fn code(text: &str) -> String {
    let compiled = compile(file(text), &NoFiles, &[]);
    let variant = compiled.variant.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    generate(&variant, Emission::default()).unwrap_or_else(|e| panic!("{e:?}"))
}

/// The code of the game as it is.
fn usual_code() -> &'static str {
    static CODE: OnceLock<String> = OnceLock::new();
    CODE.get_or_init(|| code(&text()))
}

/// The names of all kinds of piece and their codes.
fn kinds() -> Vec<(String, String)> {
    let rules = rules(&text());
    rules.spec().kinds.iter().map(|k| (k.name.to_string(), k.code.to_string())).collect()
}

/// A name as long as another: each word of it but its first letter is turned round.
fn turned(name: &str) -> String {
    let mut out = String::new();
    let mut tail = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            out.extend(std::mem::take(&mut tail).chars().rev());
            out.push(c);
        } else {
            tail.push(c);
        }
    }
    out.extend(tail.chars().rev());
    out
}

/// A name in lower case with underscores.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// Replaces whole words.
fn words(text: &str, by: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (one, after) = rest.split_at(word);
        out += by.get(one).map_or(one, String::as_str);
        let gap = after.find(|c: char| c.is_ascii_alphanumeric()).unwrap_or(after.len());
        out += &after[..gap];
        rest = &after[gap..];
    }
    out
}

/// A letter moved round the alphabet.
fn along(c: char, by: u8) -> char {
    match c {
        'A'..='Z' => char::from((c as u8 - b'A' + by) % 26 + b'A'),
        'a'..='z' => char::from((c as u8 - b'a' + by) % 26 + b'a'),
        _ => c,
    }
}

/// How often each line stands in the first of two texts more than in the second.
fn lines_lost<'t>(from: &'t str, to: &str) -> Vec<&'t str> {
    let mut there: BTreeMap<&str, usize> = BTreeMap::new();
    for line in to.lines() {
        *there.entry(line.trim()).or_default() += 1;
    }
    let mut lost = Vec::new();
    for line in from.lines().map(str::trim) {
        match there.get_mut(line) {
            Some(n) if *n > 0 => *n -= 1,
            _ => lost.push(line),
        }
    }
    lost
}

#[test]
fn other_names_of_pieces_and_another_title_change_nothing_but_names() {
    let names: BTreeMap<String, String> =
        kinds().into_iter().map(|(name, _)| (turned(&name), name)).collect();
    let there: BTreeMap<String, String> = names.iter().map(|(new, old)| (old.clone(), new.clone())).collect();
    let titles = ["\"Deicide Chess\"", "\"Chess Deicide\""];
    let renamed = words(&with(titles[0], titles[1]), &there);
    assert!(!renamed.contains("Sumo") && renamed.contains("Somu"), "{renamed}");
    let (old, new) = (rules(&text()).game(), rules(&renamed).game());
    assert_eq!(old.divide(2, true), new.divide(2, true));
    // Names have kept their lengths, so places and line breaks of the code are as before.
    let mut code_back = code(&renamed).replace(titles[1].trim_matches('"'), titles[0].trim_matches('"'));
    let mut longest: Vec<_> = names.iter().collect();
    longest.sort_by_key(|(new, _)| std::cmp::Reverse(new.len()));
    for (new, old) in longest {
        for form in [|n: &str| n.to_owned(), snake, |n: &str| snake(n).to_ascii_uppercase()] {
            code_back = code_back.replace(&form(new), &form(old));
        }
    }
    let code = usual_code();
    assert_eq!(lines_lost(code, &code_back), Vec::<&str>::new());
    assert!(code == code_back, "the lines are the same, but in another order");
}

#[test]
fn other_letters_of_pieces_change_nothing_but_letters() {
    let moved = |line: &str| -> String {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let at = words.iter().position(|w| !w.is_empty()).unwrap_or_default();
        let is_row = words[at].parse::<u8>().is_ok();
        // `piece NAME LETTER ...`, and the rows of the start.
        let after = if words[at] == "piece" { at + 2 } else { at + 1 };
        if let Some(i) = (after..words.len()).find(|&i| !words[i].is_empty())
            && (words[at] == "piece" || is_row)
        {
            words[i] = words[i].chars().map(|c| along(c, 1)).collect();
        }
        words.join(" ")
    };
    let text = text();
    let changed = text.lines().map(moved).collect::<Vec<_>>().join("\n") + "\n";
    let (old, new) = (rules(&text), rules(&changed));
    for (a, b) in old.spec().kinds.iter().zip(new.spec().kinds.iter()) {
        assert_eq!((&a.name, a.code.chars().map(|c| along(c, 1)).collect()), (&b.name, b.code.to_string()));
    }
    assert_eq!((old.game().perft(2, true), new.game().perft(2, true)), (54_678, 54_678));
    // In the code, letters stand in the list of kinds, in what choices are called and in the start.
    let back = |line: &str| -> String {
        let trimmed = line.trim_start();
        let says = |start: &str| trimmed.starts_with(start).then_some(start.len());
        let fact = trimmed.contains("KindSpec::new(").then(|| trimmed.find("\", \"")).flatten();
        let kind = says("/// `").or_else(|| fact.map(|at| at + "\", \"".len()));
        let one = kind.or_else(|| trimmed.find(".say(\"").map(|at| at + ".say(\"".len()));
        let indent = line.len() - trimmed.len();
        let range = match one {
            Some(at) => indent + at..indent + at + 1,
            None if trimmed.starts_with('"') && trimmed.contains("/16/16/") => {
                indent..line.find(' ').map_or(0, |_| indent + trimmed.find(' ').unwrap_or_default())
            }
            None => return line.to_owned(),
        };
        let letters: String = line[range.clone()].chars().map(|c| along(c, 25)).collect();
        format!("{}{letters}{}", &line[..range.start], &line[range.end..])
    };
    let (code, code_back) = (usual_code(), code(&changed));
    let code_back = code_back.lines().map(back).collect::<Vec<_>>().join("\n") + "\n";
    assert_eq!(lines_lost(code, &code_back), Vec::<&str>::new());
    assert!(code == code_back, "the lines are the same, but in another order");
}

/// A game from a list of pieces.
fn at(rules: &dyn AnyRules, pieces: &str) -> Box<dyn AnyGame> {
    let fen = placed::fen(pieces, rules.spec()).unwrap_or_else(|e| panic!("{e}"));
    rules.game_from_fen(&fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// Plays the one move from one square to another.
fn play(game: &mut dyn AnyGame, from: &str, to: &str) {
    let texts = game.texts();
    let found: Vec<&String> = texts.iter().filter(|t| t.starts_with(from) && t.ends_with(to)).collect();
    let [text] = found[..] else { panic!("{from} to {to}: {found:?}") };
    game.play(text).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn another_number_of_moves_changes_one_number() {
    let usual = text();
    // The rule stands there for each value of the option that leaves draws to claims.
    let ending = "moves draws when auto_claim = true";
    let longer = with(&format!("clock 50 {ending}"), &format!("clock 64 {ending}"));
    let (a, b) = (usual_code(), code(&longer));
    let (lost, won) = (lines_lost(a, &b), lines_lost(&b, a));
    assert_eq!((lost.len(), won.len()), (1, 1), "{lost:?} {won:?}");
    assert_eq!(lost[0].replace("100", "128"), won[0], "a move is a turn of each player");
    // The turn that makes the clock full draws, and no earlier one.
    for (text, clock, drawn) in [
        (&usual, 98, false),
        (&usual, 99, true),
        (&longer, 99, false),
        (&longer, 126, false),
        (&longer, 127, true),
    ] {
        let mut game = at(&*rules(text), &format!("Ka1 Rh8 / Kp16 Rp5 / w - - {clock} 80"));
        play(&mut *game, "a1", "a2");
        assert_eq!(game.outcome().is_some(), drawn, "clock {clock}: {:?}", game.outcome());
    }
}

#[test]
fn a_wider_blast_removes_what_stands_two_steps_away() {
    let usual = text();
    let wider = with("destroy each within 1 of target", "destroy each within 2 of target");
    let (a, b) = (usual_code(), code(&wider));
    let (lost, won) = (lines_lost(a, &b), lines_lost(&b, a));
    // A line for each place that asks who stands near, and a table of what is near.
    assert!(!lost.is_empty() && lost.len() < 12 && won.len() < 40, "{lost:?} {won:?}");
    // On h9, one step from it (i10), two steps (j9, f11), three (k12, e9); the kings are far away.
    let pieces = "Ka1 Uh8 Pi10 Rj9 Nk12 / Kp16 Uh9 Nf11 Be9 / w - - 0 1";
    for (text, left) in [(&usual, "K K j9 k12 f11 e9"), (&wider, "K K k12 e9")] {
        let mut game = at(&*rules(text), pieces);
        play(&mut *game, "h8", "h9");
        let count = game.record().squares.iter().flatten().count();
        assert_eq!(count, left.split(' ').count(), "{left}: {}", game.fen());
    }
    // Between other pieces nothing explodes, and nothing has changed.
    let mut fens = [&usual, &wider].map(|text| {
        let mut game = at(&*rules(text), pieces);
        play(&mut *game, "j9", "h9");
        game.fen()
    });
    fens.sort();
    assert_eq!(fens[0], fens[1]);
}

#[test]
fn another_pair_of_pieces_changes_the_start_alone() {
    let usual = text();
    // The jumpers behind the pawns are walled in; those that take their places have two long leaps
    // each over the two rows of pawns: to b5 and d5, to m5 and o5.
    let other = with("2  XYHWSUIEFLVSWHYX", "2  XYWWSUIEFLVSWWYX")
        .replace("15 xyhwsuieflvswhyx", "15 xywwsuieflvswwyx");
    let (old, new) = (rules(&usual).game(), rules(&other).game());
    let (before, after) = (old.texts(), new.texts());
    let more: Vec<&String> = after.iter().filter(|t| !before.contains(t)).collect();
    assert_eq!(more, ["c2b5", "c2d5", "n2m5", "n2o5"]);
    assert_eq!((before.len(), after.len()), (196, 200));
    let (a, b) = (usual_code(), code(&other));
    let (lost, won) = (lines_lost(a, &b), lines_lost(&b, a));
    assert_eq!((lost.len(), won.len()), (1, 1), "{lost:?} {won:?}");
    assert!(lost[0].contains("XYHWSU") && won[0].contains("XYWWSU"), "{lost:?} {won:?}");
}
