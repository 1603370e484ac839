"""What Python and the page have to agree on; web/tests/score.test.ts reads the same cases."""

from __future__ import annotations

import msgspec

from tests.score.make import CASES, cases


def test_old_sheets_read_as_they_did() -> None:
    now = msgspec.json.decode(msgspec.json.encode(cases()))
    assert now == msgspec.json.decode(CASES.read_bytes())
