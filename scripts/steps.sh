# steps.sh - a step is a command with a name: one line when it ends, one more at a time than there are cores, as many wait. To be sourced.
#
#   step NAME COMMAND...    begins when fewer are running; its output goes to $LOGS/NAME.log
#   beside NAME COMMAND...  begins at once and takes no core from the others: for what mostly waits
#   alone NAME COMMAND...   waits for all others, and the next waits for it: for what uses all cores itself
#   skip NAME REASON        says so
#   ONLY=(NAME...)          where it is not empty, the steps that are run; those that build always are
#   steps_end               waits for all, says how many passed; its status is 0 if none failed
#
# A line shows the time that passed and the time of all processors together. A failing step shows the end of its log.
LOGS=build/test
LANES=${LANES:-$(($(nproc) + 1))}
SKIPPED=0
SEEN=
BESIDE= # process numbers
mkdir -p "$LOGS"
rm -f "$LOGS"/*.code
set -m # a step is a process group: Ctrl-C ends all of it, and its tests of Ctrl-C work as in a terminal
trap 'for job in $(jobs -p); do kill -- -"$job" 2>/dev/null; done; exit 130' INT TERM

# What a log says it ran: the closing lines of CTest and unittest, or our own "figure:" lines.
counted() {
    grep -hoE '[0-9]+% tests passed.* out of [0-9]+|^Ran [0-9]+ tests?|skipped=[0-9]+|^figure: .*' "$1" |
        sed 's/^figure: //' | tail -n "${2:-3}" | paste -sd ';' -
}
perform() {
    local name=$1 log=$LOGS/$1.log begin=$SECONDS code=0 used
    shift
    "$@" >"$log" 2>&1 </dev/null || code=$?
    times >"$log.times"
    used=$(tr 'ms' '  ' <"$log.times" | awk '{ total += $1 * 60 + $2 + $3 * 60 + $4 } END { printf "%.0f", total }')
    rm -f "$log.times"
    echo "$code" >"$LOGS/$name.code"
    if [ "$code" -eq 0 ]; then
        printf 'ok    %-24s %4d s %4d cpu  %s\n' "$name" $((SECONDS - begin)) "$used" "$(counted "$log")"
    else
        printf '%s\n%s\n' "$(printf 'FAIL  %-24s %4d s %4d cpu  (%s)' "$name" $((SECONDS - begin)) "$used" "$log")" \
            "$(tail -n 40 "$log" | sed 's/^/      | /')"
    fi
}
asked() { # asked NAME: is the step to be run?
    SEEN+=" $1 "
    [[ ${#ONLY[@]} -eq 0 || $1 == build-* || " ${ONLY[*]} " == *" $1 "* ]]
}
lanes_taken() { # by steps that are running
    jobs -pr | grep -cvwF "${BESIDE:-none}" || true
}
step() {
    asked "$1" || return 0
    while [ "$(lanes_taken)" -ge "$LANES" ]; do
        wait -n
    done
    perform "$@" &
}
beside() {
    asked "$1" || return 0
    perform "$@" &
    BESIDE+=${BESIDE:+$'\n'}$!
}
alone() {
    asked "$1" || return 0
    wait
    perform "$@" &
    wait
}
skip() {
    asked "$1" || return 0
    SKIPPED=$((SKIPPED + 1))
    printf 'skip  %-24s %s\n' "$1" "$2"
}
steps_end() {
    wait
    local passed failed name
    for name in "${ONLY[@]}"; do
        [[ $SEEN == *" $name "* ]] || { echo "there is no step $name" >&2; echo 2 >"$LOGS/$name.code"; }
    done
    passed=$(grep -lx 0 "$LOGS"/*.code | wc -l)
    failed=$(grep -Lx 0 "$LOGS"/*.code | wc -l)
    printf '\n%d passed, %d failed, %d skipped, in %d minutes %d seconds\n' "$passed" "$failed" "$SKIPPED" \
        $((SECONDS / 60)) $((SECONDS % 60))
    # Where no step could say how it ended, nothing was tested.
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
