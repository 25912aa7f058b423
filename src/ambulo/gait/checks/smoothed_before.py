"""Check whether markers were smoothed so much, in the file or here, that movement was removed with
the noise.

In every walk, the speed of the feet between the 6th and 10th harmonic of the stride has a certain
ratio to that between the 2nd and 6th. A filter that reaches into these harmonics removes
acceleration at foot strikes, and with it joint moments in swing and at contact. No later check
shows this, because smooth markers fit the model well and have no noise.
"""

from __future__ import annotations

import itertools

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.table import limits
from ambulo.math.arrays import FloatArray
from ambulo.mocap.events import strides
from ambulo.mocap.filters.zero_lag import zero_lag
from ambulo.records import SIDES

_HARMONICS = (2.0, 6.0, 10.0)
"""Of the stride: ends of the slower and of the faster movement."""
# s
_ENDS = 0.15
# in right walks, their geometric mean
_USUAL = 0.158


def check(evidence: Evidence) -> list[Finding]:
    """The feet in a walk, in the markers and in the results; empty if no stride shows the
    cadence.
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
    return smoothings(before, after)


def smoothings(before: float, after: float | None) -> list[Finding]:
    """Both smoothings. The smoothing by Ambulo is judged only if that in the file left some
    movement.

    Args:
        before: share of fast movement in the markers of the file.
        after: in the feet of the results; None where they have gaps.
    """
    found = [Finding("smoothed_before", "", _USUAL / before)]
    if found[0].value <= limits("smoothed_before")[0] and after is not None:
        found.append(Finding("smoothed_here", "", _USUAL / after))
    return found


def fast_share(path: FloatArray, time: FloatArray, pace: float) -> float | None:
    """Speed between the 6th and 10th harmonic divided by that between the 2nd and 6th, rms.

    Args:
        path: (frames, n, 3) m, markers of the feet; those with gaps do not count.
        time: (frames,) s, evenly spaced.
        pace: strides a second.
    Returns:
        None if no marker is seen throughout two strides, or if the frame rate is too low.
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
