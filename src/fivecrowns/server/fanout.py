"""What each viewer of a table is sent, and who is listening.

Sections that are the same for everybody are written once for all viewers, and only when something
they show has changed; so is the update itself for viewers of the same seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from fivecrowns.server import show
from fivecrowns.server.clock import now_ms
from fivecrowns.server.protocol import PROTOCOL
from fivecrowns.server.protocol.events import Entry
from fivecrowns.server.protocol.messages import (
    Goodbye,
    Presence,
    Saving,
    ServerMessage,
    Update,
    Welcome,
)
from fivecrowns.server.protocol.sections import Hand, You
from fivecrowns.server.shown import told
from fivecrowns.server.state import State, What

_encoder: Final = msgspec.json.Encoder()

PUBLIC: Final[dict[str, Callable[[State], Any]]] = {
    "table": show.table,
    "round": show.round_,
    "sheet": show.sheet,
    "reveal": lambda state: state.reveal,
}


def encode(message: ServerMessage) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(message)


class Viewer(Protocol):
    """One socket: whose it is, and how it is sent something without waiting."""

    person: int | None

    def offer(self, message: bytes) -> None:
        """Send when there is time; a viewer that does not keep up is let go."""

    def dismiss(self, code: str) -> None:
        """Say goodbye and close."""


class Fanout:
    """The viewers of one table."""

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()
        self._known: State | None = None
        self._public: dict[str, bytes] = {}
        self._hands: dict[int, bytes] = {}
        self._cards: dict[int, show.Cards] = {}

    def leave(self, viewer: Viewer) -> None:
        """A viewer is gone, and with it all that is kept for sending changes only."""
        self.viewers.discard(viewer)
        self._forget()
        if not self.viewers:
            self._cards.clear()

    def _forget(self) -> None:
        self._known = None
        self._public.clear()
        self._hands.clear()

    def welcome(
        self,
        state: State,
        person: int | None,
        online: Sequence[int],
        missed: list[Entry],
        *,
        saving: bool,
    ) -> bytes:
        """The whole state for one viewer."""
        seat, sees = state.seat_of(person), state.sees(person)
        return encode(
            Welcome(
                protocol=PROTOCOL,
                seq=state.told,
                now=now_ms(),
                you=show.you(state, person),
                table=show.table(state),
                round=show.round_(state),
                hand=None if sees is None else self._show_hand(state, sees),
                hands=show.hands(state) if seat is None else None,
                sheet=show.sheet(state),
                reveal=state.reveal,
                online=list(online),
                saving=saving,
                missed=missed,
            )
        )

    def send(self, before: State, after: State, happened: Iterable[What]) -> None:
        """Send everybody what happened between two states."""
        if not self.viewers:
            return
        if self._known is not before:
            self._forget()
        changed, now, happened = self._changed(before, after), now_ms(), list(happened)
        written: dict[int | None, bytes] = {}
        for viewer in list(self.viewers):
            person = viewer.person
            update = written.get(person)
            if update is None:
                seat = after.seat_of(person)
                if person is not None and seat is None:
                    viewer.dismiss("replaced")
                    continue
                update = self._update(before, after, person, seat, happened, changed, now)
                written[person] = update
            viewer.offer(update)
        self._known = after

    def _update(
        self,
        before: State,
        after: State,
        person: int | None,
        seat: int | None,
        happened: list[What],
        changed: bytes,
        now: int,
    ) -> bytes:
        sees = after.sees(person)
        update = encode(
            Update(
                seq=after.told,
                now=now,
                events=told(happened, sees),
                you=self._you(before, after, person),
                hands=UNSET if seat is not None else self._hands_of_all(before, after),
            )
        )
        hand = b"" if sees is None else self._hand(before, after, sees)
        return update[:-1] + hand + changed + b"}"

    def _changed(self, before: State, after: State) -> bytes:
        """The public sections that changed, as fields of an object."""
        fields = b""
        for name, section in PUBLIC.items():
            if _section_stays(name, before, after):
                continue
            known = self._public.get(name) or encode_section(name, section(before))
            written = self._public[name] = encode_section(name, section(after))
            if written != known:
                fields += written
        return fields

    def _hand(self, before: State, after: State, seat: int) -> bytes:
        """The own hand, if it changed."""
        if _hand_stays(before, after, seat):
            return b""
        known = self._hands.get(seat) or encode_section("hand", self._show_hand(before, seat))
        written = self._hands[seat] = encode_section("hand", self._show_hand(after, seat))
        return written if written != known else b""

    def _show_hand(self, state: State, seat: int) -> Hand | None:
        """A hand; its cards are arranged anew only when they have changed."""
        cards, play = self._cards.get(seat), state.play
        # All empty hands are the same object, also that of a seat that does not play the round.
        if cards is None or play is None or not cards.held or cards.held is not play.held[seat]:
            cards = show.cards(state, seat)
            if cards is None:
                self._cards.pop(seat, None)
            else:
                self._cards[seat] = cards
        return show.hand(state, seat, cards)

    def _you(self, before: State, after: State, person: int | None) -> You | UnsetType:
        if before.chairs is after.chairs and before.host == after.host:
            return UNSET
        you = show.you(after, person)
        return UNSET if you == show.you(before, person) else you

    def _hands_of_all(self, before: State, after: State) -> Any:  # noqa: ANN401 - or UNSET
        hands = show.hands(after)
        return UNSET if hands == show.hands(before) else hands

    def tell(self, message: Presence | Saving) -> None:
        """Send everybody something that is no fact."""
        written = encode(message)
        for viewer in list(self.viewers):
            viewer.offer(written)

    def dismiss_all(self, code: str) -> None:
        """Close all sockets."""
        for viewer in list(self.viewers):
            viewer.dismiss(code)


def encode_section(name: str, section: object) -> bytes:
    """A section as a further field of an object."""
    return b',"%s":' % name.encode() + _encoder.encode(section)


def goodbye(code: str) -> bytes:
    """The last message on a socket."""
    return encode(Goodbye(code))


def _section_stays(name: str, before: State, after: State) -> bool:
    """Whether a public section cannot have changed: parts of a state are replaced, never changed.

    That only spares work, so it need not know of every case.
    """
    old, new = before.game, after.game
    match name:
        case "table":
            return (
                before.chairs is after.chairs
                and before.people is after.people
                and before.options is after.options
                and before.stage is after.stage
                and before.host == after.host
                and before.paused == after.paused
                and before.locked == after.locked
                and before.number == after.number
            )
        case "round":
            return (
                old is new
                and before.play is after.play
                and show.deadline(before) == show.deadline(after)
            )
        case "sheet":
            if old is None or new is None or old.round is None or new.round is None:
                return old is new
            return old.results is new.results
        case _:
            return before.reveal is after.reveal


def _hand_stays(before: State, after: State, seat: int) -> bool:
    """The same for a hand."""
    old, new = before.game, after.game
    if before.play is None or after.play is None or old is None or new is None:
        return before.play is after.play
    if before.play.held[seat] is not after.play.held[seat] or before.paused != after.paused:
        return False
    return old is new or seat not in (old.turn, new.turn)
