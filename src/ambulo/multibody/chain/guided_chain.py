"""A chain in unit vectors whose segments' far ends are held on surfaces.

Patel (2004), section 4.4. With surfaces G(r) = 0, M a - (grad G)^T lambda = F and
grad G a = -V^T H V (4.37 to 4.40); lambda are the forces with which the surfaces hold the points.
The unit lengths of the segments' vectors are constraints of the same kind, and come first.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic, implements
from ambulo.math.shaped import allocator
from ambulo.math.small_systems import factorise, substitute
from ambulo.multibody.chain.vector_chain import VectorChain
from ambulo.multibody.system import accelerate, energies, sizes, workspace

_FEEDBACK = 5.0  # 1/s, Baumgarte (1972), both roots real and equal


class GuidedChain(NamedTuple):
    """A chain and what holds its points.

    Args:
        chain: without passive joint moments.
        reach: (guides, S) m, lengths with which the unit vectors add up to each guided point.
        normal, centre: (guides, 3); bend, offset: (guides,) of the surface
            normal . r + bend |r - centre|^2 / 2 = offset: a plane or a sphere.
    """

    chain: VectorChain
    reach: FloatArray
    normal: FloatArray
    centre: FloatArray
    bend: FloatArray
    offset: FloatArray


class GuidedWork(NamedTuple):
    """Scratch: constraint rows J and C^-1 J, A, multipliers."""

    J: Annotated[FloatArray, "rows S 3"]
    Y: Annotated[FloatArray, "rows S 3"]
    A: Annotated[FloatArray, "rows rows"]
    multipliers: Annotated[FloatArray, "rows"]


_zeros = allocator(GuidedWork)


@implements(sizes, GuidedChain)
def _sizes(system: GuidedChain) -> tuple[int, int, int]:
    return sizes(system.chain)


@implements(workspace, GuidedChain)
def _workspace(system: GuidedChain) -> GuidedWork:
    guides, S = system.reach.shape
    work: GuidedWork = _zeros(rows=S + guides, S=S)
    return work


@implements(accelerate, GuidedChain)
def _accelerate(
    system: GuidedChain, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: GuidedWork, a_flat: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    """J C^-1 J^T lambda = -J' v - feedback - J C^-1 F, then a = C^-1 (F + J^T lambda)."""
    guides, S = system.reach.shape
    Cinv, F = system.chain.Cinv, system.chain.weight
    n, u, a = q.reshape(S, 3), v.reshape(S, 3), a_flat.reshape(S, 3)
    J, Y, A, right = work.J, work.Y, work.A, work.multipliers
    for i in range(S):
        square, rate, speed = 0.0, 0.0, 0.0
        for c in range(3):
            J[i, i, c] = n[i, c]
            square += n[i, c] * n[i, c]
            rate += n[i, c] * u[i, c]
            speed += u[i, c] * u[i, c]
        right[i] = -speed - _feedback(0.5 * (square - 1.0), rate)
    for g in range(guides):
        value, rate, speed = -system.offset[g], 0.0, 0.0
        for c in range(3):
            r, w = 0.0, 0.0
            for i in range(S):
                r += system.reach[g, i] * n[i, c]
                w += system.reach[g, i] * u[i, c]
            away = r - system.centre[g, c]
            slope = system.normal[g, c] + system.bend[g] * away
            value += system.normal[g, c] * r + 0.5 * system.bend[g] * away * away
            rate += slope * w
            speed += system.bend[g] * w * w
            for i in range(S):
                J[S + g, i, c] = system.reach[g, i] * slope
        right[S + g] = -speed - _feedback(value, rate)
    for k in range(S + guides):
        for i in range(S):
            for c in range(3):
                x = 0.0
                for j in range(S):
                    x += Cinv[i, j] * J[k, j, c]
                Y[k, i, c] = x
                right[k] -= x * F[i, c]
        for m in range(k + 1):
            A[k, m] = 0.0
            for i in range(S):
                for c in range(3):
                    A[k, m] += Y[k, i, c] * J[m, i, c]
    factorise(A)
    substitute(A, right)
    for i in range(S):
        for c in range(3):
            x = 0.0
            for j in range(S):
                x += Cinv[i, j] * F[j, c]
            for k in range(S + guides):
                x += Y[k, i, c] * right[k]
            a[i, c] = x
    return 0.0


@inner
def _feedback(value: float, rate: float) -> float:
    """Keeps rounding from growing, and vanishes on the constraints."""
    return 2.0 * _FEEDBACK * rate + _FEEDBACK**2 * value


@implements(energies, GuidedChain)
def _energies(
    system: GuidedChain, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: GuidedWork
) -> tuple[float, float]:
    return energies(system.chain, t, q, v, s, workspace(system.chain))


@generic
def guiding_forces(system: GuidedChain, q: FloatArray, v: FloatArray) -> FloatArray:
    """Multipliers (instants, guides) of states q, v (instants, 3S): N/m for a sphere, else N."""
    work, a, none = workspace(system), np.empty(q.shape[1]), np.empty(0)
    S, out = system.reach.shape[1], np.empty((len(q), len(system.reach)))
    for k in range(len(q)):
        accelerate(system, 0.0, q[k], v[k], none, work, a, none)
        out[k] = work.multipliers[S:]
    return out
