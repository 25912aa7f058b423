"""Equations of motion for one flat state that also contains variations of the motion.

The boundary method stores a motion as y = (q, v, variations). Each variation (dq, dv) has 2 nv
entries. Any system that implements `multibody.system` with `vary`, and `posture_error` with its
variation, can be used. For the time loop, the variations are own states of an enclosing system.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import generic, implements
from ambulo.math.entries import copy_to
from ambulo.math.packed import Packed
from ambulo.multibody.further_operations import posture_error
from ambulo.multibody.integrators.extrapolated_midpoint import EXTRAPOLATED_MIDPOINT
from ambulo.multibody.integrators.runge_kutta import DOP853
from ambulo.multibody.integrators.scheme import Tolerance
from ambulo.multibody.integrators.time_loop import Rows, StepLimits, integrate
from ambulo.multibody.system import (
    accelerate,
    coordinate_rate,
    displace,
    displacement_rate,
    energies,
    settle,
    sizes,
    vary,
    workspace,
)

PackedSystem = Packed
"""A packed system of any formulation, without own states."""

_DOP853 = DOP853.scheme
_EXTRAPOLATION = EXTRAPOLATED_MIDPOINT.scheme
_STAGES = 12  # evaluations of a step of DOP853


class Varied(NamedTuple):
    """A system whose own states are variations of its motion.

    Args:
        system: packed system.
        variations: number of variations, each (dq, dv).
    """

    system: Any
    variations: int


@implements(sizes, Varied, borrows=True)
def _sizes(varied: Varied) -> tuple[int, int, int]:
    nq, nv, _ = sizes(varied.system)
    return nq, nv, 2 * nv * varied.variations


@implements(workspace, Varied)
def _workspace(varied: Varied) -> Any:
    return workspace(varied.system)


@implements(accelerate, Varied, borrows=True)
def _accelerate(
    varied: Varied, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    a: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    power = accelerate(varied.system, t, q, v, s[:0], work, a, sigma[:0])
    if varied.variations > 0:
        shape = (varied.variations, 2 * len(v))
        vary(
            varied.system, t, q, v, s[:0], work, a, sigma[:0], s.reshape(shape),
            sigma.reshape(shape),
        )  # fmt: skip
    return power


@implements(energies, Varied, borrows=True)
def _energies(
    varied: Varied, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any
) -> tuple[float, float]:
    return energies(varied.system, t, q, v, s[:0], work)


@implements(displace, Varied, borrows=True)
def _displace(varied: Varied, q: FloatArray, y: FloatArray, out: FloatArray) -> None:
    displace(varied.system, q, y, out)


@implements(displacement_rate, Varied, borrows=True)
def _displacement_rate(varied: Varied, y: FloatArray, v: FloatArray, out: FloatArray) -> None:
    displacement_rate(varied.system, y, v, out)


@implements(coordinate_rate, Varied, borrows=True)
def _coordinate_rate(
    varied: Varied, q: FloatArray, v: FloatArray, work: Any, out: FloatArray
) -> None:
    coordinate_rate(varied.system, q, v, work, out)


@implements(settle, Varied, borrows=True)
def _settle(varied: Varied, t: float, q: FloatArray, v: FloatArray, work: Any) -> None:
    settle(varied.system, t, q, v, work)


@generic
def fly(
    system: PackedSystem, y: FloatArray, duration: float, tolerance: float, most_steps: int
) -> tuple[bool, int]:
    """Advance y by the Dormand-Prince method of order 8; the variations do not affect the step
    size.

    Args:
        system: packed system.
        y: (nq + nv + 2 nv m,) state and m variations of it, advanced in place.
        duration: s, of either sign.
        tolerance: of the local error, relative and absolute.
        most_steps: number of steps after which the integration ends.

    Returns:
        Whether the end was reached, and the number of evaluations.
    """
    nq, nv, _ = sizes(system)
    varied = Varied(system, (len(y) - nq - nv) // (2 * nv))
    rows = Rows(
        np.empty((2, nq)), np.empty((2, nv)), np.empty((2, len(y) - nq - nv)), np.zeros(2),
        np.zeros((2, 0)), np.empty((0, 0)),
    )  # fmt: skip
    copy_to(y[:nq], rows.q[0])
    copy_to(y[nq : nq + nv], rows.v[0])
    copy_to(y[nq + nv :], rows.s[0])
    time = np.array([0.0, duration])
    shortest, error = 1e-12 * abs(duration), Tolerance(tolerance, 0, 1.0)
    steps = StepLimits(np.inf, 0.0, shortest, most_steps, np.inf, error)
    status, _, count, _ = integrate(varied, _DOP853, time, rows, steps)
    copy_to(rows.q[1], y[:nq])
    copy_to(rows.v[1], y[nq : nq + nv])
    copy_to(rows.s[1], y[nq + nv :])
    return status == 0, _STAGES * count


@generic
def independent_flight(
    system: PackedSystem, y: FloatArray, duration: float, tolerance: float, most_steps: int
) -> bool:
    """Advance y (nq + nv,) by extrapolation, a method without common coefficients with `fly`.

    Returns:
        Whether the end was reached.
    """
    nq, nv, _ = sizes(system)
    rows = Rows(
        np.empty((2, nq)), np.empty((2, nv)), np.empty((2, 0)), np.zeros(2), np.zeros((2, 0)),
        np.empty((0, 0)),
    )  # fmt: skip
    copy_to(y[:nq], rows.q[0])
    copy_to(y[nq : nq + nv], rows.v[0])
    time = np.array([0.0, duration])
    shortest, error = 1e-12 * abs(duration), Tolerance(tolerance, 0, 1.0)
    steps = StepLimits(np.inf, 0.0, shortest, most_steps, np.inf, error)
    status, _, _, _ = integrate(system, _EXTRAPOLATION, time, rows, steps)
    copy_to(rows.q[1], y[:nq])
    copy_to(rows.v[1], y[nq : nq + nv])
    return status == 0


@generic
def arrival_error(
    system: PackedSystem, y: FloatArray, target: FloatArray, basis: FloatArray, dim: int
) -> FloatArray:
    """`posture_error` of a state, for Python: (dim,) [rad, m]."""
    e = np.empty(dim)
    nq, _, _ = sizes(system)
    posture_error(system, y[:nq], target, basis, e)
    return e


@generic
def energies_of(system: PackedSystem, y: FloatArray) -> tuple[float, float]:
    """Kinetic and potential energy [J] of a state y = (q, v)."""
    nq, nv, _ = sizes(system)
    return energies(system, 0.0, y[:nq], y[nq : nq + nv], np.empty(0), workspace(system))


@generic
def state_rates(system: PackedSystem, y: FloatArray) -> FloatArray:
    """Rates (points, width) of states y (points, width) = (q, v, variations), for Python."""
    nq, nv, _ = sizes(system)
    n = nq + nv
    varied = Varied(system, (y.shape[1] - n) // (2 * nv))
    work = workspace(system)
    out = np.empty_like(y)
    for k in range(len(y)):
        q, v = y[k, :nq], y[k, nq:n]
        coordinate_rate(system, q, v, work, out[k, :nq])
        accelerate(varied, 0.0, q, v, y[k, n:], work, out[k, nq:n], out[k, n:])
    return out
