"""Matrix-R forward dynamics (Pamies-Vila 2012, eqs. 3.73 to 3.84) beside the tree's."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sample_trees import tree_of

from ambulo.forward_check.forward import Support, simulate, tracking_inputs
from ambulo.forward_check.pd import HOLDING
from ambulo.forward_check.stored_forces import needed_forces
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import mechanical_energy, simulate_system
from ambulo.multibody.motion import Motion
from ambulo.multibody.natural.natural_system import (
    independent_state,
    natural_system,
    tree_state,
)
from ambulo.multibody.natural.points import natural_body
from ambulo.multibody.tree.configuration import difference, integrate, neutral
from ambulo.multibody.tree.tree import JointType

ROOT = Support("root", 0, (0.0, 0.0, 0.0))


@pytest.fixture(scope="module")
def body():
    tree = tree_of([-1, 0, 1, 0], [JointType.FREE] + [JointType.BALL] * 3,
                   np.random.default_rng(4), scale=0.3)  # fmt: skip
    names = ("trunk", "arm", "hand", "leg")
    return natural_body(tree, names, names)


def state(tree, seed=0):
    rng = np.random.default_rng(seed)
    return integrate(tree, neutral(tree), 0.3 * rng.normal(size=tree.nv)), rng.normal(size=tree.nv)


def test_coordinates_and_velocities_go_there_and_back(body):
    q, v = state(body.tree)
    z, zd = independent_state(body, q, v)
    back, rates = tree_state(body, z[None], zd[None])
    assert np.abs(difference(body.tree, q, back[0])).max() < 1e-12
    np.testing.assert_allclose(rates[0], v, atol=1e-12)


def test_a_thrown_body_moves_as_in_the_trees_coordinates_and_keeps_its_energy(body):
    tree = body.tree
    q, v = state(tree)
    time = np.linspace(0.0, 0.2, 5)
    one, other = (
        simulate(tree, (), time, q, v, METHODS["dop853"], natural=form) for form in (None, body)
    )
    assert np.abs(difference(tree, one.q, other.q)).max() < 1e-9
    np.testing.assert_allclose(other.v, one.v, atol=1e-8)
    system = natural_system(body)
    found = simulate_system(system, time, *independent_state(body, q, v), METHODS["dop853"])
    energy = mechanical_energy(system, found).sum(axis=1)
    assert np.ptp(energy) < 1e-9 * np.abs(energy).max()


def swaying(tree):
    time = np.linspace(0.0, 0.2, 21)
    rate, phase = np.random.default_rng(2).uniform(3.0, 6.0, (2, tree.nv))
    h = 1e-3

    def at(t):
        return integrate(tree, neutral(tree), 0.2 * np.sin(rate * t[:, None] + phase))

    q = at(time)
    ahead, behind = (difference(tree, q, at(time + s * h)) for s in (1, -1))
    return Motion(time, q, (ahead - behind) / (2 * h), (ahead + behind) / h**2)


def test_stored_forces_and_a_controller_act_alike_in_both(body):
    tree = body.tree
    motion = swaying(tree)
    laws = tracking_inputs(
        tree, motion, needed_forces(tree, motion), ROOT, gains=HOLDING.gains(tree, ROOT)
    )
    start = integrate(tree, motion.q[0], 0.02 * np.ones(tree.nv))
    one, other = (
        simulate(tree, laws, motion.time, start, motion.v[0], METHODS["trapezoidal"], natural=form)
        for form in (None, body)
    )
    # the rule is of second order in other coordinates: alike to its error
    assert np.abs(difference(tree, one.q, other.q)).max() < 2e-5
    np.testing.assert_allclose(other.work, one.work, atol=2e-3 * np.abs(one.work).max())
    np.testing.assert_allclose(other.passed, one.passed, atol=2e-2 * one.passed.max())


def test_the_trapezoidal_rule_is_of_second_order_on_it(body):
    tree = body.tree
    q, v = state(tree, 3)
    time = np.array([0.0, 0.16])
    exact = simulate(tree, (), time, q, v, METHODS["dop853"])
    errors = [
        np.abs(
            simulate(tree, (), time, q, v, METHODS["trapezoidal"], step=h, natural=body).v[-1]
            - exact.v[-1]
        ).max()
        for h in (4e-3, 2e-3)
    ]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.2)
