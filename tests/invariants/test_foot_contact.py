"""Contact under two feet: its derivatives, and what is found again of a walk whose truth is known.

The walk is integrated in time with the force laws of the multibody library, the feet cut free at
the ankles; the identification sees its frames alone, at 100 Hz.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.interpolate import BSpline

from ambulo.demo.trial import walking_demo
from ambulo.foot_contact.design import Sphere, sole_design
from ambulo.foot_contact.estimation import MotionError, estimate
from ambulo.foot_contact.evolution import evolve, judge_of
from ambulo.foot_contact.identification import identify, identify_normal
from ambulo.foot_contact.misfit import (
    Accuracy,
    Wanted,
    foot_wrenches,
    normalised_errors,
    paths_of,
    task_of,
)
from ambulo.foot_contact.person import person_spheres
from ambulo.foot_contact.slopes import CORRECTED, Corrections, foot_wrench_slopes
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.normal_laws.lankarani_nikravesh import LankaraniNikravesh
from ambulo.multibody.contact.pointed import laws_of
from ambulo_studies.contact_fits import published
from ambulo_studies.walk_on_spheres import Sole, walk_on_spheres

DROP = 0.048
SEGMENT = np.array([0, 0, 0, 1])
NORMAL = HuntCrossley(3e4, 1.5, 0.5)
FRICTION = Bristle(0.6, 0.05, 2e4, 50.0, 0.0)
NORMAL_LAW, NO_FRICTION = LankaraniNikravesh(3e4, 1.5, 0.5), Viscous(0.0)
NORMAL_WEIGHTS = np.array([0.0, 0.0, 1.0, 1.0, 1.0, 0.0])
LOW = {
    "left": (
        (-0.02, 0.002, 0.036),
        (0.05, -0.02, 0.041),
        (0.13, -0.015, 0.042),
        (0.06, 0.005, 0.04),
    ),
    "right": (
        (-0.018, -0.002, 0.034),
        (0.045, -0.018, 0.042),
        (0.126, -0.01, 0.041),
        (0.055, 0.004, 0.041),
    ),
}
LAWS = {
    "left": (HuntCrossley(4.2e4, 1.5, 0.4), Bristle(0.7, 0.05, 3e4, 60.0, 0.0)),
    "right": (HuntCrossley(3.8e4, 1.5, 0.6), Bristle(0.7, 0.05, 3e4, 60.0, 0.0)),
}


def soles():
    found = {}
    for side, rows in LOW.items():
        x, y, r = np.array(rows).T
        z = published.HEIGHT + DROP * SEGMENT
        mirrored = -y if side == "left" else y
        found[side] = Sole(SEGMENT, np.stack([x, mirrored, z], axis=1), r, *LAWS[side])
    return found


@cache
def walk(rate=100):
    demo = walking_demo()
    time = np.arange(round(1.5 * demo.walk.cycle.stride_time * rate)) / rate
    return walk_on_spheres(demo, soles(), time, start=-0.2)


def true_values(friction=True):
    """(2, 4, values) of the walk's spheres."""
    rows = [
        [
            [
                *sole.centre[s],
                sole.radius[s],
                *sole.normal,
                *(sole.friction if friction else (0.0,)),
            ]
            for s in range(4)
        ]
        for sole in soles().values()
    ]
    return np.array(rows)


def on_floor(truth):
    """The walk's wrenches about points of the floor, from each foot's first landing on."""
    about = truth.feet.p[:, :, 0] * [1.0, 1.0, 0.0]
    wrench = truth.wrench.copy()
    wrench[..., :3] += np.cross(truth.feet.p[:, :, 0] - about, wrench[..., 3:])
    landed = np.cumsum(wrench[..., 5] == 0.0, axis=1) > 0
    return Wanted(wrench, about, landed)


def spheres(friction):
    kept = ("x", "y", "radius", "stiffness")
    found = []
    for sphere in published.spheres(friction=friction, drop=DROP):
        own = {k: v for k, v in sphere.bounds.items() if k in kept or k in published.FRICTION}
        own["dissipation"] = (0.0, 2.0)
        found.append(Sphere(sphere.segment, sphere.values, own))
    return found


