//! Random variants: boards, kinds, set-ups, promotions, castling and ends, thrown together so that
//! most of them can be played.

use super::draft::{Clause, Draft, Kind, More, NAMES, square};
use super::movement::{self, FAMILIES, Taste};
use super::rng::Random;

/// A random variant of a seed; the same seed gives the same variant.
#[must_use]
pub fn draft(seed: u64) -> Draft {
    let random = &mut Random::new(seed);
    let taste = match random.below(10) {
        0..=3 => Taste::Plain,
        4..=6 => Taste::Family(random.below(FAMILIES)),
        _ => Taste::Wild,
    };
    let (files, ranks) = size(random);
    let mut draft = Draft {
        name: format!("v{seed}"),
        files,
        ranks,
        holes: Vec::new(),
        rocks: Vec::new(),
        board_lines: Vec::new(),
        lines: Vec::new(),
        kinds: Vec::new(),
        setup: vec![None; files * ranks],
        setup_lines: Vec::new(),
        clauses: Vec::new(),
        ends: Vec::new(),
    };
    let rotate = random.percent(25);
    if rotate && random.percent(70) {
        draft.lines.push("symmetry rotate".to_owned());
    }
    let checked = random.percent(75);
    let royals = kinds(random, &mut draft, taste, checked);
    set_up(random, &mut draft, royals, rotate);
    holes(random, &mut draft, rotate);
    rare(random, &mut draft);
    if random.percent(10) {
        let joined = random.any(&["files", "files", "ranks", "files ranks"]);
        draft.board_lines.extend(joined.split(' ').map(|lines| format!("join {lines}")));
    }
    promotion(random, &mut draft);
    castling(random, &mut draft);
    effects(random, &mut draft);
    ends(random, &mut draft, checked, royals);
    draft
}

fn size(random: &mut Random) -> (usize, usize) {
    let side = |random: &mut Random| match random.below(20) {
        0..=2 => random.within(3, 5),
        3..=9 => random.within(6, 8),
        10..=15 => random.within(8, 10),
        16 | 17 => random.within(11, 12),
        _ => random.within(13, 16),
    };
    match random.below(100) {
        0..=34 => (8, 8),
        // The smallest and the largest boards.
        35..=38 => (3, 3),
        39..=41 => (16, 16),
        _ => (side(random), side(random)),
    }
}

/// The kinds; gives the number of royal ones, which come first (also where they are not checked).
fn kinds(random: &mut Random, draft: &mut Draft, taste: Taste, checked: bool) -> usize {
    let royals = if random.percent(6) { 2 } else { 1 };
    let room = draft.files.min(10);
    let others = random.within(2, room.max(2));
    let soldier = random.percent(70);
    for (i, name) in NAMES.iter().take(royals + others).enumerate() {
        let mut kind =
            Kind { name: (*name).to_owned(), terms: Vec::new(), more: Vec::new(), properties: Vec::new() };
        if i < royals {
            kind.terms =
                if random.percent(85) { movement::royal(random) } else { movement::terms(random, taste) };
            if checked {
                kind.properties.push("royal".to_owned());
            }
        } else if i == royals && soldier {
            kind.terms = movement::foot_soldier(random);
            kind.properties.push("resets clock".to_owned());
        } else {
            kind.terms = movement::terms(random, taste);
            if random.percent(10) {
                kind.properties.push("resets clock".to_owned());
            }
        }
        if random.percent(7) {
            kind.properties.push(format!("within {}", region(random, draft, 65)));
        }
        if i > 0 && random.percent(8) {
            let verb = if random.percent(50) { "shoots" } else { "move" };
            let mut tail = String::new();
            if random.percent(40) {
                tail += &format!(" from {}", region(random, draft, 30));
            }
            if random.percent(25) {
                tail += &format!(" to {}", region(random, draft, 30));
            }
            let terms = vec![movement::term(random, if verb == "shoots" { Taste::Plain } else { taste })];
            kind.more.push(More { verb, terms, tail: tail.trim().to_owned() });
        }
        draft.kinds.push(kind);
    }
    clauses(random, draft, taste);
    royals
}

