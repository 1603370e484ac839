"""The protocol described for others: JSON Schema, OpenAPI, TypeScript, and the page about it."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from fivecrowns.server import schema
from fivecrowns.server.protocol import http
from fivecrowns.server.protocol.commands import ClientMessage
from fivecrowns.server.protocol.messages import ServerMessage
from tests.server.support import running

SCHEMATHESIS = "from schemathesis.cli import schemathesis; schemathesis()"
PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def test_every_type_has_a_definition_in_typescript() -> None:
    """Every name that is used is defined, once."""
    text = schema.typescript(schema.json_schema())
    defined = re.findall(r"^export (?:interface|type) (\w+)", text, re.MULTILINE)
    assert len(defined) == len(set(defined))
    code = re.sub(r"/\*\*.*?\*/|//.*?$", "", text, flags=re.DOTALL | re.MULTILINE)
    used = set(re.findall(r"\b([A-Z][a-z]\w+)\b", re.sub(r'"[^"]*"', "", code)))
    assert used <= set(defined)
    for union in (ClientMessage, ServerMessage):
        assert {kind.__name__ for kind in union.__args__} <= set(defined)


def test_fields_that_clients_may_leave_out_are_optional_and_no_others() -> None:
    text = schema.typescript(schema.json_schema())

    def interface(name: str) -> str:
        return text.split(f"export interface {name} {{")[1].split("\n}")[0]

    assert "readonly melds?:" in interface("GoOut")
    assert "readonly slot:" in interface("GoOut")
    assert "readonly hand?:" in interface("Update")
    assert "?:" not in interface("Welcome")
    assert "?:" not in interface("Problem")


def test_the_page_about_the_protocol_names_every_address() -> None:
    page = PAGE.read_text("utf-8")
    for method, path, *_ in http.ENDPOINTS:
        assert f"`{method} {path.replace('{table}', 'TABLE')}" in page


@pytest.mark.skipif(find_spec("schemathesis") is None, reason="needs schemathesis")
@pytest.mark.anyio
async def test_no_request_however_odd_gets_an_answer_that_is_not_described(
    sqlite: str, tmp_path: Path
) -> None:
    """No server error, no status, type or body other than the description says."""
    (tmp_path / "openapi.json").write_text(json.dumps(schema.open_api()))
    async with running(sqlite) as server:
        checks = (
            "not_a_server_error,status_code_conformance,content_type_conformance,"
            "response_schema_conformance,unsupported_method"
        )
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SCHEMATHESIS, "run", "openapi.json", "--url", server.url,
            "--checks", checks, "--phases", "examples,coverage,fuzzing", "--max-examples", "15",
            "--workers", "2", "--generation-deterministic", "--no-color",
            cwd=tmp_path,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        output, _ = await process.communicate()
    assert process.returncode == 0, output.decode()
