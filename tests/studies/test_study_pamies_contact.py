"""Foot contact as Pàmies-Vilà identified it, on the simulated walk."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.foot_contact import published
from ambulo.foot_contact.design import sole_design
from ambulo.multibody.contact.bristle import Bristle
from ambulo.multibody.contact.lankarani_nikravesh import LankaraniNikravesh
from ambulo.multibody.contact.viscous import Viscous

LAW = LankaraniNikravesh(3e4, 1.5, 0.5)


def test_table_6_2_has_the_printed_numbers_of_variables():
    bristle = Bristle(0.5, 0.05, 5e4, 50.0, 0.0)
    assert len(sole_design(published.spheres(friction=True), LAW, bristle).free) == 72
    assert len(sole_design(published.spheres(), LAW, Viscous(0.0)).free) == 40
    assert len(sole_design(published.spheres(), LAW, Viscous(0.0), feet=("right",)).free) == 20


@pytest.mark.parametrize("side", ["left", "right"])
def test_which_printed_optima_lie_within_the_printed_bounds(side):
    """Mirrored, the right foot's do, the left's but for three radii; the wide bounds have all."""
    names = ("radius", "x", "y", "stiffness", "restitution")
    outside = {}
    for bounds in ("table 6.2", "with the printed optima"):
        design = sole_design(published.spheres(bounds), LAW, Viscous(0.0))
        values, f = design.held.copy(), ("left", "right").index(side)
        for s, row in enumerate(published.TABLE_6_3[side]):
            for name, value in zip(names, row, strict=True):
                values[f, s, design.names.index(name)] = value
        found = design.variables(values)
        past = (found < design.lower - 1e-12) | (found > design.upper + 1e-12)
        outside[bounds] = [design.name_of[k] for k in np.flatnonzero(past)]
    wanted = [f"left {s} radius" for s in (1, 2, 3)] if side == "left" else []
    assert outside == {"table 6.2": wanted, "with the printed optima": []}


@pytest.mark.slow
def test_friction_needs_the_motion_corrected(monkeypatch):
    from ambulo.studies.registry import run_study

    pytest.importorskip("cma")
    monkeypatch.delenv("AMBULO_DATA", raising=False)
    result = run_study("pamies2012_contact_inverse", lambda *_: None)
    assert len(result.checks) == 1
    assert result.passed
    assert len(result.comparisons) == 6
