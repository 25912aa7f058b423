"""Quaternion kernels against rotations known by hand, scipy, and derivatives by differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.math import quaternions as Q

# kernels call it, Python cannot
log = Q.log_one.py_func


@pytest.fixture
def rng():
    return np.random.default_rng(3)


def test_product_composes_rotations(rng):
    p, q = Q.exp(rng.normal(size=(2, 50, 3)))
    np.testing.assert_allclose(
        Q.to_matrix(Q.multiply(p, q)), Q.to_matrix(p) @ Q.to_matrix(q), atol=1e-14
    )


def test_agrees_with_scipy(rng):
    r = rng.normal(size=(200, 3)) * 2.0
    theirs = Rotation.from_rotvec(r)
    ours = Q.exp(r)
    np.testing.assert_allclose(Q.to_matrix(ours), theirs.as_matrix(), atol=1e-14)
    back = [log(tuple(q)) for q in ours]
    np.testing.assert_allclose(back, theirs.as_rotvec(), atol=1e-13)


@pytest.mark.parametrize("angle", [0.0, 1e-300, 1e-9, 9.9e-4, 1.01e-3, 0.5, 3.1, np.pi - 1e-9])
def test_log_undoes_exp_at_every_size(angle):
    r = angle * np.array([2.0, -3.0, 6.0]) / 7.0
    for q in (Q.exp(r), -Q.exp(r)):
        back = log(tuple(q))
        np.testing.assert_allclose(back, r, rtol=2e-15 if angle < 3 else 1e-12, atol=0.0)


def test_from_matrix_in_all_four_branches(rng):
    turns = np.concatenate(
        [rng.normal(size=(100, 3)), np.pi * np.eye(3), (np.pi - 1e-8) * np.eye(3), np.zeros((1, 3))]
    )
    q = Q.exp(turns)
    back = Q.from_matrix(Q.to_matrix(q))
    np.testing.assert_allclose(np.abs(np.sum(q * back, axis=1)), 1.0, atol=1e-14)
    np.testing.assert_allclose(Q.to_matrix(back), Q.to_matrix(q), atol=1e-14)
    assert np.all(back[:, 0] >= 0.0)


def test_angular_velocity_and_acceleration_of_an_unnormalised_spline(rng):
    """q(t) is a cubic in each component, so not of unit length; R(t) is differentiated instead."""
    coefficients = rng.normal(size=(4, 4)) * [[1.0], [0.8], [0.5], [0.3]]

    def q(t, order=0):
        powers = np.array([1.0, 1.0, 1.0, 1.0])
        p = np.polynomial.Polynomial
        return np.array([p(coefficients[:, k] * powers).deriv(order)(t) for k in range(4)])

    t, h = 0.3, 1e-4

    def w(t):
        return Q.angular_velocity(q(t), q(t, 1))

    R = Q.to_matrix(q(t))
    rate = (Q.to_matrix(q(t + h)) - Q.to_matrix(q(t - h))) / (2 * h)
    spin = R.T @ rate
    np.testing.assert_allclose(w(t), [spin[2, 1], spin[0, 2], spin[1, 0]], atol=1e-6)
    expected = (w(t + h) - w(t - h)) / (2 * h)
    np.testing.assert_allclose(Q.angular_acceleration(q(t), q(t, 1), q(t, 2)), expected, atol=1e-6)


def test_any_leading_shape_and_broadcasting(rng):
    q = rng.normal(size=(2, 3, 4))
    assert Q.to_matrix(q).shape == (2, 3, 3, 3)
    assert Q.multiply(q, np.array([1.0, 0, 0, 0])).shape == (2, 3, 4)
    assert Q.exp(np.zeros((0, 3))).shape == (0, 4)
    assert Q.from_matrix(np.eye(3)).tolist() == [1.0, 0.0, 0.0, 0.0]


def test_nan_stays_nan_and_a_wrong_width_is_refused():
    bad = np.full((1, 4), np.nan)
    assert np.isnan(Q.to_matrix(bad)).all()
    assert np.isnan(log(tuple(bad[0]))).all()
    assert np.isnan(Q.exp(bad[:, :3])).all()
    with pytest.raises(ValueError, match="last axis"):
        Q.to_matrix(np.zeros((2, 3)))