/// What the notation has no letter for: pushes, what is taken, hopped over and gone along.
fn clauses(random: &mut Random, draft: &mut Draft, taste: Taste) {
    let names: Vec<String> = draft.kinds.iter().map(|k| k.name.clone()).collect();
    let some = |random: &mut Random| {
        let mut list = names.clone();
        random.shuffle(&mut list);
        list.truncate(random.within(1, 2));
        list.join(", ")
    };
    let lines = random.percent(12);
    if lines {
        draft.board_lines.push(drawn(random, draft.files, draft.ranks));
    }
    let captures = |random: &mut Random| {
        let sort = random.any(&["only", "except", "except"]);
        format!("captures {sort} {}", some(random))
    };
    let hops = |random: &mut Random| {
        let count = random.weighted(&[(70, ""), (20, "2 "), (10, "3 ")]);
        let whose = random.weighted(&[(60, ""), (20, "own "), (20, "enemy ")]);
        let what = match random.below(3) {
            0 => some(random),
            1 => "pieces".to_owned(),
            _ => format!("pieces except {}", some(random)),
        };
        format!("hops over {count}{whose}{what}")
    };
    let hopping = |random: &mut Random| {
        let modes = random.any(&["cp", "p", "mp", "g", "pd"]);
        vec![format!("{modes}{}", random.any(&["R", "B", "Q", "NN", "R4"]))]
    };
    for (i, kind) in draft.kinds.iter_mut().enumerate() {
        if random.percent(6) {
            kind.properties.push(captures(random));
        }
        if random.percent(5) && (i > 0 || random.percent(20)) {
            let by = if random.percent(60) { format!(" by {}", some(random)) } else { String::new() };
            kind.properties.push(format!("not capturable{by}"));
        }
        if kind.terms.iter().any(|t| t.contains(['p', 'g'])) && random.percent(25) {
            let hops = hops(random);
            kind.properties.push(hops.replace("2 ", "").replace("3 ", ""));
        }
        if random.percent(4) {
            let (terms, tail) = (hopping(random), hops(random));
            kind.more.push(More { verb: "move", terms, tail });
        }
        if random.percent(6) {
            let tail = if random.percent(30) { captures(random) } else { String::new() };
            let taste = if random.percent(70) { Taste::Plain } else { taste };
            let terms = vec![movement::term(random, taste)];
            kind.more.push(More { verb: "pushes", terms, tail });
        }
        if lines && random.percent(50) {
            let atom = random.any(&["F", "K", "B", "R", "mQcF", "cpB", "mW", "D"]);
            let (terms, tail) = (vec![atom.to_owned()], "along drawn".to_owned());
            kind.more.push(More { verb: "move", terms, tail });
        }
    }
}

