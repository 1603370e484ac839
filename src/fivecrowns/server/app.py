"""The web application: routes, limits, headers, and the life of the service behind them."""

from __future__ import annotations

import gc
import logging
import re
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from fivecrowns.server import logs
from fivecrowns.server.access import address_of, check_origin
from fivecrowns.server.api import Api, problem
from fivecrowns.server.headers import SecurityHeaders
from fivecrowns.server.limits import Addresses
from fivecrowns.server.metrics import SOCKETS
from fivecrowns.server.protocol import SUBPROTOCOL
from fivecrowns.server.protocol.messages import RefusalCode
from fivecrowns.server.refusal import RefusalError
from fivecrowns.server.service import Service
from fivecrowns.server.settings import STATIC, Settings
from fivecrowns.server.sockets import Socket
from fivecrowns.server.store import StoreDownError, open_store

log = logging.getLogger("fivecrowns.server")

T = TypeVar("T")

NOT_BUILT: Final = (
    "The pages of the table are not in this installation: it was made without building them.\n"
)


def create_app() -> ASGIApp:
    """The application as the environment sets it; for uvicorn's worker processes."""
    logs.set_up()
    # States are immutable and make hardly any cycles: look for them rarely, so that a search
    # through all tables does not hold everybody up.
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    # The thread that stores, and those of opponents, wait this long for their turn in Python; by
    # default ten times as long, for which a commit would have to wait several times.
    sys.setswitchinterval(0.0005)
    return make_app(Settings.from_environment())


def make_app(settings: Settings, service: Service | None = None) -> ASGIApp:
    """The application.

    Args:
        settings: how it behaves.
        service: a service to use; without one, it is made from the settings at the start.
    """
    table = Server(settings, service)
    pages = Starlette(
        lifespan=table.life,
        middleware=[Middleware(SecurityHeaders), Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={HTTPException: _http_problem, 500: _failed},
    )

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        # Every layer in between would cost memory as long as the socket is open, and time with
        # every message.
        found = _SOCKET.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await pages(scope, receive, send)
        else:
            await table.socket(found["table"], WebSocket(scope, receive, send), send)

    return app


_SOCKET: Final = re.compile("/api/tables/(?P<table>[^/]+)/socket")


class Server:
    """What the routes share."""

    def __init__(self, settings: Settings, service: Service | None) -> None:
        self._settings = settings
        self._service = service
        self._addresses = Addresses(
            settings.requests_per_second, settings.request_burst, settings.sockets_per_address
        )

    @asynccontextmanager
    async def life(self, app: Starlette) -> AsyncGenerator[None]:
        """Open the database at the start, close everything at the end."""
        if self._service is None:
            store = await open_store(self._settings.database_url)
            self._service = Service(store, self._settings)
        await self._service.begin()
        app.router.routes += [
            *Api(self._service, self._addresses).routes(),
            WebSocketRoute("/api/sheets/{code}/socket", self.mirror),
            *pages(STATIC),
        ]
        yield
        await self._service.end()

    async def socket(self, name: str, websocket: WebSocket, send: Send) -> None:
        """Serve a socket of the table with a name."""
        assert self._service is not None
        service = self._service
        await self._admit(
            websocket,
            lambda: service.room(name),
            lambda room: Socket(service, room, websocket, send).run(),
        )

    async def mirror(self, websocket: WebSocket) -> None:
        """Serve a socket of a score sheet that several phones keep."""
        assert self._service is not None
        mirrors = self._service.mirrors
        await self._admit(
            websocket,
            lambda: mirrors.find(websocket.path_params["code"]),
            lambda table: mirrors.serve(websocket, table),
        )

    async def _admit(
        self,
        websocket: WebSocket,
        find: Callable[[], Awaitable[T]],
        serve: Callable[[T], Awaitable[None]],
    ) -> None:
        """Check who asks and what for, then serve the socket."""
        address = address_of(websocket)
        if not self._addresses.may_ask(address):
            await websocket.send_denial_response(problem(RefusalCode.TOO_FAST))
            return
        try:
            check_origin(websocket, self._settings.origins)
            what = await find()
        except RefusalError as error:
            await websocket.send_denial_response(problem(error.code))
            return
        except StoreDownError:
            await websocket.send_denial_response(problem(RefusalCode.SAVING_DOWN))
            return
        if not self._addresses.opened(address):
            await websocket.send_denial_response(problem(RefusalCode.TOO_FAST))
            return
        SOCKETS.inc()
        try:
            offered = websocket.scope.get("subprotocols", [])
            await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
            await serve(what)
        finally:
            SOCKETS.dec()
            self._addresses.closed(address)


def pages(folder: Path) -> list[Route | Mount]:
    """The browser client; where it was not built, a page that says so."""
    index = folder / "index.html"
    if not index.is_file():

        async def not_built(_: Request) -> Response:
            return PlainTextResponse(NOT_BUILT, 503)

        return [Route("/", not_built)]

    async def start(_: Request) -> Response:
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    return [Route("/", start), Mount("/", app=Built(directory=folder))]


class Built(StaticFiles):
    """Built files: those with a checksum in their name never change."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        """Answer with a file, and say how long it may be kept."""
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        assets = "/assets/" in str(args[0])
        response.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable" if assets else "no-cache"
        )
        return response


async def _http_problem(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return problem(RefusalCode.WRONG_METHOD if status == 405 else RefusalCode.NOT_FOUND)


async def _failed(_: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error)
    return Response(status_code=500)
