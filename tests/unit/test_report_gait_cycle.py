"""Curves over the stride and stride parameters, against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from tests.synthetic_analysis import FOOT_OFF, STRIDE, make_analysis

from ambulo.records import Activity, Event, Stride
from ambulo.report.scene import Scene
from ambulo.results.gait_cycle import (
    cycle_curves,
    over_stride,
    side_of_strides,
    stances,
    stride_parameters,
)

TIME = np.arange(0.0, 3.0, 0.01)


def test_a_sine_of_the_strides_period_is_a_sine_of_the_percent():
    curve = over_stride(
        TIME, np.sin(2 * np.pi * (TIME - 0.337) / 1.1), Stride("left", 0.337, 1.437)
    )
    np.testing.assert_allclose(curve, np.sin(2 * np.pi * np.arange(101) / 100.0), atol=5e-4)


def test_what_is_not_known_stays_unknown():
    values = np.where((TIME > 0.5) & (TIME < 0.7), np.nan, TIME)
    curve = over_stride(TIME, values, Stride("left", 0.0, 1.0))
    assert np.isnan(curve[51:70]).all()
    np.testing.assert_allclose(curve[:50], np.arange(50) / 100.0, atol=1e-12)


def test_nothing_is_extrapolated_beyond_the_record():
    curve = over_stride(TIME, np.ones_like(TIME), Stride("left", 2.5, 3.5))
    assert np.isfinite(curve[:49]).all()
    assert np.isnan(curve[51:]).all()


def test_mean_and_spread_are_over_the_strides_known_throughout():
    rng = np.random.default_rng(0)
    values = rng.normal(size=len(TIME))
    values[TIME < 0.5] = np.nan
    strides = [Stride("left", 0.0, 1.0), Stride("left", 1.0, 2.0), Stride("left", 1.9, 2.9)]
    found = cycle_curves(TIME, values, strides)
    # the first stride is known in its second half only, and counts in neither
    np.testing.assert_array_equal(found.count, 2)
    np.testing.assert_allclose(found.mean, found.curves[1:].mean(axis=0))
    np.testing.assert_allclose(found.sd, found.curves[1:].std(axis=0, ddof=1))


def test_where_no_stride_is_known_throughout_the_known_parts_count():
    values = np.where(TIME % 1.0 < 0.5, np.nan, TIME)
    found = cycle_curves(TIME, values, [Stride("left", 0.0, 1.0), Stride("left", 1.0, 2.0)])
    assert np.isnan(found.mean[:49]).all()
    np.testing.assert_allclose(found.mean[52:98], np.arange(52, 98) / 100.0 + 0.5)
    np.testing.assert_array_equal(found.count[52:98], 2)
    one = cycle_curves(TIME, values, [Stride("left", 0.0, 1.0)])
    assert np.isnan(one.sd).all()


def test_stances_cut_by_the_record_reach_its_ends():
    events = [
        Event("left", "off", 0.4, "force"),
        Event("left", "strike", 0.9, "force"),
        Event("right", "strike", 0.5, "force"),
        Event("left", "off", 1.5, "force"),
        Event("left", "strike", 2.0, "force"),
    ]
    assert stances(events, "left", 0.1, 2.6) == [(0.1, 0.4), (0.9, 1.5), (2.0, 2.6)]
    assert stances(events, "right", 0.1, 2.6) == [(0.5, 2.6)]


def test_the_midline_goes_with_the_left_strides_if_there_are_any():
    assert side_of_strides(None, [Stride("right", 0, 1), Stride("left", 0, 1)]) == "left"
    assert side_of_strides(None, [Stride("right", 0, 1)]) == "right"
    assert side_of_strides("right", []) == "right"


@pytest.fixture(scope="module")
def scene():
    return Scene(make_analysis())


def test_stride_length_is_the_way_of_the_heel(scene):
    heel = scene.posture.point("left_heel")
    time = scene.analysis.motion.time
    for p in scene.strides:
        if p.stride.side == "left":
            a, b = (
                np.array([np.interp(t, time, heel[:, k]) for k in (0, 1)])
                for t in (p.stride.start, p.stride.stop)
            )
            assert p.stride_length == pytest.approx(np.linalg.norm(b - a))
            assert p.speed == pytest.approx(p.stride_length / (p.stride.stop - p.stride.start))


def test_stride_parameters_do_not_depend_on_the_direction_walked(scene):
    from dataclasses import replace

    turn = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    turned = replace(
        scene.posture, R_WB=turn @ scene.posture.R_WB, p_WB=scene.posture.p_WB @ turn.T
    )
    for a, b in zip(scene.strides, stride_parameters(scene.analysis, turned), strict=True):
        assert b.step_length == pytest.approx(a.step_length)
        assert b.step_width == pytest.approx(a.step_width)


def test_feet_that_cross_have_a_negative_width(scene):
    from dataclasses import replace

    # each leg is moved to the other side of the body
    aside = np.zeros_like(scene.posture.p_WB)
    for joint, name in enumerate(scene.analysis.model.joints):
        aside[:, joint, 1] = 0.3 * (name.startswith("right_") - 1.0 * name.startswith("left_"))
    crossed = replace(scene.posture, p_WB=scene.posture.p_WB + aside)
    for a, b in zip(scene.strides, stride_parameters(scene.analysis, crossed), strict=True):
        assert a.step_width > 0.0
        assert b.step_width == pytest.approx(a.step_width - 0.6, abs=0.01)


def test_supports_add_up_to_the_stance():
    whole = [p for p in Scene(make_analysis(whole=True)).strides if p.single_support is not None]
    # the last stride of a foot ends after the other's record
    assert len(whole) >= 3
    for p in whole:
        # the feet strike half a stride apart
        assert p.step_time == pytest.approx(0.5 * STRIDE)
        assert p.single_support == pytest.approx(100.0 * (1.0 - FOOT_OFF))
        assert p.double_support == pytest.approx(100.0 * (2.0 * FOOT_OFF - 1.0))
        assert p.single_support + p.double_support == pytest.approx(p.stance)


def test_step_and_supports_are_unknown_where_the_other_foot_is_not_seen(scene):
    for p in stride_parameters(left_only(scene.analysis), scene.posture):
        assert (p.step_length, p.step_width, p.step_time) == (None, None, None)
        assert (p.single_support, p.double_support) == (None, None)
        assert p.stance == pytest.approx(100.0 * FOOT_OFF)


def test_a_runner_has_no_double_support(scene):
    from dataclasses import replace

    analysis = scene.analysis
    strides = tuple(replace(s, off=s.off - 0.3) for s in analysis.strides)
    events = tuple(replace(e, time=e.time - 0.3) if e.kind == "off" else e for e in analysis.events)
    flying = stride_parameters(replace(analysis, events=events, strides=strides), scene.posture)
    for p in flying:
        assert p.double_support == 0.0
        assert p.single_support == pytest.approx(p.stance)


def test_a_step_is_from_strike_to_strike_walking_or_running(scene):
    from dataclasses import replace

    analysis = scene.analysis
    # every foot leaves the ground before the other strikes
    events = tuple(replace(e, time=e.time - 0.3) if e.kind == "off" else e for e in analysis.events)
    flying = stride_parameters(replace(analysis, events=events), scene.posture)
    time = analysis.motion.time
    judged = 0
    for p, walked in zip(flying, scene.strides, strict=True):
        side, stride = p.stride.side, p.stride
        other = "right" if side == "left" else "left"
        struck = [
            e.time
            for e in events
            if (e.side, e.kind) == (other, "strike") and stride.start < e.time < stride.stop
        ]
        if not struck:
            continue
        heels = (scene.posture.point(f"{name}_heel") for name in (side, other))
        here, there = (
            np.array([np.interp(t, time, heel[:, k]) for k in (0, 1)])
            for heel, t in zip(heels, (stride.stop, struck[-1]), strict=True)
        )
        assert np.hypot(p.step_length, p.step_width) == pytest.approx(np.linalg.norm(here - there))
        assert (p.step_length, p.step_width) == (walked.step_length, walked.step_width)
        judged += 1
    assert judged


def test_on_a_treadmill_the_belt_is_the_floor(scene):
    from dataclasses import replace

    belt = np.array([-1.3, 0.2, 0.0])
    time = scene.analysis.motion.time
    heel = scene.posture.point("left_heel")
    # a foot that stands: the synthetic one slides
    standing = replace(scene.posture, p_WB=scene.posture.p_WB - heel[:, None] * [1.0, 1.0, 0.0])
    moving = replace(standing, p_WB=standing.p_WB + time[:, None, None] * belt)
    on_belt = replace(
        left_only(scene.analysis), activity=Activity(floor=(float(belt[0]), float(belt[1])))
    )
    for p in stride_parameters(on_belt, moving):
        assert p.stride_length == pytest.approx(0.0, abs=1e-9)


def left_only(analysis):
    from dataclasses import replace

    return replace(
        analysis,
        events=tuple(e for e in analysis.events if e.side == "left"),
        strides=tuple(s for s in analysis.strides if s.side == "left"),
    )