/// What few pieces have: steps that leave squares open to capture in passing, what must not be faced,
/// borrowed movement, travelling, castling by notation, and rocks that may be hopped over.
fn rare(random: &mut Random, draft: &mut Draft) {
    let plain: Vec<usize> = (1..draft.kinds.len()).filter(|&k| !draft.kinds[k].royal()).collect();
    if plain.is_empty() {
        return;
    }
    let one = |random: &mut Random| *random.pick(&plain);
    if random.percent(8) {
        let passer = one(random);
        let steps = random.any(&["fmW3", "fmF2", "mW2", "fmW4", "fsmWafmF", "nnfA", "cnnA", "fmcW3"]);
        let tail = format!("from ranks 1..{} leaving en passant", random.within(1, 4));
        let terms = vec![steps.to_owned()];
        draft.kinds[passer].more.push(More { verb: "move", terms, tail });
        let taken = draft.kinds[passer].name.clone();
        for _ in 0..random.within(1, 2) {
            let taker = one(random);
            draft.kinds[taker].properties.push(format!("captures {taken} en passant"));
        }
    }
    if random.percent(5) {
        let terms = vec![random.any(&["kR", "kB", "kQ", "fkR", "kN", "kR3"]).to_owned()];
        let kind = if random.percent(70) { 0 } else { one(random) };
        draft.kinds[kind].more.push(More { verb: "forbids", terms, tail: String::new() });
    }
    if random.percent(6) {
        let kind = one(random);
        if random.percent(50) {
            draft.kinds[kind].properties.push("moves as last moved of opponent".to_owned());
        } else {
            draft.kinds[kind].terms.push("I".to_owned());
        }
    }
    if random.percent(7) {
        let kind = one(random);
        let taste = random.any(&[Taste::Plain, Taste::Wild]);
        let terms = vec![movement::term(random, taste)];
        let tail = format!("for {} turns", random.within(1, 3));
        draft.kinds[kind].more.push(More { verb: "travels", terms, tail });
    }
    if random.percent(6) {
        let kind = one(random);
        let returning = ["mabK", "mcabK", "caKmcabK", "[F-bF]", "mabN", "mpabW", "mamamaW", "fmabbmK"];
        let terms = vec![random.any(&returning).to_owned()];
        draft.kinds[kind].properties.push("may pass".to_owned());
        if random.percent(50) {
            let tail = String::new();
            draft.kinds[kind].more.push(More { verb: "move", terms, tail });
        } else {
            draft.kinds[kind].terms.extend(terms);
        }
    }
    if random.percent(4) {
        draft.kinds[0].terms.push(random.any(&["isO2", "isO3", "ilO2", "isjO2"]).to_owned());
    }
    for kind in &mut draft.kinds {
        let initial = kind.terms.iter().any(|t| t.contains('i') && !t.contains('O'));
        if initial && random.percent(20) {
            let first = random.within(1, draft.ranks);
            kind.properties.push(format!("initial on ranks {first}..{}", draft.ranks));
        }
        if kind.properties.iter().any(|p| p.starts_with("within")) {
            for more in kind.more.iter_mut().filter(|m| m.verb == "move") {
                if random.percent(50) {
                    more.tail = format!("{} unconfined", more.tail).trim().to_owned();
                }
            }
        }
    }
    if random.percent(10) {
        for _ in 0..random.within(1, 4) {
            let (file, rank) = (random.below(draft.files), random.below(draft.ranks));
            let free =
                draft.setup[rank * draft.files + file].is_none() && !draft.holes.contains(&(file, rank));
            if free && !draft.rocks.contains(&(file, rank)) {
                draft.rocks.push((file, rank));
            }
        }
        if !draft.rocks.is_empty() && random.percent(70) {
            let kind = one(random);
            let terms = vec![random.any(&["pR", "cpR", "gB", "mpQ", "cpQ4"]).to_owned()];
            let tail = random.any(&["hops over Rock", "hops over pieces, Rock", "hops over 2 pieces, Rock"]);
            draft.kinds[kind].more.push(More { verb: "move", terms, tail: tail.to_owned() });
        }
    }
}

/// Lines between neighbours and sometimes further, from random squares on.
fn drawn(random: &mut Random, files: usize, ranks: usize) -> String {
    let mut chains = Vec::new();
    for _ in 0..random.within(1, 4) {
        let (mut file, mut rank) = (random.below(files), random.below(ranks));
        let mut names = vec![square(file, rank)];
        for _ in 0..random.within(1, 5) {
            let far = if random.percent(85) { 1 } else { 2 };
            let go = |random: &mut Random, at: usize, count: usize| match random.below(3) {
                0 => at.saturating_sub(far),
                1 => (at + far).min(count - 1),
                _ => at,
            };
            let next = (go(random, file, files), go(random, rank, ranks));
            if next != (file, rank) {
                (file, rank) = next;
                names.push(square(file, rank));
            }
        }
        if names.len() > 1 {
            chains.push(names.join("-"));
        }
    }
    if chains.is_empty() {
        chains.push("a1-b1".to_owned());
    }
    format!("lines drawn = {}", chains.join(", "))
}

/// A region: the ranks up to some, or from some, or some files.
fn region(random: &mut Random, draft: &Draft, percent: usize) -> String {
    let share = (draft.ranks * percent / 100).max(1);
    match random.below(6) {
        0 | 1 => format!("ranks 1..{share}"),
        2 => format!("ranks {}..{}", draft.ranks + 1 - share, draft.ranks),
        3 => random.any(&["light", "dark"]).to_owned(),
        4 => {
            let file = |n: usize| char::from(b'a' + n as u8);
            let first = random.below(draft.files);
            format!("files {}..{}", file(first), file(random.within(first, draft.files - 1)))
        }
        _ => format!("not rank {}", random.within(1, draft.ranks)),
    }
}

