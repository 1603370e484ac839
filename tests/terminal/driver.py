"""A `fivecrowns` process that a test talks to, line by line, and saved games to begin from."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from fivecrowns.actions import Action
from fivecrowns.record import Header, action_line, header_line

PROMPT = " > "
PATIENCE = 60.0
"""Seconds after which a process that says nothing is taken for hung."""
LIMITED = """
import os, resource, sys
size = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
os.execv(sys.argv[2], sys.argv[2:])
"""


def command(*arguments: str) -> list[str]:
    """The command line of `fivecrowns` with these arguments."""
    return [sys.executable, "-m", "fivecrowns", *arguments]


def environment(state: Path, **extra: str) -> dict[str, str]:
    """The environment of a player whose games are kept below `state`."""
    return {
        **os.environ,
        "XDG_STATE_HOME": os.fspath(state),
        "PYTHONUTF8": "1",
        "COLUMNS": "80",
        **extra,
    }


def run(
    *arguments: str, state: Path, typed: str = "", **extra: str
) -> subprocess.CompletedProcess[str]:
    """Run `fivecrowns` to its end with this input."""
    return subprocess.run(
        command(*arguments),
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
        env=environment(state, **extra),
    )


class Terminal:
    """A running `fivecrowns`, spoken to through pipes.

    Attributes:
        said: everything shown so far.
        process: the process.
    """

    def __init__(
        self,
        *arguments: str,
        state: Path,
        extra: Mapping[str, str] | None = None,
        file_size: int | None = None,
    ) -> None:
        """Start a process; it cannot write more than `file_size` bytes to a file."""
        limited = [sys.executable, "-c", LIMITED, str(file_size)] if file_size else []
        self.said = ""
        self.process = subprocess.Popen(
            [*limited, *command(*arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(state, **(extra or {})),
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def read(self) -> str:
        """What is said up to the next prompt, or to the end."""
        assert self.process.stdout is not None
        end = time.monotonic() + PATIENCE
        part = b""
        while not part.endswith(PROMPT.encode()):
            ready, _, _ = select.select([self.process.stdout], [], [], end - time.monotonic())
            assert ready, f"nothing more was said after {part.decode()!r}"
            read = os.read(self.process.stdout.fileno(), 1 << 16)
            if not read:
                break
            part += read
        text = part.decode()
        self.said += text
        return text

    def type(self, *lines: str) -> str:
        """Type lines, one at each prompt, and return what the last one brought."""
        said = ""
        for line in lines:
            assert self.process.stdin is not None
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()
            said = self.read()
        return said

    def end(self) -> tuple[int, str]:
        """Close the input, and return the exit code and what went to the error output."""
        rest, complaint = self.process.communicate(timeout=PATIENCE)
        self.said += rest.decode()
        return self.process.returncode, complaint.decode()

    def interrupt(self) -> tuple[int, str]:
        """Press Ctrl-C, and return what `end` does once the process has ended by it.

        The input stays open, so that its end is not heard before Ctrl-C is. A press just between a
        prompt and the waiting for a line is heard by Python only at the line; no person is so
        quick, and a test presses again.
        """
        while self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
        return self.end()

    def kill(self) -> None:
        """Kill the process as a power cut would."""
        self.process.kill()
        self.process.wait()


def sensible_answer(said: str) -> str:
    """What somebody answers who draws, throws what is left over, and goes out when possible."""
    prompt = said.rstrip().rsplit("\n", 1)[-1]
    if "Go on with" in prompt or "(y/n)" in prompt:
        return "y"
    if prompt.startswith("Draw"):
        return "d"
    if "discard a card" not in prompt.lower():
        return ""
    out = re.findall(r"YOU CAN GO OUT. Type (o \S+?)[,.]", said)
    rest = re.findall(r"^  rest  .*?(\S+?)(?:,| \()", said, re.MULTILINE)
    if out:
        return str(out[-1])
    if rest:
        return typed(str(rest[-1]))
    return str(re.findall(r"such as (\S+) >", prompt)[-1])


def typed(shown: str) -> str:
    """A card as it is typed, from a card as it is shown."""
    return shown.translate(str.maketrans("♠♥♦♣★", "SHDC*")).lower()


def games_in(state: Path) -> Path:
    """The folder in which games are kept."""
    return state / "fivecrowns" / "games"


def records_in(state: Path) -> list[Path]:
    """The records of all games that are kept, the oldest first."""
    return sorted(games_in(state).glob("*.jsonl"))


def save_game(
    state: Path,
    header: Header,
    actions: Sequence[Action],
    *,
    seats: Sequence[str | None],
    seed: str | None = "1",
) -> Path:
    """Put a saved game where `fivecrowns play` finds it.

    Args:
        state: the state folder.
        header: header of its record.
        actions: what has been played.
        seats: the kind of computer player by seat, `None` for a person.
        seed: decides the shuffles to come.
    """
    place = games_in(state)
    place.mkdir(parents=True, exist_ok=True)
    path = place / f"saved-{len(records_in(state))}.jsonl"
    lines = [header_line(header), *map(action_line, actions)]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    table: dict[str, Any] = {
        "seats": [None if kind is None else {"kind": kind, "seed": "s"} for kind in seats],
        "seed": seed,
        "table": 1,
    }
    path.with_name(f"{path.stem}.table.json").write_text(json.dumps(table), "utf-8")
    return path
