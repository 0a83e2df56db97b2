//! Moves as text: `e2e4`, `e7e8q`, `P@e4`, `a1xa4`, `0000`.
//!
//! Every legal move of a position has exactly one text. It is the shortest that tells it apart from
//! the other legal moves, tried in this order:
//!
//! 0. what the rules call it, where squares do not say it: `royals=QCMD`, `e16=q`.
//! 1. *plain*: from and to (`e2e4`); a capture without moving names the victims (`a1xa4`); a drop the
//!    piece, in upper case for both sides (`P@e4`); a pass is `0000`. Then the choice made with the
//!    move (`e7e8q`, `e7e8[ju]`, `h7h8+`) and a second square (`e2e4,d5`). Castling is the king's own
//!    from and to.
//! 2. *partner*: castling that shares its text with another move names the king's square and the
//!    partner's (`d1f1`).
//! 3. *victims*: squares other than the last on which the walk captures (`d4xd5f6`).
//! 4. *waypoints*: squares on which the walk turns or rests (`d4e5f6`).
//! 5. Moves that are still alike are counted: `d4f6`, `d4f6=2`, ..., in the order of their effects, and of
//!    the positions they lead to.

use core::fmt;
use std::collections::BTreeMap;

use crate::fen::{code, piece_code};
use crate::geometry::{Side, Square};
use crate::moves::MoveDetail;
use crate::position::Position;
use crate::record::{Piece, Record};
use crate::spec::Spec;

/// The text of a move that is a pass.
pub const PASS: &str = "0000";

/// Why a text is no legal move of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// What is wrong with it and, where it can be said, what would be right.
    pub reason: String,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a legal move: {}", shown(&self.text), self.reason)
    }
}

impl core::error::Error for MoveError {}

/// All legal moves of a position with their texts, sorted bytewise by text.
#[must_use]
pub fn texts<P: Position>(position: &P) -> Vec<(P::Move, String)> {
    detailed(position).into_iter().map(|(m, _, text)| (m, text)).collect()
}

/// The text of one legal move; `None` when it is not legal here.
#[must_use]
pub fn text<P: Position>(position: &P, m: P::Move) -> Option<String> {
    detailed(position).into_iter().find(|(other, ..)| *other == m).map(|(.., text)| text)
}

/// All legal moves with what they do and their texts, sorted bytewise by text.
#[must_use]
pub fn detailed<P: Position>(position: &P) -> Vec<(P::Move, MoveDetail, String)> {
    let moves = position.moves();
    let details: Vec<MoveDetail> = moves.iter().map(|&m| position.detail(m)).collect();
    let texts = spell(&details, position.spec(), |i| {
        // What the mover cannot see must not decide what a move is called.
        let mut after = position.view(position.side());
        after.make(moves[i]);
        crate::fen::write(&after.record(), position.spec())
    });
    let mut list: Vec<_> =
        moves.into_iter().zip(details).zip(texts).map(|((m, detail), text)| (m, detail, text)).collect();
    list.sort_by(|a, b| a.2.cmp(&b.2));
    list
}

/// The legal move that a text names.
///
/// # Errors
/// The reason why no legal move has this text, as a sentence that helps to find the right one.
pub fn parse<P: Position>(position: &P, text: &str) -> Result<P::Move, MoveError> {
    let mut list = detailed(position);
    if let Ok(at) = list.binary_search_by(|(.., t)| t.as_str().cmp(text)) {
        return Ok(list.swap_remove(at).0);
    }
    if let Some(m) = by_route(position, text) {
        return Ok(m);
    }
    let legal: Vec<(MoveDetail, String)> = list.into_iter().map(|(_, detail, text)| (detail, text)).collect();
    let reason = match position.outcome() {
        Some(outcome) if legal.is_empty() => format!("the game is over ({})", outcome.reason),
        _ => reason(&legal, &position.record(), position.spec(), text, position.in_check()),
    };
    Err(MoveError { text: text.to_owned(), reason })
}

