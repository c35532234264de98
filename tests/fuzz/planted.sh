#!/usr/bin/env bash
# planted.sh - can the fuzzers find anything? Plants one realistic bug for each in a copy of the
# sources and expects a crash within 20 s, starting from a single seed that does not show the bug;
# and the input found must be harmless without it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
limit=20
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

checks="-fsanitize=address,undefined -fno-sanitize-recover=undefined"
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -DFCAP_VERSION=\"planted\" -g -O1 -ffp-contract=off $checks"

# compile SOURCE_TREE FILE OBJECT
compile() {
    # shellcheck disable=SC2086
    clang $flags -fsanitize=fuzzer-no-link -I"$1/include" -I"$1/src" -c "$1/$2" -o "$3"
}

# object FILE: its name, with the directory in it since two files may have one name
object() {
    echo "${1//\//-}.o"
}

# link OBJECT_DIR TARGET EXECUTABLE
link() {
    # shellcheck disable=SC2086
    clang $flags -fsanitize=fuzzer "$tmp/fuzz_$2.o" "$1"/*.o -lz -lm -lpthread -o "$3"
}

mkdir -p "$tmp/clean" "$tmp/objects"
cp -r "$root/src" "$root/include" "$tmp/clean/"
(cd "$tmp/clean" && find src -name '*.c') >"$tmp/sources"
while read -r file; do
    compile "$tmp/clean" "$file" "$tmp/objects/$(object "$file")"
done <"$tmp/sources"
for target in csv number feasible; do
    # shellcheck disable=SC2086
    clang $flags -I"$root/include" -I"$root/tests" -c "$here/fuzz_$target.c" -o "$tmp/fuzz_$target.o"
    link "$tmp/objects" "$target" "$tmp/clean_$target"
done

# plant TARGET SEED FILE SED_EDIT
plant() {
    local target=$1 seed=$2 file=$3 edit=$4
    local tree=$tmp/$target
    mkdir -p "$tree/corpus" "$tree/found" "$tree/objects"
    cp -r "$root/src" "$root/include" "$tree/"
    sed -i "$edit" "$tree/$file"
    if cmp -s "$tree/$file" "$root/$file"; then
        echo "planted bug in $target: the edit no longer matches $file; renew it" >&2
        return 1
    fi
    cp "$tmp/objects"/*.o "$tree/objects/"
    compile "$tree" "$file" "$tree/objects/$(object "$file")"
    link "$tree/objects" "$target" "$tree/fuzzer"
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
    if [ -z "$input" ] || ! "$tmp/clean_$target" "$input" >"$tree/log" 2>&1; then
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
