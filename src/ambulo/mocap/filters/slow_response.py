"""What a filter makes of slow movement: how much of it is left, and how late."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ambulo.math.arrays import FloatArray


class SlowResponse(NamedTuple):
    """Smoothed series as gain times slow movement, late by so many frames."""

    gain: float
    lag: float


def slow_response(values: FloatArray, smooth: FloatArray, frequency: float) -> SlowResponse | None:
    """Of series (frames, n) and what a filter made of them, by their cosines up to a frequency.

    Least squares over all series: y - x = (gain - 1) (x - mean) - lag dx/dframe.

    Args:
        frequency: of the fastest of these cosines, cycles per frame.

    Returns:
        None where less than half of the series' variance is that slow, or x does not move.
    """
    frames = len(values)
    count = 1 + int(2.0 * frames * frequency)
    X, Y = (_cosines(series) for series in (values, smooth))
    if count < 2 or not (X[1:count] ** 2).sum() > 0.5 * (X[1:] ** 2).sum():
        return None
    X[count:] = Y[count:] = 0.0
    x, y = (_of_cosines(series) for series in (X, Y))
    rate = np.gradient(x, axis=0)
    terms = np.stack([(x - x.mean(axis=0)).ravel(), -rate.ravel()])
    change, lag = np.linalg.lstsq(terms.T, (y - x).ravel(), rcond=None)[0]
    return SlowResponse(1.0 + float(change), float(lag))


def _cosines(values: FloatArray) -> FloatArray:
    """Parts (frames, n) of series in cosines of 0, 1, ... half periods (DCT-II, Makhoul 1980)."""
    frames = len(values)
    transform = np.fft.rfft(np.concatenate([values, values[::-1]]), axis=0)[:frames]
    return np.asarray((transform * np.conj(_half_frame(frames))).real)


def _of_cosines(parts: FloatArray) -> FloatArray:
    """The series of these parts."""
    frames = len(parts)
    transform = np.concatenate([parts * _half_frame(frames), np.zeros((1, parts.shape[1]))])
    return np.asarray(np.fft.irfft(transform, 2 * frames, axis=0)[:frames])


def _half_frame(frames: int) -> npt.NDArray[np.complex128]:
    """Phase (frames, 1) of each cosine half a frame from the first."""
    return np.asarray(np.exp(0.5j * np.pi * np.arange(frames) / frames))[:, None]
