"""Filters: what they keep, what they remove, and that they do not delay."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ambulo.gait.configuration import read_configuration
from ambulo.inputs.errors import InputError
from ambulo.math.bsplines import SplineSum
from ambulo.math.splines import (
    cutoff_at_weight,
    smoothing_spline,
    weight_at_cutoff,
)
from ambulo.mocap.filters.bezier import bezier_filter, fit_bezier
from ambulo.mocap.filters.butterworth import butterworth_filter
from ambulo.mocap.filters.cross_validation import (
    effective_parameters,
    weight_by_cross_validation,
)
from ambulo.mocap.filters.registry import FILTERS, choose_smoothing
from ambulo.mocap.filters.reinsch import noise_above
from ambulo.mocap.filters.singular_spectrum import (
    choose_window,
    pass_response,
    singular_spectrum_filter,
)
from ambulo.mocap.filters.smoothing import CausedPath, Cutoff, Smoothing, unchanged
from ambulo.records import Markers

TIME = np.arange(400) / 100.0
OMEGA = 2 * np.pi * np.array([0.95, 1.9, 2.85])
AMPLITUDE = np.array([0.15, 0.03, 0.01])


def movement():
    """Positions and accelerations (frames, 6)."""
    phase = np.linspace(0.0, 5.0, 6)
    wave = np.sin(OMEGA * TIME[:, None, None] + phase[:, None])
    return wave @ AMPLITUDE, -wave @ (AMPLITUDE * OMEGA**2)


def noisy(level=0.0007, seed=0):
    clean, truth = movement()
    return clean + level * np.random.default_rng(seed).normal(size=clean.shape), truth


# ------------------------------------------------------------------ singular spectrum analysis


def test_all_components_give_the_signal_back():
    values, _ = noisy()
    result = singular_spectrum_filter(values, window=12, components=12, passes=1)
    np.testing.assert_allclose(result.filtered, values, atol=1e-13)
    np.testing.assert_allclose(result.kept, 1.0)


def test_a_sine_needs_two_components():
    sine = np.sin(2 * np.pi * 1.3 * TIME)[:, None]
    result = singular_spectrum_filter(sine, window=20, components=2, passes=3)
    np.testing.assert_allclose(result.filtered, sine, atol=1e-12)
    assert (result.eigenvalues[:, 0, 2] < 1e-12 * result.eigenvalues[:, 0, 0]).all()
    one = singular_spectrum_filter(sine, window=20, components=1, passes=1)
    assert np.abs(one.filtered - sine).max() > 0.05


def test_the_spectrum_shows_noise_leaving_pass_by_pass():
    values, _ = noisy()
    plot = singular_spectrum_filter(values, window=10).diagnostic()
    assert list(plot.curves) == ["pass 1", "pass 2", "pass 3"]
    first, second, third = plot.curves.values()
    assert len(plot.x) == len(first) == 10
    # white noise is a floor of a share each; a pass pushes it down
    assert np.ptp(first[4:]) < 0.5
    assert (second[4:] < first[4:] - 1.0).all()
    assert (third[4:] < second[4:]).all()


def test_the_documents_setting_keeps_its_share_and_beats_the_raw_signal():
    values, _ = noisy()
    clean, _ = movement()
    result = singular_spectrum_filter(values, window=10, components=2, passes=3)
    assert result.kept.min() >= 0.999
    inner = slice(15, -15)
    left = np.std((result.filtered - clean)[inner])
    assert left < 0.6 * 0.0007


def test_response_of_a_pass_is_what_it_does_to_a_small_ripple():
    # a movement that fixes the eigenvectors, and a ripple far too small to change them
    clean, _ = movement()
    for cycles in (0.02, 0.06, 0.1):
        ripple = 1e-6 * np.sin(2 * np.pi * cycles * np.arange(len(TIME)))[:, None]
        with_it = singular_spectrum_filter(clean[:, :1] + ripple, 12, 2, 1).filtered
        without = singular_spectrum_filter(clean[:, :1], 12, 2, 1).filtered
        through = (with_it - without)[50:-50, 0]
        expected = pass_response(clean[:, :1], 12, 2, np.array([cycles]))[0]
        inner = ripple[50:-50, 0]
        assert through @ inner / (inner @ inner) == pytest.approx(expected, abs=0.03)


def test_a_lower_cutoff_takes_a_longer_window():
    values, _ = noisy()
    windows = [choose_window(values, 0.01, f) for f in (12.0, 8.0, 5.0)]
    assert windows == sorted(windows)
    assert windows[0] < windows[-1]


def test_refuses_windows_that_do_not_fit():
    values, _ = noisy()
    with pytest.raises(ValueError, match="give 2 to 200"):
        singular_spectrum_filter(values, window=300)
    with pytest.raises(ValueError, match="components"):
        singular_spectrum_filter(values, window=5, components=6)


# ------------------------------------------------------------------ Butterworth


def test_butterworth_passes_71_percent_at_its_cutoff_without_delay():
    for frequency in (3.0, 8.0):
        wave = np.sin(2 * np.pi * frequency * TIME)[:, None]
        out = butterworth_filter(wave, 0.01, frequency)[100:-100, 0]
        inner = wave[100:-100, 0]
        assert np.ptp(out) / np.ptp(inner) == pytest.approx(np.sqrt(0.5), rel=0.01)
        # in phase: no part along the quadrature
        quadrature = np.cos(2 * np.pi * frequency * TIME)[100:-100]
        assert abs(out @ quadrature) < 0.02 * (out @ inner)


def test_butterworth_refuses_a_cutoff_above_the_rate():
    with pytest.raises(ValueError, match="cut-off"):
        butterworth_filter(np.zeros((50, 1)), 0.01, 60.0)
    with pytest.raises(ValueError, match="cut-off of 50"):
        butterworth_filter(np.zeros((50, 1)), 0.01, 50.0)


@pytest.mark.parametrize("frames", [30, 400])
def test_butterworth_starts_before_the_record(frames):
    """Turned about its ends a straight line goes on as it is; short ones as far as they reach."""
    line = np.linspace(0.0, 1.0, frames)[:, None]
    np.testing.assert_allclose(butterworth_filter(line, 0.01, 8.0), line, atol=1e-4)


# ------------------------------------------------------------------ cross-validation


def test_trace_of_the_smoother_is_the_one_of_its_matrix():
    frames = 60
    for weight in (1.0, 100.0, 1e4):
        spline = smoothing_spline(np.arange(frames) * 1.0, np.eye(frames), np.full(frames, weight))
        assert isinstance(spline.spline, SplineSum)
        trace = float(np.trace(spline(np.arange(frames) * 1.0)))
        assert effective_parameters(weight, frames) == pytest.approx(trace, rel=0.06)


def test_cross_validation_is_near_the_best_for_white_noise():
    values, _ = noisy(level=0.001, seed=3)
    clean, _ = movement()
    chosen = weight_by_cross_validation(TIME, values)

    def error(weight):
        smooth = smoothing_spline(TIME, values, np.full(6, weight))(TIME)
        return np.sqrt(np.mean((smooth - clean) ** 2))

    best = min(error(w) for w in np.logspace(-2, 8, 60))
    assert error(chosen) < 1.15 * best


def test_a_cut_off_says_what_is_noise_to_reinsch():
    markers = Markers(("a", "b"), TIME, noisy(level=0.001)[0].reshape(-1, 2, 3))
    weights = [choose_smoothing("reinsch", markers, hz, never).weight for hz in (8.0, 20.0)]
    measured = choose_smoothing("reinsch", markers, None, lambda: Cutoff(8.0, "")).weight
    assert weights[0] == measured != weights[1]
    assert measured != choose_smoothing("quintic", markers, 8.0, never).weight


def test_cross_validation_takes_no_cut_off():
    values, _ = noisy()
    markers = Markers(("a", "b"), TIME, values.reshape(-1, 2, 3))
    with pytest.raises(InputError, match="finds its own cut-off, but 6 Hz"):
        choose_smoothing("gcv", markers, 6.0, never, {})
    # half amplitude beyond half of the rate is none
    exact = replace(markers, position=movement()[0].reshape(-1, 2, 3))
    assert "hardly smooth" in choose_smoothing("gcv", exact, None, never, {}).note


# ------------------------------------------------------------------ all of them


@pytest.mark.parametrize("name", list(FILTERS))
def test_every_filter_brings_the_acceleration_near_the_truth(name):
    values, truth = noisy(level=0.0007, seed=4)
    markers = Markers(("a", "b"), TIME, values.reshape(len(TIME), 2, 3))
    smoothing = choose_smoothing(name, markers, None, lambda: Cutoff(5.5, "Known."))
    filtered = smoothing.of_markers(markers).position.reshape(len(TIME), -1)
    spline = smoothing_spline(TIME, smoothing.coordinates(filtered), np.full(6, smoothing.weight))
    inner = slice(25, -25)
    error = np.sqrt(np.mean((spline(TIME, 2) - truth)[inner] ** 2)) / np.std(truth[inner])
    assert error < 0.06, f"{name}: {100 * error:.1f} %"
    raw = np.gradient(np.gradient(values, TIME, axis=0), TIME, axis=0)
    assert error < 0.1 * np.sqrt(np.mean((raw - truth)[inner] ** 2)) / np.std(truth[inner])
    assert smoothing.note.endswith(".")


def never() -> Cutoff:
    raise AssertionError("a cut-off that is given needs no measuring")


@pytest.mark.parametrize("name", list(FILTERS))
def test_markers_with_gaps_pass_unfiltered(name):
    values, _ = noisy()
    position = values.reshape(len(TIME), 2, 3).copy()
    position[40:44, 1] = np.nan
    markers = Markers(("a", "b"), TIME, position)
    out = choose_smoothing(name, markers, None, lambda: Cutoff(8.0, "")).of_markers(markers)
    np.testing.assert_array_equal(out.position[:, 1], position[:, 1])


# ------------------------------------------------------------------ a cut-off that varies


def test_a_constant_profile_is_the_weight():
    values, _ = noisy()
    weight = np.full(6, 200.0)
    whole = smoothing_spline(TIME, values, 3.0 * weight)
    parts = smoothing_spline(TIME, values, weight, np.full(len(TIME) - 1, 3.0))
    np.testing.assert_allclose(parts(TIME, 2), whole(TIME, 2), atol=1e-6)


def test_a_profile_smooths_each_part_by_its_own_cutoff():
    wave = np.sin(2 * np.pi * 6.0 * TIME)[:, None]
    course = np.where(TIME < 2.0, 6.0, 20.0)
    profile = (6.0 / np.sqrt(course[1:] * course[:-1])) ** 6
    weight = np.array([weight_at_cutoff(6.0, 0.01)])
    smooth = smoothing_spline(TIME, wave, weight, profile)(TIME)[:, 0]
    for part, passed in ((slice(50, 150), 0.5), (slice(250, 350), 1.0)):
        share = smooth[part] @ wave[part, 0] / (wave[part, 0] @ wave[part, 0])
        assert share == pytest.approx(passed, abs=0.01)


@pytest.mark.parametrize("name", ["quintic", "butterworth"])
def test_forces_are_filtered_as_the_motion_that_they_cause(name):
    """A force and the path it gives a unit mass, filtered apart, stay force and motion."""
    time = TIME - TIME[0]
    push = 300.0 * np.exp(-0.5 * ((time - 2.0) / 0.02) ** 2)[:, None]
    course = 6.0 + 4.0 * np.exp(-0.5 * ((time - 2.0) / 0.2) ** 2)
    cutoff = Cutoff(8.0, "", course if name == "quintic" else None)
    markers = Markers(("a",), TIME, np.zeros((len(TIME), 1, 3)))
    smoothing = choose_smoothing(name, markers, None, lambda: cutoff)
    # the path in closed form enough: integrated on a grid ten times as fine
    fine = np.arange(0.0, time[-1] + 5e-4, 1e-3)
    shape = 300.0 * np.exp(-0.5 * ((fine - 2.0) / 0.02) ** 2)
    speed = np.concatenate([[0.0], np.cumsum(0.5e-3 * (shape[1:] + shape[:-1]))])
    path = np.concatenate([[0.0], np.cumsum(0.5e-3 * (speed[1:] + speed[:-1]))])[::10, None]
    weight = np.array([smoothing.weight])
    seen = smoothing_spline(
        TIME, smoothing.coordinates(smoothing.markers(path)), weight, smoothing.profile
    )(TIME, 2)
    filtered = smoothing.of_forces(CausedPath.of(TIME, push), slice(0, len(TIME)))
    np.testing.assert_allclose(filtered[20:-20], seen[20:-20], atol=0.01 * push.max())
    assert filtered.max() < 0.95 * push.max()


def test_a_filter_that_does_nothing_leaves_forces_alone():
    force = np.sin(2 * np.pi * TIME)[:, None] * [1.0, 700.0]
    nothing = Smoothing(unchanged, unchanged, 0.0, "")
    seen = nothing.of_forces(CausedPath.of(TIME, force), slice(0, len(TIME)))
    np.testing.assert_allclose(seen[25:-25], force[25:-25], rtol=1e-4, atol=1e-3)


# ------------------------------------------------------------------ curves


def test_bezier_reproduces_a_polynomial_at_its_own_order():
    time = np.linspace(2.0, 5.0, 80)
    curve = fit_bezier(time, 1.0 - 2.0 * time + 0.5 * time**3, 1e-9)
    assert curve.order == 3
    np.testing.assert_allclose(curve(time, 1), -2.0 + 1.5 * time**2, atol=1e-8)
    np.testing.assert_allclose(curve(time, 2), 3.0 * time, atol=1e-7)
    np.testing.assert_allclose(curve(time, 4), 0.0)


def test_bezier_says_when_no_order_is_enough():
    time = np.linspace(0.0, 1.0, 500)
    with pytest.raises(ValueError, match="order 60"):
        fit_bezier(time, np.sign(np.sin(60 * time)), 1e-4)


def passed(frequency, cutoff, seconds=4.0):
    """Share of a wave's amplitude that Bézier curves keep, in the record's middle half."""
    time = np.arange(0.0, seconds + 0.005, 0.01)
    wave = np.sin(2 * np.pi * frequency * time)
    inner = slice(len(time) // 4, -len(time) // 4)
    out = bezier_filter(wave[:, None], 0.01, cutoff)[:, 0]
    return out[inner] @ wave[inner] / (wave[inner] @ wave[inner])


@pytest.mark.parametrize("seconds", [1.5, 4.0, 11.0])
def test_bezier_curves_follow_what_is_slower_than_the_cutoff(seconds):
    """One curve of order 28, three joined, and ten."""
    assert passed(3.5, 6.0, seconds) == pytest.approx(1.0, abs=0.01)
    assert abs(passed(9.0, 6.0, seconds)) < 0.02


def test_one_bezier_curve_is_that_of_the_fit():
    """Below order 40 over the record the filter is the curve of `fit_bezier` of that order."""
    values, _ = noisy()
    time, series = TIME[:120], values[:120, 0]
    order = 12
    found = bezier_filter(series[:, None], 0.01, order / (np.pi * 1.19))[:, 0]
    powers = np.polynomial.legendre.legvander(np.linspace(-1.0, 1.0, 120), order)
    best = powers @ np.linalg.lstsq(powers, series, rcond=None)[0]
    np.testing.assert_allclose(found, best, atol=1e-9)
    left = np.sqrt(np.mean((series - best) ** 2))
    curve = fit_bezier(time, series, left * (1.0 + 1e-9))
    assert curve.order == order
    np.testing.assert_allclose(curve(time), found, atol=1e-9)


def test_joined_bezier_curves_keep_what_each_keeps():
    """A cubic is a curve of order 3 everywhere: joining several changes nothing of it."""
    cubic = (1.0 - 2.0 * TIME + 0.5 * TIME**3)[:, None]
    np.testing.assert_allclose(bezier_filter(cubic, 0.01, 12.0), cubic, atol=1e-8)
    # nor does a cut-off slower than the record is long
    np.testing.assert_allclose(bezier_filter(cubic, 0.01, 0.05), cubic, atol=1e-8)


def two_markers(values):
    return Markers(("a", "b"), TIME, values.reshape(len(TIME), 2, 3))


def test_bezier_takes_the_least_order_that_keeps_its_tolerance():
    values, _ = movement()
    smoothing = choose_smoothing("bezier", two_markers(values), None, never, {"tolerance": 1e-4})
    order = int(smoothing.note.split("of order ")[1].split()[0])

    def distance(n):
        by_order = choose_smoothing("bezier", two_markers(values), None, never, {"order": n})
        return np.sqrt(np.mean((by_order.markers(values) - values) ** 2, axis=0)).max()

    assert distance(order) <= 1e-4 < distance(order - 1)
    # the fastest wave, 2.85 Hz over 3.99 s, sets it
    assert 30 < order < 60


def test_a_bezier_curve_says_what_it_follows():
    """n / (pi L), L from the first frame to the last."""
    values, _ = movement()
    short = Markers(("a", "b"), TIME[:20], values[:20].reshape(20, 2, 3))
    smoothing = choose_smoothing("bezier", short, None, never, {"order": 12})
    span = TIME[19] - TIME[0]
    assert f"slower than {12 / (np.pi * span):.1f} Hz" in smoothing.note


def test_bezier_says_when_no_order_keeps_the_tolerance():
    values, _ = noisy(level=0.01)
    with pytest.raises(InputError, match="half the number of frames"):
        choose_smoothing("bezier", two_markers(values), None, never, {"tolerance": 1e-5})


def test_noise_is_known_by_what_lies_above_the_movement():
    values, _ = noisy(level=0.002, seed=8)
    np.testing.assert_allclose(noise_above(TIME, values, 6.0), 0.002, rtol=0.1)


def test_reinsch_leaves_the_noise_or_the_tolerance():
    values, _ = noisy(level=0.001, seed=9)
    markers = two_markers(values)

    def left(smoothing):
        smooth = smoothing_spline(TIME, values, np.full(6, smoothing.weight))(TIME)
        return np.mean((smooth - values) ** 2, axis=0)

    by_noise = choose_smoothing("reinsch", markers, None, lambda: Cutoff(6.0, "Known."))
    assert np.median(left(by_noise)) == pytest.approx(0.001**2, rel=0.1)
    given = choose_smoothing("reinsch", markers, None, never, {"tolerance": 1e-6})
    assert np.median(left(given)) * (TIME[-1] - TIME[0]) == pytest.approx(1e-6, rel=0.1)
    assert given.weight < by_noise.weight
    # a record that begins later is the same length
    later = Markers(markers.names, TIME + 3.0, markers.position)
    again = choose_smoothing("reinsch", later, None, never, {"tolerance": 1e-6})
    assert again.weight == pytest.approx(given.weight, rel=1e-6)


def test_the_weight_and_its_cutoff_belong_together():
    assert cutoff_at_weight(weight_at_cutoff(6.0, 0.01), 0.01) == pytest.approx(6.0)


# ------------------------------------------------------------------ settings


def test_the_settings_of_singular_spectrum_analysis_are_those_it_runs_with():
    values, _ = noisy()
    settings = {"window": 14, "components": 3, "passes": 2}
    smoothing = choose_smoothing("ssa", two_markers(values), None, never, settings)
    expected = singular_spectrum_filter(values, 14, 3, 2).filtered
    np.testing.assert_array_equal(smoothing.markers(values), expected)
    assert "window 14, 3 components, 2 passes" in smoothing.note
    (plot,) = smoothing.diagnostics
    assert list(plot.curves) == ["pass 1", "pass 2"]


def test_one_component_keeps_what_does_not_change():
    still = np.full((len(TIME), 6), 0.3)
    settings = {"window": 10, "components": 1, "passes": 1}
    smoothing = choose_smoothing("ssa", two_markers(still), None, never, settings)
    np.testing.assert_allclose(smoothing.markers(still), still, atol=1e-12)
    assert "1 component, 1 pass, at least 100.00 % of" in smoothing.note


def test_more_components_take_a_longer_window_for_the_same_cutoff():
    markers = two_markers(noisy()[0])

    def window(**settings):
        note = choose_smoothing("ssa", markers, 6.0, never, settings).note
        return int(note.split("window ")[1].split(",")[0])

    assert window(components=2) < window(components=4)
    assert window(passes=1) > window(passes=6)


@pytest.mark.parametrize(
    ("name", "cutoff", "settings", "words"),
    [
        ("ssa", None, {"window": 3, "components": 4}, "window of 3"),
        ("ssa", None, {"window": 300}, "400 frames"),
        ("ssa", 6.0, {"window": 10}, "cutoff and window"),
        ("bezier", 6.0, {"order": 30}, "cutoff and order"),
        ("bezier", None, {"order": 30, "tolerance": 1e-3}, "order and tolerance"),
        ("reinsch", 6.0, {"tolerance": 1e-6}, "cutoff and tolerance"),
    ],
)
def test_settings_that_cannot_be_are_refused(name, cutoff, settings, words):
    with pytest.raises(InputError, match=words):
        choose_smoothing(name, two_markers(noisy()[0]), cutoff, never, settings)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('filter = "ssa"\n[filter_settings]\nwindow = 10.5', "window"),
        ('filter = "ssa"\n[filter_settings]\nwindows = 10', "Did you mean window"),
        ('filter = "bezier"\n[filter_settings]\norder = 1', "order"),
        ('filter = "reinsch"\n[filter_settings]\ntolerance = -1.0', "tolerance"),
        ("[filter_settings]\nwindow = 10", "the filter quintic has no filter_settings"),
    ],
)
def test_settings_that_the_filter_does_not_have_are_said_with_file_and_line(tmp_path, text, words):
    path = tmp_path / "study.toml"
    path.write_text(text + "\n")
    with pytest.raises(InputError) as refused:
        read_configuration(path)
    message = str(refused.value)
    assert words in message
    assert "study.toml" in message
    assert "\n" not in message


def test_short_pieces_of_force_take_the_longest_window_that_fits():
    values, _ = noisy()
    smoothing = choose_smoothing("ssa", two_markers(values), None, never, {"window": 40})
    force = np.linspace(600.0, 700.0, 20)[:, None]
    seen = smoothing.of_forces(CausedPath.of(TIME[:20], force), slice(0, 20))
    assert np.isfinite(seen).all()
