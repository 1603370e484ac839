"""Games of solitaire on purpose: decks that deal what a test wants, and ways to play on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from fivecrowns.actions import DealCards, IllegalAction
from fivecrowns.cards import Card, Rank, deck, parse_cards
from fivecrowns.melds import best_discard
from fivecrowns.shuffler import SeededShuffler, Shuffle
from fivecrowns.solitaire import record as solitaire_record
from fivecrowns.solitaire.game import SIZES, Action, Pile, Play, Solitaire, TurnOver, deal
from fivecrowns.solitaire.hint import hint
from fivecrowns.solitaire.view import SolitaireView, legal_plays, view

Choose = Callable[[SolitaireView], Play]

ALMOST_WON = {
    3: "5S JD QD",
    4: "4H 4S 4C 4D",
    5: "5H 5D 5C 5* 5S",
    6: "6H 6H 6S 6S 6D 6D",
    7: "7H 7H 7S 7S 7D 7D 7C",
    8: "8H 8H 8S 8S 8D 8D 8C 8C",
    9: "9H 9H 9S 9S 9D 9D 9C 9C 9*",
    10: "10H 10H 10S 10S 10D 10D 10C 10C 10* 10*",
    11: "JH JH JS JS JD JC JC J* J* JK JK",
    12: "QH QH QS QS QD QC QC Q* Q* JK JK 3H",
    13: "KH KH KS KS KD KD KC KC K* K* JK JK 3S",
}
"""Piles of which all but that of 3 are complete."""


def dealt(seed: int | str) -> Solitaire:
    """A game dealt from a seed."""
    return apply(Solitaire(), deal(SeededShuffler(seed)))


def apply(game: Solitaire, *actions: Action) -> Solitaire:
    """The state after some legal actions."""
    for action in actions:
        game, _ = game.apply(action)
    return game


def arranged(piles: dict[int, str], draw_pile: str = "") -> tuple[Card, ...]:
    """A deck order that deals the given piles and draws the given cards first.

    Piles that are not given get cards that do not meld; what is left over is drawn last.
    """
    given = [parse_cards(piles.get(size, "")) for size in SIZES]
    drawn = parse_cards(draw_pile)
    rest = Counter(deck())
    rest.subtract(card for cards in [*given, drawn] for card in cards)
    assert min(rest.values()) >= 0
    left = list(rest.elements())
    order: list[Card] = []
    for size, cards in zip(SIZES, given, strict=True):
        pile = list(cards) or _useless(size, left)
        for card in pile if not cards else ():
            left.remove(card)
        assert len(pile) == size
        order += pile
    return (*order, *drawn, *left)


def _useless(size: int, left: list[Card]) -> list[Card]:
    """Cards without a wild that cannot all be melded: few of them, but enough to leave points."""
    plain = [card for card in left if not card.is_joker and card.rank is not Rank(size)]
    Random(size).shuffle(plain)
    while not Pile(size, tuple(plain[:size])).points:
        plain.append(plain.pop(0))
    return plain[:size]


def start(piles: dict[int, str], draw_pile: str = "") -> Solitaire:
    """A game with given piles and given next cards."""
    return apply(Solitaire(), DealCards(Shuffle(arranged(piles, draw_pile))))


def header_and_deal(seed: int) -> list[str]:
    """The first two lines of the record of a game dealt from a seed."""
    first = solitaire_record.action_line(deal(SeededShuffler(seed)))
    return [solitaire_record.header_line(), first]


def play_out(game: Solitaire, choose: Choose) -> tuple[Solitaire, list[Action]]:
    """Play a dealt game to its end."""
    actions: list[Action] = []
    while not game.is_over:
        game = apply(game, TurnOver())
        play = choose(view(game))
        game = apply(game, play)
        actions += [TurnOver(), play]
    return game, actions


def at_random(seed: int) -> Choose:
    """Choose any legal play."""
    random = Random(seed)
    return lambda seen: random.choice(tuple(legal_plays(seen)))


def by_pile(seed: int) -> Choose:
    """Choose any open pile and discard the best from it, which closes many piles."""
    random = Random(seed)

    def choose(seen: SolitaireView) -> Play:
        assert seen.drawn is not None
        pile = random.choice(seen.open)
        return Play(pile.size, best_discard((*pile.cards, seen.drawn), pile.wild).discard)

    return choose


def by_hint(seen: SolitaireView) -> Play:
    """Choose what the hint says."""
    hinted = hint(seen)
    assert hinted is not None
    return hinted.play


def refused(game: Solitaire, action: Action) -> tuple[str, str]:
    """The code and the rule with which an action is refused, the state being unchanged."""
    before = repr(game)
    with pytest.raises(IllegalAction) as caught:
        game.apply(action)
    assert repr(game) == before
    return caught.value.code, caught.value.rule


def conserved(game: Solitaire) -> Counter[Card]:
    """All cards of a game, wherever they lie."""
    cards = [card for pile in game.piles for card in pile.cards]
    drawn = [] if game.drawn is None else [game.drawn]
    return Counter([*cards, *game.draw_pile, *drawn, *(play.discard for play in game.plays)])
