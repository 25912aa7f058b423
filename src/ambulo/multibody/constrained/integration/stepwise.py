"""The loop in Python over the steps of a method, for what the compiled loop does not take."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.integration.steppers import Stepper
from ambulo.multibody.constrained.integration.trajectory import Trajectory, record
from ambulo.multibody.constrained.system import Solution, System, Terms

__all__ = ["integrate_stepwise"]

Solve = Callable[[Terms, FloatArray], Solution]
Correct = Callable[[float, FloatArray, FloatArray], tuple[FloatArray, FloatArray]]


def integrate_stepwise(
    system: System,
    stepper: Stepper,
    q: FloatArray,
    v: FloatArray,
    start: float,
    stop: float,
    solve: Solve,
    correct: Correct | None = None,
) -> Trajectory:
    """Integrate y = (q, q_dot, work) from start to stop [s].

    Args:
        system, stepper: what moves, and how it is stepped.
        q, v: (n,) at the start.
        solve: accelerations from the terms of the equations and q_dot (n,).
        correct: t, q, q_dot after a step -> q, q_dot from which the next one starts.
    """
    n = system.n

    def derivative(t: float, y: FloatArray) -> FloatArray:
        rates = y[n : 2 * n]
        terms = system.terms(y[:n], rates, t)
        solved = solve(terms, rates)
        return np.concatenate([rates, solved.qdd, system.power(terms, solved)])

    y = np.concatenate([q, v, np.zeros(len(system.work_names))])
    run = stepper.begin(derivative, start, y, stop)
    time, states = [start], [y]
    while run.t < stop:
        run.advance()
        if correct is not None:
            q, v = correct(run.t, run.y[:n], run.y[n : 2 * n])
            run.correct(np.concatenate([q, v, run.y[2 * n :]]))
        time.append(run.t)
        states.append(run.y.copy())
    return record(
        system,
        time,
        [y[:n] for y in states],
        [y[n : 2 * n] for y in states],
        [y[2 * n :] for y in states],
    )
