"""The filters by name: each chooses its parameters for a recording and says which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, get_args

from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.butterworth import butterworth_filter
from ambulo.mocap.filters.cross_validation import weight_by_cross_validation
from ambulo.mocap.filters.noise_spectrum import noise_spectrum
from ambulo.mocap.filters.singular_spectrum import (
    COMPONENTS,
    PASSES,
    choose_window,
    singular_spectrum_filter,
)
from ambulo.mocap.filters.smoothing import Smoothing, unchanged
from ambulo.mocap.filters.splines import weight_at_cutoff
from ambulo.records import Markers

__all__ = ["FILTERS", "FilterName", "choose_smoothing"]

FilterName = Literal["quintic", "ssa", "butterworth", "gcv"]


def _series(markers: Markers) -> FloatArray:
    """Coordinates (frames, 3 n) of the markers that are never missing."""
    values = markers.position.reshape(len(markers.time), -1)
    return values[:, (values == values).all(axis=0)]


def _quintic(markers: Markers, cutoff: float | None) -> Smoothing:
    said, chosen = _cutoff(markers, cutoff)
    weight = weight_at_cutoff(chosen, 1.0 / markers.rate)
    note = f"{said} Coordinates smoothed by quintic splines, half amplitude at {chosen:.1f} Hz."
    return Smoothing(unchanged, unchanged, weight, note)


def _butterworth(markers: Markers, cutoff: float | None) -> Smoothing:
    said, chosen = _cutoff(markers, cutoff)
    interval = 1.0 / markers.rate

    def low_pass(values: FloatArray) -> FloatArray:
        return butterworth_filter(values, interval, chosen)

    note = f"{said} Markers filtered by a fourth-order Butterworth, to and fro, at {chosen:.1f} Hz."
    return Smoothing(low_pass, unchanged, 0.0, note)


def _ssa(markers: Markers, cutoff: float | None) -> Smoothing:
    said, chosen = _cutoff(markers, cutoff)
    window = choose_window(_series(markers), 1.0 / markers.rate, chosen)

    def rebuild(values: FloatArray) -> FloatArray:
        return singular_spectrum_filter(values, window).filtered

    spectrum = singular_spectrum_filter(_series(markers), window)
    least = spectrum.kept.min()
    note = (
        f"{said} Markers and coordinates by singular spectrum analysis: window {window}, "
        f"{COMPONENTS} components, {PASSES} passes, at least {100.0 * least:.2f} % of the "
        "eigenvalues kept."
    )
    return Smoothing(rebuild, rebuild, 0.0, note, (spectrum.diagnostic(),))


def _cross_validated(markers: Markers, cutoff: float | None) -> Smoothing:
    interval = 1.0 / markers.rate
    if cutoff is not None:
        return _quintic(markers, cutoff)
    weight = weight_by_cross_validation(markers.time, _series(markers))
    half = weight ** (-1.0 / 6.0) / (6.283185307179586 * interval)
    note = f"Quintic splines by generalised cross-validation, half amplitude at {half:.1f} Hz."
    return Smoothing(unchanged, unchanged, weight, note)


def _cutoff(markers: Markers, given: float | None) -> tuple[str, float]:
    if given is not None:
        return "Cut-off as given.", given
    spectrum = noise_spectrum(markers)
    return spectrum.note, spectrum.cutoff


FILTERS: Mapping[FilterName, Callable[[Markers, float | None], Smoothing]] = {
    "quintic": _quintic,
    "ssa": _ssa,
    "butterworth": _butterworth,
    "gcv": _cross_validated,
}
assert set(FILTERS) == set(get_args(FilterName))


def choose_smoothing(name: FilterName, markers: Markers, cutoff: float | None = None) -> Smoothing:
    """A filter by name, set for a recording.

    Args:
        markers: gaps filled.
        cutoff: Hz; None lets the recording's noise decide.
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
    return FILTERS[name](markers, cutoff)
