"""A singly diagonally implicit Runge-Kutta method of order 4 for stiff forces, on the group.

Hairer & Wanner (1996), section IV.6, table 6.5: five stages, L-stable, stiffly accurate, with an
embedded method of order 3. Every stage is z_i = h sum_j A_ij K_j, K_i = f(t + c_i h, z_i), solved
by Newton's method with the exact Jacobian J of f at the start of the step: (1 - h gamma J) dK =
f(z_i) - K_i, with one factorisation for each step. z = (y, v, s) with q exp(y).
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import copy_to
from ambulo.math.shaped import allocator
from ambulo.math.small_systems import eliminate, eliminate_solve
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.scheme import State, Tolerance, accept, begin, memory, step
from ambulo.multibody.integrators.tableau import (
    mistake_in_tableau,
    order_of_estimate,
    order_of_weights,
)
from ambulo.multibody.system import accelerate, displace, displacement_rate, sizes, vary

_ITERATIONS = 15


class DiagonallyImplicit(NamedTuple):
    """Butcher's coefficients with one diagonal entry; the last row of A is b.

    Args:
        A: (stages, stages), lower; c: (stages,).
        error: (stages,) b minus the weights of the embedded method.
        control: order of the step in the error estimate.
    """

    A: FloatArray
    c: FloatArray
    error: FloatArray
    control: float

    def mistake(self) -> str:
        """The fault of the coefficients; "" if there is none."""
        if np.ndim(self.A) != 2 or not len(self.A) or np.ndim(self.error) != 1:
            return f"A {np.shape(self.A)} and error {np.shape(self.error)} are no matrix and row"
        if not (self.A[0, 0] > 0.0 and (np.diag(self.A) == self.A[0, 0]).all()):
            return "the diagonal of A is not one number > 0"
        return mistake_in_tableau(self.A, self.A[-1], self.c, self.error[None], explicit=False)

    def orders(self) -> tuple[float, float]:
        """Orders of the error in the step, and of the step in the error estimate."""
        return order_of_weights(self.A, self.A[-1]), order_of_estimate(self.A, self.error)


class ImplicitStages(NamedTuple):
    """Scratch arrays of a step, n = 2 nv + ns.

    Args:
        K: rates of the stages, the power last.
        x, u, s: coordinates, velocities, own states of a stage; order: pivots.
        kept: 1 while `rate` belongs to the state at the start of the step.
    """

    K: Annotated[FloatArray, "stages n+1"]
    z: Annotated[FloatArray, "n"]
    known: Annotated[FloatArray, "n"]
    d: Annotated[FloatArray, "n"]
    x: Annotated[FloatArray, "nq"]
    u: Annotated[FloatArray, "nv"]
    s: Annotated[FloatArray, "ns"]
    identity: Annotated[FloatArray, "n n"]
    rate: Annotated[FloatArray, "n n"]
    LU: Annotated[FloatArray, "n n"]
    order: Annotated[IntArray, "n"]
    kept: Annotated[IntArray, "1"]


_zeros = allocator(ImplicitStages)


@implements(memory, DiagonallyImplicit)
def _memory(scheme: DiagonallyImplicit, system: Any) -> ImplicitStages:
    nq, nv, ns = sizes(system)
    n = 2 * nv + ns
    made: ImplicitStages = _zeros(stages=len(scheme.c), n=n, nq=nq, nv=nv, ns=ns)
    for i in range(n):
        made.identity[i, i] = 1.0
    return made


@implements(begin, DiagonallyImplicit)
def _begin(
    scheme: DiagonallyImplicit, system: Any, t: float, now: State, work: Any, memory: ImplicitStages
) -> float:
    memory.kept[0] = 0
    return np.inf


@implements(accept, DiagonallyImplicit)
def _accept(scheme: DiagonallyImplicit, system: Any, memory: ImplicitStages) -> None:
    memory.kept[0] = 0


@inner
def _function(
    system: Any, t: float, now: State, work: Any, memory: ImplicitStages, rate: FloatArray
) -> None:
    """Fill rate (n + 1,) with f at the increments z, and the power."""
    nv, ns = len(now.v), len(now.s)
    z, x, u, s = memory.z, memory.x, memory.u, memory.s
    for d in range(nv):
        u[d] = now.v[d] + z[nv + d]
    for d in range(ns):
        s[d] = now.s[d] + z[2 * nv + d]
    copy_to(now.q, x)
    displace(system, now.q, z[:nv], x)
    displacement_rate(system, z[:nv], u, rate[:nv])
    n = 2 * nv + ns
    rate[n] = accelerate(system, t, x, u, s, work, rate[nv : 2 * nv], rate[2 * nv : n])


@inner
def _differentiate(system: Any, t: float, now: State, work: Any, memory: ImplicitStages) -> None:
    """Fill row k of `rate` with the change of f along direction k, at the step's start."""
    nv, n = len(now.v), len(memory.z)
    memory.z[:] = 0.0
    _function(system, t, now, work, memory, memory.K[0])
    a, sigma = memory.K[0, nv : 2 * nv], memory.K[0, 2 * nv : n]
    vary(system, t, now.q, now.v, now.s, work, a, sigma, memory.identity, memory.rate)
    # a displacement that moves on drifts by -v x y; dexp^-1(v) has -v x y / 2 to first order
    for k in range(nv):
        for i in range(nv):
            memory.rate[k, i] *= 0.5
    for j in range(1, len(memory.K)):
        copy_to(memory.K[0], memory.K[j])
    memory.kept[0] = 1


