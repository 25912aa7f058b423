"""Integration of a system without Python in the loop."""

from __future__ import annotations

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled
from ambulo.multibody.constrained import dense
from ambulo.multibody.constrained.equations import accelerations
from ambulo.multibody.constrained.integration.steppers import DOP853, RK4
from ambulo.multibody.constrained.integration.trajectory import Trajectory, notes_on
from ambulo.multibody.constrained.kinematics import coordinate_accelerations
from ambulo.multibody.constrained.packing import PackedConstrained
from ambulo.multibody.constrained.system import System, Undetermined
from ambulo.multibody.integrators.scheme import Tolerance
from ambulo.multibody.integrators.time_loop import Outcome, Rows, Steps, integrate
from ambulo.multibody.system import workspace

__all__ = ["integrate_compiled"]

_LEAST_STEP = 1e-15
"""Of the time, or of a second: a shorter step does not move on."""
_MOST_STEPS = 100_000_000


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
    nb, n, forces = len(system.bodies), system.n, len(system.forces) + 1
    u, G, g = np.zeros(6 * nb), np.zeros((nb, 3, 4)), np.zeros((nb, 3))
    dense.bodies_at(
        system.packed, start, np.asarray(q, float), np.asarray(v, float), system.workspace, u, G, g
    )
    outcome, kept = _every_step(
        packed, stepper, np.concatenate([[start], q, u, np.zeros(forces)]), stop
    )
    system.tables.calls.raise_error()
    motion = trajectory_of(
        system, kept[:, 0], kept[:, 1 : n + 1], kept[:, n + 1 : n + 1 + 6 * nb],
        kept[:, n + 1 + 6 * nb :],
    )  # fmt: skip
    if not np.all(np.isfinite(motion.a[0])):
        raise Undetermined(
            what="a motion is free and has no inertia: its acceleration is not determined",
            where=f"t = {start:g} s",
            remedy="Run diagnosis.diagnose at this state; it names the motion, or gimbal lock",
        )
    reached = kept[np.isfinite(kept).all(axis=1), 0][-1]
    if outcome is Outcome.STEP_TOO_SMALL:
        raise InputError(
            what="the integration stopped: no step is short enough for the tolerance",
            where=f"t = {reached:g} s",
            remedy="Loosen the tolerances, or look for a singular configuration there",
        )
    if outcome is Outcome.LEFT:
        raise InputError(
            what="the accelerations are not determined any more",
            where=f"t = {reached:g} s",
            remedy="Take shorter steps, or run diagnosis.diagnose just before that time",
        )
    return motion


def _every_step(
    packed: PackedConstrained, stepper: RK4 | DOP853, first: FloatArray, stop: float
) -> tuple[Outcome, FloatArray]:
    """Integrate from a row (time, q, u, works) to stop [s]: how it ended, and a row a step."""
    nq, nb = int(packed.bodies.start[-1]), len(packed.bodies.code)
    cuts = (1, 1 + nq, 1 + nq + 6 * nb)
    length = abs(stop - first[0])
    least = _LEAST_STEP * max(1.0, abs(stop))
    if isinstance(stepper, DOP853):
        relative = max(stepper.rtol, _LEAST_STEP)
        tolerance = Tolerance(relative, len(packed.forces.address) + 1, stepper.atol / relative)
        steps, most = Steps(stepper.longest, 0.0, least, _MOST_STEPS, tolerance), 256
    else:
        steps = Steps(stepper.step, 0.0, least, _MOST_STEPS, Tolerance(1.0, 0, 1.0))
        most = int(np.ceil(length / stepper.step)) + 2
    scheme = stepper.method.scheme_for(packed)
    kept = first[None]
    while True:
        last = kept[-1]
        q, u, work = np.split(last, cuts)[1:]
        pair = [np.tile(part, (2, 1)) for part in (q, u, work)]
        every = np.full((most, len(first)), np.nan)
        rows = Rows(pair[0], pair[1], pair[2], np.zeros(2), np.zeros((2, 0)), every)
        time = np.array([last[0], stop])
        status, _, _, h = integrate(packed, scheme, time, rows, steps)
        kept = np.concatenate([kept[:-1], every[np.isfinite(every[:, 0])]])
        if status != Outcome.ROWS_FULL:
            return Outcome(status), kept
        steps, most = steps._replace(first=float(h)), 2 * most


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


@compiled
def rows_of(
    system: PackedConstrained,
    time: FloatArray,
    q: FloatArray,
    u: FloatArray,
    v: FloatArray,
    a: FloatArray,
    multipliers: FloatArray,
    C: FloatArray,
    rate: FloatArray,
) -> int:
    """Fill what belongs to states (rows, ...): q_dot, q_ddot, multipliers, violations.

    Returns:
        Most multipliers that were undetermined and left at zero.
    """
    work = workspace(system)
    power, u_dot = np.empty(len(work.power) + 1), np.empty(len(work.d))
    undetermined = 0
    for k in range(len(time)):
        accelerations(system, time[k], q[k], u[k], work, u_dot, power)
        redundant = 0
        for j in range(len(system.order.row)):
            redundant += work.factors.skipped[system.order.row[j]]
        undetermined = max(undetermined, redundant)
        v[k] = work.q_dot
        multipliers[k] = work.multipliers
        C[k] = work.rows.C
        rate[k] = work.rows.rate
        coordinate_accelerations(system.bodies, q[k], v[k], u_dot, work.scratch, a[k])
    return undetermined
