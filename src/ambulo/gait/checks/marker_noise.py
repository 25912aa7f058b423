"""How much each marker trembles: a marker that flickers moves its joint, however it is smoothed.

White noise of deviation s gives third differences of deviation sqrt(20) s (1 + 9 + 9 + 1), and a
movement of frequency f over steps of d hardly any: (2 pi f d)^3 of its size. Their median tells
the noise without the few frames in which a heel strikes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.math.arrays import FloatArray
from ambulo.math.medians import medians
from ambulo.math.vector_arrays import finite
from ambulo.records import Gate

__all__ = ["check", "marker_noise", "noise_gate"]

# m; the worst markers of sixteen public recordings of eleven people and laboratories have 0.02 to
# 0.25 mm at 100 Hz and more, 0.56 mm at 60 Hz, where movement begins to show; 5 mm of a knee marker
# change a peak moment by up to 14 %, 10 mm of an ankle marker by 25 %
NOISE_LIMIT, NOISE_UNUSABLE = 0.002, 0.008
# s between the frames that are compared; slower recordings show movement, with its third power
_STEP = 0.0125
# a normal deviation over the median of absolute values
_OF_MEDIAN = 1.4826


def check(evidence: Evidence) -> list[Gate]:
    """The marker that trembles most, of those that the model follows."""
    names = evidence.body.model.marker_names
    return noise_gate(evidence.steps.time, evidence.measured, names)


def marker_noise(time: FloatArray, position: FloatArray) -> FloatArray:
    """Standard deviation (n,) m of each marker's noise in a coordinate; NaN where it is not seen.

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


def noise_gate(time: FloatArray, position: FloatArray, names: Sequence[str]) -> list[Gate]:
    """One gate, none where no marker is seen for long enough.

    Args:
        time, position: as for `marker_noise`.
        names: of the markers.
    """
    noise = marker_noise(time, position)
    if not np.isfinite(noise).any():
        return []
    worst = int(np.nanargmax(noise))
    slow = max(1.0, (float(time[1] - time[0]) / _STEP) ** 3)
    return [
        gate(
            f"markers hold still but for the movement ({names[worst]})",
            1e3 * noise[worst],
            1e3 * slow * NOISE_LIMIT,
            "mm of noise",
            f"{names[worst]} flickers: two markers or a reflection are taken for one, or few "
            "cameras see it. Correct its trajectory, or leave it out",
            unusable=1e3 * slow * NOISE_UNUSABLE,
            found=f"{names[worst]} trembles by {1e3 * noise[worst]:.0f} mm from frame to frame.",
            cost="Joints beside this marker shake with it, and stronger smoothing of all others "
            "takes the sharpest peaks of the moments.",
        )
    ]
