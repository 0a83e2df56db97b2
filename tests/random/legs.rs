//! Movements of many legs: however they are written, reading them and listing moves ends soon, or they
//! are refused.

use std::time::{Duration, Instant};

use chv_agree::generator::checked;
use chv_agree::rng::Random;
use chv_interpreter::InterpretedRules;
use chv_runtime::{Rules, notation};

/// What no variant may take. The figure to keep is five seconds in a release build, measured by hand;
/// what this guards against is work that doubles with each leg: then it would be hours.
const LONG: Duration = Duration::from_secs(60);

/// What this thread has computed so far, where the system tells: other programs do not count.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// A chain of many legs, in one of the spellings.
fn movement(random: &mut Random) -> String {
    let legs = random.within(6, 20);
    let turns = ["", "", "f", "fs", "s", "fl", "b"];
    let modes = ["", "", "", "m", "mp", "c", "mc", "mpc", "d", "u"];
    let alike = random.percent(60).then(|| (random.any(&turns), random.any(&modes)));
    let atoms = ["W", "F", "K", "N", "R", "B", "Q", "R3", "NN", "D"];
    if random.percent(50) {
        let legs = (0..legs).map(|_| {
            let (turn, mode) = alike.unwrap_or_else(|| (random.any(&turns), random.any(&modes)));
            format!("{turn}{mode}a")
        });
        let legs: String = legs.collect();
        return format!("{legs}{}", random.any(&atoms));
    }
    let mut text = format!("[{}", random.any(&atoms));
    for _ in 1..legs {
        let (turn, mode) = alike.unwrap_or_else(|| (random.any(&turns), random.any(&modes)));
        text += random.any(&["-", "?"]);
        text += &format!("{turn}{mode}{}", random.any(&atoms));
    }
    text + "]"
}

/// A board with many pieces that move so, or shoot, push or travel.
fn variant(random: &mut Random) -> String {
    let long = movement(random);
    let piece = match random.below(6) {
        0 => format!("K {{ shoots {long} }}"),
        1 => format!("K {{ pushes {long} }}"),
        2 => format!("K {{ travels {long} for 2 turns }}"),
        _ => long,
    };
    let joined = random.any(&["", "", " { join files }", " { join files; join ranks }"]);
    let royal = random.any(&["{ royal }", ""]);
    let ends = if royal.is_empty() { "no Walker loses" } else { "checkmate loses; stalemate draws" };
    let mut rows = String::new();
    for rank in (1..=16).rev() {
        let mut row = String::new();
        for file in 0..16 {
            // The royals stand behind walls of their own.
            let corner = file < 2 && !(3..=14).contains(&rank);
            row.push(match (corner, rank) {
                (true, 1) if file == 0 => 'W',
                (true, 16) if file == 0 => 'w',
                (true, 1 | 2) => 'S',
                (true, _) => 's',
                _ => random
                    .any(&["1", "1", "1", "1", "1", "1", "1", "A", "a", "S", "s"])
                    .chars()
                    .next()
                    .unwrap_or('1'),
            });
        }
        rows += &format!("    {rank} {}\n", spaced(&row));
    }
    format!(
        "variant \"Legs\" {{\n  board 16x16{joined}\n  piece Walker W K {royal}\n  piece Stone S none\n  \
         piece Amber A {piece}\n  setup {{\n{rows}  }}\n  end {{ {ends} }}\n}}\n"
    )
}

/// Single empty squares as numbers: on wide boards two digits would be one number.
fn spaced(row: &str) -> String {
    let mut out = String::new();
    let mut empty = 0;
    for letter in row.chars().chain([' ']) {
        if letter == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            out += &empty.to_string();
            empty = 0;
        }
        out.push(letter);
    }
    out.trim().to_owned()
}

/// Issue 3, point 1: any number of legs, and nothing hangs.
#[test]
fn movements_of_many_legs_are_followed_or_refused_in_time() {
    let (mut played, mut refused) = (0, 0);
    for seed in 0..super::variants(16) {
        let text = variant(&mut Random::new(seed));
        let (start, clock) = (processor_time(), Instant::now());
        match checked("legs", &text) {
            Err(reasons) => {
                refused += 1;
                assert!(!reasons.is_empty(), "{text}");
            }
            Ok(variant) => {
                if let Ok(rules) = InterpretedRules::new(variant) {
                    played += usize::from(!notation::detailed(&rules.start()).is_empty());
                }
            }
        }
        let time = processor_time().zip(start).map_or_else(|| clock.elapsed(), |(end, start)| end - start);
        assert!(time < LONG, "seed {seed}: {time:?}\n{text}");
    }
    assert!(played > 1 && refused > 1, "{played} played, {refused} refused");
}
