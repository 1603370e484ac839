"""At a real terminal (a pseudo one): prompts, colours, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from fivecrowns.actions import DealCards
from fivecrowns.record import Header, replay_to_end
from fivecrowns.rules import Rules
from fivecrowns.shuffler import Shuffle
from tests.positions import deck_order
from tests.terminal.driver import PATIENCE, command, environment, records_in, save_game

AT_TERMINAL = """
import os, sys
os.close(os.open(os.ttyname(0), os.O_RDWR))  # makes it the one whose Ctrl-C this process gets
os.execv(sys.argv[1], sys.argv[1:])
"""
PLAY = ("play", "--against", "easy", "--seed", "4")


@dataclass
class Tty:
    """A process at a pseudo terminal."""

    process: subprocess.Popen[bytes]
    end: int

    def read_until(self, text: str) -> str:
        """Read until a text was shown."""
        seen = b""
        until = time.monotonic() + PATIENCE
        while text.encode() not in seen:
            ready, _, _ = select.select([self.end], [], [], until - time.monotonic())
            assert ready, f"expected {text!r}, got {seen.decode()!r}"
            try:
                part = os.read(self.end, 1 << 16)
            except OSError:  # the other end is closed
                part = b""
            assert part, f"expected {text!r}, got {seen.decode()!r}"
            seen += part
        return seen.decode().replace("\r\n", "\n")

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.end, text.encode())

    def rest(self) -> str:
        """Read to the end."""
        seen = b""
        while True:
            try:
                part = os.read(self.end, 1 << 16)
            except OSError:
                part = b""
            if not part:
                return seen.decode().replace("\r\n", "\n")
            seen += part


@contextmanager
def tty(*arguments: str, state: Path, **extra: str) -> Generator[Tty]:
    """Run `fivecrowns` at a pseudo terminal."""
    end, other = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", AT_TERMINAL, *command(*arguments)],
        stdin=other,
        stdout=other,
        stderr=other,
        env=environment(state, **{"TERM": "xterm", **extra}),
        start_new_session=True,
    )
    os.close(other)
    try:
        yield Tty(process, end)
    finally:
        process.kill()
        process.wait()
        os.close(end)


def test_a_game_is_played_at_a_terminal(tmp_path: Path) -> None:
    """Suits are coloured, lines can be edited, and Ctrl-D saves and leaves."""
    with tty(*PLAY, state=tmp_path) as terminal:
        said = terminal.read_until(" > ")
        assert "\x1b[38;5;" in said
        terminal.type("x\x7fd\r")  # x, backspace, d
        assert "You drew" in terminal.read_until("Discard a card, such as")
        terminal.type("\x04")
        assert "The game is saved. 'fivecrowns play' goes on with it." in terminal.rest()
        assert terminal.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("extra", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["no colour", "dumb"])
def test_colours_can_be_switched_off(extra: dict[str, str], tmp_path: Path) -> None:
    """By the custom of NO_COLOR, and for terminals that know none."""
    with tty(*PLAY, state=tmp_path, **extra) as terminal:
        assert "\x1b[38" not in terminal.read_until("Your hand, 3 cards:")


def test_ctrl_c_loses_nothing_and_says_so_in_one_line(tmp_path: Path) -> None:
    """Exit code 130, and the record leads to where the game stood."""
    with tty(*PLAY, state=tmp_path) as terminal:
        terminal.read_until(" > ")
        terminal.type("d\r")
        terminal.read_until("Discard a card, such as")
        terminal.type("\x03")
        rest = terminal.rest()
        assert terminal.process.wait(PATIENCE) == 130
    assert rest.rstrip().endswith(
        "\nInterrupted. The game is saved. 'fivecrowns play' goes on with it."
    )
    assert "Traceback" not in rest
    game = replay_to_end(records_in(tmp_path)[0].read_bytes().splitlines())
    assert game.phase == "discard"


def test_a_hang_up_loses_nothing(tmp_path: Path) -> None:
    """The terminal window is closed in the middle of a turn."""
    with tty(*PLAY, state=tmp_path) as terminal:
        terminal.read_until(" > ")
        terminal.type("d\r")
        terminal.read_until("Discard a card, such as")
        terminal.process.send_signal(signal.SIGHUP)
        assert terminal.process.wait(PATIENCE) == -signal.SIGHUP
    game = replay_to_end(records_in(tmp_path)[0].read_bytes().splitlines())
    assert game.phase == "discard"


def test_between_two_people_the_terminal_is_wiped(tmp_path: Path) -> None:
    """The screen and what can be scrolled back to."""
    header = Header(Rules(), ("Player 1", "Player 2"), 1)
    order = deck_order(["4S 7H JC", "5D 9D QD"], then="KC KD KH KS")
    save_game(tmp_path, header, [DealCards(Shuffle(order))], seats=[None, None])
    with tty("play", state=tmp_path) as terminal:
        terminal.read_until("(y/n) > ")
        terminal.type("y\r")
        terminal.read_until("presses Enter > ")
        terminal.type("\r")
        terminal.read_until("t for K")
        terminal.type("d\r")
        terminal.read_until("such as kd > ")
        terminal.type("kd\r")
        said = terminal.read_until("presses Enter > ")
    assert "\x1b[2J\x1b[3J\x1b[H" in said
