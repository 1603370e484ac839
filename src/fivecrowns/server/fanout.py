"""What each viewer of a table is sent, and who is listening.

Sections that are the same for everybody are written once for all viewers, and only when something
they show has changed; so is the update itself for viewers of the same seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol

import msgspec
from msgspec import UNSET

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
        self._public: dict[str, tuple[tuple[object, ...], bytes]] = {}
        self._hands: dict[int, tuple[tuple[object, ...], bytes]] = {}

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
        seat = state.seat_of(person)
        return encode(
            Welcome(
                protocol=PROTOCOL,
                seq=state.told,
                now=now_ms(),
                you=show.you(state, person),
                table=show.table(state),
                round=show.round_(state),
                hand=None if seat is None else show.hand(state, seat),
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
        changed, now, happened = self._changed(before, after), now_ms(), list(happened)
        written: dict[int | None, bytes] = {}
        for viewer in list(self.viewers):
            person = viewer.person
            if person is not None and after.seat_of(person) is None:
                viewer.dismiss("replaced")
                continue
            if person not in written:
                written[person] = self._update(before, after, person, happened, changed, now)
            viewer.offer(written[person])

    def _update(
        self,
        before: State,
        after: State,
        person: int | None,
        happened: list[What],
        changed: bytes,
        now: int,
    ) -> bytes:
        you, seat = show.you(after, person), after.seat_of(person)
        update = encode(
            Update(
                seq=after.told,
                now=now,
                events=told(happened, seat),
                you=you if you != show.you(before, person) else UNSET,
                hands=UNSET if seat is not None else self._hands_of_all(before, after),
            )
        )
        hand = b"" if seat is None else self._hand(before, after, seat)
        return update[:-1] + hand + changed + b"}"

    def _changed(self, before: State, after: State) -> bytes:
        """The public sections that changed, as fields of an object."""
        fields = b""
        for name, section in PUBLIC.items():
            known = self._public.get(name)
            if known is None or known[0] != _depends(before, name):
                known = _depends(before, name), encode_section(name, section(before))
            if _depends(after, name) == known[0]:
                self._public[name] = known
                continue
            written = encode_section(name, section(after))
            self._public[name] = _depends(after, name), written
            if written != known[1]:
                fields += written
        return fields

    def _hand(self, before: State, after: State, seat: int) -> bytes:
        """The own hand, if it changed."""
        known = self._hands.get(seat)
        depends = _hand_depends(before, seat)
        if known is None or known[0] != depends:
            known = depends, encode_section("hand", show.hand(before, seat))
        depends = _hand_depends(after, seat)
        if depends == known[0]:
            self._hands[seat] = known
            return b""
        written = encode_section("hand", show.hand(after, seat))
        self._hands[seat] = depends, written
        return written if written != known[1] else b""

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


class _Same:
    """Compares by identity: parts of a state are replaced, never changed."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def _depends(state: State, section: str) -> tuple[object, ...]:
    """The parts of a state that a public section is made from."""
    game, same = state.game, _Same
    match section:
        case "table":
            parts = same(state.chairs), same(state.people), same(state.options), state.stage
            return (*parts, state.host, state.paused, state.locked, state.number)
        case "round":
            return same(game), same(state.play), show.deadline(state)
        case "sheet":
            if game is None:
                return (None,)
            hints = tuple(chair.hints for chair in state.chairs) if game.is_over else ()
            return same(game.results), game.is_over, game.round is None, hints
        case _:
            return (same(state.reveal),)


def _hand_depends(state: State, seat: int) -> tuple[object, ...]:
    """The parts of a state that a hand is made from."""
    game, play = state.game, state.play
    if game is None or play is None or game.round is None:
        return (None,)
    mine = game.turn == seat
    return _Same(play.held[seat]), mine, state.paused, _Same(game if mine else None)
