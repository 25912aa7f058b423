"""A first path between two postures: of least action for a chain, otherwise straight.

Without friction the true motion makes the action, the integral of K - P, stationary (Patel 2004,
section 1.2.3). On the product of spheres the action is bounded below, and has a minimum for every
pair of postures and every time (Tonelli 1921). So a chain without damping and stops always has a
ballistic solution. The path is divided into equal intervals with the discrete Lagrangian of the
symplectic method RATTLE. Newton's method with a Levenberg shift minimises the discrete action,
whose Hessian is block tridiagonal.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.linalg import solve_banded

from ambulo.math.arrays import FloatArray
from ambulo.math.banded_cholesky import factorise_band, substitute_band
from ambulo.math.compilation import compiled, inner
from ambulo.math.entries import copy_rows, put_vector_at, vector_at
from ambulo.math.vectors import Vector3, add, dot, scale, subtract
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Path
from ambulo.multibody.bvp.equations import state_rates
from ambulo.multibody.bvp.systems import ChainInVectors
from ambulo.multibody.chain.chain_vectors import VectorChain, tangent_basis, tangents
from ambulo.multibody.integrators.by_address import in_flight


@inner
def _ahead(n: FloatArray, k: int, i: int) -> Vector3:
    """Chord of direction i from node k to the next."""
    return subtract(vector_at(n[k + 1], i), vector_at(n[k], i))


@inner
def _action(system: VectorChain, n: FloatArray, h: float) -> float:
    """Discrete action [J*s] of the path n (nodes, S, 3), gravity only."""
    total = 0.0
    for k in range(len(n) - 1):
        for i in range(n.shape[1]):
            d = _ahead(n, k, i)
            for j in range(n.shape[1]):
                total += 0.5 / h * system.C[i, j] * dot(d, _ahead(n, k, j))
            if k > 0:
                total += h * dot(vector_at(system.weight, i), vector_at(n[k], i))
    return total


@inner
def _bases(n: FloatArray, B: FloatArray) -> None:
    """Fill B (nodes, S, 2, 3) with tangent bases."""
    for k in range(n.shape[0]):
        for i in range(n.shape[1]):
            first, second = tangents(vector_at(n[k], i))
            put_vector_at(B[k, i], 0, first)
            put_vector_at(B[k, i], 1, second)


@inner
def _coupling(C: FloatArray, P: FloatArray, Q: FloatArray, factor: float, out: FloatArray) -> None:
    """Fill out (2S, 2S) with factor * C_ij P_i^T Q_j for tangent bases P and Q (S, 2, 3)."""
    S = C.shape[0]
    for i in range(S):
        for j in range(S):
            for a in range(2):
                for b in range(2):
                    along = dot(vector_at(P[i], a), vector_at(Q[j], b))
                    out[2 * i + a, 2 * j + b] = factor * C[i, j] * along


@inner
def _gradient(
    system: VectorChain,
    n: FloatArray,
    B: FloatArray,
    h: float,
    g: FloatArray,
    gradient: FloatArray,
) -> float:
    """Fill g (nodes, S, 3) and its tangent part (inner, 2S); return the largest, scaled to rad."""
    S = n.shape[1]
    worst = 0.0
    for k in range(1, n.shape[0] - 1):
        for i in range(S):
            slope = scale(h, vector_at(system.weight, i))
            for j in range(S):
                bent = subtract(_ahead(n, k - 1, j), _ahead(n, k, j))
                slope = add(slope, scale(system.C[i, j] / h, bent))
            put_vector_at(g[k], i, slope)
            for b in range(2):
                x = dot(vector_at(B[k, i], b), slope)
                gradient[k - 1, 2 * i + b] = x
                worst = max(worst, abs(x) * h / system.C[i, i])
    return worst


@inner
def _turn(n: FloatArray, B: FloatArray, step: FloatArray, trial: FloatArray) -> None:
    """Fill the interior of trial with n moved by step (inner, 2S) in the tangent bases."""
    for k in range(1, n.shape[0] - 1):
        for i in range(n.shape[1]):
            x = vector_at(n[k], i)
            for b in range(2):
                x = add(x, scale(step[k - 1, 2 * i + b], vector_at(B[k, i], b)))
            put_vector_at(trial[k], i, scale(1.0 / math.sqrt(dot(x, x)), x))


@inner
def _fill_hessian(
    system: VectorChain, n: FloatArray, B: FloatArray, g: FloatArray, h: float, shift: float,
    block: FloatArray, band: FloatArray,
) -> None:  # fmt: skip
    """Fill the lower band of the action's Hessian, with shift times inertia on its diagonal."""
    inner, dim = len(n) - 2, len(block)
    band[:] = 0.0
    for k in range(inner):
        _coupling(system.C, B[k + 1], B[k + 1], 2.0 / h, block)
        for m in range(dim):
            i = m // 2
            # directions stay of unit length
            block[m, m] += shift * system.C[i, i] / h
            block[m, m] -= dot(vector_at(n[k + 1], i), vector_at(g[k + 1], i))
            for b in range(m + 1):
                band[k * dim + b, m - b] = block[m, b]
        if k + 1 < inner:
            _coupling(system.C, B[k + 1], B[k + 2], -1.0 / h, block)
            for m in range(dim):
                for b in range(dim):
                    band[k * dim + m, dim + b - m] = block[m, b]


