"""Values of the engine as the protocol shows them."""

from __future__ import annotations

from collections.abc import Iterable

from fivecrowns import events as engine
from fivecrowns.cards import Card
from fivecrowns.melds import Meld
from fivecrowns.rules import Deal
from fivecrowns.server.protocol import events
from fivecrowns.server.protocol.sections import DealShown
from fivecrowns.server.protocol.values import MeldShown, ShuffleShown
from fivecrowns.server.state import EngineEvent, What
from fivecrowns.shuffler import Shuffle
from fivecrowns.view import redact


def texts(cards: Iterable[Card]) -> list[str]:
    """Cards in ASCII notation."""
    return [str(card) for card in cards]


def meld_shown(meld: Meld) -> MeldShown:
    """A meld."""
    return MeldShown(meld.kind, texts(meld.cards), texts(meld.reads))


def deal_shown(deal: Deal) -> DealShown:
    """How a round is dealt."""
    return DealShown(deal.cards, None if deal.wild is None else str(deal.wild))


def shuffle_shown(shuffle: Shuffle) -> ShuffleShown:
    """A shuffle that may be known now."""
    return ShuffleShown(shuffle.commit or "", shuffle.salt or "", texts(shuffle.cards))


def told(
    happened: Iterable[What], seat: int | None, *, openly: bool = False
) -> list[events.Happened]:
    """What one viewer is told: the seat, or a spectator (`None`).

    `openly` tells all: only for finished games.
    """
    result: list[events.Happened] = []
    for what in happened:
        match what:
            case EngineEvent():
                event = what.event if openly else redact(what.event, seat)
                result.append(_engine_event(what, event, seat))
            case _:
                result.append(what)
    return result


def _engine_event(what: EngineEvent, event: engine.Event, seat: int | None) -> events.Happened:
    """An event of the engine as the protocol has it."""
    match event:
        case engine.Committed(commit):
            return events.Committed(commit)
        case engine.Dealt(deal, dealer, hands, upcard):
            own = hands[seat] if seat is not None else None
            shown = deal_shown(deal)
            hand = None if own is None else texts(own)
            return events.Dealt(what.index, shown.cards, shown.wild, dealer, hand, str(upcard))
        case engine.Drawn(who, source, card):
            text = None if card is None else str(card)
            slot = what.slot if who == seat else None
            return events.Drew(who, source, text, slot, what.by_opponent)
        case engine.Discarded(who, card):
            slot = what.slot if who == seat else None
            return events.Discarded(who, str(card), slot, what.by_opponent)
        case engine.WentOut(who, melds):
            return events.WentOut(who, [meld_shown(meld) for meld in melds])
        case engine.LaidDown(who, melds):
            return events.LaidDown(who, [meld_shown(meld) for meld in melds])
        case engine.LaidOff(who, card, on_seat, meld, result):
            return events.LaidOff(who, str(card), on_seat, meld, meld_shown(result))
        case engine.Reshuffled(cards):
            return events.Reshuffled(cards)
        case engine.RoundEnded(result):
            return events.RoundEnded(what.index, result.out, list(result.scores))
        case engine.Revealed(shuffles):
            return events.Revealed([shuffle_shown(shuffle) for shuffle in shuffles])
        case engine.GameEnded(ranks, winners):
            return events.GameEnded(list(ranks), list(winners))
