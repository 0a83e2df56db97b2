//! Regions: expressions over squares, as White sees them and as Black does.

use std::collections::BTreeMap;

use chv_runtime::{BoardSize, Set256, Side, Square, SquareSet};

use crate::diagnostics::{
    codes,
    report::{Report, did_you_mean},
};
use crate::syntax::{Area, AreaKind, At, Span, Symmetry, Word};

/// What regions are made of.
#[derive(Debug)]
pub(super) struct Areas {
    /// The size of the board.
    pub(super) size: BoardSize,
    /// Squares that do not exist.
    pub(super) holes: Set256,
    /// How Black's squares come from White's.
    pub(super) symmetry: Symmetry,
    /// The named regions so far.
    pub(super) named: BTreeMap<String, Named>,
}

/// A named region.
#[derive(Debug)]
pub(super) struct Named {
    /// Where it is declared.
    pub(super) span: Span,
    /// Its squares for White and Black.
    pub(super) squares: [Set256; 2],
    /// Whether it is referred to.
    pub(super) used: bool,
}

impl Areas {
    /// All squares that exist.
    pub(super) fn all(&self) -> Set256 {
        Set256::below(self.size.squares()) & !self.holes
    }

    /// A square of White's view as the square on the board.
    pub(super) fn seen(&self, side: Side, square: Square) -> Square {
        match (side, self.symmetry) {
            (Side::White, _) => square,
            (Side::Black, Symmetry::Mirror) => self.size.mirrored(square),
            (Side::Black, Symmetry::Rotate) => self.size.rotated(square),
        }
    }

    /// A set of White's view as the set on the board.
    pub(super) fn seen_set(&self, side: Side, set: Set256) -> Set256 {
        self.size.all().filter(|&s| set.has(s)).map(|s| self.seen(side, s)).collect()
    }

    /// Reads a square, which must exist.
    pub(super) fn square(&self, word: &Word, report: &mut Report) -> Option<Square> {
        let Some(square) = self.size.parse(&word.value) else {
            report
                .error(
                    codes::NO_SQUARE,
                    word.span,
                    format!("there is no square `{}` on this board", word.value),
                )
                .note(self.extent());
            return None;
        };
        if self.holes.has(square) {
            report.error(codes::NO_SQUARE, word.span, format!("the square `{}` is a hole", word.value));
            return None;
        }
        Some(square)
    }

    fn extent(&self) -> String {
        let last = (b'a' + self.size.files - 1) as char;
        format!("the board has the files a to {last} and the ranks 1 to {}", self.size.ranks)
    }

    /// The squares of an expression for White and Black. `None` if it is wrong (and that is
    /// reported) or refers to something that is (`broken`).
    pub(super) fn resolve(
        &mut self,
        area: &Area,
        broken: &dyn Fn(&str) -> bool,
        report: &mut Report,
    ) -> Option<[Set256; 2]> {
        let sets = self.both(area, broken, report)?;
        let sets = sets.map(|s| s & self.all());
        // Of a name it was said where it is declared.
        if sets[0].is_empty() && !matches!(area.kind, AreaKind::Named(_)) {
            report
                .warn(codes::EMPTY_REGION, area.span, "this region has no squares")
                .note("what depends on it never happens");
        }
        Some(sets)
    }

