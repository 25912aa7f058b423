"""One list of forces on a chain in unit vectors and on a tree of the same segments."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.multibody.chain.chain import Chain, point_masses
from ambulo.multibody.chain.loaded_chain import loaded_chain
from ambulo.multibody.constrained import (
    GROUND,
    Body,
    ContactSphere,
    Friction,
    Harmonic,
    PointForce,
    QuadraticDrag,
    SpringDamperActuator,
)
from ambulo.multibody.constrained.force_table import force_table
from ambulo.multibody.contact.bristle import Bristle
from ambulo.multibody.contact.ground import plane
from ambulo.multibody.contact.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.viscous import Viscous
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import mechanical_energy, simulate_system
from ambulo.multibody.tree import tree_builder
from ambulo.multibody.tree.configuration import integrate, neutral
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_system import tree_system

LENGTH, MASS, COM = np.array([0.4, 0.3]), np.array([2.0, 1.0]), np.array([0.2, 0.15])
INERTIA, RADIUS, FLOOR = np.array([0.03, 0.01]), 0.05, -0.737
THIGH, SHANK = Body("thigh"), Body("shank")
CHAIN = Chain(LENGTH, *point_masses(LENGTH, MASS, COM, np.sqrt(INERTIA / MASS)))


def forces(friction):
    """A spring to the ground and one between segments, drag, a push, rubbing, a floor."""
    tip = SHANK.point(0.0, 0.0, LENGTH[1])
    return [
        SpringDamperActuator("rope", GROUND.point(0.0, 0.2, 0.1), tip, 8.0, 2.0, 0.2),
        SpringDamperActuator("band", THIGH.point(0.0, 0.0, 0.1), tip, 6.0, 1.0, 0.3),
        QuadraticDrag("drag", tip, 0.5, 1.2),
        PointForce(
            "push", THIGH.point(0.0, 0.0, 0.3), GROUND.direction(0.0, 1.0, 0.0), Harmonic(0, 8, 9)
        ),
        Friction("rub", tip, SHANK.direction(0.0, 0.0, 1.0), Harmonic(2, 0, 1), 0.1),
        ContactSphere(
            "floor", tip, RADIUS, HuntCrossley(3e4, 1.5, 0.5), friction, plane((0.0, 0.0, FLOOR))
        ),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("turns", "rates", "friction"),
    [
        # links swing about X, and about X and Y: there a floor that rubs would turn the tree's
        # links about themselves, which a chain's do not
        (((3.0, 0.0), (0.4, 0.0)), ((-1.0, 0.0), (-4.0, 0.0)), Bristle(0.5, 0.05, 2e4, 50.0, 0.0)),
        (((2.9, 0.3), (0.2, 0.3)), ((2.0, -2.0), (1.0, 4.0)), Viscous(0.0)),
    ],
    ids=["in a plane", "in space"],
)
def test_forces_act_alike_on_a_chain_and_on_a_tree(turns, rates, friction):
    given, time = forces(friction), np.linspace(0.0, 0.25, 6)
    tree = tree_builder.build_tree(
        [
            tree_builder.Body(
                f"link {k}", f"link {k - 1}" if k else None, JointType.BALL,
                p_PJ=(0.0, 0.0, k * LENGTH[0]), mass=MASS[k], com=(0.0, 0.0, COM[k]),
                inertia=INERTIA[k] * np.diag([1.0, 1.0, 0.1]),
            )
            for k in range(2)
        ]
    )  # fmt: skip
    q = integrate(tree, neutral(tree), np.array([(*turn, 0.0) for turn in turns]).ravel())
    R = forward_kinematics(tree, q[None])[0][0]
    # rates of n about world axes without a part along n, and of joints in the links' axes
    w = np.array([(*rate, 0.0) for rate in rates])
    w -= np.einsum("ki,ki,kj->kj", w, R[:, :, 2], R[:, :, 2])
    v = np.concatenate([R[0].T @ w[0], R[1].T @ (w[1] - w[0])])
    n, u = R[:, :, 2], np.cross(w, R[:, :, 2])

    chain = loaded_chain(CHAIN, [THIGH, SHANK], given)
    found = simulate_system(chain, time, n.ravel(), u.ravel(), METHODS["dop853"], tolerance=1e-10)
    on_tree = tree_system(tree, (force_table([THIGH, SHANK], given),))
    other = simulate_system(on_tree, time, q, v, METHODS["dop853"], tolerance=1e-10)
    there = forward_kinematics(tree, other.q[-1:])[0][0, :, :, 2]
    np.testing.assert_allclose(found.q[-1].reshape(2, 3), there, atol=1e-7)
    np.testing.assert_allclose(found.work, other.work, atol=1e-7)
    np.testing.assert_allclose(
        np.ptp(mechanical_energy(chain, found).sum(axis=1) - found.work), 0.0, atol=1e-8
    )
    height = found.q[:, [2, 5]] @ LENGTH - RADIUS
    assert height.min() < FLOOR - 1e-3  # the floor was met


def test_what_a_chain_cannot_say_is_refused():
    beside = QuadraticDrag("sail", SHANK.point(0.1, 0.0, 0.0), 0.5, 1.2)
    with pytest.raises(InputError, match="sail acts beside the line of shank"):
        loaded_chain(CHAIN, [THIGH, SHANK], [beside])
    with pytest.raises(InputError, match="1 bodies are given for 2 segments"):
        loaded_chain(CHAIN, [THIGH], [])
