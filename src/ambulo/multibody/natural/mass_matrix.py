"""Constant mass matrices of natural coordinates.

A place on a segment is r = A q_e with a constant A (eq. 3.34). So the kinetic energy is 1/2 q_e'^T
M_e q_e' with a constant M_e, the integral of A^T A dm (eq. 3.39), in space and in the plane. Garcia
de Jalon & Bayo (1994), chapter 4; Pamies-Vila (2012), eqs. 3.33 to 3.49.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.natural.points import Element, element_basis


def element_indices(element: Element) -> tuple[int, int, int, int]:
    """Indices of the two points and the two vectors that carry a segment's mass."""
    (i, j), (a, b) = element.points[:2], element.vectors
    return i, j, a, b


def place_matrix(element: Element, local: FloatArray) -> FloatArray:
    """Weights (4,) of points i, j and vectors a, b for a place on the segment (eq. 3.34).

    Args:
        local: (3,) m, in the segment frame.
    """
    a = np.linalg.solve(element_basis(element), local - element.local[0])
    return np.array([1.0 - a[0], a[0], a[1], a[2]])


def element_mass_matrix(
    element: Element, mass: float, com: FloatArray, inertia: FloatArray
) -> FloatArray:
    """Mass matrix M_e (4, 4) of a segment, each entry times the unit matrix of space (eq. 3.48).

    With d = m a_G (eq. 3.42) and Z = X^-1 J_i X^-T (eq. 3.43), J_i the second moments of mass
    about point i (eqs. 3.44 to 3.47).

    Args:
        mass: kg.
        com: (3,) m, in the segment frame.
        inertia: (3, 3) kg*m^2, about the centre of mass, in the segment frame.
    """
    X_inverse = np.linalg.inv(element_basis(element))
    arm = com - element.local[0]
    second_moments = 0.5 * np.trace(inertia) * np.eye(3) - inertia + mass * np.outer(arm, arm)
    d = mass * X_inverse @ arm
    Z = X_inverse @ second_moments @ X_inverse.T
    M = np.empty((4, 4))
    M[0, 0] = mass - 2.0 * d[0] + Z[0, 0]
    M[0, 1:] = M[1:, 0] = d - Z[0]
    M[1:, 1:] = Z
    return M


def planar_element_mass_matrix(
    length: float, mass: float, com: FloatArray, inertia: float
) -> FloatArray:
    """Mass matrix (4, 4) of a planar segment, for the coordinates x, z of its ends (eq. 3.49).

    Args:
        length: m, between its ends i and j.
        mass: kg.
        com: (2,) m, from i along the segment, and at a right angle to the segment (for a segment
            along x, upwards).
        inertia: kg*m^2, about the centre of mass.
    """
    x, z = com[0] / length, com[1] / length
    about_i = (inertia + mass * float(com @ com)) / length**2
    ii = mass - 2.0 * mass * x + about_i
    ij = mass * x - about_i
    skew = mass * z * np.array([[0.0, -1.0], [1.0, 0.0]])
    one = np.eye(2)
    return np.block([[ii * one, ij * one + skew], [ij * one + skew.T, about_i * one]])
