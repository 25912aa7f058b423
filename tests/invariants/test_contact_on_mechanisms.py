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
    Revolute,
    SpringDamperActuator,
    System,
    force_table,
    frames_at,
    reaction,
    simulate,
)
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.friction_laws.regularised_coulomb import RegularisedCoulomb
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.ground import plane
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.normal_laws.kelvin_voigt import KelvinVoigt
from ambulo.multibody.contact.spheres_on_ground import spheres_on_ground
from ambulo.multibody.gravity import STANDARD_GRAVITY as G
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import mechanical_energy, simulate_system
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.reactions import joint_reactions
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body as Link
from ambulo.multibody.tree.tree_builder import build_tree

MASS, RADIUS, STIFFNESS, HEIGHT = 2.0, 0.1, 1e4, 0.25
INERTIA = 0.4 * MASS * RADIUS**2 * np.eye(3)
RUBS = Bristle(0.5, 0.05, 2e4, 50.0, 0.0)
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


def test_joints_of_a_tree_transmit_what_those_of_a_constrained_system_do():
    """A double pendulum with a spring, its lower end on a slope."""
    bodies = [
        Body.rod("upper", 1.0, (0, 0, 0), (1, 0, 0)), Body.rod("lower", 1.0, (1, 0, 0), (1, 0, -1))
    ]  # fmt: skip
    joints = [
        Revolute("shoulder", *frames_at(GROUND, bodies[0], (0, 0, 0), axis=(0, 1, 0))),
        Revolute("elbow", *frames_at(*bodies, (1, 0, 0), axis=(0, 1, 0))),
    ]
    laws, slope = (HuntCrossley(1e4, 1.5, 0.2), Viscous(30.0)), plane((0, 0, -1.25), (-0.1, 0, 1))

    def spring(end):
        return SpringDamperActuator("spring", GROUND.point(0.0, 0.0, 0.5), end, 20.0, 1.0, 1.5)

    tip = bodies[1].point(0.5)
    forces = [Gravity(), spring(tip), ContactSphere("tip", tip, 0.05, *laws, slope)]
    system = System(bodies, joints, forces)
    found = simulate(system, 0.2, integrator=ACCURATE)
    at_end = found.q[-1], found.v[-1], found.time[-1]

    rod = {"mass": 1.0, "com": (0.5, 0, 0), "inertia": np.diag([0, 1 / 12, 1 / 12])}
    tree = build_tree(
        [
            Link("upper", None, JointType.HINGE, **rod),
            Link("lower", "upper", JointType.HINGE, p_PJ=(1, 0, 0), **rod),
        ]
    )
    # points of the table are from the joint, not from the middle of the rod
    table = force_table(bodies, [spring(bodies[1].point(1.0))])
    floor = spheres_on_ground(np.array([1]), np.array([[1.0, 0, 0]]), [0.05], *laws, slope)
    packed = tree_system(tree, (table, floor))
    other = simulate_system(
        packed, [0.0, 0.2], [0.0, np.pi / 2], np.zeros(2), METHODS["dop853"], tolerance=1e-10
    )
    a, moment, force = joint_reactions(packed, other)
    assert other.s.any()  # it has touched
    for k, joint in enumerate(joints):
        wanted = reaction(system, joint, *at_end, found.multipliers[-1])
        np.testing.assert_allclose(force[-1, k], wanted.force, atol=1e-5)
        np.testing.assert_allclose(moment[-1, k], wanted.moment, atol=1e-9)
    middle = found.a[-1, system.slice_of(bodies[0])][:3]
    R, _ = forward_kinematics(tree, other.q[-1:])
    turn, swing = R[0, 0], np.array([0.0, a[-1, 0], 0.0])
    spun = np.array([0.0, other.v[-1, 0], 0.0])
    arm = turn @ [0.5, 0.0, 0.0]
    expected = np.cross(swing, arm) + np.cross(spun, np.cross(spun, arm))
    np.testing.assert_allclose(middle, expected, atol=1e-5)


def test_one_list_of_forces_acts_alike_on_a_tree_and_on_a_constrained_system():
    """Spring, drag, a user's own push and contact; the tree has no COM apart from its origin.

    A second sphere is the tree's own, which says what it stores: energy less work is the same.
    """
    body = Body("ball", MASS, INERTIA, position=(0.0, 0.0, RADIUS + 0.01))
    forces = [
        SpringDamperActuator(
            "spring", GROUND.point(0.3, 0.1, 0.5), body.point(0.0, 0.05, 0.0), 200.0, 5.0, 0.1
        ),
        QuadraticDrag("drag", body.point(), 0.5, 1.2),
        PointForce("push", body.point(0.05), GROUND.direction(1.0, 0.0, 0.0), Harmonic(0, 8, 9)),
        ContactSphere(
            "floor", body.point(), RADIUS, HuntCrossley(3e4, 1.5, 0.5),
            RUBS,
        ),
    ]  # fmt: skip
    centre, size, *laws = (0.06, 0.0, -0.02), 0.08, HuntCrossley(2e4, 1.5, 0.3), RUBS
    heel = ContactSphere("heel", body.point(*centre), size, *laws)
    q = np.array([0.0, 0.0, RADIUS + 0.01, 1.0, 0.0, 0.0, 0.0])
    v = np.array([0.5, -0.2, -1.0, 1.0, 2.0, -0.5])
    system = System([body], [], [Gravity(), *forces, heel])
    found = simulate(system, 0.15, q=q, v=system.rates(q, v[None, :3], v[None, 3:]),
                     integrator=ACCURATE)  # fmt: skip
    tree = one_body(JointType.FREE, MASS, np.zeros(3), INERTIA, G)
    of_tree = spheres_on_ground(np.array([0]), np.array([centre]), np.array([size]), *laws)
    packed = tree_system(tree, (force_table([body], forces), of_tree))
    time = np.linspace(0.0, 0.15, 16)
    other = simulate_system(packed, time, q, v, METHODS["dop853"], tolerance=1e-10)
    np.testing.assert_allclose(found.q[-1], other.q[-1], atol=1e-7)
    energy = mechanical_energy(packed, other).sum(axis=1)
    np.testing.assert_allclose(energy - other.work, energy[0], atol=1e-8)
    # work of all forces on the body at the end, when nothing touches the floor
    np.testing.assert_allclose(found.work[-1, 1:].sum(), other.work[-1], rtol=1e-6)
    assert np.ptp(energy) > 1.0
    with pytest.raises(TypeError, match="cannot be copied"):
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
    with pytest.raises(InputError, match="state variables of forces"):
        simulate(system, 0.1, integrator=GeneralisedAlpha(1e-3))
