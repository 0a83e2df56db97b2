//! Texts of movements: canonical forms, problems with their places, and hostile input.

use std::time::{Duration, Instant};

use chv_dsl::model::{BoardSize, KindSet, Side};
use chv_dsl::movement::{Context, Dialect, MAX_LENGTH, Problem, expand, parse};

fn context() -> Context {
    let size = BoardSize { files: 8, ranks: 8 };
    let all = KindSet(7);
    Context::new(size, Side::White, all, KindSet(4))
}

#[test]
fn canonical_text() {
    for (text, canonical) in [
        ("fmWfceFifmnD", "fmWfceFifmnD"),
        ("mfWcefFfimnD", "fmWfceFifmnD"),
        ("ecfF", "fceF"),
        ("rfF", "frF"),
        ("rfN", "rfN"),
        ("rfW", "frW"),
        ("sfW", "fsW"),
        ("llN", "lN"),
        ("rrffN", "ffrN"),
        ("lffN", "fflfN"),
        ("(4,1)", "(4,1)"),
        ("z(1,4)0", "z(4,1)0"),
        ("R0", "R"),
        ("fmBB", "fmB"),
        ("W0", "WW"),
        ("NX0", "NX0"),
        ("v[F?R]", "v[F?R]"),
        ("[vcmW?fsB]", "[vmcW?fsB]"),
        ("afs(afz)W", "afs(afz)W"),
        ("jjB", "jjB"),
        ("KisO2", "KisO2"),
        ("mpvyasWafsF", "vmpyasWafsF"),
    ] {
        let (movement, problems) = parse(text, Dialect::Chv);
        let movement = movement.unwrap_or_else(|| panic!("{text}: {problems:?}"));
        assert_eq!(movement.canonical(), canonical, "{text}");
        let (again, _) = parse(canonical, Dialect::Chv);
        assert_eq!(again.as_ref(), Some(&movement), "{text} and {canonical}");
        assert_eq!(expand(&movement, &context()), expand(&again.unwrap(), &context()), "{text}");
    }
}

/// Errors: the text, its code, the characters it is about, and words of message or help.
#[test]
fn errors_have_places_and_repairs() {
    for (text, code, place, words) in [
        ("", "E0200", "", "`none`"),
        ("fJ", "E0203", "J", "`Z` for (3,2)"),
        ("WL", "E0203", "L", "`C` for (3,1)"),
        ("WEF", "E0203", "E", "`E` is not an atom"),
        ("WF X", "E0202", " ", "no meaning"),
        ("KX", "E0203", "X", "(4,1)"),
        ("WY", "E0203", "WY", "`WY` is not an atom"),
        ("W03", "E0204", "03", "`3` is up to 3"),
        ("3W", "E0204", "3", "does not follow an atom"),
        ("W300", "E0204", "300", "longer than any board"),
        ("xW", "E0205", "x", "reserved"),
        ("fwW", "E0205", "w", "reserved"),
        ("Wfm", "E0206", "fm", "no atom follows"),
        ("(0,0)", "E0211", "(0,0)", "goes nowhere"),
        ("(16,1)", "E0211", "(16,1)", "longer than any board"),
        ("(999,1)", "E0211", "(999,1)", "longer than any board"),
        ("hN", "E0208", "h", "needs a partner"),
        ("mmW", "E0213", "m", "once too often"),
        ("nW", "E0207", "n", "leave out `n`"),
        ("fhF", "E0207", "fh", "`fF`"),
        ("hrW", "E0207", "hr", "no meaning"),
        ("pN", "E0207", "p", "`pNN`"),
        ("cgW", "E0207", "g", "`gR`"),
        ("zN", "E0207", "z", "`zNN`"),
        ("z(4,1)", "E0207", "z", "`z(4,1)0`"),
        ("ymW", "E0207", "y", "the last"),
        ("feF", "E0207", "e", "`ce`"),
        ("muW", "E0207", "u", "add `c`"),
        ("mtW", "E0207", "t", "spares royals"),
        ("tkW", "E0207", "t", "spares royals"),
        ("tafW", "E0207", "t", "add `p`"),
        ("fU", "E0207", "f", "every square"),
        ("U3", "E0207", "3", "range"),
        ("pU", "E0207", "p", "no meaning on `U`"),
        ("njD", "E0207", "j", "both empty"),
        ("pgR", "E0207", "g", "either like"),
        ("afiW", "E0207", "i", "first leg"),
        ("zqB", "E0207", "q", "crooked"),
        ("isO", "E0216", "O", "`isO2`"),
        ("fO2", "E0207", "f", "no meaning on `O`"),
        ("[W?F", "E0209", "[", "never closed"),
        ("W]", "E0209", "]", "nothing is open"),
        ("[W?]", "E0209", "]", "a leg is missing"),
        ("[WF]", "E0209", "F", "without `-` or `?`"),
        ("[W]", "E0209", "[W]", "leave out the brackets"),
        ("W-F", "E0209", "-", "inside brackets"),
        ("[W-fsaF]", "E0215", "a", "its own atom"),
        ("[F?fR]", "E0218", "fR", "`fs`"),
        ("n[F?R]", "E0207", "n", "belongs to no leg"),
        ("(fs)W", "E0210", "(fs)", "no `a`"),
        ("[K-O2]", "E0207", "O2", "cannot be a leg"),
        ("W(", "E0209", "(", "neither a leap"),
    ] {
        let (movement, problems) = parse(text, Dialect::Chv);
        assert!(movement.is_none(), "{text} is refused");
        let found = problems.iter().filter(|p| p.error).any(|p| {
            let all = format!("{} {:?} {:?}", p.message, p.notes, p.help);
            p.code == code && &text[p.span.clone()] == place && all.contains(words)
        });
        assert!(found, "{text}: {problems:#?}");
    }
}

