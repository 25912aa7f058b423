"""Whether markers were smoothed so much, before or here, that the movement is gone with the noise.

In every walk the feet move at some share of their pace between the 6th and 10th harmonic of the
stride, beside the 2nd to 6th. A filter that reaches into these takes the acceleration at strikes
with it, and with that joint moments in swing and at contact; nothing that follows shows it, for
smooth markers fit the model well and have no noise.
"""

from __future__ import annotations

import itertools

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.math.arrays import FloatArray
from ambulo.mocap.events import strides
from ambulo.mocap.filters.zero_lag import zero_lag
from ambulo.records import SIDES, Gate

__all__ = ["check", "fast_share", "smoothing_gates"]

_HARMONICS = (2.0, 6.0, 10.0)
"""Of the stride: ends of the slower and of the faster movement."""
# s
_ENDS = 0.15
# ten public walks of six people and laboratories, turns and a treadmill included, have 0.126 to
# 0.196, two simulated people 0.188 and 0.200: geometric mean, and deviation of the logarithm. After
# the smoothing found for them they have 0.14 to 0.20, at 6 Hz 0.13 to 0.15, at 3 Hz 0.07 to 0.10
_USUAL, _SPREAD = 0.158, 0.15
# four and eight of these
LIMIT, UNUSABLE = float(np.exp(4.0 * _SPREAD)), float(np.exp(8.0 * _SPREAD))


def check(evidence: Evidence) -> list[Gate]:
    """The feet in a walk, by their markers and as the results have them; nothing where no stride
    tells its pace.
    """
    found = strides(evidence.steps.events)
    if evidence.activity.name != "walk" or not found:
        return []
    model, time = evidence.body.model, evidence.steps.time
    feet = [k for k, name in enumerate(model.segments) if "foot" in name]
    column = np.flatnonzero(np.isin(model.marker_body, feet))
    pace = 1.0 / float(np.median([stride.stop - stride.start for stride in found]))
    before = fast_share(evidence.measured[:, column], time, pace)
    if before is None:
        return []
    points = itertools.product(SIDES, ("heel", "metatarsal", "toe"))
    kept = np.stack([evidence.body.points[f"{side}_{name}"] for side, name in points], axis=1)
    after = fast_share(kept, time, pace)
    return smoothing_gates(before, after)


def smoothing_gates(before: float, after: float | None) -> list[Gate]:
    """Both smoothings; that here is judged only where that before left something.

    Args:
        before: share of fast movement in the markers as they came.
        after: in the feet of the results; None where they have gaps.
    """
    gates = [
        _gate(
            "movement of the feet not smoothed away",
            before,
            "The markers were filtered before, below 6 Hz or so: export them unfiltered, their "
            "noise is measured here and smoothed",
        )
    ]
    if gates[0].grade == "good" and after is not None:
        gates.append(
            _gate(
                "movement of the feet kept by the cut-off",
                after,
                "The cut-off of the markers is too low: give a higher `cutoff`, or none if one is "
                "given and it is found from the markers' noise",
            )
        )
    return gates


def _gate(name: str, share: float, remedy: str) -> Gate:
    return gate(
        name,
        _USUAL / share,
        LIMIT,
        "times less fast movement than walks have",
        remedy,
        unusable=UNUSABLE,
        cost="Moments at foot strike and in swing are too small or late, by up to two thirds "
        "of a joint's peak.",
    )


def fast_share(path: FloatArray, time: FloatArray, pace: float) -> float | None:
    """Speed between the 6th and 10th harmonic over that between the 2nd and 6th, rms.

    Args:
        path: (frames, n, 3) m, markers of the feet; those with gaps do not count.
        time: (frames,) s, evenly spaced.
        pace: strides a second.
    Returns:
        None where no marker is seen throughout for two strides, or frames are too few a second.
    """
    rate = (len(time) - 1) / float(time[-1] - time[0])
    whole = path[:, np.isfinite(path).all(axis=(0, 2))]
    low, middle, high = (harmonic * pace for harmonic in _HARMONICS)
    if not whole.shape[1] or len(time) < 1.5 * rate / pace or high > 0.4 * rate:
        return None
    speed = np.diff(whole, axis=0) * rate
    upto = [zero_lag(speed, end, rate) for end in (low, middle, high)]
    slow, fast = upto[1] - upto[0], upto[2] - upto[1]
    # ends of a record, here or in an earlier filter, hold what no movement does
    inner = slice(ends := int(_ENDS * rate), -ends)
    return float(np.sqrt(np.mean(fast[inner] ** 2) / np.mean(slow[inner] ** 2)))
