"""Plans for solitaire: what they promise holds, judged by trying everything on short endings."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from fivecrowns.cards import KINDS, Card, Rank, deck, parse_cards, without
from fivecrowns.melds import fewest_left, fewest_points
from fivecrowns.solitaire.game import Play, TurnOver
from fivecrowns.solitaire.hint import hint
from fivecrowns.solitaire.plan import Plan, can_be_won, completes, make_plan, turns_needed
from fivecrowns.solitaire.view import view
from tests.oracles import bitmask
from tests.solitaire_positions import apply, dealt

Piles = dict[int, tuple[Card, ...]]


def short_ending(random: Random) -> tuple[Piles, list[Card]]:
    """One or two open piles of a few suits and ranks, and up to three cards to come."""
    suits, low = random.sample(range(5), 3), random.randint(0, 6)
    near = [card for card in deck() if not card.is_joker and _near(card, suits, low)]
    pool = [*near, *parse_cards("JK JK")]
    random.shuffle(pool)
    piles: Piles = {}
    for size in sorted(random.sample((3, 4, 5, 6, 7), random.randint(1, 2))):
        piles[size] = tuple(pool[:size])
        del pool[:size]
    piles = {size: cards for size, cards in piles.items() if fewest_points(cards, Rank(size))}
    return piles, pool[: random.randint(1, 3)]


def _near(card: Card, suits: list[int], low: int) -> bool:
    suit, rank = divmod(card.index, len(Rank))
    return suit in suits and low <= rank <= low + 4


def counted(cards: list[Card]) -> list[int]:
    counts = Counter(cards)
    return [counts[kind] for kind in KINDS]


def any_order_wins(piles: Piles, coming: tuple[Card, ...], known: dict[object, bool]) -> bool:
    """Whether some order of the cards and some plays close all piles: everything is tried."""
    if not piles:
        return True
    if len(piles) > len(coming):
        return False
    state = (frozenset((size, tuple(sorted(held))) for size, held in piles.items()), coming)
    if state not in known:
        known[state] = any(
            any_order_wins(after, without(coming, card), known)
            for card in set(coming)
            for after in _plays(piles, card)
        )
    return known[state]


def _plays(piles: Piles, card: Card) -> list[Piles]:
    after: list[Piles] = []
    for size, cards in piles.items():
        held = (*cards, card)
        for discard in set(held):
            kept = without(held, discard)
            complete = fewest_points(kept, Rank(size)) == 0
            others = {other: piles[other] for other in piles if other != size}
            after.append(others if complete else {**others, size: kept})
    return after


def test_sol11_early_word_and_plan_are_never_wrong() -> None:
    """What is said to be lost cannot be won in any order; what is planned can be."""
    random = Random(6)
    seen = Counter[tuple[bool, bool, bool]]()
    for _ in range(700):
        piles, coming = short_ending(random)
        if not piles:
            continue
        possible = any_order_wins(piles, tuple(sorted(coming)), {})
        early = can_be_won(piles, counted(coming), len(coming))
        plan = make_plan(piles, counted(coming), len(coming))
        assert early or not possible, (piles, coming)
        assert possible or not plan.complete, (piles, coming)
        seen[possible, early, plan.complete] += 1
    assert seen[True, True, True] > 50
    assert seen[False, False, False] > 50
    # What can be won is nearly always planned.
    assert seen[True, True, False] * 20 < seen[True, True, True]


def test_a_pile_is_complete_with_exactly_its_size_in_melds() -> None:
    """Two books of three do not complete a pile of five, though each card is in a meld (R6.2)."""
    assert not completes(5, parse_cards("8S 8H 8D 9S 9H 9D"))
    assert completes(5, parse_cards("8S 8H 8D 8C 9H 9D 8*"))
    assert completes(6, parse_cards("8S 8H 8D 9S 9H 9D"))
    assert turns_needed(5, parse_cards("8S 8H 8D 9S 9H")) == 2
    assert turns_needed(3, parse_cards("4S 8H KD")) == 2


@pytest.mark.parametrize("seed", range(8))
def test_a_pile_needs_as_many_turns_as_wilds_in_exchange(seed: int) -> None:
    """The fewest turns are the fewest cards that jokers have to take the place of."""
    random = Random(seed)
    for size in (3, 4, 5, 6, 7):
        cards = tuple(random.sample(deck(), size))
        need = turns_needed(size, cards)

        def exchanged(held: tuple[Card, ...], jokers: int, size: int = size) -> int:
            if jokers == 0:
                return bitmask.points([str(card) for card in held], size, 0)
            joker = KINDS[-1]
            return min(
                exchanged((*without(held, card), joker), jokers - 1, size) for card in set(held)
            )

        assert exchanged(cards, need) == 0
        assert need == 0 or exchanged(cards, need - 1) > 0


def test_cards_left_agree_with_points_where_one_more_joker_counts() -> None:
    """No card is left exactly where no point is, with and without more jokers."""
    random = Random(8)
    for _ in range(3000):
        size = random.randint(3, 13)
        cards, more = tuple(random.sample(deck(), size)), random.randint(0, 3)
        wild = Rank(random.randint(3, 13))
        with_jokers = (*cards, *parse_cards("JK " * more))
        none_left = fewest_left(cards, wild, more) == 0
        assert none_left == (fewest_points(with_jokers, wild) == 0)


def test_a_game_with_a_plan_is_won_whatever_the_order() -> None:
    """Who follows a complete plan closes all piles."""
    planned = 0
    for seed in range(30):
        game, plan = dealt(seed), None
        complete = False
        while not game.is_over:
            game = apply(game, TurnOver())
            hinted = hint(view(game), plan)
            assert hinted is not None
            assert not complete or hinted.plan.complete
            plan, complete = hinted.plan, hinted.plan.complete
            game = apply(game, hinted.play)
        assert game.won or not complete
        planned += complete
    assert planned > 20


def test_a_plan_that_somebody_left_is_made_anew() -> None:
    """An earlier plan that does not close every open pile any more is not followed."""
    game = apply(dealt(1), TurnOver())
    first = hint(view(game))
    assert first is not None
    assert first.plan.complete
    stale = Plan(dict.fromkeys(first.plan.cards, ()), complete=True)
    assert hint(view(game), stale) == first
    thrown = game
    for _ in range(3):
        assert thrown.drawn is not None
        thrown = apply(thrown, Play(thrown.open[-1], thrown.drawn), TurnOver())
    again = hint(view(thrown), first.plan)
    assert again is not None
    for size, coming in again.plan.cards.items():
        pile = next(pile for pile in thrown.piles if pile.size == size)
        assert completes(size, (*pile.cards, *coming))
