"""One pendulum chain in every formulation, through every integrator that suits it: one motion.

Another formulation joins by a function that gives its packed system, its initial q and v, and how
the masses' positions follow from q; and by one line in `FORMULATIONS`.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from ambulo.multibody.chain.chain import Chain
from ambulo.multibody.chain.chain_angles import directions, pack_chain_angles
from ambulo.multibody.chain.chain_vectors import pack_chain_vectors
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.multibody.tree.tree import JointType, Tree
from ambulo.multibody.tree.tree_system import tree_system

LENGTH, MASS, GRAVITY = np.array([0.4, 0.3]), np.array([2.0, 1.0]), 9.80665
ANGLE, RATE = np.array([2.5, 2.0]), np.array([0.5, -1.0])
"""From the upward vertical, in the plane of x and z: away from the poles of the angles."""
SECONDS = 0.3


def by_hand():
    """Positions (2, 3) at the end, from the textbook's equations of the double pendulum."""
    (m1, m2), (l1, l2) = MASS, LENGTH

    def rate(_, y):
        a, b, wa, wb = y
        # sum_j m_j l_i l_j cos(a_i - a_j) a_j'' + ... with angles from the upward vertical
        M = np.array(
            [[(m1 + m2) * l1**2, m2 * l1 * l2 * np.cos(a - b)],
             [m2 * l1 * l2 * np.cos(a - b), m2 * l2**2]]
        )  # fmt: skip
        h = np.array([m2 * l1 * l2 * np.sin(a - b) * wb**2, -m2 * l1 * l2 * np.sin(a - b) * wa**2])
        g = -GRAVITY * np.array([(m1 + m2) * l1 * np.sin(a), m2 * l2 * np.sin(b)])
        return [wa, wb, *np.linalg.solve(M, -h - g)]

    end = solve_ivp(rate, (0.0, SECONDS), [*ANGLE, *RATE], "DOP853", rtol=1e-12, atol=1e-13).y[
        :2, -1
    ]
    return masses(np.stack([np.sin(end), 0.0 * end, np.cos(end)], axis=1))


def masses(n):
    """Positions of the masses on segments in the directions n (2, 3)."""
    return np.cumsum(LENGTH[:, None] * n, axis=0)


def chain():
    return Chain.pendulum(LENGTH, MASS)


def in_vectors():
    n = np.stack([np.sin(ANGLE), 0.0 * ANGLE, np.cos(ANGLE)], axis=1)
    u = RATE[:, None] * np.stack([np.cos(ANGLE), 0.0 * ANGLE, -np.sin(ANGLE)], axis=1)
    packed = pack_chain_vectors(chain())
    return packed, n.ravel(), u.ravel(), lambda q: masses(q.reshape(2, 3))


def in_angles():
    still = np.zeros(2)
    packed = pack_chain_angles(chain())
    q, v = np.concatenate([ANGLE, still]), np.concatenate([RATE, still])
    return packed, q, v, lambda q: masses(directions(q))


def as_tree():
    """Hinges about y; angle 0 is upright."""
    tree = Tree(
        parent=np.array([-1, 0]),
        joint=np.array([JointType.HINGE] * 2),
        p_PJ=np.array([[0.0, 0.0, 0.0], [0.0, 0.0, LENGTH[0]]]),
        R_PJ=np.tile(np.eye(3), (2, 1, 1)),
        axis=np.tile([0.0, 1.0, 0.0], (2, 1)),
        q_start=np.array([0, 1]),
        v_start=np.array([0, 1]),
        mass=MASS,
        com=np.stack([0.0 * LENGTH, 0.0 * LENGTH, LENGTH], axis=1),
        inertia=np.zeros((2, 3, 3)),
        gravity=np.array([0.0, 0.0, -GRAVITY]),
    )

    def positions(q):
        angle = np.cumsum(q)
        return masses(np.stack([np.sin(angle), 0.0 * angle, np.cos(angle)], axis=1))

    q, v = np.array([ANGLE[0], ANGLE[1] - ANGLE[0]]), np.array([RATE[0], RATE[1] - RATE[0]])
    return tree_system(tree), q, v, positions


FORMULATIONS = {"vectors": in_vectors, "angles": in_angles, "tree": as_tree}

ends = cache(by_hand)


def pairs():
    for formulation, build in FORMULATIONS.items():
        for name, method in METHODS.items():
            if method.suits(build()[0]):
                yield formulation, name


@pytest.mark.parametrize(("formulation", "name"), list(pairs()))
def test_every_formulation_moves_alike_through_every_integrator(formulation, name):
    system, q, v, positions = FORMULATIONS[formulation]()
    method = METHODS[name]
    errors = []
    for step in (1e-3, 5e-4):
        found = simulate_system(
            system, np.array([0.0, SECONDS]), q, v, method, step=step, tolerance=1e-10
        )
        assert found.outcome is Outcome.REACHED
        errors.append(np.abs(positions(found.q[-1]) - ends()).max())
    # of the method's order, with a constant that is the same for all formulations
    bound = {1: 20.0, 2: 40.0, 4: 4e3}.get(method.order, 0.0)
    assert errors[0] < bound * 1e-3**method.order + 1e-8
    if errors[1] > 1e-8:
        assert np.log2(errors[0] / errors[1]) == pytest.approx(method.order, abs=0.15)
