"""From the state to the sections that a viewer sees.

What a seat may know of the game comes from `view.view` and `view.legal_actions`; the public
sections are made from a spectator's view, which holds no hand.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final, NamedTuple

from fivecrowns.actions import Discard, Draw, GoOut, LayOffCard, Source
from fivecrowns.cards import Card
from fivecrowns.game import Game
from fivecrowns.melds import Arrangement, arrange
from fivecrowns.round import Phase
from fivecrowns.rules import MAX_PLAYERS, ArrangementRule, is_wild
from fivecrowns.server.fold_game import is_tie
from fivecrowns.server.protocol import sections
from fivecrowns.server.protocol.sections import (
    Actions,
    AfterDiscard,
    Arranged,
    Group,
    Hand,
    HeldCard,
    LayOffChoice,
    SeatShown,
    Sheet,
    SheetRow,
    Table,
    You,
)
from fivecrowns.server.protocol.values import Stage
from fivecrowns.server.shown import deal_shown, meld_shown, texts
from fivecrowns.server.state import HeldCards, Play, State
from fivecrowns.view import legal_actions, view


def you(state: State, person: int | None) -> You:
    """Who a viewer is; `None`: a spectator."""
    seat = state.seat_of(person)
    if seat is None:
        return You(None, False, None, None)
    return You(seat, state.host == person, state.code, state.watch)


def table(state: State) -> Table:
    """The table and the people at it."""
    return Table(
        stage=state.stage,
        seats=seats(state),
        host=state.seat_of(state.host) or 0,
        options=state.options,
        schedule=[deal_shown(deal) for deal in state.schedule],
        paused=state.paused,
        locked=state.locked,
        game=state.number,
    )


def seats(state: State) -> list[SeatShown]:
    """Who sits where."""
    return [
        SeatShown(
            name=state.name_at(seat),
            called=state.shown_name(seat),
            opponent=None if chair.plays_itself else state.strength_at(seat),
            away=chair.away,
            waits=chair.waits,
            ready=chair.ready,
            tie=chair.tie,
        )
        for seat, chair in enumerate(state.chairs)
    ]


def deadline(state: State) -> int | None:
    """When the turn timer ends, `None` without one."""
    timer, game = state.options.turn_timer, state.game
    if timer is None or game is None or game.turn is None or state.paused:
        return None
    if not state.chairs[game.turn].plays_itself:
        return None
    return state.waiting_since + 1000 * timer


def round_(state: State) -> sections.Round | None:
    """The round as everybody sees it, `None` between rounds."""
    if state.game is None or state.play is None or state.game.round is None:
        return None
    return public_round(state.game, state.play, deadline(state))


def public_round(game: Game, play: Play, ends: int | None) -> sections.Round:
    """A round that is being played, made from a spectator's view."""
    seen = view(game, None)
    to_come: list[int] = []
    if seen.out is not None:
        at = seen.seats.index(seen.turn)
        clockwise = [*seen.seats[at:], *seen.seats[:at]]
        to_come = clockwise[: clockwise.index(seen.out)]
    return sections.Round(
        index=len(seen.results),
        deal=deal_shown(seen.deal),
        tie_break=is_tie(game),
        seats=list(seen.seats),
        dealer=seen.dealer,
        turn=seen.turn,
        phase=seen.phase,
        deadline=ends,
        out=seen.out,
        to_come=to_come,
        last_turns=list(play.last_turns),
        hand_sizes=list(seen.hand_sizes),
        draw_pile=seen.draw_pile,
        must_draw_pile=seen.must_draw_pile,
        discard_pile=len(seen.discard_pile),
        upcard=None if seen.upcard is None else str(seen.upcard),
        melds=[[meld_shown(meld) for meld in melds] for melds in seen.melds],
        picked_up=[texts(cards) for cards in seen.picked_up],
        last=list(play.last),
        commits=list(play.commits),
    )


class Cards(NamedTuple):
    """What a hand shows as long as its cards stay the same, whoever acts.

    Attributes:
        held: the cards with their slots.
        shown: the same as the protocol has them.
        arranged: their best arrangement, `None` where the person arranges.
    """

    held: HeldCards
    shown: list[HeldCard]
    arranged: Arranged | None


def cards(state: State, seat: int) -> Cards | None:
    """The cards of a seat, `None` where it has no hand."""
    game, play = state.game, state.play
    if game is None or play is None or game.round is None or seat not in game.round.seats:
        return None
    held, wild = play.held[seat], game.round.deal.wild
    shown = [HeldCard(slot, str(card), is_wild(card, wild)) for slot, card in held]
    return Cards(held, shown, arranged(held, game))


