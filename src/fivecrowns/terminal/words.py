"""The game's facts in words: rounds, wilds, points, names."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final

from fivecrowns.cards import Rank
from fivecrowns.data.opponents import OPPONENTS
from fivecrowns.game import Game
from fivecrowns.rules import ArrangementRule, Deal, LayOff, Rules, Ties

_PLURALS: Final = {
    Rank.THREE: "threes",
    Rank.FOUR: "fours",
    Rank.FIVE: "fives",
    Rank.SIX: "sixes",
    Rank.SEVEN: "sevens",
    Rank.EIGHT: "eights",
    Rank.NINE: "nines",
    Rank.TEN: "tens",
    Rank.JACK: "jacks",
    Rank.QUEEN: "queens",
    Rank.KING: "kings",
}


def people_names(people: int) -> tuple[str, ...]:
    """What people are called who gave no names.

    Letters, not numbers: points stand right behind a name.

    >>> people_names(1), people_names(2)
    (('You',), ('Player A', 'Player B'))
    """
    return ("You",) if people == 1 else tuple(f"Player {ascii_uppercase[n]}" for n in range(people))


def seat_names(people: Sequence[str], opponents: Sequence[str]) -> tuple[str, ...]:
    """Names for a table: the people first, then the opponents with their strength.

    >>> seat_names(["You"], ["hard", "easy", "hard"])
    ('You', 'Hard Hugo', 'Easy Emma', 'Hard Hope')
    """
    names = list(people)
    for at, kind in enumerate(opponents):
        first = OPPONENTS[kind]
        turn, number = divmod(opponents[:at].count(kind), len(first))
        again = f" {turn + 1}" if turn else ""
        names.append(f"{kind.capitalize()} {first[number]}{again}")
    return tuple(names)


def possessive(name: str) -> str:
    """Whose something is, at the beginning of a phrase in a sentence."""
    return "your" if name == "You" else f"{name}'s"


def some(count: int, thing: str) -> str:
    """A number of things.

    >>> some(1, "point"), some(2, "point")
    ('1 point', '2 points')
    """
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def capital(text: str) -> str:
    """A text as it begins a sentence."""
    return text[:1].upper() + text[1:]


def join(parts: Sequence[str], word: str = "and") -> str:
    """A list in a sentence.

    >>> join(["a", "b", "c"])
    'a, b and c'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def wilds(wild: Rank | None) -> str:
    """Which cards are wild, as a clause.

    >>> wilds(Rank.SIX)
    'sixes and jokers are wild'
    """
    if wild is None:
        return "only jokers are wild"
    return f"{_PLURALS[wild]} and jokers are wild"


def round_title(game: Game, number: int) -> str:
    """The name of the round after `number` finished ones."""
    rounds = len(game.rules.schedule)
    return f"Round {number + 1} of {rounds}" if number < rounds else "Tie-break round"


def deal_words(deal: Deal) -> str:
    """How a round is dealt.

    >>> deal_words(Deal(6, Rank.SIX))
    '6 cards, sixes and jokers are wild'
    """
    return f"{some(deal.cards, 'card')}, {wilds(deal.wild)}"


def rules_words(rules: Rules) -> str:
    """The options of a game, those that are not official named."""
    told: list[str] = []
    if rules.schedule_name is None:
        told.append("rounds of " + ", ".join(str(deal.cards) for deal in rules.schedule) + " cards")
    elif rules.schedule_name != "official":
        told.append(f"{rules.schedule_name} schedule")
    if rules.naturals:
        told.append("every meld needs a natural card")
    if rules.lay_off is LayOff.LAST_TURN:
        told.append("laying off on the last turn")
    if rules.ties is Ties.TIEBREAK:
        told.append("further rounds decide a tie")
    if rules.arrangement is ArrangementRule.MANUAL:
        told.append("everybody finds their own melds")
    return "; ".join(told) or "official rules"


def standings(names: Sequence[str], game: Game) -> list[str]:
    """The ranks in order, one line each."""
    order = sorted(range(game.players), key=lambda seat: (game.ranks[seat], seat))
    return [
        f"{game.ranks[seat]}. {names[seat]}, {some(game.totals[seat], 'point')}" for seat in order
    ]


def outcome(names: Sequence[str], game: Game) -> str:
    """Who won."""
    winners = [names[seat] for seat in game.winners]
    if len(winners) == 1:
        return f"{winners[0]} won."
    return f"{join(winners)} share the victory."
