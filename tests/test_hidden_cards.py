"""No seat learns a hidden card: exchanging all of them changes nothing that it is given."""

import pickle
from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from fivecrowns.actions import Draw
from fivecrowns.cards import Card, deck
from fivecrowns.events import Committed, Event
from fivecrowns.game import Game
from fivecrowns.players import PLAYERS, make_player
from fivecrowns.record import Header
from fivecrowns.round import Round
from fivecrowns.rules import Rules, sets_for
from fivecrowns.shuffler import Shuffle
from fivecrowns.view import legal_actions, redact, view
from tests import strategies
from tests.playing import Habits, play_at_random, some_habits

Places = list[tuple[int, int]]
"""Where a card lies: in the hand of a seat or, as seat -1, in the draw pile, and at which index."""


def hidden_places(round_: Round, seat: int | None) -> Places:
    """Where the cards lie that a seat has not seen and cannot place."""
    places = [(-1, at) for at in range(len(round_.draw_pile))]
    for other, hand in enumerate(round_.hands):
        if other == seat:
            continue
        known = Counter(round_.picked_up[other])
        for at, card in enumerate(hand):
            if known[card]:
                known[card] -= 1
            else:
                places.append((other, at))
    return places


def exchanged(game: Game, seat: int | None, random: Random) -> Game:
    """The same game for a seat, with all cards that it cannot know in other places."""
    round_ = game.round
    assert round_ is not None
    places = hidden_places(round_, seat)
    hands = [list(hand) for hand in round_.hands]
    pile = list(round_.draw_pile)
    cards = [pile[at] if owner < 0 else hands[owner][at] for owner, at in places]
    random.shuffle(cards)
    for (owner, at), card in zip(places, cards, strict=True):
        if owner < 0:
            pile[at] = card
        else:
            hands[owner][at] = card
    other = replace(
        round_,
        hands=tuple(map(tuple, hands)),
        draw_pile=tuple(pile),
        shuffles=(Shuffle(tuple(pile), "another"),),
    )
    return replace(game, round=other)


def shown(game: Game, seat: int | None) -> bytes:
    """Everything that a seat is given of a position, as bytes."""
    seen = view(game, seat)
    return pickle.dumps((repr(seen), repr(legal_actions(seen)), seen.unseen(), seen.drawable()))


@given(strategies.headers(), strategies.chances())
@strategies.examples(0.6)
def test_a_view_is_the_same_whatever_the_hidden_cards_are(header: Header, random: Random) -> None:
    """Views and legal actions of all seats and of spectators do not depend on hidden cards."""
    for step in play_at_random(header, some_habits(random), random):
        game = step.after
        if game.round is None or random.random() > 0.05:
            continue
        for seat in [None, *range(game.players)]:
            twin = exchanged(game, seat, random)
            assert shown(game, seat) == shown(twin, seat)
            assert sum(view(game, seat).unseen()) == len(hidden_places(game.round, seat))


@given(strategies.headers(max_rounds=1, max_cards=6), strategies.chances())
@strategies.examples(0.25)
def test_no_player_decides_by_hidden_cards(header: Header, random: Random) -> None:
    """Every kind of player makes the same decision for the same reason after the exchange."""
    for step in play_at_random(header, some_habits(random), random):
        game = step.after
        if game.round is None or random.random() > 0.06:
            continue
        twin = exchanged(game, game.turn, random)
        for kind in PLAYERS:
            player = make_player(kind, 3)
            decision = player.decide(view(game, game.turn))
            assert repr(decision) == repr(player.decide(view(twin, game.turn)))


def told(game: Game, action: Draw, seat: int | None) -> list[Event]:
    """What a seat is told about a draw."""
    return [redact(event, seat) for event in game.apply(action)[1]]


@given(strategies.headers(max_rounds=1), strategies.chances())
@strategies.examples(0.4)
def test_events_of_others_tell_no_hidden_card(header: Header, random: Random) -> None:
    """What others do sounds the same, whatever the cards are that a seat cannot know."""
    for step in play_at_random(header, some_habits(random), random):
        if not isinstance(step.action, Draw):
            continue
        game, turn = step.before, step.action.seat
        for seat in (None, (turn + 1) % game.players):
            assert seat != turn
            twin = exchanged(game, seat, random)
            assert repr(told(game, step.action, seat)) == repr(told(twin, step.action, seat))


@given(st.integers(2, 14), strategies.chances(), st.data())
@strategies.examples(0.6)
def test_a_deal_tells_a_seat_its_own_hand_only(
    players: int, random: Random, data: st.DataObject
) -> None:
    """Two decks that give a seat the same hand and upcard look the same to it, but for the salt."""
    header = Header(data.draw(strategies.rules(players)), ("name",) * players, 0)
    game = header.new_game()
    seat = data.draw(st.integers(0, players - 1))
    order = list(deck(sets_for(players)))
    random.shuffle(order)
    cards = game.rules.schedule[0].cards
    first = (seat - 1) % players
    known = {first + k * players for k in range(cards)} | {cards * players}
    places = [at for at in range(len(order)) if at not in known]
    other = list(order)
    for at, to in zip(places, random.sample(places, len(places)), strict=True):
        other[to] = order[at]
    assert dealt(game, order, seat) == dealt(game, other, seat)


def dealt(game: Game, order: list[Card], seat: int) -> str:
    """What a seat is told of a deal, commitment left out: it hides the order by its salt."""
    seats = tuple(range(game.players))
    shuffle = Shuffle(tuple(order), "salt")
    _, events = Round.start(game.rules, game.rules.schedule[0], game.players, seats, 0, shuffle)
    told = [redact(event, seat) for event in events]
    assert isinstance(told[0], Committed)
    return repr(told[1:])


def test_the_exchange_moves_hidden_cards() -> None:
    """What the tests above compare are different positions: pile and other hands have changed."""
    header, random = Header(Rules(), ("a", "b", "c"), 0), Random(1)
    for step in islice(play_at_random(header, Habits(out=0, easy=0), random), 50):
        if step.after.round is not None:
            twin = exchanged(step.after, step.after.turn, random).round
            assert twin is not None
            assert twin.draw_pile != step.after.round.draw_pile
            assert twin.hands != step.after.round.hands
