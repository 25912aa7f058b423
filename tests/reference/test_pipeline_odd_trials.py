"""Trials that are turns, treadmills or not fit for analysis: run, or refused in one line."""

from __future__ import annotations

import numpy as np
import pytest
from tests.reference import accuracy

from ambulo.analysis import analyse
from ambulo.gait.configuration import Configuration
from ambulo.gait.inspection import inspect
from ambulo.inputs.errors import InputError
from ambulo.records import SIDES, FramesLeftOut
from ambulo.results.trust import frames_on_plates


def failed(found):
    return {check.id for check in found.checks if check.grade == "look"}


@pytest.mark.parametrize("name", ["HC038A turn", "HC030A turn"])
def test_a_turn_is_analysed(data, name):
    found = accuracy.analysed(data, name)
    whole = [c for c in found.contacts if c.quality == "whole"]
    assert {c.side for c in whole} == set(SIDES)
    for side in SIDES:
        frames = frames_on_plates(found, side)
        for motion in accuracy.SAGITTAL:
            ours = accuracy.curve(found.moments, f"{side}_{motion}")[frames]
            assert np.isfinite(ours).mean() > 0.9
            theirs = found.reference[f"{side}_{motion} [N*m]"][frames]
            both = np.isfinite(ours) & np.isfinite(theirs)
            assert accuracy.correlation(ours[both], theirs[both]) > 0.9, f"{side} {motion}"


def test_a_foot_beside_its_plate_is_beyond_its_limit(data):
    beside = "foot_on_plate.left"
    assert beside in failed(accuracy.analysed(data, "HC038A turn"))
    assert beside not in failed(accuracy.analysed(data, "HC030A turn"))


def test_a_treadmill_with_gaps_is_analysed_where_its_markers_are_seen(data):
    found = accuracy.analysed(data, "walking2")
    assert len(found.motion.time) < 1249
    assert any(isinstance(line, FramesLeftOut) for line in found.log)
    by_side = {c.side: c.quality for c in found.contacts}
    assert by_side == {"left": "partial", "right": "whole"}
    frames = frames_on_plates(found, "right")
    assert np.isfinite(accuracy.curve(found.moments, "right_knee_flexion")[frames]).any()
    # the left foot is not wholly measured while it stands: nothing is made up
    left = next(c for c in found.contacts if c.side == "left")
    time = found.motion.time
    inside = (time > left.start + 0.05) & (time < left.stop - 0.05)
    assert np.isnan(accuracy.curve(found.moments, "left_knee_flexion")[inside]).all()


@pytest.mark.parametrize("file", ["TYPE-2.C3D", "TYPE-4.C3D"])
def test_unknown_markers_are_refused_in_one_line_and_can_be_inspected(data, file):
    path = data / "btk/c3d_org/sample10" / file
    assert inspect(path).trial.plates
    with pytest.raises(InputError) as refused:
        analyse(path, configuration=Configuration(mass=70.0))
    assert "\n" not in str(refused.value)
    assert "--markers" in str(refused.value)


@pytest.mark.parametrize("name", ["falisse 14", "Gait2354"])
def test_a_walk_that_does_not_determine_the_hips_is_not_believed(data, name):
    with pytest.raises(InputError, match="mm from the usual place of a hip") as refused:
        accuracy.analysed(data, name, hip="functional")
    assert "circumduction" in refused.value.remedy


def test_a_hip_centre_that_only_the_static_trial_can_measure_serves_the_walk(data):
    # Davis's regression takes the leg's length to the medial malleolus, which the walk lacks
    found = accuracy.analysed(data, "Gait2354", hip="davis1991")
    assert "Hip joint centres: davis1991." in found.log
