#!/usr/bin/env bash
# For each compiled game: lines generated, time of the generator, time of rustc for the module alone.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
cargo build --release --quiet -p chv
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
rustc --edition 2024 --crate-type rlib --crate-name chv_runtime -C opt-level=3 -o "$out/libchv_runtime.rlib" runtime/src/lib.rs
for game in "${@:-chess}"; do
    begin=$(date +%s%N)
    "$target/release/chv" gen "variants/$game.chv" -o "$out" >/dev/null
    made=$(date +%s%N)
    echo "include!(\"$out/$game.rs\");" >"$out/lib.rs"
    rustc --edition 2024 --crate-type rlib --crate-name game -C opt-level=3 -C debuginfo=0 \
        --extern chv_runtime="$out/libchv_runtime.rlib" -o "$out/libgame.rlib" "$out/lib.rs"
    built=$(date +%s%N)
    echo "$game: $(wc -l <"$out/$game.rs") lines, generator $(((made - begin) / 1000000)) ms," \
        "rustc $(((built - made) / 1000000)) ms"
done
