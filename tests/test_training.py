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

from fivecrowns.players import weights
from fivecrowns.training import lessons
from fivecrowns.training.fitting import fit
from fivecrowns.training.lessons import Task

SMALL = "--seed 3 --jobs 2 --share 0.01"
"""One lesson for each stage."""


def training(folder: Path, out: Path) -> subprocess.Popen[bytes]:
    """Start a small training in a process group of its own."""
    command = [sys.executable, "-m", "fivecrowns.training", *SMALL.split()]
    command += ["--folder", str(folder), "--out", str(out)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)


def test_a_training_that_was_killed_goes_on_to_the_same_networks(tmp_path: Path) -> None:
    """After kill -9 in the middle, the same command ends with the same file to the last byte."""
    whole, killed = tmp_path / "whole.weights", tmp_path / "killed.weights"
    assert training(tmp_path / "whole", whole).wait(300) == 0
    process = training(tmp_path / "killed", killed)
    while not (tmp_path / "killed" / "stage-0-lesson-0.npz").exists():
        assert process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(60)
    assert not killed.exists()
    assert training(tmp_path / "killed", killed).wait(300) == 0
    assert killed.read_bytes() == whole.read_bytes()
    networks, training_ = weights.read(killed.read_bytes())
    assert [sizes for sizes, _ in networks] == [(41, 64, 32)] * 2
    assert training_["seed"] == 3


def test_a_folder_of_another_training_is_refused(tmp_path: Path) -> None:
    """Lessons of two trainings are never mixed."""
    (tmp_path / "plan.json").write_text("{}")
    command = [sys.executable, "-m", "fivecrowns.training", "--folder", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "it is of another" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_best_response_does_not_take_the_place_of_what_it_answers() -> None:
    """It is good against one player only, so it has to be written elsewhere."""
    command = [sys.executable, "-m", "fivecrowns.training", "--response"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "expected --out with --response" in done.stderr


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
