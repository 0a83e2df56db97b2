//! Which pieces have passed the squares that are open to capture en passant, as text and from text.
//!
//! A text names the squares. Who passed them follows from where pieces stand; where it does not, a field
//! says it: squares, each with the square of a piece that passed it.

use crate::geometry::{BoardSize, Square};
use crate::record::{Record, in_field, no_passer};
use crate::set::SquareSet;

/// The name of the field that says which pieces have passed squares.
pub const PASSERS: &str = "passers";

/// A square, and the pieces that can just have passed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed<S> {
    /// The square.
    pub square: Square,
    /// Those of the side that does not act.
    pub theirs: S,
    /// Those of the side that acts, in the middle of its turn.
    pub mine: S,
    /// All that can be meant; some may have passed it only if what stands in their way came later.
    pub could: S,
}

/// The pieces that are meant where only the squares are named. One that can have passed all is, if there
/// is one; where a turn is one move (`one`) there must be one, and of several the first is meant. Squares
/// that nothing can have passed are added to `unexplained`.
fn meant<S: SquareSet>(passed: &[Passed<S>], one: bool, unexplained: &mut Vec<Square>) -> Vec<(Square, S)> {
    let is_own = |p: &Passed<S>| p.theirs.is_empty() && !p.mine.is_empty();
    let mut all = Vec::new();
    for own in [false, true] {
        let one_side = passed.iter().filter(|p| is_own(p) == own);
        let mut list: Vec<(Square, S)> =
            one_side.map(|p| (p.square, if own { p.mine } else { p.theirs })).collect();
        let mut common: Option<S> = None;
        let mut parted = false;
        for &(square, by) in &list {
            let both = common.map_or(by, |common| common & by);
            parted |= both.is_empty();
            if by.is_empty() || one && both.is_empty() {
                unexplained.push(square);
            } else if !both.is_empty() {
                common = Some(both);
            }
        }
        if let Some(common) = common.filter(|_| !parted) {
            let by = if one { common.first().map_or(S::EMPTY, S::of) } else { common };
            list.iter_mut().for_each(|(_, old)| *old = by);
        }
        all.append(&mut list);
    }
    all.sort_unstable_by_key(|(square, _)| *square);
    all
}

/// Which pieces have passed the squares of a record; adds what is wrong to `reasons`. Where a turn is one
/// move (`one`), one piece has passed them all.
#[must_use]
pub fn read<S: SquareSet>(
    record: &Record,
    passed: &[Passed<S>],
    one: bool,
    size: BoardSize,
    reasons: &mut Vec<String>,
) -> Vec<(Square, S)> {
    let mut unexplained = Vec::new();
    let mut found = meant(passed, one, &mut unexplained);
    let field = record.fields.iter().find(|(name, _)| name == PASSERS);
    let Some((_, text)) = field.filter(|_| unexplained.is_empty()) else {
        reasons.extend(unexplained.into_iter().map(|square| no_passer(size, square)));
        return found;
    };
    found.iter_mut().for_each(|(_, by)| *by = S::EMPTY);
    let mut wrong = |reason: String| reasons.push(in_field(PASSERS, reason));
    for word in text.split_whitespace() {
        let squares = word.split_once(':').and_then(|(a, b)| Some((size.parse(a)?, size.parse(b)?)));
        let Some((square, piece)) = squares else {
            wrong(format!("`{word}` is no square and the square of what passed it, such as `e3:e4`"));
            continue;
        };
        let can = passed.iter().find(|p| p.square == square).map(|p| p.could);
        let place = found.iter_mut().find(|(s, _)| *s == square);
        match (place, can) {
            (Some((_, by)), _) if by.has(piece) => wrong(format!("{word} stands twice")),
            (Some((_, by)), Some(can)) if can.has(piece) => *by = by.with(piece),
            (Some(_), _) => {
                wrong(format!("no piece on {} can have passed {}", size.name(piece), size.name(square)))
            }
            (None, _) => wrong(format!("{} is not among the en-passant squares", size.name(square))),
        }
    }
    for (square, _) in found.iter().filter(|(_, by)| by.is_empty()) {
        wrong(format!("what has passed {} is missing", size.name(*square)));
    }
    if one && found.iter().any(|(_, by)| by.len() > 1 || *by != found[0].1) {
        wrong("one piece has passed all squares".to_owned());
    }
    found
}

