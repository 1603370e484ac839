"""What a table agrees on before the first deal: schedule, house rules, and what cards cost.

Sections A2, A8 and D of the rules. Official play is the default of every option.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from fivecrowns.cards import Card, Rank
from fivecrowns.choices import Choice
from fivecrowns.errors import FiveCrownsError
from fivecrowns.shuffler import shuffled

WILD_POINTS: Final = 20
"""A card of the wild rank, left over (R8.1)."""
JOKER_POINTS: Final = 50
"""A joker, left over (R8.1)."""
CARDS_PER_SET: Final = 116
PLAYERS_PER_SET: Final = 7
MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 14
MIN_DEAL: Final = 3
"""No meld is shorter, so nobody could go out with fewer cards (R5.1)."""
MAX_DEAL: Final = 15
"""The largest deal of any schedule (section D); one more card is held after the draw."""


class RulesError(FiveCrownsError):
    """An option, a schedule or a number of players that the rules do not allow.

    `rule` is the id of the rule behind it, `None` where there is none.
    """

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Deal:
    """How one round is dealt (R2.1).

    Attributes:
        cards: cards dealt to each player, 3 to 15.
        wild: the wild rank beside the jokers; `None` if only jokers are wild.

    Raises:
        RulesError: the number of cards is out of range, or the wild rank is none.
    """

    cards: int
    wild: Rank | None

    def __post_init__(self) -> None:
        if self.wild is not None and not isinstance(self.wild, Rank):
            raise RulesError(f"expected a Rank or None as wild rank, got {self.wild!r}")
        if type(self.cards) is not int or not MIN_DEAL <= self.cards <= MAX_DEAL:
            raise RulesError(f"expected a deal of {MIN_DEAL} to {MAX_DEAL} cards, got {self.cards}")


def _dealt(*sizes: int) -> tuple[Deal, ...]:
    return tuple(Deal(size, Rank(size) if size <= Rank.KING else None) for size in sizes)


TIE_BREAK: Final = Deal(6, Rank.SIX)
"""The deal of a tie-break round (R9.3)."""

SCHEDULES: Final[dict[str, tuple[Deal, ...]]] = {
    "official": _dealt(*range(3, 14)),
    "short": _dealt(*range(3, 9)),
    "extended": _dealt(*range(3, 16)),
    "reverse": _dealt(*range(13, 2, -1)),
}
"""The schedules with a fixed order, by name (section D)."""


MOST_POINTS: Final[dict[int, int]] = dict(
    zip(range(3, 14), (75, 86, 96, 105, 113, 118, 122, 125, 127, 116, 120), strict=True)
)
"""The most points that a hand can cost with its best melds, by the cards dealt (R8.4).

It holds where the cards of the rank that equals their number are wild. People at a table may miss
melds, so more is unlikely, not impossible.
"""


class LayOff(Choice):
    """House rule H2: whether own cards may be added to melds on the table."""

    NEVER = "never"
    LAST_TURN = "last_turn"


class Ties(Choice):
    """What happens when several players share the lowest total (R9.2)."""

    SHARED = "shared"
    TIEBREAK = "tiebreak"


class ArrangementRule(Choice):
    """Who arranges the cards on the last turn (R7.5)."""

    BEST = "best"
    MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game; they do not change once it has begun (section D).

    Attributes:
        schedule: the deals in order.
        naturals: natural cards that every meld needs (H1): 0 or 1.
        lay_off: house rule H2.
        ties: shared victory or tie-break rounds.
        arrangement: best (automatic), or manual, where what a player misses counts.

    Raises:
        RulesError: the schedule is empty or no tuple of deals, or an option is none of its values.
    """

    schedule: tuple[Deal, ...] = SCHEDULES["official"]
    naturals: int = 0
    lay_off: LayOff = LayOff.NEVER
    ties: Ties = Ties.SHARED
    arrangement: ArrangementRule = ArrangementRule.BEST

    def __post_init__(self) -> None:
        if not isinstance(self.schedule, tuple):
            raise RulesError(
                f"expected a tuple of deals as schedule, such as SCHEDULES['short'], "
                f"got {self.schedule!r}"
            )
        if not self.schedule:
            raise RulesError("expected a schedule of at least one deal, got an empty one")
        for deal in self.schedule:
            if not isinstance(deal, Deal):
                raise RulesError(f"expected deals in the schedule, got {deal!r}")
        # True and 1.0 equal 1, but a record would have to say them otherwise.
        if type(self.naturals) is not int or self.naturals not in (0, 1):
            raise RulesError(f"expected naturals 0 or 1, got {self.naturals}")
        for option, kind in (
            (self.lay_off, LayOff),
            (self.ties, Ties),
            (self.arrangement, ArrangementRule),
        ):
            if not isinstance(option, kind):
                raise RulesError(f"expected an option of {kind.__name__}, got {option!r}")

    @property
    def schedule_name(self) -> str | None:
        """The name of the schedule in `SCHEDULES`, `None` if it has none."""
        return next((name for name, deals in SCHEDULES.items() if deals == self.schedule), None)

    def check_players(self, players: int) -> None:
        """Check the number of players against every deal of the schedule.

        Raises:
            RulesError: not 2 to 14 players, or a deal would leave fewer than two cards (R1.4).
        """
        check_cards_suffice(players, [deal.cards for deal in self.schedule])


def check_cards_suffice(players: int, deals: Iterable[int]) -> None:
    """Check the number of players, and whether their game sets suffice for every deal.

    Args:
        players: the number of players.
        deals: the cards dealt to each, by round; they may be more than a `Deal` can have.

    Raises:
        RulesError: not 2 to 14 players (R1.3), or a deal would leave fewer than two cards (R1.4).
    """
    if type(players) is not int or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RulesError(f"expected {MIN_PLAYERS} to {MAX_PLAYERS} players, got {players}", "R1.3")
    available = CARDS_PER_SET * sets_for(players)
    for cards in deals:
        if available - players * cards < 2:
            raise RulesError(
                f"expected at least 2 of {available} cards to remain after every deal, "
                f"got a deal of {cards} cards to each of {players} players",
                "R1.4",
            )


def sets_for(players: int) -> int:
    """Game sets in use by 2 to 14 players: one for up to 7, two for 8 and more (R1.3)."""
    return -(-players // PLAYERS_PER_SET)


def _check_wild(wild: Rank | None) -> None:
    """Refuse what is no wild rank: "7" is no card's, and so nothing would be wild.

    A number is let through: it equals the rank.
    """
    if wild is not None and not isinstance(wild, int):
        raise RulesError(f"expected a Rank or None as wild rank, got {wild!r}")


def is_wild(card: Card, wild: Rank | None) -> bool:
    """Whether a card is wild: a joker, or of the wild rank (R5.1).

    Raises:
        RulesError: the wild rank is none.
    """
    _check_wild(wild)
    return card.rank is None or card.rank == wild


def points(card: Card, wild: Rank | None) -> int:
    """What a card costs when it is left over (R8.1).

    Raises:
        RulesError: the wild rank is none.
    """
    _check_wild(wild)
    if card.rank is None:
        return JOKER_POINTS
    return WILD_POINTS if card.rank == wild else card.rank.value


def random_schedule(seed: int | str) -> tuple[Deal, ...]:
    """The eleven official deals in an order that the seed determines (section D)."""
    return tuple(shuffled(SCHEDULES["official"], f"{seed}/schedule"))
