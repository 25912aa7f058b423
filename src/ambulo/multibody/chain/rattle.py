"""RATTLE for the chain in unit vectors: symplectic, so the energy error stays bounded for ever.

Andersen (1983); Hairer, Lubich & Wanner (2006), VII.1.4. The inertia C is constant and the
constraints are the unit lengths, so the step costs one small Newton iteration. Composition with
Suzuki's coefficients (ibid. II.4.5) raises the order from 2 to 4.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.small_systems import eliminate, eliminate_solve, factorise, substitute
from ambulo.multibody.chain.chain_vectors import VectorChain

__all__ = ["rattle"]

_SUZUKI = 1.0 / (4.0 - 4.0 ** (1.0 / 3.0))


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
            u[i, c] += x
    for i in range(S):
        for c in range(3):
            n[i, c] = new[i, c]
            x = 0.0
            for j in range(S):
                x += Cinv[i, j] * system.weight[j, c]
            fall[i, c] = x
            u[i, c] += 0.5 * h * x
    # rates at right angles to the new directions, in the metric of C
    for i in range(S):
        x = 0.0
        for c in range(3):
            x -= n[i, c] * u[i, c]
        lam[i] = x
        for j in range(i + 1):
            A[i, j] = Cinv[i, j] * (n[i, 0] * n[j, 0] + n[i, 1] * n[j, 1] + n[i, 2] * n[j, 2])
    factorise(A)
    substitute(A, lam)
    for i in range(S):
        for c in range(3):
            for j in range(S):
                u[i, c] += Cinv[i, j] * lam[j] * n[j, c]
    return True


@compiled
def rattle(system: VectorChain, y: FloatArray, duration: float, steps: int) -> bool:
    """Advance y (6S,) = (n, u) by equal steps of fourth order.

    Args:
        system: chain in unit vectors without passive joint moments.
        y: state, advanced in place.
        duration: s.
        steps: number of steps, five substeps each.

    Returns:
        Whether all steps could be made; False means that they are too long.
    """
    S = system.C.shape[0]
    n, u = y[: 3 * S].reshape(S, 3), y[3 * S : 6 * S].reshape(S, 3)
    fall, new = np.empty((S, 3)), np.empty((S, 3))
    A, lam, order = np.empty((S, S)), np.empty(S), np.empty(S, np.int64)
    h = duration / steps
    for _ in range(steps):
        for stage in range(5):
            part = _SUZUKI if stage != 2 else 1.0 - 4.0 * _SUZUKI
            for i in range(S):
                for c in range(3):
                    x = 0.0
                    for j in range(S):
                        x += system.Cinv[i, j] * system.weight[j, c]
                    fall[i, c] = x
            if not _step(system, n, u, part * h, fall, new, A, lam, order):
                return False
    return True
