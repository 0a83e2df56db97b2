//! Random variants: each execution honest with itself, and both with each other.
//!
//! Any length by hand: `cargo run --release -p chv-agree -- --help`. `CHV_VARIANTS` sets
//! how many variants are looked at here.

mod attackers;
mod executions;
mod legs;
mod movements;

use chv_agree::compare::alone;
use chv_agree::generator::{checked, playable};
use chv_agree::rng::Random;
use chv_interpreter::InterpretedRules;

/// How many variants are looked at, if nothing is said.
fn variants(usual: u64) -> u64 {
    std::env::var("CHV_VARIANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// GEN-1 to GEN-3, trap 90: key from scratch, undo, texts of moves and positions.
#[test]
fn interpreted_random_variants_do_not_contradict_themselves() {
    let mut positions = 0;
    for seed in 0..variants(25) {
        let draft = playable(seed);
        let text = draft.text();
        let variant = checked(&draft.name, &text).expect("it was checked before");
        let rules = InterpretedRules::new(variant).expect("it was played before");
        let random = &mut Random::new(seed);
        for _ in 0..4 {
            match alone(&rules, random, 25) {
                Ok(seen) => positions += seen,
                Err(what) => panic!("seed {seed}: {what}\n{text}"),
            }
        }
    }
    assert!(positions > 200, "{positions} positions are too few to say anything");
}

#[test]
fn a_seed_gives_the_same_variant_again_and_seeds_differ() {
    let texts: Vec<String> = (0..6).map(|seed| playable(seed).text()).collect();
    assert_eq!(texts, (0..6).map(|seed| playable(seed).text()).collect::<Vec<_>>());
    assert!(texts.windows(2).all(|w| w[0] != w[1]));
}
