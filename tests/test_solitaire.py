"""Solitaire: the rules Sol1 to Sol15 and the cases T48, T49 and T51."""

from __future__ import annotations

from collections import Counter
from random import Random

from fivecrowns.actions import DealCards
from fivecrowns.cards import JOKER, Card, Rank, deck, format_cards, parse_cards, without
from fivecrowns.shuffler import SeededShuffler, Shuffle
from fivecrowns.solitaire.game import (
    TURNS,
    GiveUp,
    Pile,
    PileClosed,
    PilesDealt,
    Play,
    Played,
    Solitaire,
    SolitaireEnded,
    TakenBack,
    TurnedOver,
    TurnOver,
    Undo,
    deal,
)
from fivecrowns.solitaire.hint import Reason, hint, outcomes, sentence
from fivecrowns.solitaire.view import legal_actions, view
from tests.solitaire_positions import (
    ALMOST_WON,
    apply,
    arranged,
    at_random,
    by_hint,
    dealt,
    play_out,
    refused,
    start,
)

CARD = Card.parse


# --- the deal (Sol1, Sol2, Sol8) ------------------------------------------------------------


def test_sol1_eleven_piles_of_3_to_13_cards_and_28_to_draw() -> None:
    """Sol1: the deck is dealt pile by pile, its first 3 cards to the pile of 3."""
    order = tuple(Random(5).sample(deck(), 116))
    game, events = Solitaire().apply(DealCards(Shuffle(order)))
    assert [len(pile.cards) for pile in game.piles] == list(range(3, 14))
    assert sum((pile.cards for pile in game.piles), ()) == order[:88]
    assert game.draw_pile == order[88:]
    assert len(game.draw_pile) == TURNS == 28
    assert events[0] == PilesDealt(tuple(pile.cards for pile in game.piles))
    assert (game.turns, game.drawn, view(game).discards) == (0, None, ())


def test_sol1_only_a_whole_deck_can_be_dealt_and_only_once() -> None:
    """Sol1: a deck with a wrong card, no deck, a second deal: refused."""
    cards = list(deck())
    assert refused(Solitaire(), DealCards(Shuffle(tuple(cards[:115])))) == ("wrong_deck", "Sol1")
    cards[0] = JOKER
    assert refused(Solitaire(), DealCards(Shuffle(tuple(cards)))) == ("wrong_deck", "Sol1")
    assert refused(Solitaire(), TurnOver()) == ("not_dealt", "Sol1")
    assert refused(dealt(1), deal(SeededShuffler(2))) == ("already_dealt", "Sol1")


def test_sol2_t48_wilds_belong_to_the_pile() -> None:
    """Sol2, T48: in the pile of 7 a 3 is natural and 7s are wild; in the pile of 3, 3s are."""
    seven = Pile(7, parse_cards("3D 5H 5S 7C KS QH 8*"))
    assert (seven.wild, seven.points) == (Rank.SEVEN, 3 + 13 + 12 + 8)
    assert Pile(3, parse_cards("3D 7C 9S")).points == 20 + 7 + 9
    assert Pile(3, parse_cards("3D 9C 9S")).points == 0


def test_sol3_piles_meld_like_hands() -> None:
    """Sol3: books and runs with wilds, the best arrangement of the whole pile."""
    pile = Pile(6, parse_cards("JH QH 6C 4S 4D 4*"))
    assert pile.points == 0
    assert {meld.kind for meld in pile.arrangement.melds} == {"run", "book"}


def test_sol8_complete_piles_close_before_the_first_turn() -> None:
    """Sol8: what is complete after the deal is closed at once, with its melds."""
    game, events = Solitaire().apply(
        DealCards(Shuffle(arranged({3: "8C 8H 8S", 5: "9H 10H JH QH KH"})))
    )
    assert game.closed == (3, 5)
    closed = [event for event in events if isinstance(event, PileClosed)]
    assert [event.pile for event in closed] == [3, 5]
    assert format_cards(closed[1].melds[0].cards) == "9H 10H JH QH KH"


