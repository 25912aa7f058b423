"""One mechanism in every formulation, through every integrator that suits it: one motion.

Links swing about the world's X axis: a pendulum, a four-bar opened at its last joint, a leg.
Another formulation joins by a function that gives its packed system, its initial q and v, and how
the links' centres of mass follow from q; and by one line in `FORMULATIONS`. What each comes to is
held against the textbook's equations of such chains, written out here.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from ambulo.inputs.errors import InputError
from ambulo.multibody.chain.chain import Chain, point_masses
from ambulo.multibody.chain.chain_angles import directions, pack_chain_angles
from ambulo.multibody.chain.chain_vectors import pack_chain_vectors
from ambulo.multibody.constrained import GROUND, Body, Gravity, Revolute, System
from ambulo.multibody.constrained.integration.stepwise import DOP853, RK4
from ambulo.multibody.constrained.integration.treatments import GeneralisedAlpha, Projection
from ambulo.multibody.constrained.orientation import ROTATION_VECTOR
from ambulo.multibody.constrained.simulation import simulate
from ambulo.multibody.flexible.flexible_system import FlexibleSystem
from ambulo.multibody.flexible.floating_frame import FlexibleBody, ShapeIntegrals
from ambulo.multibody.integrators.explicit_runge_kutta import ExplicitRungeKutta
from ambulo.multibody.integrators.extrapolated_midpoint import ExtrapolatedMidpoint
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.multibody.natural.angles import rotation
from ambulo.multibody.natural.natural_system import independent_state, natural_system
from ambulo.multibody.natural.points import natural_body
from ambulo.multibody.tree import tree_builder
from ambulo.multibody.tree.configuration import integrate, neutral
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import JointType

GRAVITY, SECONDS = 9.80665, 0.3
X_AXIS = np.array([1.0, 0.0, 0.0])


class Links(NamedTuple):
    """Lengths, distances of the centres of mass [m], masses, transverse inertias; how they start.

    Angles [rad] and rates are from the upward vertical towards Y, away from the chains' poles.
    """

    length: np.ndarray
    com: np.ndarray
    mass: np.ndarray
    inertia: np.ndarray
    angle: np.ndarray
    rate: np.ndarray

    def centres(self, n):
        """Centres of mass (links, 3) of links in directions n (links, 3)."""
        tips = np.cumsum(self.length[:, None] * n, axis=0)
        return tips - (self.length - self.com)[:, None] * n

    @property
    def hanging(self):
        """Of every link seen from the one before: from straight up, about -X."""
        return np.diff(self.angle, prepend=0.0), np.diff(self.rate, prepend=0.0)


def rods(length, mass, angle, rate):
    length, mass = np.array(length), np.array(mass)
    return Links(
        length, 0.5 * length, mass, mass * length**2 / 12.0, np.array(angle), np.array(rate)
    )


MECHANISMS = {
    "pendulum": rods([0.4, 0.3], [2.0, 1.0], [2.5, 2.0], [0.5, -1.0]),
    # crank, coupler and rocker let go where the rocker was held
    "opened_four_bar": rods([0.2, 0.5, 0.45], [0.4, 1.0, 0.9], [0.6, 1.9, 2.8], [0.0, 0.0, 0.0]),
    # thigh, shank and foot of 75 kg and 1.75 m, about as in Winter (2009)
    "leg": Links(
        np.array([0.43, 0.43, 0.17]), np.array([0.19, 0.19, 0.085]), np.array([7.5, 3.5, 1.1]),
        np.array([0.14, 0.06, 0.007]), np.array([2.7, 2.9, 1.7]), np.array([-2.0, 3.0, 1.0]),
    ),
}  # fmt: skip


def along(angle):
    return np.stack([0.0 * angle, np.sin(angle), np.cos(angle)], axis=-1)


@cache
def by_hand(name):
    """Centres of mass at the end: sum_j C_ij (cos(a_i - a_j) a_j'' + sin(a_i - a_j) a_j'^2) =
    g P_i sin a_i."""
    links = MECHANISMS[name]
    n = len(links.mass)
    # how far the centre of mass of link k moves with the direction of link i
    reach = np.tril(np.tile(links.length, (n, 1)), -1) + np.diag(links.com)
    C = reach.T @ (links.mass[:, None] * reach) + np.diag(links.inertia)
    P = reach.T @ links.mass

    def rate(_, y):
        a, w = y[:n], y[n:]
        d = a[:, None] - a
        right = GRAVITY * P * np.sin(a) - (C * np.sin(d)) @ (w * w)
        return np.concatenate([w, np.linalg.solve(C * np.cos(d), right)])

    start = np.concatenate([links.angle, links.rate])
    end = solve_ivp(rate, (0.0, SECONDS), start, "DOP853", rtol=1e-12, atol=1e-13).y[:n, -1]
    return links.centres(along(end))


def chain(links):
    gyration = np.sqrt(links.inertia / links.mass)
    return Chain(links.length, *point_masses(links.length, links.mass, links.com, gyration))


def in_vectors(links):
    n = along(links.angle)
    u = links.rate[:, None] * along(links.angle + 0.5 * np.pi)
    packed = pack_chain_vectors(chain(links))
    return packed, n.ravel(), u.ravel(), lambda q: links.centres(q.reshape(-1, 3))


def in_angles(links):
    still = np.zeros(len(links.mass))
    q = np.concatenate([links.angle, still + 0.5 * np.pi])
    v = np.concatenate([links.rate, still])
    return pack_chain_angles(chain(links)), q, v, lambda q: links.centres(directions(q))


def tree_of(links, joint):
    """Link frames have z along the link; a positive turn about X takes z towards -Y."""
    return tree_builder.build_tree(
        [
            tree_builder.Body(
                f"link {k}", f"link {k - 1}" if k > 0 else None, joint, axis=X_AXIS,
                p_PJ=(0.0, 0.0, links.length[k - 1] if k > 0 else 0.0), mass=links.mass[k],
                com=(0.0, 0.0, links.com[k]), inertia=links.inertia[k] * np.diag([1.0, 1.0, 0.1]),
            )
            for k in range(len(links.mass))
        ]
    )  # fmt: skip


def centres_of_tree(tree, q):
    R, p = forward_kinematics(tree, q[None])
    return p[0] + np.einsum("kij,kj->ki", R[0], tree.com)


def as_tree(links):
    angle, rate = links.hanging
    tree = tree_of(links, JointType.HINGE)
    return tree_system(tree), -angle, -rate, lambda q: centres_of_tree(tree, q)


def on_balls(links):
    angle, rate = links.hanging
    tree = tree_of(links, JointType.BALL)
    turn = integrate(tree, neutral(tree), (-angle[:, None] * X_AXIS).ravel())
    return tree, turn, (-rate[:, None] * X_AXIS).ravel()


def as_tree_of_balls(links):
    tree, q, v = on_balls(links)
    return tree_system(tree), q, v, lambda q: centres_of_tree(tree, q)


def in_natural_coordinates(links):
    tree, q, v = on_balls(links)
    names = [f"link {k}" for k in range(len(links.mass))]
    body = natural_body(tree, names, names)
    z, rates = independent_state(body, q, v)
    return (
        natural_system(body),
        z,
        rates,
        lambda z: links.centres(rotation(z.reshape(-1, 3)) @ np.array([0.0, 0.0, 1.0])),
    )


def placed(links, system):
    """Coordinates of links as bodies at their centres of mass; velocities, spins in body axes."""
    n, m = along(links.angle), along(links.angle + 0.5 * np.pi)
    # columns: x, y and z of the link, right-handed
    turned = [np.column_stack([np.cross(y, z), y, z]) for y, z in zip(m, n, strict=True)]
    q = system.coordinates(
        dict(zip(system.bodies, zip(links.centres(n), turned, strict=True), strict=True))
    )
    tip_speed = np.cumsum((links.length * links.rate)[:, None] * m, axis=0)
    speed = tip_speed - ((links.length - links.com) * links.rate)[:, None] * m
    spin = -links.rate[:, None] * np.array([R.T @ X_AXIS for R in turned])
    return q, speed, spin


def with_constraints(links):
    """Every link a body of its own at its centre of mass, on hinges."""
    axes = np.column_stack([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], X_AXIS])
    bodies = [
        Body(f"link {k}", links.mass[k], links.inertia[k] * np.array([1.0, 1.0, 0.1]))
        for k in range(len(links.mass))
    ]
    ends = [GROUND.frame((0.0, 0.0, 0.0), axes)] + [
        body.frame((0.0, 0.0, rest), axes)
        for body, rest in zip(bodies, links.length - links.com, strict=True)
    ]
    hinges = [
        Revolute(f"hinge {k}", ends[k], body.frame((0.0, 0.0, -links.com[k]), axes))
        for k, body in enumerate(bodies)
    ]
    system = System(bodies, hinges, [Gravity((0.0, 0.0, -GRAVITY))])
    q, speed, spin = placed(links, system)
    u = np.concatenate([speed, spin], axis=1).ravel()
    packed = system.packed._replace(tolerance=1e-13)
    return packed, q, u, lambda q: np.array([q[system.slice_of(b)][:3] for b in bodies])


def mass_points(links, k):
    """Six equal masses of link k, about its centre of mass, with its mass and inertia."""
    inertia = links.inertia[k] * np.array([1.0, 1.0, 0.1])
    second = 0.5 * inertia.sum() - inertia  # int rho x_i^2
    arms = np.diag(np.sqrt(3.0 * second / links.mass[k]))
    return np.concatenate([arms, -arms])


def flexible_links(links, stiffness=None):
    """Links as flexible bodies: without modes, or with one of bending and its stiffness [N/m]."""
    axes = np.column_stack([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], X_AXIS])
    bodies = []
    for k, (length, com, mass) in enumerate(zip(links.length, links.com, links.mass, strict=True)):
        x, modes = mass_points(links, k), 0 if stiffness is None else 1
        # clamped where the link begins: it bends towards y with the square of the distance
        S = np.zeros((6, 3, modes))
        S[:, 1] = ((x[:, 2:] + com) / length) ** 2
        tip = np.zeros((6, modes))
        tip[1], tip[3] = 1.0, -2.0 / length
        share = mass / 6.0
        integrals = ShapeIntegrals(
            mass, np.zeros(3), share * S.sum(axis=0).T, share * x.T @ x,
            share * np.einsum("pi,pjk->kij", x, S), share * np.einsum("pik,pjl->klij", S, S),
        )  # fmt: skip
        name = f"link {k}"
        ends = {end: Body(f"{name} {end}", orientation=ROTATION_VECTOR) for end in ("start", "tip")}
        bodies.append(
            FlexibleBody(
                name, Body(name), integrals, np.full(modes, stiffness or 0.0), np.zeros(modes),
                {"start": np.array([0.0, 0.0, -com]), "tip": np.array([0.0, 0.0, length - com])},
                {"start": np.zeros((6, modes)), "tip": tip}, ends,
            )
        )  # fmt: skip
    ends = [GROUND, *(body.at("tip") for body in bodies)]
    origin = (0.0, 0.0, 0.0)
    hinges = [
        Revolute(f"hinge {k}", ends[k].frame(origin, axes), body.at("start").frame(origin, axes))
        for k, body in enumerate(bodies)
    ]
    system = FlexibleSystem([], bodies, hinges, [Gravity((0.0, 0.0, -GRAVITY))])
    q, speed, spin = placed(links, system)
    return system, q, system.rates(q, speed, spin)


def end_of_flexible(mechanism, integrator, stiffness=None):
    links = MECHANISMS[mechanism]
    system, q, v = flexible_links(links, stiffness)
    end = simulate(system, SECONDS, q=q, v=v, integrator=integrator).q[-1]
    return np.array([end[system.slice_of(body)][:3] for body in system.bodies])


FORMULATIONS = {
    "vectors": in_vectors,
    "angles": in_angles,
    "tree": as_tree,
    "balls": as_tree_of_balls,
    "natural": in_natural_coordinates,
    "constrained": with_constraints,
}


WITHOUT_STEPS_OF_MOMENTUM = (
    "its steps go from momentum to momentum of a discrete Lagrangian, D_1 L_d and D_2 L_d"
)
NOT_SEPARABLE = (
    "its steps are explicit where the mass matrix is the same everywhere; here it goes with q"
)
WITHOUT_MULTIPLIERS = "its steps hold M, C_q and Q as one matrix with multipliers; here "
REFUSED = {
    ("vectors", "variational"): WITHOUT_STEPS_OF_MOMENTUM + "; of unit vectors, that is RATTLE, "
    "which goes by the name of symplectic",
    ("angles", "variational"): WITHOUT_STEPS_OF_MOMENTUM + ", which angles of chains do not have",
    ("natural", "variational"): WITHOUT_STEPS_OF_MOMENTUM + ", which need M(z) by z",
    ("constrained", "variational"): WITHOUT_STEPS_OF_MOMENTUM + " with multipliers in each",
    ("angles", "symplectic"): NOT_SEPARABLE,
    ("tree", "symplectic"): NOT_SEPARABLE,
    ("balls", "symplectic"): NOT_SEPARABLE,
    ("natural", "symplectic"): NOT_SEPARABLE,
    ("constrained", "symplectic"): NOT_SEPARABLE,
    ("vectors", "generalised-alpha"): WITHOUT_MULTIPLIERS + "unit vectors keep their length",
    ("angles", "generalised-alpha"): WITHOUT_MULTIPLIERS + "coordinates are independent",
    ("tree", "generalised-alpha"): WITHOUT_MULTIPLIERS + "coordinates are independent",
    ("balls", "generalised-alpha"): WITHOUT_MULTIPLIERS + "coordinates are independent",
    ("natural", "generalised-alpha"): WITHOUT_MULTIPLIERS + "velocities are independent ones",
}
"""Formulation and method that do not go together, and why."""


def triples():
    for formulation, build in FORMULATIONS.items():
        system = build(MECHANISMS["pendulum"])[0]
        for name, method in METHODS.items():
            if method.suits(type(system)):
                for mechanism in MECHANISMS:
                    yield mechanism, formulation, name


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_every_formulation_starts_alike(mechanism, formulation):
    links = MECHANISMS[mechanism]
    _, q, _, centres = FORMULATIONS[formulation](links)
    np.testing.assert_allclose(centres(q), links.centres(along(links.angle)), atol=1e-14)


def test_every_integrator_moves_some_formulation():
    assert {name for _, _, name in triples()} == set(METHODS)


def test_what_is_refused_is_what_cannot_be():
    taken = {(formulation, name) for _, formulation, name in triples()}
    every = {(formulation, name) for formulation in FORMULATIONS for name in METHODS}
    assert every - taken == set(REFUSED)


@pytest.mark.parametrize(("formulation", "name"), REFUSED)
def test_a_method_that_does_not_apply_is_refused_in_one_sentence(formulation, name):
    system, q, v, _ = FORMULATIONS[formulation](MECHANISMS["pendulum"])
    with pytest.raises(InputError) as refused:
        simulate_system(system, np.array([0.0, SECONDS]), q, v, METHODS[name])
    said = str(refused.value)
    assert said.startswith(f"--integrator: {name} does not suit these equations of motion.")
    assert "\n" not in said


ALSO_ELSEWHERE = {
    "tree": {"variational", "trapezoidal", "sdirk4"},
    "balls": {"variational", "trapezoidal", "sdirk4"},
    "vectors": {"symplectic"},
    "constrained": {"generalised-alpha"},
}
"""Methods for which other tests of every run compile what these formulations do.

What explicit steps and midpoint steps ask of a formulation is one function, used of all.
"""


def some_of_them():
    """All; what a formulation does for another kind of method takes up to 20 s to compile."""
    for mechanism, formulation, name in triples():
        explicit = isinstance(METHODS[name].scheme, ExplicitRungeKutta | ExtrapolatedMidpoint)
        quick = explicit or name in ALSO_ELSEWHERE.get(formulation, ())
        marks = () if quick else pytest.mark.exhaustive
        yield pytest.param(mechanism, formulation, name, marks=marks)


@pytest.mark.parametrize(("mechanism", "formulation", "name"), list(some_of_them()))
def test_every_formulation_moves_alike_through_every_integrator(mechanism, formulation, name):
    system, q, v, centres = FORMULATIONS[formulation](MECHANISMS[mechanism])
    method = METHODS[name]
    # short enough for the leading term of the error to be the error
    longest = 5e-4 if method.order == 1 else 4e-3
    errors = []
    for step in (longest, 0.5 * longest):
        found = simulate_system(
            system, np.array([0.0, SECONDS]), q, v, method, step=step, tolerance=1e-10
        )
        assert found.outcome is Outcome.REACHED
        errors.append(np.abs(centres(found.q[-1]) - by_hand(mechanism)).max())
    if method.adaptive:
        assert max(errors) < 1e-8
        return
    # of the method's order, with a constant that is the same for all formulations
    assert errors[0] < {1: 20.0, 2: 100.0, 4: 4e4}[method.order] * longest**method.order
    if errors[1] > 1e-10:
        assert np.log2(errors[0] / errors[1]) == pytest.approx(method.order, abs=0.25)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_flexible_links_without_modes_are_rigid(mechanism):
    found = end_of_flexible(mechanism, Projection(DOP853(1e-10, 1e-12)))
    np.testing.assert_allclose(found, by_hand(mechanism), atol=1e-8)


@pytest.mark.exhaustive
def test_flexible_links_by_methods_of_an_order():
    for integrator, order, step in (
        (lambda h: GeneralisedAlpha(h, 1.0), 2, 1e-2),
        (lambda h: Projection(RK4(h)), 4, 2e-2),
    ):
        errors = [
            np.abs(end_of_flexible("pendulum", integrator(h)) - by_hand("pendulum")).max()
            for h in (step, 0.5 * step)
        ]
        assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.3)


def test_flexible_links_come_to_the_rigid_ones_as_they_stiffen():
    """The bending of a stiff link is its load over its stiffness, and so is what it moves."""
    # vibrations faster than the step are damped, so that what is left is the load's own
    integrator = GeneralisedAlpha(5e-3, 0.0)
    rigid = end_of_flexible("pendulum", integrator)
    away = [
        np.abs(end_of_flexible("pendulum", integrator, stiffness) - rigid).max()
        for stiffness in (1e4, 1e5)
    ]
    assert away[0] < 1e-2
    assert away[1] / away[0] == pytest.approx(0.1, abs=0.03)
