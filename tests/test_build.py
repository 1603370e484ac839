"""What an install promises: the same search, with a compiler or without, and never a stale one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
SAY = "from fivecrowns import _search; print(_search.COMPILED)"
NO_COMPILERS = ["/bin/false", "/bin/true", "/no/such/compiler"]


def python(code: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Run a program with the package that lies in a folder, and no other."""
    return subprocess.run(
        [sys.executable, "-S", "-c", code],
        env=os.environ | {"PYTHONPATH": str(path)},
        cwd=path,
        capture_output=True,
        text=True,
        check=False,
    )


def install(place: Path, **environment: str) -> tuple[Path, str]:
    """Build and install the package from a copy of its sources.

    Returns:
        The folder it lies in, and what the build said.
    """
    copy, target = place / "checkout", place / "installed"
    copy.mkdir(parents=True)
    for name in ["pyproject.toml", "setup.py", "MANIFEST.in", "LICENSE", "README.md"]:
        shutil.copy(CHECKOUT / name, copy)
    # Without web/, as in a source distribution: the built client is in src.
    built = shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__")
    for name in ["src", "scripts"]:
        shutil.copytree(CHECKOUT / name, copy / name, ignore=built)
    done = subprocess.run(
        [sys.executable, *"-m pip install -v --no-deps --target".split(), target, copy],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return target, done.stdout


def passes_the_search_tests(installed: Path) -> str:
    """Run the tests of the search on an installed package; the last line that pytest says."""
    done = subprocess.run(
        [
            *[sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
            *["tests/test_search.py", "tests/test_melds.py", "tests/test_arrange.py"],
        ],
        env=os.environ | {"PYTHONPATH": str(installed)},
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, installed with a compiler."""
    return install(tmp_path_factory.mktemp("compiled"), FIVECROWNS_COMPILE="always")[0]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, installed without a compiler."""
    return install(tmp_path_factory.mktemp("plain"), FIVECROWNS_COMPILE="never")[0]


def test_the_compiled_search_passes_the_tests_of_the_search(compiled: Path) -> None:
    """What a compiler makes of the search gives the right answers."""
    assert python(SAY, compiled).stdout == "True\n"
    assert " passed" in passes_the_search_tests(compiled)


def test_the_plain_search_passes_the_tests_of_the_search(plain: Path) -> None:
    """Without a compiler the search gives the same, right answers."""
    assert python(SAY, plain).stdout == "False\n"
    assert " passed" in passes_the_search_tests(plain)


@pytest.mark.parametrize("compiler", NO_COMPILERS)
def test_a_missing_or_broken_compiler_costs_only_speed(tmp_path: Path, compiler: str) -> None:
    """Without a working compiler the package is installed all the same, and says so."""
    installed, said = install(tmp_path, CC=compiler, FIVECROWNS_COMPILE="try")
    assert "the search was NOT compiled" in said
    assert python(SAY, installed).stdout == "False\n"


def test_the_simulator_plays_the_same_compiled_and_plain(compiled: Path, plain: Path) -> None:
    """A round comes out the same to the last card, with a compiler or without."""
    rounds = (
        "from fivecrowns._chance import Chance; from fivecrowns._simulator import Table;"
        "from fivecrowns._policies import Lowest, OneAhead; from fivecrowns.rules import SCHEDULES;"
        "table = Table(3, SCHEDULES['official'][3], 0, Chance(7)); table.log = [];"
        "[(table.shuffle(), table.start(dealer), table.play([OneAhead(), Lowest(), OneAhead()]))"
        " for dealer in range(3)]; print(table.log, list(table.points))"
    )
    said = python(rounds, compiled)
    assert said.stdout.startswith("[("), said.stderr
    assert python(rounds, plain).stdout == said.stdout


@pytest.mark.parametrize("changed", ["_search.py", "_search.pxd", "_simulator.py"])
def test_a_compiled_search_never_answers_for_another_source(
    compiled: Path, tmp_path: Path, changed: str
) -> None:
    """After a change of its source the compiled search refuses to load, and says what to do."""
    copy = shutil.copytree(compiled, tmp_path / "copy")
    with (copy / "fivecrowns" / changed).open("a", encoding="utf-8") as source:
        source.write("\n# another text\n")
    refused = python(SAY, copy)
    assert refused.returncode != 0
    assert "made from another text" in refused.stderr


def test_an_installed_package_is_whole(plain: Path) -> None:
    """What a user installs plays a game, outside the checkout and without any other package."""
    game = (
        "from fivecrowns.simulate import simulate; r = simulate(['medium', 'easy'], 1);"
        "print(r.games, round(sum(line.wins for line in r.seats)))"
    )
    assert python(game, plain).stdout == "1 1\n"
