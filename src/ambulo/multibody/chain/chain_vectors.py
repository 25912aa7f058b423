"""The chain in unit vectors, without singularity, with constant inertia and a multiplier for each
segment.

With positions R n the kinetic energy is 1/2 sum C_ij u_i . u_j, u = dn/dt, and the equations are

    sum_j C_ij a_j = F_i + lambda_i n_i,     n_i . a_i = -u_i . u_i

with F_i = P_i g + passive forces. Eliminating a leaves an S by S positive matrix
A_ij = (C^-1)_ij n_i . n_j for lambda, half the size of Patel's M (2004), whatever the posture.

The symplectic step is that of RATTLE, so the energy error remains bounded: Andersen (1983); Hairer,
Lubich & Wanner (2006), VII.1.4. The inertia C is constant and the constraints are unit lengths, so
a step needs only one small Newton iteration.
"""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import borrowing, inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import copy_to, put_triple, put_vector_at, triple, vector_at
from ambulo.math.shaped import allocator
from ambulo.math.small_systems import eliminate, eliminate_solve, factorise, substitute
from ambulo.math.tangent import tangent
from ambulo.math.vectors import Vector3, add, dot, scale, subtract
from ambulo.multibody.chain.chain import Chain, segment_products
from ambulo.multibody.chain.passive_joint import (
    ResistanceArrays,
    add_passive_forces,
    add_passive_variation,
    arc,
    elastic_energy,
    pack_resistance,
)
from ambulo.multibody.further_operations import posture_error, posture_error_variation
from ambulo.multibody.integrators.variational import leap, leap_scratch
from ambulo.multibody.system import accelerate, energies, settle, sizes, vary, workspace


class VectorChain(NamedTuple):
    """A chain in unit vectors for the compiled loops.

    Args:
        C, Cinv: (S, S) inertia products [kg*m^2] and their inverse.
        weight: (S, 3) P_s g, the gravity force on n_s [N*m].
        joint: passive moments.
    """

    C: FloatArray
    Cinv: FloatArray
    weight: FloatArray
    joint: ResistanceArrays


@borrowing
def divide_by_inertia(Cinv: FloatArray, F: FloatArray, a: FloatArray) -> None:
    """Fill a (S, 3) with C^-1 F."""
    for i in range(len(Cinv)):
        total = (0.0, 0.0, 0.0)
        for j in range(len(Cinv)):
            total = add(total, scale(Cinv[i, j], vector_at(F, j)))
        put_vector_at(a, i, total)


@borrowing
def add_tensions(Cinv: FloatArray, tension: FloatArray, n: FloatArray, a: FloatArray) -> None:
    """Add sum_j C^-1_ij tension_j n_j to a (S, 3)."""
    for i in range(len(Cinv)):
        total = vector_at(a, i)
        for j in range(len(Cinv)):
            total = add(total, scale(Cinv[i, j] * tension[j], vector_at(n, j)))
        put_vector_at(a, i, total)


@borrowing
def hold_lengths(
    Cinv: FloatArray, n: FloatArray, A: FloatArray, tension: FloatArray, a: FloatArray
) -> None:
    """Find tensions for which a (S, 3) has given components along n, and add their effect to a.

    Args:
        Cinv, n: (S, S) and the directions (S, 3).
        A: (S, S) receives factors of C^-1_ij n_i . n_j, the effect of the tensions along the
            directions.
        tension: (S,) contains the missing components of a along n; receives the tensions.
        a: accelerations or rates of the directions.
    """
    for i in range(len(Cinv)):
        for j in range(i + 1):
            A[i, j] = Cinv[i, j] * dot(vector_at(n, i), vector_at(n, j))
    factorise(A)
    substitute(A, tension)
    add_tensions(Cinv, tension, n, a)


@inner
def _push(u: FloatArray, i: int, h: float, fall: FloatArray) -> None:
    put_vector_at(u, i, add(vector_at(u, i), scale(h, vector_at(fall, i))))


