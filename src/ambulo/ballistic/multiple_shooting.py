"""Multiple shooting: the time is cut, every piece is shot, and Newton closes the gaps.

Bock & Plitt (1984); Deuflhard (2004), chapter 7. The pieces are short, so that the sensitivity to
the velocity, which grows exponentially with time in a chain, never spoils the Newton step.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.ballistic.boundary_problem import BoundaryProblem, Candidate
from ambulo.ballistic.compilation import compiled
from ambulo.ballistic.equations import PackedSystem, error_variation, target_error
from ambulo.ballistic.outcome import Outcome
from ambulo.ballistic.path import first_path
from ambulo.ballistic.runge_kutta import dop853
from ambulo.ballistic.shooting import by_variations
from ambulo.ballistic.systems import System
from ambulo.records import FloatArray

__all__ = ["Nodes", "multiple_shooting", "propose"]

_MOST_STEPS = 400
_PIECES = 8
_ROUNDING = 1e3
_REFINEMENT = 4  # intervals of the least-action path to a piece


@dataclass(frozen=True, eq=False)
class Nodes:
    """Postures (m + 1, nq) and minimal velocities (m, dim) at the cuts, and whether they fit.

    Args:
        q, c: the last posture is the target and has no velocity.
        converged: gaps below the tolerance.
        iterations: Newton steps.
        evaluations: of the equations of motion.
    """

    q: FloatArray
    c: FloatArray
    converged: bool
    iterations: int
    evaluations: int


@compiled
def _piece(
    system: PackedSystem,
    y: FloatArray,
    controlled: int,
    nv: int,
    dim: int,
    duration: float,
    target: FloatArray,
    basis: FloatArray,
    target_map: FloatArray,
    target_velocity: FloatArray,
    tolerance: float,
    gap: FloatArray,
    J: FloatArray,
) -> tuple[bool, int]:
    """Shoot one piece with all its variations in y; fill gap (2 dim,) and J (2 dim, 2 dim)."""
    ok, evaluations, _ = dop853(system, y, duration, tolerance, controlled, 0.0, _MOST_STEPS)
    if not ok:
        return False, evaluations
    nq = controlled - nv
    target_error(system, y, target, basis, gap[:dim])
    for k in range(dim):
        x = -target_velocity[k]
        for i in range(nv):
            x += target_map[i, k] * y[nq + i]
        gap[dim + k] = x
    de = np.empty(dim)
    for m in range(2 * dim):
        at = controlled + 2 * nv * m
        error_variation(system, y, target, basis, y[at : at + nv], de)
        for k in range(dim):
            J[k, m] = de[k]
            x = 0.0
            for i in range(nv):
                x += target_map[i, k] * y[at + nv + i]
            J[dim + k, m] = x
    return True, evaluations


def propose(problem: BoundaryProblem, guess: FloatArray | None = None) -> Candidate:
    """Multiple shooting in 8 pieces from the first path, finished by single shooting.

    Args:
        problem: what is to be solved.
        guess: (dim,) not used: the path is better than a velocity here.

    Returns:
        A velocity and whether the search converged on it.
    """
    path = first_path(problem, _PIECES * _REFINEMENT)
    cuts = slice(None, None, _REFINEMENT)
    nodes = multiple_shooting(problem.system, path.q[cuts], path.c[cuts], problem.duration)
    if not nodes.converged:
        return Candidate(Outcome.NO_PROGRESS, nodes.c[0], nodes.iterations, nodes.evaluations)
    finished = by_variations(problem, nodes.c[0])
    return Candidate(
        finished.outcome,
        finished.velocity,
        nodes.iterations + finished.iterations,
        nodes.evaluations + finished.evaluations,
    )


def multiple_shooting(
    system: System,
    q: FloatArray,
    c: FloatArray,
    duration: float,
    residual: float = 1e-12,
    tolerance: float = 1e-13,
    most_iterations: int = 25,
) -> Nodes:
    """Close the gaps of a path that is roughly right.

    Args:
        system: what moves.
        q: (m + 1, nq) postures at equal times; the first and last are the boundary and stay.
        c: (m, dim) minimal velocities at all but the last.
        duration: s.
        residual: largest gap that counts as closed [rad, m; velocities times the piece's time].
        tolerance: of the integration.
        most_iterations: Newton steps allowed.

    Returns:
        The postures and velocities reached, and whether the gaps are closed.
    """
    pieces, dim = c.shape
    h = duration / pieces
    q, c = q.copy(), c.copy()
    total = 0
    result = _sweep(system, q, c, h, tolerance)
    total += result.evaluations
    if not result.reached:
        return Nodes(q, c, False, 0, total)
    damping = 1.0
    for iteration in range(most_iterations):
        scale = np.concatenate([np.ones(dim), np.full(dim, h)])
        worst = float(np.max(np.abs(result.gap * scale)))
        if worst <= residual:
            return Nodes(q, c, True, iteration, total)
        step = _newton_step(result.J, result.gap)
        length = float(np.linalg.norm(step))
        damping = min(1.0, 4.0 * damping)
        while True:
            q_try, c_try = _moved(system, q, c, damping * step)
            trial = _sweep(system, q_try, c_try, h, tolerance)
            total += trial.evaluations
            if trial.reached:
                ahead = float(np.linalg.norm(_newton_step(result.J, trial.gap)))
                if ahead <= (1.0 - 0.25 * damping) * length:
                    break
                if np.max(np.abs(trial.gap * scale)) <= residual:
                    break
            damping *= 0.5
            if not np.isfinite(length) or damping < 1e-2:
                # rounding ends the iteration before `residual` does
                return Nodes(q, c, worst <= _ROUNDING * residual, iteration, total)
        q, c, result = q_try, c_try, trial
    return Nodes(q, c, False, most_iterations, total)


@dataclass(frozen=True, eq=False)
class _Sweep:
    reached: bool
    gap: FloatArray
    J: FloatArray
    evaluations: int


def _sweep(system: System, q: FloatArray, c: FloatArray, h: float, tolerance: float) -> _Sweep:
    """Shoot every piece: gaps (m, 2 dim) and Jacobians (m, 2 dim, 2 dim)."""
    pieces, dim = c.shape
    gap = np.zeros((pieces, 2 * dim))
    J = np.zeros((pieces, 2 * dim, 2 * dim))
    total = 0
    for k in range(pieces):
        y = np.concatenate([system.state(q[k], c[k]), system.state_variations(q[k], c[k]).ravel()])
        ahead = c[k + 1] if k + 1 < pieces else np.zeros(dim)
        G = system.velocity_map(q[k + 1])
        ok, evaluations = _piece(
            system.packed,
            y,
            len(q[k]) + len(G),
            len(G),
            dim,
            h,
            q[k + 1],
            system.target_basis(q[k + 1]),
            G,
            ahead,
            tolerance,
            gap[k],
            J[k],
        )
        total += evaluations
        if not ok or not np.all(np.isfinite(J[k])):
            return _Sweep(False, gap, J, total)
    gap[-1, dim:] = 0.0  # any velocity will do at the target
    return _Sweep(True, gap, J, total)


def _newton_step(J: FloatArray, gap: FloatArray) -> FloatArray:
    """Changes (m, 2, dim) of the nodes that close the gaps to first order, by condensing.

    ds_(k+1) = J_k ds_k + gap_k makes every node linear in the velocity at the start, which the
    target then determines (Bock & Plitt 1984).
    """
    pieces, dim = len(J), gap.shape[1] // 2
    slope = np.empty((pieces, 2 * dim, dim))
    offset = np.empty((pieces, 2 * dim))
    slope[0] = np.concatenate([np.zeros((dim, dim)), np.eye(dim)])
    offset[0] = 0.0
    for k in range(1, pieces):
        slope[k] = J[k - 1] @ slope[k - 1]
        offset[k] = J[k - 1] @ offset[k - 1] + gap[k - 1]
    missed = (J[-1] @ offset[-1] + gap[-1])[:dim]
    try:
        change = -np.linalg.solve((J[-1] @ slope[-1])[:dim], missed)
    except np.linalg.LinAlgError:  # a conjugate point: no step, which ends the iteration
        change = np.full(dim, np.nan)
    return (slope @ change + offset).reshape(pieces, 2, dim)


def _moved(
    system: System, q: FloatArray, c: FloatArray, step: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Node states after a step (m, 2, dim) of postures and velocities."""
    q_new, c_new = q.copy(), c.copy()
    for k in range(len(c)):
        q_new[k], c_new[k] = system.moved_state(q[k], c[k], step[k, 0], step[k, 1])
    return q_new, c_new
