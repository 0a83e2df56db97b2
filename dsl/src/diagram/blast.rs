//! Scenes of what captures set off: who is destroyed when the piece captures, and when it is captured.

use std::collections::BTreeMap;

use chv_runtime::{Side, Square, SquareSet};

use super::elements::Mover;
use super::explore::explore;
use super::mark::{Mark, Marks};
use super::setting::{Setting, Stand};
use crate::model::{At, Edit, Guard, KindId, KindSet, Reaction, Take, Trigger};

/// What happens that a scene shows, if it is not what the piece can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// It captures a piece.
    Captures {
        /// The kinds with which this happens.
        these: KindSet,
        /// The others that it can capture.
        others: KindSet,
    },
    /// It is captured.
    Captured,
}

/// A scene: the board, the marks and what happens.
pub(super) type Blast = (Setting, BTreeMap<Square, Marks>, Event);

/// What is destroyed by a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Destroys {
    /// Who captured.
    Captor,
    /// Every piece of some kinds so near the place where the captor ends.
    Around(u8, KindSet),
    /// Every piece of some kinds so near the place where it began.
    AroundOrigin(u8, KindSet),
}

/// A capture reaction that says nothing of the circumstances: who captures whom, and what goes.
struct Rule {
    side: Side,
    captor: KindSet,
    victim: KindSet,
    destroys: Vec<Destroys>,
}

impl Rule {
    fn new(reaction: &Reaction, all: KindSet) -> Option<Self> {
        let (captor, victim) = match (reaction.on, &reaction.guards[..]) {
            (Trigger::Captured { captor, victim }, []) => (captor, victim),
            (Trigger::Moved { kinds }, [Guard::Captures]) => (kinds, all),
            _ => return None,
        };
        let [branch] = &reaction.branches[..] else { return None };
        if reaction.optional || !branch.guards.is_empty() {
            return None;
        }
        let destroys = branch.edits.iter().filter_map(|edit| match edit {
            Edit::Remove(At::Target, _) => Some(Destroys::Captor),
            Edit::Each(area, inner) if matches!(inner[..], [Edit::Remove(At::Here, _)]) => {
                match area.around {
                    At::Target => Some(Destroys::Around(area.within, area.kinds)),
                    At::Origin => Some(Destroys::AroundOrigin(area.within, area.kinds)),
                    _ => None,
                }
            }
            _ => None,
        });
        let destroys: Vec<Destroys> = destroys.collect();
        let (captor, victim) = (captor.and(all), victim.and(all));
        (!destroys.is_empty()).then_some(Self { side: reaction.side, captor, victim, destroys })
    }

    /// Whether it is about those who capture rather than about those who are captured: they are the fewer.
    fn of_captor(&self) -> bool {
        self.captor.iter().count() <= self.victim.iter().count()
    }
}

/// The scenes of what captures by the piece, and of it, set off. `settings`: those of its movements.
pub(super) fn scenes(mover: &Mover<'_>, settings: &[Setting]) -> Vec<Blast> {
    let all = kinds(mover);
    let rules = rules(mover, all);
    if rules.is_empty() {
        return Vec::new();
    }
    let mut list = Vec::new();
    let victims = victims(mover, all);
    for (destroys, group) in
        groups(victims, |victim| outcome(&rules, mover.side, mover.kind, victim, Rule::of_captor))
    {
        let event = Event::Captures { these: group, others: victims.minus(group) };
        list.extend(capturing(mover, settings, &destroys, group).map(|(s, m)| (s, m, event)));
    }
    let enemy = mover.side.other();
    let captors = all.minus(mover.variant.royalty.kinds);
    for destroys in
        groups(captors, |captor| outcome(&rules, enemy, captor, mover.kind, |rule| !rule.of_captor()))
            .into_keys()
    {
        list.extend(captured(mover, settings, &destroys).map(|(s, m)| (s, m, Event::Captured)));
    }
    list
}

/// Whether the piece is royal and every capture would destroy it, so that it never captures.
pub(super) fn never_captures(mover: &Mover<'_>) -> bool {
    let all = kinds(mover);
    let rules = rules(mover, all);
    let dies = |victim| outcome(&rules, mover.side, mover.kind, victim, |_| true).contains(&Destroys::Captor);
    mover.variant.royalty.kinds.has(mover.kind) && !rules.is_empty() && victims(mover, all).iter().all(dies)
}

fn kinds(mover: &Mover<'_>) -> KindSet {
    (0..mover.variant.kinds.len() as u8).collect()
}

fn rules(mover: &Mover<'_>, all: KindSet) -> Vec<Rule> {
    mover.variant.reactions.iter().filter_map(|r| Rule::new(r, all)).collect()
}

/// The kinds that the piece can capture; royals only if nothing else.
fn victims(mover: &Mover<'_>, all: KindSet) -> KindSet {
    let mut found = KindSet::NONE;
    for act in &mover.acts {
        let nodes = act.walk().into_iter().flat_map(|walk| &walk.nodes);
        for head in nodes.map(|n| n.head).filter(|h| h.take == Take::Capture) {
            found = found.or(head.test.enemy.and(all));
        }
    }
    let plain = found.minus(mover.variant.royalty.kinds);
    if plain.is_empty() { found } else { plain }
}

