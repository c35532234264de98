#!/usr/bin/env bash
# hardening.sh FILE... - installed programs and libraries carry what the compiler and the linker can add against abuse of a
# bug: position-independent, all relocations before main() and then read-only, stack not executable, stack protector,
# checked copies; and no path of the machine that built them.
set -euo pipefail
for file in "$@"; do
    wrong() { echo "$file: $1"; exit 1; }
    readelf -hW "$file" | grep -q 'Type: *DYN' || wrong "is not position-independent"
    segments=$(readelf -lW "$file")
    dynamic=$(readelf -dW "$file")
    symbols=$(readelf --dyn-syms -W "$file")
    grep -q GNU_RELRO <<<"$segments" || wrong "has no read-only relocations"
    grep -qE 'BIND_NOW|\bNOW\b' <<<"$dynamic" || wrong "resolves symbols late"
    grep -E 'GNU_STACK' <<<"$segments" | grep -q 'RW ' || wrong "has an executable stack"
    ! grep -E '^ *LOAD' <<<"$segments" | grep -q 'RWE' || wrong "has memory that is writable and executable"
    ! grep -q TEXTREL <<<"$dynamic" || wrong "has relocations in its code"
    ! grep -qE 'RPATH|RUNPATH' <<<"$dynamic" || wrong "has a search path for libraries"
    grep -q __stack_chk_fail <<<"$symbols" || wrong "has no stack protector"
    grep -qE '__(mem|str|vs?n?printf|fprintf|snprintf)\w*_chk' <<<"$symbols" || wrong "has no checked copies (_FORTIFY_SOURCE)"
    ! strings -a "$file" | grep -F "$PWD/" || wrong "names the folder that it was built in"
done
echo "figure: $# installed files hardened"
