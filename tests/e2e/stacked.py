"""Serves tables whose decks can be stacked: `python -m tests.e2e.stacked PORT DATABASE DECKS`.

Each line of the file DECKS is the top of one deck, in the order dealt. A line is used once, then
taken out of the file; without one, chance decides.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import uvicorn

from fivecrowns.cards import Card, parse_cards
from fivecrowns.server import logs
from fivecrowns.server.app import make_app
from fivecrowns.server.service import Service
from fivecrowns.server.settings import Settings
from fivecrowns.server.store import open_store
from fivecrowns.shuffler import Shuffle, SystemShuffler


@dataclass(frozen=True)
class StackedShuffler:
    """Puts the cards of the next line on top, and shuffles the rest below them."""

    decks: Path

    def shuffle(self, cards: Iterable[Card], round_: int, number: int) -> Shuffle:
        """Give the next deck."""
        stacked = self.decks.read_text().splitlines() if self.decks.exists() else []
        line, *others = stacked or [""]
        self.decks.write_text("".join(f"{other}\n" for other in others))
        top, below = parse_cards(line), list(cards)
        for card in top:
            below.remove(card)
        shuffled = SystemShuffler().shuffle(below, round_, number)
        return Shuffle((*top, *shuffled.cards), shuffled.salt)


async def serve(port: int, database: str, decks: Path) -> None:
    """Serve until the process is ended."""
    settings = replace(Settings.from_environment(), database=database)
    service = Service(await open_store(database), settings, StackedShuffler(decks))
    config = uvicorn.Config(
        make_app(settings, service),
        port=port,
        ws="websockets-sansio",
        log_config=None,
        timeout_graceful_shutdown=2,
    )
    await uvicorn.Server(config).serve()


if __name__ == "__main__":
    logs.set_up()
    asyncio.run(serve(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])))
