"""`deal`, `reshuffle_before` and `play`: the game asks a shuffler where the rules shuffle."""

from collections import Counter

import pytest

from fivecrowns.actions import DealCards, Discard, Draw, GoOut, IllegalAction, Reshuffle, Source
from fivecrowns.cards import Card, Rank, deck, parse_cards
from fivecrowns.events import Drawn, LaidDown, Reshuffled, WentOut
from fivecrowns.game import Game, deal, play, reshuffle_before
from fivecrowns.rules import ArrangementRule, Deal, LayOff, Rules
from fivecrowns.shuffler import GivenShuffler, SeededShuffler, Shuffle, SystemShuffler
from tests.positions import OFFICIAL, act, any_hands, dealt, finished, refused

NONE = GivenShuffler([])
"""A shuffler that may not be asked."""
LAY_OFF = Rules((Deal(6, Rank.SIX),), lay_off=LayOff.LAST_TURN)


def empty_pile() -> Game:
    """A game of two in which seat 1 is to draw and the draw pile is empty."""
    game = dealt(Game(OFFICIAL, 2, 1), "4S 6H 10D", "5S 7H JD")
    while game.round is not None and game.round.draw_pile:
        game = act(game, f"{game.turn} pile {game.round.draw_pile[0]}")
    assert game.turn == 1
    return game


def test_r2_2_a_deal_asks_for_the_whole_deck_once_a_round() -> None:
    """Each deal is the shuffler's order of all cards for that round of the game (R2.2)."""
    shuffler = SeededShuffler(5)
    game = Game(OFFICIAL, 8, 0)
    assert deal(game, shuffler) == DealCards(shuffler.shuffle(deck(2), 0, 0))
    game = finished(game, *any_hands(game))
    assert deal(game, shuffler) == DealCards(shuffler.shuffle(deck(2), 1, 0))


def test_r10_1_play_reshuffles_when_the_pile_is_empty() -> None:
    """A draw from the empty pile is preceded by the reshuffle that it needs (R10.1)."""
    game = empty_pile()
    assert game.round is not None
    below = game.round.discard_pile[1:]
    shuffler = SeededShuffler(5)
    expected = shuffler.shuffle(below, 0, 1)
    draw = Draw(1, Source.PILE)
    after, actions, events = play(game, draw, shuffler)
    assert actions == (Reshuffle(expected), draw)
    assert events[-2:] == (Reshuffled(109), Drawn(1, Source.PILE, expected.cards[0]))
    assert after.round is not None
    assert after.round.draw_pile == expected.cards[1:]
    assert Counter(expected.cards) == Counter(below)


def test_r10_1_play_does_not_reshuffle_for_anything_else() -> None:
    """Taking the discard, a foreign turn or a pile with cards asks for no shuffle (R10.1)."""
    game = empty_pile()
    take = Draw(1, Source.DISCARD)
    assert play(game, take, NONE)[1] == (take,)
    for action in (take, Draw(0, Source.PILE), Discard(1, Card.parse("5S"))):
        assert reshuffle_before(game, action, NONE) is None
    full = dealt(Game(OFFICIAL, 2, 1), "4S 6H 10D", "5S 7H JD")
    assert reshuffle_before(full, Draw(0, Source.PILE), NONE) is None
    assert reshuffle_before(Game(OFFICIAL, 2, 1), Draw(0, Source.PILE), NONE) is None
    drawn, _, _ = play(game, take, NONE)
    assert reshuffle_before(drawn, Draw(1, Source.PILE), NONE) is None


def test_a_second_reshuffle_of_a_round_is_another_shuffle() -> None:
    """The shuffler is told how many shuffles the round has seen, so orders do not repeat."""
    game, shuffler = empty_pile(), SeededShuffler(5)
    game, actions, _ = play(game, Draw(1, Source.PILE), shuffler)
    orders = [actions[0]]
    assert game.round is not None
    game = act(game, f"1 {game.round.hands[1][-1]}")
    while game.round is not None and game.round.draw_pile:
        game = act(game, f"{game.turn} pile {game.round.draw_pile[0]}")
    assert game.turn is not None
    assert game.round is not None
    below = game.round.discard_pile[1:]
    _, actions, _ = play(game, Draw(game.turn, Source.PILE), shuffler)
    assert actions[0] == Reshuffle(shuffler.shuffle(below, 0, 2))
    assert actions[0] not in orders


