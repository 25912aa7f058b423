"""Velocities and accelerations from coordinates, against motions known in closed form."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.math.splines import weight_at_cutoff
from ambulo.mocap.filters.differentiation import differentiate
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree

INNER = slice(15, -15)


@pytest.fixture(scope="module")
def free_body():
    return build_tree([Body("body", None, JointType.FREE, mass=2.0)])


def precession(time):
    """Quaternion w, x, y, z and body rates of a regular precession, with its derivative."""
    spin, nutation, precess = 3.0, 0.6, 2.0
    angles = np.stack([precess * time, np.full_like(time, nutation), spin * time], axis=1)
    xyzw = Rotation.from_euler("ZXZ", angles).as_quat()
    quaternion = np.column_stack([xyzw[:, 3], xyzw[:, :3]])
    for k in range(1, len(time)):
        if quaternion[k] @ quaternion[k - 1] < 0.0:
            quaternion[k] *= -1.0
    s, c = np.sin(spin * time), np.cos(spin * time)
    sn, cn = np.sin(nutation), np.cos(nutation)
    omega = np.stack([precess * sn * s, precess * sn * c, precess * cn + spin + 0 * time], axis=1)
    alpha = np.stack([precess * sn * spin * c, -precess * sn * spin * s, 0 * time], axis=1)
    return quaternion, omega, alpha


def test_regular_precession_and_a_parabola(free_body):
    time = np.arange(200) / 100.0
    quaternion, omega, alpha = precession(time)
    path = np.column_stack([1.0 + 2.0 * time, -0.5 * time, 2.0 - 4.9 * time**2])
    motion = differentiate(free_body, time, np.column_stack([path, quaternion]), np.zeros(7))
    np.testing.assert_allclose(motion.v[INNER, 3:], omega[INNER], atol=1e-6)
    np.testing.assert_allclose(motion.a[INNER, 3:], alpha[INNER], atol=1e-3)
    np.testing.assert_allclose(motion.a[:, :3], [[0.0, 0.0, -9.8]] * 200, atol=1e-5)


def test_error_falls_with_the_fourth_power_of_the_interval(free_body):
    # accelerations of a quintic spline through smooth data: order 4 inside
    errors = []
    for frames in (50, 100, 200):
        time = np.linspace(0.0, 2.0, frames)
        quaternion, _, alpha = precession(time)
        q = np.column_stack([np.zeros((frames, 3)), quaternion])
        motion = differentiate(free_body, time, q, np.zeros(7))
        middle = slice(frames // 4, -frames // 4)
        errors.append(np.abs(motion.a[middle, 3:] - alpha[middle]).max())
    assert np.log2(errors[0] / errors[1]) > 3.5
    assert np.log2(errors[1] / errors[2]) > 3.5


def test_quaternions_stay_unit_and_rates_belong_to_them_under_heavy_smoothing(free_body):
    rng = np.random.default_rng(0)
    time = np.arange(300) / 100.0
    quaternion, _, _ = precession(time)
    q = np.column_stack([np.zeros((300, 3)), quaternion + 0.01 * rng.normal(size=(300, 4))])
    weight = np.full(7, weight_at_cutoff(4.0, 0.01))
    fine = np.linspace(0.5, 2.5, 20001)
    motion = differentiate(free_body, time, q, weight, at=fine)
    np.testing.assert_allclose(np.linalg.norm(motion.q[:, 3:], axis=1), 1.0, atol=1e-12)
    # the velocity is the derivative of the smoothed rotation, the acceleration of the velocity
    R = Rotation.from_quat(np.roll(motion.q[:, 3:], -1, axis=1))
    step = fine[1] - fine[0]
    by_difference = (R[:-2].inv() * R[2:]).as_rotvec() / (2 * step)
    np.testing.assert_allclose(motion.v[1:-1, 3:], by_difference, atol=1e-6)
    np.testing.assert_allclose(
        motion.a[1:-1, 3:], (motion.v[2:, 3:] - motion.v[:-2, 3:]) / (2 * step), atol=1e-4
    )


def test_hinges_and_slides_are_plain_derivatives():
    tree = build_tree(
        [
            Body("cart", None, JointType.SLIDE, axis=(1, 0, 0)),
            Body("rod", "cart", JointType.HINGE, axis=(0, 1, 0)),
        ]
    )
    time = np.arange(150) / 100.0
    q = np.column_stack([np.sin(3 * time), np.cos(5 * time)])
    motion = differentiate(tree, time, q, np.zeros(2))
    np.testing.assert_allclose(motion.v[INNER, 0], 3 * np.cos(3 * time)[INNER], atol=1e-6)
    np.testing.assert_allclose(motion.a[INNER, 1], -25 * np.cos(5 * time)[INNER], atol=1e-3)


def test_a_profile_smooths_where_it_is_high():
    body = build_tree([Body("arm", None, JointType.HINGE, axis=(0.0, 1.0, 0.0))])
    time = np.linspace(0.0, 4.0, 401)
    q = np.sin(2 * np.pi * 3.0 * time)[:, None]
    weight = np.array([weight_at_cutoff(12.0, 0.01)])
    # the weight goes with the sixth power of the cut-off: 1 Hz in the first half
    profile = np.where(time[:-1] < 2.0, 12.0**6, 1.0)
    motion = differentiate(body, time, q, weight, profile=profile)
    first, second = (time > 0.5) & (time < 1.5), (time > 2.5) & (time < 3.5)
    assert np.abs(motion.q[first]).max() < 0.1
    np.testing.assert_allclose(motion.q[second], q[second], atol=0.002)
