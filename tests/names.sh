#!/usr/bin/env bash
# What the linker sees starts with fcap_; the shared library shows what the headers declare, no more.
set -euo pipefail
cd "$(dirname "$0")/.."
bad=$(nm -g --defined-only build/release/libfaircap_static.a | awk 'NF==3 && $3 !~ /^fcap_/ {print $3}')
[ -z "$bad" ] || { echo "names without fcap_: $bad"; exit 1; }
declared=$(cat include/faircap/faircap.h include/faircap/table.h | tr '\n' ' ' | grep -oE 'FCAP_API [^;]*' |
    sed -E 's/.*[ *](fcap_[a-z0-9_]+)\(.*/\1/; s/ FCAP_.*//' | grep -oE '^fcap_[a-z0-9_]+' | sort -u)
exported=$(nm -D --defined-only build/release/libfaircap.so | awk '{print $3}' | sort -u)
diff <(echo "$declared") <(echo "$exported")
# malloc and free are called in arena.c and nowhere else in src/.
! grep -nE '\b(malloc|calloc|realloc|free)\(' src/*.c src/*/*.c | grep -v '^src/base/arena.c:'
# The library does not print or exit; only where MPI itself has failed, there is nobody left to tell.
! grep -nE '\b(printf|puts|putchar|exit|abort|perror)\(|\bstderr\b|\bstdout\b' src/*.c src/*/*.c | grep -v '^src/mpi/comm_mpi.c:'
echo "figure: $(wc -l <<<"$exported") exported functions"
