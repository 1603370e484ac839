"""A PostgreSQL of the tests' own: a temporary cluster on a free port of this machine."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType


def binary(name: str) -> Path | None:
    """A program of PostgreSQL, wherever Debian or the path has it."""
    found = shutil.which(name)
    inside = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return inside[-1] if inside else Path(found) if found else None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Cluster:
    """A running cluster; it does not start as root, so root starts it as `postgres`."""

    def __init__(self) -> None:
        self._user = "postgres" if os.geteuid() == 0 else None
        self._folder = Path(tempfile.mkdtemp(prefix="fivecrowns-pg-", dir="/tmp"))
        if self._user:
            shutil.chown(self._folder, self._user)
        self.port = free_port()
        self._databases = 0
        self._data = self._folder / "data"
        self._call("initdb", "-D", str(self._data), "-U", "test", "-A", "trust", "--no-sync")
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Cluster:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        server = binary("postgres")
        assert server is not None
        options = [
            "-p",
            str(self.port),
            "-k",
            str(self._folder),
            "-c",
            "listen_addresses=127.0.0.1",
        ]
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [server, "-D", self._data, *options],
                stdout=log,
                stderr=log,
                user=self._user,
                start_new_session=True,
            )
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0 and self._answers():
                    return
            time.sleep(0.1)
        raise AssertionError((self._folder / "log").read_text())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server; SIGQUIT ends it without tidying up, as a crash does."""
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait(30)
            self._server = None

    def new_database(self) -> str:
        """Make an empty database; its URL."""
        self._databases += 1
        name = f"test{os.getpid()}_{self._databases}"
        self._call("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "test", name)
        return f"postgresql://test@127.0.0.1:{self.port}/{name}"

    def _answers(self) -> bool:
        ready = binary("pg_isready")
        assert ready is not None
        command = [str(ready), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(command, check=False).returncode == 0

    def _call(self, name: str, *arguments: str) -> None:
        program = binary(name)
        assert program is not None
        subprocess.run(
            [str(program), *arguments],
            check=True,
            user=self._user,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        )
