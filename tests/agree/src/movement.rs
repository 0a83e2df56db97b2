//! Random movements, as text: every construct of the notation occurs.
//!
//! Terms are thrown together by shape and kept if the notation accepts them.

use chv_dsl::movement::{Dialect, parse};

use super::rng::Random;

/// What a movement may be made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taste {
    /// Leaps, rides and slides in some directions, to move or to capture.
    Plain,
    /// Shapes of one sort beside plain ones: what one family of games has.
    Family(usize),
    /// Anything.
    Wild,
}

/// The sorts of term.
const SORTS: [fn(&mut Random) -> String; 13] =
    [leaper, rider, slider, lame, hopper, bracket, chain, bent, initial, mode, jump, universal, repeated];

/// How often each sort occurs among wild terms.
const WEIGHTS: [(usize, usize); 13] = [
    (18, 0),
    (10, 1),
    (16, 2),
    (8, 3),
    (10, 4),
    (12, 5),
    (12, 6),
    (6, 7),
    (3, 8),
    (8, 9),
    (4, 10),
    (1, 11),
    (3, 12),
];

/// Sorts that plain movements are made of.
const PLAIN: [(usize, usize); 3] = [(50, 0), (20, 1), (30, 2)];

/// Number of sorts: families are numbered below it.
pub const FAMILIES: usize = SORTS.len();

/// One term.
pub fn term(random: &mut Random, taste: Taste) -> String {
    for _ in 0..100 {
        let sort = match taste {
            Taste::Plain => random.weighted(&PLAIN),
            Taste::Family(n) if random.percent(60) => n % FAMILIES,
            Taste::Family(_) => random.weighted(&PLAIN),
            Taste::Wild => random.weighted(&WEIGHTS),
        };
        let text = SORTS[sort](random);
        if good(&text) {
            return text;
        }
    }
    "W".to_owned()
}

/// Whether the notation accepts a text.
fn good(text: &str) -> bool {
    let (movement, problems) = parse(text, Dialect::Chv);
    movement.is_some() && !problems.iter().any(|p| p.error)
}

/// Several terms.
pub fn terms(random: &mut Random, taste: Taste) -> Vec<String> {
    let count = random.weighted(&[(45, 1), (35, 2), (15, 3), (5, 4)]);
    (0..count).map(|_| term(random, taste)).collect()
}

const LEAPS: [&str; 9] = ["W", "F", "D", "N", "A", "H", "C", "Z", "G"];

/// A leap by name, mostly a short one.
fn leap(random: &mut Random) -> String {
    match random.below(20) {
        0 => format!("{}X", random.any(&LEAPS)),
        1 => format!("{}Y", random.any(&["D", "N", "A", "C", "Z"])),
        2 => format!("({},{})", random.below(5), random.within(1, 5)),
        3 => format!("({},{})", random.below(9), random.within(1, 15)),
        4..=8 => random.any(&LEAPS).to_owned(),
        9 => "K".to_owned(),
        _ => (random.any(&LEAPS[..5])).to_owned(),
    }
}

/// Direction letters of a first leg, or none.
fn directions(random: &mut Random) -> String {
    let groups = [
        "f", "b", "l", "r", "s", "v", "fl", "fr", "bl", "br", "fs", "bs", "lv", "rv", "lf", "rf", "lb", "rb",
        "ff", "bb", "ll", "rr", "fh", "bh", "lh", "rh", "hr", "hl", "fb", "fsb",
    ];
    match random.below(10) {
        0..=4 => String::new(),
        5..=8 => (random.any(&groups)).to_owned(),
        _ => format!("{}{}", random.any(&groups), random.any(&groups)),
    }
}

/// Directions of a later leg.
fn turn(random: &mut Random) -> &'static str {
    random.any(&[
        "", "", "f", "fs", "s", "s", "fl", "fr", "b", "v", "bs", "l", "r", "fq", "fz", "q", "z", "bq", "fsv",
    ])
}

