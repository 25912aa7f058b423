"""Zero-lag Butterworth filter, forwards and backwards: the usual filter of gait laboratories."""

from __future__ import annotations

from functools import partial

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.recursive_filters import both_ways, butterworth
from ambulo.mocap.filters.smoothing import Filter, Measure, Smoothing, cutoff_of, unchanged
from ambulo.records import Markers


def butterworth_filter(values: FloatArray, interval: float, cutoff: float) -> FloatArray:
    """Low-pass each series without delay, by two passes of a filter of second order.

    The cut-off of each pass is raised so that both passes together halve the power at `cutoff`
    (Winter 2009, section 2.2.4.4). Point reflection extends the record at its ends.

    Args:
        values: (frames, series), no NaN.
        interval: between samples, s.
        cutoff: Hz, where amplitudes fall to 71 %.
    Raises:
        ValueError: the cut-off is not below half of the sampling rate.
    """
    if not 0.0 < cutoff < 0.5 / interval:
        raise ValueError(
            f"the cut-off of {cutoff} Hz is not between 0 and half of the rate of "
            f"{1.0 / interval:.0f} frames per second"
        )
    # raised in the warped frequency of the bilinear transform, where the filter's shape is exact
    warped = np.tan(np.pi * cutoff * interval) / (np.sqrt(2.0) - 1.0) ** 0.25
    raised = np.arctan(warped) / (np.pi * interval)
    sections = butterworth(2, float(raised), 1.0 / interval)
    # long enough for the start to die away
    padding = min(len(values) - 1, round(3.0 / (cutoff * interval)))
    return both_ways(sections, values, padding)


def _choose(markers: Markers, given: float | None, measure: Measure) -> Smoothing:
    cutoff = cutoff_of(given, measure)
    low_pass = partial(butterworth_filter, interval=1.0 / markers.rate, cutoff=cutoff.hz)
    note = (
        f"{cutoff.note} A fourth-order zero-lag Butterworth filter at {cutoff.hz:.1f} Hz smooths "
        "the markers."
    )
    return Smoothing(low_pass, unchanged, 0.0, note)


FILTER = Filter("zero-lag Butterworth filter", "Winter 2009, section 2.2.4.4", _choose)
