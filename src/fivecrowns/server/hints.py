"""Help in the game, from what the seat may know."""

from __future__ import annotations

from fivecrowns.actions import Discard, Draw, GoOut, LayOffCard, PlayerAction
from fivecrowns.cards import KINDS, Card
from fivecrowns.melds import going_out_discards, outs
from fivecrowns.players import Reason, make_player
from fivecrowns.round import Phase
from fivecrowns.server.protocol.messages import Hint, Move, Other, OutCard, Why
from fivecrowns.server.protocol.values import HintLevel
from fivecrowns.server.state import HeldCards, State
from fivecrowns.view import View, view


def hint(state: State, seat: int, command: str, level: HintLevel) -> Hint:
    """The answer to a hint, for the state as it is."""
    assert state.game is not None
    assert state.play is not None
    seen, held = view(state.game, seat), state.play.held[seat]
    move: Move | None = None
    why: Why | None = None
    if level is HintLevel.BEST and seen.turn == seat:
        decision = make_player("expert").decide(seen)
        move, why = _move(decision.action, held), _why(decision.reason)
    return Hint(
        id=command,
        seq=state.told,
        outs=_outs(seen),
        go_out=_go_out(seen, held),
        move=move,
        why=why,
    )


def _may_go_out(seen: View) -> bool:
    return seen.turn == seen.seat and seen.phase is Phase.DISCARD and seen.out is None


def _outs(seen: View) -> list[OutCard]:
    """The kinds of card that would let the hand go out, while the next thing to do is draw."""
    if seen.out is not None or (seen.turn == seen.seat and seen.phase is Phase.DISCARD):
        return []
    left = outs(seen.hand, seen.deal.wild, seen.rules.naturals)
    unseen = seen.unseen()
    return [
        OutCard(str(card), unseen[card.index])
        for card in KINDS
        if left[card.index] == 0 and unseen[card.index]
    ]


def _go_out(seen: View, held: HeldCards) -> list[int]:
    if not _may_go_out(seen):
        return []
    cards = set(going_out_discards(seen.hand, seen.deal.wild, seen.rules.naturals))
    return [slot for slot, card in held if card in cards]


def _move(action: PlayerAction, held: HeldCards) -> Move:
    match action:
        case Draw(_, source):
            return Move("draw", source=source)
        case Discard(_, card):
            return Move("discard", slot=_slot(card, held))
        case GoOut(_, card):
            return Move("go_out", slot=_slot(card, held))
        case LayOffCard(_, card, on_seat, meld):
            return Move("lay_off", slot=_slot(card, held), seat=on_seat, meld=meld)


def _slot(card: Card, held: HeldCards) -> int:
    return next(slot for slot, other in held if other is card)


def _why(reason: Reason) -> Why:
    return Why(
        code=reason.code,
        card=None if reason.card is None else str(reason.card),
        points=reason.points,
        before=reason.before,
        outs=reason.outs,
        expected=reason.expected,
        cost=reason.cost,
        others=[Other(str(card), cost) for card, cost in reason.others],
    )
