"""Segments by themselves and the jointed tree: two formulations, one answer."""

from __future__ import annotations

import numpy as np
import pytest
from tests.average_person import average_person

from ambulo.gait.body_motion import jointed, loose
from ambulo.gait.loose_segments import loosen
from ambulo.multibody.motion import Loads, Motion
from ambulo.multibody.tree.kinematics import body_accelerations, body_velocities, forward_kinematics
from ambulo.multibody.tree.placed_bodies import coordinates_of

FRAMES = 12


@pytest.fixture(scope="module")
def model():
    return average_person()


@pytest.fixture(scope="module")
def motion(model):
    rng = np.random.default_rng(11)
    q = rng.normal(size=(FRAMES, model.tree.nq))
    for body in range(model.tree.nb):
        i = int(model.tree.q_start[body]) + (3 if body == 0 else 0)
        q[:, i : i + 4] /= np.linalg.norm(q[:, i : i + 4], axis=1, keepdims=True)
    v, a = rng.normal(size=(2, FRAMES, model.tree.nv))
    return Motion(np.arange(FRAMES) / 100.0, q, v, 10.0 * a)


@pytest.fixture(scope="module")
def apart(model, motion):
    """The same motion in the coordinates of loose segments."""
    R, p = forward_kinematics(model.tree, motion.q)
    omega, velocity = body_velocities(model.tree, motion.q, motion.v)
    alpha, acceleration = body_accelerations(model.tree, motion.q, motion.v, motion.a)
    in_body = [np.einsum("fbji,fbj->fbi", R, x) for x in (omega, alpha)]
    v = np.concatenate([velocity, in_body[0]], axis=2).reshape(FRAMES, -1)
    a = np.concatenate([acceleration, in_body[1]], axis=2).reshape(FRAMES, -1)
    return Motion(motion.time, coordinates_of(loosen(model).tree, R, p), v, a)


def test_joint_forces_agree_under_any_loads(model, motion, apart):
    rng = np.random.default_rng(5)
    loads = Loads(motion.time, 50.0 * rng.normal(size=(FRAMES, model.tree.nb, 6)))
    tree, chain = jointed(model, motion), loose(model, apart)
    np.testing.assert_allclose(chain.R, tree.R, atol=1e-12)
    np.testing.assert_allclose(chain.p, tree.p, atol=1e-12)
    for given in (None, loads):
        one, other = tree.joint_forces(given), chain.joint_forces(given)
        for name in ("moment", "force", "tau"):
            x, y = getattr(one, name), getattr(other, name)
            assert np.abs(x - y).max() <= 1e-10 * np.abs(x).max(), name


def test_jointed_coordinates_come_back(model, motion, apart):
    back = loose(model, apart).motion
    np.testing.assert_allclose(back.v, motion.v, atol=1e-11)
    np.testing.assert_allclose(back.a, motion.a, atol=1e-10)
    R, p = forward_kinematics(model.tree, back.q)
    np.testing.assert_allclose(p, jointed(model, motion).p, atol=1e-12)
    np.testing.assert_allclose(R, jointed(model, motion).R, atol=1e-12)


def test_loose_segments_have_six_degrees_of_freedom_each(model):
    free = loosen(model)
    assert free.tree.nv == 6 * 18
    assert free.mass == model.mass
