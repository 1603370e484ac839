"""Strict reading of JSON Lines, shared by the game record and the solitaire record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from fivecrowns.actions import ChosenMelds
from fivecrowns.cards import KINDS, Card
from fivecrowns.errors import FiveCrownsError
from fivecrowns.shuffler import Shuffle, commitment

VERSION: Final = 1

S = TypeVar("S", bound=Struct)


class RecordError(FiveCrownsError):
    """A record that breaks the format or the rules.

    Attributes:
        line: number of the line, the header is line 1.
        code: a stable word for programs.
        rule: the id of the rule that is broken, `None` where only the format is.
        message: what was expected and what came.
    """

    def __init__(self, line: int, code: str, rule: str | None, message: str) -> None:
        super().__init__(f"line {line}: {message}" + (f" ({rule})" if rule else ""))
        self.line = line
        self.code = code
        self.rule = rule
        self.message = message


class DealLine(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A deal: the whole deck, the first card first dealt."""

    deal: list[str]
    commit: str | UnsetType = UNSET
    salt: str | UnsetType = UNSET


class ReshuffleLine(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A reshuffle: the new draw pile, the next card first."""

    reshuffle: list[str]
    commit: str | UnsetType = UNSET
    salt: str | UnsetType = UNSET


def encode(value: object) -> str:
    """Write a value as one line of JSON, without the line's end."""
    return msgspec.json.encode(value).decode()


def read_object(text: str | bytes, number: int) -> dict[str, Any]:
    """Read a line as a JSON object.

    Raises:
        RecordError: it is none, or no UTF-8 (`bad_json`).
    """
    try:
        value: object = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RecordError(
            number, "bad_json", None, f"expected a JSON object, got {shorten(text)}: {error}"
        ) from None
    if not isinstance(value, dict):
        raise RecordError(number, "bad_json", None, f"expected a JSON object, got {shorten(text)}")
    return value  # pyright: ignore[reportUnknownVariableType] - JSON keys are always text


def read_kind(fields: dict[str, Any], kinds: dict[str, type[S]], number: int) -> S:
    """Read an object as the kind of line that has its key.

    Args:
        fields: the object.
        kinds: the kinds of line by the key that only they have.
        number: the line's number.

    Raises:
        RecordError: it has none of these keys or several, or is not of that form (`bad_line`).
    """
    present = [key for key in kinds if key in fields]
    if len(present) != 1:
        raise RecordError(
            number,
            "bad_line",
            None,
            f"expected exactly one of the keys {', '.join(kinds)}, "
            f"got {', '.join(present or fields) or 'none'}",
        )
    return convert(fields, kinds[present[0]], number)


def convert(fields: dict[str, Any], kind: type[S], number: int) -> S:
    """Read an object as one kind of line.

    Raises:
        RecordError: keys or types are not those of that kind (`bad_line`).
    """
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise RecordError(number, "bad_line", None, f"bad line: {error}") from None


def read_card(text: str, number: int) -> Card:
    """Read a card in the exact ASCII notation, the only one a record has.

    Raises:
        RecordError: the text is not a card (`bad_card`).
    """
    card = _ASCII.get(text)
    if card is None:
        raise RecordError(
            number, "bad_card", None, f"expected a card such as 7H, 10* or JK, got {text!r}"
        )
    return card


def read_melds(melds: list[list[str]] | UnsetType, number: int) -> ChosenMelds | None:
    """Read the melds of a line, `None` where it has none; errors as in `read_card`."""
    if melds is UNSET:
        return None
    return tuple(tuple(read_card(text, number) for text in meld) for meld in melds)


def read_shuffle(line: DealLine | ReshuffleLine, number: int) -> Shuffle:
    """Read the order of cards of a deal or a reshuffle, and its salt; errors as in `read_card`."""
    texts = line.deal if isinstance(line, DealLine) else line.reshuffle
    cards = tuple(read_card(text, number) for text in texts)
    return Shuffle(cards, None if line.salt is UNSET else line.salt)


def check_commitment(line: DealLine | ReshuffleLine, number: int) -> None:
    """Check that the order of cards is the one that was committed to, where there is one.

    Raises:
        RecordError: the commitment is another, or cannot be checked for want of the salt.
    """
    if line.commit is UNSET:
        return
    shuffle = read_shuffle(line, number)
    if shuffle.salt is None:
        raise RecordError(number, "no_salt", None, "expected the salt of the commitment, got none")
    if commitment(shuffle.salt, shuffle.cards) != line.commit.lower():
        raise RecordError(
            number,
            "wrong_commitment",
            None,
            f"expected cards with the commitment {line.commit}, got {shuffle.commit}",
        )


def texts(cards: Iterable[Card]) -> list[str]:
    """Cards as a record writes them."""
    return [str(card) for card in cards]


def commit_fields(shuffle: Shuffle) -> tuple[str | UnsetType, str | UnsetType]:
    """The fields `commit` and `salt` of a shuffle."""
    return shuffle.commit or UNSET, UNSET if shuffle.salt is None else shuffle.salt


def shorten(text: str | bytes) -> str:
    """A line for an error message: its beginning, quoted."""
    plain = text.decode(errors="replace") if isinstance(text, bytes) else text
    return repr(plain if len(plain) <= 40 else plain[:40] + "...")


_ASCII: Final = {str(card): card for card in KINDS}
