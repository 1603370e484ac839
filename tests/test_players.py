"""The computer players: they know a view only, go out when they can, and always come to an end."""

import ast
import pickle
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from inspect import signature
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecrowns import players
from fivecrowns.actions import Discard, Draw, GoOut, PlayerAction, Source
from fivecrowns.cards import KINDS, Card, Rank, parse_cards
from fivecrowns.errors import FiveCrownsError
from fivecrowns.game import Game, deal, play
from fivecrowns.players import PLAYERS, Reason, make_player, sentence
from fivecrowns.players.reasons import SENTENCES
from fivecrowns.record import Header
from fivecrowns.round import STALL_LAPS, Phase
from fivecrowns.rules import ArrangementRule, Deal, LayOff, Rules
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.view import View, legal_actions, view
from tests import strategies
from tests.oracles import brute_force
from tests.playing import Habits, play_at_random, some_habits
from tests.positions import OFFICIAL, act, dealt

SOURCES = sorted(Path(players.__file__).parent.glob("*.py"))
THINKING = ("easy", "medium", "hard", "expert")
"""Players that do not choose blindly."""


@pytest.mark.parametrize("kind", PLAYERS)
def test_a_player_is_given_a_view_and_nothing_else(kind: str) -> None:
    """Deciding takes one argument, a view, which has no place for a hidden card."""
    (parameter,) = signature(make_player(kind).decide).parameters.values()
    assert parameter.annotation == "View"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_player_reaches_for_the_state_of_a_game(path: Path) -> None:
    """The code of players imports neither the game nor its records, and of a round the phase."""
    imported: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            imported |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
    ours = {name for name in imported if name.startswith("fivecrowns")}
    forbidden = ("fivecrowns.game", "fivecrowns.record", "fivecrowns.round", "fivecrowns.shuffler")
    assert not {name for name in ours if name.startswith(forbidden)} - {"fivecrowns.round.Phase"}
    assert "gc" not in imported
    assert "inspect" not in imported


def test_a_kind_that_does_not_exist_is_refused() -> None:
    """The error names the kinds there are."""
    with pytest.raises(FiveCrownsError, match="easy, medium, hard, expert, random"):
        make_player("clever")


def positions(header: Header, random: Random, chance: float) -> Iterator[tuple[Game, View]]:
    """Views of the seat whose turn it is, out of a game played at random."""
    for step in play_at_random(header, some_habits(random), random):
        game = step.after
        if game.turn is not None and random.random() < chance:
            yield game, view(game, game.turn)


@given(strategies.headers(max_rounds=1, max_cards=7), strategies.chances())
@strategies.examples(0.3)
def test_every_decision_is_legal_and_comes_with_a_sentence(header: Header, random: Random) -> None:
    """In any situation of any table each player does something legal and can say why."""
    for game, seen in positions(header, random, 0.1):
        for kind in PLAYERS:
            decision = make_player(kind, 7).decide(seen)
            play(game, decision.action, SeededShuffler(1))
            assert decision.action.seat == seen.turn
            assert without_melds(decision.action) in legal_actions(seen)
            for symbols in (False, True):
                text = sentence(decision.reason, symbols=symbols)
                assert text.endswith(".")
                assert "None" not in text
                assert "{" not in text


def without_melds(action: PlayerAction) -> PlayerAction:
    """The action with its melds left to the rules, as `legal_actions` lists it."""
    return replace(action, melds=None) if isinstance(action, Discard | GoOut) else action


@given(strategies.headers(max_rounds=1, max_cards=7), strategies.chances())
@strategies.examples(0.2)
def test_the_same_view_and_seed_get_the_same_decision(header: Header, random: Random) -> None:
    """Asked again, newly made, or with a copy of the view, a player decides the same."""
    for _, seen in positions(header, random, 0.1):
        copied = pickle.loads(pickle.dumps(seen))  # noqa: S301 - our own bytes
        for kind in PLAYERS:
            player = make_player(kind, "seed")
            first = player.decide(seen)
            assert player.decide(copied) == first
            assert make_player(kind, "seed").decide(seen) == first


