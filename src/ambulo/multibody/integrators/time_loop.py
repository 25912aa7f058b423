"""The time loop of every simulation: instants, steps, events, rows."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import borrowing
from ambulo.math.dispatch import generic, operation
from ambulo.math.entries import copy_to
from ambulo.multibody.integrators.scheme import State, Tolerance, accept, begin, memory, step
from ambulo.multibody.system import (
    enter,
    event_count,
    event_values,
    left,
    observe,
    settle,
    sizes,
    switch,
    workspace,
)


class Outcome(IntEnum):
    """How a simulation ended."""

    REACHED = 0
    STEP_TOO_SMALL = 1
    NOT_SOLVED = 2
    TOO_MANY_STEPS = 3
    LEFT = 4
    ROWS_FULL = 5
    GROWN = 6

    @property
    def words(self) -> str:
        """The outcome in words, for a message."""
        return {
            Outcome.REACHED: "the end was reached",
            Outcome.STEP_TOO_SMALL: "no step is short enough for the tolerance",
            Outcome.NOT_SOLVED: "the equations of a step could not be solved",
            Outcome.TOO_MANY_STEPS: "the steps allowed are used up",
            Outcome.LEFT: "the motion left its reference or is no longer finite",
            Outcome.ROWS_FULL: "the rows for steps are used up",
            Outcome.GROWN: "the velocities grow without bound",
        }[self]


_REACHED, _STEP_TOO_SMALL, _NOT_SOLVED = 0, 1, 2  # plain integers, which numba freezes
_TOO_MANY_STEPS, _LEFT, _ROWS_FULL, _GROWN = 3, 4, 5, 6
_EVENT_TIME = 1e-12
"""s; how closely an event is located."""
_TRIALS = 12
"""By interpolation, after which an event is located by halving."""


class Rows(NamedTuple):
    """The results of the loop, one row for each instant; row 0 is the initial state.

    Args:
        q, v, s: (instants, nq), (instants, nv), (instants, ns).
        work: (instants,) J, of the forces since the start.
        observed: (instants, observed) quantities that the system observed since the previous row.
        every: (most, 1 + nq + nv + ns) time and state before the first step and after each step;
            (0, 0) for none.
    """

    q: FloatArray
    v: FloatArray
    s: FloatArray
    work: FloatArray
    observed: FloatArray
    every: FloatArray


class StepLimits(NamedTuple):
    """Limits of the steps.

    Args:
        longest: s, longest step.
        first: s, first step of a method with an error estimate; with 0 the method chooses it.
        least: s, shortest step; below it the simulation is given up.
        most: number of attempts after which the simulation is given up.
        fastest: m/s, rad/s; velocity beyond which a simulation with an error estimate is given up,
            because its steps become ever shorter.
        tolerance: of a method with an error estimate.
    """

    longest: float
    first: float
    least: float
    most: int
    fastest: float
    tolerance: Tolerance


@generic
def integrate(
    system: Any, scheme: Any, time: FloatArray, rows: Rows, steps: StepLimits
) -> tuple[int, int, int, float]:
    """Fill the rows after the first; rows that are not reached are NaN.

    No step crosses an instant. If an event function changes sign inside a step, the step ends at
    the first such change. The system then switches every event that has changed sign, and the
    method starts again.

    Args:
        system: packed system.
        scheme: of a `Method`.
        time: (instants,) s, increasing or decreasing.
        rows: receives the results.
        steps: limits of the steps.

    Returns:
        `Outcome`, number of rows filled, sum of what the scheme counts, and length of the last full
        step [s].
    """
    nq, nv, _ = sizes(system)
    work, kept = workspace(system), memory(scheme, system)
    now = State(rows.q[0].copy(), rows.v[0].copy(), rows.s[0].copy(), rows.work[:1].copy())
    new = State(np.empty(nq), np.empty(nv), np.empty(len(now.s)), np.empty(1))
    events = event_count(system)
    g_now, g_new, passed = np.empty(events), np.empty(events), np.zeros(events, np.bool_)
    count, attempts, h = 0, 0, steps.longest
    taken = 0
    if len(rows.every) > 0:
        _keep(rows.every, taken, time[0], now)
    for row in range(1, len(time)):
        t0, span = time[row - 1], abs(time[row] - time[row - 1])
        sign = 1.0 if time[row] >= t0 else -1.0
        enter(system, min(t0, time[row]), max(t0, time[row]), work)
        if row == 1:
            guess = begin(scheme, system, t0, now, work, kept)
            h = min(steps.longest, steps.first if steps.first > 0.0 else guess, span)
            if events > 0:
                event_values(system, t0, now.q, now.v, now.s, work, g_now)
        done = 0.0
        while done < span:
            attempts += 1
            ahead = span - done
            if scheme.control == 0.0:
                # equal steps, as many as fit what is left of the interval
                used = ahead / max(1.0, np.ceil(ahead / steps.longest - 1e-6))
            elif h >= ahead:
                used = ahead
            else:
                # a remainder that would be tiny is shared between two steps
                used = min(h, 0.5 * ahead) if h > 0.5 * ahead else h
            t = t0 + sign * done
            error, counted = step(
                scheme, system, t, sign * used, now, new, work, kept, steps.tolerance
            )
            count += counted
            if scheme.control > 0.0:
                factor = _step_factor(error, scheme.control)
                # a step cut at an instant says nothing of a longer one
                if error > 1.0 or used == h or factor < 1.0:
                    h = min(steps.longest, used * factor)
                over = False
                if not error <= 1.0 and not h > steps.least:
                    # where a force jumps at an event, no step over it is short enough
                    cut, event = _stop_at_event(
                        system, scheme, t, sign, used, now, new, work, kept, steps.tolerance,
                        g_now, g_new,
                    )  # fmt: skip
                    if event < 0 and not _leaves_zero(g_now, g_new):
                        _mark_unknown(rows, row)
                        return _STEP_TOO_SMALL, row, count, h
                    # first up to it, then over it in the time that it is located to
                    over = event < 0 or cut <= 2.0 * _EVENT_TIME
                    h = 10.0 * steps.least if over else cut - 1.5 * _EVENT_TIME
                    used = cut
                if not error <= 1.0 and not over:
                    if attempts >= steps.most:
                        _mark_unknown(rows, row)
                        return _TOO_MANY_STEPS, row, count, h
                    continue
            elif not error <= 1.0:
                _mark_unknown(rows, row)
                return _NOT_SOLVED, row, count, used
            used, event = _stop_at_event(
                system, scheme, t, sign, used, now, new, work, kept, steps.tolerance, g_now, g_new
            )
            copy_to(new.q, now.q)
            copy_to(new.v, now.v)
            copy_to(new.s, now.s)
            copy_to(new.work, now.work)
            done = span if used == ahead else done + used
            t = t0 + sign * done
            settle(system, t, now.q, now.v, work)
            accept(scheme, system, kept)
            observe(system, work, rows.observed[row])
            if event >= 0:
                # feet that land flat do so at once
                for k in range(events):
                    passed[k] = k == event or _changes_sign(g_now[k], g_new[k])
                    if passed[k]:
                        switch(system, k, t, now.q, now.v, now.s, work)
                begin(scheme, system, t, now, work, kept)
            if events > 0:
                # of the settled and switched state; a sign that has been passed stays passed
                event_values(system, t, now.q, now.v, now.s, work, g_now)
                for k in range(events):
                    if event >= 0 and passed[k] and g_now[k] * g_new[k] <= 0.0:
                        g_now[k] = g_new[k]
            if len(rows.every) > 0:
                if taken + 1 == len(rows.every):
                    _mark_unknown(rows, row)
                    return _ROWS_FULL, row, count, h
                taken += 1
                _keep(rows.every, taken, t, now)
            if attempts >= steps.most and done < span:
                _mark_unknown(rows, row)
                return _TOO_MANY_STEPS, row, count, h
            if scheme.control > 0.0 and _largest(now.v) > steps.fastest:
                _mark_unknown(rows, row)
                return _GROWN, row, count, h
        if left(system, time[row], now.q, now.v, work) or not _finite(now):
            _mark_unknown(rows, row)
            return _LEFT, row, count, h
        copy_to(now.q, rows.q[row])
        copy_to(now.v, rows.v[row])
        copy_to(now.s, rows.s[row])
        rows.work[row] = now.work[0]
    return _REACHED, len(time), count, h


@borrowing
def _keep(every: FloatArray, k: int, t: float, now: State) -> None:
    """Fill row k with the time and the state."""
    nq, nv = len(now.q), len(now.v)
    every[k, 0] = t
    copy_to(now.q, every[k, 1 : 1 + nq])
    copy_to(now.v, every[k, 1 + nq : 1 + nq + nv])
    copy_to(now.s, every[k, 1 + nq + nv :])


@borrowing
def _step_factor(error: float, order: float) -> float:
    """By how much the next step may be longer: 0.9 error^(-1 / order), within bounds."""
    if error == 0.0:
        return 5.0
    if not error < np.inf:
        return 0.2
    factor: float = 0.9 * error ** (-1.0 / order)
    return min(5.0, max(0.2, factor))


@borrowing
def _mark_unknown(rows: Rows, row: int) -> None:
    """Mark a row and those after it as not reached."""
    rows.q[row:] = np.nan
    rows.v[row:] = np.nan
    rows.s[row:] = np.nan
    rows.work[row:] = np.nan
    rows.observed[row:] = np.nan


@borrowing
def _largest(v: FloatArray) -> float:
    """Size of the largest velocity."""
    size = 0.0
    for i in range(len(v)):
        size = max(size, abs(v[i]))
    return size


@borrowing
def _finite(now: State) -> bool:
    """Whether all coordinates and velocities are numbers."""
    total = 0.0
    for i in range(len(now.q)):
        total += 0.0 * now.q[i]
    for i in range(len(now.v)):
        total += 0.0 * now.v[i]
    return total == 0.0


@borrowing
def _changes_sign(before: float, after: float) -> bool:
    return (before < 0.0 and after >= 0.0) or (before > 0.0 and after <= 0.0)


@borrowing
def _crossed(g_now: FloatArray, g_new: FloatArray, known: int, margin: float) -> int:
    """Event whose function has changed sign first, by chords; -1 for none.

    Args:
        g_now, g_new: at the beginning and the end of a step.
        known: the event found first so far, which is kept where another is not earlier by more
            than margin, a part of the step; -1 for none.
    """
    first, earliest = -1, 2.0
    for k in range(len(g_now)):
        if _changes_sign(g_now[k], g_new[k]):
            part = g_now[k] / (g_now[k] - g_new[k])
            if k == known:
                part -= margin
            if part < earliest:
                first, earliest = k, part
    return first


@borrowing
def _leaves_zero(g_now: FloatArray, g_new: FloatArray) -> bool:
    """Whether an event's function was zero and no longer is, which changes no sign."""
    left_zero = False
    for k in range(len(g_now)):
        left_zero = left_zero or (g_now[k] == 0.0 and g_new[k] != 0.0)
    return left_zero


