"""A whole game: rounds in order, dealers, totals, ranks and ties (sections A2, A3 and A9)."""

import pickle
from dataclasses import replace

import pytest

from fivecrowns.actions import AcceptTie, DealCards, Discard, Draw, Source, Stall
from fivecrowns.cards import Card, Rank, deck
from fivecrowns.events import GameEnded, RoundEnded
from fivecrowns.game import Game
from fivecrowns.rules import SCHEDULES, Deal, Rules, RulesError, Ties
from fivecrowns.shuffler import Shuffle
from tests.positions import OFFICIAL, act, any_hands, dealt, finished, refused

JOKERS_ONLY = Deal(3, None)
OUT = "8C 8H 8S"
TIEBREAK = Rules((JOKERS_ONLY,) * 3, ties=Ties.TIEBREAK)
SHARED = replace(TIEBREAK, ties=Ties.SHARED)
ONE_ROUND = Rules((JOKERS_ONLY,), ties=Ties.TIEBREAK)


def tied(rules: Rules) -> Game:
    """Three rounds that end with the totals 90, 90 and 110 of T41; seat 2 dealt last."""
    game = Game(rules, 3, 0)
    game = finished(game, "KS 10H 7D", OUT, "JK KD 9H")
    game = finished(game, "JK 7S 3H", "KS 10H 7D", OUT)
    return finished(game, OUT, "JK 7S 3H", "KS KH QD")


def one_round(*hands: str, dealer: int, players: int | None = None) -> Game:
    """A game of one round of three cards with only jokers wild, that round played."""
    return finished(Game(ONE_ROUND, players or len(hands), dealer), *hands)


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_r2_1_rounds_are_played_in_the_order_of_the_schedule(schedule: str) -> None:
    """Every round deals what the schedule says, and the game ends after the last (R2.1, R9.1)."""
    deals = SCHEDULES[schedule]
    game = Game(Rules(deals), 3, 1)
    for number, deal in enumerate(deals):
        assert game.next_deal == deal
        assert not game.is_over
        assert len(game.results) == number
        game = finished(game, *any_hands(game))
    assert tuple(result.deal for result in game.results) == deals
    assert game.is_over
    assert game.next_deal is None


def test_r2_2_every_round_is_dealt_from_all_cards() -> None:
    """Cards and melds are gathered: the next deal is of the whole deck again (R2.2)."""
    game = finished(Game(OFFICIAL, 3, 0), *any_hands(Game(OFFICIAL, 3, 0)))
    assert refused(game, DealCards(Shuffle(deck()[1:]))) == ("wrong_deck", "R2.2")
    after, _ = game.apply(DealCards(Shuffle(deck())))
    assert after.round is not None
    assert after.round.melds == ((), (), ())
    assert after.round.turns == 0


def test_r1_3_eight_players_are_dealt_from_two_sets() -> None:
    """A table of eight needs 232 cards, and 116 are refused (R1.3)."""
    game = Game(OFFICIAL, 8, 0)
    assert refused(game, DealCards(Shuffle(deck()))) == ("wrong_deck", "R2.2")
    after, _ = game.apply(DealCards(Shuffle(deck(2))))
    assert after.round is not None
    assert len(after.round.draw_pile) == 232 - 24 - 1


@pytest.mark.parametrize("dealer", range(4))
def test_r3_1_any_seat_may_deal_first(dealer: int) -> None:
    """The first dealer is chosen when the game is made (R3.1)."""
    game = Game(OFFICIAL, 4, dealer)
    assert game.next_dealer == dealer
    assert dealt(game, *any_hands(game)).turn == (dealer + 1) % 4


@pytest.mark.parametrize("dealer", [-1, 4, 10**30])
def test_r3_1_the_first_dealer_sits_at_the_table(dealer: int) -> None:
    """A first dealer without a seat is refused (R3.1)."""
    with pytest.raises(RulesError) as caught:
        Game(OFFICIAL, 4, dealer)
    assert caught.value.rule == "R3.1"


@pytest.mark.parametrize(("players", "cards"), [(1, 3), (15, 3), (0, 3)])
def test_r1_3_a_game_has_two_to_fourteen_players(players: int, cards: int) -> None:
    """A game for fewer or more players cannot be made (R1.3)."""
    with pytest.raises(RulesError):
        Game(Rules((Deal(cards, None),)), players, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 7, 14])