@inner
def _size(now: State, i: int) -> float:
    """Size of entry i of z: of v or s; a displacement has none."""
    nv = len(now.v)
    if i < nv:
        return 0.0
    x: float = now.v[i - nv] if i < 2 * nv else now.s[i - 2 * nv]
    return abs(x)


@implements(step, DiagonallyImplicit)
def _step(
    scheme: DiagonallyImplicit, system: Any, t: float, h: float, now: State, new: State,
    work: Any, memory: ImplicitStages, tolerance: Tolerance,
) -> tuple[float, int]:  # fmt: skip
    n, stages, gamma = len(memory.z), len(scheme.c), scheme.A[0, 0]
    if memory.kept[0] == 0:
        _differentiate(system, t, now, work, memory)
    for i in range(n):
        for k in range(n):
            memory.LU[i, k] = -h * gamma * memory.rate[k, i]
        memory.LU[i, i] += 1.0
    if not eliminate(memory.LU, memory.order):
        return np.inf, 0
    count = 0
    for k in range(stages):
        counted = _solve_stage(scheme, system, t, h, k, now, work, memory, tolerance)
        if counted == 0:
            return np.inf, count
        count += counted
    _take(system, h, scheme, now, new, memory)
    for i in range(n):
        memory.d[i] = 0.0
        for k in range(stages):
            memory.d[i] += h * scheme.error[k] * memory.K[k, i]
    # stiff components of the estimate are damped as the method damps them
    eliminate_solve(memory.LU, memory.order, memory.d)
    total = 0.0
    for i in range(n):
        total += (memory.d[i] / (tolerance.floor + _size(now, i))) ** 2 / n
    error = np.sqrt(total) / tolerance.error
    return error if error < np.inf else np.inf, count


@inner
def _solve_stage(
    scheme: DiagonallyImplicit, system: Any, t: float, h: float, k: int, now: State, work: Any,
    memory: ImplicitStages, tolerance: Tolerance,
) -> int:  # fmt: skip
    """Solve stage k by Newton's method; gives the iterations, 0 if it does not converge."""
    n, gamma, K = len(memory.z), scheme.A[0, 0], memory.K
    # z_k = h sum_{j<k} A_kj K_j + h gamma K_k
    for i in range(n):
        memory.known[i] = 0.0
        for j in range(k):
            memory.known[i] += h * scheme.A[k, j] * K[j, i]
        memory.z[i] = memory.known[i] + h * gamma * K[k, i]
    enough = min(1e-2 * tolerance.error, 1e-11)
    last = np.inf
    trial = np.empty(n + 1)
    for iteration in range(1, _ITERATIONS + 1):
        _function(system, t + scheme.c[k] * h, now, work, memory, trial)
        # (1 - h gamma J) dK = f(z) - K, with one J over the whole step
        for i in range(n):
            memory.d[i] = trial[i] - K[k, i]
        eliminate_solve(memory.LU, memory.order, memory.d)
        size = 0.0
        for i in range(n):
            K[k, i] += memory.d[i]
            memory.z[i] = memory.known[i] + h * gamma * K[k, i]
            size = max(size, abs(h * gamma * memory.d[i]) / (1.0 + _size(now, i)))
        K[k, n] = trial[n]
        # small enough, or at rounding, where corrections shrink no more
        if size < enough or (size < 1e-12 and size > 0.5 * last):
            return iteration
        if not size < 2.0 * last:
            return 0
        last = size
    return 0


@inner
def _take(
    system: Any,
    h: float,
    scheme: DiagonallyImplicit,
    now: State,
    new: State,
    memory: ImplicitStages,
) -> None:
    """The last stage is the end of the step."""
    nv, n, last = len(now.v), len(memory.z), len(scheme.c) - 1
    copy_to(now.q, new.q)
    displace(system, now.q, memory.z[:nv], new.q)
    for d in range(nv):
        new.v[d] = now.v[d] + memory.z[nv + d]
    for d in range(len(now.s)):
        new.s[d] = now.s[d] + memory.z[2 * nv + d]
    new.work[0] = now.work[0]
    for k in range(last + 1):
        new.work[0] += h * scheme.A[last, k] * memory.K[k, n]


SDIRK4 = Method(
    "sdirk4", 4, True, "Newton iterations", "Hairer & Wanner (1996), table IV.6.5",
    DiagonallyImplicit(
        A=np.array(
            [
                [1 / 4, 0, 0, 0, 0],
                [1 / 2, 1 / 4, 0, 0, 0],
                [17 / 50, -1 / 25, 1 / 4, 0, 0],
                [371 / 1360, -137 / 2720, 15 / 544, 1 / 4, 0],
                [25 / 24, -49 / 48, 125 / 16, -85 / 12, 1 / 4],
            ]
        ),
        c=np.array([1 / 4, 3 / 4, 11 / 20, 1 / 2, 1]),
        error=np.array([25 / 24 - 59 / 48, -49 / 48 + 17 / 96, 125 / 16 - 225 / 32, 0.0, 1 / 4]),
        control=4.0,
    ),
    needs=(vary,), tolerance=1e-8,
)  # fmt: skip
