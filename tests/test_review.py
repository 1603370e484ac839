"""A review after a game: what cost most comes first, and nothing hidden is used."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from fivecrowns import record
from fivecrowns.actions import Discard, Draw, Source
from fivecrowns.cards import Rank
from fivecrowns.cli import main
from fivecrowns.game import deal, play
from fivecrowns.players import Decision, Reason, make_player
from fivecrowns.players.expert import costs
from fivecrowns.record import Header, Step, action_line, header_line
from fivecrowns.review import review
from fivecrowns.rules import Deal, Rules
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.solitaire.record import header_line as solitaire_header
from fivecrowns.view import View, view

RULES = Rules((Deal(6, Rank.SIX), Deal(7, Rank.SEVEN), *[Deal(3, Rank.THREE)] * 4))
HEADER = Header(RULES, ("Ann", "Bob"), 0)


class Spendthrift:
    """Takes every discard and throws what costs most."""

    def decide(self, view: View) -> Decision:
        """Choose the dearest where something is weighed."""
        *_, dearest = costs(view) or [None]
        if dearest is None:
            return make_player("medium").decide(view)
        seat, action = dearest.action.seat, dearest.action
        take = Draw(seat, Source.DISCARD)
        return Decision(action if isinstance(action, Discard) else take, Reason("random"))


def recorded(*kinds: str) -> list[str]:
    """The lines of a game of computer players, called Ann and Bob."""
    players = [Spendthrift() if kind == "spendthrift" else make_player(kind, 5) for kind in kinds]
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
    """One line sums up, and the five that cost most are told as they were weighed."""
    lines = recorded("medium", "random")
    file = written(tmp_path / "game.jsonl", lines)
    assert main(["review", file, "--player", "Bob"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    choices = review(HEADER.new_game(), steps(lines), 1)
    assert said.startswith(f"Bob: {len(choices)} decisions weighed; together they cost ")
    told = re.findall(r"Round (\d) of 6, turn (\d): (\w+) .*? instead of .*? cost ([\d.]+) p", said)
    doing = {Discard: "discarding", Source.PILE: "drawing", Source.DISCARD: "taking"}
    assert told == [
        (
            str(len(choice.game.results) + 1),
            str(choice.lap),
            doing[action.source if isinstance(action, Draw) else Discard],
            f"{choice.chosen.points:.1f}",
        )
        for choice in choices[:5]
        for action in [choice.chosen.action]
    ]


def test_a_card_thrown_onto_an_empty_discard_pile_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who took the only card of the discard pile threw onto none."""
    lines = recorded("medium", "spendthrift")
    choices = review(HEADER.new_game(), steps(lines), 1)[:5]
    rounds = [choice.game.round for choice in choices]
    assert any(round_ is not None and not round_.discard_pile for round_ in rounds)
    assert main(["review", written(tmp_path / "game.jsonl", lines), "--player", "Bob"]) == 0
    assert capsys.readouterr().out.count("instead of") == 5


def test_where_expert_would_have_done_the_same_nothing_is_found_fault_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No line tells of a cost of nothing; who else can be reviewed is said."""
    file = written(tmp_path / "game.jsonl", recorded("expert", "medium"))
    assert main(["review", file]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith("decisions weighed. Expert would have done much the same.")
    assert said[1:] == ["--player NAME tells of Bob."]


def test_a_player_is_named_as_people_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In any case, by a word of the name; a word of two names is nobody's."""
    header = replace(HEADER, players=("Hard Hugo", "Hard Hope"))
    lines = [header_line(header), *recorded("expert", "medium")[1:]]
    file = written(tmp_path / "game.jsonl", lines)
    for typed, meant in (("Hard Hugo", "Hugo"), ("hard hope", "Hope"), ("HUGO", "Hugo")):
        assert main(["review", file, "--player", typed]) == 0
        assert capsys.readouterr().out.startswith(f"Hard {meant}: ")
    assert main(["review", file, "--player", "hard"]) == 2
    assert "expected 'Hard Hugo' or 'Hard Hope', got 'hard'" in capsys.readouterr().err


def test_an_unfinished_game_is_not_reviewed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A review of a game that goes on would help a player in it; nor is there one for nobody."""
    lines = recorded("medium", "medium")
    assert main(["review", written(tmp_path / "game.jsonl", lines[:-1])]) == 2
    assert "expected the record of a finished game" in capsys.readouterr().err
    assert main(["review", written(tmp_path / "whole.jsonl", lines), "--player", "Eve"]) == 2
    assert "--player: expected 'Ann' or 'Bob', got 'Eve'" in capsys.readouterr().err


def test_a_solitaire_is_not_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It has no player whose decisions could be told from the hint's."""
    file = written(tmp_path / "solitaire.jsonl", [solitaire_header()])
    assert main(["review", file]) == 2
    assert "expected the record of a game, got one of solitaire" in capsys.readouterr().err
