"""Studies: what counts as agreement, and that a failure is shown."""

from __future__ import annotations

import csv
import json
import math

import numpy as np
import pytest

from ambulo.studies.page import html, number, write_study
from ambulo.studies.record import Chart, Comparison, Curve, StudyResult, Table


def _result(*comparisons, **checks):
    return StudyResult("name1900", "A <title>", "Author (1900).", comparisons, checks=checks)


def test_agreement_is_claimed_only_with_a_tolerance():
    assert Comparison("a", "m", 2.0, 2.05, 0.1).passed is True
    assert Comparison("a", "m", 2.0, 2.2, 0.1).passed is False
    assert Comparison("a", "m", 2.0, 9.0).passed is None
    assert Comparison("a", "m", 2.0, math.nan, 0.1).passed is False
    assert Comparison("a", "m", -2.0, -1.0).relative == pytest.approx(0.5)
    assert math.isnan(Comparison("a", "m", 0.0, 1.0).relative)


def test_a_study_passes_when_all_that_is_claimed_holds():
    good, open_, bad = (
        Comparison("a", "", 1.0, 1.0, 0.0),
        Comparison("b", "", 1.0, 5.0),
        Comparison("c", "", 1.0, 5.0, 0.1),
    )
    assert _result(good, open_).passed
    assert not _result(good, bad).passed
    assert not _result(good, closes=False).passed


def test_files_and_page(tmp_path):
    result = StudyResult(
        "name1900",
        "A <title>",
        "Author (1900).",
        (Comparison("speed, mean", "m/s", 1.0, math.nan, 0.1, 'said "so"'),),
        (Table("T", ("what", "how much [m]"), (("a", 1.5e-9), ("b", 2.0))),),
        (
            Chart("line", "L", "x [m]", "y [m]", (Curve("one", np.arange(3.0), np.arange(3.0)),)),
            Chart("map", "M", "x", "y", grid=(np.arange(3.0), np.arange(2.0), np.ones((2, 3)))),
        ),
        checks={"energy closes": False},
    )
    write_study(result, tmp_path)
    rows = list(csv.reader((tmp_path / "comparison.csv").open()))
    assert rows[1][0] == "speed, mean"
    assert rows[1][6] == 'said "so"'
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary["comparisons"][0]["ours"] is None
    assert summary["passed"] is False
    page = html(result)
    assert "A &lt;title&gt;" in page
    assert "Not everything that is claimed holds" in page
    assert "<li>energy closes</li>" in page
    assert page.count("<svg") == 2
    assert "1.50 · 10⁻⁹" in page
    assert "<script>" not in page  # nothing moves, no script


def test_numbers_read_well():
    assert [number(x) for x in (0.0, 1234.56, 0.0012345, math.nan, "text")] == [
        "0",
        "1235",
        "0.001234",
        "–",
        "text",
    ]
    assert number(2.5e7) == "2.50 · 10⁷"
