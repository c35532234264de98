#!/usr/bin/env bash
# The same sources built in two folders of different length give the same tool and library, byte for byte.
set -euo pipefail
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
folders=("$tmp/a" "$tmp/another/folder with a longer name")
for folder in "${folders[@]}"; do
    mkdir -p "$folder"
    git ls-files -z --cached --others --exclude-standard CMakeLists.txt CMakePresets.json VERSION cmake src cli include docs/man |
        xargs -0 cp --parents -t "$folder"
done
for folder in "${folders[@]}"; do
    (cd "$folder" && cmake --preset release -DFCAP_TESTS=OFF -DFCAP_BENCH=OFF >/dev/null &&
        cmake --build --preset release >/dev/null && sha256sum build/release/faircap build/release/libfaircap.so) >>"$tmp/sums"
done
cat "$tmp/sums"
[ "$(sort -u "$tmp/sums" | wc -l)" -eq 2 ] || { echo "the builds differ"; exit 1; }
echo "figure: 2 builds in 2 folders, the same SHA-256 of 2 files"
