"""How stiff a sphere's contact is by its material."""

from __future__ import annotations

import math

import pytest

from ambulo.multibody.contact.elastic import sphere_stiffness
from ambulo.multibody.contact.normal_laws.lankarani_nikravesh import LankaraniNikravesh


def test_a_sphere_sinks_as_hertz_says():
    """A load P on a sphere R sinks by a^2 / R, a^3 = 3 P R / (4 E*) (Johnson 1985, section 4.2)."""
    radius, load, young, poisson = 0.04, 400.0, 2e6, 0.45
    modulus = young / (1.0 - poisson**2)
    a = (3.0 * load * radius / (4.0 * modulus)) ** (1.0 / 3.0)
    law = LankaraniNikravesh.of_materials(radius, 0.6, (young, poisson))
    assert law.stiffness * (a**2 / radius) ** law.exponent == pytest.approx(load, rel=1e-12)
    assert law.restitution == 0.6
    # two alike are half as stiff as one on a rigid plane
    both = sphere_stiffness(radius, (young, poisson), (young, poisson))
    assert both == pytest.approx(0.5 * law.stiffness, rel=1e-12)


@pytest.mark.parametrize("wrong", [(0.0, 0.3), (1e6, 0.6), (math.nan, 0.3)])
def test_what_is_no_material_is_refused(wrong):
    with pytest.raises(ValueError, match="impossible for an elastic sphere"):
        sphere_stiffness(0.04, wrong)
