"""The planar equations of Al Nazer (2006) against the spatial ones, and the chain's limits."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from ambulo.math.compilation import compiled
from ambulo.math.entries import matrix, vector
from ambulo.multibody.constrained.body import GROUND
from ambulo.multibody.constrained.forces.applied import Gravity
from ambulo.multibody.constrained.initial_conditions import assemble
from ambulo.multibody.constrained.integration.treatments import GeneralisedAlpha
from ambulo.multibody.constrained.joints import Revolute
from ambulo.multibody.flexible.craig_bampton import Modes, craig_bampton
from ambulo.multibody.flexible.flexible_system import FlexibleSystem
from ambulo.multibody.flexible.floating_frame import flexible_body, inertia, shape_integrals
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.materials import Isotropic, isotropic_bone
from ambulo.multibody.flexible.sections import Section
from ambulo.multibody.flexible.timoshenko_beam import beam
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo_studies.heel_raise_model import MASSES, SHANK_SECTION, Assumptions, heel_raise
from ambulo_studies.planar_links.chain import Chain, Hinge, beam_points, ground_point, run
from ambulo_studies.planar_links.equations import link_inertia
from ambulo_studies.planar_links.link import flexible_link

SOFT = Isotropic(2e6, 0.3, 1000.0)  # so soft that it visibly bends


def _inertia(mass, static, linear, xx, xs, ss, A, w, q, qd, M, Q):
    inertia(mass, static, linear, xx, xs, ss, matrix(A), vector(w), q, qd, M, Q)


def test_plane_and_space_give_one_mass_matrix_and_one_quadratic_term():
    made = beam(
        np.linspace(0.0, 0.4, 9), lambda z: Section(0.02 + 0.02 * z, 0.015), isotropic_bone(1900.0)
    )
    interfaces = [Interface(f"{k}", np.array([k]), made.elements.nodes[k]) for k in (0, 4, 8)]
    body, shapes = flexible_link(craig_bampton(made.elements, interfaces, 0), 0.0)
    modes = Modes(made.elements, shapes, np.sqrt(body.stiffness) / (2 * np.pi), ())
    s = shape_integrals(modes)
    rng = np.random.default_rng(1)
    nf, theta, rate = body.nf, 0.7, 3.0
    q, qd = 1e-3 * rng.normal(size=nf), rng.normal(size=nf)
    M, Q = np.empty((3 + nf, 3 + nf)), np.empty(3 + nf)
    link_inertia(body, theta, rate, q, qd, M, Q)
    # planar axes are x and z: the angle from x to z turns about -y
    c, sn = np.cos(theta), np.sin(theta)
    A = np.array([[c, 0.0, -sn], [0.0, 1.0, 0.0], [sn, 0.0, c]])
    M6, Q6 = np.empty((6 + nf, 6 + nf)), np.empty(6 + nf)
    compiled(_inertia)(
        s.mass,
        s.static,
        np.ascontiguousarray(s.linear),
        s.xx.ravel(),
        s.xs.reshape(-1, 9),
        s.ss.reshape(nf, nf, 9),
        A.ravel(),
        np.array([0.0, -rate, 0.0]),
        q,
        qd,
        M6,
        Q6,
    )
    keep, sign = np.r_[0, 2, 4, 6 : 6 + nf], np.r_[1.0, 1.0, -1.0, np.ones(nf)]
    size = np.abs(M6).max()
    np.testing.assert_allclose(M6[np.ix_(keep, keep)] * np.outer(sign, sign), M, atol=1e-12 * size)
    np.testing.assert_allclose(Q6[keep] * sign, Q, atol=1e-11 * np.abs(Q).max())


def test_quadratic_terms_follow_from_the_mass_matrix():
    made = beam(np.linspace(0.0, 0.4, 5), lambda _z: Section(0.02, 0.015), isotropic_bone(1900.0))
    interfaces = [Interface(f"{k}", np.array([k]), made.elements.nodes[k]) for k in (0, 4)]
    body, _ = flexible_link(craig_bampton(made.elements, interfaces, 0), 0.0)
    nf = body.nf
    rng = np.random.default_rng(2)
    x, v = np.r_[rng.normal(size=3), 1e-2 * rng.normal(size=nf)], rng.normal(size=3 + nf)

    def terms(x):
        M, Q = np.empty((3 + nf, 3 + nf)), np.empty(3 + nf)
        link_inertia(body, x[2], v[2], x[3:], v[3:], M, Q)
        return M, Q

    h = 1e-6
    turning = (terms(x + h * v)[0] - terms(x - h * v)[0]) @ v / (2 * h)
    gradient = [
        0.5 * v @ (terms(x + h * e)[0] - terms(x - h * e)[0]) @ v / (2 * h) for e in np.eye(3 + nf)
    ]
    expected = np.array(gradient) - turning
    np.testing.assert_allclose(terms(x)[1], expected, atol=1e-7 * np.abs(expected).max())


def free_flight(t, x, body):
    nf = body.nf
    M, Q = np.empty((3 + nf, 3 + nf)), np.empty(3 + nf)
    q, v = x[: 3 + nf], x[3 + nf :]
    link_inertia(body, q[2], v[2], q[3:], v[3:], M, Q)
    Q[3:] -= body.stiffness * q[3:]
    return M, v, Q


def test_free_flight_keeps_energy_and_momentum():
    made = beam(np.linspace(0.0, 0.4, 5), lambda _z: Section(0.02, 0.015), SOFT)
    interfaces = [Interface(f"{k}", np.array([k]), made.elements.nodes[k]) for k in (0, 4)]
    body, _ = flexible_link(craig_bampton(made.elements, interfaces, 0))
    rng = np.random.default_rng(3)
    start = np.r_[
        rng.normal(size=3), 3e-3 * rng.normal(size=body.nf), 3 * rng.normal(size=3),
        0.1 * rng.normal(size=body.nf),
    ]  # fmt: skip

    def rate(t, x):
        M, v, Q = free_flight(t, x, body)
        return np.r_[v, np.linalg.solve(M, Q)]

    end = solve_ivp(rate, (0.0, 0.3), start, method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]

    def kept(x):
        M, v, _ = free_flight(0.0, x, body)
        p = M @ v
        elastic = x[3 : 3 + body.nf]
        return np.r_[
            0.5 * v @ p + 0.5 * elastic @ (body.stiffness * elastic),
            p[:2], p[2] + x[0] * p[1] - x[1] * p[0],
        ]  # fmt: skip

    assert np.abs(end[2] - start[2]) > 0.3  # it drivers, and its modes go round several times
    assert 0.3 * np.sqrt(body.stiffness.min()) > 6 * np.pi
    np.testing.assert_allclose(kept(end), kept(start), rtol=1e-8)


@pytest.mark.exhaustive
def test_plane_and_space_swing_alike():
    """One flexible pendulum as a planar chain and among the spatial layer's bodies."""
    made = beam(np.linspace(0.0, 0.4, 5), lambda _z: Section(0.02, 0.015), SOFT)
    ends = [Interface(n, np.array([k]), made.elements.nodes[k]) for n, k in (("a", 0), ("b", 4))]
    components = craig_bampton(made.elements, ends, 0)
    body, shapes = flexible_link(components)
    at = beam_points(made, shapes, 0)
    chain = Chain((body,), (Hinge(ground_point(0.0, 0.0), at(0, 0.0)),), gravity=STANDARD_GRAVITY)
    # standing on its hinge and leaning, at rest
    lean = 0.7
    q = np.zeros(3 + body.nf)
    q[2] = -lean
    planar = run(chain, q, 0.06, 2e-3, 0.8)

    modes = Modes(made.elements, shapes, np.sqrt(body.stiffness) / (2 * np.pi), tuple(ends))
    spatial = flexible_body("pendulum", modes)
    c, s = np.cos(lean), np.sin(lean)
    axes = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])  # hinge along y
    pin = Revolute("pin", GROUND.frame(axes=axes), spatial.at("a").frame(axes=axes))
    system = FlexibleSystem([], [spatial], [pin], [Gravity()])
    turned = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
    begun = assemble(system, system.coordinates({spatial.frame: (np.zeros(3), turned)}))
    motion = GeneralisedAlpha(2e-3, 0.8)(system, begun.q, begun.v, 0.0, 0.06)
    tip = system.state(motion.q[-1], motion.v[-1], 0.06).of(spatial.at("b").point())[0]
    end = planar.q[-1]
    point = at(4, 0.0)
    u = point.place + point.shape @ end[3:]
    c, s = np.cos(end[2]), np.sin(end[2])
    ours = end[:2] + np.array([c * u[0] - s * u[1], s * u[0] + c * u[1]])
    assert np.abs(point.shape @ end[3:]).max() > 1e-3  # bends by more than a millimetre
    # one method and step for both, so that only its tolerances stand between them
    np.testing.assert_allclose(ours, tip[[0, 2]], atol=1e-7)