/// The texts of all legal moves of a position, in their order. `after` is asked to what position a move
/// leads, by its index, where moves do the same and still differ: in the squares that they leave to
/// capture en passant, say.
#[must_use]
pub fn spell(details: &[MoveDetail], spec: &Spec, after: impl Fn(usize) -> String) -> Vec<String> {
    let mut texts: Vec<String> = details.iter().map(|d| spelling(d, spec, Form::Plain)).collect();
    for form in [Form::Partner, Form::Victims, Form::Waypoints] {
        let mut done = true;
        for group in alike(&texts) {
            done = false;
            let usual = if form == Form::Waypoints { usual(&group, details, spec) } else { None };
            for i in group.into_iter().filter(|i| Some(*i) != usual) {
                let text = spelling(&details[i], spec, form);
                // The others say where they go; one that goes straight on says every square.
                let straight = usual.is_some() && text == texts[i];
                texts[i] = if straight { spelling(&by_squares(&details[i]), spec, form) } else { text };
            }
        }
        if done {
            return texts;
        }
    }
    // Nothing left to say: the moves differ in what they set off only.
    for mut group in alike(&texts) {
        group.sort_by_cached_key(|&i| {
            // What is changed counts, not in which order.
            let mut edits: Vec<String> = details[i].edits.iter().map(|edit| format!("{edit:?}")).collect();
            edits.sort_unstable();
            (edits, after(i))
        });
        for (n, &i) in group.iter().enumerate().skip(1) {
            texts[i] = format!("{}={}", texts[i], n + 1);
        }
    }
    texts
}

/// Of several moves that differ in their routes the one that is meant if no route is named: over the
/// fewest squares, then with the first step that comes first clockwise from up the board, then with
/// the squares that come first from a1 on. `None` where routes do not matter.
fn usual(group: &[usize], details: &[MoveDetail], spec: &Spec) -> Option<usize> {
    if group.iter().any(|&i| details[i].route.is_empty()) {
        return None;
    }
    group.iter().copied().min_by_key(|&i| route_rank(&details[i], spec))
}

/// The same with every square under way as a waypoint.
fn by_squares(detail: &MoveDetail) -> MoveDetail {
    let way = detail.route.split_last().map_or_else(Vec::new, |(_, way)| way.to_vec());
    MoveDetail { waypoints: way, ..detail.clone() }
}

/// By what routes are compared: number of squares, direction of the first step, squares.
type Rank = (usize, usize, Vec<Square>);

/// The rank of a move's route.
fn route_rank(detail: &MoveDetail, spec: &Spec) -> Rank {
    const CLOCKWISE: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let first = detail.from.zip(detail.route.first().copied()).map_or(0, |(from, to)| {
        let step = |f: fn(&crate::BoardSize, Square) -> u8| {
            (i32::from(f(&spec.size, to)) - i32::from(f(&spec.size, from))).signum()
        };
        let step = (step(|size, s| size.file(s)), step(|size, s| size.rank(s)));
        CLOCKWISE.iter().position(|&d| d == step).unwrap_or(0)
    });
    (detail.route.len(), first, detail.route.clone())
}

/// The move that a text with a route names, though another route to the same is listed.
fn by_route<P: Position>(position: &P, text: &str) -> Option<P::Move> {
    let spec = position.spec();
    let mut found: Option<(Rank, P::Move)> = None;
    let _ = position.visit_routes(|m| {
        let detail = position.detail(m);
        let whole = by_squares(&detail);
        if [&detail, &whole].iter().any(|d| spelling(d, spec, Form::Waypoints) == text) {
            let rank = route_rank(&detail, spec);
            if found.as_ref().is_none_or(|(best, _)| rank < *best) {
                found = Some((rank, m));
            }
        }
        core::ops::ControlFlow::Continue(())
    });
    found.map(|(_, m)| m)
}

/// Groups of more than one move with the same text.
fn alike(texts: &[String]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, text) in texts.iter().enumerate() {
        groups.entry(text).or_default().push(i);
    }
    groups.into_values().filter(|group| group.len() > 1).collect()
}

/// How much of a move its text says; each form says what the one before does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Plain,
    Partner,
    Victims,
    Waypoints,
}