/// Trap 76: an unknown atom is an error at its column. Trap 167: 400 brackets are an error, not a
/// stack overflow, and not 400 errors.
#[test]
fn known_traps() {
    let (_, problems) = parse("P", Dialect::Chv);
    assert_eq!((problems[0].code, problems[0].span.clone()), ("E0203", 0..1), "trap 76");
    for text in ["[".repeat(400), "(".repeat(400), "[W-".repeat(150)] {
        let (movement, problems) = parse(&text, Dialect::Chv);
        assert!(movement.is_none() && problems.len() < 200, "trap 167: {} problems", problems.len());
    }
    assert!(parse(&"[".repeat(400), Dialect::Chv).1.len() <= 2, "trap 167");
}

#[test]
fn several_errors_in_one_text() {
    let (_, problems) = parse("fJxWL", Dialect::Chv);
    let codes: Vec<&str> = problems.iter().map(|p| p.code).collect();
    assert_eq!(codes, ["E0203", "E0205", "E0203"]);
}

/// The spelling of other dialects is refused with their name, and nothing else is said.
#[test]
fn other_dialects_are_named() {
    for (text, place, words) in [
        ("KNAD(cK-aK)(mcK-bK)", "(cK-aK)", "Betza 2.0"),
        ("R(R-sR)", "(R-sR)", "[R-sR]"),
        ("QDA(D-R)((4,0)-R)", "((4,0)-R)", "large-game-table"),
        ("t[FWW]DD", "t[FWW]", "`[F-WW]`"),
        ("B{F,B}>", "{F,B}", "braces"),
        ("fW/WW", "/", "flip pieces"),
        ("mccW", "cc", "different-armies"),
        ("Fhh[F-R]", "hh", "half the distance"),
        ("WssQ", "ss", "spacious"),
        ("(mRcpRw,Nb)", "(mRcpRw,Nb)", "each side"),
    ] {
        let (movement, problems) = parse(text, Dialect::Chv);
        assert!(movement.is_none(), "{text}");
        assert!(problems.iter().all(|p| p.code == "E0220"), "{text}: {problems:#?}");
        let found = problems.iter().any(|p| {
            let all = format!("{} {:?} {:?}", p.message, p.notes, p.help);
            &text[p.span.clone()] == place && all.contains(words)
        });
        assert!(found, "{text}: {problems:#?}");
    }
}

#[test]
fn warnings() {
    for (text, code, place, words) in [
        ("fK", "W0201", "f", "write `fW` for the meaning here, `fWfF` for the other"),
        ("fsmK", "W0201", "fs", "`fmF` for the meaning here, `fsmWfmF` for the other"),
        ("flQ3", "W0201", "fl", "`flB3`"),
        ("sF", "W0202", "s", "leaves out nothing"),
        ("fsF", "W0202", "fs", "`fF`"),
        ("afsafrW", "W0203", "fr", "`q`"),
        ("yafsF3", "W0204", "3", "range does not hold"),
        ("ffW", "W0206", "ff", "`f`"),
        ("fmfcR", "W0206", "fmf", "`f`"),
        ("lbblF", "W0206", "lbbl", "`bl`"),
        ("frfrN", "W0206", "frfr", "`fr`"),
        ("RR", "W0207", "R", "write `R`"),
        ("B0", "W0207", "0", "write `B`"),
        ("NRN", "W0208", "N", "write `NR`"),
        ("RRRRR", "W0208", "RR", "write `R`"),
        ("mWWNmR", "W0208", "mR", "write `mWWN`"),
        ("fsW[W-F]sfW", "W0208", "sfW", "write `fsW[W-F]`"),
    ] {
        let (movement, problems) = parse(text, Dialect::Chv);
        assert!(movement.is_some(), "{text}: {problems:#?}");
        let found = problems.iter().any(|p| {
            let all = format!("{} {} {}", p.message, p.notes.join(" "), p.help.clone().unwrap_or_default());
            !p.error && p.code == code && &text[p.span.clone()] == place && all.contains(words)
        });
        assert!(found, "{text}: {problems:#?}");
    }
    for text in [
        "K",
        "fhK",
        "mK",
        "afK",
        "fsR",
        "W3",
        "fmWfceFifmnD",
        "(alar)N",
        "afsafzW",
        "ffN",
        "ffrrN",
        "ffrF",
        "mcdR",
        "WW",
    ] {
        let (_, problems) = parse(text, Dialect::Chv);
        assert!(problems.is_empty(), "{text}: {problems:#?}");
    }
}

