"""A chain in unit vectors, with surfaces that hold the far ends of segments.

Patel (2004), section 4.4. With surfaces G(r) = 0, M a - (grad G)^T lambda = F and grad G a = -V^T H
V (4.37 to 4.40); lambda are the forces with which the surfaces hold the points. The unit lengths of
the segments' vectors are constraints of the same kind. They come first.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic, implements
from ambulo.math.entries import put_vector_at, vector_at
from ambulo.math.shaped import allocator
from ambulo.math.small_systems import factorise, substitute
from ambulo.math.vectors import Vector3, add, dot, scale, subtract
from ambulo.multibody.chain.chain_vectors import VectorChain, divide_by_inertia
from ambulo.multibody.system import accelerate, energies, sizes, workspace

_FEEDBACK = 5.0  # 1/s, Baumgarte (1972), both roots real and equal


class GuidedChain(NamedTuple):
    """A chain and the surfaces that hold its points.

    Args:
        chain: without passive joint moments.
        reach: (guides, S) m; each guided point is the sum of the unit vectors times these lengths.
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
    """Scratch arrays: constraint rows J and C^-1 J, A, multipliers."""

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
        n_i, u_i = vector_at(n, i), vector_at(u, i)
        put_vector_at(J[i], i, n_i)
        right[i] = -dot(u_i, u_i) - _feedback(0.5 * (dot(n_i, n_i) - 1.0), dot(n_i, u_i))
    for g in range(guides):
        value, slope = _meet(system, g, n)
        w = _reached(system, g, u)
        right[S + g] = -system.bend[g] * dot(w, w) - _feedback(value, dot(slope, w))
        for i in range(S):
            put_vector_at(J[S + g], i, scale(system.reach[g, i], slope))
    for k in range(S + guides):
        divide_by_inertia(Cinv, J[k], Y[k])
        for i in range(S):
            right[k] -= dot(vector_at(Y[k], i), vector_at(F, i))
        for m in range(k + 1):
            A[k, m] = 0.0
            for i in range(S):
                A[k, m] += dot(vector_at(Y[k], i), vector_at(J[m], i))
    factorise(A)
    substitute(A, right)
    divide_by_inertia(Cinv, F, a)
    for i in range(S):
        for k in range(S + guides):
            put_vector_at(a, i, add(vector_at(a, i), scale(right[k], vector_at(Y[k], i))))
    return 0.0


@inner
def _reached(system: GuidedChain, g: int, x: FloatArray) -> Vector3:
    """Position or velocity of guided point g, from the segments' vectors or their rates (S, 3)."""
    total = (0.0, 0.0, 0.0)
    for i in range(len(x)):
        total = add(total, scale(system.reach[g, i], vector_at(x, i)))
    return total


@inner
def _meet(system: GuidedChain, g: int, n: FloatArray) -> tuple[float, Vector3]:
    """By how much guided point g misses its surface, and the gradient there."""
    r, normal, bend = _reached(system, g, n), vector_at(system.normal, g), system.bend[g]
    away = subtract(r, vector_at(system.centre, g))
    value = dot(normal, r) + 0.5 * bend * dot(away, away) - system.offset[g]
    return value, add(normal, scale(bend, away))


@generic
def misses(system: GuidedChain, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Violation of each guide at postures q (instants, 3S), and its gradient.

    Returns:
        Violations (instants, guides), in the unit of the offset; gradients (instants, guides, 3).
    """
    instants, guides = len(q), len(system.reach)
    values, gradients = np.empty((instants, guides)), np.empty((instants, guides, 3))
    for k in range(instants):
        for g in range(guides):
            values[k, g], slope = _meet(system, g, q[k].reshape(-1, 3))
            put_vector_at(gradients[k], g, slope)
    return values, gradients


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
    """Multipliers (instants, guides) of states q, v (instants, 3S): N/m for a sphere, N for a
    plane."""
    work, a, none = workspace(system), np.empty(q.shape[1]), np.empty(0)
    S, out = system.reach.shape[1], np.empty((len(q), len(system.reach)))
    for k in range(len(q)):
        accelerate(system, 0.0, q[k], v[k], none, work, a, none)
        out[k] = work.multipliers[S:]
    return out
