"""The chain against closed forms: single pendulum, small swings, conserved momentum."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ambulo.multibody.bvp.boundary_problem import BoundaryProblem
from ambulo.multibody.bvp.boundary_value import solve
from ambulo.multibody.bvp.equations import state_rates
from ambulo.multibody.bvp.initial_value import simulate
from ambulo.multibody.bvp.systems import ChainInAngles, ChainInVectors
from ambulo.multibody.chain.chain import Chain, point_masses, relation_matrix, segment_products
from ambulo.multibody.chain.chain_angles import (
    mass_matrix,
    pack_chain_angles,
    potential_gradient,
    velocity_terms,
)
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.integrators.by_address import in_flight


def test_single_pendulum_of_equation_3_65():
    m, z = 1.3, 0.7
    system = ChainInAngles(Chain.pendulum([z], [m]))
    theta, phi, t, p = 0.8, 0.3, 1.1, -0.7
    rate = state_rates(in_flight(system.packed), np.array([[theta, phi, t, p]]))[0]
    assert rate[2] == pytest.approx(
        STANDARD_GRAVITY / z * math.sin(theta) + p * p * math.sin(theta) * math.cos(theta), abs=1e-9
    )
    assert rate[3] == pytest.approx(-2.0 * t * p / math.tan(theta), abs=1e-9)


def test_double_pendulum_of_equations_3_28_to_3_51():
    m1, m2, l1, z1, z2 = 1.2, 0.8, 0.5, 0.3, 0.4
    chain = Chain(np.array([l1, z2]), np.array([m1, m2]), np.array([0, 1]), np.array([z1, z2]))
    assert relation_matrix(chain) == pytest.approx(np.array([[z1, 0.0], [l1, z2]]))
    C, P = segment_products(chain)
    assert pytest.approx(np.array([m1 * z1 + m2 * l1, m2 * z2])) == P
    k11, k12, k22 = m1 * z1**2 + m2 * l1**2, m2 * l1 * z2, m2 * z2**2
    assert pytest.approx(np.array([[k11, k12], [k12, k22]])) == C
    packed = pack_chain_angles(chain)
    a, b, f, g = 0.7, 1.9, 0.4, -0.9
    x, v = np.array([a, b, f, g]), np.array([0.6, -1.1, 0.8, 0.5])
    M, S, grad = np.empty((4, 4)), np.empty(4), np.empty(4)
    mass_matrix(packed, x, M)
    velocity_terms(packed, x, v, S)
    potential_gradient(packed, x, grad)
    sin, cos, d = math.sin, math.cos, f - g
    assert M[0, 1] == pytest.approx(k12 * (cos(a) * cos(b) * cos(d) + sin(a) * sin(b)))
    assert M[0, 3] == pytest.approx(k12 * cos(a) * sin(b) * sin(d))
    assert M[2, 3] == pytest.approx(k12 * sin(a) * sin(b) * cos(d))
    assert M[2, 2] == pytest.approx(k11 * sin(a) ** 2)
    assert S[0] == pytest.approx(
        k12 * v[1] ** 2 * (sin(a) * cos(b) - cos(a) * sin(b) * cos(d))
        - k11 * v[2] ** 2 * sin(a) * cos(a)
        - k12 * v[3] ** 2 * cos(a) * sin(b) * cos(d)
        + 2 * k12 * v[1] * v[3] * cos(a) * cos(b) * sin(d)
    )
    assert S[3] == pytest.approx(
        -k12 * v[2] ** 2 * sin(a) * sin(b) * sin(d)
        - k12 * v[0] ** 2 * sin(a) * sin(b) * sin(d)
        + k22 * v[1] * v[3] * sin(2 * b)
        + 2 * k12 * v[0] * v[2] * cos(a) * sin(b) * cos(d)
    )
    assert grad[0] == pytest.approx(-STANDARD_GRAVITY * (m1 * z1 + m2 * l1) * sin(a))
    assert grad[2:] == pytest.approx(0.0)


def test_small_swing_has_a_closed_initial_velocity():
    """x(T) = x0 cos wT + v sin(wT) / w, so v follows from the two postures."""
    length, T = 0.8, 0.4
    system = ChainInAngles(Chain.pendulum([length], [1.0]))
    w = math.sqrt(STANDARD_GRAVITY / length)
    x0, x1 = 1e-4, -2e-4
    start = np.array([math.pi - x0, 0.0])
    target = np.array([math.pi - x1, 0.0])
    # phi is a coordinate of a plane swing only away from the pole
    vectors = ChainInVectors(system.chain)
    n = system.directions(np.array([start, target])).reshape(2, 3)
    found = solve(BoundaryProblem(vectors, n[0], n[1], T))
    assert found.converged
    u = vectors.velocity_map(n[0]) @ found.velocity
    assert u[0] == pytest.approx((x1 - x0 * math.cos(w * T)) * w / math.sin(w * T), rel=1e-6)


def test_turning_about_the_vertical_is_conserved():
    rng = np.random.default_rng(0)
    chain = Chain.pendulum([0.3, 0.5, 0.2], [1.0, 2.0, 0.5])
    system = ChainInVectors(chain)
    n = rng.normal(size=(3, 3))
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    run = simulate(system, n.ravel(), rng.normal(size=6), 2.0, frames=20, tolerance=1e-13)
    S, C = 3, segment_products(chain)[0]
    q, u = run.state[:, :9].reshape(-1, S, 3), run.state[:, 9:].reshape(-1, S, 3)
    momentum = np.einsum("fic,fjc,ij->f", q[..., [0]], u[..., [1]], C)
    momentum -= np.einsum("fic,fjc,ij->f", q[..., [1]], u[..., [0]], C)
    assert momentum == pytest.approx(momentum[0], abs=1e-9)


def test_two_point_masses_keep_mass_centre_and_inertia():
    length, mass = np.array([0.4]), np.array([3.0])
    com, gyration = np.array([0.17]), np.array([0.12])
    m, _, z = point_masses(length, mass, com, gyration)
    assert m.sum() == pytest.approx(3.0)
    assert m @ z == pytest.approx(3.0 * 0.17)
    assert m @ z**2 == pytest.approx(3.0 * (0.17**2 + 0.12**2))
