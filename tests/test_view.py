"""What one seat may know, what it may do, and what it may not learn (section A4)."""

from collections import Counter
from dataclasses import fields, replace

import pytest

from fivecrowns.actions import DealCards, Discard, Draw, GoOut, LayOffCard, PlayerAction, Source
from fivecrowns.cards import KINDS, Card, Rank, copies, format_cards, parse_cards
from fivecrowns.events import Committed, Dealt, Discarded, Drawn, RoundEnded
from fivecrowns.game import Game
from fivecrowns.round import Phase
from fivecrowns.rules import Deal, LayOff, Rules
from fivecrowns.shuffler import Shuffle
from fivecrowns.view import View, lay_offs, legal_actions, redact, view
from tests.positions import OFFICIAL, act, any_hands, dealt, deck_order, finished

HANDS = ("8C 8H 5S", "9C 9H JS", "4C 10H 4S")
LAY_OFF = Rules((Deal(3, Rank.THREE),), lay_off=LayOff.LAST_TURN)


def begun(rules: Rules = OFFICIAL, *hands: str, then: str = "KD KS QS JD QD") -> Game:
    """A game whose last seat dealt these hands."""
    hands = hands or HANDS
    return dealt(Game(rules, len(hands), len(hands) - 1), *hands, then=then)


def test_a_view_shows_the_own_hand_and_what_lies_open() -> None:
    """A seat sees its hand, the discards, the sizes of all else, and whose turn it is."""
    seen = view(act(begun(), "0 pile KS", "1 discard"), 2)
    assert seen.seat == 2
    assert format_cards(seen.hand) == "4C 10H 4S"
    assert seen.hand_sizes == (3, 4, 3)
    assert seen.draw_pile == 116 - 9 - 1 - 1
    assert format_cards(seen.discard_pile) == "KD"
    assert seen.picked_up == ((), parse_cards("KS"), ())
    assert (seen.turn, seen.phase, seen.turns) == (1, Phase.DISCARD, 1)
    assert (seen.out, seen.melds) == (None, ((), (), ()))


def test_r4_2_the_upcard_is_the_top_of_the_discards() -> None:
    """The upcard is the last discard; while the only one is in a hand there is none (R4.2)."""
    game = begun()
    assert str(view(game, 0).upcard) == "KD"
    assert str(view(act(game, "0 pile KS"), 0).upcard) == "KS"
    assert view(act(game, "0 discard"), 0).upcard is None


def test_a_spectator_sees_no_hand() -> None:
    """Without a seat there is no hand and no action, and the rest is the same."""
    game = act(begun(), "0 pile")
    seen = view(game, None)
    assert (seen.seat, seen.hand) == (None, ())
    assert replace(seen, seat=1, hand=view(game, 1).hand) == view(game, 1)
    assert legal_actions(seen) == ()
    assert lay_offs(seen) == ()


@pytest.mark.parametrize("seat", [-1, 3, 100])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: int) -> None:
    """A seat outside the table is refused, so that -1 is never the last seat's hand."""
    with pytest.raises(ValueError, match="seat from 0 to 2"):
        view(begun(), seat)


def test_there_is_no_view_between_rounds() -> None:
    """A view shows a round that is being played."""
    with pytest.raises(ValueError, match="being played"):
        view(Game(OFFICIAL, 3, 0), 0)


def test_a_view_has_no_place_for_a_hidden_card() -> None:
    """The only fields that hold cards are the own hand, the discards, and what lies open."""
    with_cards = {field.name for field in fields(View) if "Hand" in str(field.type)}
    assert with_cards == {"hand", "discard_pile", "picked_up", "thrown"}
    seen = view(begun(), 1)
    assert isinstance(seen.draw_pile, int)
    assert all(isinstance(size, int) for size in seen.hand_sizes)


def test_finished_rounds_are_open_to_all() -> None:
    """Results and totals of earlier rounds are part of every view."""
    game = act(begun(OFFICIAL, "8C 8H 8S", "9C 9H JS"), "0 pile out KS", "1 pile JS")
    assert game.results[0].scores == (0, 30)
    game = dealt(game, "3C 4C 5D 7H", "8C 9D JH KS")
    for seat in (None, 0, 1):
        seen = view(game, seat)
        assert seen.results == game.results
        assert seen.totals == (0, 30)
    game = finished(Game(OFFICIAL, 2, 1), "8C 8H 8S", "KS 10H 7D")
    game = finished(game, "KS 10H 7D 3C", "8C 8H 8S 8D")
    assert view(dealt(game, *any_hands(game)), None).totals == game.totals == (33, 30)


