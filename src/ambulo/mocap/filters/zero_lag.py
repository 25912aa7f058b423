"""Zero-lag Butterworth filters of fourth order: forwards and backwards, second order each."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
from scipy.linalg.lapack import dtbtrs

from ambulo.math.arrays import FloatArray

__all__ = ["zero_lag", "zero_lag_band"]

Section = tuple[tuple[float, float, float], tuple[float, float]]
"""b of y_n + a1 y_n-1 + a2 y_n-2 = b0 x_n + b1 x_n-1 + b2 x_n-2, and a."""


def zero_lag(
    values: FloatArray, cutoff: float, rate: float, passes: Literal["low", "high"] = "low"
) -> FloatArray:
    """Values (frames, ...) without what is faster, by a cut-off of each pass that is not raised.

    As `scipy.signal.sosfiltfilt`; each pass begins as if the first value had always been there.
    The import of `scipy.signal` would take longer than an analysis.

    Args:
        values: no NaN.
        cutoff: Hz, where each of the two passes leaves 71 % of an amplitude.
        rate: frames per second.
        passes: "high" takes out what is slower instead.
    Raises:
        ValueError: fewer than ten frames, or a cut-off that is not below half of the rate.
    """
    w = _warped(cutoff, rate)
    scale = 1.0 / (1.0 + math.sqrt(2.0) * w + w * w)
    a = 2.0 * (w * w - 1.0) * scale, (1.0 - math.sqrt(2.0) * w + w * w) * scale
    gain = w * w * scale
    b = (scale, -2.0 * scale, scale) if passes == "high" else (gain, 2.0 * gain, gain)
    return _to_and_fro([(b, a)], values)


def zero_lag_band(values: FloatArray, band: tuple[float, float], rate: float) -> FloatArray:
    """Values (frames, ...) between two frequencies, second order at each end of the band.

    Args:
        values: no NaN.
        band: Hz, where each of the two passes leaves 71 % of an amplitude.
        rate: frames per second.
    Raises:
        ValueError: fewer than 16 frames, or a band that does not end below half of the rate.
    """
    low, high = (_warped(edge, rate) for edge in band)
    # the low pass's pole p becomes the two s with s / w0 + w0 / s = p (w2 - w1) / w0
    p = cmath.exp(0.75j * math.pi) * (high - low)
    root = cmath.sqrt(p * p - 4.0 * low * high)
    sections: list[Section] = []
    for s in (0.5 * (p + root), 0.5 * (p - root)):
        z = (1.0 + s) / (1.0 - s)
        gain = (high - low) / abs(1.0 - s) ** 2
        sections.append(((gain, 0.0, -gain), (-2.0 * z.real, abs(z) ** 2)))
    return _to_and_fro(sections, values)


def _warped(cutoff: float, rate: float) -> float:
    """Frequency before the bilinear transform, in twice the rate."""
    if not 0.0 < cutoff < 0.5 * rate:
        raise ValueError(f"cut-off of {cutoff} Hz at {rate:g} frames per second")
    return math.tan(math.pi * cutoff / rate)


def _to_and_fro(sections: Sequence[Section], values: FloatArray) -> FloatArray:
    """Forwards and backwards, the record carried on at both ends, turned about its last value."""
    beyond = 3 * (2 * len(sections) + 1)
    if len(values) <= beyond:
        raise ValueError(f"a filter forwards and backwards needs more than {beyond} frames")
    before = 2.0 * values[:1] - values[beyond:0:-1]
    after = 2.0 * values[-1:] - values[-2 : -beyond - 2 : -1]
    record = np.concatenate([before, values, after]).reshape(len(values) + 2 * beyond, -1)
    for _ in range(2):
        for section in sections:
            record = _passed(section, record)
        record = record[::-1]
    return np.asarray(record[beyond:-beyond].reshape(values.shape))


def _passed(section: Section, x: FloatArray) -> FloatArray:
    """Output (n, series) of one section."""
    b, a = section
    right = b[0] * x
    right[1:] += b[1] * x[:-1]
    right[2:] += b[2] * x[:-2]
    # before the first sample stands its value, and what comes of it
    steady = sum(b) / (1.0 + sum(a))
    right[0] += (b[1] + b[2] - (a[0] + a[1]) * steady) * x[0]
    right[1] += (b[2] - a[1] * steady) * x[0]
    lower = np.empty((3, len(x)))
    lower[0], lower[1], lower[2] = 1.0, a[0], a[1]
    y, _ = dtbtrs(lower, right, uplo=b"L", diag=b"U")
    return np.asarray(y)
