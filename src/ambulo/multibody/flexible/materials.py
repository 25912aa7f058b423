"""Linear elastic materials of bone: stiffness matrix and density.

Strains and stresses are ordered xx, yy, zz, yz, xz, xy with engineering shear strains; z is along
the bone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray


@dataclass(frozen=True)
class Isotropic:
    """Young's modulus [Pa], Poisson's ratio and density [kg/m^3].

    Raises:
        InputError: the strain energy would not be positive.
    """

    young: float
    poisson: float
    density: float

    def __post_init__(self) -> None:
        if self.young <= 0.0 or self.density <= 0.0 or not -1.0 < self.poisson < 0.5:
            raise InputError(
                what=f"E = {self.young:g} Pa, nu = {self.poisson:g}, rho = {self.density:g} kg/m^3 "
                "are impossible for an elastic material",
                where="material",
                remedy="E and rho must be positive, and nu must lie between -1 and 0.5",
            )

    @property
    def axial_modulus(self) -> float:
        """Young's modulus along the bone, Pa."""
        return self.young

    @property
    def shear_modulus(self) -> float:
        """Shear modulus along the bone, Pa."""
        return self.young / (2.0 * (1.0 + self.poisson))

    @property
    def axial_poisson(self) -> float:
        """Poisson's ratio: contraction across the bone for extension along it."""
        return self.poisson

    @property
    def stiffness(self) -> FloatArray:
        """Stiffness matrix (6, 6) [Pa]."""
        E, nu = self.young, self.poisson
        lame = E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu))
        C = np.zeros((6, 6))
        C[:3, :3] = lame
        C[range(3), range(3)] += 2.0 * self.shear_modulus
        C[range(3, 6), range(3, 6)] = self.shear_modulus
        return C


@dataclass(frozen=True)
class Orthotropic:
    """Orthotropic material with its third axis along the bone (x radial or medial, y the other).

    Args:
        young: E1, E2, E3 [Pa]; shear: G12, G13, G23 [Pa]; poisson: nu12, nu13, nu23.
        density: kg/m^3.

    Raises:
        InputError: the strain energy would not be positive.
    """

    young: tuple[float, float, float]
    shear: tuple[float, float, float]
    poisson: tuple[float, float, float]
    density: float

    def __post_init__(self) -> None:
        if np.linalg.eigvalsh(self._compliance).min() <= 0.0 or self.density <= 0.0:
            raise InputError(
                what="the constants give no positive strain energy",
                where="orthotropic material",
                remedy="Check nu_ij < sqrt(E_i / E_j) and the signs",
            )

    @property
    def _compliance(self) -> FloatArray:
        (e1, e2, e3), (g12, g13, g23) = self.young, self.shear
        n12, n13, n23 = self.poisson
        S = np.zeros((6, 6))
        S[:3, :3] = [
            [1.0 / e1, -n12 / e1, -n13 / e1],
            [-n12 / e1, 1.0 / e2, -n23 / e2],
            [-n13 / e1, -n23 / e2, 1.0 / e3],
        ]
        S[range(3, 6), range(3, 6)] = 1.0 / g23, 1.0 / g13, 1.0 / g12
        return S

    @property
    def axial_modulus(self) -> float:
        """Young's modulus along the bone, Pa."""
        return self.young[2]

    @property
    def shear_modulus(self) -> float:
        """Mean of the two moduli of shear along the bone, Pa."""
        return 0.5 * (self.shear[1] + self.shear[2])

    @property
    def axial_poisson(self) -> float:
        """Mean of the Poisson's ratios nu31 and nu32: contraction across the bone for extension
        along it."""
        (e1, e2, e3), (_, n13, n23) = self.young, self.poisson
        return 0.5 * (n13 * e3 / e1 + n23 * e3 / e2)

    @property
    def stiffness(self) -> FloatArray:
        """Stiffness matrix (6, 6) [Pa]."""
        return np.asarray(np.linalg.inv(self._compliance), dtype=np.float64)


Material = Isotropic | Orthotropic

CORTICAL_RHO1996 = Orthotropic(
    young=(11.7e9, 12.2e9, 20.7e9),
    shear=(4.1e9, 5.17e9, 5.7e9),
    poisson=(0.420, 0.237, 0.231),
    density=1800.0,
)
"""Human tibial cortical bone by ultrasound (Rho 1996, Ultrasonics 34, 777-783, table 2)."""


def isotropic_bone(density: float) -> Isotropic:
    """Isotropic material of long bones: E = 17 GPa (Al Nazer 2006, table 3.1), nu = 0.3
    (assumed)."""
    return Isotropic(17e9, 0.3, density)
