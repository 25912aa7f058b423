"""A mistake in somebody else's filter is told by the filter's name, where it is used."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest
from scipy.ndimage import gaussian_filter1d, uniform_filter1d
from scipy.signal import medfilt, savgol_filter
from tests.plugin_package import install

from ambulo.inputs import registry
from ambulo.inputs.errors import InputError, MistakeOfOthers
from ambulo.mocap.filters.butterworth import butterworth_filter
from ambulo.mocap.filters.registry import FILTERS, choose_smoothing
from ambulo.mocap.filters.smoothing import Filter, Smoothing, unchanged
from ambulo.records import Markers

TIME = np.arange(50) / 100.0
SWAY = np.stack([0.1 * np.sin(6.0 * TIME), 0.5 + 0.0 * TIME, 1.0 + TIME], axis=1)
MARKERS = Markers(("A", "B"), TIME, np.stack([SWAY, SWAY + 1.0], axis=1))


def gaussian(values):
    return gaussian_filter1d(values, 2.0, axis=0, mode="nearest")


def means(values):
    return np.broadcast_to(values.mean(axis=0), values.shape)


SOUND = Smoothing(gaussian, unchanged, 0.0, "A Gaussian.")


@pytest.fixture
def chosen():
    """Chooses the smoothing of a filter that a session has registered."""

    def choose(function):
        FILTERS.register("theirs", Filter("theirs", "nobody 2026", function))
        return choose_smoothing("theirs", MARKERS, 6.0, lambda: None)

    yield choose
    FILTERS.remove("theirs")


def given(smoothing):
    return lambda markers, cutoff, measure: smoothing


def test_a_sound_one_smooths_what_it_does_by_itself(chosen):
    found = chosen(given(SOUND))
    flat = MARKERS.position.reshape(50, 6)
    np.testing.assert_array_equal(found.of_markers(MARKERS).position.reshape(50, 6), gaussian(flat))
    assert found.coordinates is unchanged


def test_one_in_place_and_means_of_noise_are_no_mistakes(chosen):
    def in_place(values):
        values[:] = gaussian(values)
        return values

    before = MARKERS.position.copy()
    chosen(given(replace(SOUND, markers=in_place))).of_markers(MARKERS)
    np.testing.assert_array_equal(MARKERS.position, before)
    FILTERS.remove("theirs")
    smooth = chosen(given(replace(SOUND, coordinates=means)))
    standing = 1.0 + 1e-4 * np.random.default_rng(0).normal(size=(50, 3))
    assert np.ptp(smooth.coordinates(standing), axis=0).max() == 0.0


@pytest.mark.parametrize(
    "series",
    [
        lambda x: uniform_filter1d(x, 6, axis=0, mode="nearest"),
        lambda x: uniform_filter1d(x, 15, axis=0, mode="nearest"),
        lambda x: medfilt(x, (5, 1)),
        lambda x: savgol_filter(x, 21, 3, axis=0),
        lambda x: butterworth_filter(x, 0.01, 4.0),
        lambda x: np.where(x.std(axis=0) < 1e-9, x, x.astype(np.float32)),
    ],
)
def test_sound_ones_are_taken(chosen, series):
    noise = 2e-4 * np.random.default_rng(1).normal(size=MARKERS.position.shape)
    noisy = replace(MARKERS, position=MARKERS.position + noise)
    found = chosen(given(replace(SOUND, markers=series, coordinates=series)))
    found.coordinates(found.of_markers(noisy).position.reshape(50, 6))


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (
            lambda markers, cutoff: SOUND,
            r"choose cannot take markers, cut-off and measure \(too many",
        ),
        (given(None), "choose gives a NoneType, not a Smoothing"),
        (given(replace(SOUND, note=3.0)), "its note is a float, not a string"),
        (given(replace(SOUND, markers=None)), "its markers is not a function"),
        (given(replace(SOUND, weight="1")), "its weight is '1', not a number of 0 or more"),
        (given(replace(SOUND, weight=-1.0)), r"its weight is -1\.0, not a number of 0 or more"),
        (given(replace(SOUND, profile=np.ones(7))), "its profile is not 49 numbers"),
    ],
)
def test_what_chooses_wrongly_is_named(chosen, choose, said):
    with pytest.raises(InputError, match=f"^filter 'theirs' of this session: {said}.*Correct it"):
        chosen(choose)


@pytest.mark.parametrize(
    ("series", "said"),
    [
        (lambda x: x[::2], r"gives the shape \(25, 6\) instead of \(50, 6\)"),
        (lambda x: None, r"gives the shape \(\) instead of \(50, 6\)"),
        (lambda x: [[1.0], [2.0, 3.0]], r"gives the shape \(2,\) instead of"),
        (lambda x: np.where(x > 1.2, np.nan, x), "gives values that are not finite numbers"),
        (lambda x: x + 0j, "gives values that are not finite numbers"),
        (lambda x: 0.0 * x, "changes a series by more than its distance from mean"),
        (lambda x: x + 0.5, "changes a series by more than"),
        (lambda x: gaussian_filter1d(x, 2.0, axis=1), "changes a series by more than"),
        (lambda x: means(x), r"makes slow movement -?0\.00 times as large"),
        (lambda x: 0.3 * means(x) + 0.7 * x, r"makes slow movement 0\.70 times as large"),
        (lambda x: 1.3 * x - 0.3 * means(x), r"makes slow movement 1\.30 times as large"),
        (lambda x: np.concatenate([x[:1], x[:-1]]), r"makes movements 1\.0 frames late"),
        (
            lambda x: np.concatenate([x[4:], x[-1:], x[-1:], x[-1:], x[-1:]]),
            r"makes movements 3\.8 frames early",
        ),
    ],
)
def test_what_smooths_wrongly_is_named(chosen, series, said):
    found = chosen(given(replace(SOUND, markers=series, coordinates=series)))
    named = "^filter 'theirs' of this session: its smoothing of"
    with pytest.raises(InputError, match=f"{named} markers {said}.*Correct it"):
        found.of_markers(MARKERS)
    with pytest.raises(InputError, match=f"{named} coordinates {said}"):
        found.coordinates(MARKERS.position.reshape(50, 6))


RAISING = """
from ambulo.mocap.filters.smoothing import Filter, Smoothing, unchanged

