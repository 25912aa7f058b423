"""The chain in Patel's angles (2004): theta from +z, phi about z; M, S and grad P in closed form.

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
from ambulo.math.dispatch import implements
from ambulo.math.small_systems import factorise, substitute
from ambulo.multibody.chain.chain import Chain, segment_products
from ambulo.multibody.chain.passive_joint import (
    ResistanceArrays,
    add_passive_forces,
    add_passive_variation,
    elastic_energy,
    pack_resistance,
)
from ambulo.multibody.posture_error import posture_error, posture_error_variation
from ambulo.multibody.system import accelerate, energies, sizes, vary, workspace

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


class AngleWorkspace(NamedTuple):
    """Scratch: M (2S, 2S), b (2S,); n, u, force (S, 3) and T (2, S, 3) as in `_vectors`."""

    M: FloatArray
    b: FloatArray
    n: FloatArray
    u: FloatArray
    T: FloatArray
    force: FloatArray


@implements(sizes, AngleChain, borrows=True)
def _sizes(system: AngleChain) -> tuple[int, int, int]:
    n = 2 * system.C.shape[0]
    return n, n, 0


@implements(workspace, AngleChain)
def _workspace(system: AngleChain) -> AngleWorkspace:
    S = system.C.shape[0]
    return AngleWorkspace(
        np.empty((2 * S, 2 * S)), np.empty(2 * S), np.empty((S, 3)), np.empty((S, 3)),
        np.empty((2, S, 3)), np.zeros((S, 3)),
    )  # fmt: skip


@implements(posture_error, AngleChain)
def _posture_error(
    system: AngleChain, q: FloatArray, target: FloatArray, basis: FloatArray, e: FloatArray
) -> None:
    """Fill e (2S,) [rad] with X(T) - X_T (4.19): whole turns count, as angles there."""
    for i in range(2 * system.C.shape[0]):
        e[i] = q[i] - target[i]


@implements(posture_error_variation, AngleChain)
def _posture_error_variation(
    system: AngleChain, q: FloatArray, target: FloatArray, basis: FloatArray, dq: FloatArray,
    de: FloatArray,
) -> None:  # fmt: skip
    """Fill de (2S,) with the change of `posture_error` when the angles change by dq (2S,)."""
    for i in range(2 * system.C.shape[0]):
        de[i] = dq[i]


@implements(energies, AngleChain)
def _energies(
    system: AngleChain, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: AngleWorkspace,
) -> tuple[float, float]:  # fmt: skip
    """Patel (2004) 3.18 and 3.21."""
    S = system.C.shape[0]
    M, n = work.M, work.n
    mass_matrix(system, q, M)
    kinetic, potential = 0.0, 0.0
    for i in range(2 * S):
        for j in range(2 * S):
            kinetic += 0.5 * M[i, j] * v[i] * v[j]
    for i in range(S):
        potential += system.gravity * system.moment[i] * math.cos(q[i])
        sine = math.sin(q[i])
        n[i] = (sine * math.cos(q[S + i]), sine * math.sin(q[S + i]), math.cos(q[i]))
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


@implements(accelerate, AngleChain, borrows=True)
def _accelerate(
    system: AngleChain, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: AngleWorkspace, a: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill the accelerations (2S,) of the angles; the factors of M stay in `work`."""
    S = system.C.shape[0]
    dim = 2 * S
    mass_matrix(system, q, work.M)
    velocity_terms(system, q, v, a)
    potential_gradient(system, q, work.b)
    for i in range(dim):
        a[i] = -work.b[i] - a[i]
    power = 0.0
    if system.joint.present:
        force = work.force
        force[:] = 0.0
        _vectors(S, q, v, work.n, work.u, work.T)
        add_passive_forces(system.joint, work.n, work.u, force)
        for i in range(S):
            for k in range(3):
                a[i] += work.T[0, i, k] * force[i, k]
                a[S + i] += work.T[1, i, k] * force[i, k]
                power += force[i, k] * work.u[i, k]
    factorise(work.M)
    substitute(work.M, a)
    return power