def test_r3_2_t40_dealer_and_first_player_move_on_each_round(players: int) -> None:
    """Round r is dealt by seat (d0 + r - 1) mod p and begun by the next (R3.2)."""
    first = players - 2
    game = Game(OFFICIAL, players, first)
    for r in range(1, 12):
        assert game.next_dealer == (first + r - 1) % players
        begun = dealt(game, *any_hands(game))
        assert begun.turn == (first + r) % players
        game = finished(game, *any_hands(game))
    assert [result.dealer for result in game.results] == [(first + k) % players for k in range(11)]


def test_t40_four_players_with_the_third_dealing_first() -> None:
    """Dealer and starter are 2 and 3, then 3 and 0, and in round 11 they are 0 and 1 (T40)."""
    game = Game(OFFICIAL, 4, 2)
    seen: list[tuple[int, int | None]] = []
    for _ in range(11):
        seen.append((game.next_dealer, dealt(game, *any_hands(game)).turn))
        game = finished(game, *any_hands(game))
    assert (seen[0], seen[1], seen[10]) == ((2, 3), (3, 0), (0, 1))


def test_r8_2_totals_add_up_over_rounds() -> None:
    """After each round the totals are the sums of the round scores (R8.2)."""
    game = Game(SHARED, 3, 0)
    assert game.totals == (0, 0, 0)
    game = finished(game, "KS 10H 7D", OUT, "JK KD 9H")
    assert game.totals == (30, 0, 72)
    game = finished(game, "JK 7S 3H", "KS 10H 7D", OUT)
    assert game.totals == (90, 30, 72)
    assert [result.scores for result in game.results] == [(30, 0, 72), (60, 30, 0)]


def test_r9_1_the_lowest_total_wins_and_equal_totals_share_a_rank() -> None:
    """Totals 30, 0, 72, 30 rank 2, 1, 4, 2, and the second seat wins (R9.1)."""
    game = one_round("KS 10H 7D", OUT, "JK KD 9H", "KC 10S 7S", dealer=0)
    assert game.is_over
    assert game.totals == (30, 0, 72, 30)
    assert game.ranks == (2, 1, 4, 2)
    assert game.winners == (1,)


def test_r9_1_ranks_are_known_before_winners() -> None:
    """While the game goes on there are ranks, and no winners yet (R9.1)."""
    game = Game(SHARED, 3, 0)
    assert game.ranks == (1, 1, 1)
    game = finished(game, "KS 10H 7D", OUT, "JK KD 9H")
    assert game.ranks == (2, 1, 3)
    assert game.winners == ()


def test_r9_2_t41_a_tie_is_shared_by_default() -> None:
    """With totals 90, 90 and 110 the first two win and rank 1, 1, 3 (R9.2, T41)."""
    game = tied(SHARED)
    assert game.totals == (90, 90, 110)
    assert game.is_over
    assert game.winners == (0, 1)
    assert game.ranks == (1, 1, 3)
    assert refused(game, AcceptTie()) == ("game_over", "R9.1")


def test_r9_3_t41_the_tied_play_six_cards_with_sixes_wild() -> None:
    """Seats 0 and 1 get 6 cards each, 6s wild, from all sets; seat 0 deals (R9.3, T41)."""
    game = tied(TIEBREAK)
    assert not game.is_over
    assert game.winners == ()
    assert game.next_deal == Deal(6, Rank.SIX)
    assert game.next_seats == (0, 1)
    assert game.next_dealer == 0
    after, _ = game.apply(DealCards(Shuffle(deck())))
    assert after.round is not None
    assert [len(hand) for hand in after.round.hands] == [6, 6, 0]
    assert len(after.round.draw_pile) == 116 - 12 - 1
    assert after.turn == 1
    assert refused(after, Draw(2, Source.PILE)) == ("not_your_turn", "R3.2")


def test_r9_3_t41_zero_against_twelve_wins_and_totals_stay() -> None:
    """A scores 0 and B 12 in the tie-break: A wins, the totals stay 90 and 90 (T41)."""
    game = tied(TIEBREAK)
    game = dealt(game, "8C 8H 8S 9C 9H 9S", "7C 7H 7S 3D 4S 5H", then="KD QD QH JH")
    game = act(game, "1 pile QD", "0 pile out QH", "1 pile JH")
    assert game.results[3].scores == (0, 12, None)
    assert game.is_over
    assert game.winners == (0,)
    assert game.ranks == (1, 2, 3)
    assert game.totals == (90, 90, 110)


