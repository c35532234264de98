#!/usr/bin/env bash
# cppcheck and gcc -fanalyzer on all sources, clang-tidy (bugprone, clang-analyzer) on a part: nothing unexplained is found.
#
# clang-tidy takes ten times as long as the others together. With LONG=1 it reads all files; else those that the last
# commit or an edit changed, at most 30, and one in nine of the rest, others at every commit. What it found nothing in
# is remembered by the hash of the preprocessed text, in build/test/tidy, and not read again.
set -euo pipefail
cd "$(dirname "$0")/.."
flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -Iinclude -Isrc -Icli '-DFCAP_VERSION="0"')
sources=$(git ls-files 'src/*.c' 'cli/*.c')

cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,portability --inline-suppr \
    --suppress=missingIncludeSystem -Iinclude -Isrc -Icli -DFCAP_VERSION='"0"' src cli
for file in $sources; do
    gcc "${flags[@]}" -O1 -fanalyzer -Werror -c "$file" -o /dev/null
done

commit=$(git rev-parse HEAD)
# in_turn ONE_IN: the names of the input whose hash, with the commit, says so
in_turn() {
    while read -r name; do
        [ $(($(cksum <<<"$commit $name" | cut -d' ' -f1) % $1)) -ne 0 ] || echo "$name"
    done
}
if [ "${LONG:-0}" = 1 ]; then
    chosen=$sources
else
    # A header stands for the source of its name.
    changed=$(git diff --name-only HEAD^ -- src cli 2>/dev/null | sed 's/\.h$/.c/' | sort -u |
        grep -Fx "$sources" | head -n 30 || true)
    chosen=$(sort -u <(echo "$changed") <(in_turn 9 <<<"$sources") | grep .)
fi
clean=build/test/tidy
mkdir -p "$clean"
read_now=0
settings=$(cat .clang-tidy)
for file in $chosen; do
    key=$({ echo "$settings"; clang "${flags[@]}" -E -C "$file"; } | sha256sum | cut -d' ' -f1)
    [ ! -e "$clean/$key" ] || continue
    clang-tidy --quiet "$file" -- "${flags[@]}"
    touch "$clean/$key"
    read_now=$((read_now + 1))
done
echo "figure: cppcheck and -fanalyzer on $(wc -l <<<"$sources") files, clang-tidy on $(wc -l <<<"$chosen") ($read_now read now)"
