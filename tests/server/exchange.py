"""Games played again with other cards in all places that one viewer cannot know.

A place is an index into the order of the deck of a round. Which place each card of a hand came
from follows from what its own player was sent: slots that appear were drawn, slots that are gone
lie on the table, open to all.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fivecrowns.cards import Card, Rank
from fivecrowns.melds import arrange
from tests.server.support import Json


@dataclass
class Known:
    """What is known of one round when the last of the messages has been heard.

    Attributes:
        index: number of the round.
        rule: its wild rank, and the natural cards that a meld needs.
        hands: for each seat, the place of each slot in its hand.
        open: places whose cards everybody knows.
        laid: the cards that each seat has laid down on its last turn, which the server chose.
    """

    index: int
    rule: tuple[Rank | None, int]
    hands: list[dict[int, int]]
    open: set[int]
    laid: dict[int, list[Card]] = field(default_factory=dict[int, list[Card]])


def known_after(heard: Sequence[Sequence[str]], upto: int, naturals: int) -> Known | None:
    """What is known after the entry `upto`, `None` where no round is being played.

    `heard` are the messages of every player, by seat.
    """
    by_seat = [_updates(texts) for texts in heard]
    course = _Course(len(heard), naturals)
    for seq in sorted(seq for seq in by_seat[0] if seq <= upto):
        messages: list[Json] = [updates[seq] for updates in by_seat]
        for at, event in enumerate(messages[0]["events"]):
            actor: int | None = event.get("seat")
            course.follow(event if actor is None else messages[actor]["events"][at])
        hands: list[Json | None] = [message.get("hand") for message in messages]
        course.compare(hands)
        if messages[0].get("round", {}) is None:
            course.known = None
    return course.known


def _updates(texts: Sequence[str]) -> dict[int, Json]:
    messages: list[Json] = [json.loads(text) for text in texts]
    return {message["seq"]: message for message in messages if message["type"] == "update"}


@dataclass
class _Course:
    """Follows the cards of a round."""

    players: int
    naturals: int
    known: Known | None = None
    pile: Iterator[int] = field(default_factory=lambda: iter(()))
    top: list[int] = field(default_factory=list[int])
    is_out: bool = False

    def follow(self, event: Json) -> None:
        """Take in an event as who acted was told of it."""
        if event["type"] == "dealt":
            self._deal(event)
        elif self.known is None:
            return
        elif event["type"] == "drew":
            place = next(self.pile) if event["source"] == "pile" else self.top.pop()
            self.known.hands[event["seat"]][event["slot"]] = place
        elif event["type"] == "went_out":
            self.is_out = True
        elif event["type"] == "laid_down":
            cards = [Card.parse(card) for meld in event["melds"] for card in meld["cards"]]
            self.known.laid[event["seat"]] = cards
        elif event["type"] == "discarded":
            seat: int = event["seat"]
            slot: int = event["slot"]
            self.top.append(self.known.hands[seat][slot])
            if self.is_out:
                self.known.laid.setdefault(seat, [])

    def _deal(self, event: Json) -> None:
        upcard = self.players * event["cards"]
        first = (event["dealer"] + 1) % self.players
        hands = [
            dict(enumerate(range((seat - first) % self.players, upcard, self.players)))
            for seat in range(self.players)
        ]
        wild = None if event["wild"] is None else Rank.parse(event["wild"])
        self.known = Known(event["index"], (wild, self.naturals), hands, {upcard})
        self.pile, self.top, self.is_out = iter(range(upcard + 1, 116)), [upcard], False

    def compare(self, shown: Sequence[Json | None]) -> None:
        """Take in the hands that were sent: what is in none of them any more lies open."""
        for seat, hand in enumerate(shown):
            if self.known is not None and hand is not None:
                places = self.known.hands[seat]
                gone = places.keys() - {card["slot"] for card in hand["cards"]}
                self.known.open |= {places.pop(slot) for slot in gone}


def exchanged(order: Sequence[Card], known: Known, viewer: int | None, manual: bool) -> list[Card]:
    """The deck of a round with other cards in every place that a viewer does not know.

    `viewer` is a seat, `None` for a spectator. What others lay down on their last turn is theirs
    to choose only under `manual`. Otherwise it follows from all their cards, so what they have
    left over becomes cards with which the same is laid down, or stays if none are found.
    """
    mine = set[int]() if viewer is None else set(known.hands[viewer].values())
    hidden = [at for at in range(len(order)) if at not in known.open | mine]
    dice = random.Random(f"{viewer} {known.index} {len(hidden)}")
    other, laid = list(order), {} if manual else dict(known.laid)
    laid.pop(-1 if viewer is None else viewer, None)
    for seat, cards in laid.items():
        hand = known.hands[seat].values()
        places = [at for at in hand if at in hidden]
        for _ in range(300):
            swapped = _swapped(other, places, [at for at in hidden if at not in places], dice)
            if _lays_down(cards, [swapped[at] for at in hand], known.rule):
                other = swapped
                break
        hidden = [at for at in hidden if at not in places]
    mixed = [other[at] for at in hidden]
    dice.shuffle(mixed)
    for at, card in zip(hidden, mixed, strict=True):
        other[at] = card
    assert other != list(order)
    return other


def _swapped(
    order: Sequence[Card], places: Sequence[int], others: Sequence[int], dice: random.Random
) -> list[Card]:
    """The order with the cards of some places in other places, and the cards from there here."""
    result = list(order)
    for here, there in zip(places, dice.sample(others, len(places)), strict=True):
        result[here], result[there] = result[there], result[here]
    return result


def _lays_down(laid: list[Card], left: list[Card], rule: tuple[Rank | None, int]) -> bool:
    """Whether these cards are laid down, in this order, of a hand with those left over."""
    best = arrange([*laid, *left], *rule)
    return [card for meld in best.melds for card in meld.cards] == laid
