"""The command line: reads the arguments, calls what does the work, says what went wrong.

Whatever is wrong with the input ends as one sentence on the standard error output and exit code 2.
Nothing is imported before it is known that it is needed.
"""

from __future__ import annotations

import os
import secrets
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from fivecrowns.errors import FiveCrownsError
from fivecrowns.terminal.arguments import PROGRAM, UsageError, parser

if TYPE_CHECKING:
    from fivecrowns.rules import Rules

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130  # as shells say it: 128 and the number of the signal
PIPE_CLOSED: Final = 141
MOST_SAID: Final = 1_000
"""Characters of a complaint."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `fivecrowns` with these arguments, those of the process if left out.

    Returns:
        The exit code: 0, or 2 if something about the input was wrong, 130 after Ctrl-C, 141 if
        nobody reads the output any more.
    """
    _prepare_streams()
    try:
        code = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        if sys.stdout.isatty():
            sys.stdout.write("\n")
        _complain("Interrupted.")
        return INTERRUPTED
    except FiveCrownsError as error:
        _complain(f"fivecrowns: {error}")
        return BAD_INPUT
    except OSError as error:
        _drop_output()
        what = error.filename or "expected to write the output, which failed"
        _complain(f"fivecrowns: {what}: {error.strerror or error}")
        return BAD_INPUT
    return code


def _run(argv: Sequence[str] | None) -> int:
    commands = parser()
    try:
        arguments = commands.parse_args(argv)
    except SystemExit as end:  # help was asked for, and given
        return end.code if isinstance(end.code, int) else 0
    match arguments.command:
        case "play":
            return _play(arguments)
        case "solitaire":
            return _solitaire(arguments)
        case "score":
            return _score(arguments)
        case "arrange":
            return _arrange(arguments)
        case "simulate":
            return _simulate(arguments)
        case "replay":
            return _replay(arguments)
        case "review":
            return _review(arguments)
        case "verify":
            return _verify(arguments)
        case "serve":
            return _serve(arguments)
        case _ if arguments.version:
            return _version()
        case _:
            return _table()


def _play(arguments: Namespace) -> int:
    from fivecrowns.terminal.play import Options, opponents_for, people_at, run

    seed = None if arguments.seed is None else str(arguments.seed)
    people = people_at(arguments.humans)
    given = [value for key, value in vars(arguments).items() if key != "command"]
    return run(
        Options(
            people=people,
            opponents=opponents_for(len(people), arguments.against),
            rules=_rules(arguments, seed or secrets.token_hex(8)),
            seed=seed,
            asked_for=any(value is not None and value is not False for value in given),
        )
    )


def _solitaire(arguments: Namespace) -> int:
    from datetime import datetime

    from fivecrowns.terminal.solitaire.start import run

    if arguments.today and arguments.seed is not None:
        raise UsageError("expected --seed or --today, got both")
    # The day as the player's clock has it, as in the page.
    day = datetime.now().astimezone().date().isoformat()
    return run(day if arguments.today else arguments.seed)


def _score(arguments: Namespace) -> int:
    from fivecrowns.terminal.score.start import run

    return run(arguments.file)


def _arrange(arguments: Namespace) -> int:
    from fivecrowns.terminal.arranging import Question, answer, answer_lines

    if arguments.stdin:
        given = (arguments.hand, arguments.wild, arguments.naturals, arguments.sets)
        if any(given) or not arguments.json:
            raise UsageError(
                "expected --stdin with --json and nothing else: cards, wild rank and options are "
                f"in each line, as in: {PROGRAM} arrange --stdin --json"
            )
        return answer_lines(sys.stdin.buffer, sys.stdout)
    if not arguments.hand or arguments.wild is None:
        raise UsageError(
            f'expected cards and a wild rank, as in: {PROGRAM} arrange "5* 6* 7H JK" --wild 7'
        )
    question = Question(
        " ".join(arguments.hand), arguments.wild, arguments.naturals or 0, arguments.sets or 1
    )
    answer(question, as_json=arguments.json)
    return 0


