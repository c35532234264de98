#!/usr/bin/env bash
# planted.sh [BUILD_DIR=build/fuzz] - can the fuzzers find anything? Plants one realistic bug for each in a copy of one
# source, links it before the library of BUILD_DIR, and expects a crash within minutes, starting from a single seed that
# does not show the bug; and the input found must be harmless without it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "${1:-$root/build/fuzz}" && pwd)
limit=300 # seconds of a busy machine; on a free one the slowest takes ten
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 '-DFCAP_VERSION="planted"' -g -O1 -ffp-contract=off
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
    clang "${flags[@]}" -fsanitize=fuzzer-no-link -I"$root/include" -I"$root/src" -I"$root/cli" \
        -c "$tree/planted.c" -o "$tree/planted.o"
    clang "${flags[@]}" -D_GNU_SOURCE -I"$root/include" -I"$root/tests" -I"$root/cli" -c "$here/fuzz_$target.c" -o "$tree/fuzz.o"
    clang "${flags[@]}" -fsanitize=fuzzer "$tree/fuzz.o" "$tree/planted.o" "$build/tests/fuzz/libfuzz_help.a" \
        "$build/tests/libfcap_tool_parts.a" "$build/libfaircap_static.a" -lz -lm -lpthread -o "$tree/fuzzer"
    cp "$here/seeds/$target/$seed" "$tree/corpus/"
    if ! "$tree/fuzzer" "$tree/corpus/$seed" >"$tree/log" 2>&1; then
        echo "planted bug in $target: the seed $seed shows it already; choose another" >&2
        return 1
    fi
    local begin=$SECONDS dictionary=()
    [ ! -f "$here/$target.dict" ] || dictionary=("-dict=$here/$target.dict")
    if "$tree/fuzzer" -max_total_time=$limit -max_len=600 -timeout=60 -seed=1 "${dictionary[@]}" \
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
# What was typed is shown as it is, in its part of a message and in the whole.
plant options cluster cli/words.c 's/fcap_text_display(text, size, characters, \(.*\), \(.*\));/snprintf(\1, \2, "%.*s", (int)size, text);/
    s/fcap_text_display(text, strlen(text), MESSAGE_SIZE, shown, sizeof shown)/memcpy(shown, text, sizeof text)/' || failed=1
# A row of a result may stand for a point that another row has already.
plant result rows cli/labels_in.c 's/point < 0 || taken\[point\]/point < 0/' || failed=1
# A claim above what the multipliers prove is believed.
plant certificate zero cli/cmd_check.c 's/found >= claimed \* (1 - ROUNDING)/1/' || failed=1
# Values that stand column by column are read row by row.
plant npy f8 src/table/npy.c 's/.column_major = header.column_major/.column_major = 0/' || failed=1
# A cell with the delimiter in it is written without quotes.
plant lms quoted cli/cell_out.c 's/c == delimiter || //' || failed=1
# Clusters that all have the least size are called too many.
plant solver sizes src/problem/judge.c 's/q->min_size \* q->k > q->n/q->min_size * q->k >= q->n/' || failed=1
[ "$failed" -ne 0 ] || echo "figure: 9 of 9 planted bugs found"
exit "$failed"
