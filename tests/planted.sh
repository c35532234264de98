#!/usr/bin/env bash
# planted.sh - can the harnesses find anything? Plants a bug in a copy of one source, links programs with it from the parts
# of the release build, and expects each harness to fail with it.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build/release
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE '-DFCAP_VERSION="planted"' -O2 -ffp-contract=off
    -Iinclude -Isrc -Icli)
libraries=($build/tests/libfcap_tool_parts.a $build/libfaircap_static.a -lz -lm -lpthread)
found=0 planted=0

# What a harness may need with the bug in it. The object comes first, so the linker does not take that file from the library.
tool() {
    gcc "${flags[@]}" cli/main.c "$tmp/planted.o" "${libraries[@]}" -o "$tmp/faircap"
}
faulty() { # see tests/sweep/faulty_malloc.c
    gcc "${flags[@]}" -DFCAP_ARENA_EXACT -Dmain=faircap_main -c cli/main.c -o "$tmp/main.o"
    gcc "${flags[@]}" -DFCAP_ARENA_EXACT "$tmp/main.o" tests/sweep/faulty_malloc.c src/base/arena.c "$tmp/planted.o" "${libraries[@]}" \
        -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup -o "$tmp/faircap_faulty"
}
program() { # program test_NAME: of tests/unit or tests/sweep
    gcc $build/tests/CMakeFiles/"$1".dir/*/"$1".c.o "$tmp/planted.o" $build/tests/libfcap_test.a $build/libfaircap_shard.a \
        "${libraries[@]}" -lcmocka -o "$tmp/$1"
}
across() {
    mpicc.openmpi "${flags[@]}" cli/mpi/*.c src/mpi/*.c "$tmp/planted.o" $build/libfaircap_shard.a "${libraries[@]}" \
        -o "$tmp/faircap-mpi"
}

# plant WHAT FILE SED_EDIT HARNESS...; a harness that begins with test_ is such a program
plant() {
    local what=$1 file=$2 edit=$3
    shift 3
    planted=$((planted + 1))
    sed "$edit" "$file" >"$tmp/planted.c"
    if cmp -s "$tmp/planted.c" "$file"; then
        echo "planted: $what: the edit no longer matches $file; renew it"
        return
    fi
    gcc "${flags[@]}" -c "$tmp/planted.c" -o "$tmp/planted.o"
    case "$*" in
    test_*) program "$1" ;;
    ranks\ *) across ;;
    *allocation*) faulty ;;
    *) tool ;;
    esac
    if FAIRCAP_LONG=0 LONG=0 FAIRCAP=$tmp/faircap FAIRCAP_FAULTY=$tmp/faircap_faulty PATH=$tmp:$PATH "$@" >"$tmp/log" 2>&1; then
        echo "planted: $what: NOT found by $*"
    else
        echo "planted: $what: found by $*"
        found=$((found + 1))
    fi
}

plant "a gap of one percent is called none" src/search/best.c 's/OPTIMAL_GAP = 1e-9/OPTIMAL_GAP = 1e-2/' test_best 400
plant "one alone is forgotten" src/problem/tally.c '/t->alone\[s\]\] == 1/s/== 1/< 0/' test_rules 20
plant "the fewest members are rounded down" src/problem/sizes.c \
    's/fcap_ceil_div(s, t.num, t.num + t.den)/s * t.num \/ (t.num + t.den)/' test_feasible
plant "luck depends on threads" src/base/run.c 's/fcap_rng_seed(o.seed)/fcap_rng_seed(o.seed + (uint64_t)o.threads)/' tests/determinism.sh
plant "a scale that is a little too wide" src/table/scale.c 's/= scaled(&s, range.high) - s.shift/&+ 1e-4/' \
    python3 tests/cli/test_cluster.py
plant "memory that is not there is used" cli/words.c 's/if (block == NULL) {/if (0) {/' python3 tests/sweep/allocation.py
plant "memory that is not there is used" cli/words.c 's/if (block == NULL) {/if (0) {/' tests/faults/memory.py
plant "a failed write is forgotten" cli/write.c '/errno != EINTR/{n;s/out->error = errno/done = out->used/}' \
    python3 tests/faults/io.py cluster
plant "a failed write is forgotten" cli/write.c '/errno != EINTR/{n;s/out->error = errno/done = out->used/}' tests/faults/outputs.py
in_place='s/out->file = mkstemp(out->temporary);/out->file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);/'
plant "an output is written in place" cli/save.c "$in_place" python3 tests/faults/io.py generate
plant "an output is written in place" cli/save.c "$in_place" python3 tests/cli/test_save.py Killed
plant "SIGTERM is not caught" cli/progress.c '/stop_on(SIGTERM)/d' python3 tests/cli/test_interrupt.py Interrupt.test_an_answer_at_hand_is_saved
plant "a socket is opened" cli/memory.c '1i #include <sys/socket.h>
s/^void memory_watch(void) {/&\n    (void)socket(AF_INET, SOCK_STREAM, 0);/' python3 tests/faults/silence.py
plant "a program without hardening" cli/words.c 's/faircap:/Faircap:/' sh -c 'tests/hardening.sh "$FAIRCAP"'
plant "numbers as the locale has them" cli/memory.c '1i #include <locale.h>
s/^void memory_watch(void) {/&\n    setlocale(LC_ALL, "");/' tests/locale.sh
plant "one member too many passes" src/metric/metric.c \
    '/t->load\[c\] >/s/(r->capacities/1 + (r->capacities/' tests/mutants.py
plant "the last set of those apart is forgotten" src/metric/wishes.c '/filled = 0;/{n;s/sets->n;/sets->n - 1;/}' tests/mutants.py
plant "a part of a mark in front belongs to the first name" src/table/input.c 's/in->bytes += 3;/in->bytes += 2;/' tests/metamorphic.py

ranks() { # ranks TEST: of tests/mpi
    FAIRCAP=$PWD/$build/faircap FAIRCAP_MPI=$tmp/faircap-mpi FAIRCAP_MPIRUN=mpirun.openmpi PYTHONPATH=tests/mpi \
        python3 -m unittest "$1"
}
cp $build/faircap-mpi "$tmp/faircap-mpi"
ranks test_faults.Malformed >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; } # without a bug they pass
plant "a sample that depends on the ranks" src/shard/collect.c \
    's/fcap_row_hash(seed, c->first + i)/fcap_row_hash(seed, i)/' ranks test_answers.SameAnswer.test_any_number_of_ranks_and_files_gives_the_same_labels_and_report
plant "lines counted from the piece on" src/shard/reader.c 's/lines += line_ends(text, got, &last);/(void)text;/' \
    ranks test_faults.Malformed.test_the_end_of_the_last_shard_which_the_last_rank_reads
plant "the answer is written in place" src/shard/folder.c 's/plain, "", ".partial"/plain, "", ""/' \
    ranks test_killed.Killed.test_a_killed_rank_ends_the_job_and_resume_goes_on
plant "a limit that is not kept" src/shard/budget.c 's/4 \* side \* side/0/; s/12 \* distances : 0/0 : 0/' \
    ranks test_memory.Limited.test_the_smallest_limit_that_is_named_does_and_holds
echo "figure: $found of $planted planted bugs found"
[ "$found" -eq "$planted" ]
