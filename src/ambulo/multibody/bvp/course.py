"""The motion of a solution over time, integrated from the start or, if that fails, in pieces."""

from __future__ import annotations

import numpy as np

from ambulo.multibody.bvp.boundary_problem import Solution
from ambulo.multibody.bvp.initial_value import SimulatedMotion, simulate


def course(solution: Solution, frames: int = 101, tolerance: float = 1e-12) -> SimulatedMotion:
    """Motion of a solution at equally spaced times.

    Args:
        solution: a converged solution.
        frames: number of times, both ends included.
        tolerance: of the integration.

    Returns:
        States and energies at the frames.

    Raises:
        InputError: the motion cannot be integrated.
    """
    problem, path = solution.problem, solution.path
    system, pieces = problem.system, len(path.c)
    if pieces == 1:
        return simulate(
            system,
            problem.start,
            solution.velocity,
            problem.duration,
            frames=frames,
            tolerance=tolerance,
        )
    time = np.linspace(0.0, problem.duration, frames)
    node = np.minimum(np.arange(frames) * pieces // (frames - 1), pieces - 1)
    parts = []
    for k, t in zip(node, time, strict=True):
        since = t - k * problem.duration / pieces
        run = simulate(system, path.q[k], path.c[k], since, frames=2, tolerance=tolerance)
        parts.append((run.state[-1], run.kinetic[-1], run.potential[-1]))
    state = np.array([part[0] for part in parts])
    return SimulatedMotion(
        time=time,
        q=state[:, : system.nq].copy(),
        state=state,
        kinetic=np.array([part[1] for part in parts]),
        potential=np.array([part[2] for part in parts]),
    )
