//! The worked examples of the notation's reference, walked: `data/examples.tsv`, which `tests/movement`
//! also plays in both executions.

mod walker;

use std::collections::BTreeMap;

use walker::{Scene, moves};

/// Columns: group, board, movement, square of the White mover, other pieces, effects: `d4` is a move,
/// `d4x` a capture there, `d6[d5]` one elsewhere, `(d6>d4)` a piece set down, `*d3` a square left for
/// captures en passant.
const EXAMPLES: &str = include_str!("data/examples.tsv");

/// Traps 70, 71, 75 are among them: riders of other leaps than the knight's, halves of oblique leaps, no
/// straight capture.
#[test]
fn examples() {
    let mut failed = Vec::new();
    let mut groups: BTreeMap<&str, usize> = BTreeMap::new();
    for line in EXAMPLES.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [group, board, text, from, pieces, expected] = columns[..] else { panic!("{line}") };
        let (files, ranks) = board.split_once('x').expect("a size");
        let scene = Scene::new(files.parse().expect("files"), ranks.parse().expect("ranks"));
        let found = moves(text, &scene.put(pieces), from);
        let mut sorted: Vec<&str> = expected.split_whitespace().collect();
        sorted.sort_unstable();
        let expected = sorted.join(" ");
        if found != expected {
            failed.push(format!("{text} on {from} ({pieces}):\n  found    {found}\n  expected {expected}"));
        }
        *groups.entry(group).or_default() += 1;
    }
    assert!(failed.is_empty(), "{} differ\n{}", failed.len(), failed.join("\n"));
    assert!(groups.values().sum::<usize>() > 110 && groups["conformance_table"] == 9, "{groups:?}");
}
