"""Meshes from files, sound and unsound."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.multibody.flexible.beam_theory import (
    axial_frequencies,
    bending_frequencies,
    torsion_frequencies,
)
from ambulo.multibody.flexible.craig_bampton import kinds, natural_modes
from ambulo.multibody.flexible.materials import isotropic_bone
from ambulo.multibody.flexible.sections import hollow_circle
from ambulo.multibody.flexible.solid import read_solid
from ambulo.multibody.flexible.tube import hollow_solid

meshio = pytest.importorskip("meshio")
skfem = pytest.importorskip("skfem")

BONE = isotropic_bone(2000.0)


def bar(kind):
    axes = np.linspace(0, 0.02, 3), np.linspace(0, 0.02, 3), np.linspace(0, 0.3, 16)
    coarse = skfem.MeshHex1.init_tensor(*axes)
    return coarse if kind == "hexahedron" else coarse.to_meshtet()


@pytest.mark.parametrize("kind", ["tetra", "hexahedron"])
@pytest.mark.parametrize("ending", ["vtk", "msh"])
def test_a_bar_from_a_file_vibrates_as_theory_says(kind, ending, tmp_path):
    path = tmp_path / f"bar.{ending}"
    mesh = bar(kind)
    from skfem.io import meshio as bridge

    meshio.write(path, meshio.Mesh(1e3 * mesh.p.T, bridge.to_meshio(mesh).cells_dict))
    body, notes = read_solid(path, BONE, unit=1e-3)
    assert body.elements.mass == pytest.approx(2000.0 * 0.3 * 0.02**2)
    assert any("middle nodes" in note for note in notes)
    found, modes = natural_modes(body.elements, 16)
    axial = [f for f, k in zip(found, kinds(body.elements, modes), strict=True) if k == "extension"]
    assert axial[-1] == pytest.approx(np.sqrt(17e9 / 2000.0) / 0.6, rel=0.005)


def test_a_tube_of_tetrahedra_from_a_file_vibrates_as_theory_says(tmp_path):
    from skfem.io import meshio as bridge

    section = hollow_circle(0.037, 0.027)
    made = hollow_solid(np.linspace(0.0, 0.421, 15), lambda _z: section, BONE, 24).mesh
    mesh = skfem.MeshHex1(made.p[:, : made.t.max() + 1], made.t).to_meshtet()
    path = tmp_path / "tube.msh"
    meshio.write(path, meshio.Mesh(1e3 * mesh.p.T, bridge.to_meshio(mesh).cells_dict))
    elements = read_solid(path, BONE, unit=1e-3)[0].elements
    found, modes = natural_modes(elements, 24)
    sort = kinds(elements, modes)

    def of(kind):
        return [f for f, k in zip(found, sort, strict=True) if k == kind and f > 1.0]

    bending = bending_frequencies(0.421, section, BONE, "free")
    np.testing.assert_allclose(of("bending")[::2][:3], bending, rtol=0.01)
    torsion = torsion_frequencies(0.421, section, BONE, "free")[0]
    assert of("torsion")[0] == pytest.approx(torsion, rel=0.005)
    assert of("extension")[0] == pytest.approx(axial_frequencies(0.421, BONE, "free")[0], rel=0.005)


def test_a_surface_is_refused(tmp_path):
    path = tmp_path / "surface.vtk"
    meshio.write(path, meshio.Mesh(np.eye(3), {"triangle": [[0, 1, 2]]}))
    with pytest.raises(InputError, match="no solid elements"):
        read_solid(path, BONE)


def test_millimetres_taken_for_metres_are_noticed(tmp_path):
    path = tmp_path / "bar.vtk"
    mesh = bar("tetra")
    meshio.write(path, meshio.Mesh(1e3 * mesh.p.T, {"tetra": mesh.t.T}))
    with pytest.raises(InputError, match="300 m"):
        read_solid(path, BONE)


def test_a_file_that_is_no_mesh(tmp_path):
    path = tmp_path / "bone.vtk"
    path.write_text("hello")
    with pytest.raises(InputError, match="cannot be read"):
        read_solid(path, BONE)
    with pytest.raises(InputError, match="cannot be read"):
        read_solid(tmp_path / "none.msh", BONE)
