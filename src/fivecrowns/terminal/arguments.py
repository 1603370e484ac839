"""What the command line takes."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

from fivecrowns.errors import FiveCrownsError
from fivecrowns.players import PLAYERS
from fivecrowns.rules import SCHEDULES

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

V = TypeVar("V")

PROGRAM: Final = shlex.quote(os.environ.get("FIVECROWNS_COMMAND") or "fivecrowns")
"""What the user types to run this: what is told to be typed works as it stands."""


class UsageError(FiveCrownsError):
    """Arguments that the command does not take."""


class _Parser(argparse.ArgumentParser):
    """A parser that says in one sentence what is wrong."""

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> object:
        """The value of an option; Python before 3.13 takes `--option=--` for an empty list."""
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            raise argparse.ArgumentError(action, "expected a value, got '--'")
        return super()._get_values(action, arg_strings)

    def error(self, message: str) -> NoReturn:
        """Give up, with a sentence."""
        raise UsageError(f"{_reworded(message)} ({self.prog} --help shows how it is used)")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help; that it cannot be written is an error as it is for anything else."""
        (file or sys.stdout).write(self.format_help())


_REWORDED: Final = [
    (r"argument COMMAND: invalid choice: (.*) \(choose from (.*)\)", r"expected one of \2, got \1"),
    (r"argument (.*?): (expected .*, got .*)", r"\1: \2"),
    (r"argument (.*?): expected one argument", r"\1: expected a value, got none"),
    (r"argument (.*?): ignored explicit argument (.*)", r"\1: expected no value, got \2"),
    (r"the following arguments are required: (.*)", r"expected \1, got none"),
    (r"unrecognized arguments: (.*)", r"expected no further arguments, got \1"),
]


def _reworded(message: str) -> str:
    """A message of argparse as ours are: what was expected, and what came."""
    for pattern, words in _REWORDED:
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            return found.expand(words)
    return message


def parser() -> argparse.ArgumentParser:
    """The parser of `fivecrowns`; what it is given in error raises `UsageError`."""
    top = _Parser(
        prog=PROGRAM,
        description="The card game Five Crowns. Without a command: the table in the browser.",
        epilog=f"'{PROGRAM} COMMAND --help' says more.",
        allow_abbrev=False,
    )
    top.add_argument(
        "--version", action="store_true", help="say the version and which search is running"
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def command(name: str, does: str) -> argparse.ArgumentParser:
        described = f"{does[0].upper()}{does[1:]}."
        return commands.add_parser(name, help=does, description=described, allow_abbrev=False)

    _add_play(command("play", "play against the computer, or together here"))
    solitaire = command("solitaire", "play solitaire")
    _add_seed(solitaire)
    solitaire.add_argument(
        "--today", action="store_true", help="the deal of the day, the same for everybody"
    )
    score = command("score", "keep the score of a game with real cards")
    score.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a saved sheet (default: one of yours, or a new one)",
    )
    _add_arrange(command("arrange", "find the best arrangement of a hand"))
    _add_simulate(command("simulate", "let computer players play many games"))
    replay = command("replay", "tell a recorded game")
    replay.add_argument("file", metavar="FILE", help="the record")
    replay.add_argument("--json", action="store_true", help="only the result, in JSON")
    review = command("review", "tell which decisions of a player in a recorded game cost most")
    review.add_argument("file", metavar="FILE", help="the record of a finished game")
    review.add_argument(
        "--player", metavar="NAME", help="whose decisions (default: the first player's)"
    )
    verify = command("verify", "check a recorded game and its shuffles")
    verify.add_argument("file", metavar="FILE", help="the record")
    _add_serve(command("serve", "serve the table in the browser for others"))
    return top


