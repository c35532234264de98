#!/usr/bin/env bash
# Same labels for 1, 2, 3, 4, 8 threads, gcc and clang, -O0 and -O3, with and without wide vectors.
set -euo pipefail
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
methods=(best kmedoids fair-hierarchical fair-kmedoids fairlet-kcenter fairlet-kmedoids)
instances=15
[ "${LONG:-0}" = 1 ] && instances=200
builds=()
for compiler in gcc clang; do
    for level in O0 O3; do
        dir=build/determinism/$compiler-$level
        [ -f "$dir/build.ninja" ] || cmake -S . -B "$dir" -G Ninja -DCMAKE_C_COMPILER=$compiler -DFCAP_TESTS=OFF \
            -DFCAP_BENCH=OFF -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-$level" >/dev/null
        cmake --build "$dir" --target faircap_tool >/dev/null
        builds+=("$dir")
    done
done
tool=build/release/faircap
compared=0
for ((i = 1; i <= instances; i++)); do
    n=$((100 + 263 * i % 2400)) dim=$((1 + i % 12)) k=$((2 + i % 9))
    [ "$i" = 7 ] && n=12500 # beyond the matrix
    $tool generate --n $n --dim $dim --true-clusters $k --seed $i --group-balance 2/3 -o "$tmp/x.csv"
    method=${methods[i % ${#methods[@]}]} fairlets=mcf
    [ $((i % 3)) = 0 ] && fairlets=vanilla
    [ "$i" = 7 ] && method=kmedoids
    run() { "$1" cluster "$tmp/x.csv" -k $k -p group -m "$method" --fairlets $fairlets --effort 2 --seed $i --threads "$2" --quiet; }
    run $tool 1 >"$tmp/reference.csv"
    for threads in 2 3 4 8; do
        run $tool $threads | cmp - "$tmp/reference.csv"
        compared=$((compared + 1))
    done
    for dir in "${builds[@]}"; do
        for threads in 1 3; do
            run "$dir/faircap" $threads | cmp - "$tmp/reference.csv"
            compared=$((compared + 1))
        done
        "$dir/faircap" generate --n $n --dim $dim --true-clusters $k --seed $i --group-balance 2/3 | cmp - "$tmp/x.csv"
    done
done
echo "figure: $compared runs on $instances instances, all equal"
