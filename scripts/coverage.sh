#!/usr/bin/env bash
# coverage.sh - which branches of src and cli the tests take: all of those in the files that promises rest on, and nine of
# ten in all. Below that it fails. Build and figures are in build/coverage.
#
# Counted is what the unit tests, those of the command line and of MPI take, and failing allocations (of every call that
# leads to one). Nothing is left out by hand: assertions are not compiled, and gcovr's --exclude-unreachable-branches is
# about lines without code, such as a closing brace.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh
need gcc cmake ninja-build zlib1g-dev libcmocka-dev python3 gcovr openmpi-bin libopenmpi-dev
cmake --preset coverage -DFCAP_TESTS=ON >/dev/null
cmake --build --preset coverage | tail -n 1
find build/coverage -name '*.gcda' -delete
export FAIRCAP=$PWD/build/coverage/faircap FAIRCAP_MPI=$PWD/build/coverage/faircap-mpi FAIRCAP_MPIRUN=mpirun.openmpi FAIRCAP_LONG=0
ctest --test-dir build/coverage --output-on-failure -j "$(nproc)"
FAIRCAP_FAULTY=$PWD/build/coverage/faircap_faulty tests/sweep/allocation.py --calls
python3 scripts/unittests.py tests/cli
python3 scripts/unittests.py tests/mpi answers faults memory
gcovr --root . --filter src/ --filter cli/ --exclude-unreachable-branches --json-summary build/coverage/summary.json \
    --json-summary-pretty build/coverage
python3 - <<'END'
import json
import sys
summary = json.load(open("build/coverage/summary.json"))
whole = "src/table/csv.c", "src/table/scan.h", "src/base/number.c", "src/problem/feasible.c", "src/metric/metric.c", "cli/save.c", "cli/write.c"
files = {f["filename"]: f for f in summary["files"]}
for name in sorted(files, key=lambda name: (name not in whole, files[name]["branch_percent"] or 100, name)):
    row = files[name]
    print(f"{name}: {row['branch_percent']} % of {row['branch_total']} branches, {row['line_percent']} % of lines")
print(f"figure: {summary['branch_percent']} % of {summary['branch_total']} branches, {summary['line_percent']} % of "
      f"{summary['line_total']} lines of src and cli")
below = [name for name in whole if files[name]["branch_covered"] < files[name]["branch_total"]]
if below or summary["branch_covered"] < 0.9 * summary["branch_total"]:
    sys.exit(f"too few branches: {', '.join(below) or 'in all'}")
END
