"""The gait document's studies on the demo subject."""

from __future__ import annotations

import pytest

from ambulo.studies.registry import run_study

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def without_public_trials(monkeypatch):
    monkeypatch.delenv("AMBULO_DATA", raising=False)


def test_resultant_against_plates_is_as_good_as_the_documents():
    result = run_study("pamies2012_inverse", None, lambda *_: None)
    found = {c.quantity: c for c in result.comparisons}
    assert len(found) == 3
    for comparison in found.values():
        assert comparison.ours <= 1.15 * comparison.printed, comparison.quantity


def test_sharing_without_plates_beats_the_smooth_transition_and_everything_adds_up():
    result = run_study("pamies2012_sharing", None, lambda *_: None)
    assert len(result.checks) == 2
    assert result.passed
    (table,) = result.tables
    rows = {str(row[0]): row[1:] for row in table.rows}
    # corrected plates stay as close to the plates as the document's, in every component of force
    for foot in ("trailing", "leading"):
        here, printed = rows[f"cfp, {foot}, here"], rows[f"cfp, {foot}, printed, scaled"]
        assert all(float(a) <= float(b) for a, b in zip(here[:3], printed[:3], strict=True))


def test_the_circle_closes_better_than_the_documents():
    result = run_study("pamies2012_circle", None, lambda *_: None)
    assert len(result.checks) == 5
    assert result.passed
    found = {c.quantity: c.ours for c in result.comparisons}
    assert found["demo subject: followed within 5° and 10 mm, open loop"] == pytest.approx(100.0)
