#!/usr/bin/env bash
# run.sh [SECONDS=20|long] [BUILD_DIR=build/fuzz] [TARGET...] - for each fuzzer, one after the other: first every input that
# once was a finding, then new ones, for that long, or with long for a number of runs. A finding is kept in crashes/ and
# makes the exit code 1.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
seconds=${1:-20}
build=${2:-$here/../../build/fuzz}
targets=${*:3}
targets=${targets:-feasible options csv solver certificate result number npy lms}
declare -A max_len=([csv]=1024 [number]=900 [feasible]=11 [options]=600 [result]=600 [certificate]=900 [npy]=600
    [lms]=1500 [solver]=136)
# Three to six processor-hours in all. Where it is fewer than 10^8, a run is a whole command or a search; and a .npy file
# has few forms.
declare -A runs=([number]=100000000 [npy]=20000000 [feasible]=100000000 [csv]=100000000 [options]=100000000
    [result]=5000000 [certificate]=5000000 [lms]=1000000 [solver]=100000)
# Few bytes have few features, and their frequencies take half of the time.
declare -A more=([feasible]=-entropic=0)
# What is freed is not kept for long, and where it was asked for is told in few lines: a third faster.
export ASAN_OPTIONS=quarantine_size_mb=4:malloc_context_size=4

for target in $targets; do
    if [ ! -x "$build/fuzz_$target" ]; then
        echo "$build/fuzz_$target is missing: cmake --preset fuzz && cmake --build --preset fuzz --target fuzzers" >&2
        exit 2
    fi
done

log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT

replay() {
    local target=$1 input replayed=0
    for input in "$here/crashes/$target"/*; do
        [ -f "$input" ] || continue
        replayed=$((replayed + 1))
        if ! timeout 60 "$build/fuzz_$target" -timeout=60 -artifact_prefix="$log/" "$input" >"$log/replay" 2>&1; then
            echo "fuzz_$target: an old finding is back: $input"
            tail -n 15 "$log/replay"
            return 1
        fi
    done
    echo "figure: old findings replayed: $replayed"
}

fuzz() {
    local target=$1
    local corpus=$build/corpus/$target
    local dictionary=() end=-max_total_time=$seconds
    [ "$seconds" != long ] || end=-runs=${runs[$target]}
    mkdir -p "$corpus" "$here/crashes/$target"
    [ ! -f "$here/$target.dict" ] || dictionary=("-dict=$here/$target.dict")
    if ! "$build/fuzz_$target" "$end" -max_len="${max_len[$target]}" -timeout=60 -report_slow_units=60 \
        -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$here/crashes/$target/" \
        ${more[$target]:-} "${dictionary[@]}" "$corpus" "$here/seeds/$target" >"$log/$target" 2>&1; then
        echo "fuzz_$target: a finding, kept in $here/crashes/$target"
        grep -v -E '^#[0-9]|^INFO' "$log/$target" | tail -n 40
        return 1
    fi
    echo "figure: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log/$target") runs of fuzz_$target, no finding"
}

failed=0
for target in $targets; do
    replay "$target" || failed=1
    fuzz "$target" || failed=1
done
exit "$failed"
