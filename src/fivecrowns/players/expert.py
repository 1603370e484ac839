"""`expert`: plays by what positions are worth, as it learned from playing rounds by the million.

It knows what `hard` knows of the next draw, and beside it what all the others threw and picked up.
Two networks say how many points a position is worth, one after a discard and one before a draw
from the pile. The last turn is exact, and in the last four rounds played for the place in the game.
docs/expert.md says how it was trained and how strong it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from fivecrowns._policies import Learned
from fivecrowns._position import Position
from fivecrowns.actions import Discard, Draw, Source
from fivecrowns.cards import KINDS
from fivecrowns.players import last_turn
from fivecrowns.players.player import Decision, Reason
from fivecrowns.players.seeing import see
from fivecrowns.players.weights import shipped
from fivecrowns.round import Phase
from fivecrowns.rules import LayOff
from fivecrowns.view import View

POINTS: Final = 20.0
"""Points that the networks count as 1."""
PERCENT: Final = 100.0
DIGITS: Final = 1
"""Digits behind the point with which a reason tells a cost."""
MOST_OTHERS: Final = 3
"""Other discards that a reason tells of."""

Weighed = Draw | Discard
A = TypeVar("A", bound=Weighed)
A_co = TypeVar("A_co", bound=Weighed, covariant=True)


@dataclass(frozen=True, slots=True)
class Cost(Generic[A_co]):
    """What an action costs compared with the best one.

    Attributes:
        action: the action.
        points: expected points of this round, beside those of the others.
    """

    action: A_co
    points: float


@dataclass(frozen=True, slots=True)
class Expert:
    """Chooses what is worth most."""

    def decide(self, view: View) -> Decision:
        """Choose by the value of the position that follows."""
        if view.out is not None:
            return _last_turn(view)
        if view.phase is Phase.DRAW:
            return _draw(view)
        return last_turn.go_out(view) or _discard(view)


def costs(view: View) -> tuple[Cost[Weighed], ...]:
    """What each action costs that `expert` can choose from, the best first.

    Empty where nothing is weighed: on a last turn, when the hand can go out, or when the pile has
    to be drawn from.
    """
    assert view.seat is not None
    if view.out is not None or view.must_draw_pile:
        return ()
    position, policy = see(view), Learned(shipped())
    if view.phase is Phase.DRAW:
        return _weigh_draws(view, position, policy)
    if last_turn.go_out(view) is None:
        return _weigh_discards(view, position, policy)
    return ()


def _weigh_draws(view: View, position: Position, policy: Learned) -> tuple[Cost[Draw], ...]:
    assert view.seat is not None
    takes = policy.takes(position)
    pile, take = Draw(view.seat, Source.PILE), Draw(view.seat, Source.DISCARD)
    # A hand that can go out does, whatever the network thinks of it.
    value = min(policy.take, policy.pile) if policy.completes else policy.take
    return _compared({pile: policy.pile, take: value}, take if takes else pile)


def _weigh_discards(view: View, position: Position, policy: Learned) -> tuple[Cost[Discard], ...]:
    assert view.seat is not None
    chosen = Discard(view.seat, KINDS[policy.throws(position)])
    held = sorted(set(view.hand))
    return _compared({Discard(view.seat, card): position.kept[card.index] for card in held}, chosen)


def _compared(values: Mapping[A, float], chosen: A) -> tuple[Cost[A], ...]:
    """What each action costs compared with the best, which is the chosen one."""
    best = min(values.values())
    found = [Cost(action, POINTS * (value - best)) for action, value in values.items()]
    return tuple(sorted(found, key=lambda cost: (cost.points, cost.action != chosen)))


def _draw(view: View) -> Decision:
    assert view.seat is not None
    if view.must_draw_pile:
        return Decision(Draw(view.seat, Source.PILE), Reason("pile_only"))
    policy = Learned(shipped())
    best, other = _weigh_draws(view, see(view), policy)
    if policy.completes:
        return Decision(best.action, Reason("take_goes_out", view.upcard))
    cost = round(other.points, DIGITS)
    code = "learned_pile" if best.action.source is Source.PILE else "learned_take"
    if cost == 0:
        code = "learned_either"
    return Decision(best.action, Reason(code, view.upcard, cost=cost))


def _discard(view: View) -> Decision:
    position = see(view)
    best, *others = _weigh_discards(view, position, Learned(shipped()))
    card = best.action.card
    position.remove(card.index)
    position.look_ahead()
    spare = position.points_after_discard()
    # Less than to stay over itself in place of another card: it goes into a meld.
    helping = sum(
        position.drawable[kind]
        for kind in range(len(KINDS))
        if position.after[kind] < min(position.now, spare + position.cost(kind))
    )
    told = tuple((other.action.card, round(other.points, DIGITS)) for other in others[:MOST_OTHERS])
    return Decision(best.action, Reason("learned_discard", card, outs=helping, others=told))


def _last_turn(view: View) -> Decision:
    """Play for the fewest points, in the last rounds for the best chance to finish first."""
    assert view.seat is not None
    if view.phase is Phase.DISCARD:
        return last_turn.discard(view)
    decision = last_turn.draw(view)
    if view.must_draw_pile or view.rules.lay_off is not LayOff.NEVER:
        return decision
    position, policy = see(view), Learned(shipped())
    source = Source.DISCARD if policy.last_takes(position) else Source.PILE
    action = Draw(view.seat, source)
    if action == decision.action:
        return decision
    code = "place_take" if source is Source.DISCARD else "place_pile"
    cost = round(PERCENT * abs(policy.pile - policy.take), DIGITS)
    if cost == 0:
        code = "place_either"
    return Decision(action, Reason(code, view.upcard, cost=cost))
