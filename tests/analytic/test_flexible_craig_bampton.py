"""Component modes and strains of the tube against beam theory and against the whole model."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.multibody.flexible.craig_bampton import craig_bampton, natural_modes
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.materials import CORTICAL_RHO1996, Isotropic, isotropic_bone
from ambulo.multibody.flexible.sections import Section, hollow_circle
from ambulo.multibody.flexible.strain import (
    Gauge,
    in_plane,
    principal,
    turned,
    von_mises_strain,
    von_mises_stress,
)
from ambulo.multibody.flexible.timoshenko_beam import beam

LENGTH = 0.421
SECTION = hollow_circle(0.037, 0.027)
BONE = isotropic_bone(3.0 / (LENGTH * SECTION.area))
ALL = (0, 1, 2, 3, 4, 5)


def ends(elements, tie="rigid"):
    z = elements.nodes[:, 2]
    return (
        Interface("knee", np.nonzero(z < 1e-9)[0], np.zeros(3), tie),
        Interface("ankle", np.nonzero(z > LENGTH - 1e-9)[0], np.array([0.0, 0.0, LENGTH]), tie),
    )


@pytest.fixture(scope="module")
def beams():
    return beam(np.linspace(0.0, LENGTH, 31), lambda _z: SECTION, BONE)


@pytest.fixture(scope="module")
def solids():
    pytest.importorskip("skfem")
    from ambulo.multibody.flexible.tube import hollow_solid

    return hollow_solid(np.linspace(0.0, LENGTH, 21), lambda _z: SECTION, BONE, 12)


def test_frequencies_converge_from_above_with_the_number_of_modes(beams):
    exact = natural_modes(beams.elements, 11)[0][6:]
    errors = []
    for fixed in (0, 4, 12, 30):
        modes = craig_bampton(beams.elements, ends(beams.elements), fixed).orthonormal()
        errors.append(modes.frequencies[:5] / exact - 1.0)
    assert np.all(np.diff(errors, axis=0) <= 1e-9)
    assert np.all(np.array(errors) >= -1e-9)
    assert errors[-1].max() < 1e-3


def test_modes_are_orthonormal(beams):
    modes = craig_bampton(beams.elements, ends(beams.elements), 8).orthonormal()
    M = modes.shapes.T @ (beams.elements.M @ modes.shapes)
    K = modes.shapes.T @ (beams.elements.K @ modes.shapes)
    np.testing.assert_allclose(M, np.eye(len(M)), atol=1e-8)
    np.testing.assert_allclose(K, np.diag(modes.stiffness), atol=1e-8 * modes.stiffness[-1])


LOADS = {
    "bending": (100.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    "torsion": (0.0, 0.0, 0.0, 0.0, 0.0, 20.0),
    "tension": (0.0, 0.0, 1000.0, 0.0, 0.0, 0.0),
}


@pytest.mark.parametrize("load", LOADS)
@pytest.mark.parametrize("kind", ["beam", "rigid", "averaging"])
def test_cantilever_strain(kind, load, beams, solids):
    body = beams if kind == "beam" else solids
    interfaces = ends(body.elements, "rigid" if kind == "beam" else kind)
    modes = craig_bampton(body.elements, interfaces, 0).orthonormal((("knee", ALL),))
    elastic = modes.at(interfaces[1]).T @ np.array(LOADS[load]) / modes.stiffness
    if kind == "beam":
        z, rows = 0.5 * LENGTH, beams.strain_rows(0.5 * LENGTH, 0.0)
    else:
        node = solids.nearest(np.array([0.037, 0.0, 0.5 * LENGTH]))
        z, rows = solids.elements.nodes[node, 2], solids.strain_rows(node)
    gauge = Gauge.of("front", modes, np.array([0.037, 0.0, z]), rows, np.array([1.0, 0.0, 0.0]))
    strain = gauge.strain(elastic)
    bending = BONE.young * SECTION.second_moment_y
    expected = {
        "bending": (2, -100.0 * (LENGTH - z) * 0.037 / bending),
        "torsion": (3, 20.0 * 0.037 / (BONE.shear_modulus * SECTION.torsion_constant)),
        "tension": (2, 1000.0 / (BONE.young * SECTION.area)),
    }
    component, value = expected[load]
    assert strain[component] == pytest.approx(value, rel=0.001)
    high, low, angle = in_plane(gauge, strain)
    if load == "torsion":
        assert high == pytest.approx(-low)
        assert abs(angle) == pytest.approx(np.pi / 4.0, abs=1e-6)
    else:
        assert abs(angle) < 1e-3
        assert (high if load == "tension" else low) == pytest.approx(value, rel=0.001)


def test_elliptical_solid_follows_beam_theory():
    pytest.importorskip("skfem")
    from ambulo.multibody.flexible.tube import hollow_solid

    cut = Section(0.015, 0.011, 0.5)
    body = hollow_solid(np.linspace(0.0, 0.3, 16), lambda _z: cut, BONE, 24)
    z = body.elements.nodes[:, 2]
    top = Interface("top", np.nonzero(z > 0.3 - 1e-9)[0], np.array([0.0, 0.0, 0.3]))
    base = Interface("base", np.nonzero(z < 1e-9)[0], np.zeros(3))
    modes = craig_bampton(body.elements, (base, top), 0).orthonormal((("base", ALL),))
    node = body.nearest(np.array([0.0, 0.011, 0.16]))
    rows = body.strain_rows(node) @ modes.shapes
    twist = rows @ (modes.at(top)[5] * 5.0 / modes.stiffness)
    # the shear of a twisted ellipse is largest at the end of its short axis
    a, b = cut.a, cut.b
    rate = 5.0 / (BONE.shear_modulus * cut.torsion_constant)
    assert twist[4] == pytest.approx(-2.0 * a * a * b / (a * a + b * b) * rate, rel=0.005)
    bent = rows @ (modes.at(top)[3] * 5.0 / modes.stiffness)
    assert bent[2] == pytest.approx(5.0 * b / (BONE.young * cut.second_moment_x), rel=0.005)


def test_orthotropic_tension_uses_the_axial_constants():
    pytest.importorskip("skfem")
    from ambulo.multibody.flexible.tube import hollow_solid

    body = hollow_solid(np.linspace(0.0, 0.3, 11), lambda _z: SECTION, CORTICAL_RHO1996, 12)
    z = body.elements.nodes[:, 2]
    top = Interface("top", np.nonzero(z > 0.3 - 1e-9)[0], np.array([0.0, 0.0, 0.3]), "averaging")
    base = Interface("base", np.nonzero(z < 1e-9)[0], np.zeros(3), "averaging")
    modes = craig_bampton(body.elements, (base, top), 0).orthonormal((("base", ALL),))
    elastic = modes.at(top)[2] * 1000.0 / modes.stiffness
    node = body.nearest(np.array([0.037, 0.0, 0.15]))
    strain = body.strain_rows(node) @ modes.shapes @ elastic
    assert strain[2] == pytest.approx(1000.0 / (20.7e9 * SECTION.area), rel=1e-3)
    assert strain[0] == pytest.approx(-0.237 * 20.7 / 11.7 * strain[2], rel=0.01)


def test_reference_that_leaves_a_rigid_motion_is_refused(beams):
    components = craig_bampton(beams.elements, ends(beams.elements), 2)
    with pytest.raises(InputError, match="rigid motion"):
        components.orthonormal((("knee", (0, 1, 2)), ("ankle", (0, 1, 2))))
    with pytest.raises(InputError, match="not an interface"):
        components.orthonormal((("hip", ALL),))


def test_invariants_do_not_depend_on_axes():
    rng = np.random.default_rng(3)
    strain = 1e-3 * rng.normal(size=(20, 6))
    R = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    R *= np.sign(np.linalg.det(R))
    other = turned(strain, R)
    np.testing.assert_allclose(principal(other), principal(strain), atol=1e-15)
    np.testing.assert_allclose(turned(other, R.T), strain, atol=1e-15)


def test_equivalent_stress_and_strain_of_uniaxial_tension():
    steel = Isotropic(2.0e11, 0.3, 7800.0)
    strain = np.array([-0.3e-3, -0.3e-3, 1e-3, 0.0, 0.0, 0.0])
    assert von_mises_stress(strain, steel) == pytest.approx(2.0e8)
    assert von_mises_strain(strain, 0.3) == pytest.approx(1e-3)
    shear = np.array([0.0, 0.0, 0.0, 1e-3, 0.0, 0.0])
    assert von_mises_stress(shear, steel) == pytest.approx(
        np.sqrt(3.0) * steel.shear_modulus * 1e-3
    )
