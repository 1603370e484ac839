"""The compiled simulator plays the rules of the engine, and its policies are the public players.

What the simulator plays is played again in the engine, move by move: so the rules stand in one
place, and the copy that training and measuring need cannot drift from it.
"""

from __future__ import annotations

from random import Random

import pytest

from fivecrowns._chance import Chance
from fivecrowns._network import Network
from fivecrowns._policies import Anything, Learned, Lowest, OneAhead, Policy
from fivecrowns._position import FEATURES
from fivecrowns._simulator import Table
from fivecrowns.actions import DealCards, Discard, Draw, GoOut, PlayerAction, Source, Stall
from fivecrowns.cards import KINDS, Rank
from fivecrowns.game import Game, play
from fivecrowns.melds import outs
from fivecrowns.players import Player, make_player
from fivecrowns.players.seeing import see
from fivecrowns.players.weights import shipped
from fivecrowns.rules import Deal, Rules
from fivecrowns.shuffler import GivenShuffler, Shuffle
from fivecrowns.view import View, view

PUBLIC: dict[type[Policy], Player] = {
    Lowest: make_player("medium"),
    OneAhead: make_player("hard"),
    Learned: make_player("expert"),
}


def some_table(random: Random, seed: int, rounds: int = 1) -> tuple[Table, Game]:
    """A round that is dealt, in the simulator and in the engine: the first of so many."""
    players = random.choice([2, 2, 2, 3, 3, 4, 5, 6, 7, 9, 14])
    cards = random.randint(3, 15 if players < 8 else 13)
    wild = random.choice([None, *[Rank(min(cards, 13))] * 5, *Rank])
    naturals = random.choice([0, 0, 1])
    deal, dealer = Deal(cards, wild), random.randrange(players)
    table = Table(players, deal, naturals, Chance(seed))
    table.shuffle()
    deck = tuple(KINDS[kind] for kind in table.order())
    table.log = []
    table.start(dealer)
    game = Game(Rules((deal,) * rounds, naturals), players, dealer)
    return table, game.apply(DealCards(Shuffle(deck)))[0]


def replayed(game: Game, entries: list[tuple[int, ...]]) -> list[tuple[View, PlayerAction, Game]]:
    """Play in the engine what the simulator noted of one turn: each view, action and state."""
    order: list[int] = []
    found: list[tuple[View, PlayerAction, Game]] = []
    for seat, first, second in (entry for entry in entries if entry[0] >= 0):
        action: PlayerAction
        if not found:
            order = [kind for entry in entries if entry[0] < 0 for kind in entry[1:]]
            action = Draw(seat, Source.DISCARD if first else Source.PILE)
        else:
            action = GoOut(seat, KINDS[first]) if second else Discard(seat, KINDS[first])
        assert game.turn == seat
        seen = view(game, seat)
        shuffler = GivenShuffler([[KINDS[kind] for kind in order]] if order else [])
        game, _, _ = play(game, action, shuffler)
        if not found:
            assert game.round is not None
            assert game.round.hands[seat][-1] is KINDS[second]
        found.append((seen, action, game))
    return found


def check(table: Table, game: Game, policies: list[Policy], *, players: bool = False) -> None:
    """Play a round in the simulator, and the same in the engine.

    Args:
        table: the round in the simulator.
        game: the same in the engine.
        policies: one for each seat.
        players: whether to compare the decisions with those of the public players.
    """
    assert table.log is not None
    while not table.over:
        before = len(table.log)
        policy = policies[table.turn]
        table.step(policy)
        for seen, action, after in replayed(game, table.log[before:]):
            if players and type(policy) in PUBLIC:
                assert PUBLIC[type(policy)].decide(seen).action == action
            game = after
    if table.stalled:
        game, _ = game.apply(Stall())
    assert game.round is None
    assert game.results[0].scores == tuple(table.points[seat] for seat in range(table.players))
    assert game.results[0].turns == table.turns
    assert (game.results[0].out is None) == table.stalled


@pytest.mark.parametrize("seed", range(10))
def test_the_engine_plays_every_round_as_the_simulator_did(seed: int) -> None:
    """Each move is legal in the engine, and the scores are the same: rounds of any kind."""
    random = Random(seed)
    for number in range(200):
        table, game = some_table(random, 100 * seed + number)
        careless = random.random() < 0.1
        check(
            table,
            game,
            [
                Anything(number) if careless and random.random() < 0.5 else Lowest()
                for _ in range(table.players)
            ],
        )


def test_r10_reshuffles_and_stalls_are_those_of_the_engine() -> None:
    """Where nobody tries to go out the discards are shuffled again and again, up to the stall."""
    stalled = reshuffled = 0
    for players, cards in ((7, 13), (2, 9), (7, 15)):
        deal = Deal(cards, None)
        table = Table(players, deal, 1, Chance(players))
        table.shuffle()
        deck = tuple(KINDS[kind] for kind in table.order())
        table.log = []
        table.start(0)
        game, _ = Game(Rules((deal,), 1), players, 0).apply(DealCards(Shuffle(deck)))
        check(table, game, [Anything(seat) for seat in range(players)])
        stalled += table.stalled
        reshuffled += sum(entry[0] < 0 for entry in table.log)
    assert stalled
    assert reshuffled > 10