def test_sol8_one_deal_in_four_has_a_complete_pile() -> None:
    """Sol8: 0.27 complete piles a deal; 500 deals stay within four standard errors of that."""
    numbers = [len(dealt(seed).closed) for seed in range(500)]
    mean = sum(numbers) / len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
    assert abs(mean - 0.27) < 4 * (variance / len(numbers)) ** 0.5


# --- turns (Sol4 to Sol7, Sol9, Sol12) ------------------------------------------------------


def test_sol4_turn_over_then_add_to_a_pile_and_discard_from_it() -> None:
    """Sol4: the pile has its number of cards again, the others are untouched."""
    game = start({4: "8C 8H 5S KD"}, "8S 9S")
    turned, events = game.apply(TurnOver())
    assert events == (TurnedOver(CARD("8S")),)
    assert (turned.drawn, len(turned.draw_pile)) == (CARD("8S"), 27)
    played, events = turned.apply(Play(4, CARD("KD")))
    assert events[0] == Played(4, CARD("8S"), CARD("KD"))
    assert format_cards(played.piles[1].cards) == "8C 8H 5S 8S"
    assert [pile for pile in played.piles if pile.size != 4] == [
        pile for pile in turned.piles if pile.size != 4
    ]
    assert (played.drawn, played.turns, view(played).discards) == (None, 1, (CARD("KD"),))


def test_sol4_nothing_is_skipped() -> None:
    """Sol4: no play before a card is turned over, no second card before it is played."""
    game = start({4: "8C 8H 5S KD"}, "8S 9S")
    assert refused(game, Play(4, CARD("KD"))) == ("not_turned_over", "Sol4")
    turned = apply(game, TurnOver())
    assert refused(turned, TurnOver()) == ("already_turned_over", "Sol4")
    assert refused(turned, Play(4, CARD("9S"))) == ("not_in_pile", "Sol4")
    assert refused(turned, Play(4, CARD("9D"))) == ("not_in_pile", "Sol4")
    assert refused(turned, Play(2, CARD("8S"))) == ("no_such_pile", "Sol1")
    assert refused(turned, Play(14, CARD("8S"))) == ("no_such_pile", "Sol1")


def test_sol5_t49_the_card_just_added_may_be_discarded() -> None:
    """Sol5, T49: K♠ into the pile of 4 and out again leaves the pile and costs one draw card."""
    game = start({4: "8C 8H 5S KD"}, "KS")
    after = apply(game, TurnOver(), Play(4, CARD("KS")))
    assert after.piles == game.piles
    assert (after.turns, len(after.draw_pile)) == (1, 27)


def test_sol6_discards_never_come_back() -> None:
    """Sol6: after 28 turns all discards are out of the game and nothing is drawn again."""
    game, _ = play_out(dealt(3), at_random(3))
    assert len(view(game).discards) == game.turns == 28
    assert refused(game, TurnOver()) == ("game_over", "Sol11")


def test_sol7_sol9_a_complete_pile_closes_by_itself_for_good() -> None:
    """Sol7, Sol9: it closes when it is complete after the discard, and takes no further card."""
    game = start({4: "8C 8H 5S KD", 3: "8D 9D QS"}, "JD JK KH")
    game = apply(game, TurnOver())
    after, events = game.apply(Play(3, CARD("QS")))
    assert events == (Played(3, CARD("JD"), CARD("QS")),)
    after, events = apply(after, TurnOver()).apply(Play(3, CARD("8D")))
    assert [type(event) for event in events] == [Played, PileClosed]
    assert (after.closed, after.piles[0].points) == ((3,), 0)
    assert refused(apply(after, TurnOver()), Play(3, CARD("KH"))) == ("pile_closed", "Sol7")


def test_sol7_all_cards_with_the_one_to_discard_are_not_enough() -> None:
    """Sol7: a pile of 3 that melds with the card added closes only if the three kept meld."""
    game = apply(start({3: "8H 9H KS"}, "10H JH"), TurnOver())
    closed = apply(game, Play(3, CARD("KS")))
    assert closed.closed == (3,)
    assert apply(game, Play(3, CARD("9H"))).closed == ()


