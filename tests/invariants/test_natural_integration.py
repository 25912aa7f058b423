"""Matrix R as a system of its own: the same motion as the tree's, and contacts that begin."""

from __future__ import annotations

import numpy as np
import pytest
from tests.average_person import average_person

from ambulo.math.dispatch import generic
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.normal_laws.lankarani_nikravesh import LankaraniNikravesh
from ambulo.multibody.contact.spheres_on_ground import spheres_on_ground
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.multibody.natural.natural_system import independent_state, natural_system
from ambulo.multibody.natural.points import natural_body
from ambulo.multibody.system import event_count, event_values, switch, workspace
from ambulo.multibody.tree.configuration import integrate
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree


@pytest.fixture(scope="module")
def hanging():
    """Two bodies of odd shape on ball joints, thrown from rest out of the vertical."""
    bodies = [
        Body("upper", None, JointType.BALL, (0.3, -0.1, 1.0), mass=2.0, com=(0.02, 0.03, -0.2),
             inertia=np.diag([0.03, 0.025, 0.01])),
        Body("lower", "upper", JointType.BALL, (0.05, -0.02, -0.4), mass=1.0,
             com=(-0.01, 0.0, -0.15), inertia=np.diag([0.012, 0.01, 0.004])),
    ]  # fmt: skip
    tree = build_tree(bodies)
    names = [body.name for body in bodies]
    body = natural_body(tree, names, names)
    q = np.array([1.0, 0.3, -0.2, 0.1, 1.0, -0.4, 0.2, 0.3])
    q[:4] /= np.linalg.norm(q[:4])
    q[4:] /= np.linalg.norm(q[4:])
    return tree, body, q, np.array([0.5, -1.0, 2.0, -0.3, 1.5, 0.4])


def test_a_person_in_the_air_turns_as_the_tree_says():
    model = average_person()
    body = natural_body(model.tree, model.segments, model.joints)
    rng = np.random.default_rng(4)
    q = np.zeros(model.tree.nq)
    for k, start in enumerate(model.tree.q_start):
        i = int(start) + (3 if k == 0 else 0)
        q[i : i + 4] = np.r_[1.0, 0.15 * rng.normal(size=3)]
        q[i : i + 4] /= np.linalg.norm(q[i : i + 4])
    v = 0.5 * rng.normal(size=model.tree.nv)
    time = np.array([0.0, 0.1])
    tree = simulate_system(tree_system(model.tree), time, q, v, METHODS["dop853"])
    z, zd = independent_state(body, q, v)
    found = simulate_system(natural_system(body), time, z, zd, METHODS["dop853"])
    expected = independent_state(body, tree.q[-1], tree.v[-1])
    np.testing.assert_allclose(found.q[-1], expected[0], atol=1e-9)
    np.testing.assert_allclose(found.v[-1], expected[1], atol=1e-7)


@generic
def contact_begins(system, q, v, s, g):
    """Fill the events' functions, and the own states where the first event is met."""
    work = workspace(system)
    event_values(system, 0.0, q, v, s, work, g)
    switch(system, 0, 0.0, q, v, s, work)
    return event_count(system)


def test_a_contact_that_begins_remembers_its_speed(hanging):
    tree, body, q, v = hanging
    v = -v  # downwards
    end, radius, h = np.array([0.0, 0.0, -0.3]), 0.35, 1e-6
    floor = spheres_on_ground(
        np.array([1]), end[None], np.array([radius]), LankaraniNikravesh(3e4, 1.5, 0.6),
        Viscous(0.0),
    )  # fmt: skip
    g, s = np.zeros(1), np.ones(3)
    assert contact_begins(natural_system(body, (floor,)), *independent_state(body, q, v), s, g) == 1
    heights = []
    for moved in (q, integrate(tree, q, h * v), integrate(tree, q, -h * v)):
        R, p = forward_kinematics(tree, moved[None])
        heights.append((p[0, 1] + R[0, 1] @ end)[2])
    assert g[0] == pytest.approx(radius - heights[0], abs=1e-14)
    speed = (heights[2] - heights[1]) / (2.0 * h)
    assert speed > 0.1
    np.testing.assert_allclose(s, [speed, 0.0, 0.0], rtol=1e-8)
