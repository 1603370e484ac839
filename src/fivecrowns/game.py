"""A whole game: rounds in order, totals, ranks and the tie-break (R2, R3.2, R9).

A `Game` is an immutable value like `Round`. Chance and the players' choices come in as actions;
`deal`, `reshuffle_before` and `play` ask a `Shuffler` where the rules ask for a shuffle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fivecrowns.actions import (
    AcceptTie,
    Action,
    DealCards,
    Discard,
    Draw,
    GoOut,
    IllegalAction,
    PlayerAction,
    Reshuffle,
    Source,
)
from fivecrowns.cards import deck
from fivecrowns.events import Event, GameEnded, LaidDown, RoundResult, WentOut
from fivecrowns.round import Phase, Round
from fivecrowns.rules import (
    TIE_BREAK,
    Deal,
    LayOff,
    Rules,
    RulesError,
    Ties,
    sets_for,
)
from fivecrowns.shuffler import Shuffler


@dataclass(frozen=True, slots=True)
class Game:
    """The state of a game.

    Attributes:
        rules: its options.
        players: number of seats, 2 to 14.
        first_dealer: the seat that deals the first round (R3.1).
        results: the rounds that are over, tie-break rounds last.
        round: the round being played, `None` before a deal and at the end.
        tie_accepted: the tied players share the victory (R9.3).

    Raises:
        RulesError: not 2 to 14 players (R1.3), too few cards for a deal (R1.4), or a first dealer
            who has no seat (R3.1).
    """

    rules: Rules
    players: int
    first_dealer: int
    results: tuple[RoundResult, ...] = ()
    round: Round | None = None
    tie_accepted: bool = False

    def __post_init__(self) -> None:
        if self.round is not None:
            return  # it was dealt by a game that was checked
        self.rules.check_players(self.players)
        if type(self.first_dealer) is not int or not 0 <= self.first_dealer < self.players:
            raise RulesError(
                f"expected a first dealer from 0 to {self.players - 1}, got {self.first_dealer}",
                "R3.1",
            )

    def apply(self, action: Action) -> tuple[Game, tuple[Event, ...]]:
        """Apply an action: the next state and what happened.

        Raises:
            IllegalAction: the rules forbid it; this state stays as it is.
        """
        if self.round is None and self.is_over:
            raise IllegalAction("game_over", "R9.1", "expected no action: the game is over")
        match action:
            case DealCards():
                return self._deal(action)
            case AcceptTie():
                return self._accept_tie()
            case _:
                if self.round is None:
                    raise IllegalAction("not_dealt", "R2.2", "expected a deal first")
        round_, events = self.round.apply(action)
        if not round_.is_over:
            return Game(self.rules, self.players, self.first_dealer, self.results, round_), events
        after = replace(self, round=None, results=(*self.results, round_.result))
        return after, (*events, *after._ended())

    @property
    def is_over(self) -> bool:
        """Whether the winners are known."""
        return self.round is None and self.next_deal is None

    @property
    def next_deal(self) -> Deal | None:
        """How the next round is dealt after those in `results`; `None` if there is none.

        While a round is played, this is that round's deal.
        """
        played = len(self.results)
        if played < len(self.rules.schedule):
            return self.rules.schedule[played]
        return TIE_BREAK if self._tie_to_break else None

    @property
    def next_seats(self) -> tuple[int, ...]:
        """The seats that play the next round: all, or the tied ones (R9.3)."""
        if len(self.results) < len(self.rules.schedule):
            return tuple(range(self.players))
        return self._leaders

    @property
    def next_dealer(self) -> int:
        """The seat that deals the next round (R3.2, R9.3)."""
        if not self.results:
            return self.first_dealer
        last, seats = self.results[-1].dealer, self.next_seats
        return next((seat for seat in seats if seat > last), seats[0])

    @property
    def turn(self) -> int | None:
        """The seat to act, `None` between rounds and at the end."""
        return None if self.round is None else self.round.turn

    @property
    def phase(self) -> Phase | None:
        """What that seat has to do."""
        return None if self.round is None else self.round.phase

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of each seat over the finished rounds, tie-break rounds left out (R9.3)."""
        return totals(self.rules, self.results, self.players)

    @property
    def ranks(self) -> tuple[int, ...]:
        """Standing of each seat: 1, 1, 3 (R9.1); tie-break rounds order the tied (R9.3)."""
        standing = self._standing
        return tuple(1 + sum(other < own for other in standing) for own in standing)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty until the game is over."""
        return self._leaders if self.is_over else ()

    @property
    def _standing(self) -> list[tuple[int, ...]]:
        """What each seat is ranked by: the total, then tie-break scores round by round.

        Seats that miss a tie-break round were ordered by an earlier entry, so the 0 that stands
        in for a missing score is never what decides.
        """
        extra = self.results[len(self.rules.schedule) :]
        return [
            (total, *(result.scores[seat] or 0 for result in extra))
            for seat, total in enumerate(self.totals)
        ]

    @property
    def _leaders(self) -> tuple[int, ...]:
        standing = self._standing
        best = min(standing)
        return tuple(seat for seat, own in enumerate(standing) if own == best)

    @property
    def _tie_to_break(self) -> bool:
        return self.rules.ties is Ties.TIEBREAK and not self.tie_accepted and len(self._leaders) > 1

    def _deal(self, action: DealCards) -> tuple[Game, tuple[Event, ...]]:
        deal = self.next_deal
        if self.round is not None or deal is None:
            raise IllegalAction("round_not_over", "R2.2", "expected the round to end before a deal")
        round_, events = Round.start(
            self.rules, deal, self.players, self.next_seats, self.next_dealer, action.shuffle
        )
        return replace(self, round=round_), events

    def _accept_tie(self) -> tuple[Game, tuple[Event, ...]]:
        if self.round is not None or len(self.results) < len(self.rules.schedule):
            raise IllegalAction(
                "no_tie", "R9.3", "expected a tie after the last round to be accepted"
            )
        after = replace(self, tie_accepted=True)
        return after, after._ended()

    def _ended(self) -> tuple[Event, ...]:
        return (GameEnded(self.ranks, self.winners),) if self.is_over else ()


def totals(rules: Rules, results: Sequence[RoundResult], players: int) -> tuple[int, ...]:
    """Points of each seat over finished rounds, tie-break rounds left out (R9.3)."""
    sums = [0] * players
    for result in results[: len(rules.schedule)]:
        for seat, score in enumerate(result.scores):
            sums[seat] += score or 0
    return tuple(sums)


def deal(game: Game, shuffler: Shuffler) -> DealCards:
    """The deal that the game waits for between rounds."""
    return DealCards(shuffler.shuffle(deck(sets_for(game.players)), len(game.results), 0))


def reshuffle_before(game: Game, action: PlayerAction, shuffler: Shuffler) -> Reshuffle | None:
    """The reshuffle that has to come before a player's action, `None` if none has (R10.1)."""
    round_ = game.round
    if round_ is None or round_.draw_pile or not isinstance(action, Draw):
        return None
    if action.seat != round_.turn or round_.phase is not Phase.DRAW:
        return None
    if action.source is Source.DISCARD:
        return None
    order = shuffler.shuffle(round_.discard_pile[1:], len(game.results), len(round_.shuffles))
    return Reshuffle(order)


def play(
    game: Game, action: PlayerAction, shuffler: Shuffler
) -> tuple[Game, tuple[Action, ...], tuple[Event, ...]]:
    """Apply a player's action, with the reshuffle that it may need.

    Where cards may be laid off (H2), the melds that were laid down are spelled out in the action,
    so that the index of a meld has a meaning in the record of its own.

    Returns:
        The next state, the actions applied in order, and the events.

    Raises:
        IllegalAction: the rules forbid it; nothing has changed.
    """
    needed = reshuffle_before(game, action, shuffler)
    if needed is None:
        after, events = game.apply(action)
        return after, (_spelled_out(action, events, game.rules),), events
    shuffled, first = game.apply(needed)
    after, events = shuffled.apply(action)
    return after, (needed, action), (*first, *events)


def _spelled_out(action: PlayerAction, events: tuple[Event, ...], rules: Rules) -> PlayerAction:
    if rules.lay_off is LayOff.NEVER or not isinstance(action, Discard | GoOut):
        return action
    laid_down = next((event for event in events if isinstance(event, WentOut | LaidDown)), None)
    if laid_down is None:
        return action
    return replace(action, melds=tuple(meld.cards for meld in laid_down.melds))
