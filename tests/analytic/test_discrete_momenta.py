"""Momenta at the ends of a discrete step are the slopes of its action."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.math.compilation import compiled
from ambulo.multibody.tree.packing import pack
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree
from ambulo.multibody.tree.tree_variational import _body_momenta

H, MASS, COM, INERTIA = 0.1, 2.0, np.array([0.05, -0.1, 0.2]), np.diag([0.1, 0.3, 0.35])


@compiled
def momenta(bodies, R_0, p_0, R_1, p_1, h, at_end, moment, force):
    _body_momenta(bodies, R_0, p_0, R_1, p_1, h, at_end, moment, force)


def action(R, p):
    """Of a free body over a step: m |c_1 - c_0|^2 / 2h + r . I r / 2h."""
    r = (R[0].inv() * R[1]).as_rotvec()
    moved = p[1] + R[1].apply(COM) - p[0] - R[0].apply(COM)
    return (MASS * moved @ moved + r @ INERTIA @ r) / (2.0 * H)


@pytest.mark.parametrize("end", [0, 1])
def test_momenta_of_a_step_are_the_slopes_of_its_action(end):
    body = Body("body", None, JointType.FREE, mass=MASS, com=COM, inertia=INERTIA)
    bodies = pack(build_tree([body])).bodies[0]
    R = [Rotation.from_rotvec(r) for r in ([0.3, -0.2, 0.5], [-0.4, 0.6, 0.9])]
    p = np.array([[0.1, 0.2, 0.3], [0.15, 0.1, 0.4]])
    moment, force = np.empty((2, 1, 3))
    flat = [turn.as_matrix().reshape(1, 9) for turn in R]
    momenta(bodies, flat[0], p[:1], flat[1], p[1:], H, bool(end), moment, force)
    eps, sign = 1e-6, 1.0 if end else -1.0
    for k, step in enumerate(eps * np.eye(3)):
        turned, moved = [], []
        for way in (step, -step):
            R_way, p_way = list(R), p.copy()
            R_way[end] = Rotation.from_rotvec(way) * R[end]
            p_way[end] += way
            turned.append(action(R_way, p))
            moved.append(action(R, p_way))
        assert moment[0, k] == pytest.approx(sign * (turned[0] - turned[1]) / (2.0 * eps), rel=1e-7)
        assert force[0, k] == pytest.approx(sign * (moved[0] - moved[1]) / (2.0 * eps), rel=1e-7)
