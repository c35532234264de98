# packages.sh - need PACKAGE...: installs the Debian packages that are missing. To be sourced.
#
# Works as root or with sudo; where neither can be had, it says exactly what to install.
need() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "installing: ${missing[*]}"
    local as=()
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            as=(sudo -n)
        else
            echo "please install these packages and run this again:" >&2
            echo "  sudo apt-get install ${missing[*]}" >&2
            return 1
        fi
    fi
    local log
    log=$(mktemp)
    if ! { "${as[@]}" apt-get update && DEBIAN_FRONTEND=noninteractive "${as[@]}" apt-get -o DPkg::Lock::Timeout=300 install -y \
        --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        echo "could not install: ${missing[*]}" >&2
        return 1
    fi
    rm -f "$log"
}
