"""Contact and friction laws against closed forms, a mass in one direction."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from ambulo.foot_contact.laws import FRICTION, NORMAL, laws_named
from ambulo.gait.configuration import Configuration
from ambulo.inputs.errors import InputError
from ambulo.math.dispatch import generic, implements
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.friction_laws.lugre import LuGre
from ambulo.multibody.contact.friction_laws.regularised_coulomb import RegularisedCoulomb
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.law import contact_energy, friction_force, normal_force
from ambulo.multibody.contact.named_law import FrictionLaw, NormalLaw
from ambulo.multibody.contact.normal_laws.adams_impact import AdamsImpact
from ambulo.multibody.contact.normal_laws.flores import Flores
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.normal_laws.kelvin_voigt import KelvinVoigt
from ambulo.multibody.contact.normal_laws.lankarani_nikravesh import LankaraniNikravesh
from ambulo.multibody.contact.registry import FRICTION_LAWS, NORMAL_LAWS
from ambulo.multibody.integrators.compile_errors import mistakes_in_one_line

MASS, STIFFNESS, GRAVITY = 2.0, 1e5, 9.81


@generic
def pressed(law, depth, speed, onset):
    return normal_force(law, depth, speed, onset)


@generic
def stored_at(law, depth):
    return contact_energy(law, depth)


def bounce(law, speed):
    """Time in contact [s], largest depth [m] and speed [m/s] after a mass has hit a plane."""

    def rate(_, y):
        return [y[1], -pressed(law, max(y[0], 1e-300), y[1], speed) / MASS]

    def out(_, y):
        return y[0]

    def turns(_, y):
        return y[1]

    out.terminal, out.direction = True, -1.0
    start, events = [1e-12, speed], [out, turns]
    found = solve_ivp(
        rate, (0.0, 1.0), start, "DOP853", events=events, rtol=1e-10, atol=1e-14, max_step=1e-4
    )
    return found.t[-1], found.y_events[1][0, 0], -found.y[1, -1]


ELASTIC = [
    HuntCrossley(STIFFNESS, 1.5, 0.0),
    AdamsImpact(STIFFNESS, 1.5, 0.0, 1e-3),
    LankaraniNikravesh(STIFFNESS, 1.5, 1.0),
    Flores(STIFFNESS, 1.5, 1.0),
    KelvinVoigt(STIFFNESS, 0.0),
]


def test_every_law_of_the_registry_is_tried():
    """A new law needs a test of its own in this file, and its name in one of these lists."""
    assert {type(law) for law in ELASTIC} == {type(law.usual) for law in NORMAL_LAWS.values()}
    kinds = {type(law.usual) for law in FRICTION_LAWS.values()}
    assert kinds == {RegularisedCoulomb, Bristle, LuGre, Viscous}


@pytest.mark.parametrize("law", ELASTIC, ids=lambda law: type(law).__name__)
def test_an_elastic_bounce_gives_the_speed_back_and_stores_the_energy(law):
    _, depth, speed = bounce(law, 1.3)
    assert speed == pytest.approx(1.3, rel=1e-8)
    assert stored_at(law, depth) == pytest.approx(0.5 * MASS * 1.3**2, rel=1e-5)


def test_a_linear_contact_lasts_half_a_period():
    time, depth, _ = bounce(KelvinVoigt(STIFFNESS, 0.0), 0.7)
    omega = np.sqrt(STIFFNESS / MASS)
    assert time == pytest.approx(np.pi / omega, rel=1e-6)
    assert depth == pytest.approx(0.7 / omega, rel=1e-4)


@pytest.mark.parametrize("speed", [0.05, 0.2])
def test_hunt_and_crossley_lose_in_proportion_to_the_speed(speed):
    alpha = 0.1
    _, _, after = bounce(HuntCrossley(STIFFNESS, 1.5, alpha), speed)
    # e = 1 - alpha v to first order, Hunt & Crossley (1975), eq. 20
    assert after / speed == pytest.approx(1.0 - alpha * speed, abs=2.0 * (alpha * speed) ** 2)
    assert after < speed


@pytest.mark.parametrize("e", [0.3, 0.7, 0.95])
def test_restitution_has_the_laws_own_deviation(e):
    for law, loss in (
        (LankaraniNikravesh(STIFFNESS, 1.5, e), 0.75 * (1.0 - e * e)),
        (Flores(STIFFNESS, 1.5, e), 1.6 * (1.0 - e) / e),
    ):
        found = [bounce(law, v)[2] / v for v in (0.1, 2.0)]
        # whatever the speed, and as an integral of the law says: x' dx' / (1 + loss x'/v) = -K dx
        assert found[0] == pytest.approx(found[1], rel=1e-4)
        residual = loss * (1.0 + found[0]) - np.log((1.0 + loss) / (1.0 - loss * found[0]))
        assert residual == pytest.approx(0.0, abs=2e-4)
        if e > 0.9:
            assert found[0] == pytest.approx(e, abs=0.01)
    # only Flores' law stays near a low coefficient
    assert abs(bounce(Flores(STIFFNESS, 1.5, 0.3), 1.0)[2] - 0.3) < 0.05
    assert abs(bounce(LankaraniNikravesh(STIFFNESS, 1.5, 0.3), 1.0)[2] - 0.3) > 0.2


def test_a_damped_contact_takes_energy_and_never_pulls():
    for law in (AdamsImpact(STIFFNESS, 1.5, 200.0, 1e-3), KelvinVoigt(STIFFNESS, 200.0)):
        _, _, after = bounce(law, 1.0)
        assert 0.1 < after < 0.95
        assert pressed(law, 1e-4, -1e3, 1.0) == 0.0


@generic
def rubs(law, normal, vx, vy, zx, zy):
    return friction_force(law, normal, vx, vy, zx, zy)


def slide(law, v0, pull, time, stretch=0.0):
    """Positions, speeds and bristles of a mass that slides under its weight and is pulled."""

    def rate(_, y):
        fx, _, zx, _ = rubs(law, MASS * GRAVITY, y[1], 0.0, y[2], 0.0)
        return [y[1], (pull + fx) / MASS, zx]

    # steps of SciPy's slopes grow without bounds along the position, on which nothing depends
    with np.errstate(over="ignore"):
        found = solve_ivp(
            rate, (0.0, time), [0.0, v0, stretch], "Radau", rtol=1e-8, atol=1e-11,
            dense_output=True, max_step=time / 400,
        )  # fmt: skip
    return found


FRICTIONS = [
    RegularisedCoulomb(0.4, 1e-3),
    Bristle(0.4, 1e-2, 2e5, 300.0, 0.0),
    LuGre(0.4, 0.4, 1e-2, 1e4, 10.0, 0.0),
]


@pytest.mark.parametrize("law", FRICTIONS, ids=lambda law: type(law).__name__)
def test_a_block_slides_as_far_as_coulomb_says(law):
    found = slide(law, 2.0, 0.0, 1.0)
    assert found.y[0, -1] == pytest.approx(2.0**2 / (2.0 * 0.4 * GRAVITY), rel=5e-3)
    assert abs(found.y[1, -1]) < 1e-3


@pytest.mark.parametrize("law", FRICTIONS, ids=lambda law: type(law).__name__)
def test_a_block_sticks_up_to_the_friction_angle(law):
    below = slide(law, 0.0, 0.95 * 0.4 * MASS * GRAVITY, 1.0)
    above = slide(law, 0.0, 1.10 * 0.4 * MASS * GRAVITY, 1.0)
    assert above.y[1, -1] == pytest.approx(0.1 * 0.4 * GRAVITY, rel=0.05)
    if isinstance(law, RegularisedCoulomb):
        # it creeps where it should stick: tanh(v / v_s) = pull / limit
        assert below.y[1, -1] == pytest.approx(1e-3 * np.arctanh(0.95), rel=1e-3)
    else:
        assert abs(below.y[1, -1]) < 1e-6
        assert below.y[0, -1] < 2e-3


@pytest.mark.parametrize("law", [*FRICTIONS, Viscous(30.0)], ids=lambda law: type(law).__name__)
def test_friction_is_alike_in_every_direction(law):
    """It is turned with the velocity, and opposes it."""
    along, _, zx, _ = rubs(law, 100.0, 0.3, 0.0, 0.0, 0.0)
    assert along < 0.0 or zx > 0.0  # bristles bend before they pull
    for angle in (0.7, 2.0, 4.0):
        c, s = np.cos(angle), np.sin(angle)
        found = rubs(law, 100.0, 0.3 * c, 0.3 * s, 0.0, 0.0)
        expected = along * c, along * s, zx * c, zx * s
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("damping", [0.0, 20.0, 60.0])
def test_bristles_swing_at_their_frequency(damping):
    """M s'' + c s' + k s = 0, with a c of no less than k times a millisecond."""
    law = Bristle(0.4, 1e-1, 2e4, damping, 0.0)
    start = 0.02 * 0.4 * MASS * GRAVITY / law.stiffness
    decay = 0.5 * max(damping, 1e-3 * law.stiffness) / MASS
    omega = np.sqrt(law.stiffness / MASS - decay**2)
    found = slide(law, 0.0, 0.0, 2.0 * np.pi / omega, start)
    t = np.linspace(0.0, 2.0 * np.pi / omega, 50)
    swing = np.exp(-decay * t) * (np.cos(omega * t) + decay / omega * np.sin(omega * t))
    np.testing.assert_allclose(found.sol(t)[2], start * swing, atol=0.01 * start)