fn set_up(random: &mut Random, draft: &mut Draft, royals: usize, rotate: bool) {
    let (files, ranks) = (draft.files, draft.ranks);
    let rows = match ranks {
        0..=4 => 1,
        5..=7 => random.within(1, 2),
        _ => random.weighted(&[(15, 1), (70, 2), (15, 3)]),
    };
    let density = random.within(55, 100);
    let mut own: Vec<Option<usize>> = vec![None; rows * files];
    // A row of soldiers in front, the others behind.
    let soldiers = rows > 1 && random.percent(75);
    for rank in 0..rows {
        for file in 0..files {
            if random.percent(density) {
                let first = royals.min(draft.kinds.len() - 1);
                let behind = if soldiers { (first + 1).min(draft.kinds.len() - 1) } else { first };
                let kind = if soldiers && rank + 1 == rows {
                    first
                } else {
                    random.within(behind, draft.kinds.len() - 1)
                };
                own[rank * files + file] = Some(kind);
            }
        }
    }
    // Royals stand on the first rank, near the middle.
    for royal in 0..royals {
        let copies = if random.percent(8) { 2 } else { 1 };
        for _ in 0..copies {
            for _ in 0..20 {
                let file = (random.below(files) + random.below(files)) / 2;
                if own[file].is_none_or(|k| k >= royals) {
                    own[file] = Some(royal);
                    break;
                }
            }
        }
    }
    for (i, kind) in own.into_iter().enumerate() {
        let (file, rank) = (i % files, i / files);
        let Some(kind) = kind else { continue };
        draft.setup[rank * files + file] = Some((kind, false));
        let (bf, br) = (if rotate { files - 1 - file } else { file }, ranks - 1 - rank);
        draft.setup[br * files + bf] = Some((kind, true));
    }
    // Not everything has to be the same on both sides.
    if random.percent(10) {
        let at = random.below(files);
        if draft.setup[at].is_none_or(|(kind, _)| kind >= royals) {
            draft.setup[at] = None;
        }
    }
    if random.percent(8) {
        draft.setup_lines.push("side black".to_owned());
    }
    if random.percent(4) {
        draft.setup_lines.push("rights none".to_owned());
    }
}

fn holes(random: &mut Random, draft: &mut Draft, rotate: bool) {
    if !random.percent(12) {
        return;
    }
    for _ in 0..random.within(1, 5) {
        let (file, rank) = (random.below(draft.files), random.below(draft.ranks));
        let other = (if rotate { draft.files - 1 - file } else { file }, draft.ranks - 1 - rank);
        for (file, rank) in [(file, rank), other] {
            let free = draft.setup[rank * draft.files + file].is_none();
            if free && !draft.holes.contains(&(file, rank)) {
                draft.holes.push((file, rank));
            }
        }
    }
}

fn promotion(random: &mut Random, draft: &mut Draft) {
    if draft.kinds.len() < 3 || !random.percent(70) {
        return;
    }
    let plain: Vec<usize> = (0..draft.kinds.len()).filter(|&k| !draft.kinds[k].royal()).collect();
    if plain.len() < 2 {
        return;
    }
    let mover = if random.percent(80) { plain[0] } else { *random.pick(&plain) };
    let others: Vec<usize> = plain.iter().copied().filter(|&k| k != mover).collect();
    let mut names = vec![draft.kinds[mover].name.clone()];
    if random.percent(12) {
        let second = *random.pick(&others);
        names.push(draft.kinds[second].name.clone());
    }
    let last = draft.ranks;
    let zone = match random.below(10) {
        0..=5 => format!("on rank {last}"),
        6 => format!("on ranks {}..{last}", (last * 2).div_ceil(3)),
        7 => format!("in or out of ranks {}..{last}", (last * 2).div_ceil(3)),
        8 => format!("out of ranks {}..{last}", (last * 2).div_ceil(3)),
        _ => format!("on {}", region(random, draft, 30)),
    };
    let condition = random.weighted(&[
        (70, ""),
        (15, ", optional"),
        (6, ", optional unless stuck"),
        (5, ", on capture only"),
        (4, ", optional, on capture only"),
    ]);
    let mut to: Vec<String> = others.iter().map(|&k| draft.kinds[k].name.clone()).collect();
    random.shuffle(&mut to);
    to.truncate(random.within(1, 4));
    let mut lines = vec![format!("to {}", to.join(", "))];
    if random.percent(15) {
        let kind = draft.kinds[*random.pick(&others)].name.clone();
        let second = draft.kinds[*random.pick(&others)].name.clone();
        lines.push(format!("to {kind} and {second} at origin"));
    }
    if random.percent(8) {
        lines[0] += &format!(" limit {}", random.within(1, 3));
    }
    draft.clauses.push(Clause { head: format!("promotion {} {zone}{condition}", names.join(", ")), lines });
}

