"""Many games between computer players, and what they show.

Every deal is played once from each seat, so luck of the cards mostly cancels, and the intervals
are taken over deals, not over games.

>>> from fivecrowns.simulate import simulate
>>> report = simulate(["hard", "medium"], games=2, seed=1)
>>> [(line.player, line.games, line.rounds) for line in report.kinds]
[('hard', 2, 22), ('medium', 2, 22)]
"""

from fivecrowns.simulate.estimates import Clusters, Estimate, estimate, student_t
from fivecrowns.simulate.games import (
    Plan,
    PlayedGame,
    PlayedRound,
    play_game,
    play_through,
)
from fivecrowns.simulate.report import (
    Difference,
    Line,
    Report,
    RoundLine,
    Spread,
    Tallies,
    own_turns,
)
from fivecrowns.simulate.run import (
    MOST_GAMES,
    MOST_JOBS,
    check_games,
    play_games,
    played_games,
    simulate,
)

__all__ = [
    "MOST_GAMES",
    "MOST_JOBS",
    "Clusters",
    "Difference",
    "Estimate",
    "Line",
    "Plan",
    "PlayedGame",
    "PlayedRound",
    "Report",
    "RoundLine",
    "Spread",
    "Tallies",
    "check_games",
    "estimate",
    "own_turns",
    "play_game",
    "play_games",
    "play_through",
    "played_games",
    "simulate",
    "student_t",
]
