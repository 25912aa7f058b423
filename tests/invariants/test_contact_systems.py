"""Spheres on a plane as a force of a whole system: rolling, energy, and copies."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from tests.sample_trees import one_body

from ambulo.math.dispatch import generic
from ambulo.multibody.contact.friction_laws.regularised_coulomb import RegularisedCoulomb
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.spheres_on_ground import spheres_on_ground
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import mechanical_energy, simulate_system
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.multibody.system import accelerate, sizes, workspace
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import JointType

MASS, RADIUS, GRAVITY = 2.0, 0.1, 9.81


def ball():
    """A homogeneous ball that moves freely."""
    inertia = 0.4 * MASS * RADIUS**2 * np.eye(3)
    return one_body(JointType.FREE, MASS, np.zeros(3), inertia, GRAVITY)


def on_ground(normal, friction):
    contact = spheres_on_ground(
        np.array([0]), np.zeros((1, 3)), np.array([RADIUS]), normal, friction
    )
    return tree_system(ball(), (contact,))


@generic
def acceleration(system, q, v):
    _, nv, ns = sizes(system)
    a, sigma = np.empty(nv), np.empty(ns)
    accelerate(system, 0.0, q, v, np.zeros(ns), workspace(system), a, sigma)
    return a


def test_a_copy_of_spheres_finds_its_laws_anew():
    system = on_ground(HuntCrossley(1e5, 1.0, 0.5), RegularisedCoulomb(0.3, 1e-2))
    again = pickle.loads(pickle.dumps(system))
    q = np.array([0.0, 0.0, 0.999 * RADIUS, 1.0, 0.0, 0.0, 0.0])
    found, wanted = (acceleration(x, q, np.full(6, 0.1)) for x in (again, system))
    np.testing.assert_array_equal(found, wanted)
    given = again.forces.given[0].__reduce__()[1]
    assert given[4:6] == (HuntCrossley, RegularisedCoulomb)


def test_a_sliding_ball_ends_rolling_and_never_gains_energy():
    system = on_ground(HuntCrossley(1e5, 1.0, 0.5), RegularisedCoulomb(0.3, 1e-2))
    sunk = MASS * GRAVITY / 1e5
    q = np.array([0.0, 0.0, RADIUS - sunk, 1.0, 0.0, 0.0, 0.0])
    time = np.linspace(0.0, 0.5, 26)
    v = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    found = simulate_system(system, time, q, v, METHODS["sdirk4"], step=1e-3, tolerance=1e-7)
    assert found.outcome is Outcome.REACHED
    # a ball thrown without spin rolls with 5/7 of its speed (Goldstein 1980)
    assert found.v[-1, 0] == pytest.approx(5.0 / 7.0, rel=2e-3)
    assert found.v[-1, 4] * RADIUS == pytest.approx(found.v[-1, 0], rel=2e-3)
    energy = mechanical_energy(system, found).sum(axis=1)
    assert np.diff(energy).max() < 1e-6 * energy[0]
    # while it slides it is slowed by mu g
    sliding = time < 0.08
    np.testing.assert_allclose(found.v[sliding, 0], 1.0 - 0.3 * GRAVITY * time[sliding], atol=2e-3)
