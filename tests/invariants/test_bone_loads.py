"""Muscles and contact together do what the joints' net forces and moments do."""

from __future__ import annotations

import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.bone.leg import right_leg
from ambulo.bone.tibia_loads import tibia_loads
from ambulo.multibody.tree.kinematics import forward_kinematics


@pytest.fixture(scope="module")
def walk():
    analysis = make_analysis()
    rng = np.random.default_rng(8)
    frames, nb = len(analysis.motion.q), analysis.model.tree.nb
    force, moment = rng.normal(scale=300.0, size=(frames, nb, 3)), rng.normal(size=(frames, nb, 3))
    moment *= np.array([5.0, 40.0, 5.0])
    return analysis.model, analysis.motion.q, force, moment


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("muscles", [1.0, 1.3])
def test_loads_add_up_to_the_net_ones(walk, side, muscles):
    model, q, force, moment = walk
    loads = tibia_loads(right_leg(model, q, force, moment, side), muscles)
    _, p = forward_kinematics(model.tree, q)
    shank = model.segments.index(f"{side}_shank")
    foot = model.segments.index(f"{side}_hindfoot")
    S = np.diag([1.0, 1.0 if side == "right" else -1.0, 1.0])
    into = np.swapaxes(loads.axes, 1, 2) @ S
    net = force[:, shank] - force[:, foot]
    expected = np.einsum("fij,fj->fi", into, net)
    np.testing.assert_allclose(loads.forces.sum(axis=1), expected, atol=1e-8)
    arm = p[:, foot] - p[:, shank]
    about_knee = moment[:, shank] - moment[:, foot] - np.cross(arm, force[:, foot])
    # the patella's and gastrocnemius' pulls pass the bone by: what they do is in the net moments
    expected = np.linalg.det(S) * np.einsum("fij,fj->fi", into, about_knee)
    turning = loads.couples + np.cross(loads.points, loads.forces)
    np.testing.assert_allclose(turning.sum(axis=1), expected, atol=1e-8)


def test_a_quiet_leg_needs_no_muscles(walk):
    model, q, force, moment = walk
    loads = tibia_loads(right_leg(model, q, 0.0 * force, 0.0 * moment, "right"))
    assert np.abs(loads.forces).max() < 1e-9


def test_a_left_leg_is_the_mirror_image_of_itself(walk):
    model, q, force, moment = walk
    leg = right_leg(model, q, force, moment, "left")
    R, p = forward_kinematics(model.tree, q)
    shank = model.segments.index("left_shank")
    seen = np.array([1.0, -1.0, 1.0])
    # a place of the shank, 1 cm to the left in it, is 1 cm to the right in the mirror
    place = p[:, shank] + R[:, shank] @ np.array([0.02, 0.01, -0.1])
    mirrored = leg.knee_centre + leg.shank @ np.array([0.02, -0.01, -0.1])
    np.testing.assert_allclose(mirrored, seen * place, atol=1e-12)
    for axes in (leg.pelvis, leg.thigh, leg.shank, leg.foot):
        np.testing.assert_allclose(np.linalg.det(axes), 1.0)
    # the moment of a force about a point is mirrored with both
    np.testing.assert_allclose(
        np.cross(seen * p[:, 0], leg.knee.force),
        -seen * np.cross(p[:, 0], force[:, shank]),
        atol=1e-9,
    )
    np.testing.assert_allclose(leg.knee.moment, -seen * moment[:, shank])
