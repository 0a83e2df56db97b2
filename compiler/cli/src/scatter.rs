//! Random positions: the pieces of the start somewhere else.

use chv_runtime::dynamic::AnyRules;
use chv_runtime::{Piece, Record, Side, Spec, Square, SquareSet, fen};

use crate::random::Random;

/// How many positions are tried: many are none of the game, since the side that moved is in check.
const TRIES: u8 = 40;

/// A position with the pieces of the start on random squares, some of them left out, that one of the
/// executions accepts; what comes before play is done at random. `None` if none is found.
pub(crate) fn scattered(both: [&dyn AnyRules; 2], random: &mut Random) -> Option<String> {
    let rules = both[1];
    (0..TRIES).find_map(|_| {
        let mut game = rules.game();
        while game.record().more.phase > 0 {
            let texts = game.texts();
            let text = texts.get(random.below(texts.len().max(1)))?;
            game.play(text).ok()?;
        }
        let mut record = game.record();
        scatter(&mut record, rules.spec(), random);
        let text = fen::write(&record, rules.spec());
        both.iter().any(|rules| rules.game_from_fen(&text).is_ok()).then_some(text)
    })
}

fn scatter(record: &mut Record, spec: &Spec, random: &mut Random) {
    let blocked = |square: Square| {
        let lies = usize::from(record.terrain[square.index()]).checked_sub(1);
        lies.and_then(|t| spec.terrain.get(t)).is_some_and(|t| t.blocks)
    };
    let mut free: Vec<Square> = spec.size.all().filter(|&s| !spec.holes.has(s) && !blocked(s)).collect();
    let pieces: Vec<Piece> = record.squares.iter().copied().flatten().collect();
    record.squares.fill(None);
    // One game has nearly all its pieces, another few.
    let kept = 20 + random.below(81);
    for piece in pieces {
        let royal = spec.kinds.get(usize::from(piece.kind)).is_some_and(|k| k.royal);
        if (royal || random.below(100) < kept) && !free.is_empty() {
            let square = free.swap_remove(random.below(free.len()));
            record.squares[square.index()] = Some(piece);
        }
    }
    record.side = Side::BOTH[random.below(2)];
    for (i, right) in spec.rights.iter().enumerate() {
        let there = |&(square, kind): &(Square, u8)| {
            record.squares[square.index()] == Some(Piece { side: right.side, kind })
        };
        if !right.needs.iter().all(there) {
            record.rights &= !(1 << i);
        }
    }
    record.passed.clear();
    record.fields.clear();
    record.clock = 0;
}
