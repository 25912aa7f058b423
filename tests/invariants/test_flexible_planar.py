"""The planar equations of Al Nazer (2006) against the spatial ones, and the chain's limits."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.flexible.craig_bampton import Modes, craig_bampton
from ambulo.flexible.floating_frame import inertia
from ambulo.flexible.floating_frame_planar import planar_body, planar_inertia
from ambulo.flexible.heel_raise import MASSES, Assumptions, heel_raise
from ambulo.flexible.interface import Interface
from ambulo.flexible.materials import bone_of_2006
from ambulo.flexible.sections import Section
from ambulo.flexible.shape_integrals import shape_integrals
from ambulo.flexible.timoshenko_beam import beam
from ambulo.records import STANDARD_GRAVITY


def test_plane_and_space_give_one_mass_matrix_and_one_quadratic_term():
    made = beam(
        np.linspace(0.0, 0.4, 9), lambda z: Section(0.02 + 0.02 * z, 0.015), bone_of_2006(1900.0)
    )
    interfaces = [Interface(f"{k}", np.array([k]), made.elements.nodes[k]) for k in (0, 4, 8)]
    body, shapes = planar_body(craig_bampton(made.elements, interfaces, 0), 0.0)
    modes = Modes(made.elements, shapes, np.sqrt(body.stiffness) / (2 * np.pi), ())
    s = shape_integrals(modes)
    rng = np.random.default_rng(1)
    nf, theta, rate = body.nf, 0.7, 3.0
    q, qd = 1e-3 * rng.normal(size=nf), rng.normal(size=nf)
    M, Q = np.empty((3 + nf, 3 + nf)), np.empty(3 + nf)
    planar_inertia(
        body.mass, body.first, body.rotary, body.linear, body.skew, body.swirl, body.radial,
        body.modal_mass, theta, rate, q, qd, M, Q,
    )  # fmt: skip
    # planar axes are x and z: the angle from x to z turns about -y
    c, sn = np.cos(theta), np.sin(theta)
    A = np.array([[c, 0.0, -sn], [0.0, 1.0, 0.0], [sn, 0.0, c]])
    M6, Q6 = np.empty((6 + nf, 6 + nf)), np.empty(6 + nf)
    inertia(
        s.mass, s.static, s.linear, s.xx, s.xs, s.ss, A, np.array([0.0, -rate, 0.0]), q, qd, M6, Q6
    )
    keep, sign = np.r_[0, 2, 4, 6 : 6 + nf], np.r_[1.0, 1.0, -1.0, np.ones(nf)]
    size = np.abs(M6).max()
    np.testing.assert_allclose(M6[np.ix_(keep, keep)] * np.outer(sign, sign), M, atol=1e-12 * size)
    # the rotary inertia of sections about y counts points across the plane, which carry no y^2
    np.testing.assert_allclose(Q6[keep] * sign, Q, atol=1e-11 * np.abs(Q).max())


def test_quadratic_terms_follow_from_the_mass_matrix():
    made = beam(np.linspace(0.0, 0.4, 5), lambda _z: Section(0.02, 0.015), bone_of_2006(1900.0))
    interfaces = [Interface(f"{k}", np.array([k]), made.elements.nodes[k]) for k in (0, 4)]
    body, _ = planar_body(craig_bampton(made.elements, interfaces, 0), 0.0)
    nf = body.nf
    rng = np.random.default_rng(2)
    x, v = np.r_[rng.normal(size=3), 1e-2 * rng.normal(size=nf)], rng.normal(size=3 + nf)

    def terms(x):
        M, Q = np.empty((3 + nf, 3 + nf)), np.empty(3 + nf)
        planar_inertia(
            body.mass, body.first, body.rotary, body.linear, body.skew, body.swirl, body.radial,
            body.modal_mass, x[2], v[2], x[3:], v[3:], M, Q,
        )  # fmt: skip
        return M, Q

    h = 1e-6
    turning = (terms(x + h * v)[0] - terms(x - h * v)[0]) @ v / (2 * h)
    gradient = [
        0.5 * v @ (terms(x + h * e)[0] - terms(x - h * e)[0]) @ v / (2 * h) for e in np.eye(3 + nf)
    ]
    expected = np.array(gradient) - turning
    np.testing.assert_allclose(terms(x)[1], expected, atol=1e-7 * np.abs(expected).max())


def test_standing_carries_the_weight_and_raised_too():
    made = heel_raise()
    weight = sum(MASSES.values()) * STANDARD_GRAVITY
    time = made.motion.time
    for t in (0.25, 1.28):
        at = int(np.searchsorted(time, t))
        assert made.reaction[at] == pytest.approx(weight, rel=0.01)
    assert made.heel[int(np.searchsorted(time, 1.28))] > 0.02
    assert made.motion.violation.max() < 1e-9


def test_strain_falls_and_motion_stays_as_the_shank_stiffens():
    soft, stiff = heel_raise(), heel_raise(stiffer=1e6)
    at = int(np.searchsorted(soft.motion.time, 1.28))
    # a shank a million times stiffer strains a million times less under the same loads
    assert 1e6 * stiff.anterior[at, 2] == pytest.approx(soft.anterior[at, 2], rel=0.01)
    assert stiff.heel[at] == pytest.approx(soft.heel[at], rel=0.01)


def test_without_muscles_nothing_moves():
    made = heel_raise(Assumptions(muscle_force=0.0))
    late = made.motion.time > 0.2
    assert np.ptp(made.heel[late]) < 1e-4
    assert np.abs(made.motion.v[-1]).max() < 1e-3
