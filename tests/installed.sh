#!/usr/bin/env bash
# cmake --install gives a package that a program can be built against: pkg-config and CMake.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cmake --install build/release --prefix "$root/usr" >/dev/null
lib=$(dirname "$(find "$root/usr" -name libfaircap.so)")
for file in bin/faircap include/faircap/faircap.h include/faircap/table.h share/man/man1/faircap.1 \
    share/bash-completion/completions/faircap share/zsh/site-functions/_faircap; do
    [ -s "$root/usr/$file" ] || { echo "not installed: $file"; exit 1; }
done
readelf -d "$lib/libfaircap.so" | grep -q 'SONAME.*libfaircap.so.0'
export PKG_CONFIG_PATH=$lib/pkgconfig LD_LIBRARY_PATH=$lib
for example in quickstart roster callbacks; do
    cc -std=c11 -Wall -Wextra -Werror "examples/$example.c" $(pkg-config --cflags --libs faircap) -o "$root/$example"
done
"$root/quickstart" | tee "$root/out"
grep -q '^feasible$' "$root/out" && grep -q '^1 1 1 1 2 2 2 2 3 3 3 3$' "$root/out"
"$root/roster" examples/roster.csv gender 8 >"$root/roster.csv"
head -n 1 "$root/roster.csv" | grep -q '^row,gender,cluster$'
"$root/usr/bin/faircap" cluster examples/roster.csv -p gender -k 8 --labels-only --quiet | cut -d, -f2 >"$root/tool"
cut -d, -f3 "$root/roster.csv" | cmp - "$root/tool"
! "$root/roster" examples/roster.csv gender 9 2>"$root/why"
grep -q 'maximum size of 5' "$root/why"
"$root/callbacks" 2>/dev/null | tee /dev/stderr | grep -qE '^(optimal|feasible|interrupted), 0 clusters break a rule, 0 blocks left$'
mkdir "$root/project"
cp examples/quickstart.c "$root/project"
cat >"$root/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(quickstart C)
find_package(faircap 0.1 REQUIRED)
add_executable(quickstart quickstart.c)
target_link_libraries(quickstart PRIVATE faircap::faircap)
END
cmake -S "$root/project" -B "$root/project/build" -DCMAKE_PREFIX_PATH="$root/usr" >/dev/null
cmake --build "$root/project/build" >/dev/null
"$root/project/build/quickstart" | cmp - "$root/out"
printf '#include <faircap/table.h>\nint main(void) { return 0; }\n' >"$root/plus.cpp"
g++ -std=c++17 -Wall -Wextra -Werror -I"$root/usr/include" -fsyntax-only "$root/plus.cpp"
"$root/usr/bin/faircap" --version
tests/hardening.sh
# All that is installed and runs: programs and libraries, those for MPI too where they were built.
mapfile -t binaries < <(find "$root/usr" -type f -exec sh -c 'head -c 4 "$1" | grep -q ELF' _ {} \; -print | sort)
[[ " ${binaries[*]} " == *"/bin/faircap "*"/libfaircap.so."* ]] || { echo "not installed: faircap, libfaircap.so"; exit 1; }
tests/hardening.sh "${binaries[@]}"
scripts/sbom.py "${binaries[@]}" >"$root/sbom.json"
python3 tests/sbom.py "$root/sbom.json" "${binaries[@]}"
echo "figure: built with pkg-config, CMake and as C++"
