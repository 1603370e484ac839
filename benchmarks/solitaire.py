"""How often the solitaire's hint wins: `python -m benchmarks.solitaire --deals 2000`.

Plays the deals of the seeds 0, 1, 2, ... by the hint and says how many were won, and of how many it
is certain that nobody could win them, not even with all the cards of the draw pile known in their
order. The interval is Wilson's, for 95 %.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt

from fivecrowns.shuffler import SeededShuffler
from fivecrowns.solitaire.game import Solitaire, TurnOver, deal
from fivecrowns.solitaire.hint import hint
from fivecrowns.solitaire.plan import Plan
from fivecrowns.solitaire.view import view


def main() -> None:
    """Play, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="how many deals (2000)")
    deals: int = parser.parse_args().deals
    won, lost_before, closed = 0, 0, 0
    times: list[float] = []
    for seed in range(deals):
        game, _ = Solitaire().apply(deal(SeededShuffler(seed)))
        lost_before += not view(game).can_be_won
        plan: Plan | None = None
        while not game.is_over:
            game, _ = game.apply(TurnOver())
            begun = time.process_time()
            hinted = hint(view(game), plan)
            times.append(time.process_time() - begun)
            assert hinted is not None
            plan = hinted.plan
            game, _ = game.apply(hinted.play)
        won += game.won is True
        closed += len(game.closed)
    print(f"{deals} deals, {closed / deals:.2f} of 11 piles closed on average")
    print(f"won by the hint: {_share(won, deals)}")
    print(f"could be won at most: {_share(deals - lost_before, deals)}")
    times.sort()
    print(
        f"a hint takes {1000 * times[len(times) // 2]:.1f} ms (half), "
        f"{1000 * times[len(times) * 99 // 100]:.0f} ms (99 of 100), "
        f"{1000 * times[-1]:.0f} ms (all)"
    )


def _share(count: int, of: int) -> str:
    z, share = 1.96, count / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    reach = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{share:.1%} ({middle - reach:.1%} to {middle + reach:.1%})"


if __name__ == "__main__":
    main()
