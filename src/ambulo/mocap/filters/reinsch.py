"""Reinsch's smoothing splines: the smoothest curve within the uncertainty of the data.

They follow Reinsch (1967), here with fifth degree, so that the acceleration is smooth too.
Pamies-Vila (2012, section 4.3.2) uses them with a tolerance of 1e-9 for coordinates that were
already filtered.
"""

from __future__ import annotations

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.math.splines import (
    cutoff_at_weight,
    smoothing_spline,
    weight_at_cutoff,
    weight_for_noise,
)
from ambulo.mocap.filters.cross_validation import effective_parameters
from ambulo.mocap.filters.smoothing import (
    Filter,
    FilterSettings,
    Measure,
    Smoothing,
    complete_series,
    cutoff_of,
    either,
    unchanged,
)
from ambulo.records import Markers


def noise_above(time: FloatArray, values: FloatArray, cutoff: float) -> FloatArray:
    """Standard deviation (series,) of white noise, from the signal above a frequency.

    White noise with the variance sigma^2 has a mean square residual of sigma^2 (1 - t / n) after a
    smoother with the trace t (Wahba 1975).

    Args:
        time: (frames,) s, evenly spaced.
        values: (frames, series), no NaN.
        cutoff: Hz, above which there is no movement.
    """
    frames = len(time)
    weight = weight_at_cutoff(cutoff, float(time[-1] - time[0]) / (frames - 1))
    left = smoothing_spline(time, values, np.full(values.shape[1], weight)).residual_rms
    return np.asarray(left / np.sqrt(1.0 - effective_parameters(weight, frames) / frames))


class ReinschSettings(FilterSettings):
    """Settings: how far the curves may be from the markers."""

    tolerance: float | None = Field(
        default=None,
        gt=0,
        description="integral of the squared distance, m^2 s; left out: by the noise",
    )

    def choose(self, markers: Markers, given: float | None, measure: Measure) -> Smoothing:
        """One weight: the median of the weights at which the distance from each marker coordinate
        equals its noise.
        """
        either(cutoff=given, tolerance=self.tolerance)
        series = complete_series(markers)
        if self.tolerance is None:
            cutoff = cutoff_of(given, measure)
            noise = noise_above(markers.time, series, cutoff.hz)
            how = f"{cutoff.note} Noise above the cut-off: {1e3 * np.median(noise):.2g} mm."
        else:
            span = float(markers.time[-1] - markers.time[0])
            # the integral over the record is its length times the mean square
            noise = np.full(series.shape[1], np.sqrt(self.tolerance / span))
            how = "Tolerance as given."
        weight = float(np.median(weight_for_noise(markers.time, series, noise)))
        half = cutoff_at_weight(weight, 1.0 / markers.rate)
        note = (
            f"{how} Reinsch's splines at that distance from the markers smooth the coordinates. "
            f"They leave half of a movement's amplitude at {half:.1f} Hz."
        )
        return Smoothing(unchanged, unchanged, weight, note)


FILTER = Filter(
    "Reinsch's smoothing splines", "Reinsch 1967", ReinschSettings().choose, ReinschSettings
)