def test_the_feet_are_carried_by_their_spheres():
    truth = walk()
    assert (truth.wrench[..., 5] >= 0.0).all()
    weight = walking_demo().model.mass * 9.80665
    # what two feet carry over a stride is the body's weight, but for what the controller takes
    stride = round(100 * walking_demo().walk.cycle.stride_time)
    assert truth.wrench[:, :stride, 5].sum(axis=0).mean() == pytest.approx(weight, rel=0.1)
    sideways = np.linalg.norm(truth.wrench[..., 3:5], axis=2)
    assert (sideways <= 0.7 * truth.wrench[..., 5] + 1e-6).all()


def test_frames_give_the_forces_of_the_integration():
    """Finer frames come nearer to what was integrated; normal forces agree at once."""
    worst = []
    for rate in (100, 1000):
        truth = walk(rate)
        wanted = on_floor(truth)
        found = foot_wrenches(NORMAL, FRICTION, truth.feet, SEGMENT, true_values(), wanted.about)
        error = np.sqrt(np.nanmean(wanted.errors(found) ** 2, axis=1)) / wanted.ranges
        assert error[:, 5].max() < 0.001
        worst.append(error[:, 3:5].max())
    # 0.055 and 0.016
    assert worst[0] < 0.12
    assert worst[1] < 0.5 * worst[0]


@pytest.mark.parametrize("foot", [0, 1])
def test_slopes_are_the_derivatives(foot):
    """By every value of the spheres and every coefficient of the corrections, states included."""
    truth = walk()
    paths, time = paths_of(truth.feet), truth.feet.time
    count = 14
    knots = np.r_[[time[0]] * 3, np.linspace(time[0], time[-1], count - 2), [time[-1]] * 3]
    every = BSpline(knots, np.eye(count), 3)
    basis, rate = every(time), every.derivative()(time)
    first = np.clip(np.searchsorted(knots[3:-3], time, "right") - 1, 0, count - 4)
    values, about = true_values()[foot], on_floor(truth).about[foot]
    size = values.size
    column_of = np.arange(size).reshape(values.shape)
    columns = size + CORRECTED * count

    def at(x):
        out, slope = np.empty((len(time), 6)), np.empty((len(time), 6, columns))
        amount = x[size:].reshape(CORRECTED, count)
        foot_wrench_slopes(
            laws_of(NORMAL, FRICTION), paths, foot, SEGMENT, x[:size].reshape(values.shape),
            column_of, Corrections(basis, rate, first, amount, size), about, out, slope,
        )  # fmt: skip
        return out, slope

    rng = np.random.default_rng(2)
    plain, _ = at(np.r_[values.ravel(), np.zeros(CORRECTED * count)])
    whole = foot_wrenches(
        NORMAL, FRICTION, truth.feet, SEGMENT, true_values(), on_floor(truth).about
    )
    np.testing.assert_allclose(plain, whole[foot], rtol=1e-9, atol=1e-8)
    x = np.r_[values.ravel(), 0.002 * rng.standard_normal(CORRECTED * count)]
    _, slope = at(x)
    scale = np.r_[np.maximum(np.abs(values.ravel()), 1e-3), np.full(CORRECTED * count, 0.01)]
    for c in rng.permutation(columns)[:60]:
        h = np.zeros(columns)
        h[c] = 1e-5 * scale[c]
        wanted = (at(x + h)[0] - at(x - h)[0]) / (2 * h[c])
        gap = np.abs(wanted - slope[:, :, c]).max(axis=1)
        # a step over the moment at which a sphere lands or slips is no derivative
        assert np.quantile(gap, 0.9) <= 2e-3 * (np.abs(wanted).max() + 1.0 / scale[c])


def test_a_population_is_judged_as_the_definition_says():
    truth = walk()
    wanted = on_floor(truth)
    design = sole_design(published.spheres(drop=DROP), NORMAL_LAW, NO_FRICTION)
    assert len(design.free) == 40
    task = task_of(design, wanted, NORMAL_WEIGHTS)
    rng = np.random.default_rng(4)
    parts = rng.uniform(0.0, 1.0, (5, 40))
    judge, found, beyond = judge_of(design, truth.feet, task), np.empty(5), np.empty(5)
    judge(parts, found)
    for part, misfit in zip(parts, found, strict=True):
        values = design.values(design.lower + part * (design.upper - design.lower))
        _, nrmse = normalised_errors(design, values, truth.feet, wanted)
        assert misfit == pytest.approx((nrmse * NORMAL_WEIGHTS).sum(), rel=1e-9)
    # beyond its bounds a variable is reflected, so that every design is inside
    judge(-parts, beyond)
    np.testing.assert_allclose(beyond, found, rtol=1e-12)


