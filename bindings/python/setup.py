"""setup.py - what pyproject.toml cannot say: the version, the compiled part, what a source distribution carries."""
import pathlib
import shutil
import sys

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import build_native  # noqa: E402


class BuildExtension(build_ext):
    """Compiles the library first."""

    def run(self):
        build_native.build_library()
        super().run()


class SourceDistribution(sdist):
    """Carries the sources of the library along."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        library = pathlib.Path(base_dir) / "library"
        for name in ("CMakeLists.txt", "VERSION", "LICENSE", "cmake", "include", "src", "cli"):
            source = build_native.LIBRARY / name
            library.mkdir(exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, library / name, dirs_exist_ok=True)
            else:
                shutil.copy2(source, library / name)


setup(
    version=(build_native.LIBRARY / "VERSION").read_text().strip(),
    cffi_modules=["build_native.py:ffi"],
    cmdclass={"build_ext": BuildExtension, "sdist": SourceDistribution},
    # cffi's modules use the stable ABI: one wheel for every Python from 3.9 on.
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
