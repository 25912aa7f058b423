"""The controller holds a body that its moments alone would lose."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sample_trees import tree_of

from ambulo.forward_check.forward import Support, simulate, tracking_inputs
from ambulo.forward_check.pd import HOLDING, SAMPLED, ProportionalDerivative
from ambulo.forward_check.stored_forces import needed_forces
from ambulo.multibody.forces.interpolants import INTERPOLANTS
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.configuration import integrate, neutral
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import JointType

ROOT = Support("root", 0, (0.0, 0.0, 0.0))


def standing_body(seconds):
    """Segments on top of each other, which fall over by themselves."""
    tree = tree_of([-1, 0, 1], [JointType.FREE, JointType.BALL, JointType.BALL],
                   np.random.default_rng(1), scale=0.1)  # fmt: skip
    tree.com[:] = [0.0, 0.0, 0.2]
    tree.p_PJ[1:] = [0.0, 0.0, 0.4]
    tree.R_PJ[:] = np.eye(3)
    time = np.linspace(0.0, seconds, int(50 * seconds) + 1)
    q = np.tile(neutral(tree), (len(time), 1))
    still = np.zeros((len(time), tree.nv))
    return tree, Motion(time, q, still, still)


def sway(tree, found, motion):
    """Largest turn of a segment at each instant [rad]."""
    R, _ = forward_kinematics(tree, found.q)
    R_ref, _ = forward_kinematics(tree, motion.q)
    return np.linalg.norm(R - R_ref, axis=(2, 3)).max(axis=1) / np.sqrt(2.0)


def pushed(tree, motion, angle=0.01):
    push = np.zeros(tree.nv)
    push[[3, 6, 9]] = angle
    return integrate(tree, motion.q[0], push)


def test_gains_follow_the_masses():
    tree, _ = standing_body(1.0)
    gains = SAMPLED.gains(tree, Support("top", 2, (0.0, 0.0, 0.0)))
    np.testing.assert_allclose(gains.stiffness, 400.0 * tree.mass[[2, 0, 1, 2]])
    np.testing.assert_allclose(gains.damping, 2.5e-5 * gains.stiffness)


VARIATIONAL, TRAPEZOIDAL, RKMK4 = (
    pytest.param(name, marks=pytest.mark.exhaustive)
    for name in ("variational", "trapezoidal", "rkmk4")
)


# explicit steps of 1 ms are unstable with gains that hold a body up
@pytest.mark.parametrize("name", ["dop853", VARIATIONAL, TRAPEZOIDAL])
def test_a_disturbed_body_falls_without_and_stands_with_the_controller(name):
    tree, motion = standing_body(1.0)
    free = tracking_inputs(tree, motion, needed_forces(tree, motion), ROOT)
    start = pushed(tree, motion)
    falling = simulate(tree, free, motion.time, start, motion.v[0], METHODS[name])
    assert sway(tree, falling, motion)[-1] > 0.3
    gains = HOLDING.gains(tree, ROOT)
    held = tracking_inputs(tree, motion, needed_forces(tree, motion), ROOT, gains=gains)
    standing = simulate(tree, held, motion.time, start, motion.v[0], METHODS[name])
    assert sway(tree, standing, motion).max() < 0.06
    assert falling.moment.max() == 0.0
    assert standing.moment.max() > 1.0


@pytest.mark.parametrize("name", ["dop853", VARIATIONAL, TRAPEZOIDAL, RKMK4])
def test_damping_brings_it_to_rest(name):
    tree, motion = standing_body(2.0)
    gains = ProportionalDerivative(400.0, 0.01).gains(tree, ROOT)
    held = tracking_inputs(tree, motion, needed_forces(tree, motion), ROOT, gains=gains)
    start = pushed(tree, motion)
    start[:3] += 0.01
    found = simulate(tree, held, motion.time, start, motion.v[0], METHODS[name])
    swaying = sway(tree, found, motion)
    assert swaying[-1] < 0.1 * swaying.max()
    # the controller takes out what the push and the drop put in
    assert found.work[-1] < 0.0


def test_the_moment_is_gain_times_angle_also_for_large_angles():
    tree, motion = standing_body(1.0)
    instant = slice(0, 2)
    motion = Motion(
        1e-3 * motion.time[instant], motion.q[instant], motion.v[instant], motion.a[instant]
    )
    gains = HOLDING.gains(tree, ROOT)
    held = tracking_inputs(
        tree, motion, needed_forces(tree, motion), ROOT, gains=gains,
        between=INTERPOLANTS["linear"],
    )  # fmt: skip
    for angle in (0.001, 0.5, 2.5):
        turn = np.zeros(tree.nv)
        turn[3] = angle
        start = integrate(tree, motion.q[0], turn)
        found = simulate(tree, held, motion.time, start, motion.v[0], METHODS["rkmk4"], step=1e-5)
        np.testing.assert_allclose(found.moment[1, 0], gains.stiffness[1] * angle, rtol=0.02)


def test_the_sampled_controller_takes_differences_of_the_errors_at_the_ends_of_steps():
    """Eqs. 4.14 to 4.16: from rest, F_1 = -K (e_1 + T (e_1 - e_0) / dt)."""
    tree, motion = standing_body(1.0)
    gains = ProportionalDerivative(400.0, 5e-3, sampled=True).gains(tree, ROOT)
    laws = tracking_inputs(tree, motion, needed_forces(tree, motion), ROOT, gains=gains)
    start = integrate(tree, motion.q[0], np.eye(tree.nv)[3] * 0.01)
    time = motion.time[0] + 1e-3 * np.arange(3)
    found = simulate(tree, laws, time, start, motion.v[0], METHODS["trapezoidal"])
    R, _ = forward_kinematics(tree, found.q)
    e = np.arctan2(R[:, 0, 2, 1], R[:, 0, 1, 1])  # about x
    rate = np.diff(e) / 1e-3
    expected = np.abs(gains.stiffness[1] * e[1:] + gains.damping[1] * rate)
    # the moment is that of Newton's last iterate: some 1e-6 rad beside the step's end, times
    # K (1 + T / dt)
    np.testing.assert_allclose(found.moment[1:, 0], expected, atol=0.03)
    without = np.abs(gains.stiffness[1] * e[1:])
    assert (np.abs(without - expected) > 1.5).all()


def test_the_sampled_controller_holds_the_body():
    tree, motion = standing_body(1.0)
    laws = tracking_inputs(
        tree, motion, needed_forces(tree, motion), ROOT, gains=SAMPLED.gains(tree, ROOT)
    )
    start = pushed(tree, motion)
    found = simulate(tree, laws, motion.time, start, motion.v[0], METHODS["trapezoidal"])
    assert sway(tree, found, motion).max() < 0.06