def test_other_seeds_make_other_players_of_those_that_leave_some_to_chance() -> None:
    """`easy` and `random` do not all decide alike; `medium` and `hard` have no chance in them."""
    game = dealt(Game(OFFICIAL, 2, 1), "3S 5H 7D", "4S 6H 8D", then="9C 10*")
    seen = view(game, 0)
    for kind, most in (("easy", 2), ("random", 2), ("medium", 1), ("hard", 1), ("expert", 1)):
        decisions = {make_player(kind, seed).decide(seen) for seed in range(40)}
        assert len(decisions) == most


def can_go_out(hand: str, card: str) -> View:
    """The view of a seat that has just drawn a card to a hand with which it can go out."""
    size = len(hand.split())
    other = " ".join(map(str, [kind for kind in KINDS if str(kind) not in hand][:size]))
    game = Game(Rules((Deal(size, Rank(size)),)), 2, 1)
    return view(act(dealt(game, hand, other, then=f"QC {card}"), "0 pile"), 0)


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("8C 8H 8S", "KD"),
        ("8C 8H JK", "3H"),
        ("6D 7D 8D 9D 10D", "QS"),
        ("3H 4H 5H 6C 6S 6D 9* 10* J* QD QS QC JK", "7H"),
    ],
)
def test_r6_1_players_go_out_when_they_can(hand: str, card: str) -> None:
    """A hand of which all but one card meld goes out at once; `easy` mostly notices (R6.1)."""
    seen = can_go_out(hand, card)
    for kind in ("medium", "hard", "expert"):
        decision = make_player(kind).decide(seen)
        assert isinstance(decision.action, GoOut)
        assert decision.reason.code == "goes_out"
    actions = [make_player("easy", seed).decide(seen).action for seed in range(100)]
    assert 50 < sum(isinstance(action, GoOut) for action in actions) <= 100


def played(kinds: list[str], rules: Rules, seed: int) -> Game:
    """A game of computer players; stops at the first round that would stall."""
    seats = [make_player(kind, seed) for kind in kinds]
    shuffler = SeededShuffler(seed)
    game = Game(rules, len(kinds), seed % len(kinds))
    while not game.is_over:
        round_ = game.round
        if round_ is None:
            game, _ = game.apply(deal(game, shuffler))
            continue
        assert round_.turns < STALL_LAPS * len(kinds), (seed, round_.deal)
        assert round_.turn is not None
        decision = seats[round_.turn].decide(view(game, round_.turn))
        game, _, _ = play(game, decision.action, shuffler)
    return game


FIVES = Rules((Deal(5, Rank.FIVE),))


@pytest.mark.parametrize(
    ("kind", "rules", "games"),
    [
        ("medium", FIVES, 150),
        ("medium", Rules(), 8),
        ("hard", FIVES, 20),
        ("hard", Rules((Deal(3, Rank.THREE), Deal(4, Rank.FOUR), Deal(6, Rank.SIX))), 4),
        ("hard", Rules((Deal(5, None),), naturals=1), 6),
        ("expert", FIVES, 20),
        ("easy", FIVES, 60),
    ],
)
def test_r10_4_players_of_a_kind_never_hand_cards_to_and_fro(
    kind: str, rules: Rules, games: int
) -> None:
    """Games of one kind against itself end without a stall, in the 5-card round, too (R10.4)."""
    for seed in range(games):
        game = played([kind] * (2 + seed % 3), rules, seed)
        assert all(result.out is not None for result in game.results)


def test_a_game_of_all_kinds_is_played_to_its_end() -> None:
    """All players at one table play a game with all house rules."""
    rules = Rules(
        (Deal(3, Rank.THREE), Deal(5, Rank.FIVE), Deal(6, None)),
        naturals=1,
        lay_off=LayOff.LAST_TURN,
        arrangement=ArrangementRule.MANUAL,
    )
    for seed in range(5):
        game = played(["easy", "medium", "hard", "medium"], rules, seed)
        assert game.is_over


def oracle_after_draw(hand: tuple[Card, ...], card: Card, wild: int, naturals: int) -> int:
    """The fewest points after drawing a card and the best discard, by trying everything."""
    cards = [*map(str, hand), str(card)]
    results: list[int] = []
    for discard in set(cards):
        kept = list(cards)
        kept.remove(discard)
        results.append(brute_force.points(kept, wild, naturals))
    return min(results)


