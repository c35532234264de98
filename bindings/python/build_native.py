"""build_native.py - the extension module faircap._native: the library, and its headers as cffi sees them.

The declarations are taken from the public headers at build time, so the binding cannot disagree with them, and the C
compiler checks every field against the real structs. The library is compiled by its own CMakeLists.txt, with the flags
that make labels the same everywhere, and linked in statically: the wheel needs no shared library.
"""
import os
import pathlib
import re
import subprocess

from cffi import FFI

HERE = pathlib.Path(__file__).resolve().parent
# In a clone the library is two folders up; a source distribution carries it along (setup.py).
LIBRARY = HERE / "library" if (HERE / "library").is_dir() else HERE.parent.parent
HEADERS = [LIBRARY / "include" / "faircap" / name for name in ("faircap.h", "table.h")]
# FAIRCAP_BUILD names a folder where the library is built already; it is linked as it is.
GIVEN = os.environ.get("FAIRCAP_BUILD")
BUILT = pathlib.Path(GIVEN or HERE / "build" / "library").resolve()
ARCHIVE = BUILT / "libfaircap_static.a"


def declarations(text):
    """What is left of a header for cffi: no comments, no preprocessor, no attributes."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"\\\n", " ", text)
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    text = re.sub(r'extern "C" \{(.*)\}', r"\1", text, flags=re.S)
    return re.sub(r"\bFCAP_(API|MUST_USE)\b", "", text)


def build_library():
    """Compiles the static library; does nothing when it is up to date or given."""
    if GIVEN:
        return
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DFCAP_TESTS=OFF", "-DFCAP_BENCH=OFF"]
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count())
    subprocess.run(["cmake", "-S", LIBRARY, "-B", BUILT, *options], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", BUILT, "--target", "faircap_static", "--parallel", jobs], check=True)


ffi = FFI()
for header in HEADERS:
    ffi.cdef(declarations(header.read_text()))
ffi.cdef('extern "Python" int faircap_tick(void *, const fcap_progress *);')
ffi.set_source(
    "faircap._native",
    "#include <faircap/table.h>",
    include_dirs=[str(LIBRARY / "include")],
    extra_objects=[str(ARCHIVE)],
    depends=[str(ARCHIVE), *map(str, HEADERS)],
    libraries=["z", "m", "pthread"],
    # What another copy of the library in the same process exports must not take the place of this one.
    extra_link_args=["-Wl,--exclude-libs,ALL"],
)
