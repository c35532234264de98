#!/usr/bin/env bash
# No include points the wrong way, and the check that says so finds a planted one.
set -euo pipefail
cd "$(dirname "$0")/.."
python3 scripts/check_layers.py
planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
mkdir -p "$planted/src/base" "$planted/cli"
echo '#include "cluster/kmedoids.h"' >"$planted/src/base/bad.c"
echo '#include "base/run.h"' >"$planted/cli/bad.c"
echo '#include <mpi.h>' >"$planted/src/base/worse.c"
found=$(python3 scripts/check_layers.py "$planted" || true)
[ "$(wc -l <<<"$found")" -eq 3 ] || { echo "the planted includes were not found: $found"; exit 1; }
echo "figure: 3 of 3 planted includes found"
