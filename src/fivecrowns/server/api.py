"""The HTTP part: making and joining tables, links, replays, records."""

from __future__ import annotations

import asyncio
import ipaddress
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.metadata import version
from typing import Final, TypeVar

import msgspec
import segno
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fivecrowns.server import show
from fivecrowns.server.access import address_of, check_origin, keep_in_cookie, token_of, who
from fivecrowns.server.facts import LogError
from fivecrowns.server.limits import Addresses
from fivecrowns.server.protocol import PROTOCOL, http
from fivecrowns.server.protocol.messages import RefusalCode
from fivecrowns.server.refusal import RefusalError
from fivecrowns.server.replay import FinishedGame, finished_game, record_lines, replay_round
from fivecrowns.server.reviewing import review_seat
from fivecrowns.server.room import Room
from fivecrowns.server.service import Service
from fivecrowns.server.store import StoreDownError

MOST_BYTES: Final = 16_384
METHODS: Final = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"]
QUIET_ZONE: Final = 4
STATUS: Final = {
    RefusalCode.BAD_MESSAGE: 400,
    RefusalCode.BAD_NAME: 400,
    RefusalCode.BAD_PLAYERS: 400,
    RefusalCode.NOT_ALLOWED: 403,
    RefusalCode.FOREIGN_ORIGIN: 403,
    RefusalCode.NO_SUCH_TABLE: 404,
    RefusalCode.NO_SUCH_CODE: 404,
    RefusalCode.NOT_FOUND: 404,
    RefusalCode.WRONG_METHOD: 405,
    RefusalCode.TOO_LARGE: 413,
    RefusalCode.TOO_FAST: 429,
    RefusalCode.SAVING_DOWN: 503,
}
"""HTTP's word for a refusal; for all others 409."""

T = TypeVar("T", bound=msgspec.Struct)
Handler = Callable[[Request], Awaitable[Response]]


