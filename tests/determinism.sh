#!/usr/bin/env bash
# Same labels, report and certificate for any number of threads, compiler and -O level, with and without wide vectors: all
# methods, every metric, rules beyond sizes and balance; and for any number of threads at 20,000 points, where there is no
# matrix. The same generated data too.
#
#   determinism.sh [BUILD...]   folders with a program faircap, to be compared with build/release; default: other compilers
#
# LONG=1: 200 instances (40 with BUILDs), gcc and clang at -O0 to -O3, 1, 2, 3, 4, 8 threads; else 10 instances, clang -O2 beside the release
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
[ -z "${FAIRCAP:-}" ] || wanted=() # that tool alone
builds=()
for build in "$@"; do
    builds+=("$(realpath "$build")")
done
large=7 # the instance beyond the matrix
if [ $# -gt 0 ]; then
    # threads have been compared without them, and what takes half a second takes minutes in an emulator
    many_threads=() few_threads=(3) wanted=() large=0
    [ $instances -lt 40 ] || instances=40
fi
for build in "${wanted[@]}"; do
    dir=$PWD/build/determinism/$build
    [ -f "$dir/build.ninja" ] || cmake -S . -B "$dir" -G Ninja -DCMAKE_C_COMPILER="${build%-*}" -DFCAP_TESTS=OFF \
        -DFCAP_BENCH=OFF -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-${build#*-}" >/dev/null
    cmake --build "$dir" --target faircap_tool >/dev/null
    builds+=("$dir")
done
release=$(dirname "$(realpath "${FAIRCAP:-build/release/faircap}")")

# answer FOLDER BUILD THREADS WORDS...: what a run with these words says, without what clocks and threads change
answer() {
    local folder=$1 build=$2 threads=$3
    shift 3
    rm -rf "${tmp:?}/$folder"
    mkdir "$tmp/$folder"
    (cd "$tmp/$folder" && "$build/faircap" "$@" --threads "$threads" --quiet -o labels.csv --json report.json)
    sed -i -E 's/"(seconds|peak_bytes|threads)": [0-9.e+-]+//g' "$tmp/$folder/report.json"
}
# same BUILD THREADS WORDS...
compared=0
same() {
    answer now "$@"
    diff -r "$tmp/reference" "$tmp/now" || { echo "differs: $*"; exit 1; }
    compared=$((compared + 1))
}
# compare WHAT WORDS...: with one to eight threads and, where WHAT is all, with every build
compare() {
    local what=$1 threads build
    shift
    answer reference "$release" 1 "$@"
    for threads in "${many_threads[@]}"; do
        same "$release" "$threads" "$@"
    done
    [ "$what" = all ] || return 0
    for build in "${builds[@]}"; do
        for threads in "${few_threads[@]}"; do
            same "$build" "$threads" "$@"
        done
    done
}
# generate WORDS...: x.csv, the same from every build
generate() {
    "$release/faircap" generate "$@" -o "$tmp/x.csv"
    for build in "${builds[@]}"; do
        "$build/faircap" generate "$@" | cmp - "$tmp/x.csv"
    done
}

for ((i = 1; i <= instances; i++)); do
    n=$((100 + 263 * i % 1600)) dim=$((1 + i % 12)) k=$((2 + i % 9)) method=${methods[i % ${#methods[@]}]} more=()
    [ $i = $large ] && n=12500 method=kmedoids
    [ $((i % 3)) = 0 ] && more=(--fairlets vanilla)
    [ "$method" = best ] && more=(--certificate proof)
    generate --n $n --dim $dim --true-clusters $k --seed $i --group-balance 2/3
    compare all cluster ../x.csv -k $k -p group -m "$method" "${more[@]}" --effort 2 --seed $i
done

generate --n 700 --dim 5 --groups 3 --group-balance 1/2 --weights 1-4 --seed 11
few=(cluster ../x.csv -k 6 -p group -t 1/4 -x weight --effort 2 --bound off)
for metric in euclidean manhattan sqeuclidean; do
    compare all "${few[@]}" --metric $metric
    compare all cluster ../x.csv -k 6 -x weight,group -m kmedoids --effort 2 --metric $metric
done
compare all "${few[@]}" --no-isolate group
compare all cluster ../x.csv -k 6 -w weight --share group:a=1/5..3/5 --effort 2 --bound off --slack 1.1
compare all group ../x.csv --size 4-5 --balance group=1/4 --similar x1,x2 --diverse x3,weight --effort 2
compare all group ../x.csv --groups 90 --nobody-alone group --seed 4 --effort 2
requests=$((instances + 10))
if [ ${#many_threads[@]} -gt 0 ]; then
    generate --n 20000 --dim 4 --group-balance 2/3 --seed 12
    many=(cluster ../x.csv -k 5 -p group --effort 1)
    compare threads "${many[@]}" --bound off
    compare threads "${many[@]}" --bound off --metric manhattan
    compare threads "${many[@]}" --bound off --no-isolate group --share group:a=3/10..4/5
    compare threads "${many[@]}" -m kmedoids
    compare threads "${many[@]}" -m fairlet-kcenter --fairlets vanilla
    compare threads "${many[@]}" -m fairlet-kmedoids --fairlets vanilla
    requests=$((requests + 6))
fi
echo "figure: $compared runs on $requests requests, all equal"