/// The other program's subset, as it is translated.
#[test]
fn fairy_stockfish_subset() {
    for (text, canonical) in [
        ("fK", "fWfF"),
        ("fsK", "sWfF"),
        ("fQ2", "fR2fB2"),
        ("L", "C"),
        ("nJ", "nZ"),
        ("fN", "fN"),
        ("fsW", "fsW"),
        ("pW", "pR"),
        ("imR3", "imR3"),
        ("iN", "imN"),
        ("bKfQ", "bWbFfRfB"),
        ("mRcpR", "mRcpR"),
        ("gR2", "pR2"),
    ] {
        let (movement, problems) = parse(text, Dialect::Fsf);
        let movement = movement.unwrap_or_else(|| panic!("{text}: {problems:?}"));
        assert_eq!(movement.canonical(), canonical, "{text}");
    }
    for text in ["afsW", "[F?R]", "(afz)W", "O2", "R12", "U"] {
        assert!(parse(text, Dialect::Fsf).0.is_none(), "{text} is not in that dialect");
    }
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.roll(words.len())]
    }

    fn mods(&mut self) -> String {
        let letters = [
            "f", "b", "l", "r", "v", "s", "fs", "fr", "lf", "rv", "ff", "fh", "hr", "m", "c", "d", "k", "p",
            "g", "o", "n", "j", "u", "t", "y", "z", "q", "fz", "bq", "e", "i",
        ];
        (0..self.roll(4)).map(|_| self.pick(&letters)).collect()
    }

    fn unit(&mut self) -> String {
        let atoms =
            ["W", "F", "D", "N", "A", "H", "C", "Z", "G", "R", "B", "Q", "K", "FX", "NY", "(4,1)", "(2,2)"];
        let atom = self.pick(&atoms);
        let range = match self.roll(6) {
            0 => "2",
            1 => "0",
            2 if atom.len() == 1 => atom,
            _ => "",
        };
        format!("{atom}{range}")
    }

    fn term(&mut self) -> String {
        let (mods, unit) = (self.mods(), self.unit());
        match self.roll(6) {
            0 => format!("{mods}[{}{unit}-{}{}]", self.mods(), self.mods(), self.unit()),
            1 => {
                let (a, b) = (self.mods(), self.mods());
                format!("{mods}[{a}{unit}?{b}{}?{}{}]", self.unit(), self.mods(), self.unit())
            }
            2 => format!("{mods}a{}{unit}", self.mods()),
            3 => format!("{mods}a{}a{}{unit}", self.mods(), self.mods()),
            4 => format!("{mods}({}a{})a{}{unit}", self.mods(), self.mods(), self.mods()),
            _ => format!("{mods}{unit}"),
        }
    }
}

/// What is accepted reads back from its canonical text as the same tree and the same walks.
#[test]
fn canonical_text_reads_back() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let text: String = (0..1 + dice.roll(2)).map(|_| dice.term()).collect();
        let (movement, problems) = parse(&text, Dialect::Chv);
        check_places(&text, &problems);
        assert_eq!(movement.is_none(), problems.iter().any(|p| p.error), "{text}: {problems:#?}");
        let Some(movement) = movement else { continue };
        accepted += 1;
        let canonical = movement.canonical();
        let (again, problems) = parse(&canonical, Dialect::Chv);
        assert_eq!(again.as_ref(), Some(&movement), "{text} and {canonical}: {problems:#?}");
        assert_eq!(again.map(|m| m.canonical()), Some(canonical.clone()), "{text}");
        if accepted % 8 == 0 {
            // What has too many ways has its places, in each text other ones.
            let one = expand(&movement, &context()).ok();
            let other = expand(&parse(&canonical, Dialect::Chv).0.unwrap(), &context()).ok();
            assert_eq!(one, other, "{text} and {canonical}");
        }
    }
    assert!(accepted > 1_000, "only {accepted} texts were accepted");
}