@pytest.mark.parametrize("damping", [0.0, 1e-6, 1.0, 50.0, 500.0])
@pytest.mark.parametrize("load", [0.0, 1e-3, 10.0])
def test_rate_of_bristles_is_continuous_where_they_are_straight(damping, load):
    law = Bristle(0.5, 0.05, 2e4, damping, 0.0)
    near = [rubs(law, load, 1.0, 0.0, z, 0.0)[2] for z in (-1e-12, 0.0, 1e-12)]
    # no steeper than 1 / tau
    np.testing.assert_allclose(near, near[1], rtol=0.0, atol=1.001e-9)
    # mu N / (tau k) at most
    assert near[1] == pytest.approx(min(1.0, 0.5 * load / 20.0))


def test_bristles_follow_a_limit_that_rises_more_slowly_than_they_stretch():
    """A block dragged at a steady speed while its load grows: k s = mu N all along."""
    law = Bristle(0.4, 1.0, 1e4, 50.0, 0.0)

    def rate(t, z):
        return [rubs(law, 50.0 * (1.0 + t), 0.2, 0.0, z[0], 0.0)[2]]

    found = solve_ivp(rate, (0.0, 1.0), [0.0], "Radau", rtol=1e-8, atol=1e-12)
    # behind the limit by what it rises in the millisecond in which they come to it
    behind = 0.4 * 50.0 * 1e-3
    assert law.stiffness * found.y[0, -1] == pytest.approx(0.4 * 100.0 - behind, rel=1e-6)
    # where the rate jumps at the limit, steps get shorter and shorter on both sides of it
    assert found.status == 0
    assert found.nfev < 2000


