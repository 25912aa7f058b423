"""Solid bones: quadratic hexahedra or tetrahedra of scikit-fem's meshes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.flexible.finite_elements import FiniteElements, Sparse
from ambulo.multibody.flexible.materials import Material

_TOGETHER = 16
"""Elements whose matrices are made side by side."""


def import_skfem() -> Any:
    """Import scikit-fem, which comes with the extra `bone`.

    Raises:
        InputError: scikit-fem is not installed.
    """
    try:
        import skfem
    except ImportError as error:
        raise InputError(
            what="solid bones need scikit-fem, which is not installed",
            where="flexible bone",
            remedy="In Ambulo's folder: pip install '.[bone]'",
        ) from error
    return skfem


@dataclass(frozen=True, eq=False)
class Solid:
    """The elements of a solid, with the data to compute strains.

    Args:
        elements: nodes carry three displacements.
        mesh: mesh of scikit-fem.
        connectivity: (ne, nne) nodes of each element, in the order of scikit-fem's basis.
        material: of all elements.
    """

    elements: FiniteElements
    mesh: Any
    connectivity: IntArray
    material: Material

    @cached_property
    def _node_gradients(self) -> FloatArray:
        """(nne, nne, 3) shape gradients at each of an element's own nodes."""
        element = self.mesh.elem()
        places = element.doflocs.T
        return _basis(element, places)[1]

    def strain_rows(self, node: int) -> Sparse:
        """Strain rows (6, ndof) at a node: the mean over the elements that share it."""
        where, corner = np.nonzero(self.connectivity == node)
        nne = self.connectivity.shape[1]
        total: Sparse = sp.csr_array((6, self.elements.ndof))
        for e, a in zip(where, corner, strict=True):
            nodes = self.elements.nodes[self.connectivity[e]]
            rows = _strain_rows(_gradients(nodes, self._node_gradients[a])[0])
            columns = (3 * self.connectivity[e][:, None] + np.arange(3)).ravel()
            total = total + sp.csr_array(
                (rows.ravel(), (np.repeat(np.arange(6), 3 * nne), np.tile(columns, 6))),
                shape=total.shape,
            )
        return total / len(where)

    @cached_property
    def surface(self) -> IntArray:
        """Nodes on the boundary, in ascending order."""
        return np.unique(self.mesh.dofs.get_facet_dofs(self.mesh.boundary_facets()).all())

    def nearest(self, point: FloatArray) -> int:
        """The surface node nearest to a point (3,) [m]."""
        away = self.elements.nodes[self.surface] - point
        return int(self.surface[np.argmin(np.einsum("ij,ij->i", away, away))])


def solid(mesh: Any, material: Material) -> Solid:
    """Assemble a quadratic mesh (MeshHex2 or MeshTet2 of scikit-fem, in metres).

    Raises:
        InputError: the mesh has another kind, or an element is inverted.
    """
    skfem = import_skfem()
    if not isinstance(mesh, skfem.MeshHex2 | skfem.MeshTet2):
        raise InputError(
            what=f"elements of kind {type(mesh).__name__} are not supported",
            where="mesh",
            remedy="Use quadratic tetrahedra (10 nodes) or hexahedra (27 nodes)",
        )
    element = mesh.elem()
    # degree 4 is exact for the mass of straight quadratic elements, degree 5 per axis of 3 points
    places, weights = skfem.quadrature.get_quadrature(mesh.elem.refdom, 4)
    N, dN = _basis(element, places)
    nodes = np.ascontiguousarray(mesh.doflocs.T, dtype=np.float64)
    connectivity = np.ascontiguousarray(mesh.dofs.element_dofs.T, dtype=np.int64)
    ne, nne = connectivity.shape
    K, M = np.empty((ne, 3 * nne, 3 * nne)), np.empty((ne, nne, nne))
    least = np.inf
    for first in range(0, ne, _TOGETHER):
        part = slice(first, first + _TOGETHER)
        grad, det = _gradients(nodes[connectivity[part]][:, None], dN)
        det *= np.where(det[:, :1] >= 0.0, 1.0, -1.0)  # meshes count some elements left-handedly
        least = min(least, float(det.min()))
        dv = det * weights
        M[part] = material.density * (N.T * dv[:, None]) @ N
        B = _strain_rows(grad)
        CB = (dv[..., None, None] * material.stiffness) @ B
        K[part] = np.swapaxes(B.reshape(len(B), -1, 3 * nne), 1, 2) @ CB.reshape(
            len(B), -1, 3 * nne
        )
    if least <= 0.0:
        raise InputError(
            what="an element is turned inside out (its Jacobian is not positive)",
            where="mesh",
            remedy="Repair the mesh in the program that made it",
        )
    point_mass = _assemble(M, connectivity, len(nodes))
    dofs = (3 * connectivity[:, :, None] + np.arange(3)).reshape(ne, -1)
    elements = FiniteElements(nodes, 3, _assemble(K, dofs, 3 * len(nodes)), nodes, point_mass)
    return Solid(elements, mesh, connectivity, material)


