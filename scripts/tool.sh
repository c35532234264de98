# tool.sh - build_tool: makes build/release/faircap, or brings it up to date. To be sourced, from the project's folder.
build_tool() {
    [ -f build/release/build.ninja ] || cmake --preset release -DFCAP_TESTS=OFF >/dev/null
    cmake --build --preset release --target faircap_tool | tail -n 1
}
