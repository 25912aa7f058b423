"""A variational integrator: it is symplectic and keeps momenta, and its energy error is bounded.

p_0 + h Q_0 / 2 = -D_1 L_d(q_0, q_1),  p_1 = D_2 L_d(q_0, q_1) + h Q_1 / 2
Marsden & West (2001), sections 1.3 and 2.3; the step is solved for its displacement d,
q_1 = q_0 exp(d), by Newton's method with the mass matrix at its start.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import OnlyCompiled, implements, operation
from ambulo.math.entries import copy_to
from ambulo.math.shaped import allocator
from ambulo.multibody.further_operations import (
    discrete_momentum,
    generalised_force,
    momentum,
    start_discrete_step,
)
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.scheme import (
    ITERATIONS,
    ROUNDING,
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
    displace,
    factorise_newton,
    newton_scratch,
    sizes,
    solve_newton,
)


class Variational(NamedTuple):
    """The variational integrator. Args: control: 0.0, because steps are equal."""

    control: float


class Momenta(NamedTuple):
    """Momentum p, force Q, rates of own states and power at both ends of a step; and scratch
    arrays."""

    p_0: Annotated[FloatArray, "nv"]
    p_1: Annotated[FloatArray, "nv"]
    Q_0: Annotated[FloatArray, "nv"]
    Q_1: Annotated[FloatArray, "nv"]
    rate_0: Annotated[FloatArray, "ns"]
    rate_1: Annotated[FloatArray, "ns"]
    power: Annotated[FloatArray, "2"]
    pushed: Annotated[FloatArray, "nv"]
    d: Annotated[FloatArray, "nv"]
    residual: Annotated[FloatArray, "nv+ns"]
    newton: Any


_zeros = allocator(Momenta)


@implements(memory, Variational)
def _memory(scheme: Variational, system: Any) -> Momenta:
    _, nv, ns = sizes(system)
    made: Momenta = _zeros(nv=nv, ns=ns, newton=newton_scratch(system))
    return made


@implements(begin, Variational)
def _begin(
    scheme: Variational, system: Any, t: float, now: State, work: Any, memory: Momenta
) -> float:
    memory.power[0] = generalised_force(
        system, t, now.q, now.v, now.s, work, memory.newton, memory.Q_0, memory.rate_0
    )
    momentum(system, now.q, now.v, work, memory.newton, memory.p_0)
    return np.inf


@implements(accept, Variational)
def _accept(scheme: Variational, system: Any, memory: Momenta) -> None:
    copy_to(memory.p_1, memory.p_0)
    copy_to(memory.Q_1, memory.Q_0)
    copy_to(memory.rate_1, memory.rate_0)
    memory.power[0] = memory.power[1]


@implements(step, Variational)
def _step(
    scheme: Variational, system: Any, t: float, h: float, now: State, new: State,
    work: Any, memory: Momenta, tolerance: Tolerance,
) -> tuple[float, int]:  # fmt: skip
    nv = len(now.v)
    pushed, d, r, newton = memory.pushed, memory.d, memory.residual, memory.newton
    start_discrete_step(system, now.q, work, newton)
    if not factorise_newton(system, t, now.q, now.v, now.s, work, newton, 0.0, 0.0, 0.0):
        return np.inf, 0
    # momentum after half of the step's impulse, at the posture that it starts from
    for c in range(nv):
        pushed[c] = memory.p_0[c] + 0.5 * h * memory.Q_0[c]
        r[c] = pushed[c]
    solve_newton(system, work, newton, r)
    for c in range(nv):
        d[c] = h * r[c]
    last = np.inf
    for iteration in range(ITERATIONS):
        copy_to(now.q, new.q)
        displace(system, now.q, d, new.q)
        # p_0 + h Q_0 / 2 = -D_1 L_d(q_0, q_1), solved for d = h v; Newton's matrix is M(q_0)
        discrete_momentum(system, new.q, h, False, work, newton, r[:nv])
        for c in range(nv):
            r[c] = h * (pushed[c] - r[c])
        solve_newton(system, work, newton, r)
        largest = 0.0
        for c in range(nv):
            d[c] += r[c]
            largest = max(largest, abs(r[c]))
        if diverges(largest):
            return np.inf, iteration + 1
        if settled(largest, last):
            displace(system, now.q, d, new.q)
            # p_1 = D_2 L_d(q_0, q_1) + h Q_1 / 2 (Marsden & West 2001)
            discrete_momentum(system, new.q, h, True, work, newton, memory.p_1)
            for c in range(nv):
                new.v[c] = d[c] / h
            _velocity_of_momentum(system, t + h, h, now, new, work, memory)
            for c in range(nv):
                memory.p_1[c] += 0.5 * h * memory.Q_1[c]
            new.work[0] = now.work[0] + 0.5 * h * (memory.power[0] + memory.power[1])
            return 0.0, iteration + 1
        last = largest
    return np.inf, ITERATIONS


@inner
def _velocity_of_momentum(
    system: Any, t: float, h: float, now: State, new: State, work: Any, memory: Momenta
) -> None:
    """Solve M v = p + h Q(q, v) / 2 by Newton's method from a guess v (nv,), and fill Q.

    Where Q does not depend on v the second correction is nothing but rounding.
    """
    r = memory.residual
    nv, ns = len(new.v), len(new.s)
    for sweep in range(ITERATIONS):
        for c in range(ns):
            rate = memory.rate_0[c] if sweep == 0 else memory.rate_1[c]
            new.s[c] = now.s[c] + 0.5 * h * (memory.rate_0[c] + rate)
        memory.power[1] = generalised_force(
            system, t, new.q, new.v, new.s, work, memory.newton, memory.Q_1, memory.rate_1
        )
        if sweep == 0:
            factorise_newton(system, t, new.q, new.v, new.s, work, memory.newton, 0.5 * h, 0.0, 0.0)
        momentum(system, new.q, new.v, work, memory.newton, r[:nv])
        for c in range(nv):
            # M v_1 = p_1 + h Q_1 / 2
            r[c] = memory.p_1[c] + 0.5 * h * memory.Q_1[c] - r[c]
        solve_newton(system, work, memory.newton, r)
        largest = 0.0
        for c in range(nv):
            new.v[c] += r[c]
            largest = max(largest, abs(r[c]))
        if not largest > ROUNDING:
            break


VARIATIONAL = Method(
    "variational", 2, False, "Newton iterations", "Marsden & West (2001)", Variational(0.0),
    needs=(discrete_momentum,),
)  # fmt: skip


_PART = 1.0 / (4.0 - 4.0 ** (1.0 / 3.0))


@operation
def leap_scratch(system: Any) -> Any:
    """Scratch arrays of `leap`."""
    raise OnlyCompiled


@operation
def leap(system: Any, h: float, q: FloatArray, v: FloatArray, newton: Any) -> bool:
    """Move q and v by one symplectic step of second order; False if it cannot be solved."""
    raise OnlyCompiled


class Suzuki(NamedTuple):
    """Symplectic steps in Suzuki's composition. Args: control: 0.0, because steps are equal."""

    control: float


@implements(memory, Suzuki)
def _memory_symplectic(scheme: Suzuki, system: Any) -> Any:
    return leap_scratch(system)


@implements(begin, Suzuki)
def _begin_symplectic(
    scheme: Suzuki, system: Any, t: float, now: State, work: Any, memory: Any
) -> float:
    return np.inf


@implements(step, Suzuki)
def _step_symplectic(
    scheme: Suzuki, system: Any, t: float, h: float, now: State, new: State, work: Any,
    memory: Any, tolerance: Tolerance,
) -> tuple[float, int]:  # fmt: skip
    copy_to(now.q, new.q)
    copy_to(now.v, new.v)
    new.work[0] = now.work[0]
    for k in range(5):
        # a, a, 1 - 4 a, a, a
        part = _PART if k != 2 else 1.0 - 4.0 * _PART
        if not leap(system, part * h, new.q, new.v, memory):
            return np.inf, 1
    return 0.0, 1


SYMPLECTIC = Method(
    "symplectic", 4, False, "steps", "Andersen (1983), Suzuki (1990)", Suzuki(0.0), needs=(leap,)
)
