"""Contact makes no energy, a block stands on a slope, stiff contact is stable as it should be."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ambulo.math.dispatch import generic
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.friction_laws.regularised_coulomb import RegularisedCoulomb
from ambulo.multibody.contact.ground import plane
from ambulo.multibody.contact.law import (
    contact_energy,
    friction_energy,
    friction_force,
    law_at,
    normal_force,
)
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.registry import FRICTION_LAWS, NORMAL_LAWS
from ambulo.multibody.contact.spheres_on_ground import per_sphere, spheres_on_ground
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree

GRAVITY = 9.80665
IMPACTS = 2000
"""Of each pair: ten thousand in all."""

# ranges of the parameters: mass [kg] first, then of the law
NORMAL = {
    "hunt-crossley": ((1e4, 1e6), (1.0, 2.0), (0.0, 1.0)),
    "adams-impact": ((1e4, 1e6), (1.0, 2.0), (0.0, 500.0), (1e-4, 1e-2)),
    "lankarani-nikravesh": ((1e4, 1e6), (1.0, 2.0), (0.05, 1.0)),
    "flores": ((1e4, 1e6), (1.0, 2.0), (0.05, 1.0)),
    "kelvin-voigt": ((1e4, 1e6), (0.0, 500.0)),
}
FRICTION = {
    "bristle": ((0.0, 1.5), (0.01, 0.3), (1e3, 1e5), (0.0, 200.0), (0.0, 10.0)),
    "regularised-coulomb": ((0.0, 1.5), (0.01, 0.3)),
    "viscous": ((0.0, 200.0),),
}
PAIRS = [
    ("hunt-crossley", "bristle"), ("adams-impact", "bristle"),
    ("lankarani-nikravesh", "regularised-coulomb"), ("flores", "viscous"),
    ("kelvin-voigt", "regularised-coulomb"),
]  # fmt: skip


@generic
def impact(normal, friction, p, rub, mass, start, radius, step, out):
    """A homogeneous ball hits a plane, without weight: the classical Runge-Kutta rule.

    out: energy before, the largest while it touches (stored energy counted), and after.
    """
    law, film = law_at(normal, p, 0), law_at(friction, rub, 0)
    inertia = 0.4 * mass * radius**2
    # depth and its rate, velocity in the plane (2), spin about it (2), own states (2)
    y, rate, begin = start.copy(), np.zeros((4, 8)), np.zeros(8)
    onset = start[1]
    energy = 0.5 * mass * (y[1] ** 2 + y[2] ** 2 + y[3] ** 2)
    energy += 0.5 * inertia * (y[4] ** 2 + y[5] ** 2)
    out[0], out[1], out[2] = energy, energy, math.nan
    for _ in range(40_000):
        begin[:] = y
        for stage in range(4):
            if stage > 0:
                part = 1.0 if stage == 3 else 0.5
                y[:] = begin + part * step * rate[stage - 1]
            depth = max(y[0], 0.0)
            force = 0.0
            if depth > 0.0:
                force = normal_force(law, depth, y[1], onset)
            # under the centre, where the ball's own turning moves the point
            vx, vy = y[2] - y[5] * radius, y[3] + y[4] * radius
            fx, fy, zx, zy = friction_force(film, force, vx, vy, y[6], y[7])
            rate[stage, 0], rate[stage, 1] = y[1], -force / mass
            rate[stage, 2], rate[stage, 3] = fx / mass, fy / mass
            rate[stage, 4], rate[stage, 5] = fy * radius / inertia, -fx * radius / inertia
            rate[stage, 6], rate[stage, 7] = zx, zy
        y[:] = begin + step / 6.0 * (rate[0] + 2.0 * rate[1] + 2.0 * rate[2] + rate[3])
        kinetic = 0.5 * mass * (y[1] ** 2 + y[2] ** 2 + y[3] ** 2)
        kinetic += 0.5 * inertia * (y[4] ** 2 + y[5] ** 2)
        if y[0] <= 0.0:
            out[2] = kinetic
            return
        stored = contact_energy(law, y[0]) + friction_energy(film, y[6], y[7])
        out[1] = max(out[1], kinetic + stored)


def test_every_pair_and_ten_thousand_impacts():
    assert {a for a, _ in PAIRS} == set(NORMAL_LAWS)
    # LuGre's bristles store energy in proportion to a load that changes: it may be given back
    assert {b for _, b in PAIRS} == set(FRICTION_LAWS) - {"lugre"}
    assert IMPACTS * len(PAIRS) == 10_000


@pytest.mark.parametrize(
    ("normal", "friction", "count"),
    [(*PAIRS[k], 100) for k in (0, 2)]
    + [pytest.param(*pair, IMPACTS, marks=pytest.mark.exhaustive) for pair in PAIRS],
)
def test_no_impact_makes_energy(normal, friction, count):
    rng = np.random.default_rng(7)

    def drawn(ranges):
        return np.array([rng.uniform(a, b) for a, b in ranges])

    law, film = NORMAL_LAWS[normal].usual, FRICTION_LAWS[friction].usual
    energies = np.empty((count, 3))
    for k in range(count):
        p, rub = drawn(NORMAL[normal]), drawn(FRICTION[friction])
        mass, speed = rng.uniform(0.5, 80.0), 10.0 ** rng.uniform(-1.5, 0.5)
        start = np.zeros(8)
        start[0], start[1] = 1e-9, speed
        start[2:4], start[4:6] = rng.uniform(-2.0, 2.0, 2), rng.uniform(-20.0, 20.0, 2)
        # a part of the fastest that can swing: the contact or the bristles
        fastest = max(float(np.sqrt(p[0] / mass)), 1e-3 * float(rub.max()) / mass, 50.0)
        impact(law, film, p, rub, mass, start, 0.05, 0.02 / fastest, energies[k])
    before, most, after = energies.T
    left = np.isfinite(after)
    # a few are so damped that they stay
    assert left.mean() > 0.9
    assert (after[left] / before[left]).max() < 1.0 + 1e-5
    # within a step the limit of the bristles is met late
    assert (most / before).max() < 1.0 + 2e-4
    # and they do lose some, or nothing was tried
    assert np.median(after[left] / before[left]) < 0.95


@generic
def rubbed(law, load, way, dt):
    """Work [J] of friction on a sphere along a way (instants,) [m] under loads (instants,) [N]."""
    work, own = 0.0, 0.0
    for i in range(len(way) - 1):
        shift = way[i + 1] - way[i]
        force, _, rate, _ = friction_force(law, load[i], shift / dt, 0.0, own, 0.0)
        work += force * shift
        own += rate * dt
    return work


@pytest.mark.parametrize(("name", "low", "high"), [("lugre", 0.010, 0.020), ("bristle", -1.0, 0.0)])
def test_only_bristles_that_stiffen_under_load_give_energy(name, low, high):
    """Pressed by 100 N, slid by 0.2 mm, pressed by 800 N, slid back, five times over."""
    n = 20_000
    rise = 0.5 * (1.0 - np.cos(np.linspace(0.0, np.pi, n)))
    none, all_of_it = np.zeros(n), np.ones(n)
    way = np.tile(2e-4 * np.r_[rise, all_of_it, 1.0 - rise, none], 5)
    load = np.tile(100.0 + 700.0 * np.r_[none, rise, all_of_it, 1.0 - rise], 5)
    work = rubbed(FRICTION_LAWS[name].usual, load, way, 0.1 / n)
    assert low < work < high


def test_what_lugre_gives_is_what_its_load_adds_to_its_bristles():
    """Slid by a under N_1 and back under N_2, slowly: s_0 (N_2 - N_1) a^2 / 2."""
    n, a, law = 4000, 1e-6, FRICTION_LAWS["lugre"].usual
    rise = 0.5 * (1.0 - np.cos(np.linspace(0.0, np.pi, n)))
    none, all_of_it = np.zeros(n), np.ones(n)
    way = a * np.r_[rise, all_of_it, 1.0 - rise, none]
    load = 100.0 + 700.0 * np.r_[none, rise, all_of_it, 1.0 - rise]
    given = 0.5 * law.stiffness * 700.0 * a**2
    assert rubbed(law, load, way, 1000.0 / n) == pytest.approx(given, rel=2e-3)


def block(mass=3.0):
    """A block 0.2 x 0.2 x 0.1 m."""
    inertia = mass / 12.0 * np.diag([0.05, 0.05, 0.08])
    return build_tree([Body("block", None, JointType.FREE, mass=mass, inertia=inertia)])


CORNERS = np.array([[x, y, -0.03] for x in (-0.08, 0.08) for y in (-0.08, 0.08)])


def on_slope(angle, seconds, method="rkmk4", step=1e-3):
    """Way down the slope [m] of a block that is put on it, every 0.1 s."""
    up = np.array([np.sin(angle), 0.0, np.cos(angle)])
    spheres = spheres_on_ground(
        np.zeros(4, dtype=np.int64), CORNERS, np.full(4, 0.02),
        per_sphere(HuntCrossley(2e4, 1.0, 10.0), [[2e4, 1.0, 10.0]] * 4),
        per_sphere(Bristle(0.5, 0.05, 2e4, 100.0, 0.0), [[0.5, 0.05, 2e4, 100.0, 0.0]] * 4),
        plane(up=tuple(up)),
    )  # fmt: skip
    time = np.linspace(0.0, seconds, round(10 * seconds) + 1)
    q = np.r_[0.0495 * up, np.cos(angle / 2), 0.0, np.sin(angle / 2), 0.0]
    system = tree_system(block(), (spheres,))
    found = simulate_system(system, time, q, np.zeros(6), METHODS[method], step=step)
    down = np.array([np.cos(angle), 0.0, -np.sin(angle)])
    return time, found.q[:, :3] @ down


def test_a_block_stands_for_a_minute_below_the_friction_angle():
    _, way = on_slope(np.arctan(0.45), 60.0)
    assert np.abs(way).max() < 1e-3
    # once at rest it does not creep at all
    assert np.ptp(way[20:]) < 1e-6


def test_a_block_slides_above_the_friction_angle():
    angle = np.arctan(0.6)
    time, way = on_slope(angle, 2.0)
    rate = GRAVITY * (np.sin(angle) - 0.5 * np.cos(angle))
    assert np.polyfit(time[5:], way[5:], 2)[0] == pytest.approx(0.5 * rate, rel=0.01)


def test_spheres_that_land_together_all_remember_their_speed():
    spheres = spheres_on_ground(
        np.zeros(4, dtype=np.int64), CORNERS, np.full(4, 0.02),
        per_sphere(HuntCrossley(2e4, 1.0, 10.0), [[2e4, 1.0, 10.0]] * 4),
        per_sphere(Bristle(0.5, 0.05, 2e4, 100.0, 0.0), [[0.5, 0.05, 2e4, 100.0, 0.0]] * 4),
        plane(),
    )  # fmt: skip
    q = np.array([0.0, 0.0, 0.06, 1.0, 0.0, 0.0, 0.0])
    system = tree_system(block(), (spheres,))
    time = np.array([0.0, 0.05])
    found = simulate_system(system, time, q, np.zeros(6), METHODS["rkmk4"], step=1e-3)
    # fallen by 10 mm
    np.testing.assert_allclose(found.s[-1, ::3], np.sqrt(2.0 * GRAVITY * 0.01), rtol=1e-9)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("slope", "off"), [(0.45, 1e-6), (0.6, 1e-4)])
def test_an_implicit_method_holds_bristles_that_give_way(slope, off):
    _, way = on_slope(np.arctan(slope), 2.0)
    _, found = on_slope(np.arctan(slope), 2.0, "sdirk4", 5e-3)
    np.testing.assert_allclose(found, way, atol=off)


@pytest.mark.exhaustive
def test_an_adaptive_implicit_method_holds_bristles_without_a_damper():
    """Thrown onto a floor, every sphere begins to slide where mu N and the bristles are zero."""
    spheres = spheres_on_ground(
        np.zeros(4, dtype=np.int64), CORNERS, np.full(4, 0.02),
        per_sphere(HuntCrossley(2e4, 1.0, 10.0), [[2e4, 1.0, 10.0]] * 4),
        per_sphere(Bristle(0.5, 0.05, 2e4, 0.0, 0.0), [[0.5, 0.05, 2e4, 0.0, 0.0]] * 4),
        plane(),
    )  # fmt: skip
    q, v = np.array([0.0, 0.0, 0.052, 1.0, 0.0, 0.0, 0.0]), np.array([0.3, 0.0, 0.0, 0.0, 0.0, 0.0])
    found = simulate_system(
        tree_system(block(), (spheres,)), [0.0, 0.05], q, v, METHODS["sdirk4"], step=2e-3,
        tolerance=1e-6, quiet=True,
    )  # fmt: skip
    assert found.outcome is Outcome.REACHED, found.outcome.words
    assert 0.0 < found.v[-1, 0] < 0.25


def swinging(stiffness, mass, method, step):
    """Largest way [m] of a ball from where it rests in a linear contact, set swinging by 1 %."""
    tree = build_tree([Body("ball", None, JointType.FREE, mass=mass, inertia=np.eye(3) * mass)])
    linear, smooth = HuntCrossley(stiffness, 1.0, 0.0), Bristle(0.0, 0.1, 1.0, 1.0, 0.0)
    laws = (per_sphere(linear, [[*linear]]), per_sphere(smooth, [[*smooth]]))
    if method != "rkmk4":
        laws = (linear, RegularisedCoulomb(0.0, 1e-2))
    floor = spheres_on_ground(np.array([0]), np.zeros((1, 3)), np.array([0.1]), *laws)
    sunk = mass * GRAVITY / stiffness
    q = np.array([0.0, 0.0, 0.1 - 0.99 * sunk, 1.0, 0.0, 0.0, 0.0])
    time = np.arange(0, 2001, 50) * step
    found = simulate_system(
        tree_system(tree, (floor,)), time, q, np.zeros(6), METHODS[method], step=step,
    )  # fmt: skip
    return np.nanmax(np.abs(found.q[:, 2] - (0.1 - sunk))) / (0.01 * sunk)


@pytest.mark.parametrize("stiffness", [1e5, 1e6])
def test_the_explicit_method_is_stable_up_to_its_step(stiffness):
    # the classical rule holds |R(i w h)| <= 1 up to w h = sqrt(8)
    longest = np.sqrt(8.0) / np.sqrt(stiffness / 2.0)
    low, high = 0.5 * longest, 2.0 * longest
    for _ in range(8):
        middle = 0.5 * (low + high)
        if swinging(stiffness, 2.0, "rkmk4", middle) < 2.0:
            low = middle
        else:
            high = middle
    assert 0.5 * (low + high) == pytest.approx(longest, rel=0.02)


@pytest.mark.parametrize(
    "method",
    [pytest.param(name, marks=pytest.mark.exhaustive) for name in ("sdirk4", "trapezoidal")],
)
def test_implicit_methods_hold_a_stiff_contact_at_a_millisecond(method):
    # w h = 10, where the explicit one is long gone
    assert swinging(1e6, 0.01, "rkmk4", 1e-3) > 2.0
    assert swinging(1e6, 0.01, method, 1e-3) < 1.05
