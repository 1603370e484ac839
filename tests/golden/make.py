"""Make the golden records that are missing, and sum up all of them anew.

Run `python -m tests.golden.make`. A record is never changed once it is there; a summary that
changes shows in the diff that old games would now end otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

from fivecrowns.actions import Action, Discard, LayOffCard, Reshuffle
from fivecrowns.cards import Rank
from fivecrowns.game import Game
from fivecrowns.record import Header, replay_to_end, summary
from fivecrowns.rules import SCHEDULES, ArrangementRule, Deal, LayOff, Rules, Ties, random_schedule
from tests.playing import Habits, lines_of, play_at_random

HERE = Path(__file__).resolve().parent
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gül", "Hana", "Iris")
STUBBORN = Habits(sense=0, out=0, pile=1, easy=0, give_up=1, choose=0)


@dataclass(frozen=True, slots=True)
class Case:
    """A game to be played, and what it has to show.

    Attributes:
        rules: its options.
        players: number of seats.
        habits: how it is played.
        shows: whether a game with these actions shows what it is for.
        unfinished: whether the record breaks off in the middle.
    """

    rules: Rules
    players: int
    habits: Habits = field(default_factory=Habits)
    shows: Callable[[Game, list[Action]], bool] = lambda _game, _actions: True
    unfinished: bool = False


def _has(kind: type[Action]) -> Callable[[Game, list[Action]], bool]:
    return lambda _, actions: sum(isinstance(action, kind) for action in actions) > 1


def _has_tie_breaks(game: Game, _: list[Action]) -> bool:
    rounds = len(game.results) - len(game.rules.schedule)
    return rounds > 1 and not game.tie_accepted


def _misses_points(_: Game, actions: list[Action]) -> bool:
    return sum(isinstance(a, Discard) and a.melds is not None for a in actions) > 5


CASES = {
    "official-2": Case(Rules(), 2),
    "lay-off-4": Case(
        Rules(SCHEDULES["short"], lay_off=LayOff.LAST_TURN), 4, shows=_has(LayOffCard)
    ),
    "manual-3": Case(
        Rules(SCHEDULES["short"], arrangement=ArrangementRule.MANUAL),
        3,
        Habits(choose=0.8),
        _misses_points,
    ),
    "tie-break-5": Case(
        Rules(SCHEDULES["short"][:2], ties=Ties.TIEBREAK),
        5,
        Habits(easy=0.9, accept=0),
        _has_tie_breaks,
    ),
    "tie-accepted-3": Case(
        Rules(SCHEDULES["short"][:1], ties=Ties.TIEBREAK),
        3,
        Habits(easy=0.9, accept=0.5),
        lambda game, _: game.tie_accepted,
    ),
    "two-sets-8": Case(Rules(SCHEDULES["short"], naturals=1), 8),
    "reverse-3": Case(Rules(SCHEDULES["reverse"]), 3),
    "extended-2": Case(Rules(SCHEDULES["extended"][-3:]), 2),
    "random-2": Case(Rules(random_schedule("golden")), 2),
    "jokers-only-4": Case(
        Rules((Deal(3, None), Deal(7, Rank.KING), Deal(5, None), Deal(5, Rank.THREE))), 4
    ),
    "reshuffle-7": Case(
        Rules((Deal(13, Rank.KING), Deal(12, Rank.QUEEN))),
        7,
        Habits(sense=0.7, out=0.3, easy=0),
        _has(Reshuffle),
    ),
    "stalled-2": Case(Rules((Deal(3, Rank.THREE), Deal(4, Rank.FOUR))), 2, STUBBORN),
    "all-house-rules-9": Case(
        Rules(
            SCHEDULES["short"][:4],
            1,
            LayOff.LAST_TURN,
            Ties.TIEBREAK,
            ArrangementRule.MANUAL,
        ),
        9,
        Habits(choose=0.8, easy=0.5),
        _has(LayOffCard),
    ),
    "unfinished-4": Case(Rules(), 4, unfinished=True),
}


def make_record(name: str, case: Case) -> list[str]:
    """Play games by chance until one shows what it has to."""
    header = Header(case.rules, NAMES[: case.players], case.players // 2)
    for seed in count():
        random = Random(f"{name} {seed}")
        steps = list(play_at_random(header, case.habits, random))
        actions = [step.action for step in steps]
        if case.unfinished:
            actions = actions[: len(actions) * 2 // 3]
        if case.shows(steps[-1].after, actions):
            return lines_of(header, actions)
    raise AssertionError("there is always another seed")


def main() -> None:
    """Write the records that are missing, and all summaries."""
    for name, case in CASES.items():
        path = HERE / f"{name}.jsonl"
        if not path.exists():
            text = "".join(f"{line}\n" for line in make_record(name, case))
            path.write_text(text, encoding="utf-8", newline="\n")
        answer = summary(replay_to_end(path.read_bytes().splitlines()))
        rounds = ",\n".join(json.dumps(entry) for entry in answer.pop("rounds"))
        rest = json.dumps(answer)
        text = f'{{"rounds": [\n{rounds}\n],\n{rest[1:]}\n'
        path.with_suffix(".json").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
