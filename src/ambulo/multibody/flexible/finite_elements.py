"""The data of all kinds of elements: stiffness, inertia of material points, nodes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse as sp

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.vector_arrays import cross_matrix

Sparse = Any
"""scipy.sparse array or matrix; its annotations differ from one release to the next."""


@dataclass(frozen=True, eq=False)
class FiniteElements:
    """An elastic body with ndof nodal displacements, in its own axes, z along the bone.

    The kinetic energy is that of material points whose displacements follow the nodes. The floating
    frame uses the same points, so energy and momentum agree with the mass matrix up to rounding.

    Args:
        nodes: (nn, 3) m.
        width: degrees of freedom of a node: 3 displacements, or 6 with rotations.
        K: (ndof, ndof) stiffness.
        points: (np, 3) m, material points.
        point_mass: (np, np) sparse mass matrix of one displacement component of the points [kg].
        interpolation: (3 np, ndof) sparse: displacements of the points; None if the points are the
            nodes.
    """

    nodes: FloatArray
    width: int
    K: Sparse
    points: FloatArray
    point_mass: Sparse
    interpolation: Sparse | None = None

    @property
    def ndof(self) -> int:
        """Number of nodal degrees of freedom."""
        return self.width * len(self.nodes)

    @cached_property
    def M(self) -> Sparse:
        """(ndof, ndof) consistent mass matrix."""
        spread = sp.kron(self.point_mass, sp.eye_array(3), format="csc")
        if self.interpolation is None:
            return spread
        return (self.interpolation.T @ spread @ self.interpolation).tocsc()

    @property
    def mass(self) -> float:
        """Mass [kg]."""
        return float(self.point_mass.sum())

    @property
    def centre_of_mass(self) -> FloatArray:
        """Centre of mass (3,) [m]."""
        weight = np.asarray(self.point_mass.sum(axis=0)).ravel()
        return np.asarray(weight @ self.points / weight.sum())

    def at_points(self, shapes: FloatArray) -> FloatArray:
        """Displacements (np, 3, k) of the material points for k nodal vectors (ndof, k)."""
        moved = shapes if self.interpolation is None else self.interpolation @ shapes
        return np.asarray(moved).reshape(len(self.points), 3, -1)

    def dofs(self, nodes: IntArray, components: tuple[int, ...] = (0, 1, 2)) -> IntArray:
        """Degrees of freedom of given components of given nodes, node by node."""
        numbers = self.width * np.asarray(nodes, dtype=np.int64)[:, None] + np.array(components)
        return np.asarray(numbers).ravel()


def rigid_motions(elements: FiniteElements, about: FloatArray, nodes: IntArray) -> FloatArray:
    """Nodal values (width * len(nodes), 6) of three translations and three small rotations."""
    arm = elements.nodes[nodes] - about
    out = np.zeros((len(nodes), elements.width, 6))
    out[:, :3, :3] = np.eye(3)
    out[:, :3, 3:] = -cross_matrix(arm)
    if elements.width == 6:
        out[:, 3:, 3:] = np.eye(3)
    return out.reshape(-1, 6)
