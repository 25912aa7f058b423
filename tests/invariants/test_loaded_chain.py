"""One list of forces on a chain in unit vectors and on the same segments as rigid bodies."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.inputs.errors import InputError
from ambulo.math.dispatch import generic
from ambulo.multibody.chain.chain import Chain, point_masses
from ambulo.multibody.chain.loaded_chain import loaded_chain
from ambulo.multibody.constrained import (
    GROUND,
    Body,
    ContactSphere,
    Friction,
    Gravity,
    Harmonic,
    PointForce,
    QuadraticDrag,
    Spherical,
    SpringDamperActuator,
    System,
)
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.ground import plane
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.system import (
    accelerate,
    energies,
    event_values,
    settle,
    switch,
    workspace,
)

LENGTH, MASS, COM = np.array([0.4, 0.3]), np.array([2.0, 1.0]), np.array([0.2, 0.15])
INERTIA, RADIUS, FLOOR = np.array([0.03, 0.01]), 0.05, -0.73
CHAIN = Chain(LENGTH, *point_masses(LENGTH, MASS, COM, np.sqrt(INERTIA / MASS)))


def segments():
    """Bodies whose points are given from the proximal joint."""
    return Body("thigh"), Body("shank")


def rods():
    """The same as rigid bodies, whose points are given from the centre of mass."""
    return tuple(
        Body(name, MASS[k], INERTIA[k] * np.array([1.0, 1.0, 0.1]))
        for k, name in enumerate(("thigh", "shank"))
    )


def forces(friction, bodies, origin):
    """A spring to the ground and one between segments, drag, a push, rubbing, a floor."""
    thigh, shank = bodies
    tip = shank.point(0.0, 0.0, LENGTH[1] - origin[1])
    middle = thigh.point(0.0, 0.0, 0.3 - origin[0])
    return [
        SpringDamperActuator("rope", GROUND.point(0.0, 0.2, 0.1), tip, 8.0, 2.0, 0.2),
        SpringDamperActuator("band", middle, tip, 6.0, 1.0, 0.3),
        QuadraticDrag("drag", tip, 0.5, 1.2),
        PointForce("push", middle, GROUND.direction(0.0, 1.0, 0.0), Harmonic(0, 8, 9)),
        Friction("rub", tip, shank.direction(0.0, 0.0, 1.0), Harmonic(2, 0, 1), 0.1),
        ContactSphere(
            "floor", tip, RADIUS, HuntCrossley(3e4, 1.5, 0.5), friction, plane((0.0, 0.0, FLOOR))
        ),
    ]


@generic
def at_state(system, t, q, v, s, a, sigma, g, switched):
    """Power of the forces and energy; the rest is filled."""
    work = workspace(system)
    power = accelerate(system, t, q, v, s, work, a, sigma)
    event_values(system, t, q, v, s, work, g)
    switch(system, 0, t, q, v, switched, work)
    settle(system, t, q, v, work)
    kinetic, potential = energies(system, t, q, v, s, work)
    return power, kinetic + potential


@pytest.mark.parametrize(
    ("turns", "rates", "friction"),
    [
        # links swing about X, and about X and Y: there a floor that rubs would turn rigid links
        # about themselves, which a chain's do not
        (((3.0, 0.0), (0.3, 0.0)), ((-1.0, 0.0), (-4.0, 0.0)), Bristle(0.5, 0.05, 2e4, 50.0, 0.0)),
        (((2.9, 0.3), (0.2, 0.1)), ((2.0, -2.0), (1.0, 4.0)), Viscous(0.0)),
    ],
    ids=["in a plane", "in space"],
)
def test_forces_act_alike_on_a_chain_and_on_rigid_bodies(turns, rates, friction):
    t, s, thin = 0.1, np.array([0.3, 1e-4, -2e-4]), segments()
    R = Rotation.from_rotvec([(*turn, 0.0) for turn in turns]).as_matrix()
    R[1] = R[0] @ R[1]
    n, w = R[:, :, 2], np.array([(*rate, 0.0) for rate in rates])
    w -= np.einsum("ki,ki,kj->kj", w, n, n)
    u = np.cross(w, n)
    chain = loaded_chain(CHAIN, thin, forces(friction, thin, (0.0, 0.0)))

    def found(q, v):
        a, sigma, depth, switched = np.zeros(6), np.zeros(3), np.zeros(1), s.copy()
        power, energy = at_state(chain, t, q.copy(), v.copy(), s, a, sigma, depth, switched)
        return a, sigma, depth[0], switched, power, energy

    a, sigma, depth, switched, power, _ = found(n.ravel(), u.ravel())
    thick = rods()
    given = forces(friction, thick, COM)
    joints = (
        Spherical("hip", GROUND.point(), thick[0].point(0.0, 0.0, -COM[0])),
        Spherical("knee", thick[0].point(0.0, 0.0, LENGTH[0] - COM[0]),
                  thick[1].point(0.0, 0.0, -COM[1])),
    )  # fmt: skip
    system = System(thick, joints, [Gravity(), *given])
    system.workspace.at.states[:] = s
    p, velocity = COM[:, None] * n, COM[:, None] * u
    p[1] += LENGTH[0] * n[0]
    velocity[1] += LENGTH[0] * u[0]
    q = system.coordinates({body: (p[k], R[k]) for k, body in enumerate(thick)})
    v = system.rates(q, velocity, np.einsum("kij,ki->kj", R, w))
    terms = system.terms(q, v, t)
    qdd = system.solve(terms).qdd
    h = 1e-4
    ahead, back = (system.state(q + e * v + 0.5 * e * e * qdd, v, t).A[:2, :, 2] for e in (h, -h))
    expected = (ahead - 2.0 * n + back) / h**2
    np.testing.assert_allclose(a.reshape(2, 3), expected, atol=1e-6 * np.abs(expected).max())
    np.testing.assert_allclose(sigma, system.workspace.at.rates, rtol=1e-11, atol=1e-13)
    assert power == pytest.approx(terms.power[1:].sum(), rel=1e-11)
    # the floor is met, and a contact that begins remembers its speed
    assert depth == pytest.approx(FLOOR + RADIUS - LENGTH @ n[:, 2], abs=1e-14)
    assert depth > 1e-3
    np.testing.assert_allclose(switched, [max(0.0, -LENGTH @ u[:, 2]), 0.0, 0.0], atol=1e-14)
    # the power is what the energy grows by
    h = 1e-6
    ahead, back = (
        found(n.ravel() + e * u.ravel() + 0.5 * e * e * a, u.ravel() + e * a)[-1] for e in (h, -h)
    )
    assert (ahead - back) / (2.0 * h) == pytest.approx(power, rel=1e-6)


def test_what_a_chain_cannot_say_is_refused():
    thin = segments()
    beside = QuadraticDrag("sail", thin[1].point(0.1, 0.0, 0.0), 0.5, 1.2)
    with pytest.raises(InputError, match="sail acts beside the line of shank"):
        loaded_chain(CHAIN, thin, [beside])
    with pytest.raises(InputError, match="1 bodies are given for 2 segments"):
        loaded_chain(CHAIN, thin[:1], [])
