"""A curve followed by its arc length: known curves with folds, to their ends."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.multibody.bvp.curve import follow, land


def circle(x):
    """Unit circle about the origin."""
    return np.array([x @ x - 1.0]), 2.0 * x[np.newaxis]


def s_shaped(x):
    """p = 3 u - u^3, with folds at u = -1 and 1, where p is -2 and 2."""
    u, p = x
    return np.array([p - 3.0 * u + u**3]), np.array([[-3.0 + 3.0 * u**2, 1.0]])


def test_a_circle_is_followed_all_round():
    points = []
    for point in follow(circle, np.array([1.0, 0.0]), True, 0.05, 0.1):
        points.append(point.x)
        if len(points) > 80:
            break
    points = np.array(points)
    assert np.linalg.norm(points, axis=1) == pytest.approx(1.0, abs=1e-6)
    turned = np.unwrap(np.arctan2(points[:, 1], points[:, 0]))
    assert np.all(np.diff(turned) > 0.0)
    assert turned[-1] > 2.0 * np.pi


def test_two_folds_are_passed_and_every_branch_is_landed_on():
    found, before = [], None
    for point in follow(s_shaped, np.array([-2.5, 8.125]), False, 0.05, 0.1):
        if before is not None and before.parameter * point.parameter < 0.0:
            found.append(land(s_shaped, before, 0.0))
        if point.x[0] > 2.0:
            break
        before = point
    assert [x[0] for x in found] == pytest.approx([-np.sqrt(3.0), 0.0, np.sqrt(3.0)], abs=1e-6)
    assert [x[1] for x in found] == pytest.approx([0.0, 0.0, 0.0])


def test_a_curve_that_ends_is_given_up():
    def only_left(x):
        return circle(x) if x[1] < 0.5 else None

    points = list(follow(only_left, np.array([1.0, 0.0]), True, 0.05, 0.1))
    assert points[-1].parameter == pytest.approx(0.5, abs=1e-3)
