"""Vaughan's regressions on the GaitLab man, whose segment parameters are published with him."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.model.leg_regressions import leg_segments
from ambulo.model.scaling import build_model
from ambulo.model.segment_table_file import load_segment_table
from ambulo.model.standing_posture import generic_geometry
from ambulo.records import Subject

MEASUREMENTS = {
    "left_thigh_length": 0.465,
    "left_midthigh_circumference": 0.440,
    "left_calf_length": 0.430,
    "left_calf_circumference": 0.365,
    "left_foot_length": 0.260,
    "left_foot_breadth": 0.096,
    "left_malleolus_height": 0.060,
    "left_malleolus_width": 0.073,
    "right_thigh_length": 0.460,
    "right_midthigh_circumference": 0.450,
    "right_calf_length": 0.430,
    "right_calf_circumference": 0.365,
    "right_foot_length": 0.260,
    "right_foot_breadth": 0.098,
    "right_malleolus_height": 0.060,
    "right_malleolus_width": 0.074,
}
MAN = Subject(mass=64.9, sex="m", measurements=MEASUREMENTS)

# Vaughan, Davis & O'Connor (1992), GaitLab "man": mass kg, centre of mass from the proximal end,
# moments of inertia kg*m^2 about the axes of flexion, adduction and rotation, to three decimals
PUBLISHED = {
    ("left", "thigh"): (6.823, 0.39, (0.126, 0.121, 0.022)),
    ("left", "shank"): (3.278, 0.42, (0.049, 0.050, 0.004)),
    ("left", "foot"): (0.763, 0.44, (0.003, 0.004, 0.001)),
    ("right", "thigh"): (6.863, 0.39, (0.124, 0.119, 0.023)),
    ("right", "shank"): (3.278, 0.42, (0.049, 0.050, 0.004)),
    ("right", "foot"): (0.767, 0.44, (0.003, 0.004, 0.001)),
}


@pytest.mark.parametrize(("side", "segment"), PUBLISHED)
def test_the_published_man(side, segment):
    mass, com, moments = PUBLISHED[side, segment]
    found = leg_segments(load_segment_table("vaughan1992").legs, MAN)[side, segment]
    assert found.mass == pytest.approx(mass, abs=0.0006)
    assert found.com == com
    # flexion about y; adduction about x and rotation about z, the other way round for the foot
    order = [1, 2, 0] if segment == "foot" else [1, 0, 2]
    np.testing.assert_allclose(found.moments[order], moments, atol=0.0006)


def test_legs_are_the_measured_ones_and_the_body_weighs_what_it_weighs():
    joints, ends = generic_geometry("body18", 1.75, "m")
    model = build_model("body18", joints, ends, MAN, "vaughan1992")
    mass = dict(zip(model.segments, model.tree.mass, strict=True))
    assert model.mass == pytest.approx(64.9, rel=1e-12)
    assert mass["left_thigh"] == pytest.approx(6.8234, abs=1e-4)
    assert mass["left_hindfoot"] + mass["left_forefoot"] == pytest.approx(0.7635, abs=1e-4)
    # the rest keeps Winter's proportions
    assert mass["pelvis"] / mass["torso"] == pytest.approx(0.142 / 0.355)


def test_missing_measurements_are_listed():
    without = {k: v for k, v in MEASUREMENTS.items() if k != "left_calf_length"}
    with pytest.raises(InputError, match="need the measurements left_calf_length") as caught:
        leg_segments(load_segment_table("vaughan1992").legs, replace(MAN, measurements=without))
    assert "another table" in caught.value.remedy


def test_measurements_in_mm_are_refused():
    wrong = MEASUREMENTS | {"left_thigh_length": 465.0}
    with pytest.raises(InputError, match="left_thigh_length is 465 m"):
        leg_segments(load_segment_table("vaughan1992").legs, replace(MAN, measurements=wrong))


def test_a_small_child_is_outside_the_regressions():
    child = replace(
        MAN, mass=4.0, measurements={name: 0.3 * value for name, value in MEASUREMENTS.items()}
    )
    with pytest.raises(InputError, match="a mass of -0"):
        leg_segments(load_segment_table("vaughan1992").legs, child)