def test_r9_3_t41_zero_against_zero_is_played_again() -> None:
    """A tie in the tie-break is followed by another, dealt by the other player (T41)."""
    game = finished(tied(TIEBREAK), "8C 8H 8S 9C 9H 9S", "7C 7H 7S 10C 10H 10S")
    assert game.results[3].scores == (0, 0, None)
    assert (game.is_over, game.next_dealer, game.next_seats) == (False, 1, (0, 1))
    game = finished(game, "8C 8H 8S 9C 9H 9S", "7C 7H 7S 3D 4S 5H")
    assert game.is_over
    assert (game.winners, game.ranks, game.totals) == ((0,), (1, 2, 3), (90, 90, 110))
    assert [result.dealer for result in game.results] == [0, 1, 2, 0, 1]


def test_r9_3_tie_break_rounds_are_compared_in_turn_and_never_added() -> None:
    """20 points in the second tie-break are better than 3 in the first (R9.3)."""
    game = one_round(OUT, "9C 9H 9S", "7C 7H 7S", dealer=2)
    assert (game.next_seats, game.next_dealer) == ((0, 1, 2), 0)
    threes = "8D 8* 8C JH JC 3D"
    game = finished(game, "9C 9H 9S 10C 10H 10S", "8H 8S 8C QC QH QS", threes)
    # Jacks and the three cost 25: seat 2 is out of it, and 0 and 1 play on.
    assert game.results[1].scores == (0, 0, 25)
    assert game.next_seats == (0, 1)
    assert game.next_dealer == 1
    game = finished(game, "9C 9H 9S 10C 10H 10S", "8H 8S 8C KC KH QD")
    assert game.results[2].scores == (0, 38, None)
    assert game.is_over
    assert game.ranks == (1, 2, 3)


def test_r9_3_places_below_the_first_are_not_played_for() -> None:
    """Of three tied one wins the tie-break; the other two with equal points share rank 2."""
    game = one_round(OUT, "9C 9H 9S", "7C 7H 7S", "KS QH JD", dealer=3)
    assert game.next_seats == (0, 1, 2)
    same = "8D 8* 8C JH JC 3D", "8H 8S 8C JS JD 3H"
    game = finished(game, same[0], "9C 9H 9S 10C 10H 10S", same[1])
    assert game.results[1].scores == (25, 0, 25, None)
    assert game.is_over
    assert (game.winners, game.ranks) == ((1,), (2, 1, 2, 4))


@pytest.mark.parametrize(
    ("dealer", "tied_seats", "next_dealer", "starter"),
    [
        (0, (1, 3), 1, 3),
        (1, (1, 2, 3), 2, 3),
        (2, (1, 3), 3, 1),
        (3, (1, 3, 4), 4, 1),
        (4, (0, 2), 0, 2),
        (4, (0, 4), 0, 4),
    ],
)
def test_r9_3_the_next_tied_seat_after_the_last_dealer_deals(
    dealer: int, tied_seats: tuple[int, ...], next_dealer: int, starter: int
) -> None:
    """The tie-break is dealt by the next tied seat clockwise and begun by the one after (R9.3)."""
    hands = ["KS QH JD", "KH QD JC", "KD QC J*", "KC Q* JS", "K* QS JH"]
    for seat, book in zip(tied_seats, ["8C 8H 8S", "9C 9H 9S", "7C 7H 7S"], strict=False):
        hands[seat] = book
    game = one_round(*hands, dealer=dealer)
    assert game.next_seats == tied_seats
    assert game.next_dealer == next_dealer
    assert dealt(game, *any_hands(game)).turn == starter


def test_r9_3_a_tie_break_uses_all_sets_of_the_game() -> None:
    """Two tied players of a table of eight play with both sets, 232 cards (R9.3)."""
    hands = ["KS QH JD", "KH QD JC", "KD QC J*", "KC Q* JS", "K* QS JH", "KS QH JD"]
    game = one_round(OUT, *hands, "9C 9H 9S", dealer=7)
    assert game.next_seats == (0, 7)
    assert refused(game, DealCards(Shuffle(deck()))) == ("wrong_deck", "R2.2")
    after, _ = game.apply(DealCards(Shuffle(deck(2))))
    assert after.round is not None
    assert len(after.round.draw_pile) == 232 - 12 - 1


