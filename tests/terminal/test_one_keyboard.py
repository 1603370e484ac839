"""Several people at one keyboard: nobody sees another's hand."""

from __future__ import annotations

import re
from pathlib import Path

from fivecrowns.actions import DealCards
from fivecrowns.record import Header, read_header
from fivecrowns.rules import Rules
from fivecrowns.shuffler import Shuffle
from tests.positions import deck_order
from tests.terminal.driver import Terminal, records_in, run, save_game

NAMES = ("Player 1", "Player 2", "Easy Emma")
HANDS = ("4S 7H JC", "5D 9D QD", "6S 8S 10*")
SCREEN = 24


def saved(state: Path) -> None:
    """A game of two people and a computer player, in which Player 1 begins."""
    header = Header(Rules(), NAMES, 2)
    order = deck_order(HANDS, then="KC KD KH KS")
    save_game(state, header, [DealCards(Shuffle(order))], seats=[None, None, "easy"])


def test_the_keyboard_is_given_on_before_a_hand_is_shown(tmp_path: Path) -> None:
    """First the name, then Enter, then the hand; in between more blank lines than a screen has."""
    saved(tmp_path)
    with Terminal("play", state=tmp_path) as terminal:
        terminal.read()
        asked = terminal.type("y")
        assert asked.endswith("Give the keyboard to Player 1, who presses Enter > ")
        assert "hand" not in asked
        first = terminal.type("")
        assert "Player 1's hand, 3 cards:\n  rest  4♠, 7♥, J♣ (22 points)\n" in first
        terminal.type("d")
        between = terminal.type("kd")
        blank, question = between.removeprefix("kd").rsplit("\n", 1)
        assert blank.strip("\n") == ""
        assert blank.count("\n") > SCREEN
        assert question == "Give the keyboard to Player 2, who presses Enter > "
        second = terminal.type("")
    assert "Player 2's hand, 3 cards:\n  rest  5♦, 9♦, Q♦ (26 points)\n" in second
    assert "Player 1 drew from the pile and threw K♦.\n" in second
    for card in ("4♠", "7♥", "J♣"):
        assert card not in second


def test_only_enter_takes_the_keyboard(tmp_path: Path) -> None:
    """What the one before still typed shows nobody's hand; q leaves."""
    saved(tmp_path)
    with Terminal("play", state=tmp_path) as terminal:
        terminal.read()
        terminal.type("y")
        said = terminal.type("d")
        assert "Please press Enter alone, or type q to save and leave." in said
        assert "hand," not in said
        assert "The game is saved." in terminal.type("q")
        assert terminal.end() == (0, "")


def test_after_a_game_is_taken_up_again_the_keyboard_is_given_first(tmp_path: Path) -> None:
    """Whoever starts it may be anybody."""
    saved(tmp_path)
    with Terminal("play", state=tmp_path) as terminal:
        terminal.read()
        terminal.type("y", "", "d")
        terminal.kill()
    with Terminal("play", state=tmp_path) as terminal:
        terminal.read()
        assert "hand," not in terminal.type("y")
        said = terminal.type("")
        assert "Player 1 drew K♦ from the pile." in said
        assert "Player 1's hand, 4 cards:" in said


def test_one_person_is_never_asked_for_the_keyboard(tmp_path: Path) -> None:
    """There is nobody to give it to."""
    with Terminal("play", "--against", "easy", state=tmp_path) as terminal:
        assert "keyboard" not in terminal.read()


def test_people_may_have_their_own_names(tmp_path: Path) -> None:
    """They are asked for the keyboard by them, and stand in the record; else they are letters."""
    table = ("play", "--schedule", "short", "--humans")
    with Terminal(*table, "Ann, Émile", "--against", "hard", state=tmp_path) as terminal:
        said = terminal.read()
        assert said.startswith("Five Crowns: Ann, Émile and Hard Hugo.\n")
        assert re.search(r"\nGive the keyboard to (Ann|Émile), who presses Enter > $", said)
        assert "Points so far: Ann 0, Émile 0, Hard Hugo 0." in terminal.type("")
    (record,) = records_in(tmp_path)
    assert read_header(record.read_text("utf-8").splitlines()[0]).players == (
        "Ann", "Émile", "Hard Hugo",
    )  # fmt: skip
    said = run(*table, "3", state=tmp_path, typed="n\n").stdout
    assert "Five Crowns: Player A, Player B and Player C.\n" in said
