#!/usr/bin/env bash
# planted.sh [BUILD_DIR=build/fuzz] - can the fuzzers find anything? Plants one realistic bug for each in a copy of one
# source, links it before the library of BUILD_DIR, and expects a crash within 20 s, starting from a single seed that
# does not show the bug; and the input found must be harmless without it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "${1:-$root/build/fuzz}" && pwd)
limit=20
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
flags=(-std=c11 -D_POSIX_C_SOURCE=200809L '-DFCAP_VERSION="planted"' -g -O1 -ffp-contract=off
    -fsanitize=address,undefined -fno-sanitize-recover=undefined)

# plant TARGET SEED FILE SED_EDIT
plant() {
    local target=$1 seed=$2 file=$3 edit=$4
    local tree=$tmp/$target
    mkdir -p "$tree/corpus" "$tree/found"
    sed "$edit" "$root/$file" >"$tree/planted.c"
    if cmp -s "$tree/planted.c" "$root/$file"; then
        echo "planted bug in $target: the edit no longer matches $file; renew it" >&2
        return 1
    fi
    # The object comes first, so the linker does not take that file from the library.
    clang "${flags[@]}" -fsanitize=fuzzer-no-link -I"$root/include" -I"$root/src" -I"$(dirname "$root/$file")" \
        -c "$tree/planted.c" -o "$tree/planted.o"
    clang "${flags[@]}" -I"$root/include" -I"$root/tests" -c "$here/fuzz_$target.c" -o "$tree/fuzz.o"
    clang "${flags[@]}" -fsanitize=fuzzer "$tree/fuzz.o" "$tree/planted.o" "$build/libfaircap_static.a" \
        -lz -lm -lpthread -o "$tree/fuzzer"
    cp "$here/seeds/$target/$seed" "$tree/corpus/"
    if ! "$tree/fuzzer" "$tree/corpus/$seed" >"$tree/log" 2>&1; then
        echo "planted bug in $target: the seed $seed shows it already; choose another" >&2
        return 1
    fi
    local begin=$SECONDS
    if "$tree/fuzzer" -max_total_time=$limit -max_len=256 -timeout=10 -seed=1 \
        -artifact_prefix="$tree/found/" "$tree/corpus" >"$tree/log" 2>&1; then
        echo "planted bug in $target: NOT found in $limit s"
        return 1
    fi
    local after=$((SECONDS - begin))
    local input
    input=$(find "$tree/found" -name 'crash-*' | head -n 1)
    if [ -z "$input" ] || ! "$build/fuzz_$target" "$input" >"$tree/log" 2>&1; then
        echo "planted bug in $target: what was found is another bug:"
        tail -n 20 "$tree/log"
        return 1
    fi
    echo "planted bug in $target: found after $after s"
}

failed=0
# A tie no longer goes to the even neighbour.
plant number comma src/base/number.c 's/(more || (kept & 1))/more/' || failed=1
# A doubled quote stays doubled.
plant csv plain src/table/csv.c "s/j += in->text\[j\] == '\"';/;/" || failed=1
# The fewest members of a group in a cluster are rounded down.
plant feasible possible src/problem/sizes.c 's/fcap_ceil_div(s, t.num, t.num + t.den)/s * t.num \/ (t.num + t.den)/' || failed=1
exit "$failed"
