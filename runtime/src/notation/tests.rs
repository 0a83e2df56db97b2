use std::borrow::Cow;

use super::*;
use crate::fen;
use crate::geometry::BoardSize;
use crate::moves::EditView;
use crate::position::Rules;
use crate::set::Set256;
use crate::spec::KindSpec;
use crate::toy::Toy;

fn spec() -> Spec {
    let kind = |name: &'static str, code: &'static str| KindSpec {
        name: name.into(),
        code: code.into(),
        royal: false,
        count: (0, 255),
    };
    Spec {
        name: "toy".into(),
        title: "Toy".into(),
        aliases: Cow::Borrowed(&[]),
        size: BoardSize { files: 10, ranks: 10 },
        holes: Set256::default(),
        kinds: Cow::Owned(vec![kind("Walker", "P"), kind("Great Walker", "+P"), kind("Jumper", "Ju")]),
        terrain: Cow::Borrowed(&[]),
        rights: Cow::Borrowed(&[]),
        hands: true,
        fields: Cow::Borrowed(&[]),
        options: Cow::Borrowed(&[]),
        start: "".into(),
    }
}

fn square(name: &str) -> Square {
    spec().size.parse(name).unwrap()
}

/// A move in a few words: `from to [xvictim]... [/waypoint]... [=choice] [,second] [&partner]`.
fn detail(text: &str) -> MoveDetail {
    let mut detail = MoveDetail::default();
    for word in text.split_whitespace() {
        match word.split_at(1) {
            ("x", rest) => detail.captures.push(square(rest)),
            ("/", rest) => detail.waypoints.push(square(rest)),
            ("=", rest) => detail.choice = Some(rest.into()),
            (",", rest) => detail.second = Some(square(rest)),
            ("&", rest) => detail.partner = Some(square(rest)),
            ("@", rest) => {
                detail.drop = Some(Piece { side: Side::Black, kind: rest.parse().unwrap() });
                detail.to = detail.from.take();
            }
            _ if detail.from.is_none() => detail.from = Some(square(word)),
            _ => detail.to = Some(square(word)),
        }
    }
    detail
}

#[test]
fn texts_say_as_much_as_is_needed() {
    // The moves of one position, and the texts they must get.
    let cases: &[&[(&str, &str)]] = &[
        &[("e2 e4", "e2e4"), ("a9 a10", "a9a10"), ("a10 a9 xa9", "a10a9"), ("", "0000"), (",e4", "0000,e4")],
        &[
            ("e9 e10 =q", "e9e10q"),
            ("e9 e10 =[ju]", "e9e10[ju]"),
            ("e9 e10 =+", "e9e10+"),
            ("e9 e10", "e9e10"),
        ],
        // Drops in upper case for Black as well.
        &[("e4 @0", "P@e4"), ("e4 @2", "[Ju]@e4"), ("a1 @1", "+P@a1"), ("a1 @0 ,b2", "P@a1,b2")],
        // GEN-8: a capture without moving beside a step.
        &[("a1 a1 xa5", "a1xa5"), ("a1 a5 xa5", "a1a5"), ("b1 b1 xb2 xc2", "b1xb2xc2"), ("c1 c1", "c1c1")],
        &[("e2 e4 ,d5", "e2e4,d5"), ("e2 e4 ,d6", "e2e4,d6"), ("e9 e10 =q ,d6", "e9e10q,d6")],
        // Castling by the king's target, unless a plain step has that text.
        &[("e1 g1 &h1", "e1g1"), ("e1 c1 &a1", "e1c1"), ("e1 f1", "e1f1")],
        // trap 8: step and castling with equal from and to.
        &[("d1 e1", "d1e1"), ("d1 e1 &f1", "d1f1"), ("d1 b1 &a1", "d1b1")],
        &[("g1 g1 &h1", "g1h1")],
        // Victims, then waypoints, only where two moves are alike.
        &[("d4 f6", "d4f6"), ("d4 f6 xd5", "d4xd5f6"), ("d4 f7 xd5", "d4f7")],
        &[("d4 f6 xf6", "d4f6"), ("d4 f6 xd5 xe5 xf6", "d4xd5xe5f6")],
        &[("d4 f6 /d5 xf6", "d4d5f6"), ("d4 f6 xf6 /e5", "d4e5f6"), ("d4 f7 /d5", "d4f7")],
        &[("d4 f6 xd5", "d4xd5f6"), ("d4 f6 xd5 /e5", "d4xd5e5f6")],
    ];
    for case in cases {
        let details: Vec<MoveDetail> = case.iter().map(|c| detail(c.0)).collect();
        let expected: Vec<&str> = case.iter().map(|c| c.1).collect();
        assert_eq!(spell(&details, &spec(), |_| String::new()), expected);
    }
}

