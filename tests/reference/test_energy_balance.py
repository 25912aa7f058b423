"""What joints, ground and residual do per second is what the body's energy gains."""

from __future__ import annotations

import numpy as np
import pytest
from tests.reference.accuracy import analysed

from ambulo.multibody.tree.kinematics import body_velocities
from ambulo.records import SIDES
from ambulo.results.energy import body_energy
from ambulo.results.over_time import residual_of_moments, rms
from ambulo.results.posture import posture


@pytest.mark.parametrize("name", ["HC038A", "HC030A"])
def test_powers_add_up_to_the_change_of_energy(data, name):
    """d/dt (T + V) = sum of joint powers + F v + M omega at feet and root; 60 to 80 W rms."""
    found = analysed(data, name)
    model, motion, ground = found.model, found.motion, found.inverted_ground
    where = posture(model, motion)
    omega, v = body_velocities(model.tree, motion.q, motion.v)
    joints = sum(power.values for power in found.powers if power.name.endswith("_power"))
    feet = 0.0
    for k, side in enumerate(SIDES):
        foot = model.joints.index(f"{side}_ankle")
        force = ground.force[:, k]
        moment = ground.moment_origin[:, k] - np.cross(where.joint(f"{side}_ankle"), force)
        feet = feet + (force * v[:, foot]).sum(axis=1) + (moment * omega[:, foot]).sum(axis=1)
    residual = residual_of_moments(found)
    root = (residual * np.concatenate([omega[:, 0], v[:, 0]], axis=1)).sum(axis=1)
    total = body_energy(found, where)[2].values
    rate = np.gradient(total, motion.time)
    gap = (joints + feet + root - rate)[3:-3]
    assert rms(rate) > 50.0
    # of a central difference at 100 Hz
    assert rms(gap) < 1.0
    # which needs the moments' own residual: that of the smoothed plates leaves watts
    other = (found.residual * np.concatenate([omega[:, 0], v[:, 0]], axis=1)).sum(axis=1)
    assert rms(gap - root[3:-3] + other[3:-3]) > 2.0 * rms(gap)
