"""The subjects that OpenSim makes: their truth is OpenSim's, and a perfect laboratory finds it."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.gait.analysis import analyse_trial_in_stages
from ambulo.records import SIDES


@pytest.mark.oracle
def test_a_perfect_laboratory_finds_opensims_moments(data):
    people = pytest.importorskip("tests.coverage.opensim_people", exc_type=ImportError)
    from tests.coverage.opensim_body import between, opensims_moments

    person = people.Person(data, 1, people.NONE)
    measured = people.Measured(person)
    theirs = opensims_moments(person.body, person.gait, person.ground)
    # its own inverse dynamics leave nothing at the pelvis: the walk is consistent
    for axis in "xyz":
        assert np.abs(theirs[f"pelvis_t{axis}_force"]).max() < 0.003 * 9.81 * person.mass
    found, _ = analyse_trial_in_stages(measured.trial, measured.static, people.CHOICE)
    time = found.motion.time
    true, phase = measured.truth(time), time / person.gait.period
    for side in SIDES:
        for motion in ("hip_flexion", "hip_adduction"):
            moment = between(theirs[f"{motion}_{side[0]}_moment"], phase)
            np.testing.assert_allclose(true[f"{side}_{motion} [N*m]"], moment, atol=1.0)
        for motion in people.MOMENTS:
            wrong = found.moments[f"{side}_{motion}"].values - true[f"{side}_{motion} [N*m]"]
            # what balls at the joints, one trunk and a smoothing spline make of it
            assert np.sqrt(np.nanmean(np.square(wrong))) < 2.5
