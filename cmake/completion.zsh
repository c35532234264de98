#compdef faircap
# zsh completion for faircap; the options come from the program itself, so they cannot be stale.
if (( CURRENT == 2 )); then
    compadd cluster group check plan sweep tune generate --help --version
elif [[ $words[CURRENT] == -* ]]; then
    compadd -- $(faircap --list-options 2>/dev/null | awk -v c="$words[2]" '$1 == c {print $2}') --help
else
    local values
    values=$(faircap --list-options 2>/dev/null | awk -v c="$words[2]" -v o="$words[CURRENT-1]" '$1 == c && $2 == o && $3 ~ /\|/ {gsub("\\|", " ", $3); print $3}')
    if [[ -n $values ]]; then compadd -- ${=values}; else _files; fi
fi
