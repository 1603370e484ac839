"""The engine agrees with a second one that was written from the rules alone."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from fivecrowns.cards import Rank
from fivecrowns.lines import RecordError
from fivecrowns.record import Header, replay_to_end, summary
from fivecrowns.rules import (
    CARDS_PER_SET,
    ArrangementRule,
    Deal,
    LayOff,
    Rules,
    Ties,
    sets_for,
)
from tests.mutations import mutated
from tests.oracles import naive_engine
from tests.oracles.naive_engine import Illegal, Undetermined
from tests.playing import Habits, lines_of, play_at_random, some_habits

Line = dict[str, Any]
Lines = list[Line]

GAMES_A_PART = 100
PARTS = 21
"""More than 2,000 games altogether, in parts so that several processes can share them."""


def some_header(random: Random) -> Header:
    """A small table more often than a large one, few rounds, and mostly few cards."""
    players = random.choice([2, 2, 3, 4, random.randint(2, 14)])
    most = (CARDS_PER_SET * sets_for(players) - 2) // players
    deals = [
        Deal(random.choice([3, 3, 4, 5, 6, random.randint(3, min(15, most))]), wild)
        for wild in random.choices([None, *Rank], k=random.randint(1, 3))
    ]
    rules = Rules(
        tuple(deals),
        random.randint(0, 1),
        random.choice(list(LayOff)),
        random.choice(list(Ties)),
        random.choice(list(ArrangementRule)),
    )
    names = tuple(f"player {seat}" for seat in range(players))
    return Header(rules, names, random.randrange(players))


def parsed(lines: list[str]) -> Lines:
    """The lines of a record as JSON objects."""
    return [json.loads(line) for line in lines]


def played(header: Header, habits: Habits, random: Random) -> Lines:
    """The record of a game played at random."""
    actions = [step.action for step in play_at_random(header, habits, random)]
    return parsed(lines_of(header, actions))


def verdicts(lines: Lines) -> tuple[int | None, int | None, list[str]]:
    """The first line that each engine refuses, the real one first, and where answers differ.

    Raises:
        Undetermined: the record does not say by itself what a line means.
    """
    expected = None
    try:
        naive_engine.replay(lines)
    except Illegal as error:
        expected = error.line_number
    try:
        game = replay_to_end([json.dumps(line) for line in lines])
    except RecordError as error:
        return error.line, expected, []
    found = [] if expected else naive_engine.differences(summary(game), lines)
    return None, expected, found


@pytest.mark.parametrize("part", range(PARTS))
def test_both_engines_replay_random_games_alike(part: int) -> None:
    """Of games over all options both engines tell the same, to the end or broken off anywhere."""
    random = Random(f"games {part}")
    for _ in range(GAMES_A_PART):
        lines = played(some_header(random), some_habits(random), random)
        if random.random() < 0.2:
            lines = lines[: random.randint(1, len(lines))]
        assert verdicts(lines) == (None, None, [])


@pytest.mark.parametrize("part", range(4))
def test_both_engines_refuse_the_same_line_of_records_that_were_changed(part: int) -> None:
    """One line changed, dropped, doubled or swapped: both accept it, or both refuse it there."""
    random = Random(f"changes {part}")
    seen: Counter[str] = Counter()
    for _ in range(60):
        lines = played(some_header(random), some_habits(random), random)
        for _ in range(12):
            changed = mutated(lines, random)
            try:
                refused, expected, found = verdicts(changed)
            except Undetermined:
                seen["undetermined"] += 1
                continue
            assert refused == expected, changed
            assert found == []
            seen["legal" if refused is None else "illegal"] += 1
    assert seen["legal"] > 150
    assert seen["illegal"] > 200
    assert seen["undetermined"] < 30


def test_the_random_games_show_all_parts_of_the_rules() -> None:
    """Tie-breaks, stalls, reshuffles, laying off and chosen melds are all among the games."""
    random = Random("parts of the rules")
    seen: Counter[str] = Counter()
    for _ in range(300):
        header = some_header(random)
        steps = list(play_at_random(header, some_habits(random), random))
        seen.update(type(step.action).__name__ for step in steps)
        seen["melds"] += sum(getattr(step.action, "melds", None) is not None for step in steps)
        seen["tie-break"] += len(steps[-1].after.results) > len(header.rules.schedule)
    assert min(seen.values()) >= 5, seen
    assert seen.keys() >= {
        "AcceptTie",
        "DealCards",
        "Discard",
        "Draw",
        "GoOut",
        "LayOffCard",
        "Reshuffle",
        "Stall",
        "melds",
        "tie-break",
    }
