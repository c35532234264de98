#!/usr/bin/env bash
# memcheck on one run of each command: no invalid access, no leak.
set -euo pipefail
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
check() { valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,possible build/release/faircap "$@"; }
check generate --n 60 --dim 3 --group-balance 1/2 --truth -o "$tmp/x.csv"
check plan "$tmp/x.csv" -x truth -p group >/dev/null
check plan "$tmp/x.csv" -x truth -p group -k 7 -q 9 -t 1 --json "$tmp/plan.json" || [ $? -eq 4 ]
check cluster "$tmp/x.csv" -x truth -p group -k 7 -m kmedoids --effort 1 -o "$tmp/y.csv" --json "$tmp/y.json" --html "$tmp/y.html"
check check "$tmp/x.csv" "$tmp/y.csv" -x truth -p group -k 7 >/dev/null || [ $? -eq 6 ]
check cluster "$tmp/x.csv" -x truth -p group -k 7 --effort 1 -o "$tmp/z.csv" --certificate "$tmp/z.proof"
check check "$tmp/x.csv" "$tmp/z.csv" -x truth -p group -k 7 --certificate "$tmp/z.proof" >/dev/null
check check "$tmp/x.csv" "$tmp/z.csv" -x truth -p group -k 7 --certificate "$tmp/z.csv" >/dev/null || [ $? -eq 6 ]
for method in best fair-hierarchical fair-kmedoids fairlet-kcenter fairlet-kmedoids; do
    check cluster "$tmp/x.csv" -x truth -p group -k 7 -m $method --effort 1 --labels-only >/dev/null
    check cluster "$tmp/x.csv" -x truth -p group -k 11 -q 6 -t 2/5 -m $method --effort 1 --fairlets vanilla --labels-only >/dev/null
done
check sweep "$tmp/x.csv" -x truth -p group -k 5,11 --effort 1 -o "$tmp/sweep"
check sweep "$tmp/x.csv" -x truth -p group -k 5 --methods kmedoids --effort 1 -o "$tmp/sweep"
check tune "$tmp/x.csv" -x truth -p group -k 5 --slack 1,1.1 --lambda 0.2 -o "$tmp/tune"
printf 'a,b\n1,"x\n' >"$tmp/bad.csv"
check cluster "$tmp/bad.csv" -k 2 || [ $? -eq 3 ]
gzip -k "$tmp/x.csv"
check cluster "$tmp/x.csv.gz" -x truth -p group -k 3 -m kmedoids --effort 1 --labels-only >/dev/null
echo "figure: 23 runs without a finding"
