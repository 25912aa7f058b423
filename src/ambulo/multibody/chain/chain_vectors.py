"""The chain in unit vectors: no polar singularity, a constant inertia and one multiplier a segment.

With positions R n the kinetic energy is 1/2 sum C_ij u_i . u_j, u = dn/dt, and the equations are

    sum_j C_ij a_j = F_i + lambda_i n_i,     n_i . a_i = -u_i . u_i

with F_i = P_i g + passive forces. Eliminating a leaves an S by S positive matrix
A_ij = (C^-1)_ij n_i . n_j for lambda, half the size of the document's M, whatever the posture.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.small_systems import factorise, substitute
from ambulo.multibody.chain.chain import Chain, segment_products
from ambulo.multibody.chain.passive_joint import (
    ResistanceArrays,
    add_passive_forces,
    add_passive_variation,
    elastic_energy,
    pack_resistance,
)

__all__ = [
    "VectorChain",
    "energies",
    "error_variation",
    "pack_chain_vectors",
    "scratch",
    "stabilise",
    "state_rate",
    "tangent_basis",
    "target_error",
]


class VectorChain(NamedTuple):
    """A chain as the compiled loops take it in unit vectors.

    Args:
        C, Cinv: (S, S) inertia products [kg*m^2] and their inverse.
        weight: (S, 3) P_s g, the gravity force on n_s [N*m].
        joint: passive moments.
    """

    C: FloatArray
    Cinv: FloatArray
    weight: FloatArray
    joint: ResistanceArrays


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


@inner
def scratch(system: VectorChain) -> FloatArray:
    """Work array of `state_rate`."""
    S = system.C.shape[0]
    return np.empty((5, S, max(S, 3)))


@inner
def stabilise(system: VectorChain, y: FloatArray) -> None:
    """Bring every n back to unit length and u back to a right angle with it."""
    S = system.C.shape[0]
    for i in range(S):
        k, m = 3 * i, 3 * (S + i)
        s = 1.0 / math.sqrt(y[k] * y[k] + y[k + 1] * y[k + 1] + y[k + 2] * y[k + 2])
        radial = s * (y[k] * y[m] + y[k + 1] * y[m + 1] + y[k + 2] * y[m + 2])
        for c in range(3):
            y[k + c] *= s
            y[m + c] -= radial * y[k + c]


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


@inner
def target_error(
    system: VectorChain, y: FloatArray, target: FloatArray, basis: FloatArray, e: FloatArray
) -> None:
    """Fill e (2S,) [rad]: the arc from each target direction to n, in the target's tangent basis.

    Args:
        system: the chain.
        y: (>= 3S,) the posture n first; target: (3S,) directions aimed at.
        basis: (S, 3, 2) tangent basis at the target.
        e: filled.
    """
    for i in range(system.C.shape[0]):
        c = 0.0
        for k in range(3):
            c += y[3 * i + k] * target[3 * i + k]
        f = _arc(c)[0]
        for b in range(2):
            x = 0.0
            for k in range(3):
                x += basis[i, k, b] * y[3 * i + k]
            e[2 * i + b] = f * x


@inner
def error_variation(
    system: VectorChain,
    y: FloatArray,
    target: FloatArray,
    basis: FloatArray,
    dq: FloatArray,
    de: FloatArray,
) -> None:
    """Fill de (2S,) with the change of `target_error` when n changes by dq (3S,)."""
    for i in range(system.C.shape[0]):
        c, dc = 0.0, 0.0
        for k in range(3):
            c += y[3 * i + k] * target[3 * i + k]
            dc += dq[3 * i + k] * target[3 * i + k]
        f, slope = _arc(c)
        for b in range(2):
            x, dx = 0.0, 0.0
            for k in range(3):
                x += basis[i, k, b] * y[3 * i + k]
                dx += basis[i, k, b] * dq[3 * i + k]
            de[2 * i + b] = f * dx + slope * dc * x


@inner
def energies(system: VectorChain, y: FloatArray) -> tuple[float, float]:
    """Kinetic and potential energy [J] of the state y (6S,) = (n, u)."""
    S = system.C.shape[0]
    n, u = y[: 3 * S].reshape(S, 3), y[3 * S : 6 * S].reshape(S, 3)
    kinetic, potential = 0.0, 0.0
    for i in range(S):
        for c in range(3):
            potential -= system.weight[i, c] * n[i, c]
            for j in range(S):
                kinetic += 0.5 * system.C[i, j] * u[i, c] * u[j, c]
    if system.joint.present:
        potential += elastic_energy(system.joint, n)
    return kinetic, potential


@inner
def state_rate(system: VectorChain, y: FloatArray, dy: FloatArray, work: FloatArray) -> None:
    """Fill dy with the rate of y: n, u (S, 3 each), then any number of variations dn, du.

    Args:
        system: the chain.
        y: (6S * (1 + m),) state and m variations of it, each (dn, du).
        dy: like y.
        work: (5, S, max(S, 3)) scratch.
    """
    S = system.C.shape[0]
    half = 3 * S
    n, u = y[:half].reshape(S, 3), y[half : 2 * half].reshape(S, 3)
    a = dy[half : 2 * half].reshape(S, 3)
    A, F, lam = work[0, :, :S], work[1, :, :3], work[2, :, 0]
    Cinv = system.Cinv
    for i in range(S):
        for c in range(3):
            dy[3 * i + c] = u[i, c]
            F[i, c] = system.weight[i, c]
    if system.joint.present:
        add_passive_forces(system.joint, n, u, F)

    # A lambda = -u.u - n . C^-1 F
    for i in range(S):
        for c in range(3):
            x = 0.0
            for j in range(S):
                x += Cinv[i, j] * F[j, c]
            a[i, c] = x
    for i in range(S):
        x = 0.0
        for c in range(3):
            x -= u[i, c] * u[i, c] + n[i, c] * a[i, c]
        lam[i] = x
        for j in range(i + 1):
            A[i, j] = Cinv[i, j] * (n[i, 0] * n[j, 0] + n[i, 1] * n[j, 1] + n[i, 2] * n[j, 2])
    factorise(A)
    substitute(A, lam)
    for i in range(S):
        for j in range(S):
            x = Cinv[i, j] * lam[j]
            for c in range(3):
                a[i, c] += x * n[j, c]

    # variations: the same matrix, other right-hand sides
    dF, dlam = work[3, :, :3], work[4, :, 0]
    for m in range(1, y.shape[0] // (2 * half)):
        at = 2 * half * m
        dn, du = y[at : at + half].reshape(S, 3), y[at + half : at + 2 * half].reshape(S, 3)
        da = dy[at + half : at + 2 * half].reshape(S, 3)
        for i in range(S):
            for c in range(3):
                dy[at + 3 * i + c] = du[i, c]
                dF[i, c] = lam[i] * dn[i, c]
        if system.joint.present:
            add_passive_variation(system.joint, n, u, dn, du, dF)
        for i in range(S):
            for c in range(3):
                x = 0.0
                for j in range(S):
                    x += Cinv[i, j] * dF[j, c]
                da[i, c] = x
        for i in range(S):
            x = 0.0
            for c in range(3):
                x -= 2.0 * u[i, c] * du[i, c] + dn[i, c] * a[i, c] + n[i, c] * da[i, c]
            dlam[i] = x
        substitute(A, dlam)
        for i in range(S):
            for j in range(S):
                x = Cinv[i, j] * dlam[j]
                for c in range(3):
                    da[i, c] += x * n[j, c]