def answer(value: msgspec.Struct, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(
        msgspec.json.encode(value), status, {"Cache-Control": "no-store"}, "application/json"
    )


def problem(code: RefusalCode, rule: str | None = None) -> Response:
    """A refusal as JSON."""
    return answer(http.Problem(code, rule), STATUS.get(code, 409))


class Api:
    """The handlers, for one service."""

    def __init__(self, service: Service, addresses: Addresses) -> None:
        self._service = service
        self._addresses = addresses
        self._reviewing = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Where each handler answers."""
        table = "/api/tables/{table}"
        return [
            self._route("GET", "/api/about", self._about),
            self._route("POST", "/api/tables", self._create),
            self._route("POST", "/api/preview", self._preview),
            self._route("POST", "/api/join", self._join),
            self._route("POST", "/api/qr", self._qr),
            self._route("POST", "/api/sheets", self._mirror),
            self._route("POST", table + "/enter", self._enter),
            self._route("POST", table + "/device", self._device),
            self._route("GET", table + "/replay", self._replay),
            self._route("GET", table + "/record", self._record),
            self._route("GET", table + "/review", self._review),
            Route("/health", self._health),
            Route("/metrics", self._metrics),
        ]

    def _route(self, method: str, path: str, handler: Handler) -> Route:
        """A handler behind the checks of method, origin and rate, its refusals as JSON."""
        allowed = ["GET", "HEAD"] if method == "GET" else [method]

        async def guarded(request: Request) -> Response:
            if request.method not in allowed:
                response = problem(RefusalCode.WRONG_METHOD)
                response.headers["Allow"] = ", ".join(allowed)
                return response
            try:
                if method != "GET":
                    check_origin(request, self._service.settings.origins)
                if not self._addresses.may_ask(address_of(request)):
                    return problem(RefusalCode.TOO_FAST)
                return await handler(request)
            except RefusalError as error:
                return problem(error.code, error.rule)
            except StoreDownError:
                return problem(RefusalCode.SAVING_DOWN)

        return Route(path, guarded, methods=METHODS)

    async def _about(self, _: Request) -> Response:
        lan = self._service.settings.lan or None
        return answer(http.About(version("fivecrowns"), PROTOCOL, lan))

    async def _create(self, request: Request) -> Response:
        wanted = await _body(request, http.CreateTable)
        room, person, token = await self._service.careful(self._service.create(wanted))
        return _seated(request, room, person, token, cookie=wanted.cookie)

    async def _preview(self, request: Request) -> Response:
        wanted = await _body(request, http.Preview)
        room = await self._service.room_of(wanted.code)
        state = room.state
        return answer(
            http.Previewed(
                table=room.table,
                stage=state.stage,
                seats=show.seats(state),
                totals=[] if state.game is None else list(state.game.totals),
                options=state.options,
                can_join=show.can_join(state),
                locked=state.locked,
            )
        )

    async def _join(self, request: Request) -> Response:
        wanted = await _body(request, http.Join)
        room, person, token = await self._service.careful(self._service.join(wanted))
        return _seated(request, room, person, token, cookie=wanted.cookie)

    async def _enter(self, request: Request) -> Response:
        wanted = await _body(request, http.Enter)
        room = await self._room(request)
        person, token = who(room.state, wanted.token), wanted.token
        held = token_of(request)
        if person is None and held is not None:
            # Whoever has a seat keeps it, and its view: they do not watch the others' open hands.
            with suppress(RefusalError):
                person, token = who(room.state, held), held
        response = answer(http.Entered(room.table, room.state.seat_of(person)))
        if wanted.cookie:
            keep_in_cookie(request, response, room.table, token)
        return response

    async def _device(self, request: Request) -> Response:
        await _body(request, http.LinkDevice)
        room = await self._room(request)
        person = who(room.state, token_of(request))
        if person is None:
            raise RefusalError(RefusalCode.NOT_SEATED)
        added = self._service.add_token(room, person)
        return answer(http.DeviceLink(await self._service.careful(added)))

    async def _replay(self, request: Request) -> Response:
        number, found, _ = await self._finished(request)
        index = _number(request, "round")
        seen = request.query_params.get("view", "open")
        seat = None if seen == "open" else _natural(seen)
        made = self._service.thinking.in_thread(replay_round, found, number, index, seat)
        return answer(await made)

    async def _record(self, request: Request) -> Response:
        number, found, _ = await self._finished(request)
        table = request.path_params["table"]
        name = f"five-crowns-{table[:8]}-{number + 1}.jsonl"
        return Response(
            b"".join(record_lines(found)),
            headers={
                "Cache-Control": "no-store",
                "Content-Disposition": f'attachment; filename="{name}"',
            },
            media_type="application/jsonl",
        )

    async def _review(self, request: Request) -> Response:
        """What the person who asks could have done better; nobody else is told."""
        number, found, person = await self._finished(request)
        if person is None or person not in found.people:
            raise RefusalError(RefusalCode.NOT_SEATED)
        lines, seat = list(record_lines(found)), found.people.index(person)
        own = found.decided_by(person)
        thinking = self._service.thinking
        # One after the other: opponents and hints, who may need the same process, go in between.
        async with self._reviewing:
            return answer(await thinking.ask("review", review_seat, lines, number, seat, own))

    async def _finished(self, request: Request) -> tuple[int, FinishedGame, int | None]:
        """The finished game that is asked for, and who asks: somebody who may see the table."""
        room = await self._room(request)
        person = who(room.state, token_of(request))
        number = _number(request, "game")
        rows = await self._service.careful(self._service.store.load(room.table))
        if not rows:
            raise RefusalError(RefusalCode.NO_SUCH_TABLE)
        try:
            found = await self._service.thinking.in_thread(finished_game, rows, number)
        except LogError as error:
            raise self._service.unreadable(room.table, error) from error
        return number, found, person

    async def _qr(self, request: Request) -> Response:
        wanted = await _body(request, http.DrawQr)
        rows = [bytes(row) for row in segno.make_qr(wanted.text, error="m").matrix]
        path = "".join(
            f"M{x + QUIET_ZONE} {y + QUIET_ZONE}h1v1h-1z"
            for y, row in enumerate(rows)
            for x, dark in enumerate(row)
            if dark
        )
        return answer(http.Qr(len(rows) + 2 * QUIET_ZONE, path))

    async def _mirror(self, request: Request) -> Response:
        wanted = await _body(request, http.MirrorSheet)
        created = self._service.mirrors.create(wanted.sheet)
        return answer(http.Mirrored(await self._service.careful(created)))

    async def _health(self, _: Request) -> Response:
        """Whether games can be saved."""
        try:
            await self._service.store.ping()
            saving = self._service.saving
        except StoreDownError:
            saving = False
        if not saving:
            return Response('{"saving":false}', 503, media_type="application/json")
        return Response('{"saving":true}', media_type="application/json")

    async def _metrics(self, request: Request) -> Response:
        """The counters, of all processes that share this port."""
        if self._service.settings.metrics != "all" and not _is_local(request):
            return problem(RefusalCode.NOT_ALLOWED)
        registry = REGISTRY
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return Response(generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _room(self, request: Request) -> Room:
        return await self._service.room(request.path_params["table"])


async def _body(request: Request, kind: type[T]) -> T:
    """The body of a request as one of the protocol's types."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise RefusalError(RefusalCode.TOO_LARGE)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise RefusalError(RefusalCode.BAD_MESSAGE) from None


def _seated(request: Request, room: Room, person: int, token: str, *, cookie: bool) -> Response:
    seat = room.state.seat_of(person)
    if seat is None:
        raise RefusalError(RefusalCode.NOT_SEATED)
    response = answer(http.Seated(room.table, seat, None if cookie else token))
    if cookie:
        keep_in_cookie(request, response, room.table, token)
    return response


def _number(request: Request, name: str) -> int:
    return _natural(request.query_params.get(name, "0"))


def _natural(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise RefusalError(RefusalCode.BAD_MESSAGE)
    return int(text)


def _is_local(request: Request) -> bool:
    """Whether a request comes from this machine itself, not through a proxy on it."""
    try:
        local = ipaddress.ip_address(address_of(request)).is_loopback
    except ValueError:
        local = False
    return local and "x-forwarded-for" not in request.headers