def _simulate(arguments: Namespace) -> int:
    from fivecrowns.simulate import Plan
    from fivecrowns.terminal.simulating import Wanted, run

    if any(":" in kind for kind in arguments.players):
        sys.path.insert(0, str(Path.cwd()))  # where somebody's own players are, as for `python -m`
    seed = 0 if arguments.seed is None else arguments.seed
    try:
        run(
            Plan(arguments.players, _rules(arguments, str(seed)), seed),
            arguments.games,
            (os.cpu_count() or 1) if arguments.jobs is None else arguments.jobs,
            Wanted(
                as_json=arguments.json,
                precision=arguments.precision,
                resume=arguments.resume,
                csv=arguments.csv,
                report=arguments.report,
            ),
        )
    except SystemExit as end:  # only somebody's own players can want that
        raise FiveCrownsError(
            f"expected players that decide, but one asked for the end of the program ({end.code!r})"
        ) from None
    return 0


def _replay(arguments: Namespace) -> int:
    from fivecrowns.terminal.replaying import replay

    return replay(arguments.file, as_json=arguments.json)


def _review(arguments: Namespace) -> int:
    from fivecrowns.terminal.reviewing import show_review

    show_review(arguments.file, arguments.player)
    return 0


def _verify(arguments: Namespace) -> int:
    from fivecrowns.terminal.replaying import verify

    verify(arguments.file)
    return 0


def _table() -> int:
    """The table for the people in this house: served here, and opened in the browser."""
    _server().serve(open_browser=True)
    return 0


def _serve(arguments: Namespace) -> int:
    given = {
        key: value
        for key in ("host", "port", "database", "workers")
        if (value := getattr(arguments, key)) is not None
    }
    _server().serve(**given)
    return 0


def _server() -> ModuleType:
    try:
        return import_module("fivecrowns.server.run")
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.partition(".")[0] == "fivecrowns":
            raise
        raise FiveCrownsError(
            f"expected the packages of the table in the browser, {error.name} is missing; pip "
            "install 'PATH-OF-THE-CHECKOUT[server]' brings them, and "
            f"'{PROGRAM} play' needs none of them"
        ) from None


def _version() -> int:
    from importlib.metadata import PackageNotFoundError, version

    from fivecrowns._search import COMPILED

    try:
        number = version("fivecrowns")
    except PackageNotFoundError:
        number = "(not installed)"
    how = "compiled" if COMPILED else "not compiled: the same answers, more slowly"
    sys.stdout.write(f"fivecrowns {number}, search {how}\n")
    return 0


def _rules(arguments: Namespace, seed: str) -> Rules:
    """The rules that were asked for; the seed decides a random schedule."""
    from fivecrowns.rules import (
        SCHEDULES,
        ArrangementRule,
        LayOff,
        Rules,
        Ties,
        random_schedule,
    )

    name: str = arguments.schedule or "official"
    return Rules(
        random_schedule(seed) if name == "random" else SCHEDULES[name],
        arguments.naturals or 0,
        LayOff.LAST_TURN if arguments.lay_off else LayOff.NEVER,
        Ties.TIEBREAK if getattr(arguments, "tiebreak", False) else Ties.SHARED,
        ArrangementRule.MANUAL if getattr(arguments, "manual", False) else ArrangementRule.BEST,
    )


def _prepare_streams() -> None:
    """Open what the caller closed, and replace characters that a stream cannot carry."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            nothing = Path(os.devnull).open("r+", encoding="utf-8")  # noqa: SIM115 - stays open
            setattr(sys, name, nothing)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def _drop_output() -> None:
    """Let what is still unwritten go nowhere, so that the end of the process is quiet."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        return


def _complain(sentence: str) -> None:
    """Say a sentence in one line on the error output."""
    if len(sentence) > MOST_SAID:  # it quotes what came, which may be anything
        sentence = f"{sentence[: MOST_SAID // 2]} ... {sentence[-MOST_SAID // 2 :]}"
    text = "".join(char if char.isprintable() else " " for char in sentence)
    try:
        sys.stderr.write(f"{text}\n")
    except OSError:
        return