fn spelling(detail: &MoveDetail, spec: &Spec, form: Form) -> String {
    let name = |square: Square| spec.size.name(square);
    if let Some(text) = &detail.name {
        return text.clone();
    }
    let mut out = String::with_capacity(8);
    match (detail.from, detail.to, detail.drop) {
        (_, Some(to), Some(piece)) => {
            out.push_str(&piece_code(spec, Piece { side: Side::White, ..piece }));
            out.push('@');
            out.push_str(&name(to));
        }
        (Some(from), Some(to), None) => {
            out.push_str(&name(from));
            let stays = from == to;
            if let Some(partner) = detail.partner.filter(|_| stays || form >= Form::Partner) {
                out.push_str(&name(partner));
            } else {
                for &victim in detail.captures.iter().filter(|&&v| stays || form >= Form::Victims && v != to)
                {
                    out.push('x');
                    out.push_str(&name(victim));
                }
                if form >= Form::Waypoints {
                    detail.waypoints.iter().for_each(|&w| out.push_str(&name(w)));
                }
                if !stays || detail.captures.is_empty() {
                    out.push_str(&name(to));
                }
            }
        }
        _ => out.push_str(PASS),
    }
    if let Some(choice) = &detail.choice {
        out.push_str(choice);
    }
    if let Some(second) = detail.second {
        out.push(',');
        out.push_str(&name(second));
    }
    out
}

// --- why a text is no move ---------------------------------------------------------------------------

fn reason(
    legal: &[(MoveDetail, String)],
    record: &Record,
    spec: &Spec,
    text: &str,
    in_check: bool,
) -> String {
    if let Some((_, near)) = legal.iter().find(|(_, t)| t.eq_ignore_ascii_case(text)) {
        return format!("did you mean `{near}`?");
    }
    if let Some(reason) = due(legal, record, spec, text) {
        return reason;
    }
    if text == PASS {
        return "one may not pass here".to_owned();
    }
    if let Some((name, rest)) = text.split_once('@') {
        return drop_reason(legal, record, spec, name, rest);
    }
    let Some((from, used)) = spec.size.read(text) else {
        let example = legal.first().map_or("e2e4", |(_, t)| t.as_str());
        return format!(
            "a move begins with the square of the piece that moves, as in `{example}`; \
             the squares of this board are a1 to {}",
            last_square(spec)
        );
    };
    let here = spec.size.name(from);
    let Some(piece) = record.squares.get(from.index()).copied().flatten() else {
        return format!("no piece stands on {here}");
    };
    let name = spec.kinds.get(piece.kind as usize).map_or("piece", |k| &k.name);
    if piece.side != record.side {
        return format!("the {name} on {here} is {}'s, and it is {}'s turn", piece.side, record.side);
    }
    let check = if in_check { format!("; {} is in check", record.side) } else { String::new() };
    let own: Vec<&(MoveDetail, String)> = legal.iter().filter(|(d, _)| d.from == Some(from)).collect();
    if own.is_empty() {
        return format!("the {name} on {here} has no legal move{check}");
    }
    let rest = &text[used..];
    let to = spec.size.read(rest.strip_prefix('x').unwrap_or(rest)).map(|(square, _)| square);
    let alternatives: Vec<&str> =
        own.iter().filter(|(d, _)| to.is_some() && d.to == to).map(|(_, t)| t.as_str()).collect();
    if !alternatives.is_empty() {
        return format!("did you mean {}?", list(&alternatives, "or"));
    }
    if let Some((_, castling)) = own.iter().find(|(d, _)| to.is_some() && d.partner == to) {
        return format!("castling with the piece there is written `{castling}`");
    }
    let all: Vec<&str> = own.iter().map(|(_, t)| t.as_str()).collect();
    format!("the legal moves of the {name} on {here} are {}{check}", list(&all, "and"))
}

