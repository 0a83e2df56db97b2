//! Which moves need to be made to be proven, where moves are generated without proof: the others only
//! put one piece elsewhere, and what that opens can be told from the squares.

use chv_dsl::model::{
    At, Edit, Guard, KindId, KindSet, Reaction, Set256, SetBy, SquareSet as _, Trigger, Variant,
};

use super::effects::{self, Effect, Reach};
use super::ways::{Way, Ways};
use super::{Effects, Mover, Only, Plan, Who};

/// What makes a move doubtful that only puts a piece elsewhere or captures where it goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Doubts {
    /// Captures that set something off: captors and victims.
    pub captures: Vec<(KindSet, KindSet)>,
    /// Kinds with which something may be chosen on arrival, and the squares left or reached, for White
    /// and for Black.
    pub arrivals: Vec<(KindSet, [Set256; 2], [Set256; 2])>,
    /// Kinds whose moves set something off wherever they go.
    pub movers: KindSet,
}

/// Captures beside a royal that remove it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blast {
    /// The kinds that capture.
    pub captors: KindSet,
    /// The kinds whose capture does it.
    pub victims: KindSet,
    /// How far it reaches.
    pub within: u8,
}

impl Doubts {
    /// What is doubtful by what moves set off.
    pub(super) fn new(effects: &[Effect]) -> Self {
        let mut out = Self::default();
        for effect in effects {
            for (side, form) in (0..).zip(&effect.sides).filter_map(|(i, f)| Some((i, f.as_ref()?))) {
                if effect.is_light() && !effect.asks() {
                    continue;
                }
                match form.on {
                    Trigger::Captured { captor, victim } => out.captures.push((captor, victim)),
                    Trigger::Moved { kinds } if form.guards.contains(&Guard::Captures) => {
                        out.captures.push((kinds, KindSet::ALL));
                    }
                    Trigger::Moved { kinds } => out.movers = out.movers.or(kinds),
                    Trigger::Promotes { kinds, from, to, .. } => out.arrive(side, kinds, from, to),
                }
            }
        }
        out.captures.sort_unstable();
        out.captures.dedup();
        out
    }

    fn arrive(&mut self, side: usize, kinds: KindSet, from: Set256, to: Set256) {
        let place = self.arrivals.iter().position(|a| a.0 == kinds);
        let place = place.unwrap_or_else(|| {
            self.arrivals.push((kinds, [Set256::EMPTY; 2], [Set256::EMPTY; 2]));
            self.arrivals.len() - 1
        });
        let (_, left, reached) = &mut self.arrivals[place];
        left[side] |= from;
        reached[side] |= to;
    }
}

/// The captures that remove royals beside them, if the squares tell all that threatens royals: what is
/// captured, and those. Nothing if only trying every move does.
pub(super) fn blasts(
    variant: &Variant,
    effects: &Effects,
    movers: &[Mover],
    travels: &[Mover],
    royals: KindSet,
) -> Option<Vec<Blast>> {
    let mut out: Vec<Blast> = Vec::new();
    // Whose knowledge counts, and where slides go on, squares do not tell.
    if variant.fields.hidden.is_some() || super::winds(variant) {
        return None;
    }
    // A landing takes whatever royal stands there, and that is all.
    if variant.fields.travel.as_ref().is_some_and(|t| !royals.minus(t.prey).is_empty()) {
        return None;
    }
    // A royal captured in passing is not where the capture goes.
    let in_passing = |m: &Mover| m.ways.passed.iter().any(|(_, kinds)| !kinds.and(royals).is_empty());
    if movers.iter().any(in_passing) {
        return None;
    }
    for form in effects.list.iter().flat_map(Effect::forms) {
        let removing: Vec<&Edit> = effects::edits(form).filter(|e| effects::removes(e, royals)).collect();
        if removing.is_empty() {
            continue;
        }
        match form.on {
            // It changes the piece that moved and nothing else.
            Trigger::Promotes { .. } if removing.iter().all(|e| matches!(e, Edit::Become(At::Target, _))) => {
            }
            Trigger::Captured { captor, victim } => {
                // Who captures a royal must not lose his own by that.
                let harmless = victim.and(royals).is_empty()
                    || removing.iter().all(|e| of_captor(e)) && captor.and(royals).is_empty();
                if !harmless || movers.iter().any(|m| captor.has(m.kind) && m.ways.stay) {
                    return None;
                }
                if !form.threatens || removing.iter().all(|e| of_captor(e)) {
                    continue;
                }
                let blast = blast(form, &removing, captor, victim)?;
                let far = |m: &Mover| m.walks.is_some() || !only_leaps(&m.ways);
                if movers.iter().any(|m| captor.has(m.kind) && far(m))
                    || travels.iter().any(|m| captor.has(m.kind))
                {
                    return None;
                }
                if !out.contains(&blast) {
                    out.push(blast);
                }
            }
            _ => return None,
        }
    }
    Some(out)
}

