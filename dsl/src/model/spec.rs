//! What FEN, move text and callers read of a variant.

use std::borrow::Cow;
use std::collections::BTreeSet;

use chv_runtime::fen;
use chv_runtime::more::{KindRule, MoreRules, OwedRule, PhaseRule, Puts};
use chv_runtime::spec::{FieldShape, FieldSpec, KindSpec, OptionSpec, PhaseSpec, RightSpec, TerrainSpec};
use chv_runtime::{Set256, Spec, SquareSet};

use super::{
    Action, Actor, At, Edit, EndWhen, KindSet, Movement, PhaseKind, SetBy, Side, TerrainSpelling, Trigger,
    Variant,
};

pub use chv_runtime::passing::PASSERS;
pub use chv_runtime::record::UNMOVED;

impl Variant {
    /// The facts of the game that text and callers read. Both executions give the same.
    #[must_use]
    pub fn spec(&self) -> Spec {
        let text = |s: &str| Cow::<'static, str>::Owned(s.to_owned());
        let said = |name: &str| FieldSpec { name: text(name), shape: FieldShape::Text };
        let unmoved = (!self.fields.unmoved.is_empty()).then(|| said(UNMOVED));
        let passers = self.tells_passers().then(|| said(PASSERS));
        let fields = self.further().into_iter().map(|(name, shape)| FieldSpec { name: text(&name), shape });
        let mut spec = Spec {
            name: text(&self.about.name),
            title: text(&self.about.title),
            aliases: self.about.aliases.iter().map(|a| text(a)).collect(),
            size: self.board.size,
            holes: self.board.holes,
            kinds: (0..)
                .zip(&self.kinds)
                .map(|(id, kind)| KindSpec {
                    name: text(&kind.name),
                    code: text(&kind.code),
                    royal: kind.royal,
                    count: self.count(id),
                })
                .collect(),
            terrain: self
                .terrain
                .iter()
                .map(|t| {
                    let (name, code) = match &t.spelling {
                        TerrainSpelling::Sign(code) => (&t.name, Some(*code)),
                        TerrainSpelling::Field(name) => (name, None),
                    };
                    TerrainSpec { name: text(name), code, blocks: t.blocks }
                })
                .collect(),
            rights: self
                .fields
                .rights
                .iter()
                .map(|r| RightSpec {
                    letter: r.letter,
                    side: r.side,
                    needs: r.needs.iter().copied().collect(),
                })
                .collect(),
            hands: self.fields.hands,
            fields: unmoved.into_iter().chain(passers).chain(fields).collect(),
            options: self
                .options
                .iter()
                .map(|o| OptionSpec {
                    name: text(&o.name),
                    values: o.values.iter().map(|v| text(v)).collect(),
                    chosen: u8::try_from(o.chosen).unwrap_or(u8::MAX),
                })
                .collect(),
            start: Cow::Borrowed(""),
        };
        spec.start = Cow::Owned(fen::write(&self.start.record, &spec));
        spec
    }

    /// The fields of [`chv_runtime::More`] that can differ from what is usual, in a fixed order.
    fn further(&self) -> Vec<(String, FieldShape)> {
        let mut list: Vec<(String, FieldShape)> = Vec::new();
        let mut add = |name: &str, shape| list.push((name.to_owned(), shape));
        let fields = &self.fields;
        if let Some(travel) = &fields.travel {
            add(&travel.name, FieldShape::Travellers);
        }
        for (index, field) in (0u8..).zip(&fields.kinds) {
            let codes = field.set_by == SetBy::Choice;
            add(&field.name, FieldShape::Kinds { index, codes });
        }
        let usual = self.budget();
        if self.has_turns() {
            add("budget", FieldShape::Budget(usual));
            add("moved", FieldShape::Moved);
            add("next", FieldShape::Next(usual));
        }
        if let Some(hidden) = &fields.hidden {
            add(&hidden.name, FieldShape::Hidden);
            add("revealed", FieldShape::Revealed);
        }
        if self.phases.len() > 1 {
            let phases = (1u8..).zip(self.phases.iter().rev().skip(1)).map(|(number, p)| PhaseSpec {
                name: Cow::Owned(p.name.clone()),
                task: Cow::Owned(self.task(number)),
            });
            add("phase", FieldShape::Phase(phases.collect()));
            add("left", FieldShape::Left);
        }
        for (index, hook) in (0u8..).zip(&self.hooks) {
            add(&hook.name, FieldShape::Hook(index));
        }
        if self.ends.iter().any(|e| matches!(e.when, EndWhen::Occupied { .. })) {
            add("winner", FieldShape::Winner);
        }
        list
    }

