#!/usr/bin/env bash
# coverage.sh - how much of src and cli the unit tests and those of the command line reach: lines and branches, the files
# that promises rest on first. Build and figures are in build/coverage; takes about ten minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh
need gcc cmake ninja-build zlib1g-dev libcmocka-dev python3 gcovr
cmake --preset coverage -DFCAP_TESTS=ON -DFCAP_BENCH=OFF >/dev/null
cmake --build --preset coverage | tail -n 1
find build/coverage -name '*.gcda' -delete
ctest --test-dir build/coverage --output-on-failure -j "$(nproc)" | tail -n 3
FAIRCAP=$PWD/build/coverage/faircap python3 scripts/unittests.py tests/cli 2>&1 | tail -n 3
# A branch that only an assertion's failure takes is none.
gcovr --root . --object-directory build/coverage --filter src/ --filter cli/ --exclude-unreachable-branches \
    --exclude-lines-by-pattern '.*\bassert\(.*' --json-summary build/coverage/summary.json --json-summary-pretty
python3 - <<'END'
import json
summary = json.load(open("build/coverage/summary.json"))
wanted = ["src/table/csv.c", "src/base/number.c", "src/problem/feasible.c", "src/metric/metric.c", "cli/save.c"]
for name in wanted:
    row = next(f for f in summary["files"] if f["filename"] == name)
    print(f"{name}: {row['branch_percent']} % of {row['branch_total']} branches, {row['line_percent']} % of lines")
print(f"figure: {summary['branch_percent']} % of {summary['branch_total']} branches, {summary['line_percent']} % of "
      f"{summary['line_total']} lines of src and cli")
END
