//! Attacks and legality over all kinds of piece on boards filled at random: positions that no game
//! leads to, too.

use chv_agree::rng::Random;
use chv_runtime::dynamic::AnyRules;
use chv_runtime::spec::FieldShape;
use chv_runtime::{Piece, Record, Side, Spec, fen};
use chv_tests::games;

use crate::compiled;

/// A board with some pieces of any kind, royals one a side, and the side to act.
fn random_record(spec: &Spec, random: &mut Random) -> Record {
    let squares = spec.size.squares();
    let mut record = fen::empty(spec);
    let density = 1 + random.below(3);
    for side in Side::BOTH {
        for (kind, about) in (0u8..).zip(spec.kinds.iter()) {
            let most = usize::from(about.count.1).min(density);
            for _ in 0..random.below(most + 1).max(usize::from(about.count.0)) {
                let free = (0..40).map(|_| random.below(squares)).find(|&s| record.squares[s].is_none());
                if let Some(square) = free {
                    record.squares[square] = Some(Piece { side, kind });
                }
            }
        }
    }
    // What a phase of set-up chooses: one kind that is not on the board.
    for field in spec.fields.iter() {
        let FieldShape::Kinds { index, codes: true } = field.shape else { continue };
        for side in Side::BOTH {
            let few: Vec<u8> =
                (0u8..).zip(spec.kinds.iter()).filter(|(_, k)| k.count == (0, 1)).map(|(id, _)| id).collect();
            let kind = few[random.below(few.len())];
            record.more.kinds[usize::from(index)][side.index()] = kind + 1;
            let left = Some(Piece { side, kind });
            record.squares.iter_mut().filter(|s| **s == left).for_each(|s| *s = None);
        }
    }
    // Hands and terrain, a little of each.
    if spec.hands {
        for side in Side::BOTH {
            for (kind, about) in spec.kinds.iter().enumerate().filter(|(_, k)| !k.royal) {
                let few = random.below(4) / 2;
                record.hands[side.index()][kind] = few.min(usize::from(about.count.1)) as u8;
            }
        }
    }
    for (id, _) in (1..).zip(spec.terrain.iter()) {
        let free = (0..40).map(|_| random.below(squares)).find(|&s| record.squares[s].is_none());
        if let Some(square) = free {
            record.terrain[square] = id;
        }
    }
    record.side = Side::BOTH[random.below(2)];
    record
}

/// trap 78: the attackers of a square are the pieces whose attacks contain it. Generated code looks
/// from the royal outwards, through inverted tables; the interpreter asks what a move would remove.
#[test]
fn boards_filled_at_random_are_the_same_in_both_executions() {
    for stem in compiled() {
        let both = games::executions(stem, &[]).unwrap_or_else(|e| panic!("{stem}: {e}"));
        let spec = both[0].1.spec();
        let mut random = Random::new(78);
        let (mut accepted, mut checks) = (0u32, 0u32);
        // Where the mover also chooses a square, there are a thousand moves and more; on the largest boards
        // hundreds.
        let rounds = match (spec.terrain.is_empty(), is_large(spec)) {
            (true, false) => 1500,
            (true, true) => 150,
            (false, _) => 100,
        };
        for _ in 0..rounds {
            let text = fen::write(&random_record(spec, &mut random), spec);
            let read: Vec<_> = both.iter().map(|(_, rules)| rules.game_from_fen(&text).ok()).collect();
            let accepts: Vec<bool> = read.iter().map(Option::is_some).collect();
            assert!(accepts[0] == accepts[1], "{stem}: {text}: only one execution accepts it: {accepts:?}");
            let games: Vec<_> = read.into_iter().flatten().collect();
            if games.is_empty() {
                continue;
            }
            let seen = games.iter().map(|g| (g.texts(), g.checkers(), g.in_check(), g.key(), g.outcome()));
            let seen: Vec<_> = seen.collect();
            assert!(seen[0] == seen[1], "{stem}: {text}\n{:?}\n{:?}", seen[0], seen[1]);
            accepted += 1;
            checks += u32::from(seen[0].2);
        }
        let checked = spec.kinds.iter().any(|k| k.royal);
        let enough = accepted > rounds / 8 && (checks > rounds / 30 || !checked);
        assert!(enough, "{stem}: {accepted} positions, {checks} with check");
    }
}

/// Whether a board is so large that a list of moves takes a hundred times as long as on the usual one.
fn is_large(spec: &Spec) -> bool {
    spec.size.squares() > 128
}

/// trap 79: a text of two squares, with or without a suffix, is a move exactly if it is in the list.
fn texts_are_legal_if_listed(stem: &str, rules: &dyn AnyRules) {
    let spec = rules.spec();
    let mut random = Random::new(79);
    let suffixes: Vec<String> =
        spec.kinds.iter().map(|k| k.code.to_lowercase()).chain([String::new(), "+".to_owned()]).collect();
    let names: Vec<String> = spec.size.all().map(|s| spec.size.name(s)).collect();
    let (tries, every) = if is_large(spec) { (150, 8) } else { (1200, 1) };
    for round in 0..2 {
        let mut game = rules.game();
        for _ in 0..10 + 30 * round {
            let texts = game.texts();
            if texts.is_empty() {
                break;
            }
            let text = &texts[random.below(texts.len())];
            game.play(text).unwrap_or_else(|e| panic!("{stem}: {e}"));
        }
        let listed = game.texts();
        let mut found = 0;
        for _ in 0..tries {
            let (from, to) = (&names[random.below(names.len())], &names[random.below(names.len())]);
            let text = format!("{from}{to}{}", suffixes[random.below(suffixes.len())]);
            let legal = game.clone_box().play(&text).is_ok();
            assert_eq!(legal, listed.contains(&text), "{stem}: {text} in {}", game.fen());
        }
        for text in listed.iter().step_by(every) {
            found += usize::from(game.clone_box().play(text).is_ok());
        }
        assert_eq!(found, listed.len().div_ceil(every), "{stem}: {}", game.fen());
    }
}

#[test]
fn what_is_listed_is_legal_and_nothing_else() {
    for stem in games::stems().filter(|&s| s != "duck") {
        for (_, rules) in games::executions(stem, &[]).unwrap_or_else(|e| panic!("{stem}: {e}")) {
            texts_are_legal_if_listed(stem, rules.as_ref());
        }
    }
}
