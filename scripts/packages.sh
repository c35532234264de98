# packages.sh - need PACKAGE...: installs the Debian packages that are missing. To be sourced.
#               foreign ARCHITECTURE FOLDER PACKAGE...: unpacks packages of another machine into a folder.
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
    local log turn
    log=$(mktemp)
    for turn in {1..60}; do
        if { "${as[@]}" apt-get update && DEBIAN_FRONTEND=noninteractive "${as[@]}" apt-get -o DPkg::Lock::Timeout=300 install -y \
            --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
            rm -f "$log"
            return 0
        fi
        grep -q 'Could not get lock' "$log" || break # else somebody installs something, and will end
        sleep 5
    done
    tail -n 20 "$log" >&2
    echo "could not install: ${missing[*]}" >&2
    return 1
}

# The machine's own apt stays as it is: lists, cache and the record of what is installed are others.
foreign() {
    local architecture=$1 folder=$2 state
    shift 2
    [ ! -e "$folder/complete" ] || return 0
    state=$(mktemp -d)
    mkdir -p "$folder" "$state/lists/partial" "$state/cache/archives/partial"
    local with=(-qq -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" -o Dir::State="$state"
        -o Dir::Cache="$state/cache" -o Dir::State::status=/dev/null -o APT::Sandbox::User=root)
    (cd "$state" && apt-get "${with[@]}" update && apt-get "${with[@]}" download "$@") &&
        for package in "$state"/*.deb; do
            dpkg-deb -x "$package" "$folder" || break
        done && touch "$folder/complete"
    rm -rf "$state"
    [ -e "$folder/complete" ]
}
