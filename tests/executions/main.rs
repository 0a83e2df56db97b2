//! The executions of a game against each other and against the definitions: random games, fast and
//! slow paths of generated code, node counts of other programs, and properties of attacks.

mod attacks;
mod paths;
mod strange;
mod tables;

use chv_interpreter::InterpretedRules;
use chv_runtime::{Rules, perft};
use chv_tests::games;

/// Runs the command in this process: its exit status and what it wrote.
fn chv(arguments: &[&str]) -> (u8, String) {
    let (mut out, mut messages) = (Vec::new(), Vec::new());
    let all = ["chv"].iter().chain(arguments);
    let registry = chv_cli::Registry::library();
    let status = chv_cli::run_with(&registry, all, &mut out, &mut messages, &mut std::io::empty());
    out.extend(messages);
    (status, String::from_utf8(out).expect("output is UTF-8"))
}

/// The options of the command for each choice of option values with which a game is compiled.
fn instances(game: &str) -> Vec<Vec<String>> {
    let all = chv_variants::compiled().into_iter().filter(|rules| rules.spec().name == game);
    let chosen = |o: &chv_runtime::spec::OptionSpec| {
        ["--option".to_owned(), format!("{}={}", o.name, o.values[usize::from(o.chosen)])]
    };
    all.map(|rules| rules.spec().options.iter().flat_map(chosen).collect()).collect()
}

/// The compiled games of the library.
fn compiled() -> impl Iterator<Item = &'static str> {
    games::stems().filter(|stem| games::compiled(stem, &[]).is_some())
}

fn interpreted(stem: &str) -> InterpretedRules {
    games::interpreted(stem, &[]).unwrap_or_else(|e| panic!("{stem}: {e}"))
}

#[test]
fn random_games_are_the_same_in_both_executions() {
    // Any number by hand: `chv compare GAME --games N`.
    let games = std::env::var("CHV_GAMES").unwrap_or_else(|_| "2".to_owned());
    for game in compiled() {
        // A thousand moves and more at each position: a few positions say enough. Where a look at all of them
        // takes long, some positions are looked at whole, and all are compared.
        let (length, every) = match game {
            "duck" => ("5", "1"),
            "deicide" => ("80", "40"),
            "16chess" => ("200", "20"),
            _ => ("500", "1"),
        };
        for options in instances(game) {
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            let all =
                [&["compare", game, "--games", &games, "--length", length, "--seed", "20260"][..], &options]
                    .concat();
            let all = [&all[..], &["--check-every", every]].concat();
            let (status, said) = chv(&all);
            assert!(status == 0 && said.contains("no difference"), "{game} {options:?}: {said}");
        }
    }
}

/// Makes, unmakes, keys, texts and counts agree with each other at every node near the start.
fn consistent<R: Rules>(name: &str, rules: &R, depth: u32) {
    let start = rules.start();
    let nodes = perft::checked(rules, &start, depth).unwrap_or_else(|e| panic!("{name}: {e}"));
    // trap 159
    assert_eq!(nodes, perft::perft(&start, depth, true), "{name}");
    assert_eq!(nodes, perft::perft(&start, depth, false), "{name}");
}

#[test]
fn every_node_near_the_start_is_consistent() {
    // Hundreds of moves after each of hundreds of moves take too long.
    for stem in games::stems().filter(|&s| !["16chess", "deicide", "duck"].contains(&s)) {
        consistent(stem, &interpreted(stem), 1);
    }
    consistent("atomic", &chv_variants::atomic::Rules, 2);
    consistent("chess", &chv_variants::chess::Rules, 2);
    consistent("msock-eat", &chv_variants::msock_eat::Rules, 2);
    consistent("team-mate", &chv_variants::team_mate::Rules, 2);
    consistent("shogi", &chv_variants::shogi::Rules, 2);
    consistent("xiangqi", &chv_variants::xiangqi::Rules, 2);
}

#[test]
fn generated_code_is_the_same_each_time() {
    let folders = [1, 2].map(|_| chv_tests::folder::Folder::new("same").expect("a folder can be made"));
    for game in compiled() {
        let path = format!("{}/../variants/{game}.chv", env!("CARGO_MANIFEST_DIR"));
        let texts: Vec<String> = folders
            .iter()
            .map(|folder| {
                let out = folder.path().to_str().expect("the path is UTF-8");
                let (status, said) = chv(&["gen", &path, "-o", out]);
                assert_eq!(status, 0, "{game}: {said}");
                let module = folder.path().join(format!("{game}.rs"));
                std::fs::read_to_string(module).expect("the module was written")
            })
            .collect();
        assert!(texts[0] == texts[1], "{game}: two runs give different code");
        form(game, &texts[0]);
    }
}

/// What the text of generated code must be like.
fn form(game: &str, code: &str) {
    // Only pushes need a walk followed node by node, which costs many times a look-up, and no game needs the
    // slow path; where no royal can be in check, nothing is to prove.
    let proven = ["struct Danger", "struct Doubt"].iter().any(|way| code.contains(way));
    assert!(proven || !code.contains("royal: true"), "{game}: slow code");
    let text = chv_variants::TEXTS.iter().find(|(stem, _)| *stem == game).expect("it is in the library").1;
    assert!(!code.contains("compiled::walk") || text.contains("pushes "), "{game}: walks by nodes");
    // trap 182: it can be included anywhere.
    assert!(!code.contains("#![") && !code.contains("\n//!"), "{game}: inner attributes");
    // trap 186: lines are short, but for texts that are one word, and say where the rules are.
    let text = |line: &&str| line.trim_start().starts_with('"');
    let longest = code.lines().filter(|l| !text(l)).map(|l| l.chars().count()).max().unwrap_or_default();
    assert!(longest < 120, "{game}: a line of {longest} columns");
    let (_, rules) =
        chv_variants::TEXTS.iter().find(|(stem, _)| *stem == game).expect("a game of the library");
    let instance = games::compiled(game, &[]).expect("the game is compiled");
    let options = &instance.spec().options;
    // What depends on another value of an option is not in this instance.
    let holds = |line: &str| {
        let Some((name, value)) = line.split_once(" when ").and_then(|(_, c)| c.split_once(" = ")) else {
            return true;
        };
        let value = value.trim_end_matches(['{', ' ']);
        options.iter().any(|o| o.name == name && o.values[usize::from(o.chosen)] == value)
    };
    for (number, line) in (1..).zip(rules.lines()).filter(|(_, line)| holds(line)) {
        let said = code.contains(&format!(" {game}.chv:{number}:"));
        assert!(
            said || !line.trim_start().starts_with("piece "),
            "{game}: no item says its rule is `{line}`"
        );
    }
    // trap 180: tables are literal or filled by short functions; nothing on this machine is in it.
    assert!(!code.contains(env!("CARGO_MANIFEST_DIR")), "{game}: a path of the machine");
    assert!(!code.contains("unsafe"), "{game}: unsafe code");
}
