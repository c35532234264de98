#!/usr/bin/env python3
"""Prints every include that points the wrong way; exits 1 if there is one.

The table says which layers a layer may use (docs/ARCHITECTURE.md). The tool and the bindings see
the public headers only. With a folder as argument, checks that tree instead of this one.
"""
import pathlib
import re
import sys

MAY = {
    "base": set(),
    "data": {"base"},
    "flow": {"base"},
    "problem": {"base", "data"},
    "table": {"base", "data"},
    "fairlet": {"base", "data", "flow", "problem"},
    "cluster": {"base", "data", "flow", "problem"},
    "bound": {"base", "data", "problem"},
    "search": {"base", "data", "flow", "problem", "cluster", "bound", "metric"},
    "general": {"base", "data", "problem", "bound", "search"},
    "mixture": {"base", "data", "problem", "search", "general"},
    "metric": {"base", "data", "problem"},
    "shard": {"base", "data", "flow", "problem", "table", "cluster", "search"},
    "mpi": {"base", "shard"},
}
# Folders of the tool; what lies in cli itself is open to all of them, and may use all.
TOOL_MAY = {"lms": set(), "report": set(), "study": set(), "figure": {"report", "study"}, "mpi": set()}
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')
MPI = re.compile(r"\s*#\s*include\s+<mpi\.h>")


def wrong_includes(root):
    for path in sorted(root.glob("src/*/*.[ch]")):
        layer = path.parent.name
        if layer not in MAY:
            yield path, 1, f"the folder src/{layer} is in no layer"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            used = match[1].split("/")[0] if "/" in match[1] else None
            if used is None:
                yield path, number, f'write "{layer}/{match[1]}": includes start at the root'
            elif used != layer and used not in MAY[layer]:
                yield path, number, f"{layer} may not use {used}"
    for path in sorted([*root.glob("cli/**/*.[ch]"), *root.glob("bindings/**/*.[ch]"), *root.glob("web/bridge/*.[ch]")]):
        folder = path.parent.name
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            used = match[1].split("/")[0] if match and "/" in match[1] else None
            if used is None or used == folder:
                continue
            if used not in TOOL_MAY:
                yield path, number, "the tool and the bindings use the public headers only"
            elif used not in TOOL_MAY.get(folder, TOOL_MAY):
                yield path, number, f"cli/{folder} may not use cli/{used}"


def wrong_mpi(root):
    """mpi.h is for src/mpi: everything else must build without it."""
    for path in sorted([*root.glob("src/**/*.[ch]"), *root.glob("cli/**/*.[ch]"), *root.glob("include/**/*.h")]):
        if path.parent.name == "mpi" and path.parent.parent.name == "src":
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if MPI.match(line):
                yield path, number, "only src/mpi includes mpi.h"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    found = [*wrong_includes(root), *wrong_mpi(root)]
    for path, number, why in found:
        print(f"{path.relative_to(root)}:{number}: {why}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
