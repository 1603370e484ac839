"""A round: the deal, and turns on which nobody is out (sections A3 and A4)."""

import pickle
from collections import Counter

import pytest

from fivecrowns.actions import Discard, Draw, GoOut, IllegalAction, Source
from fivecrowns.cards import JOKER, Card, Rank, deck, format_cards, parse_cards
from fivecrowns.errors import FiveCrownsError
from fivecrowns.events import Committed, Dealt, Discarded, Drawn
from fivecrowns.round import Phase, Round
from fivecrowns.rules import Deal, Rules, sets_for
from fivecrowns.shuffler import SeededShuffler, Shuffle, commitment
from tests.positions import OFFICIAL, act, deck_order, new_round, refused

THREES = Deal(3, Rank.THREE)
HANDS = ("8C 8H 5S", "9C 9H JS", "4C 10H 4S")
"""Three hands in which nothing melds, whatever one card of `NEXT` is drawn."""
NEXT = "KD KS QS JD QD 10D"


def start(
    order: tuple[Card, ...], players: int, dealer: int, seats: tuple[int, ...] | None = None
) -> Round:
    """A round of three cards."""
    seats = tuple(range(players)) if seats is None else seats
    return Round.start(OFFICIAL, THREES, players, seats, dealer, Shuffle(order))[0]


def test_r3_3_cards_are_dealt_one_at_a_time_clockwise() -> None:
    """The seat after the dealer gets the first card and every third one, the dealer the last."""
    order = SeededShuffler(3).shuffle(deck(), 0, 0).cards
    round_ = start(order, 3, 1)
    assert round_.hands == (
        (order[1], order[4], order[7]),
        (order[2], order[5], order[8]),
        (order[0], order[3], order[6]),
    )
    assert round_.discard_pile == (order[9],)
    assert round_.draw_pile == order[10:]


