#!/usr/bin/env bash
# Prints every table of benches/ and of benches/peers as Markdown: bash benches/all.sh > benches/RESULTS.md
# About 15 minutes, alone on the machine. --small shows in a minute that all of it works; progress goes to the other stream.
set -euo pipefail
cd "$(dirname "$0")/.."

questions="kinds tick instances churn erased arena labels scripts shots tail counting"
peers=(--release --quiet --manifest-path benches/peers/Cargo.toml)
echo "building" >&2
cargo bench --quiet --no-default-features --no-run
cargo build "${peers[@]}"

printf '# Results\n\nWhat `benches/all.sh` printed; README.md says how it is measured. %s, %s threads, load %s when it began; %s; version %s.\n' \
    "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | sed -n 1p)" "$(getconf _NPROCESSORS_ONLN)" \
    "$(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null)" "$(rustc --version)" \
    "$(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
for question in $questions; do
    echo "$question (${SECONDS} s)" >&2
    printf '\n## `%s`\n\n' "$question"
    cargo bench --quiet --no-default-features --bench "$question" -- "$@"
done
echo "peers (${SECONDS} s)" >&2
printf '\n## `peers`\n\n'
cargo run "${peers[@]}" -- "$@"
echo "done (${SECONDS} s)" >&2
