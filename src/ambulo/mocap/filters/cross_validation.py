"""Generalised cross-validation: the smoothing that predicts left-out samples best."""

from __future__ import annotations

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.splines import cutoff_at_weight, smoothing_spline
from ambulo.mocap.filters.smoothing import Filter, Measure, Smoothing, complete_series, unchanged
from ambulo.records import Markers

_WEIGHTS = np.logspace(-4, 10, 57)


def effective_parameters(weight: float, frames: int) -> float:
    """Trace of the smoothing matrix of the quintic spline at evenly spaced samples.

    The eigenvalues of this matrix tend to 1 / (1 + weight * (pi k / n)^6), k = 0 ... n - 1. The
    first three are one (Utreras 1981).
    """
    k = np.maximum(np.arange(frames) - 1.0, 0.0)
    k[:3] = 0.0
    return float(np.sum(1.0 / (1.0 + weight * (np.pi * k / frames) ** 6)))


def weight_by_cross_validation(time: FloatArray, values: FloatArray) -> float:
    """The weight for all series together with the least generalised cross-validation score.

    GCV = (sum of squared residuals / n) / (1 - trace / n)^2 (Craven & Wahba 1979; Woltring 1986).
    Every series counts in units of its own score. The choice is right if the noise is white.

    Args:
        time: (frames,) s, evenly spaced.
        values: (frames, series), no NaN.
    """
    frames = len(time)
    scores = []
    for weight in _WEIGHTS:
        left = smoothing_spline(time, values, np.full(values.shape[1], weight)).residual_rms
        free = 1.0 - effective_parameters(float(weight), frames) / frames
        scores.append((left / free) ** 2)
    score = np.array(scores)
    least = np.maximum(score.min(axis=0), np.finfo(float).tiny)
    return float(_WEIGHTS[np.argmin((score / least).mean(axis=1))])


def _choose(markers: Markers, given: float | None, _: Measure) -> Smoothing:
    if given is not None:
        raise InputError(
            what=f"the filter gcv finds its own cut-off, but {given:g} Hz was given",
            where="cutoff",
            remedy="Leave the cut-off out, or choose the filter quintic",
        )
    interval = 1.0 / markers.rate
    weight = weight_by_cross_validation(markers.time, complete_series(markers))
    half = cutoff_at_weight(weight, interval)
    at = (
        f"leave half of an amplitude at {half:.1f} Hz"
        if 2.0 * half < markers.rate
        else "hardly smooth"
    )
    note = f"Quintic splines by generalised cross-validation {at}."
    return Smoothing(unchanged, unchanged, weight, note)


FILTER = Filter(
    "quintic splines by generalised cross-validation", "Craven & Wahba 1979; Woltring 1986", _choose
)
