"""One socket: what it says is done in order, what it is sent waits in a queue of its own."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

import msgspec
from starlette.types import Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from fivecrowns.server.access import token_of, who
from fivecrowns.server.clock import now_ms
from fivecrowns.server.decide_game import check_melds
from fivecrowns.server.fanout import encode, goodbye
from fivecrowns.server.hints import hint
from fivecrowns.server.limits import Bucket
from fivecrowns.server.metrics import COMMAND_SECONDS, COMMANDS, SLOW_SOCKETS
from fivecrowns.server.protocol import commands
from fivecrowns.server.protocol.commands import ClientMessage, SeatCommand
from fivecrowns.server.protocol.events import Entry
from fivecrowns.server.protocol.messages import (
    Ack,
    Checked,
    CheckedMeld,
    Pong,
    RefusalCode,
    Refused,
    ServerMessage,
)
from fivecrowns.server.refusal import RefusalError
from fivecrowns.server.room import Room
from fivecrowns.server.service import Service
from fivecrowns.server.shown import meld_shown
from fivecrowns.server.store import StoreDownError
from fivecrowns.server.tokens import digest

log = logging.getLogger("fivecrowns.server")

_decoder: Final = msgspec.json.Decoder(ClientMessage)
MOST_BAD: Final = 20
HELLO_SECONDS: Final = 20.0
FLUSH_SECONDS: Final = 3.0
CLOSE_CODES: Final = {"slow": 1013, "restart": 1012, "misbehaved": 1008}


class Socket:
    """A viewer's connection."""

    def __init__(self, service: Service, room: Room, websocket: WebSocket, send: Send) -> None:
        self.person: int | None = None
        self._service, self._room, self._websocket, self._send = service, room, websocket, send
        settings = service.settings
        self._most = settings.queue
        self._bucket = Bucket(settings.commands_per_second, settings.command_burst)
        self._queue: list[bytes] = []
        self._filled: asyncio.Future[None] | None = None
        self._leaving: str | None = None
        self._listening = False
        self._seated = False
        self._bad = 0

    async def run(self) -> None:
        """Serve the socket until either side closes it."""
        reading, writer = asyncio.current_task(), asyncio.create_task(self._write())
        assert reading is not None

        def hang_up(_: object) -> None:
            # What was begun is finished: only who waits for the client is disturbed.
            if self._listening:
                reading.cancel()

        writer.add_done_callback(hang_up)
        try:
            await self._read()
            if self._leaving is not None:
                await asyncio.wait({writer}, timeout=FLUSH_SECONDS)
        except asyncio.CancelledError:
            if not writer.done():
                raise
            reading.uncancel()
        except (WebSocketDisconnect, OSError):
            pass
        finally:
            self._leave_room()
            writer.remove_done_callback(hang_up)
            writer.cancel()
            [end] = await asyncio.gather(writer, return_exceptions=True)
        if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect | OSError):
            log.error("a socket failed", exc_info=end)

    def offer(self, message: bytes) -> None:
        """Send when there is time; with too much waiting, close: the client resumes."""
        if self._leaving is not None:
            return
        if len(self._queue) >= self._most:
            SLOW_SOCKETS.inc()
            self.dismiss("slow")
            return
        self._queue.append(message)
        self._wake_writer()

    def _wake_writer(self) -> None:
        if self._filled is not None and not self._filled.done():
            self._filled.set_result(None)

    def dismiss(self, code: str) -> None:
        """Say goodbye and close."""
        if self._leaving is None:
            self._leaving = code
            if code == "slow":
                self._queue.clear()
            self._queue.append(goodbye(code))
            self._wake_writer()
            self._leave_room()

    def _answer(self, message: ServerMessage) -> None:
        self.offer(encode(message))

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            if not self._queue:
                self._filled = loop.create_future()
                await self._filled
                self._filled = None
            while self._queue:
                await self._send_next()
            if self._leaving is not None:
                code = CLOSE_CODES.get(self._leaving, 1000)
                await asyncio.wait_for(self._websocket.close(code, self._leaving), FLUSH_SECONDS)
                return

    async def _send_next(self) -> None:
        # In a function of its own, so that nobody holds the last message while waiting for more.
        text = self._queue.pop(0).decode()
        sending = self._send({"type": "websocket.send", "text": text})
        if self._leaving is None:
            await sending
        else:
            await asyncio.wait_for(sending, FLUSH_SECONDS)

    async def _read(self) -> None:
        hello_by = time.monotonic() + HELLO_SECONDS
        while self._leaving is None:
            if self._seated:
                text = await self._receive()
            else:
                try:
                    left = max(0.0, hello_by - time.monotonic())
                    text = await asyncio.wait_for(self._receive(), left)
                except TimeoutError:
                    self.dismiss("misbehaved")
                    return
            if text is None:
                self._complain(None, RefusalCode.BAD_MESSAGE)
            elif not self._bucket.take():
                self._complain(_id_in(text), RefusalCode.TOO_FAST)
            else:
                await self._take(text)

    async def _receive(self) -> str | None:
        self._listening = True
        message = await self._websocket.receive()
        self._listening = False
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text: str | None = message.get("text")
        return text

    async def _take(self, text: str) -> None:
        try:
            message = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._complain(_id_in(text), RefusalCode.BAD_MESSAGE)
            return
        match message:
            case commands.Hello():
                await self._hello(message)
            case commands.Ping():
                self._answer(Pong(self._room.state.told, now_ms()))
            case _ if not self._seated:
                self._complain(message.id, RefusalCode.NOT_ALLOWED)
            case commands.CheckMelds():
                self._check(message)
            case _:
                await self._command(message)

    async def _hello(self, hello: commands.Hello) -> None:
        room, service = self._room, self._service
        token = hello.token or token_of(self._websocket)
        try:
            person = who(room.state, token)
        except RefusalError as error:
            self._complain(None, error.code)
            return
        if self._seated and person != self.person:
            self._complain(None, RefusalCode.NOT_ALLOWED)
            return
        if service.rooms.get(room.table) is not room:
            self.dismiss("restart")  # deleted, or cannot be read any more
            return
        if not self._seated:
            self._seated, self.person = True, person
            if person is not None:
                self._bucket = room.bucket_of(person)
                service.came(room, person)
        try:
            if person is not None:
                await service.careful(room.come_back(person))
            async with room.lock:
                missed: list[Entry] = []
                if hello.after is not None:
                    missed = await service.careful(room.missed(person, hello.after))
        except StoreDownError:
            missed = []
        welcome = room.fanout.welcome(
            room.state, person, room.online_seats(), missed, saving=service.saving
        )
        self.offer(welcome)
        if self._leaving is None:
            room.fanout.viewers.add(self)

    async def _command(self, command: SeatCommand) -> None:
        kind, room = type(command).__name__, self._room
        if self.person is None:
            self._refuse(command.id, RefusalError(RefusalCode.NOT_SEATED))
            return
        sign = digest(f"{self.person}", self._named(command))
        begin = time.perf_counter()
        try:
            seq = await self._service.careful(room.submit(self.person, command, sign))
        except RefusalError as error:
            COMMANDS.labels(kind, "refused").inc()
            missed: list[Entry] = []
            if error.code is RefusalCode.STALE:
                missed = await self._missed(command)
            self._answer(Refused(command.id, error.code, error.rule, room.state.told, missed))
            return
        except StoreDownError:
            COMMANDS.labels(kind, "down").inc()
            self._refuse(command.id, RefusalError(RefusalCode.SAVING_DOWN))
            return
        finally:
            COMMAND_SECONDS.observe(time.perf_counter() - begin)
        COMMANDS.labels(kind, "done").inc()
        if isinstance(command, commands.AskHint):
            await self._hint(command)
        else:
            self._answer(Ack(command.id, seq))

    def _named(self, command: SeatCommand) -> str:
        """What is done once: a command by its id, a hint in one position of the game.

        A hint's answer is made anew for the position of now, so that an old id, or that of
        another command, must not get one for nothing.
        """
        if isinstance(command, commands.AskHint):
            return f"{command.id} {command.level} {self._room.state.moved}"
        return command.id

    async def _missed(self, command: SeatCommand) -> list[Entry]:
        after = getattr(command, "seq", self._room.state.told)
        try:
            return await self._room.missed(self.person, after)
        except (StoreDownError, RefusalError):
            return []

    async def _hint(self, command: commands.AskHint) -> None:
        state = self._room.state
        seat = state.sees(self.person)
        if seat is None or state.play is None or not state.play.held[seat]:
            self._refuse(command.id, RefusalError(RefusalCode.WRONG_STAGE))
            return
        thinking, level = self._service.thinking, command.level
        self._answer(await thinking.ask(f"hint {level}", hint, state, seat, command.id, level))

    def _check(self, command: commands.CheckMelds) -> None:
        state = self._room.state
        seat = state.seat_of(self.person)
        if seat is None:
            self._refuse(command.id, RefusalError(RefusalCode.NOT_SEATED))
            return
        if state.chairs[seat].waits:
            self._refuse(command.id, RefusalError(RefusalCode.NEXT_ROUND))
            return
        try:
            found = check_melds(state, seat, command.melds)
        except RefusalError as error:
            self._refuse(command.id, error)
            return
        self._answer(
            Checked(
                command.id,
                [
                    CheckedMeld(None if meld is None else meld_shown(meld), rule)
                    for meld, rule in found
                ],
            )
        )

    def _refuse(self, command: str, error: RefusalError) -> None:
        self._answer(Refused(command, error.code, error.rule, self._room.state.told, []))

    def _complain(self, command: str | None, code: RefusalCode) -> None:
        """Refuse what no proper client sends; who goes on with it is let go."""
        self._bad += 1
        self._answer(Refused(command, code, None, self._room.state.told if self._seated else 0, []))
        if self._bad > MOST_BAD:
            self.dismiss("misbehaved")

    def _leave_room(self) -> None:
        self._room.fanout.leave(self)
        if self._seated:
            self._seated = False
            if self.person is not None:
                self._service.went(self._room, self.person)


class _Named(msgspec.Struct):
    id: str | None = None


_named: Final = msgspec.json.Decoder(_Named)


def _id_in(text: str) -> str | None:
    """The id of a command that is refused unread, if it has one."""
    try:
        found = _named.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return found if found is not None and len(found) <= 64 else None
