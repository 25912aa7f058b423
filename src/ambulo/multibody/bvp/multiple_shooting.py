"""Multiple shooting: the time is divided, each piece is shot, and Newton's method closes the gaps.

Bock & Plitt (1984); Deuflhard (2004), chapter 7. In a chain, the sensitivity to the velocity grows
exponentially with time. The pieces are so short that this does not spoil the Newton step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve_banded

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import generic
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Candidate, Path
from ambulo.multibody.bvp.equations import arrival_error, fly
from ambulo.multibody.bvp.outcome import SearchOutcome
from ambulo.multibody.bvp.path import first_path
from ambulo.multibody.bvp.shooting import by_variations
from ambulo.multibody.bvp.shot import Aim
from ambulo.multibody.bvp.systems import System
from ambulo.multibody.further_operations import posture_error, posture_error_variation
from ambulo.multibody.integrators.by_address import in_flight

_MOST_STEPS = 400
_PIECES = 16
_CLOSED = 1e-12  # largest gap [rad, m; velocities times the piece's time]
_ROUNDING = 1e3
_ITERATIONS = 25
_TOLERANCE = 1e-13  # of the integration
_LINEAR = 1e-8  # tolerance of Jacobians that no iteration builds upon
_REFINEMENT = 8  # intervals of the least-action path to a piece


@dataclass(frozen=True, eq=False)
class Nodes:
    """Postures (m + 1, nq) and minimal velocities (m, dim) at the ends of pieces, and whether the
    pieces fit.

    Args:
        q, c: postures and velocities; the last posture is the target and has no velocity.
        converged: whether the gaps are below the tolerance.
        iterations: Newton steps.
        evaluations: of the equations of motion.
    """

    q: FloatArray
    c: FloatArray
    converged: bool
    iterations: int
    evaluations: int


@generic
def _piece(
    aim: Aim, y: FloatArray, ahead: FloatArray, tolerance: float, gap: FloatArray, J: FloatArray
) -> tuple[bool, int]:
    """Shoot one piece with all its variations in y; fill gap (2 dim,) and J (2 dim, 2 dim).

    Args:
        aim: of the piece; its velocity map is that of the target, where velocities are compared.
        ahead: (dim,) minimal velocity wanted there.
    """
    ok, evaluations = fly(aim.system, y, aim.duration, tolerance, _MOST_STEPS)
    if not ok:
        return False, evaluations
    G = aim.velocity_map
    nq, (nv, dim) = len(aim.q), G.shape
    posture_error(aim.system, y[:nq], aim.target, aim.basis, gap[:dim])
    for k in range(dim):
        x = -ahead[k]
        for i in range(nv):
            x += G[i, k] * y[nq + i]
        gap[dim + k] = x
    de = np.empty(dim)
    for m in range(2 * dim):
        at = nq + nv + 2 * nv * m
        posture_error_variation(aim.system, y[:nq], aim.target, aim.basis, y[at : at + nv], de)
        for k in range(dim):
            J[k, m] = de[k]
            x = 0.0
            for i in range(nv):
                x += G[i, k] * y[at + nv + i]
            J[dim + k, m] = x
    return True, evaluations


def propose(problem: BoundaryProblem, guess: FloatArray | None = None) -> Candidate:
    """Multiple shooting in 16 pieces from the first path, finished by single shooting.

    Args:
        problem: the problem to solve.
        guess: (dim,) not used, because a path is a better start than a velocity.

    Returns:
        A velocity and whether the search converged to it, with the path in pieces;
        CONVERGED_IN_PIECES if the pieces fit together but a shot does not arrive.
    """
    path = first_path(problem, _PIECES * _REFINEMENT)
    cuts = slice(None, None, _REFINEMENT)
    nodes = multiple_shooting(problem.system, path.q[cuts], path.c[cuts], problem.duration)
    if not nodes.converged:
        return Candidate(SearchOutcome.NO_PROGRESS, nodes.c[0], nodes.iterations, nodes.evaluations)
    finished = by_variations(problem, nodes.c[0])
    iterations = nodes.iterations + finished.iterations
    evaluations = nodes.evaluations + finished.evaluations
    shot = finished.outcome is SearchOutcome.CONVERGED
    return Candidate(
        SearchOutcome.CONVERGED if shot else SearchOutcome.CONVERGED_IN_PIECES,
        finished.velocity if shot else nodes.c[0],
        iterations,
        evaluations,
        Path(nodes.q, nodes.c),
    )


def distance(
    problem: BoundaryProblem, path: Path, advance: Callable[[FloatArray, float], bool]
) -> tuple[float, FloatArray]:
    """Distance of a path in pieces from a movement, according to another integrator.

    Small gaps alone do not prove that there is a movement. The Newton step that closes the gaps
    bounds, to first order, the distance to the true movement (Deuflhard 2004, theorem 2.1).

    Args:
        problem: the problem that the path solves.
        path: its first and last posture are the start and the target.
        advance: integrates a state in place for a time [s], and says whether it arrived.

    Returns:
        The largest gap or correction [rad, m; velocities times the piece's time], and the state at
        the target. The first is infinite if a piece could not be integrated.
    """
    system, (pieces, dim) = problem.system, path.c.shape
    h = problem.duration / pieces
    gap = np.zeros((pieces, 2 * dim))
    y = system.state(path.q[0], path.c[0])
    flight = in_flight(system.packed)
    for k in range(pieces):
        y = system.state(path.q[k], path.c[k])
        if not advance(y, h):
            return np.inf, y
        q = path.q[k + 1]
        gap[k, :dim] = arrival_error(flight, y, q, system.target_basis(q), dim)
        if k + 1 < pieces:
            G = system.velocity_map(q)
            gap[k, dim:] = G.T @ y[system.nq : system.nq + len(G)] - path.c[k + 1]
    sweep = _sweep(system, path.q, path.c, h, _LINEAR)
    scale = np.concatenate([np.ones(dim), np.full(dim, h)])
    step = _newton_step(sweep.J, gap).reshape(pieces, 2 * dim)
    if not sweep.reached or not np.all(np.isfinite(step)):
        return np.inf, y
    return float(max(np.max(np.abs(gap * scale)), np.max(np.abs(step * scale)))), y


def sensitivity(problem: BoundaryProblem, path: Path) -> FloatArray:
    """Derivative (dim, dim) [s] of the final posture with respect to the initial velocity, along a
    path in pieces."""
    pieces, dim = path.c.shape
    sweep = _sweep(problem.system, path.q, path.c, problem.duration / pieces, _LINEAR)
    change = np.eye(2 * dim)[:, dim:]
    for J in sweep.J:
        change = J @ change
    return change[:dim]


def multiple_shooting(
    system: System,
    q: FloatArray,
    c: FloatArray,
    duration: float,
) -> Nodes:
    """Close the gaps of an approximate path.

    Args:
        system: the system that moves.
        q: (m + 1, nq) postures at equal intervals of time; the first and last do not change.
        c: (m, dim) minimal velocities at all postures except the last.
        duration: s.

    Returns:
        The postures and velocities, and whether the gaps are closed.
    """
    pieces, dim = c.shape
    h = duration / pieces
    q, c = q.copy(), c.copy()
    total = 0
    result = _sweep(system, q, c, h, _TOLERANCE)
    total += result.evaluations
    if not result.reached:
        return Nodes(q, c, False, 0, total)
    damping = 1.0
    for iteration in range(_ITERATIONS):
        scale = np.concatenate([np.ones(dim), np.full(dim, h)])
        worst = float(np.max(np.abs(result.gap * scale)))
        if worst <= _CLOSED:
            return Nodes(q, c, True, iteration, total)
        step = _newton_step(result.J, result.gap)
        length = float(np.linalg.norm(step))
        damping = min(1.0, 4.0 * damping)
        while True:
            q_try, c_try = _moved(system, q, c, damping * step)
            trial = _sweep(system, q_try, c_try, h, _TOLERANCE)
            total += trial.evaluations
            if trial.reached:
                ahead = float(np.linalg.norm(_newton_step(result.J, trial.gap)))
                if ahead <= (1.0 - 0.25 * damping) * length:
                    break
                if np.max(np.abs(trial.gap * scale)) <= _CLOSED:
                    break
            damping *= 0.5
            if not np.isfinite(length) or damping < 1e-2:
                # rounding ends the iteration before the gaps are closed
                return Nodes(q, c, worst <= _ROUNDING * _CLOSED, iteration, total)
        q, c, result = q_try, c_try, trial
    return Nodes(q, c, False, _ITERATIONS, total)


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
    flight = in_flight(system.packed)
    for k in range(pieces):
        y = np.concatenate([system.state(q[k], c[k]), system.state_variations(q[k], c[k]).ravel()])
        ahead = c[k + 1] if k + 1 < pieces else np.zeros(dim)
        aim = Aim(
            flight, q[k], system.velocity_map(q[k + 1]), h, q[k + 1],
            system.target_basis(q[k + 1]),
        )  # fmt: skip
        ok, evaluations = _piece(aim, y, ahead, tolerance, gap[k], J[k])
        total += evaluations
        if not ok or not np.all(np.isfinite(J[k])):
            return _Sweep(False, gap, J, total)
    gap[-1, dim:] = 0.0  # any velocity will do at the target
    return _Sweep(True, gap, J, total)


def _newton_step(J: FloatArray, gap: FloatArray) -> FloatArray:
    """Changes (m, 2, dim) of the nodes that close the gaps to first order.

    The whole band is eliminated with pivots: condensing to the velocity at the start would lose
    as many digits as a disturbance grows by over the whole time (Ascher, Mattheij & Russell 1995,
    section 4.3).
    """
    pieces, dim = len(J), gap.shape[1] // 2
    n = (2 * pieces - 1) * dim
    band = 3 * dim - 1  # of entries on either side of the diagonal
    A = np.zeros((2 * band + 1, n))
    row, column = np.meshgrid(np.arange(2 * dim), np.arange(2 * dim), indexing="ij")
    for k in range(pieces):
        # rows of piece k; columns of its start are (posture, velocity), the first posture stays
        height = 2 * dim if k < pieces - 1 else dim
        at, first = 2 * dim * k, dim if k == 0 else 0
        i, j = row[:height, first:], column[:height, first:]
        i, j = i + at, j + at - dim
        A[band + i - j, j] = J[k][:height, first:]
        if k < pieces - 1:
            end = np.arange(at + dim, at + 3 * dim)
            rows = np.arange(at, at + 2 * dim)
            A[band + rows - end, end] = -1.0
    try:
        change = solve_banded((band, band), A, -gap.ravel()[:n], check_finite=False)
    except np.linalg.LinAlgError:  # a conjugate point: no step, which ends the iteration
        change = np.full(n, np.nan)
    return np.concatenate([np.zeros(dim), change]).reshape(pieces, 2, dim)


def _moved(
    system: System, q: FloatArray, c: FloatArray, step: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Node states after a step (m, 2, dim) of postures and velocities."""
    q_new, c_new = q.copy(), c.copy()
    for k in range(len(c)):
        q_new[k], c_new[k] = system.moved_state(q[k], c[k], step[k, 0], step[k, 1])
    return q_new, c_new
