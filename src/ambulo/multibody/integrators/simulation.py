"""Simulation of a packed system."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ambulo.inputs.arguments import instance_of, numbers_of
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.math.dispatch import generic, implementation_of
from ambulo.math.packed import Packed
from ambulo.multibody.forces.law import stored_energy
from ambulo.multibody.integrators.by_address import integrate_apart
from ambulo.multibody.integrators.compile_errors import mistakes_in_one_line
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.scheme import Tolerance
from ambulo.multibody.integrators.time_loop import Outcome, Rows, StepLimits
from ambulo.multibody.system import energies, observed_count, sizes, stored, workspace

_LEAST_STEP = 1e-9
"""s; a method that asks for less is given up."""
MOST_STEPS = 100_000_000
_STEPS_SHOWN = 10_000
_ENORMOUS = 1e4
"""Of the velocity at the start, or of 1 m/s or rad/s: a larger one is said when the simulation is
given up. A simulation with an error estimate is given up at ten times this velocity."""


@dataclass(frozen=True, eq=False)
class Simulated(BriefRepr):
    """A simulated motion.

    Args:
        time: (instants,) s.
        q, v, s: (instants, nq), (instants, nv), (instants, ns); NaN after the end of a simulation
            that was given up.
        work: (instants,) J, of the forces since the start, without the part that
            `mechanical_energy` contains. Mechanical energy minus this work is constant.
        observed: (instants, observed) quantities that the forces observed since the previous
            instant.
        outcome: how the simulation ended.
        count: what the method counts.
    """

    time: FloatArray
    q: FloatArray
    v: FloatArray
    s: FloatArray
    work: FloatArray
    observed: FloatArray
    outcome: Outcome
    count: int


@generic
def _shape(system: Any) -> tuple[int, int, int, int]:
    nq, nv, ns = sizes(system)
    return nq, nv, ns, observed_count(system)


@generic
def _energies(system: Any, time: FloatArray, q: FloatArray, v: FloatArray, s: FloatArray) -> Any:
    work = workspace(system)
    out = np.empty((len(time), 3))
    for k in range(len(time)):
        out[k, 0], out[k, 1] = energies(system, time[k], q[k], v[k], s[k], work)
        out[k, 2] = stored(system, time[k], q[k], v[k], s[k], work)
    return out


def _stores(system: Any) -> bool:
    """Whether a force of a system keeps account of energy that it stores."""
    forces = system.forces.given if implementation_of(stored, type(system)) else ()
    return any(implementation_of(stored_energy, type(force)) for force in forces)


def require_suiting(system: Packed, method: Method, step: float) -> None:
    """Raise an error if a method cannot integrate a system with steps of this length [s].

    Raises:
        InputError: the step is not positive, or the method does not suit the system.
    """
    if not step > 0.0:
        raise InputError(
            what=f"a step of {step:g} s is not possible", where="--step", remedy="Give a time > 0"
        )
    if not method.suits(type(system)):
        raise InputError(
            what=f"{method.name} does not suit these equations of motion",
            where="--integrator",
            remedy="Choose another method, such as dop853",
        )


def simulate_system(
    system: Packed,
    time: ArrayLike,
    q: ArrayLike,
    v: ArrayLike,
    method: Method,
    *,
    s: ArrayLike | None = None,
    step: float = 1e-3,
    tolerance: float | None = None,
    quiet: bool = False,
) -> Simulated:
    """Integrate the equations of motion of a packed system, in a compiled loop.

    Args:
        system: packed system of any formulation.
        time: (instants,) s of the result; no step crosses an instant.
        q, v: (nq,), (nv,) initial state; arrays or lists.
        method: integrator that suits the system.
        s: (ns,) own states of the forces; zero by default.
        step: longest step [s].
        tolerance: error of a step, for a method with an error estimate; by default that of the
            method.
        quiet: whether to omit the warning about a simulation that is given up; the outcome always
            shows it.
    Raises:
        InputError: the step or the tolerance is not positive, the method is not a method or does
            not suit the system, a part of the system does not compile, shapes do not fit the
            system, or instants are not finite.
    """
    instance_of(Method, method, "method", "Give one of integrators.registry, METHODS['dop853']")
    require_suiting(system, method, step)
    error = method.tolerance if tolerance is None else tolerance
    if method.adaptive and not error > 0.0:
        raise InputError(
            what=f"an error of {error:g} in each step is not possible",
            where="tolerance",
            remedy="Give a number > 0",
        )
    instants = numbers_of(time, "time")
    if instants.ndim != 1 or not len(instants) or not np.isfinite(instants).all():
        raise InputError(
            what=f"an array of shape {instants.shape} is not a list of finite times",
            where="time",
            remedy="Give an array of shape (instants,), in s",
        )
    with mistakes_in_one_line():
        nq, nv, ns, observed = _shape(system)
    state = {"q": q, "v": v, "s": np.zeros(ns) if s is None else s}
    start = {name: numbers_of(given, name) for name, given in state.items()}
    for (name, found), entries in zip(start.items(), (nq, nv, ns), strict=True):
        if found.shape != (entries,):
            raise InputError(
                what=f"its shape is {found.shape}, and this system has ({entries},) entries",
                where=name,
                remedy="Give one number for each entry",
            )
    n = len(instants)
    rows = Rows(
        np.empty((n, nq)), np.empty((n, nv)), np.empty((n, ns)), np.zeros(n),
        np.zeros((n, observed)), np.empty((0, 0)),
    )  # fmt: skip
    rows.q[0], rows.v[0], rows.s[0] = start["q"], start["v"], start["s"]
    allowed = Tolerance(float(error), ns, 1.0)
    steps = StepLimits(float(step), 0.0, _LEAST_STEP, MOST_STEPS, fastest(start["v"]), allowed)
    if method.adaptive:
        steps = steps._replace(first=float(step))
    with mistakes_in_one_line():
        status, _, count, _ = integrate_apart(system, method, instants, rows, steps)
        if _stores(system):
            held = _energies(system, instants, rows.q, rows.v, rows.s)[:, 2]
            rows.work[:] += held - held[0]
    outcome = Outcome(status)
    if outcome is not Outcome.REACHED and not quiet:
        k = max(0, int(np.isfinite(rows.work).sum()) - 1)
        with mistakes_in_one_line():
            v = _velocities_from(k, system, method, instants, rows, steps)
        warnings.warn(
            f"the simulation was given up after {instants[k]:g} s: {outcome.words}"
            f"{growth_in_words(rows.v[: k + 1], v)}",
            stacklevel=2,
        )
    return Simulated(
        instants, rows.q, rows.v, rows.s, rows.work, rows.observed, outcome, int(count)
    )


def _velocities_from(
    k: int, system: Packed, method: Method, time: FloatArray, rows: Rows, steps: StepLimits
) -> FloatArray:
    """Velocities (steps, nv) of the first steps after row k, after which a simulation was given
    up."""
    if k + 1 == len(time):
        return rows.v[k : k + 1]
    q, v, own, work, observed = (np.ascontiguousarray(part[k : k + 2]) for part in rows[:5])
    nq, nv = q.shape[1], v.shape[1]
    every = np.full((_STEPS_SHOWN, 1 + nq + nv + own.shape[1]), np.nan)
    two = Rows(q, v, own, work, observed, every)
    integrate_apart(system, method, time[k : k + 2].copy(), two, steps)
    return every[:, 1 + nq : 1 + nq + nv]


def fastest(v: FloatArray) -> float:
    """Velocity [m/s, rad/s] at which a simulation with an error estimate is given up, from the
    velocities at its start."""
    return 10.0 * _ENORMOUS * max(1.0, float(np.abs(v).max(initial=0.0)))


def growth_in_words(before: FloatArray, after: FloatArray) -> str:
    """A sentence for a message, if velocities (instants, nv) grew enormously; otherwise nothing."""
    first = float(np.abs(before[0]).max(initial=0.0))
    fast = np.abs(np.concatenate([before, after]))
    largest = float(fast[np.isfinite(fast)].max(initial=0.0))
    if largest < _ENORMOUS * max(1.0, first):
        return ""
    return (
        f". The velocities had grown to {largest:.1g} (m/s, rad/s). Check the signs of dampers"
        " and laws"
    )


def mechanical_energy(system: Packed, simulated: Simulated) -> FloatArray:
    """Kinetic and potential energy (instants, 2) [J].

    The potential energy is that of gravity and of forces with the operation `stored_energy`:
    contact of spheres, elastic joints. `Simulated.work` contains all other work: losses, and for
    example the work of a spring of a `force_table`. So energy minus work is constant for all
    forces, except for the error of the integration.
    """
    instants = np.ascontiguousarray(simulated.time, dtype=np.float64)
    with mistakes_in_one_line():
        out: FloatArray = _energies(system, instants, simulated.q, simulated.v, simulated.s)
    return out[:, :2]
