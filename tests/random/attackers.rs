//! The attackers of a square are exactly the pieces whose moves reach it, whatever stands on the
//! board and whatever the movement is.

use chv_agree::generator::checked;
use chv_agree::movement::{FAMILIES, Taste, terms};
use chv_agree::rng::Random;
use chv_interpreter::InterpretedRules;
use chv_runtime::{Piece, Position, Rules, Side, Square, fen, notation};

/// Pieces with random movements, a royal that stands still, and a piece that is nothing but a target.
const HEAD: &str = "  piece Target T none { royal }\n  piece Prey P none\n  piece Stone S none\n";

/// What gives a royal special treatment, or asks for more than where pieces stand.
fn plain(term: &str) -> bool {
    !term.contains(['k', 't', 'i', 'e', 'U', 'O'])
}

fn movement(random: &mut Random) -> String {
    loop {
        let taste = if random.percent(50) { Taste::Wild } else { Taste::Family(random.below(FAMILIES)) };
        let kept: Vec<String> = terms(random, taste).into_iter().filter(|t| plain(t)).collect();
        if !kept.is_empty() {
            return kept.concat();
        }
    }
}

fn variant(seed: u64) -> (String, InterpretedRules) {
    let random = &mut Random::new(seed);
    loop {
        let (files, ranks) = (random.within(4, 10), random.within(4, 10));
        let joined = if random.percent(15) { " { join files }" } else { "" };
        let mut text = format!("variant \"Attack\" {{\n  board {files}x{ranks}{joined}\n{HEAD}");
        for name in ["Amber", "Birch", "Cedar"] {
            text += &format!("  piece {name} {} {}\n", &name[..1], movement(random));
        }
        text += &format!("  setup {{\n    {ranks} t{}\n    1 T{}\n  }}\n", files - 1, files - 1);
        text += "  end { checkmate loses; stalemate draws }\n}\n";
        if let Ok(variant) = checked("attack", &text) {
            let rules = InterpretedRules::new(variant).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
            return (text, rules);
        }
    }
}

/// Issue 3, point 4: the attackers of a square are exactly the pieces whose moves reach it.
#[test]
fn attackers_are_the_pieces_whose_moves_capture() {
    let (mut attacked, mut safe) = (0, 0);
    for seed in 0..super::variants(60) {
        let (text, rules) = variant(seed);
        let random = &mut Random::new(seed);
        for _ in 0..15 {
            let Some(found) = one(&rules, random, &text) else { continue };
            if found == 0 { safe += 1 } else { attacked += 1 }
        }
    }
    assert!(attacked > 50 && safe > 50, "{attacked} attacked and {safe} safe squares are too few");
}

/// Compares on one random board; the number of attackers, if the board is one of the game.
fn one(rules: &InterpretedRules, random: &mut Random, text: &str) -> Option<usize> {
    let spec = rules.spec();
    let mut record = fen::empty(spec);
    let mut free: Vec<Square> = spec.size.all().collect();
    random.shuffle(&mut free);
    let mut put = |record: &mut chv_runtime::Record, side, kind| {
        let square = free.pop().expect("the board has room");
        record.squares[square.index()] = Some(Piece { side, kind });
        square
    };
    put(&mut record, Side::Black, 0);
    let mut place = |record: &mut chv_runtime::Record| {
        let target = put(record, Side::White, 0);
        for _ in 0..random.within(1, 6) {
            let kind = 3 + random.below(3) as u8;
            put(record, Side::Black, kind);
        }
        for _ in 0..random.below(5) {
            put(record, if random.percent(50) { Side::White } else { Side::Black }, 2);
        }
        target
    };
    let target = place(&mut record);
    // White to act: its royal may be in check, Black's cannot be.
    let position = rules.position(&record).ok()?;
    let attackers = position.checkers();
    assert_eq!(position.in_check(), !attackers.is_empty());
    // The same board with another piece in the royal's place, and the royal gone to a free square
    // that nothing attacks: Black to act.
    record.squares[target.index()] = Some(Piece { side: Side::White, kind: 1 });
    record.side = Side::Black;
    let other = spec.size.all().find_map(|s| {
        let mut record = record.clone();
        if record.squares[s.index()].is_some() {
            return None;
        }
        record.squares[s.index()] = Some(Piece { side: Side::White, kind: 0 });
        let position = rules.position(&record).ok()?;
        // A piece more on the board must not change who attacks the square.
        let mut back = record.clone();
        back.side = Side::White;
        back.squares[target.index()] = Some(Piece { side: Side::White, kind: 0 });
        back.squares[s.index()] = Some(Piece { side: Side::White, kind: 2 });
        let same = rules.position(&back).ok()?;
        (same.checkers() == attackers).then_some(position)
    })?;
    let mut capturers: Vec<Square> = notation::detailed(&other)
        .into_iter()
        .filter(|(_, detail, _)| detail.captures.contains(&target))
        .filter_map(|(_, detail, _)| detail.from)
        .collect();
    capturers.sort_unstable();
    capturers.dedup();
    let name = spec.size.name(target);
    let shown = fen::write(&other.record(), spec);
    assert_eq!(
        attackers, capturers,
        "attackers of {name}, and the pieces that capture there\n{shown}\n{text}"
    );
    Some(capturers.len())
}
