"""A first path between two postures: of least action for a chain, else the straight way."""

from __future__ import annotations

import numpy as np
from scipy.linalg import solve_banded

from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Path
from ambulo.multibody.bvp.discrete_action import least_action_path
from ambulo.multibody.bvp.equations import state_rates
from ambulo.multibody.bvp.systems import ChainInVectors
from ambulo.multibody.chain.chain_vectors import tangent_basis

_ITERATIONS = 200
_SLOPE = 1e-9
_FARTHEST = 3.0  # rad, m: a fall beyond that is no guess


def straight_path(problem: BoundaryProblem, pieces: int, bend: FloatArray | None = None) -> Path:
    """Path at constant velocity, every joint or segment the short way, in equal intervals.

    Args:
        problem: start, target and time.
        pieces: intervals m.
        bend: (dim,) minimal displacement added in the middle, half a sine over the time.

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

    For a chain in unit vectors it makes the discrete action least, with the velocities of the
    discrete Legendre transform (Marsden & West 2001, 1.5.2), exact to second order; passive joint
    moments are left out. Any other system goes the straight way and falls from it once, as its
    equations of motion say along that way (a Picard iteration).

    Args:
        problem: start, target and time.
        pieces: intervals m.
        bend: (dim,) of the straight way before the action is made least, to find other minima.

    Returns:
        The path; only a guess.
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
    rates = state_rates(system.packed, np.array(states))
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
