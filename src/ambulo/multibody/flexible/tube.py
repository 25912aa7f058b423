"""Hollow long bones as structured meshes of 27-node hexahedra: tubes, tapered, elliptical."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.flexible.materials import Material
from ambulo.multibody.flexible.sections import Section
from ambulo.multibody.flexible.solid import Solid, import_skfem, solid

Centre = Callable[[FloatArray], FloatArray]
"""Heights (n,) [m] -> x and y of the sections' centres (n, 2) [m]."""


def hollow_solid(
    heights: FloatArray,
    section: Callable[[float], Section],
    material: Material,
    around: int = 16,
    through: int = 1,
    centre: Centre | None = None,
) -> Solid:
    """Mesh a hollow bone along z.

    Args:
        heights: (layers + 1,) m, of the faces of elements.
        section: hollow section at a height; it may vary.
        material: linear elastic.
        around, through: numbers of elements around the bone and through its wall.
        centre: of the sections; the z axis by default.

    Returns:
        The solid. Its elements are quadratic in shape too, so sections are ellipses to third order.
    """
    skfem = import_skfem()
    layers = len(heights) - 1
    ring = np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)
    depth = np.linspace(1.0, 2.0, through + 1)  # a wall from radius 1 to 2, mapped afterwards
    level, wall, angle = np.meshgrid(np.arange(layers + 1.0), depth, ring, indexing="ij")
    corners = np.stack([wall * np.cos(angle), wall * np.sin(angle), level]).reshape(3, -1)
    coarse = skfem.MeshHex1(corners, _hexahedra(skfem, layers, through, around))
    mesh = skfem.MeshHex2.from_mesh(coarse)
    x, y, z = mesh.doflocs
    theta = np.arctan2(y, x)
    # nodes on chords lie inside the circle by the same factor all round
    turns = theta / (2.0 * np.pi) * around
    on_chord = np.abs(turns - np.round(turns)) > 0.25
    radius = np.hypot(x, y) / np.where(on_chord, np.cos(np.pi / around), 1.0)
    height = np.interp(z, np.arange(layers + 1.0), heights)
    levels, which = np.unique(np.round(height, 12), return_inverse=True)
    cuts = [section(float(h)) for h in levels]
    a = np.array([cut.a for cut in cuts])[which]
    b = np.array([cut.b for cut in cuts])[which]
    inner = np.array([cut.hollow for cut in cuts])[which]
    scale = inner + (1.0 - inner) * (radius - 1.0)
    offset = np.zeros((len(height), 2)) if centre is None else centre(height)
    places = np.stack(
        [
            offset[:, 0] + a * scale * np.cos(theta),
            offset[:, 1] + b * scale * np.sin(theta),
            height,
        ]
    )
    return solid(skfem.MeshHex2(doflocs=places, t=mesh.t), material)


def _hexahedra(skfem: Any, layers: int, through: int, around: int) -> IntArray:
    """Corners (8, ne) in scikit-fem's order, closed around."""
    reference = np.asarray(skfem.refdom.RefHex.p).astype(int)
    level, wall, ring = np.meshgrid(
        np.arange(layers), np.arange(through), np.arange(around), indexing="ij"
    )
    corners = []
    for di, dj, dk in reference.T:  # the element's axes: radial, around, along
        ahead = (ring + dj) % around
        corners.append((((level + dk) * (through + 1) + wall + di) * around + ahead).ravel())
    return np.array(corners)
