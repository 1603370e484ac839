"""Solitaire at the terminal: what is shown and what can be typed."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path

import pytest

from fivecrowns.cards import JOKER, Card
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.solitaire.game import Play, Solitaire, TurnOver, deal
from fivecrowns.solitaire.hint import hint, outcomes
from fivecrowns.solitaire.view import view
from fivecrowns.terminal.solitaire.statistics import Statistics
from tests.solitaire_positions import ALMOST_WON, apply, at_random, play_out
from tests.terminal.driver import Terminal, run
from tests.terminal.solitaire_driver import (
    PROMPT,
    SAVED,
    SEED,
    last_turn,
    play,
    records,
    save,
    saved,
    set_up,
)

# --- what is shown --------------------------------------------------------------------------


def test_a_turn_shows_the_card_the_piles_and_what_is_left(tmp_path: Path) -> None:
    """The card turned over, every open pile with its wild and points, the cards to come."""
    said = last_turn(play(tmp_path))
    game = apply(Solitaire(), deal(SeededShuffler(SEED)), TurnOver())
    assert said.startswith(f"Turn 1 of 28. Draw pile: 27 cards. Points left over: {game.points}.\n")
    rows = re.findall(r"^ +(\d+)  (\S+) wild +(\d+)  (.*)$", said, re.MULTILINE)
    assert [(row[0], row[1], row[2]) for row in rows] == [
        (str(pile.size), str(pile.wild), str(pile.points)) for pile in game.piles
    ]
    for row, pile in zip(rows, game.piles, strict=True):
        cards = re.sub(r"[\[\]]", "", row[3]).split()
        assert sorted(map(Card.parse, cards)) == sorted(pile.cards)
        melds, left = pile.arrangement.melds, pile.arrangement.left
        assert row[3].count("[") == len(melds)
        assert row[3].endswith(" ".join(card.symbols for card in left))
    assert said.splitlines()[13:15] == ["Turned over: 4♥.", f"4♥{PROMPT}"]


@pytest.mark.parametrize("seed", range(3))
def test_everything_fits_into_80_columns_and_24_lines(tmp_path: Path, seed: int) -> None:
    """No line is wider than 79 columns, and no answer is longer than a screen."""
    typed = ["?", "r", "s", "h", *map(str, range(3, 14)), "x", "y", "u", "foo", "13 ks ks"]
    said = play(tmp_path, *typed, seed=seed)
    assert max(map(len, said.splitlines())) < 80
    assert max(len(part.splitlines()) for part in said.split(PROMPT)) <= 24


def test_a_terminal_without_symbols_gets_letters(tmp_path: Path) -> None:
    """Where the output is ASCII, cards are shown as they are typed, and nothing is lost."""
    said = play(tmp_path, "13", "?", "h", encoding="ascii")
    assert said.isascii()
    assert f"4H{PROMPT}" in said
    assert "  13  K wild" in said


def test_looking_at_a_pile_tells_what_each_discard_would_leave(tmp_path: Path) -> None:
    """`7` lists every discard with the points it leaves, the best first, and plays nothing."""
    said = play(tmp_path, "7")
    game = apply(Solitaire(), deal(SeededShuffler(SEED)), TurnOver())
    assert "The pile of 7 with 4♥; sevens and jokers are wild. Discard:" in said
    ways = re.findall(r"^ +(\S+) leaves (\d+)  ", said, re.MULTILINE)
    points = [int(left) for _, left in ways]
    assert points == sorted(points)
    assert game.drawn is not None
    told = sorted((Card.parse(card), int(left)) for card, left in ways)
    assert told == list(outcomes(game.piles[4], game.drawn))
    assert saved(tmp_path) == game


def test_a_play_tells_what_it_did_and_shows_the_next_card(tmp_path: Path) -> None:
    """`7 ks` plays; points before and after are told, and the next card lies there."""
    said = play(tmp_path, "7 ks")
    assert "4♥ into the pile of 7, K♠ out: 36 points left there, 45 before.\n" in said
    assert last_turn(said).startswith("Turn 2 of 28. Draw pile: 26 cards.")
    assert f"K★{PROMPT}" in said
    assert saved(tmp_path).plays == (Play(7, Card.parse("KS")),)


def test_a_complete_pile_is_told_and_listed_as_closed(tmp_path: Path) -> None:
    """A pile closes by itself, its melds are named, and it is shown no more."""
    said = play(tmp_path, "4 kd", "4 4h", "4")
    assert "The pile of 4 is complete and CLOSED: book 7♠, 7★, 4♥ as 7♥, 4♦ as 7♦." in said
    assert "\nClosed: 4 (1 of 11).\n" in said
    assert "   4  4 wild" not in last_turn(said)
    assert said.count("The pile of 4 is closed.") == 2
    assert saved(tmp_path).turns == 1


def test_piles_complete_after_the_deal_are_listed_as_closed(tmp_path: Path) -> None:
    """Sol8: what the deal completed is closed when the first card is turned over."""
    set_up(tmp_path, {3: "8C 8H 8S", 4: "9C 9H 9S 9D"}, "KS")
    said = play(tmp_path, "y", seed=None)
    assert "There is a saved game: turn 1 of 28, 2 piles closed." in said
    assert "\nClosed: 3, 4 (2 of 11).\n" in said


def test_the_hint_is_the_play_to_type_with_its_reason(tmp_path: Path) -> None:
    """What `h` says can be typed, and does what it promises."""
    said = play(tmp_path, "h", "9 7d", "4 ks", "h")
    hint_said = "With 4♥ in and 7♦ out, the pile of 9 waits for cards still to come: 3♠."
    assert f"Hint: 9 7d. {hint_said}" in " ".join(said.split())
    assert "4♥ into the pile of 9, 7♦ out: 8 points left there, 15 before." in said
    game = saved(tmp_path)
    hinted = hint(view(game))
    assert hinted is not None
    assert hinted.card is game.drawn


def test_a_game_that_cannot_be_won_any_more_is_told(tmp_path: Path) -> None:
    """Sol11: as soon as the cards to come cannot suffice any more, every turn says so."""
    game, actions = play_out(apply(Solitaire(), deal(SeededShuffler(1))), at_random(1))
    assert game.turns == 28
    plays = [action for action in actions if isinstance(action, Play)]
    shuffle = deal(SeededShuffler(1)).shuffle
    for turns, told in ((0, False), (22, True)):
        before = save(tmp_path / str(turns), shuffle, *plays[:turns])
        said = play(before.parent, "y", seed=None)
        assert ("This game cannot be won: " in said) == told


# --- what can be typed ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("foo", "Expected a pile and a discard such as 7 ks, or a command, got 'foo'"),
        ("14 ks", "Expected a pile from 3 to 13, got 14."),
        ("2", "Expected a pile from 3 to 13, got 2."),
        ("0007 ks", None),
        ("7 2s", "Expected one card to discard from the pile of 7, such as 7 ks, got '2s'"),
        ("7 ks kh", "Expected one card to discard from the pile of 7"),
        ("7 3s", "3♠ is not in the pile of 7."),
        ("u", "There is no turn to take back."),
        ("h 7", "Expected 'h' alone, got '7' after it."),
        ("ks", "Expected a pile and a discard such as 7 ks, or a command, got 'ks'"),
        ("٧ ks", None),
        ("\x00", "Expected a pile and a discard"),
        ("9" * 400, "Expected a pile from 3 to 13"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    tmp_path: Path, typed: str, answer: str | None
) -> None:
    """Anything else typed is answered by what was expected, and nothing changes."""
    said = play(tmp_path, typed)
    if answer is None:
        assert saved(tmp_path).plays == (Play(7, Card.parse("KS")),)
        return
    told = said.split(PROMPT)[1].split("\n", 1)[1]
    assert answer in " ".join(told.split())
    assert saved(tmp_path).plays == ()
    assert saved(tmp_path).drawn is Card.parse("4H")


@pytest.mark.parametrize("typed", ["7 ks", "7 KS", "7 k♠", "7,ks", "7 k s", "  7   ks  "])
def test_a_card_can_be_typed_in_several_ways(tmp_path: Path, typed: str) -> None:
    """Pile and discard are read as cards are read everywhere."""
    play(tmp_path, typed)
    assert saved(tmp_path).plays == (Play(7, Card.parse("KS")),)


def test_a_wild_is_asked_about_before_it_goes(tmp_path: Path) -> None:
    """A wild is discarded or thrown away only after a yes, also one that is wild in some pile."""
    set_up(tmp_path, {3: "8C JH KS", 4: "9C 10H 4S KD"}, "4D JK")
    said = play(tmp_path, "y", "4 4s", "n", "x", "n", "3 4d", "x", "n", "x", "y", seed=None)
    assert "4♠ is wild in the pile of 4. Really discard it? (y/n) > n" in said
    assert "4♦ is wild in the pile of 4. Really discard it? (y/n) > n" in said
    assert "JK is wild in the pile of 3. Really discard it? (y/n) > n" in said
    assert said.count("Really discard it?") == 4
    assert [turn.discard for turn in saved(tmp_path).plays] == [Card.parse("4D"), JOKER]


def test_x_throws_the_card_away(tmp_path: Path) -> None:
    """Sol5: no pile changes, and one card is used up."""
    set_up(tmp_path, {8: ALMOST_WON[8]}, "8* QD")
    before = saved(tmp_path)
    said = play(tmp_path, "y", "x", seed=None)
    assert "You threw 8★ away." in said
    assert saved(tmp_path).piles == before.piles
    assert (saved(tmp_path).turns, saved(tmp_path).drawn) == (1, Card.parse("QD"))


def test_undo_counts_and_says_so(tmp_path: Path) -> None:
    """`u` takes back the last turn, opens what it closed, and tells that the game counts apart."""
    said = play(tmp_path, "4 kd", "u")
    assert "Taken back: K♦ is in the pile of 4 again.\n" in said
    assert "You had seen the next card, so the statistics keep this game apart.\n" in said
    game = saved(tmp_path)
    assert (game.turns, game.undone, game.undone_seen) == (0, 1, 1)
    assert (game.closed, game.drawn) == ((), Card.parse("4H"))


def test_giving_up_asks_first_and_counts_as_lost(tmp_path: Path) -> None:
    """`g` ends the game after a yes; the open piles and the statistics are shown."""
    said = play(tmp_path, "g", "n", "g", "what", "yes")
    assert said.count("Give up? The game counts as lost. (y/n) > ") == 3
    assert "Please answer y for yes or n for no." in said
    assert "You gave up: 0 of 11 piles closed, 407 points left over. Open were:" in said
    assert "Finished: 1 game, 0 won, on average 0.0 of 11 piles closed." in said
    assert saved(tmp_path).given_up
    assert SAVED not in said


# --- whole games ----------------------------------------------------------------------------


def answer(said: str) -> str:
    """What somebody types who always follows the hint."""
    prompt = said.rstrip().rsplit("\n", 1)[-1]
    if "(y/n)" in prompt:
        return "y"
    found = re.search(r"Hint: (x|\d+ \S+)\.", said)
    return found[1] if found else "h"


def test_a_whole_game_is_played_through_a_pipe(tmp_path: Path) -> None:
    """By hints from the deal to the end; `replay` and `verify` accept the record."""
    with Terminal("solitaire", "--seed", "1", state=tmp_path) as terminal:
        said = terminal.read()
        while "Enter: leave" not in said:
            said = terminal.type(answer(said))
        assert terminal.type("") == "\n"
        assert terminal.end() == (0, "")
    place = tmp_path / "fivecrowns" / "solitaire"
    game = saved(place)
    assert game.is_over
    assert game.won
    assert f"YOU WON: all 11 piles closed in {game.turns} turns." in said
    assert "Finished: 1 game, 1 won, " in said
    assert {path.name for path in place.iterdir()} == {
        records(place)[0].name,
        "statistics.jsonl",
    }
    shown = run("replay", str(records(place)[0]), "--json", state=tmp_path)
    assert json.loads(shown.stdout)["closed"] == list(game.closed)
    assert run("verify", str(records(place)[0]), state=tmp_path).returncode == 0


def test_the_deal_of_the_day_is_that_of_its_date(tmp_path: Path) -> None:
    """`--today` deals what the date decides, so that everybody has the same cards on a day."""
    days = {datetime.now().astimezone().date().isoformat()}
    assert run("solitaire", "--today", state=tmp_path, typed="q\n").returncode == 0
    days.add(datetime.now().astimezone().date().isoformat())  # midnight may have passed
    game = saved(tmp_path / "fivecrowns" / "solitaire")
    assert game.shuffle in {deal(SeededShuffler(day)).shuffle for day in days}


def test_t51_the_last_card_can_win(tmp_path: Path) -> None:
    """Sol10: a win is told in capitals, with its turns."""
    set_up(tmp_path, ALMOST_WON, "3*")
    said = play(tmp_path, "y", "3 5s", seed=None)
    assert "YOU WON: all 11 piles closed in 1 turn.\n" in said
    assert "Finished: 1 game, 1 won, on average 11.0 of 11 piles closed." in said


def test_the_same_deal_again_is_the_same_and_counts_apart(tmp_path: Path) -> None:
    """`a` deals the same cards; `n` deals others; each game has its record."""
    said = play(tmp_path, "g", "y", "a", "g", "y", "b", "n", "g", "y", "q", seed=None)
    results, _ = Statistics(tmp_path / "statistics.jsonl").read()
    assert len(records(tmp_path)) == 3
    assert results[0].deal == results[1].deal != results[2].deal
    assert "Please press Enter alone, or type n or a." in said
    assert "Finished: 2 games, 0 won" in said
    assert "Apart, with a deal played before: 1 game, 0 won" in said
