#!/usr/bin/env bash
# Numbers and letters mean the same in Germany (decimal comma) and in Turkey (i is not the small I): the number tests, and
# whole runs under de_DE.UTF-8 and tr_TR.UTF-8 whose outputs are those of the locale C.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=${FAIRCAP:-$PWD/build/release/faircap}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p build/locale
export LOCPATH=$PWD/build/locale
strip() { sed -E 's/"(seconds|peak_bytes)": [0-9.e+-]+//g; s/[0-9.]+ (s|seconds)\b//g' "$1"; }

# runs NAME: every command, in a folder of that name
runs() {
    mkdir "$tmp/$1"
    cd "$tmp/$1"
    cp "$OLDPWD"/tests/lms/moodle-participants.csv roster.csv
    "$tool" generate --n 200 --weights 1-9 -o x.csv
    "$tool" cluster x.csv -k 4 -p group -x weight -o labels.csv --json r.json --html r.html --certificate proof 2>said
    "$tool" check x.csv labels.csv -k 4 -p group -x weight --certificate proof >checked 2>>said
    "$tool" plan x.csv -p GROUP >>checked 2>>said || true # is there a column GROUP? whose i?
    "$tool" group roster.csv --size 3-4 --effort 1 -o groups.csv --to canvas:canvas.csv 2>>said || true
    LC_ALL=C sed '1s/.*/\U&/' roster.csv >capitals.csv # FIRST NAME, ID NUMBER: the small letters of I
    "$tool" group capitals.csv --size 3-4 --effort 1 -o capital_groups.csv --to moodle-bulkenrol:enrol.csv 2>>said
    "$tool" sweep x.csv -k 3 -p group --methods KMEDOIDS -o study 2>>said || true
    "$tool" sweep x.csv -k 3 -p group --methods kmedoids -o study --quiet
    cut -d, -f1-13 study/results.csv >results.csv # without the seconds
    rm -r study
    cd - >/dev/null
}
LC_ALL=C runs C
for locale in de_DE tr_TR; do
    [ -d build/locale/$locale.UTF-8 ] || localedef -i $locale -f UTF-8 build/locale/$locale.UTF-8 || [ $? -eq 1 ]
    export LC_ALL=$locale.UTF-8 2>/dev/null # bash itself does not look at LOCPATH, programs do
    [ "$(env printf '%.1f' 1,5)" = "1,5" ] || { echo "the locale $locale.UTF-8 is not in force"; exit 1; }
    runs $locale
    for file in $(cd "$tmp/C" && find . -type f | sort); do
        diff <(strip "$tmp/C/$file") <(strip "$tmp/$locale/$file") || { echo "$locale: $file differs"; exit 1; }
    done
done
export LC_ALL=de_DE.UTF-8 2>/dev/null
out=$(build/release/test_number 2>&1) || { echo "$out"; exit 1; }
! grep -q 'skipped: de_DE' <<<"$out" || { echo "test_number did not see the locale"; exit 1; }
python3 -m json.tool "$tmp/de_DE/r.json" >/dev/null
! grep -oE '(width|height|x|y|cx|cy|r)="[0-9]+,[0-9]' "$tmp/de_DE/r.html" || { echo "a decimal comma in the page"; exit 1; }
count=$(declare -f runs | grep -c '"\$tool"')
echo "figure: 1000000 doubles; $(cd "$tmp/C" && find . -type f | wc -l) files of $count runs the same in C, de_DE and tr_TR"
