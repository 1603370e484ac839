"""The transcripts in docs/protocol.md are what the server says.

They are recorded anew by `python -m tests.server.test_transcripts`, from the repository's root.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest

from fivecrowns.shuffler import SeededShuffler
from tests.server.support import Client, Json, Running, running

pytestmark = pytest.mark.anyio

PAGE: Final = Path(__file__).parents[2] / "docs" / "protocol.md"
BEGIN: Final = "\n<!-- transcripts -->\n"


class Transcript:
    """What goes over one socket, as lines."""

    def __init__(self, server: Running, title: str) -> None:
        self.lines = [f"### {title}", "", "```"]
        self.server = server
        self._commands = 0

    def client(self, message: Json) -> None:
        self.lines.append(f"> {_short(message)}")

    def hears(self, message: Json) -> None:
        self.lines.append(f"< {_short(message)}")

    async def ask(self, client: Client, kind: str, **fields: object) -> Json:
        """Send a command; write down everything up to its answer."""
        self._commands += 1
        message = {"type": kind, "id": f"id-{self._commands:013d}", **fields}
        self.client(message)
        await client.send(message)
        while True:
            heard = await client.receive()
            self.hears(heard)
            if heard.get("id") == message["id"]:
                return heard

    def text(self) -> str:
        return "\n".join([*self.lines, "```", ""])


def _short(message: Json) -> str:
    """A message with secrets and clock left out, and long sections after the first as `...`."""
    text = json.dumps(message, ensure_ascii=False)
    text = re.sub(r'"now": \d+', '"now": 0', text)
    text = re.sub(r'("watch"|"token"): "[\w-]{32}"', r'\1: "..."', text)
    text = re.sub(r'"code": "[A-Z2-9]{8}"', '"code": "ABCD2345"', text)
    return re.sub(r'"commits": \["[0-9a-f]{64}"', '"commits": ["..."', text)


async def _one_turn(server: Running) -> str:
    seen = Transcript(server, "A turn against an opponent")
    options = {"first_dealer": 1, "schedule": "short"}
    table, token = await server.create(opponents=["medium"], start=True, options=options)
    hello = {"type": "hello", "token": token, "after": None}
    seen.client(hello)
    async with server.sit(table, token) as ann:
        seen.hears(json.loads(ann.heard[0]))
        await seen.ask(ann, "draw", seq=ann.seq, source="pile")
        slot = ann.shown["hand"]["actions"]["discard"][0]
        await seen.ask(ann, "discard", seq=ann.seq, slot=slot)
        for _ in range(2):
            seen.hears(await ann.receive())
    return seen.text()


async def _refusals(server: Running) -> str:
    seen = Transcript(server, "Refused: stale, against the rules, unreadable")
    options = {"first_dealer": 1, "schedule": "short"}
    table, token = await server.create(opponents=["medium"], start=True, options=options)
    async with server.sit(table, token) as ann, server.sit(table, token) as tablet:
        before = ann.seq
        await tablet.do("draw", seq=before, source="pile")
        await ann.until("update")
        await seen.ask(ann, "draw", seq=before, source="discard")
        await seen.ask(ann, "draw", seq=ann.seq, source="pile")
        await seen.ask(ann, "go_out", seq=ann.seq, slot=0)
        await seen.ask(ann, "check_melds", melds=[[0, 1]])
        seen.client({"type": "nonsense"})
        await ann.send({"type": "nonsense"})
        seen.hears(await ann.receive())
    return seen.text()


async def _coming_back(server: Running) -> str:
    seen = Transcript(server, "Coming back, and a command whose answer was lost")
    options = {"first_dealer": 1, "schedule": "short"}
    table, token = await server.create(opponents=["hard"], start=True, options=options)
    async with server.sit(table, token) as ann:
        draw: Json = {"type": "draw", "id": "id-of-the-draw-00", "seq": ann.seq, "source": "pile"}
        await ann.send(draw)
        await ann.until("ack")
        after = ann.seq - 1
    seen.client({"type": "hello", "token": token, "after": after})
    async with server.sit(table, token, after) as ann:
        welcome = json.loads(ann.heard[0])
        left_out = {"you", "table", "round", "hand", "sheet", "reveal", "hands"}
        seen.hears({key: value for key, value in welcome.items() if key not in left_out})
        seen.client(draw)
        await ann.send(draw)
        seen.hears(await ann.until("ack"))
    return seen.text()


SCENES: Final[tuple[Callable[[Running], Awaitable[str]], ...]] = (
    _one_turn,
    _refusals,
    _coming_back,
)


async def recorded(folder: str) -> str:
    """All transcripts as the page holds them."""
    texts: list[str] = []
    for at, scene in enumerate(SCENES):
        shuffler = SeededShuffler("transcripts")
        async with running(f"sqlite:///{folder}/{at}.db", shuffler=shuffler) as server:
            texts.append(await scene(server))
    return "\n".join(texts)


async def test_the_transcripts_in_the_documentation_are_true(tmp_path: Path) -> None:
    """Whoever changes the protocol changes the page, and sees what changed."""
    _, _, written = PAGE.read_text("utf-8").partition(BEGIN)
    assert written.strip() == (await recorded(str(tmp_path))).strip()


def main() -> None:
    """Write the transcripts into the page."""
    before, _, _ = PAGE.read_text("utf-8").partition(BEGIN)
    with tempfile.TemporaryDirectory() as folder:
        texts = asyncio.run(recorded(folder))
    PAGE.write_text(f"{before.rstrip()}\n{BEGIN}\n{texts.rstrip()}\n", "utf-8")


if __name__ == "__main__":
    main()
