"""Every contact law's derivatives are those of its force, and its steps those of its rates."""

import numpy as np
import pytest

from ambulo.math.dispatch import generic
from ambulo.math.lanes import WIDTH, writer
from ambulo.multibody.contact.law import (
    Slip,
    friction_change,
    friction_force,
    friction_step,
    law_at,
    normal_change,
    normal_force,
)
from ambulo.multibody.contact.registry import FRICTION_LAWS, NORMAL_LAWS

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

write_one, write_four = writer(1, in_row=False), writer(4, in_row=False)


@generic
def force(kind, values, depth, speed, onset):
    return normal_force(law_at(kind, values, 0), depth, speed, onset)


@generic
def stepped(kind, values, slip):
    return friction_step(law_at(kind, values, 0), slip)


@generic
def change_of_eight(kind, values, point, d, out):
    law, at = law_at(kind, values, 0), Slip(point[0], point[1], point[2], 0.0, 0.0, 0.0)
    d_at = law_at(at, d, len(values))
    value, change = normal_change(
        law, at.normal, at.dx, at.dy, law_at(kind, d, 0), d_at.normal, d_at.dx, d_at.dy
    )
    write_one(out, 0, change)
    return value


@generic
def step_of_eight(kind, values, slip, d, out):
    law, d_slip = law_at(kind, values, 0), law_at(slip, d, len(values))
    value, change = friction_change(law, slip, law_at(kind, d, 0), d_slip)
    write_four(out, 0, change)
    return value


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
        d = rng.standard_normal((len(values) + 6, WIDTH))
        d[:-6] *= np.abs(values)[:, None]
        d[-6:] *= 0.01
        h = 1e-5
        value = change_of_eight(kind, values, point, d, found := np.empty((1, WIDTH)))
        assert value == pytest.approx(force(kind, values, *point), rel=1e-12)
        for n in range(WIDTH):
            law, at = d[:-6, n], d[-6:-3, n]
            ends = [force(kind, values + e * law, *(np.array(point) + e * at)) for e in (h, -h)]
            wanted = (ends[0] - ends[1]) / (2 * h)
            assert found[0, n] == pytest.approx(wanted, abs=1e-6 * (abs(value) + 1.0))


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
    d, h = rng.standard_normal((len(values) + 6, WIDTH)), 1e-5
    d *= np.r_[values, size][:, None]
    value = step_of_eight(kind, values, Slip(*slip), d, found := np.empty((4, WIDTH)))
    np.testing.assert_allclose(value, stepped(kind, values, Slip(*slip)), rtol=1e-12)
    for law, at, change in zip(d[:-6].T, d[-6:].T, found.T, strict=True):
        ends = [np.array(stepped(kind, values + e * law, Slip(*(slip + e * at)))) for e in (h, -h)]
        wanted = (ends[0] - ends[1]) / (2 * h)
        np.testing.assert_allclose(change[:2], wanted[:2], rtol=1e-5, atol=2e-4)
        np.testing.assert_allclose(change[2:], wanted[2:], rtol=1e-5, atol=1e-10)


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
