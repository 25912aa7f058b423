"""The chain in Patel's angles (2004): theta from +z, phi about z; M, S and grad P in closed form.

Patel (2004), section 3.1, for any number of segments and masses: M(x) a = -grad P(x) - S(x, v) with
x = (theta_1 .. theta_S, phi_1 .. phi_S). At theta = 0 and pi the matrix M is singular, although the
chain has no singularity there. `chain_vectors` is the same chain without this singularity.
"""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import copy_to, put_vector_at, vector_at
from ambulo.math.shaped import allocator
from ambulo.math.small_systems import factorise, substitute
from ambulo.math.tangent import tangent
from ambulo.math.vectors import Vector3, add, dot, scale, subtract
from ambulo.multibody.chain.chain import Chain, segment_products
from ambulo.multibody.chain.passive_joint import (
    ResistanceArrays,
    add_passive_forces,
    add_passive_variation,
    elastic_energy,
    pack_resistance,
)
from ambulo.multibody.further_operations import posture_error, posture_error_variation
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
    """A chain in angles for the compiled loops.

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
    """Pack a chain in angles for the compiled loops.

    Raises:
        ValueError: gravity is not along z, the axis from which the angles are measured.
    """
    if chain.gravity[0] != 0.0 or chain.gravity[1] != 0.0:
        raise ValueError(
            "gravity must be along z, because the angles are measured from the vertical"
        )
    C, P = segment_products(chain)
    return AngleChain(C=C, moment=P, gravity=-float(chain.gravity[2]), joint=pack_resistance(chain))


def directions(x: FloatArray) -> FloatArray:
    """Unit vectors (..., S, 3) of the angles x (..., 2S): theta first, then phi (3.3-3.5)."""
    theta, phi = np.split(np.asarray(x, dtype=np.float64), 2, axis=-1)
    return np.stack(
        [np.cos(phi) * np.sin(theta), np.sin(phi) * np.sin(theta), np.cos(theta)], axis=-1
    )


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
    """Scratch arrays: inertia, gradient, the results of `_segment`, and forces on the segments."""

    M: Annotated[FloatArray, "2*S 2*S"]
    b: Annotated[FloatArray, "2*S"]
    n: Annotated[FloatArray, "S 3"]
    T: Annotated[FloatArray, "2 S 3"]
    u: Annotated[FloatArray, "S 3"]
    acceleration: Annotated[FloatArray, "S 3"]
    force: Annotated[FloatArray, "S 3"]


_zeros = allocator(AngleWorkspace)


@implements(sizes, AngleChain, borrows=True)
def _sizes(system: AngleChain) -> tuple[int, int, int]:
    n = 2 * system.C.shape[0]
    return n, n, 0


@implements(workspace, AngleChain)
def _workspace(system: AngleChain) -> AngleWorkspace:
    work: AngleWorkspace = _zeros(S=system.C.shape[0])
    return work


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
    M = work.M
    mass_matrix(system, q, M)
    kinetic, potential = 0.0, 0.0
    for i in range(2 * S):
        for j in range(2 * S):
            kinetic += 0.5 * M[i, j] * v[i] * v[j]
    for i in range(S):
        potential += system.gravity * system.moment[i] * math.cos(q[i])
    if system.joint.present:
        _move(q, v, v, work)
        potential += elastic_energy(system.joint, work.n)
    return kinetic, potential


@inner
def _segment(
    theta: float, phi: float, theta_1: float, phi_1: float, theta_2: float, phi_2: float
) -> tuple[Vector3, Vector3, Vector3, Vector3, Vector3]:
    """Direction n, its derivatives by theta and phi, its rate and its acceleration.

    n'' = T x'' + n_tt theta'^2 + 2 n_tp theta' phi' + n_pp phi'^2 with n_tt = -n.
    """
    s, c, sf, cf = math.sin(theta), math.cos(theta), math.sin(phi), math.cos(phi)
    n = (s * cf, s * sf, c)
    by_theta = (c * cf, c * sf, -s)
    by_phi = (-s * sf, s * cf, 0.0)
    rate = add(scale(theta_1, by_theta), scale(phi_1, by_phi))
    along = add(scale(theta_2, by_theta), scale(phi_2, by_phi))
    both, square = 2.0 * theta_1 * phi_1, phi_1 * phi_1
    across = (-both * c * sf - square * s * cf, both * c * cf - square * s * sf, 0.0)
    return n, by_theta, by_phi, rate, add(along, subtract(across, scale(theta_1 * theta_1, n)))


_changed = tangent(_segment, (True, True, True, True, False, False))


@inner
def _move(x: FloatArray, v: FloatArray, a: FloatArray, work: AngleWorkspace) -> None:
    """Fill what `_segment` gives of all segments."""
    S = len(work.n)
    for i in range(S):
        n, by_theta, by_phi, u, acceleration = _segment(
            x[i], x[S + i], v[i], v[S + i], a[i], a[S + i]
        )
        put_vector_at(work.n, i, n)
        put_vector_at(work.T[0], i, by_theta)
        put_vector_at(work.T[1], i, by_phi)
        put_vector_at(work.u, i, u)
        put_vector_at(work.acceleration, i, acceleration)


@inner
def _inertia_times(system: AngleChain, i: int, a: FloatArray) -> Vector3:
    """Sum over j of C_ij a_j."""
    total = (0.0, 0.0, 0.0)
    for j in range(len(a)):
        total = add(total, scale(system.C[i, j], vector_at(a, j)))
    return total


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
        _move(q, v, v, work)
        add_passive_forces(system.joint, work.n, work.u, force)
        for i in range(S):
            a[i] += dot(vector_at(work.T[0], i), vector_at(force, i))
            a[S + i] += dot(vector_at(work.T[1], i), vector_at(force, i))
            power += dot(vector_at(force, i), vector_at(work.u, i))
    factorise(work.M)
    substitute(work.M, a)
    return power


@implements(vary, AngleChain)
def _vary(
    system: AngleChain, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: AngleWorkspace, a: FloatArray, sigma: FloatArray, x: FloatArray, rate: FloatArray,
) -> None:  # fmt: skip
    """Linearise T_i . (sum_j C_ij n''_j - F_i) = 0 along each variation."""
    S = system.C.shape[0]
    dim, T = 2 * S, work.T
    _move(q, v, a, work)
    rest = np.empty((S, 3))  # sum_j C_ij n''_j - F_i: normal to T by the equations themselves
    dn, du, dT = np.empty((S, 3)), np.empty((S, 3)), np.empty((2, S, 3))
    da, dforce = np.empty((S, 3)), np.empty((S, 3))
    for i in range(S):
        weight = (0.0, 0.0, system.gravity * system.moment[i])
        inertia = add(_inertia_times(system, i, work.acceleration), weight)
        put_vector_at(rest, i, subtract(inertia, vector_at(work.force, i)))
    # one variation: dn, d(T x') = du, and d n'' at x'' held
    for m in range(len(x)):
        d, dv = x[m, :dim], x[m, dim:]
        copy_to(dv, rate[m, :dim])
        dforce[:] = 0.0
        for i in range(S):
            _, change = _changed(
                q[i], q[S + i], v[i], v[S + i], a[i], a[S + i], d[i], d[S + i], dv[i], dv[S + i]
            )
            put_vector_at(dn, i, change[0])
            put_vector_at(dT[0], i, change[1])
            put_vector_at(dT[1], i, change[2])
            put_vector_at(du, i, change[3])
            put_vector_at(da, i, change[4])
        if system.joint.present:
            add_passive_variation(system.joint, work.n, work.u, dn, du, dforce)
        # M dx'' = -(dT . rest + T . d rest), solved with the factors of M that `accelerate` left
        b = rate[m, dim:]
        for i in range(S):
            pull = subtract(_inertia_times(system, i, da), vector_at(dforce, i))
            for k in range(2):
                b[S * k + i] = -dot(vector_at(dT[k], i), vector_at(rest, i))
                b[S * k + i] -= dot(vector_at(T[k], i), pull)
        substitute(work.M, b)
