"""The trapezoidal rule with Newton's method on the accelerations at the end of a step.

v_1 = v_0 + h (a_0 + a_1) / 2,  q_1 = q_0 exp(h (v_0 + v_1) / 2),  s_1 = s_0 + h (s'_0 + s'_1) / 2,
with a_1 such that the equations of motion hold at the end: Pamies-Vila (2012), eqs. 3.77 to 3.84.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.math.entries import copy_to
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.scheme import (
    ITERATIONS,
    State,
    Tolerance,
    accept,
    begin,
    diverges,
    memory,
    settled,
    step,
)
from ambulo.multibody.system import (
    accelerate,
    displace,
    factorise_newton,
    imbalance,
    newton_scratch,
    sizes,
    solve_newton,
    vary,
)


class Trapezoidal(NamedTuple):
    """The trapezoidal rule. Args: control: 0.0, because steps are equal."""

    control: float


class Ends(NamedTuple):
    """Accelerations, rates of own states and power at both ends of a step, and scratch arrays."""

    a_0: FloatArray
    a_1: FloatArray
    rate_0: FloatArray
    rate_1: FloatArray
    power: FloatArray
    d: FloatArray
    residual: FloatArray
    sigma: FloatArray
    newton: Any


@implements(memory, Trapezoidal)
def _memory(scheme: Trapezoidal, system: Any) -> Ends:
    _, nv, ns = sizes(system)
    return Ends(
        np.empty(nv), np.empty(nv), np.empty(ns), np.empty(ns), np.empty(2), np.empty(nv),
        np.empty(nv + ns), np.empty(ns), newton_scratch(system),
    )  # fmt: skip


@implements(begin, Trapezoidal)
def _begin(
    scheme: Trapezoidal, system: Any, t: float, now: State, work: Any, memory: Ends
) -> float:
    memory.power[0] = accelerate(system, t, now.q, now.v, now.s, work, memory.a_0, memory.rate_0)
    return np.inf


@implements(accept, Trapezoidal)
def _accept(scheme: Trapezoidal, system: Any, memory: Ends) -> None:
    copy_to(memory.a_1, memory.a_0)
    copy_to(memory.rate_1, memory.rate_0)
    memory.power[0] = memory.power[1]


@implements(step, Trapezoidal)
def _step(
    scheme: Trapezoidal, system: Any, t: float, h: float, now: State, new: State,
    work: Any, memory: Ends, tolerance: Tolerance,
) -> tuple[float, int]:  # fmt: skip
    nv, ns = len(now.v), len(now.s)
    a, rate, d, r = memory.a_1, memory.rate_1, memory.d, memory.residual
    copy_to(memory.a_0, a)
    copy_to(memory.rate_0, rate)
    last = np.inf
    for iteration in range(ITERATIONS):
        # v_1 = v_0 + h (a_0 + a_1) / 2,  q_1 = q_0 displaced by h (v_0 + v_1) / 2
        for c in range(nv):
            new.v[c] = now.v[c] + 0.5 * h * (memory.a_0[c] + a[c])
            d[c] = 0.5 * h * (now.v[c] + new.v[c])
        for c in range(ns):
            new.s[c] = now.s[c] + 0.5 * h * (memory.rate_0[c] + rate[c])
        copy_to(now.q, new.q)
        displace(system, now.q, d, new.q)
        # residual of the equations of motion at the end, and its matrix by (a, q, v)
        memory.power[1] = imbalance(
            system, t + h, new.q, new.v, new.s, work, memory.newton, a, r[:nv], memory.sigma
        )
        for c in range(ns):
            r[nv + c] = rate[c] - memory.sigma[c]
        solvable = factorise_newton(
            system, t + h, new.q, new.v, new.s, work, memory.newton,
            0.5 * h, 0.25 * h * h, 0.5 * h,
        )  # fmt: skip
        if not solvable:
            return np.inf, iteration + 1
        solve_newton(system, work, memory.newton, r)
        largest = 0.0
        for c in range(nv):
            a[c] -= r[c]
            largest = max(largest, 0.25 * h * h * abs(r[c]))
        for c in range(ns):
            rate[c] -= r[nv + c]
            largest = max(largest, 0.5 * abs(h * r[nv + c]))
        if diverges(largest):
            return np.inf, iteration + 1
        if settled(largest, last):
            for c in range(nv):
                new.v[c] -= 0.5 * h * r[c]
                d[c] -= 0.25 * h * h * r[c]
            for c in range(ns):
                new.s[c] -= 0.5 * h * r[nv + c]
            displace(system, now.q, d, new.q)
            new.work[0] = now.work[0] + 0.5 * h * (memory.power[0] + memory.power[1])
            return 0.0, iteration + 1
        last = largest
    return np.inf, ITERATIONS


TRAPEZOIDAL = Method(
    "trapezoidal", 2, False, "Newton iterations", "Pamies-Vila (2012), section 3.5.4",
    Trapezoidal(0.0), needs=(vary,),
)  # fmt: skip
