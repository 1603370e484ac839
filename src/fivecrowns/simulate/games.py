"""Games between computer players, and what is kept of them.

Every deal is played once from each seat: the players keep their seats and the first dealer goes
round, so that with the same deck orders every player holds every hand once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from fivecrowns.actions import IllegalAction, PlayerAction, Stall
from fivecrowns.cards import Card
from fivecrowns.errors import FiveCrownsError
from fivecrowns.game import Game, deal, play
from fivecrowns.players import Decision, Player, make_player
from fivecrowns.rules import Rules
from fivecrowns.shuffler import SeededShuffler, Shuffle, Shuffler
from fivecrowns.view import view


class PlayedRound(NamedTuple):
    """What is kept of a round.

    Attributes:
        dealer: the seat that dealt.
        out: the seat that went out, `None` if the round was ended by R10.4.
        turns: completed turns of all seats.
        reshuffles: how often the discards became the draw pile.
        scores: points by seat, `None` for a seat that did not play.
    """

    dealer: int
    out: int | None
    turns: int
    reshuffles: int
    scores: tuple[int | None, ...]


class PlayedGame(NamedTuple):
    """What is kept of a game.

    Attributes:
        deal: number of the deal, from 0 on; the games of a deal have the same deck orders.
        dealer: the first dealer.
        ranks: final standing by seat: 1, 1, 3.
        rounds: tie-break rounds last.
    """

    deal: int
    dealer: int
    ranks: tuple[int, ...]
    rounds: tuple[PlayedRound, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Which games a simulation is made of.

    The n-th game is played with deal n // seats and first dealer n % seats, and depends on nothing
    else.
    """

    kinds: tuple[str, ...]
    rules: Rules
    seed: int | str


def play_game(game: Game, players: Sequence[Player], shuffler: Shuffler) -> Game:
    """Let players play a game to its end; a round that stalls is ended by R10.4."""
    for state in play_through(game, players, shuffler):
        game = state
    return game


def play_through(game: Game, players: Sequence[Player], shuffler: Shuffler) -> Iterator[Game]:
    """Let players play a game to its end, and give every state after the first.

    Raises:
        FiveCrownsError: a player gives no `Decision`.
        IllegalAction: a player decides for what the rules forbid.
    """
    while not game.is_over:
        round_ = game.round
        if round_ is None or round_.turn is None:
            game, _ = game.apply(deal(game, shuffler))
        elif round_.may_stall:
            game, _ = game.apply(Stall())
        else:
            game = _decided(game, round_.turn, players[round_.turn], shuffler)
        yield game


def _decided(game: Game, seat: int, player: Player, shuffler: Shuffler) -> Game:
    """The state after the action that a player decides for; it may be of somebody's own."""
    decision: object = player.decide(view(game, seat))
    if not (isinstance(decision, Decision) and isinstance(decision.action, PlayerAction)):
        raise FiveCrownsError(f"expected a Decision of {player!r}, got {decision!r}")
    try:
        return play(game, decision.action, shuffler)[0]
    except IllegalAction as error:
        raise IllegalAction(
            error.code,
            error.rule,
            f"expected a legal action of {player!r}, got {decision.action!r}: {error}",
        ) from None


@dataclass(slots=True)
class DealShuffler:
    """A seeded shuffler for all games of a deal.

    It shuffles each deck once, and commits to nothing: nobody is there to check it.
    """

    label: str
    decks: dict[int, Shuffle] = field(default_factory=dict[int, Shuffle])

    def shuffle(self, cards: Iterable[Card], round_: int, number: int) -> Shuffle:
        """Give the shuffle of the seed for a place in the game."""
        if number == 0 and round_ in self.decks:
            return self.decks[round_]
        shuffle = Shuffle(SeededShuffler(self.label).order(cards, round_, number))
        if number == 0:
            self.decks[round_] = shuffle
        return shuffle


def play_slowly(plan: Plan, number: int, dealer: int, shuffler: DealShuffler) -> PlayedGame:
    """Play one deal with one first dealer, through the public engine."""
    seats = len(plan.kinds)
    players = [
        make_player(kind, f"{shuffler.label}/{dealer}/{seat}")
        for seat, kind in enumerate(plan.kinds)
    ]
    game = Game(plan.rules, seats, dealer)
    reshuffles: dict[int, int] = {}
    for state in play_through(game, players, shuffler):
        if state.round is not None:
            reshuffles[len(state.results)] = len(state.round.shuffles) - 1
        game = state
    rounds = tuple(
        PlayedRound(result.dealer, result.out, result.turns, reshuffles[index], result.scores)
        for index, result in enumerate(game.results)
    )
    return PlayedGame(number, dealer, game.ranks, rounds)
