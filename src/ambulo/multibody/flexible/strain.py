"""Strain and stress at places on a bone, from modal coordinates, as a strain gauge would show
them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.flexible.craig_bampton import Modes
from ambulo.multibody.flexible.finite_elements import Sparse
from ambulo.multibody.flexible.materials import Material


@dataclass(frozen=True, eq=False)
class Gauge:
    """A place on the surface at which strain is computed.

    Args:
        name: such as "anterior".
        place: (3,) m, in body axes.
        rows: (6, nm) strain in each mode, or for each unit load, ordered xx, yy, zz, yz, xz, xy
            (engineering shear).
        normal: (3,) outward unit normal of the surface.
    """

    name: str
    place: FloatArray
    rows: FloatArray
    normal: FloatArray

    @classmethod
    def of(
        cls, name: str, modes: Modes, place: FloatArray, strain_rows: Sparse, normal: FloatArray
    ) -> Gauge:
        """A gauge from the elements' strain rows (6, ndof) at its place."""
        return cls(name, place, np.asarray(strain_rows @ modes.shapes), normal)

    def strain(self, elastic: FloatArray) -> FloatArray:
        """Strain (..., 6) from modal coordinates (..., nm)."""
        return np.asarray(elastic @ self.rows.T)


def tensor(strain: FloatArray) -> FloatArray:
    """Symmetric tensor (..., 3, 3) of strains (..., 6) with engineering shear."""
    e = np.empty((*strain.shape[:-1], 3, 3))
    for i in range(3):
        e[..., i, i] = strain[..., i]
    for k, (i, j) in enumerate(((1, 2), (0, 2), (0, 1)), start=3):
        e[..., i, j] = e[..., j, i] = 0.5 * strain[..., k]
    return e


def turned(strain: FloatArray, R: FloatArray) -> FloatArray:
    """Strains (..., 6) in other axes: R (..., 3, 3) converts old components to new components."""
    e = R @ tensor(strain) @ np.swapaxes(R, -1, -2)
    return np.stack(
        [e[..., i, i] for i in range(3)]
        + [2.0 * e[..., i, j] for i, j in ((1, 2), (0, 2), (0, 1))],
        axis=-1,
    )


def principal(strain: FloatArray) -> FloatArray:
    """Principal strains (..., 3), greatest first."""
    return np.asarray(np.linalg.eigvalsh(tensor(strain))[..., ::-1])


def principal_stress(strain: FloatArray, material: Material) -> FloatArray:
    """Principal stresses (..., 3) [Pa], greatest first."""
    stress = stresses(strain, material)
    stress[..., 3:] *= 2.0  # `tensor` halves engineering shear, and shear stress is whole
    return principal(stress)


def stresses(strain: FloatArray, material: Material) -> FloatArray:
    """Stresses (..., 6) [Pa] in the order of the strains, in the material's axes."""
    return np.asarray(strain @ material.stiffness.T)


def in_plane(gauge: Gauge, strain: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Principal strains in the plane of the surface, as a rosette shows them.

    Returns:
        Greatest and least principal strain (...,) in the surface's plane, and an angle in (-pi/2,
        pi/2]. This is the angle of the larger strain (by absolute value) to the bone's axis,
        positive from the axis towards the normal's left.
    """
    along = np.array([0.0, 0.0, 1.0]) - gauge.normal[2] * gauge.normal
    along /= np.linalg.norm(along)
    across = np.cross(gauge.normal, along)
    e = tensor(strain)
    a = np.einsum("i,...ij,j->...", along, e, along)
    b = np.einsum("i,...ij,j->...", across, e, across)
    c = np.einsum("i,...ij,j->...", along, e, across)
    mean, half = 0.5 * (a + b), np.hypot(0.5 * (a - b), c)
    greater = np.where(mean >= 0.0, 1.0, -1.0)
    angle = 0.5 * np.arctan2(greater * c, greater * 0.5 * (a - b))
    return mean + half, mean - half, angle


def von_mises_stress(strain: FloatArray, material: Material) -> FloatArray:
    """Von Mises's equivalent stress (...,) [Pa]."""
    s = principal_stress(strain, material)
    return np.asarray(np.sqrt(0.5 * np.sum((s - np.roll(s, 1, axis=-1)) ** 2, axis=-1)))


def von_mises_strain(strain: FloatArray, poisson: float) -> FloatArray:
    """Equivalent strain (...,): the axial strain that gives the same equivalent stress.

    ANSYS (2001), theory manual, eq. 2.3-10, with the material's Poisson's ratio.
    """
    e = principal(strain)
    across = np.sqrt(0.5 * np.sum((e - np.roll(e, 1, axis=-1)) ** 2, axis=-1))
    return np.asarray(across / (1.0 + poisson))