def choose(markers, cutoff, measure):
    raise KeyError("gone")

def smooth(values):
    raise ZeroDivisionError("none left")

CHOOSES = Filter("mine", "nobody 2026", choose)
SMOOTHS = Filter("mine", "nobody 2026", lambda *_: Smoothing(smooth, unchanged, 0.0, "Mine."))
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("chooses", "KeyError ('gone') at FILE:5"),
        ("smooths", "ZeroDivisionError (none left) at FILE:8"),
    ],
)
def test_what_raises_is_named_alone_with_its_line(tmp_path, monkeypatch, name, said):
    entries = {"filter.chooses": "raising:CHOOSES", "filter.smooths": "raising:SMOOTHS"}
    install(tmp_path, monkeypatch, {"raising.py": RAISING}, entries)
    with pytest.raises(MistakeOfOthers) as refused:
        choose_smoothing(name, MARKERS, 6.0, lambda: None).of_markers(MARKERS)
    registry._plugins.cache_clear()
    sys.modules.pop("raising", None)
    said = said.replace("FILE", str(tmp_path / "raising.py"))
    assert refused.value.where == f"plug-in filter.{name} of others_package"
    assert refused.value.what == f"it raised {said}"


@pytest.mark.parametrize("ends", [SystemExit(1), ZeroDivisionError("none left")])
def test_one_of_the_session_that_raises_is_named(chosen, ends):
    def raising(*_):
        raise ends

    named = f"^filter 'theirs' of this session: it raised {type(ends).__name__}"
    said = named + r" \(.*\) at .*\.py:\d+\. Correct it$"
    with pytest.raises(MistakeOfOthers, match=said):
        chosen(raising)
    FILTERS.remove("theirs")
    found = chosen(given(replace(SOUND, coordinates=raising)))
    with pytest.raises(MistakeOfOthers, match=said):
        found.coordinates(MARKERS.position.reshape(50, 6))


def test_no_solution_is_no_mistake(chosen):
    # one perturbed recording may have none
    def singular(values):
        return np.linalg.solve(np.zeros((50, 50)), values)

    found = chosen(given(replace(SOUND, coordinates=singular)))
    with pytest.raises(InputError, match=r"^filter 'theirs' .* LinAlgError") as refused:
        found.coordinates(MARKERS.position.reshape(50, 6))
    assert not isinstance(refused.value, MistakeOfOthers)


def test_what_a_filter_says_of_the_recording_is_its_own_word(chosen):
    def choose(markers, cutoff, measure):
        raise InputError("two frames are too few", "walk.c3d", "Give more")

    with pytest.raises(InputError, match=r"^walk\.c3d: two frames are too few\. Give more$"):
        chosen(choose)
