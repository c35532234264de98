#!/usr/bin/env bash
# hardening.sh FILE...   installed programs and libraries carry what the compiler and the linker can add against abuse of a
#                        bug: position-independent, all relocations before main() and then read-only, stack not executable,
#                        grown page by page and protected, checked copies, marks where jumps may go; and no path of the
#                        machine that built them. Programs export nothing.
# hardening.sh           a program and a library that have all this pass, and are refused when one thing is missing: one after
#                        the other
set -euo pipefail

check() { # check FILE: what is missing, and 1
    local file=$1 segments dynamic symbols code
    wrong() { echo "$file: $1"; return 1; }
    readelf -hW "$file" | grep -q 'Type: *DYN' || wrong "is not position-independent" || return
    segments=$(readelf -lW "$file")
    dynamic=$(readelf -dW "$file")
    symbols=$(readelf --dyn-syms -W "$file")
    code=$(objdump -d --no-show-raw-insn "$file")
    grep -q GNU_RELRO <<<"$segments" || wrong "has no read-only relocations" || return
    grep -qE 'BIND_NOW|\bNOW\b' <<<"$dynamic" || wrong "resolves symbols late" || return
    grep -E 'GNU_STACK' <<<"$segments" | grep -q 'RW ' || wrong "has an executable stack" || return
    ! grep -E '^ *LOAD' <<<"$segments" | grep -q 'RWE' || wrong "has memory that is writable and executable" || return
    ! grep -q TEXTREL <<<"$dynamic" || wrong "has relocations in its code" || return
    ! grep -qE 'RPATH|RUNPATH' <<<"$dynamic" || wrong "has a search path for libraries" || return
    grep -q __stack_chk_fail <<<"$symbols" || wrong "has no stack protector" || return
    # A copy into what was allocated is checked from level 3 on. faircap has some; the libraries and faircap-mpi have none that
    # a compiler follows, and other calls that are checked. (__stack_chk_fail is none of them.)
    local copies='__[a-z]+_chk\b'
    [[ $segments != *INTERP* || $dynamic == *libmpi* ]] || copies='__(mem|str)cpy_chk'
    grep -qE "$copies" <<<"$symbols" || wrong "has no checked copies (_FORTIFY_SOURCE=3)" || return
    if [ "$(uname -m)" = x86_64 ]; then
        grep -qE 'or[qb] +\$0x0,.*\(%rsp' <<<"$code" || wrong "has no check of each page of the stack" || return
        # Every function that other files call, and main(); what begins with _ is of the C library. (The note "IBT, SHSTK" of
        # the whole file is lost where the C library's own objects have none.)
        local bare
        bare=$(awk '/^[0-9a-f]+ <[^_].*>:$/ { name = substr($2, 2, length($2) - 3); getline; if ($2 != "endbr64") print name }' \
            <<<"$code" | grep -Fx -f <(nm --defined-only "$file" | awk '$2 == "T" { print $3 }') || true)
        [ -z "$bare" ] || wrong "has functions without a mark for jumps: $(head -n 3 <<<"$bare" | tr '\n' ' ')" || return
    fi
    if grep -q INTERP <<<"$segments"; then
        # What a program uses of Open MPI's data (MPI_INT64_T is ompi_mpi_int64_t) is copied into it, with its name.
        ! grep -E '(FUNC|OBJECT) +GLOBAL +DEFAULT +[0-9]' <<<"$symbols" | grep -vE '@|OBJECT.* ompi_' || wrong "exports a name" || return
    fi
    ! strings -a "$file" | grep -F "$PWD/" || wrong "names the folder that it was built in" || return
}

if [ $# -gt 0 ]; then
    for file in "$@"; do
        check "$file"
    done
    echo "figure: $# installed files hardened"
    exit
fi

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cat >"$tmp/program.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef RELOCATED
__asm__(".text\n.quad main\n");
#endif
#ifdef WRITABLE
__asm__(".section .both, \"awx\"\n.quad 0\n.text\n");
#endif
#ifdef NAMED
const char *folder = FOLDER;
#endif
int main(int n, char **words) {
    char large[1 << 16], *copy = malloc((size_t)n);
    if (copy != NULL) {
        memcpy(copy, words[0], (size_t)n * 2 - strlen(words[0]));
        puts(fgets(large, sizeof large, stdin) ? large : copy);
    }
    return 0;
}
END
# build FLAG...: behind those of the project
build() {
    gcc -O2 -fPIE -pie -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fstack-clash-protection -fcf-protection=full \
        -Wl,-z,relro,-z,now,-z,noexecstack -DFOLDER="\"$PWD/\"" -w "$tmp/program.c" -o "$tmp/program" "$@"
}
for kind in "" "-fPIC -no-pie -shared"; do
    build $kind
    check "$tmp/program" || { echo "what is hardened is refused: $kind"; exit 1; }
done
refused=0
while read -r flags because; do
    build ${flags//;/ }
    ! said=$(check "$tmp/program") && [[ $said == *"$because"* ]] || { echo "not refused: $flags ($said)"; exit 1; }
    refused=$((refused + 1))
done <<'END'
-fno-pie;-no-pie is not position-independent
-Wl,-z,norelro has no read-only relocations
-Wl,-z,lazy resolves symbols late
-Wl,-z,execstack has an executable stack
-DWRITABLE has memory that is writable and executable
-DRELOCATED;-Wl,-z,notext has relocations in its code
-Wl,-rpath,/somewhere has a search path
-fno-stack-protector has no stack protector
-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2 has no checked copies
-fPIC;-no-pie;-shared;-U_FORTIFY_SOURCE has no checked copies
-fno-stack-clash-protection has no check of each page
-fcf-protection=none has functions without a mark
-rdynamic exports a name
-DNAMED names the folder that it was built in
END
echo "figure: each of $refused programs and libraries that lack a protection is refused"
