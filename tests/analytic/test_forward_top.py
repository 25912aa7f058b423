"""Motions with a closed form: a top in steady precession, and one thrown through the air."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sample_trees import one_body

from ambulo.forward_check.forward import simulate
from ambulo.math.quaternions import exp
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import JointType

MASS, LEVER, ABOUT_AXIS, ACROSS = 0.5, 0.06, 4e-4, 3e-4


def top(joint):
    """A symmetrical top with its axis along z, held at its tip (BALL) or not at all (FREE)."""
    inertia = np.diag([ACROSS, ACROSS, ABOUT_AXIS])
    return one_body(joint, MASS, [0.0, 0.0, LEVER], inertia, STANDARD_GRAVITY)


@pytest.mark.parametrize(
    ("name", "tolerance"),
    [
        ("dop853", 1e-9),
        ("rkmk4", 1e-5),
        ("rk4", 1e-5),
        ("variational", 5e-3),
        ("trapezoidal", 5e-3),
    ],
)
def test_a_top_precesses_steadily(name, tolerance):
    lean, precession = 0.5, 6.0
    about_tip = ACROSS + MASS * LEVER**2
    # Goldstein (1980), section 5.7: m g l = I3 w3 P - I1 P^2 cos(lean)
    spin = (MASS * STANDARD_GRAVITY * LEVER + about_tip * precession**2 * np.cos(lean)) / (
        ABOUT_AXIS * precession
    )
    q = exp(np.array([lean, 0.0, 0.0]))
    # precession about the vertical, seen in body axes, with the whole spin along the axis
    v = np.array([0.0, precession * np.sin(lean), spin])
    time = np.linspace(0.0, 1.0, 11)
    found = simulate(top(JointType.BALL), (), time, q, v, METHODS[name], step=2e-4)
    R, _ = forward_kinematics(top(JointType.BALL), found.q)
    turned = precession * time
    expected = np.stack(
        [
            np.sin(lean) * np.sin(turned),
            -np.sin(lean) * np.cos(turned),
            np.full_like(time, np.cos(lean)),
        ],
        axis=1,
    )
    np.testing.assert_allclose(R[:, 0, :, 2], expected, atol=tolerance)


# the order of Euler's method, one, is a test of its own; the last two are methods of other systems
OTHERS = ("euler", "symplectic", "generalised-alpha")


@pytest.mark.parametrize("name", [name for name in METHODS if name not in OTHERS])
def test_a_thrown_top_falls_on_a_parabola_and_wobbles_as_euler_says(name):
    tree = top(JointType.FREE)
    w = np.array([2.0, 0.0, 30.0])
    com = np.array([0.0, 0.0, LEVER])
    upwards = np.array([1.0, 0.0, 3.0])
    q = np.array([0.0, 0.0, -LEVER, 1.0, 0.0, 0.0, 0.0])
    v = np.concatenate([upwards - np.cross(w, com), w])
    time = np.linspace(0.0, 0.5, 6)
    found = simulate(tree, (), time, q, v, METHODS[name], step=5e-4)
    R, p = forward_kinematics(tree, found.q)
    centre = p[:, 0] + R[:, 0] @ com
    parabola = upwards * time[:, None]
    parabola[:, 2] -= 0.5 * STANDARD_GRAVITY * time**2
    close = {"dop853": 1e-10, "rkmk4": 1e-7, "rk4": 1e-7}.get(name, 5e-4)
    np.testing.assert_allclose(centre, parabola, atol=close)
    # body axes: the angular velocity circles about the axis at (I3 - I1) / I1 times the spin
    rate = (ABOUT_AXIS - ACROSS) / ACROSS * w[2]
    expected = np.stack(
        [w[0] * np.cos(rate * time), w[0] * np.sin(rate * time), np.full_like(time, w[2])], axis=1
    )
    close = {"dop853": 1e-9, "rkmk4": 1e-5, "rk4": 1e-4}.get(name, 2e-2)
    np.testing.assert_allclose(found.v[:, 3:], expected, atol=close)
