"""The filter study: every filter beats none, and the default is near the best on the demo."""

from __future__ import annotations

import pytest

from ambulo.studies.registry import run_study


@pytest.mark.slow
def test_filters_on_the_demo_subject(monkeypatch):
    monkeypatch.delenv("AMBULO_DATA", raising=False)
    result = run_study("pamies2012_filters", lambda *_: None)
    (table,) = result.tables
    error = {str(row[0]): float(row[1]) for row in table.rows}
    unfiltered = error.pop("none")
    assert all(e < 0.3 * unfiltered for e in error.values())
    default = error["quintic spline, from the noise's spectrum"]
    assert default < 1.15 * min(error.values())
    assert any("AMBULO_DATA" in note for note in result.notes)
