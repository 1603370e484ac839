"""Games at full speed, where all players are compiled and the rules are those of the simulator.

They are the same games as through the public engine, card by card; only the way there is shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fivecrowns._chance import Chance
from fivecrowns._policies import Learned, Lowest, OneAhead, Policy
from fivecrowns._simulator import Table
from fivecrowns.cards import KINDS, deck
from fivecrowns.players.weights import shipped
from fivecrowns.rules import LayOff, Rules, Ties, sets_for
from fivecrowns.shuffler import Shuffle, Shuffler
from fivecrowns.simulate.games import PlayedGame, PlayedRound

POLICIES: Final[dict[str, Callable[[], Policy]]] = {
    "medium": Lowest,
    "hard": OneAhead,
    "expert": lambda: Learned(shipped()),
}
"""What plays as a kind of player does."""


def is_fast(kinds: Sequence[str], rules: Rules) -> bool:
    """Whether these players can play by these rules here."""
    return (
        rules.lay_off is LayOff.NEVER
        and rules.ties is Ties.SHARED  # tie-break rounds are not for all seats
        and all(kind in POLICIES for kind in kinds)
    )


class FastGames:
    """Plays games of some kinds of player.

    Args:
        kinds: the kind of player in each seat.
        rules: options for which `is_fast` holds.
    """

    def __init__(self, kinds: Sequence[str], rules: Rules) -> None:
        self._seats = len(kinds)
        self._deck = deck(sets_for(self._seats))
        policies = {kind: POLICIES[kind]() for kind in dict.fromkeys(kinds)}
        self._policies = [policies[kind] for kind in kinds]
        # The chance is never asked: all orders of cards are given.
        self._tables = [
            Table(self._seats, deal, rules.naturals, Chance(0)) for deal in rules.schedule
        ]
        self._decks: list[tuple[Shuffle | None, list[int]]] = [(None, [])] * len(self._tables)

    def play(self, number: int, dealer: int, shuffler: Shuffler) -> PlayedGame:
        """Play one deal with one first dealer."""
        totals = [0] * self._seats
        rounds: list[PlayedRound] = []
        for at, table in enumerate(self._tables):
            again = _Reshuffler(shuffler, at)
            table.reshuffler = again.shuffle
            table.give(self._order(shuffler, at))
            table.stand(totals, len(self._tables) - at - 1)
            deals = (dealer + at) % self._seats
            table.start(deals)
            table.play(self._policies)
            scores = tuple(table.points[: self._seats])
            out = None if table.stalled else table.out
            rounds.append(PlayedRound(deals, out, table.turns, again.count, scores))
            totals = [total + score for total, score in zip(totals, scores, strict=True)]
        ranks = tuple(1 + sum(other < own for other in totals) for own in totals)
        return PlayedGame(number, dealer, ranks, tuple(rounds))

    def _order(self, shuffler: Shuffler, at: int) -> list[int]:
        """The deck order of a round; all games of a deal have the same."""
        shuffle = shuffler.shuffle(self._deck, at, 0)
        known, order = self._decks[at]
        if shuffle is not known:
            order = [card.index for card in shuffle.cards]
            self._decks[at] = shuffle, order
        return order


class _Reshuffler:
    """Shuffles the discards of one round, and counts how often."""

    def __init__(self, shuffler: Shuffler, round_: int) -> None:
        self._shuffler = shuffler
        self._round = round_
        self.count = 0

    def shuffle(self, kinds: Sequence[int]) -> list[int]:
        self.count += 1
        cards = [KINDS[kind] for kind in kinds]
        return [card.index for card in self._shuffler.shuffle(cards, self._round, self.count).cards]
