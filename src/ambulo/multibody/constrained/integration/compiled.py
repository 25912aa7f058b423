"""Integration of a system without Python in the loop."""

from __future__ import annotations

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained import dense
from ambulo.multibody.constrained.integration.loop import Outcome, integrate, rows_of
from ambulo.multibody.constrained.integration.steppers import DOP853, RK4, tableau_of
from ambulo.multibody.constrained.integration.trajectory import Trajectory, notes_on
from ambulo.multibody.constrained.system import System, Undetermined

__all__ = ["integrate_compiled"]


def integrate_compiled(
    system: System,
    stepper: RK4 | DOP853,
    q: FloatArray,
    v: FloatArray,
    start: float,
    stop: float,
    *,
    alpha: float = 0.0,
    beta: float = 0.0,
    tolerance: float = 0.0,
) -> Trajectory:
    """Integrate from start to stop [s]; parameters as in `PackedConstrained`."""
    packed = system.packed._replace(alpha=alpha, beta=beta, tolerance=tolerance)
    nb, n = len(system.bodies), system.n
    u, G, g = np.zeros(6 * nb), np.zeros((nb, 3, 4)), np.zeros((nb, 3))
    dense.bodies_at(
        system.packed, start, np.asarray(q, float), np.asarray(v, float), system.room, u, G, g
    )
    y = np.concatenate([q, u, np.zeros(len(system.forces) + 1)])
    rtol, atol, longest = 1.0, 1.0, np.inf
    step = np.inf
    if isinstance(stepper, DOP853):
        rtol, atol, longest = stepper.rtol, stepper.atol, stepper.longest
    else:
        step = stepper.step
    outcome, rows, kept = integrate(
        packed, tableau_of(stepper), start, stop, y, step, longest, rtol, atol
    )
    system.tables.calls.raise_error()
    kept = kept[:rows]
    motion = trajectory_of(
        system,
        kept[:, 0],
        kept[:, 1 : n + 1],
        kept[:, n + 1 : n + 1 + 6 * nb],
        kept[:, n + 1 + 6 * nb :],
    )
    if not np.all(np.isfinite(motion.a[0])):
        raise Undetermined(
            what="a motion is free and has no inertia: its acceleration is not determined",
            where=f"t = {start:g} s",
            remedy="Run diagnosis.diagnose at this state; it names the motion, or gimbal lock",
        )
    if outcome == Outcome.STEP_TOO_SMALL:
        raise InputError(
            what="the integration stopped: no step is short enough for the tolerance",
            where=f"t = {kept[-1, 0]:g} s",
            remedy="Loosen the tolerances, or look for a singular configuration there",
        )
    if outcome == Outcome.UNDETERMINED:
        raise InputError(
            what="the accelerations are not determined any more",
            where=f"t = {kept[-2, 0]:g} s",
            remedy="Take shorter steps, or run diagnosis.diagnose just before that time",
        )
    return motion


def trajectory_of(
    system: System, time: FloatArray, q: FloatArray, u: FloatArray, work: FloatArray
) -> Trajectory:
    """A trajectory with everything that belongs to its states."""
    rows, n, m = len(time), system.n, system.m
    time, q, u = np.ascontiguousarray(time), np.ascontiguousarray(q), np.ascontiguousarray(u)
    v, a = np.empty((rows, n)), np.empty((rows, n))
    multipliers, C, rate = np.zeros((rows, m)), np.empty((rows, m)), np.empty((rows, m))
    undetermined = rows_of(system.packed, time, q, u, v, a, multipliers, C, rate)
    system.tables.calls.raise_error()
    return Trajectory(
        time, q, v, a, multipliers, C, rate, system.row_names, np.array(work), system.work_names,
        (*notes_on(system, q, undetermined), *system.tables.calls.notes),
        {body.name: system.slice_of(body) for body in system.bodies},
    )  # fmt: skip
