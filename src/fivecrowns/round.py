"""One round, from the deal to the last turn (sections A3 to A8 and A10).

A `Round` is an immutable value: `apply` gives the next one and the events. It holds every card,
so it belongs to whoever runs the table; a player sees `view.View`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from fivecrowns.actions import (
    ChosenMelds,
    Discard,
    Draw,
    GoOut,
    IllegalAction,
    LayOffCard,
    Reshuffle,
    RoundAction,
    Source,
    Stall,
)
from fivecrowns.cards import Card, deck, format_cards, without
from fivecrowns.choices import Choice
from fivecrowns.events import (
    Committed,
    Dealt,
    Discarded,
    Drawn,
    Event,
    LaidDown,
    LaidOff,
    Reshuffled,
    Revealed,
    RoundEnded,
    RoundResult,
    WentOut,
)
from fivecrowns.melds import Arrangement, Meld, MeldError, arrange, lay_down, read_meld
from fivecrowns.rules import ArrangementRule, Deal, LayOff, Rules, points, sets_for
from fivecrowns.shuffler import Shuffle

STALL_LAPS: Final = 40
"""Full laps without going out after which a round may be ended (R10.4)."""

Hand = tuple[Card, ...]

T = TypeVar("T")


class Phase(Choice):
    """What the seat whose turn it is has to do next."""

    DRAW = "draw"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Round:
    """The state of a round.

    Values by seat have one entry for each seat of the game, empty for a seat that does not play
    (tie-break rounds, R9.3).

    Attributes:
        rules: the options of the game.
        deal: cards dealt and wild rank.
        seats: the seats that play, in ascending order; play is clockwise (R3.2).
        dealer: the seat that dealt.
        hands: the cards in each hand, in the order they came; when a seat has laid down, the
            cards left over.
        draw_pile: face down, the next card first.
        discard_pile: face up, the top card first.
        turn: the seat to act, `None` when the round is over.
        phase: what that seat has to do, `None` when the round is over.
        out: the seat that went out.
        melds: what each seat has laid down, in that order.
        picked_up: cards that each seat took from the discard pile and, as far as anybody can
            tell, still holds.
        thrown: every card that each seat has discarded, in order.
        turns: completed turns of all seats.
        must_draw_pile: a reshuffle was made for a draw that has to follow (R10.1).
        stalled: the round was ended by R10.4.
        shuffles: the deck order and every reshuffle, with their salts.
    """

    rules: Rules
    deal: Deal
    seats: tuple[int, ...]
    dealer: int
    hands: tuple[Hand, ...]
    draw_pile: Hand
    discard_pile: Hand
    turn: int | None
    phase: Phase | None
    out: int | None
    melds: tuple[tuple[Meld, ...], ...]
    picked_up: tuple[Hand, ...]
    thrown: tuple[Hand, ...]
    turns: int
    must_draw_pile: bool
    stalled: bool
    shuffles: tuple[Shuffle, ...]

    @classmethod
    def start(
        cls,
        rules: Rules,
        deal: Deal,
        players: int,
        seats: tuple[int, ...],
        dealer: int,
        shuffle: Shuffle,
    ) -> tuple[Round, tuple[Event, ...]]:
        """Deal a round (R3.3): one card at a time clockwise, then the upcard.

        Args:
            rules: the options of the game.
            deal: cards and wild rank.
            players: seats of the game, whose sets are all in use (R1.3, R9.3).
            seats: the seats that play, ascending.
            dealer: one of them.
            shuffle: the whole deck, first card first dealt.

        Raises:
            IllegalAction: the shuffle is not exactly the deck.
        """
        full = deck(sets_for(players))
        _check_cards(shuffle.cards, full, "wrong_deck", "R2.2", "the whole deck")
        order = _clockwise(seats, dealer)
        hands: list[Hand] = [()] * players
        dealt = deal.cards * len(seats)
        for position, seat in enumerate(order):
            hands[seat] = shuffle.cards[position : dealt : len(seats)]
        upcard = shuffle.cards[dealt]
        nothing: tuple[Hand, ...] = ((),) * players
        round_ = cls(
            rules=rules,
            deal=deal,
            seats=seats,
            dealer=dealer,
            hands=tuple(hands),
            draw_pile=shuffle.cards[dealt + 1 :],
            discard_pile=(upcard,),
            turn=order[0],
            phase=Phase.DRAW,
            out=None,
            melds=((),) * players,
            picked_up=nothing,
            thrown=nothing,
            turns=0,
            must_draw_pile=False,
            stalled=False,
            shuffles=(shuffle,),
        )
        shown = tuple(hands[seat] if seat in seats else None for seat in range(players))
        return round_, (*_committed(shuffle), Dealt(deal, dealer, shown, upcard))

    def apply(self, action: RoundAction) -> tuple[Round, tuple[Event, ...]]:
        """Apply an action: the next state and what happened.

        Raises:
            IllegalAction: the rules forbid it; this state stays as it is.
        """
        if self.turn is None:
            raise IllegalAction("round_over", "R7.1", "expected no action: the round is over")
        match action:
            case Reshuffle():
                return self._reshuffle(action)
            case Stall():
                return self._stall()
            case _:
                if action.seat != self.turn:
                    raise IllegalAction(
                        "not_your_turn",
                        "R3.2",
                        f"expected an action of seat {self.turn}, got one of seat {action.seat}",
                    )
        match action:
            case Draw():
                return self._draw(action)
            case Discard():
                return self._discard(action)
            case GoOut():
                return self._go_out(action)
            case LayOffCard():
                return self._lay_off(action)

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.turn is None

    @property
    def may_stall(self) -> bool:
        """Whether the round may be ended by R10.4: 40 full laps, and nobody has gone out."""
        return self._can_be_ended and self.turns >= STALL_LAPS * len(self.seats)

    @property
    def _can_be_ended(self) -> bool:
        """Whether a turn is about to begin and nobody has gone out."""
        return self.out is None and self.phase is Phase.DRAW and not self.must_draw_pile

    @property
    def result(self) -> RoundResult:
        """How the round ended; only for a round that is over.

        Raises:
            ValueError: it is not.
        """
        if not self.is_over:
            raise ValueError("the round is not over")
        wild = self.deal.wild
        playing = [seat in self.seats for seat in range(len(self.hands))]
        left = [tuple(sorted(hand, key=_index)) for hand in self.hands]
        return RoundResult(
            deal=self.deal,
            dealer=self.dealer,
            out=self.out,
            scores=tuple(
                sum(points(card, wild) for card in hand) if plays else None
                for hand, plays in zip(left, playing, strict=True)
            ),
            melds=tuple(
                melds if plays else None for melds, plays in zip(self.melds, playing, strict=True)
            ),
            left=tuple(hand if plays else None for hand, plays in zip(left, playing, strict=True)),
            turns=self.turns,
        )

    def _draw(self, action: Draw) -> tuple[Round, tuple[Event, ...]]:
        seat = action.seat
        if self.phase is not Phase.DRAW:
            raise IllegalAction(
                "already_drawn", "R4.1", "expected a discard: a card was drawn already"
            )
        if action.source is Source.PILE:
            if not self.draw_pile:
                # R10.2 and R10.3: a reshuffle always finds a card to give.
                raise IllegalAction(
                    "pile_empty", "R10.1", "expected a reshuffle first: the draw pile is empty"
                )
            card, picked_up = self.draw_pile[0], self.picked_up
            draw_pile, discard_pile = self.draw_pile[1:], self.discard_pile
        else:
            if self.must_draw_pile:
                raise IllegalAction(
                    "must_draw_pile",
                    "R10.1",
                    "expected a draw from the pile, for which the discards were just shuffled",
                )
            card = self.discard_pile[0]
            draw_pile, discard_pile = self.draw_pile, self.discard_pile[1:]
            picked_up = _with(self.picked_up, seat, (*self.picked_up[seat], card))
        after = Round(  # written out, as in `_turn_ended`: `replace` takes twice the time of a turn
            rules=self.rules,
            deal=self.deal,
            seats=self.seats,
            dealer=self.dealer,
            hands=_with(self.hands, seat, (*self.hands[seat], card)),
            draw_pile=draw_pile,
            discard_pile=discard_pile,
            turn=seat,
            phase=Phase.DISCARD,
            out=self.out,
            melds=self.melds,
            picked_up=picked_up,
            thrown=self.thrown,
            turns=self.turns,
            must_draw_pile=False,
            stalled=self.stalled,
            shuffles=self.shuffles,
        )
        return after, (Drawn(seat, action.source, card),)

    def _discard(self, action: Discard) -> tuple[Round, tuple[Event, ...]]:
        seat, card = action.seat, action.card
        kept = self._kept(seat, card)
        if self.out is None:
            if action.melds:
                raise IllegalAction(
                    "melds_before_out",
                    "R4.3",
                    "expected no melds: they stay in the hand until somebody goes out",
                )
            after = self._turn_ended(seat, card, kept, ())
            return after, (Discarded(seat, card),)
        arrangement = self._lay_down(kept, action.melds)
        after = self._turn_ended(seat, card, arrangement.left, arrangement.melds)
        events = (LaidDown(seat, arrangement.melds), Discarded(seat, card))
        return after, (*events, *after._ended())

    def _go_out(self, action: GoOut) -> tuple[Round, tuple[Event, ...]]:
        seat, card = action.seat, action.card
        if self.phase is Phase.DRAW:
            raise IllegalAction("not_drawn", "R6.4", "expected a draw before going out")
        if self.out is not None:
            raise IllegalAction(
                "already_out",
                "R6.6",
                f"expected a discard: seat {self.out} is out, so this is a last turn",
            )
        kept = self._kept(seat, card)
        wild, naturals = self.deal.wild, self.rules.naturals
        if action.melds is None:
            arrangement = arrange(kept, wild, naturals)
        else:
            arrangement = self._chosen(kept, action.melds)
        if arrangement.left:
            raise IllegalAction(
                "cannot_go_out",
                "R6.1",
                f"expected every card but the discard {card} in melds, "
                f"got {format_cards(arrangement.left)} left over",
            )
        after = replace(self._turn_ended(seat, card, (), arrangement.melds), out=seat)
        return after, (WentOut(seat, arrangement.melds), Discarded(seat, card))

    def _lay_off(self, action: LayOffCard) -> tuple[Round, tuple[Event, ...]]:
        seat, card = action.seat, action.card
        if self.rules.lay_off is LayOff.NEVER:
            raise IllegalAction(
                "lay_off_never", "R7.3", "expected no laying off: this table does not allow it"
            )
        if self.out is None:
            raise IllegalAction(
                "lay_off_before_last_turn",
                "H2",
                "expected laying off on a last turn only: nobody is out yet",
            )
        hand = self._kept(seat, card)
        if not hand:
            raise IllegalAction(
                "no_discard_left", "R7.2", f"expected to keep a card to discard, {card} is the last"
            )
        if not (0 <= action.on_seat < len(self.melds)) or not (
            0 <= action.meld < len(self.melds[action.on_seat])
        ):
            raise IllegalAction(
                "no_such_meld",
                "H2",
                f"expected a meld on the table, seat {action.on_seat} has no meld {action.meld}",
            )
        melds = self.melds[action.on_seat]
        try:
            result = read_meld(
                (*melds[action.meld].cards, card), self.deal.wild, self.rules.naturals
            )
        except MeldError as error:
            raise IllegalAction("meld_broken", "H2", str(error)) from None
        after = replace(
            self,
            hands=_with(self.hands, seat, hand),
            melds=_with(self.melds, action.on_seat, _with(melds, action.meld, result)),
            picked_up=_with(self.picked_up, seat, without(self.picked_up[seat], card)),
        )
        return after, (LaidOff(seat, card, action.on_seat, action.meld, result),)

    def _reshuffle(self, action: Reshuffle) -> tuple[Round, tuple[Event, ...]]:
        if self.phase is not Phase.DRAW or self.draw_pile:
            raise IllegalAction(
                "reshuffle_not_needed",
                "R10.1",
                "expected a reshuffle only before a draw from an empty pile",
            )
        below = self.discard_pile[1:]
        _check_cards(
            action.shuffle.cards, below, "wrong_reshuffle", "R10.1", "the discards below the top"
        )
        after = replace(
            self,
            draw_pile=action.shuffle.cards,
            discard_pile=self.discard_pile[:1],
            must_draw_pile=True,
            shuffles=(*self.shuffles, action.shuffle),
        )
        return after, (*_committed(action.shuffle), Reshuffled(len(below)))

    def _stall(self) -> tuple[Round, tuple[Event, ...]]:
        if not self._can_be_ended:
            raise IllegalAction(
                "cannot_stall",
                "R10.4",
                "expected the start of a turn with nobody out to end the round",
            )
        if not self.may_stall:
            raise IllegalAction(
                "cannot_stall",
                "R10.4",
                f"expected {STALL_LAPS} full laps before the round is ended, "
                f"got {self.turns // len(self.seats)}",
            )
        hands, melds = list(self.hands), list(self.melds)
        for seat in self.seats:
            arrangement = arrange(self.hands[seat], self.deal.wild, self.rules.naturals)
            hands[seat], melds[seat] = arrangement.left, arrangement.melds
        after = replace(
            self, hands=tuple(hands), melds=tuple(melds), turn=None, phase=None, stalled=True
        )
        return after, after._ended()

    def _kept(self, seat: int, card: Card) -> Hand:
        """The hand without one copy of a card that is about to leave it."""
        if self.phase is not Phase.DISCARD:
            raise IllegalAction("not_drawn", "R4.1", "expected a draw first")
        if card not in self.hands[seat]:
            raise IllegalAction("not_in_hand", "R4.4", f"expected a card of the hand, got {card}")
        return without(self.hands[seat], card)

    def _lay_down(self, kept: Hand, chosen: ChosenMelds | None) -> Arrangement:
        """What is laid down on a last turn (R7.5)."""
        given = self._chosen(kept, chosen or ())
        if self.rules.arrangement is ArrangementRule.MANUAL:
            return given
        best = arrange(kept, self.deal.wild, self.rules.naturals)
        return given if given.points == best.points else best

    def _chosen(self, kept: Hand, melds: ChosenMelds) -> Arrangement:
        try:
            return lay_down(kept, melds, self.deal.wild, self.rules.naturals)
        except MeldError as error:
            raise IllegalAction("bad_meld", error.rule, str(error)) from None

    def _turn_ended(self, seat: int, card: Card, hand: Hand, melds: tuple[Meld, ...]) -> Round:
        following = _clockwise(self.seats, seat)[0]
        over = following == self.out
        picked_up = self.picked_up
        if picked_up[seat]:
            held = without(picked_up[seat], card)
            for meld in melds:
                for melded in meld.cards:
                    held = without(held, melded)
            picked_up = _with(picked_up, seat, held)
        return Round(
            rules=self.rules,
            deal=self.deal,
            seats=self.seats,
            dealer=self.dealer,
            hands=_with(self.hands, seat, hand),
            draw_pile=self.draw_pile,
            discard_pile=(card, *self.discard_pile),
            turn=None if over else following,
            phase=None if over else Phase.DRAW,
            out=self.out,
            melds=_with(self.melds, seat, melds) if melds else self.melds,
            picked_up=picked_up,
            thrown=_with(self.thrown, seat, (*self.thrown[seat], card)),
            turns=self.turns + 1,
            must_draw_pile=False,
            stalled=self.stalled,
            shuffles=self.shuffles,
        )

    def _ended(self) -> tuple[Event, ...]:
        """The events at the end of a round; none if it is not over."""
        if not self.is_over:
            return ()
        ended = RoundEnded(self.result)
        secrets = tuple(shuffle for shuffle in self.shuffles if shuffle.salt is not None)
        return (ended, Revealed(secrets)) if secrets else (ended,)


def _index(card: Card) -> int:
    return card.index


def _clockwise(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The seats in the order of play after `seat`, which comes last (R3.2)."""
    at = seats.index(seat) + 1
    return seats[at:] + seats[:at]


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _committed(shuffle: Shuffle) -> tuple[Event, ...]:
    return () if shuffle.commit is None else (Committed(shuffle.commit),)


def _check_cards(
    given: Sequence[Card], expected: Sequence[Card], code: str, rule: str, what: str
) -> None:
    """Check that two lists hold the same cards, or say which card is wrong."""
    if sorted(map(_index, given)) == sorted(map(_index, expected)):
        return
    have, want = Counter(given), Counter(expected)
    wrong = min(card for card in have | want if have[card] != want[card])
    raise IllegalAction(
        code,
        rule,
        f"expected exactly {what} ({len(expected)} cards with {want[wrong]} of {wrong}), "
        f"got {len(given)} cards with {have[wrong]} of {wrong}",
    )
