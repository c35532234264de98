#!/usr/bin/env bash
# coverage.sh - which branches of src and cli the tests take: all of those in the files that promises rest on, and nine of
# ten in all. Below that it fails. Build and figures are in build/coverage.
#
# Counted is what the unit tests, those of the command line and of MPI take, and failing allocations (of every call that
# leads to one). Nothing is left out by hand: assertions are not compiled, and gcovr's --exclude-unreachable-branches is
# about lines without code, such as a closing brace.
#
# coverage.sh --units counts, in a minute, what their own unit tests take of those files, and fails below nine of ten: the
# other branches need calls that fail.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh
[ "${1:-}" = --units ] && UNITS=1 || UNITS=0
units=(test_csv test_table test_load test_number test_feasible test_feasible_rules test_change test_group_size test_metric test_save)
need gcc cmake ninja-build zlib1g-dev libcmocka-dev python3 gcovr openmpi-bin libopenmpi-dev
cmake --preset coverage -DFCAP_TESTS=ON >/dev/null
if [ $UNITS = 1 ]; then targets=(--target "${units[@]}"); else targets=(); fi
cmake --build --preset coverage "${targets[@]}" | tail -n 1
find build/coverage -name '*.gcda' -delete
export FAIRCAP=$PWD/build/coverage/faircap FAIRCAP_MPI=$PWD/build/coverage/faircap-mpi FAIRCAP_MPIRUN=mpirun.openmpi FAIRCAP_LONG=0
export FAIRCAP_COUNTED=1 # branches are counted in a build without optimization: what is about time or size is none of it
if [ $UNITS = 1 ]; then
    ctest --test-dir build/coverage --output-on-failure -R "\\.($(IFS='|' && echo "${units[*]}"))\$"
else
    ctest --test-dir build/coverage --output-on-failure -j "$(nproc)"
    FAIRCAP_FAULTY=$PWD/build/coverage/faircap_faulty tests/sweep/allocation.py --calls
    python3 scripts/unittests.py tests/cli
    python3 scripts/unittests.py tests/mpi answers faults memory
fi
gcovr --root . --filter src/ --filter cli/ --exclude-unreachable-branches --json-summary build/coverage/summary.json \
    --json-summary-pretty build/coverage
UNITS=$UNITS python3 - <<'END'
import json
import os
import sys
units = os.environ["UNITS"] == "1"
summary = json.load(open("build/coverage/summary.json"))
whole = "src/table/csv.c", "src/table/scan.h", "src/base/number.c", "src/problem/feasible.c", "src/metric/metric.c", "cli/save.c", "cli/write.c"
files = {f["filename"]: f for f in summary["files"]}
for name in sorted(whole if units else files, key=lambda name: (name not in whole, files[name]["branch_percent"] or 100, name)):
    row = files[name]
    print(f"{name}: {row['branch_percent']} % of {row['branch_total']} branches, {row['line_percent']} % of lines")
core, taken = (sum(files[name][what] for name in whole) for what in ("branch_total", "branch_covered"))
print(f"figure: {taken} of {core} branches of csv, number, feasible, metric and save{' by their unit tests alone' if units else ''}")
if not units:
    print(f"figure: {summary['branch_percent']} % of {summary['branch_total']} branches, {summary['line_percent']} % of "
          f"{summary['line_total']} lines of src and cli")
below = [name for name in whole if files[name]["branch_covered"] < files[name]["branch_total"]]
if taken < 0.9 * core if units else below or summary["branch_covered"] < 0.9 * summary["branch_total"]:
    sys.exit(f"too few branches: {', '.join(below) or 'in all'}")
END