def test_standing_carries_the_weight_and_raised_too():
    made = heel_raise()
    weight = sum(MASSES.values()) * STANDARD_GRAVITY
    time = made.motion.time
    assert made.reaction[int(np.searchsorted(time, 0.25))] == pytest.approx(weight, rel=0.001)
    # nearly at rest at both ends: the impulse of the ground is the weight's
    rising = (time > 0.25) & (time < 1.28)
    assert made.reaction[rising].mean() == pytest.approx(weight, rel=0.001)
    assert made.heel[int(np.searchsorted(time, 1.28))] > 0.02
    assert made.motion.violation.max() < 1e-12


def test_mid_shank_carries_the_muscles_and_what_is_above():
    made = heel_raise()
    at = int(np.searchsorted(made.motion.time, 1.28))
    pressed = -0.5 * (made.anterior[at, 2] + made.posterior[at, 2])
    force = pressed * made.material.young * SHANK_SECTION.area
    above = MASSES["body"] + MASSES["thigh"] + 0.5 * MASSES["shank"]
    expected = above * STANDARD_GRAVITY + made.motion.pulls[at].sum()
    # shank and tendons lean by a few degrees against the vertical
    assert force == pytest.approx(expected, rel=0.02)


def test_a_shank_stiffened_a_million_times_moves_as_a_rigid_one():
    stiff, rigid = heel_raise(stiffer=1e6), heel_raise(modes=0)
    size = 0.5  # m: of the leg's segments
    np.testing.assert_allclose(stiff.heel, rigid.heel, atol=1e-6 * size)
    np.testing.assert_allclose(stiff.shank_angle, rigid.shank_angle, atol=1e-6)
    landing = rigid.motion.time > Assumptions().times[2]
    weight = sum(MASSES.values()) * STANDARD_GRAVITY
    np.testing.assert_allclose(
        stiff.reaction[~landing], rigid.reaction[~landing], atol=1e-5 * weight
    )
    assert 0.0 < np.abs(1e6 * stiff.anterior).max() < 1e-2  # strain a million times less


@pytest.mark.exhaustive
def test_without_muscles_nothing_moves():
    made = heel_raise(Assumptions(muscle_force=0.0))
    late = made.motion.time > 0.2
    assert np.ptp(made.heel[late]) < 1e-4
    assert np.abs(made.motion.v[-1]).max() < 1e-3
