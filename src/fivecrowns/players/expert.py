"""`expert`: plays by what positions are worth, as it learned from playing rounds by the million.

It knows what `hard` knows of the next draw, and beside it what all the others threw and picked up.
Two networks say how many points a position is worth, one after a discard and one before a draw
from the pile. The last turn is exact, and in the last four rounds played for the place in the game.
docs/expert.md says how it was trained and how strong it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fivecrowns._policies import Learned
from fivecrowns.actions import Discard, Draw, PlayerAction, Source
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


@dataclass(frozen=True, slots=True)
class Cost:
    """What an action costs compared with the best one.

    Attributes:
        action: the action.
        points: expected points of this round, beside those of the others.
    """

    action: PlayerAction
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


def costs(view: View) -> tuple[Cost, ...]:
    """What each action costs that `expert` can choose from, the best first.

    Empty where nothing is weighed: on a last turn, when the hand can go out, or when the pile has
    to be drawn from.
    """
    assert view.seat is not None
    if view.out is not None or view.must_draw_pile:
        return ()
    position, policy = see(view), Learned(shipped())
    values: dict[PlayerAction, float]
    if view.phase is Phase.DRAW:
        takes = policy.takes(position)
        chosen: PlayerAction = Draw(view.seat, Source.DISCARD if takes else Source.PILE)
        # A hand that can go out does, whatever the network thinks of it.
        take = min(policy.take, policy.pile) if policy.completes else policy.take
        values = {Draw(view.seat, Source.DISCARD): take, Draw(view.seat, Source.PILE): policy.pile}
    elif last_turn.go_out(view) is None:
        chosen = Discard(view.seat, KINDS[policy.throws(position)])
        values = {Discard(view.seat, card): position.kept[card.index] for card in set(view.hand)}
    else:
        return ()
    best = min(values.values())
    found = [Cost(action, POINTS * (value - best)) for action, value in values.items()]
    return tuple(sorted(found, key=lambda cost: (cost.points, cost.action != chosen)))


def _draw(view: View) -> Decision:
    assert view.seat is not None
    pile, take = Draw(view.seat, Source.PILE), Draw(view.seat, Source.DISCARD)
    if view.must_draw_pile:
        return Decision(pile, Reason("pile_only"))
    position, policy = see(view), Learned(shipped())
    takes = policy.takes(position)
    if policy.completes:
        return Decision(take, Reason("take_goes_out", view.upcard))
    cost = POINTS * abs(policy.pile - policy.take)
    if takes:
        return Decision(take, Reason("learned_take", view.upcard, cost=cost))
    return Decision(pile, Reason("learned_pile", view.upcard, cost=cost))


def _discard(view: View) -> Decision:
    assert view.seat is not None
    position, policy = see(view), Learned(shipped())
    card = KINDS[policy.throws(position)]
    others = [(position.kept[other.index], other) for other in sorted(set(view.hand) - {card})]
    position.remove(card.index)
    position.look_ahead()
    helping = sum(
        position.drawable[kind.index] for kind in KINDS if position.after[kind.index] < position.now
    )
    reason = Reason("learned_only", card, outs=helping)
    if others:
        value, other = min(others)
        cost = POINTS * (value - policy.best)
        reason = Reason("learned_discard", card, outs=helping, other=other, cost=cost)
    return Decision(Discard(view.seat, card), reason)


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
    cost = PERCENT * abs(policy.pile - policy.take)
    return Decision(action, Reason(code, view.upcard, cost=cost))
