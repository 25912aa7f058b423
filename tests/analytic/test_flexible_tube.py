"""The tube of Al Nazer (2006), table 3.1, by beams and by solids, against Timoshenko's theory."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.multibody.flexible.beam_theory import (
    axial_frequencies,
    bending_frequencies,
    torsion_frequencies,
)
from ambulo.multibody.flexible.craig_bampton import factorise, kinds, natural_modes
from ambulo.multibody.flexible.materials import isotropic_bone
from ambulo.multibody.flexible.sections import hollow_circle
from ambulo.multibody.flexible.timoshenko_beam import beam

LENGTH = 0.421
SECTION = hollow_circle(0.037, 0.027)
BONE = isotropic_bone(3.0 / (LENGTH * SECTION.area))


def beams(count: int = 30):
    return beam(np.linspace(0.0, LENGTH, count + 1), lambda _z: SECTION, BONE)


def solids(layers: int = 20, around: int = 12):
    pytest.importorskip("skfem")
    from ambulo.multibody.flexible.tube import hollow_solid

    return hollow_solid(np.linspace(0.0, LENGTH, layers + 1), lambda _z: SECTION, BONE, around)


@pytest.fixture(scope="module", params=["beam", "solid"])
def tube(request):
    return beams() if request.param == "beam" else solids()


def held(elements, ends):
    z = elements.nodes[:, 2]
    low, both = np.nonzero(z < 1e-9)[0], np.nonzero((z < 1e-9) | (z > LENGTH - 1e-9))[0]
    if ends == "free":
        return None
    if ends == "clamped":
        return elements.dofs(low, tuple(range(elements.width)))
    return elements.dofs(both, (0, 1))  # diaphragms: no displacement across, free along


def by_kind(elements, count, ends):
    """Frequencies in order by what the modes do; the two planes of bending count once."""
    found, modes = natural_modes(elements, count, held(elements, ends))
    sort = {kind: [] for kind in ("bending", "extension", "torsion", "wall")}
    for frequency, kind in zip(found, kinds(elements, modes), strict=True):
        if frequency > 1.0:
            sort[kind].append(frequency)
    return {kind: values[:: 2 if kind == "bending" else 1] for kind, values in sort.items()}


@pytest.mark.parametrize("ends", ["free", "clamped", "supported"])
def test_three_bending_frequencies(tube, ends):
    found = by_kind(tube.elements, 24 if ends == "free" else 14, ends)["bending"][:3]
    np.testing.assert_allclose(found, bending_frequencies(LENGTH, SECTION, BONE, ends), rtol=0.01)


@pytest.mark.parametrize("ends", ["free", "clamped"])
def test_axial_and_torsional_frequencies(tube, ends):
    found = by_kind(tube.elements, 18 if ends == "free" else 12, ends)
    axial = axial_frequencies(LENGTH, BONE, ends)[0]
    torsion = torsion_frequencies(LENGTH, SECTION, BONE, ends)[0]
    assert found["extension"][0] == pytest.approx(axial, rel=0.005)
    assert found["torsion"][0] == pytest.approx(torsion, rel=0.005)


def test_mass_and_six_rigid_modes(tube):
    assert tube.elements.mass == pytest.approx(3.0, rel=3e-4)
    found, _ = natural_modes(tube.elements, 7)
    assert np.all(found[:6] < 1.0)
    assert found[6] > 800.0


def test_static_cantilever_of_beams_is_exact():
    elements = beams(5).elements
    free = np.arange(6, elements.ndof)
    force = np.zeros(elements.ndof)
    force[-6] = 100.0
    moved = factorise(elements.K[free][:, free]).solve(force[free])
    shear = SECTION.shear_coefficient(0.3) * SECTION.area * BONE.shear_modulus
    bending = BONE.young * SECTION.second_moment_y
    expected = 100.0 * (LENGTH**3 / (3.0 * bending) + LENGTH / shear)
    assert moved[-6] == pytest.approx(expected, rel=1e-9)
