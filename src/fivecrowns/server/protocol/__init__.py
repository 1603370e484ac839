"""Everything that goes over the wire, as types: the one source of the browser's types.

`commands` come from the client, `messages` go to it; `sections` are the parts of what a client
shows, `events` tell what happened, and `http` holds the bodies of requests and responses. Cards
are in ASCII notation, and nothing here is prose: clients put codes into words. `docs/protocol.md`
describes how it is used.
"""

from __future__ import annotations

from typing import Final

PROTOCOL: Final = 1
"""The version: it changes when a client of the old one would no longer understand."""

SUBPROTOCOL: Final = "fivecrowns.1"
"""The name of this version in the opening of a socket."""
