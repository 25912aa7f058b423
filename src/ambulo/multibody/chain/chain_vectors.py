"""The chain in unit vectors: no polar singularity, a constant inertia and one multiplier a segment.

With positions R n the kinetic energy is 1/2 sum C_ij u_i . u_j, u = dn/dt, and the equations are

    sum_j C_ij a_j = F_i + lambda_i n_i,     n_i . a_i = -u_i . u_i

with F_i = P_i g + passive forces. Eliminating a leaves an S by S positive matrix
A_ij = (C^-1)_ij n_i . n_j for lambda, half the size of Patel's M (2004), whatever the posture.
"""

from __future__ import annotations

import math

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.small_systems import substitute
from ambulo.multibody.chain import rattle_step
from ambulo.multibody.chain.chain import Chain, segment_products
from ambulo.multibody.chain.passive_joint import (
    add_passive_forces,
    add_passive_variation,
    elastic_energy,
    pack_resistance,
)
from ambulo.multibody.chain.vector_chain import (
    VectorChain,
    add_tensions,
    divide_by_inertia,
    hold_lengths,
)
from ambulo.multibody.posture_error import posture_error, posture_error_variation
from ambulo.multibody.system import accelerate, energies, settle, sizes, vary, workspace


def pack_chain_vectors(chain: Chain) -> VectorChain:
    """Lay a chain out for the compiled loops in unit vectors."""
    C, P = segment_products(chain)
    return VectorChain(
        C=C,
        Cinv=np.ascontiguousarray(np.linalg.inv(C)),
        weight=np.outer(P, chain.gravity),
        joint=pack_resistance(chain),
    )


def tangent_basis(n: FloatArray) -> FloatArray:
    """Two unit vectors (..., 3, 2) normal to each unit vector n (..., 3) and to each other.

    Duff et al. (2017): continuous except across n_z = 0.
    """
    x, y, z = n[..., 0], n[..., 1], n[..., 2]
    sign = np.where(z >= 0.0, 1.0, -1.0)
    a = -1.0 / (sign + z)
    b = x * y * a
    basis = np.empty((*n.shape, 2))
    basis[..., 0, 0], basis[..., 1, 0], basis[..., 2, 0] = (
        1.0 + sign * x * x * a,
        sign * b,
        -sign * x,
    )
    basis[..., 0, 1], basis[..., 1, 1], basis[..., 2, 1] = b, sign + y * y * a, -y
    return basis


@implements(settle, VectorChain, borrows=True)
def _settle(system: VectorChain, t: float, q: FloatArray, v: FloatArray, work: FloatArray) -> None:
    """Bring every n back to unit length and u back to a right angle with it."""
    for i in range(system.C.shape[0]):
        k = 3 * i
        s = 1.0 / math.sqrt(q[k] * q[k] + q[k + 1] * q[k + 1] + q[k + 2] * q[k + 2])
        radial = s * (q[k] * v[k] + q[k + 1] * v[k + 1] + q[k + 2] * v[k + 2])
        for c in range(3):
            q[k + c] *= s
            v[k + c] -= radial * q[k + c]


@inner
def _arc(c: float) -> tuple[float, float]:
    """psi / sin(psi) and its derivative by c = cos(psi)."""
    c = min(1.0, max(-1.0, c))
    d = 1.0 - c
    if d < 1e-4:  # series of acos(1 - d) / sqrt(2 d - d^2)
        return 1.0 + d / 3.0 + 2.0 * d * d / 15.0, -1.0 / 3.0 - 4.0 * d / 15.0
    psi = math.acos(c)
    sine = math.sin(psi)
    return psi / sine, -(sine - psi * c) / sine**3


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
        c = 0.0
        for k in range(3):
            c += q[3 * i + k] * target[3 * i + k]
        f = _arc(c)[0]
        for b in range(2):
            x = 0.0
            for k in range(3):
                x += basis[i, k, b] * q[3 * i + k]
            e[2 * i + b] = f * x


@implements(posture_error_variation, VectorChain)
def _posture_error_variation(
    system: VectorChain, q: FloatArray, target: FloatArray, basis: FloatArray, dq: FloatArray,
    de: FloatArray,
) -> None:  # fmt: skip
    """Fill de (2S,) with the change of `posture_error` when n changes by dq (3S,)."""
    for i in range(system.C.shape[0]):
        c, dc = 0.0, 0.0
        for k in range(3):
            c += q[3 * i + k] * target[3 * i + k]
            dc += dq[3 * i + k] * target[3 * i + k]
        f, slope = _arc(c)
        for b in range(2):
            x, dx = 0.0, 0.0
            for k in range(3):
                x += basis[i, k, b] * q[3 * i + k]
                dx += basis[i, k, b] * dq[3 * i + k]
            de[2 * i + b] = f * dx + slope * dc * x


@implements(energies, VectorChain, borrows=True)
def _energies(
    system: VectorChain, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: FloatArray
) -> tuple[float, float]:
    S = system.C.shape[0]
    n, u = q.reshape(S, 3), v.reshape(S, 3)
    kinetic, potential = 0.0, 0.0
    for i in range(S):
        for c in range(3):
            potential -= system.weight[i, c] * n[i, c]
            for j in range(S):
                kinetic += 0.5 * system.C[i, j] * u[i, c] * u[j, c]
    if system.joint.present:
        potential += elastic_energy(system.joint, n)
    return kinetic, potential


OPERATIONS = (rattle_step,)
"""Modules that implement further operations of this chain."""


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
        for c in range(3):
            F[i, c] = 0.0
    if system.joint.present:
        add_passive_forces(system.joint, n, u, F)
    for i in range(S):
        for c in range(3):
            power += F[i, c] * u[i, c]
            F[i, c] += system.weight[i, c]

    # A lambda = -u.u - n . C^-1 F
    divide_by_inertia(Cinv, F, a)
    for i in range(S):
        x = 0.0
        for c in range(3):
            x -= u[i, c] * u[i, c] + n[i, c] * a[i, c]
        lam[i] = x
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
            for c in range(3):
                dn_rate[i, c] = du[i, c]
                # n'' = C^-1 (F + lambda n): the change of lambda n at lambda held
                dF[i, c] = lam[i] * dn[i, c]
        if system.joint.present:
            add_passive_variation(system.joint, n, u, dn, du, dF)
        # da without dlambda
        divide_by_inertia(Cinv, dF, da)
        for i in range(S):
            x = 0.0
            for c in range(3):
                # d(u . u + n . n'') = 0 gives A dlambda = this
                x -= 2.0 * u[i, c] * du[i, c] + dn[i, c] * a[i, c] + n[i, c] * da[i, c]
            dlam[i] = x
        substitute(A, dlam)
        add_tensions(Cinv, dlam, n, da)
