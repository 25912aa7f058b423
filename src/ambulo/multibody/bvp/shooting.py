"""Single shooting: Newton's method corrects the initial velocity after each shot.

Patel (2004), section 4.3, with the Jacobian of section 4.3.1 or the exact Jacobian.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Candidate, Path
from ambulo.multibody.bvp.newton import newton
from ambulo.multibody.bvp.outcome import of_newton
from ambulo.multibody.bvp.path import first_path
from ambulo.multibody.bvp.shot import shoot

_ARRIVED = 1e-10  # rad: leaves room for the disagreement of two integrators
_ITERATIONS = 30
_SMALL = 4  # degrees of freedom up to which one path is exact enough
_COARSE = (32, 64)
_FINE = (64, 128)


def by_variations(problem: BoundaryProblem, guess: FloatArray | None = None) -> Candidate:
    """Newton's method with the Jacobian from the variational equations.

    Args:
        problem: the problem to solve.
        guess: (dim,) minimal velocity; from `first_path` by default.

    Returns:
        A velocity and whether the iteration converged to it.
    """
    return _newton(problem, guess, variational=True)


def from_fine_path(problem: BoundaryProblem, guess: FloatArray | None = None) -> Candidate:
    """`by_variations` from a path of fourth order, for sensitive motions.

    Args:
        problem: the problem to solve.
        guess: (dim,) not used, because a path is a better start than a velocity.

    Returns:
        A velocity and whether the iteration converged to it.
    """
    return _newton(problem, _from_paths(problem, _FINE), variational=True)


def by_differences(problem: BoundaryProblem, guess: FloatArray | None = None) -> Candidate:
    """Newton's method with the Jacobian of Patel (2004), eq. 4.30: 2s + 1 shots for each step.

    Args:
        problem: the problem to solve.
        guess: (dim,) minimal velocity; by default that of the straight path in the given time, as
            in Patel (2004).

    Returns:
        A velocity and whether the iteration converged to it.
    """
    if guess is None:
        guess = problem.system.straight(problem.start, problem.target) / problem.duration
    return _newton(problem, guess, variational=False)


def sensitivity(problem: BoundaryProblem, path: Path) -> FloatArray:
    """Derivative (dim, dim) [s] of the final posture with respect to a path's first velocity; NaN
    if no shot arrives."""
    dim = problem.system.dim
    e, J = np.empty(dim), np.empty((dim, dim))
    ok, _ = shoot(problem.aim, path.c[0], 1e-6, True, e, J)
    return J if ok else np.full((dim, dim), np.nan)


def _from_paths(problem: BoundaryProblem, pieces: tuple[int, ...]) -> FloatArray:
    """Velocity at the start of a path, or of two, one twice as fine, extrapolated."""
    found = np.array([first_path(problem, count).c[0] for count in pieces])
    if len(found) == 1:
        return np.asarray(found[0])
    # a path's error goes with the square of its interval (Richardson 1911)
    return np.asarray((4.0 * found[1] - found[0]) / 3.0)


def _newton(problem: BoundaryProblem, guess: FloatArray | None, variational: bool) -> Candidate:
    system = problem.system
    if guess is None:
        guess = _from_paths(problem, _COARSE if system.dim > _SMALL else _COARSE[:1])
    c = np.array(guess, dtype=np.float64)
    e, J = np.empty(system.dim), np.empty((system.dim, system.dim))
    status, iterations, evaluations = newton(
        problem.aim, c, _ARRIVED, _ITERATIONS, variational, e, J
    )
    return Candidate(of_newton(status), c, iterations, evaluations)