@compiled
def least_action_path(
    system: VectorChain,
    n: FloatArray,
    duration: float,
    most_iterations: int,
    slope: float,
) -> tuple[bool, int]:
    """Move the interior nodes of n (nodes, S, 3) to a minimum of the action, in place.

    Args:
        system: chain in unit vectors; passive joint moments are ignored.
        n: first path; its ends do not change.
        duration: s.
        most_iterations: largest number of steps.
        slope: gradient, divided by the weight of an angle, below which the path counts as
            stationary.

    Returns:
        Whether the gradient fell below `slope`, and the number of iterations.
    """
    nodes, S = n.shape[0], n.shape[1]
    inner, dim = nodes - 2, 2 * S
    h = duration / (nodes - 1)
    B, g = np.empty((nodes, S, 2, 3)), np.empty((nodes, S, 3))
    band, block = np.empty((inner * dim, 2 * dim)), np.empty((dim, dim))
    gradient, step = np.empty((inner, dim)), np.empty((inner, dim))
    trial = n.copy()
    action = _action(system, n, h)
    shift = 0.0
    for iteration in range(most_iterations):
        _bases(n, B)
        worst = _gradient(system, n, B, h, g, gradient)
        if worst < slope:
            return True, iteration
        accepted = False
        for _ in range(40):
            _fill_hessian(system, n, B, g, h, shift, block, band)
            factorise_band(band)
            if math.isfinite(band[-1, 0]):
                for k in range(inner):
                    for m in range(dim):
                        step[k, m] = -gradient[k, m]
                substitute_band(band, step.reshape(inner * dim, 1))
                _turn(n, B, step, trial)
                new = _action(system, trial, h)
                # the last steps drown in the rounding of the action itself
                promised = 0.0
                for k in range(inner):
                    for m in range(dim):
                        promised += gradient[k, m] * step[k, m]
                if new <= action + 1e-4 * promised + 1e-13 * abs(action):
                    accepted = True
                    break
            shift = max(4.0 * shift, 1e-3)
        if not accepted:
            return False, iteration
        copy_rows(trial.reshape(nodes, 3 * S), n.reshape(nodes, 3 * S))
        action = new
        shift = 0.0 if shift < 1e-3 else 0.25 * shift
    return False, most_iterations


_ITERATIONS = 200
_SLOPE = 1e-9
_FARTHEST = 3.0  # rad, m: a fall beyond that is no guess