class RattleScratch(NamedTuple):
    """Scratch arrays. fall, new: forces and directions; A, rhs, order, multiplier: equations and
    solution."""

    fall: Annotated[FloatArray, "S 3"]
    new: Annotated[FloatArray, "S 3"]
    A: Annotated[FloatArray, "S S"]
    rhs: Annotated[FloatArray, "S"]
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
    """One step of RATTLE; False if the unit lengths could not be met."""
    S, Cinv = len(system.C), system.Cinv
    n, u = q.reshape(S, 3), v.reshape(S, 3)
    fall, new, A = scratch.fall, scratch.new, scratch.A
    lam, rhs, order = scratch.multiplier, scratch.rhs, scratch.order
    divide_by_inertia(Cinv, system.weight, fall)
    for i in range(S):
        lam[i] = 0.0
        _push(u, i, 0.5 * h, fall)
    # n(t + h) = n + h (u + C^-1 lambda n), with lambda such that every length is 1 again
    met = False
    for _ in range(30):
        worst = 0.0
        copy_to(u.reshape(3 * S), new.reshape(3 * S))
        add_tensions(Cinv, lam, n, new)
        for i in range(S):
            moved = add(vector_at(n, i), scale(h, vector_at(new, i)))
            put_vector_at(new, i, moved)
            rhs[i] = 1.0 - dot(moved, moved)
            worst = max(worst, abs(rhs[i]))
            for j in range(S):
                # Newton's matrix: d gap_i / d lambda_j = 2 h C^-1_ij new_i . n_j
                A[i, j] = 2.0 * h * Cinv[i, j] * dot(moved, vector_at(n, j))
        if worst < 2e-15 or (met and worst < 1e-13):
            break
        met = worst < 1e-13
        if not eliminate(A, order):
            return False
        eliminate_solve(A, order, rhs)
        for i in range(S):
            lam[i] += rhs[i]
    if not worst < 1e-12:
        return False
    # Andersen (1983): half a step's multipliers belong to the rates
    add_tensions(Cinv, lam, n, u)
    for i in range(S):
        put_vector_at(n, i, vector_at(new, i))
        # weights are constant, and so is C^-1 of them
        _push(u, i, 0.5 * h, fall)
        # rates at right angles to the new directions, in the metric of C
        lam[i] = -dot(vector_at(n, i), vector_at(u, i))
    hold_lengths(Cinv, n, A, lam, u)
    return True


def pack_chain_vectors(chain: Chain) -> VectorChain:
    """Pack a chain in unit vectors for the compiled loops."""
    C, P = segment_products(chain)
    return VectorChain(
        C=C,
        Cinv=np.ascontiguousarray(np.linalg.inv(C)),
        weight=np.outer(P, chain.gravity),
        joint=pack_resistance(chain),
    )


@inner
def tangents(n: Vector3) -> tuple[Vector3, Vector3]:
    """Two unit vectors normal to a unit vector n and to each other, continuous except across n_z =
    0.

    Duff et al. (2017).
    """
    x, y, z = n
    sign = 1.0 - 2.0 * (z < 0.0)
    a = -1.0 / (sign + z)
    b = x * y * a
    return (1.0 + sign * x * x * a, sign * b, -sign * x), (b, sign + y * y * a, -y)


def tangent_basis(n: FloatArray) -> FloatArray:
    """The `tangents` (..., 3, 2) of unit vectors n (..., 3)."""
    # the same text, of arrays
    pair = tangents.py_func(np.moveaxis(n, -1, 0))  # type: ignore[attr-defined]
    return np.stack([np.stack(one, axis=-1) for one in pair], axis=-1)


@implements(settle, VectorChain, borrows=True)
def _settle(system: VectorChain, t: float, q: FloatArray, v: FloatArray, work: FloatArray) -> None:
    """Bring every n back to unit length and u back to a right angle with it."""
    for k in range(0, len(q), 3):
        n, u = triple(q, k), triple(v, k)
        n = scale(1.0 / math.sqrt(dot(n, n)), n)
        put_triple(q, k, n)
        put_triple(v, k, subtract(u, scale(dot(n, u), n)))


@inner
def _tangent(basis: FloatArray, i: int, b: int) -> Vector3:
    """Vector b of the tangent basis (S, 3, 2) at direction i."""
    return basis[i, 0, b], basis[i, 1, b], basis[i, 2, b]


@inner
def _off(n: Vector3, aim: Vector3, first: Vector3, second: Vector3) -> tuple[float, float]:
    """The arc from a direction aimed at to n, along two vectors normal to the first."""
    _, factor = arc(dot(n, aim))
    return factor * dot(first, n), factor * dot(second, n)


_off_changed = tangent(_off, (True, False, False, False))


@implements(posture_error, VectorChain)
def _posture_error(
    system: VectorChain, q: FloatArray, target: FloatArray, basis: FloatArray, e: FloatArray
) -> None:
    """Fill e (2S,) [rad]: the arc from each target direction to n, in the target's tangent basis.

    Args:
        system: the chain.
        q: (3S,) the posture n; target: (3S,) directions aimed at.
        basis: (S, 3, 2) tangent basis at the target.
        e: filled.
    """
    for i in range(system.C.shape[0]):
        e[2 * i], e[2 * i + 1] = _off(
            triple(q, 3 * i), triple(target, 3 * i), _tangent(basis, i, 0), _tangent(basis, i, 1)
        )