def test_an_illegal_action_is_refused_by_play_too() -> None:
    """`play` raises what `apply` raises, and the state stays as it was."""
    game = empty_pile()
    before = repr(game)
    for action, code in (
        (Draw(0, Source.PILE), "not_your_turn"),
        (Discard(1, Card.parse("5S")), "not_drawn"),
        (GoOut(1, Card.parse("5S")), "not_drawn"),
    ):
        with pytest.raises(IllegalAction) as caught:
            play(game, action, NONE)
        assert caught.value.code == code
    assert repr(game) == before


def laying_off(rules: Rules = LAY_OFF) -> Game:
    """A game in which seat 0 can go out with the KS, and seat 1 holds four nines."""
    game = Game(rules, 2, 1)
    game = dealt(game, "8C 8H 8S 3C 4C 5C", "9C 9H 9S 9D 8* 4D", then="QS KS KH")
    return act(game, "0 pile")


def test_h2_play_spells_out_the_melds_that_were_laid_down() -> None:
    """With laying off, melds left to the rules are written into the action (H2)."""
    game, (action,), events = play(laying_off(), GoOut(0, Card.parse("KS")), NONE)
    assert isinstance(action, GoOut)
    assert action.melds is not None
    assert isinstance(events[0], WentOut)
    assert action.melds == tuple(meld.cards for meld in events[0].melds)
    assert laying_off().apply(action)[0] == game
    last = Discard(1, Card.parse("KH"))
    over, (action,), events = play(act(game, "1 pile"), last, NONE)
    assert isinstance(action, Discard)
    assert action.melds is not None
    assert [sorted(meld) for meld in action.melds] == [sorted(parse_cards("9C 9H 9S 9D"))]
    assert isinstance(events[0], LaidDown)
    assert act(game, "1 pile").apply(action)[0] == over


def test_h2_play_spells_out_better_melds_where_worse_ones_were_chosen() -> None:
    """Where `best` replaces a worse choice, the record names what lies on the table (R7.5)."""
    game, _, _ = play(laying_off(), GoOut(0, Card.parse("KS")), NONE)
    worse = Discard(1, Card.parse("KH"), (parse_cards("9C 9H 9S"),))
    over, (action,), _ = play(act(game, "1 pile"), worse, NONE)
    assert isinstance(action, Discard)
    assert action.melds is not None
    assert [sorted(meld) for meld in action.melds] == [sorted(parse_cards("9C 9H 9S 9D"))]
    assert over.results[0].scores == (0, 12)


def test_without_laying_off_play_leaves_actions_as_they_are() -> None:
    """Where nothing can be laid off, records stay short: no melds are spelled out."""
    game = laying_off(Rules((Deal(6, Rank.SIX),)))
    out = GoOut(0, Card.parse("KS"))
    assert play(game, out, NONE)[1] == (out,)


def test_h2_normal_turns_and_manual_choices_stay_as_they_are() -> None:
    """On a normal turn there are no melds to spell out, and a manual choice is what it is."""
    discard = Discard(0, Card.parse("KS"))
    assert play(laying_off(), discard, NONE)[1] == (discard,)
    manual = Rules(
        (Deal(6, Rank.SIX),), lay_off=LayOff.LAST_TURN, arrangement=ArrangementRule.MANUAL
    )
    game, _, _ = play(laying_off(manual), GoOut(0, Card.parse("KS")), NONE)
    chosen = Discard(1, Card.parse("KH"), (parse_cards("9C 9H 9S"),))
    over, (action,), _ = play(act(game, "1 pile"), chosen, NONE)
    assert isinstance(action, Discard)
    assert action.melds is not None
    assert [sorted(meld) for meld in action.melds] == [sorted(parse_cards("9C 9H 9S"))]
    assert over.results[0].scores == (0, 21)


@pytest.mark.parametrize("salt", [None, "pepper"])
def test_the_salt_of_a_shuffle_is_kept_in_the_action(salt: str | None) -> None:
    """What a shuffler commits to goes into the action, so that a record can hold it."""
    shuffle = Shuffle(deck(), salt)
    game, _ = Game(OFFICIAL, 2, 0).apply(DealCards(shuffle))
    assert game.round is not None
    assert game.round.shuffles == (shuffle,)


def test_a_game_can_be_played_with_the_systems_randomness() -> None:
    """The default of a real table: deals that nobody can foresee, each committed to."""
    game = Game(OFFICIAL, 2, 0)
    action = deal(game, SystemShuffler())
    assert action.shuffle.commit is not None
    game, _ = game.apply(action)
    assert refused(game, action) == ("round_not_over", "R2.2")