def test_bristles_take_no_more_than_is_done_on_them():
    """Power of friction [W] covers the rate of their energy, whatever state, load and damper."""
    rng = np.random.default_rng(3)
    slipped = 0
    for _ in range(20_000):
        k, load = 10.0 ** rng.uniform(3.0, 5.0), 10.0 ** rng.uniform(0.0, 3.0)
        damping = float(rng.choice([0.0, 10.0 ** rng.uniform(-1.0, 3.0)]))
        law = Bristle(rng.uniform(0.2, 1.5), 10.0 ** rng.uniform(-2.0, 1.0), k, damping, 0.0)
        zx, zy = rng.uniform(-1.5, 1.5, 2) * law.coefficient * load / k
        vx, vy = rng.normal(size=2) * 10.0 ** rng.uniform(-4.0, 1.0)
        fx, fy, rx, ry = rubs(law, load, vx, vy, zx, zy)
        done, stored = -(fx * vx + fy * vy), k * (zx * rx + zy * ry)
        assert done - stored > -1e-9 * (abs(done) + abs(stored))
        slipped += (rx, ry) != (vx, vy)
    assert 5_000 < slipped < 19_000


def test_a_named_law_has_to_be_one():
    with pytest.raises(ValueError, match="Viscous does not implement normal_force"):
        NormalLaw(Viscous(1.0), "nobody")
    with pytest.raises(ValueError, match="Flores does not implement friction_force"):
        FrictionLaw(Flores(1e4, 1.5, 0.5), "nobody")
    with pytest.raises(ValueError, match="KelvinVoigt has no parameter exponent"):
        NormalLaw(KelvinVoigt(1e4, 10.0), "nobody", {"exponent": (1.0, 2.0)})
    for low, high in ((5.0, 1.0), (1.0, 1.0), (np.nan, 1.0), (0.0, np.inf)):
        with pytest.raises(ValueError, match="stiffness of KelvinVoigt cannot range from"):
            NormalLaw(KelvinVoigt(1e4, 10.0), "nobody", {"stiffness": (low, high)})


class Creeping(NamedTuple):
    rate: float


@implements(friction_force, Creeping)
def _creep(law, normal, vx, vy, zx, zy):
    return -law.rate * zx, -law.rate * zy, vx, vy


def test_own_states_without_an_implicit_rule_are_not_identified():
    FRICTION_LAWS.register("creep", FrictionLaw(Creeping(1.0), "nobody", {"rate": (0.1, 2.0)}))
    try:
        with pytest.raises(InputError, match="creep cannot be identified: its own states"):
            laws_named(friction="creep")
    finally:
        FRICTION_LAWS.remove("creep")
    assert laws_named(friction="viscous").friction.source == "Newton's film"