/// Directions of a leg, the first being number 0.
fn heading(random: &mut Random, leg: usize) -> String {
    if leg == 0 { directions(random) } else { turn(random).to_owned() }
}

/// Modes, in any order.
fn modes(random: &mut Random) -> String {
    let text = random.weighted(&[
        (50, ""),
        (13, "m"),
        (13, "c"),
        (6, "ce"),
        (3, "mk"),
        (3, "k"),
        (4, "ct"),
        (2, "t"),
        (2, "d"),
        (2, "mcd"),
        (2, "cd"),
    ]);
    shuffled(random, text)
}

fn shuffled(random: &mut Random, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    random.shuffle(&mut letters);
    letters.into_iter().collect()
}

fn plain_modes(random: &mut Random) -> &'static str {
    random.weighted(&[(60, ""), (18, "m"), (18, "c"), (4, "ce")])
}

fn leaper(random: &mut Random) -> String {
    format!("{}{}{}", directions(random), plain_modes(random), leap(random))
}

fn rider(random: &mut Random) -> String {
    let leap = leap(random);
    let range = random.within(2, 6).to_string();
    let range = if random.percent(40) { range } else { "0".to_owned() };
    format!("{}{}{leap}{range}", directions(random), plain_modes(random))
}

fn slider(random: &mut Random) -> String {
    let atom = random.any(&["R", "B", "Q", "R", "B", "WW", "NN", "DD", "FF", "AA"]);
    let range =
        if atom.len() == 1 && random.percent(30) { random.within(1, 9).to_string() } else { String::new() };
    format!("{}{}{atom}{range}", directions(random), plain_modes(random))
}

fn lame(random: &mut Random) -> String {
    let range = random.any(&["", "", "", "0", "2", "3"]);
    let letter = random.any(&["n", "n", "n", "j"]);
    format!("{}{}{letter}{}{range}", directions(random), plain_modes(random), leap(random))
}

fn jump(random: &mut Random) -> String {
    let skip = random.any(&["j", "j", "jj"]);
    let atom = random.any(&["R", "B", "Q", "W", "F", "R3", "B2", "Q4", "K", "NN", "N3"]);
    format!("{}{}{skip}{atom}", directions(random), plain_modes(random))
}

fn hopper(random: &mut Random) -> String {
    let hop = random.any(&["p", "p", "p", "g", "g", "pp"]);
    let atom = random.any(&["R", "B", "Q", "NN", "R", "DD", "R4", "Q3", "B5", "AA", "C0"]);
    format!("{}{}{hop}{atom}", directions(random), modes(random))
}

/// An atom inside brackets.
fn step(random: &mut Random) -> &'static str {
    random.any(&["W", "F", "W", "F", "R", "B", "N", "K", "D", "A", "R3", "B2", "Q", "NN", "W2", "H", "C"])
}

/// What a leg that goes on asks of its last square.
fn passing(random: &mut Random) -> &'static str {
    random.weighted(&[
        (70, ""),
        (5, "p"),
        (5, "mp"),
        (5, "c"),
        (4, "mc"),
        (3, "d"),
        (2, "cu"),
        (3, "m"),
        (2, "pt"),
    ])
}

fn bracket(random: &mut Random) -> String {
    let legs = random.weighted(&[(75, 2), (25, 3)]);
    let mut text = if random.percent(15) { directions(random) } else { String::new() };
    text += random.weighted(&[(80, ""), (8, "m"), (8, "c"), (4, "i")]);
    text.push('[');
    for i in 0..legs {
        text += &heading(random, i);
        if i + 1 < legs {
            text += passing(random);
        } else {
            text += random.weighted(&[(70, ""), (10, "m"), (10, "c"), (4, "p"), (3, "n"), (3, "g")]);
        }
        text += step(random);
        if i + 1 < legs {
            text.push(if random.percent(50) { '?' } else { '-' });
        }
    }
    text.push(']');
    text
}