def hand(state: State, seat: int, cards: Cards | None) -> Hand | None:
    """A seat's own hand, with its `cards` in this state."""
    if cards is None:
        return None
    assert state.game is not None
    assert state.play is not None
    mine = state.game.turn == seat
    return Hand(
        cards=cards.shown,
        drawn=state.play.drawn if mine else None,
        arranged=cards.arranged,
        actions=actions(state, seat) if mine and not state.paused else NOTHING,
    )


NOTHING: Final = Actions([], [], [], [], [])


def actions(state: State, seat: int) -> Actions:
    """What a seat may do, from the engine's list of legal actions."""
    game, play = state.game, state.play
    assert game is not None
    assert play is not None
    held = play.held[seat]
    slots: defaultdict[Card, list[int]] = defaultdict(list)
    for slot, card in held:
        slots[card].append(slot)
    seen = view(game, seat)
    draw: list[Source] = []
    discard: list[int] = []
    go_out: list[int] = []
    lay_down: list[int] = []
    lay_off: list[LayOffChoice] = []
    for action in legal_actions(seen):
        match action:
            case Draw(source=source):
                draw.append(source)
            case Discard(card=card):
                discard += slots[card]
            case GoOut(card=card):
                go_out += slots[card]
            case LayOffCard(_, card, on_seat, meld):
                lay_off += [LayOffChoice(s, on_seat, meld) for s in slots[card]]
    if game.rules.arrangement is ArrangementRule.MANUAL:
        # Not whether one can go out either: that is found by putting melds together.
        go_out = discard if seen.out is None else []
    elif seen.out is not None and seen.phase is Phase.DISCARD:
        lay_down = discard
    return Actions(
        draw,
        discard,
        go_out=_after_each(held, game, go_out),
        lay_down=_after_each(held, game, lay_down),
        lay_off=lay_off,
    )


def _after_each(held: HeldCards, game: Game, discards: list[int]) -> list[AfterDiscard]:
    """What would be laid down with each of these slots as the discard."""
    return [
        AfterDiscard(slot, arranged(tuple(pair for pair in held if pair[0] != slot), game))
        for slot in discards
    ]


def arranged(held: HeldCards, game: Game) -> Arranged | None:
    """The best arrangement of held cards.

    `None` where the person arranges (R7.5): there it would give away what they have to find.
    """
    assert game.round is not None
    if game.rules.arrangement is ArrangementRule.MANUAL:
        return None
    wild, naturals = game.round.deal.wild, game.rules.naturals
    return in_slots(arrange([card for _, card in held], wild, naturals), held)


def in_slots(best: Arrangement, held: HeldCards) -> Arranged:
    """An arrangement with the slots of its cards."""
    free: defaultdict[Card, list[int]] = defaultdict(list)
    for slot, card in held:
        free[card].append(slot)
    groups = [
        Group(meld.kind, [free[card].pop(0) for card in meld.cards], texts(meld.reads))
        for meld in best.melds
    ]
    return Arranged(groups, [free[card].pop(0) for card in best.left], best.points)


def hands(state: State) -> list[list[str]] | None:
    """All hands, where the table shows them to spectators."""
    if not state.options.open_hands or state.play is None:
        return None
    return [texts(card for _, card in held) for held in state.play.held]


def sheet(state: State) -> Sheet | None:
    """The score sheet, `None` before the first game."""
    if state.game is None:
        return None
    return score_sheet(state.game, [chair.hints for chair in state.chairs])


def score_sheet(game: Game, hints: list[int]) -> Sheet:
    """The score sheet of a game."""
    totals = [0] * game.players
    rows: list[SheetRow] = []
    for index, result in enumerate(game.results):
        tie_break = index >= len(game.rules.schedule)
        if not tie_break:
            totals = [a + (b or 0) for a, b in zip(totals, result.scores, strict=True)]
        rows.append(
            SheetRow(
                index=index,
                deal=deal_shown(result.deal),
                tie_break=tie_break,
                dealer=result.dealer,
                out=result.out,
                scores=list(result.scores),
                totals=totals,
            )
        )
    tied = game.round is None and is_tie(game) and not game.is_over
    return Sheet(
        rows=rows,
        totals=list(game.totals),
        ranks=list(game.ranks),
        tied=list(game.next_seats) if tied else [],
        winners=list(game.winners),
        hints=hints if game.is_over else None,
    )


def can_join(state: State) -> bool:
    """Whether there is a place for another person."""
    if state.locked:
        return False
    if state.stage is Stage.LOBBY:
        return len(state.chairs) < MAX_PLAYERS
    return any(chair.person is None for chair in state.chairs)
