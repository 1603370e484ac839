"""Compiles the search when it can and builds the browser client; the rest is in pyproject.toml.

The modules of `COMPILED` in `src/fivecrowns/` are Python that Cython can also translate to C, each
with a file `.pxd` beside it for the types. Without a working C compiler the package is installed
all the same and runs those files as Python: same answers, slower. It is all of them or none.

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

COMPILED = ["_search", "_chance", "_standing", "_position", "_network", "_policies", "_simulator"]
PACKAGE = Path("src/fivecrowns")
SOURCES = [PACKAGE / f"{name}{suffix}" for name in COMPILED for suffix in (".py", ".pxd")]

# A compiled module hides the Python file of the same name beside it. So each compiled module looks
# at these files when it is imported, and refuses to stand in for a text it was not made from. It
# looks at all of them, because they know each other's types.
GUARD = """

def _refuse_if_stale():
    from binascii import crc32

    checksum = 0
    for name in {names}:
        try:
            with open(__file__[: __file__.rindex("{module}.")] + name, "rb") as source:
                checksum = crc32(source.read(), checksum)
        except FileNotFoundError:
            return
    if checksum != {checksum}:
        raise ImportError(
            "the compiled {module} was made from another text of the sources: "
            f"run scripts/setup or 'pip install -e .' again, or delete {{__file__}}"
        )


_refuse_if_stale()
"""

TRY_LOADING = """
import importlib.machinery, importlib.util, sys
loader = importlib.machinery.ExtensionFileLoader(sys.argv[1], sys.argv[2])
importlib.util.module_from_spec(importlib.util.spec_from_loader(sys.argv[1], loader))
"""


def guard(module: str) -> str:
    """The lines that make a module compiled from the sources of this moment know them again."""
    checksum = 0
    for source in SOURCES:
        checksum = crc32(source.read_bytes(), checksum)
    names = [source.name for source in SOURCES]
    return GUARD.format(names=names, module=module, checksum=checksum)


class BuildCompiled(build_ext):
    """Builds the compiled modules, or says in one line why it could not and goes on without."""

    def build_extensions(self) -> None:
        """Build all of them or none: each needs the others compiled."""
        self.remove_built()  # if this build fails, no earlier one may take its place
        if WISH == "never":
            return
        try:
            for ext in self.extensions:
                self.build_extension(ext)
        except Exception as error:  # whatever is wrong: the game does not need a compiler
            if WISH == "always":
                raise
            self.remove_built()
            self.warn(
                "the search was NOT compiled. The package works without, only slower. To compile "
                "it, install a C compiler and the headers of Python, and install again. "
                f"What failed: {error}"
            )

    def remove_built(self) -> None:
        """Remove what is there of compiled modules."""
        for ext in self.extensions:
            target = Path(self.get_ext_fullpath(ext.name))
            target.unlink(missing_ok=True)
            (PACKAGE / target.name).unlink(missing_ok=True)

    def build_extension(self, ext: Extension) -> None:
        """Translate to C, compile, and make sure that the result loads."""
        module = ext.name.rpartition(".")[2]
        guarded = Path(self.build_temp, f"{module}.py")
        guarded.parent.mkdir(parents=True, exist_ok=True)
        guarded.write_text((PACKAGE / f"{module}.py").read_text("utf-8") + guard(module), "utf-8")
        [translated] = cythonize(
            [Extension(ext.name, [os.fspath(guarded)])],
            include_path=["src"],
            force=True,
            quiet=True,
        )
        ext.sources = translated.sources
        if self.compiler.compiler_type == "unix":
            # Sums of fractions come out the same on every machine, so players decide the same.
            ext.extra_compile_args = ["-ffp-contract=off"]
        super().build_extension(ext)
        if WISH != "always":  # otherwise it may be meant for another machine than this one
            target = self.get_ext_fullpath(ext.name)
            subprocess.run([sys.executable, "-c", TRY_LOADING, ext.name, target], check=True)


def build_client() -> None:
    """Build the browser client, or end the build with a sentence."""
    # It runs modules of the package, which a stale search would keep from loading; the search is
    # compiled anew after this anyway.
    for name in COMPILED:
        for built in [*PACKAGE.glob(f"{name}.*.so"), *PACKAGE.glob(f"{name}.*.pyd")]:
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
        Extension(
            f"fivecrowns.{name}", [os.fspath(PACKAGE / f"{name}.py")], optional=WISH != "always"
        )
        for name in COMPILED
    ],
    cmdclass={"build_ext": BuildCompiled, "build_py": BuildPackage, "sdist": SourceDistribution},
)
