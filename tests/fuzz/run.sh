#!/usr/bin/env bash
# run.sh [SECONDS=20] [BUILD_DIR=build/fuzz] - first every input that once was a finding, then each
# fuzzer for that long, two at a time. A finding is kept in crashes/ and makes the exit code 1.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
seconds=${1:-20}
build=${2:-$here/../../build/fuzz}
targets="solver lms csv certificate result feasible options npy number" # the slow ones first
declare -A max_len=([csv]=1024 [number]=900 [feasible]=11 [options]=600 [result]=600 [certificate]=900 [npy]=600
    [lms]=1500 [solver]=136)

for target in $targets; do
    if [ ! -x "$build/fuzz_$target" ]; then
        echo "$build/fuzz_$target is missing: cmake --preset fuzz && cmake --build --preset fuzz --target fuzzers" >&2
        exit 2
    fi
done

log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
failed=0

replayed=0
for target in $targets; do
    for input in "$here/crashes/$target"/*; do
        [ -f "$input" ] || continue
        replayed=$((replayed + 1))
        if ! timeout 60 "$build/fuzz_$target" -timeout=60 -artifact_prefix="$log/" "$input" \
            >"$log/replay" 2>&1; then
            echo "fuzz_$target: an old finding is back: $input"
            tail -n 15 "$log/replay"
            failed=1
        fi
    done
done
echo "figure: $replayed old findings replayed"

fuzz() {
    local target=$1
    local corpus=$build/corpus/$target
    local dictionary=()
    mkdir -p "$corpus" "$here/crashes/$target"
    [ ! -f "$here/$target.dict" ] || dictionary=("-dict=$here/$target.dict")
    "$build/fuzz_$target" -max_total_time="$seconds" -max_len="${max_len[$target]}" -timeout=60 \
        -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$here/crashes/$target/" \
        "${dictionary[@]}" "$corpus" "$here/seeds/$target" >"$log/$target" 2>&1
}

running=0
for target in $targets; do
    if [ "$running" -eq 2 ]; then
        wait -n || true
        running=1
    fi
    { fuzz "$target" && touch "$log/$target.ok"; } &
    running=$((running + 1))
done
wait || true

for target in $targets; do
    if [ -f "$log/$target.ok" ]; then
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log/$target")
        speed=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log/$target")
        echo "figure: fuzz_$target $runs runs in $seconds s ($speed a second), no finding"
    else
        echo "fuzz_$target: a finding, kept in $here/crashes/$target"
        grep -v -E '^#[0-9]|^INFO' "$log/$target" | tail -n 40
        failed=1
    fi
done
exit "$failed"