@implements(vary, AngleChain)
def _vary(
    system: AngleChain, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: AngleWorkspace, a: FloatArray, sigma: FloatArray, x: FloatArray, rate: FloatArray,
) -> None:  # fmt: skip
    """Linearise T_i . (sum_j C_ij a_j - F_i) = 0 with a_j = T_j x''_j + h_j along each variation.

    h = n_tt theta'^2 + 2 n_tp theta' phi' + n_pp phi'^2 with e_r, e_p the horizontal directions.
    """
    S = system.C.shape[0]
    dim = 2 * S
    n, u, T, force = work.n, work.u, work.T, work.force
    if not system.joint.present:
        _vectors(S, q, v, n, u, T)
    acc = np.empty((S, 3))  # acceleration of n
    rest = np.empty((S, 3))  # sum_j C_ij a_j - F_i: normal to T by the equations themselves
    dn, du, dT = np.empty((S, 3)), np.empty((S, 3)), np.empty((2, S, 3))
    da, dforce = np.empty((S, 3)), np.empty((S, 3))
    for i in range(S):
        sine, c = math.sin(q[i]), math.cos(q[i])
        sf, cf = math.sin(q[S + i]), math.cos(q[S + i])
        theta, phi = v[i], v[S + i]
        # n'' = T x'' + h with n_tt = -n, n_tp = cos(theta) e_p, n_pp = -sin(theta) e_r
        e_r, e_p = (cf, sf, 0.0), (-sf, cf, 0.0)
        for k in range(3):
            acc[i, k] = (
                T[0, i, k] * a[i]
                + T[1, i, k] * a[S + i]
                - n[i, k] * theta * theta
                + 2.0 * c * e_p[k] * theta * phi
                - sine * e_r[k] * phi * phi
            )
    for i in range(S):
        for k in range(3):
            w = -force[i, k]
            if k == 2:
                w += system.gravity * system.moment[i]
            for j in range(S):
                w += system.C[i, j] * acc[j, k]
            rest[i, k] = w
    # one variation: dn, d(T x') = du, and d n'' at x'' held
    for m in range(len(x)):
        d, dv = x[m, :dim], x[m, dim:]
        for i in range(dim):
            rate[m, i] = dv[i]
        for i in range(S):
            sine, c = math.sin(q[i]), math.cos(q[i])
            sf, cf = math.sin(q[S + i]), math.cos(q[S + i])
            theta, phi = v[i], v[S + i]
            dt, dp = dv[i], dv[S + i]
            e_r, e_p = (cf, sf, 0.0), (-sf, cf, 0.0)
            for k in range(3):
                dn[i, k] = T[0, i, k] * d[i] + T[1, i, k] * d[S + i]
                dT[0, i, k] = -n[i, k] * d[i] + c * e_p[k] * d[S + i]
                dT[1, i, k] = c * e_p[k] * d[i] - sine * e_r[k] * d[S + i]
                du[i, k] = (
                    dT[0, i, k] * theta + T[0, i, k] * dt + dT[1, i, k] * phi + T[1, i, k] * dp
                )
                da[i, k] = (
                    dT[0, i, k] * a[i]
                    + dT[1, i, k] * a[S + i]
                    - dn[i, k] * theta * theta
                    - 2.0 * n[i, k] * theta * dt
                    - 2.0 * (sine * d[i] * e_p[k] + c * d[S + i] * e_r[k]) * theta * phi
                    + 2.0 * c * e_p[k] * (dt * phi + theta * dp)
                    - (c * d[i] * e_r[k] + sine * d[S + i] * e_p[k]) * phi * phi
                    - 2.0 * sine * e_r[k] * phi * dp
                )
                dforce[i, k] = 0.0
        if system.joint.present:
            add_passive_variation(system.joint, n, u, dn, du, dforce)
        # M dx'' = -(dT . rest + T . d rest), solved with the factors of M that `accelerate` left
        b = rate[m, dim:]
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
        substitute(work.M, b)
