"""Which versions were tried, and what is said of a numba newer than these."""

from __future__ import annotations

import csv
import re
import sys
import tempfile
import tomllib
import warnings
from datetime import date
from pathlib import Path

import numba
import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from ambulo.cli import entry
from ambulo.inputs.numba_tried import BELOW, require_numba, untried

ROOT = Path(__file__).resolve().parents[2]
DECLARED = {
    need.name: need.specifier
    for need in map(
        Requirement, tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    )
}
with (ROOT / "docs/versions_tried.csv").open(encoding="utf-8") as file:
    TRIED = {row["tried"]: row for row in csv.DictReader(file)}


def _bound(library: str, operator: str) -> Version:
    return next(Version(s.version) for s in DECLARED[library] if s.operator == operator)


def test_every_dependency_is_in_the_table_and_every_row_is_whole() -> None:
    for row in TRIED.values():
        assert [*row] == ["tried", "date", "passed", "python", *DECLARED]
        assert date.fromisoformat(row["date"]) >= date(2026, 11, 24)
        if row["passed"] != "no such Python here":
            assert row["passed"] in ("yes", "no")
            assert all(Version(row[name]) for name in ("python", *DECLARED))


def test_lowest_versions_are_the_declared_ones_and_pass() -> None:
    row = TRIED["lowest"]
    assert row["passed"] == "yes"
    assert row["python"].startswith("3.11.")
    assert {name: Version(row[name]) for name in DECLARED} == {
        name: _bound(name, ">=") for name in DECLARED
    }


def test_a_newer_python_passes_within_the_bounds() -> None:
    rows = [row for name, row in TRIED.items() if re.fullmatch(r"3\.\d+", name)]
    passed = [row for row in rows if row["passed"] == "yes"]
    assert Version(passed[-1]["python"]) >= Version("3.13")
    for row in passed:
        assert row["python"].startswith(row["tried"])
        assert all(row[name] in DECLARED[name] for name in DECLARED)


def test_numba_is_bounded_just_above_the_newest_that_passes() -> None:
    newest = max(Version(row["numba"]) for row in TRIED.values() if row["passed"] == "yes")
    assert Version(BELOW) == _bound("numba", "<") == Version(f"{newest.major}.{newest.minor + 1}")


@pytest.mark.parametrize(
    ("version", "said"),
    [(f"{BELOW}.0", True), (f"{BELOW}rc1", True), ("9.0", True), ("0.65", False)],
)
def test_a_newer_numba_is_said_to_be_untried(
    version: str, said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba, "__version__", version)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        require_numba(compiles=True)
    assert [str(w.message) for w in warned] == (
        [f"{untried()}; if it fails: pip install 'numba<{BELOW}'"] if said else []
    )


def test_what_a_newer_numba_breaks_is_one_line_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(*_words: object, **_options: object) -> None:
        from numba.core.caching import NoLongerThere  # noqa: F401

    monkeypatch.setattr(numba, "__version__", "9.0")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(entry, "app", broken)
    monkeypatch.setattr(sys, "argv", ["ambulo", "analyse"])
    with pytest.raises(SystemExit) as end:
        entry.main()
    (line,) = capsys.readouterr().err.splitlines()
    assert end.value.code == 2
    newer = "numba 9.0 is newer than any version that was tested with Ambulo"
    assert line.startswith(f"ambulo: {newer}, and")
    assert line.endswith(f"pip install 'numba<{BELOW}'")
