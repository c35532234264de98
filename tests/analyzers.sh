#!/usr/bin/env bash
# cppcheck, gcc -fanalyzer and clang-tidy (bugprone, clang-analyzer) find nothing unexplained.
#
# cppcheck reads all sources, and with LONG=1 all three do. Else the others read what the last commit or an edit changed,
# at most 30 files, and of the rest one in six (gcc) or one in 24 (clang-tidy), others at every commit. A source
# without a finding is remembered by the hash of its preprocessed text, in build/test/analyzed, and not read again.
set -euo pipefail
cd "$(dirname "$0")/.."
# mpi.h, for the one file that includes it.
mpi=$(mpicc --showme:compile 2>/dev/null || mpicc -compile-info 2>/dev/null | grep -oE '\-I[^ ]+' || true)
flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -Iinclude -Isrc -Icli '-DFCAP_VERSION="0"' $mpi)
sources=$(git ls-files 'src/*.c' 'cli/*.c')

cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,portability \
    -Iinclude -Isrc -Icli -DFCAP_VERSION='"0"' src cli

commit=$(git rev-parse HEAD)
# A header stands for the source of its name.
changed=$(git diff --name-only HEAD^ -- src cli 2>/dev/null | sed 's/\.h$/.c/' | sort -u | grep -Fx "$sources" | head -n 30 || true)
# chosen ONE_IN: what changed, and those of the others whose hash, with the commit, says so
chosen() {
    if [ "${LONG:-0}" = 1 ]; then
        echo "$sources"
        return
    fi
    while read -r name; do
        [ $(($(cksum <<<"$commit $name" | cut -d' ' -f1) % $1)) -ne 0 ] || echo "$name"
    done <<<"$sources" | sort -u - <(echo "$changed") | grep .
}
clean=build/test/analyzed
mkdir -p "$clean"
# reads NAME SETTINGS ONE_IN COMMAND...: COMMAND FILE for the chosen files that it has not read yet
reads() {
    local name=$1 settings=$2 files file key now=0
    files=$(chosen "$3")
    shift 3
    for file in $files; do
        key=$({ echo "$name $settings"; gcc "${flags[@]}" -E -C "$file"; } | sha256sum | cut -d' ' -f1)
        [ ! -e "$clean/$key" ] || continue
        "$@" "$file"
        touch "$clean/$key"
        now=$((now + 1))
    done
    figures+=", $name on $(wc -l <<<"$files") ($now read now)"
}
analyze() { gcc "${flags[@]}" -O1 -fanalyzer -Werror -c "$1" -o /dev/null; }
tidy() { clang-tidy --quiet "$1" -- "${flags[@]}"; }
figures="cppcheck on $(wc -l <<<"$sources") files"
reads -fanalyzer "$(gcc --version)" 6 analyze
reads clang-tidy "$(clang-tidy --version)$(cat .clang-tidy)" 24 tidy
echo "figure: $figures"
