//! Random games over every game of the library, with each value of each option: no position
//! contradicts itself.
//!
//! `CHV_GAMES` sets how many games are played of each (three if it is not set), `CHV_GAME` limits the
//! test to one game.

use chv_runtime::Rules;
use chv_runtime::dynamic::{AnyRules, erase};
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
        for seed in 0..games() {
            let mut random = Random(seed);
            let mut game = rules.game();
            while game.outcome().is_none() && game.length() < 120 {
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
