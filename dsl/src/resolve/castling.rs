//! Castling: actions with fixed squares, and the rights to them.

use chv_runtime::{Set256, Side, Square, SquareSet};

use super::Resolver;
use crate::diagnostics::codes;
use crate::model::{self, Action, Actor, Guard, KindId, Right, RightId};
use crate::movement;
use crate::syntax::{self, Span, With, Word};

/// Most rights: a position keeps them in a word.
const MOST_RIGHTS: usize = 32;

/// One castling of one side, with absolute squares.
struct Plan {
    side: Side,
    king: KindId,
    partner: KindId,
    /// From and to of the piece, then of the partner.
    squares: [Square; 4],
    /// White's letter.
    letter: char,
    span: Span,
}

impl Resolver {
    /// `castling Name { with ... }`
    pub(super) fn castle(&mut self, castling: syntax::Castling) {
        let king = self.kind(&castling.king);
        for entry in self.merged.live(castling.lines, &mut self.report) {
            let line = entry.what;
            let partner = self.kind(&line.partner);
            let squares = [0, 1, 2, 3].map(|i| self.areas.square(&line.squares[i], &mut self.report));
            let [Some(a), Some(b), Some(c), Some(d)] = squares else { continue };
            let (Some(king), Some(partner)) = (king, partner) else { continue };
            let squares = [a, b, c, d];
            if !self.straight(&line, squares) {
                continue;
            }
            let Some(letter) = self.letter(&line, squares) else { continue };
            let missing: Vec<Option<(KindId, Square)>> =
                Side::BOTH.iter().map(|&s| self.missing(s, [(king, a), (partner, c)])).collect();
            if let [Some((kind, square)), Some(_)] = missing[..] {
                let place = if square == a { line.squares[0].span } else { line.squares[2].span };
                self.not_there(kind, square, place);
                continue;
            }
            if let Some((side, (kind, square))) =
                Side::BOTH.iter().zip(&missing).find_map(|(s, m)| Some((s, (*m)?)))
                && self.setup.is_some()
                && !self.merged.incomplete
            {
                let name = self.variant.kinds[usize::from(kind)].name.clone();
                let message =
                    format!("{side} can never castle so: {} has no {name} at the start", self.name(square));
                self.report.warn(codes::CASTLE_ONE_SIDE, entry.span, message);
            }
            for side in Side::BOTH {
                let squares = squares.map(|s| self.areas.seen(side, s));
                self.add_castling(&Plan { side, king, partner, squares, letter, span: entry.span });
            }
        }
    }

    /// Castling that a movement asks for: the partner is found in the set-up.
    pub(super) fn castle_by_notation(
        &mut self,
        side: Side,
        king: KindId,
        castle: movement::Castle,
        span: Span,
    ) {
        let size = self.areas.size;
        let towards = i32::from(castle.towards);
        let record = &self.variant.start.record;
        let own = |s: Square| record.squares[s.index()].filter(|p| p.side == side).map(|p| p.kind);
        let mut plans = Vec::new();
        for from in size.all().filter(|&s| own(s) == Some(king)) {
            // The edge, or the last square before a hole.
            let mut edge = from;
            while let Some(next) = size.step(edge, towards, 0).filter(|&s| !self.areas.holes.has(s)) {
                edge = next;
            }
            let partner_from = size.step(edge, -towards * i32::from(castle.inset), 0);
            let to = size.step(from, towards * i32::from(castle.steps), 0);
            // Nobody castles into a hole or over one.
            let to = to.filter(|&to| between(size, from, to).all(|s| !self.areas.holes.has(s)));
            let (Some(partner_from), Some(to)) = (partner_from, to) else { continue };
            let Some(partner_to) = size.step(to, -towards, 0) else { continue };
            let Some(partner) = own(partner_from).filter(|_| partner_from != from) else { continue };
            let right = (size.file(partner_from) > size.file(from))
                == (side == Side::White || self.areas.symmetry == syntax::Symmetry::Mirror);
            let letter = if right { 'K' } else { 'Q' };
            let squares = [from, to, partner_from, partner_to];
            plans.push(Plan { side, king, partner, squares, letter, span });
        }
        if plans.is_empty() && !self.merged.incomplete {
            let name = self.variant.kinds[usize::from(king)].name.clone();
            self.report
                .warn(codes::NEVER, span, format!("{side}'s {name} never castles"))
                .note("the piece at the edge is looked for in the set-up, on the rank of this piece");
        }
        for plan in plans {
            self.add_castling(&plan);
        }
    }