def _locate(
    system: Any, scheme: Any, t: float, sign: float, used: float, now: State, new: State,
    work: Any, kept: Any, tolerance: Tolerance, g_now: FloatArray, g_new: FloatArray,
) -> tuple[float, int]:  # fmt: skip
    """Shorten a step until it ends just behind its first event: its length [s], and the event.

    Inverse quadratic interpolation of the function that changes sign, between bounds that keep its
    zero, and their middle where that does not get on (Brent 1973, chapter 4).
    """
    event_values(system, t + sign * used, new.q, new.v, new.s, work, g_new)
    event = _crossed(g_now, g_new, -1, 0.0)
    if event < 0:
        return used, event
    low, high, third = 0.0, used, used
    g_low, g_high, g_third = g_now[event], g_new[event], g_new[event]
    for n in range(60):
        # just behind the zero: then the interval need not be closed from both sides
        trial = _zero(low, g_low, high, g_high, third, g_third) + 0.5 * _EVENT_TIME
        if not low < trial < high or n > _TRIALS:
            trial = 0.5 * (low + high)
        trial = min(max(trial, low + 0.25 * _EVENT_TIME), high - 0.25 * _EVENT_TIME)
        step(scheme, system, t, sign * trial, now, new, work, kept, tolerance)
        event_values(system, t + sign * trial, new.q, new.v, new.s, work, g_new)
        first = _crossed(g_now, g_new, event, _EVENT_TIME / trial)
        if first < 0:
            third, g_third = low, g_low
            low, g_low = trial, g_new[event]
            if high - low <= _EVENT_TIME:
                break
            continue
        third, g_third = high, g_high
        high, g_high = trial, g_new[first]
        if first != event:  # another one comes first
            event, low, g_low = first, 0.0, g_now[first]
            third, g_third = high, g_high
        elif abs(g_high) * (third - high) <= _EVENT_TIME * abs(g_third - g_high):
            return high, event
        if high - low <= _EVENT_TIME:
            return high, event
    step(scheme, system, t, sign * high, now, new, work, kept, tolerance)
    event_values(system, t + sign * high, new.q, new.v, new.s, work, g_new)
    return high, _crossed(g_now, g_new, event, _EVENT_TIME / high)


@operation(optional=True, borrows=True, given=(event_count, _locate))
def _stop_at_event(
    system: Any, scheme: Any, t: float, sign: float, used: float, now: State, new: State,
    work: Any, kept: Any, tolerance: Tolerance, g_now: FloatArray, g_new: FloatArray,
) -> tuple[float, int]:  # fmt: skip
    """Length [s] of the step, and no event."""
    return used, -1


@borrowing
def _zero(a: float, f_a: float, b: float, f_b: float, c: float, f_c: float) -> float:
    """Where the inverse parabola through three points is zero, or the chord of the first two."""
    if f_c in (f_a, f_b):
        return b - f_b * (b - a) / (f_b - f_a)
    return (
        a * f_b * f_c / ((f_a - f_b) * (f_a - f_c))
        + b * f_a * f_c / ((f_b - f_a) * (f_b - f_c))
        + c * f_a * f_b / ((f_c - f_a) * (f_c - f_b))
    )