def test_unseen_cards_are_those_in_the_pile_and_in_other_hands() -> None:
    """For each seat the counts are exactly the cards that it has not seen and cannot place."""
    game = act(begun(), "0 pile KS", "1 discard 9C", "2 pile QS", "0 discard 5S", "1 pile")
    assert game.round is not None
    for seat in range(3):
        hidden = Counter(game.round.draw_pile)
        for other in range(3):
            if other != seat:
                hidden += Counter(game.round.hands[other]) - Counter(game.round.picked_up[other])
        assert view(game, seat).unseen() == tuple(hidden[card] for card in KINDS)


def test_unseen_cards_of_a_spectator_leave_out_what_was_picked_up() -> None:
    """A spectator counts all hands as unseen, but for cards taken from the discards."""
    game = act(begun(), "0 pile KS", "1 discard 9C")
    counts = view(game, None).unseen()
    known = Counter(parse_cards("KD 9C KS"))
    assert counts == tuple(copies(card) - known[card] for card in KINDS)


def test_cards_on_the_table_are_seen() -> None:
    """Melds and what was laid off on them are not among the unseen."""
    game = begun(LAY_OFF, "8C 8H 8S", "8D 9H JS", then="KD KS QS")
    game = act(game, "0 pile out KS", "1 pile off 8D on 0.0")
    counts = view(game, 1).unseen()
    for text, left in (("8C", 1), ("8D", 1), ("8*", 2), ("KS", 1), ("QS", 1), ("3S", 2)):
        assert counts[Card.parse(text).index] == left


def test_r10_1_the_next_card_of_an_empty_pile_is_one_of_the_discards() -> None:
    """While the pile lasts any unseen card may come; then only a discard below the top (R10.1)."""
    game = begun()
    assert view(game, 0).drawable() == view(game, 0).unseen()
    while game.round is not None and game.round.draw_pile:
        game = act(game, f"{game.turn} pile {game.round.draw_pile[0]}")
    assert game.round is not None
    seat = game.turn
    assert seat is not None
    top, *below = game.round.discard_pile
    assert view(game, seat).drawable() == tuple(below.count(card) for card in KINDS)
    # Once the top is taken, the pile will be made of the discards that are left now.
    game = act(game, f"{seat} discard")
    assert view(game, seat).drawable() == tuple(below.count(card) for card in KINDS)
    assert top in view(game, seat).hand


def texts(actions: tuple[PlayerAction, ...]) -> list[str]:
    """Actions of a seat in few words."""
    words: list[str] = []
    for action in actions:
        match action:
            case Draw(_, source):
                words.append(source.value)
            case Discard(_, card):
                words.append(str(card))
            case GoOut(_, card):
                words.append(f"out {card}")
            case LayOffCard(_, card, on_seat, meld):
                words.append(f"{card} on {on_seat}.{meld}")
    return words


def test_r4_1_both_piles_are_open_before_the_draw() -> None:
    """The seat whose turn it is may draw from either pile, the others may do nothing (R4.1)."""
    game = begun()
    assert texts(legal_actions(view(game, 0))) == ["pile", "discard"]
    assert legal_actions(view(game, 1)) == ()


def test_r4_4_every_kind_of_card_in_the_hand_may_be_discarded_once() -> None:
    """After the draw each kind in the hand is one action, the same card twice only one (R4.4)."""
    game = act(begun(OFFICIAL, "8C 8C 5S", "9C 9H JS", then="KD KS"), "0 pile")
    assert texts(legal_actions(view(game, 0))) == ["5S", "KS", "8C"]


def test_r6_5_going_out_is_offered_with_each_discard_that_allows_it() -> None:
    """A hand that can go out is told so, with every discard that will do (R6.1, R6.5)."""
    game = act(begun(OFFICIAL, "8C 8H 8S", "9C 9H JS", then="KD JK"), "0 pile")
    plain = ["8S", "8H", "8C", "JK"]
    expected = plain + [f"out {card}" for card in plain]
    assert texts(legal_actions(view(game, 0))) == expected


def test_r6_6_nobody_is_offered_to_go_out_after_another() -> None:
    """On a last turn there are discards only, without laying off (R6.6, R7.2)."""
    game = begun(OFFICIAL, "8C 8H 8S", "9C 9H 9S", then="KD KS QS")
    game = act(game, "0 pile out KS", "1 pile")
    assert texts(legal_actions(view(game, 1))) == ["9S", "QS", "9H", "9C"]