@pytest.mark.parametrize("naturals", [0, 1])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_on_a_last_turn_the_better_draw_is_taken(size: int, naturals: int) -> None:
    """The pile is drawn from exactly if its unseen cards leave no more on average (R7.2)."""
    random = Random(f"{size} {naturals}")
    took = 0
    for _ in range(8):
        wild = random.choice([None, *Rank])
        header = Header(Rules((Deal(size, wild),), naturals), ("a", "b", "c"), 0)
        for step in play_at_random(header, Habits(choose=0), random):
            round_ = step.after.round
            if round_ is None or round_.out is None or round_.phase is not Phase.DRAW:
                continue
            assert round_.turn is not None
            seen = view(step.after, round_.turn)
            assert seen.upcard is not None
            counts = seen.unseen()
            after = {
                card: oracle_after_draw(seen.hand, card, wild or 0, naturals)
                for card in KINDS
                if counts[card.index] or card is seen.upcard
            }
            total = sum(
                count * after[card] for card, count in zip(KINDS, counts, strict=True) if count
            )
            take = after[seen.upcard] < Fraction(total, sum(counts))
            expected = Draw(round_.turn, Source.DISCARD if take else Source.PILE)
            for kind in ("medium", "hard"):
                assert make_player(kind).decide(seen).action == expected
            took += take
    assert took


def test_r10_1_on_a_last_turn_with_an_empty_pile_the_discards_count() -> None:
    """Where the pile will be made of the discards, these and not the unseen cards decide."""
    game = dealt(Game(OFFICIAL, 2, 1), "8C 8H 8S", "9C 9H 4S")
    assert game.round is not None
    *others, last = game.round.draw_pile
    for card in others:
        game = act(game, f"{game.turn} pile {card}")
    game = act(game, f"0 pile out {last}")
    seen = view(game, 1)
    assert seen.draw_pile == 0
    assert seen.upcard is not None
    below = seen.discard_pile[1:]
    after = [oracle_after_draw(seen.hand, card, 3, 0) for card in below]
    take = oracle_after_draw(seen.hand, seen.upcard, 3, 0) < Fraction(sum(after), len(after))
    expected = Draw(1, Source.DISCARD if take else Source.PILE)
    decision = make_player("hard").decide(seen)
    assert decision.action == expected
    assert decision.reason.expected == sum(after) / len(after)


@pytest.mark.parametrize("kind", PLAYERS)
def test_a_player_can_decide_when_every_card_is_known(kind: str) -> None:
    """With an empty pile and the other hand all picked up, nothing is unseen, and play goes on."""
    game = dealt(Game(OFFICIAL, 2, 1), "4S 7H 10D", "KC QH 8*", then="KH 3S 5C 6D")
    for turn in (
        "0 pile 7H",
        "1 discard KC",
        "0 pile 10D",
        "1 discard QH",
        "0 pile 4S",
        "1 discard 8*",
    ):
        game = act(game, turn)
    while game.round is not None and game.round.draw_pile:
        drawn = game.round.draw_pile[0]
        game = act(game, f"0 pile {drawn}", f"1 discard {drawn}")
    seen = view(game, 0)
    assert sum(seen.unseen()) == 0
    decision = make_player(kind, 1).decide(seen)
    after, _, _ = play(game, decision.action, SeededShuffler(1))
    second = make_player(kind, 1).decide(view(after, 0))
    play(after, second.action, SeededShuffler(1))


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize(("hand", "upcard"), [("JK JK JK", "JK"), ("8C 8C 8C", "8C")])
def test_a_player_can_decide_with_cards_of_one_kind_only(kind: str, hand: str, upcard: str) -> None:
    """Where hand and upcard are all the same card, nothing else could be discarded."""
    others = ["3S 4H 9D", "5S 6H 10D", "7S JH QD", "5H 6S 10C", "7H JS QC", "5D 6C 10H", "7D JC QS"]
    game = dealt(Game(OFFICIAL, 8, 7), hand, *others, then=f"{upcard} KD")
    assert view(game, 0).upcard == Card.parse(upcard)
    decision = make_player(kind, 1).decide(view(game, 0))
    play(game, decision.action, SeededShuffler(1))


