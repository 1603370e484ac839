"""The game record: write, read, replay and verify (JSON Lines, version 1).

The first line is the header, every further line an action, in the order of play. Reading is
strict: a line that breaks the format or the rules is refused with its number.
`docs/record.md` describes the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from fivecrowns.actions import (
    AcceptTie,
    Action,
    ChosenMelds,
    DealCards,
    Discard,
    Draw,
    GoOut,
    IllegalAction,
    LayOffCard,
    Reshuffle,
    Source,
    Stall,
)
from fivecrowns.cards import Rank
from fivecrowns.errors import FiveCrownsError
from fivecrowns.events import Event, RoundResult
from fivecrowns.game import Game
from fivecrowns.lines import (
    VERSION,
    DealLine,
    RecordError,
    ReshuffleLine,
    check_commitment,
    commit_fields,
    convert,
    encode,
    read_card,
    read_kind,
    read_melds,
    read_object,
    read_shuffle,
    shorten,
    texts,
)
from fivecrowns.rules import (
    SCHEDULES,
    ArrangementRule,
    Deal,
    LayOff,
    Rules,
    RulesError,
    Ties,
    check_cards_suffice,
)


class RulesFields(Struct, forbid_unknown_fields=True):
    """The rules in the header; `schedule` is a name or a list of [cards, wild rank or 0]."""

    schedule: str | list[tuple[int, int]] = "official"
    naturals: Literal[0, 1] = 0
    lay_off: LayOff = LayOff.NEVER
    ties: Ties = Ties.SHARED
    arrangement: ArrangementRule = ArrangementRule.BEST


class HeaderLine(Struct, forbid_unknown_fields=True):
    """The first line."""

    fivecrowns: Literal[1]
    players: list[str]
    dealer: int
    rules: RulesFields = msgspec.field(default_factory=RulesFields)


class DrawLine(Struct, forbid_unknown_fields=True):
    """A draw from one of the two piles."""

    seat: int
    draw: Source


class DiscardLine(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A discard, with the melds that the player chose on a last turn."""

    seat: int
    discard: str
    melds: list[list[str]] | UnsetType = UNSET