def test_h2_laying_off_is_offered_where_a_meld_takes_the_card() -> None:
    """On a last turn each card that fits a meld on the table is an action (H2)."""
    game = begun(LAY_OFF, "8C 8H 8S", "8D 3H JS", then="KD KS QS")
    game = act(game, "0 pile out KS")
    assert lay_offs(view(game, 1)) == ()
    game = act(game, "1 pile")
    assert texts(lay_offs(view(game, 1))) == ["3H on 0.0", "8D on 0.0"]
    assert texts(legal_actions(view(game, 1))) == ["JS", "QS", "3H", "8D", "3H on 0.0", "8D on 0.0"]
    less = act(game, "1 off 3H on 0.0")
    assert texts(lay_offs(view(less, 1))) == ["8D on 0.0"]
    game = act(less, "1 off 8D on 0.0")
    assert texts(legal_actions(view(game, 1))) == ["JS", "QS"]


def test_h2_the_last_card_is_kept_for_the_discard() -> None:
    """Of two cards that fit one may be laid off; the one that is left may not (H2, R7.2)."""
    game = begun(LAY_OFF, "JK JK JK", "JK JK JK", then="KD KS QS")
    game = act(game, "0 pile out KS", "1 pile off JK on 0.0 off JK on 0.0")
    assert texts(lay_offs(view(game, 1))) == ["QS on 0.0", "JK on 0.0"]
    game = act(game, "1 off JK on 0.0")
    assert lay_offs(view(game, 1)) == ()
    assert texts(legal_actions(view(game, 1))) == ["QS"]


def test_r10_1_after_a_reshuffle_only_the_pile_is_offered() -> None:
    """A pile just made anew has to be drawn from (R10.1)."""
    game = begun()
    assert game.round is not None
    after = replace(game, round=replace(game.round, must_draw_pile=True))
    assert texts(legal_actions(view(after, 0))) == ["pile"]


def test_redaction_hides_other_hands_and_draws() -> None:
    """Of a deal a seat learns its own hand, of a draw from the pile nothing but who drew."""
    order = deck_order(HANDS, "KD KS QS JD QD")
    hands = tuple(map(parse_cards, HANDS))
    event = Dealt(Deal(3, Rank.THREE), 2, hands, order[9])
    assert redact(event, 1) == replace(event, hands=(None, hands[1], None))
    assert redact(event, None) == replace(event, hands=(None, None, None))
    drawn = Drawn(0, Source.PILE, Card.parse("KS"))
    assert redact(drawn, 0) == drawn
    assert redact(drawn, 1) == redact(drawn, None) == Drawn(0, Source.PILE, None)


def test_redaction_leaves_what_lies_open() -> None:
    """Discards, cards taken from the discards, commitments and ends are told to everybody."""
    game = act(begun(OFFICIAL, "8C 8H 8S", "9C 9H JS"), "0 pile out KS", "1 pile JS")
    ended = RoundEnded(game.results[0])
    taken = Drawn(0, Source.DISCARD, Card.parse("KD"))
    for event in (taken, Discarded(0, Card.parse("KD")), Committed("ab"), ended):
        for seat in (None, 0, 1):
            assert redact(event, seat) is event


def test_a_deal_of_a_tie_break_hides_the_hands_of_those_who_play() -> None:
    """A seat that does not play learns no hand of a tie-break, and has none itself (R9.3)."""
    event = Dealt(
        Deal(3, None), 0, (parse_cards("8C 8H 5S"), None, parse_cards("9C 9H JS")), KINDS[0]
    )
    assert redact(event, 1) == replace(event, hands=(None, None, None))
    assert redact(event, 2) == replace(event, hands=(None, None, event.hands[2]))


def test_views_of_the_same_position_are_equal_and_hashable() -> None:
    """A view is a value: two games with the same open cards give equal views."""
    order = deck_order(HANDS, "KD KS QS")
    swapped = (*order[:11], order[12], order[11], *order[13:])
    games = [
        act(Game(OFFICIAL, 3, 2).apply(DealCards(Shuffle(cards)))[0], "0 pile KS")
        for cards in (order, swapped)
    ]
    assert games[0] != games[1]
    first, second = (view(game, 1) for game in games)
    assert first == second
    assert hash(first) == hash(second)
