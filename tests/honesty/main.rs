//! Random games over every game of the library, with each value of each option: no position
//! contradicts itself.
//!
//! `CHV_GAMES` sets how many games are played of each (three if it is not set), `CHV_GAME` limits the
//! test to one game.

mod changes;
mod words;

use chv_interpreter::InterpretedPosition;
use chv_runtime::dynamic::{AnyRules, erase};
use chv_runtime::{Game, Position, Rules, Side, Square, SquareSet, fen, notation};
use chv_tests::games;

/// A game in all its forms: as it is, and with each other value of each option.
fn forms(stem: &str) -> Vec<(String, Box<dyn AnyRules>)> {
    let form = |options: &[(String, String)]| {
        games::interpreted(stem, options).unwrap_or_else(|e| panic!("{stem}: {e}"))
    };
    let usual = form(&[]);
    let mut list = Vec::new();
    for option in usual.spec().options.iter() {
        for value in option.values.iter().skip(1) {
            let chosen = [(option.name.to_string(), value.to_string())];
            list.push((format!("{stem}, {} = {value}", option.name), erase(form(&chosen))));
        }
    }
    list.insert(0, (stem.to_owned(), erase(usual)));
    list
}

/// A generator of random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, len: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * len as u128) >> 64) as usize
    }
}

fn games() -> u64 {
    std::env::var("CHV_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

#[test]
fn positions_do_not_contradict_themselves() {
    let only = std::env::var("CHV_GAME").ok();
    let stems = games::stems().filter(|stem| only.as_deref().is_none_or(|o| o == *stem));
    for (stem, rules) in stems.flat_map(forms) {
        // On the largest boards each list of moves takes a hundred times as long.
        let large = rules.spec().size.squares() > 128;
        let games = if large { games().div_ceil(3) } else { games() };
        for seed in 0..games {
            let mut random = Random(seed);
            let mut game = rules.game();
            while game.outcome().is_none() && game.length() < if large { 80 } else { 120 } {
                let texts = game.texts();
                // What checking costs grows with the number of moves.
                if random.below(texts.len()) < 6 {
                    let checked = game.self_check();
                    assert_eq!(checked, Ok(()), "{stem}, seed {seed}: {}\n{:?}", game.fen(), game.played());
                }
                let text = &texts[random.below(texts.len())];
                game.play(text).unwrap_or_else(|e| panic!("{stem}, seed {seed}: {e}"));
            }
        }
    }
}

/// DEI-179: nothing of what the other player hides can be read from a view, its FEN, its moves or its
/// key, nor from the moves that are offered.
#[test]
fn views_say_nothing_of_secrets() {
    let options = [("terrain".to_owned(), "on".to_owned())];
    let rules = games::interpreted("deicide", &options).unwrap_or_else(|e| panic!("{e}"));
    let spec = rules.spec().clone();
    let field: Vec<Square> = spec.size.all().filter(|s| (4..12).contains(&spec.size.rank(*s))).collect();
    let mut compared = 0;
    for seed in 0..games() {
        let mut random = Random(1000 + seed);
        let mut game = Game::new(rules.clone());
        while game.outcome().is_none() && game.played().count() < 150 {
            let moves = game.texts();
            let (m, _) = &moves[random.below(moves.len())];
            game.play(*m).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            let position = game.position();
            if position.phase() != "play" && position.phase() != "mines" || random.below(4) > 0 {
                continue;
            }
            for player in Side::BOTH {
                // The same position with other secrets of the opponent, as many as there are.
                let mut record = position.record();
                let other = player.other().index();
                let known = record.more.revealed;
                let count = (record.more.hidden[other] & !known).len();
                let mut hidden = record.more.hidden[other] & known;
                let walls = |s: &Square| {
                    let terrain = record.terrain[s.index()].checked_sub(1);
                    terrain.is_some_and(|t| &*spec.terrain[usize::from(t)].name == "walls")
                };
                let free: Vec<Square> =
                    field.iter().copied().filter(|s| !walls(s) && !known.has(*s)).collect();
                while (hidden & !known).len() < count {
                    hidden = hidden.with(free[random.below(free.len())]);
                }
                record.more.hidden[other] = hidden;
                let changed = rules.position(&record).unwrap_or_else(|e| panic!("seed {seed}: {e:?}"));
                let seen = |p: &InterpretedPosition| {
                    let view = p.view(player);
                    let moves: Vec<String> = notation::texts(&view).into_iter().map(|(_, t)| t).collect();
                    let text = fen::write(&view.record(), &spec);
                    (text, view.key(), view.in_check(), view.checkers(), view.outcome(), moves)
                };
                let (before, after) = (seen(position), seen(&changed));
                assert_eq!(before, after, "seed {seed}, {player}");
                if position.side() == player {
                    let offered = |p: &InterpretedPosition| {
                        notation::texts(p).into_iter().map(|(_, t)| t).collect::<Vec<_>>()
                    };
                    assert_eq!(offered(position), before.5, "seed {seed}: what is offered is what is seen");
                    assert_eq!(offered(&changed), before.5, "seed {seed}");
                }
                compared += usize::from(count > 0);
            }
        }
    }
    assert!(compared > 20, "only {compared} positions with secrets were compared");
}
