#!/usr/bin/env bash
# Same labels for any number of threads, compiler and -O level, with and without wide vectors: all methods, every metric,
# rules beyond sizes and balance; and for any number of threads at 20,000 points, where there is no matrix.
#
# LONG=1: 200 instances, gcc and clang at -O0 to -O3, 1, 2, 3, 4, 8 threads; else 10 instances, clang -O2 beside the release
# build (gcc -O3), 1, 3, 8 threads.
set -euo pipefail
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
methods=(best kmedoids fair-hierarchical fair-kmedoids fairlet-kcenter fairlet-kmedoids)
if [ "${LONG:-0}" = 1 ]; then
    instances=200 many_threads=(2 3 4 8) few_threads=(1 3) wanted=({gcc,clang}-O{0,1,2,3})
else
    instances=10 many_threads=(3 8) few_threads=(3) wanted=(clang-O2)
fi
builds=()
for build in "${wanted[@]}"; do
    dir=build/determinism/$build
    [ -f "$dir/build.ninja" ] || cmake -S . -B "$dir" -G Ninja -DCMAKE_C_COMPILER="${build%-*}" -DFCAP_TESTS=OFF \
        -DFCAP_BENCH=OFF -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-${build#*-}" >/dev/null
    cmake --build "$dir" --target faircap_tool >/dev/null
    builds+=("$dir")
done
tool=build/release/faircap
compared=0
for ((i = 1; i <= instances; i++)); do
    n=$((100 + 263 * i % 1600)) dim=$((1 + i % 12)) k=$((2 + i % 9))
    [ "$i" = 7 ] && n=12500 # beyond the matrix
    $tool generate --n $n --dim $dim --true-clusters $k --seed $i --group-balance 2/3 -o "$tmp/x.csv"
    method=${methods[i % ${#methods[@]}]} fairlets=mcf
    [ $((i % 3)) = 0 ] && fairlets=vanilla
    [ "$i" = 7 ] && method=kmedoids
    run() { "$1" cluster "$tmp/x.csv" -k $k -p group -m "$method" --fairlets $fairlets --effort 2 --seed $i --threads "$2" --quiet; }
    run $tool 1 >"$tmp/reference.csv"
    for threads in "${many_threads[@]}"; do
        run $tool $threads | cmp - "$tmp/reference.csv"
        compared=$((compared + 1))
    done
    for dir in "${builds[@]}"; do
        for threads in "${few_threads[@]}"; do
            run "$dir/faircap" $threads | cmp - "$tmp/reference.csv"
            compared=$((compared + 1))
        done
        "$dir/faircap" generate --n $n --dim $dim --true-clusters $k --seed $i --group-balance 2/3 | cmp - "$tmp/x.csv"
    done
done

# compare WHAT RUN...: the rest of the words, with one to eight threads and, where WHAT is all, with every build
command=cluster
compare() {
    local what=$1
    shift
    "$tool" $command "$tmp/x.csv" "$@" --threads 1 --quiet >"$tmp/reference.csv"
    for threads in "${many_threads[@]}"; do
        "$tool" $command "$tmp/x.csv" "$@" --threads $threads --quiet | cmp - "$tmp/reference.csv"
        compared=$((compared + 1))
    done
    [ "$what" = all ] || return 0
    for dir in "${builds[@]}"; do
        for threads in "${few_threads[@]}"; do
            "$dir/faircap" $command "$tmp/x.csv" "$@" --threads $threads --quiet | cmp - "$tmp/reference.csv"
            compared=$((compared + 1))
        done
    done
}
$tool generate --n 700 --dim 5 --groups 3 --group-balance 1/2 --weights 1-4 --seed 11 -o "$tmp/x.csv"
few=(-k 6 -p group -t 1/4 -x weight --effort 2 --bound off)
for metric in euclidean manhattan sqeuclidean; do
    compare all "${few[@]}" --metric $metric
    compare all -k 6 -x weight,group -m kmedoids --effort 2 --metric $metric
done
compare all "${few[@]}" --no-isolate group
compare all -k 6 -w weight --share group:a=1/5..3/5 --effort 2 --bound off --slack 1.1
command=group
compare all --size 4-5 --balance group=1/4 --similar x1,x2 --diverse x3,weight --effort 2
compare all --groups 90 --nobody-alone group --seed 4 --effort 2
command=cluster
$tool generate --n 20000 --dim 4 --group-balance 2/3 --seed 12 -o "$tmp/x.csv"
many=(-k 5 -p group --effort 1)
compare threads "${many[@]}" --bound off
compare threads "${many[@]}" --bound off --metric manhattan
compare threads "${many[@]}" --bound off --no-isolate group --share group:a=3/10..4/5
compare threads "${many[@]}" -m kmedoids
compare threads "${many[@]}" -m fairlet-kcenter --fairlets vanilla
compare threads "${many[@]}" -m fairlet-kmedoids --fairlets vanilla
echo "figure: $compared runs on $((instances + 16)) requests, all equal"
