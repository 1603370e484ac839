"""A review after a game: what cost most comes first, and nothing hidden is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from fivecrowns import record
from fivecrowns.cards import Rank
from fivecrowns.cli import main
from fivecrowns.game import deal, play
from fivecrowns.players import make_player
from fivecrowns.record import Header, Step, action_line, header_line
from fivecrowns.review import review
from fivecrowns.rules import Deal, Rules
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.view import view

RULES = Rules((Deal(6, Rank.SIX), Deal(7, Rank.SEVEN), *[Deal(3, Rank.THREE)] * 4))
HEADER = Header(RULES, ("Ann", "Bob"), 0)


def recorded(*kinds: str) -> list[str]:
    """The lines of a game of computer players, called Ann and Bob."""
    players = [make_player(kind, 5) for kind in kinds]
    lines, game, shuffler = [header_line(HEADER)], HEADER.new_game(), SeededShuffler(5)
    while not game.is_over:
        if game.turn is None:
            dealt = deal(game, shuffler)
            game, _ = game.apply(dealt)
            lines.append(action_line(dealt))
            continue
        decided = players[game.turn].decide(view(game, game.turn)).action
        game, actions, _ = play(game, decided, shuffler)
        lines += [action_line(action) for action in actions]
    return lines


def steps(lines: list[str]) -> list[Step]:
    """The same game replayed."""
    return list(record.replay([line.encode() for line in lines]))


def test_expert_reviewed_by_itself_has_made_no_mistake() -> None:
    """What it decided is what it would decide, so nothing cost anything."""
    played = steps(recorded("expert", "medium"))
    choices = review(HEADER.new_game(), played, 0)
    assert len(choices) > 10
    assert {choice.chosen.points for choice in choices} == {0.0}


def test_what_cost_most_comes_first_and_is_of_that_seat() -> None:
    """The choices of one seat, ordered by cost; who plays at random has many that cost."""
    played = steps(recorded("medium", "random"))
    choices = review(HEADER.new_game(), played, 1)
    found = [choice.chosen.points for choice in choices]
    assert found == sorted(found, reverse=True)
    assert found[0] > 3
    assert all(choice.game.turn == 1 for choice in choices)
    assert all(choice.best.points == 0 for choice in choices)


def written(path: Path, lines: list[str]) -> str:
    """A file with these lines; its name."""
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return str(path)


def test_a_review_is_told_in_a_few_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line sums up, and at most five tell what would have been better."""
    file = written(tmp_path / "game.jsonl", recorded("medium", "random"))
    assert main(["review", file, "--player", "Bob"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("Bob: ")
    assert "decisions weighed" in said
    assert 1 <= said.count("Round ") <= 5


def test_an_unfinished_game_is_not_reviewed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A review of a game that goes on would help a player in it; nor is there one for nobody."""
    lines = recorded("medium", "medium")
    assert main(["review", written(tmp_path / "game.jsonl", lines[:-1])]) == 2
    assert "expected a finished game" in capsys.readouterr().err
    assert main(["review", written(tmp_path / "whole.jsonl", lines), "--player", "Eve"]) == 2
    assert "expected one of the players (Ann and Bob), got 'Eve'" in capsys.readouterr().err