    /// What the rules say of the state that only some games have.
    #[must_use]
    pub fn more_rules(&self) -> MoreRules {
        let phases = (1u8..).zip(self.phases.iter().rev().skip(1)).filter_map(|(number, p)| match p.kind {
            PhaseKind::Setup { items, optional, together } => {
                let (puts, on) = self.puts(number);
                Some(PhaseRule { items, optional, together, onto: self.put_in(number), puts, on })
            }
            PhaseKind::Play { .. } => None,
        });
        let kinds = (0u8..).zip(&self.fields.kinds).map(|(index, f)| KindRule {
            name: Cow::Owned(f.name.clone()),
            among: f.among.0,
            chosen: if f.set_by == SetBy::Choice { self.chosen_in(index) } else { 0 },
        });
        let reactions = self.reactions.iter().flat_map(|r| &r.branches).flat_map(|b| &b.edits);
        let edits = || reactions.clone().chain(self.actions.iter().flat_map(|a| &a.edits));
        let granted = edits().filter_map(|e| if let Edit::Grant(n) = e { Some(*n) } else { None });
        // One more than is said: a piece is counted at the end of the turn in which it left, too.
        let turns =
            edits().filter_map(|e| if let Edit::Depart(_, n) = e { Some(n.saturating_add(1)) } else { None });
        MoreRules {
            phases: phases.collect(),
            usual: self.budget(),
            most: granted.fold(self.budget(), u8::max),
            longest: turns.max().unwrap_or(0),
            travels: self.travels().0,
            won: self.ends.iter().find_map(|e| match e.when {
                EndWhen::Occupied { terrain } => Some(terrain),
                _ => None,
            }),
            kinds: kinds.collect(),
            laid: self.laid(),
            placed: self.placed(),
        }
    }

    /// The promotions that can be owed.
    #[must_use]
    pub fn owed_rules(&self) -> Vec<OwedRule> {
        let owed = self.reactions.iter().filter_map(|reaction| match reaction.on {
            Trigger::Promotes { kinds, to, pushed: true, .. } => Some(OwedRule {
                side: reaction.side,
                kinds: kinds.0,
                on: to,
                choices: u16::try_from(reaction.branches.len()).unwrap_or(u16::MAX),
            }),
            _ => None,
        });
        owed.collect()
    }

    /// What players put on a square of their choice in a phase of set-up, and the squares for each.
    fn puts(&self, phase: u8) -> (Puts, [Set256; 2]) {
        let (mut puts, mut on) = (Puts::Nothing, [Set256::EMPTY; 2]);
        for action in self.actions.iter().filter(|a| a.phase == phase) {
            for edit in &action.edits {
                puts = match edit {
                    Edit::Lay(At::Target, terrain, _) => Puts::Terrain(*terrain),
                    Edit::Hide(At::Target) => Puts::Hidden,
                    _ => continue,
                };
                on[action.side.index()] |= action.to;
            }
        }
        (puts, on)
    }

    /// The kinds of terrain that play lays, one bit each.
    fn laid(&self) -> u64 {
        let actions = self.actions.iter().filter(|a| a.phase == 0).flat_map(|a| &a.edits);
        let reactions = self.reactions.iter().flat_map(|r| &r.branches).flat_map(|b| &b.edits);
        let each = actions.chain(reactions).flat_map(|edit| {
            let inner = if let Edit::Each(_, inner) = edit { &inner[..] } else { &[] };
            std::iter::once(edit).chain(inner)
        });
        each.fold(
            0,
            |laid, edit| if let Edit::Lay(_, terrain, _) = edit { laid | 1 << terrain } else { laid },
        )
    }

