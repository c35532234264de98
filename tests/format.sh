#!/usr/bin/env bash
# The sources are formatted as .clang-format says; only checks, never rewrites.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files '*.c' '*.h' | grep -v powers_of_ten.h | xargs clang-format --dry-run --Werror
