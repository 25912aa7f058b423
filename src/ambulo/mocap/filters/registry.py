"""The filters by name: each chooses its parameters for a recording and says which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, get_args

import numpy as np

from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.butterworth import butterworth_filter
from ambulo.mocap.filters.cross_validation import weight_by_cross_validation
from ambulo.mocap.filters.singular_spectrum import (
    COMPONENTS,
    PASSES,
    choose_window,
    singular_spectrum_filter,
)
from ambulo.mocap.filters.smoothing import Cutoff, Smoothing, unchanged
from ambulo.mocap.filters.splines import weight_at_cutoff
from ambulo.records import Markers

__all__ = ["FILTERS", "FilterName", "Measure", "choose_smoothing"]

FilterName = Literal["quintic", "ssa", "butterworth", "gcv"]

Measure = Callable[[], Cutoff]
"""Finds the cut-off by the noise that a model's fit leaves over."""


def _series(markers: Markers) -> FloatArray:
    """Coordinates (frames, 3 n) of the markers that are never missing."""
    values = markers.position.reshape(len(markers.time), -1)
    return values[:, (values == values).all(axis=0)]


def _quintic(markers: Markers, given: float | None, measure: Measure) -> Smoothing:
    cutoff = _cutoff(given, measure)
    weight = weight_at_cutoff(cutoff.hz, 1.0 / markers.rate)
    note = (
        f"{cutoff.note} Coordinates smoothed by quintic splines, half amplitude at "
        f"{cutoff.hz:.1f} Hz"
    )
    if cutoff.course is None:
        return Smoothing(unchanged, unchanged, weight, f"{note}.")
    between = np.sqrt(cutoff.course[1:] * cutoff.course[:-1])
    fastest = int(np.argmax(cutoff.course))
    note += (
        f", from {cutoff.course.min():.1f} Hz where the movement is slow to "
        f"{cutoff.course[fastest]:.1f} Hz where it is most sudden ({markers.time[fastest]:.2f} s)."
    )
    return Smoothing(unchanged, unchanged, weight, note, profile=(cutoff.hz / between) ** 6)


def _butterworth(markers: Markers, given: float | None, measure: Measure) -> Smoothing:
    cutoff = _cutoff(given, measure)
    interval = 1.0 / markers.rate

    def low_pass(values: FloatArray) -> FloatArray:
        return butterworth_filter(values, interval, cutoff.hz)

    note = (
        f"{cutoff.note} Markers filtered by a fourth-order Butterworth, to and fro, at "
        f"{cutoff.hz:.1f} Hz."
    )
    return Smoothing(low_pass, unchanged, 0.0, note)


def _ssa(markers: Markers, given: float | None, measure: Measure) -> Smoothing:
    cutoff = _cutoff(given, measure)
    window = choose_window(_series(markers), 1.0 / markers.rate, cutoff.hz)

    def rebuild(values: FloatArray) -> FloatArray:
        return singular_spectrum_filter(values, window).filtered

    spectrum = singular_spectrum_filter(_series(markers), window)
    least = spectrum.kept.min()
    note = (
        f"{cutoff.note} Markers and coordinates by singular spectrum analysis: window {window}, "
        f"{COMPONENTS} components, {PASSES} passes, at least {100.0 * least:.2f} % of the "
        "eigenvalues kept."
    )
    return Smoothing(rebuild, rebuild, 0.0, note, (spectrum.diagnostic(),))


def _cross_validated(markers: Markers, given: float | None, measure: Measure) -> Smoothing:
    if given is not None:
        return _quintic(markers, given, measure)
    interval = 1.0 / markers.rate
    weight = weight_by_cross_validation(markers.time, _series(markers))
    half = weight ** (-1.0 / 6.0) / (6.283185307179586 * interval)
    note = f"Quintic splines by generalised cross-validation, half amplitude at {half:.1f} Hz."
    return Smoothing(unchanged, unchanged, weight, note)


def _cutoff(given: float | None, measure: Measure) -> Cutoff:
    return measure() if given is None else Cutoff(given, "Cut-off as given.")


FILTERS: Mapping[FilterName, Callable[[Markers, float | None, Measure], Smoothing]] = {
    "quintic": _quintic,
    "ssa": _ssa,
    "butterworth": _butterworth,
    "gcv": _cross_validated,
}
assert set(FILTERS) == set(get_args(FilterName))


def choose_smoothing(
    name: FilterName, markers: Markers, cutoff: float | None, measure: Measure
) -> Smoothing:
    """A filter by name, set for a recording.

    Args:
        markers: gaps filled.
        cutoff: Hz; None lets the recording's noise decide.
        measure: called for the cut-off by the noise, where a filter needs it.
    Raises:
        InputError: the cut-off is not below half of the frame rate.
    """
    if cutoff is not None and cutoff >= 0.5 * markers.rate:
        raise InputError(
            what=f"a cut-off of {cutoff:g} Hz is not below half of the {markers.rate:g} frames a "
            "second that the trial has",
            where="cutoff",
            remedy="Give a lower one (walking: 6 to 20 Hz), or leave it out to follow the noise",
        )
    return FILTERS[name](markers, cutoff, measure)
