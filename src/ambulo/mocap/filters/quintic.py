"""Quintic smoothing splines, which smooth and differentiate at once."""

from __future__ import annotations

import numpy as np

from ambulo.math.splines import weight_at_cutoff
from ambulo.mocap.filters.smoothing import (
    Cutoff,
    Filter,
    Measure,
    PathSmoothing,
    Smoothing,
    cutoff_of,
    unchanged,
)
from ambulo.records import Markers


def _choose(markers: Markers, given: float | None, measure: Measure) -> Smoothing:
    cutoff = cutoff_of(given, measure)
    whole = _spline(cutoff, markers.rate)
    centre = _spline(cutoff.centre or cutoff, markers.rate)
    note = (
        f"{cutoff.note} Quintic splines smooth the coordinates. At {cutoff.hz:.1f} Hz they leave "
        "half of a movement's amplitude."
    )
    if cutoff.course is not None:
        fastest = int(np.argmax(cutoff.course))
        note += (
            f" This frequency changes from {cutoff.course.min():.1f} Hz where the movement is slow "
            f"to {cutoff.course[fastest]:.1f} Hz where it is most sudden "
            f"({markers.time[fastest]:.2f} s)."
        )
    if cutoff.centre is not None:
        note += (
            f" For the path of the body's centre of mass, this frequency is {cutoff.centre.hz:.1f} "
            "Hz."
        )
    return Smoothing(unchanged, unchanged, whole.weight, note, profile=whole.profile, centre=centre)


def _spline(cutoff: Cutoff, rate: float) -> PathSmoothing:
    weight = weight_at_cutoff(cutoff.hz, 1.0 / rate)
    if cutoff.course is None:
        return PathSmoothing(weight)
    between = np.sqrt(cutoff.course[1:] * cutoff.course[:-1])
    return PathSmoothing(weight, (cutoff.hz / between) ** 6)


FILTER = Filter("quintic smoothing splines", "Woltring 1986; Wahba 1978", _choose)
