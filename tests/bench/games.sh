#!/usr/bin/env bash
# For each game: lines generated, processor time of the generator and of rustc for the module alone.
# `games.sh chess team-mate`; without names the games that are compiled in by default. CHV names a program to use.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
if [ -z "${CHV:-}" ]; then
    cargo build --release --quiet -p chv
    CHV=${CARGO_TARGET_DIR:-target}/release/chv
fi
rustc --edition 2024 --crate-type rlib --crate-name chv_runtime -C opt-level=3 \
    -o "$out/libchv_runtime.rlib" runtime/src/lib.rs
seconds() {
    local TIMEFORMAT=%U
    { time "$@" >/dev/null 2>&3; } 3>&2 2>&1
}
[ $# -gt 0 ] || set -- chess msock-eat team-mate
for game in "$@"; do
    made=$(seconds "$CHV" gen "variants/$game.chv" -o "$out")
    echo "include!(\"$out/$game.rs\");" >"$out/lib.rs"
    built=$(seconds rustc --edition 2024 --crate-type rlib --crate-name game -C opt-level=3 \
        --extern "chv_runtime=$out/libchv_runtime.rlib" -o "$out/libgame.rlib" "$out/lib.rs")
    echo "$game: $(wc -l <"$out/$game.rs") lines, generator $made s, rustc $built s"
done
