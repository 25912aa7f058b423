"""Floating frame of reference in a plane, as Al Nazer (2006), chapter 2, writes it.

r = R + A (u_o + S q_f), coordinates (R_1, R_2, theta, q_f) of one body (eqs. 2.1-2.8). Where the
document is misprinted it is derived again; `MISPRINTS` lists the places.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.errors import InputError
from ambulo.flexible.craig_bampton import Components
from ambulo.flexible.finite_elements import FiniteElements
from ambulo.kernels.compilation import compiled
from ambulo.records import FloatArray

__all__ = ["MISPRINTS", "PlanarBody", "planar_body", "planar_inertia", "rigid_planar_body"]

MISPRINTS = (
    "Eq. 2.11: A_dot = A_theta theta_dot; the printed S does not belong there.",
    "Eq. 2.31: S_bar = int rho S dV; printed is the integral of eq. 2.30.",
    "Eq. 2.33: the coupling of rotation and deformation is int rho u_o^T I~ S + q_f^T S~ with "
    "I~ = A_theta^T A = [[0, 1], [-1, 0]], as eq. 2.34 has it: kept.",
    "Eq. 2.58: the first factor is the square of theta_dot, not of theta.",
    "Eq. 2.59: (Q_v)_theta = -2 theta_dot q_f_dot^T (m_ff q_f + I_o): a rate is missing.",
    "Eq. 2.61: the last term is 2 theta_dot S~ q_f_dot: a rate is missing.",
    "Eq. 2.70: e_ij = B_ij e_i, without the transpose.",
    "Eqs. 2.87 and 2.88: a_k^T M a_k and a_k^T K a_k; the last transposes do not belong there.",
    "Eq. 2.95: identity and zero stand for the boundary's own rows, not for reference coordinates.",
    "Eq. 2.101: the new modes are Psi N^; Phi = Psi N^ follows from eqs. 2.94 and 2.99 with "
    "p^ = N^ p, the inverse of what eq. 2.99 prints.",
)


@dataclass(frozen=True, eq=False)
class PlanarBody:
    """Inertia of a planar body with nf modes.

    Args:
        mass: kg; first (2,) I_1 [kg m]; rotary: int rho u_o^T u_o [kg m^2].
        linear: (2, nf) S_bar; skew: (nf,) int rho u_o^T I~ S; swirl: (nf, nf) S~.
        radial: (nf,) I_o = int rho S^T u_o; modal_mass: (nf, nf) m_ff.
        stiffness, damping: (nf,) diagonal of K_ff and of the modal damping.
    """

    mass: float
    first: FloatArray
    rotary: float
    linear: FloatArray
    skew: FloatArray
    swirl: FloatArray
    radial: FloatArray
    modal_mass: FloatArray
    stiffness: FloatArray
    damping: FloatArray

    @property
    def nf(self) -> int:
        """Number of elastic coordinates."""
        return len(self.stiffness)


def rigid_planar_body(mass: float, inertia: float) -> PlanarBody:
    """A rigid body with its origin at its centre of mass [kg, kg m^2]."""
    none = np.zeros(0)
    return PlanarBody(
        mass, np.zeros(2), inertia, np.zeros((2, 0)), none, np.zeros((0, 0)), none,
        np.zeros((0, 0)), none, none,
    )  # fmt: skip


def planar_body(components: Components, damping_ratio: float) -> tuple[PlanarBody, FloatArray]:
    """A planar flexible body from constraint modes in its x-z plane; X1 is x, X2 is z.

    Args:
        components: of beam elements, without fixed-interface modes (further interfaces along the
            beam do the same service, and none of theirs leaves the plane).
        damping_ratio: of critical, in all modes.

    Returns:
        The body, free of rigid motion (mean axes), and its modes (ndof, nf).

    Raises:
        InputError: if there are fixed-interface modes, whose planes a round section leaves open.
    """
    if len(components.fixed_frequencies):
        raise InputError(
            what="fixed-interface modes do not keep to a plane",
            where="planar body",
            remedy="Reduce with fixed=0 and further interfaces along the beam",
        )
    keep = np.array([6 * k + c for k in range(len(components.interfaces)) for c in (0, 2, 4)])
    import scipy.linalg

    values, vectors = scipy.linalg.eigh(
        components.K[np.ix_(keep, keep)], components.M[np.ix_(keep, keep)]
    )
    shapes = components.shapes[:, keep] @ vectors[:, 3:]  # the first three are rigid
    return _integrate(components.elements, shapes, values[3:], damping_ratio), shapes


def _integrate(
    elements: FiniteElements, shapes: FloatArray, stiffness: FloatArray, damping_ratio: float
) -> PlanarBody:
    u = elements.points[:, [0, 2]]
    S = elements.at_points(shapes)[:, [0, 2]]
    weighed_u = np.asarray(elements.point_mass @ u)
    weighed = np.asarray(elements.point_mass @ S.reshape(len(u), -1)).reshape(S.shape)
    swirl = np.einsum("pk,pm->km", S[:, 0], weighed[:, 1]) - np.einsum(
        "pk,pm->km", S[:, 1], weighed[:, 0]
    )
    return PlanarBody(
        mass=elements.mass,
        first=weighed_u.sum(axis=0),
        rotary=float(np.sum(u * weighed_u)),
        linear=weighed.sum(axis=0),
        skew=np.einsum("p,pk->k", u[:, 0], weighed[:, 1])
        - np.einsum("p,pk->k", u[:, 1], weighed[:, 0]),
        swirl=swirl,
        radial=np.einsum("pi,pik->k", u, weighed),
        modal_mass=np.einsum("pik,pim->km", S, weighed),
        stiffness=stiffness,
        damping=2.0 * damping_ratio * np.sqrt(stiffness),
    )


@compiled
def planar_inertia(
    mass: float,
    first: FloatArray,
    rotary: float,
    linear: FloatArray,
    skew: FloatArray,
    swirl: FloatArray,
    radial: FloatArray,
    modal_mass: FloatArray,
    theta: float,
    thetad: float,
    q: FloatArray,
    qd: FloatArray,
    M: FloatArray,
    Qv: FloatArray,
) -> None:
    """Write M (3 + nf, 3 + nf), eqs. 2.27-2.40, and Q_v (3 + nf,), eqs. 2.57-2.61 derived again."""
    nf = len(q)
    c, s = np.cos(theta), np.sin(theta)
    p0, p1, d0, d1 = first[0], first[1], 0.0, 0.0
    inner = rotary
    turning = 0.0
    for k in range(nf):
        p0 += linear[0, k] * q[k]
        p1 += linear[1, k] * q[k]
        d0 += linear[0, k] * qd[k]
        d1 += linear[1, k] * qd[k]
        inner += 2.0 * radial[k] * q[k]
        turning += qd[k] * radial[k]
        for m in range(nf):
            inner += q[k] * modal_mass[k, m] * q[m]
            turning += qd[k] * modal_mass[k, m] * q[m]
    M[:] = 0.0
    M[0, 0] = M[1, 1] = mass
    # A_theta (I_1 + S_bar q_f)
    M[0, 2] = M[2, 0] = -s * p0 - c * p1
    M[1, 2] = M[2, 1] = c * p0 - s * p1
    M[2, 2] = inner
    w2 = thetad * thetad
    Qv[0] = w2 * (c * p0 - s * p1) - 2.0 * thetad * (-s * d0 - c * d1)
    Qv[1] = w2 * (s * p0 + c * p1) - 2.0 * thetad * (c * d0 - s * d1)
    Qv[2] = -2.0 * thetad * turning
    for k in range(nf):
        M[0, 3 + k] = M[3 + k, 0] = c * linear[0, k] - s * linear[1, k]
        M[1, 3 + k] = M[3 + k, 1] = s * linear[0, k] + c * linear[1, k]
        couple = skew[k]
        Qv[3 + k] = w2 * radial[k]
        for m in range(nf):
            couple += q[m] * swirl[m, k]
            M[3 + k, 3 + m] = modal_mass[k, m]
            Qv[3 + k] += w2 * modal_mass[k, m] * q[m] + 2.0 * thetad * swirl[k, m] * qd[m]
        M[2, 3 + k] = M[3 + k, 2] = couple
