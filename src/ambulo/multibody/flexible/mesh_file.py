"""Solid bones from mesh files: Gmsh, VTK, Abaqus and what else meshio reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ambulo.inputs.errors import InputError
from ambulo.multibody.flexible.materials import Material
from ambulo.multibody.flexible.solid import Solid, import_skfem, solid

_QUADRATIC = {"tetra10": "MeshTet2", "hexahedron27": "MeshHex2"}
_LINEAR = {"tetra": "MeshTet2", "hexahedron": "MeshHex2"}


def read_solid(path: Path, material: Material, unit: float = 1.0) -> tuple[Solid, tuple[str, ...]]:
    """Read a solid mesh; linear elements get middle nodes on their straight edges.

    Args:
        path: the file, by its ending.
        material: of all elements.
        unit: metres per unit of the file.

    Returns:
        The solid and notes of what was changed.

    Raises:
        InputError: if the file cannot be read, has no solid elements, or has a size that no bone
            has in the unit given.
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
            what="there are no solid elements; it holds "
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
