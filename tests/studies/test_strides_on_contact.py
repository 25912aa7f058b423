"""A stride of the simulated walk repeated on contact spheres."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from tests.invariants.test_walk_on_contact import contact

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.foot_contact.carried_motion import CarriedMotion
from ambulo.forward_check.deviation import deviation
from ambulo.studies.registry import run_study
from ambulo_studies.strides_on_contact import CarriedStride, findings, repeated, walked


@cache
def stride():
    """A stride under the ground's own forces, its spheres never fitted to it."""
    demo = walking_demo()
    cycle, frames = demo.walk.cycle, 110
    time = np.linspace(0.0, 1.5 * cycle.stride_time, 166)
    truth = walk_truth(demo, 0.22 * cycle.stride_time, time)
    shape = truth.motion.q.shape[0], truth.model.tree.nb
    still = CarriedMotion(
        truth.motion, contact().values, np.zeros(0), truth.loads.wrench,
        np.zeros((len(time), 6)), np.zeros(shape), np.zeros(shape), 0, True,
    )  # fmt: skip
    return CarriedStride(
        truth.model, contact(), truth, still, 0, frames, np.array([cycle.stride_length, 0, 0])
    )


def test_a_repeated_stride_is_the_walk_itself():
    cycle, walk = stride(), walking_demo()
    found = repeated(cycle, cycle.truth.motion, 3)
    true = walk.motion(found.time + 0.22 * walk.walk.cycle.stride_time)
    off = deviation(cycle.model.tree, found.q, true.q)
    assert off.distance.max() < 1e-9
    assert off.angle.max() < 1e-7
    np.testing.assert_allclose(found.v, true.v, atol=1e-6)
    assert max(cycle.seam) < 1e-7


def test_over_a_stride_the_ground_carries_the_weight():
    cycle = stride()
    # momentum is after a stride what it was
    mean = cycle.carried.wrench[: cycle.frames, :, 3:].sum(axis=1).mean(axis=0)
    weight = cycle.model.mass * np.linalg.norm(cycle.model.tree.gravity)
    np.testing.assert_allclose(mean, [0.0, 0.0, weight], atol=0.01 * weight)


@pytest.mark.exhaustive
def test_effort_of_each_stride_is_what_the_controller_spends():
    found = walked(stride(), strides=1)
    followed, tree = found.followed, found.cycle.model.tree
    assert followed.reached == pytest.approx(found.measured.time[-1])
    efforts = found.efforts()
    assert efforts.shape == (1, 3)
    # one stride is all that was simulated
    wanted = [
        followed.root_force, followed.root_moment, np.sqrt((followed.joint_moment**2).mean()),
    ]  # fmt: skip
    np.testing.assert_allclose(efforts[0], wanted, rtol=1e-9)
    shares = found.shares()[0]
    assert shares[0] * found.cycle.model.mass * np.linalg.norm(tree.gravity) == pytest.approx(
        efforts[0, 0]
    )
    assert shares[3] == pytest.approx(np.sqrt((shares[:3] ** 2).sum()))
    # spheres that nobody fitted do not carry this walk, and the study says so
    assert shares[3] > 0.05
    assert findings(found).checks["1 strides without falling"]


@pytest.mark.exhaustive
def test_ten_strides_are_walked():
    assert run_study("strides_on_contact", lambda *_: None).passed
