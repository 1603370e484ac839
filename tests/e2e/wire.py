"""A network between the page and the server that can go silent, as a sleeping phone's does."""

from __future__ import annotations

import contextlib
import socket
import threading


class Wire:
    """Passes on what comes to its port, until it falls silent.

    A silent connection stays open and swallows everything: that is how a phone finds its network
    when it wakes up. Connections made later work.
    """

    def __init__(self, to: int) -> None:
        self._to = to
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._deaf: set[socket.socket] = set()
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def fall_silent(self) -> None:
        """Let all connections of this moment swallow what they are given."""
        self._deaf.update(self._ends)

    def hang_up(self) -> None:
        """End the silent connections, as both sides do in the end."""
        for end in self._deaf:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End all connections."""
        self._listening.close()
        for end in self._ends:
            end.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # until it is closed
            while True:
                near, _ = self._listening.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._to))
                except OSError:
                    near.close()
                    continue
                self._ends += [near, far]
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if source not in self._deaf:
                    sink.sendall(data)
            if source not in self._deaf:
                sink.shutdown(socket.SHUT_WR)
