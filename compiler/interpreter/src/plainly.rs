//! The definitions carried out plainly, with nothing for speed: what the rest is tested against.
//!
//! Every action of the opponent is tried at every one of its ends, and every action of the side to
//! act is made and judged. Random games over random small variants compare the two.

use core::ops::ControlFlow::{Break, Continue};

use chv_dsl::model::{
    Actor, Area, At, Branch, Cause, Content, Edit, EndResult, EndWhen, Guard, KindSet, Trigger,
};
use chv_runtime::{Position, Rules, Set256, Side, Square, SquareSet};

use crate::game::{Acting, Game};
use crate::legal;
use crate::mini::{self, Mini, branch};
use crate::moves::InterpretedMove;
use crate::react;
use crate::run::Run;
use crate::state::State;
use crate::threat;
use crate::walk::{self, ALL_STEPS, Flow, Landing, Visitor};
use crate::{InterpretedRules, detail, ends, turn};

/// Tries an action at each of its ends and asks whether a royal of the other side goes by it.
struct Try {
    own: u32,
    other: u32,
}

impl Visitor for Try {
    fn stop(&mut self, run: &mut Run<'_>, action: &Acting, landing: &Landing) -> Flow {
        if landing.target.is_some_and(|s| !action.to.has(Square(s))) {
            return Continue(());
        }
        let (own, other, side) = (self.own, self.other, action.side);
        react::perform(run, action, landing, None, &mut |run, _, _| {
            let spared = run.aimed.map_or(0, |(_, n)| n);
            let gone = threat::royals(run, side.other()) + spared < other;
            if gone && threat::royals(run, side) >= own { Break(()) } else { Continue(()) }
        })
    }
}

/// Whether a royal of a side is in check (or, with `all`, where it may not be left), by trying
/// everything.
fn in_check(g: &Game, s: &State, side: Side, all: bool) -> bool {
    let attacker = side.other();
    let royals: Vec<u8> = s.royals[side.index()].squares().map(|q| q.0).collect();
    let Some(&royal) = royals.first() else { return false };
    let everywhere = Set256::below(256);
    g.actions.iter().filter(|a| a.side == attacker && (all || a.offered)).any(|action| {
        let mut from: Vec<Option<u8>> = vec![None];
        if g.of_piece[usize::from(action.code)].contains(&action.id) {
            from = (0..g.squares as u8)
                .filter(|&q| s.board[usize::from(q)] == action.code && action.from.has(Square(q)))
                .map(Some)
                .collect();
        }
        from.into_iter().any(|origin| {
            let mut copy = s.clone();
            let mut run = Run::new(g, &mut copy);
            run.aimed = Some((run.at(royal), 0));
            let mut attempt = Try { own: threat::royals(&run, attacker), other: threat::royals(&run, side) };
            walk::landings(&mut run, action, origin, ALL_STEPS, everywhere, &mut attempt).is_break()
        })
    })
}

/// The legal moves, each made and judged.
fn legal_moves(g: &Game, s: &State) -> Vec<InterpretedMove> {
    let mut unchecked = Vec::new();
    let _ = legal::visit_unjudged(g, s, &mut |m| {
        unchecked.push(m);
        Continue(())
    });
    unchecked.retain(|&m| {
        let mut copy = s.clone();
        let mut run = Run::new(g, &mut copy);
        let royals = threat::royals(&run, s.side);
        let Some(played) = detail::play(&mut run, m) else { return false };
        let kept = threat::royals(&run, s.side) >= royals;
        turn::conclude(&mut run, &played.deed, 0, &played.passed);
        kept && (ends::lost(g, &copy, s.side.other()) || !in_check(g, &copy, s.side, true))
    });
    unchecked
}

/// Numbers that look random and are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

const MOVEMENTS: &[&str] = &[
    "K",
    "W",
    "F",
    "R",
    "B",
    "N",
    "NN",
    "nN",
    "mRcpR",
    "mBcpB",
    "AD",
    "fWfF",
    "[W?fsB]",
    "[F?fsR]",
    "nA",
    "R3",
    "fmWfceFifmnD",
    "mUcK",
    "gR",
    "WbF",
    "sRfB2",
    "mKkR",
    "cU",
];

