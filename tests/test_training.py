"""The training of `expert`: one command, the same result again, and no harm done by a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from fivecrowns.errors import FiveCrownsError
from fivecrowns.players import weights
from fivecrowns.training import lessons
from fivecrowns.training.fitting import fit
from fivecrowns.training.lessons import Task

SMALL = "--seed 3 --jobs 2 --share 0.01"
"""One lesson for each stage."""


def training(folder: Path) -> subprocess.Popen[bytes]:
    """Start a small training in a process group of its own."""
    command = [sys.executable, "-m", "fivecrowns.training", *SMALL.split()]
    command += ["--folder", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)


def is_there(group: int) -> bool:
    """Whether a group has a process left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_training_that_was_killed_goes_on_to_the_same_networks(tmp_path: Path) -> None:
    """After kill -9 in the middle, the same command ends with the same file to the last byte."""
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert training(whole).wait(300) == 0
    process = training(killed)
    while not (killed / "stage-0-lesson-0.npz").exists():
        assert process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(60)
    assert not (killed / weights.FILE).exists()
    assert training(killed).wait(300) == 0
    content = (killed / weights.FILE).read_bytes()
    assert content == (whole / weights.FILE).read_bytes()
    networks, training_ = weights.read(content)
    assert [sizes for sizes, _ in networks] == [(41, 64, 32)] * 2
    assert training_["seed"] == 3


def test_a_folder_of_another_training_is_refused(tmp_path: Path) -> None:
    """Lessons of two trainings are never mixed."""
    (tmp_path / "plan.json").write_text("{}")
    command = [sys.executable, "-m", "fivecrowns.training", "--folder", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "it is of another" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--jobs 0", "expected 1 to 256, got '0'"),
        ("--jobs x", "expected 1 to 256, got 'x'"),
        ("--share 0", "expected a number above 0, at most 1, got '0'"),
        ("--share nan", "expected a number above 0, at most 1, got 'nan'"),
        ("--share 2", "expected a number above 0, at most 1, got '2'"),
        ("--folder /dev/null", "/dev/null"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: str, problem: str) -> None:
    """In a sentence, before anything is played."""
    command = [sys.executable, "-m", "fivecrowns.training", *options.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert problem in done.stderr
    assert "Traceback" not in done.stderr


def test_a_broken_file_in_the_folder_is_named(tmp_path: Path) -> None:
    """So that it can be deleted, and the training goes on."""
    lesson = tmp_path / "lesson.npz"
    for content in (b"", b"junk", b"PK\x03\x04"):
        lesson.write_bytes(content)
        with pytest.raises(FiveCrownsError, match=f"{lesson} is broken; delete it"):
            lessons.read(lesson)


def test_the_processes_of_a_training_end_with_it(tmp_path: Path) -> None:
    """After kill -9 of the one that was started, the others stop playing."""
    process = training(tmp_path)
    while not list(tmp_path.glob("stage-*-lesson-*.npz")):
        assert process.poll() is None
        time.sleep(0.02)
    process.kill()
    process.wait(60)
    while is_there(process.pid):
        time.sleep(0.05)


def test_against_a_rival_only_the_learner_learns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same rounds, as all networks are the same, give the positions of one seat only."""
    monkeypatch.setattr(lessons, "ROUNDS", 20)
    networks, _ = weights.read(weights.shipped_file())
    everybody, one = (
        lessons.read(lessons.play(Task("a", networks, rival, 1.0, tmp_path / f"{name}.npz")))
        for name, rival in (("self", ()), ("rival", networks))
    )
    for all_seats, one_seat in zip(everybody, one, strict=True):
        assert 0 < 2 * len(one_seat.worths) < len(all_seats.worths)
        rows = {row.tobytes() for row in all_seats.features}
        assert all(row.tobytes() in rows for row in one_seat.features)


def test_a_lesson_depends_on_its_seed_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same seed plays the same positions, whatever was played before; another plays others."""
    monkeypatch.setattr(lessons, "ROUNDS", 20)
    files = [
        lessons.play(Task(seed, (), (), 1.0, tmp_path / f"{number}.npz"))
        for number, seed in enumerate(["a", "b", "a"])
    ]
    first, other, again = (lessons.read(file) for file in files)
    for mine, theirs in zip(first, again, strict=True):
        assert np.array_equal(mine.features, theirs.features)
        assert np.array_equal(mine.worths, theirs.worths)
    assert not np.array_equal(first[0].worths[:20], other[0].worths[:20])


def test_a_network_learns_what_can_be_learned() -> None:
    """Fitted to a function with a bend, it explains nearly all of it."""
    random = np.random.default_rng(1)
    features = random.normal(size=(20_000, 6)).astype(np.float16)
    numbers = features.astype(np.float32)
    targets = np.abs(numbers[:, 0]) + numbers[:, 1] * (numbers[:, 2] > 0)
    said: list[str] = []
    fitted = fit(features, targets, 1, progress=said.append)
    assert fitted.error < 0.1 * fitted.variance
    assert len(said) == 4