def _gradients(nodes: FloatArray, dN: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Shape gradients (..., nne, 3) in the body's axes, and determinants (...) of the Jacobian."""
    J = np.swapaxes(nodes, -1, -2) @ dN
    return dN @ np.linalg.inv(J), np.linalg.det(J)


def _strain_rows(grad: FloatArray) -> FloatArray:
    """Strain rows (..., 6, 3 nne), xx, yy, zz, yz, xz, xy, of shape gradients (..., nne, 3)."""
    x, y, z = np.moveaxis(grad, -1, 0)
    rows = np.zeros((*grad.shape[:-2], 6, grad.shape[-2], 3))
    rows[..., 0, :, 0] = rows[..., 4, :, 2] = rows[..., 5, :, 1] = x
    rows[..., 1, :, 1] = rows[..., 3, :, 2] = rows[..., 5, :, 0] = y
    rows[..., 2, :, 2] = rows[..., 3, :, 1] = rows[..., 4, :, 0] = z
    return rows.reshape(*rows.shape[:-2], -1)


def _assemble(blocks: FloatArray, dofs: IntArray, size: int) -> Any:
    width = dofs.shape[1]
    small = dofs.astype(np.int32)
    rows = np.repeat(small, width, axis=1).ravel()
    columns = np.tile(small, (1, width)).ravel()
    return sp.coo_array((blocks.ravel(), (rows, columns)), shape=(size, size)).tocsc()


def _basis(element: Any, places: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Shape functions (ng, nne) and reference gradients (ng, nne, 3) at places (3, ng)."""
    count = len(element.doflocs)
    N = np.empty((places.shape[1], count))
    dN = np.empty((places.shape[1], count, 3))
    for a in range(count):
        value, gradient = element.lbasis(places, a)
        N[:, a] = value
        dN[:, a] = np.asarray(gradient).T
    return N, dN


_QUADRATIC = {"tetra10": "MeshTet2", "hexahedron27": "MeshHex2"}
_LINEAR = {"tetra": "MeshTet2", "hexahedron": "MeshHex2"}


def read_solid(path: Path, material: Material, unit: float = 1.0) -> tuple[Solid, tuple[str, ...]]:
    """Read a solid mesh from a file; linear elements get middle nodes on their straight edges.

    Args:
        path: the file; its ending gives the format.
        material: of all elements.
        unit: metres per unit of the file.

    Returns:
        The solid, and notes about changes.

    Raises:
        InputError: the file cannot be read, has no solid elements, or has a size that is impossible
            for a bone in the given unit.
    """
    skfem = import_skfem()
    import meshio
    from skfem.io import from_meshio

    try:
        found = meshio.read(path)
    except (OSError, meshio.ReadError, SystemExit) as error:
        raise InputError(
            what=f"the mesh cannot be read ({error or type(error).__name__})",
            where=str(path),
            remedy="Give a Gmsh, VTK or Abaqus file of a solid mesh",
        ) from error
    kinds = [block.type for block in found.cells]
    kind = next((k for k in (*_QUADRATIC, *_LINEAR) if k in kinds), None)
    if kind is None:
        raise InputError(
            what="the mesh contains no solid elements. Its elements: "
            + (", ".join(sorted(set(kinds))) or "none"),
            where=str(path),
            remedy="Mesh the volume with tetrahedra (4 or 10 nodes) or hexahedra (8 or 27 nodes)",
        )
    notes: list[str] = []
    if left := sorted(set(kinds) - {kind}):
        notes.append(f"{path.name}: only its {kind} elements are used, not {', '.join(left)}.")
    only = meshio.Mesh(found.points * unit, {kind: found.cells_dict[kind]})
    mesh: Any = from_meshio(only)
    if kind in _LINEAR:
        mesh = getattr(skfem, _LINEAR[kind]).from_mesh(mesh)
        notes.append(f"{path.name}: linear elements got middle nodes; their edges stay straight.")
    size = float(mesh.p.max(axis=1).max() - mesh.p.min(axis=1).min())
    if not 5e-3 < size < 2.0:
        raise InputError(
            what=f"the mesh is {size:g} m large",
            where=str(path),
            remedy="Give the unit of the file, 0.001 for millimetres",
        )
    return solid(mesh, material), tuple(notes)
