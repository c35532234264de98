#!/usr/bin/env bash
# What the linker sees starts with fcap_; the shared library shows what the headers declare, no more.
set -euo pipefail
cd "$(dirname "$0")/.."
bad=$(nm -g --defined-only build/release/libfaircap_static.a | awk 'NF==3 && $3 !~ /^fcap_/ {print $3}')
[ -z "$bad" ] || { echo "names without fcap_: $bad"; exit 1; }
declared() { # declared HEADER...
    cat "$@" | tr '\n' ' ' | grep -oE 'FCAP_API [^;]*' |
        sed -E 's/.*[ *](fcap_[a-z0-9_]+)\(.*/\1/; s/ FCAP_.*//' | grep -oE '^fcap_[a-z0-9_]+' | sort -u
}
exported() { nm -D --defined-only "build/release/$1" | awk '{print $3}' | sort -u; }
diff <(declared include/faircap/{faircap,table}.h) <(exported libfaircap.so)
[ ! -e build/release/libfaircap_mpi.so ] || diff <(declared include/faircap/*.h) <(exported libfaircap_mpi.so)
# malloc and free are called in arena.c and nowhere else in src/.
! grep -nE '\b(malloc|calloc|realloc|free)\(' src/*.c src/*/*.c | grep -v '^src/base/arena.c:'
# The library does not print or exit; only where MPI itself has failed, there is nobody left to tell.
! grep -nE '\b(printf|puts|putchar|exit|abort|perror)\(|\bstderr\b|\bstdout\b' src/*.c src/*/*.c | grep -v '^src/mpi/comm_mpi.c:'
echo "figure: $(exported libfaircap.so | wc -l) exported functions"
