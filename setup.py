"""Compiles the search when it can and builds the browser client; the rest is in pyproject.toml.

`src/fivecrowns/_search.py` is Python that Cython can also translate to C, with `_search.pxd` for
the types. Without a working C compiler the package is installed all the same and runs that file as
Python: same answers, slower.

The environment variable FIVECROWNS_COMPILE says how hard to try: `try` (the default), `always`
(no compiled search, no package) or `never`.

The client is built by scripts/build_web.py from `web/` into the package, or is there already in a
source distribution. Without it there is no package: an empty page would be worse.

Why it is built this way: docs/decisions/build.md.
"""

import os
import subprocess
import sys
from binascii import crc32
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

sys.path.insert(0, "scripts")
import build_web

WISH = os.environ.get("FIVECROWNS_COMPILE", "try")
if WISH not in {"try", "always", "never"}:
    sys.exit(f"FIVECROWNS_COMPILE: expected try, always or never, got {WISH!r}")

SOURCES = [Path("src/fivecrowns/_search.py"), Path("src/fivecrowns/_search.pxd")]

# A compiled module hides the Python file of the same name beside it. So the compiled search looks
# at that file when it is imported, and refuses to stand in for a text it was not made from.
GUARD = """

def _refuse_if_stale():
    from binascii import crc32

    checksum = 0
    for name in {names}:
        try:
            with open(__file__[: __file__.rindex("_search.")] + name, "rb") as source:
                checksum = crc32(source.read(), checksum)
        except FileNotFoundError:
            return
    if checksum != {checksum}:
        raise ImportError(
            "the compiled search was made from another text of _search.py: "
            f"run scripts/setup or 'pip install -e .' again, or delete {{__file__}}"
        )


_refuse_if_stale()
"""

TRY_LOADING = """
import importlib.machinery, importlib.util, sys
loader = importlib.machinery.ExtensionFileLoader(sys.argv[1], sys.argv[2])
importlib.util.module_from_spec(importlib.util.spec_from_loader(sys.argv[1], loader))
"""


def guard() -> str:
    """The lines that make a module compiled from the sources of this moment know them again."""
    checksum = 0
    for source in SOURCES:
        checksum = crc32(source.read_bytes(), checksum)
    return GUARD.format(names=[source.name for source in SOURCES], checksum=checksum)


class BuildSearch(build_ext):
    """Builds the search, or says in one line why it could not and goes on without."""

    def build_extension(self, ext: Extension) -> None:
        """Translate to C, compile, and make sure that the result loads."""
        target = Path(self.get_ext_fullpath(ext.name))
        in_checkout = SOURCES[0].with_name(target.name)
        for old in (target, in_checkout):  # if this build fails, no earlier one may take its place
            old.unlink(missing_ok=True)
        if WISH == "never":
            return

        guarded = Path(self.build_temp, SOURCES[0].name)
        guarded.parent.mkdir(parents=True, exist_ok=True)
        guarded.write_text(SOURCES[0].read_text("utf-8") + guard(), "utf-8")
        try:
            [translated] = cythonize(
                [Extension(ext.name, [os.fspath(guarded)])],
                include_path=["src"],
                force=True,
                quiet=True,
            )
            ext.sources = translated.sources
            super().build_extension(ext)
            if ext.optional:  # otherwise it may be meant for another machine than this one
                subprocess.run([sys.executable, "-c", TRY_LOADING, ext.name, target], check=True)
        except Exception as error:  # whatever is wrong: the game does not need a compiler
            if not ext.optional:
                raise
            target.unlink(missing_ok=True)
            self.warn(
                "the search was NOT compiled. The package works without, only slower. To compile "
                "it, install a C compiler and the headers of Python, and install again. "
                f"What failed: {error}"
            )


def build_client() -> None:
    """Build the browser client, or end the build with a sentence."""
    # It runs modules of the package, which a stale search would keep from loading; the search is
    # compiled anew after this anyway.
    for built in [
        *SOURCES[0].parent.glob("_search.*.so"),
        *SOURCES[0].parent.glob("_search.*.pyd"),
    ]:
        built.unlink()
    try:
        build_web.build()
    except build_web.BuildError as error:
        sys.exit(f"The browser client was not built: {error}")


class BuildPackage(build_py):
    """Builds the client before the package's files are gathered."""

    def run(self) -> None:
        """Build the client, then go on as usual."""
        build_client()
        super().run()


class SourceDistribution(sdist):
    """Holds the built client, so that who installs it needs no Node.js."""

    def run(self) -> None:
        """Build the client, then go on as usual."""
        build_client()
        super().run()


setup(
    ext_modules=[
        Extension("fivecrowns._search", [os.fspath(SOURCES[0])], optional=WISH != "always")
    ],
    cmdclass={"build_ext": BuildSearch, "build_py": BuildPackage, "sdist": SourceDistribution},
)