class OutLine(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Going out with a discard."""

    seat: int
    out: str
    melds: list[list[str]] | UnsetType = UNSET


class LayOffFields(Struct, forbid_unknown_fields=True):
    """A card and the meld it goes to: the seat and the index of its meld."""

    card: str
    on: tuple[int, int]


class LayOffLine(Struct, forbid_unknown_fields=True):
    """Laying off one card (H2)."""

    seat: int
    lay_off: LayOffFields


class EndLine(Struct, forbid_unknown_fields=True):
    """A tie that is accepted, or a round ended by R10.4."""

    end: Literal["shared", "stalled"]


Line = DealLine | ReshuffleLine | DrawLine | DiscardLine | OutLine | LayOffLine | EndLine

_KINDS: Final[dict[str, type[Line]]] = {
    "deal": DealLine,
    "reshuffle": ReshuffleLine,
    "draw": DrawLine,
    "discard": DiscardLine,
    "out": OutLine,
    "lay_off": LayOffLine,
    "end": EndLine,
}


@dataclass(frozen=True, slots=True)
class Header:
    """What the first line of a record says: the options, the names by seat, the first dealer.

    Raises:
        FiveCrownsError: a name is blank.
        RulesError: the rules do not allow so many players, or the dealer has no seat.
    """

    rules: Rules
    players: tuple[str, ...]
    dealer: int

    def __post_init__(self) -> None:
        blank = next((name for name in self.players if not name.strip()), None)
        if blank is not None:
            raise FiveCrownsError(f"expected a name for every player, got {blank!r}")
        self.new_game()

    def new_game(self) -> Game:
        """The game before its first deal."""
        return Game(self.rules, len(self.players), self.dealer)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a record that was replayed: the action, what happened, and the state after."""

    line: int
    action: Action
    events: tuple[Event, ...]
    game: Game


def header_line(header: Header) -> str:
    """Write the first line of a record, without the line's end."""
    return encode(
        {
            "fivecrowns": VERSION,
            "rules": rules_fields(header.rules),
            "players": header.players,
            "dealer": header.dealer,
        }
    )


def rules_fields(rules: Rules) -> dict[str, Any]:
    """The options as JSON has them."""
    return {
        "schedule": rules.schedule_name
        or [[deal.cards, deal.wild or 0] for deal in rules.schedule],
        "naturals": rules.naturals,
        "lay_off": rules.lay_off,
        "ties": rules.ties,
        "arrangement": rules.arrangement,
    }


def action_line(action: Action) -> str:
    """Write an action as a line of a record, without the line's end."""
    return encode(_line(action))


def _line(action: Action) -> Line:
    match action:
        case DealCards(shuffle):
            return DealLine(texts(shuffle.cards), *commit_fields(shuffle))
        case Reshuffle(shuffle):
            return ReshuffleLine(texts(shuffle.cards), *commit_fields(shuffle))
        case Draw(seat, source):
            return DrawLine(seat, source)
        case Discard(seat, card, melds):
            return DiscardLine(seat, str(card), _meld_fields(melds))
        case GoOut(seat, card, melds):
            return OutLine(seat, str(card), _meld_fields(melds))
        case LayOffCard(seat, card, on_seat, meld):
            return LayOffLine(seat, LayOffFields(str(card), (on_seat, meld)))
        case Stall():
            return EndLine("stalled")
        case AcceptTie():
            return EndLine("shared")


def _meld_fields(melds: ChosenMelds | None) -> list[list[str]] | UnsetType:
    return UNSET if melds is None else [texts(meld) for meld in melds]


def read_header(text: str | bytes) -> Header:
    """Read the first line of a record.

    Raises:
        RecordError: it is not a header of version 1, or its options are not allowed.
    """
    fields = read_object(text, 1)
    if fields.get("fivecrowns") != VERSION:
        raise RecordError(
            1,
            "not_a_record",
            None,
            f'expected a first line that begins {{"fivecrowns": 1, ...}}, got {shorten(text)}',
        )
    header = convert(fields, HeaderLine, 1)
    try:
        rules = _rules(header.rules, len(header.players))
        return Header(rules, tuple(header.players), header.dealer)
    except RulesError as error:
        raise RecordError(1, "bad_rules", error.rule, str(error)) from None
    except FiveCrownsError as error:
        raise RecordError(1, "bad_line", None, str(error)) from None


def read_action(text: str | bytes, number: int) -> Action:
    """Read a further line of a record; `number` is the line's, for errors.

    Raises:
        RecordError: the line is of no kind that the format has.
    """
    return _action(_read_line(text, number), number)


def _read_line(text: str | bytes, number: int) -> Line:
    return read_kind(read_object(text, number), _KINDS, number)


def _action(line: Line, number: int) -> Action:
    match line:
        case DealLine():
            return DealCards(read_shuffle(line, number))
        case ReshuffleLine():
            return Reshuffle(read_shuffle(line, number))
        case DrawLine(seat, source):
            return Draw(seat, source)
        case DiscardLine(seat, card, melds):
            return Discard(seat, read_card(card, number), read_melds(melds, number))
        case OutLine(seat, card, melds):
            return GoOut(seat, read_card(card, number), read_melds(melds, number))
        case LayOffLine(seat, fields):
            return LayOffCard(seat, read_card(fields.card, number), *fields.on)
        case EndLine(end):
            return Stall() if end == "stalled" else AcceptTie()


def _rules(fields: RulesFields, players: int) -> Rules:
    if isinstance(fields.schedule, str):
        schedule = SCHEDULES.get(fields.schedule)
        if schedule is None:
            raise RulesError(
                f"expected a schedule ({', '.join(SCHEDULES)}) or a list of [cards, wild], "
                f"got {fields.schedule!r}"
            )
    else:
        # Before the deals themselves: what breaks R1.4 is mostly more than any deal may have.
        check_cards_suffice(players, [cards for cards, _ in fields.schedule])
        schedule = tuple(Deal(cards, _wild(wild)) for cards, wild in fields.schedule)
    return Rules(schedule, fields.naturals, fields.lay_off, fields.ties, fields.arrangement)


def _wild(value: int) -> Rank | None:
    if value == 0:
        return None
    try:
        return Rank(value)
    except ValueError:
        raise RulesError(
            f"expected a wild rank from 3 to 13, or 0 for only jokers, got {value}"
        ) from None


def replay(lines: Iterable[str | bytes], *, verify: bool = False) -> Iterator[Step]:
    """Follow a record line by line, from its second line on.

    Args:
        lines: the lines, header first, with or without their ends.
        verify: check the commitments to the shuffles, too.

    Raises:
        RecordError: a line breaks the format or the rules; the steps before it stand.
    """
    source = iter(lines)
    game = read_header(next(source, "")).new_game()
    for number, text in enumerate(source, start=2):
        line = _read_line(text, number)
        if verify and isinstance(line, DealLine | ReshuffleLine):
            check_commitment(line, number)
        action = _action(line, number)
        try:
            game, events = game.apply(action)
        except IllegalAction as error:
            raise RecordError(number, error.code, error.rule, str(error)) from None
        yield Step(number, action, events, game)


def replay_to_end(lines: Iterable[str | bytes], *, verify: bool = False) -> Game:
    """The state that a record leads to; arguments and errors as in `replay`."""
    kept = list(lines)
    game = read_header(kept[0] if kept else "").new_game()
    for step in replay(kept, verify=verify):
        game = step.game
    return game


def summary(game: Game) -> dict[str, Any]:
    """A game as `fivecrowns replay --json` tells it: finished rounds, totals, ranks, winners."""
    return {
        "rounds": [_round_summary(result) for result in game.results],
        "totals": list(game.totals),
        "ranks": list(game.ranks),
        "winners": list(game.winners),
        "finished": game.is_over,
        "turn": game.turn,
        "phase": game.phase,
    }


def _round_summary(result: RoundResult) -> dict[str, Any]:
    return {
        "cards": result.deal.cards,
        "wild": result.deal.wild or 0,
        "dealer": result.dealer,
        "out": result.out,
        "scores": list(result.scores),
        "left": [None if left is None else texts(left) for left in result.left],
    }
