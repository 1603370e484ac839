"""What the time brings: opponents' turns, turn timers, and people who are away.

All of it follows from the state and from who is connected, so any process can take it over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fivecrowns.server.protocol.values import Stage
from fivecrowns.server.show import deadline
from fivecrowns.server.state import State


@dataclass(frozen=True, slots=True)
class OpponentActs:
    """An opponent acts for a seat; `late`: because the person's time was up."""

    seat: int
    late: bool


@dataclass(frozen=True, slots=True)
class GoesAway:
    """An opponent plays for a person from now on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Later:
    """Nothing yet; `when`: look again at this time, `None`: when somebody comes."""

    when: int | None


def next_look(state: State, pace: int) -> int | None:
    """When a table has to be looked at if nothing happens before; `None`: never.

    Args:
        state: the table.
        pace: milliseconds that an opponent takes for an action.
    """
    waiting = state.waits_for()
    if not waiting or not any(chair.is_here for chair in state.chairs):
        return None
    if state.stage is Stage.ROUND and not state.chairs[waiting[0]].plays_itself:
        return state.touched + pace
    absent = state.waiting_since + 1000 * state.options.absent_after
    ends = deadline(state)
    return absent if ends is None else min(absent, ends)


def what_is_due(
    state: State, now: int, absent_since: Mapping[int, int | None], pace: int
) -> OpponentActs | GoesAway | Later:
    """What has to be done at a table now.

    Args:
        state: the table.
        now: the time.
        absent_since: for every person at the table, since when they are not connected; `None`
            for those who are.
        pace: milliseconds that an opponent takes for an action.
    """
    look = next_look(state, pace)
    if look is None or look > now:
        return Later(look)
    waiting = state.waits_for()
    if state.stage is Stage.ROUND and not state.chairs[waiting[0]].plays_itself:
        return OpponentActs(waiting[0], late=False)
    ends = deadline(state)
    if ends is not None and ends <= now:
        return OpponentActs(waiting[0], late=True)
    present = {person for person, since in absent_since.items() if since is None}
    if not present:
        return Later(None)
    wait, times = 1000 * state.options.absent_after, [] if ends is None else [ends]
    for seat in waiting:
        person = state.chairs[seat].person
        assert person is not None
        since = absent_since[person]
        if since is None:
            times.append(now + wait)
        elif max(since, state.waiting_since) + wait <= now:
            return GoesAway(seat)
        else:
            times.append(max(since, state.waiting_since) + wait)
    return Later(min(times))