    fn both(
        &mut self,
        area: &Area,
        broken: &dyn Fn(&str) -> bool,
        report: &mut Report,
    ) -> Option<[Set256; 2]> {
        let seen = |this: &Self, set: Set256| [set, this.seen_set(Side::Black, set)];
        match &area.kind {
            AreaKind::All => Some([self.all(); 2]),
            AreaKind::Light | AreaKind::Dark => {
                let odd = u8::from(area.kind == AreaKind::Light);
                let colour = |s: &Square| (self.size.file(*s) + self.size.rank(*s)) % 2 == odd;
                Some([self.size.all().filter(colour).collect(); 2])
            }
            AreaKind::Files(ranges) => {
                let mut set = Set256::EMPTY;
                for (first, last) in ranges {
                    let limit = u32::from(self.size.files);
                    let shown = |v: u32| ((b'a' + v as u8) as char).to_string();
                    let (a, b) = self.range(first, last, 0, limit - 1, &shown, report)?;
                    let fits = |s: &Square| (a..=b).contains(&u32::from(self.size.file(*s)));
                    set |= self.size.all().filter(fits).collect();
                }
                Some(seen(self, set))
            }
            AreaKind::Ranks(ranges) => {
                let mut set = Set256::EMPTY;
                for (first, last) in ranges {
                    let limit = u32::from(self.size.ranks);
                    let (a, b) = self.range(first, last, 1, limit, &|v| v.to_string(), report)?;
                    let fits = |s: &Square| (a..=b).contains(&(u32::from(self.size.rank(*s)) + 1));
                    set |= self.size.all().filter(fits).collect();
                }
                Some(seen(self, set))
            }
            AreaKind::Squares(words) => {
                let mut set = Some(Set256::EMPTY);
                for word in words {
                    let square = self.square(word, report);
                    set = set.and_then(|set| Some(set.with(square?)));
                }
                Some(seen(self, set?))
            }
            AreaKind::Named(name) => {
                if let Some(region) = self.named.get_mut(name) {
                    region.used = true;
                    return Some(region.squares);
                }
                if !broken(name) {
                    let guess = did_you_mean(name, self.named.keys().map(String::as_str));
                    report
                        .error(codes::NO_REGION, area.span, format!("there is no region `{name}`"))
                        .note("a region is declared before it is used: `region name = ranks 1..3`")
                        .help_if(guess);
                }
                None
            }
            AreaKind::And(list) => {
                let sets: Vec<_> = list.iter().map(|a| self.both(a, broken, report)).collect();
                sets.into_iter().try_fold([self.all(); 2], |sum, set| {
                    let set = set?;
                    Some([sum[0] & set[0], sum[1] & set[1]])
                })
            }
            AreaKind::Mix(first, rest) => {
                let start = self.both(first, broken, report);
                let rest: Vec<_> = rest.iter().map(|(cut, a)| (*cut, self.both(a, broken, report))).collect();
                rest.into_iter().try_fold(start?, |sum, (cut, set)| {
                    let set = set?;
                    let join = |i: usize| if cut { sum[i] & !set[i] } else { sum[i] | set[i] };
                    Some([join(0), join(1)])
                })
            }
            AreaKind::Not(inner) => {
                self.both(inner, broken, report).map(|sets| sets.map(|s| self.all() & !s))
            }
        }
    }

    fn range(
        &self,
        first: &At<u32>,
        last: &At<u32>,
        low: u32,
        high: u32,
        shown: &dyn Fn(u32) -> String,
        report: &mut Report,
    ) -> Option<(u32, u32)> {
        for end in [first, last] {
            if end.value < low || end.value > high {
                let word = if low == 0 { "file" } else { "rank" };
                let message = format!("there is no {word} `{}` on this board", shown(end.value));
                report.error(codes::NO_SQUARE, end.span, message).note(self.extent());
                return None;
            }
        }
        if first.value > last.value {
            report
                .error(codes::BACKWARDS, first.span.to(last.span), "this range runs backwards")
                .help(format!("write `{}..{}`", shown(last.value), shown(first.value)));
            return None;
        }
        Some((first.value, last.value))
    }
}

/// A region as it is written.
pub(super) fn spelled_area(area: &Area) -> String {
    let inner = |area: &Area| match area.kind {
        AreaKind::And(_) | AreaKind::Mix(..) => format!("({})", spelled_area(area)),
        _ => spelled_area(area),
    };
    let list = |word: &str, ranges: &[(At<u32>, At<u32>)], name: &dyn Fn(u32) -> String| {
        let parts: Vec<String> = ranges
            .iter()
            .map(|(a, b)| match a.value == b.value {
                true => name(a.value),
                false => format!("{}..{}", name(a.value), name(b.value)),
            })
            .collect();
        let single = ranges.len() == 1 && ranges[0].0.value == ranges[0].1.value;
        format!("{word}{} {}", if single { "" } else { "s" }, parts.join(", "))
    };
    match &area.kind {
        AreaKind::Files(ranges) => {
            list("file", ranges, &|n| char::from(b'a'.saturating_add(n.min(25) as u8)).to_string())
        }
        AreaKind::Ranks(ranges) => list("rank", ranges, &|n| n.to_string()),
        AreaKind::Squares(words) => {
            let names: Vec<&str> = words.iter().map(|w| w.value.as_str()).collect();
            format!("square{} {}", if names.len() == 1 { "" } else { "s" }, names.join(" "))
        }
        AreaKind::Light => "light".to_owned(),
        AreaKind::Dark => "dark".to_owned(),
        AreaKind::All => "board".to_owned(),
        AreaKind::Named(name) => name.clone(),
        AreaKind::And(parts) => parts.iter().map(inner).collect::<Vec<_>>().join(" and "),
        AreaKind::Mix(first, rest) => rest.iter().fold(inner(first), |text, (without, part)| {
            format!("{text} {} {}", if *without { "except" } else { "or" }, inner(part))
        }),
        AreaKind::Not(part) => format!("not {}", inner(part)),
    }
}
