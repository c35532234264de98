# bash completion for faircap; the options come from the program itself, so they cannot be stale.
_faircap() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "cluster group check plan sweep tune generate --help --version" -- "$word")
        return
    fi
    local values
    values=$(faircap --list-options 2>/dev/null | awk -v c="${COMP_WORDS[1]}" -v o="$before" '$1 == c && $2 == o && $3 ~ /\|/ {gsub("\\|", " ", $3); print $3}')
    if [ -n "$values" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(faircap --list-options 2>/dev/null | awk -v c="${COMP_WORDS[1]}" '$1 == c {print $2}') --help" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -o filenames -F _faircap faircap
