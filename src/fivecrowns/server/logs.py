"""Logs as JSON, one object a line. Nothing that is logged holds a hand, a name or a token."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

_FIELDS: Final = ("table", "reason", "address", "port", "workers")


class JsonLines(logging.Formatter):
    """Writes a record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Write it."""
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        told |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told)


def set_up() -> None:
    """Send the logs of the server and of what it is built on to standard error.

    At a terminal somebody plays and reads the addresses: only what is wrong is told there.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("fivecrowns", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    logging.getLogger("fivecrowns").setLevel("WARNING" if sys.stderr.isatty() else "INFO")
    logging.getLogger("uvicorn").setLevel("WARNING")
    for name in ("uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logging.getLogger(name).setLevel("NOTSET")