/// Whether an edit is about the piece that captures, which is where it captured.
fn of_captor(edit: &Edit) -> bool {
    matches!(edit, Edit::Remove(At::Target, _) | Edit::Become(At::Target, _))
}

fn blast(form: &Reaction, removing: &[&Edit], captors: KindSet, victims: KindSet) -> Option<Blast> {
    let chosen = form.branches.iter().any(|b| b.square.is_some());
    let mut within = 0;
    for edit in removing.iter().filter(|e| !of_captor(e)) {
        match edit {
            Edit::Each(area, inner) if matches!(area.around, At::Target | At::Victim) => {
                let here = |e: &Edit| matches!(e, Edit::Remove(At::Here, _));
                if !inner.iter().all(here) {
                    return None;
                }
                within = within.max(area.within);
            }
            _ => return None,
        }
    }
    (!chosen).then_some(Blast { captors, victims, within })
}

/// Whether a movement takes by single steps only, and only enemies.
fn only_leaps(ways: &Ways) -> bool {
    let leaps = |w: &Way| match w {
        Way::Leap { ends, .. } => ends.friend.is_empty(),
        Way::Ride { ends, .. } => ends.friend.is_empty() && ends.capture.is_empty(),
        Way::Through { .. } | Way::Slide { .. } => false,
    };
    ways.ways.iter().all(leaps) && ways.anywhere.is_none() && ways.passed.is_empty()
}

/// Whether a piece put into a way, or what kind it is, may open it: whether it is more than a way that
/// pieces block.
#[must_use]
pub fn hops(way: &Way, all: KindSet) -> bool {
    match way {
        Way::Leap { .. } | Way::Ride { .. } => false,
        Way::Through { content, then, .. } => {
            let (friend, enemy) = (content.friend.and(all), content.enemy.and(all));
            let pieces = !friend.is_empty() || !enemy.is_empty();
            let any = friend == all && enemy == all && content.empty;
            pieces && !any || then.iter().any(|w| hops(w, all))
        }
        Way::Slide { then, blocked, .. } => {
            then.iter().any(|w| hops(w, all)) || blocked.iter().any(|b| !b.then.is_empty())
        }
    }
}

impl Plan<'_> {
    /// Whether moves are generated without proof, and most of them are proven together by the squares
    /// that they touch.
    #[must_use]
    pub fn doubts(&self) -> Option<&Doubts> {
        let told = !self.tries() || self.blasts.is_some();
        let plain = !self.royals.is_empty() && self.variant.hooks.is_empty() && told;
        (self.has_unproven() && plain).then_some(&self.doubts)
    }

    /// The same whether or not they are proven together.
    #[must_use]
    pub const fn all_doubts(&self) -> &Doubts {
        &self.doubts
    }

    /// What could be removed by what moves of a kind set off, as far as that threatens royals.
    #[must_use]
    pub fn reach_of(&self, kind: KindId) -> Reach {
        self.effects.reach_of(kind, self.royals)
    }

    /// Whether only trying the opponent's moves tells what threatens royals.
    #[must_use]
    pub fn tries_moves(&self) -> bool {
        self.tries() && self.blasts.is_none()
    }

    /// Whether a threat of the opponent hangs on the kind that is moved.
    #[must_use]
    pub fn borrowed(&self, only: Only) -> bool {
        borrowed(self.variant, only)
    }
}

fn borrowed(variant: &Variant, only: Only) -> bool {
    matches!(only.who, Who::Kinds { field, own: false, .. }
        if variant.fields.kinds.get(usize::from(field)).is_some_and(|f| f.set_by == SetBy::Moves))
}
