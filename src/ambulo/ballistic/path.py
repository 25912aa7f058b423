"""A first path between two postures: of least action for a chain, else the straight way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.ballistic.boundary_problem import BoundaryProblem
from ambulo.ballistic.discrete_action import least_action_path
from ambulo.ballistic.systems import ChainInVectors
from ambulo.records import FloatArray

__all__ = ["Path", "discrete_velocities", "first_path", "straight_path"]

_ITERATIONS = 200
_SLOPE = 1e-9


@dataclass(frozen=True, eq=False)
class Path:
    """Postures q (m + 1, nq) at equal times and minimal velocities c (m, dim) at all but the last."""

    q: FloatArray
    c: FloatArray


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
    q = np.array(
        [
            system.moved(problem.start, way * (k / pieces) + np.sin(np.pi * k / pieces) * bent)
            for k in range(pieces + 1)
        ]
    )
    q[0], q[-1] = problem.start, problem.target
    steps = [system.straight(q[k], q[k + 1]) for k in range(pieces)]
    return Path(q, np.array(steps) * (pieces / problem.duration))


def first_path(problem: BoundaryProblem, pieces: int = 32, bend: FloatArray | None = None) -> Path:
    """Path from start to target in equal intervals of time.

    For a chain in unit vectors it makes the discrete action least, with the velocities of the
    discrete Legendre transform (Marsden & West 2001, 1.5.2), exact to second order; passive joint
    moments are left out. Any other system goes the straight way at constant velocity.

    Args:
        problem: start, target and time.
        pieces: intervals m.
        bend: (dim,) of the straight way before the action is made least, to find other minima.

    Returns:
        The path; only a guess.
    """
    path = straight_path(problem, pieces, bend)
    system, h = problem.system, problem.duration / pieces
    if not isinstance(system, ChainInVectors):
        return path
    n = path.q.reshape(pieces + 1, -1, 3)
    least_action_path(system.packed, n, problem.duration, _ITERATIONS, _SLOPE)
    return Path(path.q, discrete_velocities(system, n, h))


def discrete_velocities(system: ChainInVectors, n: FloatArray, h: float) -> FloatArray:
    """Minimal velocities (m, dim) at the nodes n (m + 1, S, 3) but the last, h [s] apart."""
    momentum = np.einsum("ij,kjc->kic", system.packed.C, np.diff(n, axis=0)) / h
    momentum -= 0.5 * h * system.packed.weight
    c = np.empty((len(n) - 1, system.dim))
    for k in range(len(c)):
        q = n[k].ravel()
        G = system.velocity_map(q)
        c[k] = np.linalg.solve(system.mass_matrix(q), G.T @ momentum[k].ravel())
    return c
