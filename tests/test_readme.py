"""What the README shows is so."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_example_runs_as_it_stands() -> None:
    """The program in the README plays a whole game and names the winner."""
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    arranged, result = done.stdout.splitlines()
    assert arranged == "8 5* 6* 7H JK"
    totals, winners = ast.literal_eval(f"[{result.replace(') (', '), (')}]")
    assert len(totals) == 2
    assert set(winners) == {seat for seat in range(2) if totals[seat] == min(totals)}
