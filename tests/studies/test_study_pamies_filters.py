"""The filter study: every filter beats none, and the default is near the best on the demo."""

from __future__ import annotations

import numpy as np

from ambulo.studies.registry import run_study


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
    # figures 4.2 to 4.5
    charts = {chart.name: chart for chart in result.figures}
    assert len(charts) == 6
    original, reconstructed, true = charts["filtered_differences"].curves
    inner = slice(20, -20)

    def wrong(curve):
        return np.sqrt(np.mean((curve.y - true.y)[inner] ** 2))

    assert wrong(original) > 1.0 * np.std(true.y[inner])
    assert wrong(reconstructed) < 0.35 * wrong(original)
    (taken,) = charts["taken_out"].curves
    assert 0.0001 < np.std(taken.y) < 0.001
    for branch in charts["singular_spectrum"].curves:
        assert branch.y[:2].sum() > 0.999
