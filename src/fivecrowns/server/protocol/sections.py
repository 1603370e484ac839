"""What a client shows, in sections.

A `welcome` holds every section, an `update` those that changed, whole: a client puts the new one
in the place of the old and needs no rules. `table`, `round`, `sheet` and `reveal` are the same for
everybody; `you` and `hand` are the viewer's own.
"""

from __future__ import annotations

from msgspec import Struct

from fivecrowns.actions import Source
from fivecrowns.melds import MeldKind
from fivecrowns.round import Phase
from fivecrowns.server.protocol.values import (
    CardText,
    Code,
    MeldShown,
    Millis,
    Options,
    RankText,
    Seat,
    ShuffleShown,
    Slot,
    Stage,
    Strength,
    Token,
)


class You(Struct, frozen=True):
    """Who the viewer is.

    Attributes:
        seat: the own seat, `None` for a spectator.
        host: whether the viewer is host.
        code: the invitation, `None` for a spectator.
        watch: the token of the watch link, `None` for a spectator.
    """

    seat: Seat | None
    host: bool
    code: Code | None
    watch: Token | None


class SeatShown(Struct, frozen=True):
    """One seat.

    Attributes:
        name: the person's name, `None` for an opponent.
        called: what to call the one who sits here: that name, or an opponent's first name.
        opponent: how strong the opponent is that plays here, `None` while a person does.
        away: the person is away and `opponent` plays until they return.
        waits: the person came during this round and `opponent` plays to its end.
        ready: ready for the next deal.
        tie: would accept the tie.
    """

    name: str | None
    called: str
    opponent: Strength | None
    away: bool
    waits: bool
    ready: bool
    tie: bool


class DealShown(Struct, frozen=True):
    """How a round is dealt: cards, and the wild rank beside the jokers (`None`: only jokers)."""

    cards: int
    wild: RankText | None


class Table(Struct, frozen=True):
    """The table and the people at it.

    Attributes:
        stage: where the table is.
        seats: all seats clockwise.
        host: the host's seat.
        options: what was agreed.
        schedule: all rounds, a random schedule in the order that was drawn.
        paused: nothing goes on.
        locked: nobody can join.
        game: number of this game at the table, from 0; a rematch is the next.
    """

    stage: Stage
    seats: list[SeatShown]
    host: Seat
    options: Options
    schedule: list[DealShown]
    paused: bool
    locked: bool
    game: int


class LastAction(Struct, frozen=True):
    """What a seat did in its last turn in this round, as far as it got.

    Attributes:
        source: the pile it drew from.
        took: the card taken from the discard pile.
        discard: the discard, `None` before.
        laid_off: cards laid off on melds.
        out: it went out.
        laid_down: it laid down on its last turn.
        by_opponent: an opponent did it, also for a person who is away or late.
    """

    source: Source
    took: CardText | None
    discard: CardText | None
    laid_off: list[CardText]
    out: bool
    laid_down: bool
    by_opponent: bool


class Round(Struct, frozen=True):
    """The round being played, as everybody sees it. Lists by seat have an entry for every seat.

    Attributes:
        index: number of the round from 0, tie-break rounds counted on.
        deal: how it was dealt.
        tie_break: a tie-break round (R9.3).
        seats: the seats that play.
        dealer: who dealt.
        turn: who has to act.
        phase: what they have to do.
        deadline: when the turn timer ends, `None` without one.
        out: who went out, `None` before. From then on everybody else has one last turn (R7.1).
        to_come: the seats whose last turn is still to come, in order; empty before.
        last_turns: the seats that have played their last turn, in order.
        hand_sizes: cards in each hand.
        draw_pile: cards in the draw pile.
        must_draw_pile: the draw pile was just made anew and has to be drawn from (R10.1).
        discard_pile: number of discards.
        upcard: the top discard, `None` while there is none.
        melds: what each seat has laid down.
        picked_up: cards that each seat took from the discard pile and may still hold.
        last: what each seat did last.
        commits: commitments to the shuffles of this round.
    """

    index: int
    deal: DealShown
    tie_break: bool
    seats: list[Seat]
    dealer: Seat
    turn: Seat
    phase: Phase
    deadline: Millis | None
    out: Seat | None
    to_come: list[Seat]
    last_turns: list[Seat]
    hand_sizes: list[int]
    draw_pile: int
    must_draw_pile: bool
    discard_pile: int
    upcard: CardText | None
    melds: list[list[MeldShown]]
    picked_up: list[list[CardText]]
    last: list[LastAction | None]
    commits: list[str]


