"""How fast the search is in the page, on a throttled processor: `python -m benchmarks.page`.

`--pyodide FOLDER` measures the Python search under Pyodide beside it; FOLDER is what
`npm install pyodide` puts into `node_modules/pyodide`. Needs the packages of the end-to-end tests
and Chromium.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import subprocess
import tempfile
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Final

from playwright.sync_api import Page, sync_playwright

from fivecrowns.cards import deck

ROOT: Final = Path(__file__).parents[1]
PYODIDE: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
TYPESCRIPT: Final = """async (hands) => {
  const begun = performance.now();
  const { arrange } = await import("./index.js");
  const start = performance.now() - begun;
  const times = [0, 1, 2].map((round) => {
    const begun = performance.now();
    for (const hand of round === 0 ? hands.slice(0, 1) : hands) arrange(hand, "K");
    return performance.now() - begun;
  });
  return { start, times };
}"""
PYTHON: Final = """async (hands) => {
  const begun = performance.now();
  const { loadPyodide } = await import("./pyodide.mjs");
  const python = await loadPyodide();
  python.unpackArchive(await (await fetch("./fivecrowns.zip")).arrayBuffer(), "zip");
  python.runPython(`
from fivecrowns.cards import Rank, parse_cards
from fivecrowns.melds import arrange
best = lambda text: arrange(parse_cards(text), Rank.KING).points
`);
  const best = python.globals.get("best");
  const start = performance.now() - begun;
  const times = [0, 1, 2].map((round) => {
    const begun = performance.now();
    for (const hand of round === 0 ? hands.slice(0, 1) : hands) best(hand.join(" "));
    return performance.now() - begun;
  });
  return { start, times, memory: python._module.HEAP8.length };
}"""


def main() -> None:
    """Measure, and print a line for each engine and throttling."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyodide", type=Path, help="a folder with Pyodide")
    pyodide: Path | None = parser.parse_args().pyodide
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "empty.html").write_text("<!doctype html><title>empty</title>", "utf-8")
        rolldown = ROOT / "web" / "node_modules" / ".bin" / "rolldown"
        source = ROOT / "web" / "src" / "search" / "index.ts"
        subprocess.run(
            [rolldown, source, "--minify", "-d", folder], check=True, capture_output=True
        )
        programs = {"TypeScript": (TYPESCRIPT, ["index.js"])}
        if pyodide is not None:
            for name in PYODIDE:
                shutil.copy(pyodide / name, folder)
            with zipfile.ZipFile(folder / "fivecrowns.zip", "w", zipfile.ZIP_DEFLATED) as archive:
                package = ROOT / "src" / "fivecrowns"
                for path in [*package.glob("*.py"), *package.glob("players/*.py")]:
                    archive.write(path, path.relative_to(package.parent))
            programs["Python"] = (PYTHON, [*PYODIDE, "fivecrowns.zip"])
        handler = partial(_Quiet, directory=made)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        hands = _hands()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for name, (program, files) in programs.items():
                size = sum(len(gzip.compress((folder / file).read_bytes(), 9)) for file in files)
                print(f"{name}: {size:,} bytes compressed")
                for throttling in (1, 4, 6):
                    page = browser.new_page()
                    page.goto(f"http://127.0.0.1:{server.server_port}/empty.html")
                    _measure(page, program, hands, throttling)
                    page.close()
            browser.close()
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
        """Say nothing."""


def _hands() -> list[list[str]]:
    chance = Random(1)  # noqa: S311 - made-up hands are no secrets
    return [[str(card) for card in chance.sample(deck(), 13)] for _ in range(200)]


def _measure(page: Page, program: str, hands: list[list[str]], throttling: int) -> None:
    session = page.context.new_cdp_session(page)
    session.send(  # pyright: ignore[reportUnknownMemberType] - Playwright's types leave it open
        "Emulation.setCPUThrottlingRate", {"rate": throttling}
    )
    told = page.evaluate(f"async (hands) => JSON.stringify(await ({program})(hands))", hands)
    result = json.loads(told)
    first, new, known = result["times"]
    memory = f", memory {result['memory'] / 1e6:.0f} MB" if "memory" in result else ""
    print(
        f"  {throttling}x: ready after {result['start']:.0f} ms, first hand of 13 {first:.1f} ms, "
        f"then {new / len(hands):.2f} ms a hand, the second time {known / len(hands):.2f} ms"
        f"{memory}"
    )


if __name__ == "__main__":
    main()