def test_normal_parameters_are_found_again():
    """All forty, from the middle of Table 6.2's bounds, because friction has no part in them."""
    truth = walk()
    design, found = identify_normal(spheres(False), truth.feet, on_floor(truth), starts=1)
    true = design.variables(true_values(friction=False))
    assert found.settled
    np.testing.assert_allclose(design.variables(found.values), true, rtol=0.01)


def test_moments_off_the_floor_are_refused():
    truth = walk()
    wanted = Wanted(truth.wrench, truth.feet.p[:, :, 0], on_floor(truth).counted)
    with pytest.raises(ValueError, match="floor"):
        identify_normal(spheres(False), truth.feet, wanted, starts=1)


def test_evolution_comes_down_and_says_what_it_found():
    pytest.importorskip("cma")
    truth, wanted = walk(), on_floor(walk())
    design = sole_design(published.spheres(drop=DROP), NORMAL_LAW, NO_FRICTION)
    found = evolve(
        design, truth.feet, wanted, NORMAL_WEIGHTS, evaluations=3000, population=60, seed=3
    )
    _, nrmse = normalised_errors(design, found.values, truth.feet, wanted)
    assert found.misfit == pytest.approx((nrmse * NORMAL_WEIGHTS).sum(), rel=1e-9)
    start = np.empty(1)
    judge_of(design, truth.feet, task_of(design, wanted, NORMAL_WEIGHTS))(
        np.full((1, 40), 0.5), start
    )
    assert found.misfit < 0.5 * start[0]
    inside = design.variables(found.values)
    assert ((inside >= design.lower) & (inside <= design.upper)).all()


def moved(truth, size, seed=6):
    """The feet as a recording has them that is off by slow errors; and these errors (2, n, 3)."""
    rng = np.random.default_rng(seed)
    time = truth.feet.time
    off, rate = np.zeros((2, len(time), 3)), np.zeros((2, len(time), 3))
    for f in range(2):
        for c in range(3):
            for n in range(1, 5):
                a, phase = size * rng.standard_normal() / 2.0, rng.uniform(0, 2 * np.pi)
                w = 2 * np.pi * n / (time[-1] - time[0])
                off[f, :, c] += a * np.sin(w * time + phase)
                rate[f, :, c] += a * w * np.cos(w * time + phase)
    feet = truth.feet
    p, u = feet.p + off[:, :, None], feet.u + rate[:, :, None]
    return replace(feet, p=p, u=u), off


def test_friction_comes_with_the_motion_corrected():
    """Off by 2 mm, the motion as recorded tells no friction; free within its error, it does."""
    truth = walk()
    feet, off = moved(truth, 0.002)
    feet = replace(feet, stance=truth.wrench[..., 5] > 0.0)
    accuracy = Accuracy((5.0, 2.0, 10.0), (1.0, 2.0, 0.5))
    wanted = replace(on_floor(truth), accuracy=accuracy)
    # rounding decides where a single search of the corrected motion ends
    plain = identify(spheres(True), feet, wanted, starts=1)
    free = identify(spheres(True), feet, wanted, error=MotionError(), starts=3)
    errors = []
    for found in (plain, free):
        gap = wanted.errors(found.estimated.wrenches)
        errors.append((np.sqrt(np.nanmean(gap**2, axis=1)) / wanted.ranges)[:, 3:])
    # sideways, of 90 N; forwards and up, of 470 and 960 N, within 1 %
    assert errors[1].max() < 0.03
    assert errors[1][:, [0, 2]].max() < 0.01
    assert errors[1][:, :2].max() < 0.3 * errors[0][:, :2].max()
    moved_by = np.linalg.norm(free.estimated.corrections[..., :3], axis=2)[feet.stance]
    # 8.5 mm against 5.2: shift and friction stand for one another where the foot rolls
    assert moved_by.max() < 1.8 * np.linalg.norm(off, axis=2).max()


