#!/usr/bin/env bash
# What small changes of the rules cost: instructions per leaf (valgrind) of chess and of chess with a cannon,
# with a spare kind, on nine files and under other names, and how many times chess's that is. The aim is three
# times at most. CHV names a program to use.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
if [ -z "${CHV:-}" ]; then
    cargo build --release --quiet -p chv
    CHV=${CARGO_TARGET_DIR:-target}/release/chv
fi
rustc --edition 2024 --crate-type rlib --crate-name chv_runtime -C opt-level=3 -C panic=abort \
    -o "$out/libchv_runtime.rlib" runtime/src/lib.rs
cp variants/chess.chv tests/bench/ratios/*.chv "$out"
instructions() {
    valgrind --tool=callgrind --callgrind-out-file="$out/count" "$@" >"$out/nodes" 2>/dev/null
    echo "$(sed -n 's/^summary: //p; s/^totals: //p' "$out/count" | tail -1) $(cat "$out/nodes")"
}
declare -A chess
for game in chess cannon spare nine renamed; do
    "$CHV" gen "$out/$game.chv" -o "$out" >/dev/null
    cat >"$out/main.rs" <<RUST
use chv_runtime::{Rules as _, perft::perft};
include!("$out/$game.rs");
fn main() {
    let words: Vec<String> = std::env::args().collect();
    println!("{}", perft(&$game::Rules.start(), words[1].parse().unwrap(), words[2] == "bulk"));
}
RUST
    rustc --edition 2024 --crate-name game -C opt-level=3 -C panic=abort -C codegen-units=1 \
        --extern "chv_runtime=$out/libchv_runtime.rlib" -o "$out/game" "$out/main.rs"
    for way in bulk leaf; do
        read -r all leaves < <(instructions "$out/game" 4 "$way")
        read -r begin _ < <(instructions "$out/game" 1 "$way")
        each=$(((all - begin) / leaves))
        [ "$game" != chess ] || chess[$way]=$each
        echo "$game $way: $each instructions a leaf, $((100 * each / chess[$way])) % of chess ($leaves leaves)"
    done
done
