"""Integration of a constrained system by the common time loop, with the states after every step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import generic
from ambulo.math.packed import Packed
from ambulo.multibody.constrained.equations import accelerations
from ambulo.multibody.constrained.integration.trajectory import (
    Trajectory,
    notes_on,
    refuse_own_states,
)
from ambulo.multibody.constrained.kinematics import coordinate_accelerations
from ambulo.multibody.constrained.packing import PackedConstrained
from ambulo.multibody.constrained.system import System, Undetermined
from ambulo.multibody.further_operations import equations_at
from ambulo.multibody.integrators.by_address import integrate_apart
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.runge_kutta import DOP853 as _DOP853
from ambulo.multibody.integrators.runge_kutta import RK4 as _RK4
from ambulo.multibody.integrators.scheme import Tolerance
from ambulo.multibody.integrators.sdirk4 import SDIRK4
from ambulo.multibody.integrators.simulation import MOST_STEPS, fastest, growth_in_words
from ambulo.multibody.integrators.time_loop import Outcome, Rows, StepLimits
from ambulo.multibody.system import workspace


@dataclass(frozen=True)
class Stepper:
    """A method with its accuracy.

    Args:
        method: any of `METHODS` that suits the system.
        longest: longest step [s]. A method of equal steps uses it, shortened so that it divides the
            interval.
        rtol, atol: relative and absolute tolerance of a method with an error estimate.
    """

    method: Method
    longest: float = np.inf
    rtol: float = 1e-10
    atol: float = 1e-12

    @property
    def nominal_step(self) -> float | None:
        """Step [s] of a method with fixed steps."""
        return None if self.method.adaptive else self.longest


def RK4(step: float) -> Stepper:
    """Classical Runge-Kutta method of order 4 with a fixed step [s]."""
    return Stepper(_RK4, step)


def DOP853(rtol: float = 1e-10, atol: float = 1e-12, longest: float = np.inf) -> Stepper:
    """Dormand and Prince's method of order 8 with step control; it treats coordinates as plain
    numbers."""
    return Stepper(_DOP853.in_coordinates, longest, rtol, atol)


def Implicit(rtol: float = 1e-8, atol: float = 1e-10, longest: float = np.inf) -> Stepper:
    """The implicit method of order 4 with controlled steps, for stiff systems."""
    return Stepper(SDIRK4, longest, rtol, atol)


_LEAST_STEP = 1e-15
"""Of the time, or of a second: a shorter step does not move on."""
_ENDED = {
    Outcome.STEP_TOO_SMALL: (
        "the integration stopped: no step is short enough for the tolerance",
        "Loosen the tolerances, or look for a singular configuration or a force that is NaN there",
    ),
    Outcome.NOT_SOLVED: ("Newton's method does not converge", "Take a smaller step"),
    Outcome.LEFT: (
        "the accelerations are not determined any more",
        "Take shorter steps, or run diagnosis.diagnose just before that time",
    ),
    Outcome.GROWN: (Outcome.GROWN.words, "Take a force away, to see which one drives the motion"),
}
"""What to say of an integration that did not reach its end, and the remedy."""


def integrate_stepwise(
    system: System,
    stepper: Stepper,
    q: FloatArray,
    v: FloatArray,
    start: float,
    stop: float,
    *,
    alpha: float = 0.0,
    beta: float = 0.0,
    tolerance: float = 0.0,
) -> Trajectory:
    """Integrate from start to stop [s]; parameters as in `PackedConstrained`.

    Raises:
        InputError: the integration cannot continue, or does not support own states of forces.
    """
    if equations_at in stepper.method.needs:
        refuse_own_states(system, "by generalised-alpha")
    q, v = np.asarray(q, dtype=np.float64), np.asarray(v, dtype=np.float64)
    works = np.zeros(len(system.work_names) + system.own_states)
    u = system.terms(q, v, start, forces=False).B @ v
    packed = system.packed._replace(alpha=alpha, beta=beta, tolerance=tolerance)
    outcome, kept = _every_step(packed, stepper, start, stop, (q, u, works))
    system.tables.calls.raise_error()
    if outcome is not Outcome.REACHED:
        _trajectory(system, kept[:1])  # what was not determined from the first says so itself
        what, remedy = _ENDED[outcome]
        reached = kept[np.isfinite(kept).all(axis=1), 0][-1]
        speeds = kept[:, 1 + len(q) :][:, : len(u)]
        what += growth_in_words(speeds, speeds)
        raise InputError(what=what, where=f"t = {reached:g} s", remedy=remedy)
    return _trajectory(system, kept)


def _every_step(
    packed: Packed, stepper: Stepper, start: float, stop: float, state: tuple[FloatArray, ...]
) -> tuple[Outcome, FloatArray]:
    """Integrate from a state q, v, works: how it ended, and a row (time, state) a step."""
    cuts = np.cumsum([1, *(len(part) for part in state[:-1])])
    first = np.concatenate([[start], *state])
    relative = max(stepper.rtol, _LEAST_STEP)
    steps = StepLimits(
        stepper.longest, 0.0, _LEAST_STEP * max(1.0, abs(stop)), MOST_STEPS,
        fastest(state[1]), Tolerance(relative, len(state[-1]), stepper.atol / relative),
    )  # fmt: skip
    length = abs(stop - start)
    most = 256 if stepper.method.adaptive else int(np.ceil(length / stepper.longest)) + 2
    kept = first[None]
    while True:
        last = kept[-1]
        pair = [np.tile(part, (2, 1)) for part in np.split(last, cuts)[1:]]
        every = np.full((most, len(first)), np.nan)
        rows = Rows(pair[0], pair[1], pair[2], np.zeros(2), np.zeros((2, 0)), every)
        time = np.array([last[0], stop])
        status, _, _, h = integrate_apart(packed, stepper.method, time, rows, steps)
        kept = np.concatenate([kept[:-1], every[np.isfinite(every[:, 0])]])
        if status != Outcome.ROWS_FULL:
            return Outcome(status), kept
        steps, most = steps._replace(first=float(h)), 2 * most


def _trajectory(system: System, kept: FloatArray) -> Trajectory:
    """A trajectory with everything that belongs to its states."""
    n, m, rows = system.n, system.m, len(kept)
    works = kept.shape[1] - len(system.work_names) - system.own_states
    cuts = [1, n + 1, works, kept.shape[1] - system.own_states]
    time, q, u, work, s = (np.ascontiguousarray(part) for part in np.split(kept, cuts, axis=1))
    v, a = np.empty((rows, n)), np.empty((rows, n))
    multipliers, C, rate = np.zeros((rows, m)), np.empty((rows, m)), np.empty((rows, m))
    undetermined = rows_of(system.packed, time[:, 0], q, u, s, v, a, multipliers, C, rate)
    system.tables.calls.raise_error()
    if not np.all(np.isfinite(a[0])):
        system.require_finite_forces(system.terms(q[0], v[0], float(time[0, 0])))
        raise Undetermined(
            what="a motion is free and has no inertia: its acceleration is not determined",
            where=f"t = {time[0, 0]:g} s",
            remedy="Run diagnosis.diagnose at this state; it names the motion, or gimbal lock",
        )
    return Trajectory(
        time[:, 0], q, v, a, multipliers, C, rate, system.row_names, work, system.work_names,
        (*notes_on(system, q, undetermined), *system.tables.calls.notes),
        {body.name: system.slice_of(body) for body in system.bodies},
    )  # fmt: skip


@generic
def rows_of(
    system: PackedConstrained,
    time: FloatArray,
    q: FloatArray,
    u: FloatArray,
    s: FloatArray,
    v: FloatArray,
    a: FloatArray,
    multipliers: FloatArray,
    C: FloatArray,
    rate: FloatArray,
) -> int:
    """Fill q_dot, q_ddot, multipliers and violations for states (rows, ...).

    Returns:
        Largest number of multipliers in a state that were undetermined and set to zero.
    """
    work = workspace(system)
    power, u_dot = np.empty(len(work.at.power) + 1), np.empty(len(work.d))
    undetermined = 0
    for k in range(len(time)):
        work.at.states[:] = s[k]
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
