#!/usr/bin/env bash
# memory.sh - runs memory.R with a malloc that fails for the package alone, on demand.
set -euo pipefail
cd "$(dirname "$0")/../../.."
gcc -shared -fPIC -O1 tests/sweep/faulty_caller.c -o build/r/faulty_caller.so
LD_PRELOAD=$PWD/build/r/faulty_caller.so Rscript bindings/r/outside/memory.R