@pytest.mark.parametrize("seed", range(5))
def test_policies_decide_as_the_public_players(seed: int) -> None:
    """`Lowest` is `medium`, `OneAhead` `hard` and `Learned` `expert`, decision by decision."""
    random = Random(seed)
    for number in range(20):
        # With one round to play the place counts on the last turn, with six the points.
        rounds = random.choice([1, 6])
        table, game = some_table(random, 1000 + 100 * seed + number, rounds)
        table.stand([0] * table.players, rounds - 1)
        policies: list[Policy] = [
            random.choice([Lowest(), OneAhead(), Learned(shipped())]) for _ in range(table.players)
        ]
        check(table, game, policies, players=True)


def some_network(random: Random) -> Network:
    """A network that has learned nothing."""
    sizes = (len(FEATURES), 8, 5)
    count = (sizes[0] + 1) * 8 + 9 * 5 + 6
    return Network(sizes, [random.gauss(0, 0.4) for _ in range(count)])


def test_networks_play_by_the_rules_too() -> None:
    """Whatever its networks say, and however much it explores, `Learned` plays legal rounds."""
    random = Random(8)
    for number in range(40):
        table, game = some_table(random, number)
        networks = some_network(random), some_network(random)
        table.stand([random.randint(0, 30) for _ in range(table.players)], random.randint(-1, 4))
        others: list[Policy] = [Learned(None), Lowest(), Learned(networks, 0.3, number)]
        check(table, game, [random.choice(others) for _ in range(table.players)])


def test_a_network_answers_what_its_weights_say() -> None:
    """The answer is that of the formula, written out here: two layers of rectified sums."""
    random = Random(2)
    inputs, first, second = len(FEATURES), 7, 4
    weights = [random.gauss(0, 1) for _ in range((inputs + 1) * first + (first + 1) * second + 5)]
    table, _ = some_table(random, 1)
    table.see()
    table.position.describe(-1)
    values = [table.position.features[at] for at in range(inputs)]
    given = iter(weights)
    for units in (first, second, 1):
        rows = [[next(given) for _ in range(units)] for _ in values]
        added = [next(given) for _ in range(units)]
        sums = [
            added[unit] + sum(value * row[unit] for value, row in zip(values, rows, strict=True))
            for unit in range(units)
        ]
        values = sums if units == 1 else [max(0.0, total) for total in sums]
    network = Network((inputs, first, second), weights)
    assert network.answer(table.position) == pytest.approx(values[0])
    with pytest.raises(ValueError, match=f"expected {len(weights)} weights"):
        Network((inputs, first, second), weights[:-1])
    with pytest.raises(ValueError, match="layers of at most 64 units"):
        Network((inputs, 65, second), weights)


@pytest.mark.parametrize("seed", range(4))
def test_a_seat_knows_in_the_simulator_what_it_knows_in_the_engine(seed: int) -> None:
    """The position of a view and that of the simulator are the same, in all their features."""
    random = Random(seed)
    positions = 0
    for number in range(40):
        table, game = some_table(random, 100 * seed + number)
        table.stand([0] * table.players, 0)
        policies: list[Policy] = [
            random.choice([Lowest(), OneAhead(), Anything(number)]) for _ in range(table.players)
        ]
        assert table.log is not None
        while not table.over and table.turns < 100:
            table.see()
            engine, simulator = see(view(game, table.turn)), table.position
            for name in ("cards", "seats", "turns", "upcard", "pile", "total", "out", "placing"):
                assert getattr(engine, name) == getattr(simulator, name), name
            engine.describe(-1)
            simulator.describe(-1)
            assert list(engine.features) == list(simulator.features)
            before = len(table.log)
            table.step(policies[table.turn])
            for _, _, after in replayed(game, table.log[before:]):
                game = after
            positions += 1
    assert positions > 200


def test_the_table_of_outs_is_that_of_the_search() -> None:
    """The short cut for cards that can lie in no meld leaves every figure as it is."""
    random = Random(3)
    for number in range(400):
        table, game = some_table(random, number)
        table.see()
        seen = view(game, table.turn)
        found = outs(seen.hand, seen.deal.wild, seen.rules.naturals)
        table.position.look_ahead()
        for kind, count in enumerate(seen.drawable()):
            if count:
                assert table.position.after[kind] == found[kind]


def test_the_same_seed_plays_the_same_round() -> None:
    """A round depends on its seed alone, and on nothing that was played before."""

    def points(table: Table) -> list[int]:
        table.shuffle()
        table.start(1)
        table.play([OneAhead(), Lowest(), OneAhead()])
        return [table.points[seat] for seat in range(3)]

    deal = Deal(7, Rank.SEVEN)
    first = points(Table(3, deal, 0, Chance("seed")))
    assert points(Table(3, deal, 0, Chance("seed"))) == first
    assert {tuple(points(Table(3, deal, 0, Chance(seed)))) for seed in range(10)} != {tuple(first)}


def test_a_given_deck_is_dealt_as_it_lies() -> None:
    """`give` takes what `order` told, and refuses another number of cards."""
    table = Table(2, Deal(5, Rank.FIVE), 0, Chance(1))
    table.shuffle()
    order = table.order()
    other = Table(2, Deal(5, Rank.FIVE), 0, Chance(2))
    other.give(order)
    assert other.order() == order
    with pytest.raises(ValueError, match="expected 116 cards, got 115"):
        other.give(order[:-1])
