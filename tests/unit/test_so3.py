"""Rotation vectors up to half a turn, and the differential of the exponential."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.math.compilation import compiled
from ambulo.math.entries import matrix, vector
from ambulo.math.quaternions import exp, multiply, to_matrix
from ambulo.math.so3 import inverse_dexp, rotation_between, short_dexp


@compiled
def between(A, B):
    return rotation_between(matrix(A), matrix(B))


@compiled
def rate_of(y, w):
    return inverse_dexp(vector(y), vector(w))


@pytest.mark.parametrize("angle", [1e-9, 1e-3, 1.0, 3.0, np.pi - 5e-5, np.pi - 1e-9])
def test_the_rotation_between_two_postures_is_known_up_to_half_a_turn(angle):
    rng = np.random.default_rng(1)
    axis = rng.normal(size=3)
    turn = angle * axis / np.linalg.norm(axis)
    first = exp(rng.normal(size=3))
    second = multiply(exp(turn), first)
    found = between(to_matrix(first).ravel(), to_matrix(second).ravel())
    np.testing.assert_allclose(found, turn, atol=1e-14 + 1e-7 * (angle > 3.1) + 1e-14 * angle)


@pytest.mark.parametrize("size", [1e-6, 0.05, 0.2, 2.0])
def test_the_rate_of_a_rotation_vector_turns_with_the_velocity(size):
    rng = np.random.default_rng(2)
    y, w = rng.normal(size=(2, 3))
    y *= size / np.linalg.norm(y)
    h = 1e-6
    ahead, back = (
        Rotation.from_quat(multiply(exp(y), exp(s * h * w)), scalar_first=True).as_rotvec()
        for s in (1.0, -1.0)
    )
    np.testing.assert_allclose(rate_of(y, w), (ahead - back) / (2.0 * h), atol=1e-8)


def test_python_runs_the_source_of_functions_of_kernels():
    """On numbers, and formulas on arrays of them too."""
    y, w = (1e-3, -2e-3, 5e-4), (1.0, 2.0, 3.0)
    turned = inverse_dexp(y, w)
    np.testing.assert_allclose(turned, rate_of(np.array(y), np.array(w)), rtol=1e-14)
    back = np.outer(np.negative(y), np.ones(4))
    np.testing.assert_allclose(short_dexp(back, turned), np.outer(w, np.ones(4)), rtol=1e-8)
