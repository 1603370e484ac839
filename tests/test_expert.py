"""`expert`: exact on the last turn, plays for the place at the end, and says what choices cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

import pytest

from fivecrowns.actions import Discard, Draw, GoOut, Source
from fivecrowns.cards import KINDS, Card, Rank
from fivecrowns.errors import FiveCrownsError
from fivecrowns.events import RoundResult
from fivecrowns.game import Game, deal, play
from fivecrowns.players import Reason, make_player, sentence, weights
from fivecrowns.players.expert import Cost, costs
from fivecrowns.rules import Deal, LayOff, Rules
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.view import View, legal_actions, view
from tests.oracles import brute_force
from tests.positions import act, dealt

EXPERT = make_player("expert")
Worth = Callable[[int], Fraction]


def last_turns(
    random: Random, sizes: tuple[int, ...], rounds: int, totals: tuple[int, ...]
) -> Iterator[View]:
    """Views of a seat before its draw on a last turn, in a round that somebody has just left.

    Args:
        random: where hands come from.
        sizes: cards dealt, one of these.
        rounds: rounds of the game; all but the last `rounds` - 1 are still to come.
        totals: points of the seats in a round before, none for a round of its own.
    """
    while True:
        size = random.choice(sizes)
        round_deal = Deal(size, Rank(size))
        rank = random.choice([rank for rank in Rank if rank != size])
        book = [card for card in KINDS if card.rank is rank][:size]
        rest = [card for card in KINDS for _ in range(2) if card not in book]
        random.shuffle(rest)
        hands = [book, *(rest[size * at : size * (at + 1)] for at in range(len(totals) - 1))]
        used = size * (len(totals) - 1)
        thrown = rest[used : used + 2]
        game = Game(Rules((round_deal,) * rounds), len(totals), len(totals) - 1)
        if any(totals):
            nothing: tuple[tuple[Card, ...], ...] = ((),) * len(totals)
            before = RoundResult(
                deal=round_deal,
                dealer=len(totals) - 2,
                out=totals.index(0),
                scores=totals,
                melds=((),) * len(totals),
                left=nothing,
                turns=2,
            )
            game = Game(Rules((round_deal,) * (rounds + 1)), len(totals), 0, (before,))
        texts = [" ".join(map(str, hand)) for hand in hands]
        first = game.next_dealer + 1
        seats = [(first + at) % len(totals) for at in range(len(totals))]
        by_seat = [texts[seats.index(seat)] for seat in range(len(totals))]
        game = dealt(game, *by_seat, then=" ".join(map(str, thrown)))
        game = act(game, f"{seats[0]} pile out {thrown[1]}")
        yield view(game, seats[1])


def expectations(seen: View, worth: Worth) -> tuple[Fraction, Fraction]:
    """What taking the discard and drawing from the pile are worth, by trying every card."""
    wild = int(seen.deal.wild or 0)

    def after(card: Card) -> Fraction:
        cards = [*map(str, seen.hand), str(card)]
        kept = [cards[:at] + cards[at + 1 :] for at in range(len(cards))]
        return worth(min(brute_force.points(hand, wild, 0) for hand in kept))

    assert seen.upcard is not None
    unseen = seen.unseen()
    known = {card: after(card) for card in KINDS if unseen[card.index]}
    total = sum(unseen[card.index] * value for card, value in known.items())
    return after(seen.upcard), Fraction(total) / sum(unseen)


@pytest.mark.parametrize("players", [2, 3])
def test_r7_2_the_last_turn_leaves_the_fewest_points_on_average(players: int) -> None:
    """Over all unseen cards, in 2,000 positions: no draw leaves fewer points than the one taken."""
    random = Random(players)
    positions = last_turns(random, (3, 3, 3, 4), 6, (0,) * players)
    took = 0
    for _ in range(1000):
        seen = next(positions)
        discard, pile = expectations(seen, Fraction)
        action = EXPERT.decide(seen).action
        assert action == Draw(seen.turn, Source.DISCARD if discard < pile else Source.PILE)
        assert [(cost.action == action, cost.points) for cost in costs(seen)] == [
            (True, 0),
            (False, pytest.approx(float(abs(discard - pile)))),
        ]
        took += discard < pile
    assert 50 < took < 950


def test_the_place_decides_where_points_and_winning_differ() -> None:
    """Of endings where the best draw for points is not the best for winning, the latter is taken.

    The endings are enumerated here: the last turn of a game of two, with any standing. A shared
    victory counts half.
    """
    random = Random(5)
    found = 0
    for _ in range(600):
        lead = random.randint(-40, -1)  # the seat on its last turn may score less than that
        positions = last_turns(random, (3, 4), 1, (-lead, 0))
        seen = next(positions)
        assert seen.seat is not None
        behind = seen.totals[seen.seat] - seen.totals[1 - seen.seat]

        def wins(points: int, behind: int = behind) -> Fraction:
            return Fraction(1 + (points + behind < 0) - (points + behind > 0), 2)

        points_discard, points_pile = expectations(seen, Fraction)
        wins_discard, wins_pile = expectations(seen, wins)
        better = Source.DISCARD if wins_discard > wins_pile else Source.PILE
        fewer = Source.DISCARD if points_discard < points_pile else Source.PILE
        if wins_discard != wins_pile and better != fewer:
            found += 1
            assert EXPERT.decide(seen).action == Draw(seen.seat, better)
    assert found >= 20


def some_views(kinds: tuple[str, ...], seed: int, often: float) -> Iterator[View]:
    """Views out of an official game."""
    random = Random(seed)
    players = [make_player(kind, seed) for kind in kinds]
    shuffler = SeededShuffler(seed)
    game = Game(Rules(), len(kinds), 0)
    while not game.is_over:
        if game.turn is None:
            game, _ = game.apply(deal(game, shuffler))
            continue
        seen = view(game, game.turn)
        if random.random() < often:
            yield seen
        game, _, _ = play(game, players[game.turn].decide(seen).action, shuffler)


def close(points: float) -> object:
    """A cost as a reason may tell it: to a tenth, and less than a quarter as nothing."""
    return 0 if points < 0.25 else pytest.approx(points, abs=0.051)


def test_costs_are_told_of_every_choice_and_begin_with_the_decision() -> None:
    """The best action costs nothing and is the one decided on; no other costs less."""
    weighed = 0
    for seen in some_views(("medium", "hard", "medium"), 3, 0.4):
        found = costs(seen)
        if not found:
            continue
        decision = EXPERT.decide(seen)
        assert found[0].points == 0
        assert [cost.points for cost in found] == sorted(cost.points for cost in found)
        choices = {cost.action for cost in found}
        legal = legal_actions(seen)
        out = {action.card for action in legal if isinstance(action, GoOut)}
        assert choices == {
            action
            for action in legal
            if not (
                isinstance(action, GoOut) or (isinstance(action, Discard) and action.card in out)
            )
        } | ({decision.action} if out else set())
        assert found[0].action == decision.action
        if out or seen.out is not None:
            continue
        reason, others = decision.reason, found[1:4]
        if isinstance(decision.action, Discard):
            told = [Discard(decision.action.seat, card) for card, _ in reason.others]
            assert told == [other.action for other in others]
            assert [cost for _, cost in reason.others] == [close(other.points) for other in others]
        elif reason.code != "take_goes_out":
            assert reason.cost == close(others[0].points)
            assert (reason.code == "learned_either") == (reason.cost == 0)
        weighed += 1
    assert weighed > 40


@pytest.mark.parametrize(
    ("others", "told"),
    [
        ("", ""),
        ("8D 2.06, KS 3.0", " Others would cost more points: 8D (2.1), KS (3.0)."),
        ("5H 0.0, 8D 0.4", " About as good: 5H. Others would cost more points: 8D (0.4)."),
        ("5H 0.0, 6C 0.0", " About as good: 5H, 6C."),
    ],
)
def test_a_choice_that_is_as_good_is_not_told_as_a_cost_of_nothing(others: str, told: str) -> None:
    """A hint says which discards are as good, and what the rest would cost."""
    pairs = [other.split() for other in others.split(", ") if other]
    costly = tuple((Card.parse(card), float(cost)) for card, cost in pairs)
    reason = Reason("learned_discard", Card.parse("4C"), outs=11, others=costly)
    assert sentence(reason) == f"Unseen cards that then fit into a meld: 11.{told}"


def test_a_card_helps_if_it_lies_in_a_meld_then() -> None:
    """Beside a pair of eights: eight more eights and sixteen wilds, but not a lower loose card."""
    game = dealt(Game(Rules(), 2, 1), "8C 8H KS", "4S 6H 10D", then="4D QD")
    reason = EXPERT.decide(view(act(game, "0 pile"), 0)).reason
    assert (reason.card, reason.outs) == (Card.parse("KS"), 8 + 10 + 6)


def test_not_to_go_out_costs_points() -> None:
    """What is thrown instead of going out is told a cost; a card to go out with has none."""
    game = act(dealt(Game(Rules(), 2, 1), "8C 8H 8S", "4S 6H 10D", then="KD QS"), "0 pile")
    best, *others = costs(view(game, 0))
    assert best == Cost(GoOut(0, Card.parse("QS")), 0)
    assert {other.action for other in others} == {
        Discard(0, Card.parse(card)) for card in ("8C", "8H", "8S")
    }
    assert min(other.points for other in others) > 10


def test_on_a_last_turn_a_discard_costs_what_it_leaves_more() -> None:
    """Here the joker makes a book of the pair, so everything but the four is missed."""
    game = act(
        dealt(Game(Rules(), 2, 1), "9C 9H 9S", "8S 8C 4S", then="KD QS JK"), "0 pile", "0 out QS"
    )
    found = costs(view(act(game, "1 pile"), 1))
    wild = int(Rank.THREE)
    hand = ["8S", "8C", "4S", "JK"]
    left = {card: brute_force.points([c for c in hand if c != card], wild, 0) for card in hand}
    assert left == {"8S": 62, "8C": 62, "4S": 0, "JK": 20}
    assert {
        str(cost.action.card): cost.points for cost in found if isinstance(cost.action, Discard)
    } == left
    assert found[0].action == Discard(1, Card.parse("4S"))


def test_nothing_is_weighed_where_nothing_is_known() -> None:
    """With laying off, a last turn has more choices than are weighed."""
    game = dealt(Game(Rules(lay_off=LayOff.LAST_TURN), 2, 1), "8C 8H 8S", "4S 6H 10D", then="KD QS")
    game = act(game, "0 pile", "0 out QS")
    assert costs(view(game, 1)) == ()


def test_a_card_to_go_out_with_is_taken() -> None:
    """Where the discard completes the hand, it is taken and the hand goes out."""
    game = dealt(Game(Rules(), 2, 1), "8C 8H KS", "4S 6H 10D", then="8S QD")
    decision = EXPERT.decide(view(game, 0))
    assert decision.action == Draw(0, Source.DISCARD)
    assert decision.reason.code == "take_goes_out"
    game = act(game, "0 discard")
    assert EXPERT.decide(view(game, 0)).action == GoOut(0, Card.parse("KS"))


def test_the_weights_are_small_and_say_how_they_came_about() -> None:
    """The file is under a megabyte, and written again it is the same."""
    content = weights.shipped_file()
    assert len(content) < 1_000_000
    networks, training = weights.read(content)
    assert len(networks) == len(weights.NAMES)
    assert training["seed"] == 1
    assert weights.write(networks, training) == content


@pytest.mark.parametrize(
    "content",
    [b"", b"{}\n", b"\xff\n", b'{"fivecrowns_networks": 1}\nab', b"[" * 100_000, b"[1]\n", b"1\n"],
)
def test_a_file_that_holds_no_networks_is_refused(content: bytes) -> None:
    """The error says what was expected."""
    with pytest.raises(FiveCrownsError, match="expected a file of networks"):
        weights.read(content)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"[41, 64, 32]", b"[41, 64]"),
        (b"[41, 64, 32]", b"[41, 65, 32]"),
        (b"[41, 64, 32]", b"[41, 64, -1]"),
        (b"[41, 64, 32]", b"[64, 64, 32]"),
        (b"[41, 64, 32]", b'["41", 64, 32]'),
        (b"[41, 64, 32]", b"[41, 64, 32.0]"),
        (b"[41, 64, 32]", b"null"),
        (b'"name": "after"', b'"name": "before"'),
        (b'{"name": "after"', b'"after", {"name": "after"'),
    ],
)
def test_networks_that_nothing_could_play_by_are_refused(before: bytes, after: bytes) -> None:
    """Whatever a header says, it is compared with what the program can hold."""
    content = weights.shipped_file()
    assert before in content
    with pytest.raises(
        FiveCrownsError, match=r"expected the network '(after|before)' of 41 numbers"
    ):
        weights.read(content.replace(before, after))


def test_a_file_cut_or_spoilt_is_refused() -> None:
    """Too few bytes, too many, and numbers that are none."""
    content = weights.shipped_file()
    for other in (content[:-4], content[:-1], content + bytes(4), content.partition(b"\n")[0]):
        with pytest.raises(FiveCrownsError, match="expected 2 networks of 38408 bytes, got 2 of"):
            weights.read(other)
    for spoilt in (b"\x00\x00\xc0\x7f", b"\x00\x00\x80\x7f"):  # not a number, and infinite
        with pytest.raises(FiveCrownsError, match="expected numbers as weights"):
            weights.read(content[:-4] + spoilt)


def test_networks_for_other_features_are_refused() -> None:
    """A file that was made for other features does not play by chance."""
    content = weights.shipped_file()
    with pytest.raises(FiveCrownsError, match="expected networks for the features"):
        weights.read(content.replace(b"cards dealt", b"cards given"))
