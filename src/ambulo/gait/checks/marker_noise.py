"""Check of the noise of each marker. A marker that flickers moves its joint, whatever the filter.

White noise with standard deviation s gives third differences with standard deviation sqrt(20) s (1
+ 9 + 9 + 1). A movement of frequency f, sampled at intervals d, gives only (2 pi f d)^3 of its
size. The median of these differences shows the noise without the few frames of foot strikes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, of_legs
from ambulo.gait.checks.table import limits
from ambulo.math.arrays import FloatArray
from ambulo.math.medians import medians
from ambulo.math.vector_arrays import finite

# s between the frames that are compared; slower recordings show movement, with its third power
_STEP = 0.0125
# a normal deviation over the median of absolute values
_OF_MEDIAN = 1.4826


def check(evidence: Evidence) -> list[Finding]:
    """The noisiest of the markers that the model follows."""
    model = evidence.body.model
    found = worst_noise(evidence.steps.time, evidence.measured, model.marker_names)
    if not found:
        return []
    noise = 1e3 * marker_noise(evidence.steps.time, evidence.measured)
    loud = [model.marker_names[k] for k in np.flatnonzero(noise > found[0].bounds[0])]
    return [replace(found[0], whose=of_legs(model, loud))]


def marker_noise(time: FloatArray, position: FloatArray) -> FloatArray:
    """Standard deviation (n,) m of each marker's noise in a coordinate; NaN if it is not seen.

    Args:
        time: (frames,) s, evenly spaced.
        position: (frames, n, 3) m; NaN in gaps.
    """
    stride = max(1, int(_STEP / float(time[1] - time[0])))
    if len(time) < 3 * stride + 10:
        return np.full(position.shape[1], np.nan)
    x = position
    third = x[3 * stride :] - 3 * x[2 * stride : -stride] + 3 * x[stride : -2 * stride]
    size = np.abs(third - x[: -3 * stride])
    seen = finite(size).sum(axis=0) >= 10
    found = np.full(position.shape[1], np.nan)
    middle = _OF_MEDIAN * medians(size[:, seen].reshape(len(size), -1))
    found[seen] = np.sqrt(np.mean(middle.reshape(-1, 3) ** 2, axis=1) / 20.0)
    return found


def worst_noise(time: FloatArray, position: FloatArray, names: Sequence[str]) -> list[Finding]:
    """The noisiest marker; empty if no marker is seen for long enough.

    Args:
        time, position: as for `marker_noise`.
        names: of the markers.
    """
    noise = marker_noise(time, position)
    if not np.isfinite(noise).any():
        return []
    worst = int(np.nanargmax(noise))
    slow = max(1.0, (float(time[1] - time[0]) / _STEP) ** 3)
    good, usable = limits("marker_noise")
    value, facts = 1e3 * noise[worst], {"noise": float(noise[worst])}
    return [Finding("marker_noise", names[worst], value, facts, (slow * good, slow * usable))]
