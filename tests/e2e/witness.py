"""What pages sent and were told, taken from the frames of their sockets."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Page, WebSocket

Json = dict[str, Any]
Move = tuple[int, str, str]
"""Seat, what it did, and with which pile or card."""

_MOVES: Final = {"draw": "drew", "discard": "discarded", "go_out": "discarded"}


@dataclass
class Witness:
    """Remembers commands, acknowledgements and events of all pages that it watches."""

    commands: dict[str, Json] = field(default_factory=dict[str, Json])
    acknowledged: dict[str, int] = field(default_factory=dict[str, int])
    told: dict[int, list[Json]] = field(default_factory=dict[int, list[Json]])
    totals: list[int] = field(default_factory=list[int])

    def watch(self, page: Page) -> Page:
        """Watch all sockets that the page opens from now on."""
        page.on("websocket", self._follow)
        return page

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._sent(json.loads(frame)))
        socket.on("framereceived", lambda frame: self._received(json.loads(frame)))

    def _sent(self, message: Json) -> None:
        if "id" in message:
            self.commands[message["id"]] = message

    def _received(self, message: Json) -> None:
        if message["type"] == "ack":
            self.acknowledged[message["id"]] = message["seq"]
        for entry in [message] if message["type"] == "update" else message.get("missed", []):
            self.told.setdefault(entry["seq"], entry["events"])
        if message.get("sheet"):
            self.totals = message["sheet"]["totals"]

    def moves(self) -> list[Move]:
        """All moves that a page was told of, in their order."""
        entries = (self.told[seq] for seq in sorted(self.told))
        return [move for entry in entries for move in map(_move, entry) if move is not None]

    def untold(self) -> list[Json]:
        """Moves that were acknowledged under a number at which no page was told of such a move."""
        return [
            command
            for name, seq in self.acknowledged.items()
            if (command := self.commands[name])["type"] in _MOVES
            and _MOVES[command["type"]] not in {event["type"] for event in self.told.get(seq, [])}
        ]


def _move(event: Json) -> Move | None:
    match event["type"]:
        case "drew":
            return event["seat"], "drew", event["source"]
        case "discarded":
            return event["seat"], "discarded", event["card"]
        case _:
            return None


def recorded_moves(lines: Iterable[str]) -> list[Move]:
    """The moves in a game record."""
    moves: list[Move] = []
    for line in map(json.loads, lines):
        if "draw" in line:
            moves.append((line["seat"], "drew", line["draw"]))
        elif "seat" in line and ("discard" in line or "out" in line):
            moves.append((line["seat"], "discarded", line.get("discard") or line["out"]))
    return moves
