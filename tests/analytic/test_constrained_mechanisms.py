"""Mechanisms against equations of motion derived independently, in minimal coordinates."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from tests.sample_mechanisms import (
    bricard,
    double_pendulum,
    four_bar,
    slider_crank,
    spinning_top,
)

from ambulo.multibody.constrained.integration.stepwise import DOP853
from ambulo.multibody.constrained.integration.treatments import Projection

G = 9.81
ACCURATE = Projection(DOP853(1e-12, 1e-13))
TIGHT = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-13}


def _at(mechanism, motion, k=-1):
    return mechanism.system.state(motion.q[k], motion.v[k], motion.time[k])


def test_double_pendulum_against_lagranges_equations():
    l1, m1, l2, m2 = 1.0, 1.0, 0.8, 0.7
    i1, i2 = m1 * l1**2 / 3.0, m2 * l2**2 / 3.0

    def f(_t, y):
        a, b, p, r = y
        c, s = np.cos(a - b), np.sin(a - b)
        m = np.array([[i1 + m2 * l1**2, 0.5 * m2 * l1 * l2 * c], [0.5 * m2 * l1 * l2 * c, i2]])
        right = [
            -0.5 * m2 * l1 * l2 * s * r**2 - (0.5 * m1 + m2) * G * l1 * np.sin(a),
            0.5 * m2 * l1 * l2 * s * p**2 - 0.5 * m2 * G * l2 * np.sin(b),
        ]
        return [p, r, *np.linalg.solve(m, right)]

    a, b = solve_ivp(f, (0, 10), [0.7, 1.0, 0, 0], **TIGHT).y[:2, -1]
    it = double_pendulum(0.7, 1.0)
    state = _at(it, ACCURATE(it.system, it.q, it.v, 0.0, 10.0))
    elbow = np.array([np.sin(a), 0.0, -np.cos(a)])
    np.testing.assert_allclose(state.R[0], 0.5 * elbow, atol=1e-8)
    lower = elbow + 0.4 * np.array([np.sin(b), 0.0, -np.cos(b)])
    np.testing.assert_allclose(state.R[1], lower, atol=1e-8)


def _reduced(places, masses, inertias, links, theta0, duration):
    """Crank angle after `duration` of a closed loop released from rest.

    `places(theta)` gives points, analytic in theta; a rod runs between `links`. The kinetic energy
    1/2 m(theta) theta_dot^2 and the potential V(theta) are made exact Fourier series.
    """
    n = 1024
    grid = 2.0 * np.pi * np.arange(n) / n
    inertia, potential = np.zeros(n), np.zeros(n)
    for k, theta in enumerate(grid):
        points = places(theta + 1e-200j)
        for (a, b), m, i in zip(links, masses, inertias, strict=True):
            centre = 0.5 * (points[a] + points[b])
            u = points[b] - points[a]
            spin = 0.0
            if a != b:
                du, ur = u.imag / 1e-200, u.real
                spin = (ur[0] * du[1] - ur[1] * du[0]) / (ur @ ur)
            velocity = centre.imag / 1e-200
            inertia[k] += m * velocity @ velocity + i * spin**2
            potential[k] += m * G * centre.real[1]
    wave = np.fft.fftfreq(n, 1.0 / n)

    def series(values):
        c = np.fft.fft(values) / n
        keep = np.abs(c) > 1e-17 * np.abs(c).max()
        c, w = c[keep], wave[keep]
        return (
            lambda x: float((c * np.exp(1j * w * x)).sum().real),
            lambda x: float((1j * w * c * np.exp(1j * w * x)).sum().real),
        )

    (m, dm), (_, dv) = series(inertia), series(potential)

    def f(_t, y):
        return [y[1], -(0.5 * dm(y[0]) * y[1] ** 2 + dv(y[0])) / m(y[0])]

    return solve_ivp(f, (0, duration), [theta0, 0.0], **TIGHT).y[0, -1]


def _rods(masses, lengths):
    return [m * length**2 / 12.0 for m, length in zip(masses, lengths, strict=True)]


def test_four_bar_against_its_closed_form():
    lengths = (1.0, np.sqrt(5.0), np.sqrt(4.25))
    masses = (1.0, 2.0, 1.5)

    def places(theta):
        origin, far = np.zeros(2, dtype=complex), np.array([2.5, 0.0], dtype=complex)
        b = np.array([np.cos(theta), np.sin(theta)])
        d = far - b
        square = d @ d
        along = (lengths[1] ** 2 - lengths[2] ** 2 + square) / (2.0 * square)
        across = np.sqrt(lengths[1] ** 2 / square - along**2)
        c = b + along * d + across * np.array([-d[1], d[0]])
        return origin, b, c, far

    theta = _reduced(
        places, masses, _rods(masses, lengths), [(0, 1), (1, 2), (2, 3)], np.pi / 2, 5.0
    )
    it = four_bar()
    state = _at(it, ACCURATE(it.system, it.q, it.v, 0.0, 5.0))
    points = [p.real for p in places(theta)]
    for k in range(3):
        np.testing.assert_allclose(state.R[k][[0, 2]], 0.5 * (points[k] + points[k + 1]), atol=1e-8)


def test_slider_crank_against_its_closed_form():
    masses, lengths = (1.0, 2.0, 1.5), (0.5, 1.3, 0.0)

    def places(theta):
        pin = 0.5 * np.array([np.cos(theta), np.sin(theta)])
        piston = np.array([pin[0] + np.sqrt(1.3**2 - pin[1] ** 2), 0.0 * pin[1]])
        return np.zeros(2, dtype=complex), pin, piston

    theta = _reduced(
        places,
        masses,
        _rods(masses, lengths),
        [(0, 1), (1, 2), (2, 2)],
        np.arctan2(0.4, 0.3),
        5.0,
    )
    it = slider_crank()
    state = _at(it, ACCURATE(it.system, it.q, it.v, 0.0, 5.0))
    points = [p.real for p in places(theta)]
    np.testing.assert_allclose(state.R[0][[0, 2]], 0.5 * points[1], atol=1e-8)
    np.testing.assert_allclose(state.R[2][[0, 2]], points[2], atol=1e-8)


def test_bricard_takes_the_time_of_its_energy_integral():
    """Time between two postures is the integral of sqrt(m / (2 (E - V))) along the path.

    The path is traced with the loop's own hinge angles (product of exponentials), not with ours.
    """
    corners = np.array(
        [[0, 0, 0], [1, 0, 0], [1, -1, 0], [1, -1, 1], [0, -1, 1], [0, 0, 1]], dtype=float
    )
    sides = np.roll(corners, -1, axis=0) - corners
    axes = np.array([np.cross(sides[k - 1], sides[k]) for k in range(6)])

    def turned(angles):
        """Hinge axes and corners after turning the links one after the other."""
        rotation, place = np.eye(3), corners[0].copy()
        axis, at, inertia_axes = [], [], []
        for k in range(6):
            axis.append(rotation @ axes[k])
            at.append(place)
            rotation = rotation @ _about(axes[k], angles[k])
            place = place + rotation @ sides[k]
            inertia_axes.append(rotation @ sides[k])
        return np.array(axis), np.array(at), np.array(inertia_axes), rotation

    def null(angles):
        axis, at, links, _ = turned(angles)
        jacobian = np.vstack([axis.T, np.cross(at, axis).T])
        return np.linalg.svd(jacobian)[2][-1], axis, at, links

    def measure(angles, n):
        _, axis, at, links = null(angles)
        mass = potential = 0.0
        omega = np.zeros(3)
        for k in range(5):
            omega = omega + n[k] * axis[k]
            centre = at[k] + 0.5 * links[k]
            velocity = sum(n[j] * np.cross(axis[j], centre - at[j]) for j in range(k + 1))
            across = omega - (omega @ links[k]) * links[k]
            axial = omega @ links[k]
            mass += velocity @ velocity + (across @ across + 1e-2 * axial**2) / 12.0
            potential += G * centre[2]
        return mass, potential

    state = {"n": null(np.zeros(6))[0]}
    if measure(1e-4 * state["n"], state["n"])[1] > measure(np.zeros(6), state["n"])[1]:
        state["n"] = -state["n"]
    first = state["n"].copy()

    def direction(_s, angles):
        n = null(angles)[0]
        n = n if n @ first > 0 else -n
        return n

    path = solve_ivp(
        direction,
        (0.0, 0.9),
        np.zeros(6),
        method="DOP853",
        rtol=1e-12,
        atol=1e-13,
        dense_output=True,
    )
    total = measure(np.zeros(6), first)[1]

    def pace(u):
        # s = u^2 takes the square-root singularity at rest away
        s = u * u
        angles = path.sol(s)
        n = direction(s, angles)
        mass, potential = measure(angles, n)
        return 2.0 * u * np.sqrt(mass / (2.0 * (total - potential)))

    end = 0.8
    duration = quad(pace, 1e-9, np.sqrt(end), epsabs=1e-11, epsrel=1e-11, limit=200)[0]
    it = bricard()
    motion = ACCURATE(it.system, it.q, it.v, 0.0, duration)
    angles = path.sol(end)
    _, at, links, _ = turned(angles)
    state_end = _at(it, motion)
    for k in range(5):
        np.testing.assert_allclose(state_end.R[k], at[k] + 0.5 * links[k], atol=1e-8)


def _about(axis, angle):
    x, y, z = axis
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * skew + (1 - np.cos(angle)) * skew @ skew


def test_spinning_top_against_its_euler_angles():
    i1, i3, m, h = 0.012 + 0.2**2, 0.003, 1.0, 0.2
    spin, tilt = 60.0, 0.5

    def f(_t, y):
        theta, phi_dot, theta_dot = y[1], y[2], y[3]
        s, c = np.sin(theta), np.cos(theta)
        phi_ddot = (i3 * spin - 2.0 * i1 * c * phi_dot) * theta_dot / (i1 * s)
        theta_ddot = (i1 * c * phi_dot**2 - i3 * spin * phi_dot + m * G * h) * s / i1
        return [phi_dot, theta_dot, phi_ddot, theta_ddot]

    phi, theta = solve_ivp(f, (0, 5), [0.0, tilt, 0.0, 0.0], **TIGHT).y[:2, -1]
    it = spinning_top(spin, tilt)
    state = _at(it, ACCURATE(it.system, it.q, it.v, 0.0, 5.0))
    axis = [np.sin(phi) * np.sin(theta), -np.cos(phi) * np.sin(theta), np.cos(theta)]
    np.testing.assert_allclose(state.A[0][:, 2], axis, atol=1e-8)


def test_spinning_top_precesses_steadily():
    spin, i1, i3, h, tilt = 300.0, 0.012 + 0.2**2, 0.003, 0.2, 0.5
    it = spinning_top(spin, tilt)
    # slow precession p: i1 cos(tilt) p^2 - i3 spin p + m g h = 0 (Goldstein 1980, section 5.7)
    precession = float(np.min(np.roots([i1 * np.cos(tilt), -i3 * spin, G * h]).real))
    attitude = it.system.state(it.q, it.v, 0.0).A[0]
    omega = attitude.T @ np.array([0.0, 0.0, precession])
    omega[2] = spin
    centre_velocity = np.cross([0.0, 0.0, precession], h * attitude[:, 2])
    v = it.system.rates(it.q, centre_velocity[None], omega[None])
    motion = ACCURATE(it.system, it.q, v, 0.0, 1.0)
    for k in range(0, len(motion.time), 50):
        axis = it.system.state(motion.q[k], motion.v[k], 0.0).A[0][:, 2]
        angle = precession * motion.time[k]
        expected = [np.sin(angle) * np.sin(tilt), -np.cos(angle) * np.sin(tilt), np.cos(tilt)]
        assert axis == pytest.approx(expected, abs=1e-8)
