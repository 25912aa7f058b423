"""Timoshenko's beam in closed form: natural frequencies of a uniform bar, for comparison."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.flexible.materials import Isotropic
from ambulo.multibody.flexible.sections import Section

Ends = Literal["free", "clamped", "supported"]
"""Both ends free; one end clamped and the other free; both ends simply supported."""

# which of (w, psi, Q, M) vanish at the two ends
_ZERO: dict[Ends, tuple[tuple[int, int], tuple[int, int]]] = {
    "free": ((2, 3), (2, 3)),
    "clamped": ((0, 1), (2, 3)),
    "supported": ((0, 3), (0, 3)),
}


def bending_frequencies(
    length: float, section: Section, material: Isotropic, ends: Ends, count: int = 3
) -> FloatArray:
    """First natural frequencies [Hz] of bending about the y axis.

    w' = psi + Q / (k A G), psi' = M / (E I), Q' = -rho A omega^2 w, M' = -Q - rho I omega^2 psi
    (Timoshenko 1921). At a natural frequency, the determinant of the transfer matrix over the
    length is zero.
    """
    from scipy.linalg import expm
    from scipy.optimize import brentq

    A, moment = section.area, section.second_moment_y
    E, rho = material.young, material.density
    shear = section.shear_coefficient(material.poisson) * A * material.shear_modulus
    # forces are scaled so that the matrix is well conditioned
    unit = E * moment / length**2
    start, stop = _ZERO[ends]
    unknown = [k for k in range(4) if k not in start]

    def determinant(frequency: float) -> float:
        w2 = (2.0 * math.pi * frequency) ** 2
        change = np.array(
            [
                [0.0, length, unit / shear, 0.0],
                [0.0, 0.0, 0.0, 1.0],
                [-rho * A * w2 * length / unit, 0.0, 0.0, 0.0],
                [0.0, -rho * moment * w2 * length / (unit * length), -1.0, 0.0],
            ]
        )
        # columns: w / 1, psi, Q / unit, M / (unit length), over s = z / length
        change[0, 2] *= length
        carried = expm(change)
        return float(np.linalg.det(carried[np.ix_(list(stop), unknown)]))

    slender = math.sqrt(E * moment / (rho * A)) / length**2 / (2.0 * math.pi)
    step = 0.175 * slender
    found: list[float] = []
    low, before = step, determinant(step)
    while len(found) < count:
        high = low + step
        after = determinant(high)
        if before * after < 0.0:
            found.append(brentq(determinant, low, high, xtol=1e-10 * high))
        low, before = high, after
    return np.array(found)


def _bar(speed: float, length: float, ends: Ends, count: int) -> FloatArray:
    order = np.arange(1, count + 1) - (0.5 if ends == "clamped" else 0.0)
    return np.asarray(order * speed / (2.0 * length), dtype=np.float64)


def axial_frequencies(length: float, material: Isotropic, ends: Ends, count: int = 1) -> FloatArray:
    """Natural frequencies [Hz] of extension, without lateral inertia; both ends free, or one
    clamped."""
    return _bar(math.sqrt(material.young / material.density), length, ends, count)


def torsion_frequencies(
    length: float, section: Section, material: Isotropic, ends: Ends, count: int = 1
) -> FloatArray:
    """Natural frequencies [Hz] of Saint-Venant torsion; both ends free, or one clamped."""
    polar = section.second_moment_x + section.second_moment_y
    ratio = material.shear_modulus * section.torsion_constant / (material.density * polar)
    return _bar(math.sqrt(ratio), length, ends, count)
