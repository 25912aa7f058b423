"""Check whether plates were filtered before the export, from the force before and after a load.

A low-pass filter of second order or more that uses only the past makes the force swing below zero
after a load, but not before it. A filter that runs forwards and backwards makes it swing on both
sides, more before a sharp strike. Without a filter it swings on neither side. So the difference of
both swings shows a filter that delays the force, if the plate is at rest before the load. The
smaller of both swings shows a filter that smooths the force away. The filter of the markers does
not matter. Noise swings too. If noise alone may swing as far as a limit, the check with this limit
is not made. A filter would have removed this noise.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.table import limits
from ambulo.math.arrays import FloatArray
from ambulo.math.medians import median
from ambulo.records import ForcePlate

# s; in which it swings, and after which it has come to rest: a filter of 6 Hz needs 0.15
_SWINGS, _RESTS = 0.15, 0.30
# s; of the mean that takes noise and ringing of the plate away
_MEAN = 0.02
# N; what is less was no step
_LEAST = 100.0
# deviations of noise that the greatest mean beside a load has
_NOISE = 3.0
# s; delay of such filters of 10 Hz, sqrt(2) / (2 pi f)
_LATE = 0.022


def check(evidence: Evidence) -> list[Finding]:
    """All whole contacts together; empty if the file has zeros before and after the loads."""
    whole = [contact for contact in evidence.steps.contacts if contact.quality == "whole"]
    seen = [swings(evidence.trial.plates[one.plate], one.start, one.stop) for one in whole]
    shares = 100.0 * np.array([swing for swing in seen if swing is not None]).reshape(-1, 3)
    found = []
    late, smoothed = (
        shares[shares[:, 2] < limits(id)[0], :2] for id in ("plates_lag", "plates_smoothed")
    )
    if len(late):
        share = max(0.0, median(late[:, 1] - late[:, 0]))
        if median(late[:, 0]) > limits("plates_lag")[0]:
            share = 0.0  # what swings before a load knows the future
        found.append(Finding("plates_lag", "", share, {"share": share, "late": _LATE}))
    if len(smoothed):
        share = max(0.0, median(smoothed.min(axis=1)))
        found.append(Finding("plates_smoothed", "", share, {"share": share}))
    return found


def swings(plate: ForcePlate, start: float, stop: float) -> tuple[float, float, float] | None:
    """How far the vertical force swings below its rest before and after a loading, and how far
    noise may swing, as shares of the load; None if this cannot be seen.

    Args:
        start, stop: of the loading, s.
    """
    time, force = plate.time, plate.force[:, 2]
    rate = (len(time) - 1) / float(time[-1] - time[0])
    first, last = int(np.searchsorted(time, start)), int(np.searchsorted(time, stop))
    reach, width = round(_RESTS * rate), max(round(_MEAN * rate), 1)
    if first < reach + width or last + reach + width > len(time) or last <= first:
        return None
    load = float(np.max(force[first:last]))
    before = _means(force[first - reach - width : first][::-1], width)
    after = _means(force[last : last + reach + width], width)
    swing = round(_SWINGS * rate)
    quiet = [side[swing:] for side in (before, after)]
    if not load > _LEAST or not np.isfinite(before).all() or not np.isfinite(after).all():
        return None
    if max(float(np.ptp(side)) for side in quiet) == 0.0:
        return None  # cut off below a threshold
    if max(float(np.abs(side).max()) for side in quiet) > 0.1 * load:
        return None  # another load
    # second differences of white noise have six times its variance, and nothing of a slow drift
    still = (
        force[first - reach - width : first - swing],
        force[last + swing : last + reach + width],
    )
    bends = np.abs(np.concatenate([np.diff(side, 2) for side in still]))
    noise = 1.48 * median(bends) / np.sqrt(6.0 * width)
    return (
        (median(quiet[0]) - float(before.min())) / load,
        (median(quiet[1]) - float(after.min())) / load,
        float(_NOISE * noise / load),
    )


def _means(values: FloatArray, width: int) -> FloatArray:
    """Means of so many values on end."""
    total = np.cumsum(np.concatenate([[0.0], values]))
    return np.asarray((total[width:] - total[:-width]) / width)