def test_sol12_no_turn_closes_two_piles() -> None:
    """Sol12: a turn touches one pile, so at most one closes."""
    for seed in range(8):
        game = dealt(seed)
        while not game.is_over:
            before = len(game.closed)
            game = apply(game, TurnOver())
            assert len(game.closed) == before
            game = apply(game, by_hint(view(game)))
            assert len(game.closed) - before in (0, 1)


# --- the end (Sol10, Sol11, Sol13) ----------------------------------------------------------


def before_the_last_card(last: str) -> Solitaire:
    """One pile open and one card to come, which was the last of 28."""
    order = arranged(ALMOST_WON)
    rest = list(order[88:])
    rest.remove(CARD(last))
    game = apply(Solitaire(), DealCards(Shuffle((*order[:88], *rest, CARD(last)))))
    for _ in range(27):
        game = apply(game, TurnOver())
        assert game.drawn is not None
        game = apply(game, Play(3, game.drawn))
    return game


def test_sol10_t51_the_28th_card_can_win() -> None:
    """Sol10, T51: the turn of the last card is completed; if it closes the last pile, that wins."""
    game = apply(before_the_last_card("3*"), TurnOver())
    assert (game.is_over, game.won, game.open) == (False, None, (3,))
    won, events = game.apply(Play(3, CARD("5S")))
    assert (won.is_over, won.won, won.points, won.turns) == (True, True, 0, 28)
    assert [type(event) for event in events] == [Played, PileClosed, SolitaireEnded]
    assert events[-1] == SolitaireEnded(won=True)
    assert refused(won, Undo()) == ("game_over", "Sol10")


def test_sol11_sol13_t51_an_open_pile_after_the_28th_card_loses() -> None:
    """Sol11, Sol13, T51: 5♠ J♦ Q♦ in the pile of 3 is a loss with 28 points."""
    game = apply(before_the_last_card("3*"), TurnOver())
    lost, events = game.apply(Play(3, CARD("3*")))
    assert (lost.is_over, lost.won, lost.points) == (True, False, 28)
    assert events[-1] == SolitaireEnded(won=False)
    assert refused(lost, GiveUp()) == ("game_over", "Sol11")


def test_sol10_a_deal_that_is_complete_is_won_without_a_turn() -> None:
    """Sol10, Sol8: eleven complete piles are a win at once."""
    order = arranged(ALMOST_WON | {3: "3D 3C QD"})
    game, events = Solitaire().apply(DealCards(Shuffle(order)))
    assert (game.won, game.turns, events[-1]) == (True, 0, SolitaireEnded(won=True))
    assert view(game).turns_left == 0
    assert legal_actions(view(game)) == ()
    assert hint(view(game)) is None


def test_sol11_giving_up_loses_at_any_time() -> None:
    """Sol11: giving up ends the game, before and after a card is turned over."""
    game = dealt(1)
    for state in (game, apply(game, TurnOver())):
        lost, events = state.apply(GiveUp())
        assert (lost.is_over, lost.won, lost.turns) == (True, False, 0)
        assert SolitaireEnded(won=False) in events


def test_sol11_more_open_piles_than_turns_cannot_be_won() -> None:
    """Sol11: the view says so at the latest when each turn left could close a pile in vain."""
    game = dealt(1)
    assert view(game).can_be_won
    open_piles = len(game.open)
    while view(game).turns_left >= open_piles:
        game = apply(game, TurnOver())
        assert game.drawn is not None
        game = apply(game, Play(game.open[-1], game.drawn))
        assert len(game.open) == open_piles
    assert not view(game).can_be_won


# --- the hint (Sol14) and undo (Sol15) ------------------------------------------------------


def test_sol14_the_hint_wins_most_deals() -> None:
    """Sol14: a player who looks at one turn wins one deal in ten; the hint wins most."""
    ends = [play_out(dealt(seed), by_hint)[0] for seed in range(25)]
    assert sum(game.won is True for game in ends) > 18
    assert sum(len(game.closed) for game in ends) > 10.5 * len(ends)