/// What is to be done now instead, where that is no plain move: something before play, or a choice that
/// is owed.
fn due(legal: &[(MoveDetail, String)], record: &Record, spec: &Spec, text: &str) -> Option<String> {
    let (side, phases) = (record.side, spec.phases());
    let words: Vec<&str> = legal.iter().map(|(_, t)| t.as_str()).collect();
    let asked = text.split_once('=').map(|(name, _)| name);
    let Some(phase) = usize::from(record.more.phase).checked_sub(1).and_then(|i| phases.get(i)) else {
        if let Some(over) = phases.iter().find(|p| asked == Some(&*p.name)) {
            return Some(format!("phase `{}` is over, and play has begun", over.name));
        }
        // All that is legal has a name of its own: what becomes of a piece must be said first.
        let owed = legal.iter().all(|(detail, _)| detail.name.is_some());
        let (square, _) = spec.size.read(words.first().filter(|_| owed)?)?;
        let piece = record.squares.get(square.index()).copied().flatten()?;
        let name = spec.kinds.get(usize::from(piece.kind)).map_or("piece", |k| &k.name);
        let at = spec.size.name(square);
        let choices = list(&words, "or");
        return Some(format!("{side} must first choose what the {name} on {at} becomes: {choices}"));
    };
    let declines = format!("{}=-", phase.name);
    let (may_decline, rest): (Vec<&str>, Vec<&str>) = words.iter().copied().partition(|w| *w == declines);
    let mut reason = String::new();
    if let Some(other) = phases.iter().find(|p| p.name != phase.name && asked == Some(&*p.name)) {
        reason = format!("phase `{}` is not now; ", other.name);
    } else if let Some((_, value)) = text.split_once('=').filter(|_| asked == Some(&*phase.name)) {
        reason = match spec.size.parse(value) {
            _ if value == "-" => format!("{side} may not decline; "),
            Some(square) => format!("it cannot be on {}; ", spec.size.name(square)),
            None => format!("`{}` is nothing that can be chosen here; ", shown(value)),
        };
    }
    reason.push_str(&format!("{side} {} now, in phase `{}`", phase.task, phase.name));
    if let Some(example) = rest.first() {
        reason.push_str(&format!(", as in `{example}`"));
    }
    if !may_decline.is_empty() {
        reason.push_str(&format!("; `{declines}` declines"));
    }
    Some(reason)
}

fn drop_reason(
    legal: &[(MoveDetail, String)],
    record: &Record,
    spec: &Spec,
    name: &str,
    rest: &str,
) -> String {
    if !spec.hands {
        return "this game has no drops".to_owned();
    }
    let found = spec.kinds.iter().position(|k| code(k, Side::White).eq_ignore_ascii_case(name));
    let Some(kind) = found else {
        let hand: String = held(record, spec).iter().map(|&k| code(&spec.kinds[k], Side::White)).collect();
        return format!("`{}` is no piece of this game; in hand are: {hand}", shown(name));
    };
    let title = &spec.kinds[kind].name;
    if !held(record, spec).contains(&kind) {
        return format!("{} has no {title} in hand", record.side);
    }
    let Some(square) = spec.size.parse(rest) else {
        return format!(
            "`{}` is no square; the squares of this board are a1 to {}",
            shown(rest),
            last_square(spec)
        );
    };
    if record.squares.get(square.index()).copied().flatten().is_some() {
        return format!("{rest} is not empty");
    }
    let own: Vec<&str> = legal
        .iter()
        .filter(|(d, _)| d.drop.is_some_and(|p| p.kind as usize == kind))
        .map(|(_, t)| t.as_str())
        .collect();
    if own.is_empty() {
        return format!("no {title} may be dropped now");
    }
    format!("a {title} may be dropped by {}", list(&own, "and"))
}

/// The kinds in the hand of the side to act.
fn held(record: &Record, spec: &Spec) -> Vec<usize> {
    let hand = &record.hands[record.side.index()];
    (0..spec.kinds.len()).filter(|&k| hand.get(k).is_some_and(|&n| n > 0)).collect()
}

fn last_square(spec: &Spec) -> String {
    spec.size.name(Square((spec.size.squares() - 1) as u8))
}

/// Words in a sentence, each quoted; not more than a reader can use.
fn list(words: &[&str], and: &str) -> String {
    const MOST: usize = 12;
    let mut quoted: Vec<String> = words.iter().take(MOST).map(|w| format!("`{w}`")).collect();
    if words.len() > MOST {
        return format!("{} and {} more", quoted.join(", "), words.len() - MOST);
    }
    let Some(last) = quoted.pop() else { return String::new() };
    if quoted.is_empty() { last } else { format!("{} {and} {last}", quoted.join(", ")) }
}

/// A text for a message: cut short when it is long.
fn shown(text: &str) -> String {
    if text.chars().count() <= 20 {
        return text.to_owned();
    }
    text.chars().take(19).chain(['…']).collect()
}

#[cfg(test)]
mod tests;
