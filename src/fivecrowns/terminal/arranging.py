"""`fivecrowns arrange`: the best arrangement of a hand, for people and for programs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, TextIO

import msgspec
from msgspec import Struct

from fivecrowns.cards import Card, NotationError, Rank, check_copies, parse_cards
from fivecrowns.errors import FiveCrownsError
from fivecrowns.melds import MAX_HAND, Arrangement, arrange, going_out_discards
from fivecrowns.terminal.reading import MOST_LINE_BYTES, bounded_lines
from fivecrowns.terminal.screen import Screen, kind_of
from fivecrowns.terminal.words import some


class Question(Struct, frozen=True):
    """A hand to arrange, as it is written.

    Attributes:
        hand: the cards.
        wild: the wild rank; 0: only jokers are wild.
        naturals: house rule H1.
        sets: game sets that the cards come from.
    """

    hand: str
    wild: int | str
    naturals: Literal[0, 1] = 0
    sets: Literal[1, 2] = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """The canonical best arrangement of a hand, and the discards that go out."""

    hand: tuple[Card, ...]
    arrangement: Arrangement
    out: tuple[Card, ...]

    def as_json(self) -> dict[str, Any]:
        """The answer as programs get it."""
        return {
            "points": self.arrangement.points,
            "melds": [[str(card) for card in meld.cards] for meld in self.arrangement.melds],
            "left": [str(card) for card in self.arrangement.left],
            "out": sorted(str(card) for card in self.out),
        }


def solve(question: Question) -> Answer:
    """Arrange a hand.

    Raises:
        FiveCrownsError: the hand or the wild rank is not what it should be.
    """
    wild = read_wild(question.wild)
    hand = parse_cards(question.hand)
    if not 1 <= len(hand) <= MAX_HAND:
        raise FiveCrownsError(f"expected a hand of 1 to {MAX_HAND} cards, got {len(hand)}")
    check_copies(hand, question.sets)
    return Answer(
        hand,
        arrange(hand, wild, question.naturals),
        going_out_discards(hand, wild, question.naturals),
    )


def read_wild(wild: int | str) -> Rank | None:
    """Read a wild rank, 0 for none.

    >>> read_wild("q"), read_wild(0)
    (Rank.QUEEN, None)
    """
    if str(wild).strip() == "0":
        return None
    try:
        return Rank.parse(str(wild))
    except NotationError:
        raise FiveCrownsError(
            f"expected a wild rank (3 to 10, J, Q, K, or 0 for only jokers), got {wild!r}"
        ) from None


def answer(question: Question, *, as_json: bool) -> None:
    """Print the answer to one question."""
    solved = solve(question)
    screen = Screen()
    if as_json:
        screen.show(json.dumps(solved.as_json()))
        return
    notation, arrangement = screen.notation, solved.arrangement
    for meld in arrangement.melds:
        screen.say(f"{kind_of(meld):<6}{notation.meld_cards(meld)}", hang=6)
    if arrangement.left:
        points = some(arrangement.points, "point")
        screen.say(f"left  {notation.cards(arrangement.left)}: {points}", hang=6)
    else:
        screen.say("left  nothing: 0 points")
    if len(solved.hand) < 4:  # no hand after a draw is so small
        return
    if solved.out:
        screen.say(f"out   with the discard {' or '.join(map(notation.card, solved.out))}", hang=6)
    else:
        screen.say("out   with no discard")


def answer_lines(source: BinaryIO, target: TextIO) -> int:
    """Answer questions line by line; a bad line gets an error in its place.

    Returns:
        The exit code: 2 if any line was bad.
    """
    code = 0
    for number, line in enumerate(bounded_lines(source), start=1):
        try:
            result = solve(_read_question(line)).as_json()
        except FiveCrownsError as error:
            result = {"error": {"line": number, "message": str(error)}}
            code = 2
        target.write(f"{json.dumps(result)}\n")
        target.flush()
    return code


def _read_question(line: bytes | None) -> Question:
    if line is None:
        raise FiveCrownsError(f"expected a line of at most {MOST_LINE_BYTES:,} bytes")
    try:
        return msgspec.json.decode(line, type=Question)
    except msgspec.ValidationError as error:
        raise FiveCrownsError(f"expected a hand and a wild rank: {error}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise FiveCrownsError(f"expected a JSON object: {error}") from None
