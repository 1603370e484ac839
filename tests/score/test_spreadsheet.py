"""The CSV of a sheet in a spreadsheet program, where one is installed."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from fivecrowns.rules import SCHEDULES
from fivecrowns.score.export import as_csv
from tests.score.keeping import Keeper

OFFICE = shutil.which("soffice")


@pytest.mark.skipif(OFFICE is None, reason="needs LibreOffice: apt-get install libreoffice-calc")
def test_a_spreadsheet_program_reads_the_same_columns(tmp_path: Path) -> None:
    """Names with commas, quotes and accents, and names that look like formulas, stay one cell."""
    assert OFFICE is not None
    pad = Keeper(["Zoë, A.", '=1+1 "B"', "-3"], SCHEDULES["short"])
    pad.play((0, 12, 5), (4, 0, 9))
    text = as_csv(pad.sheet)
    source = tmp_path / "sheet.csv"
    source.write_text(text, "utf-8-sig", newline="")
    utf8_with_commas = "44,34,76,1"
    subprocess.run(
        [
            OFFICE,
            f"-env:UserInstallation=file://{tmp_path / 'profile'}",
            "--headless",
            f"--infilter=CSV:{utf8_with_commas}",
            "--convert-to",
            f"csv:Text - txt - csv (StarCalc):{utf8_with_commas}",
            "--outdir",
            tmp_path / "read",
            source,
        ],
        check=True,
        capture_output=True,
        timeout=120,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    read = (tmp_path / "read" / "sheet.csv").read_text("utf-8-sig")
    assert list(csv.reader(read.splitlines())) == list(csv.reader(text.splitlines()))
