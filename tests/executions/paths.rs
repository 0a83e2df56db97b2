//! The fast path of generated code against its slow one, in which every move is made and tested.

use core::ops::ControlFlow;

use chv_agree::rng::Random;
use chv_runtime::compiled::Tested;
use chv_runtime::{MoveSet, Position, Rules};

fn listed<P: Tested>(position: &P) -> (Vec<String>, Vec<String>) {
    let name = |m: P::Move| format!("{m:?}");
    let mut slow = Vec::new();
    let _ = position.visit_tested(|set| {
        set.each(|m| {
            slow.push(name(m));
            ControlFlow::Continue(())
        })
    });
    let mut fast: Vec<String> = position.moves().into_iter().map(name).collect();
    fast.sort();
    slow.sort();
    (fast, slow)
}

fn agree<R>(name: &str, rules: &R)
where
    R: Rules<Position: Tested>,
{
    agree_in(name, rules, 40, 150);
}

/// In so many games of a length, if no other number of games is wanted.
fn agree_in<R>(name: &str, rules: &R, games: u64, length: u32)
where
    R: Rules<Position: Tested>,
{
    let games = std::env::var("CHV_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(games);
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut position = rules.start();
        let mut played = Vec::new();
        for _ in 0..length {
            let (fast, slow) = listed(&position);
            assert_eq!(fast, slow, "{name}, seed {seed}: {position:?} after {played:?}");
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[random.below(moves.len())];
            position.make(m);
            played.push(m);
        }
    }
}

#[test]
fn proven_moves_are_those_that_pass_the_test() {
    agree("atomic", &chv_variants::atomic::Rules);
    agree("chess", &chv_variants::chess::Rules);
    agree("msock-eat", &chv_variants::msock_eat::Rules);
    agree("team-mate", &chv_variants::team_mate::Rules);
    agree("shogi", &chv_variants::shogi::Rules);
    agree("shogi, mate by drops", &chv_variants::shogi_drop_mate::Rules);
    agree("xiangqi", &chv_variants::xiangqi::Rules);
    agree_in("16chess", &chv_variants::_16chess::Rules, 2, 150);
    agree_in("deicide", &chv_variants::deicide::Rules, 1, 150);
    agree_in("deicide, terrain", &chv_variants::deicide_terrain::Rules, 1, 100);
}
