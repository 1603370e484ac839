"""Fast games are the same games as through the public engine."""

from __future__ import annotations

import pytest

from fivecrowns.rules import SCHEDULES, ArrangementRule, LayOff, Rules, Ties
from fivecrowns.simulate import Plan, PlayedGame, play_games
from fivecrowns.simulate.fast import POLICIES, is_fast
from fivecrowns.simulate.games import DealShuffler, play_slowly


def slowly(plan: Plan, games: int) -> list[PlayedGame]:
    """The first games of a plan, through the public engine."""
    seats = len(plan.kinds)
    return [
        play_slowly(plan, *divmod(number, seats), DealShuffler(f"{plan.seed}/{number // seats}"))
        for number in range(games)
    ]


LAST = SCHEDULES["extended"][-1:]


@pytest.mark.parametrize(
    ("kinds", "rules", "games"),
    [
        (("medium", "medium"), Rules(), 20),
        (("hard", "medium"), Rules(), 12),
        (("medium", "hard", "medium"), Rules(naturals=1), 12),
        (("hard", "medium") * 3, Rules(SCHEDULES["extended"]), 4),
        (("medium",) * 14, Rules(), 3),
        (("hard",) * 3, Rules(SCHEDULES["reverse"], arrangement=ArrangementRule.MANUAL), 3),
        (("hard", "medium") * 4, Rules(), 2),
        (("expert", "hard"), Rules(), 10),
        (("expert", "medium", "expert", "hard"), Rules(SCHEDULES["short"], naturals=1), 8),
        (("expert",) * 7, Rules(SCHEDULES["extended"]), 2),
    ],
    ids=[
        "lowest",
        "mixed",
        "naturals",
        "extended",
        "fourteen",
        "manual",
        "two-sets",
        "expert",
        "expert-naturals",
        "expert-extended",
    ],
)
def test_fast_games_are_those_of_the_engine(
    kinds: tuple[str, ...], rules: Rules, games: int
) -> None:
    """Round by round: dealer, who went out, turns, points; and the ranks."""
    plan = Plan(kinds, rules, "fast")
    assert is_fast(kinds, rules)
    assert list(play_games(plan, range(games))) == slowly(plan, games)


def test_fast_games_reshuffle_as_the_engine_does() -> None:
    """Seven hands of fifteen leave ten cards, which may not be enough."""
    plan = Plan(("medium",) * 7, Rules(LAST * 3, naturals=1), 3)
    games = slowly(plan, 21)
    assert sum(round_.reshuffles for game in games for round_ in game.rounds) > 0
    assert list(play_games(plan, range(21))) == games


@pytest.mark.parametrize(
    ("kinds", "rules"),
    [
        (("medium", "easy"), Rules()),
        (("medium", "random"), Rules()),
        (("medium", "medium"), Rules(lay_off=LayOff.LAST_TURN)),
        (("medium", "medium"), Rules(ties=Ties.TIEBREAK)),
    ],
)
def test_what_the_simulator_does_not_know_goes_through_the_engine(
    kinds: tuple[str, ...], rules: Rules
) -> None:
    """Other players, laying off, and tie-breaks."""
    assert set(POLICIES) >= {"medium", "hard", "expert"}
    assert not is_fast(kinds, rules)
    plan = Plan(kinds, rules, 1)
    assert list(play_games(plan, range(3))) == slowly(plan, 3)
