"""Natural coordinates on a measured walk: consistency, and the same moments as the tree's."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.analysis import analyse
from ambulo.gait.configuration import Configuration
from ambulo.gait.inverse import joint_forces
from ambulo.model.foot_loads import foot_loads
from ambulo.multibody.motion import Loads
from ambulo.multibody.natural import multipliers
from ambulo.multibody.natural.points import natural_body
from ambulo.multibody.tree.kinematics import forward_kinematics

SAGITTAL = ("hip_flexion", "knee_flexion", "ankle_dorsiflexion")


@pytest.fixture(scope="module")
def walk(data):
    def analysed(consistency):
        folder = data / "biomechzoo" / "HC038A"
        return analyse(
            folder / "Straight" / "HC038A11.c3d",
            static=next(folder.glob("Static/*.c3d")),
            configuration=Configuration(consistency=consistency),
        )

    return {consistency: analysed(consistency) for consistency in ("fit", "natural")}


def test_joint_moments_of_the_walk_by_both_formulations(walk):
    """Every joint, every frame, under gravity alone and with the ground reaction."""
    for found in walk.values():
        model, motion = found.model, found.motion
        body = natural_body(model.tree, model.segments, model.joints)
        R, p = forward_kinematics(model.tree, motion.q)
        wrench = np.nan_to_num(foot_loads(model, R, p, found.ground).wrench)
        for loads in (None, Loads(motion.time, wrench)):
            tree = joint_forces(model, motion, loads)
            natural = multipliers.joint_forces(body, motion, loads)
            for name in ("moment", "force"):
                x, y = getattr(tree, name), getattr(natural, name)
                off = np.linalg.norm(x - y, axis=2)
                # of what the joint passes on in that frame, and of a newton at the least
                relative = off / np.maximum(np.linalg.norm(x, axis=2), 1.0)
                assert relative.max() <= 1e-10, name


def test_segments_are_rigid_and_the_moments_are_the_fits(walk):
    natural, fit = walk["natural"], walk["fit"]
    thigh = natural.segment_lengths["left_hip to left_knee"]
    assert thigh.measured_max - thigh.measured_min > 0.005
    assert thigh.measured_min < thigh.consistent < thigh.measured_max
    by_name = {q.name: q.values for q in fit.moments}
    for quantity in natural.moments:
        if quantity.name.endswith(SAGITTAL):
            difference = quantity.values - by_name[quantity.name]
            assert np.sqrt(np.nanmean(difference**2)) < 4.0, quantity.name


def test_segments_by_themselves_take_the_hip_centre_that_was_chosen(data):
    folder = data / "biomechzoo" / "HC038A"
    found = {}
    for hip in ("davis1991", "harrington2007"):
        analysis = analyse(
            folder / "Straight" / "HC038A11.c3d",
            static=next(folder.glob("Static/*.c3d")),
            configuration=Configuration(consistency="natural", hip=hip),
        )
        found[hip] = analysis.segment_lengths["left_hip to left_knee"]
    for length in found.values():
        # standing and walking place the hip in the pelvis alike
        assert abs(length.measured_mean - length.consistent) < 0.005
    # on this pelvis the two centres are more than a centimetre apart across the thigh
    assert found["davis1991"].consistent != pytest.approx(
        found["harrington2007"].consistent, abs=0.001
    )
