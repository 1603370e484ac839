"""Starts the server and tells people in the house how to reach it."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from dataclasses import replace
from typing import Final

import segno
import uvicorn
from uvicorn.supervisors import Multiprocess

from fivecrowns.errors import FiveCrownsError
from fivecrowns.server.service import check_workers
from fivecrowns.server.settings import STATIC, Settings
from fivecrowns.server.store import StoreDownError, open_store

PORTS: Final = range(5101, 5121)
"""Where a free port is looked for first, so that the address stays the same from day to day."""
EVERYWHERE: Final = ("", "0.0.0.0", "::")  # noqa: S104 - that is what they mean
MAX_MESSAGE: Final = 16_384
SEND_BUFFER: Final = 65_536
"""What the system holds for a slow socket; by itself it would take megabytes."""


def serve(
    host: str = "0.0.0.0",  # noqa: S104 - for the phones in the house
    port: int = 0,
    database: str | None = None,
    workers: int = 1,
    *,
    open_browser: bool = False,
) -> None:
    """Serve the table until it is stopped.

    Args:
        host: address to listen at.
        port: 0 looks for a free one.
        database: its URL; `None`: as the environment says, or a file in the user's data folder.
        workers: processes; more than one needs PostgreSQL.
        open_browser: open the table in the browser of this machine.

    Raises:
        FiveCrownsError: the port is taken, the browser client is not built, the database cannot
            be opened, or the workers do not fit it.
    """
    settings = Settings.from_environment()
    if database is not None:
        settings = replace(settings, database=database)
    check_workers(settings.database_url, workers)
    if open_browser and not (STATIC / "index.html").is_file():
        raise FiveCrownsError(
            "expected the pages of the table in this installation, but it was made without them"
        )
    asyncio.run(_try_database(settings.database_url))
    listening = listen(host, port)
    port = listening.getsockname()[1]
    local = f"http://{'localhost' if host in EVERYWHERE else host}:{port}/"
    lan = lan_address() if host in EVERYWHERE else None
    if lan is not None and not settings.lan:
        settings = replace(settings, lan=f"http://{lan}:{port}")
    os.environ.update(settings.to_environment())
    announce(local, settings.lan + "/" if settings.lan else None)
    if open_browser:
        threading.Thread(target=_open, args=(local,), daemon=True).start()
    config = uvicorn.Config(
        "fivecrowns.server.app:create_app",
        factory=True,
        workers=workers,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE,
        ws_ping_interval=15,
        ws_ping_timeout=15,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    try:
        if workers > 1:
            _share_counters()
            Multiprocess(config, sockets=[listening]).run()
        else:
            uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # everything is stored, and closed


async def _try_database(url: str) -> None:
    """Open the database once, so that what is wrong with it is said before anything starts."""
    try:
        store = await open_store(url)
    except ValueError as error:
        raise FiveCrownsError(str(error)) from None
    except (StoreDownError, OSError) as error:
        raise FiveCrownsError(f"expected a database that can be opened: {error}") from None
    await store.close()


def listen(host: str, port: int) -> socket.socket:
    """Listen at a port; 0 takes the first free one of `PORTS`, or any.

    Raises:
        FiveCrownsError: the port is taken, or the host is no address of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.getaddrinfo(host or None, None, family, socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise FiveCrownsError(f"expected an address of this machine, got {host!r}") from None
    reason: str | None = None
    for candidate in [port] if port else [*PORTS, 0]:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        try:
            listening.bind((host, candidate))
            listening.listen(2048)
        except OSError as error:
            listening.close()
            reason = error.strerror
            continue
        listening.set_inheritable(True)
        return listening
    raise FiveCrownsError(f"expected a free port at {host}, but {port}: {reason}")


def lan_address() -> str | None:
    """The address of this machine in its local network, `None` without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent; this only chooses a way out
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def announce(local: str, lan: str | None) -> None:
    """Print the addresses, that of the local network as a QR code too."""
    out = sys.stdout
    out.write(f"Five Crowns: {local}\n")
    if lan is not None:
        out.write(f"On phones in the same network: {lan}\n\n")
        if out.isatty():
            segno.make_qr(lan).terminal(out, compact=True)
    out.write("Ctrl+C ends it; games are kept.\n")
    out.flush()


def _open(address: str) -> None:
    """Open the browser as soon as the server answers."""
    for _ in range(100):
        try:
            urllib.request.urlopen(address + "health", timeout=1)  # noqa: S310 - our own address
        except urllib.error.HTTPError:
            pass  # it answers
        except OSError:
            time.sleep(0.1)
            continue
        webbrowser.open(address)
        return


def _share_counters() -> None:
    """Let all processes count into one folder, from which any of them answers /metrics."""
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="fivecrowns-"))
