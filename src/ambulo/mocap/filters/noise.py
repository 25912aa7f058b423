"""How noisy markers are, from the markers themselves."""

from __future__ import annotations

from math import comb

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import Markers

__all__ = ["marker_noise", "noise_level"]

ORDER = 6
"""Order of the differences. At 100 Hz the sixth leaves 0.2 % of a movement at 10 Hz and all of the
noise; at 60 Hz 3 %."""


def noise_level(signal: FloatArray, order: int = ORDER) -> float:
    """Standard deviation of the white noise on an evenly sampled signal.

    sigma^2 = median(|d^k x|)^2 / (0.6745^2 C(2k, k)): the k-th difference of white noise has C(2k,
    k) times its variance, and that of a smooth movement vanishes. The median ignores impacts.

    Args:
        signal: (samples,); NaN in gaps.
        order: k.

    Returns:
        Standard deviation in the unit of the signal; NaN if no k + 1 samples in a row are there.

    Source: von Neumann et al. (1941) for k = 1; Gasser, Sroka, Jennen-Steinmetz (1986) for the
        variance from higher differences; the median in place of the mean after Hampel (1974).
    """
    differences = np.diff(signal, order)
    differences = differences[np.isfinite(differences)]
    if not len(differences):
        return float("nan")
    return float(np.median(np.abs(differences)) / 0.674490 / np.sqrt(comb(2 * order, order)))


def marker_noise(markers: Markers) -> FloatArray:
    """Standard deviation of the white noise on each marker.

    Data that were smoothed before show less than the cameras' noise; soft-tissue motion is no
    noise and is not counted.

    Args:
        markers: (frames, nm) positions.

    Returns:
        (nm,) m a coordinate, root mean square over the three; NaN where a marker is never seen for
        seven frames in a row.
    """
    levels = np.array(
        [
            [noise_level(markers.position[:, k, axis]) for axis in range(3)]
            for k in range(len(markers.names))
        ]
    ).reshape(-1, 3)
    return np.asarray(np.sqrt((levels**2).mean(axis=1)))