fn chain(random: &mut Random) -> String {
    let legs = random.weighted(&[(65, 2), (30, 3), (5, 4)]);
    let mut text = String::new();
    for i in 0..legs {
        text += &heading(random, i);
        if i + 1 < legs {
            text += passing(random);
            text += random.weighted(&[(85, ""), (10, "y"), (5, "g")]);
            text.push('a');
        } else {
            text +=
                random.weighted(&[(60, ""), (12, "m"), (12, "c"), (3, "d"), (3, "i"), (3, "cu"), (3, "p")]);
        }
    }
    text + random.any(&["W", "F", "K", "K", "R", "B", "N", "D", "Q", "W2", "R3", "N", "A", "hrN"])
}

fn repeated(random: &mut Random) -> String {
    let inner = format!("{}{}a{}", turn(random), passing(random), random.any(&["", "fs", "f"]));
    let atom = random.any(&["W", "F", "K", "N", "R2"]);
    match random.below(3) {
        0 => format!("{}a({inner}){}{atom}", directions(random), turn(random)),
        1 => format!("a{}({inner}){}{atom}", turn(random), plain_modes(random)),
        _ => format!("(afmpaf)F{}", random.any(&["", "2"])),
    }
}

fn bent(random: &mut Random) -> String {
    let bend = random.any(&["z", "q"]);
    let atom = random.any(&["B", "R", "NN", "N", "B4", "R3", "W0", "F0", "CC", "D0", "Q", "N3"]);
    format!("{}{}{bend}{atom}", directions(random), plain_modes(random))
}

fn initial(random: &mut Random) -> String {
    match random.below(8) {
        0 | 1 => "ifmnD".to_owned(),
        2 => format!("ifmW{}", random.within(2, 4)),
        3 => "fmnnD".to_owned(),
        4 => format!("ii{}W{}", random.any(&["fm", "fmn", "m"]), random.within(2, 3)),
        5 => format!("i{}", leaper(random)),
        6 => format!("i{}", slider(random)),
        _ => format!("{}ceF", random.any(&["f", "b", ""])),
    }
}

fn mode(random: &mut Random) -> String {
    let leap = leap(random);
    let atom = random.any(&["R", "B", "Q", "R4", "NN", leap.as_str(), leap.as_str()]);
    let modes = random.weighted(&[
        (20, "k"),
        (15, "ct"),
        (10, "t"),
        (12, "d"),
        (8, "md"),
        (8, "mcd"),
        (8, "ud"),
        (8, "uc"),
        (6, "mk"),
        (5, "o"),
    ]);
    let modes = shuffled(random, modes);
    let directions = directions(random);
    // One effect beside another to the same square.
    let other = if random.percent(25) {
        format!("{directions}{}{atom}", random.any(&["c", "d", "uc", "ud", "m"]))
    } else {
        String::new()
    };
    format!("{directions}{modes}{atom}{other}")
}

fn universal(random: &mut Random) -> String {
    format!("{}U", random.any(&["m", "d", "ud", "k", "", "c"]))
}

/// The terms of a piece that goes forward and leaves en-passant squares.
pub fn foot_soldier(random: &mut Random) -> Vec<String> {
    let first = random.any(&["fmW", "fmW", "fmF", "fsmW", "fmnA", "fmK"]);
    let capture = random.any(&["fceF", "fceF", "fcF", "fceW", "fceN", "cefF", "ceF"]);
    let push = random.any(&["ifmnD", "ifmnD", "ifmW3", "fimnD", "fmnnD", "ifmnA", "ifmF2", "imnnH", ""]);
    [first, capture, push].into_iter().filter(|t| !t.is_empty()).map(str::to_owned).collect()
}

/// The terms of a royal.
pub fn royal(random: &mut Random) -> Vec<String> {
    let text = random.weighted(&[
        (60, "K"),
        (8, "W"),
        (6, "F"),
        (6, "N"),
        (4, "K2"),
        (3, "WD"),
        (3, "mQcK"),
        (2, "B2W"),
        (2, "KmN"),
        (2, "nNW"),
    ]);
    vec![text.to_owned()]
}
