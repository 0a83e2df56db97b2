//! How legality is proven, and which movements threaten a royal along lines.

use chv_dsl::model::{EndWhen, KindSet, Set256, SetBy, Variant};

use super::ways::{Step, Way};
use super::{Effects, Mover, Only, Plan};

/// How the legality of displacements is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Legality {
    /// Nothing is to prove: no royal may be in check.
    None,
    /// One royal a side: threats by leaps and rides give exact check masks and pin lines; threats by
    /// other walks give a zone of squares, and only moves that touch it are made and tested.
    Masks,
    /// Every move is made and tested.
    Tested,
}

/// Chooses.
pub(super) fn choose(variant: &Variant, royals: KindSet, effects: &Effects, movers: &[Mover]) -> Legality {
    if royals.is_empty() {
        return Legality::None;
    }
    // The masks speak of one royal and of moves whose effects are seen from origin and target.
    let lost = |e: &chv_dsl::model::End| matches!(e.when, EndWhen::Few { kinds, .. } if kinds == royals);
    let there = match variant.royalty.count {
        (1, 1) => true,
        // A side without its royal has lost and has no moves.
        (0, 1) => variant.ends.iter().any(lost),
        _ => false,
    };
    let one = royals.0.count_ones() == 1 && there;
    // What a capture sets off is tried from the captor's square to its target.
    let tried = !effects.reach.backfires || movers.iter().all(|m| m.walks.is_none() && !m.ways.stay);
    // Where the royal may be gone, it is asked before mates are.
    let few = |e: &chv_dsl::model::End| matches!(e.when, EndWhen::Few { .. });
    let mates = |e: &chv_dsl::model::End| matches!(e.when, EndWhen::Checkmate | EndWhen::Stalemate);
    let first = variant.ends.iter().position(mates).unwrap_or(variant.ends.len());
    let in_order = !variant.ends[first..].iter().any(few);
    // What hooks do is seen by making moves only.
    let hooks = !variant.hooks.is_empty();
    // What the mover does not change on the board may threaten all the same if others borrow it.
    // What lands at the end of a turn is seen by ending it.
    let travels = variant.fields.travel.is_some();
    let borrows = variant.fields.kinds.iter().any(|f| f.set_by == SetBy::Moves);
    // Where terrain winds slides, lines and zones do not tell what they threaten.
    let winds = super::winds(variant) || variant.fields.hidden.is_some();
    if one && !winds && tried && in_order && effects.steady && !effects.asks && !hooks && !borrows && !travels
    {
        return Legality::Masks;
    }
    Legality::Tested
}

/// Rides of some kinds that threaten royals, with equal steps and regions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RideThreat {
    /// The steps, as the attacker's owner sees them, sorted.
    pub steps: Vec<Step>,
    /// The largest number of steps.
    pub most: u8,
    /// The attackers.
    pub kinds: KindSet,
    /// Which of them.
    pub only: Only,
    /// The royals that they take.
    pub prey: KindSet,
    /// The squares they may start from, for White and Black attackers.
    pub from: [Set256; 2],
    /// The squares they may capture on.
    pub to: [Set256; 2],
}

/// All rides that threaten royals: rides of equal range and regions are grouped so that each step
/// occurs once with all the kinds that have it. With `forbidding` also those of movements that give no
/// check but forbid a royal to be left there.
#[must_use]
pub fn ride_threats(plan: &Plan, forbidding: bool) -> Vec<RideThreat> {
    let mut single: Vec<RideThreat> = Vec::new();
    for mover in plan.movers.iter().filter(|m| m.offered || forbidding) {
        for way in &mover.ways.ways {
            let Way::Ride { step, most, ends } = way else { continue };
            let prey = ends.capture.and(plan.royals);
            if prey.is_empty() {
                continue;
            }
            let found = single.iter().position(|t| {
                t.steps[0] == *step
                    && t.most == *most
                    && t.prey == prey
                    && t.from == mover.from
                    && t.to == mover.to
                    && t.only == mover.only
            });
            // What one kind borrows of several is one threat.
            let borrowed = |t: &RideThreat| {
                let lent = t.only.or(mover.only)?;
                let alike = t.steps[0] == *step
                    && t.most == *most
                    && t.prey == prey
                    && t.from == mover.from
                    && t.to == mover.to
                    && t.kinds == KindSet::of(mover.kind);
                alike.then_some(lent)
            };
            let lent = single.iter().enumerate().find_map(|(i, t)| borrowed(t).map(|only| (i, only)));
            match (found, lent) {
                (Some(i), _) => single[i].kinds = single[i].kinds.or(KindSet::of(mover.kind)),
                (None, Some((i, only))) => single[i].only = only,
                (None, None) => single.push(RideThreat {
                    steps: vec![*step],
                    most: *most,
                    kinds: KindSet::of(mover.kind),
                    only: mover.only,
                    prey,
                    from: mover.from,
                    to: mover.to,
                }),
            }
        }
    }
    let mut out: Vec<RideThreat> = Vec::new();
    for threat in single {
        let found = out.iter_mut().find(|t| {
            t.most == threat.most
                && t.kinds == threat.kinds
                && t.prey == threat.prey
                && t.from == threat.from
                && t.to == threat.to
                && t.only == threat.only
        });
        match found {
            Some(group) => group.steps.extend(threat.steps),
            None => out.push(threat),
        }
    }
    for group in &mut out {
        group.steps.sort_unstable();
    }
    out
}
