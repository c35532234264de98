#!/usr/bin/env bash
# planted.sh - can the harnesses find anything? Plants a bug in a copy of one source, links a tool with it from the parts
# of the release build, and expects each harness to fail with it.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build/release
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE '-DFCAP_VERSION="planted"' -O2 -ffp-contract=off
    -Iinclude -Isrc -Icli)
found=0 planted=0

# plant WHAT FILE SED_EDIT HARNESS...
plant() {
    local what=$1 file=$2 edit=$3
    shift 3
    planted=$((planted + 1))
    sed "$edit" "$file" >"$tmp/planted.c"
    if cmp -s "$tmp/planted.c" "$file"; then
        echo "planted: $what: the edit no longer matches $file; renew it"
        return
    fi
    # The object comes first, so the linker does not take that file from the library.
    gcc "${flags[@]}" -c "$tmp/planted.c" -o "$tmp/planted.o"
    gcc "${flags[@]}" cli/main.c "$tmp/planted.o" $build/tests/libfcap_tool_parts.a $build/libfaircap_static.a -lz -lm -lpthread \
        -o "$tmp/faircap"
    if FAIRCAP_LONG=0 FAIRCAP=$tmp/faircap "$@" >"$tmp/log" 2>&1; then
        echo "planted: $what: NOT found by $*"
    else
        echo "planted: $what: found by $*"
        found=$((found + 1))
    fi
}

plant "a failed write is forgotten" cli/save.c '/errno != EINTR/{n;s/out->error = errno/done = out->used/}' \
    python3 tests/faults/io.py cluster
plant "an output is written in place" cli/save.c 's/out->file = mkstemp(out->temporary);/out->file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);/' \
    python3 tests/faults/io.py generate
plant "a socket is opened" cli/memory.c '1i #include <sys/socket.h>
s/^void memory_watch(void) {/&\n    (void)socket(AF_INET, SOCK_STREAM, 0);/' python3 tests/faults/silence.py
plant "a program without hardening" cli/words.c 's/faircap:/Faircap:/' sh -c 'tests/hardening.sh "$FAIRCAP"'
plant "numbers as the locale has them" cli/memory.c '1i #include <locale.h>
s/^void memory_watch(void) {/&\n    setlocale(LC_ALL, "");/' tests/locale.sh
plant "one member too many passes" src/metric/metric.c \
    '/t->load\[c\] >/s/(r->capacities/1 + (r->capacities/' tests/mutants.py
plant "a mark in front belongs to the first name" src/table/input.c 's/\\xef\\xbb\\xbf/\\xef\\xbb\\xbe/' tests/metamorphic.py
plant "memory that is not there is used" cli/words.c 's/if (block == NULL) {/if (0) {/' tests/faults/memory.py
echo "figure: $found of $planted planted bugs found"
[ "$found" -eq "$planted" ]
