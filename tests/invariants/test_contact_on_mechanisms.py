"""Contact spheres on constrained systems: a bounce, a four-bar, another formulation."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from tests.sample_mechanisms import four_bar
from tests.sample_trees import one_body

from ambulo.inputs.errors import InputError
from ambulo.multibody.constrained import (
    DOP853,
    GROUND,
    Body,
    ContactSphere,
    GeneralisedAlpha,
    Gravity,
    Harmonic,
    PointForce,
    Projection,
    QuadraticDrag,
    SpringDamperActuator,
    System,
    simulate,
)
from ambulo.multibody.constrained.force_table import force_table
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.friction_laws.regularised_coulomb import RegularisedCoulomb
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.ground import plane
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.normal_laws.kelvin_voigt import KelvinVoigt
from ambulo.multibody.contact.spheres_on_ground import spheres_on_ground
from ambulo.multibody.gravity import STANDARD_GRAVITY as G
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_system import tree_system

MASS, RADIUS, STIFFNESS, HEIGHT = 2.0, 0.1, 1e4, 0.25
INERTIA = 0.4 * MASS * RADIUS**2 * np.eye(3)
ACCURATE = Projection(DOP853(1e-10, 1e-12))


def ball(normal, friction, at=(0.0, 0.0, RADIUS + HEIGHT)):
    body = Body("ball", MASS, INERTIA, position=at)
    return System(
        [body], [], [Gravity(), ContactSphere("floor", body.point(), RADIUS, normal, friction)]
    )


def test_an_elastic_ball_bounces_as_its_closed_form():
    """Free fall, half a swing of the spring and a little more, free flight."""
    speed, w = np.sqrt(2.0 * G * HEIGHT), np.sqrt(STIFFNESS / MASS)
    falls = speed / G
    touches = 2.0 * (np.pi - np.arctan(w * speed / G)) / w
    end = falls + touches + 0.1
    system = ball(KelvinVoigt(STIFFNESS, 0.0), Viscous(0.0))
    found = simulate(copy.deepcopy(system), end, integrator=ACCURATE)
    assert found.q[-1, 2] == pytest.approx(RADIUS + speed * 0.1 - 0.5 * G * 0.01, abs=1e-8)
    # both ends of the contact are steps
    for instant in (falls, falls + touches):
        assert np.abs(found.time - instant).min() < 1e-9


def test_a_thrown_ball_moves_as_in_another_formulation():
    laws = HuntCrossley(3e4, 1.5, 0.5), Bristle(0.5, 0.05, 2e4, 50.0, 0.0)
    q = np.array([0.0, 0.0, RADIUS + 0.01, 1.0, 0.0, 0.0, 0.0])
    v = np.array([0.5, -0.2, -1.0, 0.0, 0.0, 0.0])
    system = ball(*laws, at=(0.0, 0.0, RADIUS + 0.01))
    rates = system.rates(q, v[None, :3], np.zeros((1, 3)))
    found = simulate(system, 0.1, q=q, v=rates, integrator=ACCURATE)
    tree = one_body(JointType.FREE, MASS, np.zeros(3), INERTIA, G)
    floor = spheres_on_ground(np.array([0]), np.zeros((1, 3)), np.array([RADIUS]), *laws)
    other = simulate_system(
        tree_system(tree, (floor,)), [0.0, 0.1], q, v, METHODS["dop853"], tolerance=1e-10
    )
    np.testing.assert_allclose(found.q[-1], other.q[-1], atol=1e-7)
    assert abs(found.q[-1, 5]) > 0.01  # friction has turned it


def test_one_list_of_forces_acts_alike_on_a_tree_and_on_a_constrained_system():
    """Spring, drag, a user's own push and contact; the tree has no COM apart from its origin."""
    body = Body("ball", MASS, INERTIA, position=(0.0, 0.0, RADIUS + 0.01))
    forces = [
        SpringDamperActuator(
            "spring", GROUND.point(0.3, 0.1, 0.5), body.point(0.0, 0.05, 0.0), 200.0, 5.0, 0.1
        ),
        QuadraticDrag("drag", body.point(), 0.5, 1.2),
        PointForce("push", body.point(0.05), GROUND.direction(1.0, 0.0, 0.0), Harmonic(0, 8, 9)),
        ContactSphere(
            "floor", body.point(), RADIUS, HuntCrossley(3e4, 1.5, 0.5),
            Bristle(0.5, 0.05, 2e4, 50.0, 0.0),
        ),
    ]  # fmt: skip
    q = np.array([0.0, 0.0, RADIUS + 0.01, 1.0, 0.0, 0.0, 0.0])
    v = np.array([0.5, -0.2, -1.0, 1.0, 2.0, -0.5])
    system = System([body], [], [Gravity(), *forces])
    found = simulate(system, 0.15, q=q, v=system.rates(q, v[None, :3], v[None, 3:]),
                     integrator=ACCURATE)  # fmt: skip
    tree = one_body(JointType.FREE, MASS, np.zeros(3), INERTIA, G)
    packed = tree_system(tree, (force_table([body], forces),))
    other = simulate_system(packed, [0.0, 0.15], q, v, METHODS["dop853"], tolerance=1e-10)
    np.testing.assert_allclose(found.q[-1], other.q[-1], atol=1e-7)
    # the work of all forces
    np.testing.assert_allclose(found.work[-1, 1:].sum(), other.work[-1], rtol=1e-6)
    with pytest.raises(TypeError, match="make it anew"):
        pickle.dumps(packed)


@pytest.mark.parametrize(
    ("normal", "friction", "elastic"),
    [
        (KelvinVoigt(1e5, 0.0), Viscous(0.0), True),
        (HuntCrossley(1e5, 1.5, 0.5), RegularisedCoulomb(0.5, 0.05), False),
    ],
    ids=["elastic", "with losses"],
)
def test_a_sphere_on_a_four_bar_takes_what_it_is_given(normal, friction, elastic):
    it = four_bar()
    crank = it.system.bodies[0]
    sphere = ContactSphere(
        "buffer", crank.point(0.5), RADIUS, normal, friction, plane((0.0, 0.0, 0.3))
    )
    system = System(it.system.bodies, it.system.constraints_given, [*it.system.forces, sphere])
    found = simulate(system, 1.2, q=it.q, v=it.v, integrator=ACCURATE)
    kinetic = np.array([system.kinetic_energy(*x) for x in zip(found.q, found.v, strict=True)])
    scale = kinetic.max()
    # everything that works is counted
    np.testing.assert_allclose(kinetic, found.work.sum(axis=1), atol=1e-7 * scale)
    done = found.work[:, found.work_names.index("buffer")]
    assert done.min() < -0.2 * scale
    states = [system.state(*x) for x in zip(found.q, found.v, found.time, strict=True)]
    height = np.array([(x.R[0] + x.A[0] @ [0.5, 0.0, 0.0])[2] for x in states])
    assert height.min() < 0.3 + RADIUS
    assert height[-1] > 0.3 + RADIUS
    if elastic:
        assert abs(done[-1]) < 1e-7 * scale
    else:
        assert -scale < done[-1] < -0.5 * scale


def test_what_does_not_carry_own_states_on_says_so():
    system = ball(KelvinVoigt(STIFFNESS, 0.0), Viscous(0.0))
    with pytest.raises(InputError, match="own states of forces"):
        simulate(system, 0.1, integrator=GeneralisedAlpha(1e-3))