class HeldCard(Struct, frozen=True):
    """One physical card in the own hand; two equal cards have two slots."""

    slot: Slot
    card: CardText
    wild: bool


class Group(Struct, frozen=True):
    """A meld in the own hand: its slots in the order of a meld, and what each stands for."""

    kind: MeldKind
    slots: list[Slot]
    reads: list[CardText]


class Arranged(Struct, frozen=True):
    """A way to arrange cards of the own hand: melds, the slots left over, and their points."""

    groups: list[Group]
    left: list[Slot]
    points: int


class AfterDiscard(Struct, frozen=True):
    """What would be laid down with this discard; `None` where the person arranges (R7.5)."""

    slot: Slot
    arranged: Arranged | None


class LayOffChoice(Struct, frozen=True):
    """A card that may be laid off on a meld (H2)."""

    slot: Slot
    seat: Seat
    meld: int


class Actions(Struct, frozen=True):
    """What the viewer may do now; all empty when it is not their turn.

    Attributes:
        draw: the piles that may be drawn from.
        discard: the slots that may be discarded.
        go_out: for every discard to go out with, the melds that would be laid down. Where the
            person arranges, every discard is in it until somebody is out: whether their melds
            hold is told when they send them.
        lay_down: on the last turn, for every discard, the best lay-down; empty where the person
            arranges.
        lay_off: what may be laid off.
    """

    draw: list[Source]
    discard: list[Slot]
    go_out: list[AfterDiscard]
    lay_down: list[AfterDiscard]
    lay_off: list[LayOffChoice]


class Hand(Struct, frozen=True):
    """The own hand; after the own last turn, the cards left over.

    Attributes:
        cards: the cards in the order they came.
        drawn: the slot drawn in this turn, `None` if none was.
        arranged: the best arrangement of all cards held; `None` where the person arranges.
        actions: what may be done.
    """

    cards: list[HeldCard]
    drawn: Slot | None
    arranged: Arranged | None
    actions: Actions


class SheetRow(Struct, frozen=True):
    """A finished round on the score sheet.

    Attributes:
        index: number of the round from 0.
        deal: how it was dealt.
        tie_break: a tie-break round, whose points stay out of the totals.
        dealer: who dealt.
        out: who went out, `None` if the round was ended by R10.4.
        scores: points by seat, `None` for a seat that did not play.
        totals: totals by seat after this round.
    """

    index: int
    deal: DealShown
    tie_break: bool
    dealer: Seat
    out: Seat | None
    scores: list[int | None]
    totals: list[int]


class Sheet(Struct, frozen=True):
    """The score sheet.

    Attributes:
        rows: the finished rounds.
        totals: totals by seat.
        ranks: standing by seat: 1, 1, 3 (R9.1).
        tied: the seats that a tie-break round would decide between; empty without a tie to break.
        winners: empty until the game is over.
        hints: how many hints each seat used; `None` until the game is over.
    """

    rows: list[SheetRow]
    totals: list[int]
    ranks: list[int]
    tied: list[Seat]
    winners: list[Seat]
    hints: list[int] | None


class Reveal(Struct, frozen=True):
    """The last finished round with all hands open; `None` by seat for who did not play.

    Attributes:
        index: number of the round.
        melds: what each seat laid down.
        left: the cards each seat had left over.
        scores: their points.
        shuffles: what was committed to before the cards were dealt, to be checked.
    """

    index: int
    melds: list[list[MeldShown] | None]
    left: list[list[CardText] | None]
    scores: list[int | None]
    shuffles: list[ShuffleShown]