def test_r9_3_the_players_may_accept_the_tie() -> None:
    """Before any tie-break round the tied may share the victory (R9.3)."""
    game, events = tied(TIEBREAK).apply(AcceptTie())
    assert events == (GameEnded((1, 1, 3), (0, 1)),)
    assert game.is_over
    assert (game.winners, game.ranks) == ((0, 1), (1, 1, 3))
    assert refused(game, DealCards(Shuffle(deck()))) == ("game_over", "R9.1")


def test_r9_3_a_tie_accepted_later_is_shared_by_those_still_tied() -> None:
    """After a tie-break that left two of three tied, these two share the victory (R9.3)."""
    game = one_round(OUT, "9C 9H 9S", "7C 7H 7S", dealer=2)
    game = finished(game, "9C 9H 9S 10C 10H 10S", "8H 8S 8C QC QH QS", "8D 8* 8C JH JC 3D")
    game, _ = game.apply(AcceptTie())
    assert (game.winners, game.ranks, game.totals) == ((0, 1), (1, 1, 3), (0, 0, 0))


def test_r9_3_there_must_be_a_tie_to_accept() -> None:
    """A tie is not accepted before the last round, during a round, or without one (R9.3)."""
    game = Game(TIEBREAK, 3, 0)
    assert refused(game, AcceptTie()) == ("no_tie", "R9.3")
    begun = dealt(game, *any_hands(game))
    assert refused(begun, AcceptTie()) == ("no_tie", "R9.3")
    game = finished(game, "KS 10H 7D", OUT, "JK KD 9H")
    assert refused(game, AcceptTie()) == ("no_tie", "R9.3")
    breaking = dealt(tied(TIEBREAK), *any_hands(tied(TIEBREAK)))
    assert refused(breaking, AcceptTie()) == ("no_tie", "R9.3")
    over = one_round(OUT, "KS QH JD", dealer=1)
    assert over.is_over
    assert refused(over, AcceptTie()) == ("game_over", "R9.1")


def test_r9_3_a_tie_break_may_stall_like_any_round() -> None:
    """A tie-break in which nobody goes out for 40 laps ends by R10.4, and scores decide."""
    game = dealt(tied(TIEBREAK), "8C 8H 8S 9C 9H 9S", "7C 7H 7S 3D 4S 5H", then="KD")
    for _ in range(80):
        assert game.round is not None
        game = act(game, f"{game.turn} discard {game.round.discard_pile[0]}")
    game, events = game.apply(Stall())
    assert game.results[3].out is None
    assert game.results[3].scores == (0, 12, None)
    assert events == (RoundEnded(game.results[3]), GameEnded((1, 2, 3), (0,)))


def test_the_order_of_deals_and_turns_is_kept() -> None:
    """No turn before a deal, no deal during a round, nothing after the end (R2.2, R9.1)."""
    game = Game(SHARED, 3, 0)
    assert refused(game, Draw(1, Source.PILE)) == ("not_dealt", "R2.2")
    assert refused(game, Stall()) == ("not_dealt", "R2.2")
    begun = dealt(game, *any_hands(game))
    assert refused(begun, DealCards(Shuffle(deck()))) == ("round_not_over", "R2.2")
    over = tied(SHARED)
    for action in (Draw(0, Source.PILE), DealCards(Shuffle(deck())), Stall()):
        assert refused(over, action) == ("game_over", "R9.1")


def test_the_last_turn_ends_round_and_game() -> None:
    """The discard that ends the last round tells the result, then ranks and winners."""
    game = dealt(Game(Rules((JOKERS_ONLY,)), 2, 1), OUT, "KS 10H 7D", then="KD QS QD")
    game = act(game, "0 pile out QS", "1 pile")
    game, events = game.apply(Discard(1, Card.parse("QD")))
    assert events[-2:] == (RoundEnded(game.results[0]), GameEnded((1, 2), (0,)))
    assert (game.turn, game.phase, game.round) == (None, None, None)


def test_a_game_is_a_value() -> None:
    """Games are frozen, equal by content, hashable and pickled as they are."""
    game = dealt(Game(SHARED, 3, 0), "KS 10H 7D", OUT, "JK KD 9H")
    again = dealt(Game(SHARED, 3, 0), "KS 10H 7D", OUT, "JK KD 9H")
    assert game == again
    assert hash(game) == hash(again)
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301 - our own bytes
    with pytest.raises(AttributeError):
        game.players = 4  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