def _add_serve(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--host", metavar="H", help="address to listen at (default: any)")
    serve.add_argument(
        "--port",
        metavar="P",
        type=_checked(_port),
        help="port to listen at (default: the first free one from 5101 on)",
    )
    serve.add_argument(
        "--database",
        metavar="URL",
        help="postgresql://... or sqlite:///FILE (default: a file in your data folder)",
    )
    serve.add_argument(
        "--workers",
        metavar="N",
        type=_checked(_workers),
        help="processes; more than one need PostgreSQL",
    )


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument(
        "--against",
        metavar="KINDS",
        type=_checked(_kinds),
        help=f"computer players: {', '.join(PLAYERS)}, separated by commas "
        "(default for one person: hard,medium,easy)",
    )
    play.add_argument(
        "--humans",
        metavar="WHO",
        help="people at this keyboard: how many (default 1), or their names, as in Ann,Bob",
    )
    _add_rules(play)
    play.add_argument(
        "--tiebreak", action="store_true", help="further rounds decide a tie for the victory"
    )
    play.add_argument(
        "--manual",
        action="store_true",
        help="everybody finds their own melds, without hints; what is missed counts",
    )
    _add_seed(play)


def _add_arrange(arrange: argparse.ArgumentParser) -> None:
    arrange.add_argument(
        "hand", metavar="CARDS", nargs="*", help='the cards in quotes, such as "5* 6* 7H JK"'
    )
    arrange.add_argument(
        "--wild", metavar="RANK", help="the wild rank: 3 to 10, J, Q, K, or 0 for only jokers"
    )
    _add_naturals(arrange)
    arrange.add_argument(
        "--sets",
        metavar="N",
        type=_checked(_one_or_two),
        help="game sets that the cards come from: 1 (the default) or 2",
    )
    arrange.add_argument(
        "--stdin", action="store_true", help="read hands from the input, one JSON object a line"
    )
    arrange.add_argument("--json", action="store_true", help="answer in JSON")


def _add_simulate(simulate: argparse.ArgumentParser) -> None:
    simulate.add_argument(
        "--players",
        metavar="KINDS",
        type=_kinds_or_own,
        required=True,
        help=f"computer players: {', '.join(PLAYERS)}, or module:name of your own, separated by "
        "commas",
    )
    simulate.add_argument(
        "--games", metavar="N", type=_checked(_whole_number), required=True, help="how many games"
    )
    _add_rules(simulate)
    _add_seed(simulate)
    simulate.add_argument(
        "--jobs",
        metavar="N",
        type=_checked(_whole_number),
        help="processes (default: one for each processor)",
    )
    simulate.add_argument(
        "--precision",
        metavar="POINTS",
        type=_checked(_number),
        help="stop early, once the difference in points a game is known to so many either way",
    )
    simulate.add_argument(
        "--resume",
        metavar="FILE",
        type=Path,
        help="keep every game in this file, and go on from those in it",
    )
    simulate.add_argument("--json", action="store_true", help="answer in JSON")
    simulate.add_argument(
        "--csv", metavar="FILE", type=Path, help="write a row for each game and seat"
    )
    simulate.add_argument(
        "--report", metavar="FILE", type=Path, help="write a page of HTML with pictures"
    )


def _add_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--schedule",
        metavar="S",
        type=_checked(_schedule),
        help="the rounds: official (the default), short, extended, reverse or random",
    )
    _add_naturals(command)
    command.add_argument(
        "--lay-off",
        action="store_true",
        help="on the last turn, cards may be added to melds on the table",
    )


def _add_naturals(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--naturals",
        metavar="N",
        type=_checked(_none_or_one),
        help="natural cards that every meld needs: 0 (the default) or 1",
    )


def _add_seed(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seed",
        metavar="N",
        type=_checked(_whole_number),
        help="the same number gives the same game again",
    )


def _checked(read: Callable[[str], V]) -> Callable[[str], V]:
    """Let argparse show the sentence of an error that is ours."""

    def checked(text: str) -> V:
        try:
            return read(text)
        except FiveCrownsError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return checked


def _whole_number(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise UsageError(f"expected a whole number of at most 18 digits, got {text!r}")
    return int(text)


def _number(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9}", text):
        raise UsageError(f"expected a number such as 1.5, got {text!r}")
    return float(text)


def _port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 0 < int(text) < 65536:
        raise UsageError(f"expected a port from 1 to 65535, got {text!r}")
    return int(text)


def _workers(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) < 1:
        raise UsageError(f"expected a number of processes from 1 to 99, got {text!r}")
    return int(text)


def _none_or_one(text: str) -> int:
    if text not in {"0", "1"}:
        raise UsageError(f"expected 0 or 1, got {text!r}")
    return int(text)


def _one_or_two(text: str) -> int:
    if text not in {"1", "2"}:
        raise UsageError(f"expected 1 or 2, got {text!r}")
    return int(text)


def _kinds(text: str) -> tuple[str, ...]:
    """Kinds of computer players, separated by commas."""
    kinds = tuple(part.strip().lower() for part in text.split(","))
    for kind in kinds:
        if kind not in PLAYERS:
            raise UsageError(f"expected {', '.join(PLAYERS)} separated by commas, got {kind!r}")
    return kinds


def _kinds_or_own(text: str) -> tuple[str, ...]:
    """The same where players of one's own may be among them; whoever makes them says if not."""
    kinds = tuple(part.strip() for part in text.split(","))
    return tuple(kind if ":" in kind else kind.lower() for kind in kinds)


def _schedule(text: str) -> str:
    if text not in {*SCHEDULES, "random"}:
        raise UsageError(f"expected {', '.join(SCHEDULES)} or random, got {text!r}")
    return text