/// A random variant: kinds, movements, board, reactions.
fn variant(random: &mut Random) -> Mini {
    let files = 4 + random.below(4) as u8;
    let ranks = 5 + random.below(3) as u8;
    let mut m = Mini::new(
        files,
        ranks,
        &[("Chief", "C", true), ("One", "A", false), ("Two", "B", false), ("Three", "D", false)],
    );
    m.variant.board.joined_files = random.below(5) == 0;
    m = m.moves("Chief", random.pick::<&str>(&["K", "K", "W", "KN", "F"])).mates();
    for name in ["One", "Two", "Three"] {
        m = m.moves(name, random.pick::<&str>(MOVEMENTS));
    }
    if random.below(4) == 0 {
        let first = m.variant.actions.len();
        m = m.moves("Chief", "kR");
        m.variant.actions[first..].iter_mut().for_each(|a| a.offered = false);
    }
    if random.below(3) == 0 {
        let around = if random.below(2) == 0 { At::Target } else { At::Victim };
        let area =
            Area { around, within: 1 + random.below(2) as u8, kinds: KindSet::ALL.minus(KindSet::of(1)) };
        let each = Edit::Each(area, vec![Edit::Remove(At::Here, Cause::Destroy)]);
        let edits = [Edit::Remove(At::Target, Cause::Destroy), each];
        m = if random.below(2) == 0 {
            m.reacts(|_, _| Trigger::Moved { kinds: KindSet::ALL }, &[Guard::Captures], &[branch("", &edits)])
        } else {
            let on = |_: &Mini, _| Trigger::Captured { captor: KindSet::ALL, victim: KindSet::of(2) };
            m.reacts(on, &[], &[branch("", &edits)])
        };
        let threatens = random.below(2) == 0;
        m.variant.reactions.iter_mut().for_each(|r| r.threatens = threatens);
        m = m.end(EndWhen::Few { kinds: KindSet::of(0), at_most: 0 }, EndResult::Loses, "no chief");
    }
    if random.below(3) == 0 {
        m = m.drops("One", &[Guard::NoMate]);
        m = m.reacts(
            |_, _| Trigger::Captured { captor: KindSet::ALL, victim: KindSet::ALL },
            &[],
            &[branch("", &[Edit::VictimToHand])],
        );
    }
    if random.below(3) == 0 {
        let zone = |m: &Mini, side| m.rank(m.variant.board.size.ranks, side);
        m = m.reacts(
            |m, side| Trigger::Promotes {
                kinds: KindSet::of(1),
                from: Set256::default(),
                to: zone(m, side),
                pushed: false,
            },
            &[],
            &[branch("b", &[Edit::Become(At::Target, 2)]), branch("d", &[Edit::Become(At::Target, 3)])],
        );
    }
    if random.below(5) == 0 {
        let all = m.board();
        let square = Branch {
            text: String::new(),
            guards: Vec::new(),
            square: Some((all, Content::EMPTY)),
            edits: vec![Edit::Lay(At::Chosen, 0, true)],
        };
        m = m.terrain("stone", '*', true).reacts(
            |_, _| Trigger::Moved { kinds: KindSet::of(0) },
            &[],
            &[square],
        );
    }
    if random.below(6) == 0 {
        // Reads its own hand or nothing: a pass.
        for side in Side::BOTH {
            let all = m.board();
            m.act(side, Actor::Nobody, chv_dsl::model::Movement::Stand, all);
        }
    }
    m
}

/// Sets up some pieces; `None` where that gives no position.
fn set_up(m: Mini, random: &mut Random) -> Option<InterpretedRules> {
    let mut m = m;
    let n = m.variant.board.size.squares();
    let record = &mut m.variant.start.record;
    for side in Side::BOTH {
        for kind in [0, 1, 1, 2, 2, 3, 1] {
            let at = random.below(n);
            if record.squares[at].is_none() {
                record.squares[at] = Some(chv_runtime::Piece { side, kind });
            }
        }
    }
    let royal = |side| record.squares.contains(&Some(chv_runtime::Piece { side, kind: 0 }));
    if !royal(Side::White) || !royal(Side::Black) {
        return None;
    }
    InterpretedRules::new(m.variant).ok()
}

#[test]
fn what_is_done_for_speed_changes_nothing() {
    // traps 65, 78, 79 for the whole kind of fault: threats found backwards, moves settled unmade.
    let mut random = Random(0x5eed_1234_abcd);
    let (mut games, mut positions, mut checks) = (0, 0, 0);
    while games < 150 {
        let m = variant(&mut random);
        let Some(rules) = set_up(m, &mut random) else { continue };
        games += 1;
        let mut at = rules.start();
        for _ in 0..14 {
            let (g, s) = at.parts();
            let fen = mini::text(&at);
            let expected = in_check(g, s, s.side, false);
            assert_eq!(at.in_check(), expected, "check of {fen} in {:?}", g.variant);
            assert_eq!(!at.checkers().is_empty(), expected, "checkers of {fen}");
            let slow = if ends::decided(g, s) { Vec::new() } else { legal_moves(g, s) };
            let fast = at.moves();
            assert_eq!(fast, slow, "moves of {fen} in {:?}", g.variant);
            positions += 1;
            checks += u32::from(expected);
            if fast.is_empty() {
                break;
            }
            let before = at.clone();
            let m = *random.pick(&fast);
            let mut key = at.base_key();
            let undo = at.make_keyed(m, &mut key);
            assert_eq!(key, at.base_key(), "key after a move in {fen}");
            let mut back = at.clone();
            back.unmake(m, undo);
            assert!(back == before, "undo in {fen}");
        }
    }
    assert!(positions > 1000 && checks > 50, "{positions} positions, {checks} checks");
}
