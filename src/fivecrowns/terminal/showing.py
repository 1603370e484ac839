"""What a person sees at a turn: the round, the others, the piles, and the own hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fivecrowns.cards import Card, Suit, without
from fivecrowns.events import Event
from fivecrowns.melds import Meld, arrange, going_out_discards
from fivecrowns.round import Phase
from fivecrowns.rules import ArrangementRule, LayOff, is_wild
from fivecrowns.terminal.screen import Notation, Screen, joined, keys, kind_of
from fivecrowns.terminal.telling import tell
from fivecrowns.terminal.words import capital, deal_words, possessive, some
from fivecrowns.view import View

Chosen = Sequence[tuple[Card, ...]]
"""Melds chosen so far in this turn, where the table leaves that to the player."""


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table, under the number by which it is called."""

    number: int
    seat: int
    index: int
    meld: Meld


def table_melds(view: View) -> list[TableMeld]:
    """All melds on the table, numbered from 1."""
    places = [
        (seat, index, meld)
        for seat, melds in enumerate(view.melds)
        for index, meld in enumerate(melds)
    ]
    return [TableMeld(number, *place) for number, place in enumerate(places, start=1)]


def show_turn(
    screen: Screen, title: str, names: Sequence[str], view: View, since: Sequence[Event]
) -> None:
    """Show the table to the person whose turn it is, with what happened since the last one."""
    assert view.seat is not None
    screen.say(f"{title}: {deal_words(view.deal)}.")
    for sentence in tell(since, names, screen.notation):
        screen.say(sentence, hang=2)
    if view.out is not None:
        screen.say(
            f"LAST TURN: {names[view.out]} went out. This is your last turn; "
            "after it the cards left over count.",
            hang=2,
        )
        show_table_melds(screen, names, view)
    points = [joined(f"{name} {total}") for name, total in zip(names, view.totals, strict=True)]
    screen.say(f"Points so far: {', '.join(points)}.", hang=2)
    screen.say(f"{_cards_held(names, view)} {_piles(view, screen.notation)}", hang=2)
    screen.say()


def _cards_held(names: Sequence[str], view: View) -> str:
    others = [seat for seat in view.seats if seat != view.seat]
    if view.out is None and len(others) == 1:
        return f"{names[others[0]]} holds {some(view.deal.cards, 'card')}."
    if view.out is None:
        return f"The others hold {some(view.deal.cards, 'card')} each."
    held = [joined(f"{names[seat]} {view.hand_sizes[seat]}") for seat in others]
    return f"Cards in hand: {', '.join(held)}."


def _piles(view: View, notation: Notation) -> str:
    pile = some(view.draw_pile, "card") if view.draw_pile else "empty"
    top = "none" if view.upcard is None else notation.card(view.upcard)
    return f"Draw pile: {pile}. Top discard: {top}."


def show_table_melds(screen: Screen, names: Sequence[str], view: View) -> None:
    """Show what lies on the table: all melds with their numbers where cards can be laid off.

    Where they cannot, only the melds of the player who went out are of interest.
    """
    lay_off = view.rules.lay_off is LayOff.LAST_TURN
    for seat in view.seats:
        melds = [placed for placed in table_melds(view) if placed.seat == seat]
        told = [screen.notation.meld(placed.meld) for placed in melds]
        if lay_off:
            told = [
                f"meld {placed.number}, {meld}" for placed, meld in zip(melds, told, strict=True)
            ]
        if melds and (lay_off or seat == view.out):
            screen.say(f"  {names[seat]}: {'; '.join(told)}", hang=4)


def show_hand(screen: Screen, names: Sequence[str], view: View, chosen: Chosen = ()) -> None:
    """Show the own hand: by meld, or by suit where the player arranges it (R7.5)."""
    assert view.seat is not None
    owner = capital(possessive(names[view.seat]))
    screen.say(f"{owner} hand, {some(len(view.hand), 'card')}:")
    manual = view.rules.arrangement is ArrangementRule.MANUAL
    rows = _by_suit(view, chosen, screen.notation) if manual else _by_meld(view, screen.notation)
    for label, cards in rows:
        screen.say(f"  {label:<6}{cards}", hang=8)
    _say_going_out(screen, view, chosen)


def _by_meld(view: View, notation: Notation) -> list[tuple[str, str]]:
    arrangement = arrange(view.hand, view.deal.wild, view.rules.naturals)
    rows = [(kind_of(meld), notation.meld_cards(meld)) for meld in arrangement.melds]
    if arrangement.left:
        rest = f"{notation.cards(arrangement.left)} ({some(arrangement.points, 'point')})"
        rows.append(("rest", rest))
    return rows


def _by_suit(view: View, chosen: Chosen, notation: Notation) -> list[tuple[str, str]]:
    rows = [("meld", notation.cards(meld)) for meld in chosen]
    rest = sorted(not_chosen(view.hand, chosen))
    wilds = [card for card in rest if is_wild(card, view.deal.wild)]
    for suit in Suit:
        own = [card for card in rest if card.suit is suit and card not in wilds]
        if own:
            rows.append((suit.name.lower(), notation.cards(own)))
    if wilds:
        rows.append(("wild", notation.cards(wilds)))
    return [(f"{label:<9}", cards) for label, cards in rows]


def not_chosen(hand: tuple[Card, ...], chosen: Chosen) -> tuple[Card, ...]:
    """The cards of a hand that are in no chosen meld."""
    for card in (card for meld in chosen for card in meld):
        hand = without(hand, card)
    return hand


def ways_out(view: View, chosen: Chosen) -> tuple[Card, ...]:
    """The discards with which a player who has drawn can go out.

    Where everybody finds their own melds (R7.5), it is the card that the chosen ones leave over.
    """
    if view.rules.arrangement is ArrangementRule.MANUAL:
        left = not_chosen(view.hand, chosen)
        return left if len(left) == 1 else ()
    return going_out_discards(view.hand, view.deal.wild, view.rules.naturals)


def _say_going_out(screen: Screen, view: View, chosen: Chosen) -> None:
    """Say whether the player can go out, and how (R6.5)."""
    if view.out is not None:
        return
    manual = view.rules.arrangement is ArrangementRule.MANUAL
    everything_melds = not (manual or arrange(view.hand, view.deal.wild, view.rules.naturals).left)
    if view.phase is Phase.DRAW:
        if everything_melds:
            screen.say("All your cards are in melds: draw, and you can go out.")
        return
    discards = ways_out(view, chosen)
    if discards:
        ways = ", ".join(f"o {keys(card)}" for card in discards)
        screen.say(f"YOU CAN GO OUT. Type {ways}.", hang=2)
    elif everything_melds:
        screen.say(
            "All your cards are in melds, but one has to be discarded, "
            "and the others would not all be in melds.",
            hang=2,
        )
