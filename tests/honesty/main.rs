//! Random games over every game of the library: no position contradicts itself.
//!
//! `CHV_GAMES` sets how many games are played of each (three if it is not set).

use chv_dsl::{Loader, SourceFile, compile};
use chv_interpreter::InterpretedRules;
use chv_runtime::dynamic::{AnyRules, erase};

struct Library;

impl Loader for Library {
    fn load(&self, stem: &str) -> Option<SourceFile> {
        let (_, text) = chv_variants::TEXTS.iter().find(|(name, _)| *name == stem)?;
        Some(SourceFile { name: format!("{stem}.chv"), text: (*text).to_owned() })
    }
}

fn interpreted(stem: &str) -> Box<dyn AnyRules> {
    let file = Library.load(stem).expect("the game is in the library");
    let compiled = compile(file, &Library, &[]);
    let variant = compiled.variant.unwrap_or_else(|| panic!("{stem}: {:?}", compiled.diagnostics));
    erase(InterpretedRules::new(variant).unwrap_or_else(|e| panic!("{stem}: {e:?}")))
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
    for (stem, _) in chv_variants::TEXTS {
        let rules = interpreted(stem);
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
