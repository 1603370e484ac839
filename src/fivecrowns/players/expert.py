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
from fivecrowns.actions import Discard, Draw, GoOut, Source
from fivecrowns.cards import KINDS, without
from fivecrowns.melds import best_discard, fewest_points, going_out_discards
from fivecrowns.players import last_turn
from fivecrowns.players.player import Decision, Reason
from fivecrowns.players.seeing import see
from fivecrowns.players.weights import SCALE, shipped
from fivecrowns.round import Phase
from fivecrowns.rules import LayOff
from fivecrowns.view import View

PERCENT: Final = 100.0
CLOSE: Final = 0.25
"""Points: choices that differ in less are told to be about as good; no network is surer."""
MOST_OTHERS: Final = 3
"""Other discards that a reason tells of."""

Weighed = Draw | Discard | GoOut
A = TypeVar("A", bound=Weighed)
A_co = TypeVar("A_co", bound=Weighed, covariant=True)


@dataclass(frozen=True, slots=True)
class Cost(Generic[A_co]):
    """What an action costs compared with the best one.

    Attributes:
        action: the action.
        points: expected points of this round, compared with those of the others; on a last turn the
            own points.
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


def told(points: float) -> float:
    """A cost as it is told: to one digit behind the point, and nothing if it is close to that."""
    return 0.0 if points < CLOSE else round(points, 1)


def costs(view: View) -> tuple[Cost[Weighed], ...]:
    """What each action costs that `expert` can choose from, the best first.

    Empty where nothing is weighed: when the pile has to be drawn from, and on a last turn with
    laying off, or where the place in the game asks for another draw than the points. Nor is it
    known what a hand is worth that could go out with a discard but does not.
    """
    if view.phase is Phase.DRAW and view.must_draw_pile:
        return ()
    if view.out is not None:
        return () if view.rules.lay_off is not LayOff.NEVER else _weigh_last_turn(view)
    if view.phase is Phase.DRAW:
        return _weigh_draws(view, see(view), Learned(shipped()))
    return _weigh_discards(view, see(view))


def _weigh_draws(view: View, position: Position, policy: Learned) -> tuple[Cost[Draw], ...]:
    assert view.seat is not None
    takes = policy.takes(position)
    pile, take = Draw(view.seat, Source.PILE), Draw(view.seat, Source.DISCARD)
    values = {pile: SCALE * policy.pile, take: SCALE * policy.take}
    return _compared(values, take if takes else pile)


def _weigh_discards(view: View, position: Position) -> tuple[Cost[Discard | GoOut], ...]:
    assert view.seat is not None
    card = KINDS[Learned(shipped()).best_discard(position, -1)]
    chosen: Discard | GoOut = Discard(view.seat, card)
    values: dict[Discard | GoOut, float] = {
        Discard(view.seat, card): SCALE * position.kept[card.index]
        for card in sorted(set(view.hand))
    }
    going = last_turn.go_out(view)
    if going is not None:
        for card in going_out_discards(view.hand, view.deal.wild, view.rules.naturals):
            del values[Discard(view.seat, card)]
        assert isinstance(going.action, GoOut)
        chosen = going.action
        values[chosen] = SCALE * position.kept[chosen.card.index]
    return _compared(values, chosen)


def _weigh_last_turn(view: View) -> tuple[Cost[Draw | Discard], ...]:
    assert view.seat is not None
    if view.phase is Phase.DISCARD:
        left: dict[Draw | Discard, float] = {
            Discard(view.seat, card): fewest_points(
                without(view.hand, card), view.deal.wild, view.rules.naturals
            )
            for card in sorted(set(view.hand))
        }
        best = best_discard(view.hand, view.deal.wild, view.rules.naturals)
        return _compared(left, Discard(view.seat, best.discard))
    decision = _last_turn(view)
    points, expected = decision.reason.points, decision.reason.expected
    if points is None or expected is None:
        return ()  # it draws for the place
    assert isinstance(decision.action, Draw)
    pile, take = Draw(view.seat, Source.PILE), Draw(view.seat, Source.DISCARD)
    return _compared({pile: expected, take: points}, decision.action)


def _compared(values: Mapping[A, float], chosen: A) -> tuple[Cost[A], ...]:
    """What each action costs compared with the chosen one, the best first.

    A hand that can go out does, whatever a network thinks of it; so nothing costs less.
    """
    found = [Cost(action, max(0.0, value - values[chosen])) for action, value in values.items()]
    return tuple(sorted(found, key=lambda cost: (cost.points, cost.action != chosen)))


def _draw(view: View) -> Decision:
    assert view.seat is not None
    if view.must_draw_pile:
        return Decision(Draw(view.seat, Source.PILE), Reason("pile_only"))
    policy = Learned(shipped())
    best, other = _weigh_draws(view, see(view), policy)
    if policy.completes:
        return Decision(best.action, Reason("take_goes_out", view.upcard))
    cost = told(other.points)
    code = "learned_pile" if best.action.source is Source.PILE else "learned_take"
    if cost == 0:
        code = "learned_either"
    return Decision(best.action, Reason(code, view.upcard, cost=cost))


def _discard(view: View) -> Decision:
    position = see(view)
    best, *others = _weigh_discards(view, position)
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
    named = tuple((other.action.card, told(other.points)) for other in others[:MOST_OTHERS])
    return Decision(best.action, Reason("learned_discard", card, outs=helping, others=named))


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
    cost = round(PERCENT * abs(policy.pile - policy.take), 1)
    if cost == 0:
        code = "place_either"
    return Decision(action, Reason(code, view.upcard, cost=cost))
