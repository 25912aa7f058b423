"""From perturbed analyses to medians and bands of every curve and every peak."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ambulo.math.arrays import FloatArray
from ambulo.records import Analysis, PeakBand, Stride
from ambulo.results.columns import LEG_JOINTS, body_mass, header, meaning
from ambulo.results.gait_cycle import CYCLE, over_stride, side_of_strides
from ambulo.results.peak_moments import peak_places
from ambulo.results.posture import posture
from ambulo.uncertainty.perturbed import banded_rows, result_names, stride_numbers

Samples = npt.NDArray[np.float32]
"""Results (samples, rows, frames) of `analyse_again`. Single precision is enough to read a band."""

_KNOWN = 0.9
"""Share of the samples that must have a value where a band is given."""

_ROUNDING = 1e-9
"""Of a place among the samples."""

_AT_ONCE = 16
"""Results sorted together, to bound memory."""


@dataclass(frozen=True, eq=False)
class Spread:
    """Median and ends (results, n) of each result over the samples."""

    median: FloatArray
    low: FloatArray
    high: FloatArray


def quantiles(values: npt.NDArray[np.floating], shares: Sequence[float]) -> FloatArray:
    """Quantiles (shares, ...) over the first axis of samples (samples, ...).

    They are linear between order statistics, the k-th of n at k / (n + 1) (Hyndman & Fan 1996, type
    6). A further independent sample then lies between two quantiles with the wanted probability.
    Only samples with a value count. The quantile is NaN if fewer than nine tenths of the samples
    have a value, or if it lies beyond the least or the greatest value.
    """
    rows = np.ascontiguousarray(values.reshape(len(values), -1).T)
    rows.sort(axis=1)  # NaN comes last
    known = np.isfinite(rows).sum(axis=1)
    found = np.full((len(shares), len(rows)), np.nan)
    enough = known >= max(_KNOWN * len(values), 2)
    row, last = np.flatnonzero(enough), known[enough] - 1
    for k, share in enumerate(shares):
        place = share * (last + 2) - 1.0
        within = (place > -_ROUNDING) & (place < last + _ROUNDING)
        place = np.clip(place, 0.0, last)
        below = np.floor(place).astype(np.int64)
        above = np.minimum(below + 1, last)
        a = rows[row, below].astype(np.float64)
        b = rows[row, above].astype(np.float64)
        found[k, row] = np.where(within, a + (place - below) * (b - a), np.nan)
    return found.reshape(len(shares), *values.shape[1:])


def ends(share: float) -> tuple[float, float, float]:
    """Shares of the quantiles for median, low end and high end of a band that contains a given
    share.
    """
    return 0.5, 0.5 * (1.0 - share), 0.5 * (1.0 + share)


def spread_of(samples: Samples, share: float) -> Spread:
    """Median and band (results, frames) of every result."""
    parts = [
        quantiles(samples[:, first : first + _AT_ONCE], ends(share))
        for first in range(0, samples.shape[1], _AT_ONCE)
    ]
    median, low, high = np.concatenate(parts, axis=1)
    return Spread(median, low, high)


def holding(band: FloatArray, value: FloatArray) -> FloatArray:
    """Median and ends (3, ...) of a band, widened where it does not contain its value (...).

    Errors always add to what has no sign, such as the work of a joint or the kinetic energy of a
    foot at rest, so that all samples may lie above the value.
    """
    median, low, high = band
    # as precise as samples: a band of equal samples has no width
    single = value.astype(np.float32)
    return np.stack(
        [median, np.where(single < low, value, low), np.where(single > high, value, high)]
    )


def cycle_spread(analysis: Analysis, samples: Samples, share: float) -> dict[str, Spread]:
    """Band (101,) of each result's mean over the strides of its side, by the result's header.

    A quantity of the midline is averaged over the strides that the tables use for it.
    """
    found: dict[str, Spread] = {}
    time, own = analysis.motion.time, banded_rows(analysis).astype(np.float32)
    for k, name in enumerate(result_names(analysis)):
        side = side_of_strides(meaning(name.partition(" [")[0]).side, analysis.strides)
        mine = [stride for stride in analysis.strides if stride.side == side]
        whole = [
            cut
            for cut in (_cut(time, stride) for stride in mine)
            if np.isfinite(samples[0, k][cut[0]]).all() and np.isfinite(cut[2]).all()
        ]
        if whole:
            over, mean = (
                np.mean(
                    [
                        (1.0 - part) * values[..., below] + part * values[..., below + 1]
                        for below, part, _ in whole
                    ],
                    axis=0,
                )
                for values in (samples[:, k], own[k])
            )
            found[name] = Spread(*holding(quantiles(over, ends(share)), mean))
    return found


def numbers_bands(analysis: Analysis, samples: Samples, share: float) -> dict[str, FloatArray]:
    """Median and ends (3, strides) of each quantity that has one number for each stride, by its
    header.
    """
    numbers = stride_numbers(analysis, posture(analysis.model, analysis.motion))
    flat = samples[:, len(result_names(analysis)) :].reshape(len(samples), -1)
    of_each = np.split(flat, np.cumsum([len(q.values) for q in numbers]), axis=1)[:-1]
    return {
        header(q.name, q.unit): holding(quantiles(values, ends(share)), q.values)
        for q, values in zip(numbers, of_each, strict=True)
    }


def _cut(time: FloatArray, stride: Stride) -> tuple[npt.NDArray[np.int64], FloatArray, FloatArray]:
    """Frame below each percent of a stride, how far on to the next, and NaN outside the record."""
    instants = stride.start + CYCLE / 100.0 * (stride.stop - stride.start)
    inside = over_stride(time, np.ones(len(time)), stride)
    below = np.clip(np.searchsorted(time, instants, side="right") - 1, 0, len(time) - 2)
    part = np.clip((instants - time[below]) / (time[below + 1] - time[below]), 0.0, 1.0)
    return below, part, inside


def peaks_of(analysis: Analysis, samples: Samples) -> tuple[list[str], FloatArray]:
    """Every known peak [N*m/kg] of every sample, as (names, (samples, peaks))."""
    names, mass = result_names(analysis), body_mass(analysis)
    keys, columns = [], []
    for place in peak_places(analysis):
        if place.frames.any():
            values = samples[:, names.index(header(place.quantity, "N*m"))][:, place.frames]
            keys.append(place.key)
            columns.append((place.sign * values).max(axis=1) / mass)
    found = np.stack(columns, axis=1) if columns else np.zeros((len(samples), 0))
    return keys, np.asarray(found, dtype=np.float64)


def peak_bands(analysis: Analysis, samples: Samples, share: float) -> dict[str, PeakBand]:
    """Band of every known peak, by the peak's name with its side."""
    keys, values = peaks_of(analysis, samples)
    median, low, high = quantiles(values, ends(share))
    return {
        key: PeakBand("N*m/kg", float(median[k]), float(low[k]), float(high[k]))
        for k, key in enumerate(keys)
    }


def settling_of(analysis: Analysis, samples: Samples, share: float) -> float:
    """Largest change of a band's end from half the samples to all, as a share of the band's width.

    For every moment of hip, knee and ankle, it is the rms change of both ends over the frames,
    divided by the mean width; the largest counts. NaN if no moment is known.
    """
    names = result_names(analysis)
    legs = [
        names.index(header(q.name, q.unit))
        for q in analysis.moments
        if meaning(q.name).joint in LEG_JOINTS
    ]
    whole = spread_of(samples[:, legs], share)
    half = spread_of(samples[: (len(samples) + 1) // 2, legs], share)
    change = np.square(np.stack([whole.low - half.low, whole.high - half.high]))
    width = whole.high - whole.low
    known = np.isfinite(change.sum(axis=0) + width)
    found = [
        np.sqrt(change[:, k][:, known[k]].mean()) / width[k, known[k]].mean()
        for k in range(len(legs))
        if known[k].any() and width[k, known[k]].mean() > 0.0
    ]
    return float(max(found, default=np.nan))
