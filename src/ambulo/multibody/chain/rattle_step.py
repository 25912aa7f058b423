"""RATTLE for the chain in unit vectors: symplectic, so the energy error stays bounded for ever.

Andersen (1983); Hairer, Lubich & Wanner (2006), VII.1.4. The inertia C is constant and the
constraints are the unit lengths, so the step costs one small Newton iteration.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.shaped import allocator
from ambulo.math.small_systems import eliminate, eliminate_solve
from ambulo.multibody.chain.vector_chain import (
    VectorChain,
    divide_by_inertia,
    hold_lengths,
)
from ambulo.multibody.integrators.symplectic import leap, leap_scratch


@inner
def _step(
    system: VectorChain,
    n: FloatArray,
    u: FloatArray,
    h: float,
    fall: FloatArray,
    new: FloatArray,
    A: FloatArray,
    lam: FloatArray,
    order: IntArray,
) -> bool:
    """One step of RATTLE; False if the unit lengths could not be met."""
    S = n.shape[0]
    Cinv = system.Cinv
    for i in range(S):
        lam[i] = 0.0
        for c in range(3):
            u[i, c] += 0.5 * h * fall[i, c]
    # n(t + h) = n + h (u + C^-1 lambda n), with lambda such that every length is 1 again
    met = False
    for _ in range(30):
        worst = 0.0
        for i in range(S):
            for c in range(3):
                x = u[i, c]
                for j in range(S):
                    x += Cinv[i, j] * lam[j] * n[j, c]
                new[i, c] = n[i, c] + h * x
        for i in range(S):
            gap = -1.0
            for c in range(3):
                gap += new[i, c] * new[i, c]
            worst = max(worst, abs(gap))
            for j in range(S):
                x = 0.0
                for c in range(3):
                    x += new[i, c] * n[j, c]
                # Newton's matrix: d gap_i / d lambda_j = 2 h C^-1_ij new_i . n_j
                A[i, j] = 2.0 * h * Cinv[i, j] * x
            fall[i, 0] = -gap
        if worst < 2e-15 or (met and worst < 1e-13):
            break
        met = worst < 1e-13
        rhs = fall[:, 0].copy()
        if not eliminate(A, order):
            return False
        eliminate_solve(A, order, rhs)
        for i in range(S):
            lam[i] += rhs[i]
    if not worst < 1e-12:
        return False
    for i in range(S):
        for c in range(3):
            x = 0.0
            for j in range(S):
                x += Cinv[i, j] * lam[j] * n[j, c]
            # Andersen (1983): half a step's multipliers belong to the rates
            u[i, c] += x
    for i in range(S):
        for c in range(3):
            n[i, c] = new[i, c]
            # weights are constant, and so is C^-1 of them
            u[i, c] += 0.5 * h * fall[i, c]
    # rates at right angles to the new directions, in the metric of C
    for i in range(S):
        x = 0.0
        for c in range(3):
            x -= n[i, c] * u[i, c]
        lam[i] = x
    hold_lengths(Cinv, n, A, lam, u)
    return True


class RattleScratch(NamedTuple):
    """fall, new: forces and directions; A, multiplier, order: the solution."""

    fall: Annotated[FloatArray, "S 3"]
    new: Annotated[FloatArray, "S 3"]
    A: Annotated[FloatArray, "S S"]
    multiplier: Annotated[FloatArray, "S"]
    order: Annotated[IntArray, "S"]


_zeros = allocator(RattleScratch)


@implements(leap_scratch, VectorChain)
def _scratch(system: VectorChain) -> RattleScratch:
    made: RattleScratch = _zeros(S=len(system.C))
    return made


@implements(leap, VectorChain)
def _leap(
    system: VectorChain, h: float, q: FloatArray, v: FloatArray, scratch: RattleScratch
) -> bool:
    S = system.C.shape[0]
    divide_by_inertia(system.Cinv, system.weight, scratch.fall)
    return _step(
        system, q.reshape(S, 3), v.reshape(S, 3), h, scratch.fall, scratch.new, scratch.A,
        scratch.multiplier, scratch.order,
    )  # fmt: skip