#[test]
fn moves_that_only_differ_in_effects_are_counted() {
    let with = |edit| MoveDetail { edits: vec![edit], ..detail("d4 d5") };
    let a = with(EditView::Terrain(square("a1"), 1));
    let b = with(EditView::Terrain(square("b1"), 1));
    let same = |_| String::new();
    assert_eq!(spell(&[a.clone(), b.clone()], &spec(), same), ["d4d5", "d4d5=2"]);
    assert_eq!(spell(&[b, a.clone()], &spec(), same), ["d4d5=2", "d4d5"]);
    // Two pushes of which one leaves a square to capture en passant.
    let leads = |i: usize| ["... d5 0 1", "... - 0 1"][i].to_owned();
    assert_eq!(spell(&[a.clone(), a], &spec(), leads), ["d4d5=2", "d4d5"]);
}

#[test]
fn texts_are_sorted_and_read_back() {
    let position = fen::read_position(&Toy::default(), "3/1W1/w2 w").unwrap();
    let texts = texts(&position);
    let names: Vec<&str> = texts.iter().map(|t| t.1.as_str()).collect();
    assert_eq!(names, ["b2a2", "b2b1", "b2b3", "b2c2"]);
    for (m, name) in &texts {
        assert_eq!(parse(&position, name), Ok(*m));
        assert_eq!(text(&position, *m).as_deref(), Some(name.as_str()));
    }
    assert_eq!(text(&position, (Square(0), Square(1))), None);
}

#[test]
fn refusals_help() {
    let position = fen::read_position(&Toy::default(), "3/1W1/w2 w").unwrap();
    let long = "[".repeat(100_000);
    let list = "the legal moves of the Walker on b2 are `b2a2`, `b2b1`, `b2b3` and `b2c2`";
    let begin = "a move begins with the square of the piece that moves, as in `b2a2`; \
                 the squares of this board are a1 to c3";
    let cases = [
        ("b2c3", list),
        ("b2", list),
        ("b2xx", list),
        ("B2A2", "did you mean `b2a2`?"),
        ("b2a2q", "did you mean `b2a2`?"),
        ("b2xa2", "did you mean `b2a2`?"),
        ("a1a2", "the Walker on a1 is Black's, and it is White's turn"),
        ("c1c2", "no piece stands on c1"),
        ("0000", "one may not pass here"),
        ("W@a3", "this game has no drops"),
        ("", begin),
        ("x", begin),
        ("d4", begin),
        ("é2a1", begin),
        // trap 167: deep nesting in a move text.
        (long.as_str(), begin),
    ];
    for (text, reason) in cases {
        let error = parse(&position, text).unwrap_err();
        assert_eq!(error.reason, reason, "{text:.20}");
        assert!(error.to_string().len() < 200);
    }
    let over = fen::read_position(&Toy::default(), "3/3/w2 w").unwrap();
    assert_eq!(parse(&over, "a1a2").unwrap_err().reason, "the game is over (taken)");
    assert_eq!(Toy::default().spec().name, "toy");
}

#[test]
fn refused_drops_and_choices_help() {
    let spec = spec();
    let mut record = fen::empty(&spec);
    record.hands[0][0] = 1;
    record.squares[square("e9").index()] = Some(Piece { side: Side::White, kind: 0 });
    let legal: Vec<(MoveDetail, String)> =
        [("a1 @0", "P@a1"), ("e9 e10 =+", "e9e10+"), ("e9 e9 &f9", "e9f9")]
            .map(|(d, text)| (detail(d), text.to_owned()))
            .into();
    for (text, expected) in [
        ("P@e9", "e9 is not empty"),
        ("P@e5", "a Walker may be dropped by `P@a1`"),
        ("p@a1", "did you mean `P@a1`?"),
        ("P@k5", "`k5` is no square; the squares of this board are a1 to j10"),
        ("[Ju]@a1", "White has no Jumper in hand"),
        ("Z@a1", "`Z` is no piece of this game; in hand are: P"),
        ("e9e10", "did you mean `e9e10+`?"),
        ("e9e8", "the legal moves of the Walker on e9 are `e9e10+` and `e9f9`; White is in check"),
    ] {
        assert_eq!(reason(&legal, &record, &spec, text, true), expected, "{text}");
    }
}
