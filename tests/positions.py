"""Positions on purpose: decks that deal what a test wants, and turns told in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import pytest

from fivecrowns.actions import (
    Action,
    DealCards,
    Discard,
    Draw,
    GoOut,
    IllegalAction,
    LayOffCard,
    PlayerAction,
    RoundAction,
    Source,
)
from fivecrowns.cards import Card, Rank, deck, format_cards, parse_cards, without
from fivecrowns.game import Game
from fivecrowns.round import Round
from fivecrowns.rules import Deal, Rules, sets_for
from fivecrowns.shuffler import Shuffle

State = TypeVar("State", Round, Game)

OFFICIAL = Rules()


def deck_order(hands: Sequence[str], then: str = "", *, sets: int = 1) -> tuple[Card, ...]:
    """A deck that deals these hands, in dealing order, and then these cards, the upcard first.

    The cards that nobody asked for follow in sorting order.
    """
    dealt = [parse_cards(hand) for hand in hands]
    assert len({len(hand) for hand in dealt}) == 1, "every seat is dealt the same number"
    wanted = [card for cards in zip(*dealt, strict=True) for card in cards]
    wanted += parse_cards(then)
    rest = deck(sets)
    for card in wanted:
        assert card in rest, f"there are not so many {card}"
        rest = without(rest, card)
    return (*wanted, *rest)


def new_round(
    *hands: str, then: str = "", deal: Deal | None = None, rules: Rules = OFFICIAL
) -> Round:
    """A round with these hands by seat; the last seat dealt, so seat 0 begins.

    Args:
        hands: a text of cards for each seat.
        then: the upcard and the first cards of the draw pile.
        deal: the official deal of so many cards, unless another is given.
        rules: the options.
    """
    players = len(hands)
    cards = len(hands[0].split())
    return Round.start(
        rules,
        deal or Deal(cards, Rank(cards)),
        players,
        tuple(range(players)),
        players - 1,
        Shuffle(deck_order(hands, then, sets=sets_for(players))),
    )[0]


def actions(turn: str) -> Iterator[PlayerAction]:
    """The actions of a seat in words: `0 pile KD`, `1 discard out 7H`, `2 pile off 8* on 0.1 KD`.

    First comes the seat; `pile` and `discard` draw, a card discards, `out` goes out with a card,
    `off` lays off a card on a seat's meld.
    """
    seat_text, *words = turn.split()
    seat, rest = int(seat_text), iter(words)
    for word in rest:
        if word in ("pile", "discard"):
            yield Draw(seat, Source(word))
        elif word == "out":
            yield GoOut(seat, Card.parse(next(rest)))
        elif word == "off":
            card, _, place = next(rest), next(rest), next(rest)
            on_seat, meld = place.split(".")
            yield LayOffCard(seat, Card.parse(card), int(on_seat), int(meld))
        else:
            yield Discard(seat, Card.parse(word))


def act(state: State, *turns: str) -> State:
    """Play turns in the words of `actions`."""
    for turn in turns:
        for action in actions(turn):
            state, _ = state.apply(action)
    return state


def refused(state: Round | Game, action: RoundAction | Action | str) -> tuple[str, str]:
    """The code and rule with which an action is refused; the state must not have changed."""
    if isinstance(action, str):
        (action,) = actions(action)
    before = repr(state)
    with pytest.raises(IllegalAction) as caught:
        _apply(state, action)
    assert repr(state) == before
    assert str(caught.value)
    return caught.value.code, caught.value.rule


def _apply(state: Round | Game, action: RoundAction | Action) -> None:
    if isinstance(state, Game):
        state.apply(action)
    else:
        assert isinstance(action, RoundAction)
        state.apply(action)


def dealt(game: Game, *hands: str, then: str = "") -> Game:
    """Deal the next round: hands in the order of the seats that play it."""
    seats = game.next_seats
    at = seats.index(game.next_dealer) + 1
    order = deck_order((*hands[at:], *hands[:at]), then, sets=sets_for(game.players))
    return game.apply(DealCards(Shuffle(order)))[0]


def finished(game: Game, *hands: str) -> Game:
    """Deal a round and end it at once: the starter goes out, everybody keeps the hand dealt."""
    game = dealt(game, *hands)
    going = "out"
    while game.round is not None:
        game = act(game, f"{game.turn} pile {going} {game.round.draw_pile[0]}")
        going = ""
    return game


def any_hands(game: Game) -> list[str]:
    """Hands for `finished`: the starter has a book of kings and jokers, the others the rest."""
    deal = game.next_deal
    assert deal is not None
    cards = sorted(
        deck(sets_for(game.players)), key=lambda card: (card.rank != 13, card.rank is not None)
    )
    seats = game.next_seats
    hands = [format_cards(cards[deal.cards * k :][: deal.cards]) for k in range(len(seats))]
    starter = (seats.index(game.next_dealer) + 1) % len(seats)
    return hands[len(seats) - starter :] + hands[: len(seats) - starter]
