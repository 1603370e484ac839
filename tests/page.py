"""The page's own rules, asked from Python: `web/tests/answers.ts`, bundled and run by Node.js."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]


class Page:
    """The bundled answers; `folder` is where the bundle goes."""

    def __init__(self, folder: Path) -> None:
        build_web = _build_web()
        npm = build_web.find_npm()
        self._environment: Final[dict[str, str]] = build_web.npm_environment(npm)
        self._folder: Final = folder
        vite = "node_modules/vite/bin/vite.js build --config tests/answers.config.ts --outDir"
        self._run([*vite.split(), os.fspath(folder)])

    def ask(self, about: str, questions: Iterable[object]) -> list[Any]:
        """The page's answers to questions of one kind, in their order."""
        lines = "".join(json.dumps(question) + "\n" for question in questions)
        told = self._run([os.fspath(self._folder / "answers.js"), about], lines)
        return [json.loads(line) for line in told.splitlines()]

    def _run(self, arguments: list[str], given: str = "") -> str:
        node = shutil.which("node", path=self._environment["PATH"])
        assert node is not None
        done = subprocess.run(
            [node, *arguments],
            cwd=ROOT / "web",
            env=self._environment,
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def _build_web() -> ModuleType:
    """`scripts/build_web.py`, which knows where Node.js is."""
    spec = importlib.util.spec_from_file_location("build_web", ROOT / "scripts" / "build_web.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
