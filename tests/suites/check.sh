#!/usr/bin/env bash
# check.sh - files of other readers' tests (fetch.py), read by faircap and judged by two other readers (run.py); and two bugs
# that are planted in the reader and must be found so.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=build/release
tests/suites/run.py

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE -O2 -ffp-contract=off -Iinclude -Isrc)
found=0
for edit in '/lines++;/{n;s/i = after_line_end(.*);/i++;/}' 's/\(j += in->text\[j\] == \).".;/\1 0;/'; do
    sed "$edit" src/table/csv.c >"$tmp/csv.c"
    if cmp -s "$tmp/csv.c" src/table/csv.c; then
        echo "planted: $edit: no longer matches src/table/csv.c; renew it"
        exit 1
    fi
    gcc "${flags[@]}" "$tmp/csv.c" tests/suites/dump_table.c $build/libfaircap_static.a -lz -lm -lpthread -o "$tmp/dump_table"
    # The tool is not asked: the table is what the bug is in.
    if DUMP_TABLE=$tmp/dump_table FAIRCAP=/bin/true tests/suites/run.py >"$tmp/log"; then
        echo "planted: $edit: NOT found"
    else
        found=$((found + 1))
        grep -m 1 'accepted: \|refused: .*: ' "$tmp/log"
    fi
done
echo "figure: $found of 2 planted bugs found"
[ $found -eq 2 ]
