"""The chain in the document's angles: theta from +z, phi about z; M, S and grad P in closed form.

Patel (2004), section 3.1, for any number of segments and masses: M(x) a = -grad P(x) - S(x, v)
with x = (theta_1 .. theta_S, phi_1 .. phi_S). At theta = 0 and pi the matrix M is singular although
nothing happens to the chain; `chain_vectors` is the same chain without that.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
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
    "ERRATA",
    "AngleChain",
    "angles",
    "directions",
    "energies",
    "error_variation",
    "mass_matrix",
    "pack_chain_angles",
    "potential_gradient",
    "scratch",
    "stabilise",
    "state_rate",
    "target_error",
    "velocity_terms",
]

ERRATA: dict[str, str] = {
    "3.11": "the minus sign belongs to CSZ's product here; 3.14 leaves it out (3.17 has it)",
    "3.12 (CSY)": "the third matrix is printed as a second CSY; it is CSZ",
    "3.18": "the sum runs over the segments S, not over the masses P",
    "3.38, 3.39, 3.44, 3.45": "grad P needs a minus sign, as 3.36 and 3.46 have it",
    "4.13": "L = U^T holds for Cholesky's factors, not for those of Gaussian elimination",
    "4.28, 4.29": "the change of error is e_1 - e_0; as printed the Newton step goes backwards",
    "4.30": "row and column are error component and velocity; every column has its own delta v",
    "4.35": "the time derivative acts on grad G, which is a derivative already: d/dt(dG/dX_i) V_i",
}
"""Equations of Patel (2004) that are not used as printed, and why."""


class AngleChain(NamedTuple):
    """A chain as the compiled loops take it in angles.

    Args:
        C: (S, S) inertia products [kg*m^2].
        moment: (S,) P_s [kg*m].
        gravity: m/s^2, downwards positive; the angles are measured from the vertical.
        joint: passive moments.
    """

    C: FloatArray
    moment: FloatArray
    gravity: float
    joint: ResistanceArrays


def pack_chain_angles(chain: Chain) -> AngleChain:
    """Lay a chain out for the compiled loops in angles.

    Raises:
        ValueError: gravity is not along z, from which the angles are measured.
    """
    if chain.gravity[0] != 0.0 or chain.gravity[1] != 0.0:
        raise ValueError("the angles are measured from the vertical: gravity must lie along z")
    C, P = segment_products(chain)
    return AngleChain(C=C, moment=P, gravity=-float(chain.gravity[2]), joint=pack_resistance(chain))


def directions(x: FloatArray) -> FloatArray:
    """Unit vectors (..., S, 3) of the angles x (..., 2S): theta first, then phi (3.3-3.5)."""
    theta, phi = np.split(np.asarray(x, dtype=np.float64), 2, axis=-1)
    return np.stack(
        [np.cos(phi) * np.sin(theta), np.sin(phi) * np.sin(theta), np.cos(theta)], axis=-1
    )


def angles(n: FloatArray) -> FloatArray:
    """Angles (..., 2S) of unit vectors n (..., S, 3): theta in [0, pi], phi in (-pi, pi]."""
    theta = np.arctan2(np.hypot(n[..., 0], n[..., 1]), n[..., 2])
    return np.concatenate([theta, np.arctan2(n[..., 1], n[..., 0])], axis=-1)


@compiled
def mass_matrix(system: AngleChain, x: FloatArray, M: FloatArray) -> None:
    """Fill M (2S, 2S) [kg*m^2] for the angles x (2S,) (3.22)."""
    S = system.C.shape[0]
    for i in range(S):
        s_i, c_i = math.sin(x[i]), math.cos(x[i])
        for j in range(S):
            s_j, c_j = math.sin(x[j]), math.cos(x[j])
            d = x[S + i] - x[S + j]
            M[i, j] = system.C[i, j] * (c_i * c_j * math.cos(d) + s_i * s_j)
            M[i, S + j] = system.C[i, j] * c_i * s_j * math.sin(d)
            M[S + j, i] = M[i, S + j]
            M[S + i, S + j] = system.C[i, j] * s_i * s_j * math.cos(d)


@compiled
def velocity_terms(system: AngleChain, x: FloatArray, v: FloatArray, out: FloatArray) -> None:
    """Fill out (2S,) with S(x, v) [N*m], the terms quadratic in v (3.48-3.51 for any S)."""
    S = system.C.shape[0]
    for i in range(S):
        s_i, c_i = math.sin(x[i]), math.cos(x[i])
        along_theta, along_phi = 0.0, 0.0
        for j in range(S):
            s_j, c_j = math.sin(x[j]), math.cos(x[j])
            d = x[S + i] - x[S + j]
            s_d, c_d = math.sin(d), math.cos(d)
            theta2, phi2, both = v[j] * v[j], v[S + j] * v[S + j], 2.0 * v[j] * v[S + j]
            along_theta += system.C[i, j] * (
                theta2 * (s_i * c_j - c_i * s_j * c_d)
                - phi2 * c_i * s_j * c_d
                + both * c_i * c_j * s_d
            )
            along_phi += system.C[i, j] * s_i * ((theta2 + phi2) * s_j * s_d + both * c_j * c_d)
        out[i] = along_theta
        out[S + i] = along_phi


@compiled
def potential_gradient(system: AngleChain, x: FloatArray, out: FloatArray) -> None:
    """Fill out (2S,) with grad P [N*m] (3.47)."""
    S = system.C.shape[0]
    for i in range(S):
        out[i] = -system.gravity * system.moment[i] * math.sin(x[i])
        out[S + i] = 0.0


@inner
def scratch(system: AngleChain) -> FloatArray:
    """Work array of `state_rate`."""
    dim = 2 * system.C.shape[0]
    return np.empty((5, dim, max(dim, 3)))


@inner
def stabilise(system: AngleChain, y: FloatArray) -> None:
    """Leave y as it is: angles need no correction."""


@inner
def target_error(
    system: AngleChain, y: FloatArray, target: FloatArray, basis: FloatArray, e: FloatArray
) -> None:
    """Fill e (2S,) [rad] with X(T) - X_T (4.19): whole turns count, as angles in the document."""
    for i in range(2 * system.C.shape[0]):
        e[i] = y[i] - target[i]


@inner
def error_variation(
    system: AngleChain,
    y: FloatArray,
    target: FloatArray,
    basis: FloatArray,
    dq: FloatArray,
    de: FloatArray,
) -> None:
    """Fill de (2S,) with the change of `target_error` when the angles change by dq (2S,)."""
    for i in range(2 * system.C.shape[0]):
        de[i] = dq[i]


@inner
def energies(system: AngleChain, y: FloatArray) -> tuple[float, float]:
    """Kinetic and potential energy [J] of the state y (4S,) = (x, v) (3.18, 3.21)."""
    S = system.C.shape[0]
    M = np.empty((2 * S, 2 * S))
    n = np.empty((S, 3))
    mass_matrix(system, y[: 2 * S], M)
    kinetic, potential = 0.0, 0.0
    for i in range(2 * S):
        for j in range(2 * S):
            kinetic += 0.5 * M[i, j] * y[2 * S + i] * y[2 * S + j]
    for i in range(S):
        potential += system.gravity * system.moment[i] * math.cos(y[i])
        s = math.sin(y[i])
        n[i] = (s * math.cos(y[S + i]), s * math.sin(y[S + i]), math.cos(y[i]))
    if system.joint.present:
        potential += elastic_energy(system.joint, n)
    return kinetic, potential


@inner
def _vectors(
    S: int, x: FloatArray, v: FloatArray, n: FloatArray, u: FloatArray, T: FloatArray
) -> None:
    """Fill n, u (S, 3) and T (2, S, 3), the derivatives of n by theta and phi."""
    for i in range(S):
        s, c = math.sin(x[i]), math.cos(x[i])
        sf, cf = math.sin(x[S + i]), math.cos(x[S + i])
        n[i] = (s * cf, s * sf, c)
        T[0, i] = (c * cf, c * sf, -s)
        T[1, i] = (-s * sf, s * cf, 0.0)
        for k in range(3):
            u[i, k] = T[0, i, k] * v[i] + T[1, i, k] * v[S + i]


@inner
def state_rate(system: AngleChain, y: FloatArray, dy: FloatArray, work: FloatArray) -> None:
    """Fill dy with the rate of y: x, v (2S each), then any number of variations dx, dv.

    Args:
        system: the chain.
        y: (4S * (1 + m),) state and m variations of it.
        dy: like y.
        work: (5, 2S, max(2S, 3)) scratch.
    """
    S = system.C.shape[0]
    dim = 2 * S
    x, v, a = y[:dim], y[dim : 2 * dim], dy[dim : 2 * dim]
    M = work[0, :, :dim]
    b = work[1, :, 0]
    for i in range(dim):
        dy[i] = v[i]
    mass_matrix(system, x, M)
    velocity_terms(system, x, v, a)
    potential_gradient(system, x, b)
    for i in range(dim):
        a[i] = -b[i] - a[i]
    passive = system.joint.present
    varied = y.shape[0] > 2 * dim
    if passive or varied:
        n, u = np.empty((S, 3)), np.empty((S, 3))
        T = np.empty((2, S, 3))
        force = np.zeros((S, 3))
        _vectors(S, x, v, n, u, T)
        if passive:
            add_passive_forces(system.joint, n, u, force)
            for i in range(S):
                for k in range(3):
                    a[i] += T[0, i, k] * force[i, k]
                    a[S + i] += T[1, i, k] * force[i, k]
    factorise(M)
    substitute(M, a)
    if varied:
        _variations(system, y, dy, M, n, u, T, force)


@inner
def _variations(
    system: AngleChain,
    y: FloatArray,
    dy: FloatArray,
    M: FloatArray,
    n: FloatArray,
    u: FloatArray,
    T: FloatArray,
    force: FloatArray,
) -> None:
    """Linearise T_i . (sum_j C_ij a_j - F_i) = 0 with a_j = T_j x''_j + h_j along each variation.

    h = n_tt theta'^2 + 2 n_tp theta' phi' + n_pp phi'^2 with e_r, e_p the horizontal directions.
    """
    S = system.C.shape[0]
    dim = 2 * S
    acc = np.empty((S, 3))  # acceleration of n
    rest = np.empty((S, 3))  # sum_j C_ij a_j - F_i: normal to T by the equations themselves
    dn, du, dT = np.empty((S, 3)), np.empty((S, 3)), np.empty((2, S, 3))
    da, dforce = np.empty((S, 3)), np.empty((S, 3))
    for i in range(S):
        s, c = math.sin(y[i]), math.cos(y[i])
        sf, cf = math.sin(y[S + i]), math.cos(y[S + i])
        t, p = y[dim + i], y[dim + S + i]
        e_r, e_p = (cf, sf, 0.0), (-sf, cf, 0.0)
        for k in range(3):
            acc[i, k] = (
                T[0, i, k] * dy[dim + i]
                + T[1, i, k] * dy[dim + S + i]
                - n[i, k] * t * t
                + 2.0 * c * e_p[k] * t * p
                - s * e_r[k] * p * p
            )
    for i in range(S):
        for k in range(3):
            w = -force[i, k]
            if k == 2:
                w += system.gravity * system.moment[i]
            for j in range(S):
                w += system.C[i, j] * acc[j, k]
            rest[i, k] = w
    for m in range(1, y.shape[0] // (2 * dim)):
        at = 2 * dim * m
        d, dv = y[at : at + dim], y[at + dim : at + 2 * dim]
        for i in range(dim):
            dy[at + i] = dv[i]
        for i in range(S):
            s, c = math.sin(y[i]), math.cos(y[i])
            sf, cf = math.sin(y[S + i]), math.cos(y[S + i])
            t, p = y[dim + i], y[dim + S + i]
            dt, dp = dv[i], dv[S + i]
            e_r, e_p = (cf, sf, 0.0), (-sf, cf, 0.0)
            for k in range(3):
                dn[i, k] = T[0, i, k] * d[i] + T[1, i, k] * d[S + i]
                dT[0, i, k] = -n[i, k] * d[i] + c * e_p[k] * d[S + i]
                dT[1, i, k] = c * e_p[k] * d[i] - s * e_r[k] * d[S + i]
                du[i, k] = dT[0, i, k] * t + T[0, i, k] * dt + dT[1, i, k] * p + T[1, i, k] * dp
                da[i, k] = (
                    dT[0, i, k] * dy[dim + i]
                    + dT[1, i, k] * dy[dim + S + i]
                    - dn[i, k] * t * t
                    - 2.0 * n[i, k] * t * dt
                    - 2.0 * (s * d[i] * e_p[k] + c * d[S + i] * e_r[k]) * t * p
                    + 2.0 * c * e_p[k] * (dt * p + t * dp)
                    - (c * d[i] * e_r[k] + s * d[S + i] * e_p[k]) * p * p
                    - 2.0 * s * e_r[k] * p * dp
                )
                dforce[i, k] = 0.0
        if system.joint.present:
            add_passive_variation(system.joint, n, u, dn, du, dforce)
        b = dy[at + dim : at + 2 * dim]
        for i in range(S):
            b_t, b_p = 0.0, 0.0
            for k in range(3):
                w = -dforce[i, k]
                for j in range(S):
                    w += system.C[i, j] * da[j, k]
                b_t -= dT[0, i, k] * rest[i, k] + T[0, i, k] * w
                b_p -= dT[1, i, k] * rest[i, k] + T[1, i, k] * w
            b[i] = b_t
            b[S + i] = b_p
        substitute(M, b)