class Hooke(NamedTuple):
    stiffness: float


class Film(NamedTuple):
    viscosity: float


@implements(normal_force, Hooke)
def _rows(law, depth, speed, onset):
    return np.array([law.stiffness * depth, 1.0])


@implements(friction_force, Film)
def _two_of_four(law, normal, vx, vy, zx, zy):
    return -law.viscosity * vx, -law.viscosity * vy


class Importing(NamedTuple):
    stiffness: float


@implements(normal_force, Importing)
def _with_import(law, depth, speed, onset):
    import math  # what compiled code cannot do

    return law.stiffness * math.sqrt(depth)


class Nothing(NamedTuple):
    stiffness: float


@implements(normal_force, Nothing)
def _in_one_branch(law, depth, speed, onset):
    if depth > 1e-3:
        return law.stiffness * depth
    return None


class Raising(NamedTuple):
    stiffness: float


@implements(normal_force, Raising)
def _too_deep(law, depth, speed, onset):
    if depth > 1e-3:
        raise ValueError("too deep")
    return law.stiffness * depth


@generic
def rubbed(law, normal, vx):
    fx, fy, _, _ = friction_force(law, normal, vx, 0.0, 0.0, 0.0)
    return fx + fy


def test_what_a_law_should_not_give_is_said_with_its_place():
    line = _rows.__code__.co_firstlineno
    said = rf"test_contact_laws.py, line {line}: .*_rows gives array"
    with pytest.raises(InputError, match=said), mistakes_in_one_line():
        pressed(Hooke(1e4), 1e-3, 0.0, 0.0)
    said = r"test_contact_laws.py, line \d+: .*IMPORT_NAME"
    with pytest.raises(InputError, match=said), mistakes_in_one_line():
        pressed(Importing(1e4), 1e-3, 0.0, 0.0)
    line = _two_of_four.__code__.co_firstlineno
    said = rf"test_contact_laws.py, line {line}: .*_two_of_four gives .*, not a tuple of 4 numbers"
    with pytest.raises(InputError, match=said), mistakes_in_one_line():
        rubbed(Film(1.0), 1.0, 0.1)
    line = _in_one_branch.__code__.co_firstlineno
    said = rf"test_contact_laws.py, line {line}: .*_in_one_branch gives float64, or nothing, not a"
    with pytest.raises(InputError, match=said), mistakes_in_one_line():
        pressed(Nothing(1e4), 1e-3, 0.0, 0.0)
    with pytest.raises(
        ValueError, match=r"test_contact_laws.py, line \d+: .* takes 4 .* \(law, depth"
    ):
        implements(normal_force, Film)(lambda law, depth, speed: depth)


def test_a_law_of_the_other_sort_is_said_with_its_place():
    said = r"test_contact_laws.py, line \d+: .*: Hooke does not implement friction_force"
    with pytest.raises(InputError, match=said), mistakes_in_one_line():
        rubbed(Hooke(1e4), 1.0, 0.1)
    said = "Film does not implement normal_force"
    with pytest.raises(InputError, match=said), mistakes_in_one_line():
        pressed(Film(1.0), 1e-3, 0.0, 0.0)


def test_what_a_law_raises_is_said_with_its_place():
    line = _too_deep.__code__.co_firstlineno + 3
    said = rf"test_contact_laws.py, line {line}: _too_deep raised ValueError: too deep"
    with mistakes_in_one_line():
        assert pressed(Raising(1e4), 1e-4, 0.0, 0.0) == 1.0
    with pytest.raises(InputError, match=said) as told, mistakes_in_one_line():
        pressed(Raising(1e4), 2e-3, 0.0, 0.0)
    assert isinstance(told.value.__cause__, ValueError)


def test_every_laws_usual_parameters_lie_in_its_ranges():
    for law in (*NORMAL_LAWS.values(), *FRICTION_LAWS.values()):
        for name, (low, high) in law.ranges.items():
            assert low < high
            assert low <= getattr(law.usual, name) <= high, (law.source, name)


def test_parameters_of_the_same_name_are_told_apart():
    laws = laws_named("kelvin-voigt", "bristle")
    assert laws.usual["damping"] == 100.0
    assert laws.usual["friction_damping"] == 50.0
    assert laws.ranges["friction_stiffness"] == (1e3, 1e5)
    assert laws.ranges["stiffness"] == (500.0, 1e5)
    assert "viscosity" not in laws.ranges
    assert Configuration().normal_law == NORMAL
    assert Configuration().friction_law == FRICTION
