use super::*;
use crate::geometry::BoardSize;
use crate::set::Set256;
use crate::spec::{FieldShape, FieldSpec, RightSpec, TerrainSpec};
use std::borrow::Cow;

fn kind(name: &'static str, code: &'static str, count: (u8, u8)) -> KindSpec {
    KindSpec { name: name.into(), code: code.into(), royal: count.0 > 0, count }
}

/// A game with everything that FEN can show: Chief `K`, Tower `R`, Walker `P`, Great Tower `+R` and
/// Jumper `[Ju]`.
fn spec(files: u8, ranks: u8) -> Spec {
    let size = BoardSize { files, ranks };
    let tower = |name: &str| (size.parse(name).unwrap(), 1);
    let rights = vec![
        RightSpec { letter: 'K', side: Side::White, needs: Cow::Owned(vec![tower("h1")]) },
        RightSpec { letter: 'q', side: Side::Black, needs: Cow::Owned(vec![tower(&format!("a{ranks}"))]) },
    ];
    Spec {
        name: "toy".into(),
        title: "Toy".into(),
        aliases: Cow::Borrowed(&[]),
        size,
        holes: Set256::EMPTY,
        kinds: Cow::Owned(vec![
            kind("Chief", "K", (1, 1)),
            kind("Tower", "R", (0, 255)),
            kind("Walker", "P", (0, 9)),
            kind("Great Tower", "+R", (0, 255)),
            kind("Jumper", "Ju", (0, 255)),
        ]),
        terrain: Cow::Owned(vec![
            TerrainSpec { name: "mud".into(), code: Some(':'), blocks: false },
            TerrainSpec { name: "bog".into(), code: None, blocks: false },
        ]),
        rights: Cow::Owned(rights),
        hands: true,
        fields: Cow::Owned(vec![
            FieldSpec { name: "last".into(), shape: FieldShape::Text },
            FieldSpec { name: "budget".into(), shape: FieldShape::Text },
        ]),
        options: Cow::Borrowed(&[]),
        start: "".into(),
    }
}

fn messages(text: &str, spec: &Spec) -> Vec<(usize, String)> {
    match read(text, spec) {
        Ok(record) => panic!("{text:?} was accepted as {:?}", write(&record, spec)),
        Err(error) => error.problems.into_iter().map(|p| (p.column, p.message)).collect(),
    }
}

