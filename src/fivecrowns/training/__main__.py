"""The command that trains `expert`; docs/expert.md says what it does and how long it takes."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final
from zlib import crc32

try:
    import numpy as np
except ImportError:
    sys.exit(
        "expected NumPy for the training; pip install 'PATH-OF-THE-CHECKOUT[training]' brings it"
    )

from fivecrowns._network import Network
from fivecrowns._position import FEATURES
from fivecrowns.errors import FiveCrownsError
from fivecrowns.players import weights
from fivecrowns.players.weights import Weights
from fivecrowns.processes import run_tasks
from fivecrowns.simulate import MOST_JOBS
from fivecrowns.training import lessons
from fivecrowns.training.fitting import Fitted, fit
from fivecrowns.training.lessons import Positions, Task


@dataclass(frozen=True, slots=True)
class Stage:
    """Lessons after which the networks are fitted anew.

    Attributes:
        lessons: how many.
        trust: see `lessons.Task`.
    """

    lessons: int
    trust: float


STAGES: Final = (Stage(150, 1.0), Stage(300, 0.7), Stage(250, 0.5))
"""Each is played by what the one before it taught; the first by a beginner, or by the rival."""


class Course:
    """A training in a folder. It can be stopped at any time and goes on where it was.

    Args:
        folder: where the lessons and the fitted networks are kept.
        seed: decides everything.
        jobs: processes that play; how many does not change the result.
        stages: what is played.
        rival: the networks to find the best response to; none to learn from oneself.
        say: told how far it is.
    """

    def __init__(
        self,
        folder: Path,
        seed: int,
        jobs: int,
        stages: Sequence[Stage],
        rival: Sequence[Weights],
        say: Callable[[str], None],
    ) -> None:
        self.folder = folder
        self.seed = seed
        self.jobs = jobs
        self.stages = stages
        self.rival = rival
        self.say = say

    def run(self) -> bytes:
        """Train; the content of the file of networks."""
        self._begin()
        learner = list(self.rival)
        report: list[dict[str, object]] = []
        fitted: list[Fitted] = []
        for number, stage in enumerate(self.stages):
            played = self._play(number, stage, learner)
            fitted = [
                self._fit(f"stage-{number}-{name}", positions, learner[at:][:1])
                for at, (name, positions) in enumerate(zip(weights.NAMES, played, strict=True))
            ]
            learner = [(network.sizes, network.weights) for network in fitted]
            report.append({**asdict(stage), "positions": [len(part.worths) for part in played]})
        training: dict[str, object] = {
            "seed": self.seed,
            "stages": report,
            "errors": {
                name: [round(network.error, 5), round(network.variance, 5)]
                for name, network in zip(weights.NAMES, fitted, strict=True)
            },
        }
        self.say(f"done: {json.dumps(training)}")
        return weights.write(learner, training)

    def _begin(self) -> None:
        """Make the folder, or see that what is in it belongs to the same training."""
        self.folder.mkdir(parents=True, exist_ok=True)
        plan = json.dumps(
            {
                "seed": self.seed,
                "stages": [asdict(stage) for stage in self.stages],
                "rival": [crc32(array("f", numbers)) for _, numbers in self.rival],
                "features": FEATURES,
            }
        ).encode()
        file = self.folder / "plan.json"
        if not file.exists():
            lessons.write_whole(file, plan)
        elif file.read_bytes() != plan:
            raise FiveCrownsError(
                f"expected {self.folder} to be new or of the same training, it is of another"
            )

    def _play(
        self, number: int, stage: Stage, learner: Sequence[Weights]
    ) -> tuple[Positions, Positions]:
        """Play the lessons of a stage that are not there yet, and read them all."""
        tasks = [
            Task(
                seed=f"{self.seed}/{number}/{lesson}",
                learner=learner,
                rival=self.rival,
                trust=stage.trust,
                file=self.folder / f"stage-{number}-lesson-{lesson}.npz",
            )
            for lesson in range(stage.lessons)
        ]
        parts: list[tuple[Positions, Positions]] = []
        for played, file in enumerate(run_tasks(lessons.play, tasks, self.jobs), 1):
            parts.append(lessons.read(file))
            if played % 10 == 0 or played == len(tasks):
                self.say(f"stage {number}: lesson {played} of {len(tasks)}")
        after, before = zip(*parts, strict=True)
        return _joined(after), _joined(before)

    def _fit(self, name: str, positions: Positions, start: Sequence[Weights]) -> Fitted:
        """Fit a network, unless that was done already."""
        file = self.folder / f"{name}.json"
        if not file.exists():
            fitted = fit(
                positions.features,
                positions.worths,
                self.seed,
                start=start[0][1] if start else None,
                progress=lambda text: self.say(f"{name}: {text}"),
            )
            lessons.write_whole(file, json.dumps(asdict(fitted)).encode())
        try:
            values = json.loads(file.read_bytes())
            fitted = Fitted(tuple(values.pop("sizes")), **values)
            Network(fitted.sizes, fitted.weights)
        except (ValueError, TypeError, AttributeError, KeyError):
            raise lessons.broken(file) from None
        return fitted


def _joined(parts: Sequence[Positions]) -> Positions:
    return Positions(*map(np.concatenate, zip(*parts, strict=True)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m fivecrowns.training", description=__doc__)
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("training"),
        help=f"for what is played, and for the networks in the end, {weights.FILE}",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=_jobs, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--share", type=_share, default=1.0, help="of the lessons, to try it out")
    parser.add_argument(
        "--response",
        action="store_true",
        help="find the best response to the networks of the package",
    )
    given = parser.parse_args(arguments)
    begin = time.monotonic()

    def say(text: str) -> None:
        seconds = int(time.monotonic() - begin)
        sys.stdout.write(f"{seconds // 60:3}:{seconds % 60:02} {text}\n")
        sys.stdout.flush()

    stages = [Stage(max(1, round(stage.lessons * given.share)), stage.trust) for stage in STAGES]
    rival = weights.read(weights.shipped_file())[0] if given.response else ()
    out = given.folder / weights.FILE
    try:
        content = Course(given.folder, given.seed, given.jobs, stages, rival, say).run()
        lessons.write_whole(out, content)
    except (OSError, FiveCrownsError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on from here")
    say(f"{out}: {len(content):,} bytes")


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"expected 1 to {MOST_JOBS}, got {text!r}")
    return int(text)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"expected a number above 0, at most 1, got {text!r}")
    return share


if __name__ == "__main__":
    main()
