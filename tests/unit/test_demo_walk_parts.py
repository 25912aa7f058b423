"""Parts of the demo's walk: rockers, leg, swing, splines, published patterns."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import make_interp_spline

from ambulo.demo.consistent_walk import gauss_newton, likeness
from ambulo.demo.foot_rockers import roll_foot
from ambulo.demo.foot_sharing import foot_plan
from ambulo.demo.leg_placement import LegLengths, place_leg
from ambulo.demo.normal_walk import PeriodicSeries, StancePattern, normal_walk
from ambulo.demo.periodic_motion import (
    motion_at_nodes,
    node_rates,
    periodic_motion,
    periodic_spline,
)
from ambulo.demo.posture import Fading, bridge_swing
from ambulo.demo.walking_man import SOLE, SUBJECT, walking_man
from ambulo.report.normal_band import load_norms


def test_published_patterns():
    walk = normal_walk()
    phase = np.arange(200) / 200
    assert 1.1 < walk.cycle.speed < 1.4
    knee = np.degrees(walk.angles["knee_flexion"](phase))
    # Schwartz et al. (2008), free speed: 19 degrees at 12 %, 59 at 72 %
    assert knee[24] == pytest.approx(19.3, abs=0.5)
    assert knee.max() == pytest.approx(59.1, abs=0.5)
    assert phase[knee.argmax()] == pytest.approx(0.72, abs=0.01)


def test_a_slower_walk_has_the_angles_and_forces_of_its_speed():
    """At 0.5 m/s the leg bends as in very slow walking; forces change less, no moment is known."""
    walk, phase = normal_walk(), np.arange(50) / 50
    assert walk.with_cycle() is walk
    slow = walk.with_cycle(stride_time=1.6, stride_length=0.8)
    assert slow.cycle.foot_off == walk.cycle.foot_off
    speeds = load_norms().speeds
    knee, knee_free = (
        speeds[s].curves["angles"]["knee_flexion"].mean for s in ("very slow", "free")
    )
    change = [np.degrees(w.angles["knee_flexion"](phase)) for w in (slow, walk)]
    np.testing.assert_allclose(change[0] - change[1], (knee - knee_free)[:-1], atol=0.4)
    hip = [np.degrees(sum(w.angles[a](phase) for a in ("thigh_inclination", "pelvis_tilt")))
           for w in (slow, walk)]  # fmt: skip
    hips = [speeds[s].curves["angles"]["hip_flexion"].mean for s in ("very slow", "free")]
    np.testing.assert_allclose(hip[0] - hip[1], (hips[0] - hips[1])[:-1], atol=0.4)
    man = walking_man()
    wanted = [
        likeness(man, w, foot_plan(walk, SOLE, walk.cycle.stride_time * phase), phase)
        for w in (walk, slow)
    ]
    forward, upward = slow.pace
    assert forward == pytest.approx(0.8 / walk.cycle.stride_length)
    assert upward == pytest.approx((0.5 / walk.cycle.speed) ** 2)
    np.testing.assert_allclose(wanted[1].force[:, 0], forward * wanted[0].force[:, 0], atol=1e-12)
    beyond = wanted[1].force[:, 1] - 1.0
    np.testing.assert_allclose(beyond, upward * (wanted[0].force[:, 1] - 1.0), atol=1e-12)
    assert len(wanted[0].moments) == 5
    assert not wanted[1].moments


def test_a_stance_pattern_is_level_and_exact_at_its_ends():
    pattern = StancePattern.following(np.array([0, 0.3, 0.6, 1.0]), np.array([0.1, 1.0, 0.6, 0.2]))
    ends = np.array([0.0, 1.0])
    np.testing.assert_allclose(pattern(ends), [0.1, 0.2], atol=1e-14)
    for order in (1, 2, 3):
        np.testing.assert_allclose(pattern.spline(ends, nu=order), 0.0, atol=1e-7)
    inside = pattern(np.linspace(0, 1, 300))
    assert inside.min() >= 0.1 - 1e-12
    assert inside.max() <= 1.0 + 1e-12


LEG = LegLengths(0.40, 0.45)


def hip_over(phase):
    """Path of a hip (n, 3) past a flat foot, along it, across it and above the floor."""
    along = -0.28 + 1.38 * phase
    return np.stack([along, 0.06 + 0 * phase, 0.897 - 0.014 * np.cos(4 * np.pi * phase)], axis=1)


def test_a_foot_on_heel_or_forefoot_takes_up_the_published_knee():
    walk = normal_walk()
    for phase in (np.zeros(1), np.linspace(0.45, walk.cycle.foot_off, 20)):
        hip = hip_over(phase)
        foot = roll_foot(walk, SOLE, phase, hip, LEG)
        apart = np.column_stack(
            [foot.ankle[:, 0] - hip[:, 0], hip[:, 1], foot.ankle[:, 1] - hip[:, 2]]
        )
        np.testing.assert_allclose(
            LEG.flexion(np.linalg.norm(apart, axis=1)),
            walk.angles["knee_flexion"](phase),
            atol=1e-9,
        )


def test_a_leg_spans_hip_and_ankle():
    rng = np.random.default_rng(3)
    hip = np.array([0, 0, 0.9]) + rng.uniform(-0.05, 0.05, size=(50, 3))
    ankle = np.array([0.1, 0, 0.2]) + rng.uniform(-0.05, 0.05, size=(50, 3))
    heading = rng.uniform(-0.4, 0.4, 50)
    leg = place_leg(hip, ankle, LegLengths(0.42, 0.45), heading)
    knee = hip - 0.42 * leg.R_thigh[:, :, 2]
    np.testing.assert_allclose(knee - 0.45 * leg.R_shank[:, :, 2], ankle, atol=1e-12)
    np.testing.assert_allclose(leg.R_thigh[:, :, 1], leg.R_shank[:, :, 1], atol=1e-12)
    np.testing.assert_allclose(np.linalg.det(leg.R_thigh), 1.0, atol=1e-12)
    # the knee is in front of the line from hip to ankle, seen where it heads
    middle = hip + (ankle - hip) * 0.5
    forward = np.stack([np.cos(heading), np.sin(heading), 0 * heading], axis=1)
    assert (np.sum((knee - middle) * forward, axis=1) > 0).all()


def test_a_leg_out_of_reach():
    with pytest.raises(ValueError, match="leg"):
        place_leg(np.array([[0, 0, 1.0]]), np.zeros((1, 3)), LegLengths(0.4, 0.4), np.zeros(1))


def test_swing_meets_stance_smoothly():
    n, off = 400, 0.6
    phase = np.arange(n) / n
    swing = np.sin(2 * np.pi * phase)[:, None]

    def stance(s):
        return (0.3 * (s - 0.1) ** 2)[:, None]

    whole = bridge_swing(phase, swing, stance, off, (Fading(0.08, 0.035),))
    # in stance and just after off the stance's cubic continuation, to third order
    np.testing.assert_allclose(whole[phase <= off], stance(phase[phase <= off]), atol=1e-12)
    after = (phase > off) & (phase < off + 0.01)
    np.testing.assert_allclose(whole[after], stance(phase[after]), atol=3e-3)
    before = phase > 0.995
    np.testing.assert_allclose(whole[before], stance(phase[before] - 1), atol=1e-3)
    # far from both ends the correction has faded
    middle = (phase > 0.85) & (phase < 0.90)
    np.testing.assert_allclose(whole[middle], swing[middle], atol=0.15)


@pytest.mark.parametrize("degree", [5, 7])
def test_a_periodic_spline_is_the_one_of_scipy(degree):
    values = np.random.default_rng(2).normal(size=(40, 3))
    spline = periodic_spline(values, 1.3, degree)
    nodes = np.linspace(0.0, 1.3, 41)
    closed = np.concatenate([values, values[:1]])
    expected = make_interp_spline(nodes, closed, k=degree, bc_type="periodic")
    at = np.linspace(0.0, 1.3, 333)
    for order in range(3):
        np.testing.assert_allclose(spline(at, nu=order), expected(at, nu=order), atol=1e-9)
    rate, rate2 = node_rates(values, 1.3, degree)
    np.testing.assert_allclose(rate, expected(nodes[:-1], nu=1), atol=1e-9)
    np.testing.assert_allclose(rate2, expected(nodes[:-1], nu=2), atol=1e-9)


def test_a_periodic_motion_is_its_own_derivative():
    model = walking_man()
    n = 64
    phase = np.arange(n) / n
    angle = 0.4 * np.sin(2 * np.pi * phase)
    R = np.tile(np.eye(3), (n, model.tree.nb, 1, 1))
    shank = model.segments.index("left_shank")
    R[:, shank, 0, 0] = R[:, shank, 2, 2] = np.cos(angle)
    R[:, shank, 0, 2], R[:, shank, 2, 0] = np.sin(angle), -np.sin(angle)
    root = np.column_stack([0.02 * np.cos(2 * np.pi * phase), 0 * phase, 0.9 + 0 * phase])
    motion = periodic_motion(model.tree, 1.1, np.array([1.3, 0.0, 0.0]), root, R)
    h = 1e-4
    t = np.array([0.31, 0.9, 1.7])
    before, now, after = motion(t - h), motion(t), motion(t + h)
    np.testing.assert_allclose((after.q - before.q)[:, :3] / (2 * h), now.v[:, :3], atol=1e-6)
    np.testing.assert_allclose((after.v - before.v) / (2 * h), now.a, atol=1e-5)
    knee = model.tree.v_start[shank]
    expected = 0.4 * 2 * np.pi / 1.1 * np.cos(2 * np.pi * t / 1.1)
    np.testing.assert_allclose(now.v[:, knee + 1], expected, rtol=1e-4)
    np.testing.assert_allclose(motion(t + 1.1).q[:, 0] - now.q[:, 0], 1.3, atol=1e-12)
    nodes = motion_at_nodes(model.tree, 1.1, np.array([1.3, 0.0, 0.0]), root, R)
    same = motion(nodes.time)
    np.testing.assert_allclose(nodes.q, same.q, atol=1e-12)
    np.testing.assert_allclose(nodes.a, same.a, atol=1e-8)


def test_a_series_takes_further_harmonics():
    series = PeriodicSeries(1.0, np.array([2.0]), np.array([3.0]))
    more = series.plus(0.5, (1, 3), np.array([0.1, 0.2]), np.array([0.3, 0.4]))
    s = np.linspace(0, 1, 17)
    angle = 2 * np.pi * s
    expected = 1.5 + 2.1 * np.cos(angle) + 3.3 * np.sin(angle)
    expected += 0.2 * np.cos(3 * angle) + 0.4 * np.sin(3 * angle)
    np.testing.assert_allclose(more(s), expected, atol=1e-12)


def test_gauss_newton_finds_the_nearest_point_of_a_curve():
    def residual(x):
        return np.array([x[0] - 1.0, 0.5 * x[0] ** 2 - 2.0])

    found = gauss_newton(residual, np.array([0.5]))
    # the distance's derivative: (x - 1) + x (x^2 / 2 - 2) = 0
    x = found[0]
    assert (x - 1) + x * (0.5 * x**2 - 2) == pytest.approx(0.0, abs=0.05)


def test_gauss_newton_stays_where_the_residual_exists():
    def residual(x):
        if x[0] > 1.0:
            raise ValueError("out of reach")
        return np.array([x[0] - 3.0])

    assert 0.9 < gauss_newton(residual, np.zeros(1))[0] <= 1.0


def test_the_man_weighs_what_the_document_says():
    model = walking_man()
    assert model.mass == pytest.approx(85.0)
    assert SUBJECT.measurements["left_foot_length"] == pytest.approx(SOLE.length)