#[test]
fn texts_come_back_unchanged() {
    // trap 108: numbers of any length; trap 122: greedy numbers on wide boards.
    let cases = [
        (8, 8, "4k3/8/8/8/8/8/8/4K3[] w - - 0 149"),
        (8, 8, "4k3/8/8/8/8/8/8/4K3[] b - - 0 150"),
        (8, 8, "4k3/8/8/8/8/8/8/4K3[] w - - 4294967295 4294967295"),
        (8, 8, "r3k3/pp1:4/8/8/4+R[ju]1P/8/8/4K1[Ju]R[RRP+R[Ju]pp[ju]] b Kq e3f3 12 9999"),
        (10, 10, "4k5/10/10/10/10/10/10/10/10/4K5[] w - a10 0 1"),
        (12, 9, "4k7/12/12/12/12/p11/12/11P/4K7[] w - - 0 1"),
        (16, 16, "k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15[] w - p16 3 2"),
        (8, 8, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 {mud a1 e8; last w:P b:-; budget 2}"),
    ];
    for (files, ranks, text) in cases {
        let spec = spec(files, ranks);
        let text = text.replace("mud a1 e8", "mud e1 e8");
        match read(&text, &spec) {
            Ok(record) => assert_eq!(write(&record, &spec), text),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn other_spellings_mean_the_same() {
    let plain = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let cases = [
        ("4k3/8/8/8/8/8/8/4K3", plain),   // trap 119: everything after the board missing
        ("4k3/8/8/8/8/8/8/4K3 w", plain), // trap 119
        ("4k3/8/8/8/8/8/8/4K3[-] w - - 0 1", plain), // trap 59
        ("4k3/8/8/8/8/8/8/4K3\tw\t-\t-\t0\t1", plain), // trap 125: tabs
        ("  4k3/8/8/8/8/8/8/4K3 w  -  -  0 1 ", plain),
        // trap 99: the order inside a hand is no matter.
        ("4k3/8/8/8/8/8/8/4K3[pRp[Ju]r] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[R[Ju]rpp] w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3/R[Ju]p w - - 0 1", "4k3/8/8/8/8/8/8/4K3[R[Ju]p] w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", plain),
        ("r3k3/8/8/8/8/8/8/4K2R w qK - 0 1", "r3k3/8/8/8/8/8/8/4K2R[] w Kq - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - f3e3 0 1", "4k3/8/8/8/8/8/8/4K3[] w - e3f3 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - {budget 2;last x}", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 {last x; budget 2}"),
    ];
    let spec = spec(8, 8);
    for (text, expected) in cases {
        let record = read(text, &spec).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(&record, &spec), expected, "{text}");
    }
}

#[test]
fn each_fault_is_named_with_its_place() {
    let cases: &[(&str, usize, &str)] = &[
        ("", 1, "the text is empty; a position begins with its board"),
        // trap 117: a missing royal is an error that names it.
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", 1, "White has no Chief"),
        ("4k3/8/8/8/8/8/8/KK6", 1, "White has 2 Chief, at most 1 are allowed"),
        // trap 121: the reason is said.
        ("1r2k3/8/8/8/8/8/8/4K3 b q - 0 1", 25, "right `q`: no Tower of Black on a8"),
        ("4k3/8/8/8/8/8/8/4K2R b KK - 0 1", 25, "right `K` stands twice"),
        ("4k3/8/8/8/8/8/8/4K3 b x - 0 1", 23, "right `x`: the rights of this game are `Kq`, or `-` for none"),
        // trap 122: two digits side by side.
        ("4k3/44/8/8/8/8/8/4K3", 5, "two numbers side by side: write `44` as one"),
        ("4k3/08/8/8/8/8/8/4K3", 5, "a number of empty squares begins with 1 to 9"),
        ("4k3/9/8/8/8/8/8/4K3", 5, "rank 7 has 9 squares; this board has 8 files"),
        ("4k3/7/8/8/8/8/8/4K3", 5, "rank 7 has 7 squares; this board has 8 files"),
        ("4k3//8/8/8/8/8/4K3", 5, "rank 7 has 0 squares; this board has 8 files"),
        ("4k3/8/8/8/8/8/4K3", 1, "the board has 7 rows; it needs 8, parted by `/`"),
        ("4k3/8/8/8/8/8/8/8/4K3", 19, "`4` is no piece of this game; its pieces are K R P +R [Ju]"),
        // trap 125: a letter of several bytes, and its column in characters.
        ("4k3/8/8/8/8/8/8/4K2♜", 20, "`♜` is no piece of this game; its pieces are K R P +R [Ju]"),
        ("é3k3/8/8/8/8/8/8/4K2♜", 1, "`é` is no piece of this game; its pieces are K R P +R [Ju]"),
        ("4k3/8/8/8/8/8/8/4K2[Xy] w", 20, "`[Xy]` is no piece of this game; its pieces are K R P +R [Ju]"),
        ("4k3/8/8/8/8/8/8/4K2+P w", 20, "`+P` is no piece of this game; its pieces are K R P +R [Ju]"),
        ("4k3/8/8/8/8/8/8/4K2[Ju w", 20, "this bracket is not closed"),
        ("4k3/8/8/8/8/8/8/4K3[R w", 20, "the hand after the board is not closed by `]`"),
        ("4k3/8/8/8/8/8/8/4K3[R1] w", 22, "`1` is no piece of this game; its pieces are K R P +R [Ju]"),
        ("4k3/8/8/8/8/8/8/4KR~1 w", 20, "`~` marks promoted pieces, which this game does not"),
        ("4k3/8/8/8/8/8/8/4K3 W", 21, "the side to act is `w` or `b`, not `W`"),
        // trap 34: no square at all; the rules see to squares that nothing explains.
        (
            "4k3/8/8/8/8/8/8/4K3 w - e9",
            25,
            "`e9` is no square of this board; write squares together (`e3`), or `-`",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e3e3", 27, "e3 stands twice"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", 27, "the clock is a number, not `x`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", 29, "the number of the move is at least 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 4294967296", 27, "the clock is at most 4294967295"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", 27, "`3+3` counts checks, which this game does not"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x",
            31,
            "nothing may follow the number of the move but fields in braces; here is `x`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 {bugdet 2}",
            32,
            "no field is called `bugdet`; this game has: mud, bog, last, budget",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {last 2; last 3}", 40, "the field `last` stands twice"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {last 2", 31, "the fields in braces are not closed by `}`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {} x", 34, "nothing can follow the fields in braces"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {mud e9}", 32, "field `mud`: `e9` is no square of this board"),
        // Nothing is ignored: braces without fields, fields without a value, what is said twice.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {}", 31, "there are no fields in these braces; leave them out"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {;}", 31, "there is no field here; leave out this `;`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {last 2;}", 38, "there is no field here; leave out this `;`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {last}", 32, "field `last`: it says nothing; leave it out"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {mud}", 32, "field `mud`: it says nothing; leave it out"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {mud a1; mud a2}", 40, "the field `mud` stands twice"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {mud a1 a1}", 32, "field `mud`: a1 stands twice"),
        ("4k3/8/8/8/8/8/8/:3K3 w - - 0 1 {mud a1}", 33, "field `mud`: a1 stands twice"),
        ("4k3/8/8/8/8/8/8/:3K3 w - - 0 1 {bog a1}", 33, "field `bog`: on a1 there is `mud` already"),
    ];
    let spec = spec(8, 8);
    for (text, column, message) in cases {
        let found = messages(text, &spec);
        assert!(found.contains(&(*column, (*message).to_owned())), "{text}: {found:#?}");
    }
    for (files, text, column, message) in [
        // trap 122: numbers are greedy on boards of ten files and more.
        (10, "4k5/19/10/10/10/10/10/4K5", 5, "rank 7 has 19 squares; this board has 10 files"),
        (9, "4k4/10/9/9/9/9/9/4K4", 5, "two numbers side by side: write `10` as one"),
    ] {
        let found = messages(text, &self::spec(files, 8));
        assert!(found.contains(&(column, message.to_owned())), "{text}: {found:#?}");
    }
}

#[test]
fn a_game_without_hands_takes_none() {
    let plain = Spec { hands: false, ..spec(8, 8) };
    assert!(read("4k3/8/8/8/8/8/8/4K3[-] w", &plain).is_ok());
    let found = messages("4k3/8/8/8/8/8/8/4K3[R] w", &plain);
    assert_eq!(found, [(20, "this game has no pieces in hand".to_owned())]);
    let found = messages("4k3/8/8/8/8/8/8/8/4K3", &plain);
    assert_eq!(found, [(1, "the board has 9 rows; it needs 8, parted by `/`".to_owned())]);
    let record = read("4k3/8/8/8/8/8/8/4K3", &plain).unwrap();
    assert_eq!(write(&record, &plain), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn all_reasons_come_at_once() {
    // trap 121
    let found = messages("4k3/8/8/8/8/8/8/4K3 x K z9 a 0", &spec(8, 8));
    let columns: Vec<usize> = found.iter().map(|f| f.0).collect();
    assert_eq!(columns, [21, 23, 25, 28, 30], "{found:#?}");
}

#[test]
fn nonsense_is_an_error_and_no_panic() {
    // trap 116
    let spec = spec(8, 8);
    let long = "♜[+".repeat(200_000);
    let digits = "9".repeat(100_000);
    let spread =
        format!("4k3/8/8/8/8/8/8/4K3 {} {} {} {} {{{}", "x".repeat(9000), long, digits, digits, long);
    for text in [
        "fen startpos",
        "blah",
        "/",
        "[",
        "{",
        "+",
        "é",
        "4k3/8 \u{3000} b",
        " {",
        "[]",
        &long,
        &digits,
        &spread,
    ] {
        let error = read(text, &spec).expect_err("nonsense was accepted");
        assert!((1..=25).contains(&error.problems.len()));
        for problem in &error.problems {
            assert!(text.get(problem.span.clone()).is_some(), "{problem:?} cuts a character of {text:.20}");
            assert!(problem.message.len() < 300);
        }
    }
}

#[test]
fn holes_keep_rows_countable() {
    let mut spec = spec(8, 8);
    spec.holes = ["a1", "h8", "d4"].iter().map(|s| spec.size.parse(s).unwrap()).collect();
    spec.rights = Cow::Borrowed(&[]);
    let text = "4k2*/8/8/8/3*4/8/8/*3K3[] w - - 0 1";
    assert_eq!(write(&read(text, &spec).unwrap(), &spec), text);
    assert_eq!(write(&read("4k3/8/8/8/8/8/8/4K3", &spec).unwrap(), &spec), text);
    for (text, column, message) in [
        ("4k2R/8/8/8/8/8/8/4K3", 4, "there is no square h8 on this board"),
        ("*3k3/8/8/8/8/8/8/4K3", 1, "`*` marks a missing square, but a8 exists"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - d4",
            25,
            "`d4` is no square of this board; write squares together (`e3`), or `-`",
        ),
    ] {
        let found = messages(text, &spec);
        assert!(found.contains(&(column, message.to_owned())), "{text}: {found:#?}");
    }
    spec.terrain = Cow::Owned(vec![TerrainSpec { name: "wall".into(), code: Some('*'), blocks: false }]);
    assert_eq!(hole_char(&spec), '#');
    let text = "4k2#/2*5/8/8/3#4/8/8/#3K3[] w - - 0 1";
    assert_eq!(write(&read(text, &spec).unwrap(), &spec), text);
}

#[test]
fn random_records_come_back() {
    let mut state = 7u64;
    let mut draw = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    for round in 0..300 {
        let mut spec = spec(8 + draw(9) as u8, 8 + draw(9) as u8);
        let all = spec.size.squares() as u64;
        if round % 3 == 0 {
            spec.holes = (0..draw(5)).map(|_| Square(draw(all) as u8)).collect();
        }
        let mut record = empty(&spec);
        for square in spec.size.all().filter(|&s| !spec.holes.has(s)) {
            if draw(3) == 0 {
                let side = Side::BOTH[draw(2) as usize];
                record.squares[square.index()] = Some(Piece { side, kind: [1, 3, 4][draw(3) as usize] });
            }
            record.terrain[square.index()] = u8::from(draw(9) == 0);
        }
        let free: Vec<Square> = spec.size.all().filter(|&s| !spec.holes.has(s)).collect();
        for (i, side) in Side::BOTH.into_iter().enumerate() {
            record.squares[free[10 + 20 * i].index()] = Some(Piece { side, kind: 0 });
            record.hands[i] = (0..5).map(|k| if k == 0 { 0 } else { draw(4) as u8 }).collect();
        }
        record.side = Side::BOTH[draw(2) as usize];
        record.passed = free.iter().copied().filter(|_| draw(40) == 0).collect();
        record.clock = draw(1 << 30) as u32;
        record.number = 1 + draw(1 << 30) as u32;
        let text = write(&record, &spec);
        assert_eq!(read(&text, &spec).as_ref(), Ok(&record), "{text}");
    }
}
