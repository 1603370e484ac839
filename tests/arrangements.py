"""The canonical arrangements of known hands, as text: `tests/golden/arrangements.txt`.

What is laid down by itself is in no game record, so that a replay must find the same melds in
every release and with every build of the search. Run as `python -m tests.arrangements` to write
the file anew; the difference then shows what has changed.
"""

from __future__ import annotations

import json
from pathlib import Path

from fivecrowns.cards import Rank, format_cards, parse_cards
from fivecrowns.melds import Arrangement, Meld, arrange

HANDS = Path(__file__).parent / "data" / "hands.jsonl"
FILE = Path(__file__).parent / "golden" / "arrangements.txt"
EVERY = 4


def lines() -> list[str]:
    """The arrangement of every fourth hand of the test data, one a line."""
    found: list[str] = []
    for line in HANDS.read_text(encoding="utf-8").splitlines()[::EVERY]:
        case = json.loads(line)
        wild = Rank(case["wild"]) if case["wild"] else None
        best = arrange(parse_cards(case["hand"]), wild, case["naturals"])
        asked = f"{case['hand']} / wild {wild or '-'}, naturals {case['naturals']}"
        found.append(f"{asked}: {as_text(best)}")
    return found


def as_text(arrangement: Arrangement) -> str:
    """An arrangement with every wild as `card=what it stands for`."""
    melds = ", ".join(_meld(meld) for meld in arrangement.melds) or "nothing"
    return f"{melds}; left {format_cards(arrangement.left) or 'nothing'} ({arrangement.points})"


def _meld(meld: Meld) -> str:
    cards = zip(meld.cards, meld.reads, strict=True)
    return f"{meld.kind} " + " ".join(
        str(card) if card is label else f"{card}={label}" for card, label in cards
    )


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