@implements(posture_error_variation, VectorChain)
def _posture_error_variation(
    system: VectorChain, q: FloatArray, target: FloatArray, basis: FloatArray, dq: FloatArray,
    de: FloatArray,
) -> None:  # fmt: skip
    """Fill de (2S,) with the change of `posture_error` when n changes by dq (3S,)."""
    for i in range(system.C.shape[0]):
        _, (de[2 * i], de[2 * i + 1]) = _off_changed(
            triple(q, 3 * i), triple(target, 3 * i), _tangent(basis, i, 0), _tangent(basis, i, 1),
            triple(dq, 3 * i),
        )  # fmt: skip


@implements(energies, VectorChain, borrows=True)
def _energies(
    system: VectorChain, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: FloatArray
) -> tuple[float, float]:
    S = system.C.shape[0]
    n, u = q.reshape(S, 3), v.reshape(S, 3)
    kinetic, potential = 0.0, 0.0
    for i in range(S):
        potential -= dot(vector_at(system.weight, i), vector_at(n, i))
        for j in range(S):
            kinetic += 0.5 * system.C[i, j] * dot(vector_at(u, i), vector_at(u, j))
    if system.joint.present:
        potential += elastic_energy(system.joint, n)
    return kinetic, potential


@implements(sizes, VectorChain, borrows=True)
def _sizes(system: VectorChain) -> tuple[int, int, int]:
    n = 3 * system.C.shape[0]
    return n, n, 0


@implements(workspace, VectorChain)
def _workspace(system: VectorChain) -> FloatArray:
    """(5, S, max(S, 3)): A's factors, forces, multipliers; their variations."""
    S = system.C.shape[0]
    return np.empty((5, S, max(S, 3)))


@implements(accelerate, VectorChain, borrows=True)
def _accelerate(
    system: VectorChain, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: FloatArray, a_flat: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill the accelerations (3S,) of n; the factors of A and the multipliers stay in `work`."""
    S = system.C.shape[0]
    n, u, a = q.reshape(S, 3), v.reshape(S, 3), a_flat.reshape(S, 3)
    A, F, lam = work[0, :, :S], work[1, :, :3], work[2, :, 0]
    Cinv = system.Cinv
    power = 0.0
    for i in range(S):
        put_vector_at(F, i, (0.0, 0.0, 0.0))
    if system.joint.present:
        add_passive_forces(system.joint, n, u, F)
    for i in range(S):
        power += dot(vector_at(F, i), vector_at(u, i))
        put_vector_at(F, i, add(vector_at(F, i), vector_at(system.weight, i)))

    # A lambda = -u.u - n . C^-1 F
    divide_by_inertia(Cinv, F, a)
    for i in range(S):
        u_i = vector_at(u, i)
        lam[i] = -dot(u_i, u_i) - dot(vector_at(n, i), vector_at(a, i))
    hold_lengths(Cinv, n, A, lam, a)
    return power


@implements(vary, VectorChain, borrows=True)
def _vary(
    system: VectorChain, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: FloatArray, a_flat: FloatArray, sigma: FloatArray, x_all: FloatArray, rate: FloatArray,
) -> None:  # fmt: skip
    """The same matrix A with other right-hand sides, after `accelerate`."""
    S = system.C.shape[0]
    half = 3 * S
    n, u, a = q.reshape(S, 3), v.reshape(S, 3), a_flat.reshape(S, 3)
    A, lam = work[0, :, :S], work[2, :, 0]
    dF, dlam = work[3, :, :3], work[4, :, 0]
    Cinv = system.Cinv
    for m in range(len(x_all)):
        dn, du = x_all[m, :half].reshape(S, 3), x_all[m, half:].reshape(S, 3)
        dn_rate, da = rate[m, :half].reshape(S, 3), rate[m, half:].reshape(S, 3)
        for i in range(S):
            put_vector_at(dn_rate, i, vector_at(du, i))
            # n'' = C^-1 (F + lambda n): the change of lambda n at lambda held
            put_vector_at(dF, i, scale(lam[i], vector_at(dn, i)))
        if system.joint.present:
            add_passive_variation(system.joint, n, u, dn, du, dF)
        # da without dlambda
        divide_by_inertia(Cinv, dF, da)
        for i in range(S):
            # d(u . u + n . n'') = 0 gives A dlambda = this
            dlam[i] = -2.0 * dot(vector_at(u, i), vector_at(du, i))
            dlam[i] -= dot(vector_at(dn, i), vector_at(a, i))
            dlam[i] -= dot(vector_at(n, i), vector_at(da, i))
        substitute(A, dlam)
        add_tensions(Cinv, dlam, n, da)