fn castling(random: &mut Random, draft: &mut Draft) {
    if !random.percent(30) {
        return;
    }
    let row: Vec<Option<usize>> =
        (0..draft.files).map(|f| draft.setup[f].filter(|p| !p.1).map(|p| p.0)).collect();
    let actor = if random.percent(90) { 0 } else { random.below(draft.kinds.len()) };
    let Some(from) = row.iter().position(|&k| k == Some(actor)) else { return };
    let mut lines = Vec::new();
    for right in [true, false] {
        let partners: Vec<usize> = (0..draft.files)
            .filter(|&f| if right { f > from } else { f < from })
            .filter(|&f| row[f].is_some_and(|k| k != 0))
            .collect();
        if partners.is_empty() {
            continue;
        }
        let partner = *random.pick(&partners);
        let steps = random.within(1, 3);
        let to = if right { from + steps } else { from.wrapping_sub(steps) };
        if to >= draft.files {
            continue;
        }
        let beside =
            if random.percent(80) { if right { to - 1 } else { to + 1 } } else { random.below(draft.files) };
        let name = &draft.kinds[row[partner].unwrap_or(0)].name;
        lines.push(format!(
            "with {name} {} > {}, {} > {}",
            square(from, 0),
            square(to, 0),
            square(partner, 0),
            square(beside, 0)
        ));
    }
    if !lines.is_empty() {
        let head = format!("castling {}", draft.kinds[actor].name);
        draft.clauses.push(Clause { head, lines });
    }
}

/// Captures with consequences, drops and blockers: few variants have them.
fn effects(random: &mut Random, draft: &mut Draft) {
    let count = draft.kinds.len();
    let name = |n: usize| draft.kinds[n].name.clone();
    let other = name(random.within(1, count - 1));
    let clause = match random.below(40) {
        0 => (
            "after capture".to_owned(),
            vec!["destroy captor".to_owned(), format!("destroy each within 1 of target except {other}")],
        ),
        1 => (format!("on capture by {other}"), vec!["destroy captor".to_owned()]),
        2 => (format!("on capture by {other}"), vec![format!("captor becomes {}", name(count - 1))]),
        3 => ("drops from captures".to_owned(), vec![format!("{other} on ranks 1..{}", draft.ranks - 1)]),
        4 if !draft.rocks.is_empty() => {
            (format!("after move of {other}"), vec!["place Rock on an empty square".to_owned()])
        }
        _ => return,
    };
    draft.clauses.push(Clause { head: clause.0, lines: clause.1 });
}

fn ends(random: &mut Random, draft: &mut Draft, checked: bool, royals: usize) {
    let names: Vec<String> = draft.kinds[..royals].iter().map(|k| k.name.clone()).collect();
    let mut lines = Vec::new();
    let verdict = |random: &mut Random| random.weighted(&[(6, "draws"), (3, "loses"), (2, "wins")]);
    let claim = |random: &mut Random| if random.percent(15) { " on claim" } else { "" };
    if checked {
        let mate = random.weighted(&[(19, "loses"), (1, "wins")]);
        lines.push(format!("checkmate {mate}"));
        if random.percent(5) {
            lines.push(format!("no {} loses", names.join(", ")));
        }
    } else {
        lines.push(format!("no {} loses", names.join(", ")));
    }
    if random.percent(95) {
        let result = verdict(random);
        lines.push(format!("stalemate {result}"));
    }
    if random.percent(20) {
        lines.push(format!("only {} draws \"too few\"", names.join(", ")));
    }
    if random.percent(80) {
        lines.push(format!("repetition {} {}{}", random.within(2, 4), verdict(random), claim(random)));
    }
    if random.percent(80) {
        lines.push(format!("clock {} moves {}{}", random.within(3, 60), verdict(random), claim(random)));
    }
    if random.percent(20) {
        random.shuffle(&mut lines);
    }
    draft.ends = lines;
}
