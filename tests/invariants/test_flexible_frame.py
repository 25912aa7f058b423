"""The floating frame's equations: energy, momentum, derivatives, and the limit of a rigid body."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from ambulo.multibody.constrained.body import GROUND, Body
from ambulo.multibody.constrained.forces.applied import Gravity, QuadraticDrag, SpringDamperActuator
from ambulo.multibody.constrained.forces.contact_sphere import ContactSphere
from ambulo.multibody.constrained.initial_conditions import assemble
from ambulo.multibody.constrained.integration.stepwise import DOP853
from ambulo.multibody.constrained.integration.treatments import GeneralisedAlpha, Projection
from ambulo.multibody.constrained.joints import Fixed, Revolute, Spherical, Universal
from ambulo.multibody.constrained.system import System
from ambulo.multibody.contact.friction_laws.regularised_coulomb import RegularisedCoulomb
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.normal_laws.kelvin_voigt import KelvinVoigt
from ambulo.multibody.flexible.craig_bampton import craig_bampton
from ambulo.multibody.flexible.flexible_system import FlexibleSystem
from ambulo.multibody.flexible.floating_frame import flexible_body
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.materials import Isotropic
from ambulo.multibody.flexible.sections import Section
from ambulo.multibody.flexible.timoshenko_beam import beam
from ambulo.multibody.gravity import STANDARD_GRAVITY

LENGTH = 0.4
SOFT = Isotropic(2e6, 0.3, 1000.0)  # so soft that it visibly bends
ALL = (0, 1, 2, 3, 4, 5)


def bone(reference="free", name="bone", material=SOFT, fixed=2):
    made = beam(np.linspace(0.0, LENGTH, 9), lambda z: Section(0.02 + 0.02 * z, 0.015), material)
    ends = (
        Interface("low", np.array([0]), np.zeros(3)),
        Interface("high", np.array([8]), np.array([0.0, 0.0, LENGTH])),
    )
    modes = craig_bampton(made.elements, ends, fixed).orthonormal(reference)
    return flexible_body(name, modes), made


REFERENCES = {
    "mean axes": "free",
    "fixed at the low end": (("low", ALL),),
    "simply supported": (("low", (0, 1, 2, 5)), ("high", (0, 1))),
}


def state_of(system, rng, size=0.01, speed=1.0):
    q, v = np.zeros(system.n), rng.normal(scale=speed, size=system.n)
    for body in system.bodies:
        part = system.slice_of(body)
        q[part] = rng.normal(size=part.stop - part.start)
        turn = q[part.start + 3 : part.stop]
        turn /= np.linalg.norm(turn)
        v[part.start + 3 : part.stop] -= turn * (turn @ v[part.start + 3 : part.stop])
    for body in system.flexible:
        part = system.elastic_of(body)
        q[part] = rng.normal(scale=size, size=part.stop - part.start)
        v[part] *= size
    return q, v


@pytest.mark.parametrize("reference", REFERENCES)
def test_velocity_forces_are_lagranges(reference):
    body, _ = bone(REFERENCES[reference])
    system = FlexibleSystem([], [body], [])
    q, v = state_of(system, np.random.default_rng(1))
    h = 1e-6
    directional = (system.mass_matrix(q + h * v) - system.mass_matrix(q - h * v)) @ v / (2 * h)
    gradient = np.array(
        [
            (system.kinetic_energy(q + h * e, v) - system.kinetic_energy(q - h * e, v)) / (2 * h)
            for e in np.eye(system.n)
        ]
    )
    expected = gradient - directional
    scale = np.abs(expected).max()
    np.testing.assert_allclose(system.velocity_forces(q, v), expected, atol=1e-7 * scale)


def test_kinetic_energy_is_that_of_the_material_points():
    body, made = bone()
    system = FlexibleSystem([], [body], [])
    rng = np.random.default_rng(2)
    q, v = state_of(system, rng)
    modes = craig_bampton(
        made.elements,
        (
            Interface("low", np.array([0]), np.zeros(3)),
            Interface("high", np.array([8]), np.array([0.0, 0.0, LENGTH])),
        ),
        2,
    ).orthonormal()
    U = made.elements.at_points(modes.shapes)
    part = system.elastic_of(body)
    state = system.state(q, v, 0.0)
    u, moving = made.elements.points + U @ q[part], U @ v[part]
    velocity = state.V[0] + (np.cross(state.omega[0], u) + moving) @ state.A[0].T
    mass = made.elements.point_mass.diagonal()
    expected = 0.5 * float(mass @ np.sum(velocity**2, axis=1))
    assert system.kinetic_energy(q, v) == pytest.approx(expected, rel=1e-12)


def chain(reference="free"):
    """Rigid, flexible and flexible bodies with every kind of joint at the interfaces."""
    first, _ = bone(reference, "first")
    second, _ = bone(reference, "second")
    handle = Body("handle", 0.5, np.array([1e-3, 2e-3, 3e-3]))
    joints = [
        Spherical("hang", GROUND.point(0.0, 0.0, 1.0), handle.point(0.0, 0.0, 0.1)),
        Revolute("elbow", handle.frame((0.0, 0.0, -0.1)), first.at("low").frame()),
        Universal("wrist", first.at("high").frame(), second.at("low").frame()),
    ]
    return FlexibleSystem([handle], [first, second], joints, [Gravity()])


@pytest.mark.parametrize("reference", REFERENCES)
def test_rows_agree_with_differences(reference):
    system = chain(REFERENCES[reference])
    rng = np.random.default_rng(4)
    q, v = state_of(system, rng)
    h = 1e-6
    by_difference = np.array(
        [
            (system.constraints(q + h * e, 0.0) - system.constraints(q - h * e, 0.0)) / (2 * h)
            for e in np.eye(system.n)
        ]
    ).T
    np.testing.assert_allclose(system.jacobian(q, 0.0), by_difference, atol=2e-8)
    turning = (system.jacobian(q + h * v, 0.0) - system.jacobian(q - h * v, 0.0)) @ v / (2 * h)
    scale = max(1.0, np.abs(turning).max())
    np.testing.assert_allclose(system.acceleration_rhs(q, v, 0.0), -turning, atol=1e-7 * scale)


def momenta(system, q, v):
    """Linear and angular momentum about the origin, from the mass matrix."""
    M = system.mass_matrix(q)
    state = system.state(q, v, 0.0)
    linear, angular = np.zeros(3), np.zeros(3)
    for k, body in enumerate(system.bodies):
        part = system.slice_of(body)
        p = M[part] @ v
        G = system.terms(q, v, 0.0).B[6 * k + 3 : 6 * k + 6, part][:, 3:]
        own = np.linalg.lstsq(G.T, p[3:], rcond=None)[0]
        linear += p[:3]
        angular += np.cross(state.R[k], p[:3]) + state.A[k] @ own
    return linear, angular


@pytest.mark.parametrize("reference", ["mean axes", "fixed at the low end"])
def test_free_flight_keeps_energy_and_momentum(reference):
    body, _ = bone(REFERENCES[reference])
    system = FlexibleSystem([], [body], [])
    q, v = state_of(system, np.random.default_rng(5), size=0.003, speed=3.0)
    run = Projection(DOP853(1e-12, 1e-13))(system, q, v, 0.0, 0.1)
    start, stop = momenta(system, q, v), momenta(system, run.q[-1], run.v[-1])
    np.testing.assert_allclose(stop[0], start[0], rtol=1e-8)
    np.testing.assert_allclose(stop[1], start[1], rtol=1e-8)
    energy = [
        system.kinetic_energy(a, b) + system.elastic_energy(a)
        for a, b in ((q, v), (run.q[-1], run.v[-1]))
    ]
    assert energy[1] == pytest.approx(energy[0], rel=1e-8)


def test_hanging_chain_keeps_energy():
    system = chain()
    q, v = state_of(system, np.random.default_rng(6), size=0.0)
    begun = assemble(system, q, 0.3 * v)
    run = Projection(DOP853(1e-11, 1e-12))(system, begun.q, begun.v, 0.0, 0.01)
    kinetic = [system.kinetic_energy(a, b) for a, b in zip(run.q, run.v, strict=True)]
    work = run.work.sum(axis=1)
    change = np.array(kinetic) - kinetic[0] - work
    assert np.abs(change).max() < 1e-8 * max(kinetic)


@pytest.mark.exhaustive
def test_a_body_stiffened_a_million_times_swings_as_a_rigid_one():
    body, made = bone(REFERENCES["fixed at the low end"], material=Isotropic(17e9, 0.3, 1000.0))
    stiff = replace(body, stiffness=1e6 * body.stiffness)
    elements = made.elements
    com = elements.centre_of_mass
    x = elements.points - com
    spread = (x * elements.point_mass.diagonal()[:, None]).T @ x
    rigid = Body("rigid", elements.mass, np.trace(spread) * np.eye(3) - spread)
    axes = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])  # hinge along world y
    hinge = GROUND.frame(axes=axes)
    pins = (
        Revolute("pin", hinge, stiff.at("low").frame(axes=axes)),
        Revolute("pin", hinge, rigid.frame(tuple(-com), axes)),
    )
    soft = FlexibleSystem([], [stiff], [pins[0]], [Gravity()])
    hard = System([rigid], [pins[1]], [Gravity()])
    lean = np.array([[0.6, 0.0, 0.8], [0.0, 1.0, 0.0], [-0.8, 0.0, 0.6]])
    begun = (
        assemble(soft, soft.coordinates({stiff.frame: (np.zeros(3), lean)})),
        assemble(hard, hard.coordinates({rigid: (lean @ com, lean)})),
    )
    # one integrator for both, which damps what vibrates faster than its step
    integrator = GeneralisedAlpha(2.5e-4, 0.5)
    runs = [
        integrator(system, start.q, start.v, 0.0, 0.05)
        for system, start in zip((soft, hard), begun, strict=True)
    ]
    tip = (
        soft.state(runs[0].q[-1], runs[0].v[-1], 0.05).of(stiff.at("high").point()),
        hard.state(runs[1].q[-1], runs[1].v[-1], 0.05).of(
            rigid.point(*(np.array([0.0, 0.0, LENGTH]) - com))
        ),
    )
    np.testing.assert_allclose(tip[0][0], tip[1][0], atol=1e-6 * LENGTH)
    np.testing.assert_allclose(tip[0][1], tip[1][1], atol=1e-6 * np.abs(tip[1][1]).max())


def test_weld_of_two_halves_is_the_whole():
    """A bone cut in two and fixed together hangs as the whole one does."""
    lengths = np.linspace(0.0, LENGTH, 9)
    section = Section(0.02, 0.015)
    frequencies = []
    for cuts in ((lengths,), (lengths[:5], lengths[4:])):
        bodies = []
        for k, part in enumerate(cuts):
            made = beam(part, lambda _z: section, SOFT)
            last = len(part) - 1
            ends = (
                Interface("low", np.array([0]), np.array([0.0, 0.0, part[0]])),
                Interface("high", np.array([last]), np.array([0.0, 0.0, part[-1]])),
            )
            bodies.append(
                flexible_body(
                    f"part {k}", craig_bampton(made.elements, ends, 6 * (last - 1)).orthonormal()
                )
            )
        weld = [
            Fixed("weld", a.at("high").frame(), b.at("low").frame()) for a, b in pairwise(bodies)
        ]
        system = FlexibleSystem([], bodies, weld)
        q = np.zeros(system.n)
        for body in bodies:
            q[system.slice_of(body.frame)][3:4] = 1.0
        terms = system.terms(q, np.zeros(system.n), 0.0)
        K = np.zeros((system.n, system.n))
        for body in bodies:
            part = system.elastic_of(body)
            K[part, part] = np.diag(body.stiffness)
        # free vibrations: motions that keep the constraints
        _, s, vh = np.linalg.svd(terms.Cq)
        free = vh[np.sum(s > 1e-9) :].T
        from scipy.linalg import eigh

        values = eigh(free.T @ K @ free, free.T @ terms.M @ free, eigvals_only=True)
        frequencies.append(np.sqrt(values[6:10]) / (2 * np.pi))
    np.testing.assert_allclose(frequencies[1], frequencies[0], rtol=1e-6)


def test_damping_takes_energy_from_every_mode():
    made = beam(np.linspace(0.0, LENGTH, 9), lambda _z: Section(0.02, 0.015), SOFT)
    ends = (Interface("low", np.array([0]), np.zeros(3)),)
    modes = craig_bampton(made.elements, ends, 3).orthonormal()
    body = flexible_body("bone", modes, damping_ratio=0.05)
    system = FlexibleSystem([], [body], [])
    q, v = np.zeros(system.n), np.zeros(system.n)
    q[3] = 1.0
    part = system.elastic_of(body)
    v[part] = np.arange(1.0, 1.0 + part.stop - part.start)
    force = system.terms(q, v, 0.0).Qe[part]
    # 2 zeta omega of a mode of mass 1
    np.testing.assert_allclose(force, -2.0 * 0.05 * 2.0 * np.pi * modes.frequencies * v[part])


def on_floor(normal, friction, damping=0.0, more=lambda _body: ()):
    """A uniform rod that lies along x above level ground, a sphere at each end."""
    made = beam(np.linspace(0.0, LENGTH, 17), lambda _z: ROD, FIRM)
    ends = tuple(
        Interface(name, np.array([k]), np.array([0.0, 0.0, k * LENGTH / 16]))
        for name, k in (("low", 0), ("high", 16))
    )
    body = flexible_body("rod", craig_bampton(made.elements, ends, 2).orthonormal(), damping)
    spheres = [
        ContactSphere(name, body.at(name).point(), RADIUS, normal, friction)
        for name in ("low", "high")
    ]
    system = FlexibleSystem([], [body], [], [Gravity(), *spheres, *more(body)])
    lying = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    return system, body, made, lying


FIRM, ROD, RADIUS = Isotropic(1e7, 0.3, 1000.0), Section(0.02, 0.02), 0.03


def test_a_rod_that_falls_and_bounces_keeps_its_energy():
    """Springs without losses below both ends; drag, a spring and the weight do all the work."""

    def drawn(body):
        yield QuadraticDrag("drag", body.at("high").point(), 0.1, 1.2)
        yield SpringDamperActuator(
            "spring", GROUND.point(0.0, 0.0, 0.3), body.at("low").point(), 2.0, 0.0, 0.1
        )

    system, body, _, lying = on_floor(KelvinVoigt(2e3, 0.0), Viscous(0.0), more=drawn)
    q = system.coordinates({body.frame: (np.array([-0.2, 0.0, RADIUS + 0.003]), lying)})
    run = Projection(DOP853(1e-10, 1e-12))(system, q, np.zeros(system.n), 0.0, 0.2)
    kinetic = np.array([system.kinetic_energy(*x) for x in zip(run.q, run.v, strict=True)])
    np.testing.assert_allclose(kinetic, run.work.sum(axis=1), atol=1e-8 * kinetic.max())
    done = dict(zip(run.work_names, run.work.T, strict=True))
    strain = [system.elastic_energy(row) for row in run.q]
    np.testing.assert_allclose(
        done["rod elasticity"] - done["rod elasticity"][0], -np.array(strain), atol=1e-9
    )
    states = [system.state(*x) for x in zip(run.q, run.v, run.time, strict=True)]
    for end in ("low", "high"):  # the floor's spring holds what it took
        k = system.number[id(body.at(end))]
        depth = np.array([max(0.0, RADIUS - state.R[k, 2]) for state in states])
        np.testing.assert_allclose(done[end], -0.5 * 2e3 * depth**2, atol=1e-8 * kinetic.max())
        assert depth.max() > 1e-3
    assert max(strain) > 0.01 * kinetic.max()


def test_a_rod_at_rest_on_its_ends_sags_as_statics_say():
    """Half the weight on each sphere; its ends turn by w L^3 / (24 E I)."""
    stiffness = 2e3
    normal, friction = KelvinVoigt(stiffness, 30.0), RegularisedCoulomb(0.3, 0.01)
    system, body, made, lying = on_floor(normal, friction, damping=0.5)
    q = system.coordinates({body.frame: (np.array([-0.2, 0.0, RADIUS + 0.003]), lying)})
    run = Projection(DOP853(1e-9, 1e-11))(system, q, np.zeros(system.n), 0.0, 0.8)
    state = system.state(run.q[-1], run.v[-1], run.time[-1])
    weight = made.elements.mass * STANDARD_GRAVITY
    assert np.abs(run.a[-1]).max() < 1e-4 * STANDARD_GRAVITY
    angle = weight * LENGTH**2 / (24.0 * FIRM.young * ROD.second_moment_x)
    for end, sign in (("low", 1.0), ("high", -1.0)):
        k = system.number[id(body.at(end))]
        depth = RADIUS - state.R[k, 2]
        assert stiffness * depth == pytest.approx(0.5 * weight, rel=1e-5)
        assert state.A[k, 2, 2] == pytest.approx(-sign * np.sin(angle), rel=1e-2)