    /// The kinds of terrain that are placed before play, and on how many squares they lie before that.
    fn placed(&self) -> Cow<'static, [(u8, u16)]> {
        let phases = 1..u8::try_from(self.phases.len()).unwrap_or(u8::MAX);
        let placed = phases.filter_map(|phase| match self.puts(phase).0 {
            Puts::Terrain(terrain) => Some(terrain),
            _ => None,
        });
        let placed: BTreeSet<u8> = placed.collect();
        let start = |t: u8| self.start.record.terrain.iter().filter(|&&there| there == t + 1).count() as u16;
        placed.into_iter().map(|terrain| (terrain, start(terrain))).collect()
    }

    /// What a player does in a phase of set-up, as it follows his name.
    fn task(&self, phase: u8) -> String {
        let actions = || self.actions.iter().filter(|a| a.phase == phase);
        for edit in actions().flat_map(|a| &a.edits) {
            match edit {
                Edit::Lay(_, terrain, _) => {
                    return format!("places {}", a_or_an(&self.terrain[usize::from(*terrain)].name));
                }
                Edit::Hide(_) => {
                    let name = self.fields.hidden.as_ref().map_or("something", |h| &h.name);
                    return format!("hides one of the {name}");
                }
                _ => {}
            }
        }
        let placed = |a: &Action| {
            let kinds = a.edits.iter().filter_map(|e| match e {
                Edit::Place(_, _, kind) => Some(*kind),
                _ => None,
            });
            kinds.collect::<KindSet>()
        };
        let among = actions().fold(KindSet::NONE, |all, a| all.or(placed(a)));
        let number = actions().next().map_or(0, |a| placed(a).iter().count());
        let names: Vec<&str> = among.iter().map(|k| self.kinds[usize::from(k)].name.as_str()).collect();
        format!("arranges {number} of {}", names.join(", "))
    }

    /// The squares that each player's pieces come onto in a phase of set-up.
    fn put_in(&self, phase: u8) -> [Set256; 2] {
        let mut onto = [Set256::EMPTY; 2];
        for action in self.actions.iter().filter(|a| a.phase == phase) {
            for edit in &action.edits {
                if let Edit::Place(At::Square(square), ..) = edit {
                    let own = &mut onto[action.side.index()];
                    *own = own.with(*square);
                }
            }
        }
        onto
    }

    /// The phase of set-up that sets a field of kinds; 0 if none does.
    fn chosen_in(&self, field: u8) -> u8 {
        let sets = |e: &Edit| matches!(e, Edit::SetKind(f, ..) if *f == field);
        let phase = self.actions.iter().find(|a| a.phase > 0 && a.edits.iter().any(sets));
        phase.map_or(0, |a| a.phase)
    }

    /// The kinds of piece that leave the board to come back.
    fn travels(&self) -> KindSet {
        let departs = |a: &&Action| a.edits.iter().any(|e| matches!(e, Edit::Depart(..)));
        let kind = |a: &Action| if let Actor::Kind(kind) = a.actor { Some(kind) } else { None };
        self.actions.iter().filter(departs).filter_map(kind).collect()
    }

    /// The moves that a turn has if nothing else is granted.
    #[must_use]
    pub fn budget(&self) -> u8 {
        match self.phases.last().map(|p| p.kind) {
            Some(PhaseKind::Play { budget, .. }) => budget,
            _ => 1,
        }
    }

    /// Whether there are turns of more than one move.
    #[must_use]
    pub fn has_turns(&self) -> bool {
        let mut edits = self.reactions.iter().flat_map(|r| &r.branches).flat_map(|b| &b.edits);
        self.budget() > 1 || edits.any(|e| matches!(e, Edit::Grant(_)))
    }

    /// Whether several pieces can have passed squares that are open to capture en passant.
    #[must_use]
    pub fn many_passers(&self) -> bool {
        self.has_turns() || self.fields.travel.is_some()
    }

    /// Whether positions say which pieces have passed squares, where the squares do not tell. They do
    /// where a turn is one move and all pieces pass squares in one direction: the nearest piece that can
    /// have passed a square stands in the way of the others.
    #[must_use]
    pub fn tells_passers(&self) -> bool {
        let direction = |side: Side| {
            let mut steps: Vec<(i8, i8)> = Vec::new();
            for action in self.actions.iter().filter(|a| a.side == side) {
                let Movement::Walk(walk) = &action.movement else { continue };
                if walk.nodes.iter().any(|n| n.head.leaves_passed) {
                    let edges = walk.first.iter().chain(walk.nodes.iter().flat_map(|n| &n.next));
                    steps.extend(edges.map(|e| (e.dx, e.dy)));
                }
            }
            steps.windows(2).all(|two| two[0] == two[1])
        };
        self.fields.passed && (self.many_passers() || !Side::BOTH.into_iter().all(direction))
    }

    /// Fewest and most pieces of a kind that a side may have. A royal may be missing where that is
    /// how the game is lost: the position is then a finished game.
    fn count(&self, kind: u8) -> (u8, u8) {
        let chosen = |f: &super::KindField| f.set_by == SetBy::Choice && f.among.has(kind);
        if self.fields.kinds.iter().any(chosen) {
            return (0, 1);
        }
        let royals = self.royalty.kinds;
        if !royals.has(kind) {
            return (0, u8::MAX);
        }
        let (least, most) = self.royalty.count;
        let ends = |e: &super::End| matches!(e.when, EndWhen::Few { kinds, .. } if kinds.has(kind));
        let alone = royals.iter().count() == 1;
        (if alone && !self.ends.iter().any(ends) { least } else { 0 }, most)
    }
}

/// A name with its article.
#[must_use]
pub fn a_or_an(name: &str) -> String {
    let vowel = name.starts_with(|c: char| "aeiouAEIOU".contains(c));
    format!("{} {name}", if vowel { "an" } else { "a" })
}
