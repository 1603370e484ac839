"""Who asks: origin, token, and what a token opens."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from fivecrowns.server.protocol.messages import RefusalCode
from fivecrowns.server.refusal import RefusalError
from fivecrowns.server.state import State
from fivecrowns.server.tokens import same, token_hash

COOKIE: Final = "fivecrowns"
_YEAR: Final = 31_536_000


def check_origin(connection: HTTPConnection, allowed: str) -> None:
    """Refuse what another site's page sends; programs that are no browsers send no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed.split():
        return
    try:
        site = urlsplit(origin).netloc.lower()
    except ValueError:
        site = ""
    if not site or site != connection.headers.get("host", "").lower():
        raise RefusalError(RefusalCode.FOREIGN_ORIGIN)


def token_of(connection: HTTPConnection) -> str | None:
    """The token that header or cookie carries."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        return token
    return connection.cookies.get(COOKIE)


def who(state: State, token: str | None) -> int | None:
    """The person whose token it is; `None` for the watch link's.

    Raises:
        RefusalError: the token opens nothing here.
    """
    if token is None:
        raise RefusalError(RefusalCode.NOT_ALLOWED)
    person = state.person_with(token_hash(token))
    if person is not None and state.seat_of(person) is not None:
        return person
    if same(token, state.watch):
        return None
    raise RefusalError(RefusalCode.NOT_ALLOWED)


def keep_in_cookie(request: Request, response: Response, table: str, token: str) -> None:
    """Let the browser keep a token where scripts cannot read it, for this table alone."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=_YEAR,
        path=f"/api/tables/{table}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client is not None else ""