/// The field that says which pieces have passed squares, if the squares alone would be read otherwise.
/// `by` are the pieces that have, for each of `passed`.
#[must_use]
pub fn write<S: SquareSet>(
    passed: &[Passed<S>],
    by: impl Fn(Square) -> S,
    one: bool,
    size: BoardSize,
) -> Option<(String, String)> {
    let read = meant(passed, one, &mut Vec::new());
    if read.iter().all(|&(square, read)| read == by(square)) {
        return None;
    }
    let name = |square| move |piece| format!("{}:{}", size.name(square), size.name(piece));
    let words: Vec<String> =
        read.iter().flat_map(|&(square, _)| by(square).squares().map(name(square))).collect();
    Some((PASSERS.to_owned(), words.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Side;
    use crate::more::More;
    use crate::set::Set64;

    const SIZE: BoardSize = BoardSize { files: 8, ranks: 8 };

    fn passed(list: &[(u8, &[u8])]) -> Vec<Passed<Set64>> {
        let set = |by: &[u8]| by.iter().fold(Set64::EMPTY, |set, &s| set.with(Square(s)));
        let one = |&(square, by): &(u8, &[u8])| Passed {
            square: Square(square),
            theirs: set(by),
            mine: Set64::EMPTY,
            could: set(by),
        };
        list.iter().map(one).collect()
    }

    fn read_with(list: &[(u8, &[u8])], one: bool, field: Option<&str>) -> (Vec<Vec<u8>>, Vec<String>) {
        let fields = field.map(|text| (PASSERS.to_owned(), text.to_owned())).into_iter().collect();
        let record = Record {
            squares: Vec::new(),
            terrain: Vec::new(),
            hands: [Vec::new(), Vec::new()],
            side: Side::White,
            rights: 0,
            passed: Vec::new(),
            clock: 0,
            number: 1,
            more: More::default(),
            fields,
        };
        let mut reasons = Vec::new();
        let found = read(&record, &passed(list), one, SIZE, &mut reasons);
        (found.iter().map(|(_, by)| by.squares().map(|s| s.0).collect()).collect(), reasons)
    }

    #[test]
    fn one_piece_that_explains_all_squares_is_meant() {
        let settled = |list, one| read_with(list, one, None);
        assert_eq!(settled(&[(20, &[36, 9]), (28, &[36])], false), (vec![vec![36], vec![36]], vec![]));
        let apart: &[(u8, &[u8])] = &[(20, &[9, 10]), (28, &[36])];
        assert_eq!(settled(apart, false), (vec![vec![9, 10], vec![36]], vec![]));
        assert_eq!(settled(apart, true).1, ["en-passant square e4: no piece can just have passed it"]);
        assert_eq!(settled(&[(20, &[9, 10])], true).0, [[9]]);
        let none = "en-passant square f1: no piece can just have passed it";
        assert_eq!(settled(&[(5, &[]), (20, &[9])], false).1, [none]);
    }

    #[test]
    fn a_field_says_what_squares_do_not() {
        let list: &[(u8, &[u8])] = &[(20, &[27, 29]), (28, &[29, 35])];
        let meant = |square: Square| Set64::of(Square(if square.0 == 20 { 27 } else { 29 }));
        let (name, text) = write(&passed(list), meant, false, SIZE).expect("the squares do not say it");
        assert_eq!((name.as_str(), text.as_str()), (PASSERS, "e3:d4 e4:f4"));
        assert_eq!(read_with(list, false, Some(&text)), (vec![vec![27], vec![29]], vec![]));
        assert_eq!(write(&passed(list), |_| Set64::of(Square(29)), false, SIZE), None);
        for (text, reason) in [
            ("e3:d4", "what has passed e4 is missing"),
            ("e3:d4 e4:f4 e4:f4", "e4:f4 stands twice"),
            ("e3:d4 e4:d4 e4:f4", "no piece on d4 can have passed e4"),
            ("e3:d4 e4:f4 a1:f4", "a1 is not among the en-passant squares"),
            ("e3:d4 e4:f4 e5", "`e5` is no square and the square of what passed it, such as `e3:e4`"),
        ] {
            let reason = format!("field `passers`: {reason}");
            assert_eq!(read_with(list, false, Some(text)).1, [reason], "{text}");
        }
        let all = read_with(list, true, Some("e3:d4 e4:f4")).1;
        assert_eq!(all, ["field `passers`: one piece has passed all squares"]);
    }
}