    /// The way of either piece must be along a rank or a file.
    fn straight(&mut self, line: &With, squares: [Square; 4]) -> bool {
        let size = self.areas.size;
        for (i, name) in [(0, "piece"), (2, "partner")] {
            let (from, to) = (squares[i], squares[i + 1]);
            if size.file(from) != size.file(to) && size.rank(from) != size.rank(to) {
                let span = line.squares[i].span.to(line.squares[i + 1].span);
                self.report
                    .error(
                        codes::CASTLE_SQUARES,
                        span,
                        format!("the {name} does not go along a rank or a file"),
                    )
                    .note("all squares that either of them crosses must be empty");
                return false;
            }
        }
        let clash = if squares[0] == squares[2] {
            Some((2, "the partner starts where the piece does"))
        } else if squares[1] == squares[3] {
            Some((3, "the partner ends where the piece does"))
        } else {
            None
        };
        if let Some((i, message)) = clash {
            self.report.error(codes::CASTLE_SQUARES, line.squares[i].span, message);
        }
        clash.is_none()
    }

    /// White's letter of the right.
    fn letter(&mut self, line: &With, squares: [Square; 4]) -> Option<char> {
        let size = self.areas.size;
        let Some(word) = &line.letter else {
            return Some(if size.file(squares[2]) > size.file(squares[0]) { 'K' } else { 'Q' });
        };
        let mut chars = word.value.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) if c.is_ascii_uppercase() => Some(c),
            _ => {
                self.report
                    .error(codes::RIGHT_LETTER, word.span, "the letter of a right is one upper-case letter")
                    .note("Black's right has the lower-case letter");
                None
            }
        }
    }

    /// Which of some pieces a side does not have on its squares (of White's view) at the start.
    fn missing(&self, side: Side, pieces: [(KindId, Square); 2]) -> Option<(KindId, Square)> {
        let there = |(kind, square): &(KindId, Square)| {
            let piece = self.variant.start.record.squares[self.areas.seen(side, *square).index()];
            piece.is_some_and(|p| p.side == side && p.kind == *kind)
        };
        let (kind, square) = *pieces.iter().find(|p| !there(p))?;
        Some((kind, self.areas.seen(side, square)))
    }

    fn not_there(&mut self, kind: KindId, square: Square, span: Span) {
        if self.merged.incomplete || self.setup.is_none() || self.report.has_errors() {
            return;
        }
        let name = self.variant.kinds[usize::from(kind)].name.clone();
        let square = self.name(square);
        self.report
            .error(codes::CASTLE_SQUARES, span, format!("there is no {name} on {square} at the start"))
            .note("the pieces that castle stand on these squares in the set-up; squares are White's");
    }

    fn name(&self, square: Square) -> String {
        self.areas.size.name(square)
    }

    fn add_castling(&mut self, plan: &Plan) {
        let size = self.areas.size;
        let [from, to, partner_from, partner_to] = plan.squares;
        let letter = match plan.side {
            Side::White => plan.letter,
            Side::Black => plan.letter.to_ascii_lowercase(),
        };
        let needs = vec![(from, plan.king), (partner_from, plan.partner)];
        let Some(right) = self.right(plan, letter, needs) else { return };
        let way = |a: Square, b: Square| between(size, a, b);
        let crossed: Set256 = way(from, to).chain(way(partner_from, partner_to)).collect();
        let empty = crossed.without(from).without(partner_from);
        let mut guards = vec![Guard::Right(right), Guard::Empty(empty)];
        if self.variant.kinds[usize::from(plan.king)].royal {
            // The last square is judged as the pieces stand in the end, by the rule for every move.
            guards.push(Guard::Safe(way(from, to).filter(|&s| s != to || s == from).collect()));
        }
        let source = self.source(plan.span);
        self.variant.actions.push(Action {
            side: plan.side,
            actor: Actor::Kind(plan.king),
            guards,
            movement: model::Movement::Fixed { from, to, partner: Some((partner_from, partner_to)) },
            from: Set256::of(from),
            to: Set256::of(to),
            edits: Vec::new(),
            cost: model::Cost::One,
            phase: 0,
            counts_as: None,
            text: String::new(),
            offered: true,
            first: true,
            source,
        });
    }

    /// The right that depends on these pieces: the one there is, or a new one.
    fn right(&mut self, plan: &Plan, letter: char, needs: Vec<(Square, KindId)>) -> Option<RightId> {
        let source = self.source(plan.span);
        let rights = &mut self.variant.fields.rights;
        if let Some(same) = rights.iter().position(|r| r.side == plan.side && r.needs == needs) {
            return Some(same as RightId);
        }
        if rights.iter().any(|r| r.letter == letter) {
            // Black's follows from White's.
            if plan.side == Side::White {
                self.report
                    .error(
                        codes::RIGHT_LETTER,
                        plan.span,
                        format!("two castlings have the letter `{letter}`"),
                    )
                    .note("the letter is K if the partner stands to the right of the piece, else Q")
                    .help("give one of them its own letter: `... as A`");
            }
            return None;
        }
        if rights.len() == MOST_RIGHTS {
            self.report.error(codes::RIGHT_LETTER, plan.span, "there are too many castlings");
            return None;
        }
        let partner = &self.variant.kinds[usize::from(plan.partner)].name;
        let label = format!("castling with the {partner} on {}", self.areas.size.name(plan.squares[2]));
        rights.push(Right { side: plan.side, letter, needs, label, source });
        Some((rights.len() - 1) as RightId)
    }

    /// Puts rights in the order in which FEN writes them, and settles which are held at the start.
    pub(super) fn settle_rights(&mut self) {
        let rights = std::mem::take(&mut self.variant.fields.rights);
        let mut order: Vec<usize> = (0..rights.len()).collect();
        let rank = |letter: char| match letter.to_ascii_uppercase() {
            'K' => 0,
            'Q' => 1,
            _ => 2,
        };
        order.sort_by_key(|&i| (rights[i].side, rank(rights[i].letter), i));
        let mut moved = vec![0u8; rights.len()];
        for (new, &old) in order.iter().enumerate() {
            moved[old] = new as u8;
        }
        self.variant.fields.rights = order.iter().map(|&i| rights[i].clone()).collect();
        for guard in self.variant.actions.iter_mut().flat_map(|a| &mut a.guards) {
            if let Guard::Right(id) = guard {
                *id = moved[usize::from(*id)];
            }
        }
        let record = &self.variant.start.record;
        let stands = |right: &Right| {
            right.needs.iter().all(|(s, kind)| {
                let piece = record.squares.get(s.index()).copied().flatten();
                piece.is_some_and(|p| p.side == right.side && p.kind == *kind)
            })
        };
        let possible: Vec<bool> = self.variant.fields.rights.iter().map(stands).collect();
        let bits = |held: &dyn Fn(usize) -> bool| {
            (0..possible.len()).filter(|&i| held(i)).fold(0u32, |sum, i| sum | 1 << i)
        };
        self.variant.start.record.rights = match self.rights.take() {
            None => bits(&|i| possible[i]),
            Some((_, None)) => 0,
            Some((_, Some(word))) => {
                let held = self.stated_rights(&word, &possible);
                bits(&|i| held.contains(&i))
            }
        };
    }

    fn stated_rights(&mut self, word: &Word, possible: &[bool]) -> Vec<usize> {
        let mut held = Vec::new();
        for (at, letter) in word.value.char_indices() {
            let start = word.span.start + at as u32;
            let span = Span { start, end: start + letter.len_utf8() as u32, ..word.span };
            match self.variant.fields.rights.iter().position(|r| r.letter == letter) {
                Some(i) if held.contains(&i) => {
                    self.report.error(codes::TWICE, span, format!("`{letter}` stands twice"));
                }
                Some(i) => {
                    if !possible[i] && !self.merged.incomplete {
                        let message =
                            format!("the right `{letter}` cannot be held: its pieces are not there");
                        self.report.error(codes::RIGHT_LETTER, span, message);
                    }
                    held.push(i);
                }
                None if self.merged.incomplete => {}
                None => {
                    let all: Vec<String> =
                        self.variant.fields.rights.iter().map(|r| format!("`{}`", r.letter)).collect();
                    let diagnostic =
                        self.report.error(codes::RIGHT_LETTER, span, format!("there is no right `{letter}`"));
                    diagnostic.note(if all.is_empty() {
                        "no castling is declared".to_owned()
                    } else {
                        format!("the rights are {}", all.join(", "))
                    });
                }
            }
        }
        held
    }
}

/// The squares from one to another along a rank or a file, both included.
fn between(size: chv_runtime::BoardSize, from: Square, to: Square) -> impl Iterator<Item = Square> {
    let step = |a: u8, b: u8| i32::from(b > a) - i32::from(b < a);
    let dx = step(size.file(from), size.file(to));
    let dy = step(size.rank(from), size.rank(to));
    let mut next = Some(from);
    std::iter::from_fn(move || {
        let here = next?;
        next = if here == to { None } else { size.step(here, dx, dy) };
        Some(here)
    })
}