def test_medium_takes_a_discard_only_if_it_lowers_its_points() -> None:
    """8S makes a book of 8C 8H and lowers 29 to 0; a K beside the same hand does not."""
    for upcard, source in (("8S", Source.DISCARD), ("KD", Source.PILE), ("4D", Source.DISCARD)):
        game = dealt(Game(OFFICIAL, 2, 1), "8C 8H KS", "4S 6H 10D", then=upcard)
        assert make_player("medium").decide(view(game, 0)).action == Draw(0, source)


def test_medium_discards_for_the_fewest_points() -> None:
    """Of 8C 8H KS QD the king is discarded: 8 + 8 + 12 is the least that can be left."""
    game = dealt(Game(OFFICIAL, 2, 1), "8C 8H KS", "4S 6H 10D", then="5C QD")
    decision = make_player("medium").decide(view(act(game, "0 pile"), 0))
    assert decision.action == Discard(0, Card.parse("KS"))
    assert decision.reason == Reason("discard_lowest", Card.parse("KS"), 28)


def test_under_manual_players_lay_down_what_melds() -> None:
    """Where the table does not arrange, players name the melds that leave the fewest points."""
    rules = Rules((Deal(3, Rank.THREE),), arrangement=ArrangementRule.MANUAL)
    game = dealt(Game(rules, 2, 1), "8C 8H 8S", "9C 9H 9S", then="KD QS QD")
    game = act(game, "0 pile out QS", "1 pile")
    for kind in THINKING:
        decision = make_player(kind).decide(view(game, 1))
        assert isinstance(decision.action, Discard)
        assert decision.action.card == Card.parse("QD")
        assert decision.action.melds is not None
        assert [sorted(meld) for meld in decision.action.melds] == [sorted(parse_cards("9C 9H 9S"))]


def test_h2_players_lay_off_what_fits() -> None:
    """On a last turn a card that fits a meld on the table is laid off before the discard (H2)."""
    rules = Rules((Deal(3, Rank.THREE),), lay_off=LayOff.LAST_TURN)
    for kind in THINKING:
        game = dealt(Game(rules, 2, 1), "8C 8H 8S", "8D 9H JS", then="KD QS QD")
        game = act(game, "0 pile out QS", "1 pile")
        for _ in range(2):
            decision = make_player(kind).decide(view(game, 1))
            game, _, _ = play(game, decision.action, SeededShuffler(1))
        # The 8D is laid off and the queen discarded, 9 and 11 are left.
        assert game.results[0].scores == (0, 20)


def test_every_reason_in_the_code_has_a_sentence_and_the_other_way_round() -> None:
    """The codes that players give are exactly those that there are sentences for."""
    given_codes: set[str] = set()
    texts: set[str] = set()
    for path in SOURCES:
        if path.stem == "reasons":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason":
                given_codes |= constants(node.args[0])
            texts |= constants(node)
    assert given_codes <= set(SENTENCES) <= texts


def constants(tree: ast.AST) -> set[str]:
    """The texts that stand in a piece of code."""
    leaves = (leaf.value for leaf in ast.walk(tree) if isinstance(leaf, ast.Constant))
    return {value for value in leaves if isinstance(value, str)}


@given(st.sampled_from(sorted(SENTENCES)), strategies.cards())
def test_sentences_name_their_card(code: str, card: Card) -> None:
    """A reason about a card says which, in ASCII or in symbols as asked."""
    reason = Reason(code, card, points=3, before=9, outs=4, expected=2.6)
    if "{card}" in SENTENCES[code]:
        assert str(card) in sentence(reason)
        assert card.symbols in sentence(reason, symbols=True)
    assert sentence(reason)[0].isupper() or sentence(reason)[0].isdigit()


def test_a_reason_of_a_player_of_ones_own_has_no_sentence_here() -> None:
    with pytest.raises(FiveCrownsError, match=r"expected a code of .*, got 'a whim'"):
        sentence(Reason("a whim"))
