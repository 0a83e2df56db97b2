//! The canonical text of a movement.

use super::Movement;
use super::compass::Shape;
use super::syntax::{Body, Group, MODALITIES, Mark, Mods, Range, Unit};

/// The text of a whole movement.
pub(crate) fn movement(movement: &Movement) -> String {
    let mut text = String::new();
    for term in &movement.terms {
        match &term.body {
            Body::Plain { marks, unit } => {
                for mark in marks {
                    match mark {
                        Mark::Mods(mods) => write_mods(&mut text, mods),
                        Mark::Again(_) => text.push('a'),
                        Mark::Open(_) => text.push('('),
                        Mark::Close(_) => text.push(')'),
                    }
                }
                write_unit(&mut text, unit);
            }
            Body::Bracket { outer, legs } => {
                write_mods(&mut text, outer);
                text.push('[');
                for (i, leg) in legs.iter().enumerate() {
                    write_mods(&mut text, &leg.mods);
                    write_unit(&mut text, &leg.unit);
                    if i + 1 < legs.len() {
                        text.push(if leg.may_stop { '?' } else { '-' });
                    }
                }
                text.push(']');
            }
        }
    }
    text
}

/// Direction groups side by side. A letter that would form a pair with the next one is doubled,
/// unless it stands before an atom whose letters all stand alone.
pub(crate) fn write_groups(text: &mut String, groups: &[Group], split: bool) {
    for (i, group) in groups.iter().enumerate() {
        text.push_str(&group.text());
        let pairs = groups.get(i + 1).is_some_and(|next| Group::pairs(group.first, next.first));
        if group.second.is_none() && pairs && !split {
            text.push(group.first.into());
        }
    }
}

/// Modifiers in canonical order.
pub(crate) fn write_mods(text: &mut String, mods: &Mods) {
    let write = |text: &mut String, letter: u8| {
        text.extend((0..mods.counts.of(letter)).map(|_| char::from(letter)));
    };
    write(text, b'i');
    write_groups(text, &mods.groups, mods.split);
    for &letter in MODALITIES {
        write(text, letter);
    }
}

/// An atom with its range.
pub(crate) fn write_unit(text: &mut String, unit: &Unit) {
    text.push_str(&unit.atom.text());
    match unit.range {
        Range::Usual => {}
        Range::UpTo(n) => text.push_str(&n.to_string()),
        Range::Any if unit.atom.text().len() == 1 => text.push_str(&unit.atom.text()),
        Range::Any => text.push('0'),
    }
}

/// The groups that stand for a set of first directions of a shape; empty if it is all of them.
pub(crate) fn spell(shape: Shape, mask: u8) -> Vec<Group> {
    if mask == shape.all() {
        return Vec::new();
    }
    let singles = b"fblrvs".iter().map(|&c| Group::one(c));
    let pairs = ["fh", "bh", "lh", "rh", "fs", "bs", "lv", "rv", "hl", "hr", "fl", "fr", "bl", "br"];
    // Straight atoms take lone letters only, and order matters for oblique ones only.
    let pairs: &[&str] = if matches!(shape, Shape::Straight(_)) { &[] } else { &pairs };
    let steep: &[&str] = if shape.is_oblique() { &["lf", "rf", "lb", "rb"] } else { &[] };
    let pairs = pairs.iter().chain(steep).map(|p| Group::two(p.as_bytes()[0], p.as_bytes()[1]));
    let known: Vec<(u8, Group)> =
        singles.chain(pairs).filter_map(|g| Some((shape.first(g)?, g))).filter(|&(m, _)| m != 0).collect();
    if let Some(&(_, group)) = known.iter().find(|&&(m, _)| m == mask) {
        return vec![group];
    }
    // Greedily, the largest groups first; a lone direction always has a group.
    let mut left = mask;
    let mut groups = Vec::new();
    while left != 0 {
        let best = known
            .iter()
            .filter(|&&(m, _)| m & !mask == 0 && m & left != 0)
            .max_by_key(|&&(m, g)| ((m & left).count_ones(), g.second.is_none()));
        let Some(&(m, group)) = best else { break };
        left &= !m;
        groups.push(group);
    }
    groups.sort_by_key(|g| g.rank());
    groups
}