def test_the_hint_gives_its_reason() -> None:
    """A hint gives its reason with the figures it stands on."""
    game = apply(start({3: "8H 9H KS"}, "10H"), TurnOver())
    closing = hint(view(game))
    assert closing is not None
    assert (closing.play, closing.reason) == (Play(3, CARD("KS")), Reason.CLOSES)
    assert (closing.before, closing.after) == (30, 0)
    assert "With 10♥ in and K♠ out, the pile of 3 closes." in sentence(closing, symbols=True)

    reasons: set[Reason] = set()
    for seed in range(20):
        game = dealt(seed)
        while not game.is_over:
            game = apply(game, TurnOver())
            hinted = hint(view(game))
            assert hinted is not None
            after = apply(game, hinted.play)
            points = {pile.size: pile.points for pile in after.piles}
            assert points[hinted.play.pile] == hinted.after
            assert (hinted.reason is Reason.CLOSES) == (len(after.closed) > len(game.closed))
            said = sentence(hinted)
            assert ("all open piles can be closed" in said) == hinted.plan.complete
            match hinted.reason:
                case Reason.PLANNED:
                    assert hinted.waits_for
                    assert all(str(card) in said for card in hinted.waits_for)
                case Reason.LOWERS:
                    assert hinted.after < hinted.before
                    assert not hinted.plan.complete
                case Reason.THROWS_AWAY:
                    assert hinted.play.discard is game.drawn
                case Reason.CLOSES:
                    pass
            reasons.add(hinted.reason)
            game = after
    assert reasons == set(Reason)
    assert hint(view(game)) is None


def test_sol15_undo_takes_back_the_last_turn_and_counts() -> None:
    """Sol15: the card of that turn lies there again; whether the next was seen is counted apart."""
    first = apply(dealt(7), TurnOver())
    assert first.drawn is not None
    second = apply(first, Play(13, first.drawn))
    third = apply(second, TurnOver())

    back, events = second.apply(Undo())
    assert events == (TakenBack(Play(13, first.drawn), seen=False),)
    assert (back.undone, back.undone_seen) == (1, 0)
    assert (back.piles, back.drawn, back.draw_pile, back.plays) == (
        (first.piles, first.drawn, first.draw_pile, ())
    )

    back, events = third.apply(Undo())
    assert events == (TakenBack(Play(13, first.drawn), seen=True),)
    assert (back.undone, back.undone_seen) == (1, 1)
    assert refused(back, Undo()) == ("nothing_to_undo", "Sol15")


def test_sol15_every_undo_counts() -> None:
    """Sol15: turns taken back add up, those before and those after a look at the next card."""
    game = apply(dealt(7), TurnOver())
    for undone, (look, seen) in enumerate([(False, 0), (True, 1), (False, 1), (True, 2)], start=1):
        assert game.drawn is not None
        game = apply(game, Play(13, game.drawn), *([TurnOver()] if look else []), Undo())
        assert (game.undone, game.undone_seen, game.turns) == (undone, seen, 0)


def test_sol15_undo_opens_the_pile_that_the_turn_had_closed() -> None:
    """Sol15: after undo the pile is open, and everything is as before the turn."""
    turned = apply(start({3: "8H 9H KS"}, "10H"), TurnOver())
    closed = apply(turned, Play(3, CARD("KS")), TurnOver())
    assert closed.closed == (3,)
    back = apply(closed, Undo())
    assert back.piles == turned.piles
    assert apply(back, Play(3, CARD("KS"))).closed == (3,)


def test_outcomes_are_what_the_plays_leave() -> None:
    """The preview of a pile is the truth about every discard."""
    game = apply(dealt(21), TurnOver())
    assert game.drawn is not None
    for pile in view(game).open:
        for discard, left in outcomes(pile, game.drawn):
            after = apply(game, Play(pile.size, discard))
            assert after.piles[pile.size - 3].points == left
            kept = without((*pile.cards, game.drawn), discard)
            assert Counter(after.piles[pile.size - 3].cards) == Counter(kept)
