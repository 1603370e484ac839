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

    def interrupt(self) -> str:
        """Press Ctrl-C, and read to the end.

        Python's `input` notices a press just between its prompt and its waiting for keys only at
        the next key. No person is so quick; a test is, and presses again.
        """
        self.type("\x03")
        return self.rest(pressing="\x03")

    def rest(self, *, pressing: str = "") -> str:
        """Read to the end; press something again where nothing comes for some seconds."""
        seen = b""
        until = time.monotonic() + PATIENCE
        while True:
            ready, _, _ = select.select([self.end], [], [], 5)
            assert time.monotonic() < until, f"expected the end, got {seen.decode()!r}"
            if not ready:
                self.type(pressing)
                continue
            try:
                part = os.read(self.end, 1 << 16)
            except OSError:
                part = b""
            if not part:
                return seen.decode().replace("\r\n", "\n")
            seen += part


@contextmanager
def tty(*arguments: str, state: Path, ignoring: str = "", **extra: str) -> Generator[Tty]:
    """Run `fivecrowns` at a pseudo terminal, perhaps where a signal is ignored."""
    end, other = pty.openpty()
    trap = f"trap '' {ignoring}; " if ignoring else ""
    process = subprocess.Popen(
        [
            *("/bin/sh", "-c", f'{trap}exec "$@"', "sh"),
            *(sys.executable, "-c", AT_TERMINAL, *command(*arguments)),
        ],
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
        rest = terminal.interrupt()
        assert terminal.process.wait(PATIENCE) == 130
    assert rest.rstrip().endswith(
        "\nInterrupted. The game is saved. 'fivecrowns play' goes on with it."
    )
    assert "Traceback" not in rest
    game = replay_to_end(records_in(tmp_path)[0].read_bytes().splitlines())
    assert game.phase == "discard"


def test_ctrl_c_before_the_game_is_there_ends_without_a_word(tmp_path: Path) -> None:
    """The package takes a while to import; here Ctrl-C comes just then."""
    package = tmp_path / "fivecrowns"
    package.mkdir()
    (package / "__init__.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n", "utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-c", "import sys, fivecrowns_command as c; sys.exit(c.main())"],
        capture_output=True,
        check=False,
        env=environment(tmp_path, PYTHONPATH=str(tmp_path)),
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_waits_for_no_games_of_a_simulation(presses: int, tmp_path: Path) -> None:
    """Neither once nor twice; the journal keeps what was played, and no process stays behind."""
    simulate = ("simulate", "--players", "expert,expert", "--games", "100000", "--jobs", "2")
    journal = tmp_path / "journal"
    with tty(*simulate, "--resume", str(journal), state=tmp_path) as terminal:
        terminal.read_until("/100000")
        until = time.monotonic() + PATIENCE
        while journal.read_bytes().count(b"\n") < 2 and time.monotonic() < until:
            time.sleep(0.01)
        terminal.type("\x03" * presses)
        rest = terminal.rest()  # its end is seen when every process has gone
        assert terminal.process.wait(PATIENCE) in ({130} if presses == 1 else {130, -signal.SIGINT})
    assert "Traceback" not in rest
    assert "KeyboardInterrupt" not in rest
    assert journal.read_bytes().count(b"\n") >= 2


def test_ctrl_c_that_the_caller_has_ignored_stays_so(tmp_path: Path) -> None:
    """As for a command in the background of a script."""
    with tty(*PLAY, state=tmp_path, ignoring="INT") as terminal:
        terminal.read_until(" > ")
        terminal.process.send_signal(signal.SIGINT)
        terminal.type("d\r")
        terminal.read_until("Discard a card, such as")
        terminal.type("q\r")
        assert "The game is saved." in terminal.rest()
        assert terminal.process.wait(PATIENCE) == 0


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
