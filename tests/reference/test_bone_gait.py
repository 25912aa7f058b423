"""Walking trials to strain at the tibia, against what gauges on people's tibiae have shown.

Walking, anteromedial mid-shaft: +437/-544 microstrain (Lanyon's method, as Al Nazer 2006 quotes
it), -400 (Lanyon et al. 1975), flexible multibody models +490/-588 (Al Nazer et al. 2008) and
+499/-612. One figure of these belongs to one person: the bounds leave a factor of two around them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from tests.reference.accuracy import analysed

from ambulo.bone.bone import strain_of_analysis
from ambulo.report.write import write

pytest.importorskip("skfem")


NOTES = Path(__file__).parents[2] / "docs" / "methods" / "notes" / "tibia_strain.md"


def quiet(_stage, _part):
    pass


def written_of(trial: str, side: str) -> list[float]:
    """Peaks and their changes [microstrain] in the row of a leg in the notes."""
    text = NOTES.read_text("utf-8").replace("\u2212", "-")
    row = next(x for x in text.splitlines() if x.startswith(f"| {trial}, {side} |"))
    return [float(value) for value in re.findall(r"-?\d+", row.split("|", 2)[2])]


@pytest.mark.parametrize(
    "name",
    [
        "HC038A",
        *(pytest.param(n, marks=pytest.mark.exhaustive) for n in ("FunctionalWalk", "falisse 14")),
    ],
)
def test_peak_strain_is_of_the_size_of_measured_ones(data, tmp_path, name):
    write(analysed(data, name), tmp_path)
    result = strain_of_analysis(tmp_path, quiet)
    for side, leg in result.sides.items():
        high, low = leg.peaks("anteromedial")
        assert 200e-6 < high < 880e-6
        assert -1090e-6 < low < -200e-6
        found = [high, low, *(change for pair in leg.sensitivity.values() for change in pair)]
        np.testing.assert_allclose(1e6 * np.array(found), written_of(name, side), atol=4.0)
        # shorter bones of the same shape and broader ones strain less
        assert leg.sensitivity["breadth of the section +5 %"][0] < 0.0
        assert leg.sensitivity["breadth of the section +5 %"][1] > 0.0
        # models of walking find four to six body weights on the ankle: these are 57 to 62 kg
        assert 2000.0 < leg.loads.ankle_contact.max() < 4000.0
    written = json.loads((tmp_path / "bone" / "summary.json").read_text("utf-8"))
    assert set(written["legs"]) == set(result.sides)
    header = (tmp_path / "bone" / "strain.csv").read_text("utf-8").splitlines()[0]
    assert header.startswith("time,")
    assert np.isfinite(leg.gauges["anterior"].high[leg.known]).all()
    assert "tibia" in (tmp_path / "bone" / "bone.html").read_text("utf-8")
