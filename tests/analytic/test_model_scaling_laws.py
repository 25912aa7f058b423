"""How a person scales with mass and size."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ambulo.model.scaling import build_model
from ambulo.model.segment_table_file import SEGMENT_TABLES
from ambulo.model.standing_posture import generic_geometry
from ambulo.records import Subject

FRACTIONAL = [name for name in SEGMENT_TABLES if name != "vaughan1992"]
SUBJECT = Subject(mass=60.0, height=1.60, sex="f", age=15.0)


@pytest.mark.parametrize("table", FRACTIONAL)
@pytest.mark.parametrize("skeleton", ["body18", "legs"])
def test_inertia_goes_with_mass_and_the_square_of_length(skeleton, table):
    k, s = 1.3, 1.1
    joints, ends = generic_geometry(skeleton, 1.60, "f")
    small = build_model(skeleton, joints, ends, SUBJECT, table)
    large = build_model(
        skeleton,
        {name: s * p for name, p in joints.items()},
        {name: s * p for name, p in ends.items()},
        replace(SUBJECT, mass=k * 60.0, height=s * 1.60),
        table,
    )
    np.testing.assert_allclose(large.tree.mass, k * small.tree.mass, rtol=1e-12)
    np.testing.assert_allclose(large.tree.com, s * small.tree.com, atol=1e-12)
    np.testing.assert_allclose(large.tree.inertia, k * s**2 * small.tree.inertia, atol=1e-12)


def test_only_the_lengthened_segment_changes():
    joints, ends = generic_geometry("body18", 1.60, "f")
    before = build_model("body18", joints, ends, SUBJECT)
    longer = joints | {"left_ankle": 1.2 * joints["left_ankle"]}
    after = build_model("body18", longer, ends, SUBJECT)
    shank = before.segments.index("left_shank")
    np.testing.assert_allclose(after.tree.inertia[shank], 1.44 * before.tree.inertia[shank])
    others = [i for i in range(before.tree.nb) if i != shank]
    np.testing.assert_allclose(after.tree.inertia[others], before.tree.inertia[others], atol=1e-12)
    np.testing.assert_allclose(after.tree.mass, before.tree.mass, rtol=1e-12)


def test_the_principal_axis_follows_the_line_between_the_joints():
    joints, ends = generic_geometry("body18", 1.60, "f")
    tilt = 0.1
    turn = np.array([[np.cos(tilt), 0, np.sin(tilt)], [0, 1, 0], [-np.sin(tilt), 0, np.cos(tilt)]])
    straight = build_model("body18", joints, ends, SUBJECT)
    tilted = build_model(
        "body18", joints | {"left_ankle": turn @ joints["left_ankle"]}, ends, SUBJECT
    )
    shank = straight.segments.index("left_shank")
    np.testing.assert_allclose(
        tilted.tree.inertia[shank], turn @ straight.tree.inertia[shank] @ turn.T, atol=1e-12
    )
    np.testing.assert_allclose(tilted.tree.com[shank], turn @ straight.tree.com[shank], atol=1e-12)