/// What a capture destroys, if a rule is among it for which `about` holds.
fn outcome(
    rules: &[Rule],
    side: Side,
    captor: KindId,
    victim: KindId,
    about: impl Fn(&Rule) -> bool,
) -> Vec<Destroys> {
    let fires = |r: &&Rule| r.side == side && r.captor.has(captor) && r.victim.has(victim);
    if !rules.iter().filter(fires).any(about) {
        return Vec::new();
    }
    let mut list: Vec<Destroys> =
        rules.iter().filter(fires).flat_map(|r| r.destroys.iter().copied()).collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// Kinds for which the same is destroyed.
fn groups(kinds: KindSet, of: impl Fn(KindId) -> Vec<Destroys>) -> BTreeMap<Vec<Destroys>, KindSet> {
    let mut groups: BTreeMap<Vec<Destroys>, KindSet> = BTreeMap::new();
    for kind in kinds.iter() {
        let destroys = of(kind);
        if !destroys.is_empty() {
            let group = groups.entry(destroys).or_insert(KindSet::NONE);
            *group = group.or(KindSet::of(kind));
        }
    }
    groups
}

/// The scene of a capture by the piece. `None` if there is no such move.
fn capturing(
    mover: &Mover<'_>,
    settings: &[Setting],
    destroys: &[Destroys],
    group: KindSet,
) -> Option<(Setting, BTreeMap<Square, Marks>)> {
    let doomed = destroys.contains(&Destroys::Captor);
    let victim = mover.extra(mover.side.other(), group)?;
    if doomed && mover.variant.royalty.kinds.has(mover.kind) {
        return None;
    }
    settings.iter().find_map(|setting| {
        let marks = explore(mover, setting).marks;
        let mut targets: Vec<Square> =
            marks.iter().filter(|(_, m)| captures(**m).is_some()).map(|(s, _)| *s).collect();
        targets.sort_by_key(|&target| better(mover, setting.origin, target, destroys));
        targets.into_iter().find_map(|target| {
            let mut setting = setting.clone();
            setting.stands[target.index()] = Stand::Piece(victim);
            let mark = captures(*explore(mover, &setting).marks.get(&target)?)?;
            let mut marks = BTreeMap::new();
            blasts(mover, &setting, target, destroys, &mut marks);
            marks.remove(&setting.origin);
            marks.insert(target, Marks::of(if doomed { Mark::Spent } else { mark }));
            Some((setting, marks))
        })
    })
}

/// The scene of a capture of the piece.
fn captured(
    mover: &Mover<'_>,
    settings: &[Setting],
    destroys: &[Destroys],
) -> Option<(Setting, BTreeMap<Square, Marks>)> {
    let board = &mover.variant.board;
    let middle = board.size.at(i32::from(board.size.files) / 2, i32::from(board.size.ranks) / 2);
    let origin = settings.first().map(|s| s.origin).or(middle).filter(|s| !board.holes.has(*s))?;
    let setting = Setting::empty(mover, origin);
    let mut marks = BTreeMap::new();
    // Where the captor came from is not told here.
    let here: Vec<Destroys> =
        destroys.iter().copied().filter(|d| !matches!(d, Destroys::AroundOrigin(..))).collect();
    blasts(mover, &setting, origin, &here, &mut marks);
    if here.contains(&Destroys::Captor) {
        marks.insert(origin, Marks::of(Mark::Trap));
    }
    (!marks.is_empty()).then_some((setting, marks))
}

/// The mark of a plain capture, if there is one.
fn captures(marks: Marks) -> Option<Mark> {
    [Mark::Capture, Mark::FirstCapture, Mark::PlaceCapture].into_iter().find(|&m| marks.has(m))
}

/// Marks the squares on which something is destroyed.
fn blasts(
    mover: &Mover<'_>,
    setting: &Setting,
    target: Square,
    destroys: &[Destroys],
    marks: &mut BTreeMap<Square, Marks>,
) {
    let board = &mover.variant.board;
    for destroys in destroys {
        let (middle, within) = match *destroys {
            Destroys::Captor => continue,
            Destroys::Around(within, _) => (target, within),
            Destroys::AroundOrigin(within, _) => (setting.origin, within),
        };
        for square in board.size.all().filter(|s| *s != middle && !board.holes.has(*s)) {
            if distance(mover, middle, square) <= within {
                marks.insert(square, Marks::of(Mark::Blast));
            }
        }
    }
}

/// How far apart two squares are, in king's steps.
fn distance(mover: &Mover<'_>, a: Square, b: Square) -> u8 {
    let size = mover.variant.board.size;
    size.file(a).abs_diff(size.file(b)).max(size.rank(a).abs_diff(size.rank(b)))
}

/// The order of targets: where most is seen, apart from the mover, and near it.
fn better(
    mover: &Mover<'_>,
    origin: Square,
    target: Square,
    destroys: &[Destroys],
) -> (u8, bool, u8, bool, u8) {
    let within =
        destroys.iter().map(|d| if let Destroys::Around(n, _) = d { *n } else { 0 }).max().unwrap_or(0);
    let size = mover.variant.board.size;
    let edge = |at: u8, length: u8| within.saturating_sub(at.min(length - 1 - at));
    let cut = edge(size.file(target), size.files) + edge(size.rank(target), size.ranks);
    let away = distance(mover, origin, target);
    let up = (size.rank(target) > size.rank(origin)) == (mover.side == Side::White);
    (cut, away <= within, away, !up, size.file(target).abs_diff(size.file(origin)))
}