fn check_places(text: &str, problems: &[Problem]) {
    for problem in problems {
        let span = problem.span.clone();
        assert!(text.get(span.clone()).is_some(), "{text}: {span:?} is no place of {}", problem.code);
        assert!(!problem.message.is_empty() && problem.code.len() == 5, "{problem:?}");
    }
}

/// Every code that these tests meet has a longer text, and the texts are in order.
#[test]
fn codes_are_explained() {
    use chv_dsl::diagnostics::explanations;
    let codes: Vec<&str> = explanations().iter().map(|e| e.code).collect();
    let mut dice = Dice(0xdead_beef_0bad_cafe);
    for _ in 0..5_000 {
        let text =
            format!("{}{}", dice.term(), dice.pick(&["", "L", "3", "[W]", "(fs)W", "h", "t[FW]", "O", "xW"]));
        for problem in parse(&text, Dialect::Chv).1 {
            assert!(codes.contains(&problem.code), "{text}: {problem:?}");
        }
    }
}

/// Rubbish is refused quickly and without a panic, whatever it is made of.
#[test]
fn rubbish() {
    let pieces = [
        "(", ")", "[", "]", "{", "}", "-", "?", "/", ",", "0", "7", "a", "f", "h", "z", "i", "W", "N", "K",
        "X", "Y", "U", "O", "I", "L", "é", "将", "\u{feff}", " ", "\t", "t[", "(4,", "ss", "'",
    ];
    let mut dice = Dice(0x1234_5678_9abc_def1);
    for round in 0..20_000 {
        let text: String = (0..dice.roll(24)).map(|_| dice.pick(&pieces)).collect();
        let dialect = if round % 4 == 0 { Dialect::Fsf } else { Dialect::Chv };
        let (movement, problems) = parse(&text, dialect);
        check_places(&text, &problems);
        assert_eq!(movement.is_none(), problems.iter().any(|p| p.error), "{text}");
        if let Some(movement) = movement {
            // Too complex is an answer; a panic is not.
            let _ = expand(&movement, &context()).map_err(|p| check_places(&text, &p));
        }
    }
}

/// The longest texts take no time, whether they are accepted or not.
#[test]
fn long_texts_are_quick() {
    let most = MAX_LENGTH;
    let texts = [
        "(".repeat(100_000),
        "[".repeat(most),
        "(".repeat(most),
        "m".repeat(most),
        "W".repeat(most),
        "N".repeat(most - 1),
        format!("{}K", "a".repeat(most - 1)),
        format!("{}K", "(a)".repeat(most / 3)),
        format!("{}N", "(alar)".repeat(most / 6)),
        format!("{}R", "mca".repeat(most / 3)),
        format!("{}Q", "mpafs".repeat(most / 5)),
        format!("[{}W]", "K?".repeat(most / 2 - 2)),
        format!("[{}W]", "R9-".repeat(most / 3 - 2)),
        format!("{}B9", "ia".repeat(most / 2 - 1)),
        format!("i{}R9", "aiai".repeat(most / 4 - 1)),
        format!("{}K", "a".repeat(63)),
        format!("{}K", "(a)".repeat(63)),
        format!("{}N", "(alar)".repeat(31)),
        format!("{}R", "mca".repeat(63)),
        format!("{}R9", "mca".repeat(63)),
        format!("{}Q", "mpafs".repeat(63)),
        format!("[{}W]", "K?".repeat(63)),
        format!("[{}W]", "R9-".repeat(63)),
        format!("{}B9", "ia".repeat(63)),
        format!("R{}R9", "ai".repeat(63)),
        "Q9".repeat(most / 2),
        "qQzRzBqN".repeat(most / 8),
        "(15,14)0".repeat(most / 8),
        "é".repeat(most / 2),
    ];
    for text in texts {
        let start = Instant::now();
        let (movement, problems) = parse(&text, Dialect::Chv);
        check_places(&text, &problems);
        if let Some(movement) = movement {
            let size = BoardSize { files: 16, ranks: 16 };
            let _ = expand(&movement, &Context { size, ..context() });
        }
        let time = start.elapsed();
        let head: String = text.chars().take(24).collect();
        println!("{head:24} {time:?}");
        // A second is the figure in a release build; this guards against work that explodes.
        assert!(time < Duration::from_secs(30), "{head}.. took {time:?}");
    }
}