def test_information_is_what_it_costs_to_hold_a_value_elsewhere():
    """All else found again, the motion's corrections too, a value a off costs a^2 / 2 over C."""
    truth = walk()
    free = [
        sphere.held(**{x: 0.0 for x in sphere.bounds if x not in ("x", "stiffness")})
        for sphere in spheres(True)
    ]
    design = replace(sole_design(free, NORMAL, FRICTION), held=true_values())
    about = truth.feet.p[:, :, 0] * [1.0, 1.0, 0.0]
    exact = foot_wrenches(NORMAL, FRICTION, truth.feet, SEGMENT, true_values(), about)
    accuracy = Accuracy((5.0, 2.0, 10.0), (1.0, 2.0, 0.5))
    wanted = Wanted(exact, about, np.ones(exact.shape[:2], dtype=bool), accuracy=accuracy)
    start = design.held
    told = []
    found = estimate(
        design, truth.feet, wanted, start=start, error=MotionError(), progress=told.append
    )
    assert told == list(range(found.iterations))
    assert found.cost < 1e-9
    covariance = np.linalg.inv(found.information)
    for i in (1, 6):
        off = 0.5 * np.sqrt(covariance[i, i])
        rest = np.arange(len(design.free)) != i
        values = start.copy()
        values.ravel()[design.free[i]] += off
        held = replace(
            design, held=values, free=design.free[rest], lower=design.lower[rest],
            upper=design.upper[rest],
        )  # fmt: skip
        cost = estimate(held, truth.feet, wanted, start=values, error=MotionError()).cost
        assert cost == pytest.approx(0.125, rel=0.1)
        # with the motion taken as it is the same would cost more
        plain = estimate(held, truth.feet, wanted, start=values).cost
        assert plain > 1.5 * cost


@cache
def other_walk():
    """A walk on six stiffer, almost linear spheres in two rows, elsewhere than the fit has four."""
    demo = walking_demo()
    found = {}
    for side, left in (("left", 1.0), ("right", -1.0)):
        x = np.array([-0.03, -0.03, 0.10, 0.10, 0.05, 0.05])
        y = left * np.array([0.02, -0.015, 0.03, -0.025, 0.02, -0.02])
        segment = np.array([0, 0, 0, 0, 1, 1])
        centre = np.stack([x, y, -0.06 + DROP * segment], axis=1)
        laws = HuntCrossley(1.2e4, 1.1, 0.8), Bristle(0.6, 0.08, 1.5e4, 30.0, 0.0)
        found[side] = Sole(segment, centre, np.full(6, 0.028), *laws)
    time = np.arange(round(150 * demo.walk.cycle.stride_time)) / 100.0
    return walk_on_spheres(demo, found, time, start=-0.2)


def test_forces_on_other_spheres_under_another_law_are_met_too():
    """Four spheres of exponent 3/2 stand for six of 1.1, the motion free within its error."""
    truth = other_walk()
    accuracy = Accuracy((5.0, 2.0, 10.0), (1.0, 2.0, 0.5))
    wanted = replace(on_floor(truth), accuracy=accuracy)
    fit = person_spheres(truth.feet)
    found = identify(fit, truth.feet, wanted, error=MotionError(), starts=2)
    gap = wanted.errors(found.estimated.wrenches)
    nrmse = (np.sqrt(np.nanmean(gap**2, axis=1)) / wanted.ranges)[:, 3:]
    assert nrmse.max() < 0.03
    assert nrmse[:, [0, 2]].max() < 0.01


def test_nothing_free_leaves_the_forces_as_they_are():
    truth, wanted = walk(), on_floor(walk())
    held = sole_design(spheres(True), NORMAL, FRICTION).holding(true_values())
    found = estimate(held, truth.feet, wanted)
    whole = foot_wrenches(NORMAL, FRICTION, truth.feet, SEGMENT, true_values(), wanted.about)
    np.testing.assert_allclose(found.wrenches, whole, rtol=1e-9, atol=1e-8)
    assert (found.corrections == 0.0).all()
