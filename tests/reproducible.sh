#!/usr/bin/env bash
# The same sources give the same bytes: built with gcc and with clang, each in two folders of different length, by users with
# another umask, locale, time zone, home and number of jobs, from files of another date. Compared are the static library and
# all that is installed, with the rights of files, and the bill of materials. (That no time of day gets in, -Wdate-time sees to.)
set -euo pipefail
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# made COMPILER FOLDER JOBS DATE: copies the sources, builds and installs them, and lists what came out
made() {
    local folder=$2
    mkdir -p "$folder"
    git ls-files -z --cached --others --exclude-standard CMakeLists.txt CMakePresets.json VERSION cmake src cli include docs/man \
        scripts/sbom.py | xargs -0 cp --parents -t "$folder"
    find "$folder" -type f -exec touch -d "$4" {} +
    (
        cd "$folder" &&
            cmake --preset release -DCMAKE_C_COMPILER="$1" -DCMAKE_INSTALL_PREFIX=/usr -DFCAP_TESTS=OFF -DFCAP_BENCH=OFF &&
            cmake --build --preset release -j "$3" &&
            DESTDIR=$folder/root cmake --install build/release &&
            SOURCE_DATE_EPOCH=1700000000 scripts/sbom.py root/usr/bin/faircap root/usr/lib/*/libfaircap.so >root/sbom.json &&
            cp build/release/libfaircap_static.a root
    ) >"$folder.log" 2>&1 || { tail -n 20 "$folder.log" >&2; return 1; }
    chmod 644 "$folder"/root/{sbom.json,libfaircap_static.a}
    (cd "$folder/root" && find . ! -type d -printf '%M %p %l\n' | LC_ALL=C sort -k 2 && find . -type f -exec sha256sum {} + | LC_ALL=C sort -k 2)
}
files=0
for compiler in gcc clang; do
    made $compiler "$tmp/$compiler" 2 2001-02-03 >"$tmp/one"
    (
        umask 077
        export LC_ALL=C.UTF-8 LANG=tr_TR.UTF-8 TZ=Asia/Tokyo HOME=/nonexistent USER=somebody LOGNAME=somebody
        made $compiler "$tmp/another/folder of $compiler with a longer name" 3 2019-11-12
    ) >"$tmp/other"
    diff "$tmp/one" "$tmp/other" || { echo "the builds by $compiler differ"; exit 1; }
    grep -E '/(faircap|libfaircap\.so\.[0-9.]*|libfaircap_static\.a)$' "$tmp/one" | grep -E '^[0-9a-f]{64}'
    files=$((files + $(grep -cE '^[0-9a-f]{64}' "$tmp/one")))
done
echo "figure: 4 builds in 4 folders by 2 compilers: the same SHA-256 of $files files, the same rights"
