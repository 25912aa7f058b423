"""The gait document's studies on the demo subject."""

from __future__ import annotations

import pytest

from ambulo.studies.registry import run_study

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def without_public_trials(monkeypatch):
    monkeypatch.delenv("AMBULO_DATA", raising=False)


def test_resultant_against_plates_meets_the_document_but_for_the_pitching_moment():
    result = run_study("pamies2012_inverse", None, lambda *_: None)
    found = {c.quantity: c for c in result.comparisons}
    assert len(found) == 3
    for quantity, comparison in found.items():
        # the demo walk misses the printed pitching moment by a fifth, which is bounded here
        factor = 1.25 if quantity.endswith(" My") else 1.0
        assert comparison.ours <= factor * comparison.printed, quantity


def test_sharing_without_plates_beats_the_smooth_transition_and_everything_adds_up():
    result = run_study("pamies2012_sharing", None, lambda *_: None)
    assert len(result.checks) == 2
    assert result.passed
    (table,) = result.tables
    rows = {str(row[0]): row[1:] for row in table.rows}
    # corrected plates stay as close to the plates as the document's in Fy and Fz; the leading
    # foot's Fx misses the printed figure by a fifth, which is bounded here
    for foot in ("trailing", "leading"):
        here, printed = rows[f"cfp, {foot}, here"], rows[f"cfp, {foot}, printed, scaled"]
        assert all(float(a) <= float(b) for a, b in zip(here[1:3], printed[1:3], strict=True))
        assert float(here[0]) <= 1.25 * float(printed[0])


def test_the_circle_closes_better_than_the_documents():
    result = run_study("pamies2012_circle", None, lambda *_: None)
    assert len(result.checks) == 5
    assert result.passed
    found = {c.quantity: c.ours for c in result.comparisons}
    assert found["demo subject: followed within 5° and 10 mm, open loop"] == pytest.approx(100.0)
