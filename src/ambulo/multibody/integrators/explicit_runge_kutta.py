"""Explicit Runge-Kutta methods by their tableaus, on the group of a system's coordinates or on
plain numbers.

On the group (Munthe-Kaas 1998), the configuration within a step is q exp(y) for a small y with the
rate dexp^-1(v). Each tableau keeps its order, and rotations remain rotations. Otherwise coordinates
are plain numbers, and `settle` corrects them after every step.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import borrowing
from ambulo.math.dispatch import implements
from ambulo.math.shaped import allocator
from ambulo.multibody.integrators.scheme import State, Tolerance, accept, begin, memory, step
from ambulo.multibody.integrators.tableau import (
    mistake_in_tableau,
    order_of_estimate,
    order_of_weights,
)
from ambulo.multibody.system import (
    accelerate,
    coordinate_rate,
    displace,
    displacement_rate,
    sizes,
)


class ExplicitRungeKutta(NamedTuple):
    """Butcher's coefficients of an explicit method.

    Args:
        A: (stages, stages), strictly lower; b, c: (stages,).
        errors: (2, stages) weights; the combinations e0, e1 of the rates estimate the error, as in
            DOP853: h |e0|^2 / sqrt(|e0|^2 + |e1|^2 / 100); (0, stages) without an estimate.
        control: order of the step in this estimate; 0.0 without an estimate.
        on_group: 1 for q exp(y), 0 for coordinates as plain numbers.
    """

    A: FloatArray
    b: FloatArray
    c: FloatArray
    errors: FloatArray
    control: float
    on_group: int

    def mistake(self) -> str:
        """The fault of the coefficients; "" if there is none."""
        if np.shape(self.errors)[:1] != (2 if self.control > 0.0 else 0,):
            return f"control = {self.control:g} does not go with errors {np.shape(self.errors)}"
        if self.on_group not in (0, 1):
            return f"on_group = {self.on_group} is neither 1 nor 0"
        return mistake_in_tableau(self.A, self.b, self.c, self.errors, explicit=True)

    def orders(self) -> tuple[float, float]:
        """Orders of the error in the step, and of the step in the error estimate (0 without an
        estimate)."""
        order = order_of_weights(self.A, self.b)
        if len(self.errors) == 0:
            return order, 0.0
        first, second = (order_of_estimate(self.A, row) for row in self.errors)
        # |e0|^2 / sqrt(|e0|^2 + |e1|^2 / 100)
        return order, first if first <= second else 2.0 * first - second


class ExplicitStages(NamedTuple):
    """Scratch arrays of a step, n = ny + nv + ns + 1.

    Args:
        rate: rates of y or q, v, s and the work; z: their increments since the start of the step.
        x, u, s: coordinates, velocities and own states of a stage.
        kept: 1 while the rates of stage 0 belong to the state at the start of the step.
    """

    rate: Annotated[FloatArray, "stages n"]
    z: Annotated[FloatArray, "n"]
    x: Annotated[FloatArray, "nq"]
    u: Annotated[FloatArray, "nv"]
    s: Annotated[FloatArray, "ns"]
    kept: Annotated[IntArray, "1"]


_zeros = allocator(ExplicitStages)


@implements(memory, ExplicitRungeKutta)
def _memory(scheme: ExplicitRungeKutta, system: Any) -> ExplicitStages:
    nq, nv, ns = sizes(system)
    n = (nv if scheme.on_group == 1 else nq) + nv + ns + 1
    made: ExplicitStages = _zeros(stages=len(scheme.b), n=n, nq=nq, nv=nv, ns=ns)
    return made


@implements(begin, ExplicitRungeKutta, borrows=True)
def _begin(
    scheme: ExplicitRungeKutta, system: Any, t: float, now: State, work: Any, memory: ExplicitStages
) -> float:
    """In the step suggested the state changes by a twentieth of its size."""
    memory.z[:] = 0.0
    memory.kept[0] = 0  # of the stage below, too: a literal 0 would be compiled for itself
    _rate(scheme, system, t, now, work, memory, memory.kept[0])
    memory.kept[0] = 1
    size, speed = 0.0, 0.0
    for i in range(len(now.q)):
        size += now.q[i] * now.q[i]
    for i in range(len(now.v)):
        size += now.v[i] * now.v[i]
    for i in range(memory.rate.shape[1] - 1 - len(now.s)):
        speed += memory.rate[0, i] * memory.rate[0, i]
    return 0.05 * np.sqrt(size / speed) if speed > 0.0 else np.inf


@implements(accept, ExplicitRungeKutta, borrows=True)
def _accept(scheme: ExplicitRungeKutta, system: Any, memory: ExplicitStages) -> None:
    memory.kept[0] = 0


@borrowing
def _rate(
    scheme: ExplicitRungeKutta,
    system: Any,
    t: float,
    now: State,
    work: Any,
    memory: ExplicitStages,
    k: int,
) -> None:
    """Fill the rates of stage k, whose increments are in z."""
    nq, nv, ns = sizes(system)
    ny = nv if scheme.on_group == 1 else nq
    x, u, s, z, rate = memory.x, memory.u, memory.s, memory.z, memory.rate[k]
    for d in range(nv):
        # the stage's state: (q exp(y) or q + y, v, s) at increments z = (y, v, s, work)
        u[d] = now.v[d] + z[ny + d]
    for d in range(ns):
        s[d] = now.s[d] + z[ny + nv + d]
    if scheme.on_group == 1:
        for i in range(nq):
            x[i] = now.q[i]  # what has no coordinate to be moved stays
        displace(system, now.q, z[:ny], x)
        displacement_rate(system, z[:ny], u, rate[:ny])
    else:
        for i in range(nq):
            x[i] = now.q[i] + z[i]
        coordinate_rate(system, x, u, work, rate[:ny])
    rate[ny + nv + ns] = accelerate(
        system, t, x, u, s, work, rate[ny : ny + nv], rate[ny + nv : ny + nv + ns]
    )


@borrowing
def _combine(h: float, weights: FloatArray, stages: int, rate: FloatArray, z: FloatArray) -> None:
    """Fill z with h sum_j weights_j rate_j."""
    z[:] = 0.0
    for j in range(stages):
        part = h * weights[j]
        if part != 0.0:
            for i in range(len(z)):
                z[i] += part * rate[j, i]


@implements(step, ExplicitRungeKutta, borrows=True)
def _step(
    scheme: ExplicitRungeKutta, system: Any, t: float, h: float, now: State, new: State,
    work: Any, memory: ExplicitStages, tolerance: Tolerance,
) -> tuple[float, int]:  # fmt: skip
    """z_k = h sum_j A_kj rate_j, rate_k = f(t + c_k h, z_k);  z = h sum_k b_k rate_k."""
    nq, nv, ns = sizes(system)
    ny = nv if scheme.on_group == 1 else nq
    z, stages = memory.z, len(scheme.b)
    for k in range(stages):
        # the first stage of a step that is tried again is known
        if k == 0 and memory.kept[0] == 1:
            continue
        _combine(h, scheme.A[k], k, memory.rate, z)
        _rate(scheme, system, t + scheme.c[k] * h, now, work, memory, k)
    memory.kept[0] = 1
    _combine(h, scheme.b, stages, memory.rate, z)
    for i in range(nq):
        new.q[i] = now.q[i]
    # y is a displacement on the group of the coordinates, or their sum
    if scheme.on_group == 1:
        displace(system, now.q, z[:ny], new.q)
    else:
        for i in range(nq):
            new.q[i] += z[i]
    for d in range(nv):
        new.v[d] = now.v[d] + z[ny + d]
    for d in range(ns):
        new.s[d] = now.s[d] + z[ny + nv + d]
    new.work[0] = now.work[0] + z[ny + nv + ns]
    if len(scheme.errors) == 0:
        return 0.0, 1
    error = _error(scheme, h, now, new, memory, ny, tolerance)
    return error, 1 if error <= 1.0 else 0


@borrowing
def _error(
    scheme: ExplicitRungeKutta, h: float, now: State, new: State, memory: ExplicitStages, ny: int,
    tolerance: Tolerance,
) -> float:  # fmt: skip
    """Estimated error over tolerance, root mean square over y, v and s; inf for NaN.

    A displacement y on a group has no size.
    """
    nq, nv = len(now.q), len(now.v)
    rest = nv + min(len(now.s), tolerance.states)
    # two embedded errors, of order 5 and 3
    first, second = 0.0, 0.0
    for i in range(ny + rest):
        e0, e1 = 0.0, 0.0
        for k in range(len(scheme.b)):
            # b - b^ on the stages' rates
            e0 += scheme.errors[0, k] * memory.rate[k, i]
            e1 += scheme.errors[1, k] * memory.rate[k, i]
        size = 0.0
        if i < ny:
            if ny == nq:
                size = max(abs(now.q[i]), abs(new.q[i]))
        elif i < ny + nv:
            size = max(abs(now.v[i - ny]), abs(new.v[i - ny]))
        else:
            size = max(abs(now.s[i - ny - nv]), abs(new.s[i - ny - nv]))
        e0 /= tolerance.floor + size
        e1 /= tolerance.floor + size
        first += e0 * e0
        second += e1 * e1
    if first == 0.0:
        return 0.0
    # Hairer, Norsett & Wanner (1993), section II.10, which weighs both
    error = abs(h) * first / np.sqrt((first + 0.01 * second) * (ny + rest)) / tolerance.error
    return error if error < np.inf else np.inf
