#!/usr/bin/env bash
# clang-tidy (bugprone, clang-analyzer), cppcheck and gcc -fanalyzer find nothing unexplained.
set -euo pipefail
cd "$(dirname "$0")/.."
stamp=build/test/analyzers.stamp
newest=$(git ls-files 'src/*.[ch]' 'cli/*.[ch]' 'include/*' .clang-tidy tests/analyzers.sh | xargs ls -t | sed -n 1p)
if [ -f "$stamp" ] && [ "$stamp" -nt "$newest" ]; then
    echo "figure: nothing changed since the last clean run"
    exit 0
fi
# mpi.h, for the one file that includes it.
mpi=$(mpicc --showme:compile 2>/dev/null || mpicc -compile-info 2>/dev/null | grep -oE '\-I[^ ]+' || true)
flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -Iinclude -Isrc -Icli '-DFCAP_VERSION="0"' $mpi)
cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,portability --inline-suppr \
    --suppress=missingIncludeSystem -Iinclude -Isrc -Icli -DFCAP_VERSION='"0"' -j 2 src cli
git ls-files 'src/*.c' 'cli/*.c' | xargs -P 2 -n 1 sh -c 'clang-tidy --quiet "$@" -- '"$(printf "%q " "${flags[@]}")" sh
git ls-files 'src/*.c' 'cli/*.c' | xargs -P 2 -n 4 sh -c 'for f; do gcc '"$(printf "%q " "${flags[@]}")"' -O1 -fanalyzer -Werror -c "$f" -o /dev/null || exit 255; done' sh
touch "$stamp"