@pytest.mark.parametrize("players", range(2, 15))
def test_r3_2_r3_3_every_dealer_deals_and_starts_alike(players: int) -> None:
    """For every table and dealer `deck[k]` goes to seat (dealer + 1 + k) mod p, who also begins."""
    order = SeededShuffler(players).shuffle(deck(sets_for(players)), 0, 0).cards
    for dealer in range(players):
        round_ = start(order, players, dealer)
        for k in range(3 * players):
            assert round_.hands[(dealer + 1 + k) % players][k // players] is order[k]
        assert round_.turn == (dealer + 1) % players
        assert round_.phase is Phase.DRAW


def test_r3_2_play_goes_clockwise() -> None:
    """Turns go from seat to seat in ascending order, past the last to the first (R3.2)."""
    round_ = new_round(*HANDS, then=NEXT)
    seen: list[int | None] = []
    for card in ("KS", "QS", "JD", "QD"):
        seen.append(round_.turn)
        round_ = act(round_, f"{round_.turn} pile {card}")
    assert seen == [0, 1, 2, 0]
    assert round_.turn == 1
    assert round_.turns == 4


def test_r9_3_seats_that_do_not_play_are_passed_over() -> None:
    """With seats 1, 3 and 4 of five playing, cards and turns go round those three only."""
    order = SeededShuffler(5).shuffle(deck(), 0, 0).cards
    round_ = start(order, 5, 4, (1, 3, 4))
    assert round_.hands[0] == round_.hands[2] == ()
    assert round_.hands[1] == order[0:9:3]
    assert round_.hands[3] == order[1:9:3]
    assert round_.hands[4] == order[2:9:3]
    seen: list[int | None] = []
    for _ in range(4):
        seen.append(round_.turn)
        assert round_.turn is not None
        round_ = act(round_, f"{round_.turn} discard {round_.discard_pile[0]}")
    assert seen == [1, 3, 4, 1]
    assert refused(round_, Draw(0, Source.PILE)) == ("not_your_turn", "R3.2")


@pytest.mark.parametrize("upcard", ["JK", "3H", "KD"])
def test_r3_4_any_card_may_be_the_first_upcard(upcard: str) -> None:
    """A joker, a wild or any other card stays as the first discard (R3.4)."""
    round_ = new_round(*HANDS, then=upcard)
    assert format_cards(round_.discard_pile) == upcard
    assert len(round_.draw_pile) == 116 - 9 - 1


@pytest.mark.parametrize(
    ("players", "order"),
    [
        (3, ()),
        (3, deck()[1:]),
        (3, (*deck(), JOKER)),
        (3, (*deck()[1:], JOKER)),
        (7, deck(2)),
        (8, deck()),
        (8, (*deck(2)[:-1], deck()[0])),
    ],
)
def test_r2_2_a_deal_is_the_whole_deck(players: int, order: tuple[Card, ...]) -> None:
    """A deck with a card too many, too few or exchanged is refused (R1.1, R1.3, R2.2)."""
    with pytest.raises(IllegalAction) as caught:
        start(order, players, 0)
    assert (caught.value.code, caught.value.rule) == ("wrong_deck", "R2.2")


def test_a_wrong_deck_is_named_by_its_first_wrong_card() -> None:
    """The error about a wrong deck says of which card there are how many."""
    order = parse_cards("3S") + tuple(card for card in deck() if str(card) != "8C")
    with pytest.raises(IllegalAction, match=r"116 cards with 2 of 3S.* 115 cards with 3 of 3S"):
        start(order, 2, 0)


def test_the_deal_is_an_event_after_its_commitment() -> None:
    """Dealing first publishes the commitment, then tells hands, dealer and upcard."""
    order = deck_order(HANDS, NEXT)
    _, events = Round.start(OFFICIAL, THREES, 3, (0, 1, 2), 2, Shuffle(order, "pepper"))
    hands = tuple(map(parse_cards, HANDS))
    dealt = Dealt(THREES, 2, hands, Card.parse("KD"))
    assert events == (Committed(commitment("pepper", order)), dealt)
    _, events = Round.start(OFFICIAL, THREES, 3, (0, 1, 2), 2, Shuffle(order))
    assert events == (dealt,)


def test_r4_1_a_turn_begins_with_the_top_of_either_pile() -> None:
    """A draw takes the top card of the draw pile or of the discard pile, and only that (R4.1)."""
    round_ = new_round(*HANDS, then=NEXT)
    from_pile, events = round_.apply(Draw(0, Source.PILE))
    assert events == (Drawn(0, Source.PILE, Card.parse("KS")),)
    assert format_cards(from_pile.hands[0]) == "8C 8H 5S KS"
    assert from_pile.draw_pile == round_.draw_pile[1:]
    assert from_pile.discard_pile == round_.discard_pile
    # The first player of the round may take the upcard.
    taken, events = round_.apply(Draw(0, Source.DISCARD))
    assert events == (Drawn(0, Source.DISCARD, Card.parse("KD")),)
    assert format_cards(taken.hands[0]) == "8C 8H 5S KD"
    assert taken.draw_pile == round_.draw_pile
    assert taken.discard_pile == ()
    assert from_pile.phase is taken.phase is Phase.DISCARD
    assert from_pile.turn == taken.turn == 0


@pytest.mark.parametrize("wild", ["JK", "3*"])
def test_r4_1_a_wild_may_be_taken_from_the_discards(wild: str) -> None:
    """Jokers and cards of the wild rank can be taken from the discard pile (R4.1)."""
    round_ = act(new_round(*HANDS, then=wild), "0 discard")
    assert str(round_.hands[0][-1]) == wild


def test_r4_2_only_the_top_discard_can_be_taken() -> None:
    """After three discards the last of them is the one that is drawn; the rest stay (R4.2)."""
    round_ = act(new_round(*HANDS, then=NEXT), "0 pile KS", "1 pile QS", "2 pile JD")
    assert format_cards(round_.discard_pile) == "JD QS KS KD"
    round_ = act(round_, "0 discard")
    assert format_cards(round_.hands[0]) == "8C 8H 5S JD"
    assert format_cards(round_.discard_pile) == "QS KS KD"
    assert refused(round_, "0 discard") == ("already_drawn", "R4.1")


def test_r4_3_t21_a_meld_stays_in_the_hand() -> None:
    """A book in a hand that cannot go out cannot be laid down (R4.3, T21)."""
    round_ = act(new_round("9C 9H 9S KD", "3S 5S 7H 8H", then="KS QS"), "0 pile")
    book = (parse_cards("9C 9H 9S"),)
    assert refused(round_, Discard(0, Card.parse("KD"), book)) == ("melds_before_out", "R4.3")
    out = GoOut(0, Card.parse("QS"), book)
    assert refused(round_, out) == ("cannot_go_out", "R6.1")
    assert refused(round_, GoOut(0, Card.parse("QS"))) == ("cannot_go_out", "R6.1")
    # A list of no melds lays nothing down.
    assert round_.apply(Discard(0, Card.parse("QS"), ())) == round_.apply(
        Discard(0, Card.parse("QS"))
    )


@pytest.mark.parametrize("card", ["8C", "8H", "JK", "3H", "KS"])
def test_r4_4_any_card_ends_the_turn(card: str) -> None:
    """Wilds, jokers, old cards and the card just drawn can all be discarded (R4.4)."""
    round_ = new_round("8C 8H JK 3H", "9C 9H JS 4S", then="KD KS", deal=Deal(4, Rank.THREE))
    drawn = act(round_, "0 pile")
    after, events = drawn.apply(Discard(0, Card.parse(card)))
    assert events == (Discarded(0, Card.parse(card)),)
    assert str(after.discard_pile[0]) == card
    assert Counter(after.hands[0]) == Counter(drawn.hands[0]) - Counter([Card.parse(card)])
    assert (after.turn, after.phase) == (1, Phase.DRAW)


def test_r4_4_t44_the_discard_just_taken_may_be_given_back() -> None:
    """8C taken from the discard pile is discarded again, and nothing has changed (R4.4, T44)."""
    round_ = new_round("4S 6H 10D", "5S 7H JD", then="8C KS QS")
    after = act(round_, "0 discard 8C")
    assert after.hands == round_.hands
    assert after.discard_pile == round_.discard_pile
    assert after.draw_pile == round_.draw_pile
    assert (after.turn, after.turns) == (1, 1)


def test_r4_5_a_hand_has_n_cards_after_every_turn() -> None:
    """During a turn a hand has n + 1 cards, at its end n again (R4.5)."""
    round_ = new_round(*HANDS, then=NEXT)
    for k in range(12):
        assert [len(hand) for hand in round_.hands] == [3, 3, 3]
        assert round_.turn is not None
        drawn = act(round_, f"{round_.turn} {'pile' if k % 2 else 'discard'}")
        assert len(drawn.hands[round_.turn]) == 4
        round_ = act(drawn, f"{round_.turn} {drawn.hands[round_.turn][0]}")


def test_r1_2_one_of_two_equal_cards_is_discarded() -> None:
    """Of a card that a hand holds twice, one copy stays in the hand (R1.2)."""
    round_ = act(new_round("8C 8C 5S", "9C 9H JS", then="KD KS"), "0 pile 8C")
    assert format_cards(round_.hands[0]) == "8C 5S KS"


def test_a_hand_keeps_its_order() -> None:
    """The drawn card comes last and the others stay where they were."""
    round_ = act(new_round("KC 3H JS 4*", "9C 9H JD 5S", then="KD KS"), "0 pile 3H")
    assert format_cards(round_.hands[0]) == "KC JS 4* KS"


def test_t43_what_breaks_the_order_of_a_turn_is_refused() -> None:
    """Drawing twice, discarding first, foreign cards and foreign turns are refused (T43)."""
    waiting = new_round(*HANDS, then=NEXT)
    drawn = act(waiting, "0 pile")
    cases = [
        (drawn, "0 pile", ("already_drawn", "R4.1")),
        (drawn, "0 discard", ("already_drawn", "R4.1")),
        (waiting, "0 8C", ("not_drawn", "R4.1")),
        (waiting, "0 out 8C", ("not_drawn", "R6.4")),
        (drawn, "0 9C", ("not_in_hand", "R4.4")),
        (drawn, "0 KD", ("not_in_hand", "R4.4")),
        (drawn, "0 out KD", ("not_in_hand", "R4.4")),
        (waiting, "1 pile", ("not_your_turn", "R3.2")),
        (waiting, "2 discard", ("not_your_turn", "R3.2")),
        (drawn, "1 9C", ("not_your_turn", "R3.2")),
        (drawn, "1 out 9C", ("not_your_turn", "R3.2")),
        (waiting, "3 pile", ("not_your_turn", "R3.2")),
        (waiting, "-1 pile", ("not_your_turn", "R3.2")),
    ]
    for round_, action, expected in cases:
        assert refused(round_, action) == expected, action


def test_picked_up_cards_are_remembered_while_they_may_be_held() -> None:
    """A card taken from the discards is known to be in the hand until that seat discards one."""
    round_ = act(new_round("8C 8H 5S", "9C 9H JS", then="8C KS QS"), "0 discard 5S")
    assert round_.picked_up == (parse_cards("8C"), ())
    round_ = act(round_, "1 discard 9C", "0 discard 9C")
    assert round_.picked_up == (parse_cards("8C"), parse_cards("5S"))
    # Seat 0 holds 8C twice: which of the two falls nobody can tell.
    round_ = act(round_, "1 pile KS", "0 pile 8C")
    assert round_.picked_up == ((), parse_cards("5S"))
    assert format_cards(round_.hands[0]) == "8H 8C QS"


def test_every_discard_is_remembered_in_order() -> None:
    """What each seat has thrown stays known, also when the next seat takes it away."""
    round_ = act(
        new_round(*HANDS, then=NEXT), "0 pile KS", "1 discard 9C", "2 pile 4C", "0 pile 8C"
    )
    assert round_.thrown == (parse_cards("KS 8C"), parse_cards("9C"), parse_cards("4C"))
    round_ = act(round_, "1 discard 8C", "2 pile 4S")
    assert round_.thrown == (parse_cards("KS 8C"), parse_cards("9C 8C"), parse_cards("4C 4S"))


def test_a_round_is_a_value() -> None:
    """Rounds are frozen, equal by content, hashable and pickled; applying leaves them alone."""
    round_ = new_round(*HANDS, then=NEXT)
    before = repr(round_)
    after = act(round_, "0 pile KS", "1 discard")
    assert repr(round_) == before
    assert after == act(new_round(*HANDS, then=NEXT), "0 pile KS", "1 discard")
    assert hash(after) != hash(round_)
    assert pickle.loads(pickle.dumps(after)) == after  # noqa: S301 - our own bytes
    with pytest.raises(AttributeError):
        round_.turn = 1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def test_a_round_that_goes_on_has_no_result() -> None:
    """The result of a round exists only when it is over."""
    with pytest.raises(ValueError, match="not over"):
        _ = new_round(*HANDS).result


def test_the_last_seat_deals_and_options_are_kept() -> None:
    """A round carries the options of its game and its deal."""
    rules = Rules(naturals=1)
    round_ = new_round(*HANDS, rules=rules)
    assert round_.rules is rules
    assert (round_.deal, round_.dealer, round_.seats) == (THREES, 2, (0, 1, 2))


@pytest.mark.parametrize("source", ["pile", "discard", "xyz", None])
def test_a_draw_says_its_source_or_is_refused(source: object) -> None:
    """Plain text is no source: it could be taken for the wrong pile."""
    with pytest.raises(FiveCrownsError, match="expected a Source"):
        Draw(0, source)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
