"""What holds in every game of solitaire, and agreement with an independent one."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivecrowns.actions import DealCards, IllegalAction
from fivecrowns.cards import KINDS, deck
from fivecrowns.events import Committed, Revealed
from fivecrowns.shuffler import Shuffle, SystemShuffler
from fivecrowns.solitaire import record as solitaire_record
from fivecrowns.solitaire.game import (
    SIZES,
    Action,
    GiveUp,
    Play,
    Solitaire,
    TurnOver,
    Undo,
    deal,
)
from fivecrowns.solitaire.hint import hint
from fivecrowns.solitaire.view import legal_actions, legal_plays, view
from tests.oracles import naive_solitaire
from tests.solitaire_positions import (
    apply,
    at_random,
    by_hint,
    by_pile,
    conserved,
    dealt,
    header_and_deal,
    play_out,
    refused,
)


@st.composite
def actions(draw: st.DrawFn) -> Action:
    """Any action, most of them illegal in most states."""
    kind = draw(st.integers(0, 9))
    if kind < 4:
        return TurnOver()
    if kind < 8:
        return Play(draw(st.integers(-1, 15)), draw(st.sampled_from(KINDS)))
    return Undo() if kind == 8 else GiveUp()


def of_kind(game: Solitaire, action: Action, random: Random) -> Action:
    """A legal play in place of one whose pile is odd, so that games get somewhere."""
    if isinstance(action, Play) and action.pile % 2 and game.drawn is not None:
        return random.choice(tuple(legal_plays(view(game))) or (action,))
    return action


@settings(max_examples=150)
@given(st.integers(0, 10**6), st.lists(actions(), max_size=80))
def test_random_actions_keep_every_promise(seed: int, chosen: list[Action]) -> None:
    """Cards are conserved, illegal actions change nothing, legal ones are those the view lists."""
    random = Random(seed)
    game = dealt(seed)
    for proposed in chosen:
        action = of_kind(game, proposed, random)
        legal = legal_actions(view(game))
        before, content = game, repr(game)
        if action in legal:
            game, _ = game.apply(action)
        else:
            refused(game, action)
        assert repr(before) == content
        assert conserved(game) == Counter(deck())
        assert [len(pile.cards) for pile in game.piles] == list(SIZES)
        assert all(pile.closed == (pile.points == 0) for pile in game.piles)
        assert game.turns + len(game.draw_pile) + (game.drawn is not None) == 28
        if isinstance(action, Play) and action in legal:
            assert set(before.closed) <= set(game.closed)
            assert len(game.closed) - len(before.closed) <= 1


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_every_game_ends_within_28_turns(seed: int) -> None:
    """Whatever is played, a game is over after its 28th turn at the latest."""
    game, played = play_out(dealt(seed), at_random(seed))
    assert game.is_over
    assert game.turns == len(played) // 2 <= 28
    assert game.won == (not game.open)
    assert game.won == (game.points == 0)


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.integers(0, 27), st.randoms(use_true_random=False))
def test_the_view_does_not_know_the_order_of_the_draw_pile(
    seed: int, turns: int, random: Random
) -> None:
    """Another order of the hidden cards gives the same view, the same plays and the same hint."""
    game = dealt(seed)
    choose = at_random(seed)
    for _ in range(turns):
        if not game.is_over:
            game = apply(game, TurnOver())
            game = apply(game, choose(view(game)))
    if not game.is_over:
        game = apply(game, TurnOver())
    hidden = len(game.draw_pile)
    assert game.shuffle is not None
    order = game.shuffle.cards
    other = list(order[116 - hidden :])
    random.shuffle(other)
    twin = apply(Solitaire(), DealCards(Shuffle((*order[: 116 - hidden], *other))))
    for play in game.plays:
        twin = apply(twin, TurnOver(), play)
    if game.drawn is not None:
        twin = apply(twin, TurnOver())
    assert view(twin) == view(game)
    assert legal_actions(view(twin)) == legal_actions(view(game))
    assert hint(view(twin)) == hint(view(game))


def test_events_hold_no_card_of_the_draw_pile_before_the_end() -> None:
    """What is told of a game is open; the order of the cards comes with the end only."""
    game, events = Solitaire().apply(deal(SystemShuffler()))
    assert game.shuffle is not None
    assert isinstance(events[0], Committed)
    assert events[0].commit == game.shuffle.commit
    seen = list(events)
    while not game.is_over:
        game, more = game.apply(TurnOver())
        seen += more
        game, more = game.apply(by_hint(view(game)))
        seen += more
    assert isinstance(seen[-1], Revealed)
    assert seen[-1].shuffles == (game.shuffle,)
    assert not any(isinstance(event, Revealed) for event in seen[:-1])


def test_unseen_cards_are_those_of_the_draw_pile() -> None:
    """The open cards and the discards tell which cards are to come, though not in which order."""
    game = dealt(11)
    while not game.is_over:
        counts = view(game).unseen()
        assert Counter({card: counts[card.index] for card in KINDS if counts[card.index]}) == (
            Counter(game.draw_pile)
        )
        game = apply(game, TurnOver())
        game = apply(game, by_hint(view(game)))


def test_a_view_needs_a_deal() -> None:
    """There is nothing to see before the deal, and it is said so."""
    with pytest.raises(ValueError, match="dealt"):
        view(Solitaire())
    assert (Solitaire().is_over, Solitaire().won, Solitaire().points) == (False, None, 0)


@pytest.mark.parametrize("part", range(4))
def test_an_independent_solitaire_agrees(part: int) -> None:
    """200 games of all manners, with undo and giving up, end the same in both programs."""
    for seed in range(50 * part, 50 * part + 50):
        random = Random(seed)
        choose = at_random(seed) if seed % 3 == 0 else by_pile(seed)
        game, lines = dealt(seed), header_and_deal(seed)
        while not game.is_over:
            chosen: Action = TurnOver()
            if game.drawn is not None:
                chosen = choose(view(game))
            if game.plays and random.random() < 0.05:
                chosen = Undo()
            if random.random() < 0.003:
                chosen = GiveUp()
            game = apply(game, chosen)
            lines.append(solitaire_record.action_line(chosen))
        answer = naive_solitaire.replay([json.loads(line) for line in lines])
        assert answer == solitaire_record.summary(game), seed


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.lists(actions(), min_size=1, max_size=40))
def test_an_independent_solitaire_refuses_the_same_lines(seed: int, chosen: list[Action]) -> None:
    """Both programs find the same first illegal line in a random record, and the same rule."""
    random = Random(seed)
    game, lines = dealt(seed), header_and_deal(seed)
    expected: tuple[int, str] | None = None
    for proposed in chosen:
        action = of_kind(game, proposed, random)
        lines.append(solitaire_record.action_line(action))
        try:
            game, _, _ = solitaire_record.play(game, action)
        except IllegalAction as error:
            expected = len(lines), error.rule
            break
    parsed = [json.loads(line) for line in lines]
    if expected is None:
        assert naive_solitaire.replay(parsed) == solitaire_record.summary(game)
    else:
        with pytest.raises(naive_solitaire.IllegalLine) as caught:
            naive_solitaire.replay(parsed)
        assert (caught.value.number, caught.value.rule) == expected
