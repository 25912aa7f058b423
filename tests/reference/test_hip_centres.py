"""Hip centres that a regression puts wrongly are named by how the thighs swing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.reference.accuracy import WALKS

from ambulo.analysis import analyse
from ambulo.gait.configuration import Configuration
from ambulo.mocap.calibration.hip_centres import HIP_CENTRES


@pytest.mark.parametrize("ahead", [0.026, -0.026])
@pytest.mark.parametrize("name", ["HC038A", "Motion3", "FunctionalWalk"])
def test_a_centre_moved_by_26_mm_is_named(data, name, ahead):
    """From Harrington's, whose centres are within 8 mm of those of these walks."""
    whole = HIP_CENTRES["harrington2007"]
    moved = replace(whole, offset=lambda size: whole.offset(size) + np.array([ahead, 0.0, 0.0]))
    HIP_CENTRES.register("moved", moved)
    walk = WALKS[name]
    try:
        chosen = Configuration(hip="moved")
        found = analyse(data / walk.trial, static=data / walk.static, configuration=chosen)
    finally:
        HIP_CENTRES.remove("moved")
    checks = {check.id: check for check in found.checks}
    assert checks["hip_centre"].grade == "look"
    assert ("in front of" if ahead > 0.0 else "behind") in checks["hip_centre"].found
    assert checks["hip_centres_alike"].grade == "good"
