"""Floating frame of reference in a plane, as Al Nazer (2006), chapter 2, writes it.

r = R + A (u_o + S q_f), coordinates (R_1, R_2, theta, q_f) of one body (eqs. 2.1-2.8). Where the
document is misprinted it is derived again; `MISPRINTS` lists the places.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy.linalg

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.flexible.craig_bampton import Components
from ambulo.multibody.flexible.finite_elements import FiniteElements

MISPRINTS = (
    "Eq. 2.11: A_dot = A_theta theta_dot; the printed S does not belong there.",
    "Eq. 2.22: B_dot = -A u theta_dot + A_theta S q_f_dot, with u itself and not its rate.",
    "Eq. 2.31: S_bar = int rho S dV; printed is the integral of eq. 2.30.",
    "Eq. 2.33: the first term is int rho u_o^T I~ S dV; the transpose is missing.",
    "Eq. 2.53: delta W = -q_f^T K delta q_f; the transpose is missing.",
    "Eq. 2.58: the first factor is the square of theta_dot, not of theta, and the last term is "
    "-2 theta_dot A_theta S_bar q_f_dot: a rate is missing.",
    "Eq. 2.59: (Q_v)_theta = -2 theta_dot q_f_dot^T (m_ff q_f + I_o): a rate is missing.",
    "Eq. 2.61: the last term is 2 theta_dot S~ q_f_dot: a rate is missing.",
    "Eq. 2.67: the mass matrix multiplies accelerations; their dots are missing, and the zero "
    "below its diagonal stands for the symmetric part.",
    "Eqs. 2.70, 2.74 and 2.75: e_ij = B_ij e_i, without the transpose of e_i.",
    "Eq. 2.82: the modes are columns, [a_1 ... a_m] without the transpose.",
    "Eqs. 2.87 and 2.88: a_k^T M a_k and a_k^T K a_k; the last transposes do not belong there.",
    "Eq. 2.91: the last expression is C_q Phi, not C_p Phi.",
    "Eq. 2.95: identity and zero stand for the boundary's own rows, not for reference coordinates.",
    "Eqs. 2.99 to 2.101: with N^ the eigenvectors of eq. 2.96, p^ = N^ p and Phi = Psi N^; printed "
    "are the inverse relations.",
)


class PlanarLink(NamedTuple):
    """Inertia of a planar body with nf modes.

    Args:
        mass: kg; first (2,) I_1 [kg m]; rotary: int rho u_o^T u_o [kg m^2].
        linear: (2, nf) S_bar; skew: (nf,) int rho u_o^T I~ S; coupling: (nf, nf) S~.
        radial: (nf,) I_o = int rho S^T u_o; modal_mass: (nf, nf) m_ff.
        stiffness, damping: (nf,) diagonal of K_ff and of the modal damping.
    """

    mass: float
    first: FloatArray
    rotary: float
    linear: FloatArray
    skew: FloatArray
    coupling: FloatArray
    radial: FloatArray
    modal_mass: FloatArray
    stiffness: FloatArray
    damping: FloatArray

    @property
    def nf(self) -> int:
        """Number of elastic coordinates."""
        return len(self.stiffness)


def rigid_link(mass: float, inertia: float) -> PlanarLink:
    """A rigid body with its origin at its centre of mass [kg, kg m^2]."""
    none = np.zeros(0)
    return PlanarLink(
        mass, np.zeros(2), inertia, np.zeros((2, 0)), none, np.zeros((0, 0)), none,
        np.zeros((0, 0)), none, none,
    )  # fmt: skip


def flexible_link(
    components: Components, damping_ratio: float = 0.0, modes: int | None = None
) -> tuple[PlanarLink, FloatArray]:
    """A planar flexible body from constraint modes in its x-z plane; X1 is x, X2 is z.

    Args:
        components: of beam elements, without fixed-interface modes (further interfaces along the
            beam do the same service, and none of theirs leaves the plane).
        damping_ratio: of critical, in all modes.
        modes: how many of the lowest are kept, 0 for a rigid body; all when absent.

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
    values, vectors = scipy.linalg.eigh(
        components.K[np.ix_(keep, keep)], components.M[np.ix_(keep, keep)]
    )
    end = len(values) if modes is None else 3 + modes
    shapes = components.shapes[:, keep] @ vectors[:, 3:end]  # the first three are rigid
    return _integrate(components.elements, shapes, values[3:end], damping_ratio), shapes


def _integrate(
    elements: FiniteElements, shapes: FloatArray, stiffness: FloatArray, damping_ratio: float
) -> PlanarLink:
    u = elements.points[:, [0, 2]]
    S = elements.at_points(shapes)[:, [0, 2]]
    weighed_u = np.asarray(elements.point_mass @ u)
    weighed = np.asarray(elements.point_mass @ S.reshape(len(u), -1)).reshape(S.shape)
    coupling = np.einsum("pk,pm->km", S[:, 0], weighed[:, 1]) - np.einsum(
        "pk,pm->km", S[:, 1], weighed[:, 0]
    )
    return PlanarLink(
        mass=elements.mass,
        first=weighed_u.sum(axis=0),
        rotary=float(np.sum(u * weighed_u)),
        linear=weighed.sum(axis=0),
        skew=np.einsum("p,pk->k", u[:, 0], weighed[:, 1])
        - np.einsum("p,pk->k", u[:, 1], weighed[:, 0]),
        coupling=coupling,
        radial=np.einsum("pi,pik->k", u, weighed),
        modal_mass=np.einsum("pik,pim->km", S, weighed),
        stiffness=stiffness,
        damping=2.0 * damping_ratio * np.sqrt(stiffness),
    )