def straight_path(problem: BoundaryProblem, pieces: int, bend: FloatArray | None = None) -> Path:
    """Path at constant velocity in equal intervals; every joint or segment takes the shorter way.

    Args:
        problem: gives start, target and time.
        pieces: number m of intervals.
        bend: (dim,) minimal displacement to add in the middle, as half a sine over time.

    Returns:
        The path.
    """
    system = problem.system
    way = system.straight(problem.start, problem.target)
    bent = np.zeros_like(way) if bend is None else bend
    part = np.linspace(0.0, 1.0, pieces + 1)[:, np.newaxis]
    displacement = part * way + np.sin(np.pi * part) * bent
    q = np.array([system.moved(problem.start, d) for d in displacement])
    q[0], q[-1] = problem.start, problem.target
    steps = [system.straight(q[k], q[k + 1]) for k in range(pieces)]
    return Path(q, np.array(steps) * (pieces / problem.duration))


def first_path(problem: BoundaryProblem, pieces: int = 32, bend: FloatArray | None = None) -> Path:
    """Path from start to target in equal intervals of time.

    For a chain in unit vectors, the path minimises the discrete action, without passive joint
    moments. Its velocities come from the discrete Legendre transform (Marsden & West 2001, 1.5.2)
    and are exact to second order. For any other system, one Picard iteration corrects the straight
    path by the equations of motion.

    Args:
        problem: gives start, target and time.
        pieces: number m of intervals.
        bend: (dim,) of the straight path before the minimisation, to find other minima.

    Returns:
        The path, as a first approximation.
    """
    system, h = problem.system, problem.duration / pieces
    if not isinstance(system, ChainInVectors):
        return _fallen(problem, straight_path(problem, pieces, bend))
    way = system.straight(problem.start, problem.target)
    part = np.linspace(0.0, 1.0, pieces + 1)[:, np.newaxis]
    bent = 0.0 if bend is None else np.sin(np.pi * part) * bend
    q = system.moved_many(problem.start, part * way + bent)
    q[-1] = problem.target
    n = q.reshape(pieces + 1, -1, 3)
    least_action_path(system.packed, n, problem.duration, _ITERATIONS, _SLOPE)
    return Path(q, _discrete_velocities(system, n, h))


def _fallen(problem: BoundaryProblem, path: Path) -> Path:
    """The path after one Picard iteration: it falls as the equations say along the straight way."""
    system, h = problem.system, problem.duration / len(path.c)
    states = [system.state(q, c) for q, c in zip(path.q[:-1], path.c, strict=True)]
    rates = state_rates(in_flight(system.packed), np.array(states))
    a = np.array([system.minimal_velocity(rate) for rate in rates])
    # second differences of the fall d are h^2 a, with d = 0 at both ends
    inner = len(path.c) - 1
    band = np.ones((3, inner))
    band[1] = -2.0
    d = np.zeros((len(path.q), system.dim))
    d[1:-1] = solve_banded((1, 1), band, h * h * a[1:])
    if not np.all(np.isfinite(d)) or np.max(np.abs(d)) > _FARTHEST:
        return path
    q = np.array([system.moved(x, fall) for x, fall in zip(path.q, d, strict=True)])
    q[0], q[-1] = problem.start, problem.target
    slope = np.gradient(d, h, axis=0, edge_order=2)[:-1]
    return Path(q, path.c + slope)


def _discrete_velocities(system: ChainInVectors, n: FloatArray, h: float) -> FloatArray:
    """Minimal velocities (m, dim) at the nodes n (m + 1, S, 3) but the last, h [s] apart."""
    C = system.packed.C
    momentum = np.einsum("ij,kjc->kic", C, np.diff(n, axis=0)) / h - 0.5 * h * system.packed.weight
    basis = tangent_basis(n[:-1])
    nodes, dim = len(basis), system.dim
    M = np.einsum("ij,kica,kjcb->kiajb", C, basis, basis).reshape(nodes, dim, dim)
    p = np.einsum("kica,kic->kia", basis, momentum).reshape(nodes, dim, 1)
    return np.asarray(np.linalg.solve(M, p)[..., 0])
