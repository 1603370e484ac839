"""The screen: lines that fit, symbols and colours only where they can be shown."""

from __future__ import annotations

import io

import pytest

from fivecrowns.cards import Rank, parse_cards
from fivecrowns.melds import read_meld
from fivecrowns.terminal.screen import Notation, Screen, joined


class Paper(io.TextIOWrapper):
    """An output whose text can be read back."""

    def __init__(self, encoding: str, *, is_terminal: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding, newline="\n", write_through=True)
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    @property
    def text(self) -> str:
        """What was written."""
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode(self.encoding)


def test_lines_are_wrapped_but_a_wild_keeps_its_meaning() -> None:
    """`JK as 8♠` is never split, and nothing is wider than the screen."""
    meld = read_meld(parse_cards("8C 8H JK"), Rank.SEVEN)
    for filler in range(60, 80):
        paper = Paper("utf-8")
        screen = Screen(io.StringIO(), paper)
        screen.say("x" * filler + " " + screen.notation.meld(meld), hang=2)
        assert "JK as 8♠" in paper.text
        assert all(len(line) < 80 for line in paper.text.splitlines())


def test_joined_words_stay_in_one_line() -> None:
    """And are shown with an ordinary blank."""
    paper = Paper("utf-8")
    Screen(io.StringIO(), paper).say("word " * 15 + joined("Medium Mia 12"))
    assert paper.text.splitlines()[1] == "Medium Mia 12"


@pytest.mark.parametrize(("encoding", "shown"), [("utf-8", "8♣"), ("latin-1", "8C")])
def test_suits_are_symbols_where_the_encoding_has_them(encoding: str, shown: str) -> None:
    """Otherwise the ASCII notation."""
    paper = Paper(encoding)
    screen = Screen(io.StringIO(), paper)
    screen.say(screen.notation.cards(parse_cards("8C")))
    assert paper.text == f"{shown}\n"


def test_a_card_is_coloured_on_a_terminal_and_only_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is the same without the colour."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    plain, coloured = Paper("utf-8"), Paper("utf-8", is_terminal=True)
    for paper in (plain, coloured):
        Screen(io.StringIO(), paper).say(Notation().cards(parse_cards("10H 8S JK K*")))
    assert plain.text == "10♥, 8♠, JK, K★\n"
    assert coloured.text == "\x1b[38;5;160m10♥\x1b[39m, 8♠, JK, \x1b[38;5;136mK★\x1b[39m\n"


def test_what_comes_through_a_pipe_is_shown() -> None:
    """The text reads as it would at a terminal; control characters are not passed on."""
    paper = Paper("utf-8")
    screen = Screen(io.StringIO("  yes \n\x1b[2J\n"), paper)
    assert screen.ask("Sure?") == "yes"
    assert screen.ask("Really?") == "\x1b[2J"
    assert paper.text == "Sure? > yes\nReally? > ?[2J\n"
    with pytest.raises(EOFError):
        screen.ask("Once more?")
