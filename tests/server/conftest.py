"""What the tests of the web table share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.server.postgres import Cluster, binary

MEMORY = Path("/dev/shm")  # noqa: S108


@pytest.fixture
def anyio_backend() -> str:
    """The event loop that the server runs on."""
    return "asyncio"


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server, started for these tests."""
    if binary("initdb") is None:
        pytest.skip("needs PostgreSQL: apt-get install postgresql")
    with Cluster() as running:
        yield running


@pytest.fixture
def postgres(cluster: Cluster) -> str:
    """The URL of an empty PostgreSQL database."""
    return cluster.new_database()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    url: str = request.getfixturevalue("postgres")
    return url


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[str]:
    """The URL of an SQLite file that does not exist yet; in memory, where that is a folder."""
    if not MEMORY.is_dir():
        yield f"sqlite:///{tmp_path / 'tables.db'}"
        return
    with TemporaryDirectory(prefix="fivecrowns-", dir=MEMORY) as folder:
        yield f"sqlite:///{folder}/tables.db"
