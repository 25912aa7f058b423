"""Integration up to an event: the first time at which a function of the state changes sign."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.integration.trajectory import (
    Integrator,
    Trajectory,
    refuse_own_states,
)
from ambulo.multibody.constrained.system import System

Event = Callable[[float, FloatArray, FloatArray], float]
"""(t, q, v) -> number that changes sign at the event."""


def until(
    integrator: Integrator,
    system: System,
    q: FloatArray,
    v: FloatArray,
    start: float,
    stop: float,
    event: Event,
) -> tuple[Trajectory, bool]:
    """Integrate from start to the event, or to stop if it does not happen.

    The step that contains the event is integrated again, to the time at which the function is zero.

    Returns:
        The motion, and whether it ends with the event.

    Raises:
        InputError: forces have own states.
    """
    from scipy.optimize import brentq

    refuse_own_states(system, "from one part of a motion to the next")
    whole = integrator(system, q, v, start, stop)
    values = [event(*state) for state in zip(whole.time, whole.q, whole.v, strict=True)]
    k = next((k for k in range(1, len(values)) if values[k - 1] < 0.0 <= values[k]), None)
    if k is None:
        return whole, False
    t0, q0, v0 = float(whole.time[k - 1]), whole.q[k - 1], whole.v[k - 1]

    def after(t: float) -> float:
        if t <= t0:
            return values[k - 1]
        last = integrator(system, q0, v0, t0, t)
        return event(t, last.q[-1], last.v[-1])

    at = float(brentq(after, t0, float(whole.time[k]), xtol=1e-13))
    last = integrator(system, q0, v0, t0, at)

    def joined(name: str) -> FloatArray:
        return np.concatenate([getattr(whole, name)[:k], getattr(last, name)[1:]])

    return Trajectory(
        **{
            name: joined(name)
            for name in ("time", "q", "v", "a", "multipliers", "violation", "rate_violation")
        },
        names=whole.names,
        work=np.concatenate([whole.work[:k], whole.work[k - 1] + last.work[1:]]),
        work_names=whole.work_names,
        notes=whole.notes,
        parts=whole.parts,
    ), True
