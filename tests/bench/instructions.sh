#!/usr/bin/env bash
# Instructions per leaf by valgrind: the same on a loaded machine. The cost of starting is taken off by a
# second run of depth 1.
set -euo pipefail
cd "$(dirname "$0")"
cargo build --release --quiet
program=${CARGO_TARGET_DIR:-target}/release/chv-bench
count() {
    local out
    out=$(mktemp)
    valgrind --tool=callgrind --callgrind-out-file="$out" "$program" "$@" >"$out.nodes" 2>/dev/null
    echo "$(sed -n 's/^summary: //p; s/^totals: //p' "$out" | tail -1) $(cat "$out.nodes")"
    rm -f "$out" "$out.nodes"
}
for way in bulk leaf; do
    for at in "start 4" "kiwipete 3"; do
        read -r position depth <<<"$at"
        for engine in chv cozy-chess shakmaty; do
            read -r all leaves < <(count "$engine" "$position" "$depth" "$way")
            read -r begin _ < <(count "$engine" "$position" 1 "$way")
            echo "$position $depth $way $engine: $(((all - begin) / leaves)) instructions a leaf"
        done
    done
done
