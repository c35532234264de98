#!/usr/bin/env bash
# The same answers with another C library (musl) and on other machines, run by qemu: aarch64, and s390x, whose numbers have
# the big end first. Labels, reports, certificates and generated data as in determinism.sh; every command, gzip and .npy in
# every form (same.py); and the unit tests of what reads, prints, packs and hashes bytes.
#
# LONG=1: 40 instances; else 10. ./test --long runs it; the packages that it needs are some 350 MB.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh
need musl-tools zlib1g-dev qemu-user {gcc,binutils}-{aarch64,s390x}-linux-gnu libc6-dev-{arm64,s390x}-cross
packages=$PWD/build/machines/packages
libraries=(zlib1g-dev zlib1g libcmocka-dev libcmocka0)
foreign arm64 "$packages-aarch64" "${libraries[@]}"
foreign s390x "$packages-s390x" "${libraries[@]}"
# Debian's static zlib asks the C library for memory and copies, as any would have it: musl's too.
mkdir -p "$packages-musl/usr/include" "$packages-musl/usr/lib"
cp /usr/include/{zlib.h,zconf.h} "$packages-musl/usr/include"
cp /usr/lib/*/libz.a "$packages-musl/usr/lib"

tests=(test_number test_text test_csv test_npy test_input test_table test_dictionary test_encode test_rng test_elementary
    test_certificate test_headers)
builds=()
for machine in musl aarch64 s390x; do
    build=build/machines/$machine
    # cmocka is not there for musl, so its unit tests are not built
    [ -f "$build/build.ninja" ] || cmake -S . -B "$build" -G Ninja --toolchain "$PWD/cmake/$machine.cmake" \
        -DCMAKE_BUILD_TYPE=Release -DFCAP_BENCH=OFF -DFCAP_TESTS="$([ $machine = musl ] || echo ON)" >/dev/null
    cmake --build "$build" --target faircap_tool >/dev/null
    mkdir -p "$build/run"
    emulator=$([ $machine = musl ] || echo "qemu-$machine -L /usr/$machine-linux-gnu")
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$emulator" "$PWD/$build/faircap" >"$build/run/faircap"
    chmod +x "$build/run/faircap"
    builds+=("$build/run")
done
python3 tests/same.py "${builds[@]/%//faircap}"
for machine in aarch64 s390x; do
    cmake --build build/machines/$machine --target "${tests[@]}" >/dev/null
    ctest --test-dir build/machines/$machine --output-on-failure -R "\\.($(IFS='|' && echo "${tests[*]}"))\$"
done
tests/determinism.sh "${builds[@]}"
