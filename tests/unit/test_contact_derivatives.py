"""Every contact law's derivatives are those of its force, and its steps those of its rates."""

import numpy as np
import pytest

from ambulo.math.dispatch import generic
from ambulo.multibody.contact.law import (
    friction_change,
    friction_force,
    friction_step,
    law_at,
    normal_change,
    normal_force,
)
from ambulo.multibody.contact.registry import FRICTION_LAWS, NORMAL_LAWS
from ambulo.multibody.contact.slip import Slip

NORMAL = {name: tuple(law.usual) for name, law in NORMAL_LAWS.items()} | {
    "hunt-crossley": (3e4, 1.5, 0.5),
    "adams-impact": (3e4, 1.4, 200.0, 0.02),
    "lankarani-nikravesh": (3e4, 1.5, 0.6),
    "flores": (3e4, 1.3, 0.6),
    "kelvin-voigt": (1e4, 100.0),
}
FRICTION = {name: tuple(law.usual) for name, law in FRICTION_LAWS.items()} | {
    "regularised-coulomb": (0.6, 0.05),
    "bristle": (0.6, 0.05, 2e4, 40.0, 3.0),
    "lugre": (0.6, 0.8, 0.05, 400.0, 0.5, 0.1),
    "viscous": (30.0,),
}


@generic
def force(kind, values, depth, speed, onset):
    return normal_force(law_at(kind, values, 0), depth, speed, onset)


@generic
def change(kind, values, d_values, depth, speed, onset, d_depth, d_speed, d_onset):
    law, d = law_at(kind, values, 0), law_at(kind, d_values, 0)
    return normal_change(law, depth, speed, onset, d, d_depth, d_speed, d_onset)


@generic
def stepped(kind, values, slip):
    return friction_step(law_at(kind, values, 0), slip)


@generic
def step(kind, values, d_values, slip, d_slip):
    return friction_change(law_at(kind, values, 0), slip, law_at(kind, d_values, 0), d_slip)


@generic
def rates(kind, normal, vx, vy, zx, zy):
    return friction_force(kind, normal, vx, vy, zx, zy)


def test_every_law_is_tried():
    assert set(NORMAL) == set(NORMAL_LAWS)
    assert set(FRICTION) == set(FRICTION_LAWS)


@pytest.mark.parametrize("name", sorted(NORMAL))
def test_normal_change_is_the_derivative(name):
    values = np.array(NORMAL[name])
    kind = type(NORMAL_LAWS[name].usual)(*values)
    rng = np.random.default_rng(3)
    # pressing in, and coming out so fast that nothing pulls
    for point in ((0.008, 0.1, 0.3), (0.03, -0.05, 0.2), (0.008, -9.0, 0.2)):
        for _ in range(4):
            d = rng.standard_normal(len(values)) * np.abs(values)
            d_point = rng.standard_normal(3) * 0.01
            h = 1e-5
            ends = [force(kind, values + e * d, *(np.array(point) + e * d_point)) for e in (h, -h)]
            value, found = change(kind, values, d, *point, *d_point)
            scale = abs(value) + 1.0
            assert value == pytest.approx(force(kind, values, *point), rel=1e-12)
            assert found == pytest.approx((ends[0] - ends[1]) / (2 * h), abs=1e-6 * scale)


@pytest.mark.parametrize("name", sorted(FRICTION))
@pytest.mark.parametrize("regime", ["sticks", "slips", "rests"])
def test_friction_step_is_its_own_derivative(name, regime):
    values = np.array(FRICTION[name])
    kind = type(FRICTION_LAWS[name].usual)(*values)
    way = {"sticks": 2e-5, "slips": 3e-2, "rests": 0.0}[regime]
    slip = np.array([300.0, way, -0.7 * way, 0.01, 1e-4, 2e-4])
    size = np.array([30.0, 1e-4, 1e-4, 1e-3, 1e-5, 1e-5])
    if regime == "rests":
        size[1:3] = 0.0
    rng = np.random.default_rng(5)
    for _ in range(6):
        d, d_slip = rng.standard_normal(len(values)) * values, rng.standard_normal(6) * size
        h = 1e-5
        ends = [
            np.array(stepped(kind, values + e * d, Slip(*(slip + e * d_slip)))) for e in (h, -h)
        ]
        value, found = step(kind, values, d, Slip(*slip), Slip(*d_slip))
        np.testing.assert_allclose(value, stepped(kind, values, Slip(*slip)), rtol=1e-12)
        wanted = (ends[0] - ends[1]) / (2 * h)
        np.testing.assert_allclose(found[:2], wanted[:2], rtol=1e-5, atol=2e-4)
        np.testing.assert_allclose(found[2:], wanted[2:], rtol=1e-5, atol=1e-10)


@pytest.mark.parametrize("name", sorted(FRICTION))
def test_short_steps_are_the_law_itself(name):
    """Many short steps of a sliding that turns come to the state that the rates integrate to."""
    values = np.array(FRICTION[name])
    kind = type(FRICTION_LAWS[name].usual)(*values)
    count, dt = 4000, 2.5e-5
    zx = zy = wx = wy = 0.0
    for k in range(count):
        angle = 6.0 * k / count
        vx, vy = 0.05 * np.cos(angle), 0.05 * np.sin(angle)
        slip = Slip(250.0, vx * dt, vy * dt, dt, zx, zy)
        fx, fy, zx, zy = stepped(kind, values, slip)
        gx, gy, rx, ry = rates(kind, 250.0, vx, vy, wx, wy)
        wx, wy = wx + dt * rx, wy + dt * ry
    np.testing.assert_allclose((zx, zy), (wx, wy), rtol=0.02, atol=1e-6)
    np.testing.assert_allclose((fx, fy), (gx, gy), rtol=0.02, atol=0.5)
    # friction opposes the sliding
    assert fx * vx + fy * vy < 0.0
