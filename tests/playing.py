"""Tables that play at random: whole games over all options, by habits and a source of chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from fivecrowns.actions import (
    AcceptTie,
    Action,
    ChosenMelds,
    DealCards,
    Discard,
    Draw,
    GoOut,
    IllegalAction,
    LayOffCard,
    PlayerAction,
    Reshuffle,
    Source,
    Stall,
)
from fivecrowns.cards import KINDS, Card, Rank, deck, without
from fivecrowns.events import Event
from fivecrowns.game import Game, play, reshuffle_before
from fivecrowns.melds import MeldError, arrange, best_discard, read_meld
from fivecrowns.record import Header, action_line, header_line
from fivecrowns.round import STALL_LAPS, Phase, Round
from fivecrowns.rules import is_wild, sets_for
from fivecrowns.shuffler import Shuffle
from fivecrowns.view import lay_offs, legal_actions, view

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Habits:
    """How a table plays: chances from 0 to 1.

    Attributes:
        sense: to discard what leaves the fewest points, not just anything.
        out: to go out when one can.
        pile: to draw from the draw pile.
        easy: to deal a deck in which most hands meld, so that there are ties.
        accept: to accept a tie.
        give_up: to end a round for which R10.4 allows it, turn by turn.
        choose: to choose melds of one's own.
    """

    sense: float = 0.9
    out: float = 0.9
    pile: float = 0.6
    easy: float = 0.2
    accept: float = 0.1
    give_up: float = 0.3
    choose: float = 0.3


def some_habits(random: Random) -> Habits:
    """Habits of which all parts of the rules get their share, and most games are short."""
    kind = random.random()
    if kind < 0.05:
        return Habits(sense=0, out=0, pile=random.choice([0.2, 1]), choose=0, give_up=0.05)
    if kind < 0.25:
        return Habits(sense=0.5, out=0.8, pile=0.8, easy=0.7, accept=0.2, choose=0.8)
    return Habits(out=1, accept=0.2)


@dataclass(frozen=True, slots=True)
class Played:
    """One action of a game: the state before, the action, what happened, the state after."""

    before: Game
    action: Action
    events: tuple[Event, ...]
    after: Game


def play_at_random(header: Header, habits: Habits, random: Random) -> Iterator[Played]:
    """Play a game to its end, action by action."""
    game = header.new_game()
    while not game.is_over:
        before = game
        action = next_action(game, habits, random)
        if isinstance(action, PlayerAction):
            reshuffle = reshuffle_before(game, action, _Chance(random))
            if reshuffle is not None:
                game, events = before.apply(reshuffle)
                yield Played(before, reshuffle, events, game)
                before = game
            game, (action,), events = play(before, action, _Chance(random))
        else:
            game, events = before.apply(action)
        yield Played(before, action, events, game)


def lines_of(header: Header, actions: Sequence[Action]) -> list[str]:
    """The record of a game."""
    return [header_line(header), *map(action_line, actions)]


@dataclass(frozen=True, slots=True)
class _Chance:
    """Shuffles by chance, some of them committed to."""

    random: Random

    def shuffle(self, cards: Iterable[Card], round_: int, number: int) -> Shuffle:
        """Give the cards in any order."""
        cards = list(cards)
        salt = f"{round_} {number}" if self.random.random() < 0.3 else None
        return Shuffle(tuple(self.random.sample(cards, len(cards))), salt)


def next_action(game: Game, habits: Habits, random: Random) -> Action:
    """A legal action by habit, chance included."""
    round_ = game.round
    if round_ is None:
        tie = len(game.results) >= len(game.rules.schedule)
        if tie and random.random() < habits.accept:
            return AcceptTie()
        return DealCards(_deal(game, habits, random))
    if may_stall(round_) and random.random() < habits.give_up:
        return Stall()
    assert round_.turn is not None
    if round_.phase is Phase.DRAW:
        from_pile = round_.must_draw_pile or random.random() < habits.pile
        return Draw(round_.turn, Source.PILE if from_pile else Source.DISCARD)
    return _end_of_turn(game, round_, habits, random)


def may_stall(round_: Round) -> bool:
    """Whether R10.4 allows to end the round now."""
    laps = round_.turns / len(round_.seats)
    start = round_.phase is Phase.DRAW and not round_.must_draw_pile
    return round_.out is None and start and laps >= STALL_LAPS


def _deal(game: Game, habits: Habits, random: Random) -> Shuffle:
    cards = list(deck(sets_for(game.players)))
    random.shuffle(cards)
    if random.random() < habits.easy:
        deal, seats = game.next_deal, game.next_seats
        assert deal is not None
        by_rank = sorted(cards, key=lambda card: card.rank or 0)
        if random.random() < 0.5:
            by_rank.reverse()
        hands = [by_rank[deal.cards * k :][: deal.cards] for k in range(len(seats))]
        random.shuffle(hands)
        rest = by_rank[deal.cards * len(seats) :]
        random.shuffle(rest)
        cards = [card for row in zip(*hands, strict=True) for card in row] + rest
    return Shuffle(tuple(cards), "salt" if random.random() < 0.3 else None)


def _end_of_turn(game: Game, round_: Round, habits: Habits, random: Random) -> PlayerAction:
    seat = round_.turn
    assert seat is not None
    seen = view(game, seat)
    if round_.out is None:
        legal = legal_actions(seen) if random.random() < habits.out else ()
        outs = [action for action in legal if isinstance(action, GoOut)]
        if outs:
            out = random.choice(outs)
            melds = _some_melds(round_, out.card, habits, random)
            return _or_without_melds(game, replace(out, melds=melds))
        return Discard(seat, _discard(round_, habits, random))
    fitting = lay_offs(seen)
    if fitting and random.random() < habits.sense:
        return random.choice(fitting)
    card = _discard(round_, habits, random)
    melds = _some_melds(round_, card, habits, random)
    return _or_without_melds(game, Discard(seat, card, melds))


def _or_without_melds(game: Game, action: Discard | GoOut) -> Discard | GoOut:
    """The action, or the same with the melds left to the rules where those chosen are refused."""
    try:
        game.apply(action)
    except IllegalAction:
        return replace(action, melds=None)
    return action


def _discard(round_: Round, habits: Habits, random: Random) -> Card:
    assert round_.turn is not None
    hand = round_.hands[round_.turn]
    if random.random() >= habits.sense:
        return random.choice(hand)
    if round_.out is not None or random.random() < 0.2:
        return best_discard(hand, round_.deal.wild, round_.rules.naturals).discard
    # Nearly as good and much quicker: a card that has the least company.
    return min(hand, key=lambda card: (_company(card, hand, round_.deal.wild), random.random()))


def _company(card: Card, hand: Cards, wild: Rank | None) -> int:
    """How many cards of a hand go with a card; a wild goes with all."""
    if is_wild(card, wild):
        return len(hand)
    return sum(
        other.rank is card.rank
        or (other.suit is card.suit and abs((other.rank or 0) - (card.rank or 0)) <= 2)
        for other in hand
    )


def _some_melds(round_: Round, discard: Card, habits: Habits, random: Random) -> ChosenMelds | None:
    if random.random() >= habits.choose:
        return None
    assert round_.turn is not None
    return some_melds(round_, without(round_.hands[round_.turn], discard), random)


def some_melds(round_: Round, kept: Cards, random: Random) -> ChosenMelds:
    """Melds of these cards, found by chance or from the best arrangement, not always all."""
    wild, naturals = round_.deal.wild, round_.rules.naturals
    melds: list[Cards] = []
    if random.random() < 0.6:
        melds = [meld.cards for meld in arrange(kept, wild, naturals).melds]
    rest = list(kept)
    for meld in melds:
        for card in meld:
            rest.remove(card)
    for _ in range(10):
        if len(rest) < 3:
            break
        group = random.sample(rest, random.randint(3, min(4, len(rest))))
        try:
            read_meld(group, wild, naturals)
        except MeldError:
            continue
        melds.append(tuple(group))
        for card in group:
            rest.remove(card)
    melds = [tuple(random.sample(meld, len(meld))) for meld in melds]
    random.shuffle(melds)
    if melds and random.random() < 0.3:
        melds.pop()
    return tuple(melds)


def any_action(game: Game, random: Random) -> Action:
    """Any action whatever, mostly one that is illegal now."""
    round_ = game.round
    kind = random.randrange(9)
    if kind == 0:
        return AcceptTie() if random.random() < 0.5 else Stall()
    if kind == 1:
        cards = list(deck(random.choice([1, sets_for(game.players)])))
        cards[random.randrange(len(cards))] = random.choice(KINDS)
        return DealCards(Shuffle(tuple(cards)))
    if round_ is None:
        return Draw(random.randrange(game.players), random.choice(list(Source)))
    turn = round_.turn or 0
    seat = turn if random.random() < 0.7 else random.randrange(-1, game.players + 1)
    if kind == 2:
        return Reshuffle(Shuffle(round_.discard_pile[random.randrange(2) :]))
    if kind in (3, 4):
        return Draw(seat, random.choice(list(Source)))
    card = random.choice([*round_.hands[turn], random.choice(KINDS)])
    if kind == 5:
        on_seat = random.randrange(-1, game.players + 1)
        return LayOffCard(seat, card, on_seat, random.randrange(-1, 3))
    melds = None if kind == 6 else _any_melds(round_, without(round_.hands[turn], card), random)
    return GoOut(seat, card, melds) if random.random() < 0.5 else Discard(seat, card, melds)


def _any_melds(round_: Round, kept: Cards, random: Random) -> ChosenMelds:
    """Melds of these cards, perhaps with something among them that is none."""
    pool = [*kept, random.choice(KINDS)]
    melds = list(some_melds(round_, kept, random))
    melds.append(tuple(random.sample(pool, min(len(pool), random.randrange(5)))))
    random.shuffle(melds)
    return tuple(melds[: random.randrange(len(melds) + 1)])
