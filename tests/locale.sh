#!/usr/bin/env bash
# Numbers mean the same in Germany: the number tests and a whole run under LC_ALL=de_DE.UTF-8.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build/locale
[ -d build/locale/de_DE.UTF-8 ] || localedef -i de_DE -f UTF-8 build/locale/de_DE.UTF-8 || [ $? -eq 1 ]
export LOCPATH=$PWD/build/locale
export LC_ALL=de_DE.UTF-8 2>/dev/null # bash itself does not look at LOCPATH, programs do
[ "$(env printf '%.1f' 1,5)" = "1,5" ] || { echo "the locale de_DE.UTF-8 is not in force"; exit 1; }
out=$(build/release/test_number 2>&1) || { echo "$out"; exit 1; }
! grep -q 'skipped: de_DE' <<<"$out" || { echo "test_number did not see the locale"; exit 1; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
build/release/faircap generate --n 200 -o "$tmp/x.csv"
build/release/faircap cluster "$tmp/x.csv" -k 4 -p group -o "$tmp/de.csv" --json "$tmp/de.json" --html "$tmp/de.html" --quiet
env LC_ALL=C build/release/faircap cluster "$tmp/x.csv" -k 4 -p group -o "$tmp/c.csv" --json "$tmp/c.json" --html "$tmp/c.html" --quiet
cmp "$tmp/de.csv" "$tmp/c.csv"
strip() { sed -E 's/"(seconds|peak_bytes)": [0-9.e+-]+//g' "$1"; }
diff <(strip "$tmp/de.json") <(strip "$tmp/c.json")
python3 -m json.tool "$tmp/de.json" >/dev/null
! grep -oE '(width|height|x|y|cx|cy|r)="[0-9]+,[0-9]' "$tmp/de.html" || { echo "a decimal comma in the page"; exit 1; }
echo "figure: 1000000 doubles and one run, LC_ALL=de_DE.UTF-8"
