"""Elastic constants mean what their names say: loads along one axis at a time."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.multibody.flexible.materials import CORTICAL_RHO1996, Isotropic, Orthotropic

# constants far apart, so that none stands for another
WOOD = Orthotropic((1e9, 2e9, 12e9), (0.2e9, 0.7e9, 0.9e9), (0.40, 0.03, 0.05), 500.0)


def strain_by(material, component):
    stress = np.zeros(6)
    stress[component] = 1e6
    return np.linalg.solve(material.stiffness, stress)


@pytest.mark.parametrize("material", [WOOD, CORTICAL_RHO1996, Isotropic(17e9, 0.3, 2000.0)])
def test_drawn_along_the_bone(material):
    strain = strain_by(material, 2)
    assert strain[2] == pytest.approx(1e6 / material.axial_modulus)
    across = -0.5 * (strain[0] + strain[1]) / strain[2]
    assert material.axial_poisson == pytest.approx(across)
    np.testing.assert_allclose(strain[3:], 0.0, atol=1e-18)


def test_drawn_across():
    for axis in (0, 1):
        assert strain_by(WOOD, axis)[axis] == pytest.approx(1e6 / WOOD.young[axis])
    # nu_12 is what axis 2 contracts when axis 1 is drawn
    drawn = strain_by(WOOD, 0)
    assert -drawn[1] / drawn[0] == pytest.approx(0.40)
    assert -drawn[2] / drawn[0] == pytest.approx(0.03)


def test_sheared():
    g12, g13, g23 = WOOD.shear
    for component, modulus in ((3, g23), (4, g13), (5, g12)):
        strain = strain_by(WOOD, component)
        assert strain[component] == pytest.approx(1e6 / modulus)
    assert WOOD.shear_modulus == pytest.approx(0.5 * (g13 + g23))
